//! How many files the system lets the program open: every connection counts as one.

/// Files that are open for other reasons: standard streams, the listener, the log.
#[cfg(unix)]
const OTHERS: u64 = 32;

/// Asks the system for this many simultaneous connections, and returns how many there can be.
#[cfg(unix)]
pub fn room_for(connections: usize) -> usize {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};

    let wanted = connections as u64 + OTHERS;
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else {
        return connections;
    };
    let raised = wanted.min(hard);
    if soft >= wanted {
        return connections;
    }
    let allowed = match setrlimit(Resource::RLIMIT_NOFILE, raised, hard) {
        Ok(()) => raised,
        Err(_) => soft,
    };
    allowed.saturating_sub(OTHERS).max(1) as usize
}

/// Other systems have no such limit that matters.
#[cfg(not(unix))]
pub fn room_for(connections: usize) -> usize {
    connections
}
