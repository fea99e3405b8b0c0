//! A cover: used edges with the right number at each cell, whatever they join (an f-factor of the
//! board, a 2-factor but for the terminals).
//!
//! It falls into *strands*, each a path between two terminals or a loop. A cover whose strands have
//! no faults is an answer. Colours play no part in finding some cover: every edge joins a black and
//! a white cell of a chequered board, so that covers are matchings in which cells have partners as
//! their degrees say. Each cell that lacks one gets it by an alternating path; a cell without such
//! a path proves that there is no cover at all. One search costs a pass over the board at worst,
//! and most end nearby.

use crate::connect::{Board, Edges, Tile};
use crate::{Control, Interruption, Rng};

/// Used edges, as many at each cell as its degree, and the strands that they are.
#[derive(Clone)]
pub struct Cover {
    pub used: Vec<bool>,
    pub strands: Vec<Strand>,
    /// The strand of each cell that is no blocker.
    pub strand_of: Vec<usize>,
}

/// Cells that used edges hold together.
#[derive(Clone)]
pub struct Strand {
    /// From one end to the other, or once around.
    pub cells: Vec<usize>,
    /// The colours of its two ends; none for a loop.
    pub ends: Option<[usize; 2]>,
    /// What is wrong: ends of two colours, checkpoints of a third, being a loop.
    pub faults: usize,
}

impl Cover {
    /// Some cover of a board; none if there is none, which proves that there is no solution.
    pub fn find(
        board: &Board,
        edges: &Edges,
        rng: &mut Rng,
        control: &Control,
    ) -> Result<Option<Self>, Interruption> {
        let used = Matching::new(board, edges, rng).complete(control)?;
        Ok(used.map(|used| Self::new(board, edges, used)))
    }

    /// The cover of these edges. Every cell must have its degree.
    pub fn new(board: &Board, edges: &Edges, used: Vec<bool>) -> Self {
        let mut cover = Self {
            used,
            strands: Vec::new(),
            strand_of: vec![usize::MAX; board.cell_count()],
        };
        let terminals = board.colours().iter().flat_map(|colour| colour.terminals);
        for start in terminals.chain(0..board.cell_count()) {
            if cover.strand_of[start] == usize::MAX && board.degree(start) > 0 {
                cover.follow(board, edges, start);
            }
        }
        for &(cell, colour) in board.checkpoints() {
            let strand = &mut cover.strands[cover.strand_of[cell]];
            let fits = strand.ends.is_none_or(|ends| ends.contains(&colour));
            strand.faults += usize::from(!fits);
        }
        cover
    }

    /// How many faults all strands have together; none is an answer.
    pub fn faults(&self) -> usize {
        self.strands.iter().map(|strand| strand.faults).sum()
    }

    /// Adds the strand that begins at this cell, a terminal unless it is a loop.
    fn follow(&mut self, board: &Board, edges: &Edges, start: usize) {
        let number = self.strands.len();
        let mut cells = Vec::new();
        let mut next = Some(start);
        while let Some(at) = next {
            self.strand_of[at] = number;
            cells.push(at);
            next = edges
                .at(at)
                .find(|&(edge, to)| self.used[edge] && self.strand_of[to] == usize::MAX)
                .map(|(_, to)| to);
        }
        let colour = |cell: usize| match board.tile(cell) {
            Tile::Terminal(colour) => Some(colour),
            _ => None,
        };
        let ends = colour(start).zip(cells.last().and_then(|&cell| colour(cell)));
        let ends = ends.map(|(one, two)| [one, two]);
        let faults = usize::from(ends.is_none_or(|[one, two]| one != two));
        self.strands.push(Strand {
            cells,
            ends,
            faults,
        });
    }
}

/// Used edges on the way to a cover: no cell has too many.
struct Matching<'a> {
    board: &'a Board,
    edges: &'a Edges,
    used: Vec<bool>,
    /// How many edges each cell lacks.
    lack: Vec<usize>,
    /// The last search that came to each cell, and by which edge.
    seen: Vec<(usize, usize)>,
}

