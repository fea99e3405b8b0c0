//! Which system calls are refused, about which the keeper is asked, and why.

use std::fmt::Write;

use nix::libc;

use crate::policy::{Setup, User};

/// What a call gets.
#[derive(Clone, Copy, Debug)]
pub enum Answer {
    /// This error.
    Refused(i32),
    /// As the keeper decides.
    Asked,
}

/// When a rule applies to a call, by the lower half of an argument.
#[derive(Clone, Copy, Debug)]
pub enum When {
    Always,
    /// The argument is this one.
    Is(u32, u32),
    /// The argument is not this one.
    Not(u32, u32),
    /// The argument has one of these bits.
    Has(u32, u32),
    /// The argument is none of these.
    NoneOf(u32, &'static [u32]),
    /// The first argument is this one, and the second a pointer that leads somewhere.
    IsAndGives(u32, u32, u32),
}

/// In which runs rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    All,
    WithoutNetwork,
    WithNetwork,
    WithNamespaces,
    WithoutNamespaces,
    /// Without namespaces, as the caller, who owns more files than the scratch folder.
    AsCaller,
}

/// A rule about a call.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    pub call: libc::c_long,
    pub when: When,
    pub answer: Answer,
}

/// Rules with one reason.
struct Entry {
    what: &'static str,
    why: &'static str,
    scope: Scope,
    answer: Answer,
    calls: &'static [(libc::c_long, When)],
}

use Answer::{Asked, Refused};
use Scope::{All, AsCaller, WithNamespaces, WithNetwork, WithoutNamespaces, WithoutNetwork};
use When::{Always, Has, Is, IsAndGives, NoneOf, Not};

/// Not about the caller itself.
const OTHERS: When = Not(0, 0);
const NAMESPACES: u32 = 0x7e02_0080;
/// The same without the bit that is part of a signal's number in `clone`.
const CLONE_NAMESPACES: u32 = 0x7e02_0000;
// The C libraries disagree about the type of this one.
const RLIMIT_CORE: u32 = 4;
const MAP_HUGETLB: u32 = 0x4_0000;
const MFD_HUGETLB: u32 = 4;
const SHM_HUGETLB: u32 = 0o4000;
const RWF_NOWAIT: u32 = 8;
const F_NOTIFY: u32 = 1026;
const F_SETLEASE: u32 = 1024;
const F_GET_RW_HINT: u32 = 1035;
const F_SET_RW_HINT: u32 = 1036;
const F_GET_FILE_RW_HINT: u32 = 1037;
const F_SET_FILE_RW_HINT: u32 = 1038;
const F_SETDELEG: u32 = 1040;
const FS_IOC_SETFLAGS: u32 = 0x4008_6602;
const FS_IOC_SETVERSION: u32 = 0x4008_7602;
const FS_IOC_FSSETXATTR: u32 = 0x401c_5820;
const FS_IOC_ENABLE_VERITY: u32 = 0x4080_6685;
const FIOSETOWN: u32 = 0x8901;
const SIOCSPGRP: u32 = 0x8902;
/// Calls that our library has no names for.
const CACHESTAT: libc::c_long = 451;
const FCHMODAT2: libc::c_long = 452;
const SETXATTRAT: libc::c_long = 463;
const REMOVEXATTRAT: libc::c_long = 466;
const OPEN_TREE_ATTR: libc::c_long = 467;
const FILE_SETATTR: libc::c_long = 469;
// For ARM64 it is missing beside musl.
#[cfg(target_arch = "aarch64")]
const KEXEC_FILE_LOAD: libc::c_long = 294;
#[cfg(not(target_arch = "aarch64"))]
const KEXEC_FILE_LOAD: libc::c_long = libc::SYS_kexec_file_load;

