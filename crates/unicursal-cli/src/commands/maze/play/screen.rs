//! What the terminal shows: the part of the map around the walker, a line of state, a line of keys.
//!
//! A picture is composed in one buffer and written at once, with the terminal asked to wait for its
//! end, so that it does not flicker. Any size of the terminal will do, even none.

use std::fmt::Write as _;
use std::io::{self, Write};

use crossterm::terminal;
use unicursal::Dir;
use unicursal::maze::{End, State, Style, compass};
use unicursal::picture::{Colour, ramp};

use super::film::Film;

const KEYS: &str = "space play/pause  ←/→ step  +/- speed  home/end jump  q quit";
const RESET: &str = "\x1b[0m";

pub struct Screen {
    style: Style,
    coloured: bool,
    text: String,
    /// The first column and row shown.
    corner: (usize, usize),
    clear: bool,
}

impl Screen {
    pub fn new(style: Style, coloured: bool) -> Self {
        Self {
            style,
            coloured,
            text: String::new(),
            corner: (0, 0),
            clear: true,
        }
    }

    /// Begins anew, as after a change of size.
    pub fn forget(&mut self) {
        self.clear = true;
    }

    /// Writes a picture.
    pub fn draw(&mut self, film: &Film, playing: bool, speed: u32) -> io::Result<()> {
        let (columns, rows) = terminal::size()?;
        let (columns, rows) = (usize::from(columns), usize::from(rows));
        self.text.clear();
        self.text.push_str("\x1b[?2026h");
        if std::mem::take(&mut self.clear) {
            self.text.push_str("\x1b[2J");
        }
        let map_rows = rows.saturating_sub(2);
        self.follow(film, (columns, map_rows));
        let shown = film.board.height().min(map_rows);
        for line in 0..shown {
            self.start_line(line);
            self.map_row(film, self.corner.1 + line, columns);
        }
        let status = status(film, playing, speed);
        for (line, text) in [(shown, status.as_str()), (shown + 1, KEYS)] {
            if line < rows {
                self.start_line(line);
                self.text.extend(text.chars().take(columns));
                self.text.push_str("\x1b[K");
            }
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

    /// Moves the part of the map that is shown so that the walker is well inside.
    fn follow(&mut self, film: &Film, (columns, rows): (usize, usize)) {
        let at = film.state().map_or(film.board.start(), |state| state.at);
        let (x, y) = film.board.position(at);
        self.corner = (
            scrolled(self.corner.0, x, columns, film.board.width()),
            scrolled(self.corner.1, y, rows, film.board.height()),
        );
    }

    fn map_row(&mut self, film: &Film, y: usize, columns: usize) {
        let board = film.board;
        let walker = film.state();
        let mut colour = None;
        let end = (self.corner.0 + columns).min(board.width());
        for x in self.corner.0..end {
            let cell = board.cell(x, y);
            let here = walker.filter(|state| state.at == cell);
            let trail = film.trail(cell);
            let glyph = match here {
                Some(state) => self.walker(state),
                None if cell == board.end() => 'E',
                None if trail.is_some() => '.',
                None if cell == board.start() => 'S',
                None if board.is_path(cell) => '#',
                None => ' ',
            };
            let wanted = match (self.coloured, here, trail) {
                (true, None, Some(share)) => Some(ramp(share)),
                (true, Some(_), _) => Some(Colour(255, 255, 255)),
                _ => None,
            };
            if wanted != colour {
                match wanted {
                    Some(Colour(r, g, b)) => {
                        let _ = write!(self.text, "\x1b[38;2;{r};{g};{b}m");
                    }
                    None => self.text.push_str(RESET),
                }
                colour = wanted;
            }
            self.text.push(glyph);
        }
        if colour.is_some() {
            self.text.push_str(RESET);
        }
        // In a full line the cursor still stands on the last character, which must stay.
        if end - self.corner.0 < columns {
            self.text.push_str("\x1b[K");
        }
    }

    fn walker(&self, state: State) -> char {
        match state.facing {
            Dir::Up => '^',
            Dir::Left => '<',
            Dir::Down => char::from(self.style.facing_down),
            Dir::Right => '>',
        }
    }
}

/// The first of `shown` places of `all`, moved no more than needed to keep `at` off the edges.
fn scrolled(first: usize, at: usize, shown: usize, all: usize) -> usize {
    let margin = shown / 4;
    let highest = at.saturating_sub(margin);
    let lowest = (at + margin + 1).saturating_sub(shown);
    let last = all.saturating_sub(shown);
    first.clamp(lowest.min(highest), highest).min(last)
}

fn status(film: &Film, playing: bool, speed: u32) -> String {
    let (moment, last) = film.moment();
    let mut text = format!("{}: step {moment} of {last}", film.rule.name());
    if let Some(state) = film.state() {
        let (x, y) = film.board.position(state.at);
        let _ = write!(text, " · {x},{y} {}", compass(state.facing));
    }
    let _ = write!(text, " · {speed} steps/s");
    match film.tour.end {
        End::Found if moment == last => text.push_str(" · Solution Found!"),
        End::Never(why) if moment == last => {
            let _ = write!(text, " · {}", why.proof(film.board, film.rule));
        }
        _ if playing => {}
        _ => text.push_str(" · paused"),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::scrolled;

    #[test]
    fn the_walker_stays_in_view() {
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
