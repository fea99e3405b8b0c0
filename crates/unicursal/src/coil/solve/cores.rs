//! Where the ends of the path are: small sets of cells that provably contain one.
//!
//! Under the assumption that no end is near, a window that holds an end is contradictory. The place
//! where the contradiction shows is not the place of the end, so the assumption itself is taken
//! apart: a set of cells is a *core* if 'none of these is an end, and anything may be true of all
//! others' leads to a contradiction. A box around the conflict grows until it is one; then sides,
//! groups of cells and single cells are dropped as long as it stays one. Stopping early leaves a
//! larger core, which is as sound. (In the words of SAT: an unsat core of the assumptions 'this is no end'.)

use super::deduce::blank_word_of;
use super::rule::RULES;
use crate::area::{Area, Local};
use crate::coil::Board;
use crate::coil::engine::probe::{Prober, Refutation};
use crate::coil::engine::values::role;
use crate::coil::engine::{Engine, Switches};
use crate::coil::tuning::cores::{AS_LONG_AGAIN, MANY, MARGIN, RADII, REVISIONS_PER_CELL, TRIES};
use crate::{Control, Interruption};

/// A search for cores around one place.
struct Search<'c> {
    engine: Engine,
    prober: Prober,
    width: usize,
    /// What was refuted on the way to the last contradiction.
    proof: Vec<Refutation>,
    /// Cells revised after which a small core is left as it is.
    effort: u64,
    /// Whether to look for other refutations where these are not enough.
    thorough: bool,
    control: &'c Control<'c>,
}

/// A core, and what shows that it is one.
#[derive(Clone, Debug)]
pub struct Core {
    /// The cells of which one is an end.
    pub cells: Vec<usize>,
    /// Where it was looked for.
    pub window: Area,
    /// What is refuted in the window, one after the other, by propagation alone if none of the cells is
    /// an end: the last leaves a contradiction. Cells are those of the window.
    pub refuted: Vec<Refutation>,
}

/// Finds a core near a cell, or `None` if the largest box is not contradictory. An empty core says that
/// there is a contradiction wherever the ends are. `roles` are
/// what is known of the cells without any assumption; those in `known`, which belong to other cores,
/// are left out. `revisions` counts the work.
pub fn find(
    board: &Board,
    switches: Switches,
    near: usize,
    roles: &dyn Fn(usize) -> u8,
    known: &[Vec<usize>],
    revisions: &mut u64,
    control: &Control,
) -> Result<Option<Core>, Interruption> {
    for radii in RADII {
        let reach = radii[radii.len() - 1] + MARGIN;
        let window = Area::of_board(board).around(near, reach);
        let global = |i: usize| window.on_board(Local(i));
        let (width, height) = (window.width(), window.height());

        let mut engine = Engine::new(&RULES, switches);
        let sound = engine.load(width, height, |x, y| {
            let cell = window.at(x, y);
            (blank_word_of(board, cell), roles(cell))
        });
        if !sound || !engine.propagate_all() {
            return Ok(Some(Core {
                cells: Vec::new(),
                window,
                refuted: Vec::new(),
            }));
        }
        engine.settle();
        let mut search = Search {
            engine,
            prober: Prober::default(),
            width,
            proof: Vec::new(),
            effort: REVISIONS_PER_CELL * board.free_count() as u64,
            thorough: false,
            control,
        };
        let eligible = |i: usize| {
            let cell = global(i);
            board.is_free(cell)
                && roles(cell) != role::MIDDLE
                && !known.iter().any(|core| core.contains(&cell))
        };
        let Some(Local(centre)) = window.local(near) else {
            continue;
        };
        let cells = search.find(radii, centre, height, &eligible);
        *revisions += search.engine.revisions();
        if let Some(cells) = cells? {
            return Ok(Some(Core {
                cells: cells.into_iter().map(global).collect(),
                window,
                refuted: search.proof,
            }));
        }
    }
    Ok(None)
}

/// Columns and rows of a box, ends included.
type Box4 = [usize; 4];

