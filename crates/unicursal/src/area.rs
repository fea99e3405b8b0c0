//! A rectangle of a board; its cells have one number in the board and another in the rectangle.
//!
//! Windows, boxes and 'the cells around' are all of this kind. Cells of a board are numbered row by
//! row over the whole board, including its frame if it has one. In a window they are numbered row
//! by row over the window.

use crate::Grid;

/// The number of a cell in a window, a type of its own so that it is not mistaken for the number in
/// the board. Only [`Area`] converts between the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local(pub usize);

/// A rectangle of cells, both corners included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    stride: usize,
    x0: usize,
    y0: usize,
    x1: usize,
    y1: usize,
}

impl Area {
    /// All `count` cells, in rows of `stride` cells.
    pub fn of_rows(stride: usize, count: usize) -> Self {
        Self {
            stride,
            x0: 0,
            y0: 0,
            x1: stride - 1,
            y1: count / stride - 1,
        }
    }

    /// The whole board with its frame.
    pub fn of_board(board: &Grid) -> Self {
        Self::of_rows(board.stride(), board.cell_count())
    }

    /// The part of this rectangle in these columns and rows. The second of each pair is not
    /// included.
    pub fn part(self, columns: (usize, usize), rows: (usize, usize)) -> Self {
        Self {
            stride: self.stride,
            x0: columns.0.max(self.x0),
            y0: rows.0.max(self.y0),
            x1: (columns.1 - 1).min(self.x1),
            y1: (rows.1 - 1).min(self.y1),
        }
    }

    /// The cells of this rectangle within `reach` columns and rows of a smaller one.
    pub fn near(self, smaller: Self, reach: usize) -> Self {
        Self {
            stride: self.stride,
            x0: smaller.x0.saturating_sub(reach).max(self.x0),
            y0: smaller.y0.saturating_sub(reach).max(self.y0),
            x1: (smaller.x1 + reach).min(self.x1),
            y1: (smaller.y1 + reach).min(self.y1),
        }
    }

    /// The cells of this rectangle within `reach` columns and rows of one of its cells.
    pub fn around(self, cell: usize, reach: usize) -> Self {
        let (x, y) = (cell % self.stride, cell / self.stride);
        let only = Self {
            stride: self.stride,
            x0: x,
            y0: y,
            x1: x,
            y1: y,
        };
        self.near(only, reach)
    }

    /// The smallest rectangle that holds both.
    pub fn union(self, other: Self) -> Self {
        Self {
            stride: self.stride,
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// Columns.
    pub fn width(self) -> usize {
        self.x1 - self.x0 + 1
    }

    /// Rows.
    pub fn height(self) -> usize {
        self.y1 - self.y0 + 1
    }

    /// Its columns, in the numbers of the board.
    pub fn columns(self) -> std::ops::RangeInclusive<usize> {
        self.x0..=self.x1
    }

    /// Its rows, in the numbers of the board.
    pub fn rows(self) -> std::ops::RangeInclusive<usize> {
        self.y0..=self.y1
    }

    /// Whether a cell of the board is in it.
    pub fn contains(self, cell: usize) -> bool {
        self.local(cell).is_some()
    }

    /// The number in the rectangle of a cell of the board, if the cell is in it.
    #[inline]
    pub fn local(self, cell: usize) -> Option<Local> {
        let x = (cell % self.stride).wrapping_sub(self.x0);
        let y = (cell / self.stride).wrapping_sub(self.y0);
        (x < self.width() && y < self.height()).then(|| Local(y * self.width() + x))
    }

    /// The number in the board of a cell of the rectangle.
    #[inline]
    pub fn on_board(self, Local(local): Local) -> usize {
        let width = self.width();
        (self.y0 + local / width) * self.stride + self.x0 + local % width
    }

    /// The number in the board of the cell in a column and a row of the rectangle.
    #[inline]
    pub fn at(self, x: usize, y: usize) -> usize {
        (self.y0 + y) * self.stride + self.x0 + x
    }

    /// The numbers in the board of its cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = usize> {
        (self.y0..=self.y1).flat_map(move |y| (self.x0..=self.x1).map(move |x| y * self.stride + x))
    }
}

/// How far apart two cells are: by columns or by rows, whichever is more.
pub fn distance(stride: usize, a: usize, b: usize) -> usize {
    let columns = (a % stride).abs_diff(b % stride);
    columns.max((a / stride).abs_diff(b / stride))
}

#[cfg(test)]
mod tests {
    use super::{Area, Local};

    #[test]
    fn cells_have_both_numbers() {
        let whole = Area::of_rows(10, 80);
        for (cell, reach) in [(0, 2), (35, 1), (79, 3), (44, 100)] {
            let area = whole.around(cell, reach);
            assert!(area.contains(cell));
            let cells: Vec<usize> = area.cells().collect();
            assert_eq!(cells.len(), area.width() * area.height());
            for (i, &cell) in cells.iter().enumerate() {
                let i = Local(i);
                assert_eq!((area.local(cell), area.on_board(i)), (Some(i), cell));
            }
            let outside = (0..80).filter(|cell| !cells.contains(cell));
            assert!(outside.into_iter().all(|cell| area.local(cell).is_none()));
        }
    }
}
