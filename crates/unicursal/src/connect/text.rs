//! The puzzle's line protocol: the board as its input, the answer as its output.
//!
//! A board may begin with a line `rule: blanks, no-touch, turns 40` that names another rule than the game's, or a
//! part of it. Then it is a line `h w`, then h rows of w characters (`.` empty, `V` and `H` directional, `X`
//! blocker, anything else the terminal of a colour), then a line with the number of checkpoints and
//! for each a line `x y colour`. The second part of the puzzle ends after the rows. An answer is a
//! line `x1 y1 x2 y2 colour` for each straight piece of a path.
//!
//! LF and CRLF end lines; blanks at the end of a line and empty lines at the end of the text do not
//! count. Lines and columns in messages count from 1, coordinates from 0 as in the texts.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use std::collections::HashMap;
use std::fmt::Write;

use thiserror::Error;

use super::rule::{self, BadRule, Change};
use super::{Answer, Board, Colour, Rules, Tile};
use crate::Whole;

/// Why a text is not a board or not an answer, with the line where it shows.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct TextError {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: Flaw,
}

/// What can be wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The text ends before this.
    #[error("the text ends where {0} should be")]
    Ends(String),
    /// The line should hold something else.
    #[error("expected {expected}, not '{found}'")]
    Expected {
        /// What should be there.
        expected: &'static str,
        /// The beginning of what is there.
        found: String,
    },
    /// A side of the board is 0 or too long.
    #[error("{side} must be from 1 to {max}, not {value}", max = Board::MAX_SIDE)]
    BadSide {
        /// Which one.
        side: &'static str,
        /// The number, or its beginning.
        value: String,
    },
    /// The board would have too many cells.
    #[error("a board of {width}x{height} is too large: at most {max} cells are supported", max = Board::MAX_CELLS)]
    TooManyCells {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A row is too short or too long.
    #[error("row {row} has {found} tiles, not {width}")]
    RowLength {
        /// Counted from 1.
        row: usize,
        /// Tiles in the line.
        found: usize,
        /// Tiles that it should have.
        width: usize,
    },
    /// A character cannot stand on a board.
    #[error("column {column}: {found} is no tile")]
    BadTile {
        /// Counted from 1.
        column: usize,
        /// The character, or the byte if it is no text.
        found: String,
    },
    /// A colour has a single terminal.
    #[error("column {column}: colour '{name}' stands only here; a colour has two terminals")]
    SingleTerminal {
        /// Counted from 1.
        column: usize,
        /// The colour.
        name: char,
    },
    /// A colour has more than two terminals.
    #[error("column {column}: colour '{name}' stands here for the third time")]
    ThirdTerminal {
        /// Counted from 1.
        column: usize,
        /// The colour.
        name: char,
    },
    /// A checkpoint is not on the board.
    #[error("the checkpoint ({x}, {y}) is outside the board of {width} columns and {height} rows")]
    CheckpointOutside {
        /// Column.
        x: String,
        /// Row.
        y: String,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A checkpoint is on a tile that cannot have one.
    #[error("the checkpoint ({x}, {y}) is on a {tile}")]
    CheckpointOn {
        /// Column.
        x: usize,
        /// Row.
        y: usize,
        /// What stands there.
        tile: &'static str,
    },
    /// Two checkpoints are on one tile.
    #[error("there is already a checkpoint at ({x}, {y})")]
    RepeatedCheckpoint {
        /// Column.
        x: usize,
        /// Row.
        y: usize,
    },
    /// A colour has no terminals.
    #[error("there is no colour '{0}' on the board")]
    UnknownColour(String),
    /// An end of a piece of a path is not on the board.
    #[error("({x}, {y}) is outside the board of {width} columns and {height} rows")]
    Outside {
        /// Column.
        x: usize,
        /// Row.
        y: usize,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A piece of a path is not straight, or has no length.
    #[error("a piece of a path must be a horizontal or vertical line of two tiles or more")]
    NotStraight,
    /// The first line names a rule that does not exist.
    #[error("{0}")]
    Rule(BadRule),
    /// Something follows the end of the board.
    #[error("'{0}' after the end of the board")]
    Extra(String),
}

impl Flaw {
    /// The column at which it shows, counted from 1, where it has one.
    pub fn column(&self) -> Option<usize> {
        match self {
            Self::BadTile { column, .. }
            | Self::SingleTerminal { column, .. }
            | Self::ThirdTerminal { column, .. } => Some(*column),
            _ => None,
        }
    }
}

/// A straight piece of a path, as a line of an answer gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// One end, (x, y).
    pub from: (usize, usize),
    /// The other end.
    pub to: (usize, usize),
    /// The colour's number.
    pub colour: usize,
}

/// The tiles of each path that these pieces make up, in their order.
pub fn paths(pieces: &[Piece]) -> Vec<Vec<(usize, usize)>> {
    let mut near: BTreeMap<(usize, usize), Vec<(usize, usize)>> = BTreeMap::new();
    for piece in pieces {
        let (mut at, step) = (piece.from, |at: usize, goal: usize| match at.cmp(&goal) {
            Ordering::Less => at + 1,
            Ordering::Equal => at,
            Ordering::Greater => at - 1,
        });
        while at != piece.to {
            let next = (step(at.0, piece.to.0), step(at.1, piece.to.1));
            near.entry(at).or_default().push(next);
            near.entry(next).or_default().push(at);
            at = next;
        }
    }
    let mut seen = BTreeSet::new();
    let mut paths = Vec::new();
    for (&start, _) in near.iter().filter(|(_, near)| near.len() == 1) {
        let mut path = Vec::new();
        let mut at = Some(start).filter(|start| !seen.contains(start));
        while let Some(here) = at {
            seen.insert(here);
            path.push(here);
            at = near[&here]
                .iter()
                .copied()
                .find(|next| !seen.contains(next));
        }
        if !path.is_empty() {
            paths.push(path);
        }
    }
    paths
}

/// Reads a board.
///
/// ```
/// use unicursal::connect::text;
///
/// let board = text::parse_board(b"2 3\r\n0.1\r\n0.1\r\n0\r\n")?;
/// assert_eq!((board.width(), board.height(), board.colours().len()), (3, 2, 2));
/// assert_eq!(text::print_board(&board), "2 3\n0.1\n0.1\n0\n");
///
/// let error = text::parse_board(b"2 3\n0.1\n0.\n0\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 3: row 2 has 2 tiles, not 3");
/// # Ok::<(), unicursal::connect::text::TextError>(())
/// ```
pub fn parse_board(text: &[u8]) -> Result<Board, TextError> {
    let mut lines = Lines::new(text);
    let mut line = lines.next_line("'height width'")?;
    let change = parse_rule(line)?;
    if change.is_some() {
        line = lines.next_line("'height width'")?;
    }
    let (width, height) = parse_size(line)?;
    let mut tiles = Vec::with_capacity(width * height);
    let mut places = Places::default();
    for row in 1..=height {
        let line = lines.next_line(&format!("row {row} of {height}"))?;
        parse_row(line, row, width, &mut tiles, &mut places)?;
    }
    let mut colours = Vec::with_capacity(places.found.len());
    for (name, first, second) in places.found {
        let Some(second) = second else {
            let Place { line, column, .. } = first;
            return Err(TextError {
                line,
                what: Flaw::SingleTerminal { column, name },
            });
        };
        let terminals = [first.cell, second.cell];
        colours.push(Colour { name, terminals });
    }
    let numbers = places.numbers;
    let mut board = Board {
        width,
        height,
        tiles,
        colours,
        checkpoints: Vec::new(),
        counts_checkpoints: false,
        rules: Rules::default(),
        turns: None,
    };
    if let Some(line) = lines.next() {
        board.counts_checkpoints = true;
        let [count] = line.words("the number of checkpoints")?;
        let count = line.number(count, "the number of checkpoints")?;
        let mut taken = vec![false; board.cell_count()];
        for index in 1..=count {
            let line = lines.next_line(&format!("checkpoint {index} of {count}"))?;
            let (cell, colour) = parse_checkpoint(&board, &numbers, line)?;
            if std::mem::replace(&mut taken[cell], true) {
                let (x, y) = board.position(cell);
                return Err(line.flaw(Flaw::RepeatedCheckpoint { x, y }));
            }
            board.checkpoints.push((cell, colour));
        }
    }
    if let Some(line) = lines.next() {
        return Err(line.flaw(Flaw::Extra(excerpt(line.text))));
    }
    board.turns = board.limit_of_game();
    Ok(board.changed(change.unwrap_or_default()))
}

/// Whether the beginning of a stream is a whole board already.
///
/// The first part of the puzzle promises a special tile on every board, the second part has none; so
/// the tiles tell whether a line for checkpoints must come.
pub fn is_whole(text: &[u8]) -> Whole {
    // A line counts when its end has come.
    let Some(end) = text.iter().rposition(|&byte| byte == b'\n') else {
        return Whole::No;
    };
    let mut lines = Lines::new(&text[..end]);
    let is_rule = |line: &Line| line.text.starts_with(rule::PREFIX.as_bytes());
    let Some(size) = lines.find(|line| !is_rule(line)) else {
        return Whole::No;
    };
    // It may be in the form of another program, or wrong.
    let Ok((width, height)) = parse_size(size) else {
        return Whole::IfItEnds;
    };
    let mut special = false;
    for _ in 0..height {
        let Some(row) = lines.next() else {
            return Whole::No;
        };
        // The form of others that says the width first.
        if width != height && row.text.len() == height {
            return Whole::No;
        }
        special |= row.text.iter().any(|tile| b"VHX".contains(tile));
    }
    let Some(line) = lines.next() else {
        return if special { Whole::No } else { Whole::IfItEnds };
    };
    let count = line
        .words(COUNT)
        .and_then(|[word]| line.number(word, COUNT));
    match count {
        Ok(count) if (0..count).any(|_| lines.next().is_none()) => Whole::No,
        _ => Whole::Yes,
    }
}

/// What the first line of a board's text says of its rules; empty for those of the game.
pub(super) fn rule_words(board: &Board) -> String {
    rule::words(board.rules, board.turns, board.limit_of_game())
}

/// Writes a board, with a final newline.
pub fn print_board(board: &Board) -> String {
    let mut text = match rule_words(board) {
        words if words.is_empty() => words,
        words => format!("{} {words}\n", rule::PREFIX),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{} {}", board.height(), board.width());
    for row in board.tiles.chunks(board.width()) {
        text.extend(row.iter().map(|&tile| symbol(board, tile)));
        text.push('\n');
    }
    if board.counts_checkpoints {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", board.checkpoints.len());
        for &(cell, colour) in &board.checkpoints {
            let ((x, y), name) = (board.position(cell), board.colours[colour].name);
            let _ = writeln!(text, "{x} {y} {name}");
        }
    }
    text
}

/// How a tile of a board is written.
pub fn symbol(board: &Board, tile: Tile) -> char {
    match tile {
        Tile::Empty => '.',
        Tile::Horizontal => 'H',
        Tile::Vertical => 'V',
        Tile::Blocker => 'X',
        Tile::Terminal(colour) => board.colours[colour].name,
    }
}

/// The maximal straight pieces of an answer.
pub fn pieces(board: &Board, answer: &Answer) -> Vec<Piece> {
    let piece = |(colour, from, to)| Piece {
        from: board.position(from),
        to: board.position(to),
        colour,
    };
    answer.segments().into_iter().map(piece).collect()
}

/// Writes an answer: a line for each maximal straight piece.
pub fn print_answer(board: &Board, answer: &Answer) -> String {
    let pieces = pieces(board, answer).into_iter();
    pieces.map(|piece| print_piece(board, &piece)).collect()
}

/// Writes a piece as a line, with its newline.
pub fn print_piece(board: &Board, piece: &Piece) -> String {
    let ((x1, y1), (x2, y2)) = (piece.from, piece.to);
    let name = board.colours[piece.colour].name;
    format!("{x1} {y1} {x2} {y2} {name}\n")
}

/// Reads the pieces of an answer. They stay on the board; whether they obey the rules is another
/// question.
pub fn parse_pieces(board: &Board, text: &[u8]) -> Result<Vec<Piece>, TextError> {
    let names = board.colours.iter().map(|colour| colour.name);
    let numbers: Numbers = names.zip(0..).collect();
    let piece = |line: Line| {
        const FORM: &str = "'x1 y1 x2 y2 colour'";
        let [x1, y1, x2, y2, name] = line.words(FORM)?;
        let end = |x, y| {
            let (x, y) = (line.number(x, FORM)?, line.number(y, FORM)?);
            let (width, height) = (board.width(), board.height());
            if x < width && y < height {
                return Ok((x, y));
            }
            Err(line.flaw(Flaw::Outside {
                x,
                y,
                width,
                height,
            }))
        };
        let (from, to) = (end(x1, y1)?, end(x2, y2)?);
        if from == to || (from.0 != to.0 && from.1 != to.1) {
            return Err(line.flaw(Flaw::NotStraight));
        }
        let colour = parse_colour(&numbers, line, name)?;
        Ok(Piece { from, to, colour })
    };
    Lines::new(text).map(piece).collect()
}

const COUNT: &str = "the number of checkpoints";

/// Where a terminal stands.
#[derive(Clone, Copy)]
struct Place {
    cell: usize,
    line: usize,
    column: usize,
}

/// The number of the colour that each name stands for.
type Numbers = HashMap<char, usize>;

/// The terminals found so far, by the colour's number.
#[derive(Default)]
struct Places {
    numbers: Numbers,
    found: Vec<(char, Place, Option<Place>)>,
}

/// The rule that a line names, if it is one that does.
fn parse_rule(line: Line) -> Result<Option<Change>, TextError> {
    let Some(words) = line.text.strip_prefix(rule::PREFIX.as_bytes()) else {
        return Ok(None);
    };
    let change = Change::of_words(&String::from_utf8_lossy(words));
    change.map(Some).map_err(|bad| line.flaw(Flaw::Rule(bad)))
}

fn parse_size(line: Line) -> Result<(usize, usize), TextError> {
    let [height, width] = line.words("'height width'")?;
    let side = |word: &[u8], side| {
        let number = line.number(word, "'height width'");
        match number {
            Ok(number) if (1..=Board::MAX_SIDE).contains(&number) => Ok(number),
            Err(error) if !word.iter().all(u8::is_ascii_digit) => Err(error),
            _ => Err(line.flaw(Flaw::BadSide {
                side,
                value: excerpt(word),
            })),
        }
    };
    let (height, width) = (side(height, "the height")?, side(width, "the width")?);
    if width * height > Board::MAX_CELLS {
        return Err(line.flaw(Flaw::TooManyCells { width, height }));
    }
    Ok((width, height))
}

fn parse_row(
    line: Line,
    row: usize,
    width: usize,
    tiles: &mut Vec<Tile>,
    places: &mut Places,
) -> Result<(), TextError> {
    let mut column = 0;
    for chunk in line.text.utf8_chunks() {
        for character in chunk.valid().chars() {
            column += 1;
            let cell = tiles.len();
            tiles.push(match character {
                '.' => Tile::Empty,
                'H' => Tile::Horizontal,
                'V' => Tile::Vertical,
                'X' => Tile::Blocker,
                name if name.is_whitespace() || name.is_control() => {
                    let found = format!("'{}'", name.escape_debug());
                    return Err(line.flaw(Flaw::BadTile { column, found }));
                }
                name => {
                    let place = Place {
                        cell,
                        line: line.number,
                        column,
                    };
                    let next = places.found.len();
                    let colour = *places.numbers.entry(name).or_insert(next);
                    match places.found.get_mut(colour) {
                        None => places.found.push((name, place, None)),
                        Some((_, _, second @ None)) => *second = Some(place),
                        Some(_) => {
                            return Err(line.flaw(Flaw::ThirdTerminal { column, name }));
                        }
                    }
                    Tile::Terminal(colour)
                }
            });
        }
        if let Some(byte) = chunk.invalid().first() {
            let found = format!("byte 0x{byte:02x}");
            let column = column + 1;
            return Err(line.flaw(Flaw::BadTile { column, found }));
        }
    }
    if column == width {
        return Ok(());
    }
    Err(line.flaw(Flaw::RowLength {
        row,
        found: column,
        width,
    }))
}

fn parse_checkpoint(
    board: &Board,
    numbers: &Numbers,
    line: Line,
) -> Result<(usize, usize), TextError> {
    const FORM: &str = "a checkpoint 'x y colour'";
    let [x_word, y_word, name] = line.words(FORM)?;
    let is_number = |word: &[u8]| {
        word.strip_prefix(b"-")
            .unwrap_or(word)
            .iter()
            .all(u8::is_ascii_digit)
    };
    let (x, y) = match (line.number(x_word, FORM), line.number(y_word, FORM)) {
        (Ok(x), Ok(y)) if x < board.width() && y < board.height() => (x, y),
        (Err(error), _) if !is_number(x_word) => return Err(error),
        (_, Err(error)) if !is_number(y_word) => return Err(error),
        _ => {
            return Err(line.flaw(Flaw::CheckpointOutside {
                x: excerpt(x_word),
                y: excerpt(y_word),
                width: board.width(),
                height: board.height(),
            }));
        }
    };
    let cell = board.cell(x, y);
    let tile = match board.tile(cell) {
        Tile::Blocker => Some("blocker"),
        Tile::Terminal(_) => Some("terminal"),
        Tile::Empty | Tile::Horizontal | Tile::Vertical => None,
    };
    if let Some(tile) = tile {
        return Err(line.flaw(Flaw::CheckpointOn { x, y, tile }));
    }
    Ok((cell, parse_colour(numbers, line, name)?))
}

fn parse_colour(numbers: &Numbers, line: Line, word: &[u8]) -> Result<usize, TextError> {
    let text = std::str::from_utf8(word).unwrap_or_default();
    let mut letters = text.chars();
    let name = letters.next().filter(|_| letters.next().is_none());
    let colour = name.and_then(|name| numbers.get(&name).copied());
    colour.ok_or_else(|| line.flaw(Flaw::UnknownColour(excerpt(word))))
}

/// A line of a text.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// Counted from 1.
    number: usize,
    text: &'a [u8],
}

impl<'a> Line<'a> {
    fn flaw(self, what: Flaw) -> TextError {
        let line = self.number;
        TextError { line, what }
    }

    fn expected(self, expected: &'static str) -> TextError {
        let found = excerpt(self.text);
        self.flaw(Flaw::Expected { expected, found })
    }

    /// Exactly N words.
    fn words<const N: usize>(self, expected: &'static str) -> Result<[&'a [u8]; N], TextError> {
        let words = self.text.split(u8::is_ascii_whitespace);
        let words: Vec<_> = words.filter(|word| !word.is_empty()).take(N + 1).collect();
        words.try_into().map_err(|_| self.expected(expected))
    }

    fn number(self, word: &[u8], expected: &'static str) -> Result<usize, TextError> {
        let digits = !word.is_empty() && word.iter().all(u8::is_ascii_digit);
        let number = digits.then(|| std::str::from_utf8(word).ok()?.parse().ok());
        number.flatten().ok_or_else(|| self.expected(expected))
    }
}

/// The lines of a text, without the empty ones at its end.
struct Lines<'a> {
    rest: Option<&'a [u8]>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a [u8]) -> Self {
        let text = text.trim_ascii_end();
        Self {
            rest: (!text.is_empty()).then_some(text),
            number: 0,
        }
    }

    fn next_line(&mut self, expected: &str) -> Result<Line<'a>, TextError> {
        let line = self.number + 1;
        let what = || Flaw::Ends(expected.to_owned());
        self.next().ok_or_else(|| TextError { line, what: what() })
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = self.rest?;
        let end = rest.iter().position(|&byte| byte == b'\n');
        let (text, rest) = match end {
            Some(end) => (&rest[..end], Some(&rest[end + 1..])),
            None => (rest, None),
        };
        self.rest = rest;
        self.number += 1;
        Some(Line {
            number: self.number,
            text: text.trim_ascii_end(),
        })
    }
}

/// The beginning of some bytes, short and printable.
fn excerpt(bytes: &[u8]) -> String {
    const LENGTH: usize = 24;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * LENGTH)]);
    let mut short: String = text.chars().take(LENGTH).collect();
    if short.len() < bytes.len() && short.chars().count() == LENGTH {
        short.push_str("...");
    }
    short.escape_debug().to_string()
}
