//! How a person finds the next link, one technique at a time.
//!
//! A [`Person`] knows some links, and draws one conclusion after another. Every conclusion holds
//! for all paths, so a board that is solved by them has only one path.

use std::collections::BTreeSet;

use super::Graph;
use super::links::{Conflict, ENDS, Links, Reason};
use crate::reason::{Grade, Technique as Described};
use crate::{Control, Dir, Interruption};

/// A technique for finding the next link; the easiest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Technique {
    /// A cell with two ways left needs both, one with two links needs no more.
    DeadEnds,
    /// A link would close a loop.
    Loops,
    /// A link would join numbers that do not follow each other.
    Order,
    /// A part of the board can be reached only through one cell.
    Cuts,
    /// Such a part has too many cells of one colour.
    Parity,
    /// A link leads to a contradiction by simple conclusions.
    Trial,
    /// A link leads to a contradiction that only shows on the whole board.
    LongTrial,
    /// Nothing else helps.
    Guess,
}

impl Technique {
    /// All of them, the easiest first.
    pub const ALL: [Self; 8] = [
        Self::DeadEnds,
        Self::Loops,
        Self::Order,
        Self::Cuts,
        Self::Parity,
        Self::Trial,
        Self::LongTrial,
        Self::Guess,
    ];

    /// Those that draw conclusions, as front ends describe them; a guess draws none. A few trials
    /// are easier than the grade of a trial says: see [`Uses::grade`](super::grade::Uses::grade).
    pub const DESCRIBED: [Described; 7] = [
        Described {
            name: Self::DeadEnds.name(),
            help: "a cell with two ways left needs both, one with two steps no more",
            grade: Grade::Easy,
        },
        Described {
            name: Self::Loops.name(),
            help: "a step would close a loop, or end the path too early",
            grade: Grade::Easy,
        },
        Described {
            name: Self::Order.name(),
            help: "a step would join numbers that do not follow each other",
            grade: Grade::Easy,
        },
        Described {
            name: Self::Cuts.name(),
            help: "a part of the board is reached through one cell only: the path ends in it",
            grade: Grade::Medium,
        },
        Described {
            name: Self::Parity.name(),
            help: "a path changes colour at each step, so a part has as many cells of one as of the other, or one more",
            grade: Grade::Medium,
        },
        Described {
            name: Self::Trial.name(),
            help: "a step leads to a contradiction that shows at single cells",
            grade: Grade::Hard,
        },
        Described {
            name: Self::LongTrial.name(),
            help: "a step leads to a contradiction that shows on the board as a whole",
            grade: Grade::Expert,
        },
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DeadEnds => "dead ends",
            Self::Loops => "loops",
            Self::Order => "order of numbers",
            Self::Cuts => "cut cells",
            Self::Parity => "parity",
            Self::Trial => "trial",
            Self::LongTrial => "long trial",
            Self::Guess => "guess",
        }
    }

    /// The technique that finds this.
    pub fn of(reason: Reason) -> Self {
        match reason {
            Reason::Full | Reason::TwoWays => Self::DeadEnds,
            Reason::Loop => Self::Loops,
            Reason::Order => Self::Order,
            Reason::Cut | Reason::Reach => Self::Cuts,
            Reason::Parity => Self::Parity,
        }
    }
}

/// A conclusion that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What is seen at the cell, or would be seen there.
    pub reason: Reason,
    /// The cell whose links are concerned.
    pub cell: usize,
    /// The links that were decided, a bit for each.
    pub bits: u8,
    /// Whether they are used.
    pub is_used: bool,
    /// For a trial, the contradiction that it led to.
    pub otherwise: Option<Conflict>,
}

/// The result of a technique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Something follows, and was noted.
    Found(Found),
    /// Nothing.
    Nothing,
    /// There is no path.
    Conflict(Conflict),
}

impl From<Result<Option<Found>, Conflict>> for Drawn {
    fn from(found: Result<Option<Found>, Conflict>) -> Self {
        match found {
            Ok(Some(found)) => Self::Found(found),
            Ok(None) => Self::Nothing,
            Err(conflict) => Self::Conflict(conflict),
        }
    }
}

/// Somebody who solves a board.
pub struct Person<'a> {
    /// What is known so far.
    pub links: Links<'a>,
    /// For each technique that looks at single cells, the cells that have a conclusion, or had one
    /// earlier.
    pending: [BTreeSet<usize>; 3],
}

impl<'a> Person<'a> {
    /// Nothing is known about a board except its numbers, whose cells are given in order.
    pub fn new(graph: &'a Graph, numbered: &[usize]) -> Self {
        Self {
            links: Links::new(graph, numbered),
            pending: Default::default(),
        }
    }

