//! Places where a single end cannot be, by counting.
//!
//! Let one end be somewhere in a box and none near it. What follows around the box is deduced
//! without assuming anything about the box itself. If, going outwards, one comes to a closed curve
//! on which every edge is decided, the cells inside can be counted: each has two used edges, except
//! the ends, and an edge inside joins a black and a white cell. So the used edges that cross the
//! curve, counted by the colour of their inner cell, tell how many black ends there are more than
//! white ones. With one end that is 1 or -1. If it is not, there is no single end in the box.

use crate::area::{Area, Local};
use crate::coil::Board;
use crate::coil::engine::probe::Prober;
use crate::coil::engine::values::{UNUSED, USED, role};
use crate::coil::engine::{Engine, Switches};
use crate::coil::solve::deduce::blank_word_of;
use crate::coil::solve::deduce::colours::Colours;
use crate::coil::solve::deduce::rule::RULES;
use crate::coil::tuning::ends::REACH;
use crate::grid::is_black;
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// Whether one sees that a box cannot hold exactly one end when no end is within [`REACH`] of it,
/// other than at the cells for which `elsewhere` holds. `work` is counted.
#[allow(clippy::too_many_arguments)]
pub fn excludes_single_end(
    board: &Board,
    switches: Switches,
    colours: Colours,
    area: Area,
    elsewhere: &dyn Fn(usize) -> bool,
    work: &mut Ticks,
    control: &Control,
) -> Result<bool, Interruption> {
    let window = Area::of_board(board).near(area, REACH);
    let global = |i: usize| window.on_board(Local(i));
    let in_box = |i: usize| area.contains(global(i));

    let mut engine = Engine::new(&RULES, switches);
    let sound = engine.load(window.width(), window.height(), |x, y| {
        let cell = window.at(x, y);
        let may_end = area.contains(cell) || elsewhere(cell);
        let roles = if may_end {
            colours.roles(cell)
        } else {
            role::MIDDLE
        };
        (blank_word_of(board, cell), roles)
    });
    let sound = sound && engine.propagate_all();
    *work += engine.ticks();
    if !sound {
        return Ok(false);
    }
    let before = engine.ticks();
    let cells: Vec<u32> = (0..engine.len() as u32)
        .filter(|&i| engine.is_active(i as usize) && !in_box(i as usize))
        .collect();
    let mut prober = Prober::default();
    prober.reset(window.width(), window.height());
    let sound = prober.run(&mut engine, &cells, control);
    *work += engine.ticks() - before;
    if !sound? {
        return Ok(false);
    }
    // The colours of the window are those of the board, or the other way round.
    let same = board.is_black(global(0)) == is_black(window.width(), 0);
    let sign = if same { 1 } else { -1 };
    let surplus = surplus(&engine, &in_box, &|i| elsewhere(global(i)));
    Ok(surplus.is_some_and(|surplus| !colours.allow_surplus(sign * surplus)))
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
            let mask = engine.word(cell).towards(dir);
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
                let mask = engine.word(cell).towards(dir);
                mask & USED != 0 && !inside[engine.neighbour(cell, dir)]
            })
            .count() as i64;
        let black = is_black(engine.stride(), cell);
        surplus += if black { 2 - crossing } else { crossing - 2 };
    }
    Some(surplus)
}
