//! Places where a single end cannot be, by counting.
//!
//! Let one end be somewhere in a box and none near it. What follows around the box is deduced without
//! assuming anything about the box itself. If, going outwards, one comes to a closed curve on which
//! every edge is decided, the cells inside can be counted: each has two used edges, except the ends,
//! and an edge inside joins a black and a white cell. So the used edges that cross the curve, counted
//! by the colour of their inner cell, tell how many black ends there are more than white ones. With
//! one end that is 1 or -1. If it is not, there is no single end in the box.

use super::colours::Colours;
use super::deduce::blank_word_of;
use super::rule::RULES;
use crate::coil::Board;
use crate::engine::probe::Prober;
use crate::engine::values::{UNUSED, USED, role, towards};
use crate::engine::{Engine, Switches};

/// Cells on a side of a box.
pub const BOX: usize = 12;
/// How far around a box its surroundings are deduced: a second end further away changes nothing.
pub const REACH: usize = 20;

/// Whether the box whose upper left cell is (x, y) in the framed board cannot hold exactly one end
/// when no end is within [`REACH`] of it, other than at the cells for which `elsewhere` holds.
pub fn excludes_single_end(
    board: &Board,
    switches: Switches,
    colours: Colours,
    (x, y): (usize, usize),
    elsewhere: &dyn Fn(usize) -> bool,
    interrupted: &mut dyn FnMut() -> bool,
) -> bool {
    let stride = board.stride();
    let (x0, y0) = (x.saturating_sub(REACH), y.saturating_sub(REACH));
    let x1 = (x + BOX + REACH).min(stride);
    let y1 = (y + BOX + REACH).min(board.height() + 2);
    let width = x1 - x0;
    let global = |i: usize| (y0 + i / width) * stride + x0 + i % width;
    let in_box = |i: usize| {
        let (column, row) = (x0 + i % width, y0 + i / width);
        (x..x + BOX).contains(&column) && (y..y + BOX).contains(&row)
    };

    let mut engine = Engine::new(&RULES, switches);
    let sound = engine.load(width, y1 - y0, |i| {
        let may_end = in_box(i) || elsewhere(global(i));
        let roles = if may_end {
            colours.roles(global(i))
        } else {
            role::MIDDLE
        };
        (blank_word_of(board, global(i)), roles)
    });
    engine.queue_all();
    if !sound || !engine.propagate() {
        return false;
    }
    let cells: Vec<u32> = (0..engine.len() as u32)
        .filter(|&i| engine.is_active(i as usize) && !in_box(i as usize))
        .collect();
    let mut prober = Prober::default();
    prober.reset(width, y1 - y0);
    if !prober.run(&mut engine, &cells, interrupted) || interrupted() {
        return false;
    }
    // The colours of the window are those of the board, or the other way round.
    let sign = if (x0 + y0) % 2 == 0 { 1 } else { -1 };
    surplus(&engine, &in_box, &|i| elsewhere(global(i)))
        .is_some_and(|surplus| !colours.allow_surplus(sign * surplus))
}

/// How many black ends there are more than white ones within the smallest decided curve around the
/// box; `None` if there is no such curve within the window that keeps clear of `elsewhere`.
fn surplus(
    engine: &Engine,
    in_box: &dyn Fn(usize) -> bool,
    elsewhere: &dyn Fn(usize) -> bool,
) -> Option<i64> {
    let mut inside = vec![false; engine.len()];
    let mut cells: Vec<usize> = (0..engine.len())
        .filter(|&i| engine.is_free(i) && in_box(i))
        .collect();
    for &cell in &cells {
        inside[cell] = true;
    }
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        if !engine.is_active(cell) || !in_box(cell) && elsewhere(cell) {
            return None;
        }
        for dir in 0..4 {
            let mask = towards(engine.word(cell), dir);
            let other = engine.neighbour(cell, dir);
            let undecided = mask & USED != 0 && mask & UNUSED != 0;
            if undecided && !std::mem::replace(&mut inside[other], true) {
                cells.push(other);
            }
        }
    }
    let mut surplus = 0;
    for cell in cells {
        let crossing = (0..4)
            .filter(|&dir| {
                let mask = towards(engine.word(cell), dir);
                mask & USED != 0 && !inside[engine.neighbour(cell, dir)]
            })
            .count() as i64;
        let black = (cell / engine.stride() + cell % engine.stride()) % 2 == 1;
        surplus += if black { 2 - crossing } else { crossing - 2 };
    }
    Some(surplus)
}
