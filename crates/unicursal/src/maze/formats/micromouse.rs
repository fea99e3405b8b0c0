//! The text of micromouse collections: posts, and between them `---`, `|` or blanks; `S` and `G`
//! are marks. Without any marks, start and goal are where contests put them.

use super::super::Board;
use super::cells::Cells;
use crate::format::{flaw, lines};
use crate::{Dir, Error, Grid, Place};

pub(super) fn is_micromouse(text: &[u8]) -> bool {
    text.starts_with(b"o---") || text.starts_with(b"+---")
}

pub(super) fn read(text: &[u8]) -> Result<Board, Error> {
    let lines = lines(text)?;
    let rows: Vec<Vec<char>> = lines.iter().map(|(_, row)| row.chars().collect()).collect();
    let (width, height) = (rows[0].len() / 4, rows.len() / 2);
    if rows[0].len() % 4 != 1 || rows.len() % 2 != 1 || width == 0 || height == 0 {
        let what = format!(
            "a maze has 4 characters and 2 lines for each cell, and one more; not {} and {}",
            rows[0].len(),
            rows.len()
        );
        return Err(flaw(Place::line(1), what));
    }
    if width > Grid::MAX_SIDE / 2
        || height > Grid::MAX_SIDE / 2
        || 4 * width * height > Grid::MAX_CELLS
    {
        return Err(flaw(
            Place::line(1),
            format!("a maze of {width}x{height} is too large"),
        ));
    }
    let at = |x: usize, y: usize| rows[y].get(x).copied().unwrap_or(' ');
    let mut cells = Cells {
        width,
        height,
        right: vec![false; width * height],
        down: vec![false; width * height],
        start: None,
        goals: Vec::new(),
    };
    for (y, row) in rows.iter().enumerate() {
        if row.len() > rows[0].len() {
            return Err(flaw(
                Place::line(y + 1),
                "this line is longer than the first",
            ));
        }
        for x in 0..rows[0].len() {
            let (mark, place) = (at(x, y), Place::column(y + 1, x + 1));
            let edge = x == 0 || y == 0 || x == 4 * width || y == 2 * height;
            let cell = (x.saturating_sub(1) / 4, y.saturating_sub(1) / 2);
            let index = cell.1 * width + cell.0;
            match (x % 4, y % 2, mark) {
                (0, 0, 'o' | '+') | (1..=3, 0, '-') | (0, 1, '|') | (1..=3, 1, ' ') => {}
                (1..=3, 0, ' ') | (0, 1, ' ') if edge => {
                    return Err(flaw(place, "the outer wall is open here"));
                }
                (0, 1, ' ') => cells.right[index] = true,
                (1 | 3, 0, ' ') if at(x / 4 * 4 + 2, y) == ' ' => {}
                (2, 0, ' ') => cells.down[index] = true,
                (2, 1, 'S') if cells.start.is_none() => cells.start = Some(cell),
                (2, 1, 'S') => return Err(flaw(place, "there is an S already")),
                (2, 1, 'G') => cells.goals.push(cell),
                (0, 0, _) => return Err(flaw(place, "expected a post, 'o' or '+'")),
                _ => {
                    let what = format!("'{}' does not belong here", mark.escape_debug());
                    return Err(flaw(place, what));
                }
            }
        }
    }
    if cells.start.is_none() && cells.goals.is_empty() {
        cells.mark_as_usual();
    }
    cells.board()
}

pub(super) fn write(board: &Board) -> Result<Vec<u8>, Error> {
    let cells = Cells::of(board, "micromouse")?;
    let mut text = format!("o{}\n", "---o".repeat(cells.width));
    for y in 0..cells.height {
        text.push('|');
        for x in 0..cells.width {
            text.push(' ');
            text.push(match (x, y) {
                cell if Some(cell) == cells.start => 'S',
                cell if cells.goals.contains(&cell) => 'G',
                _ => ' ',
            });
            text.push(' ');
            text.push(if cells.can_go((x, y), Dir::Right).is_some() {
                ' '
            } else {
                '|'
            });
        }
        text.push_str("\no");
        for x in 0..cells.width {
            let open = cells.can_go((x, y), Dir::Down).is_some();
            text.push_str(if open { "   o" } else { "---o" });
        }
        text.push('\n');
    }
    Ok(text.into_bytes())
}
