//! Flood fill: which cells can be reached from a cell.
//!
//! A cell is marked with the number of the fill that reached it, so that a new fill need not clear
//! the marks of earlier ones: it costs only as much as the cells it reaches.

/// Cells that were reached, and room for reaching more.
#[derive(Clone, Debug)]
pub struct Flood {
    /// The last fill that came to each cell.
    reached_by: Vec<u32>,
    fill: u32,
    stack: Vec<usize>,
}

impl Flood {
    /// A board of this many cells, none of them reached.
    pub fn new(cells: usize) -> Self {
        Self {
            reached_by: vec![0; cells],
            fill: 1,
            stack: Vec::new(),
        }
    }

    /// Forgets what was reached.
    pub fn clear(&mut self) {
        self.fill = self.fill.wrapping_add(1);
        if self.fill == 0 {
            self.reached_by.fill(0);
            self.fill = 1;
        }
    }

    /// Whether a cell was reached.
    pub fn has(&self, cell: usize) -> bool {
        self.reached_by[cell] == self.fill
    }

    /// Reaches everything that can be reached from a cell over cells that were not reached before.
    /// Returns how many cells that is, 0 if the first was reached already.
    #[inline]
    pub fn fill<I: Iterator<Item = usize>>(
        &mut self,
        from: usize,
        neighbours: impl Fn(usize) -> I,
    ) -> usize {
        if self.has(from) {
            return 0;
        }
        self.reached_by[from] = self.fill;
        self.stack.push(from);
        let mut count = 0;
        while let Some(cell) = self.stack.pop() {
            count += 1;
            for near in neighbours(cell) {
                if self.reached_by[near] != self.fill {
                    self.reached_by[near] = self.fill;
                    self.stack.push(near);
                }
            }
        }
        count
    }

    /// The sizes of the connected parts of some cells, in the order of their first cells.
    pub fn part_sizes<I: Iterator<Item = usize>>(
        &mut self,
        cells: impl Iterator<Item = usize>,
        neighbours: impl Fn(usize) -> I,
    ) -> Vec<usize> {
        let sizes = cells.map(|cell| self.fill(cell, &neighbours));
        sizes.filter(|&size| size > 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Flood;

    /// Numbers are neighbours if they differ by 1 and neither is a multiple of 4.
    fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
        let near = [cell.wrapping_sub(1), cell + 1].into_iter();
        near.filter(|&near| near < 12 && near % 4 != 0)
    }

    #[test]
    fn fills_stay_in_their_part_until_they_are_forgotten() {
        let mut flood = Flood::new(12);
        assert_eq!(flood.fill(2, neighbours), 3);
        assert_eq!(flood.fill(1, neighbours), 0);
        assert!(flood.has(3) && !flood.has(5));
        flood.fill = u32::MAX;
        flood.clear();
        assert!((0..12).all(|cell| !flood.has(cell)));
        let cells = (0..12).filter(|cell| cell % 4 != 0);
        assert_eq!(flood.part_sizes(cells, neighbours), [3, 3, 3]);
    }
}
