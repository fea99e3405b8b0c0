//! Programs that ask the kernel for what it would give them, if nothing were in between.

use std::process::ExitCode;
use std::time::Duration;

use nix::libc;

use crate::cases::{Case, RIGHT_ANSWER, case, exceeds_memory, passes};
use crate::stage::{Kind, Seen};

/// All of them, but in containments without a filter.
pub fn all() -> Vec<Case> {
    let asks = |name, what: &str| case(name, format!("exec SELF act 'ask {what}'"), passes);
    vec![
        asks("keeps notes in keyrings", "keyrings"),
        asks("makes namespaces of its own", "namespaces"),
        asks("opens sockets of every family", "sockets"),
        asks("mounts", "mounts"),
        asks("asks for rings, machines and meters", "machines"),
        asks("sets clocks and starts kernels", "system"),
        asks("takes huge pages", "huge"),
        asks("signals by locks and watches", "locks"),
        asks("asks which pages are in memory", "pages"),
        asks("opens the kernel's settings", "settings"),
        asks("calls by the numbers of another processor", "foreign"),
        case(
            "forges its figures",
            "exec SELF act forge",
            |seen: &Seen| {
                let memory = 100 << 20;
                seen.is(Kind::Pass)
                    && seen.run.cpu >= Duration::from_millis(690)
                    && seen.run.peak_memory >= memory
            },
        )
        .limited(|limits| limits.memory = Some(200 << 20)),
        case(
            "raises its limits",
            "SELF act forge > /dev/null; exec SELF act 'take memory'",
            exceeds_memory,
        )
        .limited(|limits| limits.memory = Some(150 << 20)),
        case(
            "hides memory in sockets",
            "exec SELF act 'fill sockets'",
            exceeds_memory,
        )
        .limited(|limits| limits.memory = Some(60 << 20))
        .only_with_groups(),
        case(
            "hides memory in pipes",
            "exec SELF act 'fill pipes'",
            |seen: &Seen| {
                // The kernel gives an ordinary user 64 MiB, and more to root.
                seen.is(Kind::Memory) || seen.is(Kind::Pass) && seen.run.peak_memory >= 16 << 20
            },
        )
        .limited(|limits| limits.memory = Some(100 << 20))
        .only_with_groups(),
    ]
}

/// Tries what a word names; prints the right answer if nothing works, else what worked.
pub fn ask(what: &str) -> ExitCode {
    let mut worked: Vec<String> = Vec::new();
    for (name, result) in tries(what) {
        if result >= 0 {
            worked.push(format!("{name}: {result}"));
        }
    }
    match worked[..] {
        [] => println!("{RIGHT_ANSWER}"),
        _ => println!("{}", worked.join(", ")),
    }
    ExitCode::SUCCESS
}

type Tried = Vec<(String, i64)>;

#[expect(unsafe_code, reason = "a hostile program does what it likes")]
fn call(name: &str, number: libc::c_long, arguments: [i64; 6]) -> (String, i64) {
    let [a, b, c, d, e, f] = arguments;
    // SAFETY: pointers among the arguments point to what lives as long as this program, or nowhere.
    let result = unsafe { libc::syscall(number, a, b, c, d, e, f) };
    // A call that the kernel would refuse for its arguments alone was not kept from us.
    let error = std::io::Error::last_os_error().raw_os_error();
    let refusals = [
        libc::EPERM,
        libc::EACCES,
        libc::ENOSYS,
        libc::ENOLCK,
        libc::ENOMEM,
        libc::EAFNOSUPPORT,
    ];
    let is_refused = result < 0 && error.is_some_and(|error| refusals.contains(&error));
    let code = if is_refused { -1 } else { result.max(0) };
    (name.to_owned(), code)
}

