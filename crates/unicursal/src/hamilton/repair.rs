//! Joins the remaining loops with the path: forces them open, and relinks windows.
//!
//! First every loop is [opened](super::force): a link between the loop and its surroundings is
//! forced, however far away the necessary exchanges are, and parts that now lie side by side are
//! [merged](super::merge). A few such rounds are enough for most boards. If a loop can never be
//! opened, that proves that there is no path.
//!
//! Loops that keep closing again are left to windows: where a loop touches another part, a square
//! around that place is [relinked](super::window). Parts that could not be joined get a larger
//! window in the next round, until the window is the whole board; then the result is certain either
//! way.
//!
//! To know how the ends of a window are connected outside, the whole board would have to be walked
//! for every window. Instead, a round marks the *zone*, all cells of its windows, and walks the
//! board once to learn how the zone is connected outside itself; from then on only the zone is
//! walked.

use std::collections::HashMap;

use super::force::{Force, Opened};
use super::merge::{self, NO_LABEL, Parts};
use super::pockets::Ends;
use super::tuning::{CONFLICTS, FIRST_RADIUS, MOST_OPENED, MOST_OPENED_IF_SMALL, SMALL};
use super::window::{Effort, Inside, Outside, Relinked, relink};
use super::{Graph, cover::Cover};
use crate::area::Area;
use crate::{Control, Dir, Interruption, Progress, Rng};

/// How repairing ended, if it was not interrupted.
pub enum Repaired {
    /// The cover is one path.
    Done {
        /// Windows that were relinked.
        windows: u64,
    },
    /// There is no path.
    Impossible {
        /// Why.
        proof: String,
    },
}

/// Joins all parts of a cover.
pub fn repair(
    board: &Graph,
    cover: &mut Cover,
    ends: &Ends,
    seed: u64,
    control: &Control,
) -> Result<Repaired, Interruption> {
    let mut repair = Repair {
        board,
        cover,
        ends,
        rng: Rng::from_number(seed),
        zone: vec![false; board.cell_count()],
        number: vec![u32::MAX; board.cell_count()],
        jumps: HashMap::new(),
        windows: 0,
    };
    let mut force = Force::new(board, ends);
    let mut openings_left = if board.free_count() <= SMALL {
        MOST_OPENED_IF_SMALL
    } else {
        MOST_OPENED
    };
    let mut radius = FIRST_RADIUS;
    loop {
        let parts = Parts::of(board, repair.cover);
        if parts.count() == 1 {
            break;
        }
        let windows = repair.windows;
        control.report(|| Progress {
            phase: "joining loops",
            share: None,
            figures: vec![("loops", parts.count() as u64 - 1), ("windows", windows)],
        });
        if openings_left > 0 {
            openings_left -= 1;
            if let Some(proof) = repair.open(&parts, &mut force, control)? {
                return Ok(Repaired::Impossible { proof });
            }
        } else {
            if !repair.round(&parts, radius, control)? {
                let proof =
                    "exhausted: all ways to link the cells were searched, and none is one path";
                return Ok(Repaired::Impossible {
                    proof: proof.to_owned(),
                });
            }
            radius += 1 + radius / 3;
        }
    }
    let windows = repair.windows;
    Ok(Repaired::Done { windows })
}

struct Repair<'a> {
    board: &'a Graph,
    cover: &'a mut Cover,
    ends: &'a Ends,
    rng: Rng,
    /// The cells of all windows of this round.
    zone: Vec<bool>,
    /// The number of each cell in the current window.
    number: Vec<u32>,
    /// For each link that leaves the zone: where the path comes back, and by which step.
    jumps: HashMap<(usize, Dir), (usize, Dir)>,
    windows: u64,
}

