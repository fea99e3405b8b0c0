//! Where the ends of the path are: small sets of cells that provably contain one.
//!
//! Under the assumption that no end is near, a window that holds an end is contradictory. The place
//! where the contradiction shows is not the place of the end, so the assumption itself is taken
//! apart: a set of cells is a *core* if 'none of these is an end, and anything may be true of all
//! others' leads to a contradiction. A box around the conflict grows until it is one; then sides,
//! groups of cells and single cells are dropped as long as it stays one. Stopping early leaves a
//! larger core, which is as sound. (In the words of SAT: an unsat core of the assumptions 'this is
//! no end'.)

use crate::area::{Area, Local};
use crate::coil::Board;
use crate::coil::engine::probe::{Prober, Refutation};
use crate::coil::engine::values::role;
use crate::coil::engine::{Engine, Switches};
use crate::coil::solve::deduce::blank_word_of;
use crate::coil::solve::deduce::rule::RULES;
use crate::coil::tuning::cores::{AS_LONG_AGAIN, MANY, TRIES};
use crate::coil::tuning::distances;
use crate::coil::tuning::schedule::HEAD_START;
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
        self.before + now.map_or(Ticks(0), |search| search.engine.ticks())
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
            Step::Core(cells) => core(cells, std::mem::take(&mut search.proof)),
            Step::None => {
                self.before += search.engine.ticks();
                self.search = None;
                self.attempt += 1;
                Progress::Paused
            }
        })
    }
}

/// A search for cores around one place, in one window.
struct Search {
    engine: Engine,
    prober: Prober,
    width: usize,
    height: usize,
    centre: usize,
    /// What was refuted on the way to the last contradiction.
    proof: Vec<Refutation>,
    /// The work after which a small core is left as it is.
    effort: Ticks,
    /// Whether to look for other refutations where these are not enough.
    thorough: bool,
    phase: Phase,
}

/// What is done with the set of cells that is known to be a core.
enum Phase {
    /// There is none yet.
    Grow,
    /// The sides of a box are moved inwards.
    Shrink(Shrink),
    /// Groups of cells are dropped.
    Drop(Drop),
}

/// Sides of a box that move inwards in steps that halve.
struct Shrink {
    area: Box4,
    cells: Vec<usize>,
    step: usize,
    side: usize,
    moved: bool,
}

impl Shrink {
    fn new(area: Box4, cells: Vec<usize>) -> Self {
        Self {
            area,
            cells,
            step: ((area[2] - area[0]).max(area[3] - area[1]) / 2).max(1),
            side: 0,
            moved: false,
        }
    }

    /// The box with the side at hand moved; `None` if nothing would be left.
    fn smaller(&self) -> Option<Box4> {
        let mut smaller = self.area;
        let side = &mut smaller[self.side];
        *side = if self.side < 2 {
            *side + self.step
        } else {
            side.saturating_sub(self.step)
        };
        (smaller[0] <= smaller[2] && smaller[1] <= smaller[3]).then_some(smaller)
    }

    /// Goes on with the next side. Returns false if none can be moved.
    fn next_side(&mut self) -> bool {
        self.side = (self.side + 1) % 4;
        if self.side > 0 {
            return true;
        }
        let goes_on = self.step > 1 || self.moved;
        self.step = (self.step / 2).max(1);
        self.moved = false;
        goes_on
    }
}

/// Groups of cells, the last first, that are left out if the rest is a core.
struct Drop {
    cells: Vec<usize>,
    group: usize,
    end: usize,
    tries: usize,
}

impl Drop {
    fn new(cells: Vec<usize>) -> Self {
        Self {
            group: (cells.len() / 8).max(1),
            end: cells.len(),
            tries: 0,
            cells,
        }
    }
}

/// What a step has found.
enum Step {
    More,
    /// The core is as small as it will be.
    Core(Vec<usize>),
    /// The largest box is no core.
    None,
}

/// Columns and rows of a box, ends included.
type Box4 = [usize; 4];

impl Search {
    /// A search in a window; `None` if that is contradictory wherever the ends are.
    fn new(around: Around, window: Area) -> Option<Self> {
        let (width, height) = (window.width(), window.height());
        let mut engine = Engine::new(&RULES, around.switches);
        let sound = engine.load(width, height, |x, y| {
            let cell = window.at(x, y);
            (blank_word_of(around.board, cell), (around.roles)(cell))
        });
        if !sound || !engine.propagate_all() {
            return None;
        }
        engine.settle();
        Some(Self {
            engine,
            prober: Prober::default(),
            width,
            height,
            centre: window.local(around.near).map_or(0, |Local(centre)| centre),
            proof: Vec::new(),
            effort: HEAD_START.times(around.board.free_count() as u64),
            thorough: false,
            phase: Phase::Grow,
        })
    }

    /// Goes one step on.
    fn step(
        &mut self,
        radii: &[usize],
        eligible: &dyn Fn(usize) -> bool,
        control: &Control,
    ) -> Result<Step, Interruption> {
        control.check()?;
        match std::mem::replace(&mut self.phase, Phase::Grow) {
            Phase::Grow => {
                let Some((area, cells)) = self.grow(radii, eligible, control)? else {
                    return Ok(Step::None);
                };
                self.phase = Phase::Shrink(Shrink::new(area, cells));
            }
            Phase::Shrink(mut shrink) => {
                let goes_on = self.shrink(&mut shrink, eligible, control)?;
                self.phase = if goes_on {
                    Phase::Shrink(shrink)
                } else if shrink.cells.len() > MANY && !self.thorough {
                    self.thorough = true;
                    Phase::Shrink(Shrink::new(shrink.area, shrink.cells))
                } else {
                    self.thorough = false;
                    Phase::Drop(Drop::new(shrink.cells))
                };
            }
            Phase::Drop(mut drop) => {
                if !self.drop_group(&mut drop, control)? {
                    return Ok(Step::Core(drop.cells));
                }
                self.phase = Phase::Drop(drop);
            }
        }
        Ok(Step::More)
    }