#[expect(
    clippy::too_many_lines,
    reason = "a list of calls, in the order of the table"
)]
fn tries(what: &str) -> Tried {
    let text = |text: &'static std::ffi::CStr| text.as_ptr() as i64;
    let any = |name: &str, number| call(name, number, [0; 6]);
    match what {
        "keyrings" => {
            let key = |ring: i64| {
                let arguments = [text(c"user"), text(c"note"), text(c"x"), 1, ring, 0];
                call("add_key", libc::SYS_add_key, arguments)
            };
            let mut tried: Tried = (1..=8).map(|ring| key(-ring)).collect();
            // Which keyring is it, what is in it, and is there a key of this name?
            tried.push(call("session", libc::SYS_keyctl, [0, -3, 0, 0, 0, 0]));
            tried.push(call("persistent", libc::SYS_keyctl, [22, -1, -2, 0, 0, 0]));
            let asked = [text(c"user"), text(c"note"), 0, 0, 0, 0];
            tried.push(call("request_key", libc::SYS_request_key, asked));
            tried
        }
        "namespaces" => {
            let kinds = [
                0x80,
                0x2_0000,
                0x200_0000,
                0x400_0000,
                0x800_0000,
                0x1000_0000,
            ];
            let kinds = kinds
                .into_iter()
                .chain([0x2000_0000, 0x4000_0000, 0x1002_0000_i64]);
            let mut tried: Tried = kinds
                .map(|kind| call("unshare", libc::SYS_unshare, [kind, 0, 0, 0, 0, 0]))
                .collect();
            let flags = 0x1000_0000 | i64::from(libc::SIGCHLD);
            let (name, child) = call("clone", libc::SYS_clone, [flags, 0, 0, 0, 0, 0]);
            if child == 0 && name == "clone" {
                // We are the child; its father tells.
                std::process::exit(0);
            }
            tried.push((name, child));
            tried.push(any("clone3", libc::SYS_clone3));
            tried.push(call("setns", libc::SYS_setns, [0, 0x1000_0000, 0, 0, 0, 0]));
            tried
        }
        "sockets" => {
            let open = |family: i64| {
                let types = [1, 2, 3, 5];
                types.map(|kind| {
                    call(
                        &format!("family {family}"),
                        libc::SYS_socket,
                        [family, kind, 0, 0, 0, 0],
                    )
                })
            };
            let mut tried: Tried = (1..46).flat_map(open).collect();
            let mut pair = [0_i32; 2];
            let pair = &raw mut pair as i64;
            for family in [2, 10, 16, 30, 40] {
                let arguments = [family, 1, 0, pair, 0, 0];
                tried.push(call("socketpair", libc::SYS_socketpair, arguments));
            }
            tried
        }
        "mounts" => {
            let arguments = [text(c"x"), text(c"/tmp"), text(c"tmpfs"), 0, 0, 0];
            vec![
                call("mount", libc::SYS_mount, arguments),
                call(
                    "umount2",
                    libc::SYS_umount2,
                    [text(c"/proc"), 2, 0, 0, 0, 0],
                ),
                call("chroot", libc::SYS_chroot, [text(c"/tmp"), 0, 0, 0, 0, 0]),
                call(
                    "pivot_root",
                    libc::SYS_pivot_root,
                    [text(c"."), text(c"."), 0, 0, 0, 0],
                ),
                call("fsopen", libc::SYS_fsopen, [text(c"tmpfs"), 0, 0, 0, 0, 0]),
                call(
                    "open_tree",
                    libc::SYS_open_tree,
                    [-100, text(c"/"), 1, 0, 0, 0],
                ),
                any("open_by_handle_at", libc::SYS_open_by_handle_at),
                any("move_mount", libc::SYS_move_mount),
                any("mount_setattr", libc::SYS_mount_setattr),
            ]
        }
        "machines" => {
            let mut room = [0_u8; 256];
            let room = room.as_mut_ptr() as i64;
            vec![
                call("io_setup", libc::SYS_io_setup, [64, room, 0, 0, 0, 0]),
                call(
                    "io_uring_setup",
                    libc::SYS_io_uring_setup,
                    [4, room, 0, 0, 0, 0],
                ),
                any("io_uring_enter", libc::SYS_io_uring_enter),
                call("bpf", libc::SYS_bpf, [0, room, 64, 0, 0, 0]),
                call(
                    "perf_event_open",
                    libc::SYS_perf_event_open,
                    [room, 0, -1, -1, 0, 0],
                ),
                call("userfaultfd", libc::SYS_userfaultfd, [1, 0, 0, 0, 0, 0]),
                call(
                    "fanotify_init",
                    libc::SYS_fanotify_init,
                    [0x200, 0, 0, 0, 0, 0],
                ),
                call("syslog", libc::SYS_syslog, [10, 0, 0, 0, 0, 0]),
            ]
        }
        // With arguments that would do nothing.
        "system" => vec![
            any("clock_settime", libc::SYS_clock_settime),
            any("settimeofday", libc::SYS_settimeofday),
            any("adjtimex", libc::SYS_adjtimex),
            any("kexec_load", libc::SYS_kexec_load),
            any("init_module", libc::SYS_init_module),
            any("reboot", libc::SYS_reboot),
            any("swapon", libc::SYS_swapon),
            any("acct", libc::SYS_acct),
            any("sethostname", libc::SYS_sethostname),
        ],
        "huge" => {
            let flags = i64::from(libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_HUGETLB);
            vec![
                call("mmap", libc::SYS_mmap, [0, 2 << 20, 3, flags, -1, 0]),
                call(
                    "memfd_create",
                    libc::SYS_memfd_create,
                    [text(c"x"), 4, 0, 0, 0, 0],
                ),
                call("shmget", libc::SYS_shmget, [0, 2 << 20, 0o5600, 0, 0, 0]),
            ]
        }
        "locks" => {
            use std::os::fd::AsRawFd;
            let file = std::fs::File::open("/etc/passwd").expect("every system has it");
            let number = i64::from(file.as_raw_fd());
            let lock = libc::flock {
                l_type: libc::F_RDLCK as i16,
                l_whence: 0,
                l_start: 0,
                l_len: 0,
                l_pid: 0,
            };
            let lock = &raw const lock as i64;
            let mut tried = vec![
                call("flock", libc::SYS_flock, [number, 1, 0, 0, 0, 0]),
                call("inotify", libc::SYS_inotify_init1, [0; 6]),
                call("lease", libc::SYS_fcntl, [number, 1024, 0, 0, 0, 0]),
            ];
            for command in [5, 6, 36, 37] {
                tried.push(call(
                    "fcntl",
                    libc::SYS_fcntl,
                    [number, command, lock, 0, 0, 0],
                ));
            }
            tried
        }
        "pages" => {
            use std::os::fd::AsRawFd;
            let file = std::fs::File::open("/proc/self/exe").expect("every program has it");
            let number = i64::from(file.as_raw_fd());
            let mut room = [0_u8; 64];
            let room = room.as_mut_ptr();
            let part = libc::iovec {
                iov_base: room.cast(),
                iov_len: 64,
            };
            let (room, part) = (room as i64, &raw const part as i64);
            vec![
                call(
                    "mincore",
                    libc::SYS_mincore,
                    [room & !4095, 4096, room, 0, 0, 0],
                ),
                call("cachestat", 451, [number, room, room, 0, 0, 0]),
                call("preadv2", libc::SYS_preadv2, [number, part, 1, 0, 0, 8]),
            ]
        }
        // Opening tells; nothing is written.
        "settings" => {
            let files = [
                "/proc/sys/kernel/core_pattern",
                "/proc/sys/kernel/modprobe",
                "/proc/sys/vm/drop_caches",
                "/proc/sysrq-trigger",
                "/proc/self/oom_score_adj",
                "/sys/kernel/uevent_helper",
            ];
            let can_write = |file: &&str| std::fs::File::options().write(true).open(file).is_ok();
            // Without a `/proc` of its own a process may change what concerns itself.
            let files = files.into_iter().filter(can_write);
            let files = files.filter(|f| *f != "/proc/self/oom_score_adj" || reads_only_own());
            files.map(|file| (file.to_owned(), 0)).collect()
        }
        "foreign" => foreign(),
        _ => vec![("nothing of that name".to_owned(), 0)],
    }
}

