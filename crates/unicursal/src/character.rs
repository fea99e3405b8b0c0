//! Parts of someone else's text, as messages show them.

/// The first character of some bytes; a byte that is not text is shown as its number.
pub fn character(bytes: &[u8]) -> String {
    let first = bytes.utf8_chunks().next();
    match first.and_then(|chunk| chunk.valid().chars().next()) {
        Some(character) => format!("{character:?}"),
        None => format!("byte 0x{:02x}", bytes.first().copied().unwrap_or(0)),
    }
}

/// The beginning of some bytes, at most this many characters of it, printable.
pub fn excerpt(bytes: &[u8], length: usize) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * length)]);
    let mut short: String = text.chars().take(length).collect();
    if short.len() < bytes.len() && short.chars().count() == length {
        short.push_str("...");
    }
    short.escape_debug().to_string()
}
