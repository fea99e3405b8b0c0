//! Short paths for boards on which tiles may stay empty.
//!
//! Where tiles may stay empty, the shortest way to join a colour is often part of an answer. Each
//! colour takes its cheapest way in turn, at first through others if it must; a tile that several
//! colours want becomes dearer with every round, for as long as they want it, until all but one go
//! around (as wires are routed on chips, by negotiation). It proves nothing: when it does not find
//! an answer in a few rounds, it gives up.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::connect::tuning::{ROUTE_CELLS, ROUTE_ROUNDS};
use crate::connect::{Answer, Board, Edges, Tile};
use crate::{Control, Interruption};

/// What a free tile costs.
const STEP: u64 = 16;

/// An answer that leaves tiles empty, if short paths are soon found that do not meet.
pub fn solve(
    board: &Board,
    edges: &Edges,
    control: &Control,
) -> Result<Option<Answer>, Interruption> {
    if board.cell_count() > ROUTE_CELLS || !board.checkpoints().is_empty() {
        return Ok(None);
    }
    let mut routes = Routes::new(board, edges);
    for round in 0..ROUTE_ROUNDS {
        control.check()?;
        for colour in 0..board.colours().len() {
            if !routes.lay(colour, round) {
                return Ok(None);
            }
        }
        if routes.grow_dearer() {
            let paths = routes.paths;
            return Ok(Some(Answer { paths }));
        }
    }
    Ok(None)
}

struct Routes<'a> {
    board: &'a Board,
    edges: &'a Edges,
    paths: Vec<Vec<usize>>,
    /// How many paths use a tile.
    users: Vec<u64>,
    /// What was added to the cost of a tile, because several paths wanted it.
    history: Vec<u64>,
    best: Vec<u64>,
    from: Vec<usize>,
}

impl<'a> Routes<'a> {
    fn new(board: &'a Board, edges: &'a Edges) -> Self {
        let cells = board.cell_count();
        Self {
            board,
            edges,
            paths: vec![Vec::new(); board.colours().len()],
            users: vec![0; cells],
            history: vec![0; cells],
            best: vec![u64::MAX; cells],
            from: vec![usize::MAX; cells],
        }
    }

    /// Lays a colour anew along its cheapest way; false if there is none at all.
    fn lay(&mut self, colour: usize, round: u64) -> bool {
        for cell in std::mem::take(&mut self.paths[colour]) {
            self.users[cell] -= 1;
        }
        let [start, goal] = self.board.colours()[colour].terminals;
        self.best.fill(u64::MAX);
        self.best[start] = 0;
        let mut queue = BinaryHeap::from([Reverse((0, start))]);
        while let Some(Reverse((cost, at))) = queue.pop() {
            if at == goal {
                break;
            }
            if cost > self.best[at] {
                continue;
            }
            for (_, near) in self.edges.at(at) {
                if near != goal && matches!(self.board.tile(near), Tile::Terminal(_)) {
                    continue;
                }
                let wanted = self.users[near] * STEP * (round + 1);
                let cost = cost + STEP + self.history[near] + wanted;
                if cost < self.best[near] {
                    self.best[near] = cost;
                    self.from[near] = at;
                    queue.push(Reverse((cost, near)));
                }
            }
        }
        if self.best[goal] == u64::MAX {
            return false;
        }
        let mut path = vec![goal];
        while let Some(&last) = path.last()
            && last != start
        {
            path.push(self.from[last]);
        }
        path.reverse();
        for &cell in &path {
            self.users[cell] += 1;
        }
        self.paths[colour] = path;
        true
    }

    /// Makes the tiles dearer that several paths want; whether there is none.
    fn grow_dearer(&mut self) -> bool {
        let mut done = true;
        for (users, history) in self.users.iter().zip(&mut self.history) {
            if *users > 1 {
                *history += STEP * (*users - 1);
                done = false;
            }
        }
        done
    }
}