    /// Whether 'no end among these cells' is contradictory, as far as the refutations go that
    /// showed it for more cells: they are repeated in order, each by propagation alone, as one
    /// checks a proof by reverse unit propagation.
    fn is_core(&mut self, cells: &[usize], control: &Control) -> Result<bool, Interruption> {
        let mark = self.engine.mark();
        self.prober.reset(self.width, self.height);
        let mut sound = self.assume(cells) && self.prober.repeat(&mut self.engine, &self.proof);
        if sound && self.thorough {
            let edges = self.edges_around(cells);
            sound = self.prober.run(&mut self.engine, &edges, control)?;
        }
        self.engine.undo(mark);
        if !sound {
            std::mem::swap(&mut self.proof, &mut self.prober.log);
        }
        Ok(!sound)
    }

    /// Assumes that none of these cells is an end.
    fn assume(&mut self, cells: &[usize]) -> bool {
        let mark = self.engine.mark();
        let sound = cells
            .iter()
            .all(|&cell| self.engine.keep_roles(cell, role::MIDDLE))
            && self.engine.propagate();
        self.prober.note_changes(&self.engine, mark);
        sound
    }

    /// The cells that own, as right or lower edges, all edges of the box around the given cells.
    fn edges_around(&self, cells: &[usize]) -> Vec<u32> {
        let columns = cells.iter().map(|cell| cell % self.width);
        let (x0, x1) = columns.fold((self.width, 0), |(x0, x1), x| (x0.min(x), x1.max(x)));
        let rows = cells.first().map_or(0, |cell| cell / self.width)
            ..=cells.last().map_or(0, |cell| cell / self.width);
        (rows.start().saturating_sub(1)..=*rows.end())
            .flat_map(|y| (x0.saturating_sub(1)..=x1).map(move |x| y * self.width + x))
            .filter(|&cell| self.engine.is_free(cell))
            .map(|cell| cell as u32)
            .collect()
    }

    fn cells_in(&self, [x0, y0, x1, y1]: Box4, eligible: &dyn Fn(usize) -> bool) -> Vec<usize> {
        (y0..=y1)
            .flat_map(|y| (x0..=x1).map(move |x| (x, y)))
            .map(|(x, y)| y * self.width + x)
            .filter(|&cell| self.engine.is_active(cell) && eligible(cell))
            .collect()
    }

    fn grow(
        &mut self,
        radii: &[usize],
        eligible: &dyn Fn(usize) -> bool,
        control: &Control,
    ) -> Result<Option<(Box4, Vec<usize>)>, Interruption> {
        let (x, y) = (self.centre % self.width, self.centre / self.width);
        let mark = self.engine.mark();
        self.prober.reset(self.width, self.height);
        let mut core = None;
        for &radius in radii {
            control.check()?;
            let area = [
                x.saturating_sub(radius),
                y.saturating_sub(radius),
                (x + radius).min(self.width - 1),
                (y + radius).min(self.height - 1),
            ];
            let cells = self.cells_in(area, eligible);
            if cells.is_empty() {
                continue;
            }
            let edges = self.edges_around(&cells);
            let sound =
                self.assume(&cells) && self.prober.run(&mut self.engine, &edges, control)?;
            if !sound {
                core = Some((area, cells));
                break;
            }
        }
        self.engine.undo(mark);
        std::mem::swap(&mut self.proof, &mut self.prober.log);
        Ok(core)
    }

    /// Moves one side of the box inwards, if it stays a core. Returns whether there is more to try.
    fn shrink(
        &mut self,
        shrink: &mut Shrink,
        eligible: &dyn Fn(usize) -> bool,
        control: &Control,
    ) -> Result<bool, Interruption> {
        let Some(smaller) = shrink.smaller() else {
            return Ok(shrink.next_side());
        };
        if self.is_small_enough(&shrink.cells) {
            return Ok(false);
        }
        let fewer = self.cells_in(smaller, eligible);
        if fewer.is_empty() || !self.is_core(&fewer, control)? {
            return Ok(shrink.next_side());
        }
        (shrink.area, shrink.cells) = (smaller, fewer);
        shrink.moved = true;
        Ok(true)
    }

    /// Whether to walk from all these cells takes less than to make them fewer.
    fn is_small_enough(&self, cells: &[usize]) -> bool {
        let times = 1 + cells.len() as u64 / AS_LONG_AGAIN;
        self.engine.ticks() > self.effort.times(times)
    }

    /// Drops a group of cells, if the rest stays a core: large groups first, then single cells.
    /// Returns whether there is more to try.
    fn drop_group(&mut self, drop: &mut Drop, control: &Control) -> Result<bool, Interruption> {
        drop.tries += 1;
        if drop.tries > TRIES || self.is_small_enough(&drop.cells) {
            return Ok(false);
        }
        let begin = drop.end.saturating_sub(drop.group);
        let rest = [&drop.cells[..begin], &drop.cells[drop.end..]].concat();
        if self.is_core(&rest, control)? {
            drop.cells = rest;
        }
        drop.end = begin;
        if begin > 0 {
            return Ok(true);
        }
        let goes_on = drop.group > 1;
        drop.group /= 2;
        drop.end = drop.cells.len();
        Ok(goes_on && drop.end > 0)
    }
}
