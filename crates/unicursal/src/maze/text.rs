//! The file form of a maze: one line for each row, `#` for path, a blank for wall, one `S`, one
//! `E`.
//!
//! Lines may end with LF or CRLF, the last one also without a line end; shorter lines are padded
//! with blanks. The errors begin with texts that are familiar from other programs for these mazes.

use super::{Board, Rule};
use crate::character::character;
use crate::{Dir, Error, Grid, Place};

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
/// # Ok::<(), unicursal::Error>(())
/// ```
pub fn parse(text: &[u8]) -> Result<Board, Error> {
    let wrong = |what: String, place| Err(Error::bad_input(what, place));
    let missing = |what: &str| {
        let rule = "Every map needs exactly one START and exactly one END position";
        wrong(format!("{rule}: {what}"), None)
    };
    if text.is_empty() {
        return missing("the map is empty");
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
            let place = |(x, y)| Place::column(y + 1, x + 1);
            let here = place((x, y));
            let again = |name: &str, first| {
                let first = place(first);
                let what =
                    format!("The map has more than one {name} position: {here}, after {first}");
                wrong(what, Some(here))
            };
            match cell {
                b'#' | b' ' => {}
                b'S' => {
                    if let Some(first) = start.replace((x, y)) {
                        return again("START", first);
                    }
                }
                b'E' => {
                    if let Some(first) = end.replace((x, y)) {
                        return again("END", first);
                    }
                }
                _ => {
                    let found = character(&row[x..]);
                    let what = format!("Invalid character in the map: {here}: {found}");
                    return wrong(what, Some(here));
                }
            }
        }
        (width, height) = (width.max(row.len()), y + 1);
    }
    let (start, end) = match (start, end) {
        (Some(start), Some(end)) => (start, end),
        (None, Some(_)) => return missing("there is no S"),
        (Some(_), None) => return missing("there is no E"),
        (None, None) => return missing("there is no S and no E"),
    };
    // One long line among many short ones can make a large map out of a small file.
    if width.saturating_mul(height) > Grid::MAX_CELLS {
        let most = Grid::MAX_CELLS;
        let what = format!("A map of {width}x{height} is too large: at most {most} cells");
        return wrong(what, None);
    }
    let rows: Vec<&[u8]> = rows().collect();
    let is_path = |x: usize, y: usize| rows[y].get(x) == Some(&b'#');
    let board = Board::from_fn((width, height), start, end, is_path);
    if board.exits(board.start()) == 0 {
        let place = Place::column(start.1 + 1, start.0 + 1);
        return wrong(
            format!("The START position is walled in: {place}"),
            Some(place),
        );
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
pub fn parse_walk(text: &[u8]) -> Result<Vec<Dir>, Error> {
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
                let found = character(&letters[index..]);
                let flaw = format!("{found} is none of the steps N, W, S, E");
                return Err(Error::flaw(Place::byte(before + index), flaw));
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
