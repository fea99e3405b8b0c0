//! A search for a [core](super::cores) around one place: a box that grows until it is one, and is made
//! smaller as long as it stays one.
//!
//! In: a window, which cells may be ends, radii. Out: step by step, a core and what shows it. First
//! sides of the box are moved inwards, in steps that halve, then groups of cells are dropped.

use super::cores::Around;
use crate::area::{Area, Local};
use crate::coil::engine::Engine;
use crate::coil::engine::probe::{Prober, Refutation};
use crate::coil::engine::values::role;
use crate::coil::solve::deduce::blank_word_of;
use crate::coil::solve::deduce::rule::RULES;
use crate::coil::tuning::cores::{AS_LONG_AGAIN, MANY, TRIES};
use crate::coil::tuning::schedule::HEAD_START;
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// See the [module](self).
pub(super) struct Search {
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
pub(super) enum Step {
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
    pub(super) fn new(around: Around, window: Area) -> Option<Self> {
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

    /// The work done so far.
    pub(super) fn ticks(&self) -> Ticks {
        self.engine.ticks()
    }

    /// What was refuted on the way to the last contradiction.
    pub(super) fn take_proof(&mut self) -> Vec<Refutation> {
        std::mem::take(&mut self.proof)
    }

    /// Goes one step on.
    pub(super) fn step(
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
