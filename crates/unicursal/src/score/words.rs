//! A text as words: runs of letters and digits, and arrows. Everything between them is dropped.

/// A word, and the line it is on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub line: usize,
}

/// Arrows as directions.
const ARROWS: [(char, usize); 12] = [
    ('↑', 0),
    ('↓', 1),
    ('←', 2),
    ('→', 3),
    ('⬆', 0),
    ('⬇', 1),
    ('⬅', 2),
    ('➡', 3),
    ('⇑', 0),
    ('⇓', 1),
    ('⇐', 2),
    ('⇒', 3),
];

fn arrow(symbol: char) -> Option<usize> {
    let known = ARROWS.iter().find(|(arrow, _)| *arrow == symbol);
    known.map(|(_, dir)| *dir)
}

/// The words of a text.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let (mut line, mut from) = (0, None);
    for (at, symbol) in text.char_indices() {
        if symbol.is_alphanumeric() {
            from.get_or_insert(at);
            continue;
        }
        if let Some(from) = from.take() {
            let text = &text[from..at];
            words.push(Word { text, line });
        }
        if arrow(symbol).is_some() {
            let text = &text[at..at + symbol.len_utf8()];
            words.push(Word { text, line });
        }
        line += usize::from(symbol == '\n');
    }
    if let Some(from) = from {
        let text = &text[from..];
        words.push(Word { text, line });
    }
    words
}

/// The names of the directions.
pub(super) struct Names {
    /// A letter for each: up, down, left, right.
    pub letters: [char; 4],
    /// A word for each.
    pub words: [&'static str; 4],
}

pub(super) const BY_SIDE: Names = Names {
    letters: ['u', 'd', 'l', 'r'],
    words: ["up", "down", "left", "right"],
};

pub(super) const BY_COMPASS: Names = Names {
    letters: ['n', 's', 'w', 'e'],
    words: ["north", "south", "west", "east"],
};

impl Names {
    /// The directions that a word stands for.
    pub fn directions(&self, word: &str) -> Option<Vec<usize>> {
        let whole = |name: &&str| name.eq_ignore_ascii_case(word);
        if let Some(dir) = self.words.iter().position(whole) {
            return Some(vec![dir]);
        }
        let direction = |symbol: char| {
            let letter = symbol.to_ascii_lowercase();
            let known = self.letters.iter().position(|name| *name == letter);
            known.or_else(|| arrow(symbol))
        };
        word.chars().map(direction).collect()
    }
}
