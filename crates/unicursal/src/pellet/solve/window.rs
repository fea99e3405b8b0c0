//! Links the cells of a small window anew, so that all that passes through it becomes one.
//!
//! The links that cross the edge of the window stay as they are. What lies outside is reduced to
//! *detours*: which crossing leads to which, whatever the way. Inside, each pair of neighbours is a
//! variable; every cell has the right number of links; and as long as a solution falls into several
//! parts, clauses are added which say that each of these parts must be left by some link.
//!
//! For a window that is the whole board this is complete: no solution means that there is no path.

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::pockets::Ends;
use crate::pellet::{Board, cover::Cover};
use crate::{Control, Dir};

/// What crosses the edge of a window, by numbers of its cells.
#[derive(Default)]
pub struct Outside {
    /// How many links of each cell cross the edge.
    pub crossings: Vec<usize>,
    /// Pairs of cells that are joined by a way outside.
    pub detours: Vec<(usize, usize)>,
}

/// How linking a window anew ended.
pub enum Relinked {
    /// It was one part before.
    NothingToDo,
    /// The cover has changed: all that passes through the window is one part.
    Joined,
    /// There is no way to join everything inside this window.
    Impossible,
    /// The effort allowed, or the time, was used up.
    GaveUp,
}

/// How much work a window may take, and how much it took.
pub struct Effort<'a> {
    pub control: &'a Control<'a>,
    /// Conflicts after which a window is given up.
    pub conflicts: u64,
    /// Where the path may end.
    pub ends: &'a Ends,
}