const TABLE: &[Entry] = &[
    Entry {
        what: "keyrings",
        why: "keys outlive the program, and tell the next run what this one found",
        scope: All,
        answer: Refused(libc::EPERM),
        calls: &[
            (libc::SYS_add_key, Always),
            (libc::SYS_request_key, Always),
            (libc::SYS_keyctl, Always),
        ],
    },
    Entry {
        what: "namespaces",
        why: "in one of its own a program has every privilege, and most holes of kernels begin there",
        scope: All,
        answer: Refused(libc::EPERM),
        calls: &[
            (libc::SYS_unshare, Has(0, NAMESPACES)),
            (libc::SYS_setns, Always),
            (libc::SYS_clone, Has(0, CLONE_NAMESPACES)),
        ],
    },
    Entry {
        what: "`clone3`",
        why: "its flags lie behind a pointer; C libraries then use `clone`",
        scope: All,
        answer: Refused(libc::ENOSYS),
        calls: &[(libc::SYS_clone3, Always)],
    },
    Entry {
        what: "mounts",
        why: "would change the view of the files",
        scope: All,
        answer: Refused(libc::EPERM),
        calls: &[
            (libc::SYS_mount, Always),
            (libc::SYS_umount2, Always),
            (libc::SYS_pivot_root, Always),
            (libc::SYS_chroot, Always),
            (libc::SYS_move_mount, Always),
            (libc::SYS_open_tree, Always),
            (OPEN_TREE_ATTR, Always),
            (libc::SYS_fsopen, Always),
            (libc::SYS_fsconfig, Always),
            (libc::SYS_fsmount, Always),
            (libc::SYS_fspick, Always),
            (libc::SYS_mount_setattr, Always),
            (libc::SYS_open_by_handle_at, Always),
        ],
    },
    Entry {
        what: "sockets",
        why: "lead to other machines, to the host of a virtual one and to services; memory in their \
              buffers is counted nowhere",
        scope: WithoutNetwork,
        answer: Refused(libc::EACCES),
        calls: &[(libc::SYS_socket, Always)],
    },
    Entry {
        what: "sockets of other families",
        why: "the same, where the network is allowed: only Unix, IPv4, IPv6 and what asks for addresses",
        scope: WithNetwork,
        answer: Refused(libc::EAFNOSUPPORT),
        calls: &[(libc::SYS_socket, NoneOf(0, &[1, 2, 10, 16]))],
    },
    Entry {
        what: "pairs of sockets other than Unix's",
        why: "the same",
        scope: All,
        answer: Refused(libc::EAFNOSUPPORT),
        calls: &[(libc::SYS_socketpair, NoneOf(0, &[1]))],
    },
    Entry {
        what: "`io_uring`",
        why: "its operations are calls that no filter sees",
        scope: All,
        answer: Refused(libc::ENOSYS),
        calls: &[
            (libc::SYS_io_uring_setup, Always),
            (libc::SYS_io_uring_enter, Always),
            (libc::SYS_io_uring_register, Always),
        ],
    },
    Entry {
        what: "asynchronous reading (`io_setup`)",
        why: "its supply is shared by the whole machine, and a program could use it up",
        scope: All,
        answer: Refused(libc::ENOSYS),
        calls: &[(libc::SYS_io_setup, Always)],
    },
    Entry {
        what: "huge pages",
        why: "are not counted as memory",
        scope: All,
        answer: Refused(libc::ENOMEM),
        calls: &[
            (libc::SYS_mmap, Has(3, MAP_HUGETLB)),
            (libc::SYS_memfd_create, Has(1, MFD_HUGETLB)),
            (libc::SYS_shmget, Has(2, SHM_HUGETLB)),
        ],
    },
    Entry {
        what: "the kernel's virtual machine, counters and watchers",
        why: "large and young parts of the kernel that no contained program needs; counters see other programs",
        scope: All,
        answer: Refused(libc::EPERM),
        calls: &[
            (libc::SYS_bpf, Always),
            (libc::SYS_perf_event_open, Always),
            (libc::SYS_userfaultfd, Always),
            (libc::SYS_fanotify_init, Always),
            (libc::SYS_syslog, Always),
        ],
    },
    Entry {
        what: "the machine itself",
        why: "clocks, modules, other kernels, swap, accounting, names: root's alone, refused once more",
        scope: All,
        answer: Refused(libc::EPERM),
        calls: &[
            (libc::SYS_settimeofday, Always),
            (libc::SYS_clock_settime, Always),
            (libc::SYS_adjtimex, Always),
            (libc::SYS_clock_adjtime, Always),
            (libc::SYS_kexec_load, Always),
            (KEXEC_FILE_LOAD, Always),
            (libc::SYS_init_module, Always),
            (libc::SYS_finit_module, Always),
            (libc::SYS_delete_module, Always),
            (libc::SYS_reboot, Always),
            (libc::SYS_swapon, Always),
            (libc::SYS_swapoff, Always),
            (libc::SYS_acct, Always),
            (libc::SYS_quotactl, Always),
            (libc::SYS_sethostname, Always),
            (libc::SYS_setdomainname, Always),
            (libc::SYS_vhangup, Always),
        ],
    },
    Entry {
        what: "locks on files",
        why: "programs at the same time see the same files of the system, and would signal to each other",
        scope: All,
        answer: Refused(libc::ENOLCK),
        calls: &[
            (libc::SYS_flock, Always),
            (libc::SYS_fcntl, Is(1, libc::F_GETLK as u32)),
            (libc::SYS_fcntl, Is(1, libc::F_SETLK as u32)),
            (libc::SYS_fcntl, Is(1, libc::F_SETLKW as u32)),
            (libc::SYS_fcntl, Is(1, libc::F_OFD_GETLK as u32)),
            (libc::SYS_fcntl, Is(1, libc::F_OFD_SETLK as u32)),
            (libc::SYS_fcntl, Is(1, libc::F_OFD_SETLKW as u32)),
            (libc::SYS_fcntl, Is(1, F_SETLEASE)),
            (libc::SYS_fcntl, Is(1, F_SETDELEG)),
        ],
    },
    Entry {
        what: "watching files",
        why: "the same, by who opens what",
        scope: All,
        answer: Refused(libc::ENOSYS),
        calls: &[
            (libc::SYS_inotify_init1, Always),
            (libc::SYS_fcntl, Is(1, F_NOTIFY)),
        ],
    },
    Entry {
        what: "hints on files",
        why: "the kernel remembers them with the file, also where it cannot be written: a note for the next run",
        scope: All,
        answer: Refused(libc::EPERM),
        calls: &[
            (libc::SYS_fcntl, Is(1, F_GET_RW_HINT)),
            (libc::SYS_fcntl, Is(1, F_SET_RW_HINT)),
            (libc::SYS_fcntl, Is(1, F_GET_FILE_RW_HINT)),
            (libc::SYS_fcntl, Is(1, F_SET_FILE_RW_HINT)),
        ],
    },
    Entry {
        what: "which pages of a file are in memory",
        why: "tells which an earlier run has read; without these calls it has to be guessed from times",
        scope: All,
        answer: Refused(libc::ENOSYS),
        calls: &[
            (libc::SYS_mincore, Always),
            (CACHESTAT, Always),
            (libc::SYS_preadv2, Has(5, RWF_NOWAIT)),
        ],
    },
    Entry {
        what: "input typed into a terminal",
        why: "a shell would run it",
        scope: All,
        answer: Refused(libc::EPERM),
        calls: &[(libc::SYS_ioctl, Is(1, libc::TIOCSTI as u32))],
    },
    Entry {
        what: "the limit on core dumps",
        why: "it is one byte, so that the kernel hands the memory of a crash to no service outside; at zero \
              it would",
        scope: All,
        answer: Refused(libc::EPERM),
        calls: &[
            (libc::SYS_setrlimit, Is(0, RLIMIT_CORE)),
            (libc::SYS_prlimit64, IsAndGives(1, RLIMIT_CORE, 2)),
        ],
    },
    Entry {
        what: "limits of other processes",
        why: "for the kernel the first process of the namespace is the same user, and would die of limits; then the \
              run would seem to be our fault",
        scope: WithNamespaces,
        answer: Refused(libc::EPERM),
        calls: &[(libc::SYS_prlimit64, OTHERS)],
    },
    Entry {
        what: "calls that name a process",
        why: "the keeper allows them for the program's own processes only",
        scope: WithoutNamespaces,
        answer: Asked,
        calls: &[
            (libc::SYS_kill, OTHERS),
            (libc::SYS_tkill, Always),
            (libc::SYS_tgkill, Always),
            (libc::SYS_rt_sigqueueinfo, Always),
            (libc::SYS_rt_tgsigqueueinfo, Always),
            (libc::SYS_pidfd_open, Always),
            (libc::SYS_prlimit64, OTHERS),
            (libc::SYS_sched_setaffinity, OTHERS),
            (libc::SYS_sched_setparam, OTHERS),
            (libc::SYS_sched_setscheduler, OTHERS),
            (libc::SYS_sched_setattr, OTHERS),
            (libc::SYS_setpriority, Always),
            (libc::SYS_ioprio_set, Always),
            (libc::SYS_ptrace, OTHERS),
            (libc::SYS_process_vm_readv, Always),
            (libc::SYS_process_vm_writev, Always),
            (libc::SYS_migrate_pages, OTHERS),
            (libc::SYS_move_pages, OTHERS),
        ],
    },
    Entry {
        what: "signals through files",
        why: "a folder of `/proc` or a file can stand for a process; whom it is about cannot be seen",
        scope: WithoutNamespaces,
        answer: Refused(libc::EPERM),
        calls: &[
            (libc::SYS_fcntl, Is(1, libc::F_SETOWN as u32)),
            (libc::SYS_fcntl, Is(1, 15)),
            (libc::SYS_ioctl, Is(1, FIOSETOWN)),
            (libc::SYS_ioctl, Is(1, SIOCSPGRP)),
        ],
    },
    Entry {
        what: "`pidfd_send_signal`",
        why: "the same; programs know systems without this call",
        scope: WithoutNamespaces,
        answer: Refused(libc::ENOSYS),
        calls: &[(libc::SYS_pidfd_send_signal, Always)],
    },
    Entry {
        what: "rights, owners, times and attributes of files",
        why: "Landlock does not keep a program from changing them, on any file of the user who runs it",
        scope: AsCaller,
        answer: Refused(libc::EPERM),
        calls: &[
            (libc::SYS_fchmodat, Always),
            (FCHMODAT2, Always),
            (libc::SYS_fchmod, Always),
            (libc::SYS_fchownat, Always),
            (libc::SYS_fchown, Always),
            (libc::SYS_utimensat, Always),
            (libc::SYS_setxattr, Always),
            (libc::SYS_lsetxattr, Always),
            (libc::SYS_fsetxattr, Always),
            (SETXATTRAT, Always),
            (libc::SYS_removexattr, Always),
            (libc::SYS_lremovexattr, Always),
            (libc::SYS_fremovexattr, Always),
            (REMOVEXATTRAT, Always),
            (FILE_SETATTR, Always),
            (libc::SYS_ioctl, Is(1, FS_IOC_SETFLAGS)),
            (libc::SYS_ioctl, Is(1, FS_IOC_SETVERSION)),
            (libc::SYS_ioctl, Is(1, FS_IOC_FSSETXATTR)),
            (libc::SYS_ioctl, Is(1, FS_IOC_ENABLE_VERITY)),
        ],
    },
    Entry {
        what: "shared memory and queues with names",
        why: "they stay when the program is gone, for the next run to find",
        scope: WithoutNamespaces,
        answer: Refused(libc::EACCES),
        calls: &[
            (libc::SYS_shmget, Always),
            (libc::SYS_msgget, Always),
            (libc::SYS_semget, Always),
            (libc::SYS_mq_open, Always),
        ],
    },
];

