//! The file form of a maze: one line for each row, `#` for path, a blank for wall, one `S`, one
//! `E`.
//!
//! Lines may end with LF or CRLF, the last one also without a line end; shorter lines are padded
//! with blanks. The errors begin with texts that are familiar from other programs for these mazes.

use std::fmt;

use thiserror::Error;

use super::{Board, Rule};
use crate::character::character;
use crate::{Dir, Grid};

/// A place in the file; rows and columns count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub row: usize,
    /// The character in it.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.row, self.column)
    }
}

/// Why a text is not a maze.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextError {
    /// A character that means nothing.
    #[error("Invalid character in the map: {place}: {found}")]
    BadCell {
        /// Where it is.
        place: Place,
        /// The character, or the byte if it is not text.
        found: String,
    },
    /// The start, the end or both are missing.
    #[error("Every map needs exactly one START and exactly one END position: {0}")]
    Missing(&'static str),
    /// A second start.
    #[error("The map has more than one START position: {second}, after {first}")]
    TwoStarts {
        /// The first one.
        first: Place,
        /// The one too many.
        second: Place,
    },
    /// A second end.
    #[error("The map has more than one END position: {second}, after {first}")]
    TwoEnds {
        /// The first one.
        first: Place,
        /// The one too many.
        second: Place,
    },
    /// Not a single step can be taken.
    #[error("The START position is walled in: {0}")]
    WalledIn(Place),
    /// More cells than are supported.
    #[error(
        "A map of {width}x{height} is too large: at most {} cells",
        Grid::MAX_CELLS
    )]
    TooLarge {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
}

impl TextError {
    /// Where the fault is, if it has a place.
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::BadCell { place, .. } | Self::WalledIn(place) => Some(*place),
            Self::TwoStarts { second, .. } | Self::TwoEnds { second, .. } => Some(*second),
            Self::Missing(_) | Self::TooLarge { .. } => None,
        }
    }
}

/// Reads a map.
///
/// ```
/// use unicursal::maze::text;
///
/// let board = text::parse(b"S#\r\n #E")?;
/// assert_eq!((board.width(), board.height()), (3, 2));
/// assert_eq!(text::print(&board), "S# \n #E\n");
///
/// let error = text::parse(b"S#E\n  x").unwrap_err();
/// let expected = "Invalid character in the map: line 2, column 3: 'x'";
/// assert_eq!(error.to_string(), expected);
/// # Ok::<(), unicursal::maze::text::TextError>(())
/// ```
pub fn parse(text: &[u8]) -> Result<Board, TextError> {
    if text.is_empty() {
        return Err(TextError::Missing("the map is empty"));
    }
    let rows = || {
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        let lines = text.split(|&c| c == b'\n');
        lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line))
    };
    let (mut start, mut end) = (None, None);
    let (mut width, mut height) = (0, 0);
    for (y, row) in rows().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            let place = |(x, y)| Place {
                row: y + 1,
                column: x + 1,
            };
            let second = place((x, y));
            match cell {
                b'#' | b' ' => {}
                b'S' => {
                    if let Some(first) = start.replace((x, y)).map(place) {
                        return Err(TextError::TwoStarts { first, second });
                    }
                }
                b'E' => {
                    if let Some(first) = end.replace((x, y)).map(place) {
                        return Err(TextError::TwoEnds { first, second });
                    }
                }
                _ => {
                    let (place, found) = (second, character(&row[x..]));
                    return Err(TextError::BadCell { place, found });
                }
            }
        }
        (width, height) = (width.max(row.len()), y + 1);
    }
    let (start, end) = match (start, end) {
        (Some(start), Some(end)) => (start, end),
        (None, Some(_)) => return Err(TextError::Missing("there is no S")),
        (Some(_), None) => return Err(TextError::Missing("there is no E")),
        (None, None) => return Err(TextError::Missing("there is no S and no E")),
    };
    // One long line among many short ones can make a large map out of a small file.
    if width.saturating_mul(height) > Grid::MAX_CELLS {
        return Err(TextError::TooLarge { width, height });
    }
    let rows: Vec<&[u8]> = rows().collect();
    let is_path = |x: usize, y: usize| rows[y].get(x) == Some(&b'#');
    let board = Board::from_fn((width, height), start, end, is_path);
    if board.exits(board.start()) == 0 {
        return Err(TextError::WalledIn(Place {
            row: start.1 + 1,
            column: start.0 + 1,
        }));
    }
    Ok(board)
}

