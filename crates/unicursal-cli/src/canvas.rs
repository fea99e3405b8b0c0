//! Pictures in a terminal: the part of a map around a place, with a status line and a line of keys
//! below.
//!
//! A picture is composed in one buffer and written at once, with the terminal asked to wait for its
//! end, so that it does not flicker. The terminal may have any size, even zero.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal;
use unicursal::picture::Colour;

use crate::session::Session;

const RESET: &str = "\x1b[0m";
const REVERSED: &str = "\x1b[7m";

/// If the wait were zero, the terminal would not be asked for keys.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);

/// One character of a map.
#[derive(Clone, Copy)]
pub struct Glyph {
    pub letter: char,
    pub colour: Option<Colour>,
    /// Whether it stands out like a cursor: dark on light.
    pub reversed: bool,
}

impl Glyph {
    pub fn new(letter: char, colour: Option<Colour>) -> Self {
        Self {
            letter,
            colour,
            reversed: false,
        }
    }
}

/// What a picture shows.
pub struct Map<G: Fn(usize, usize) -> Glyph> {
    /// Columns and rows, in characters.
    pub size: (usize, usize),
    /// The column and row that must be seen.
    pub focus: (usize, usize),
    /// The character in a column and a row.
    pub glyph: G,
}

/// Where pictures are drawn.
pub struct Canvas {
    coloured: bool,
    /// Set when the program should end.
    pub interrupted: &'static AtomicBool,
    text: String,
    /// The first column and row shown.
    corner: (usize, usize),
    clear: bool,
    /// Keys that were read too early.
    waiting: Vec<KeyEvent>,
}

impl Canvas {
    pub fn new(session: &Session) -> Self {
        Self {
            coloured: session.colours_stdout(),
            interrupted: session.interrupted(),
            text: String::new(),
            corner: (0, 0),
            clear: true,
            waiting: Vec::new(),
        }
    }

    /// Draws a map and below it, as far as there is room, the state of the game and what keys do.
    pub fn draw<G>(&mut self, map: &Map<G>, state: &str, keys: &[&str]) -> io::Result<()>
    where
        G: Fn(usize, usize) -> Glyph,
    {
        let (columns, rows) = terminal::size()?;
        let (columns, rows) = (usize::from(columns), usize::from(rows));
        self.text.clear();
        self.text.push_str("\x1b[?2026h");
        if std::mem::take(&mut self.clear) {
            self.text.push_str("\x1b[2J");
        }
        let keys = fitting(keys, columns);
        let lines = [state, &keys];
        let map_rows = rows.saturating_sub(lines.len());
        self.corner = (
            scrolled(self.corner.0, map.focus.0, columns, map.size.0),
            scrolled(self.corner.1, map.focus.1, map_rows, map.size.1),
        );
        let shown = map.size.1.min(map_rows);
        for line in 0..shown {
            self.start_line(line);
            self.map_row(map, self.corner.1 + line, columns);
        }
        for (line, text) in (shown..rows).zip(lines) {
            self.start_line(line);
            self.text.extend(text.chars().take(columns));
            self.text.push_str("\x1b[K");
        }
        self.text.push_str("\x1b[?2026l");
        let mut out = io::stdout().lock();
        out.write_all(self.text.as_bytes())?;
        out.flush()
    }

