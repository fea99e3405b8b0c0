//! A path through all numbers in their order is stretched until it visits every cell.
//!
//! The [sketch] is such a path, which leaves *holes*: cells that it does not visit. Three moves
//! change it and never the order of its numbers. Beside a step, two holes that are neighbours are
//! taken in by a detour, a *bump*. A corner of the path is turned over onto the hole inside it, so
//! that the hole moves to the other side. And a bump is given up, which makes two holes. In this
//! way holes wander, each on cells of its colour, until one meets another beside a step. Giving up
//! a bump now and then keeps the path from getting stuck.
//!
//! Each move takes a few nanoseconds and no memory. It proves nothing: if it ends without a path,
//! other ways are tried.

use super::sketch;
use crate::hamilton::cover::Cover;
use crate::trail::Board;
use crate::trail::tuning::{CELLS_PER_HOLE, LEAST_HOLES, STRETCHES, STRETCHES_PER_CELL};
use crate::{Control, Dir, Interruption, Progress, Rng};

/// Moves between two looks at the caller's limits.
const MOVES_PER_LOOK: u64 = 1 << 16;
/// Moves for each attempt to give up a bump anywhere.
const MOVES_PER_LOSS: u64 = 8;
/// Holes that find no corner to turn over, for each attempt to give up a bump beside one.
const LOSS_BESIDE: u64 = 64;
/// No place in the list of holes.
const NOWHERE: u32 = u32::MAX;

/// The cells of a path through a board with at least two numbers, in order; `None` if none was
/// found.
pub fn stretched(
    board: &Board,
    seed: u64,
    control: &Control,
) -> Result<Option<Vec<usize>>, Interruption> {
    let mut rng = Rng::from_number(seed);
    let moves = STRETCHES_PER_CELL * board.free_count() as u64;
    for _ in 0..STRETCHES {
        let Some(cover) = sketch::route(board, &mut rng, control)? else {
            continue;
        };
        let mut path = Path::new(board, cover);
        if path.stretch(moves, &mut rng, control)? {
            let steps = path.cover.walk(board.start()).map(|(_, cell)| cell);
            return Ok(Some(std::iter::once(board.start()).chain(steps).collect()));
        }
    }
    Ok(None)
}

/// A path, and the cells that it leaves out.
struct Path<'a> {
    board: &'a Board,
    cover: Cover,
    cells: Vec<usize>,
    holes: Vec<usize>,
    /// The place of each hole in that list.
    place: Vec<u32>,
}

impl<'a> Path<'a> {
    fn new(board: &'a Board, cover: Cover) -> Self {
        let mut path = Self {
            board,
            cells: board.free_cells().collect(),
            holes: Vec::new(),
            place: vec![NOWHERE; board.cell_count()],
            cover,
        };
        for cell in board.free_cells() {
            if path.cover.degree(cell) == 0 {
                path.add_hole(cell);
            }
        }
        path
    }

    fn add_hole(&mut self, cell: usize) {
        self.place[cell] = self.holes.len() as u32;
        self.holes.push(cell);
    }

    fn remove_hole(&mut self, cell: usize) {
        let place = std::mem::replace(&mut self.place[cell], NOWHERE) as usize;
        self.holes.swap_remove(place);
        if let Some(&moved) = self.holes.get(place) {
            self.place[moved] = place as u32;
        }
    }

    /// Tries this many moves; returns whether no hole is left.
    fn stretch(
        &mut self,
        moves: u64,
        rng: &mut Rng,
        control: &Control,
    ) -> Result<bool, Interruption> {
        let most_holes = (self.cells.len() / CELLS_PER_HOLE).max(LEAST_HOLES);
        for count in 0..moves {
            if self.holes.is_empty() {
                return Ok(true);
            }
            if count % MOVES_PER_LOOK == 0 {
                control.check()?;
                control.report(|| Progress {
                    phase: "stretching",
                    share: None,
                    figures: vec![("moves", count), ("holes", self.holes.len() as u64)],
                });
            }
            let dice = rng.next_u64();
            let along = Dir::from_index((dice & 3) as usize);
            let side = if dice & 4 == 0 {
                along.clockwise()
            } else {
                along.counter_clockwise()
            };
            let pick = |from: &[usize]| from[(((dice >> 32) * from.len() as u64) >> 32) as usize];
            if count % MOVES_PER_LOSS == 0 && self.holes.len() < most_holes {
                self.give_up(pick(&self.cells), along, side);
            }
            let hole = pick(&self.holes);
            if !self.board.opens(hole, along) {
                continue;
            }
            let near = self.board.neighbour(hole, along);
            if self.place[near] != NOWHERE {
                self.take_in(hole, near, along, side);
            } else if !self.turn_over(hole, near, along, side)
                && (dice >> 3).is_multiple_of(LOSS_BESIDE)
            {
                self.give_up(near, along, side);
            }
        }
        Ok(self.holes.is_empty())
    }

