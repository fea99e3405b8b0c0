//! A Pellet Eater board: which cells must be visited, and where the path starts.

use crate::Dir;

/// A rectangle of open cells and walls with one start, stored with a frame of walls around it.
///
/// A *cell* is an index into that framed rectangle. The frame means that the four neighbours of any
/// cell of the board exist, so that solvers need no bounds tests: what lies outside is a wall. The
/// start counts as open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: usize,
    height: usize,
    open: Vec<bool>,
    open_count: usize,
    start: usize,
}

impl Board {
    /// The most columns or rows a board may have.
    pub const MAX_SIDE: usize = 20_000;

    /// The most cells a board may have: solvers need some dozen bytes for each of them.
    pub const MAX_CELLS: usize = 100_000_000;

    /// A board whose cell (x, y) is open where `is_open(x, y)` says so, and at the start.
    ///
    /// # Panics
    /// When a side is 0 or above [`Board::MAX_SIDE`], or the start is outside; text is checked for
    /// that by the parser.
    pub fn from_fn(
        width: usize,
        height: usize,
        start: (usize, usize),
        mut is_open: impl FnMut(usize, usize) -> bool,
    ) -> Self {
        assert!((1..=Self::MAX_SIDE).contains(&width) && (1..=Self::MAX_SIDE).contains(&height));
        assert!(start.0 < width && start.1 < height);
        let stride = width + 2;
        let mut open = vec![false; stride * (height + 2)];
        let mut open_count = 0;
        for y in 0..height {
            for x in 0..width {
                if (x, y) == start || is_open(x, y) {
                    open[(y + 1) * stride + x + 1] = true;
                    open_count += 1;
                }
            }
        }
        Self {
            width,
            height,
            open,
            open_count,
            start: (start.1 + 1) * stride + start.0 + 1,
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

    /// How many cells are open, the start included.
    pub fn open_count(&self) -> usize {
        self.open_count
    }

    /// The cell on which the path starts.
    pub fn start(&self) -> usize {
        self.start
    }

    /// How many cell indices there are, the frame included.
    pub fn cell_count(&self) -> usize {
        self.open.len()
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

    /// Whether a cell is open; the frame is not.
    pub fn is_open(&self, cell: usize) -> bool {
        self.open[cell]
    }

    /// The neighbour of a cell that is not in the frame.
    pub fn neighbour(&self, cell: usize, dir: Dir) -> usize {
        match dir {
            Dir::Right => cell + 1,
            Dir::Down => cell + self.stride(),
            Dir::Left => cell - 1,
            Dir::Up => cell - self.stride(),
        }
    }

    /// The open neighbours of a cell that is not in the frame.
    pub fn open_neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        Dir::ALL
            .into_iter()
            .map(move |dir| self.neighbour(cell, dir))
            .filter(|&near| self.open[near])
    }

    /// All open cells, row by row.
    pub fn open_cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.open.len()).filter(|&cell| self.open[cell])
    }

    /// The colour of a cell on a chessboard, 0 or 1: neighbours differ.
    pub fn colour(&self, cell: usize) -> usize {
        (cell % self.stride() + cell / self.stride()) & 1
    }
}
