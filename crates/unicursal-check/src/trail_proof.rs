//! Checks a proof that a Trail board has no path, or no other than a given one.
//!
//! The [steps](crate::edge_proof) are about these variables: the edges between neighbouring cells;
//! if the end is free, a variable for each cell that may be the last, and as many again that say
//! that it is this one or one before it; and if there are three numbers or more, those of the
//! order: for each cell without a number, in the order of reading, the bits of its leg, the lowest
//! first, and for each number its edges, whether they lead *up*.
//!
//! ```
//! use unicursal_check::trail_proof::{Claim, Verdict, check};
//!
//! // The corner is a dead end behind the thin wall.
//! let board = b"trail 3x2\n1 .|.\n. . 2\n";
//! let proof = b"unicursal trail proof 1\n0\n";
//! assert_eq!(check(board, proof).unwrap(), Verdict::Accepted(Claim::NoAnswer));
//! ```

use crate::edge_proof::{self, Axis, Check, Record, variable_of};
pub use crate::edge_proof::{Drat, Formula};
use crate::proof::Fault;
pub use crate::proof::{Claim, Malformed, Verdict};
use crate::trail::{self, Board};

/// The first line of every proof.
pub const HEADER: &str = "unicursal trail proof 1";

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
    let judge = |path: &str| match trail::check(board, path.as_bytes()) {
        Err(error) => Err(Fault::Form(error.to_string())),
        Ok(trail::Verdict::Wrong(why)) => Err(Fault::Wrong(why.to_string())),
        Ok(trail::Verdict::Valid) => Ok(edge_proof::steps(formula, path)),
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
/// - Edges join neighbours that are not blocked and have no thin wall between them. One is used at
///   the number 1 and at the last number, two at every other cell, but one at the last cell where
///   the end is free.
/// - The four edges around a square are not all used.
/// - The order: see [`add_order`].
///
/// On a board with a single cell nothing is said: it has the path without a step.
pub fn formula(board: &[u8]) -> Result<Formula, Malformed> {
    let board = trail::read_board(board).map_err(Malformed::Level)?;
    let width = board.rows[0].len();
    let cells: Vec<trail::Cell> = board.rows.iter().flatten().copied().collect();
    let free: Vec<usize> = (0..cells.len())
        .filter(|&cell| !cells[cell].blocked)
        .collect();
    let start = board.start.1 * width + board.start.0;
    let is_end = |cell: usize| board.last > 1 && cells[cell].number == board.last;
    let most = (0..cells.len()).map(|cell| match cells[cell] {
        _ if free.len() == 1 => 0,
        trail::Cell { blocked: true, .. } => 0,
        _ if cell == start || is_end(cell) => 1,
        _ => 2,
    });
    let mut formula = Formula::new(width, most.collect(), |[one, other], axis| {
        let is_walled = match axis {
            Axis::Horizontal => cells[one].right,
            Axis::Vertical => cells[one].below,
        };
        !cells[one].blocked && !cells[other].blocked && !is_walled
    });
    formula.terminals.push(start);
    if free.len() == 1 {
        return Ok(formula);
    }
    if board.last == 1 {
        may_be_last(&mut formula, &free, start);
    } else {
        formula
            .terminals
            .extend(free.iter().copied().filter(|&cell| is_end(cell)));
    }
    for &cell in &free {
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
    if board.last > 2 {
        add_order(&mut formula, &board, &cells);
    }
    Ok(formula)
}

/// The order of the numbers. The part of the path from a number to the next is a *leg*, numbered
/// from 0; each cell without a number is on one, and the cells of a used edge are on the same. At a
/// number one used edge leads up, to the leg that begins there, and the other one down; at 1 there
/// is no down, and at the last number no up. Two numbers are neighbours on the path only if they
/// follow each other, and then the edge leads up from the smaller.
fn add_order(formula: &mut Formula, board: &Board, cells: &[trail::Cell]) {
    let bits = usize::BITS - (board.last - 2).leading_zeros();
    let mut leg: Vec<Vec<i32>> = vec![Vec::new(); cells.len()];
    for (cell, leg) in leg.iter_mut().enumerate() {
        if cells[cell].number == 0 && !cells[cell].blocked {
            *leg = (0..bits).map(|_| formula.variable()).collect();
        }
    }
    for edge in 0..formula.edges.len() {
        let [one, other] = formula.edges[edge];
        for (&one, &other) in leg[one].iter().zip(&leg[other]) {
            formula.add([-variable_of(edge), one, -other]);
            formula.add([-variable_of(edge), -one, other]);
        }
    }
    for number in 1..=board.last {
        let Some(cell) = cells.iter().position(|cell| cell.number == number) else {
            continue;
        };
        let mut ups = Vec::new();
        for edge in formula.around[cell].clone() {
            let [one, other] = formula.edges[edge];
            let near = one + other - cell;
            let (used, up) = (variable_of(edge), formula.variable());
            formula.add([-up, used]);
            ups.push(up);
            // Up leads to this leg, down to the one before.
            for (bit, &variable) in leg[near].iter().enumerate() {
                let literal = |leg: usize| {
                    if leg >> bit & 1 == 1 {
                        variable
                    } else {
                        -variable
                    }
                };
                formula.add([-used, -up, literal(number - 1)]);
                if number > 1 {
                    formula.add([-used, up, literal(number - 2)]);
                }
            }
            match cells[near].number {
                0 => {}
                near if near == number + 1 => formula.add([-used, up]),
                near if near + 1 == number => formula.add([-used, -up]),
                _ => formula.add([-used]),
            }
        }
        let count = usize::from(number < board.last);
        formula.at_most(count, &ups, None);
        formula.at_least(count, &ups, None);
    }
}

/// Variables for the cells that may be the last of a path which may end anywhere, and that it is
/// exactly one of them: colours take turns, so they say which colour it has.
fn may_be_last(formula: &mut Formula, free: &[usize], start: usize) {
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
