//! Every way to lay hands on another process, tried on those above in ways that would not harm
//! them.

use std::process::ExitCode;

use nix::libc;

use crate::cases::RIGHT_ANSWER;

/// Prints the right answer if nothing works, else what worked.
pub fn reach(arena: &str) -> ExitCode {
    let mut worked = Vec::new();
    for process in above(arena) {
        for (name, result) in tries(process) {
            if result >= 0 {
                worked.push(format!("{name} {process}"));
            }
        }
    }
    #[expect(unsafe_code, reason = "a hostile program does what it likes")]
    // SAFETY: numbers only.
    if unsafe { libc::kill(-1, 0) } == 0 {
        worked.push("kill -1".to_owned());
    }
    match worked[..] {
        [] => println!("{RIGHT_ANSWER}"),
        _ => println!("{}", worked.join(", ")),
    }
    ExitCode::SUCCESS
}

/// The processes above up to the arena, and the arena's threads.
fn above(arena: &str) -> Vec<i32> {
    let parent = |process: &str| {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let (_, rest) = text.rsplit_once(") ")?;
        rest.split(' ').nth(1).map(str::to_owned)
    };
    // The shell that started this is the program.
    let mut found = Vec::new();
    let mut next = parent("self").and_then(|shell| parent(&shell));
    while let Some(process) = next {
        found.extend(process.parse::<i32>());
        next = (process != arena).then(|| parent(&process)).flatten();
    }
    let threads = std::fs::read_dir(format!("/proc/{arena}/task"));
    let threads = threads.into_iter().flatten().flatten();
    found.extend(threads.filter_map(|thread| thread.file_name().to_str()?.parse::<i32>().ok()));
    found
}

#[expect(unsafe_code, reason = "a hostile program does what it likes")]
fn tries(process: i32) -> Vec<(&'static str, i64)> {
    let folder = std::fs::File::open(format!("/proc/{process}"));
    let (input, _output) = std::io::pipe().expect("a pipe");
    let mut word = [0_u8; 8];
    // SAFETY: the kernel writes at most into `word`, `limit` and `set`, as far as they reach.
    unsafe {
        use std::os::fd::AsRawFd;

        let mut info: libc::siginfo_t = std::mem::zeroed();
        info.si_code = -1;
        let mut limit: libc::rlimit64 = std::mem::zeroed();
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::sched_getaffinity(0, size_of_val(&set), &raw mut set);
        let whole = libc::iovec {
            iov_base: word.as_mut_ptr().cast(),
            iov_len: word.len(),
        };
        let folder = folder.map_or(-1, |folder| folder.as_raw_fd());
        let set = &raw mut set;
        vec![
            ("kill", libc::kill(process, 0).into()),
            ("kill the group of", libc::kill(-process, 0).into()),
            ("tkill", libc::syscall(libc::SYS_tkill, process, 0)),
            (
                "tgkill",
                libc::syscall(libc::SYS_tgkill, process, process, 0),
            ),
            (
                "queue for",
                libc::syscall(libc::SYS_rt_sigqueueinfo, process, 0, &raw mut info),
            ),
            ("open", libc::syscall(libc::SYS_pidfd_open, process, 0)),
            (
                "signal by file",
                libc::syscall(libc::SYS_pidfd_send_signal, folder, 0, 0, 0),
            ),
            (
                "limit",
                libc::prlimit64(
                    process,
                    libc::RLIMIT_NOFILE,
                    std::ptr::null(),
                    &raw mut limit,
                )
                .into(),
            ),
            (
                "slow down",
                libc::setpriority(
                    libc::PRIO_PROCESS,
                    process as u32,
                    libc::getpriority(libc::PRIO_PROCESS, 0),
                )
                .into(),
            ),
            (
                "bind",
                libc::sched_setaffinity(process, size_of::<libc::cpu_set_t>(), set).into(),
            ),
            ("trace", libc::ptrace(libc::PTRACE_SEIZE, process, 0, 0)),
            (
                "read",
                libc::process_vm_readv(process, &raw const whole, 1, &raw const whole, 1, 0) as i64,
            ),
            (
                "be signalled for",
                libc::fcntl(input.as_raw_fd(), libc::F_SETOWN, process).into(),
            ),
        ]
    }
}