    /// Whether the whole path is known.
    pub fn is_done(&self) -> bool {
        self.links.is_complete() || self.links.graph.free_count() == 1
    }

    /// Draws the first conclusion that this technique offers, if easier ones have none.
    pub fn next(&mut self, technique: Technique, control: &Control) -> Result<Drawn, Interruption> {
        control.check()?;
        match technique {
            Technique::DeadEnds | Technique::Loops | Technique::Order => {
                Ok(self.look(technique).into())
            }
            Technique::Cuts => Ok(self.look_at_all().into()),
            Technique::Trial | Technique::LongTrial => self.try_links(technique, control),
            // Colours appear only in contradictions, which the search for cut cells finds.
            Technique::Parity | Technique::Guess => Ok(Drawn::Nothing),
        }
    }

    /// A conclusion at a single cell.
    fn look(&mut self, technique: Technique) -> Result<Option<Found>, Conflict> {
        while let Some(cell) = self.links.pop_touched() {
            // That a cell with two links has no others is not worth reporting.
            if self.links.reason_at(cell)? == Some(Reason::Full) {
                self.links.conclude(cell)?;
            }
            self.sort(cell)?;
        }
        while let Some(&cell) = self.pending[technique as usize].first() {
            if self.sort(cell)? != Some(technique) {
                continue;
            }
            let drawn = self.links.conclude(cell)?;
            return Ok(drawn.map(|(reason, bits, is_used)| Found {
                reason,
                cell,
                bits,
                is_used,
                otherwise: None,
            }));
        }
        Ok(None)
    }

    /// Notes a cell for the technique that finds its first conclusion, if there is one, and for no
    /// other.
    fn sort(&mut self, cell: usize) -> Result<Option<Technique>, Conflict> {
        let technique = self.links.reason_at(cell)?.map(Technique::of);
        for (index, pending) in self.pending.iter_mut().enumerate() {
            if technique.is_some_and(|technique| technique as usize == index) {
                pending.insert(cell);
            } else {
                pending.remove(&cell);
            }
        }
        Ok(technique)
    }

    /// A conclusion about the board as a whole.
    fn look_at_all(&mut self) -> Result<Option<Found>, Conflict> {
        self.links.look_for_reach()?;
        let found = self.links.look_for_cuts()?;
        Ok(found.map(|(reason, cell, bits, is_used)| Found {
            reason,
            cell,
            bits,
            is_used,
            otherwise: None,
        }))
    }

    /// A link that leads to a contradiction, either if it is used or if it is not.
    fn try_links(
        &mut self,
        technique: Technique,
        control: &Control,
    ) -> Result<Drawn, Interruption> {
        for (cell, bits) in self.candidates() {
            control.check()?;
            for is_used in [true, false] {
                let Err(conflict) = self.attempt(cell, bits, is_used, technique) else {
                    continue;
                };
                if let Err(conflict) = self.links.assume(cell, bits, !is_used) {
                    return Ok(Drawn::Conflict(conflict));
                }
                return Ok(Drawn::Found(Found {
                    reason: conflict.reason,
                    cell,
                    bits,
                    is_used: !is_used,
                    otherwise: Some(conflict),
                }));
            }
        }
        Ok(Drawn::Nothing)
    }

    /// What follows from using a link, or from leaving it out; nothing is decided by that.
    fn attempt(
        &mut self,
        cell: usize,
        bit: u8,
        is_used: bool,
        technique: Technique,
    ) -> Result<(), Conflict> {
        let point = self.links.point();
        let assumed = self.links.assume(cell, bit, is_used);
        let settled = assumed.and_then(|()| match technique {
            Technique::Trial => self.links.settle(),
            _ => self.links.settle_all(),
        });
        self.links.go_back(point);
        settled
    }

    /// The undecided links, those at the ends of pieces first, where a person looks first.
    pub fn candidates(&self) -> Vec<(usize, u8)> {
        let links = &self.links;
        let mut candidates = Vec::new();
        for cell in links.graph.free_cells() {
            let open = links.open_at(cell);
            for bit in [1 << Dir::Right.index(), 1 << Dir::Down.index(), ENDS] {
                if open & bit != 0 {
                    let dir = Dir::from_index(bit.trailing_zeros() as usize & 3);
                    let near = links.graph.neighbour(cell, dir);
                    let begun = links.used_at(cell) != 0 || links.used_at(near) != 0;
                    candidates.push((!begun, cell, bit));
                }
            }
        }
        candidates.sort_by_key(|&(later, ..)| later);
        let candidates = candidates.into_iter();
        candidates.map(|(_, cell, bit)| (cell, bit)).collect()
    }
}
