//! What the terminal shows: the map around the walker, a line of state, a line of keys.

use std::fmt::Write;
use std::io;

use unicursal::Dir;
use unicursal::maze::{End, State, Style, compass};
use unicursal::picture::{Colour, ramp};

use super::film::Film;
use crate::canvas::{Canvas, Glyph, Map};

const KEYS: &[&str] = &[
    "space play/pause",
    "←/→ step",
    "+/- speed",
    "home/end jump",
    "q quit",
];

/// Draws a moment of a film.
pub fn draw(
    canvas: &mut Canvas,
    style: Style,
    film: &Film,
    playing: bool,
    speed: u32,
) -> io::Result<()> {
    let board = film.board;
    let walker = film.state();
    let at = walker.map_or(board.start(), |state| state.at);
    let map = Map {
        size: (board.width(), board.height()),
        focus: board.position(at),
        glyph: |x, y| glyph(film, style, walker, board.cell(x, y)),
    };
    canvas.draw(&map, &status(film, playing, speed), KEYS)
}

fn glyph(film: &Film, style: Style, walker: Option<State>, cell: usize) -> Glyph {
    let board = film.board;
    let here = walker.filter(|state| state.at == cell);
    let trail = film.trail(cell);
    let letter = match here {
        Some(state) => facing(state, style),
        None if cell == board.end() => 'E',
        None if trail.is_some() => '.',
        None if cell == board.start() => 'S',
        None if board.is_free(cell) => '#',
        None => ' ',
    };
    let colour = match (here, trail) {
        (None, Some(share)) => Some(ramp(share)),
        (Some(_), _) => Some(Colour(255, 255, 255)),
        _ => None,
    };
    Glyph::new(letter, colour)
}

fn facing(state: State, style: Style) -> char {
    match state.facing {
        Dir::Up => '^',
        Dir::Left => '<',
        Dir::Down => char::from(style.facing_down),
        Dir::Right => '>',
    }
}

fn status(film: &Film, playing: bool, speed: u32) -> String {
    let (moment, last) = film.moment();
    let mut text = format!("{}: step {moment} of {last}", film.rule.name());
    if let Some(state) = film.state() {
        let (x, y) = film.board.position(state.at);
        let _ = write!(text, " · {x},{y} {}", compass(state.facing));
    }
    let _ = write!(text, " · {speed} steps/s");
    match film.tour.end {
        End::Found if moment == last => text.push_str(" · Solution Found!"),
        End::Never(why) if moment == last => {
            let _ = write!(text, " · {}", why.proof(film.board, film.rule));
        }
        _ if playing => {}
        _ => text.push_str(" · paused"),
    }
    text
}
