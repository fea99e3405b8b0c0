//! Where hostile programs play: a cage, a level, and a look around afterwards.

use std::fs::{self, File};
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use unicursal_contain::{
    Cage, Command, Containment, Ended, Groups, Limits, Policy, Run, Setup, Stop,
};

use crate::cases::{Case, RIGHT_ANSWER};
use crate::plan::Plan;

/// What a run is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Pass,
    Fail,
    Timeout,
    Memory,
    Crash,
    Output,
    Cheat,
    /// We failed.
    Fault,
}

/// What programs get on standard input.
const INPUT: &[u8] = b"a question\n";

/// One way of containment.
pub struct Stage {
    cage: Cage,
    name: String,
    listener: TcpListener,
    /// One that listens without a file; its name is our number.
    _service: UnixListener,
    terminal: Terminal,
    props: Props,
}

/// What a program did.
pub struct Seen<'a> {
    pub kind: Kind,
    pub run: &'a Run,
    pub setup: &'a Setup,
}

impl Seen<'_> {
    pub fn is(&self, kind: Kind) -> bool {
        self.kind == kind
    }

    pub fn has_groups(&self) -> bool {
        self.setup.groups.is_some()
    }
}

impl Stage {
    /// Exactly this containment, or why not.
    pub fn new(containment: Containment, groups: bool) -> Result<Self, String> {
        let policy = Policy {
            containment,
            groups: if groups {
                Groups::Required
            } else {
                Groups::None
            },
            ..Policy::default()
        };
        let cage = Cage::new(&policy, &[shell(":")]).map_err(|error| error.to_string())?;
        if let Some(warning) = cage.warning() {
            println!("{warning}");
        }
        let user = nix::unistd::geteuid();
        Ok(Self {
            name: format!("user {user}; {}", cage.description()),
            cage,
            listener: TcpListener::bind("127.0.0.1:0").map_err(|error| error.to_string())?,
            _service: service().map_err(|error| error.to_string())?,
            terminal: Terminal::open().map_err(|error| format!("no terminal: {error}"))?,
            props: Props::new().map_err(|error| format!("no files: {error}"))?,
        })
    }

    /// Plays all cases; returns the number of failures.
    pub fn play(&self, cases: &[Case], plan: &mut Plan) {
        println!("== {}", self.name);
        for case in cases {
            if !plan.has(case.name) {
                continue;
            }
            if let Some(why) = (case.skipped)(self.cage.setup()) {
                // It is not promised there, or there is nothing to be tried.
                println!("left out: {}: {why}", case.name);
                continue;
            }
            match self.one(case) {
                Ok(()) => println!("ok: {}", case.name),
                Err(why) => plan.failed(case.name, &why),
            }
        }
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
            .replace("SECRET", &self.props.secret.display().to_string())
            .replace("SOCKET", &self.props.socket.display().to_string())
            .replace("PIPE", &self.props.pipe.display().to_string())
            .replace("RIGHT", &format!("echo '{RIGHT_ANSWER}'"));
        let mut limits = Limits {
            wall: Duration::from_secs(40),
            memory: Some(300 << 20),
            processes: Some(64),
            ..Limits::default()
        };
        (case.limits)(&mut limits);
        let run = self.run(&script, &limits)?;
        let kind = judge(&run);
        let seen = Seen {
            kind,
            run: &run,
            setup: self.cage.setup(),
        };
        let told = || {
            format!(
                "{kind:?} - {:?} ({:?}, cpu {:?}, memory {}, processes {:?}): {} {}",
                run.ended,
                run.wall,
                run.cpu,
                run.peak_memory,
                run.processes,
                String::from_utf8_lossy(&run.stdout[..run.stdout.len().min(300)]),
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
        match judge(&honest) {
            Kind::Pass => Ok(()),
            kind => Err(format!(
                "the next program got {kind:?} - {:?}",
                honest.ended
            )),
        }
    }

    fn run(&self, script: &str, limits: &Limits) -> Result<Run, String> {
        let mut program = shell(script);
        // What a command line names can be reached.
        let own = fs::read_link("/proc/self/exe").unwrap_or_default();
        program.args.extend([
            "sh".to_owned(),
            own.display().to_string(),
            "/tmp".to_owned(),
        ]);
        let run = self.cage.run(&program, INPUT, limits, &|| false);
        run.map_err(|error| error.to_string())
    }
}

/// What lies about for programs to find: a file and a socket in `/tmp`, a pipe with a name beside
/// them.
struct Props {
    secret: PathBuf,
    socket: PathBuf,
    pipe: PathBuf,
    _listener: UnixListener,
    /// Both ends, so that opening it does not wait.
    _pipe: File,
}

impl Props {
    fn new() -> std::io::Result<Self> {
        use std::os::unix::fs::PermissionsExt;

        let name = |kind: &str| format!("hostile-{kind}-{}", std::process::id());
        let own = fs::read_link("/proc/self/exe")?;
        let own = own.parent().unwrap_or(Path::new("/"));
        let (secret, socket) = (
            Path::new("/tmp").join(name("file")),
            Path::new("/tmp").join(name("socket")),
        );
        let pipe = own.join(name("pipe"));
        for path in [&secret, &socket, &pipe] {
            let _ = fs::remove_file(path);
        }
        fs::write(&secret, "sealed")?;
        let listener = UnixListener::bind(&socket)?;
        nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU)?;
        for path in [&secret, &socket, &pipe] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o777))?;
        }
        let both = File::options().read(true).write(true).open(&pipe)?;
        Ok(Self {
            secret,
            socket,
            pipe,
            _listener: listener,
            _pipe: both,
        })
    }
}

