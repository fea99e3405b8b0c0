//! Rows with `#` for walls and blanks for path, with or without a frame of walls.

use super::super::{Board, text};
use crate::format::{NumberedLine, flaw, lines, utf8};
use crate::{Error, Place};

pub(super) fn is_walls(text: &[u8]) -> bool {
    text.starts_with(b"###")
        && lines(text).is_ok_and(|rows| is_framed(&rows))
        && text::parse(text).is_err()
        && read(text).is_ok()
}

/// Whether there are walls all around.
fn is_framed(rows: &[NumberedLine]) -> bool {
    let edge = |(_, row): &NumberedLine| row.bytes().all(|cell| cell == b'#');
    let closed =
        |(_, row): &NumberedLine| row.len() > 2 && row.starts_with('#') && row.ends_with('#');
    rows.len() > 2 && edge(&rows[0]) && edge(&rows[rows.len() - 1]) && rows.iter().all(closed)
}

pub(super) fn read(text: &[u8]) -> Result<Board, Error> {
    // Blanks at the end of a row are path.
    let rows: Vec<NumberedLine> = (1..)
        .zip(utf8(text)?.trim_end_matches(['\r', '\n']).split('\n'))
        .map(|(line, row)| (line, row.strip_suffix('\r').unwrap_or(row)))
        .collect();
    // Our own form with the two swapped, which then says what is wrong and where.
    let mut swapped = String::with_capacity(text.len());
    for (line, row) in &rows {
        for (x, cell) in row.chars().enumerate() {
            swapped.push(match cell {
                '#' => ' ',
                ' ' | '.' => '#',
                'S' | 'E' => cell,
                _ => {
                    let what = format!("'{}' is none of '#', ' ', '.', S, E", cell.escape_debug());
                    return Err(flaw(Place::column(*line, x + 1), what));
                }
            });
        }
        swapped.push('\n');
    }
    if !is_framed(&rows) {
        return text::parse(swapped.as_bytes());
    }
    let inside = swapped.lines().skip(1).take(rows.len() - 2);
    let inside: Vec<&str> = inside.map(|row| &row[1..row.len() - 1]).collect();
    text::parse((inside.join("\n") + "\n").as_bytes()).map_err(|error| {
        let place = error.place().map(|place| Place {
            line: place.line.map(|line| line + 1),
            column: place.column.map(|column| column + 1),
            ..place
        });
        Error::bad_input(format!("inside the frame: {error}"), place)
    })
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "other forms cannot express every board"
)]
pub(super) fn write(board: &Board) -> Result<Vec<u8>, Error> {
    let edge = "#".repeat(board.width() + 2);
    let mut text = format!("{edge}\n");
    for row in text::print(board).lines() {
        let swap = |cell| match cell {
            '#' => ' ',
            ' ' => '#',
            cell => cell,
        };
        text.push('#');
        text.extend(row.chars().map(swap));
        text.push_str("#\n");
    }
    text += &edge;
    text.push('\n');
    Ok(text.into_bytes())
}
