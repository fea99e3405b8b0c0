//! A window of a cover, to be laid again while everything outside stays.
//!
//! From inside, the rest of the board is what hangs on the edges that lead out: a strand that goes
//! on to a terminal, and so has its colour, or one that comes back in elsewhere. So a patch is a
//! small board of its own, with *ends* of certain colours. A colour of which both ends are here can
//! be joined; a patch is asked to join certain colours, and all other ends pair up as they like, as
//! if they had one colour together.
//!
//! A patch of 10x10 cells takes a fraction of a millisecond, unless it is hard, when it is given
//! up.

use batsat::{Lit, SolverInterface, lbool};

use super::clauses::Clauses;
use super::cover::Cover;
use crate::area::Area;
use crate::connect::{Board, Edges, Tile};
use crate::{Control, Interruption};

/// A part of a cover that can be laid anew. Cells have numbers of their own here.
pub struct Patch {
    /// Edges between cells of the patch.
    edges: Vec<usize>,
    /// The cells of each edge.
    cells: Vec<[usize; 2]>,
    /// How many used edges of the patch each cell needs, always one or two.
    degrees: Vec<usize>,
    /// Cells where a strand comes in or begins, and the colour of its far end.
    ends: Vec<(usize, usize)>,
    /// Cells that the outside joins.
    joined: Vec<[usize; 2]>,
    checkpoints: Vec<(usize, usize)>,
    /// Colours of which both ends are here: those whose ends the cover joins, then the others.
    pub colours: Vec<usize>,
    /// How many of them the cover joins.
    pub right: usize,
}

impl Patch {
    /// Cuts a patch out of a cover. `colour_at` has the colours of terminals and checkpoints.
    pub fn new(
        board: &Board,
        edges: &Edges,
        colour_at: &[Option<usize>],
        cover: &Cover,
        window: Area,
    ) -> Self {
        // Cells whose used edges all lead out have nothing to be laid: they count as outside.
        let mut number = vec![None; board.cell_count()];
        let (mut cells, mut degrees) = (Vec::new(), Vec::new());
        for cell in window.cells() {
            let used = edges.at(cell).filter(|&(edge, _)| cover.used[edge]);
            let degree = used.filter(|&(_, to)| window.contains(to)).count();
            if degree > 0 {
                number[cell] = Some(cells.len());
                cells.push(cell);
                degrees.push(degree);
            }
        }
        let mut patch = Self {
            edges: Vec::new(),
            cells: Vec::new(),
            degrees,
            ends: Vec::new(),
            joined: Vec::new(),
            checkpoints: Vec::new(),
            colours: Vec::new(),
            right: 0,
        };
        for (here, &cell) in cells.iter().enumerate() {
            for (edge, to) in edges.at(cell) {
                match number[to] {
                    Some(there) if here < there => {
                        patch.edges.push(edge);
                        patch.cells.push([here, there]);
                    }
                    None if cover.used[edge] => {
                        let far = far_end(edges, colour_at, cover, &number, [cell, to]);
                        match number[far] {
                            Some(there) if here < there => patch.joined.push([here, there]),
                            Some(_) => {}
                            None => patch.ends.extend(colour_at[far].map(|c| (here, c))),
                        }
                    }
                    _ => {}
                }
            }
            if let Some(colour) = colour_at[cell] {
                let is_end = matches!(board.tile(cell), Tile::Terminal(_));
                let list = if is_end {
                    &mut patch.ends
                } else {
                    &mut patch.checkpoints
                };
                list.push((here, colour));
            }
        }
        patch.find_colours(|end| cover.strands[cover.strand_of[cells[end]]].ends);
        patch
    }

