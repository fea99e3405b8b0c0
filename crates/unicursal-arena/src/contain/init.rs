//! The first process of a run's PID namespace: starts the program, waits for everything that becomes
//! its child, and tells the keeper. It decides nothing, and the program may not look into it.
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

use super::exec::{self, Orders, tell};
use super::wire::{self, Report};
use super::{Ended, Failure, fork};

/// Runs the program that the orders name.
pub fn init(orders: &Orders, reports: &File) -> u8 {
    let is_first = orders.setup.processes;
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
            let why = error.to_string();
            tell(reports, &Report::Failed(Failure { means: None, why }));
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
            // A signal without a name here ended something; if it was the program, it is gone.
            Err(Errno::EINVAL) if kill(child, None) == Err(Errno::ESRCH) => {
                (child, Ended::Signalled(0))
            }
            Ok(_) | Err(_) => continue,
        };
        if process == child && !has_ended {
            has_ended = true;
            tell(reports, &Report::End(how, wire::now()));
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
