//! Makes the table of the page's files: everything in `assets/`, each with its kind, a compressed
//! copy and a tag that changes with its bytes. The service worker gets the list of files and the
//! version of the whole; `./site` does the same for the page without a server.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// The file that is written again for each version of the page.
const WORKER: &str = "sw.js";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let assets = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("assets");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    let mut files = Vec::new();
    list(&assets, &assets, &mut files)?;
    files.sort();
    let mut whole = Sha256::new();
    for (_, bytes) in &files {
        whole.update(bytes);
    }
    let version = hex(&whole.finalize());
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let offline = names.iter().filter(|name| is_offline(name));
    let offline: Vec<String> = offline.map(|name| format!("{name:?}")).collect();
    let mut table = String::from("&[\n");
    for (i, (name, bytes)) in files.iter().enumerate() {
        let text = (name == WORKER).then(|| {
            let text = String::from_utf8_lossy(bytes);
            text.replace("\"VERSION\"", &format!("{version:?}"))
                .replace("[\"FILES\"]", &format!("[{}]", offline.join(", ")))
        });
        let bytes = text
            .as_ref()
            .map_or(bytes.as_slice(), |text| text.as_bytes());
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(bytes)?;
        fs::write(out.join(format!("{i}.gz")), packed.finish()?)?;
        fs::write(out.join(i.to_string()), bytes)?;
        let tag = format!("\"{}\"", hex(&Sha256::digest(bytes)));
        let _ = writeln!(
            table,
            "    File {{ path: {:?}, kind: {:?}, tag: {tag:?}, bytes: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{i}\")), \
             packed: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{i}.gz\")) }},",
            path(name),
            kind(name),
        );
    }
    table.push(']');
    fs::write(out.join("files.rs"), table)
}

/// All files below a folder, by their names below the first.
fn list(top: &Path, folder: &Path, files: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let place = entry?.path();
        if place.is_dir() {
            list(top, &place, files)?;
            continue;
        }
        println!("cargo::rerun-if-changed={}", place.display());
        let name = place.strip_prefix(top).unwrap_or(&place);
        files.push((name.to_string_lossy().replace('\\', "/"), fs::read(&place)?));
    }
    Ok(())
}

/// Where a file is found.
fn path(name: &str) -> String {
    match name {
        "index.html" => "/".to_owned(),
        "api.html" => "/api".to_owned(),
        name => format!("/{name}"),
    }
}

/// Whether the page needs a file when there is no network.
fn is_offline(name: &str) -> bool {
    !["index.html", "api.html", WORKER].contains(&name)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// The first bytes of a digest: enough to tell versions apart.
fn hex(digest: &[u8]) -> String {
    digest.iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
