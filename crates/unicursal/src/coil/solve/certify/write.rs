//! The text of steps.

use std::fmt::Write;

use crate::area::{Area, Local};
use crate::coil::Board;
use crate::coil::engine::probe::Refutation;
use crate::coil::engine::values::{AFTER, IN, OUT};
use crate::coil::solve::deduce::cores::Core;
use crate::coil::solve::slides::window_facts::Shown;

/// The proof that there is an end in a core.
pub fn core(proof: &mut String, board: &Board, core: &Core) {
    let place = |cell: usize| {
        let (x, y) = board.position(cell);
        format!(" {x},{y}")
    };
    proof.push_str("core\nmiddle");
    for &cell in &core.cells {
        proof.push_str(&place(cell));
    }
    proof.push('\n');
    area(proof, core.window);
    for &value in &core.refuted {
        refuted(proof, board, value, |cell| {
            core.window.on_board(Local(cell))
        });
    }
    proof.push_str("contradiction\n");
}

/// The cells of a window that are judged.
pub fn area(proof: &mut String, window: Area) {
    let _ = writeln!(proof, "box {}", corners(inside(window)));
}

/// A window without its border, which is not judged.
fn inside(window: Area) -> Area {
    let (columns, rows) = (window.columns(), window.rows());
    window.part(
        (columns.start() + 1, *columns.end()),
        (rows.start() + 1, *rows.end()),
    )
}

/// The corners of an area. The frame is no part of the board.
pub fn corners(area: Area) -> String {
    let (columns, rows) = (area.columns(), area.rows());
    let [x, y] = [columns.start(), rows.start()].map(|at| at.saturating_sub(1));
    let (last_x, last_y) = (columns.end() - 1, rows.end() - 1);
    format!("{x},{y} {last_x},{last_y}")
}

/// What a window shows of paths that start elsewhere and end in the only core, for the cells of a
/// tile; or, if it is a contradiction, that there is an end in the window.
pub fn shown(proof: &mut String, board: &Board, shown: &Shown) {
    let _ = writeln!(proof, "away {}", corners(inside(shown.window)));
    for &value in &shown.refuted {
        refuted(proof, board, value, |cell| {
            shown.window.on_board(Local(cell))
        });
    }
    if shown.contradictory {
        proof.push_str("contradiction\n");
    } else {
        let _ = writeln!(proof, "keep {}", corners(shown.tile));
    }
}

/// A value that was refuted.
pub fn refuted(
    proof: &mut String,
    board: &Board,
    value: Refutation,
    on_board: impl Fn(usize) -> usize,
) {
    let (x, y) = board.position(on_board(value.cell as usize));
    let side = SIDES[usize::from(value.dir)];
    let name = value_name(u16::from(value.value));
    let _ = writeln!(proof, "not {x},{y} {side} {name}");
}

/// The names of directions.
pub const SIDES: [&str; 4] = ["right", "down", "left", "up"];

/// The name of a value.
pub fn value_name(value: u16) -> &'static str {
    match value {
        OUT => "out",
        IN => "in",
        AFTER => "after",
        _ => "before",
    }
}
