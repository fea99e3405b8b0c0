//! What levels of Pellet Eater and Trail have in common: from graphs and numbers to what front ends
//! show.

use super::grade::{self, Scale};
use super::technique::Technique;
use super::{Graph, path, reason};
use crate::reason::{Explanation, Step as Reason};
use crate::{Control, Dir, Error, Figures, Step};

/// How hard a board is for a person; no figures if it has no path.
pub fn difficulty(
    graph: &Graph,
    numbered: &[usize],
    scale: Scale,
    control: &Control,
) -> Result<Figures, Error> {
    let uses = grade::grade(graph, numbered, scale, Technique::Guess, control);
    let uses = uses.map_err(|why| Error::interrupted(why, "the grade was not finished"))?;
    Ok(uses.map_or_else(Figures::new, |uses| uses.figures()))
}

/// How a person solves a board.
pub fn explain(
    graph: &Graph,
    numbered: &[usize],
    scale: Scale,
    control: &Control,
) -> Result<Explanation, Error> {
    let explained = reason::explain(graph, numbered, scale, control);
    explained.map_err(|why| Error::interrupted(why, "the explanation is not complete"))
}

/// Why the first step of what is left of a board is right. If time is short, a hint has no reason.
pub fn reason(rest: &Graph, numbered: &[usize], control: &Control) -> Option<Reason> {
    reason::first_step(rest, numbered, control).unwrap_or_default()
}

/// The next step of a whole path after this many steps.
pub fn next_step(path: Vec<Dir>, taken: usize) -> Step<Vec<Dir>> {
    let end = path.len().min(taken + 1);
    Step {
        next: path::print(&path[taken..end]).trim_end().to_owned(),
        so_far: path[..end].to_vec(),
        answer: path,
    }
}