    /// Finds the colours of which both ends are here, with what each end's strand joins now.
    fn find_colours(&mut self, strand_ends: impl Fn(usize) -> Option<[usize; 2]>) {
        let mut ends: Vec<(usize, usize)> = self.ends.iter().map(|&(end, c)| (c, end)).collect();
        ends.sort_unstable();
        // A checkpoint outside shows itself as an end on both of its sides.
        let both = ends
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|ends| ends.len() % 2 == 0);
        let is_right = |ends: &&[(usize, usize)]| {
            let mut joins = ends.iter().map(|&(colour, end)| (colour, strand_ends(end)));
            joins.all(|(colour, ends)| ends == Some([colour, colour]))
        };
        let (right, wrong): (Vec<_>, Vec<_>) = both.partition(is_right);
        self.right = right.len();
        let all = right.into_iter().chain(wrong);
        self.colours = all.map(|ends| ends[0].0).collect();
    }

    /// Lays the patch such that these colours are joined: its edges, and whether each is used.
    /// `None` if that cannot be, or takes more decisions than this.
    pub fn lay(
        &self,
        wanted: &[usize],
        decisions: u64,
        seed: u64,
        control: &Control,
    ) -> Result<Option<impl Iterator<Item = (usize, bool)> + '_>, Interruption> {
        let mut clauses = Clauses::new(
            self.edges.len(),
            self.degrees.len(),
            wanted.len() + 1,
            seed,
            control,
        );
        let mut around = vec![Vec::new(); self.degrees.len()];
        for (edge, &cells) in self.cells.iter().enumerate() {
            clauses.add_edge(edge, cells);
            for cell in cells {
                around[cell].push(edge);
            }
        }
        for (around, &degree) in around.iter().zip(&self.degrees) {
            clauses.add_degree(around, degree);
        }
        // Colour 0 is that of all ends that may pair up as they like.
        let place = |colour: usize| wanted.iter().position(|&c| c == colour).map(|i| i + 1);
        for &(cell, colour) in &self.ends {
            clauses.add_colour(cell, place(colour).unwrap_or(0));
        }
        for &(cell, colour) in &self.checkpoints {
            if let Some(place) = place(colour) {
                clauses.add_colour(cell, place);
            }
        }
        for &pair in &self.joined {
            clauses.add_alike(pair, None);
        }
        clauses.solver.cb().begin(decisions);
        loop {
            let result = clauses.solver.solve_limited(&[]);
            if result == lbool::UNDEF {
                match clauses.solver.cb().reason() {
                    Interruption::GaveUp => return Ok(None),
                    why => return Err(why),
                }
            } else if result != lbool::TRUE {
                return Ok(None);
            }
            let used = clauses.model();
            let loops = self.loops(&used);
            if loops.is_empty() {
                return Ok(Some(self.edges.iter().copied().zip(used)));
            }
            for edges in loops {
                let clause: Vec<Lit> = edges.into_iter().map(|e| !clauses.used[e]).collect();
                clauses.add(clause);
            }
        }
    }

    /// The edges of each loop, which may run through the outside.
    fn loops(&self, used: &[bool]) -> Vec<Vec<usize>> {
        let mut around: Vec<Vec<(usize, Option<usize>)>> = vec![Vec::new(); self.degrees.len()];
        let inside = self.cells.iter().enumerate().filter(|&(e, _)| used[e]);
        let inside = inside.map(|(edge, &cells)| (cells, Some(edge)));
        for ([a, b], edge) in inside.chain(self.joined.iter().map(|&cells| (cells, None))) {
            around[a].push((b, edge));
            around[b].push((a, edge));
        }
        // Strands with ends first, so that what is left are loops.
        let (open, rest): (Vec<usize>, Vec<usize>) =
            (0..around.len()).partition(|&cell| around[cell].len() == 1);
        let mut seen = vec![false; around.len()];
        let mut loops = Vec::new();
        for start in open.into_iter().chain(rest) {
            if seen[start] {
                continue;
            }
            let mut edges = Vec::new();
            let (mut at, mut came) = (start, None);
            let closes = loop {
                seen[at] = true;
                let Some(&(to, edge)) = around[at].iter().find(|&&way| Some(way) != came) else {
                    break false;
                };
                edges.extend(edge);
                (at, came) = (to, Some((at, edge)));
                if at == start {
                    break true;
                }
            };
            if closes {
                loops.push(edges);
            }
        }
        loops
    }
}

/// Where a strand leads that leaves the patch by this step: a cell of the patch, or the first
/// outside with a colour.
fn far_end(
    edges: &Edges,
    colour_at: &[Option<usize>],
    cover: &Cover,
    number: &[Option<usize>],
    [from, to]: [usize; 2],
) -> usize {
    let (mut before, mut at) = (from, to);
    while number[at].is_none() && colour_at[at].is_none() {
        let mut ways = edges.at(at).filter(|&(edge, _)| cover.used[edge]);
        let Some((_, next)) = ways.find(|&(_, to)| to != before) else {
            break;
        };
        (before, at) = (at, next);
    }
    at
}
