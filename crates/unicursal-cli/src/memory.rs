//! How much memory this program has used and may use, if the system tells.

use std::fs;

/// The most memory that this process has held at once, in bytes. Known only on Linux.
pub fn peak() -> Option<u64> {
    kilobytes(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// The memory, in bytes, that a large piece of work may take without exhausting the machine: what
/// is free, or what is left of a container's share. Known only on Linux.
pub fn available() -> Option<u64> {
    let free = kilobytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:");
    let number = |name: &str| -> Option<u64> {
        let text = fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse().ok()
    };
    // Without a limit the file says `max`, which is not a number.
    let share = number("memory.max").map(|most| {
        let used = number("memory.current").unwrap_or(0);
        most.saturating_sub(used)
    });
    [free, share].into_iter().flatten().min()
}

/// The value of a line such as `VmHWM:     5120 kB`.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    number.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::kilobytes;

    #[test]
    fn reads_lines_of_proc() {
        let text = "Name:\tcat\nVmPeak:\t 9 kB\nVmHWM:\t    5120 kB\n";
        assert_eq!(kilobytes(text, "VmHWM:"), Some(5_242_880));
        assert_eq!(kilobytes(text, "Name:"), None);
        assert_eq!(kilobytes(text, "VmSwap:"), None);
    }
}