impl<'a> Matching<'a> {
    /// Takes edges in random order as long as both of their cells lack one.
    fn new(board: &'a Board, edges: &'a Edges, rng: &mut Rng) -> Self {
        let cells = 0..board.cell_count();
        let mut matching = Self {
            board,
            edges,
            used: vec![false; edges.cells.len()],
            lack: cells.map(|cell| board.degree(cell)).collect(),
            seen: vec![(0, 0); board.cell_count()],
        };
        let mut order: Vec<usize> = (0..edges.cells.len()).collect();
        rng.shuffle(&mut order);
        for edge in order {
            let [a, b] = edges.cells[edge];
            if matching.lack[a] > 0 && matching.lack[b] > 0 {
                matching.used[edge] = true;
                matching.lack[a] -= 1;
                matching.lack[b] -= 1;
            }
        }
        matching
    }

    /// The edges of a cover; none if there is none.
    fn complete(mut self, control: &Control) -> Result<Option<Vec<bool>>, Interruption> {
        let mut search = 0;
        // A cell that no search from elsewhere completes needs one of its own, whatever its shade.
        for cell in 0..self.board.cell_count() {
            while self.lack[cell] > 0 {
                control.interruption().map_or(Ok(()), Err)?;
                search += 1;
                let Some(end) = self.search(cell, search) else {
                    return Ok(None);
                };
                self.exchange(cell, end);
            }
        }
        Ok(Some(self.used))
    }

    /// A cell that lacks an edge and can be reached by unused and used edges in turns, an odd
    /// number.
    fn search(&mut self, start: usize, search: usize) -> Option<usize> {
        self.seen[start] = (search, usize::MAX);
        let mut queue = vec![(start, false)];
        let mut next = 0;
        while let Some(&(cell, used)) = queue.get(next) {
            next += 1;
            for (edge, to) in self.edges.at(cell) {
                if self.used[edge] == used && self.seen[to].0 != search {
                    self.seen[to] = (search, edge);
                    if !used && self.lack[to] > 0 {
                        return Some(to);
                    }
                    queue.push((to, !used));
                }
            }
        }
        None
    }

    /// Exchanges used and unused edges on the way that the search found.
    fn exchange(&mut self, start: usize, end: usize) {
        self.lack[start] -= 1;
        self.lack[end] -= 1;
        let mut at = end;
        while at != start {
            let edge = self.seen[at].1;
            self.used[edge] = !self.used[edge];
            at = self.edges.other(edge, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cover;
    use crate::connect::{Edges, text};
    use crate::{Control, Rng};

    /// Whether any set of edges gives each cell its degree, by trying them all.
    fn exists(edges: &Edges, lack: &mut [usize], next: usize) -> bool {
        let Some(&[a, b]) = edges.cells.get(next) else {
            return lack.iter().all(|&lack| lack == 0);
        };
        let fits = lack[a] > 0 && lack[b] > 0;
        if fits {
            lack[a] -= 1;
            lack[b] -= 1;
            let found = exists(edges, lack, next + 1);
            lack[a] += 1;
            lack[b] += 1;
            if found {
                return true;
            }
        }
        exists(edges, lack, next + 1)
    }

    #[test]
    fn a_cover_is_found_exactly_if_there_is_one() {
        let mut rng = Rng::from_text("covers");
        let mut numbers = [0; 2];
        for _ in 0..600 {
            let tiles = (0..12).map(|_| ['.', '.', '.', '.', 'X', 'V'][rng.below(6)]);
            let mut tiles: Vec<char> = tiles.collect();
            for (index, name) in ['0', '0', '1', '1'].into_iter().enumerate() {
                tiles[index * 3 + rng.below(3)] = name;
            }
            let rows: Vec<String> = tiles.chunks(4).map(|row| row.iter().collect()).collect();
            let text = format!("3 4\n{}\n0\n", rows.join("\n"));
            let board = text::parse_board(text.as_bytes()).unwrap();
            let edges = Edges::new(&board);
            let degree = |cell: usize| board.degree(cell);
            let mut lack: Vec<usize> = (0..12).map(degree).collect();
            let cover = Cover::find(&board, &edges, &mut rng, &Control::new()).unwrap();
            assert_eq!(cover.is_some(), exists(&edges, &mut lack, 0), "{text}");
            numbers[usize::from(cover.is_some())] += 1;
            if let Some(cover) = cover {
                let used = |cell| edges.at(cell).filter(|&(e, _)| cover.used[e]).count();
                assert!(
                    (0..12).all(|cell| used(cell) == board.degree(cell)),
                    "{text}"
                );
            }
        }
        assert!(numbers.iter().all(|&number| number > 20), "{numbers:?}");
    }
}
