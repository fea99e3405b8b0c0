//! A set of steps between neighbouring cells, which form a path or several loops.

use crate::{Dir, grid};

/// For each cell of a framed rectangle, the directions in which it is linked to a neighbour.
///
/// Links are mutual: when a cell is linked to the right, its right neighbour is linked to the left.
/// A cell takes one byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cover {
    stride: usize,
    links: Vec<u8>,
}

impl Cover {
    /// This many cells without links.
    pub fn new(stride: usize, cell_count: usize) -> Self {
        Self {
            stride,
            links: vec![0; cell_count],
        }
    }

    /// The neighbour of a cell that is not in the frame.
    pub fn neighbour(&self, cell: usize, dir: Dir) -> usize {
        grid::neighbour(self.stride, cell, dir)
    }

    /// Whether a cell is linked in a direction.
    pub fn has(&self, cell: usize, dir: Dir) -> bool {
        self.links[cell] >> dir.index() & 1 != 0
    }

    /// How many links a cell has.
    pub fn degree(&self, cell: usize) -> usize {
        self.links[cell].count_ones() as usize
    }

    /// Makes a link, or takes it away if it is there.
    pub fn toggle(&mut self, cell: usize, dir: Dir) {
        let near = self.neighbour(cell, dir);
        self.links[cell] ^= 1 << dir.index();
        self.links[near] ^= 1 << dir.opposite().index();
    }

    /// The directions in which a cell is linked, clockwise from the right.
    pub fn dirs(&self, cell: usize) -> impl Iterator<Item = Dir> + use<> {
        let links = self.links[cell];
        Dir::ALL
            .into_iter()
            .filter(move |dir| links >> dir.index() & 1 != 0)
    }

    /// The direction in which a walk leaves a cell that it entered by a step in direction `came`;
    /// at the first cell, any link.
    pub fn onward(&self, cell: usize, came: Option<Dir>) -> Option<Dir> {
        let back = came.map_or(0, |dir| 1 << dir.opposite().index());
        let links = self.links[cell] & !back;
        (links != 0).then(|| Dir::from_index(links.trailing_zeros() as usize))
    }

    /// The steps from a cell until the links end or lead back to it.
    pub fn walk(&self, start: usize) -> impl Iterator<Item = (Dir, usize)> + '_ {
        let mut at = start;
        let mut came = None;
        std::iter::from_fn(move || {
            if came.is_some() && at == start {
                return None;
            }
            let dir = self.onward(at, came)?;
            at = self.neighbour(at, dir);
            came = Some(dir);
            Some((dir, at))
        })
    }
}