/// How a cell of a maze is written.
pub fn symbol(board: &Board, cell: usize) -> char {
    match cell {
        _ if cell == board.start() => 'S',
        _ if cell == board.end() => 'E',
        _ if board.is_free(cell) => '#',
        _ => ' ',
    }
}

/// Writes a map, all rows of the same length, with a final newline.
pub fn print(board: &Board) -> String {
    let mut text = String::with_capacity((board.width() + 1) * board.height());
    for y in 0..board.height() {
        let row = board.cell(0, y);
        text.extend((row..row + board.width()).map(|cell| symbol(board, cell)));
        text.push('\n');
    }
    text
}

/// The letter of a direction on the compass.
pub const fn compass(dir: Dir) -> char {
    match dir {
        Dir::Up => 'N',
        Dir::Left => 'W',
        Dir::Down => 'S',
        Dir::Right => 'E',
    }
}

/// Reads a walk: a letter `N W S E` for each step, after `rule=NAME&path=` or alone.
///
/// The text alone does not tell whether the walk can be followed; the rule is for the checker.
pub fn parse_walk(text: &[u8]) -> Result<Vec<Dir>, BadWalk> {
    let text = text.trim_ascii_end();
    let letters = match text.iter().rposition(|&c| c == b'=') {
        Some(equals) => &text[equals + 1..],
        None => text,
    };
    let before = text.len() - letters.len();
    let steps = letters.iter().enumerate().map(|(index, letter)| {
        let dir = match letter {
            b'N' => Dir::Up,
            b'W' => Dir::Left,
            b'S' => Dir::Down,
            b'E' => Dir::Right,
            _ => {
                return Err(BadWalk {
                    byte: before + index,
                    found: character(&letters[index..]),
                });
            }
        };
        Ok(dir)
    });
    steps.collect()
}

/// Writes a walk: the rule that it follows, and a letter for each step.
pub fn print_walk(rule: Rule, walk: &[Dir]) -> String {
    let mut text = format!("rule={}&path=", rule.name());
    text.extend(walk.iter().map(|&dir| compass(dir)));
    text.push('\n');
    text
}

/// A character of a walk that is not one of its letters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {byte}: {found} is none of the steps N, W, S, E")]
pub struct BadWalk {
    /// Where it is, counted from 0.
    pub byte: usize,
    /// The character, or the byte if it is not text.
    pub found: String,
}

#[cfg(test)]
mod tests {
    use super::{parse, print};

    fn error(text: &[u8]) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn reads_ragged_lines_and_all_line_ends() {
        for text in ["S#\n # #\n E", "S#\r\n # #\r\n E\r\n", "S#  \n # #\n E\n"] {
            let board = parse(text.as_bytes()).unwrap();
            assert_eq!(print(&board), "S#  \n # #\n E  \n", "{text:?}");
        }
        let again = print(&parse(b"\n#S\n E#  ").unwrap());
        assert_eq!(again, "     \n#S   \n E#  \n");
        assert_eq!(print(&parse(again.as_bytes()).unwrap()), again);
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let needs = "Every map needs exactly one START and exactly one END position: ";
        assert_eq!(error(b""), format!("{needs}the map is empty"));
        assert_eq!(error(b"\n"), format!("{needs}there is no S and no E"));
        assert_eq!(error(b"##E"), format!("{needs}there is no S"));
        assert_eq!(error(b"S##\n###"), format!("{needs}there is no E"));
        assert_eq!(
            error(b"S#\n#S\nE"),
            "The map has more than one START position: line 2, column 2, after line 1, column 1"
        );
        assert_eq!(
            error(b"S#E\n E"),
            "The map has more than one END position: line 2, column 2, after line 1, column 3"
        );
        assert_eq!(
            error(b"S E"),
            "The START position is walled in: line 1, column 1"
        );
        let invalid = "Invalid character in the map: ";
        assert_eq!(
            error(b"S#E\n\t"),
            format!("{invalid}line 2, column 1: '\\t'")
        );
        assert_eq!(error(b"S\r#E"), format!("{invalid}line 1, column 2: '\\r'"));
        assert_eq!(
            error("Sé".as_bytes()),
            format!("{invalid}line 1, column 2: 'é'")
        );
        assert_eq!(
            error(b"S\xff"),
            format!("{invalid}line 1, column 2: byte 0xff")
        );
    }

    #[test]
    fn a_small_file_cannot_ask_for_a_huge_map() {
        let mut text = vec![b'#'; 100_000];
        text.extend_from_slice(b"SE");
        text.extend(std::iter::repeat_n(b'\n', 100_000));
        assert!(error(&text).contains("100002x100000 is too large"));
    }
}
