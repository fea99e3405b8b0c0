//! Finds numbers that cannot be reached from the one before, and cells that cannot lie between any
//! two consecutive numbers.
//!
//! Pieces without a number that can be linked with each other make *regions*. The way from a number
//! to the next leads through one region, or straight from one piece to the other. So both must lie
//! beside the same region, and every region must have two such numbers beside it.

use super::{AFTER, Conflict, ENDS, Links, Reason};
use crate::Dir;

impl Links<'_> {
    /// Checks whether all numbers can be reached in order.
    pub fn look_for_reach(&mut self) -> Result<(), Conflict> {
        if self.numbers < 2 {
            return Ok(());
        }
        let regions = self.lay_regions();
        let base = self.mark - regions as u32;
        // For each number, the regions beside the ends from which its piece can go on, up and down.
        let mut served = vec![false; regions + 1];
        let mut beside: Vec<[Beside; 2]> = vec![<[Beside; 2]>::default(); self.numbers + 1];
        for cell in self.graph.free_cells() {
            let near = self.near[cell] as usize;
            if self.used[cell].count_ones() >= 2 || near == 0 {
                continue;
            }
            let far = self.near[self.other[cell] as usize] as usize;
            for (index, fits) in [near >= far, near <= far].into_iter().enumerate() {
                if fits {
                    self.look_around(cell, &mut beside[near][index]);
                }
            }
        }
        for number in 1..self.numbers {
            let (up, down) = (&beside[number][0], &beside[number + 1][1]);
            if up.is_none() && down.is_none() {
                // They are linked already.
                continue;
            }
            let mut found = up.numbers.contains(&(number as u32 + 1));
            for &region in up.regions() {
                if down.regions().contains(&region) {
                    served[(region - base) as usize] = true;
                    found = true;
                }
            }
            if !found {
                let cell = up.cell.or(down.cell).unwrap_or(self.graph.start());
                let reason = Reason::Reach;
                return Err(Conflict { reason, cell });
            }
        }
        let unserved = |&cell: &usize| {
            self.near[cell] == 0
                && self.used[cell].count_ones() < 2
                && self.marks[cell] > base
                && !served[(self.marks[cell] - base) as usize]
        };
        match self.graph.free_cells().find(unserved) {
            Some(cell) => Err(Conflict {
                reason: Reason::Reach,
                cell,
            }),
            None => Ok(()),
        }
    }

    /// Marks the ends of all pieces without a number with their region. Returns the number of
    /// regions.
    fn lay_regions(&mut self) -> usize {
        if self.mark > u32::MAX - self.marks.len() as u32 - 1 {
            self.marks.fill(0);
            self.mark = 0;
        }
        let before = self.mark;
        let mut queue = std::mem::take(&mut self.queue);
        for first in self.graph.free_cells() {
            if self.near[first] != 0
                || self.used[first].count_ones() >= 2
                || self.marks[first] > before
            {
                continue;
            }
            self.mark += 1;
            self.marks[first] = self.mark;
            queue.push(first as u32);
            while let Some(cell) = queue.pop() {
                let cell = cell as usize;
                let other = self.other[cell] as usize;
                if other > AFTER && self.marks[other] <= before {
                    self.marks[other] = self.mark;
                    queue.push(other as u32);
                }
                let mut open = self.open[cell] & !ENDS;
                while open != 0 {
                    let dir = Dir::from_index(open.trailing_zeros() as usize);
                    open &= open - 1;
                    let near = self.graph.neighbour(cell, dir);
                    if self.near[near] == 0 && self.marks[near] <= before {
                        self.marks[near] = self.mark;
                        queue.push(near as u32);
                    }
                }
            }
        }
        self.queue = queue;
        (self.mark - before) as usize
    }

    /// Adds what lies beside an end of a piece.
    fn look_around(&self, cell: usize, beside: &mut Beside) {
        beside.cell = Some(cell);
        let mut open = self.open[cell] & !ENDS;
        while open != 0 {
            let dir = Dir::from_index(open.trailing_zeros() as usize);
            open &= open - 1;
            let near = self.graph.neighbour(cell, dir);
            if self.near[near] > 0 {
                if self.follows(cell, near) {
                    beside.numbers.push(self.near[near]);
                }
                continue;
            }
            beside.add(self.marks[near]);
        }
    }
}

/// What lies beside the ends of a piece.
#[derive(Clone, Default)]
struct Beside {
    cell: Option<usize>,
    marks: Vec<u32>,
    numbers: Vec<u32>,
}

impl Beside {
    fn is_none(&self) -> bool {
        self.cell.is_none()
    }

    fn add(&mut self, mark: u32) {
        if !self.marks.contains(&mark) {
            self.marks.push(mark);
        }
    }

    fn regions(&self) -> &[u32] {
        &self.marks
    }
}
