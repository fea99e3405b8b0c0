//! Writing down why a board has no path, or no other, so that others can check it: cells that cannot be
//! reached, pockets, cells that cannot have all their steps, and else what a SAT solver learns.

use unicursal_check::pellet_proof::{self, Formula, HEADER};

use crate::flood::Flood;
use crate::hamilton::pockets::{self, Ends};
use crate::pellet::{Board, rules, text};
use crate::refute::Refutation;
use crate::{Control, Dir, Error, Interruption};

/// The proof that a board has no path, or none but the given one. `None` if one was found that is not that.
pub fn certify(
    board: &Board,
    path: Option<&[Dir]>,
    control: &Control,
) -> Result<Option<String>, Error> {
    let level = text::print_board(board);
    let formula = pellet_proof::formula(level.as_bytes());
    let formula = formula.map_err(|bad| Error::bad_input(bad, None))?;
    let cells = match path {
        Some(path) => Some(rules::walk(board, path)?),
        None => None,
    };
    let mut beginning = format!("{HEADER}\n");
    if let Some(path) = path {
        beginning.push_str("answer ");
        beginning.push_str(&text::print_path(path));
    }
    refute(board, &formula, beginning, cells, control)
        .map_err(|why| Error::interrupted(why, "the proof was not finished"))
}

fn refute(
    board: &Board,
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
    flood.fill(board.start(), |cell| board.free_neighbours(cell));
    let unreached: Vec<usize> = board
        .free_cells()
        .filter(|&cell| !flood.has(cell))
        .collect();
    if !unreached.is_empty() {
        proof.cut(&numbers(unreached));
        return proof.finish();
    }
    let mut ends = None;
    match pockets::find(board) {
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
