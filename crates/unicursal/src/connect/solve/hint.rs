//! How to go on from pieces of paths that are drawn already.
//!
//! Each drawn edge and its colour is one more clause, so the answer contains all of them, or it is
//! proved that none does. What is left of it is cut into straight pieces, those of the colour that
//! was drawn last first, so that hints finish one path before they begin another.

use super::sat::Session;
use super::wish::unknown;
use crate::Control;
use crate::connect::text::Piece;
use crate::connect::{Answer, Board, Edges};
use crate::{Outcome, Solved};

/// The pieces that are missing for an answer, the next one first. The given ones must obey the
/// rules.
pub fn rest(board: &Board, drawn: &[Piece], control: &Control) -> Solved<Vec<Piece>> {
    let edges = Edges::new(board);
    let mut session = match Session::new(board, &edges, board.rules(), 0, control) {
        Ok(session) => session,
        Err(why) => return unknown(why),
    };
    let clauses = &mut session.encoding.clauses;
    let mut is_drawn = vec![false; edges.cells.len()];
    for piece in drawn {
        for step in cells(board, piece).windows(2) {
            for &cell in step {
                clauses.add_colour(cell, piece.colour);
            }
            if let Some(edge) = edges.between(step[0], step[1]) {
                is_drawn[edge] = true;
                clauses.add([clauses.used[edge]]);
            }
        }
    }
    let last = drawn.last().map_or(0, |piece| piece.colour);
    Solved::new(match session.next_answer() {
        Ok(Some(answer)) => {
            let missing = |a, b| edges.between(a, b).is_none_or(|edge| !is_drawn[edge]);
            Outcome::Solved(missing_pieces(board, &answer, last, missing))
        }
        Ok(None) => Outcome::Unsolvable {
            proof: session.describe("no set of paths with these pieces obeys all rules"),
        },
        Err(why) => Outcome::unknown(why, session.describe("no solution with these pieces yet")),
    })
}

/// The cells of a piece from one end to the other.
pub fn cells(board: &Board, piece: &Piece) -> Vec<usize> {
    let range = |a: usize, b: usize| a.min(b)..=a.max(b);
    let rows = range(piece.from.1, piece.to.1);
    rows.flat_map(|y| range(piece.from.0, piece.to.0).map(move |x| board.cell(x, y)))
        .collect()
}

/// Lets the missing pieces begin with the first of these moves that is a part of one of them; that
/// one is cut.
pub fn put_first(board: &Board, rest: &mut Vec<Piece>, moves: &[String]) {
    for wanted in moves {
        for index in 0..rest.len() {
            let piece = rest[index];
            let line = cells(board, &piece);
            let found = line.windows(2).position(|step| {
                let ends = [board.position(step[0]), board.position(step[1])];
                let as_written = Piece {
                    from: ends[0],
                    to: ends[1],
                    colour: piece.colour,
                };
                crate::connect::text::print_piece(board, &as_written).trim_end() == wanted
            });
            let Some(at) = found else {
                continue;
            };
            let part = |from: usize, to: usize| Piece {
                from: board.position(line[from]),
                to: board.position(line[to]),
                colour: piece.colour,
            };
            rest.remove(index);
            if at > 0 {
                rest.insert(0, part(0, at));
            }
            if at + 2 < line.len() {
                rest.insert(0, part(at + 1, line.len() - 1));
            }
            rest.insert(0, part(at, at + 1));
            return;
        }
    }
}

/// The missing steps of an answer as straight pieces, beginning with the paths of one colour.
fn missing_pieces(
    board: &Board,
    answer: &Answer,
    first: usize,
    missing: impl Fn(usize, usize) -> bool,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let colours = answer.paths.len();
    for colour in (0..colours).map(|index| (first + index) % colours) {
        let path = &answer.paths[colour];
        let mut from = 0;
        for index in 1..path.len() {
            let (before, at) = (path[index - 1], path[index]);
            if !missing(before, at) {
                from = index;
                continue;
            }
            let goes_on = path.get(index + 1).is_some_and(|&after| {
                after.wrapping_sub(at) == at.wrapping_sub(before) && missing(at, after)
            });
            if !goes_on {
                let ends = [path[from], at].map(|cell| board.position(cell));
                pieces.push(Piece {
                    from: ends[0],
                    to: ends[1],
                    colour,
                });
                from = index;
            }
        }
    }
    pieces
}
