//! The calls about which the kernel asks the keeper, if no PID namespace isolates the program.
//!
//! Where a call names a process, the keeper looks whether that process is below the first process
//! of the run. Numbers are in registers and cannot change between the look and the call. If the
//! process ended in between, its number could belong to another one, but only after the kernel has
//! used all other numbers.

use std::os::fd::{AsRawFd, OwnedFd};

use nix::libc;

use crate::tree;

/// Answers one question of the kernel, which must be waiting. `first` is the first process of the
/// run.
pub(crate) fn answer(listener: &OwnedFd, first: u32) {
    #[expect(unsafe_code, reason = "the kernel fills plain numbers in")]
    // SAFETY: a question is a structure of numbers, for which zeros are valid, and which the kernel
    // wants.
    let (asked, question) = unsafe {
        let mut question: libc::seccomp_notif = std::mem::zeroed();
        let asked = libc::ioctl(
            listener.as_raw_fd(),
            libc::SECCOMP_IOCTL_NOTIF_RECV,
            &raw mut question,
        );
        (asked, question)
    };
    // The caller may be gone.
    if asked < 0 {
        return;
    }
    let call = i64::from(question.data.nr);
    let is_allowed = target(call, question.data.args).is_within(first);
    let answer = libc::seccomp_notif_resp {
        id: question.id,
        val: 0,
        error: if is_allowed { 0 } else { -libc::EPERM },
        flags: if is_allowed {
            libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32
        } else {
            0
        },
    };
    #[expect(unsafe_code, reason = "there is no other way to answer")]
    // SAFETY: the kernel reads the answer, and nothing else.
    unsafe {
        libc::ioctl(
            listener.as_raw_fd(),
            libc::SECCOMP_IOCTL_NOTIF_SEND,
            &raw const answer,
        );
    }
}

/// Whom a call is about.
#[derive(Debug, PartialEq, Eq)]
enum Target {
    /// The caller, or the caller's group.
    Caller,
    Process(u32),
    Group(u32),
    /// Every process that the user may signal.
    Everyone,
}

/// The targets of a call, by its number and arguments.
fn target(call: libc::c_long, arguments: [u64; 6]) -> Target {
    let process = |argument: usize| match arguments[argument] as i32 {
        0 => Target::Caller,
        number if number > 0 => Target::Process(number as u32),
        _ => Target::Everyone,
    };
    match call {
        libc::SYS_kill => match arguments[0] as i32 {
            -1 => Target::Everyone,
            number if number < 0 => Target::Group(number.unsigned_abs()),
            _ => process(0),
        },
        libc::SYS_ptrace => process(1),
        // Processes, groups, users: counted from 0 and from 1.
        libc::SYS_setpriority | libc::SYS_ioprio_set => {
            let first = u64::from(call == libc::SYS_ioprio_set);
            match (arguments[0].checked_sub(first), process(1)) {
                (Some(0 | 1), Target::Caller) => Target::Caller,
                (Some(0), other) => other,
                (Some(1), Target::Process(number)) => Target::Group(number),
                _ => Target::Everyone,
            }
        }
        _ => process(0),
    }
}

impl Target {
    /// Whether the target is below this process, and not itself.
    fn is_within(&self, first: u32) -> bool {
        match self {
            Self::Caller => true,
            Self::Process(process) => is_below(*process, first),
            // A group lies in one session, and no session of a run has others in it. Its first
            // member may be gone.
            Self::Group(group) => tree::descendants(first)
                .into_iter()
                .any(|process| tree::group(process) == Some(*group)),
            Self::Everyone => false,
        }
    }
}

fn is_below(process: u32, first: u32) -> bool {
    let mut above = tree::parent(process);
    while let Some(parent) = above.filter(|&parent| parent > 1) {
        if parent == first {
            return true;
        }
        above = tree::parent(parent);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{Target, is_below, libc, target};

    #[test]
    fn a_call_is_about_whom_its_numbers_name() {
        let of =
            |call, first: i64, second: i64| target(call, [first as u64, second as u64, 0, 0, 0, 0]);
        assert_eq!(of(libc::SYS_kill, -1, 9), Target::Everyone);
        // The kernel looks at the lower half.
        assert_eq!(of(libc::SYS_kill, 0xffff_ffff, 9), Target::Everyone);
        assert_eq!(of(libc::SYS_kill, -70, 9), Target::Group(70));
        assert_eq!(of(libc::SYS_kill, 70, 9), Target::Process(70));
        assert_eq!(of(libc::SYS_tgkill, 70, 71), Target::Process(70));
        assert_eq!(of(libc::SYS_ptrace, 16, 70), Target::Process(70));
        assert_eq!(of(libc::SYS_setpriority, 0, 70), Target::Process(70));
        assert_eq!(of(libc::SYS_setpriority, 1, 70), Target::Group(70));
        assert_eq!(of(libc::SYS_setpriority, 2, 0), Target::Everyone);
        assert_eq!(of(libc::SYS_setpriority, 0, 0), Target::Caller);
        assert_eq!(of(libc::SYS_ioprio_set, 1, 0), Target::Caller);
        assert_eq!(of(libc::SYS_ioprio_set, 3, 70), Target::Everyone);
    }

    #[test]
    fn what_is_above_is_not_below() {
        let own = std::process::id();
        let above = nix::unistd::getppid().as_raw() as u32;
        assert!(!is_below(own, own));
        assert!(!is_below(above, own));
        assert!(!is_below(1, own));
        assert!(above <= 1 || is_below(own, above));
    }
}