/// Calls that one processor has and others do not, each like another that all have.
#[cfg(target_arch = "x86_64")]
const SYNONYMS: [(libc::c_long, libc::c_long); 9] = [
    (libc::SYS_inotify_init, libc::SYS_inotify_init1),
    (libc::SYS_chmod, libc::SYS_fchmodat),
    (libc::SYS_chown, libc::SYS_fchownat),
    (libc::SYS_lchown, libc::SYS_fchownat),
    (libc::SYS_utime, libc::SYS_utimensat),
    (libc::SYS_utimes, libc::SYS_utimensat),
    (libc::SYS_futimesat, libc::SYS_utimensat),
    (libc::SYS_iopl, libc::SYS_reboot),
    (libc::SYS_ioperm, libc::SYS_reboot),
];
#[cfg(not(target_arch = "x86_64"))]
const SYNONYMS: [(libc::c_long, libc::c_long); 0] = [];

/// The rules for a run, in the order in which they are looked at.
pub fn rules(setup: &Setup) -> Vec<Rule> {
    let holds = |entry: &&Entry| match entry.scope {
        All => true,
        WithoutNetwork => !setup.network,
        WithNetwork => setup.network,
        WithNamespaces => setup.is_apart(),
        WithoutNamespaces => !setup.is_apart(),
        AsCaller => !setup.is_apart() && setup.user == User::Caller,
    };
    let mut rules = Vec::new();
    for entry in TABLE.iter().filter(holds) {
        let answer = entry.answer;
        for &(call, when) in entry.calls {
            rules.push(Rule { call, when, answer });
            let same = SYNONYMS.iter().filter(|(_, other)| *other == call);
            rules.extend(same.map(|&(call, _)| Rule { call, when, answer }));
        }
    }
    rules
}

/// The table, for documents.
pub fn markdown() -> String {
    let mut text = "| Refused | Because | Where |\n|---|---|---|\n".to_owned();
    for entry in TABLE {
        let place = match entry.scope {
            All => "everywhere",
            WithoutNetwork => "where the network is closed",
            WithNetwork => "where the network is open",
            WithNamespaces => "in namespaces",
            WithoutNamespaces => "without namespaces",
            AsCaller => "without namespaces, as the caller",
        };
        let (what, why) = (entry.what, entry.why);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {what} | {why} | {place} |");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{TABLE, markdown};

    #[test]
    fn the_readme_has_the_table() {
        let readme = include_str!("../../README.md");
        assert!(
            readme.contains(&markdown()),
            "put this into README.md:\n{}",
            markdown()
        );
    }

    #[test]
    fn no_two_entries_are_about_the_same() {
        for (index, entry) in TABLE.iter().enumerate() {
            assert!(TABLE[..index].iter().all(|other| other.what != entry.what));
            assert!(!entry.calls.is_empty());
        }
    }
}