impl Repair<'_> {
    /// One window for every loop; false if the board has no path.
    fn round(
        &mut self,
        parts: &Parts,
        radius: usize,
        control: &Control,
    ) -> Result<bool, Interruption> {
        let contacts = self.contacts(parts);
        let windows: Vec<Area> = contacts
            .into_iter()
            .map(|cell| self.window(cell, radius))
            .collect();
        self.lay_zone(&windows, parts);
        for &window in &windows {
            control.check()?;
            let cells = self.cells(window);
            let is_whole = cells.len() == self.board.free_count();
            let effort = Effort {
                control,
                conflicts: if is_whole { u64::MAX } else { CONFLICTS },
                ends: self.ends,
            };
            match self.relink(&cells, &effort) {
                Ok(Relinked::Impossible) if is_whole => return Ok(false),
                Ok(Relinked::Joined) if is_whole => break,
                // Parts that a window could not join are tried again in a larger one.
                Ok(_) | Err(Interruption::GaveUp) => {}
                Err(why) => return Err(why),
            }
        }
        Ok(true)
    }

    /// Opens each loop and merges parts that lie side by side. Returns the proof if a loop cannot
    /// be opened.
    fn open(
        &mut self,
        parts: &Parts,
        force: &mut Force,
        control: &Control,
    ) -> Result<Option<String>, Interruption> {
        // Contacts are in the order of the numbers of their loops, which the first exchanges may
        // change.
        for contact in self.contacts(parts) {
            let opened = force.open(self.cover, contact, &mut self.rng, control)?;
            if let Opened::Never(cells) = opened {
                let (x, y) = self.board.position(contact);
                return Ok(Some(format!(
                    "no 2-factor: however the other cells get a step in and a step out, the {cells} \
                     cells around ({x}, {y}) are left to a loop of their own"
                )));
            }
        }
        merge::merge(self.board, self.cover, control)?;
        Ok(None)
    }

    /// For each loop, a cell, chosen at random, where it touches another part.
    fn contacts(&mut self, parts: &Parts) -> Vec<usize> {
        let mut chosen = vec![(0_usize, 0_usize); parts.count()];
        for cell in self.board.free_cells() {
            let label = parts.label[cell];
            let touches = label != 0
                && self
                    .board
                    .neighbours(cell)
                    .any(|near| parts.label[near] != label && parts.label[near] != NO_LABEL);
            if touches {
                let (seen, choice) = &mut chosen[label as usize];
                *seen += 1;
                if self.rng.below(*seen) == 0 {
                    *choice = cell;
                }
            }
        }
        let touching = chosen.into_iter().filter(|&(seen, _)| seen > 0);
        touching.map(|(_, cell)| cell).collect()
    }

    /// The window around a cell; the whole board if that is not much more.
    fn window(&self, cell: usize, radius: usize) -> Area {
        let whole = Area::of_board(self.board);
        let side = 2 * radius + 1;
        if side * side * 3 >= self.board.width() * self.board.height() * 2 {
            whole
        } else {
            whole.around(cell, radius)
        }
    }

    fn cells(&self, window: Area) -> Vec<usize> {
        let cells = window.cells();
        cells.filter(|&cell| self.board.is_free(cell)).collect()
    }

    /// Marks the zone and learns how it is connected outside.
    fn lay_zone(&mut self, windows: &[Area], parts: &Parts) {
        self.zone.fill(false);
        self.jumps.clear();
        // The path is walked from its start, a loop from a cell in the zone.
        let mut starts = vec![None; parts.count()];
        starts[0] = Some(self.board.start());
        for &window in windows {
            for cell in self.cells(window) {
                self.zone[cell] = true;
                starts[parts.label[cell] as usize].get_or_insert(cell);
            }
        }
        for start in starts.into_iter().flatten() {
            let mut at = start;
            let mut left: Option<(usize, Dir)> = None;
            for (dir, next) in self.cover.walk(start) {
                match (self.zone[at], self.zone[next]) {
                    (true, false) => left = Some((at, dir)),
                    (false, true) => {
                        if let Some((exit, out)) = left {
                            self.jumps.insert((exit, out), (next, dir));
                            self.jumps
                                .insert((next, dir.opposite()), (exit, out.opposite()));
                        }
                    }
                    _ => {}
                }
                at = next;
            }
        }
    }

    fn relink(&mut self, cells: &[usize], effort: &Effort) -> Result<Relinked, Interruption> {
        self.windows += 1;
        for (number, &cell) in cells.iter().enumerate() {
            self.number[cell] = number as u32;
        }
        let outside = self.outside(cells);
        let numbers = &self.number;
        let number = |cell| inside(numbers, cell);
        let relinked = relink(self.board, self.cover, cells, number, &outside, effort);
        for &cell in cells {
            self.number[cell] = u32::MAX;
        }
        relinked
    }

    /// What crosses the edge of the window whose cells are numbered.
    fn outside(&self, cells: &[usize]) -> Outside {
        let mut outside = Outside {
            crossings: vec![0; cells.len()],
            detours: Vec::new(),
        };
        for (number, &cell) in cells.iter().enumerate() {
            for dir in self.cover.dirs(cell) {
                let next = self.cover.neighbour(cell, dir);
                if inside(&self.number, next).is_none() {
                    outside.crossings[number] += 1;
                    if let Some(back) = self.detour(cell, dir) {
                        outside.detours.push((Inside(number), back));
                    }
                }
            }
        }
        outside
    }

    /// Where a link that leaves the window comes back into it, if it does.
    fn detour(&self, mut cell: usize, mut dir: Dir) -> Option<Inside> {
        loop {
            let next = self.cover.neighbour(cell, dir);
            (cell, dir) = if self.zone[next] {
                (next, dir)
            } else {
                *self.jumps.get(&(cell, dir))?
            };
            if let Some(number) = inside(&self.number, cell) {
                return Some(number);
            }
            dir = self.cover.onward(cell, Some(dir))?;
        }
    }
}

/// The number of a cell of the board in the window whose cells have these numbers.
fn inside(numbers: &[u32], cell: usize) -> Option<Inside> {
    (numbers[cell] != u32::MAX).then_some(Inside(numbers[cell] as usize))
}
