//! Finds cells that cannot all have as many edges as they need, which shows that there is no
//! answer.
//!
//! Every edge joins two colours of a chess board. Edges are chosen as long as both cells lack one;
//! a cell that still lacks one gets it by an alternating path of edges to choose and edges to drop.
//! If there is no such path, the cells that were reached are the witness. The last cell of a path,
//! wherever it is, lacks one edge: it is joined to a cell beside the board instead.

use unicursal_check::edge_proof::Formula;

use crate::{Control, Interruption};

/// Cells of one colour that need more edges than lead elsewhere or than cells of the other colour
/// can give.
pub struct Deficit {
    pub needy: Vec<usize>,
    pub givers: Vec<usize>,
}

/// Looks for a deficit, if the last cell is one of those that `may_end` accepts.
pub fn deficit(
    formula: &Formula,
    may_end: impl Fn(usize) -> bool,
    control: &Control,
) -> Result<Option<Deficit>, Interruption> {
    let mut matching = Matching::new(formula, may_end);
    for cell in 0..=formula.cells() {
        while matching.lack[cell] > 0 && matching.must[cell] > 0 {
            control.check()?;
            match matching.search(cell) {
                Some(end) => matching.exchange(cell, end),
                None => return Ok(Some(matching.deficit(formula, cell))),
            }
        }
    }
    Ok(None)
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
    fn new(formula: &Formula, may_end: impl Fn(usize) -> bool) -> Self {
        let beside = formula.cells();
        let ends = (0..beside).filter(|&cell| formula.end(cell).is_some() && may_end(cell));
        let ends: Vec<[usize; 2]> = ends.map(|cell| [cell, beside]).collect();
        let has_end = usize::from(!ends.is_empty());
        let edges = [formula.edges(), &ends].concat();
        let mut around = vec![Vec::new(); beside + 1];
        for (edge, cells) in edges.iter().enumerate() {
            for &cell in cells {
                around[cell].push(edge);
            }
        }
        let degrees = (0..beside).map(|cell| formula.degree(cell));
        let degrees = degrees.chain([(has_end, has_end)]);
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

    /// The deficit that the search from this cell, which found nothing, shows.
    fn deficit(&self, formula: &Formula, start: usize) -> Deficit {
        let beside = formula.cells();
        let some = if start == beside {
            // The cell beside the board needs an edge, like the cells that are not of the last
            // cell's colour.
            self.seen[1..]
                .first()
                .is_some_and(|&cell| !formula.is_white(cell))
        } else {
            formula.is_white(start)
        };
        let cells = self.seen.iter().copied().filter(|&cell| cell != beside);
        let (needy, givers) = cells.partition(|&cell| formula.is_white(cell) == some);
        Deficit { needy, givers }
    }
}
