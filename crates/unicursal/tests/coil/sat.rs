//! A second oracle: Coil written down as clauses, straight from the rules of the game.
//!
//! Variables: the path goes from a cell to a neighbour; a cell is visited before another; a cell is
//! the first, or the last. A total order with a successor for every cell but the last and a
//! predecessor for every cell but the first is one path through all cells.

use batsat::{BasicSolver, Lit, SolverInterface, lbool};
use unicursal::Dir;
use unicursal::coil::{Board, text};
use unicursal::implement::Rng;

use crate::engine::is_solved;
use crate::random::{hard_board, how_many};

/// Cells are numbered from 0, row by row.
struct Clauses {
    solver: BasicSolver,
    /// `before[a][b]` for a < b; the other half is its negation.
    before: Vec<Vec<Lit>>,
}

impl Clauses {
    fn new(count: usize) -> Self {
        let mut solver = BasicSolver::default();
        let mut before: Vec<Vec<Lit>> = Vec::new();
        for a in 0..count {
            let row = (0..count).map(|b| match before.get(b) {
                Some(earlier) if b < a => !earlier[a],
                _ => Lit::new(solver.new_var_default(), true),
            });
            let row = row.collect();
            before.push(row);
        }
        let mut clauses = Self { solver, before };
        for a in 0..count {
            for b in a + 1..count {
                for c in b + 1..count {
                    let [ab, bc, ac] = [(a, b), (b, c), (a, c)].map(|(x, y)| clauses.before[x][y]);
                    clauses.require(&[!ab, !bc, ac]);
                    clauses.require(&[ab, bc, !ac]);
                }
            }
        }
        clauses
    }

    fn variable(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    fn require(&mut self, any_of: &[Lit]) {
        self.solver.add_clause_reuse(&mut any_of.to_vec());
    }

    fn exactly_one(&mut self, of: &[Lit]) {
        self.require(of);
        for (i, &a) in of.iter().enumerate() {
            for &b in &of[i + 1..] {
                self.require(&[!a, !b]);
            }
        }
    }
}

/// Whether a board with at least two free cells has a solution.
pub fn is_satisfiable(board: &Board) -> bool {
    let cells: Vec<usize> = board.free_cells().collect();
    let mut number = vec![None; board.cell_count()];
    for (i, &cell) in cells.iter().enumerate() {
        number[cell] = Some(i);
    }
    let next_to = |i: usize, dir: Dir| number[board.neighbour(cells[i], dir)];
    let mut clauses = Clauses::new(cells.len());

    let firsts: Vec<Lit> = cells.iter().map(|_| clauses.variable()).collect();
    let lasts: Vec<Lit> = cells.iter().map(|_| clauses.variable()).collect();
    clauses.exactly_one(&firsts);
    clauses.exactly_one(&lasts);
    // The step out of each cell in each direction.
    let steps: Vec<[Option<Lit>; 4]> = (0..cells.len())
        .map(|i| Dir::ALL.map(|dir| next_to(i, dir).map(|_| clauses.variable())))
        .collect();
    for i in 0..cells.len() {
        let out: Vec<Lit> = steps[i].into_iter().flatten().chain([lasts[i]]).collect();
        clauses.exactly_one(&out);
        let mut into = vec![firsts[i]];
        for dir in Dir::ALL {
            let Some(from) = next_to(i, dir.opposite()) else {
                continue;
            };
            let Some(step) = steps[from][dir.index()] else {
                continue;
            };
            into.push(step);
            let earlier = clauses.before[from][i];
            clauses.require(&[!step, earlier]);
            // Whoever turns here was blocked: by a wall, or by the path.
            let Some(ahead) = next_to(i, dir) else {
                continue;
            };
            let blocked = clauses.before[ahead][i];
            for turn in [dir.clockwise(), dir.counter_clockwise()] {
                if let Some(turned) = steps[i][turn.index()] {
                    clauses.require(&[!step, !turned, blocked]);
                }
            }
        }
        clauses.exactly_one(&into);
    }
    clauses.solver.solve_limited(&[]) == lbool::TRUE
}

#[test]
fn clauses_agree_with_the_engine() {
    let mut rng = Rng::from_text("clauses");
    let mut answers = [0; 2];
    let mut left = how_many(1_000);
    while left > 0 {
        let board = hard_board(&mut rng, 4, 8);
        // Proofs by resolution become long beyond that.
        if board.free_count() > 44 {
            continue;
        }
        left -= 1;
        let solved = is_solved(&board, unicursal::internals::coil::Parts::default());
        assert_eq!(
            is_satisfiable(&board),
            solved,
            "{}",
            text::print_board(&board)
        );
        answers[usize::from(solved)] += 1;
    }
    assert!(answers.iter().all(|&count| count > 4), "{answers:?}");
}
