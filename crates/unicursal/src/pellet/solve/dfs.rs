//! The plain depth-first search that the puzzle was published with, kept for comparison and to
//! measure how hard a board is.
//!
//! It tries up, down, right, left in this order, but the last direction before the others, and
//! first of all moves to a cell from which only one move leads on, because a tunnel that is passed
//! by can no longer be visited. It turns back when some cell can no longer be reached, or when the
//! same cells were visited before with the walker on the same cell. Of such *states* it remembers
//! the last ten thousand, exactly.
//!
//! A state costs a flood fill of the free cells; there is no recursion, and memory is bounded.

use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

use crate::ended::Ended;
use crate::flood::Flood;
use crate::pellet::Board;
use crate::{Control, Dir, Interruption, Progress, Sketch};
use crate::{Outcome, Solved};

/// The order in which directions are tried if no heuristic prefers one.
const ORDER: [Dir; 4] = [Dir::Up, Dir::Down, Dir::Right, Dir::Left];
/// How many states are remembered.
const REMEMBERED: usize = 10_000;
/// How many states lie between two reports.
const STATES_PER_REPORT: u64 = 1_000;
/// How many states lie between two looks at the control.
const STATES_PER_LOOK: u64 = 32;

/// Searches until a path is found or nothing is left to try.
pub fn solve(board: &Board, control: &Control) -> Solved<Vec<Dir>> {
    let mut search = Search::new(board);
    let unknown = |why, states| Outcome::unknown(why, format!("{states} states examined"));
    let outcome = match search.run(u64::MAX, control) {
        Ok(Ended::Found) => Outcome::Solved(search.path.iter().map(|step| step.dir).collect()),
        Ok(Ended::Exhausted) => Outcome::Unsolvable {
            proof: format!("exhausted: all {} states were examined", search.states),
        },
        Ok(Ended::Undecided) => unknown(Interruption::GaveUp, search.states),
        Err(why) => unknown(why, search.states),
    };
    Solved::new(outcome).with_stat("states", search.states)
}

/// The number of states that the search examines on a board; `None` if there are more than `limit`.
pub fn count_states(
    board: &Board,
    limit: u64,
    control: &Control,
) -> Result<Option<u64>, Interruption> {
    let mut search = Search::new(board);
    Ok(match search.run(limit, control)? {
        Ended::Found | Ended::Exhausted => Some(search.states),
        Ended::Undecided => None,
    })
}

/// A step of the path, and what is left to try after it.
struct Step {
    dir: Dir,
    moves: Moves,
}

/// Up to four directions, the next one last.
#[derive(Clone, Copy)]
struct Moves {
    dirs: [Dir; 4],
    count: usize,
}

impl Moves {
    const NONE: Self = Self {
        dirs: ORDER,
        count: 0,
    };

    fn pop(&mut self) -> Option<Dir> {
        self.count = self.count.checked_sub(1)?;
        Some(self.dirs[self.count])
    }
}

