//! Letters for labels: three dots wide, five high, drawn in whole pixels so that they stay sharp.
//!
//! A glyph is five octal digits, one for each row from the top, whose three bits are the dots from the
//! left. A character without a glyph is a box.

/// Dots across and down.
const SIZE: (usize, usize) = (3, 5);
const BOX: u16 = 0o77777;

fn glyph(character: char) -> u16 {
    match character {
        ' ' => 0,
        '0' => 0o75557,
        '1' => 0o26227,
        '2' => 0o71747,
        '3' => 0o71717,
        '4' => 0o55711,
        '5' => 0o74717,
        '6' => 0o74757,
        '7' => 0o71122,
        '8' => 0o75757,
        '9' => 0o75717,
        'A' => 0o25755,
        'B' => 0o65656,
        'C' => 0o34443,
        'D' => 0o65556,
        'E' => 0o74647,
        'F' => 0o74644,
        'G' => 0o34553,
        'H' => 0o55755,
        'I' => 0o72227,
        'J' => 0o11152,
        'K' => 0o55655,
        'L' => 0o44447,
        'M' => 0o57755,
        'N' => 0o65555,
        'O' => 0o25552,
        'P' => 0o65644,
        'Q' => 0o25563,
        'R' => 0o65655,
        'S' => 0o34216,
        'T' => 0o72222,
        'U' => 0o55557,
        'V' => 0o55552,
        'W' => 0o55775,
        'X' => 0o55255,
        'Y' => 0o55222,
        'Z' => 0o71247,
        'a' => 0o03553,
        'b' => 0o44656,
        'c' => 0o00343,
        'd' => 0o11353,
        'e' => 0o03563,
        'f' => 0o12722,
        'g' => 0o03536,
        'h' => 0o44655,
        'i' => 0o20222,
        'j' => 0o10116,
        'k' => 0o44565,
        'l' => 0o62223,
        'm' => 0o00775,
        'n' => 0o00655,
        'o' => 0o00252,
        'p' => 0o06564,
        'q' => 0o03531,
        'r' => 0o00344,
        's' => 0o00326,
        't' => 0o27221,
        'u' => 0o00557,
        'v' => 0o00552,
        'w' => 0o00577,
        'x' => 0o00525,
        'y' => 0o05536,
        'z' => 0o00623,
        '+' => 0o02720,
        '-' => 0o00700,
        '*' => 0o05250,
        '.' => 0o00002,
        ':' => 0o02020,
        '/' => 0o11244,
        '?' => 0o71202,
        '!' => 0o22202,
        '#' => 0o57575,
        '=' => 0o07070,
        '<' => 0o12421,
        '>' => 0o42124,
        _ => BOX,
    }
}

/// A label in pixels.
pub(super) struct Label<'a> {
    text: &'a str,
    left: isize,
    top: isize,
    /// Pixels across a dot.
    dot: isize,
}

impl<'a> Label<'a> {
    /// A label within a mark of this centre and radius; nothing if there is no room for it.
    pub fn new(text: &'a str, (x, y): (f64, f64), radius: f64) -> Option<Self> {
        let dots = (SIZE.0 + 1) * text.chars().count();
        let width = dots.checked_sub(1)?;
        let dot = (1.3 * radius / SIZE.1 as f64).min(1.5 * radius / width as f64) as isize;
        let first = |middle: f64, dots: usize| {
            (middle - (dots as isize * dot) as f64 / 2.0).round() as isize
        };
        (dot > 0).then(|| Self {
            text,
            left: first(x, width),
            top: first(y, SIZE.1),
            dot,
        })
    }

    /// Whether a pixel is part of a letter.
    pub fn covers(&self, x: usize, y: usize) -> bool {
        let dot = |at: usize, first: isize| {
            usize::try_from((at as isize - first).div_euclid(self.dot)).ok()
        };
        let (Some(column), Some(row)) = (dot(x, self.left), dot(y, self.top)) else {
            return false;
        };
        let (number, column) = (column / (SIZE.0 + 1), column % (SIZE.0 + 1));
        let character = self.text.chars().nth(number);
        column < SIZE.0
            && row < SIZE.1
            && character.is_some_and(|character| {
                let bit = SIZE.0 * (SIZE.1 - row) - 1 - column;
                glyph(character) >> bit & 1 == 1
            })
    }
}

#[cfg(test)]
mod tests {
    use super::{BOX, Label, glyph};
    use std::collections::HashSet;

    #[test]
    fn a_label_looks_as_it_should() {
        let label = Label::new("F1", (10.5, 8.5), 7.0).unwrap();
        let row = |y| -> String {
            let dots = (6..16).map(|x| if label.covers(x, y) { '#' } else { ' ' });
            dots.collect()
        };
        let drawn: Vec<String> = (5..12).map(row).collect();
        let expected = [
            "          ",
            " ###  #   ",
            " #   ##   ",
            " ##   #   ",
            " #    #   ",
            " #   ###  ",
            "          ",
        ];
        assert_eq!(drawn, expected);
    }

    #[test]
    fn letters_and_digits_differ() {
        let letters = ('0'..='9').chain('A'..='Z').chain('a'..='z');
        let glyphs: HashSet<u16> = letters.map(glyph).collect();
        assert_eq!(glyphs.len(), 62);
        assert!(!glyphs.contains(&BOX));
        assert_eq!(glyph('ä'), BOX);
    }

    #[test]
    fn there_is_no_label_without_text_or_room() {
        assert!(Label::new("", (5.0, 5.0), 20.0).is_none());
        assert!(Label::new("A", (5.0, 5.0), 3.0).is_none());
    }
}
