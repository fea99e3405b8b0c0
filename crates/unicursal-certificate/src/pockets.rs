//! Pockets: cells that one cell, their door, joins with all others. A path that starts elsewhere ends in each of them.
//!
//! It goes on from the door, or nothing would join the pocket and its door with the other cells; so it crosses one side
//! between the two, and cannot come back. That an odd number of sides leads out of the cells tells that an end is among
//! them, which is a premise. So two pockets that share no cell are a contradiction, and of one it is known that the end is
//! there, perhaps with too many cells of one colour.

use unicursal_kernel::{Board, Kernel, SIDES};

use crate::cover::Needs;
use crate::prover::Prover;
use crate::{Stopped, sides, words};

/// The cells of a pocket, and its door.
struct Pocket {
    door: usize,
    cells: Vec<usize>,
}

/// A pocket whose cells cannot be visited taking turns between the colours or, if there is none, the smallest pockets, two at most.
fn smallest(board: &Board, start: usize) -> Vec<Pocket> {
    const UNSEEN: usize = usize::MAX;
    let cells = board.free.len();
    // When each cell was seen first, the earliest cell beside it or those seen after it, and those cells.
    let (mut order, mut low, mut seen) = (vec![UNSEEN; cells], vec![UNSEEN; cells], vec![start]);
    (order[start], low[start]) = (0, 0);
    let mut way = vec![(start, 0)];
    let mut found: Vec<Pocket> = Vec::new();
    let value = |cell: usize| if board.is_white(cell) { 1 } else { -1 };
    while let Some((cell, side)) = way.last_mut() {
        let (cell, side) = (*cell, {
            *side += 1;
            *side - 1
        });
        if side < SIDES.len() {
            let Some(near) = board.next(cell, side) else { continue };
            if order[near] == UNSEEN {
                (order[near], low[near]) = (seen.len(), seen.len());
                seen.push(near);
                way.push((near, 0));
            } else {
                low[cell] = low[cell].min(order[near]);
            }
            continue;
        }
        way.pop();
        let Some(&(door, _)) = way.last() else { break };
        low[door] = low[door].min(low[cell]);
        let behind = &seen[order[cell]..];
        if low[cell] < order[door] || door == start {
            continue;
        }
        // The first cell behind the door has another colour, and the others take turns.
        let balance = value(cell) * behind.iter().map(|&cell| value(cell)).sum::<i32>();
        if !(0..=1).contains(&balance) {
            return vec![Pocket { door, cells: behind.to_vec() }];
        }
        // Pockets behind pockets are found first.
        let has_smaller = found.iter().any(|smaller| behind.contains(&smaller.door));
        if !has_smaller && found.len() < 2 {
            found.push(Pocket { door, cells: behind.to_vec() });
        }
    }
    found
}

/// The sides that lead out of some cells.
fn around(board: &Board, cells: &[usize]) -> Vec<i32> {
    let is_out =
        |&(cell, side): &(usize, usize)| board.next(cell, side).is_some_and(|near| !cells.contains(&near));
    let all = cells.iter().flat_map(|&cell| sides(board, cell).map(move |side| (cell, side)));
    all.filter(is_out).filter_map(|(cell, side)| board.used(cell, side)).collect()
}

impl Prover<'_> {
    /// Tells what is known of the end of a path from a given start because of pockets.
    pub fn add_pockets(&mut self, go_on: &dyn Fn() -> bool) -> Result<(), Stopped> {
        let board = self.board;
        let Some(start) = board.ends[0].filter(|_| board.is_path() && board.count > 2) else { return Ok(()) };
        let place = |cell: usize| format!("{},{}", cell % board.width, cell / board.width);
        let places =
            |cells: &[usize]| cells.iter().map(|&cell| " ".to_owned() + &place(cell)).collect::<String>();
        let (mut ends, mut named): (Vec<i32>, Vec<String>) = (Vec::new(), Vec::new());
        for Pocket { door, cells } in smallest(board, start) {
            let behind = around(board, &cells);
            self.add_line(&behind, format!("cut {}0 {}", words(&behind), place(cells[0])));
            let both = [&cells[..], &[door]].concat();
            let before = around(board, &both);
            self.add_line(&before, format!("cut {}0 {}", words(&before), place(door)));
            // The end is here, and here on a cell of the right colour.
            let is_right = |cell: &usize| {
                board.is_white(*cell) == (board.is_white(start) != board.count.is_multiple_of(2))
            };
            let right: Vec<usize> = cells.iter().copied().filter(is_right).collect();
            let [here, exactly] = [&cells, &right].map(|cells| {
                named.push(format!("set{}", places(cells)));
                self.log.command(&named[named.len() - 1], 2) + 1
            });
            self.add_line(&[-here, exactly], format!("ends -{here} {exactly} 0"));
            for (at, &side) in behind.iter().enumerate() {
                let others = [&behind[..at], &behind[at + 1..]].concat();
                let clause = [&[-side], &others[..]].concat();
                for end in [here, -exactly] {
                    self.add_counted(&[&clause[..], &[end]].concat(), &places(&cells), &named);
                }
            }
            if ends.is_empty() {
                let mut needs = Needs::of_board(board);
                needs.last.retain(|cell| right.contains(cell));
                if let Some(deficit) = needs.deficit(go_on)? {
                    self.add_counted(&[-exactly], &places(&deficit.concat()), &named);
                }
                for &cell in self.cells.clone().iter().filter(|cell| !right.contains(cell)) {
                    let clause = [-exactly, -board.end(cell, 1)];
                    self.add_line(&clause, format!("ends {}0", words(&clause)));
                }
            }
            ends.push(here);
        }
        if let &[one, other] = &ends[..] {
            self.add_line(&[-one, -other], format!("ends -{one} -{other} 0"));
        }
        Ok(())
    }

    /// Tells that a path ends in one cell only: facts are the digits of its number, to the base of two.
    pub fn add_one_end(&mut self) {
        let board = self.board;
        let place = |cell: usize| format!(" {},{}", cell % board.width, cell / board.width);
        let mut possible: Vec<(usize, i32)> = Vec::new();
        for &cell in &self.cells.clone() {
            let end = board.end(cell, 1);
            let lit = self.lit(end);
            if self.value(lit) == 0 {
                possible.push((cell, end));
            }
        }
        for digit in 0..usize::BITS - possible.len().leading_zeros() {
            let has_digit = |number: usize| number >> digit & 1 == 1;
            let cells = (0..possible.len()).filter(|&number| has_digit(number));
            let set = cells.map(|number| place(possible[number].0)).collect::<String>();
            let fact = self.log.command(&format!("set{set}"), 2) + 1;
            for (number, &(_, end)) in possible.iter().enumerate() {
                let clause = [-end, if has_digit(number) { fact } else { -fact }];
                self.add_line(&clause, format!("ends {}0", words(&clause)));
            }
        }
    }

    /// States that one of these literals is true or the cells could not have enough neighbours, if that is so.
    fn add_counted(&mut self, clause: &[i32], places: &str, named: &[String]) {
        let line = format!("count {}0{places}", words(clause));
        let mut told = |_: &[i32], _: Option<&[u64]>| {};
        let mut kernel = Kernel::new(self.board, &mut told);
        if named.iter().chain([&line]).all(|line| kernel.step(line).is_ok()) {
            self.add_line(clause, line);
        }
    }
}
