//! Programs that use parts of the kernel which solvers hardly know: limits of other processes,
//! attributes of files, times of access, files in flight, pages that are given away.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::process::ExitCode;
use std::time::Duration;

use nix::libc;
use unicursal_contain::{Containment, Setup};

use crate::cases::{Case, RIGHT_ANSWER, case, exceeds_memory, fails, passes};
use crate::stage::{Kind, Seen};

/// All of them.
pub fn all() -> Vec<Case> {
    let filtered = |setup: &Setup| {
        let is_open = setup.containment == Containment::None;
        is_open.then_some("promised with a filter of system calls only")
    };
    let small = |limits: &mut unicursal_contain::Limits| limits.memory = Some(60 << 20);
    vec![
        Case {
            skipped: filtered,
            ..case(
                "limits the process above it",
                "exec SELF act 'odd above'",
                passes,
            )
        },
        Case {
            skipped: filtered,
            ..case(
                "shows its memory to a service",
                "exec SELF act 'odd picture'",
                passes,
            )
        },
        case(
            "hides memory in attributes of files",
            "exec SELF act 'odd attributes'",
            |seen: &Seen| {
                // Where files in memory have no attributes of this kind, it says so.
                seen.is(Kind::Memory) || seen.is(Kind::Pass) && seen.run.stderr.starts_with(b"none")
            },
        )
        .limited(small)
        .only_with_groups(),
        case(
            "hides memory in files in flight",
            "exec SELF act 'odd flight'",
            exceeds_memory,
        )
        .limited(small)
        .only_with_groups(),
        case(
            "leaves notes in times of access",
            "exec SELF act 'odd times'",
            passes,
        )
        .only_in_namespaces(),
        case(
            "finds notes in times of access",
            "exec SELF act 'odd times'",
            passes,
        )
        .only_in_namespaces(),
        case(
            "gives pages away and fills them after its end",
            "exec SELF act 'odd pages'",
            fails,
        ),
        case(
            "takes back what it printed",
            "exec SELF act 'odd back'",
            // Who is faster is a matter of chance; neither hangs nor crashes.
            |seen: &Seen| seen.is(Kind::Pass) || seen.is(Kind::Fail),
        ),
        case(
            "lives in memory alone",
            "exec SELF act 'odd nameless'",
            |seen: &Seen| seen.is(Kind::Pass) && seen.run.cpu >= Duration::from_millis(300),
        )
        .only_with_groups(),
    ]
}

/// Plays one of them.
pub fn act(what: &str) -> ExitCode {
    let answer = match what {
        "above" => above(),
        "picture" => picture(),
        "attributes" => attributes(),
        "flight" => flight(),
        "times" => times(),
        "pages" => return pages(),
        "back" => back(),
        "nameless" => nameless(),
        _ => Err("no such part".to_owned()),
    };
    match answer {
        Ok(()) => println!("{RIGHT_ANSWER}"),
        Err(why) => println!("{why}"),
    }
    ExitCode::SUCCESS
}

/// Sets a limit of a process; whether that worked.
#[expect(unsafe_code, reason = "a hostile program does what it likes")]
fn set_limit(process: i32, kind: u32, most: u64) -> bool {
    let limit = libc::rlimit64 {
        rlim_cur: most,
        rlim_max: most,
    };
    let nothing: *mut libc::rlimit64 = std::ptr::null_mut();
    // SAFETY: the kernel reads the limit, and writes nothing.
    unsafe {
        libc::syscall(
            libc::SYS_prlimit64,
            process,
            kind,
            &raw const limit,
            nothing,
        ) == 0
    }
}

/// Takes memory, files and time from the process that waits for it.
fn above() -> Result<(), String> {
    let above = nix::unistd::getppid().as_raw();
    let limits = [
        ("address space", libc::RLIMIT_AS),
        ("files", libc::RLIMIT_NOFILE),
        ("time", libc::RLIMIT_CPU),
    ];
    let worked = limits.iter().filter(|(_, kind)| set_limit(above, *kind, 0));
    let worked: Vec<&str> = worked.map(|(name, _)| *name).collect();
    match worked[..] {
        [] => Ok(()),
        _ => Err(format!("limited: {}", worked.join(", "))),
    }
}

/// Asks for the limit with which a service gets to see the memory of a crash: none.
fn picture() -> Result<(), String> {
    #[expect(unsafe_code, reason = "a hostile program does what it likes")]
    // SAFETY: the kernel reads the limit.
    let other = unsafe {
        let none = libc::rlimit64 {
            rlim_cur: 0,
            rlim_max: 0,
        };
        libc::syscall(libc::SYS_setrlimit, libc::RLIMIT_CORE, &raw const none) == 0
    };
    if other || set_limit(0, libc::RLIMIT_CORE, 0) {
        return Err("it is none".to_owned());
    }
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find(|line| line.starts_with("Max core"));
    let words: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
    match words[..] {
        [.., "1", "1", "bytes"] => Ok(()),
        _ => Err(format!("{words:?}")),
    }
}

fn scratch() -> std::path::PathBuf {
    std::env::var_os("TMPDIR").map_or_else(std::env::temp_dir, Into::into)
}

