//! Mazes in the forms of micromouse collections, and with `#` for walls.
//!
//! With `#` for walls the same text may be a maze in our own form, where `#` is path. It is
//! recognised only if it cannot be read in that form.

mod cells;
mod maz;
mod micromouse;
mod num;
mod walls;

use super::Board;
use crate::Format;

/// Every foreign form, in the order in which they are tried.
pub(super) const FORMATS: &[Format<Board>] = &[
    Format {
        name: "micromouse",
        help: "the o---o text of micromouse collections, or +---+ as in mms, with S and G",
        recognises: micromouse::is_micromouse,
        read: Some(micromouse::read),
        write: Some(micromouse::write),
    },
    Format {
        name: "num",
        help: "mms's lines of X Y N E S W: a cell, counted from the bottom left, and its walls",
        recognises: num::is_num,
        read: Some(num::read),
        write: Some(num::write),
    },
    Format {
        name: "maz",
        help: "the .maz file of micromouse collections: 256 bytes for 16x16 cells",
        recognises: maz::is_maz,
        read: Some(maz::read),
        write: Some(maz::write),
    },
    Format {
        name: "walls",
        help: "rows of '#' for walls and blanks for path with a frame of walls, with S and E",
        recognises: walls::is_walls,
        read: Some(walls::read),
        write: Some(walls::write),
    },
];
