//! A board on one line, for links and lists: `trail=4x3:1B!2A_xD3`.
//!
//! After the size come the cells in reading order: a number, a letter `A` to `Z` for 1 to 26 cells
//! without one, `x` for a blocked cell. `!` after a cell is a thin wall at its right side, `_` one
//! below it, and `,` separates two numbers. `-loop` after the size says that the board is a
//! [loop](super::closed). No character of it needs an escape in an address.

use super::Board;
use super::board::{Parts, Side};
use super::flaws;
use crate::format::{flaw, number, utf8};
use crate::{Error, Grid, Place};

/// What a line begins with.
const BEGINNING: &str = "trail=";

/// What follows the size of a loop.
const LOOP: &str = "-loop";

/// The most cells that one letter stands for.
const MOST_RUN: usize = 26;

/// Whether a text is meant in this form.
pub fn is_line(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(BEGINNING.as_bytes())
}

/// Reads a board.
pub fn read(text: &[u8]) -> Result<Board, Error> {
    let text = utf8(text)?;
    let blank = text.len() - text.trim_start().len();
    let word = text.trim();
    let at = |offset: usize| Place::byte(blank + offset);
    let begins = || flaw(at(0), format!("the line does not begin with '{BEGINNING}'"));
    let rest = word.strip_prefix(BEGINNING).ok_or_else(begins)?;
    let place = at(BEGINNING.len());
    let unended = || flaw(place, "after the size there is no ':'");
    let (size, cells) = rest.split_once(':').ok_or_else(unended)?;
    let without = size.strip_suffix(LOOP);
    let (width, height) = read_size(without.unwrap_or(size), place)?;
    let first = word.len() - cells.len();
    let mut reader = Reader {
        parts: Parts {
            width,
            height,
            ..Parts::default()
        },
        numbers: Vec::new(),
        places: Vec::new(),
        taken: 0,
    };
    reader.take_all(cells, |offset| at(first + offset))?;
    if reader.taken != width * height {
        let what = format!(
            "the line has {} cells, not {}",
            reader.taken,
            width * height
        );
        return Err(flaw(at(word.len()), what));
    }
    let board = reader.board(at(first))?;
    if without.is_some() {
        let no_loop = || flaw(place, "this is no loop, which has two numbers and no walls");
        return board.as_loop().ok_or_else(no_loop);
    }
    Ok(board)
}

fn read_size(size: &str, place: Place) -> Result<(usize, usize), Error> {
    let malformed = || flaw(place, "the size is not of the form WIDTHxHEIGHT");
    let (width, height) = size.split_once('x').ok_or_else(malformed)?;
    let (width, height) = (
        number(place, "the width", width)?,
        number(place, "the height", height)?,
    );
    if !Grid::is_size(width, height) {
        let what = format!("a board of {width}x{height} is not supported");
        return Err(flaw(place, what));
    }
    Ok((width, height))
}

struct Reader {
    parts: Parts,
    numbers: Vec<(usize, (usize, usize))>,
    /// Where the numbers stand in the text.
    places: Vec<((usize, usize), Place)>,
    taken: usize,
}

impl Reader {
    /// Takes all cells; `at` is the place of an offset in them.
    fn take_all(&mut self, cells: &str, at: impl Fn(usize) -> Place) -> Result<(), Error> {
        let mut cells = cells.char_indices().peekable();
        while let Some((offset, symbol)) = cells.next() {
            let place = at(offset);
            match symbol {
                '0'..='9' => {
                    let mut digits = symbol.to_string();
                    while let Some((_, digit)) = cells.next_if(|(_, next)| next.is_ascii_digit()) {
                        digits.push(digit);
                    }
                    let number = digits.parse().unwrap_or(usize::MAX);
                    let position = self.take(1, place)?;
                    self.numbers.push((number, position));
                    self.places.push((position, place));
                }
                'A'..='Z' => {
                    let run = symbol as usize - 'A' as usize + 1;
                    self.take(run, place)?;
                }
                'x' => {
                    let position = self.take(1, place)?;
                    self.parts.blocked.push(position);
                }
                '!' => self.wall(Side::Right, place)?,
                '_' => self.wall(Side::Below, place)?,
                ',' => {}
                other => return Err(flaw(place, format!("{other:?} has no meaning here"))),
            }
        }
        Ok(())
    }

    /// The board with its numbers in order; errors without a place of their own are reported at
    /// `first`.
    fn board(mut self, first: Place) -> Result<Board, Error> {
        self.parts.numbers = flaws::in_order(self.numbers).map_err(|(what, position)| {
            let mut places = self.places.iter();
            let place = places.find(|(known, _)| Some(*known) == position);
            flaw(place.map_or(first, |&(_, place)| place), what)
        })?;
        Ok(Board::new(&self.parts))
    }

    /// Takes this many cells; the position of the first.
    fn take(&mut self, count: usize, place: Place) -> Result<(usize, usize), Error> {
        let first = self.taken;
        self.taken += count;
        if self.taken > self.parts.width * self.parts.height {
            return Err(flaw(place, "there are more cells than the board has"));
        }
        Ok((first % self.parts.width, first / self.parts.width))
    }

    /// Puts a wall on a side of the cell that was taken last.
    fn wall(&mut self, side: Side, place: Place) -> Result<(), Error> {
        let stray = || flaw(place, "the thin wall does not stand between two cells");
        let last = self.taken.checked_sub(1).ok_or_else(stray)?;
        let (x, y) = (last % self.parts.width, last / self.parts.width);
        let is_edge = match side {
            Side::Right => x + 1 == self.parts.width,
            Side::Below => y + 1 == self.parts.height,
        };
        if is_edge {
            return Err(stray());
        }
        self.parts.walls.push((x, y, side));
        Ok(())
    }
}

/// The board on one line, without its end.
pub fn print(board: &Board) -> String {
    let (width, height) = (board.width(), board.height());
    let ending = if board.is_loop() { LOOP } else { "" };
    let mut line = format!("{BEGINNING}{width}x{height}{ending}:");
    let mut run = 0;
    let mut after_number = false;
    let flush = |run: &mut usize, line: &mut String| {
        while *run > 0 {
            let part = (*run).min(MOST_RUN);
            line.push(char::from(b'A' + (part - 1) as u8));
            *run -= part;
        }
    };
    let cells = (0..board.height()).flat_map(|y| (0..board.width()).map(move |x| (x, y)));
    for (x, y) in cells {
        let cell = board.cell(x, y);
        let walls = [
            (board.has_wall(cell, Side::Right), '!'),
            (board.has_wall(cell, Side::Below), '_'),
        ];
        if let Some(number) = board.number(cell) {
            if run == 0 && after_number {
                line.push(',');
            }
            flush(&mut run, &mut line);
            line.push_str(&number.to_string());
            after_number = true;
        } else if board.is_free(cell) {
            run += 1;
            after_number = false;
        } else {
            flush(&mut run, &mut line);
            line.push('x');
            after_number = false;
        }
        for (_, mark) in walls.into_iter().filter(|&(is_wall, _)| is_wall) {
            flush(&mut run, &mut line);
            line.push(mark);
            after_number = false;
        }
    }
    flush(&mut run, &mut line);
    line
}
