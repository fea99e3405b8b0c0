//! Backtracking with two looks ahead after each slide.
//!
//! - *Dead ends*: an unvisited cell with one way in can only be where the walk ends. Two of them,
//!   or one without any way in, and the walk cannot be completed.
//! - *Connection*: what is left must be connected. A cell that is entered can cut the rest in two
//!   only if its free neighbours do not touch each other around it, which eight bits tell; only
//!   then a flood fill decides.
//!
//! Both only ever refuse walks that no continuation can complete, so that "no answer" is said after
//! all walks are refused or tried. Memory is up to about 48 bytes for each cell; a slide costs its
//! length, or the size of the rest where the fill is needed.

use crate::coil::solve::{refuse_memory, sketch};
use crate::coil::{Answer, Board};
use crate::flood::Flood;
use serde::Serialize;

use crate::{Control, Dir, Interruption, Progress};
use crate::{Figures, Outcome, Solved};

/// The state of a cell, its place among the starts and in a fill, and its share of the slides of
/// the longest walk.
const BYTES_PER_CELL: usize = 48;

/// How much work is done between two looks at the control.
const WORK_PER_LOOK: u64 = 1 << 16;

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// Cells from which walks were begun.
    pub starts: u64,
    /// Slides tried.
    pub slides: u64,
    /// Slides taken back because they left too many dead ends.
    pub refused_dead_ends: u64,
    /// Slides taken back because they cut the board in two.
    pub refused_cut: u64,
    /// Flood fills.
    pub fills: u64,
}

/// Finds an answer, or proves that there is none.
pub fn solve(board: &Board, control: &Control) -> Solved<Answer> {
    let (outcome, effort) = solve_within(board, u64::MAX, control);
    let stats = Figures::of(&effort);
    Solved { outcome, stats }
}

/// The same, but gives up after about this many cells were walked over or filled.
pub fn solve_within(board: &Board, cells: u64, control: &Control) -> (Outcome<Answer>, Effort) {
    if board.free_count() == 0 {
        let proof = "there is no free cell to start on".to_owned();
        return (Outcome::Unsolvable { proof }, Effort::default());
    }
    if let Some(refusal) = refuse_memory(board, BYTES_PER_CELL, control) {
        return (refusal, Effort::default());
    }
    let mut search = Search::new(board);
    search.looks_left = cells.div_ceil(WORK_PER_LOOK);
    let outcome = match search.run(control) {
        Ok(Some(answer)) => Outcome::Solved(answer),
        Ok(None) => Outcome::Unsolvable {
            proof: search.proof(),
        },
        Err(why) => {
            let how_far = format!("{} of {} starts tried", search.starts, board.free_count());
            Outcome::unknown(why, how_far)
        }
    };
    let effort = Effort {
        starts: search.starts,
        slides: search.slides,
        refused_dead_ends: search.refused_dead_ends,
        refused_cut: search.refused_cut,
        fills: search.fills,
    };
    (outcome, effort)
}

/// A slide of the current walk.
struct Slide {
    dir: Dir,
    length: usize,
    /// The next direction to try after it.
    next: usize,
}

