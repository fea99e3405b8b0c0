//! The processes below one, seen through `/proc`: finds, measures and ends them where no namespace
//! and no control group does it.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, SysconfVar, sysconf};

/// All processes below one. Empty where `/proc` does not tell.
pub fn descendants(of: u32) -> Vec<u32> {
    let mut found = vec![of];
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        next += 1;
        found.extend(children(process));
    }
    found.split_off(1)
}

/// The children of a process: those of each of its threads.
pub fn children(process: u32) -> Vec<u32> {
    let mut children = Vec::new();
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else {
        return children;
    };
    for thread in threads.flatten() {
        let listed = fs::read_to_string(thread.path().join("children"));
        let listed = listed.unwrap_or_default();
        children.extend(
            listed
                .split_ascii_whitespace()
                .filter_map(|word| word.parse::<u32>().ok()),
        );
    }
    children
}

/// Kills some processes and reaps all children that have ended.
pub fn kill_all(processes: &[u32]) {
    for &process in processes {
        let _ = kill(Pid::from_raw(process as i32), Signal::SIGKILL);
    }
    while let Ok(status) = waitpid(None, Some(WaitPidFlag::WNOHANG)) {
        if status == WaitStatus::StillAlive {
            break;
        }
    }
}

/// Kills some processes, one of which is a child of this process, and reaps it.
pub fn kill_family(processes: &[u32], child: u32) {
    for &process in processes {
        let _ = kill(Pid::from_raw(process as i32), Signal::SIGKILL);
    }
    let _ = waitpid(Pid::from_raw(child as i32), Some(WaitPidFlag::WNOHANG));
}

/// How many threads a user has, as far as `/proc` tells.
pub fn threads_of(user: u32) -> u64 {
    use std::os::unix::fs::MetadataExt;
    let Ok(processes) = fs::read_dir("/proc") else {
        return 0;
    };
    let threads = processes.flatten().filter_map(|process| {
        let is_own = process.metadata().ok()?.uid() == user;
        let threads = is_own.then(|| fs::read_dir(process.path().join("task")).ok())??;
        Some(threads.count() as u64)
    });
    threads.sum()
}

/// The first word of the second part of `/proc/PID/stat`: the state of a process, as a letter.
pub fn state(process: u32) -> Option<char> {
    stat(process)?.chars().next()
}

/// The parent of a process, or of a thread's process.
#[cfg(target_os = "linux")]
pub fn parent(process: u32) -> Option<u32> {
    stat(process)?.split(' ').nth(1)?.parse().ok()
}

/// The group of a process.
#[cfg(target_os = "linux")]
pub fn group(process: u32) -> Option<u32> {
    stat(process)?.split(' ').nth(2)?.parse().ok()
}

/// Whether someone has stopped a process.
pub fn is_stopped(process: u32) -> bool {
    matches!(state(process), Some('T' | 't'))
}

/// The words of `stat` from the third on; the second is a name in brackets, which may contain
/// anything.
fn stat(process: u32) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(") ")?;
    Some(rest.to_owned())
}

/// Looks at processes again and again, and adds up what it saw. What begins and ends between two
/// looks is not seen.
#[derive(Debug, Default)]
pub struct Sampler {
    /// Processor time of each process that was ever seen, by its number and when it began, in
    /// ticks.
    ticks: HashMap<(u32, u64), u64>,
    /// The highest sum of resident memory, in bytes.
    pub peak_memory: u64,
}

impl Sampler {
    /// Looks once; returns the memory in use now.
    pub fn look(&mut self, processes: &[u32]) -> u64 {
        let page = sysconf(SysconfVar::PAGE_SIZE).ok().flatten().unwrap_or(0) as u64;
        let mut memory = 0;
        for &process in processes {
            let Some(text) = stat(process) else { continue };
            // Words 14, 15, 22 and 24 of the whole line.
            let words: Vec<u64> = text
                .split(' ')
                .map(|word| word.parse().unwrap_or(0))
                .collect();
            let word = |number: usize| words.get(number - 3).copied().unwrap_or(0);
            let ticks = self.ticks.entry((process, word(22))).or_default();
            *ticks = (*ticks).max(word(14) + word(15));
            memory += word(24) * page;
        }
        self.peak_memory = self.peak_memory.max(memory);
        memory
    }

    /// Processor time of all processes that were ever seen.
    pub fn cpu(&self) -> Duration {
        let second = sysconf(SysconfVar::CLK_TCK).ok().flatten().unwrap_or(100) as f64;
        let ticks: u64 = self.ticks.values().sum();
        Duration::from_secs_f64(ticks as f64 / second.max(1.0))
    }
}
