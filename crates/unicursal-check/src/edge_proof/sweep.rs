//! Taking the cells of a board one by one, and all that the cells ahead can know of the paths so
//! far.
//!
//! After some cells were taken, the *border* is what crosses from them to the others: the used
//! edges, and for each of them where the path leads that comes from there. That is a terminal, or
//! another edge of the border. How a border goes on depends on nothing else. So if each layer lists
//! all borders that can follow from those of the layer before, and some layer is empty, there is no
//! answer; docs/older-proofs.md says more.

use super::border::{Border, Piece};
use super::formula::{Formula, variable_of};

/// The label of a piece at the start of a path that ends anywhere, and of the one at its last cell.
const START: usize = 1;
const LAST: usize = 2;

/// The cells that were taken so far, and how borders go on.
pub struct Sweep<'a> {
    pub(super) formula: &'a Formula,
    /// The numbers of the paths that a cell is on, by the board: none or one, or more, which cannot
    /// be.
    labels: Vec<Vec<usize>>,
    is_terminal: Vec<bool>,
    /// How many cells were taken before each; [`NEVER`] if it was not taken.
    ranks: Vec<usize>,
    taken: usize,
    /// How many cells there are, walls left out.
    all: usize,
    /// Whether there is one path, which ends anywhere.
    ends_anywhere: bool,
}

const NEVER: usize = usize::MAX;

impl<'a> Sweep<'a> {
    /// No cell is taken.
    pub fn new(formula: &'a Formula) -> Self {
        let cells = formula.cells();
        let mut sweep = Self {
            formula,
            labels: vec![Vec::new(); cells],
            is_terminal: vec![false; cells],
            ranks: vec![NEVER; cells],
            taken: 0,
            all: formula.most.iter().filter(|&&most| most > 0).count(),
            ends_anywhere: formula.ends.iter().any(|&end| end != 0),
        };
        for &cell in &formula.terminals {
            sweep.is_terminal[cell] = true;
            if sweep.ends_anywhere {
                sweep.labels[cell].push(START);
            }
        }
        for (label, cells) in (1..).zip(&formula.alike) {
            for &cell in cells {
                sweep.labels[cell].push(label);
            }
        }
        sweep
    }

    /// Takes a cell that is no wall; false if it was taken before.
    pub fn take(&mut self, cell: usize) -> bool {
        let is_new = self.ranks[cell] == NEVER;
        if is_new {
            self.ranks[cell] = self.taken;
            self.taken += 1;
        }
        is_new
    }

    /// Whether a cell was taken.
    pub(super) fn has_taken(&self, cell: usize) -> bool {
        self.ranks[cell] != NEVER
    }

    /// Whether all cells were taken.
    pub(super) fn is_complete(&self) -> bool {
        self.taken == self.all
    }

    /// All borders after some cells, which were taken one after the other, that follow from one
    /// before them. `permits` may exclude that an edge is used, or is not.
    pub fn follow(
        &self,
        border: &Border,
        cells: &[usize],
        permits: impl Fn(usize, bool) -> bool,
    ) -> Vec<Border> {
        let mut borders = vec![border.clone()];
        for &cell in cells {
            borders = self.follow_each(&borders, cell, &permits);
        }
        borders
    }

    /// The border after some cells of the answer with these edges, which are sorted, and the
    /// borders of others that differ from it at one of the cells for the first time. `None` if
    /// there is no such answer.
    pub fn follow_answer(
        &self,
        border: &Border,
        edges: &[usize],
        cells: &[usize],
        permits: impl Fn(usize, bool) -> bool,
    ) -> Option<(Border, Vec<Border>)> {
        let (mut own, mut others) = (border.clone(), Vec::new());
        for &cell in cells {
            others = self.follow_each(&others, cell, &permits);
            let mut next = None;
            // What is known of other answers need not be true of this one.
            self.follow_one(
                &own,
                cell,
                |_, _| true,
                |used, border| {
                    let mut ahead = self.ahead(cell);
                    if ahead.all(|edge| edges.binary_search(&edge).is_ok() == used.contains(&edge))
                    {
                        next = Some(border);
                    } else {
                        others.push(border);
                    }
                },
            );
            own = next?;
        }
        Some((own, others))
    }

