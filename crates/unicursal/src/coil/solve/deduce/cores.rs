//! Where the ends of the path are: small sets of cells that provably contain one.
//!
//! Under the assumption that no end is near, a window that holds an end is contradictory. The place
//! where the contradiction shows is not the place of the end, so the assumption itself is taken
//! apart: a set of cells is a *core* if 'none of these is an end, and anything may be true of all
//! others' leads to a contradiction. A box around the conflict grows until it is one; then sides,
//! groups of cells and single cells are dropped as long as it stays one. Stopping early leaves a
//! larger core, which is as sound. (In the words of SAT: an unsat core of the assumptions 'this is
//! no end'.)

use super::core_search::{Search, Step};
use crate::area::{Area, Local};
use crate::coil::Board;
use crate::coil::engine::Switches;
use crate::coil::engine::probe::Refutation;
use crate::coil::engine::values::role;
use crate::coil::tuning::distances;
use crate::coil::tuning::windows::{MARGIN, SINGLE, TILE};
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// A core, and what shows that it is one.
#[derive(Clone, Debug)]
pub struct Core {
    /// The cells of which one is an end.
    pub cells: Vec<usize>,
    /// Where it was looked for.
    pub window: Area,
    /// What is refuted in the window, one after the other, by propagation alone if none of the
    /// cells is an end: the last leaves a contradiction. Cells are those of the window.
    pub refuted: Vec<Refutation>,
}

/// Finds a core near a cell, or `None` if the largest box is not contradictory. An empty core says
/// that there is a contradiction wherever the ends are. `roles` are what is known of the cells
/// without any assumption; those in `known`, which belong to other cores, are left out. `work` is
/// counted.
pub fn find(
    board: &Board,
    switches: Switches,
    near: usize,
    roles: &dyn Fn(usize) -> u8,
    known: &[Vec<usize>],
    work: &mut Ticks,
    control: &Control,
) -> Result<Option<Core>, Interruption> {
    let around = Around {
        board,
        switches,
        near,
        roles,
        known,
    };
    let mut finder = Finder::default();
    let core = loop {
        if let Progress::Done(core) = finder.step(around, control)? {
            break core;
        }
    };
    *work += finder.ticks();
    Ok(core)
}

/// Where a core is looked for, and what is known there.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// The board.
    pub board: &'a Board,
    /// The rules of the engine.
    pub switches: Switches,
    /// The place of a contradiction.
    pub near: usize,
    /// What is known of the cells without any assumption.
    pub roles: &'a dyn Fn(usize) -> u8,
    /// Other cores: their cells are left out.
    pub known: &'a [Vec<usize>],
}

impl Around<'_> {
    /// Whether a cell may be in the core.
    fn is_eligible(&self, cell: usize) -> bool {
        self.board.is_free(cell)
            && (self.roles)(cell) != role::MIDDLE
            && !self.known.iter().any(|core| core.contains(&cell))
    }
}

/// A search for a core that can be paused after each step, which takes as long as one propagation
/// through its window.
#[derive(Default)]
pub struct Finder {
    /// The number of the radii.
    attempt: usize,
    search: Option<Search>,
    /// The work of attempts that are over.
    before: Ticks,
}

/// Cells from a conflict to the sides of the boxes that are tried, in a first attempt and in a
/// second one, which covers every window in which a contradiction can show.
fn radii(attempt: usize) -> Vec<usize> {
    match attempt {
        0 => distances(0, TILE / 2).collect(),
        1 => distances(TILE / 2, SINGLE).chain([SINGLE]).collect(),
        _ => Vec::new(),
    }
}

/// How far a search for a core is.
pub enum Progress {
    /// Another step is to come.
    Paused,
    /// It is over, with this core if there is one.
    Done(Option<Core>),
}

impl Finder {
    /// The work done so far.
    pub fn ticks(&self) -> Ticks {
        let now = self.search.as_ref();
        self.before + now.map_or(Ticks(0), Search::ticks)
    }

    /// Goes one step on. The place must be the same each time.
    pub fn step(&mut self, around: Around, control: &Control) -> Result<Progress, Interruption> {
        let radii = radii(self.attempt);
        let Some(&largest) = radii.last() else {
            return Ok(Progress::Done(None));
        };
        let reach = largest + MARGIN;
        let window = Area::of_board(around.board).around(around.near, reach);
        let core = |cells: Vec<usize>, refuted| {
            let cells = cells.into_iter().map(|i| window.on_board(Local(i)));
            Progress::Done(Some(Core {
                cells: cells.collect(),
                window,
                refuted,
            }))
        };
        let Some(search) = &mut self.search else {
            return Ok(match Search::new(around, window) {
                Some(search) => {
                    self.search = Some(search);
                    Progress::Paused
                }
                None => core(Vec::new(), Vec::new()),
            });
        };
        let eligible = |i: usize| around.is_eligible(window.on_board(Local(i)));
        Ok(match search.step(&radii, &eligible, control)? {
            Step::More => Progress::Paused,
            Step::Core(cells) => core(cells, search.take_proof()),
            Step::None => {
                self.before += search.ticks();
                self.search = None;
                self.attempt += 1;
                Progress::Paused
            }
        })
    }
}
