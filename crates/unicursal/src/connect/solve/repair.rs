//! Wrong paths are repaired window by window, in turns with a SAT solver on the whole board.
//!
//! Boards whose paths touch themselves have very many answers as a rule, and yet a solver that
//! thinks of the whole board at once finds none when it is large. So a cover, which joins nearly
//! everything wrongly, is laid anew in one small window after the other, around strands with faults. A
//! window is asked to join all colours that it can join; if that is too much, any as many as before, so
//! that faults wander until they meet and vanish. Faults never become more.
//!
//! A cover that gets stuck is thrown away after a while. Only the solver can prove that there is no
//! answer, so it has its turns too, the first of them first: most boards need no more.

use super::Wish;
use super::cover::Cover;
use super::encoding::Encoding;
use super::patch::{Patch, Window};
use super::sat::Session;
use crate::connect::{Answer, Board, Edges};
use crate::puzzle::Solved;
use crate::{Control, Interruption, Progress, Rng};

/// Decisions of the solver's first turn, for each cell of the board. Later turns are as long as two, three
/// and so on.
const DECISIONS: u64 = 40;
/// Windows without progress after which the first cover is given up, for each cell of the board.
const WINDOWS: usize = 1;
/// The smallest and the largest side of a window.
const SIDES: [usize; 2] = [7, 11];
/// How often a window is asked for other colours than all.
const SECOND_THOUGHTS: usize = 2;

/// Solves a board.
pub fn solve(board: &Board, wish: &Wish, control: &Control) -> Solved<Answer> {
    let edges = Edges::new(board);
    let mut session = Session::new(Encoding::new(board, &edges, wish.seed, control));
    let mut repair = Repair::new(board, &edges, wish.seed, control);
    let cells = board.cell_count();
    let mut round = 0;
    let found = loop {
        round += 1;
        match session.next_answer_within(DECISIONS * cells as u64 * round) {
            Err(Interruption::GaveUp) => {}
            result => break result,
        }
        match repair.attempt(WINDOWS * cells * round as usize) {
            Ok(None) => {}
            result => break result,
        }
    };
    let solved = session.finish(found, wish);
    solved.with_stat("windows", repair.windows)
}

/// Repairs covers of one board.
struct Repair<'a> {
    board: &'a Board,
    edges: &'a Edges,
    control: &'a Control<'a>,
    /// The colours of terminals and checkpoints.
    colour_at: Vec<Option<usize>>,
    rng: Rng,
    /// How many windows were tried.
    windows: u64,
}

impl<'a> Repair<'a> {
    fn new(board: &'a Board, edges: &'a Edges, seed: u64, control: &'a Control<'a>) -> Self {
        let mut colour_at = vec![None; board.cell_count()];
        for (cell, colour) in board.fixed_colours() {
            colour_at[cell] = Some(colour);
        }
        Self {
            board,
            edges,
            control,
            colour_at,
            rng: Rng::from_number(seed),
            windows: 0,
        }
    }

    /// Repairs a new cover until it is an answer, or until so many windows brought nothing.
    fn attempt(&mut self, patience: usize) -> Result<Option<Answer>, Interruption> {
        let seed = self.seed();
        let Some(mut cover) = Cover::find(self.board, self.edges, seed, self.control)? else {
            return Ok(None);
        };
        let (mut fewest, mut idle) = (cover.faults(), 0);
        while fewest > 0 && idle < patience {
            if let Some(why) = self.control.interruption() {
                return Err(why);
            }
            let window = self.choose(&cover);
            self.repair(&mut cover, window);
            self.windows += 1;
            idle += 1;
            if cover.faults() < fewest {
                (fewest, idle) = (cover.faults(), 0);
            }
            self.control.report(|| Progress {
                phase: "repairing",
                share: None,
                figures: vec![("windows", self.windows), ("faults", fewest as u64)],
            });
        }
        let solved = || self.edges.trace(self.board, &cover.used).answer;
        Ok((fewest == 0).then(solved))
    }

    /// A window around a strand with a fault, and around the strand with the other end of one of its
    /// colours, if that is near.
    fn choose(&mut self, cover: &Cover) -> Window {
        let faulty = cover.strands.iter().filter(|strand| strand.faults > 0);
        let faulty: Vec<_> = faulty.collect();
        let strand = faulty[self.rng.below(faulty.len())];
        let side = SIDES[0] + self.rng.below(SIDES[1] - SIDES[0] + 1);
        let one = strand.cells[self.rng.below(strand.cells.len())];
        let mut centre = self.board.position(one);
        if let Some(ends) = strand.ends
            && self.rng.chance(3, 4)
        {
            let colour = ends[self.rng.below(2)];
            let ends = self.board.colours()[colour].terminals;
            let others = ends.map(|end| cover.strand_of[end]);
            let here = cover.strand_of[one];
            let there = others.into_iter().find(|&other| other != here);
            let there = &cover.strands[there.unwrap_or(here)];
            let (from, to) = self.nearest(&strand.cells, &there.cells);
            let near = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)) < side;
            if near && !std::ptr::eq(strand, there) {
                centre = (usize::midpoint(from.0, to.0), usize::midpoint(from.1, to.1));
            }
        }
        let mut start = |middle: usize, length: usize| {
            let shift = self.rng.below(side / 2 + 1);
            let start = (middle + shift).saturating_sub(3 * side / 4);
            start.min(length.saturating_sub(side))
        };
        Window {
            left: start(centre.0, self.board.width()),
            top: start(centre.1, self.board.height()),
            side,
        }
    }

    /// The positions of two cells, one of each strand, that are as near to each other as any.
    fn nearest(&mut self, one: &[usize], two: &[usize]) -> ((usize, usize), (usize, usize)) {
        let mut best = (self.board.position(one[0]), self.board.position(two[0]));
        let mut least = usize::MAX;
        for &from in one {
            let from = self.board.position(from);
            for &to in two {
                let to = self.board.position(to);
                let far = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1));
                // Among equals any may win, so that windows differ.
                if far < least || (far == least && self.rng.chance(1, 3)) {
                    (least, best) = (far, (from, to));
                }
            }
        }
        best
    }

    /// Lays a window anew if that leaves no more faults than before.
    fn repair(&mut self, cover: &mut Cover, window: Window) {
        let patch = Patch::new(self.board, self.edges, &self.colour_at, cover, window);
        let wrong = patch.colours.len() - patch.right;
        let mut wishes = Vec::new();
        if wrong > 0 {
            wishes.push(patch.colours.clone());
            for _ in 0..SECOND_THOUGHTS {
                let mut wish = patch.colours.clone();
                self.rng.shuffle(&mut wish);
                wish.truncate(patch.right + self.rng.below(wrong));
                wishes.push(wish);
            }
        }
        wishes.push(patch.colours[..patch.right].to_vec());
        for wish in wishes {
            let seed = self.seed();
            let Some(laid) = patch.lay(&wish, seed, self.control) else {
                continue;
            };
            let mut used = cover.used.clone();
            for (edge, is_used) in laid {
                used[edge] = is_used;
            }
            let laid = Cover::new(self.board, self.edges, used);
            if laid.faults() <= cover.faults() {
                *cover = laid;
            }
            return;
        }
    }

    /// A seed for the solver, never 0, which it would take for no seed.
    fn seed(&mut self) -> u64 {
        1 + (self.rng.next_u64() >> 32)
    }
}
