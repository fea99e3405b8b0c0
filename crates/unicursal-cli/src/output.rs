//! Where data goes: standard output or a file.

use std::io::Write;

use anyhow::Context;

/// Writes data to standard output, all of it or an error.
pub fn stdout(data: &[u8]) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(data)
        .and_then(|()| out.flush())
        .context("<stdout>")
}

/// Writes data to a file, or to standard output for `-`.
pub fn file(path: &str, data: &[u8]) -> anyhow::Result<()> {
    if path == "-" {
        return stdout(data);
    }
    std::fs::write(path, data).with_context(|| path.to_owned())
}
