//! Trail boards in other forms: on one [line](mod@super::line), the [JSON](json) of public
//! archives, and [loops] through all cells.

mod json;
mod loops;

use super::{Board, line};
use crate::Format;

/// Every foreign form, in the order in which they are tried.
pub(super) const FORMATS: &[Format<Board>] = &[
    Format {
        name: "line",
        help: "the board on one line, for links: trail=6x6:...",
        recognises: line::is_line,
        read: Some(line::read),
        write: Some(|board| Ok((line::print(board) + "\n").into_bytes())),
    },
    Format {
        name: "json",
        help: "the JSON of public archives: grid_size, nodes with id, row and col, walls between pairs of cells",
        recognises: json::is_json,
        read: Some(json::read),
        write: Some(|board| Ok(json::write(board))),
    },
    Format {
        name: "puzz.link",
        help: "an address of puzz.link or pzv.jp: simpleloop, a loop through all cells",
        recognises: loops::is_address,
        read: Some(loops::read_address),
        write: Some(loops::write_address),
    },
    Format {
        name: "pzprv3",
        help: "a file of puzz.link: simpleloop, a loop through all cells",
        recognises: loops::is_file,
        read: Some(loops::read_file),
        write: Some(loops::write_file),
    },
    Format {
        name: "puzzlekit",
        help: "puzzlekit's SimpleLoop: rows and columns, then rows of '-' and 'x'",
        recognises: loops::is_puzzlekit,
        read: Some(loops::read_puzzlekit),
        write: Some(loops::write_puzzlekit),
    },
];
