//! The clauses that a prover knows: their literals one after the other in one list, and where each comes from.

use std::ops::Range;

use super::Lit;
use crate::log::ClauseId;

/// Where a clause comes from.
#[derive(Clone, Copy)]
pub enum Source {
    /// The N-th of a cell.
    Cell(u32, u16),
    /// A way round four cells, see [`Ring`](super::cells::Ring).
    Ring(u32, u8),
    /// A line about ends, which lists its literals.
    Ends,
    /// A line that the board justifies, by its place among those that are kept.
    Line(u32),
    /// It is in the log.
    Logged(ClauseId),
}

struct Clause {
    start: u32,
    length: u32,
    source: Source,
}

/// See the [module](self).
#[derive(Default)]
pub struct Store {
    pub lits: Vec<Lit>,
    clauses: Vec<Clause>,
    lines: Vec<Box<str>>,
}

impl Store {
    /// How many clauses there are.
    pub fn len(&self) -> u32 {
        self.clauses.len() as u32
    }

    /// Adds a clause; its number.
    pub fn add(&mut self, lits: &[Lit], source: Source) -> u32 {
        let start = self.lits.len() as u32;
        self.lits.extend_from_slice(lits);
        self.clauses.push(Clause { start, length: lits.len() as u32, source });
        self.len() - 1
    }

    /// Keeps a line; the source of its clause.
    pub fn line(&mut self, line: String) -> Source {
        self.lines.push(line.into());
        Source::Line(self.lines.len() as u32 - 1)
    }

    /// A line that was kept, which is needed once.
    pub fn take_line(&mut self, at: u32) -> String {
        std::mem::take(&mut self.lines[at as usize]).into()
    }

    /// Where the literals of a clause are.
    pub fn range(&self, clause: u32) -> Range<usize> {
        let clause = &self.clauses[clause as usize];
        clause.start as usize..(clause.start + clause.length) as usize
    }

    /// The literals of a clause.
    pub fn of(&self, clause: u32) -> &[Lit] {
        &self.lits[self.range(clause)]
    }

    /// Where a clause comes from.
    pub fn source(&mut self, clause: u32) -> &mut Source {
        &mut self.clauses[clause as usize].source
    }

    /// Leaves nothing of a clause.
    pub fn forget(&mut self, clause: u32) {
        self.clauses[clause as usize].length = 0;
    }
}
