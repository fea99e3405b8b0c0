//! Levels that come in several places, also in an encrypted archive as the public Coil benchmark
//! makes it.
//!
//! Such an archive is decrypted by `openssl` into memory. No file ever has its levels, so that no
//! program can read them, whatever it may see.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, anyhow, bail};
use unicursal::Puzzle;
use unicursal_arena::Levels;

use super::options::LevelOptions;

/// How files begin that `openssl enc` has encrypted.
const ENCRYPTED: &[u8] = b"Salted__";
/// No archive is larger when it is decrypted.
const MOST_BYTES: u64 = 1 << 30;

/// The levels of all places together, or those of the puzzle's own pack.
pub fn levels(puzzle: Option<&'static dyn Puzzle>, asked: &LevelOptions) -> anyhow::Result<Levels> {
    let mut parts = Vec::new();
    for path in &asked.places {
        parts.push(if begins_with(path, ENCRYPTED) {
            let archive = decrypt(path, asked.password.as_deref())?;
            let shown = || path.display().to_string();
            Levels::archive(puzzle, path, &archive).with_context(shown)?
        } else {
            Levels::open(puzzle, path)?
        });
    }
    if parts.is_empty() {
        let puzzle =
            puzzle.context("--levels PATH is needed: a folder of files named by number")?;
        return Ok(Levels::pack(puzzle));
    }
    Ok(Levels::join(puzzle, parts)?)
}

fn begins_with(path: &Path, bytes: &[u8]) -> bool {
    let mut found = vec![0; bytes.len()];
    let is_file = path.is_file();
    is_file
        && std::fs::File::open(path).is_ok_and(|mut file| file.read_exact(&mut found).is_ok())
        && found == bytes
}

/// What is in an encrypted archive.
fn decrypt(path: &Path, password: Option<&Path>) -> anyhow::Result<Vec<u8>> {
    let shown = path.display();
    let Some(source) = password else {
        bail!(
            "{shown}: this is encrypted; --password FILE has the password, '-' for standard input"
        );
    };
    let mut password = String::new();
    let read = if source.as_os_str() == "-" {
        std::io::stdin().read_line(&mut password).map(|_| ())
    } else {
        std::fs::read_to_string(source).map(|text| password = text)
    };
    read.with_context(|| source.display().to_string())?;
    let password = password.lines().next().unwrap_or_default();
    if password.is_empty() {
        bail!("{}: there is no password", source.display());
    }
    let mut child = Command::new("openssl")
        .args([
            "enc",
            "-d",
            "-aes-256-cbc",
            "-pbkdf2",
            "-pass",
            "stdin",
            "-in",
        ])
        .arg(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("openssl, which decrypts archives")?;
    if let Some(mut input) = child.stdin.take() {
        // One that ends early says so by its exit code.
        let _ = input.write_all(format!("{password}\n").as_bytes());
    }
    let mut archive = Vec::new();
    if let Some(output) = child.stdout.take() {
        output.take(MOST_BYTES).read_to_end(&mut archive)?;
    }
    let ended = child.wait()?;
    if !ended.success() {
        return Err(anyhow!(
            "{shown}: the password is wrong, or the file is damaged"
        ));
    }
    Ok(archive)
}
