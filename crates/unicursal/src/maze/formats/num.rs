//! The `num` file of the simulator mms: a line `X Y N E S W` for each cell, whose place is counted
//! from the bottom left, with 1 for each wall. Start and goal are not in the file; they are where
//! contests put them.

use std::fmt::Write;

use super::super::Board;
use super::cells::Cells;
use crate::format::{flaw, lines, number};
use crate::{Dir, Error, Grid, Place};

/// The sides of a cell in the order of a line.
const SIDES: [(Dir, &str); 4] = [
    (Dir::Up, "north"),
    (Dir::Right, "east"),
    (Dir::Down, "south"),
    (Dir::Left, "west"),
];

/// A cell as given in a line: its place, counted from the bottom left, and its walls.
struct Line {
    place: Place,
    x: usize,
    y: usize,
    walls: [bool; 4],
}

pub(super) fn is_num(text: &[u8]) -> bool {
    let Ok(lines) = lines(text) else {
        return false;
    };
    let is_cell = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let digits = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        words.len() == 6
            && words.iter().all(digits)
            && words[2..].iter().all(|word| ["0", "1"].contains(word))
    };
    let mut lines = lines.iter().map(|(_, line)| *line);
    lines.next().is_some_and(is_cell) && lines.all(|line| line.is_empty() || is_cell(line))
}

fn read_line(line: usize, text: &str) -> Result<Line, Error> {
    let place = Place::line(line);
    let words: Vec<&str> = text.split_whitespace().collect();
    let [x, y, ref walls @ ..] = words[..] else {
        return Err(flaw(place, "expected six numbers: X Y N E S W"));
    };
    let Ok(walls) = <[&str; 4]>::try_from(walls) else {
        return Err(flaw(place, "expected six numbers: X Y N E S W"));
    };
    if let Some((wall, (_, side))) = walls
        .iter()
        .zip(SIDES)
        .find(|(wall, _)| !["0", "1"].contains(wall))
    {
        let wall: String = wall.chars().take(24).collect();
        let what = format!(
            "the wall in the {side} must be 0 or 1, not '{}'",
            wall.escape_debug()
        );
        return Err(flaw(place, what));
    }
    Ok(Line {
        place,
        x: number(place, "X", x)?,
        y: number(place, "Y", y)?,
        walls: walls.map(|wall| wall == "1"),
    })
}

pub(super) fn read(text: &[u8]) -> Result<Board, Error> {
    let lines: Vec<Line> = lines(text)?
        .into_iter()
        .filter(|(_, line)| !line.is_empty())
        .map(|(line, text)| read_line(line, text))
        .collect::<Result<_, _>>()?;
    if lines.is_empty() {
        return Err(flaw(Place::line(1), "there are no cells"));
    }
    let side = |place: fn(&Line) -> usize| {
        let most = lines.iter().map(place).max();
        most.map_or(0, |most| most.saturating_add(1))
    };
    let (width, height) = (side(|line| line.x), side(|line| line.y));
    if width.max(height) > Grid::MAX_SIDE / 2 || 4 * width * height > Grid::MAX_CELLS {
        return Err(flaw(
            Place::line(1),
            format!("a maze of {width}x{height} is too large"),
        ));
    }
    if lines.len() != width * height {
        let what = format!(
            "there are {} cells, but a maze of {width}x{height} has {}",
            lines.len(),
            width * height
        );
        return Err(flaw(Place::line(1), what));
    }
    // Row by row from the top.
    let mut known: Vec<Option<&Line>> = vec![None; width * height];
    for line in &lines {
        let cell = (height - 1 - line.y) * width + line.x;
        if known[cell].replace(line).is_some() {
            let what = format!("the cell {} {} was there before", line.x, line.y);
            return Err(flaw(line.place, what));
        }
    }
    let known: Vec<&Line> = known.into_iter().flatten().collect();
    for (cell, line) in known.iter().enumerate() {
        let (x, y) = (cell % width, cell / width);
        let beside = [
            (y > 0).then(|| cell - width),
            (x + 1 < width).then(|| cell + 1),
            (y + 1 < height).then(|| cell + width),
            (x > 0).then(|| cell - 1),
        ];
        for side in 0..4 {
            let name = SIDES[side].1;
            match beside[side] {
                None if !line.walls[side] => {
                    let what = format!("the outer wall in the {name} is open");
                    return Err(flaw(line.place, what));
                }
                Some(other) if known[other].walls[(side + 2) % 4] != line.walls[side] => {
                    let what =
                        format!("the wall in the {name} stands on one of its two sides only");
                    return Err(flaw(line.place, what));
                }
                _ => {}
            }
        }
    }
    let mut cells = Cells {
        width,
        height,
        right: known.iter().map(|line| !line.walls[1]).collect(),
        down: known.iter().map(|line| !line.walls[2]).collect(),
        start: None,
        goals: Vec::new(),
    };
    cells.mark_as_usual();
    cells.board()
}

pub(super) fn write(board: &Board) -> Result<Vec<u8>, Error> {
    const FORM: &str = "num";
    let cells = Cells::of(board, FORM)?;
    cells.must_be_as_usual(board, FORM)?;
    let mut text = String::new();
    for x in 0..cells.width {
        for y in 0..cells.height {
            let cell = (x, cells.height - 1 - y);
            // Writing to a string cannot fail.
            let _ = write!(text, "{x} {y}");
            for (dir, _) in SIDES {
                text += if cells.can_go(cell, dir).is_some() {
                    " 0"
                } else {
                    " 1"
                };
            }
            text.push('\n');
        }
    }
    Ok(text.into_bytes())
}
