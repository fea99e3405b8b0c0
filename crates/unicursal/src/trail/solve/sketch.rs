//! A sketch of a path: it meets all numbers in their order, but does not visit all cells.
//!
//! Each number is joined with the next by a short way. A way that finds no room pushes others
//! aside, which then look for a new one; places where that happens become more expensive. So after
//! a while there is one path through all numbers, which leaves most cells out and can be
//! [stretched](super::stretch). As a beginning for the [SAT solver](super::sat), it takes in two
//! cells at a time beside one of its steps; the rest is left to the solver.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::hamilton::cover::Cover;
use crate::trail::Board;
use crate::{Control, Dir, Interruption, Rng};

/// Ways that are laid for each leg, on average, before it is given up.
const WAYS_PER_LEG: usize = 60;
/// What a step costs, or one more.
const STEP: u32 = 8;
/// What it costs to push another way aside.
const PUSH: u32 = 8 * STEP;
/// How much more expensive that makes a cell.
const DEARER: u32 = 8 * STEP;

/// The owner of a cell that no way uses.
const NOBODY: u32 = u32::MAX;
/// The owner of a cell with a number.
const NUMBER: u32 = u32::MAX - 1;

/// The links of a path through all numbers in their order that visits most cells; `None` if no way
/// was found for all legs.
pub fn sketch(
    board: &Board,
    rng: &mut Rng,
    control: &Control,
) -> Result<Option<Cover>, Interruption> {
    let cover = route(board, rng, control)?;
    Ok(cover.map(|mut cover| {
        fill(board, &mut cover, rng);
        cover
    }))
}

/// The links of a short path through all numbers in their order; `None` if no way was found for all
/// legs.
pub fn route(
    board: &Board,
    rng: &mut Rng,
    control: &Control,
) -> Result<Option<Cover>, Interruption> {
    let mut routes = Routes::new(board, rng);
    if !routes.lay_all(control)? {
        return Ok(None);
    }
    let mut cover = Cover::new(board.stride(), board.cell_count());
    for pair in routes.ways.iter().flat_map(|way| way.windows(2)) {
        let to = |dir: &Dir| board.neighbour(pair[0], *dir) == pair[1];
        if let Some(dir) = Dir::ALL.into_iter().find(to) {
            cover.toggle(pair[0], dir);
        }
    }
    Ok(Some(cover))
}

struct Routes<'a> {
    board: &'a Board,
    /// The cells of the way from each number to the next.
    ways: Vec<Vec<usize>>,
    owner: Vec<u32>,
    /// What each cell costs.
    price: Vec<u32>,
    /// The search: the cost of each cell from its start, and the cell before it.
    cost: Vec<u32>,
    came: Vec<usize>,
}

impl<'a> Routes<'a> {
    fn new(board: &'a Board, rng: &mut Rng) -> Self {
        let cells = board.cell_count();
        let mut owner = vec![NOBODY; cells];
        for &cell in board.numbered() {
            owner[cell] = NUMBER;
        }
        Self {
            board,
            ways: vec![Vec::new(); board.numbered().len() - 1],
            owner,
            // The choice between ways of the same length is random, so that another attempt finds
            // others.
            price: (0..cells).map(|_| STEP + rng.below(2) as u32).collect(),
            cost: vec![u32::MAX; cells],
            came: vec![0; cells],
        }
    }

    /// Lays all ways; false if that takes too long, or a number cannot be reached.
    fn lay_all(&mut self, control: &Control) -> Result<bool, Interruption> {
        let mut waiting: VecDeque<usize> = (0..self.ways.len()).collect();
        let mut left = self.ways.len() * WAYS_PER_LEG;
        while let Some(leg) = waiting.pop_front() {
            control.check()?;
            if left == 0 {
                return Ok(false);
            }
            left -= 1;
            let Some(way) = self.find(leg) else {
                return Ok(false);
            };
            for &cell in &way[1..way.len() - 1] {
                if self.owner[cell] != NOBODY {
                    let other = self.owner[cell] as usize;
                    self.price[cell] += DEARER;
                    self.take_up(other);
                    waiting.push_back(other);
                }
            }
            for &cell in &way[1..way.len() - 1] {
                self.owner[cell] = leg as u32;
            }
            self.ways[leg] = way;
        }
        Ok(true)
    }

    fn take_up(&mut self, leg: usize) {
        let way = std::mem::take(&mut self.ways[leg]);
        for &cell in &way[1..way.len() - 1] {
            self.owner[cell] = NOBODY;
        }
    }

    /// The cheapest way of a leg.
    fn find(&mut self, leg: usize) -> Option<Vec<usize>> {
        let board = self.board;
        let (from, to) = (board.numbered()[leg], board.numbered()[leg + 1]);
        self.cost.fill(u32::MAX);
        self.cost[from] = 0;
        let mut heap = BinaryHeap::from([Reverse((0_u32, from))]);
        while let Some(Reverse((cost, cell))) = heap.pop() {
            if cell == to {
                break;
            }
            if cost > self.cost[cell] {
                continue;
            }
            for near in board.neighbours(cell) {
                let push = match self.owner[near] {
                    NUMBER if near != to => continue,
                    NUMBER | NOBODY => 0,
                    _ => PUSH,
                };
                let next = cost + self.price[near] + push;
                if next < self.cost[near] {
                    self.cost[near] = next;
                    self.came[near] = cell;
                    heap.push(Reverse((next, near)));
                }
            }
        }
        if self.cost[to] == u32::MAX {
            return None;
        }
        let mut way = vec![to];
        let mut at = to;
        while at != from {
            at = self.came[at];
            way.push(at);
        }
        way.reverse();
        Some(way)
    }
}

/// Takes in two cells beside a step, wherever there are such.
fn fill(board: &Board, cover: &mut Cover, rng: &mut Rng) {
    let dirs = |cell| cover.dirs(cell).map(move |dir| (cell, dir));
    let mut edges: VecDeque<(usize, Dir)> = board.free_cells().flat_map(dirs).collect();
    while let Some((cell, dir)) = edges.pop_front() {
        if !cover.has(cell, dir) {
            continue;
        }
        let near = board.neighbour(cell, dir);
        let first = if rng.chance(1, 2) {
            dir.clockwise()
        } else {
            dir.counter_clockwise()
        };
        for side in [first, first.opposite()] {
            let [one, two] = [cell, near].map(|cell| board.neighbour(cell, side));
            let opens = board.opens(cell, side) && board.opens(near, side) && board.opens(one, dir);
            if opens
                && cover.degree(one) == 0
                && cover.degree(two) == 0
                && !is_number(board, one, two)
            {
                cover.toggle(cell, dir);
                cover.toggle(cell, side);
                cover.toggle(one, dir);
                cover.toggle(near, side);
                edges.extend([(cell, side), (one, dir), (near, side)]);
                break;
            }
        }
    }
}

/// Whether one of two cells has a number: cells with numbers are on the path already, unless there
/// is only one number.
fn is_number(board: &Board, one: usize, two: usize) -> bool {
    board.number(one).is_some() || board.number(two).is_some()
}
