//! Makes other people's text safe to show on a terminal: file names, ids, the lines of a server or
//! a program.
//!
//! Control characters and escape sequences could move the cursor, change colours or answer
//! questions in the user's name; direction marks could show the characters of a line in a different
//! order. Each is written as its number instead.

use std::borrow::Cow;
use std::fmt::Write;

/// One line of text, made harmless.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, is_harmful)
}

/// The same for text of several lines.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| letter != '\n' && is_harmful(letter))
}

/// JSON in which characters that are harmful on a terminal are escaped: the same value for
/// programs.
pub fn printable_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_harmful) {
        return Cow::Borrowed(json);
    }
    let mut text = String::with_capacity(json.len() + 16);
    for letter in json.chars() {
        if is_harmful(letter) {
            // All of them have numbers of at most four digits, and are inside strings. Writing to a
            // string cannot fail.
            let _ = write!(text, "\\u{:04x}", u32::from(letter));
        } else {
            text.push(letter);
        }
    }
    Cow::Owned(text)
}

fn escaped(text: &str, is_bad: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_bad) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for letter in text.chars() {
        if is_bad(letter) {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

fn is_harmful(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            // Direction marks, line and paragraph separators, invisible letters.
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

#[cfg(test)]
mod tests {
    use super::{printable, printable_json, printable_lines};

    #[test]
    fn what_could_fool_a_reader_is_shown_as_its_number() {
        assert_eq!(printable("Grüße, 日本 █"), "Grüße, 日本 █");
        assert_eq!(printable("\x1b[31mred\u{9b}0m"), "\\u{1b}[31mred\\u{9b}0m");
        assert_eq!(printable("a\r\nb\t"), "a\\r\\nb\\t");
        assert_eq!(printable("abc\u{202e}txt.exe"), "abc\\u{202e}txt.exe");
        assert_eq!(printable_lines("a\r\nb"), "a\\r\nb");
    }

    #[test]
    fn json_stays_the_same_value() {
        let value = serde_json::json!({"name": "\u{9b}31m\u{202e}\x1b"});
        let text = value.to_string();
        let shown = printable_json(&text);
        assert_eq!(shown, r#"{"name":"\u009b31m\u202e\u001b"}"#);
        let read: serde_json::Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(read, value);
    }
}
