//! An answer as text: its straight pieces, a line for each.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::lines::{Line, Lines, Numbers, parse_colour};
use crate::Error;
use crate::connect::{Answer, Board};

/// A straight piece of a path, as a line of an answer gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// One end, (x, y).
    pub from: (usize, usize),
    /// The other end.
    pub to: (usize, usize),
    /// The colour's number.
    pub colour: usize,
}

/// The tiles of each path that these pieces make up, in their order.
pub fn paths(pieces: &[Piece]) -> Vec<Vec<(usize, usize)>> {
    let mut near: BTreeMap<(usize, usize), Vec<(usize, usize)>> = BTreeMap::new();
    for piece in pieces {
        let (mut at, step) = (piece.from, |at: usize, goal: usize| match at.cmp(&goal) {
            Ordering::Less => at + 1,
            Ordering::Equal => at,
            Ordering::Greater => at - 1,
        });
        while at != piece.to {
            let next = (step(at.0, piece.to.0), step(at.1, piece.to.1));
            near.entry(at).or_default().push(next);
            near.entry(next).or_default().push(at);
            at = next;
        }
    }
    let mut seen = BTreeSet::new();
    let mut paths = Vec::new();
    for (&start, _) in near.iter().filter(|(_, near)| near.len() == 1) {
        let mut path = Vec::new();
        let mut at = Some(start).filter(|start| !seen.contains(start));
        while let Some(here) = at {
            seen.insert(here);
            path.push(here);
            at = near[&here]
                .iter()
                .copied()
                .find(|next| !seen.contains(next));
        }
        if !path.is_empty() {
            paths.push(path);
        }
    }
    paths
}

/// The maximal straight pieces of an answer.
pub fn pieces(board: &Board, answer: &Answer) -> Vec<Piece> {
    let piece = |(colour, from, to)| Piece {
        from: board.position(from),
        to: board.position(to),
        colour,
    };
    answer.segments().into_iter().map(piece).collect()
}

/// Writes an answer: a line for each maximal straight piece.
pub fn print_answer(board: &Board, answer: &Answer) -> String {
    let pieces = pieces(board, answer).into_iter();
    pieces.map(|piece| print_piece(board, &piece)).collect()
}

/// Writes a piece as a line, with its newline.
pub fn print_piece(board: &Board, piece: &Piece) -> String {
    let ((x1, y1), (x2, y2)) = (piece.from, piece.to);
    let name = board.colours[piece.colour].name;
    format!("{x1} {y1} {x2} {y2} {name}\n")
}

/// Reads the pieces of an answer. They stay on the board; whether they obey the rules is another
/// question.
pub fn parse_pieces(board: &Board, text: &[u8]) -> Result<Vec<Piece>, Error> {
    let names = board.colours.iter().map(|colour| colour.name);
    let numbers: Numbers = names.zip(0..).collect();
    let piece = |line: Line| {
        const FORM: &str = "'x1 y1 x2 y2 colour'";
        let [x1, y1, x2, y2, name] = line.words(FORM)?;
        let end = |x, y| {
            let (x, y) = (line.number(x, FORM)?, line.number(y, FORM)?);
            let (width, height) = (board.width(), board.height());
            if x < width && y < height {
                return Ok((x, y));
            }
            Err(line.flaw(format!(
                "({x}, {y}) is outside the board of {width} columns and {height} rows"
            )))
        };
        let (from, to) = (end(x1, y1)?, end(x2, y2)?);
        if from == to || (from.0 != to.0 && from.1 != to.1) {
            let what =
                "a piece of a path must be a horizontal or vertical line of two tiles or more";
            return Err(line.flaw(what));
        }
        let colour = parse_colour(&numbers, line, name)?;
        Ok(Piece { from, to, colour })
    };
    Lines::new(text).map(piece).collect()
}
