//! Relinks the cells of a small window, so that everything that passes through it becomes one part.
//!
//! The links that cross the edge of the window stay as they are. The outside is reduced to
//! *detours*: which crossing leads to which, whatever lies between. Inside, each pair of neighbours
//! is a variable; every cell has the right number of links; and as long as the links found form
//! several parts, clauses are added which say that some link must lead out of each of these parts.
//!
//! For a window that is the whole board this is complete: if the clauses have no model, there is no
//! path.

use batsat::{Lit, Solver, SolverInterface, SolverOpts, lbool};

use super::pockets::Ends;
use super::{Graph, cover::Cover};
use crate::sat::{Unit, Watch, add_exactly, add_exactly_one};
use crate::union_find::UnionFind;
use crate::{Control, Dir, Interruption};

/// The number of a cell in a window, a type of its own so that it is not mistaken for the number on
/// the board.
#[derive(Clone, Copy)]
pub struct Inside(pub usize);

/// What crosses the edge of a window.
#[derive(Default)]
pub struct Outside {
    /// How many links of each cell cross the edge, in the order of their numbers in the window.
    pub crossings: Vec<usize>,
    /// Pairs of cells that are joined by a way outside.
    pub detours: Vec<(Inside, Inside)>,
}

/// How relinking a window ended.
pub enum Relinked {
    /// It was one part before.
    NothingToDo,
    /// The cover has changed: everything that passes through the window is one part.
    Joined,
    /// There is no way to join everything inside this window.
    Impossible,
}

/// How much work a window may take, and how much it took.
pub struct Effort<'a> {
    pub control: &'a Control<'a>,
    /// Conflicts after which a window is given up.
    pub conflicts: u64,
    /// Where the path may end.
    pub ends: &'a Ends,
}

/// Relinks the cells of a window, unless that takes more than the allowed effort, or the caller's
/// limits end it. `number` gives the number of a cell of the board in `cells`.
pub fn relink(
    board: &Graph,
    cover: &mut Cover,
    cells: &[usize],
    number: impl Fn(usize) -> Option<Inside>,
    outside: &Outside,
    effort: &Effort,
) -> Result<Relinked, Interruption> {
    let mut pairs = Vec::with_capacity(2 * cells.len());
    for (one, &cell) in cells.iter().enumerate() {
        let one = Inside(one);
        for dir in [Dir::Right, Dir::Down] {
            if let Some(two) = number(board.neighbour(cell, dir))
                && board.opens(cell, dir)
            {
                let linked = cover.has(cell, dir);
                pairs.push(Pair {
                    one,
                    two,
                    dir,
                    linked,
                });
            }
        }
    }
    let parts = Parts::of(cells.len(), &pairs, &outside.detours);
    if parts.count == 1 {
        return Ok(Relinked::NothingToDo);
    }
    let mut model = Model::new(board, cover, cells, &pairs, outside, effort);
    let mut parts = parts;
    loop {
        if !model.cut(&pairs, &parts) || !model.solve(&mut pairs)? {
            return Ok(Relinked::Impossible);
        }
        parts = Parts::of(cells.len(), &pairs, &outside.detours);
        if parts.count == 1 {
            break;
        }
    }
    for pair in &pairs {
        let cell = cells[pair.one.0];
        if cover.has(cell, pair.dir) != pair.linked {
            cover.toggle(cell, pair.dir);
        }
    }
    Ok(Relinked::Joined)
}

/// Two neighbours in the window.
struct Pair {
    one: Inside,
    two: Inside,
    /// From the first to the second.
    dir: Dir,
    linked: bool,
}

/// Which cells are joined, inside or by detours.
struct Parts {
    part: Vec<usize>,
    count: usize,
}

impl Parts {
    fn of(cells: usize, pairs: &[Pair], detours: &[(Inside, Inside)]) -> Self {
        let mut sets = UnionFind::new(cells);
        let linked = pairs.iter().filter(|pair| pair.linked);
        let joined = linked.map(|pair| (pair.one, pair.two));
        for (Inside(one), Inside(two)) in joined.chain(detours.iter().copied()) {
            sets.join(one, two);
        }
        let part: Vec<usize> = (0..cells).map(|cell| sets.root(cell)).collect();
        let count = (0..cells).filter(|&cell| part[cell] == cell).count();
        Self { part, count }
    }
}

/// The window as a formula.
struct Model<'a> {
    solver: Solver<Watch<'a>>,
    /// A variable for each pair: it is linked.
    links: Vec<Lit>,
}

impl<'a> Model<'a> {
    fn new(
        board: &Graph,
        cover: &Cover,
        cells: &[usize],
        pairs: &[Pair],
        outside: &Outside,
        effort: &Effort<'a>,
    ) -> Self {
        let watch = Watch::new(effort.control, Unit::Conflicts);
        watch.begin(effort.conflicts);
        let mut solver = Solver::new(SolverOpts::default(), watch);
        let mut at_cell: Vec<Vec<Lit>> = vec![Vec::with_capacity(5); cells.len()];
        let mut links = Vec::with_capacity(pairs.len());
        for pair in pairs {
            // A model close to the current links is likely to differ only where it must.
            let link = new_lit(&mut solver, pair.linked);
            links.push(link);
            at_cell[pair.one.0].push(link);
            at_cell[pair.two.0].push(link);
        }
        let is_end = |&cell: &usize| cell != board.start() && cover.degree(cell) == 1;
        if let Some(&end) = cells.iter().find(|cell| is_end(cell)) {
            let mut ends = Vec::new();
            for (number, &cell) in cells.iter().enumerate() {
                if cell != board.start()
                    && board.is_black(cell) == board.is_black(end)
                    && (effort.ends.allow(cell) || cell == end)
                {
                    let lit = new_lit(&mut solver, cell == end);
                    at_cell[number].push(lit);
                    ends.push(lit);
                }
            }
            add_exactly_one(&mut solver, &ends);
        }
        for (number, &cell) in cells.iter().enumerate() {
            let degree = if cell == board.start() { 1 } else { 2 };
            add_exactly(
                &mut solver,
                &at_cell[number],
                degree - outside.crossings[number],
            );
        }
        Self { solver, links }
    }

    /// Demands that some link leads out of every part; false if that is impossible.
    fn cut(&mut self, pairs: &[Pair], parts: &Parts) -> bool {
        let mut ways: Vec<Vec<Lit>> = vec![Vec::new(); parts.part.len()];
        for (pair, &link) in pairs.iter().zip(&self.links) {
            let (one, two) = (parts.part[pair.one.0], parts.part[pair.two.0]);
            if one != two {
                ways[one].push(link);
                ways[two].push(link);
            }
        }
        for (root, mut clause) in ways.into_iter().enumerate() {
            if parts.part[root] == root && !self.solver.add_clause_reuse(&mut clause) {
                return false;
            }
        }
        true
    }

    /// Finds links that satisfy all clauses so far; false if there are none.
    fn solve(&mut self, pairs: &mut [Pair]) -> Result<bool, Interruption> {
        let result = self.solver.solve_limited(&[]);
        if result == lbool::TRUE {
            for (pair, &link) in pairs.iter_mut().zip(&self.links) {
                pair.linked = self.solver.value_lit(link) == lbool::TRUE;
            }
            return Ok(true);
        }
        if result == lbool::FALSE {
            Ok(false)
        } else {
            Err(self.solver.cb().reason())
        }
    }
}

fn new_lit(solver: &mut Solver<Watch>, likely: bool) -> Lit {
    let polarity = if likely { lbool::TRUE } else { lbool::FALSE };
    Lit::new(solver.new_var(polarity, true), true)
}
