//! The filter: which system calls are refused, and about which the keeper is asked.
//!
//! It is a program for the kernel's packet filter machine, which sees the number of a call and its
//! arguments, but not what pointers point to. Calls that name a process are for the keeper to judge;
//! those that could reach one behind a pointer or a file are refused. So are calls by the numbers of other
//! processors: a program of 32 bits finds no system there.

use nix::libc;

/// What a call gets.
#[derive(Clone, Copy)]
enum Answer {
    /// This error.
    Refused(i32),
    /// Whatever the keeper says.
    Asked,
}

/// When a rule is about a call: an argument, by its lower half.
#[derive(Clone, Copy)]
enum When {
    Always,
    /// The argument is not this one.
    Not(u32, u32),
    /// The argument is this one.
    Is(u32, u32),
}

struct Rule(libc::c_long, When, Answer);

#[cfg(target_arch = "x86_64")]
const PROCESSOR: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const PROCESSOR: u32 = 0xc000_00b7;
/// Calls from this number on are those of x32.
#[cfg(target_arch = "x86_64")]
const FOREIGN: u32 = 0x4000_0000;

const FIOSETOWN: u32 = 0x8901;
const SIOCSPGRP: u32 = 0x8902;

/// The rules. `network` is whether sockets can be had: files of theirs lead to services of the same user,
/// which start programs where nobody measures them.
fn rules(network: bool) -> Vec<Rule> {
    use Answer::{Asked, Refused};
    use When::{Always, Is, Not};

    let own = Not(0, 0);
    let mut rules = vec![
        Rule(libc::SYS_kill, own, Asked),
        Rule(libc::SYS_tkill, Always, Asked),
        Rule(libc::SYS_tgkill, Always, Asked),
        Rule(libc::SYS_rt_sigqueueinfo, Always, Asked),
        Rule(libc::SYS_rt_tgsigqueueinfo, Always, Asked),
        Rule(libc::SYS_pidfd_open, Always, Asked),
        Rule(libc::SYS_prlimit64, own, Asked),
        Rule(libc::SYS_sched_setaffinity, own, Asked),
        Rule(libc::SYS_sched_setparam, own, Asked),
        Rule(libc::SYS_sched_setscheduler, own, Asked),
        Rule(libc::SYS_sched_setattr, own, Asked),
        Rule(libc::SYS_setpriority, Always, Asked),
        Rule(libc::SYS_ioprio_set, Always, Asked),
        Rule(libc::SYS_ptrace, own, Asked),
        Rule(libc::SYS_process_vm_readv, Always, Asked),
        Rule(libc::SYS_process_vm_writev, Always, Asked),
        // A folder of /proc serves as the file that it wants. Programs know systems without this call.
        Rule(libc::SYS_pidfd_send_signal, Always, Refused(libc::ENOSYS)),
        // Its operations are calls that no filter sees.
        Rule(libc::SYS_io_uring_setup, Always, Refused(libc::ENOSYS)),
    ];
    // Whom a file shall signal when something happens to it, and words typed for someone at a terminal.
    for command in [libc::F_SETOWN as u32, 15] {
        rules.push(Rule(libc::SYS_fcntl, Is(1, command), Refused(libc::EPERM)));
    }
    for command in [FIOSETOWN, SIOCSPGRP, libc::TIOCSTI as u32] {
        rules.push(Rule(libc::SYS_ioctl, Is(1, command), Refused(libc::EPERM)));
    }
    // What these make stays when the program is gone, for the next run to find.
    for call in [
        libc::SYS_shmget,
        libc::SYS_msgget,
        libc::SYS_semget,
        libc::SYS_mq_open,
    ] {
        rules.push(Rule(call, Always, Refused(libc::EACCES)));
    }
    if !network {
        rules.push(Rule(libc::SYS_socket, Always, Refused(libc::EACCES)));
    }
    rules
}

/// The filter as the kernel wants it.
pub fn program(network: bool) -> Vec<libc::sock_filter> {
    let numbers = std::mem::offset_of!(libc::seccomp_data, nr) as u32;
    let processor = std::mem::offset_of!(libc::seccomp_data, arch) as u32;
    let arguments = std::mem::offset_of!(libc::seccomp_data, args) as u32;
    let nowhere = ret(refusal(libc::ENOSYS));
    let mut program = vec![load(processor), equal(PROCESSOR, 1, 0), nowhere];
    program.push(load(numbers));
    #[cfg(target_arch = "x86_64")]
    program.extend([at_least(FOREIGN, 0, 1), nowhere]);
    for Rule(number, when, answer) in rules(network) {
        let answer = ret(match answer {
            Answer::Refused(error) => refusal(error),
            Answer::Asked => libc::SECCOMP_RET_USER_NOTIF,
        });
        let number = number as u32;
        match when {
            When::Always => program.extend([equal(number, 0, 1), answer]),
            When::Is(argument, value) | When::Not(argument, value) => {
                let (then, other) = if matches!(when, When::Is(..)) {
                    (0, 1)
                } else {
                    (1, 0)
                };
                program.extend([
                    equal(number, 0, 4),
                    // Both processors keep the lower half first.
                    load(arguments + 8 * argument),
                    equal(value, then, other),
                    answer,
                    load(numbers),
                ]);
            }
        }
    }
    program.push(ret(libc::SECCOMP_RET_ALLOW));
    program
}

fn refusal(error: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | error as u32
}

fn load(offset: u32) -> libc::sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, offset)
}

fn equal(value: u32, then: u8, other: u8) -> libc::sock_filter {
    instruction(
        libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K,
        then,
        other,
        value,
    )
}

#[cfg(target_arch = "x86_64")]
fn at_least(value: u32, then: u8, other: u8) -> libc::sock_filter {
    instruction(
        libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K,
        then,
        other,
        value,
    )
}

fn ret(value: u32) -> libc::sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, value)
}

fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> libc::sock_filter {
    let code = code as u16;
    libc::sock_filter { code, jt, jf, k }
}
