//! A character of someone else's text, as messages show it.

/// The first character of some bytes; a byte that is not text is shown as its number.
pub fn character(bytes: &[u8]) -> String {
    let first = bytes.utf8_chunks().next();
    match first.and_then(|chunk| chunk.valid().chars().next()) {
        Some(character) => format!("{character:?}"),
        None => format!("byte 0x{:02x}", bytes.first().copied().unwrap_or(0)),
    }
}
