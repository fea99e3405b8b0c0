//! A Trail board: the cells, the thin walls between them, and the numbers that the path meets in
//! order.

use std::ops::Deref;

use super::closed::can_be_loop;
use crate::Dir;
use crate::hamilton::Graph;

/// A graph whose path starts at the number 1 and ends at the last, unless 1 is the only one, and
/// the cells of all numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    graph: Graph,
    /// The cells of the numbers, 1 first.
    numbered: Vec<usize>,
    /// The number of each cell; 0 for those that have none.
    number: Vec<u32>,
    /// Whether it is said to be a [loop](super::closed).
    is_loop: bool,
}

/// What a board is made of: cells by column and row, both from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The cells of the numbers, 1 first: at least one, and no two the same.
    pub numbers: Vec<(usize, usize)>,
    /// Blocked cells, none of which has a number.
    pub blocked: Vec<(usize, usize)>,
    /// Thin walls, each by the cell left of it or above it, and whether the other cell lies right
    /// or below.
    pub walls: Vec<(usize, usize, Side)>,
}

/// On which side of a cell a thin wall stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Between the cell and its right neighbour.
    Right,
    /// Between the cell and the one below it.
    Below,
}

impl Side {
    /// The direction from the cell to the other side of the wall.
    pub fn dir(self) -> Dir {
        match self {
            Self::Right => Dir::Right,
            Self::Below => Dir::Down,
        }
    }
}

impl Board {
    /// A board of these parts, as [`Parts`] says they must be.
    ///
    /// # Panics
    /// When there is no number, or something lies outside; text is checked for that by the parsers.
    pub fn new(parts: &Parts) -> Self {
        let (width, height) = (parts.width, parts.height);
        let mut free = vec![true; width * height];
        for &(x, y) in &parts.blocked {
            free[y * width + x] = false;
        }
        let mut graph = Graph::from_fn(width, height, parts.numbers[0], |x, y| free[y * width + x]);
        for &(x, y, side) in &parts.walls {
            let cell = graph.cell(x, y);
            graph.part(cell, side.dir());
        }
        let numbers = parts.numbers.iter();
        let numbered: Vec<usize> = numbers.map(|&(x, y)| graph.cell(x, y)).collect();
        let mut number = vec![0; graph.cell_count()];
        for (index, &cell) in (1..).zip(&numbered) {
            number[cell] = index;
        }
        let end = numbered[1..].last().copied();
        Self {
            graph: graph.ending(end),
            numbered,
            number,
            is_loop: false,
        }
    }

    /// The same board, said to be a loop whose last step is left out; `None` if it cannot be one.
    pub fn as_loop(self) -> Option<Self> {
        can_be_loop(&self).then_some(Self {
            is_loop: true,
            ..self
        })
    }

    /// Whether it is said to be a loop whose last step is left out: the path ends beside its start,
    /// and is drawn closed.
    pub fn is_loop(&self) -> bool {
        self.is_loop
    }

    /// What it is made of, apart from whether it is a loop. Walls beside blocked cells are left
    /// out.
    pub fn parts(&self) -> Parts {
        let position = |&cell: &usize| self.position(cell);
        let inside = (0..self.height()).flat_map(|y| (0..self.width()).map(move |x| (x, y)));
        let is_blocked = |&(x, y): &(usize, usize)| !self.is_free(self.cell(x, y));
        Parts {
            width: self.width(),
            height: self.height(),
            numbers: self.numbered.iter().map(position).collect(),
            blocked: inside.filter(is_blocked).collect(),
            walls: self.walls().collect(),
        }
    }

    /// The cells of the numbers, 1 first.
    pub fn numbered(&self) -> &[usize] {
        &self.numbered
    }

    /// The number of a cell.
    pub fn number(&self, cell: usize) -> Option<usize> {
        let number = self.number[cell];
        (number > 0).then_some(number as usize)
    }

    /// Whether a thin wall stands on this side of a cell, between two free cells.
    pub fn has_wall(&self, cell: usize, side: Side) -> bool {
        let dir = side.dir();
        self.is_free(cell) && self.is_free(self.neighbour(cell, dir)) && !self.opens(cell, dir)
    }

    /// All thin walls, row by row.
    pub fn walls(&self) -> impl Iterator<Item = (usize, usize, Side)> + '_ {
        let has = |&(cell, side): &(usize, Side)| self.has_wall(cell, side);
        let sides = |cell: usize| [(cell, Side::Right), (cell, Side::Below)];
        let walls = self.free_cells().flat_map(sides).filter(has);
        walls.map(|(cell, side)| {
            let (x, y) = self.position(cell);
            (x, y, side)
        })
    }

    /// The rest of the board after these cells were visited, the last of which is the new start; or
    /// why no path begins like this. The numbers count from the new start, which replaces those
    /// that were met.
    pub fn after(&self, begun: &[usize]) -> Result<Self, String> {
        let Some((&start, before)) = begun.split_last() else {
            return Ok(self.clone());
        };
        let mut visited = vec![false; self.cell_count()];
        for &cell in before {
            visited[cell] = true;
        }
        let mut wanted = 1;
        for &cell in begun {
            if let Some(number) = self.number(cell) {
                if number != wanted {
                    let (x, y) = self.position(cell);
                    return Err(format!(
                        "order of numbers: the path comes to {number}, at ({x}, {y}), before {wanted}"
                    ));
                }
                wanted += 1;
            }
        }
        let left = &self.numbered[wanted - 1..];
        let (columns, rows) = (0..=self.width() - 1, 0..=self.height() - 1);
        let graph = self
            .graph
            .part_from(start, columns, rows, |cell| !visited[cell]);
        if left.is_empty() && self.end().is_some() && graph.free_count() > 1 {
            let (x, y) = self.position(start);
            return Err(format!(
                "order of numbers: the path comes to its end, at ({x}, {y}), too early"
            ));
        }
        let numbered: Vec<usize> = std::iter::once(start).chain(left.iter().copied()).collect();
        let mut number = vec![0; self.cell_count()];
        for (index, &cell) in (1..).zip(&numbered) {
            number[cell] = index;
        }
        Ok(Self {
            graph,
            numbered,
            number,
            is_loop: false,
        })
    }

    /// The graph alone.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }
}

impl Deref for Board {
    type Target = Graph;

    fn deref(&self) -> &Graph {
        &self.graph
    }
}
