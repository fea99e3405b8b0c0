//! SHA-256 digests, by which levels and programs are recognised in results.

use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use sha2::{Digest, Sha256};
use unicursal_contain::Command;

/// Files on a command line are part of a program's digest up to this size.
const LARGEST_ARGUMENT: u64 = 64 << 20;

/// The digest of some bytes, in hexadecimal.
///
/// ```
/// use unicursal_arena::digest;
///
/// let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/// assert_eq!(digest::bytes(b""), empty);
/// ```
pub fn bytes(bytes: &[u8]) -> String {
    hex(Sha256::new_with_prefix(bytes))
}

/// The digest of a program: of its executable, of the words after it, and of what is in the files
/// that they name, so that `python3 solver.py` changes with the script.
pub fn program(program: &Command) -> std::io::Result<String> {
    let mut digest = Sha256::new();
    add_file(&program.path, u64::MAX, &mut digest)?;
    for word in &program.args {
        digest.update((word.len() as u64).to_le_bytes());
        digest.update(word.as_bytes());
        let path = Path::new(word);
        if path.is_file() {
            add_file(path, LARGEST_ARGUMENT, &mut digest)?;
        }
    }
    Ok(hex(digest))
}

fn add_file(path: &Path, most: u64, digest: &mut Sha256) -> std::io::Result<()> {
    let mut file = File::open(path)?.take(most);
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part)? {
            0 => return Ok(()),
            count => digest.update(&part[..count]),
        }
    }
}

fn hex(digest: Sha256) -> String {
    let mut text = String::new();
    for byte in digest.finalize() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
