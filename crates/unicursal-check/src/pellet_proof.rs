//! Checks a proof that a Pellet Eater board has no path, or no other than a given one.
//!
//! The [steps](crate::edge_proof) are about these variables: the edges between neighbouring cells,
//! then a variable for each cell that may be the last, in the order of reading, then as many again
//! that say that the last cell is this one or one before it.
//!
//! ```
//! use unicursal_check::pellet_proof::{Claim, Verdict, check};
//!
//! // The path must end behind the only door of (3, 0), but the colours want its end at (2, 0) or (1, 1).
//! let board = b"S...\n#.##\n";
//! let proof = b"unicursal pellet proof 1\npocket 3,0\n0\n";
//! assert_eq!(check(board, proof).unwrap(), Verdict::Accepted(Claim::NoAnswer));
//! ```

use crate::edge_proof::{self, Check, Record};
pub use crate::edge_proof::{Drat, Formula};
use crate::pellet;
use crate::proof::Fault;
pub use crate::proof::{Claim, Malformed, Verdict};

/// The first line of every proof.
pub const HEADER: &str = "unicursal pellet proof 1";

/// Judges a proof about a board.
pub fn check(board: &[u8], proof: &[u8]) -> Result<Verdict, Malformed> {
    check_while(board, proof, &|| true)
}

/// [`check`], as long as `go_on`, which is asked before each step, says so.
pub fn check_while(
    board: &[u8],
    proof: &[u8],
    go_on: &dyn Fn() -> bool,
) -> Result<Verdict, Malformed> {
    judge(board, proof, &formula(board)?, go_on, None)
}

/// The clauses of a board and of a proof about it, for other checkers.
pub fn drat(
    board: &[u8],
    proof: &[u8],
    go_on: &dyn Fn() -> bool,
) -> Result<(Verdict, Drat), Malformed> {
    let formula = formula(board)?;
    let mut record = Record::default();
    let verdict = judge(board, proof, &formula, go_on, Some(&mut record))?;
    Ok((verdict, record.finish(&formula)))
}

fn judge(
    board: &[u8],
    proof: &[u8],
    formula: &Formula,
    go_on: &dyn Fn() -> bool,
    recorded: Option<&mut Record>,
) -> Result<Verdict, Malformed> {
    let judge = |path: &str| match pellet::check(board, path.as_bytes()) {
        Err(error) => Err(Fault::Form(error.to_string())),
        Ok(pellet::Verdict::Wrong(why)) => Err(Fault::Wrong(why.to_string())),
        Ok(pellet::Verdict::Valid) => Ok(edge_proof::steps(formula, path)),
    };
    let check = Check {
        formula,
        header: HEADER,
        proof,
        judge: &judge,
        go_on,
    };
    edge_proof::check(&check, recorded)
}

/// What the rules say about a board.
///
/// - Edges join free neighbours. One is used at the start, two at every other cell, but one at the
///   last.
/// - The path takes turns between the colours of a chess board. So the start's colour has as many
///   cells as the other, and then the last cell has the other colour; or one more, and then it has
///   the start's.
/// - There is exactly one last cell.
/// - The four edges around a square are not all used.
///
/// On a board with a single cell nothing is said: it has the path without a step.
pub fn formula(board: &[u8]) -> Result<Formula, Malformed> {
    let rows = pellet::read_board(board).map_err(Malformed::Level)?;
    let width = rows[0].len();
    let cells: Vec<u8> = rows.into_iter().flatten().collect();
    let most = cells.iter().map(|cell| match cell {
        b'#' => 0,
        b'S' => 1,
        _ => 2,
    });
    let mut most: Vec<usize> = most.collect();
    let is_free = |cell: usize| cells[cell] != b'#';
    let free: Vec<usize> = (0..cells.len()).filter(|&cell| is_free(cell)).collect();
    if free.len() == 1 {
        most.fill(0);
    }
    let mut formula = Formula::new(width, most, |[a, b], _| is_free(a) && is_free(b));
    let start = cells.iter().position(|&cell| cell == b'S').unwrap_or(0);
    formula.terminals.push(start);
    if free.len() == 1 {
        return Ok(formula);
    }
    may_be_last(&mut formula, &free, start);
    for cell in free {
        let edges = formula.variables_at(cell);
        let (degree, end) = (formula.most[cell], formula.ends[cell]);
        formula.at_most(degree, &edges, None);
        if end == 0 {
            formula.at_least(degree, &edges, None);
        } else {
            formula.at_least(1, &edges, None);
            formula.at_least(2, &edges, Some(end));
            formula.at_most(1, &edges, Some(-end));
        }
    }
    formula.forbid_squares();
    Ok(formula)
}

/// Variables for the cells that may be the last of a path which may end anywhere, and that it is
/// exactly one of them: colours take turns, so they say which colour it has.
pub(crate) fn may_be_last(formula: &mut Formula, free: &[usize], start: usize) {
    let has_own_colour = |cell: usize| formula.is_white(cell) == formula.is_white(start);
    let own = free.iter().filter(|&&cell| has_own_colour(cell)).count();
    let surplus = (2 * own).checked_sub(free.len());
    let may_end: Vec<usize> = match surplus {
        Some(0) => free
            .iter()
            .copied()
            .filter(|&cell| !has_own_colour(cell))
            .collect(),
        Some(1) => free
            .iter()
            .copied()
            .filter(|&cell| has_own_colour(cell))
            .collect(),
        _ => Vec::new(),
    };
    let may_end: Vec<usize> = may_end.into_iter().filter(|&cell| cell != start).collect();
    for &cell in &may_end {
        formula.ends[cell] = formula.variable();
    }
    let ends: Vec<i32> = may_end.iter().map(|&cell| formula.ends[cell]).collect();
    one_of_many(formula, &ends);
}

/// Exactly one of these literals is true. A new variable for each says that it is this one or one
/// before.
fn one_of_many(formula: &mut Formula, literals: &[i32]) {
    formula.add(literals.iter().copied());
    let mut before: Option<i32> = None;
    for &literal in literals {
        let so_far = formula.variable();
        formula.add([-literal, so_far]);
        if let Some(before) = before {
            formula.add([-before, so_far]);
            formula.add([-before, -literal]);
        }
        before = Some(so_far);
    }
}
