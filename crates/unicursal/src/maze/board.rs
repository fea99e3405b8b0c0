//! The map of a maze: where one can walk.

use crate::Dir;

/// A rectangle of path and wall cells with one start and one end, stored with a frame of walls.
///
/// A *cell* is an index into that framed rectangle. The frame means that the four neighbours of any
/// cell of the map exist, so that walkers need no bounds tests. One byte for each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: usize,
    height: usize,
    /// Whether one can walk there.
    path: Vec<bool>,
    start: usize,
    end: usize,
}

impl Board {
    /// The most cells a map may have.
    pub const MAX_CELLS: usize = 100_000_000;

    /// The order in which a walker at the start looks for a way: north, then turning left.
    pub const FIRST_LOOKS: [Dir; 4] = [Dir::Up, Dir::Left, Dir::Down, Dir::Right];

    /// A map whose cell (x, y) is path where `is_path(x, y)` says so, and at the start and the end.
    ///
    /// # Panics
    /// When the start or the end is outside, or both are the same.
    pub fn from_fn(
        (width, height): (usize, usize),
        start: (usize, usize),
        end: (usize, usize),
        is_path: impl Fn(usize, usize) -> bool,
    ) -> Self {
        assert!(start != end, "start and end are two cells");
        let stride = width + 2;
        let cell = |(x, y): (usize, usize)| {
            assert!(x < width && y < height, "({x}, {y}) is outside");
            (y + 1) * stride + x + 1
        };
        let (start, end) = (cell(start), cell(end));
        let mut path = vec![false; stride * (height + 2)];
        for y in 0..height {
            let row = &mut path[(y + 1) * stride + 1..][..width];
            for (x, slot) in row.iter_mut().enumerate() {
                *slot = is_path(x, y);
            }
        }
        path[start] = true;
        path[end] = true;
        Self {
            width,
            height,
            path,
            start,
            end,
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

    /// The start, `S`.
    pub fn start(&self) -> usize {
        self.start
    }

    /// The end, `E`.
    pub fn end(&self) -> usize {
        self.end
    }

    /// How many cell indices there are, the frame included.
    pub fn cell_count(&self) -> usize {
        self.path.len()
    }

    /// The cell at (x, y).
    pub fn cell(&self, x: usize, y: usize) -> usize {
        (y + 1) * (self.width + 2) + x + 1
    }

    /// The (x, y) of a cell that is not in the frame.
    pub fn position(&self, cell: usize) -> (usize, usize) {
        let stride = self.width + 2;
        (cell % stride - 1, cell / stride - 1)
    }

    /// Whether one can walk on a cell; the frame is wall.
    pub fn is_path(&self, cell: usize) -> bool {
        self.path[cell]
    }

    /// The neighbour of a cell that is not in the frame.
    pub fn neighbour(&self, cell: usize, dir: Dir) -> usize {
        match dir {
            Dir::Right => cell + 1,
            Dir::Down => cell + self.width + 2,
            Dir::Left => cell - 1,
            Dir::Up => cell - self.width - 2,
        }
    }

    /// Whether one can walk from a cell to its neighbour in this direction.
    pub fn can_go(&self, cell: usize, dir: Dir) -> bool {
        self.path[self.neighbour(cell, dir)]
    }

    /// In how many directions one can walk from a cell.
    pub fn exits(&self, cell: usize) -> usize {
        Dir::ALL.iter().filter(|&&d| self.can_go(cell, d)).count()
    }

    /// All cells on which one can walk, row by row.
    pub fn path_cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.path.len()).filter(|&cell| self.path[cell])
    }
}
