//! Boxes in which there is no end.

use std::fmt::Write;

use super::write;
use crate::area::Local;
use crate::coil::Board;
use crate::coil::engine::Switches;
use crate::coil::solve::colours::Colours;
use crate::coil::solve::hunt::boxes;
use crate::coil::solve::parity::{self, excludes_single_end};
use crate::{Control, Interruption};

/// Boxes in which there is no end when the other is in the only core: counting shows it.
pub fn lone(
    proof: &mut String,
    board: &Board,
    core: &[usize],
    switches: Switches,
    may_end: &mut [bool],
    control: &Control,
) -> Result<(), Interruption> {
    let colours = Colours::new(board, true, None);
    let is_core = |cell: usize| core.contains(&cell);
    for area in boxes(board) {
        if core.iter().any(|&cell| area.contains(cell)) {
            continue;
        }
        let excluded = excludes_single_end(board, switches, colours, area, &is_core, control)?;
        let Some(refuted) = excluded else {
            continue;
        };
        let window = parity::window(board, area);
        let _ = writeln!(proof, "lone {}", write::corners(area));
        write::area(proof, window);
        for refuted in refuted {
            write::refuted(proof, board, refuted, |cell| window.on_board(Local(cell)));
        }
        proof.push_str("contradiction\n");
        area.cells().for_each(|cell| may_end[cell] = false);
    }
    Ok(())
}
