//! Where hostile programs play: a cage, a level, and a look around afterwards.

use std::fs::{self, File};
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use unicursal::Control;
use unicursal_arena::contain::{Cage, Containment, Limits, Run, Setup, User, Wanted};
use unicursal_arena::levels::Loaded;
use unicursal_arena::verdict::{self, Kind, Verdict};
use unicursal_arena::{Answers, Program, Task};

use crate::cases::{Case, RIGHT_ANSWER};

/// One way of containment.
pub struct Stage {
    cage: Cage,
    level: Loaded,
    name: String,
    listener: TcpListener,
    /// One that listens without a file; its name is our number.
    _service: UnixListener,
    terminal: Terminal,
}

/// What a program did.
pub struct Seen<'a> {
    pub verdict: &'a Verdict,
    pub run: &'a Run,
    pub setup: &'a Setup,
}

impl Seen<'_> {
    pub fn is(&self, kind: Kind) -> bool {
        self.verdict.kind == kind
    }

    /// Whether the program could reach its supervisors, as the same user in the same tree.
    pub fn is_exposed(&self) -> bool {
        !self.setup.processes && self.setup.user == User::Same && !self.setup.guard
    }

    pub fn has_groups(&self) -> bool {
        self.setup.groups.is_some()
    }
}

impl Stage {
    /// Exactly this containment, or why not.
    pub fn new(containment: Containment, groups: bool, fences: bool) -> Result<Self, String> {
        let wanted = Wanted {
            containment: Some(containment),
            groups,
            fences,
            ..Wanted::default()
        };
        let cage = Cage::new(&wanted, &[shell(":")]).map_err(|error| error.to_string())?;
        if groups != cage.setup().groups.is_some() {
            return Err(cage.warning().unwrap_or_default());
        }
        if let Some(warning) = cage.warning() {
            println!("{warning}");
        }
        let puzzle = unicursal::puzzle("coil").ok_or("there is no Coil")?;
        let text = b"x=3&y=3&board=X.......X".to_vec();
        let level = puzzle.parse(&text, &Control::new());
        let user = nix::unistd::geteuid();
        Ok(Self {
            name: format!("user {user}; {}", cage.description()),
            cage,
            level: Loaded {
                level: level.map_err(|error| error.to_string())?,
                text,
            },
            listener: TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?,
            _service: service().map_err(|error| error.to_string())?,
            terminal: Terminal::open().map_err(|error| format!("no terminal: {error}"))?,
        })
    }

    /// Plays all cases; returns the number of failures.
    pub fn play(&self, cases: &[Case], filter: Option<&str>) -> usize {
        println!("== {}", self.name);
        let mut failures = 0;
        for case in cases {
            if filter.is_some_and(|filter| !case.name.contains(filter)) {
                continue;
            }
            if let Some(why) = (case.skipped)(self.cage.setup()) {
                println!("NOT TESTED: {}: {why}", case.name);
                continue;
            }
            match self.one(case) {
                Ok(()) => println!("ok: {}", case.name),
                Err(why) => {
                    failures += 1;
                    println!("FAILED: {}: {why}", case.name);
                }
            }
        }
        failures
    }

    fn one(&self, case: &Case) -> Result<(), String> {
        // A number that no other process on this machine sleeps for.
        let sleep = format!("sleep 9{}", std::process::id());
        let own = fs::read_link("/proc/self/exe").unwrap_or_default();
        let port = self
            .listener
            .local_addr()
            .map_or(0, |address| address.port());
        let script = case
            .script
            .replace("SLEEP", &sleep)
            .replace("SELF", &own.display().to_string())
            .replace("ARENA", &std::process::id().to_string())
            .replace("PORT", &port.to_string())
            .replace("TERMINAL", &self.terminal.name)
            .replace("RIGHT", &format!("echo '{RIGHT_ANSWER}'"));
        let mut limits = Limits {
            wall: Duration::from_secs(40),
            memory: Some(300 << 20),
            processes: Some(64),
            ..Limits::default()
        };
        (case.limits)(&mut limits);
        let run = self.run(&script, &limits)?;
        let verdict = self.judge(&run, &limits);
        let seen = Seen {
            verdict: &verdict,
            run: &run,
            setup: self.cage.setup(),
        };
        let told = || {
            format!(
                "{} - {} ({:?}, cpu {:?}, memory {}, processes {:?}): {}",
                verdict.kind,
                verdict.reason,
                run.wall,
                run.cpu,
                run.peak_memory,
                run.processes,
                String::from_utf8_lossy(&run.stderr)
            )
        };
        if !(case.expected)(&seen) {
            return Err(told());
        }
        if let Some(left) = left_behind(&sleep) {
            return Err(format!("it left {left}: {}", told()));
        }
        let honest = self.run(&format!("echo '{RIGHT_ANSWER}'"), &limits)?;
        let next = self.judge(&honest, &limits);
        match next.kind {
            Kind::Pass => Ok(()),
            kind => Err(format!("the next program got {kind} - {}", next.reason)),
        }
    }

