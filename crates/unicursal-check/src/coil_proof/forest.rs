//! The corners of cells, joined along walls: a union-find forest whose joins can be taken back.
//!
//! A pair of cells between which the path does not go counts as a thin wall. Once such walls close
//! a ring, the cells on its two sides cannot be on one path.

/// See the [module](self).
pub struct Forest {
    above: Vec<u32>,
    sizes: Vec<u32>,
}

impl Forest {
    /// No corners are joined.
    pub fn new(count: usize) -> Self {
        Self {
            above: (0..count as u32).collect(),
            sizes: vec![1; count],
        }
    }

    /// The corner that stands for all that are joined with this one.
    pub fn root(&self, mut corner: usize) -> usize {
        while self.above[corner] as usize != corner {
            corner = self.above[corner] as usize;
        }
        corner
    }

    /// Joins two corners; the root that is below another now, or `None` if they were joined before.
    pub fn join(&mut self, a: usize, b: usize) -> Option<usize> {
        let (mut large, mut small) = (self.root(a), self.root(b));
        if large == small {
            return None;
        }
        if self.sizes[large] < self.sizes[small] {
            (large, small) = (small, large);
        }
        self.above[small] = large as u32;
        self.sizes[large] += self.sizes[small];
        Some(small)
    }

    /// Takes back the last join, which put this root below another.
    pub fn split(&mut self, small: usize) {
        let large = self.above[small] as usize;
        self.sizes[large] -= self.sizes[small];
        self.above[small] = small as u32;
    }
}
