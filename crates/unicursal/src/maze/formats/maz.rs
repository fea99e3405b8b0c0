//! The `.maz` file of micromouse collections: a byte for each of 16x16 cells, with a bit for each
//! wall. Start and goal are not in the file; they are where contests put them.

use super::super::Board;
use super::cells::Cells;
use crate::format::flaw;
use crate::{Dir, Error, Place};

/// Cells on each side.
const MAZ: usize = 16;

/// The walls in a byte of a `.maz` file.
const WALLS: [(Dir, u8); 4] = [
    (Dir::Up, 1),
    (Dir::Right, 2),
    (Dir::Down, 4),
    (Dir::Left, 8),
];

/// The cell of a byte: columns from the left, each from the bottom.
fn maz_cell(byte: usize) -> (usize, usize) {
    (byte / MAZ, MAZ - 1 - byte % MAZ)
}

pub(super) fn is_maz(text: &[u8]) -> bool {
    text.len() == MAZ * MAZ && text.iter().all(|walls| *walls < 16)
}

pub(super) fn read(text: &[u8]) -> Result<Board, Error> {
    if text.len() != MAZ * MAZ {
        let what = format!("a .maz file has {} bytes, not {}", MAZ * MAZ, text.len());
        return Err(Error::bad_input(what, None));
    }
    let has_wall = |(x, y): (usize, usize), wall: u8| text[x * MAZ + MAZ - 1 - y] & wall != 0;
    for (byte, &walls) in text.iter().enumerate() {
        let place = Place::byte(byte);
        if walls >= 16 {
            return Err(flaw(
                place,
                format!("0x{walls:02x} holds more than four walls"),
            ));
        }
        let (x, y) = maz_cell(byte);
        let (right, below) = (has_wall((x, y), 2), has_wall((x, y), 4));
        let twins = [
            (x + 1 < MAZ, right, x + 1 < MAZ && has_wall((x + 1, y), 8)),
            (y + 1 < MAZ, below, y + 1 < MAZ && has_wall((x, y + 1), 1)),
        ];
        for (inside, here, there) in twins {
            if inside && here != there {
                return Err(flaw(place, "a wall stands on one of its two sides only"));
            }
            if !inside && !here {
                return Err(flaw(place, "the outer wall is open here"));
            }
        }
        if (x == 0 && !has_wall((x, y), 8)) || (y == 0 && !has_wall((x, y), 1)) {
            return Err(flaw(place, "the outer wall is open here"));
        }
    }
    let opens = |wall| {
        let cells = (0..MAZ).flat_map(|y| (0..MAZ).map(move |x| (x, y)));
        cells.map(|cell| !has_wall(cell, wall)).collect()
    };
    let mut cells = Cells {
        width: MAZ,
        height: MAZ,
        right: opens(2),
        down: opens(4),
        start: None,
        goals: Vec::new(),
    };
    cells.mark_as_usual();
    cells.board()
}

pub(super) fn write(board: &Board) -> Result<Vec<u8>, Error> {
    const FORM: &str = "maz";
    let cells = Cells::of(board, FORM)?;
    if (cells.width, cells.height) != (MAZ, MAZ) {
        return Err(Error::bad_request(format!(
            "the form '{FORM}' cannot express a maze of {}x{} cells, only {MAZ}x{MAZ}",
            cells.width, cells.height
        )));
    }
    cells.must_be_as_usual(board, FORM)?;
    let walls = |byte| {
        let cell = maz_cell(byte);
        let walls = WALLS
            .into_iter()
            .filter(|(dir, _)| cells.can_go(cell, *dir).is_none());
        walls.map(|(_, wall)| wall).sum()
    };
    Ok((0..MAZ * MAZ).map(walls).collect())
}
