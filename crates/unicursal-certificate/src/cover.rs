//! Finds cells that cannot all have as many edges as they need, which shows that there is no
//! answer.
//!
//! Every edge joins two colours of a chess board. Edges are chosen as long as both cells lack one;
//! a cell that still lacks one gets it by an alternating path of edges to choose and edges to drop.
//! If there is no such path, the cells that were reached are the witness. The last cell of a path,
//! wherever it is, lacks one edge: it is joined to a cell beside the board instead.

use unicursal_kernel::Board;

use crate::{Stopped, sides};

/// Cells, the edges between them, and how many of those each needs.
pub struct Needs {
    /// The cells of each edge.
    pub edges: Vec<[usize; 2]>,
    /// For each cell the least and the most edges.
    pub degrees: Vec<(usize, usize)>,
    /// Cells of which one, and only one, may have one edge less.
    pub last: Vec<usize>,
    /// Whether each cell is white on a chess board.
    pub is_white: Vec<bool>,
}

impl Needs {
    /// Those of a level.
    pub fn of_board(board: &Board) -> Self {
        let cells = 0..board.free.len();
        let near = |cell: usize| {
            sides(board, cell).filter(|side| *side < 2).filter_map(move |side| board.next(cell, side))
        };
        let edges = cells.clone().flat_map(|cell| near(cell).map(move |near| [cell, near])).collect();
        let is_known = |cell: usize| board.terminal[cell] || board.ends.contains(&Some(cell));
        let degree = |cell: usize| match board.free[cell] {
            false => (0, 0),
            true if is_known(cell) => (1, 1),
            true if board.may_be_blank(cell) => (0, 2),
            true => (2, 2),
        };
        let degrees = cells.clone().map(degree).collect();
        let has_free_end = board.ends[0].is_some() && board.ends[1].is_none();
        // Colours take turns: of an even number of cells the last has another one than the first.
        let start_is_white = board.ends[0].is_some_and(|start| board.is_white(start));
        let may_end = |cell: &usize| {
            let colour = board.is_white(*cell) == (start_is_white != board.count.is_multiple_of(2));
            has_free_end && board.free[*cell] && colour && board.ends[0] != Some(*cell)
        };
        Self {
            edges,
            degrees,
            last: cells.clone().filter(may_end).collect(),
            is_white: cells.map(|cell| board.is_white(cell)).collect(),
        }
    }

    /// Cells of one colour, which need more edges than those of the other can give and than lead elsewhere; and those of the other.
    pub fn deficit(&self, go_on: &dyn Fn() -> bool) -> Result<Option<[Vec<usize>; 2]>, Stopped> {
        let mut matching = Matching::new(self);
        for cell in 0..=self.degrees.len() {
            while matching.lack[cell] > 0 && matching.must[cell] > 0 {
                if !go_on() {
                    return Err(Stopped);
                }
                match matching.search(cell) {
                    Some(end) => matching.exchange(cell, end),
                    None => return Ok(Some(matching.deficit(self, cell))),
                }
            }
        }
        Ok(None)
    }
}

struct Matching {
    /// The cells of each edge.
    edges: Vec<[usize; 2]>,
    around: Vec<Vec<usize>>,
    chosen: Vec<bool>,
    /// How many edges each cell may still have, and whether it must have them.
    lack: Vec<usize>,
    must: Vec<usize>,
    /// By which edge the search came to each cell.
    came: Vec<Option<usize>>,
    seen: Vec<usize>,
}

impl Matching {
    fn new(needs: &Needs) -> Self {
        let beside = needs.degrees.len();
        let ends: Vec<[usize; 2]> = needs.last.iter().map(|&cell| [cell, beside]).collect();
        let has_end = usize::from(!ends.is_empty());
        let edges = [&needs.edges[..], &ends].concat();
        let mut around = vec![Vec::new(); beside + 1];
        for (edge, cells) in edges.iter().enumerate() {
            for &cell in cells {
                around[cell].push(edge);
            }
        }
        let degrees = needs.degrees.iter().copied().chain([(has_end, has_end)]);
        let (must, lack) = degrees.unzip();
        let mut matching = Self {
            chosen: vec![false; edges.len()],
            came: vec![None; beside + 1],
            seen: Vec::new(),
            edges,
            around,
            lack,
            must,
        };
        for edge in 0..matching.edges.len() {
            let [a, b] = matching.edges[edge];
            if matching.lack[a] > 0 && matching.lack[b] > 0 {
                matching.chosen[edge] = true;
                matching.lack[a] -= 1;
                matching.lack[b] -= 1;
            }
        }
        matching
    }

    /// A cell that can have one more edge, at the end of an alternating path.
    fn search(&mut self, start: usize) -> Option<usize> {
        for cell in self.seen.drain(..) {
            self.came[cell] = None;
        }
        self.seen.push(start);
        let mut next = 0;
        // Cells after an even number of edges are of the start's colour: they need one more.
        let mut needs = vec![true];
        while let Some(&cell) = self.seen.get(next) {
            let chooses = needs[next];
            next += 1;
            for &edge in &self.around[cell] {
                let [a, b] = self.edges[edge];
                let other = a + b - cell;
                if self.chosen[edge] == chooses || other == start || self.came[other].is_some() {
                    continue;
                }
                self.came[other] = Some(edge);
                self.seen.push(other);
                needs.push(!chooses);
                // A cell that need not be used may also give up its edge.
                let may_drop = !chooses && self.must[other] == 0;
                if (chooses && self.lack[other] > 0) || may_drop {
                    return Some(other);
                }
            }
        }
        None
    }

    /// Exchanges chosen and dropped edges on the path that the search found.
    fn exchange(&mut self, start: usize, end: usize) {
        let mut at = end;
        let mut length = 0;
        while let Some(edge) = self.came[at].filter(|_| at != start) {
            self.chosen[edge] = !self.chosen[edge];
            let [a, b] = self.edges[edge];
            at = a + b - at;
            length += 1;
        }
        self.lack[start] -= 1;
        if length % 2 == 1 {
            self.lack[end] -= 1;
        } else {
            self.lack[end] += 1;
        }
    }

    /// What the search from this cell, which found nothing, came to.
    fn deficit(&self, needs: &Needs, start: usize) -> [Vec<usize>; 2] {
        let beside = needs.degrees.len();
        let some = if start == beside {
            // The cell beside the board needs an edge, as those do that are not of the last cell's colour.
            self.seen.get(1).is_some_and(|&cell| !needs.is_white[cell])
        } else {
            needs.is_white[start]
        };
        let cells = self.seen.iter().copied().filter(|&cell| cell != beside);
        let (needy, givers) = cells.partition(|&cell| needs.is_white[cell] == some);
        [needy, givers]
    }
}
