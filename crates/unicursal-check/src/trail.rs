//! Checks a path of a Trail board.
//!
//! The walker stands on the number 1. Each letter `u d l r` is one step to the next cell up, down,
//! left or right, which must not be blocked, visited before, or behind a thin wall. The numbers are
//! met in their order, every cell that is not blocked is visited, and the last one has the largest
//! number, unless 1 is the only number.
//!
//! ```
//! use unicursal_check::trail::{Verdict, check};
//!
//! let board = b"trail 2x2\n1|3\n. 2\n";
//! assert_eq!(check(board, b"dru\n").unwrap(), Verdict::Valid);
//! let Verdict::Wrong(wrong) = check(board, b"rdl").unwrap() else { panic!() };
//! assert_eq!(wrong.to_string(), "step 1 (r): a thin wall stands before (1, 0)");
//! assert_eq!(wrong.board(), "@.\n..\n");
//! ```

use crate::verdict::{missed, step};
use crate::{Malformed, Wrong, steps};

/// What the checker says about a well-formed path. The board of a wrong one shows `X` for a blocked
/// cell, `#` visited, `.` free, `@` the walker. Columns and rows count from 0, steps from 1.
pub use crate::Verdict;

/// A board, by rows.
pub(crate) struct Board {
    pub rows: Vec<Vec<Cell>>,
    /// How many numbers there are.
    pub last: usize,
    /// Column and row of the number 1.
    pub start: (usize, usize),
}

/// A cell of a board.
#[derive(Clone, Copy, Default)]
pub(crate) struct Cell {
    pub blocked: bool,
    /// Its number, or 0.
    pub number: usize,
    /// Whether a thin wall stands at its right side, and below it.
    pub right: bool,
    pub below: bool,
}

/// Judges a path on a board.
pub fn check(board: &[u8], path: &[u8]) -> Result<Verdict, Malformed> {
    let board = read_board(board).map_err(Malformed::of("board"))?;
    let letters = steps::read_path(path)?;
    let (mut x, mut y) = board.start;
    let mut visited = vec![vec![false; board.rows[0].len()]; board.rows.len()];
    visited[y][x] = true;
    let mut wanted = 2;
    for (index, &byte) in letters.iter().enumerate() {
        let at = (x, y);
        let step = step(index, byte);
        let to = steps::next((x, y), byte);
        let cell = to.and_then(|(x, y)| board.rows.get(y)?.get(x).copied());
        let (Some(cell), Some(to)) = (cell, to) else {
            let reason = format!("{step}: the board ends at ({x}, {y})");
            return Ok(wrong(reason, &board, &visited, at));
        };
        let here = board.rows[y][x];
        (x, y) = to;
        let is_walled = match byte {
            b'u' => cell.below,
            b'd' => here.below,
            b'l' => cell.right,
            _ => here.right,
        };
        let reason = if cell.blocked {
            format!("{step}: ({x}, {y}) is blocked")
        } else if is_walled {
            format!("{step}: a thin wall stands before ({x}, {y})")
        } else if visited[y][x] {
            format!("{step}: ({x}, {y}) was visited before")
        } else if cell.number > wanted {
            let found = cell.number;
            format!("{step}: ({x}, {y}) has the number {found}, and {wanted} comes first")
        } else {
            wanted += usize::from(cell.number == wanted);
            visited[y][x] = true;
            continue;
        };
        return Ok(wrong(reason, &board, &visited, at));
    }
    let cells = board.rows.iter().enumerate().flat_map(|(y, row)| {
        let row = row.iter().enumerate();
        row.map(move |(x, cell)| (x, y, cell))
    });
    let free = cells.filter(|&(x, y, cell)| !cell.blocked && !visited[y][x]);
    let last = board.last;
    let reason = missed(free.map(|(x, y, _)| (x, y))).or_else(|| {
        let is_elsewhere = last > 1 && board.rows[y][x].number != last;
        is_elsewhere.then(|| format!("the path ends at ({x}, {y}), not at the number {last}"))
    });
    Ok(match reason {
        None => Verdict::Valid,
        Some(reason) => wrong(reason, &board, &visited, (x, y)),
    })
}

fn wrong(reason: String, board: &Board, visited: &[Vec<bool>], at: (usize, usize)) -> Verdict {
    let mut text = String::new();
    for (y, row) in board.rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            text.push(match cell {
                _ if (x, y) == at => '@',
                cell if cell.blocked => 'X',
                _ if visited[y][x] => '#',
                _ => '.',
            });
        }
        text.push('\n');
    }
    Verdict::Wrong(Wrong {
        reason,
        board: text,
    })
}