/// The state of a search: the walk, and what it leaves.
struct Search<'a> {
    board: &'a Board,
    /// Free and not visited.
    unvisited: Vec<bool>,
    /// For each cell, how many of its neighbours are unvisited.
    ways: Vec<u8>,
    /// How many unvisited cells have 0, 1, 2, 3 or 4 unvisited neighbours.
    with_ways: [usize; 5],
    left: usize,
    head: usize,
    walk: Vec<Slide>,
    flood: Flood,
    /// Since the last look at the control.
    work: u64,
    looks_left: u64,
    starts: u64,
    slides: u64,
    refused_dead_ends: u64,
    refused_cut: u64,
    fills: u64,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board) -> Self {
        let cells = board.cell_count();
        let unvisited: Vec<bool> = (0..cells).map(|cell| board.is_free(cell)).collect();
        let mut ways = vec![0; cells];
        let mut with_ways = [0; 5];
        for cell in board.free_cells() {
            for dir in Dir::ALL {
                ways[cell] += u8::from(unvisited[board.neighbour(cell, dir)]);
            }
            with_ways[usize::from(ways[cell])] += 1;
        }
        Self {
            board,
            unvisited,
            ways,
            with_ways,
            left: board.free_count(),
            head: 0,
            walk: Vec::new(),
            flood: Flood::new(cells),
            work: 0,
            looks_left: u64::MAX,
            starts: 0,
            slides: 0,
            refused_dead_ends: 0,
            refused_cut: 0,
            fills: 0,
        }
    }

    /// Tries all starts.
    fn run(&mut self, control: &Control) -> Result<Option<Answer>, Interruption> {
        let board = self.board;
        // Dead ends are the start or the end, so one of them is the best guess.
        let mut starts: Vec<usize> = board.free_cells().collect();
        starts.sort_by_key(|&cell| self.ways[cell] > 1);
        let connected = self.is_connected(starts[0]);
        if !connected {
            self.refused_cut += 1;
            return Ok(None);
        }
        for start in starts {
            self.look(control)?;
            self.head = start;
            self.enter(start);
            // Even the start alone may cut the board or leave two dead ends.
            let cuts = self.may_cut(start);
            if self.is_hopeful(cuts) && self.try_start(control)? {
                let start = board.position(start);
                let slides = self.walk.iter().map(|slide| slide.dir).collect();
                return Ok(Some(Answer { start, slides }));
            }
            self.leave(start);
            self.starts += 1;
        }
        Ok(None)
    }

    /// Tries all walks from the head; true when the board is done. Leaves no walk behind otherwise.
    fn try_start(&mut self, control: &Control) -> Result<bool, Interruption> {
        let mut next_from_start = 0;
        while self.left > 0 {
            let last = self.walk.last_mut();
            let next = last.map_or(&mut next_from_start, |slide| &mut slide.next);
            if *next < 4 {
                let dir = Dir::from_index(*next);
                *next += 1;
                let (length, cuts) = self.slide(dir);
                if length == 0 {
                    continue;
                }
                self.look(control)?;
                self.slides += 1;
                let next = if self.is_hopeful(cuts) { 0 } else { 4 };
                self.walk.push(Slide { dir, length, next });
            } else if let Some(slide) = self.walk.pop() {
                for _ in 0..slide.length {
                    self.leave(self.head);
                    self.head = self.board.neighbour(self.head, slide.dir.opposite());
                }
            } else {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Slides until blocked; says how far, and whether a cell on the way may have cut the rest.
    fn slide(&mut self, dir: Dir) -> (usize, bool) {
        let (mut length, mut cuts) = (0, false);
        let mut next = self.board.neighbour(self.head, dir);
        while self.unvisited[next] {
            self.enter(next);
            cuts |= self.may_cut(next);
            self.head = next;
            length += 1;
            next = self.board.neighbour(next, dir);
        }
        self.work += length as u64;
        (length, cuts)
    }

    fn enter(&mut self, cell: usize) {
        self.unvisited[cell] = false;
        self.left -= 1;
        self.with_ways[usize::from(self.ways[cell])] -= 1;
        for dir in Dir::ALL {
            let near = self.board.neighbour(cell, dir);
            if self.unvisited[near] {
                self.with_ways[usize::from(self.ways[near])] -= 1;
                self.ways[near] -= 1;
                self.with_ways[usize::from(self.ways[near])] += 1;
            }
        }
    }

    /// The inverse of `enter`, for the cell entered last.
    fn leave(&mut self, cell: usize) {
        for dir in Dir::ALL {
            let near = self.board.neighbour(cell, dir);
            if self.unvisited[near] {
                self.with_ways[usize::from(self.ways[near])] -= 1;
                self.ways[near] += 1;
                self.with_ways[usize::from(self.ways[near])] += 1;
            }
        }
        self.unvisited[cell] = true;
        self.left += 1;
        self.with_ways[usize::from(self.ways[cell])] += 1;
    }

    /// Whether the unvisited neighbours of a cell fall apart when one only walks around the cell.
    fn may_cut(&self, cell: usize) -> bool {
        // The eight cells around, clockwise, beginning above: even places touch the cell.
        let stride = self.board.stride();
        let around = [
            cell - stride,
            cell - stride + 1,
            cell + 1,
            cell + stride + 1,
            cell + stride,
            cell + stride - 1,
            cell - 1,
            cell - stride - 1,
        ]
        .map(|near| self.unvisited[near]);
        let touching = (0..4).filter(|&side| around[2 * side]).count();
        // A corner joins the two sides beside it when all three are unvisited.
        let joined = (0..4)
            .filter(|&side| around[2 * side] && around[2 * side + 1] && around[(2 * side + 2) % 8]);
        touching > 1 && touching > joined.count() + 1
    }

    /// Whether nothing shows yet that the walk cannot be completed.
    fn is_hopeful(&mut self, cuts: bool) -> bool {
        if self.left == 0 {
            return true;
        }
        // Cells beside the head have one more way in: from the head.
        let (mut lost, mut dead) = (self.with_ways[0], self.with_ways[0] + self.with_ways[1]);
        let mut beside = None;
        for dir in Dir::ALL {
            let near = self.board.neighbour(self.head, dir);
            if self.unvisited[near] {
                beside = Some(near);
                lost -= usize::from(self.ways[near] == 0);
                dead -= usize::from(self.ways[near] == 1);
            }
        }
        let Some(beside) = beside else {
            return false;
        };
        if lost > 0 || dead > 1 {
            self.refused_dead_ends += 1;
            return false;
        }
        if cuts && !self.is_connected(beside) {
            self.refused_cut += 1;
            return false;
        }
        true
    }

    /// Whether all unvisited cells can be reached from this one.
    fn is_connected(&mut self, from: usize) -> bool {
        self.fills += 1;
        let (board, unvisited) = (self.board, &self.unvisited);
        self.flood.clear();
        let reached = self.flood.fill(from, |cell| {
            let near = Dir::ALL
                .into_iter()
                .map(move |dir| board.neighbour(cell, dir));
            near.filter(|&near| unvisited[near])
        });
        self.work += reached as u64;
        reached == self.left
    }

    /// Looks at the control after a fair amount of work.
    fn look(&mut self, control: &Control) -> Result<(), Interruption> {
        self.work += 1;
        if self.work < WORK_PER_LOOK {
            return Ok(());
        }
        self.work = 0;
        control.report(|| Progress {
            phase: "searching",
            share: Some(self.starts as f64 / self.board.free_count() as f64),
            figures: vec![("starts", self.starts), ("slides", self.slides)],
        });
        control.sketch_whole(|| sketch::of_open(self.board, |cell| self.unvisited[cell]));
        if let Some(why) = control.interruption() {
            return Err(why);
        }
        self.looks_left -= 1;
        if self.looks_left == 0 {
            return Err(Interruption::GaveUp);
        }
        Ok(())
    }

    fn proof(&self) -> String {
        if self.starts == 0 {
            return "the free cells are not connected".to_owned();
        }
        format!(
            "exhausted search: {} starts, {} slides, {} walks refused for dead ends, {} for a cut",
            self.starts, self.slides, self.refused_dead_ends, self.refused_cut
        )
    }
}