impl Drop for Props {
    fn drop(&mut self) {
        for path in [&self.secret, &self.socket, &self.pipe] {
            let _ = fs::remove_file(path);
        }
    }
}

/// Listens without a file or a port.
fn service() -> std::io::Result<UnixListener> {
    let name = format!("hostile-{}", std::process::id());
    UnixListener::bind_addr(&SocketAddr::from_abstract_name(name)?)
}

pub fn shell(script: &str) -> Command {
    Command {
        path: PathBuf::from("/bin/sh"),
        args: vec!["-c".to_owned(), script.to_owned()],
        files: Vec::new(),
    }
}

/// What a run is worth to whoever wanted the right answer.
pub fn judge(run: &Run) -> Kind {
    match &run.ended {
        Ended::Exited(0) if run.stdout.trim_ascii() == RIGHT_ANSWER.as_bytes() => Kind::Pass,
        Ended::Exited(0) => Kind::Fail,
        Ended::Exited(_) | Ended::Signalled(_) => Kind::Crash,
        Ended::Stopped(Stop::Time | Stop::Processor) => Kind::Timeout,
        Ended::Stopped(Stop::Memory) => Kind::Memory,
        Ended::Stopped(Stop::Output) => Kind::Output,
        Ended::Cheated(_) => Kind::Cheat,
        Ended::Stopped(Stop::Unwanted) | Ended::Failed(_) => Kind::Fault,
    }
}

/// A process or a group that is still there, after as long as the kernel may need.
fn left_behind(words: &str) -> Option<String> {
    let give_up = Instant::now() + Duration::from_secs(5);
    loop {
        let found = process(|line| line == words || line.ends_with(" act racers"))
            .or_else(|| dead_group(Path::new("/sys/fs/cgroup"), 6))
            .or_else(dead_scratch);
        if found.is_none() || Instant::now() > give_up {
            return found;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn process(is_it: impl Fn(&str) -> bool) -> Option<String> {
    let mut processes = fs::read_dir("/proc").ok()?.flatten();
    processes.find_map(|process| {
        let line = fs::read(process.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        is_it(line.trim_end()).then(|| format!("process {}: {line}", process.file_name().display()))
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
        let owner = name.strip_prefix("contained-");
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
    let places = [std::env::temp_dir(), PathBuf::from("/dev/shm")];
    let below = places.iter().filter_map(|place| fs::read_dir(place).ok());
    below.flatten().flatten().find_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let owner = name.strip_prefix("contained-scratch-")?.split('-').next()?;
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
