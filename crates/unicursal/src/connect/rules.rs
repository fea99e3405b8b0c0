//! The edges that a path may use, and how a set of used edges becomes paths.
//!
//! Everything that concerns single tiles is decided here once: an edge exists where neither of its
//! cells is a blocker and both permit its axis. The rest of the rules are degrees, one at terminals
//! and two elsewhere, colours, and the absence of loops.

use super::{Board, Tile};
use crate::Dir;

/// The legal edges of a board.
#[derive(Clone, Debug)]
pub struct Edges {
    /// The two cells of each edge, the left or upper one first.
    pub cells: Vec<[usize; 2]>,
    /// The edge in each direction from each cell, by [`Dir::index`].
    pub around: Vec<[Option<usize>; 4]>,
}

/// The paths that solve a board: for each colour its cells from one terminal to the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// By the colour's number.
    pub paths: Vec<Vec<usize>>,
}

/// What a set of used edges is: the paths from the first terminal of each colour, and loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// The path from the first terminal of each colour, wherever it leads.
    pub answer: Answer,
    /// The cells of each closed loop.
    pub loops: Vec<Vec<usize>>,
}

impl Edges {
    /// The edges of a board.
    pub fn new(board: &Board) -> Self {
        let mut cells = Vec::new();
        let mut around = vec![[None; 4]; board.cell_count()];
        let permits = |cell: usize, unwanted: Tile| {
            let tile = board.tile(cell);
            tile != Tile::Blocker && tile != unwanted
        };
        for cell in 0..board.cell_count() {
            let (x, y) = board.position(cell);
            let right = (x + 1 < board.width()).then_some((cell + 1, Dir::Right, Tile::Vertical));
            let below = cell + board.width();
            let down = (y + 1 < board.height()).then_some((below, Dir::Down, Tile::Horizontal));
            for (other, dir, unwanted) in [right, down].into_iter().flatten() {
                if permits(cell, unwanted) && permits(other, unwanted) {
                    around[cell][dir.index()] = Some(cells.len());
                    around[other][dir.opposite().index()] = Some(cells.len());
                    cells.push([cell, other]);
                }
            }
        }
        Self { cells, around }
    }

    /// The edges at a cell, with the cells at their other ends.
    pub fn at(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let edges = self.around[cell].into_iter().flatten();
        edges.map(move |edge| (edge, self.other(edge, cell)))
    }

    /// The other cell of an edge.
    pub fn other(&self, edge: usize, cell: usize) -> usize {
        let [a, b] = self.cells[edge];
        a + b - cell
    }

    /// The edge between two cells, if there is one.
    pub fn between(&self, a: usize, b: usize) -> Option<usize> {
        self.at(a).find(|&(_, to)| to == b).map(|(edge, _)| edge)
    }

    /// The edges that an answer uses.
    pub fn along<'a>(&'a self, answer: &'a Answer) -> impl Iterator<Item = usize> + 'a {
        let steps = answer.paths.iter().flat_map(|path| path.windows(2));
        steps.filter_map(|step| self.between(step[0], step[1]))
    }

    /// The paths and loops of these joined pairs of neighbours.
    pub fn trace_pairs(&self, board: &Board, pairs: &[[usize; 2]]) -> Traced {
        let mut used = vec![false; self.cells.len()];
        for edge in pairs.iter().filter_map(|&[a, b]| self.between(a, b)) {
            used[edge] = true;
        }
        self.trace(board, &used)
    }

    /// The four edges around each square of four cells, where they exist: above, right, below,
    /// left.
    pub fn squares(&self, board: &Board) -> Vec<[Option<usize>; 4]> {
        let mut squares = Vec::new();
        for y in 1..board.height() {
            for x in 1..board.width() {
                let (upper, lower) = (board.cell(x - 1, y - 1), board.cell(x, y));
                squares.push([
                    self.around[upper][Dir::Right.index()],
                    self.around[lower][Dir::Up.index()],
                    self.around[lower][Dir::Left.index()],
                    self.around[upper][Dir::Down.index()],
                ]);
            }
        }
        squares
    }

    /// Follows the used edges. Every cell that is not blank must have its degree.
    pub fn trace(&self, board: &Board, used: &[bool]) -> Traced {
        let mut seen = vec![false; board.cell_count()];
        let starts = board.colours().iter().map(|colour| colour.terminals[0]);
        let paths = starts.map(|start| self.follow(start, used, &mut seen));
        let answer = Answer {
            paths: paths.collect(),
        };
        let mut loops = Vec::new();
        for cell in 0..board.cell_count() {
            let is_used = || self.at(cell).any(|(edge, _)| used[edge]);
            if !seen[cell] && board.degree(cell) == 2 && is_used() {
                loops.push(self.follow(cell, used, &mut seen));
            }
        }
        Traced { answer, loops }
    }

    /// The cells from this one along used edges, as far as none was seen before.
    fn follow(&self, start: usize, used: &[bool], seen: &mut [bool]) -> Vec<usize> {
        let mut path = vec![start];
        let mut next = Some(start);
        while let Some(at) = next {
            seen[at] = true;
            next = self
                .at(at)
                .find(|&(edge, to)| used[edge] && !seen[to])
                .map(|(_, to)| to);
            path.extend(next);
        }
        path
    }
}

impl Answer {
    /// The maximal straight pieces of all paths: colour, first cell, last cell.
    pub fn segments(&self) -> Vec<(usize, usize, usize)> {
        let mut segments = Vec::new();
        for (colour, path) in self.paths.iter().enumerate() {
            let mut from = 0;
            for index in 1..path.len() {
                let goes_on = path.get(index + 1).is_some_and(|&after| {
                    after.wrapping_sub(path[index]) == path[index].wrapping_sub(path[index - 1])
                });
                if !goes_on {
                    segments.push((colour, path[from], path[index]));
                    from = index;
                }
            }
        }
        segments
    }
}
