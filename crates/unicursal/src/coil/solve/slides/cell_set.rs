//! A set of cells, one bit each.

/// See the [module](self).
pub struct CellSet(Vec<u64>);

impl CellSet {
    /// The empty set, of cells with numbers less than this.
    pub fn new(cell_count: usize) -> Self {
        Self(vec![0; cell_count.div_ceil(64)])
    }

    /// Whether a cell is in the set.
    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// Adds a cell. Returns whether it is new.
    pub fn insert(&mut self, cell: usize) -> bool {
        let is_new = !self.contains(cell);
        self.0[cell / 64] |= 1 << (cell % 64);
        is_new
    }
}
