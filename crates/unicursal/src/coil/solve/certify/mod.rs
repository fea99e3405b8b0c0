//! Writing down why there is no answer, or no other, so that others can check it.
//!
//! The form is that of [`unicursal_check::coil_proof`], which judges cells, blocks, chains and cuts
//! as the engine does: so only what was tried has to be written, not what followed. First come the
//! [cores], each with the values that were refuted in its window. Then two ways take turns with
//! growing limits, because nobody can tell beforehand which is the shorter one: to
//! [try every walk](search) with the ends that the cores leave, which the checker repeats, and a
//! [tree] of choices on the whole board.

mod lone;
mod search;
mod tree;
mod write;

use std::fmt::Write;

use unicursal_check::coil_proof::HEADER;

use self::search::Search;
use self::tree::Tree;
use crate::coil::engine::Switches;
use crate::coil::solve::cells::cells_of;
use crate::coil::solve::deduce::colours::Colours;
use crate::coil::solve::deduce::cores::{self, Core};
use crate::coil::solve::ends::{EndsFirst, Query};
use crate::coil::solve::evidence::Evidence;
use crate::coil::solve::openness::is_open;
use crate::coil::solve::simple_proofs::quick_proof;
use crate::coil::tuning::certify::{
    BYTES, CELLS, CELLS_PER_CELL, LARGE, MORE, OPEN_CELLS_PER_BYTE, REPEATED, THIRD_CORE,
    TREE_ROUND,
};
use crate::coil::{Answer, Board, text};
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// How an attempt to refute everything but the answer ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    Refuted,
    /// There is an answer that is not the one that is known.
    Another,
    TooLong,
}

/// The ways in which everything that the cores leave may be refuted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Both of the others in turns.
    Turns,
    /// A search that the checker repeats.
    Search,
    /// A tree of choices.
    Tree,
}

/// The proof that a board with at least two free cells, or none, has no answer, or none but the
/// given ones: one, or two that are each other walked backwards. `None` if one was found that is
/// not among them.
pub fn certify(
    board: &Board,
    answers: &[Answer],
    by: By,
    control: &Control,
) -> Result<Option<String>, Interruption> {
    let evidence = if quick_proof(board).is_some() {
        Evidence::default()
    } else {
        EndsFirst::new(board, Switches::default(), Query::default()).locate_cores(control)?
    };
    certify_from(board, answers, &evidence, by, control)
}

/// The same with what was found before.
pub fn certify_from(
    board: &Board,
    answers: &[Answer],
    evidence: &Evidence,
    by: By,
    control: &Control,
) -> Result<Option<String>, Interruption> {
    let third = third_core(board, evidence, control)?;
    let mut cores: Vec<&Core> = evidence.cores.iter().chain(&third).collect();
    if let Some(at) = cores.iter().position(|core| core.cells.is_empty()) {
        // It needs no others.
        cores = vec![cores[at]];
    }
    let mut proof = begin(board, answers, &cores);
    let settled = cores.len() > 2 || cores.iter().any(|core| core.cells.is_empty());
    if settled || quick_proof(board).is_some() {
        proof.push_str("world\ncontradiction\n");
        return Ok(Some(proof));
    }
    let cores: Vec<&[usize]> = cores.iter().map(|core| &core.cells[..]).collect();
    // The order of cells that are far apart is not judged by the checker.
    let switches = Switches {
        order: false,
        ..Switches::default()
    };
    let answers = answers.iter().map(|answer| cells_of(board, answer));
    let answers: Vec<Vec<u32>> = answers.collect();
    let (mut search, mut tree) = (None, None);
    for round in 0.. {
        let limits = Limits::new(board, by, round);
        let mut tried = Tried::TooLong;
        if limits.cells > 0 {
            let begin = || Search::new(board, &cores, &answers);
            let search = search.get_or_insert_with(begin);
            tried = search.run(limits.cells, control)?;
            if tried == Tried::Refuted {
                let _ = writeln!(proof, "world\nsearch {}", search.most());
                return Ok(Some(proof));
            }
        }
        if tried == Tried::TooLong && limits.bytes > 0 {
            let tree = match &mut tree {
                Some(tree) => tree,
                none => none.insert(Tree::new(
                    board,
                    &cores,
                    &evidence.counted,
                    &answers,
                    &proof,
                    switches,
                    control,
                )?),
            };
            tried = tree.refute(limits.bytes)?;
            if tried == Tried::Refuted {
                return Ok(Some(std::mem::take(&mut tree.proof)));
            }
        }
        if tried == Tried::Another {
            break;
        }
    }
    Ok(None)
}

/// A core where what two cores leave contradicts itself, if a small one is found. The engine needs
/// none: it sees the whole board. But it says to whoever reads the proof where to look.
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

/// The beginning of a proof: the answers that are known, and the cores.
fn begin(board: &Board, answers: &[Answer], cores: &[&Core]) -> String {
    let mut proof = format!("{HEADER}\n");
    for answer in answers {
        let _ = write!(proof, "answer {}", text::print_slides(answer));
    }
    for &core in cores {
        write::core(&mut proof, board, core);
    }
    proof
}

/// Where walks were tried until none was left: a proof that has the checker try them. It is one if
/// the checker needs to enter about as many cells, which nobody knows beforehand.
pub fn draft(board: &Board, evidence: &Evidence) -> Option<String> {
    let entered = evidence.searched?;
    let cores: Vec<&Core> = evidence.cores.iter().collect();
    let mut proof = begin(board, &[], &cores);
    for shown in &evidence.shown {
        write::shown(&mut proof, board, shown);
    }
    let _ = writeln!(proof, "world\nsearch {}", REPEATED * entered);
    Some(proof)
}

/// What each way may take in a round.
struct Limits {
    /// Cells that the search may enter.
    cells: u64,
    /// Bytes of the tree.
    bytes: usize,
}

impl Limits {
    /// On open boards the search goes first, on others the tree.
    fn new(board: &Board, by: By, round: u32) -> Self {
        let (open, large) = (is_open(board), board.free_count() >= LARGE);
        let more = MORE.saturating_pow(round);
        let cells = (CELLS + CELLS_PER_CELL * board.free_count() as u64).saturating_mul(more);
        let bytes = if open {
            cells / OPEN_CELLS_PER_BYTE
        } else {
            BYTES.saturating_mul(more)
        };
        let first_search = u32::from(!open);
        let first_tree = if open && !large { TREE_ROUND } else { 0 };
        let (searches, trees) = match by {
            By::Turns => (round >= first_search, round >= first_tree),
            By::Search => (true, false),
            By::Tree => (false, true),
        };
        Self {
            cells: if searches { cells } else { 0 },
            bytes: if trees { bytes as usize } else { 0 },
        }
    }
}
