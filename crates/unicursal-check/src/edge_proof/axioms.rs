//! Clauses that a proof may add because the board says so. Why each of them holds is said in
//! docs/older-proofs.md.

use super::formula::{Formula, variable_of};
use crate::proof::{Fault, wrong};
use crate::rup::Clauses;

/// `loop`: cells in order around, whose edges are not all used.
pub fn no_loop(formula: &Formula, cells: &[usize]) -> Result<Vec<i32>, Fault> {
    let next = cells.iter().cycle().skip(1);
    let edges = cells.iter().zip(next).map(|(&a, &b)| formula.edge(a, b));
    let edges: Option<Vec<usize>> = edges.collect();
    let mut different = cells.to_vec();
    different.sort_unstable();
    different.dedup();
    match edges {
        Some(edges) if cells.len() > 2 && different.len() == cells.len() => {
            Ok(edges.into_iter().map(|edge| -variable_of(edge)).collect())
        }
        _ => wrong("these cells are not the way around a loop"),
    }
}

/// `cut`: some edge between these cells and the others is used.
pub fn cut(formula: &Formula, cells: &[usize]) -> Result<Vec<i32>, Fault> {
    let inside = marked(formula, cells);
    let is_separated = |path: &Vec<usize>| path.iter().any(|&cell| inside[cell] != inside[path[0]]);
    let is_lost = |side: bool| {
        let must_be_used = |cell: usize| inside[cell] == side && formula.least[cell] > 0;
        (0..inside.len()).any(must_be_used)
            && !formula.terminals.iter().any(|&cell| inside[cell] == side)
    };
    if !formula.alike.iter().any(is_separated) && !is_lost(true) && !is_lost(false) {
        return wrong("no path has to go between these cells and the others");
    }
    let crosses = |&edge: &usize| {
        let [a, b] = formula.edges[edge];
        inside[a] != inside[b]
    };
    let crossing = (0..formula.edges.len()).filter(crosses);
    Ok(crossing.map(variable_of).collect())
}

/// `cover`: the cells of one colour cannot all get their edges from those of the other and from
/// elsewhere, unless one of the literals is true.
pub fn cover(
    formula: &Formula,
    known: &Clauses,
    needy: &[usize],
    givers: &[usize],
    unless: &[i32],
) -> Result<Vec<i32>, Fault> {
    let [needs, gives] = [needy, givers].map(|cells| marked(formula, cells));
    let is_white = |cell: usize| formula.is_white(cell);
    let Some(white) = needy.first().map(|&cell| is_white(cell)) else {
        return wrong("there is no cell to be covered");
    };
    if needy.iter().any(|&cell| is_white(cell) != white)
        || givers.iter().any(|&cell| is_white(cell) == white)
    {
        return wrong("these cells are not of two colours of a chess board");
    }
    // What is certain if none of the literals is true.
    let value = |literal: i32| match known.value(literal) {
        None if unless.contains(&literal) => Some(false),
        None if unless.contains(&-literal) => Some(true),
        value => value,
    };
    let sum = |marks: &[bool], of: &[usize]| -> usize {
        let chosen = marks.iter().zip(of).filter(|(mark, _)| **mark);
        chosen.map(|(_, number)| number).sum()
    };
    let mut wanted = sum(&needs, &formula.least);
    let mut given = sum(&gives, &formula.most);
    for (edge, &[a, b]) in formula.edges.iter().enumerate() {
        let value = value(variable_of(edge));
        if (needs[a] && !gives[b]) || (needs[b] && !gives[a]) {
            given += usize::from(value != Some(false));
        } else if (gives[a] && !needs[b]) || (gives[b] && !needs[a]) {
            wanted += usize::from(value == Some(true));
        }
    }
    // The last cell has one edge less.
    let may_end = |cell: &usize| {
        let end = formula.ends[*cell];
        end != 0 && value(end) != Some(false)
    };
    let mut ends = (0..gives.len()).filter(may_end).peekable();
    if needy.iter().any(may_end) {
        given += 1;
    } else if ends.peek().is_some() && ends.all(|cell| gives[cell]) {
        wanted += 1;
    }
    if wanted > given || known.are_refuted() {
        Ok(unless.to_vec())
    } else {
        wrong("these cells can have all of their edges")
    }
}

/// `pocket`: cells with one door, behind which the path must end; none of the others is the last.
/// If their colours do not match, that is a contradiction.
pub fn pocket(formula: &Formula, cells: &[usize]) -> Result<Vec<Vec<i32>>, Fault> {
    let inside = marked(formula, cells);
    let beside = |&[a, b]: &[usize; 2]| match (inside[a], inside[b]) {
        (true, false) => Some(b),
        (false, true) => Some(a),
        _ => None,
    };
    let mut doors: Vec<usize> = formula.edges.iter().filter_map(beside).collect();
    doors.dedup();
    let has_end = formula.ends.iter().any(|&end| end != 0);
    let &[door, ref others @ ..] = &doors[..] else {
        return wrong("these cells have no door");
    };
    if !has_end || formula.terminals.iter().any(|&cell| inside[cell]) {
        return wrong("the path need not end in these cells");
    }
    if others.iter().any(|&other| other != door) {
        return wrong("these cells have more than one door");
    }
    // The first cell behind the door has the other colour than the door, and colours take turns.
    let first = |&cell: &usize| inside[cell] && formula.is_white(cell) != formula.is_white(door);
    let first = (0..inside.len()).filter(first).count();
    let all = inside.iter().filter(|&&inside| inside).count();
    if 2 * first != all && 2 * first != all + 1 {
        return Ok(vec![Vec::new()]);
    }
    let outside = (0..inside.len()).filter(|&cell| !inside[cell] && formula.ends[cell] != 0);
    Ok(outside.map(|cell| vec![-formula.ends[cell]]).collect())
}

fn marked(formula: &Formula, cells: &[usize]) -> Vec<bool> {
    let mut marks = vec![false; formula.most.len()];
    for &cell in cells {
        marks[cell] = true;
    }
    marks
}
