//! What the terminal shows: the board, two columns for each cell, a line of state, a line of keys.

use std::io;

use unicursal::Dir;
use unicursal::picture::{Colour, ramp};

use super::game::{Game, Look};
use crate::canvas::{Canvas, Glyph, Map};
use crate::player::cells_left;

const START_KEYS: &[&str] = &[
    "arrows move the cursor",
    "enter start here",
    "? hint",
    "q quit",
];
const KEYS: &[&str] = &["arrows slide", "u undo", "r reset", "? hint", "q quit"];

const WALL: Colour = Colour(120, 120, 120);
const WALKER: Colour = Colour(255, 255, 255);
const WARNING: Colour = Colour(230, 60, 90);

/// Draws a game, with something to say about it.
pub fn draw(canvas: &mut Canvas, game: &Game, message: &str) -> io::Result<()> {
    let board = game.board;
    let (x, y) = board.position(game.at());
    let warns = game.dead_ends() > 1;
    let map = Map {
        size: (2 * board.width() - 1, board.height()),
        focus: (2 * x, y),
        glyph: |column, y| {
            let cell = board.cell(column / 2, y);
            if column % 2 == 0 {
                glyph(game, cell, warns)
            } else {
                gap(game, cell)
            }
        },
    };
    let keys = if game.has_begun() { KEYS } else { START_KEYS };
    canvas.draw(&map, &status(game, message), keys)
}

fn glyph(game: &Game, cell: usize, warns: bool) -> Glyph {
    if cell == game.at() {
        let letter = if game.has_begun() { '●' } else { '◎' };
        return Glyph::new(letter, Some(WALKER));
    }
    let (letter, colour) = match game.look(cell) {
        Look::Wall => ('█', Some(WALL)),
        Look::DeadEnd if warns => ('!', Some(WARNING)),
        Look::Open | Look::DeadEnd => ('.', None),
        Look::Visited(0) => ('○', Some(WALKER)),
        Look::Visited(number) => (trail(game, cell, number), Some(shade(game, number))),
    };
    Glyph::new(letter, colour)
}

/// What stands between a cell and the one to its right.
fn gap(game: &Game, cell: usize) -> Glyph {
    let right = game.board.neighbour(cell, Dir::Right);
    let (letter, colour) = match (game.look(cell), game.look(right)) {
        (Look::Wall, Look::Wall) => ('█', Some(WALL)),
        (Look::Visited(a), Look::Visited(b)) if a.abs_diff(b) == 1 => {
            ('─', Some(shade(game, a.max(b))))
        }
        _ => (' ', None),
    };
    Glyph::new(letter, colour)
}

/// How old a piece of the trail is.
fn shade(game: &Game, number: usize) -> Colour {
    ramp(number as f64 / game.visited().max(1) as f64)
}

/// The piece of the trail that connects a cell with the one before and the one after.
fn trail(game: &Game, cell: usize, number: usize) -> char {
    let joined = |dir: Dir| match game.look(game.board.neighbour(cell, dir)) {
        Look::Visited(other) => other.abs_diff(number) == 1,
        _ => false,
    };
    match [Dir::Right, Dir::Down, Dir::Left, Dir::Up].map(joined) {
        [true, true, _, _] => '┌',
        [true, _, _, true] => '└',
        [_, true, true, _] => '┐',
        [_, _, true, true] => '┘',
        [_, true, _, _] | [_, _, _, true] => '│',
        _ => '─',
    }
}

fn status(game: &Game, message: &str) -> String {
    let (x, y) = game.board.position(game.at());
    let state = if !game.has_begun() {
        format!("choose a start · {x},{y}")
    } else if game.left() == 0 {
        format!("Solved in {} slides!", game.slides().count())
    } else {
        let left = cells_left(game.left());
        match game.dead_ends() {
            _ if game.is_stuck() => format!("stuck: {left}, u takes back"),
            0 | 1 => left,
            ends => format!("{left} · {ends} dead ends: only one can be the last cell"),
        }
    };
    if message.is_empty() {
        state
    } else {
        format!("{message} · {state}")
    }
}
