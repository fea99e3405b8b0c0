//! What a shell cannot do: parts of hostile programs, played by this executable itself.

use std::io::Write;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::time::{ClockId, clock_gettime};

use crate::cases::RIGHT_ANSWER;
use crate::{kernel, odd, reach, secrets, traces};

/// Plays a part.
pub fn act(name: &str) -> ExitCode {
    match name {
        "burn" => burn(Duration::from_millis(700)),
        "burn unseen" => burn_unseen(),
        "hide memory" => hide_memory(),
        "take memory" => take_memory(64),
        "take memory slowly" => take_memory(4),
        "keep notes" => return keep_notes(),
        "hint" => {
            traces::hint();
            return ExitCode::SUCCESS;
        }
        "forge" => return kernel::forge(),
        "racers" => return secrets::racers(),
        "crowd" => return secrets::crowd(),
        _ => match name.split_once(' ') {
            Some(("reach", arena)) => return reach::reach(arena),
            Some(("ask", what)) => return kernel::ask(what),
            Some(("odd", what)) => return odd::act(what),
            Some(("fill", what)) => return kernel::fill(what),
            Some(("deep", depth)) => return secrets::deep(depth),
            Some(("call", service)) => return call_service(service),
            _ => return call(name),
        },
    }
    println!("{RIGHT_ANSWER}");
    ExitCode::SUCCESS
}

/// Uses so much processor time, however long that takes.
pub fn burn(time: Duration) {
    let used = || clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map(Duration::from);
    while used().is_ok_and(|used| used < time) {
        std::hint::black_box((0..1000_u64).map(|n| n ^ 0x15).sum::<u64>());
    }
}

/// Lets a child burn whose end is not waited for: whoever started this ignores SIGCHLD.
fn burn_unseen() {
    let child = Command::new("/proc/self/exe")
        .args(["act", "burn"])
        .stdout(std::process::Stdio::null())
        .spawn();
    let Ok(child) = child else { return };
    let process = nix::unistd::Pid::from_raw(child.id() as i32);
    let give_up = Instant::now() + Duration::from_secs(40);
    // Where the signal was not ignored after all, it stays as a zombie.
    let is_there = || {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
        stat.is_ok_and(|stat| !stat.contains(") Z "))
    };
    while is_there() && Instant::now() < give_up {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Puts 200 MB where no process has them mapped.
fn hide_memory() {
    let Ok(file) = memfd_create("hidden", MFdFlags::MFD_CLOEXEC) else {
        return;
    };
    let mut file = std::fs::File::from(file);
    let part = vec![1; 1 << 20];
    for _ in 0..200 {
        if file.write_all(&part).is_err() {
            return;
        }
    }
}

/// Takes 400 MB, this many at a time.
fn take_memory(megabytes: usize) {
    let mut taken: Vec<Vec<u8>> = Vec::new();
    for _ in 0..400 / megabytes {
        taken.push(vec![taken.len() as u8 | 1; megabytes << 20]);
        std::thread::sleep(Duration::from_millis(10));
    }
    std::hint::black_box(&taken);
}

/// Calls a port of the arena's machine; a wrong answer tells that someone was there.
fn call(port: &str) -> ExitCode {
    let reached = port
        .parse()
        .is_ok_and(|port: u16| std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
    println!("{}", if reached { "reached" } else { RIGHT_ANSWER });
    ExitCode::SUCCESS
}

/// Calls a service that listens without a port.
fn call_service(name: &str) -> ExitCode {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixStream};

    let address = match name.strip_prefix("file ") {
        Some(path) => SocketAddr::from_pathname(path),
        None => SocketAddr::from_abstract_name(name),
    };
    let reached = address.is_ok_and(|address| UnixStream::connect_addr(&address).is_ok());
    println!("{}", if reached { "reached" } else { RIGHT_ANSWER });
    ExitCode::SUCCESS
}

/// Keeps a note in memory that outlives all processes; a wrong answer tells that one was there.
fn keep_notes() -> ExitCode {
    use nix::libc;

    const KEY: libc::key_t = 0x5eed;
    #[expect(unsafe_code, reason = "a hostile program does what it likes")]
    // SAFETY: numbers only.
    let (found, _) = unsafe {
        let found = libc::shmget(KEY, 64, 0);
        (found, libc::shmget(KEY, 64, libc::IPC_CREAT | 0o600))
    };
    println!("{}", if found >= 0 { "found" } else { RIGHT_ANSWER });
    ExitCode::SUCCESS
}
