//! A picture of a level, independent of puzzle and file format: puzzles fill it in, and several
//! writers turn it into files.
//!
//! The unit is one cell; rows grow downwards. A picture knows nothing about pixels or files: the
//! writers choose sizes and return text or bytes.

mod line;
#[cfg(feature = "pictures")]
mod moving;
mod paper;
#[cfg(feature = "pictures")]
mod png;
mod ramp;
mod svg;
mod text;

use crate::{Dir, Grid};
pub use paper::{MOST_BOARDS, Printed, page};
pub use ramp::{Colour, ramp};

/// The colour of free cells.
const OPEN: Colour = Colour(250, 250, 247);
/// The colour of walls and of the frame.
const WALL: Colour = Colour(52, 56, 64);

/// What a level looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// What fills each cell, row by row.
    pub fills: Vec<Fill>,
    /// Lines through cell centres, drawn in this order.
    pub lines: Vec<Line>,
    /// Marks on cells, drawn above the lines.
    pub marks: Vec<Mark>,
    /// Thin walls between two cells.
    pub walls: Vec<ThinWall>,
    /// Whether text shows the numbers of columns below and of rows at the left, both from 0 at the
    /// top left.
    pub axes: bool,
}

/// A thin wall between a cell and its neighbour to the right or below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThinWall {
    /// Column of the cell left of it or above it.
    pub x: u32,
    /// Row of that cell.
    pub y: u32,
    /// Whether it is at the right side of the cell; if not, it is below.
    pub is_right: bool,
}

/// What fills a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Nothing.
    Open,
    /// A wall.
    Wall,
    /// A tint.
    Tint(Colour),
}

/// A line through cell centres.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The cells (x, y) where it begins, turns and ends; neighbours share a row or a column.
    pub corners: Vec<(u32, u32)>,
    /// Its colour.
    pub stroke: Stroke,
}

/// The colour of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// From one end of the [`ramp()`] to the other, to show how the line flows; with arrow heads
    /// where there is room.
    Flow,
    /// The same everywhere.
    Solid(Colour),
}

/// A mark on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Column.
    pub x: u32,
    /// Row.
    pub y: u32,
    /// What it looks like.
    pub shape: Shape,
    /// Its colour.
    pub colour: Colour,
    /// Up to two characters written on it.
    pub label: String,
}

/// What a mark looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A disc: where something starts.
    Disc,
    /// A square: where it ends.
    Square,
}

impl Picture {
    /// A picture of cells without lines and marks.
    pub fn new(width: usize, height: usize, fill: impl Fn(usize, usize) -> Fill) -> Self {
        let rows = 0..height;
        let fills = rows.flat_map(|y| (0..width).map(move |x| (x, y)));
        Self {
            width,
            height,
            fills: fills.map(|(x, y)| fill(x, y)).collect(),
            lines: Vec::new(),
            marks: Vec::new(),
            walls: Vec::new(),
            axes: false,
        }
    }

    /// A picture of free cells and walls.
    pub(crate) fn of_grid(grid: &Grid) -> Self {
        Self::new(grid.width(), grid.height(), |x, y| {
            if grid.is_free(grid.cell(x, y)) {
                Fill::Open
            } else {
                Fill::Wall
            }
        })
    }

    /// Adds a flowing line through these cells of a board.
    pub(crate) fn add_walk(&mut self, grid: &Grid, corners: impl Iterator<Item = usize>) {
        let corners = corners.map(|cell| grid.position(cell));
        self.add_flow(corners.map(|(x, y)| (x as u32, y as u32)).collect());
    }

    /// Adds a mark on a cell.
    pub fn add_mark(
        &mut self,
        (x, y): (usize, usize),
        shape: Shape,
        colour: Colour,
        label: impl Into<String>,
    ) {
        self.marks.push(Mark {
            x: x as u32,
            y: y as u32,
            shape,
            colour,
            label: label.into(),
        });
    }

    /// Adds a thin wall at the right side of a cell, or below it.
    pub fn add_wall(&mut self, (x, y): (usize, usize), is_right: bool) {
        self.walls.push(ThinWall {
            x: x as u32,
            y: y as u32,
            is_right,
        });
    }

    /// For each cell, the sides that have a thin wall, a bit for each; empty if there is no wall at
    /// all.
    fn walls_around(&self) -> Vec<u8> {
        let mut around = vec![
            0;
            if self.walls.is_empty() {
                0
            } else {
                self.fills.len()
            }
        ];
        for wall in &self.walls {
            let cell = wall.y as usize * self.width + wall.x as usize;
            let (dir, other) = if wall.is_right {
                (Dir::Right, cell + 1)
            } else {
                (Dir::Down, cell + self.width)
            };
            around[cell] |= 1 << dir.index();
            around[other] |= 1 << dir.opposite().index();
        }
        around
    }

    /// Adds a line that flows from its first corner to its last, with marks at both.
    pub fn add_flow(&mut self, corners: Vec<(u32, u32)>) {
        let ends = [
            (corners.first(), Shape::Disc, 0.0),
            (corners.last(), Shape::Square, 1.0),
        ];
        for (end, shape, along) in ends {
            if let Some(&(x, y)) = end {
                self.add_mark((x as usize, y as usize), shape, ramp(along), "");
            }
        }
        self.lines.push(Line {
            corners,
            stroke: Stroke::Flow,
        });
    }
}
