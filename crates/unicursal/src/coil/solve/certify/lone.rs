//! Boxes in which there is no end.

use std::fmt::Write;

use super::write;
use crate::area::{Area, Local};
use crate::coil::Board;
use crate::coil::engine::Switches;
use crate::coil::engine::probe::Refutation;
use crate::coil::solve::deduce::colours::Colours;
use crate::coil::solve::deduce::parity::{self, Counted, excludes_single_end};
use crate::coil::solve::ends::boxes;
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// Boxes in which there is no end when the other is in the only core: counting shows it. Those that
/// were `counted` before are all, if there are any.
pub fn lone(
    proof: &mut String,
    board: &Board,
    core: &[usize],
    counted: &[Counted],
    switches: Switches,
    may_end: &mut [bool],
    control: &Control,
) -> Result<(), Interruption> {
    for Counted { area, refuted } in counted {
        write_box(proof, board, *area, refuted, may_end);
    }
    if !counted.is_empty() {
        return Ok(());
    }
    let colours = Colours::new(board, true, None);
    let is_core = |cell: usize| core.contains(&cell);
    for area in boxes(board) {
        if core.iter().any(|&cell| area.contains(cell)) {
            continue;
        }
        let excluded = excludes_single_end(
            board,
            switches,
            colours,
            area,
            &is_core,
            &mut Ticks(0),
            control,
        )?;
        if let Some(refuted) = excluded {
            write_box(proof, board, area, &refuted, may_end);
        }
    }
    Ok(())
}

fn write_box(
    proof: &mut String,
    board: &Board,
    area: Area,
    refuted: &[Refutation],
    may_end: &mut [bool],
) {
    let window = parity::window(board, area);
    let _ = writeln!(proof, "lone {}", write::corners(area));
    write::area(proof, window);
    for &value in refuted {
        write::refuted(proof, board, value, |cell| window.on_board(Local(cell)));
    }
    proof.push_str("contradiction\n");
    area.cells().for_each(|cell| may_end[cell] = false);
}