    /// Takes in a row of holes, `one`, `two` and on along `along`, by a detour of the steps that
    /// run beside them: two holes beside a single step, or more where those in between have no way
    /// to that side, so that the path must pass them straight. Cells of the path that are passed by
    /// become holes, two fewer than are taken in.
    fn take_in(&mut self, one: usize, two: usize, along: Dir, side: Dir) {
        let board = self.board;
        if !board.opens(one, side) {
            return;
        }
        let first = board.neighbour(one, side);
        let (mut beside, mut last) = (first, two);
        let mut length = 1;
        loop {
            if !self.cover.has(beside, along) {
                return;
            }
            beside = board.neighbour(beside, along);
            if board.opens(last, side) {
                break;
            }
            let next = board.neighbour(last, along);
            let goes_on = board.opens(last, along) && self.place[next] != NOWHERE;
            if !goes_on || board.number(beside).is_some() {
                return;
            }
            last = next;
            length += 1;
        }
        self.cover.toggle(one, side);
        self.cover.toggle(last, side);
        let (mut hole, mut cell) = (one, first);
        for step in 0..length {
            self.cover.toggle(cell, along);
            self.cover.toggle(hole, along);
            self.remove_hole(hole);
            if step > 0 {
                self.add_hole(cell);
            }
            hole = board.neighbour(hole, along);
            cell = board.neighbour(cell, along);
        }
        self.remove_hole(last);
    }

    /// Turns the corner over whose arms end at the two neighbours of a hole, `near` and the one at
    /// its side.
    fn turn_over(&mut self, hole: usize, near: usize, along: Dir, side: Dir) -> bool {
        let (board, cover) = (self.board, &mut self.cover);
        if !board.opens(hole, side) || !cover.has(near, side) {
            return false;
        }
        let other = board.neighbour(hole, side);
        let corner = board.neighbour(near, side);
        if !cover.has(other, along) || board.number(corner).is_some() {
            return false;
        }
        cover.toggle(near, side);
        cover.toggle(other, along);
        cover.toggle(hole, along);
        cover.toggle(hole, side);
        self.remove_hole(hole);
        self.add_hole(corner);
        true
    }

    /// Gives up the bump whose far step runs from a cell to its `side`, and whose ends lie in
    /// direction `along` of that.
    fn give_up(&mut self, one: usize, along: Dir, side: Dir) {
        let (board, cover) = (self.board, &mut self.cover);
        if !cover.has(one, side) || !cover.has(one, along) {
            return;
        }
        let two = board.neighbour(one, side);
        let end = board.neighbour(one, along);
        let is_bump = cover.has(two, along) && board.opens(end, side) && !cover.has(end, side);
        if !is_bump || board.number(one).is_some() || board.number(two).is_some() {
            return;
        }
        cover.toggle(one, side);
        cover.toggle(one, along);
        cover.toggle(two, along);
        cover.toggle(end, side);
        self.add_hole(one);
        self.add_hole(two);
    }
}

#[cfg(test)]
mod tests {
    use super::stretched;
    use crate::hamilton::{fast, path};
    use crate::trail::{Board, Parts, Side, Trail, text};
    use crate::{Control, Kind, Rng, SolveRequest, Verdict};

    /// Numbers, thin walls and blocked cells at random: most boards have no path, and none must be
    /// found there.
    #[test]
    fn paths_are_right_and_found_where_there_is_room() {
        let mut rng = Rng::from_text("stretched");
        let mut found = 0;
        for round in 0..120 {
            let (width, height) = (2 + rng.below(6), 2 + rng.below(6));
            let mut cells: Vec<(usize, usize)> = (0..height)
                .flat_map(|y| (0..width).map(move |x| (x, y)))
                .collect();
            let walls = cells.iter().flat_map(|&(x, y)| {
                let right = (x + 1 < width).then_some((x, y, Side::Right));
                let below = (y + 1 < height).then_some((x, y, Side::Below));
                right.into_iter().chain(below)
            });
            let walls = walls.filter(|_| rng.below(30) < round % 3).collect();
            rng.shuffle(&mut cells);
            let blocked = cells.split_off(cells.len() - round % 3);
            let count = (2 + rng.below(3)).min(cells.len());
            let board = Board::new(&Parts {
                width,
                height,
                numbers: cells[..count].to_vec(),
                blocked,
                walls,
            });
            if fast::refuted(&board).is_some() {
                continue;
            }
            let path = stretched(&board, round as u64, &Control::new());
            if let Some(cells) = path.expect("nothing interrupts it") {
                let answer = path::print(&path::steps(&board, &cells));
                let level = text::print_board(&board);
                let request = SolveRequest::default();
                let verdict = Trail::check(level.as_bytes(), &request, answer.as_bytes());
                assert_eq!(verdict, Ok(Verdict::Valid), "{level}{answer}");
                found += 1;
            }
        }
        assert!(found > 5, "{found}");
    }
}
