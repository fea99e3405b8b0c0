//! Files of proofs, compressed if the name says so.

use std::ffi::OsStr;
use std::io::{Read, Write};

use anyhow::{Context, bail};
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::output;

/// The most bytes that a compressed proof may have when it is decompressed.
const MOST_BYTES: u64 = 4 << 30;
/// How compressed files begin.
const PACKED: [u8; 2] = [0x1f, 0x8b];

/// Whether this is a certificate, which the kernel judges; not a file that says that the checker's
/// own sweep finds no solution.
pub fn is_certificate(proof: &[u8]) -> bool {
    proof
        .trim_ascii_start()
        .starts_with(b"unicursal certificate ")
}

/// Refuses to write a proof where it would destroy something.
pub fn guard(path: &str, level: Option<&OsStr>, puzzle: &str, force: bool) -> anyhow::Result<()> {
    let mut guard = output::Guard::new(force);
    guard.input(level, "the level");
    output::probe(path)?;
    guard.output(path, "the proof", |beginning| {
        beginning.starts_with(format!("unicursal {puzzle} proof").as_bytes())
            || beginning.starts_with(b"unicursal sweep ")
            || is_certificate(beginning)
    })
}

/// Writes a proof, compressed if the name ends with `.gz`.
pub fn write(path: &str, proof: &str) -> anyhow::Result<()> {
    output::file(path, &bytes(path, proof)?)
}

/// What is written to a file of this name.
pub fn bytes(path: &str, proof: &str) -> anyhow::Result<Vec<u8>> {
    let end = std::path::Path::new(path).extension();
    if end.is_none_or(|end| end != "gz") {
        return Ok(proof.as_bytes().to_vec());
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(proof.as_bytes())?;
    Ok(packed.finish()?)
}

/// What was written, decompressed if necessary.
pub fn unpacked(name: &str, bytes: Vec<u8>) -> anyhow::Result<Vec<u8>> {
    if !bytes.starts_with(&PACKED) {
        return Ok(bytes);
    }
    let mut text = Vec::new();
    let mut unpacked = MultiGzDecoder::new(&bytes[..]).take(MOST_BYTES);
    (unpacked.read_to_end(&mut text)).with_context(|| format!("{name}: it cannot be unpacked"))?;
    if text.len() as u64 == MOST_BYTES {
        bail!("{name}: it has more than {MOST_BYTES} bytes when it is unpacked");
    }
    Ok(text)
}