    fn start_line(&mut self, line: usize) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "\x1b[{};1H", line + 1);
    }

    fn map_row<G>(&mut self, map: &Map<G>, y: usize, columns: usize)
    where
        G: Fn(usize, usize) -> Glyph,
    {
        let mut style = (None, false);
        let end = (self.corner.0 + columns).min(map.size.0);
        for x in self.corner.0..end {
            let glyph = (map.glyph)(x, y);
            let wanted = (glyph.colour.filter(|_| self.coloured), glyph.reversed);
            if wanted != style {
                self.text.push_str(RESET);
                if let Some(Colour(r, g, b)) = wanted.0 {
                    let _ = write!(self.text, "\x1b[38;2;{r};{g};{b}m");
                }
                if wanted.1 {
                    self.text.push_str(REVERSED);
                }
                style = wanted;
            }
            self.text.push(glyph.letter);
        }
        if style != (None, false) {
            self.text.push_str(RESET);
        }
        // In a full line the cursor is still on the last character, which must stay.
        if end - self.corner.0 < columns {
            self.text.push_str("\x1b[K");
        }
    }

    /// Waits for keys. Returns all that were pressed, so that a held key does not lag behind, and
    /// whether the picture must be drawn again. After a change of size, drawing begins with an
    /// empty screen.
    pub fn keys(&mut self, wait: Duration) -> io::Result<(Vec<KeyEvent>, bool)> {
        let mut keys = std::mem::take(&mut self.waiting);
        let wait = if keys.is_empty() { wait } else { SHORTEST_WAIT };
        let mut wait = wait.max(SHORTEST_WAIT);
        while event::poll(wait)? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => keys.extend(meant(key)),
                Event::Resize(..) => self.clear = true,
                _ => {}
            }
            wait = SHORTEST_WAIT;
        }
        let changed = self.clear || !keys.is_empty();
        Ok((keys, changed))
    }

    /// Makes [`Canvas::keys`] return these keys again.
    pub fn put_back(&mut self, keys: Vec<KeyEvent>) {
        self.waiting = keys;
    }
}

/// The key that a player means: with Ctrl or Alt a letter is not that letter. Ctrl-D ends, as it
/// does elsewhere, and Ctrl-H is what some terminals send for backspace.
fn meant(mut key: KeyEvent) -> Option<KeyEvent> {
    let KeyCode::Char(letter) = key.code else {
        return Some(key);
    };
    let letter = letter.to_ascii_lowercase();
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        let code = match letter {
            'c' => return Some(key),
            'd' => KeyCode::Char('q'),
            'h' => KeyCode::Backspace,
            _ => return None,
        };
        return Some(KeyEvent::from(code));
    }
    key.code = KeyCode::Char(letter);
    (!key.modifiers.contains(KeyModifiers::ALT)).then_some(key)
}

/// What keys do, in a line of this width. Entries that do not fit are left out from the end, except
/// the last one: how to quit.
fn fitting(keys: &[&str], columns: usize) -> String {
    let mut keys = keys.to_vec();
    let width = |keys: &[&str]| keys.join("  ").chars().count();
    while width(&keys) > columns && keys.len() > 1 {
        keys.remove(keys.len() - 2);
    }
    keys.join("  ")
}

/// The first of the `shown` places out of `all`, moved no more than needed to keep `at` off the
/// edges.
fn scrolled(first: usize, at: usize, shown: usize, all: usize) -> usize {
    let margin = shown / 4;
    let highest = at.saturating_sub(margin);
    let lowest = (at + margin + 1).saturating_sub(shown);
    let last = all.saturating_sub(shown);
    first.clamp(lowest.min(highest), highest).min(last)
}

#[cfg(test)]
mod tests {
    use super::{fitting, scrolled};

    #[test]
    fn how_to_quit_is_always_shown() {
        let keys = ["arrows move", "u undo", "? hint", "q quit"];
        assert_eq!(fitting(&keys, 80), "arrows move  u undo  ? hint  q quit");
        assert_eq!(fitting(&keys, 34), "arrows move  u undo  q quit");
        assert_eq!(fitting(&keys, 3), "q quit");
    }

    #[test]
    fn the_focus_stays_in_view() {
        for (all, shown) in [(100, 10), (100, 1), (7, 10), (100, 99), (50, 0)] {
            let mut first = 0;
            for at in (0..all).chain((0..all).rev()) {
                first = scrolled(first, at, shown, all);
                assert!(first + shown <= all.max(shown), "{all} {shown} {at}");
                let visible = (first..first + shown).contains(&at);
                assert!(visible || shown == 0, "{all} {shown} {at} {first}");
            }
        }
    }
}