    fn follow_each(
        &self,
        borders: &[Border],
        cell: usize,
        permits: impl Fn(usize, bool) -> bool,
    ) -> Vec<Border> {
        let mut next = Vec::new();
        for border in borders {
            self.follow_one(border, cell, &permits, |_, border| next.push(border));
        }
        next.sort_unstable();
        next.dedup();
        next
    }

    /// The edges from a cell to others that are taken later.
    fn ahead(&self, cell: usize) -> impl Iterator<Item = usize> {
        let is_ahead = move |&edge: &usize| {
            let [a, b] = self.formula.edges[edge];
            self.ranks[a + b - cell] > self.ranks[cell]
        };
        let edges = self.formula.edges_at(cell).iter().copied();
        edges.filter(is_ahead)
    }

    /// Tells `found` all borders after a cell that follow from the one before it, with the edges
    /// that are used from there to cells ahead.
    fn follow_one(
        &self,
        border: &Border,
        cell: usize,
        permits: impl Fn(usize, bool) -> bool,
        mut found: impl FnMut(&[usize], Border),
    ) {
        let formula = self.formula;
        let edges_here = formula.variables_at(cell);
        let is_here = |edge: i32| edges_here.contains(&edge);
        let mut rest = Vec::new();
        // Where the pieces lead that come to this cell: an edge, or 0, and the label.
        let mut ways = Vec::new();
        for &piece in &border.pieces {
            let Piece { edges, label } = piece;
            match edges.map(is_here) {
                [true, true] => return, // It would be a loop.
                [true, false] => ways.push((edges[1], label)),
                [false, true] => ways.push((edges[0], label)),
                [false, false] => rest.push(piece),
            }
        }
        let ahead: Vec<usize> = self.ahead(cell).collect();
        let (least, most) = formula.degree(cell);
        for chosen in 0..1_usize << ahead.len() {
            let degree = ways.len() + chosen.count_ones() as usize;
            let is_blank = degree == 0 && least == 0;
            let is_last = formula.ends[cell] != 0 && degree + 1 == most;
            if degree != most && !is_last && !is_blank {
                continue;
            }
            let numbered = || {
                (0..)
                    .zip(&ahead)
                    .map(|(at, &edge)| (edge, chosen >> at & 1 == 1))
            };
            if numbered().any(|(edge, is_used)| !permits(edge, is_used)) {
                continue;
            }
            let used = numbered().filter(|&(_, is_used)| is_used);
            let used: Vec<usize> = used.map(|(edge, _)| edge).collect();
            if is_blank {
                found(&used, border.clone());
                continue;
            }
            // A piece leads through the cell, from one way to another, or begins or ends here.
            let mut ways = ways.clone();
            ways.extend(used.iter().map(|&edge| (variable_of(edge), 0)));
            if is_last {
                ways.push((0, LAST));
            }
            if self.is_terminal[cell] {
                ways.push((0, 0));
            }
            if let Some(border) = self.joined(rest.clone(), ways[0], ways[1], cell) {
                found(&used, border);
            }
        }
    }

    /// The border with two ways joined at a cell, unless that cannot be.
    fn joined(
        &self,
        mut pieces: Vec<Piece>,
        one: (i32, usize),
        other: (i32, usize),
        cell: usize,
    ) -> Option<Border> {
        let here = self.labels[cell].iter().copied();
        let labels = [one.1, other.1].into_iter().chain(here);
        let mut labels: Vec<usize> = labels.filter(|&label| label > 0).collect();
        labels.sort_unstable();
        if self.ends_anywhere {
            let is_new = one == (0, LAST) || other == (0, LAST);
            let has_last = pieces.iter().any(|piece| piece.label == LAST);
            // There is one last cell, and when it has met the start, nothing is left.
            let is_complete = labels == [START, LAST];
            let is_all = self.ranks[cell] + 1 == self.all;
            if has_last && is_new || is_complete && !(is_all && pieces.is_empty()) {
                return None;
            }
        } else if labels.first() != labels.last() {
            return None;
        }
        let mut edges = [one.0, other.0];
        edges.sort_unstable();
        if edges != [0, 0] {
            let label = labels.first().copied().unwrap_or(0);
            pieces.push(Piece { edges, label });
            pieces.sort_unstable();
        }
        Some(Border { pieces })
    }
}