struct Search<'a> {
    board: &'a Board,
    at: usize,
    visited: Visited,
    path: Vec<Step>,
    memory: Memory,
    flood: Flood,
    states: u64,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board) -> Self {
        let mut visited = Visited::new(board.cell_count());
        visited.flip(board.start());
        Self {
            board,
            at: board.start(),
            visited,
            path: Vec::new(),
            memory: Memory::default(),
            flood: Flood::new(board.cell_count()),
            states: 0,
        }
    }

    /// Searches until it has examined `limit` states.
    fn run(&mut self, limit: u64, control: &Control) -> Result<Ended, Interruption> {
        let goal = self.board.free_count() - 1;
        let mut from_start = if goal == 0 {
            return Ok(Ended::Found);
        } else {
            self.moves()
        };
        loop {
            let moves = self
                .path
                .last_mut()
                .map_or(&mut from_start, |step| &mut step.moves);
            let Some(dir) = moves.pop() else {
                let Some(step) = self.path.pop() else {
                    return Ok(Ended::Exhausted);
                };
                self.visited.flip(self.at);
                self.at = self.board.neighbour(self.at, step.dir.opposite());
                continue;
            };
            if self.states == limit {
                return Ok(Ended::Undecided);
            }
            self.states += 1;
            self.at = self.board.neighbour(self.at, dir);
            self.visited.flip(self.at);
            let moves = Moves::NONE;
            self.path.push(Step { dir, moves });
            if self.states.is_multiple_of(STATES_PER_REPORT) {
                control.report(|| self.report());
                control.sketch_whole(|| {
                    Sketch::of_visited((self.board.width(), self.board.height()), |x, y| {
                        self.visited.has(self.board.cell(x, y))
                    })
                });
                control.note(|| {
                    let steps = self.path.len();
                    format!("{} states examined: {steps} of {goal} steps", self.states)
                });
            }
            if self.path.len() == goal {
                return Ok(Ended::Found);
            }
            if self.states.is_multiple_of(STATES_PER_LOOK) {
                control.check()?;
            }
            let moves = self.moves();
            if let Some(step) = self.path.last_mut() {
                step.moves = moves;
            }
        }
    }

    /// What to try from here; nothing if the search must turn back.
    fn moves(&mut self) -> Moves {
        let state = self.visited.state(self.at);
        if self.memory.knows(&state) || !self.reaches_all() {
            return Moves::NONE;
        }
        self.memory.remember(state);
        let mut order = ORDER;
        if let Some(step) = self.path.last() {
            let place = order.iter().position(|&dir| dir == step.dir);
            order[..=place.unwrap_or(0)].rotate_right(1);
        }
        let free = |cell: usize| self.board.is_free(cell) && !self.visited.has(cell);
        let ways_on = |dir: Dir| {
            let cell = self.board.neighbour(self.at, dir);
            free(cell).then(|| {
                let ways = self.board.free_neighbours(cell);
                ways.filter(|&way| free(way)).count()
            })
        };
        // The last of these is tried first: tunnels, the latest found first, then the others.
        let others = order.into_iter().rev();
        let others = others.filter(|&dir| !matches!(ways_on(dir), None | Some(1)));
        let tunnels = order.into_iter().filter(|&dir| ways_on(dir) == Some(1));
        let mut moves = Moves::NONE;
        for dir in others.chain(tunnels) {
            moves.dirs[moves.count] = dir;
            moves.count += 1;
        }
        moves
    }

    /// Whether all cells that are not visited can be reached from here.
    fn reaches_all(&mut self) -> bool {
        let (board, visited) = (self.board, &self.visited);
        self.flood.clear();
        let reached = self.flood.fill(self.at, |cell| {
            let near = board.free_neighbours(cell);
            near.filter(|&near| !visited.has(near))
        });
        reached == board.free_count() - self.path.len()
    }

    fn report(&self) -> Progress {
        Progress {
            phase: "searching",
            share: None,
            figures: vec![
                ("states examined", self.states),
                ("steps", self.path.len() as u64),
                ("cells", self.board.free_count() as u64),
            ],
        }
    }
}

/// The visited cells, a bit for each.
struct Visited(Vec<u64>);

impl Visited {
    fn new(cells: usize) -> Self {
        Self(vec![0; cells.div_ceil(64)])
    }

    fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    fn flip(&mut self, cell: usize) {
        self.0[cell / 64] ^= 1 << (cell % 64);
    }

    /// The visited cells together with where the walker is.
    fn state(&self, at: usize) -> State {
        self.0.iter().copied().chain([at as u64]).collect()
    }
}

type State = Rc<[u64]>;

/// The states that were examined last.
#[derive(Default)]
struct Memory {
    known: HashSet<State>,
    in_order: VecDeque<State>,
}

impl Memory {
    fn knows(&self, state: &State) -> bool {
        self.known.contains(state)
    }

    fn remember(&mut self, state: State) {
        if self.in_order.len() == REMEMBERED
            && let Some(oldest) = self.in_order.pop_front()
        {
            self.known.remove(&oldest);
        }
        self.known.insert(Rc::clone(&state));
        self.in_order.push_back(state);
    }
}
