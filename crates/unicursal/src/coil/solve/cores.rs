//! Where the ends of the path are: small sets of cells that provably contain one.
//!
//! Under the assumption that no end is near, a window that holds an end is contradictory. The place
//! where the contradiction shows is not the place of the end, so the assumption itself is taken
//! apart: a set of cells is a *core* if 'none of these is an end, and anything may be true of all
//! others' leads to a contradiction. A box around the conflict grows until it is one; then sides,
//! groups of cells and single cells are dropped as long as it stays one. Stopping early leaves a
//! larger core, which is as sound.

use super::area::Area;
use super::deduce::blank_word_of;
use super::rule::RULES;
use super::tuning::cores::{MANY, MARGIN, RADII, TRIES};
use crate::coil::Board;
use crate::coil::engine::probe::{Prober, Refutation};
use crate::coil::engine::values::role;
use crate::coil::engine::{Engine, Switches};

/// A search for cores around one place.
struct Search<'i> {
    engine: Engine,
    prober: Prober,
    width: usize,
    /// What was refuted on the way to the last contradiction.
    proof: Vec<Refutation>,
    /// Whether to look for other refutations where these are not enough.
    thorough: bool,
    interrupted: &'i mut dyn FnMut() -> bool,
}

/// Finds a core near a cell, or `None` if the largest box is not contradictory or the work was
/// interrupted. An empty core says that there is a contradiction wherever the ends are. `roles` are
/// what is known of the cells without any assumption; those in `known`, which belong to other cores,
/// are left out. `revisions` counts the work.
pub fn find(
    board: &Board,
    switches: Switches,
    near: usize,
    roles: &dyn Fn(usize) -> u8,
    known: &[Vec<usize>],
    revisions: &mut u64,
    interrupted: &mut dyn FnMut() -> bool,
) -> Option<Vec<usize>> {
    RADII.iter().find_map(|radii| {
        let reach = radii[radii.len() - 1] + MARGIN;
        let window = Area::of_board(board).around(near, reach);
        let global = |i: usize| window.on_board(i);
        let (width, height) = (window.width(), window.height());

        let mut engine = Engine::new(&RULES, switches);
        let sound = engine.load(width, height, |i| {
            (blank_word_of(board, global(i)), roles(global(i)))
        });
        engine.queue_all();
        if !sound || !engine.propagate() {
            return Some(Vec::new());
        }
        engine.settle();
        let mut search = Search {
            engine,
            prober: Prober::default(),
            width,
            proof: Vec::new(),
            thorough: false,
            interrupted: &mut *interrupted,
        };
        let eligible = |i: usize| {
            let cell = global(i);
            board.is_free(cell)
                && roles(cell) != role::MIDDLE
                && !known.iter().any(|core| core.contains(&cell))
        };
        let centre = window.local(near)?;
        let cells = search.find(radii, centre, height, &eligible);
        *revisions += search.engine.revisions();
        Some(cells?.into_iter().map(global).collect())
    })
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
    ) -> Option<Vec<usize>> {
        let (area, cells) = self.grow(radii, centre, height, eligible)?;
        let (area, mut cells) = self.shrink(area, cells, eligible);
        if cells.len() > MANY {
            self.thorough = true;
            (_, cells) = self.shrink(area, cells, eligible);
            self.thorough = false;
        }
        Some(self.drop_cells(cells))
    }

    /// Whether 'no end among these cells' is contradictory, as far as the refutations go that showed it
    /// for more cells.
    fn is_core(&mut self, cells: &[usize]) -> bool {
        let mark = self.engine.mark();
        self.prober
            .reset(self.width, self.engine.len() / self.width);
        let mut sound = self.assume(cells) && self.prober.repeat(&mut self.engine, &self.proof);
        if sound && self.thorough {
            let edges = self.edges_around(cells);
            sound = self.prober.run(&mut self.engine, &edges, self.interrupted);
        }
        self.engine.undo(mark);
        if !sound {
            std::mem::swap(&mut self.proof, &mut self.prober.log);
        }
        !sound
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
    ) -> Option<(Box4, Vec<usize>)> {
        let (x, y) = (centre % self.width, centre / self.width);
        let mark = self.engine.mark();
        self.prober.reset(self.width, height);
        let mut core = None;
        for &radius in radii {
            if (self.interrupted)() {
                break;
            }
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
                self.assume(&cells) && self.prober.run(&mut self.engine, &edges, self.interrupted);
            if !sound {
                core = Some((area, cells));
                break;
            }
        }
        self.engine.undo(mark);
        std::mem::swap(&mut self.proof, &mut self.prober.log);
        core
    }

    /// Moves the sides of the box inwards, in steps that halve, while it stays a core.
    fn shrink(
        &mut self,
        mut area: Box4,
        mut cells: Vec<usize>,
        eligible: &dyn Fn(usize) -> bool,
    ) -> (Box4, Vec<usize>) {
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
                    let fewer = self.cells_in(smaller, eligible);
                    if fewer.is_empty() || (self.interrupted)() || !self.is_core(&fewer) {
                        break;
                    }
                    (area, cells) = (smaller, fewer);
                    moved = true;
                }
            }
            if step > 1 {
                step /= 2;
            } else if !moved {
                return (area, cells);
            }
        }
    }

    /// Drops groups of cells, then single cells, while the rest stays a core.
    fn drop_cells(&mut self, mut cells: Vec<usize>) -> Vec<usize> {
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
                if tries > TRIES || (self.interrupted)() {
                    return cells;
                }
                if self.is_core(&rest) {
                    cells = rest;
                }
                end = begin;
            }
            if group == 1 {
                return cells;
            }
            group /= 2;
        }
    }
}
