//! The rectangle of free cells and walls on which Coil, Pellet Eater and the maze are played.

use crate::Dir;

/// A rectangle of free cells and walls, stored with a frame of walls around it.
///
/// A *cell* is an index into that framed rectangle. Thanks to the frame, the four neighbours of any
/// cell of the rectangle exist, so solvers need no bounds checks: everything outside is a wall. A
/// cell takes one byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    width: usize,
    height: usize,
    free: Vec<bool>,
    free_count: usize,
}

impl Grid {
    /// The most columns or rows a board may have.
    pub const MAX_SIDE: usize = 20_000;

    /// The most cells a board may have: solvers need dozens of bytes for each of them.
    pub const MAX_CELLS: usize = 100_000_000;

    /// Whether a board may have this many columns and rows.
    pub fn is_size(width: usize, height: usize) -> bool {
        let sides = 1..=Self::MAX_SIDE;
        sides.contains(&width) && sides.contains(&height) && width * height <= Self::MAX_CELLS
    }

    /// What is said of a board that has another size.
    pub(crate) fn not_supported(width: usize, height: usize) -> String {
        format!(
            "a board of {width}x{height} is not supported: sides are 1 to {}, cells at most {}",
            Self::MAX_SIDE,
            Self::MAX_CELLS
        )
    }

    /// A grid whose cell (x, y) is free if `is_free(x, y)` is true; cells are asked for row by row.
    ///
    /// # Panics
    /// When a side is 0. Code that reads or makes boards checks that the grid is not too large.
    pub fn from_fn(
        width: usize,
        height: usize,
        mut is_free: impl FnMut(usize, usize) -> bool,
    ) -> Self {
        assert!(width > 0 && height > 0, "a grid of {width}x{height}");
        let stride = width + 2;
        let mut free = vec![false; stride * (height + 2)];
        let mut free_count = 0;
        for y in 0..height {
            let first = (y + 1) * stride + 1;
            for (x, free) in free[first..first + width].iter_mut().enumerate() {
                *free = is_free(x, y);
                free_count += usize::from(*free);
            }
        }
        Self {
            width,
            height,
            free,
            free_count,
        }
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// How many cells are free.
    pub fn free_count(&self) -> usize {
        self.free_count
    }

    /// How many cell indices there are, the frame included.
    pub fn cell_count(&self) -> usize {
        self.free.len()
    }

    /// The distance between the indices of a cell and the one below it.
    pub fn stride(&self) -> usize {
        self.width + 2
    }

    /// The cell at (x, y).
    pub fn cell(&self, x: usize, y: usize) -> usize {
        (y + 1) * self.stride() + x + 1
    }

    /// The (x, y) of a cell that is not in the frame.
    pub fn position(&self, cell: usize) -> (usize, usize) {
        (cell % self.stride() - 1, cell / self.stride() - 1)
    }

    /// Whether a cell is free; the frame is not.
    #[inline]
    pub fn is_free(&self, cell: usize) -> bool {
        self.free[cell]
    }

    /// Whether each cell of a row is free, from left to right.
    pub fn row(&self, y: usize) -> &[bool] {
        let first = self.cell(0, y);
        &self.free[first..first + self.width]
    }

    /// The neighbour of a cell that is not in the frame.
    #[inline]
    pub fn neighbour(&self, cell: usize, dir: Dir) -> usize {
        neighbour(self.stride(), cell, dir)
    }

    /// The free neighbours of a cell that is not in the frame.
    pub fn free_neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        Dir::ALL
            .into_iter()
            .map(move |dir| self.neighbour(cell, dir))
            .filter(|&near| self.free[near])
    }

    /// All free cells, row by row.
    pub fn free_cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.free.len()).filter(|&cell| self.free[cell])
    }

    /// Whether a cell is black on a chess board whose corner (0, 0) is white: neighbours differ.
    pub fn is_black(&self, cell: usize) -> bool {
        is_black(self.stride(), cell)
    }

    /// How many more free cells are black than white.
    pub fn balance(&self) -> isize {
        let of_row = |y: usize| {
            let free = self.row(y).iter().enumerate();
            // Not computed from the number of each cell: the divisions took a twelfth of the time
            // for an open board.
            free.map(|(x, &free)| isize::from(free) * if (x + y) % 2 == 1 { 1 } else { -1 })
                .sum::<isize>()
        };
        (0..self.height).map(of_row).sum()
    }
}

/// The neighbour of a cell of a rectangle without a frame, if there is one.
pub fn inner_neighbour(width: usize, height: usize, cell: usize, dir: Dir) -> Option<usize> {
    let (x, y) = (cell % width, cell / width);
    match dir {
        Dir::Right => (x + 1 < width).then(|| cell + 1),
        Dir::Down => (y + 1 < height).then(|| cell + width),
        Dir::Left => (x > 0).then(|| cell - 1),
        Dir::Up => (y > 0).then(|| cell - width),
    }
}

/// [`Grid::neighbour`] where only the stride is known.
#[inline]
pub fn neighbour(stride: usize, cell: usize, dir: Dir) -> usize {
    match dir {
        Dir::Right => cell + 1,
        Dir::Down => cell + stride,
        Dir::Left => cell - 1,
        Dir::Up => cell - stride,
    }
}

/// [`Grid::is_black`] where only the stride is known.
pub fn is_black(stride: usize, cell: usize) -> bool {
    (cell / stride + cell % stride) % 2 == 1
}
