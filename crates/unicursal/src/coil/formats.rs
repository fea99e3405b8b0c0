//! Coil levels as rows of text, and their graph for TSPLIB.
//!
//! Rows have a character for each cell: `.` is free, `X`, `#` and `█` are walls. A frame of `#` or
//! `█` around the board is a frame, not a part of it, and so is one of `+`, `-` and `|` as `draw`
//! prints it, with blanks between the cells.

use super::Board;
use crate::format::{NumberedLine, flaw, lines};
use crate::{Error, Format, Grid, Place, tsplib};

/// Every foreign form, in the order in which they are tried.
pub(super) const FORMATS: &[Format<Board>] = &[
    Format {
        name: "drawing",
        help: "what 'draw' prints of a level alone: a frame of + - |, blanks between the cells",
        recognises: is_drawing,
        read: Some(read_drawing),
        write: Some(write_drawing),
    },
    Format {
        name: "framed",
        help: "rows of '.' and '#' (or '█'), with a frame of walls around the board",
        recognises: is_framed,
        read: Some(read_framed),
        write: Some(write_framed),
    },
    Format {
        name: "rows",
        help: "rows of '.' and 'X' (or '#', '█') without a frame",
        recognises: is_rows,
        read: Some(read_rows),
        write: Some(write_rows),
    },
    Format {
        name: "tsplib",
        help: "TSPLIB's HCP: the graph of the free cells, in which a solution is a Hamiltonian path",
        recognises: |_| false,
        read: None,
        write: Some(|board| tsplib::path_problem("coil", board, None)),
    },
];

/// What makes a frame of rows.
const FRAME: [char; 2] = ['#', '█'];

/// The first line of a text that is not blank.
fn first_line(text: &[u8]) -> &str {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let line = lines.find(|line| !line.is_empty());
    std::str::from_utf8(line.unwrap_or_default()).unwrap_or_default()
}

fn is_rows(text: &[u8]) -> bool {
    let first = first_line(text);
    !first.is_empty() && first.chars().all(|cell| ".X#█".contains(cell))
}

fn is_framed(text: &[u8]) -> bool {
    if !first_line(text).starts_with(FRAME) {
        return false;
    }
    let Ok(rows) = lines(text) else {
        return false;
    };
    let (Some((_, first)), Some((_, last))) = (rows.first(), rows.last()) else {
        return false;
    };
    let mut sides = rows.iter();
    rows.len() > 2
        && first.chars().nth(2).is_some()
        && [first, last]
            .iter()
            .all(|row| row.chars().all(|cell| FRAME.contains(&cell)))
        && sides.all(|(_, row)| row.starts_with(FRAME) && row.ends_with(FRAME))
}

fn is_drawing(text: &[u8]) -> bool {
    let first = first_line(text);
    first.starts_with("+-") || first.starts_with("Level: ") || first.starts_with("Dimensions: ")
}

/// Reads rows of cells; `x` and `y` are where the board begins in the text.
fn read_cells(rows: &[(Place, Vec<char>)]) -> Result<Board, Error> {
    let (place, width) = rows
        .first()
        .map_or((Place::line(1), 0), |(place, row)| (*place, row.len()));
    let height = rows.len();
    if !Grid::is_size(width, height) {
        return Err(flaw(
            place,
            format!("a board of {width}x{height} is not supported"),
        ));
    }
    for (place, row) in rows {
        if let Some(x) = row.iter().position(|cell| !".X#█".contains(*cell)) {
            let column = place.column.map(|column| column + x);
            let what = format!("'{}' is neither '.' nor a wall", row[x].escape_debug());
            return Err(flaw(Place { column, ..*place }, what));
        }
        if row.len() != width {
            let place = Place {
                column: None,
                ..*place
            };
            return Err(flaw(
                place,
                format!("the row has {} cells, not {width}", row.len()),
            ));
        }
    }
    Ok(Board::from_fn(width, height, |x, y| rows[y].1[x] == '.'))
}

/// The rows of a text, without blank lines before them.
fn rows_of(text: &[u8]) -> Result<Vec<NumberedLine<'_>>, Error> {
    let lines = lines(text)?;
    Ok(lines
        .into_iter()
        .skip_while(|(_, row)| row.is_empty())
        .collect())
}

fn read_rows(text: &[u8]) -> Result<Board, Error> {
    let rows = rows_of(text)?.into_iter();
    let rows: Vec<_> = rows
        .map(|(line, row)| (Place::column(line, 1), row.chars().collect()))
        .collect();
    read_cells(&rows)
}

