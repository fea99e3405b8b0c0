//! The first process of a run's PID namespace: starts the program, waits for everything that becomes
//! its child, and tells the keeper. It decides nothing, and the program may not look into it.
//!
//! Without a namespace it does the same as the process that adopts orphans.

use std::fs::{File, OpenOptions};
use std::os::fd::RawFd;
use std::process::{Command, ExitCode};
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, kill};
use nix::sys::time::TimeValLike;
use nix::sys::wait::{WaitStatus, wait};
use nix::unistd::Pid;

use super::exec::{Orders, tell};
use super::wire::{self, Report};
use super::{Ended, Failure, HIDDEN, own_executable};

/// Opens a descriptor that was inherited under its number, and closes that number, so that nothing that
/// this process starts gets it.
pub fn inherited(number: &str) -> Option<File> {
    let number: RawFd = number.parse().ok().filter(|&number| number > 2)?;
    let folder = if cfg!(target_os = "linux") {
        "/proc/self/fd"
    } else {
        "/dev/fd"
    };
    let file = OpenOptions::new()
        .write(true)
        .open(format!("{folder}/{number}"));
    let _ = nix::unistd::close(number);
    file.ok()
}

/// Runs the program that the orders name.
pub fn init(number: &str, text: &str, orders: &Orders) -> ExitCode {
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
    let started = own_executable().and_then(|own| {
        let mut command = Command::new(own);
        command.args([HIDDEN, "exec", number, text]).spawn()
    });
    let Some(mut reports) = inherited(number) else {
        return ExitCode::FAILURE;
    };
    let child = match started {
        Ok(child) => Pid::from_raw(child.id() as i32),
        Err(error) => {
            let why = error.to_string();
            tell(&mut reports, &Report::Failed(Failure { means: None, why }));
            return ExitCode::FAILURE;
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
            tell(&mut reports, &Report::End(how, wire::now()));
            if is_first {
                // Everything in the namespace but this process.
                let _ = kill(Pid::from_raw(-1), Signal::SIGKILL);
            }
        }
    }
    let (cpu, largest) = usage();
    tell(&mut reports, &Report::Gone(cpu, largest));
    ExitCode::SUCCESS
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