/// Some 120 MB in attributes of empty files.
fn attributes() -> Result<(), String> {
    let value = vec![7_u8; 60_000];
    let mut kept = 0;
    for number in 0..2000 {
        let path = scratch().join(format!("empty-{number}"));
        let file = File::create(path).map_err(|error| error.to_string())?;
        #[expect(unsafe_code, reason = "a hostile program does what it likes")]
        // SAFETY: the kernel reads the name and the value.
        let set = unsafe {
            let name = c"user.note".as_ptr();
            libc::fsetxattr(
                file.as_raw_fd(),
                name,
                value.as_ptr().cast(),
                value.len(),
                0,
            )
        };
        kept += u64::from(set == 0) * value.len() as u64;
    }
    if kept < 60 << 20 {
        eprintln!("none, or few: {kept} bytes");
    }
    Ok(())
}

/// Some 120 MB in files that are open nowhere but on their way through a socket.
fn flight() -> Result<(), String> {
    use nix::sys::memfd::{MFdFlags, memfd_create};
    use nix::sys::socket::{ControlMessage, MsgFlags, sendmsg};
    use std::os::unix::net::UnixStream;

    let part = vec![1; 1 << 20];
    let mut pairs = Vec::new();
    for _ in 0..12 {
        let (near, far) = UnixStream::pair().map_err(|error| error.to_string())?;
        for _ in 0..10 {
            let file =
                memfd_create("flight", MFdFlags::empty()).map_err(|error| error.to_string())?;
            let mut file = File::from(file);
            file.write_all(&part).map_err(|error| error.to_string())?;
            let rights = [file.as_raw_fd()];
            let rights = [ControlMessage::ScmRights(&rights)];
            let word = [std::io::IoSlice::new(b"x")];
            let sent = sendmsg::<()>(near.as_raw_fd(), &word, &rights, MsgFlags::empty(), None);
            sent.map_err(|error| error.to_string())?;
        }
        pairs.push((near, far));
    }
    Ok(())
}

/// Reads files of the system, and looks whether someone else has: the time of access tells.
fn times() -> Result<(), String> {
    let folder = fs::read_dir("/usr/share").map_err(|error| error.to_string())?;
    let mut paths: Vec<_> = folder.flatten().map(|entry| entry.path()).collect();
    paths.extend(fs::read_link("/proc/self/exe"));
    paths.truncate(50);
    for path in &paths {
        let before = fs::metadata(path).map(|found| (found.atime(), found.atime_nsec()));
        if path.is_dir() {
            let _ = fs::read_dir(path).map(Iterator::count);
        } else if let Ok(mut file) = File::open(path) {
            let _ = file.read(&mut [0; 16]);
        }
        let after = fs::metadata(path).map(|found| (found.atime(), found.atime_nsec()));
        if before.ok() != after.ok() {
            return Err(format!("a note in {}", path.display()));
        }
    }
    Ok(())
}

/// Prints by giving pages away, which a child then fills with the right answer.
#[expect(unsafe_code, reason = "a hostile program does what it likes")]
fn pages() -> ExitCode {
    const SIZE: usize = 4096;
    // SAFETY: a new page, of which only this program and its child know.
    let page = unsafe {
        let kind = libc::MAP_SHARED | libc::MAP_ANONYMOUS;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        libc::mmap(std::ptr::null_mut(), SIZE, access, kind, -1, 0)
    };
    if page == libc::MAP_FAILED {
        return ExitCode::FAILURE;
    }
    let page: *mut u8 = page.cast();
    let fill = |text: &str| {
        // SAFETY: the texts are shorter than the page.
        unsafe { std::ptr::copy_nonoverlapping(text.as_ptr(), page, text.len()) }
    };
    let right = format!("{RIGHT_ANSWER}\n");
    fill(&"?".repeat(right.len()));
    // SAFETY: the child only sleeps, writes to the page and ends.
    let child = unsafe { libc::fork() };
    if child == 0 {
        std::thread::sleep(Duration::from_millis(500));
        fill(&right);
        std::thread::sleep(Duration::from_secs(3));
        std::process::exit(0);
    }
    let part = libc::iovec {
        iov_base: page.cast(),
        iov_len: right.len(),
    };
    // SAFETY: one part, which stays where it is.
    unsafe { libc::vmsplice(1, &raw const part, 1, 0) };
    ExitCode::SUCCESS
}

/// Prints something wrong, and takes it back.
fn back() -> Result<(), String> {
    print!("wrong");
    let _ = std::io::stdout().flush();
    // By its name the other end of the pipe can be had, too, as far as nobody was faster.
    let end = fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open("/proc/self/fd/1");
    let Ok(mut end) = end else {
        return Err(" and no way back".to_owned());
    };
    let _ = nix::fcntl::fcntl(
        &end,
        nix::fcntl::FcntlArg::F_SETFL(nix::fcntl::OFlag::O_NONBLOCK),
    );
    let mut found = [0; 16];
    match end.read(&mut found) {
        Ok(5) => Ok(()),
        // Someone was faster: it was printed.
        _ => Err(String::new()),
    }
}

/// Becomes a program without a file, in a session of its own, and works there.
fn nameless() -> Result<(), String> {
    use nix::sys::memfd::{MFdFlags, memfd_create};
    use std::os::unix::process::CommandExt;

    let file = memfd_create("nameless", MFdFlags::empty()).map_err(|error| error.to_string())?;
    let mut file = File::from(file);
    let own = fs::read("/proc/self/exe").map_err(|error| error.to_string())?;
    file.write_all(&own).map_err(|error| error.to_string())?;
    let mut command = std::process::Command::new(format!("/proc/self/fd/{}", file.as_raw_fd()));
    command.args(["act", "burn"]);
    let _ = nix::unistd::setsid();
    Err(command.exec().to_string())
}