fn reads_only_own() -> bool {
    std::fs::read_to_string("/proc/1/comm").is_ok_and(|name| name.contains("hostile"))
}

/// `keyctl` and `getpid` by the numbers of 32 bits.
#[cfg(target_arch = "x86_64")]
fn foreign() -> Tried {
    let x32 = |number: libc::c_long| call("x32", number | 0x4000_0000, [0; 6]);
    vec![x32(libc::SYS_getpid), x32(libc::SYS_keyctl)]
}

#[cfg(not(target_arch = "x86_64"))]
fn foreign() -> Tried {
    Vec::new()
}

/// Resets its counters and raises its limits wherever a group can be found, in every way that a
/// program has, then burns 700 ms and fills 110 MiB.
pub fn forge() -> ExitCode {
    for kinds in [0x1202_0000, 0x1002_0000, 0x1000_0000, 0x2_0000] {
        let _ = call("unshare", libc::SYS_unshare, [kinds, 0, 0, 0, 0, 0]);
    }
    for (kind, options) in [
        (c"cgroup", c"memory"),
        (c"cgroup", c"cpuacct"),
        (c"cgroup2", c""),
    ] {
        let (kind, place) = (kind.as_ptr() as i64, c"/tmp".as_ptr() as i64);
        let arguments = [kind, place, kind, 0, options.as_ptr() as i64, 0];
        let _ = call("mount", libc::SYS_mount, arguments);
    }
    let meddle = "find /tmp /sys/fs/cgroup -maxdepth 6 \\( -name memory.max_usage_in_bytes -o -name cpuacct.usage \
         -o -name memory.limit_in_bytes -o -name memory.max -o -name memory.peak -o -name pids.max \\) 2>&- | \
         grep hostile-\\\\\\|contained- | while read f; do case $f in \
         *limit_in_bytes) echo 9000000000 > $f;; *.max) echo max > $f;; *) echo 0 > $f;; esac; done 2>&-";
    let meddle = || {
        let mut shell = std::process::Command::new("sh");
        let _ = shell.args(["-c", meddle]).status();
    };
    meddle();
    let taken: Vec<u8> = vec![1; 110 << 20];
    crate::acts::burn(Duration::from_millis(700));
    std::hint::black_box(&taken);
    drop(taken);
    meddle();
    println!("{RIGHT_ANSWER}");
    ExitCode::SUCCESS
}

/// Fills the buffers of as many sockets or pipes as it can have.
pub fn fill(what: &str) -> ExitCode {
    use std::io::Write;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;

    let part = vec![1; 64 << 10];
    let mut kept: Vec<OwnedFd> = Vec::new();
    for _ in 0..480 {
        if what == "pipes" {
            let Ok((reader, mut writer)) = std::io::pipe() else {
                break;
            };
            let _ = nix::fcntl::fcntl(
                &writer,
                nix::fcntl::FcntlArg::F_SETFL(nix::fcntl::OFlag::O_NONBLOCK),
            );
            while writer.write(&part).is_ok() {}
            kept.extend([reader.into(), writer.into()]);
        } else {
            let Ok(pair) = UnixStream::pair() else { break };
            for mut end in [&pair.0, &pair.1] {
                let _ = end.set_nonblocking(true);
                while end.write(&part).is_ok() {}
            }
            kept.extend([pair.0.into(), pair.1.into()]);
        }
    }
    println!("{RIGHT_ANSWER}");
    ExitCode::SUCCESS
}
