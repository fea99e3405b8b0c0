//! The processes below this one, seen through `/proc`.
//!
//! Numbers here are those that `/proc` shows. In a PID namespace they differ from those that signals
//! use; there they serve to measure memory only, and killing needs no numbers.

use std::fs;

/// All processes below this one. Empty where `/proc` does not tell.
pub fn descendants() -> Vec<u32> {
    let Some(own) = own_number() else {
        return Vec::new();
    };
    let mut found = vec![own];
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        next += 1;
        found.extend(children(process));
    }
    found.split_off(1)
}

/// Resident memory of all processes below this one, in bytes.
pub fn resident_memory(page: u64) -> u64 {
    let resident = |process| {
        let text = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
        let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
        Some(pages * page)
    };
    descendants().into_iter().filter_map(resident).sum()
}

/// The number by which `/proc` knows this process.
fn own_number() -> Option<u32> {
    fs::read_link("/proc/self").ok()?.to_str()?.parse().ok()
}

/// The children of a process: those of each of its threads.
fn children(process: u32) -> Vec<u32> {
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