fn read_framed(text: &[u8]) -> Result<Board, Error> {
    let rows = rows_of(text)?;
    let mut inside = Vec::with_capacity(rows.len());
    for (index, &(line, row)) in rows.iter().enumerate() {
        let cells: Vec<char> = row.chars().collect();
        let edge = index == 0 || index + 1 == rows.len();
        let broken = if edge {
            cells.iter().position(|cell| !FRAME.contains(cell))
        } else {
            let ends = [0, cells.len().saturating_sub(1)];
            ends.into_iter()
                .find(|&x| !cells.get(x).is_some_and(|cell| FRAME.contains(cell)))
        };
        if let Some(x) = broken {
            return Err(flaw(Place::column(line, x + 1), "the frame is open here"));
        }
        if !edge {
            let cells = cells.get(1..cells.len() - 1).unwrap_or_default().to_vec();
            inside.push((Place::column(line, 2), cells));
        }
    }
    let width = rows.first().map_or(0, |(_, row)| row.chars().count());
    if let Some((place, row)) = inside.iter().find(|(_, row)| row.len() + 2 != width) {
        let place = Place {
            column: None,
            ..*place
        };
        let what = format!(
            "the row has {} cells, but the frame is {width} wide",
            row.len()
        );
        return Err(flaw(place, what));
    }
    read_cells(&inside)
}

fn read_drawing(text: &[u8]) -> Result<Board, Error> {
    let rows = rows_of(text)?.into_iter();
    let titles =
        |(_, row): &NumberedLine| row.starts_with("Level: ") || row.starts_with("Dimensions: ");
    let rows: Vec<_> = rows.skip_while(titles).collect();
    let is_edge =
        |row: &str| row.starts_with('+') && row.trim_matches('+').chars().all(|c| c == '-');
    let mut inside = Vec::with_capacity(rows.len());
    for (index, &(line, row)) in rows.iter().enumerate() {
        if index == 0 || index + 1 == rows.len() {
            if !is_edge(row) {
                return Err(flaw(
                    Place::line(line),
                    "expected a line of the frame, +---+",
                ));
            }
            continue;
        }
        let cells = row.strip_prefix('|').and_then(|row| row.strip_suffix('|'));
        let Some(cells) = cells else {
            return Err(flaw(Place::line(line), "a row begins and ends with '|'"));
        };
        let mut row = Vec::with_capacity(cells.len() / 2);
        for (x, cell) in cells.chars().enumerate() {
            match (x % 2, cell) {
                (0, ' ') => {}
                (1, cell) if ".X#█".contains(cell) => row.push(cell),
                _ => {
                    let place = Place::column(line, x + 2);
                    let what = format!(
                        "'{}' does not belong into the drawing of a level alone",
                        cell.escape_debug()
                    );
                    return Err(flaw(place, what));
                }
            }
        }
        inside.push((Place::line(line), row));
    }
    read_cells(&inside)
}

/// The rows of a board.
fn cells(board: &Board, wall: char) -> impl Iterator<Item = String> + '_ {
    (0..board.height()).map(move |y| {
        let row = board.row(y).iter();
        row.map(|&free| if free { '.' } else { wall }).collect()
    })
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "other forms cannot express every board"
)]
fn write_rows(board: &Board) -> Result<Vec<u8>, Error> {
    let text: String = cells(board, 'X').map(|row| row + "\n").collect();
    Ok(text.into_bytes())
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "other forms cannot express every board"
)]
fn write_framed(board: &Board) -> Result<Vec<u8>, Error> {
    let edge = "#".repeat(board.width() + 2);
    let mut rows = vec![edge.clone()];
    rows.extend(cells(board, '#').map(|row| format!("#{row}#")));
    rows.push(edge);
    Ok((rows.join("\n") + "\n").into_bytes())
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "other forms cannot express every board"
)]
fn write_drawing(board: &Board) -> Result<Vec<u8>, Error> {
    let edge = format!("+{}+\n", "-".repeat(2 * board.width() + 1));
    let mut text = edge.clone();
    for row in cells(board, '█') {
        text.push('|');
        for cell in row.chars() {
            text.push(' ');
            text.push(cell);
        }
        text.push_str(" |\n");
    }
    text += &edge;
    Ok(text.into_bytes())
}
