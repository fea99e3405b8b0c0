//! Proofs, for others to check, that a graph has no path, or no other path: cells that cannot be
//! reached, pockets, cells that cannot have all their steps, or else what a SAT solver learns.

use unicursal_check::edge_proof::Formula;

use super::Graph;
use super::pockets::{self, Ends};
use crate::flood::Flood;
use crate::refute::Refutation;
use crate::{Control, Interruption};

/// Completes a proof about a graph, which begins with these lines, from the clauses that the
/// checker derives from it; `None` if there is a path, or one other than the given one.
pub fn refute(
    board: &Graph,
    formula: &Formula,
    beginning: String,
    path: Option<Vec<usize>>,
    control: &Control,
) -> Result<Option<String>, Interruption> {
    let number = |cell: usize| {
        let (x, y) = board.position(cell);
        y * board.width() + x
    };
    let numbers = |cells: Vec<usize>| cells.into_iter().map(number).collect::<Vec<usize>>();
    let mut proof = Refutation::new(formula, beginning, control)?;
    if let Some(path) = path {
        let steps = path.windows(2);
        proof.exclude(steps.filter_map(|step| formula.edge(number(step[0]), number(step[1]))));
    }
    if proof.is_refuted() {
        // The colours do not match.
        return proof.finish();
    }
    let mut flood = Flood::new(board.cell_count());
    flood.fill(board.start(), |cell| board.neighbours(cell));
    let unreached: Vec<usize> = board
        .free_cells()
        .filter(|&cell| !flood.has(cell))
        .collect();
    if !unreached.is_empty() {
        proof.cut(&numbers(unreached));
        return proof.finish();
    }
    let mut ends = None;
    // If the end is fixed, pockets follow from the clauses.
    let found = board.end().is_none().then(|| pockets::find(board));
    match found.unwrap_or(Ok(Ends::Anywhere)) {
        Err(impossible) => {
            for pocket in impossible.pockets {
                proof.pocket(&numbers(pocket));
            }
            return Ok(Some(proof.contradiction()));
        }
        Ok(Ends::Inside(marks)) => {
            let inside: Vec<usize> = board.free_cells().filter(|&cell| marks[cell]).collect();
            let inside = numbers(inside);
            proof.pocket(&inside);
            ends = Some(inside);
        }
        Ok(Ends::Anywhere | Ends::At(_)) => {}
    }
    proof.count(|cell| ends.as_ref().is_none_or(|ends| ends.contains(&cell)))?;
    proof.finish()
}