/// Reads a title `trail WxH`, which may end with ` loop` (the same rule: a loop is a path that ends
/// beside its start), then rows of numbers, `.` and `#` with `|` between some of them, and
/// between some rows lines of `-` that stand under the cells of the row above.
pub(crate) fn read_board(text: &[u8]) -> Result<Board, String> {
    let text = std::str::from_utf8(text).map_err(|_| "it is not text".to_owned())?;
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let is_title = |line: &str| line.starts_with("trail");
    let mut title = None;
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    // For each cell of the last row, the columns of the text that are its own.
    let mut spans: Vec<(usize, usize)> = Vec::new();
    let mut dashed = false;
    for line in lines.iter().skip_while(|line| line.is_empty()) {
        if rows.is_empty() && title.is_none() && is_title(line) {
            title = Some(*line);
        } else if line.contains('-') {
            if dashed || rows.is_empty() {
                return Err("a line of walls has no row above it".to_owned());
            }
            dashed = true;
            put_below(line, &spans, rows.last_mut())?;
        } else if line.is_empty() {
            break;
        } else {
            dashed = false;
            let (row, own) = read_row(line)?;
            rows.push(row);
            spans = own;
        }
    }
    let (width, height) = (rows.first().map_or(0, Vec::len), rows.len());
    if width == 0 || rows.iter().any(|row| row.len() != width) {
        return Err("its rows are not of one length".to_owned());
    }
    if dashed {
        return Err("a line of walls has no row below it".to_owned());
    }
    if let Some(title) = title
        && title.strip_suffix(" loop").unwrap_or(title) != format!("trail {width}x{height}")
    {
        return Err(format!("'{title}' is not the size of {width}x{height}"));
    }
    numbered(rows)
}

/// Makes sure that the numbers are 1 to N, each once.
fn numbered(rows: Vec<Vec<Cell>>) -> Result<Board, String> {
    let mut found: Vec<(usize, (usize, usize))> = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            if cell.number > 0 {
                found.push((cell.number, (x, y)));
            }
        }
    }
    found.sort_unstable();
    let right = found
        .iter()
        .zip(1..)
        .all(|(&(number, _), wanted)| number == wanted);
    match found.first() {
        Some(&(_, start)) if right => Ok(Board {
            last: found.len(),
            start,
            rows,
        }),
        _ => Err("its numbers are not 1 to N, each once".to_owned()),
    }
}

/// The first and the last column of the text that are a cell's own.
type Span = (usize, usize);

/// The cells of a row, and the columns of the text from the first to the last that are each one's
/// own.
fn read_row(line: &str) -> Result<(Vec<Cell>, Vec<Span>), String> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut spans: Vec<(usize, usize)> = Vec::new();
    let mut pending_wall = false;
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let begin = at;
        let mut cell = Cell::default();
        match bytes[at] {
            b' ' => {
                at += 1;
                continue;
            }
            b'|' if !cells.is_empty() && !pending_wall => {
                pending_wall = true;
                at += 1;
                continue;
            }
            b'.' => at += 1,
            b'#' => {
                cell.blocked = true;
                at += 1;
            }
            digit if digit.is_ascii_digit() => {
                let digits = line[at..].bytes().take_while(u8::is_ascii_digit).count();
                let word = &line[at..at + digits];
                cell.number = match word.parse() {
                    Ok(0) | Err(_) => return Err(format!("'{word}' is no number of a cell")),
                    Ok(number) => number,
                };
                at += digits;
            }
            other => return Err(format!("'{}' is not a cell", other.escape_ascii())),
        }
        if let Some(before) = cells.last_mut() {
            before.right = pending_wall;
        }
        pending_wall = false;
        // Blanks before a cell are its own, but for the one, or the wall, that parts it from the
        // cell before.
        let own = spans.last().map_or(0, |&(_, last)| last + 2).min(begin);
        spans.push((own, at - 1));
        cells.push(cell);
    }
    if pending_wall {
        return Err("a row ends with a wall".to_owned());
    }
    Ok((cells, spans))
}

/// Puts walls below the cells of a row under which dashes stand.
fn put_below(
    line: &str,
    spans: &[(usize, usize)],
    row: Option<&mut Vec<Cell>>,
) -> Result<(), String> {
    let row = row.ok_or_else(|| "a line of walls has no row above it".to_owned())?;
    for (at, symbol) in line.char_indices() {
        let under = spans
            .iter()
            .position(|&(first, last)| first <= at && at <= last);
        match (symbol, under) {
            (' ', _) => {}
            ('-', Some(index)) => row[index].below = true,
            _ => return Err("a wall stands under no cell".to_owned()),
        }
    }
    Ok(())
}