/// Links the cells of a window anew. `number` gives the number of a cell in `cells`.
pub fn relink(
    board: &Board,
    cover: &mut Cover,
    cells: &[usize],
    number: impl Fn(usize) -> Option<usize>,
    outside: &Outside,
    effort: &Effort,
) -> Relinked {
    let mut pairs = Vec::with_capacity(2 * cells.len());
    for (one, &cell) in cells.iter().enumerate() {
        for dir in [Dir::Right, Dir::Down] {
            if let Some(two) = number(board.neighbour(cell, dir)) {
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
        return Relinked::NothingToDo;
    }
    let mut model = Model::new(board, cover, cells, &pairs, outside, effort);
    let mut parts = parts;
    loop {
        if !model.cut(&pairs, &parts) {
            return Relinked::Impossible;
        }
        match model.solve(&mut pairs) {
            Some(true) => {}
            Some(false) => return Relinked::Impossible,
            None => return Relinked::GaveUp,
        }
        parts = Parts::of(cells.len(), &pairs, &outside.detours);
        if parts.count == 1 {
            break;
        }
    }
    for pair in &pairs {
        if cover.has(cells[pair.one], pair.dir) != pair.linked {
            cover.toggle(cells[pair.one], pair.dir);
        }
    }
    Relinked::Joined
}

/// Two neighbours in the window.
struct Pair {
    one: usize,
    two: usize,
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
    fn of(cells: usize, pairs: &[Pair], detours: &[(usize, usize)]) -> Self {
        let mut above: Vec<usize> = (0..cells).collect();
        let root = |above: &mut [usize], mut cell: usize| {
            while above[cell] != cell {
                above[cell] = above[above[cell]];
                cell = above[cell];
            }
            cell
        };
        let linked = pairs.iter().filter(|pair| pair.linked);
        let joined = linked.map(|pair| (pair.one, pair.two));
        for (one, two) in joined.chain(detours.iter().copied()) {
            let (one, two) = (root(&mut above, one), root(&mut above, two));
            above[one] = two;
        }
        let part: Vec<usize> = (0..cells).map(|cell| root(&mut above, cell)).collect();
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
        board: &Board,
        cover: &Cover,
        cells: &[usize],
        pairs: &[Pair],
        outside: &Outside,
        effort: &Effort<'a>,
    ) -> Self {
        let watch = Watch {
            control: effort.control,
            left: effort.conflicts,
        };
        let mut solver = Solver::new(SolverOpts::default(), watch);
        let mut at_cell: Vec<Vec<Lit>> = vec![Vec::with_capacity(5); cells.len()];
        let mut links = Vec::with_capacity(pairs.len());
        for pair in pairs {
            // A solution close to the present links is likely to differ where it must.
            let link = new_lit(&mut solver, Some(pair.linked));
            links.push(link);
            at_cell[pair.one].push(link);
            at_cell[pair.two].push(link);
        }
        let is_end = |&cell: &usize| cell != board.start() && cover.degree(cell) == 1;
        if let Some(&end) = cells.iter().find(|cell| is_end(cell)) {
            let mut ends = Vec::new();
            for (number, &cell) in cells.iter().enumerate() {
                if cell != board.start()
                    && board.is_black(cell) == board.is_black(end)
                    && (effort.ends.allow(cell) || cell == end)
                {
                    let lit = new_lit(&mut solver, Some(cell == end));
                    at_cell[number].push(lit);
                    ends.push(lit);
                }
            }
            exactly_one(&mut solver, &ends);
        }
        for (number, &cell) in cells.iter().enumerate() {
            let degree = if cell == board.start() { 1 } else { 2 };
            exactly(
                &mut solver,
                &at_cell[number],
                degree - outside.crossings[number],
            );
        }
        Self { solver, links }
    }

    /// Demands that every part be left by some link; false if that is impossible.
    fn cut(&mut self, pairs: &[Pair], parts: &Parts) -> bool {
        let mut ways: Vec<Vec<Lit>> = vec![Vec::new(); parts.part.len()];
        for (pair, &link) in pairs.iter().zip(&self.links) {
            let (one, two) = (parts.part[pair.one], parts.part[pair.two]);
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

    /// Finds links that satisfy all clauses so far: yes, no, or too much work.
    fn solve(&mut self, pairs: &mut [Pair]) -> Option<bool> {
        let result = self.solver.solve_limited(&[]);
        if result == lbool::TRUE {
            for (pair, &link) in pairs.iter_mut().zip(&self.links) {
                pair.linked = self.solver.value_lit(link) == lbool::TRUE;
            }
            return Some(true);
        }
        (result == lbool::FALSE).then_some(false)
    }
}

/// Ends the solver's work when the effort is used up.
struct Watch<'a> {
    control: &'a Control<'a>,
    left: u64,
}

impl Callbacks for Watch<'_> {
    fn on_new_clause(&mut self, _: &[Lit], kind: batsat::ClauseKind) {
        if matches!(kind, batsat::ClauseKind::Learnt) {
            self.left = self.left.saturating_sub(1);
        }
    }

    fn stop(&self) -> bool {
        self.left == 0 || self.control.interruption().is_some()
    }
}

type Formula<'a> = Solver<Watch<'a>>;

fn new_lit(solver: &mut Formula, likely: Option<bool>) -> Lit {
    let polarity = match likely {
        Some(true) => lbool::TRUE,
        Some(false) => lbool::FALSE,
        None => lbool::UNDEF,
    };
    let var: Var = solver.new_var(polarity, true);
    Lit::new(var, true)
}

/// Exactly `count` of at most five literals are true.
fn exactly(solver: &mut Formula, lits: &[Lit], count: usize) {
    let mut clause = Vec::new();
    for subset in 0_u32..1 << lits.len() {
        let size = subset.count_ones() as usize;
        let chosen = (0..lits.len()).filter(|bit| subset >> bit & 1 != 0);
        // Not one more than `count`, and not one more than the rest false.
        if size == count + 1 {
            clause.extend(chosen.clone().map(|bit| !lits[bit]));
            solver.add_clause_reuse(&mut clause);
            clause.clear();
        }
        if size + count == lits.len() + 1 {
            clause.extend(chosen.map(|bit| lits[bit]));
            solver.add_clause_reuse(&mut clause);
            clause.clear();
        }
    }
    if lits.len() < count {
        solver.add_clause_reuse(&mut Vec::new());
    }
}

/// Exactly one of many literals is true, by a chain of 'it was one of those so far'.
fn exactly_one(solver: &mut Formula, lits: &[Lit]) {
    solver.add_clause_reuse(&mut lits.to_vec());
    let mut before: Option<Lit> = None;
    for &lit in lits {
        let so_far = new_lit(solver, None);
        solver.add_clause_reuse(&mut vec![!lit, so_far]);
        if let Some(before) = before {
            solver.add_clause_reuse(&mut vec![!before, so_far]);
            solver.add_clause_reuse(&mut vec![!before, !lit]);
        }
        before = Some(so_far);
    }
}
