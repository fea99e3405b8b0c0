//! Runs the program in a directory of its own.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Once, atomic::AtomicBool};
use std::thread;
use std::time::{Duration, Instant};

/// The example of the format: X.. / ... / ..X
pub const LEVEL: &str = "x=3&y=3&board=X.......X\n";

/// The longest that a test waits for the program to end; on a busy machine that may take long.
const PATIENCE: Duration = Duration::from_secs(300);

/// A directory for one test, in which the program runs.
pub struct Place(PathBuf);

/// What a run left behind.
#[derive(Debug, PartialEq, Eq)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Place {
    /// An empty directory; the name must be unique among the tests.
    pub fn new(test: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the directory for tests can be made");
        Self(path)
    }

    /// An empty directory that others can reach, as contained programs must that run as someone
    /// else: the target folder may lie in the home of root.
    pub fn for_others(test: &str) -> Self {
        use std::os::unix::fs::PermissionsExt;
        let own = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let lets_others = |folder: &Path| {
            let about = fs::metadata(folder).expect("the folder is there");
            about.permissions().mode() & 1 == 1
        };
        if own.ancestors().all(lets_others) {
            return Self::new(test);
        }
        let name = own.to_string_lossy().replace('/', "-");
        let path = std::env::temp_dir().join(format!("unicursal{name}-{test}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the directory for tests can be made");
        Self(path)
    }

    /// Lets everyone write there, as a program does that runs as someone else.
    pub fn open_to_all(self) -> Self {
        use std::os::unix::fs::PermissionsExt;
        let all = fs::Permissions::from_mode(0o777);
        fs::set_permissions(&self.0, all).expect("permissions can be set");
        self
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Puts a file there.
    pub fn with(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        fs::write(self.0.join(name), bytes).expect("a file can be written");
        self
    }

    /// The bytes of a file there.
    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap_or_default()
    }

    /// The program with some words, ready to start.
    pub fn command(&self, words: &[&str]) -> Command {
        hear_signals();
        let mut command = Command::new(env!("CARGO_BIN_EXE_unicursal"));
        command
            .args(words)
            .current_dir(&self.0)
            .env_remove("NO_COLOR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program with some words and an empty standard input.
    pub fn run(&self, words: &[&str]) -> Ended {
        self.run_with(words, b"")
    }

    /// Runs the program with some words and this standard input.
    pub fn run_with(&self, words: &[&str], stdin: &[u8]) -> Ended {
        let mut child = self.command(words).spawn().expect("the program starts");
        if let Some(mut pipe) = child.stdin.take() {
            // The program may end without reading everything.
            let _ = pipe.write_all(stdin);
        }
        let output = output_of(child);
        Ended {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// Lets programs that tests start be ended by signals. Tests may be started to ignore them, in the
/// background of a shell or by `nohup`, and programs inherit that; but not what a handler hears.
fn hear_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in [1, 2, 15] {
            let ends = Arc::new(AtomicBool::new(true));
            signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, ends)
                .expect("the signal can be heard");
        }
    });
}

/// Sends a signal to the program, once it has a handler for it: before that, the system would end it.
pub fn signal(child: &Child, name: &str) {
    let number = match name {
        "INT" => 2,
        "TERM" => 15,
        _ => panic!("signal {name} is not among those of the tests"),
    };
    wait_until("the program has a handler for the signal", || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id()));
        let status = status.expect("the program runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let caught = caught.expect("Linux lists the signals that have a handler");
        let caught = u64::from_str_radix(caught.trim(), 16).expect("a hexadecimal number");
        caught >> (number - 1) & 1 == 1
    });
    let command = format!("kill -{name} {}", child.id());
    let sent = Command::new("sh").args(["-c", &command]).status();
    assert!(sent.expect("there is a shell").success());
}

/// Waits until something is so; it never takes long, but it may not be so at once.
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let give_up = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < give_up, "still waiting: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// What a program leaves behind that should end by itself.
pub fn output_of(child: Child) -> Output {
    let _guard = Guard::of(&child);
    child.wait_with_output().expect("the program ends")
}

/// Kills a program that somebody waits for, if it takes too long.
pub struct Guard {
    /// Dropped with the guard, which ends the waiting.
    _waits: mpsc::Sender<()>,
}

impl Guard {
    pub fn of(child: &Child) -> Self {
        let (id, (waits, over)) = (child.id().to_string(), mpsc::channel());
        thread::spawn(move || {
            if over.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                let _ = Command::new("kill").args(["-KILL", &id]).status();
            }
        });
        Self { _waits: waits }
    }
}

/// The expected end of a run.
pub fn ended(code: i32, stdout: &str, stderr: &str) -> Ended {
    Ended {
        code: Some(code),
        stdout: stdout.to_owned(),
        stderr: stderr.to_owned(),
    }
}

/// A level that brute force does not finish: many choices, and a corner that cannot be reached.
pub fn endless() -> String {
    let mut cells = String::new();
    for (x, y) in (0..60).flat_map(|y| (0..60).map(move |x| (x, y))) {
        let wall = x + y == 1 || (x + y > 1 && (x * 7 + y * 13 + x * y) % 11 == 0);
        cells.push(if wall { 'X' } else { '.' });
    }
    format!("x=60&y=60&board={cells}")
}