impl Search<'_> {
    /// Finds a core in boxes around a cell.
    fn find(
        &mut self,
        radii: &[usize],
        centre: usize,
        height: usize,
        eligible: &dyn Fn(usize) -> bool,
    ) -> Result<Option<Vec<usize>>, Interruption> {
        let Some((area, cells)) = self.grow(radii, centre, height, eligible)? else {
            return Ok(None);
        };
        let (area, mut cells) = self.shrink(area, cells, eligible)?;
        if cells.len() > MANY {
            self.thorough = true;
            (_, cells) = self.shrink(area, cells, eligible)?;
            self.thorough = false;
        }
        self.drop_cells(cells).map(Some)
    }

    /// Whether 'no end among these cells' is contradictory, as far as the refutations go that showed it
    /// for more cells: they are repeated in order, each by propagation alone, as one checks a proof by
    /// reverse unit propagation.
    fn is_core(&mut self, cells: &[usize]) -> Result<bool, Interruption> {
        let mark = self.engine.mark();
        self.prober
            .reset(self.width, self.engine.len() / self.width);
        let mut sound = self.assume(cells) && self.prober.repeat(&mut self.engine, &self.proof);
        if sound && self.thorough {
            let edges = self.edges_around(cells);
            sound = self.prober.run(&mut self.engine, &edges, self.control)?;
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
        centre: usize,
        height: usize,
        eligible: &dyn Fn(usize) -> bool,
    ) -> Result<Option<(Box4, Vec<usize>)>, Interruption> {
        let (x, y) = (centre % self.width, centre / self.width);
        let mark = self.engine.mark();
        self.prober.reset(self.width, height);
        let mut core = None;
        for &radius in radii {
            self.control.check()?;
            let area = [
                x.saturating_sub(radius),
                y.saturating_sub(radius),
                (x + radius).min(self.width - 1),
                (y + radius).min(height - 1),
            ];
            let cells = self.cells_in(area, eligible);
            if cells.is_empty() {
                continue;
            }
            let edges = self.edges_around(&cells);
            let sound =
                self.assume(&cells) && self.prober.run(&mut self.engine, &edges, self.control)?;
            if !sound {
                core = Some((area, cells));
                break;
            }
        }
        self.engine.undo(mark);
        std::mem::swap(&mut self.proof, &mut self.prober.log);
        Ok(core)
    }

    /// Moves the sides of the box inwards, in steps that halve, while it stays a core.
    fn shrink(
        &mut self,
        mut area: Box4,
        mut cells: Vec<usize>,
        eligible: &dyn Fn(usize) -> bool,
    ) -> Result<(Box4, Vec<usize>), Interruption> {
        let mut step = ((area[2] - area[0]).max(area[3] - area[1]) / 2).max(1);
        loop {
            let mut moved = false;
            for side in 0..4 {
                loop {
                    let mut smaller = area;
                    if side < 2 {
                        smaller[side] += step;
                    } else {
                        smaller[side] = smaller[side].saturating_sub(step);
                    }
                    if smaller[0] > smaller[2] || smaller[1] > smaller[3] {
                        break;
                    }
                    if self.is_small_enough(&cells) {
                        return Ok((area, cells));
                    }
                    let fewer = self.cells_in(smaller, eligible);
                    self.control.check()?;
                    if fewer.is_empty() || !self.is_core(&fewer)? {
                        break;
                    }
                    (area, cells) = (smaller, fewer);
                    moved = true;
                }
            }
            if step > 1 {
                step /= 2;
            } else if !moved {
                return Ok((area, cells));
            }
        }
    }

    /// Whether to walk from all these cells takes less than to make them fewer.
    fn is_small_enough(&self, cells: &[usize]) -> bool {
        self.engine.revisions() > self.effort * (1 + cells.len() as u64 / AS_LONG_AGAIN)
    }

    /// Drops groups of cells, then single cells, while the rest stays a core.
    fn drop_cells(&mut self, mut cells: Vec<usize>) -> Result<Vec<usize>, Interruption> {
        let mut tries = 0;
        let mut group = (cells.len() / 8).max(1);
        loop {
            let mut end = cells.len();
            while end > 0 {
                let begin = end.saturating_sub(group);
                let rest: Vec<usize> = cells[..begin]
                    .iter()
                    .chain(&cells[end..])
                    .copied()
                    .collect();
                tries += 1;
                if tries > TRIES || self.is_small_enough(&cells) {
                    return Ok(cells);
                }
                self.control.check()?;
                if self.is_core(&rest)? {
                    cells = rest;
                }
                end = begin;
            }
            if group == 1 {
                return Ok(cells);
            }
            group /= 2;
        }
    }
}
