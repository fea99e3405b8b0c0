//! The first process of a run's PID namespace: starts the program, waits for everything that
//! becomes its child, and tells the keeper. It decides nothing, and the program may not look into
//! it.
//!
//! Without a namespace it does the same as the process that adopts orphans.

use std::fs::File;
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::sys::time::TimeValLike;
use nix::sys::wait::{WaitStatus, wait};
use nix::unistd::Pid;

use crate::exec::{self, Orders, tell};
use crate::fork;
use crate::policy::Failure;
use crate::wire::{self, Ended, Report};

/// Runs the program that the orders name.
pub fn init(orders: &Orders, reports: &File) -> u8 {
    let is_first = orders.request.setup.is_apart();
    #[cfg(target_os = "linux")]
    {
        let _ = nix::sys::prctl::set_dumpable(false);
        if is_first {
            // With the keeper, everything in the namespace ends.
            let _ = nix::sys::prctl::set_pdeathsig(Signal::SIGKILL);
        } else {
            let _ = nix::sys::prctl::set_child_subreaper(true);
        }
    }
    let child = match fork::copy(|| exec::exec(orders, reports)) {
        Ok(child) => child,
        Err(error) => {
            tell(reports, &Report::Failed(Failure::other(error)));
            return 1;
        }
    };
    let mut has_ended = false;
    loop {
        let (process, how) = match wait() {
            Ok(WaitStatus::Exited(process, code)) => (process, Ended::Exited(code)),
            Ok(WaitStatus::Signaled(process, signal, _)) => {
                (process, Ended::Signalled(signal as i32))
            }
            Err(Errno::ECHILD) => break,
            // A signal that has no name here ended something; if it was the program, it is gone.
            Err(Errno::EINVAL) if kill(child, None) == Err(Errno::ESRCH) => {
                (child, Ended::Signalled(0))
            }
            Ok(_) | Err(_) => continue,
        };
        if process == child && !has_ended {
            has_ended = true;
            tell(reports, &Report::End(how, wire::now(), unread()));
            if is_first {
                // Everything in the namespace but this process.
                let _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
            }
        }
    }
    let (cpu, largest) = usage();
    tell(reports, &Report::Gone(cpu, largest));
    0
}

/// How much of the program's output nobody has read yet, and when that was. Later output is not the
/// program's.
fn unread() -> (Duration, u64) {
    use nix::libc;

    let mut count: libc::c_int = 0;
    #[expect(unsafe_code, reason = "the system's library has no other way")]
    // SAFETY: the kernel writes one number.
    let asked = unsafe { libc::ioctl(1, libc::FIONREAD, &raw mut count) };
    let unread = match asked {
        0 => u64::try_from(count).unwrap_or(0),
        // If this fails, assume as much as a pipe can hold.
        _ => 1 << 20,
    };
    // The time is taken afterwards: what is read in between may count twice, but nothing is lost.
    (wire::now(), unread)
}

/// Processor time of all processes waited for, and the peak memory of the largest.
pub fn usage() -> (Duration, u64) {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
        return (Duration::ZERO, 0);
    };
    let times = [usage.user_time(), usage.system_time()];
    let microseconds: i64 = times.iter().map(TimeValLike::num_microseconds).sum();
    // Linux counts in KiB, macOS in bytes.
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    let largest = u64::try_from(usage.max_rss()).unwrap_or(0) * unit;
    let cpu = Duration::from_micros(u64::try_from(microseconds).unwrap_or(0));
    (cpu, largest)
}
