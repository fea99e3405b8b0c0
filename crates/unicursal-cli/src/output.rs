//! Where data goes: standard output or a file, whose ending says which kind of picture it is.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use unicursal::picture::Picture;

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

/// Finds out whether a file can be written, before the work for it is done. Leaves it as it is.
pub fn probe(path: &str) -> anyhow::Result<()> {
    // Who reads a pipe would take this for its end.
    if std::fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return Ok(());
    }
    let is_new = std::fs::symlink_metadata(path).is_err();
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.with_context(|| path.to_owned())?;
    if is_new {
        std::fs::remove_file(path).with_context(|| path.to_owned())?;
    }
    Ok(())
}

/// The bytes of a picture for a file with this name; `None` when it does not end like a picture.
pub fn picture(picture: &Picture, path: &str, moving: bool) -> Option<anyhow::Result<Vec<u8>>> {
    let ending = Path::new(path).extension()?.to_str()?;
    match ending.to_ascii_lowercase().as_str() {
        "svg" if moving => Some(Ok(picture.to_moving_svg().into_bytes())),
        "svg" => Some(Ok(picture.to_svg().into_bytes())),
        "png" => Some(picture.to_png().with_context(|| path.to_owned())),
        "gif" => Some(picture.to_gif().with_context(|| path.to_owned())),
        "apng" => Some(picture.to_apng().with_context(|| path.to_owned())),
        _ => None,
    }
}
