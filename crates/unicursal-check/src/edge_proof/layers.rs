//! The layers of borders that a proof lists: each must have all that can follow from the one
//! before.

use std::collections::HashSet;

use super::border::Border;
use super::formula::{Formula, variable_of};
use super::sweep::Sweep;
use crate::proof::{Fault, wrong};
use crate::rup::Clauses;

/// The layers that a proof lists.
pub struct Layers<'a> {
    sweep: Sweep<'a>,
    /// The borders before the cells that were taken last.
    before: HashSet<Border>,
    /// Those cells, and the borders that are listed after them.
    cells: Vec<usize>,
    listed: HashSet<Border>,
    /// The border of the answer that is known, if there is one, before those cells, and the edges
    /// that it uses, sorted.
    own: Option<(Border, Vec<usize>)>,
}

/// The most cells that are taken at once: between two layers, the borders that follow from a single
/// one are kept, which may be twice as many with each cell.
pub const MOST_TAKEN: usize = 12;

impl<'a> Layers<'a> {
    /// Nothing is taken. Other answers than one with these edges, sorted, are looked for.
    pub fn new(formula: &'a Formula, answer: Option<Vec<usize>>) -> Self {
        let others = answer.is_none().then(Border::default);
        Self {
            sweep: Sweep::new(formula),
            before: others.into_iter().collect(),
            cells: Vec::new(),
            listed: HashSet::new(),
            own: answer.map(|edges| (Border::default(), edges)),
        }
    }

    /// `take`: begins the layer after these cells.
    pub fn take(
        &mut self,
        cells: Vec<usize>,
        known: &Clauses,
        go_on: &dyn Fn() -> bool,
    ) -> Result<(), Fault> {
        self.complete(known, go_on)?;
        if cells.is_empty() || cells.len() > MOST_TAKEN {
            return Err(Fault::Wrong(format!(
                "1 to {MOST_TAKEN} cells are taken at once"
            )));
        }
        if !cells.iter().all(|&cell| self.sweep.take(cell)) {
            return wrong("a cell is taken again");
        }
        self.cells = cells;
        Ok(())
    }

    /// `border`: lists a border.
    pub fn list(&mut self, text: &str) -> Result<(), Fault> {
        let border = Border::read(text)?;
        let crosses = |&edge: &i32| {
            let edge = usize::try_from(edge)
                .ok()
                .and_then(|edge| edge.checked_sub(1));
            let cells = edge.and_then(|edge| self.sweep.formula.edges.get(edge));
            cells.is_some_and(|&[a, b]| self.sweep.has_taken(a) != self.sweep.has_taken(b))
        };
        let edges = border.pieces.iter().flat_map(|piece| piece.edges);
        let mut edges: Vec<i32> = edges.filter(|&edge| edge != 0).collect();
        edges.sort_unstable();
        if !edges.iter().all(crosses) || edges.windows(2).any(|two| two[0] == two[1]) {
            return wrong("these are not different edges that cross the border");
        }
        self.listed.insert(border);
        Ok(())
    }

    /// `swept`: the last layer is empty.
    pub fn end(&mut self, known: &Clauses, go_on: &dyn Fn() -> bool) -> Result<(), Fault> {
        self.complete(known, go_on)?;
        if !self.before.is_empty() {
            return wrong("there are borders after the last cell");
        }
        if self.own.is_some() && !self.sweep.is_complete() {
            return wrong("the answer was not followed to its end");
        }
        Ok(())
    }

    /// Judges the layer that was listed: all that can follow from the one before must be in it.
    fn complete(&mut self, known: &Clauses, go_on: &dyn Fn() -> bool) -> Result<(), Fault> {
        if self.cells.is_empty() {
            return Ok(());
        }
        let permits = |edge: usize, used: bool| known.value(variable_of(edge)) != Some(!used);
        let (sweep, cells) = (&self.sweep, &self.cells[..]);
        let are_listed = |borders: &[Border]| match borders
            .iter()
            .find(|border| !self.listed.contains(border))
        {
            Some(missing) => {
                let missing = missing.line();
                Err(Fault::Wrong(format!(
                    "'{missing}' follows and is not listed"
                )))
            }
            None => Ok(()),
        };
        for border in &self.before {
            if !go_on() {
                return Err(Fault::Stopped);
            }
            are_listed(&sweep.follow(border, cells, permits))?;
        }
        if let Some((own, edges)) = &mut self.own {
            match sweep.follow_answer(own, edges, cells, permits) {
                Some((next, others)) => {
                    are_listed(&others)?;
                    *own = next;
                }
                None => return wrong("the answer does not go on here"),
            }
        }
        self.cells.clear();
        self.before = std::mem::take(&mut self.listed);
        Ok(())
    }
}
