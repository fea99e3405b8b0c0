//! Advice for the writer of certificates why a board has no answer.
//!
//! First come the [cores], each with the values that were refuted in its window. If trying every
//! walk had the last word, the writer is to try them as well; else there is a [tree](Tree) of
//! choices on the whole board, if it is not too large. Where answers are known, and there are to be
//! no others, cores and single values are all. Nobody believes any of it.

mod tree;

use unicursal_certificate::{Advice, Guide, Place, Value};

use self::tree::Tree;
use crate::area::{Area, Local};
use crate::coil::Board;
use crate::coil::engine::Switches;
use crate::coil::engine::probe::Refutation;
use crate::coil::engine::values::{EARLIER, USED};
use crate::coil::solve::deduce::colours::Colours;
use crate::coil::solve::deduce::cores::{self, Core};
use crate::coil::solve::ends::{EndsFirst, Query};
use crate::coil::solve::evidence::Evidence;
use crate::coil::solve::openness::is_open;
use crate::coil::solve::simple_proofs::quick_proof;
use crate::coil::tuning::certify::{MORE, STEPS, THIRD_CORE, TREE_ROUNDS};
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// Advice for a board without an answer that has at least two free cells, or none.
pub fn guide(board: &Board, control: &Control) -> Result<Guide, Interruption> {
    let evidence = if quick_proof(board).is_some() {
        Evidence::default()
    } else {
        EndsFirst::new(board, Switches::default(), Query::default()).locate_cores(control)?
    };
    guide_from(board, &evidence, control)
}

/// The same with what was found before.
pub fn guide_from(
    board: &Board,
    evidence: &Evidence,
    control: &Control,
) -> Result<Guide, Interruption> {
    let third = third_core(board, evidence, control)?;
    let mut cores: Vec<&Core> = evidence.cores.iter().chain(&third).collect();
    if let Some(at) = cores.iter().position(|core| core.cells.is_empty()) {
        // It needs no others.
        cores = vec![cores[at]];
    }
    let mut guide = Guide {
        cores: cores.iter().map(|core| advice(board, core)).collect(),
        choices: None,
    };
    if evidence.searched {
        return Ok(guide);
    }
    let settled = cores.len() > 2 || cores.iter().any(|core| core.cells.is_empty());
    if settled || quick_proof(board).is_some() {
        guide.choices = Some(Vec::new());
        return Ok(guide);
    }
    let cores: Vec<&[usize]> = cores.iter().map(|core| &core.cells[..]).collect();
    // The order of cells that are far apart is not looked for by the writer.
    let switches = Switches {
        order: false,
        ..Switches::default()
    };
    let mut tree = Tree::new(board, &cores, &evidence.counted, switches, control)?;
    // Where there is much room, walks are soon tried.
    for round in 0..TREE_ROUNDS - u32::from(is_open(board)) {
        if tree.refute(STEPS * MORE.pow(round))? {
            guide.choices = Some(tree.steps);
            break;
        }
    }
    Ok(guide)
}

/// Advice why a board has no other answers than those that are known: cores, and single values that
/// are refuted when the ends are in them.
pub fn guide_to_others(board: &Board, control: &Control) -> Result<Guide, Interruption> {
    let switches = Switches::default();
    let evidence = EndsFirst::new(board, switches, Query::default()).locate_cores(control)?;
    let cores: Vec<&[usize]> = evidence.cores.iter().map(|core| &core.cells[..]).collect();
    let tree = Tree::new(board, &cores, &evidence.counted, switches, control)?;
    Ok(Guide {
        cores: (evidence.cores.iter().map(|core| advice(board, core))).collect(),
        choices: Some(tree.steps),
    })
}

/// A core where what two cores leave contradicts itself, if a small one is found. The engine needs
/// none: it sees the whole board. But it says to the writer where to look.
fn third_core(
    board: &Board,
    evidence: &Evidence,
    control: &Control,
) -> Result<Option<Core>, Interruption> {
    let (Some(place), [one, two]) = (evidence.contradiction, &evidence.cores[..]) else {
        return Ok(None);
    };
    let colours = Colours::new(board, true, None);
    let known = [one, two].map(|core| core.cells.clone());
    let (roles, work) = (|cell| colours.roles(cell), &mut Ticks(0));
    let rules = Switches::default();
    let third = cores::find(board, rules, place, &roles, &known, work, control)?;
    Ok(third.filter(|core| core.cells.len() <= THIRD_CORE))
}

/// Why there is an end in a core.
fn advice(board: &Board, core: &Core) -> Advice {
    let refuted = core.refuted.iter().map(|&refuted| {
        let cell = core.window.on_board(Local(refuted.cell as usize));
        (board.position(cell), value(refuted))
    });
    Advice {
        cells: core
            .cells
            .iter()
            .map(|&cell| board.position(cell))
            .collect(),
        window: Some(corners(core.window)),
        refuted: refuted.collect(),
    }
}

/// The corners of a window without its border, which is not judged, and is part of the frame where
/// it is no part of the board.
fn corners(window: Area) -> [Place; 2] {
    let (columns, rows) = (window.columns(), window.rows());
    [
        (*columns.start(), *rows.start()),
        (columns.end() - 2, rows.end() - 2),
    ]
}

/// What was refuted.
fn value(refuted: Refutation) -> Value {
    let value = u16::from(refuted.value);
    Value::Side {
        side: usize::from(refuted.dir),
        is_used: value & USED != 0,
        is_later: value & EARLIER != 0,
    }
}