    fn judge(&self, run: &Run, limits: &Limits) -> Verdict {
        verdict::judge(run, limits, &|output| Answers.judge(&self.level, output))
    }

    fn run(&self, script: &str, limits: &Limits) -> Result<Run, String> {
        let mut program = shell(script);
        // What a command line names can be reached.
        let own = fs::read_link("/proc/self/exe").unwrap_or_default();
        program
            .args
            .extend(["sh".to_owned(), own.display().to_string()]);
        let run = self.cage.run(&program, &self.level.text, limits, &|| false);
        run.map_err(|error| error.to_string())
    }
}

/// Listens without a file or a port.
fn service() -> std::io::Result<UnixListener> {
    let name = format!("hostile-{}", std::process::id());
    UnixListener::bind_addr(&SocketAddr::from_abstract_name(name)?)
}

fn shell(script: &str) -> Program {
    Program {
        path: PathBuf::from("/bin/sh"),
        args: vec!["-c".to_owned(), script.to_owned()],
        shown: "sh".to_owned(),
        digest: String::new(),
    }
}

/// A process or a group that is still there, after as long as the kernel may need.
fn left_behind(words: &str) -> Option<String> {
    let give_up = Instant::now() + Duration::from_secs(5);
    loop {
        let found = process(words)
            .or_else(|| dead_group(Path::new("/sys/fs/cgroup"), 6))
            .or_else(dead_scratch);
        if found.is_none() || Instant::now() > give_up {
            return found;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn process(words: &str) -> Option<String> {
    let mut processes = fs::read_dir("/proc").ok()?.flatten();
    processes.find_map(|process| {
        let line = fs::read(process.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        (line.trim_end() == words)
            .then(|| format!("process {}: {line}", process.file_name().display()))
    })
}

/// A group of ours whose maker is no more.
fn dead_group(folder: &Path, depth: usize) -> Option<String> {
    let mut below = fs::read_dir(folder).ok()?.flatten();
    below.find_map(|entry| {
        if !entry.file_type().ok()?.is_dir() {
            return None;
        }
        let name = entry.file_name().into_string().ok()?;
        // The arena's own home, where it has one, is not called by a number.
        let owner = name.strip_prefix("unicursal-");
        match owner.and_then(|owner| owner.parse::<u32>().ok()) {
            Some(owner) if !Path::new("/proc").join(owner.to_string()).exists() => {
                Some(format!("group {}", entry.path().display()))
            }
            _ if depth > 0 => dead_group(&entry.path(), depth - 1),
            _ => None,
        }
    })
}

/// A folder of a run that is over.
fn dead_scratch() -> Option<String> {
    let mut below = fs::read_dir(std::env::temp_dir()).ok()?.flatten();
    below.find_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let owner = name.strip_prefix("unicursal-scratch-")?;
        let is_dead = !Path::new("/proc").join(owner).exists();
        is_dead.then(|| format!("folder {}", entry.path().display()))
    })
}

/// A terminal of the user who runs this.
struct Terminal {
    _master: File,
    name: String,
}

impl Terminal {
    fn open() -> std::io::Result<Self> {
        use nix::libc;
        use std::os::fd::AsRawFd;

        let master = File::options().read(true).write(true).open("/dev/ptmx")?;
        let mut number: libc::c_int = 0;
        #[expect(
            unsafe_code,
            reason = "there is no safe way without a library for terminals"
        )]
        // SAFETY: the kernel reads and writes one number.
        unsafe {
            libc::ioctl(master.as_raw_fd(), libc::TIOCSPTLCK, &raw const number);
            libc::ioctl(master.as_raw_fd(), libc::TIOCGPTN, &raw mut number);
        }
        let name = format!("/dev/pts/{number}");
        Ok(Self {
            _master: master,
            name,
        })
    }
}
