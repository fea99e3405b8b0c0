//! The thin path from which a level grows: it reaches every part of the board, its two ends lie
//! where they should, and it leaves room on both sides.
//!
//! A lattice of columns and rows, at least two cells apart, is laid over the board, and the path
//! visits each of its nodes once. Between two neighbouring nodes that the path does not join there
//! is a wall beside each of them; so every turn has a wall for a stopper, whatever the order.
//!
//! The lattice path is the way round a random spanning tree of 2x2 blocks of nodes, a closed loop.
//! Opened anywhere it has its ends side by side. To move an end away, join it to a neighbouring
//! node in the middle of the path and cut the path there: the piece behind turns round and the
//! node after the cut is the new end. Everything is linear in the number of nodes but for these
//! turns, of which there are few.

use crate::{Dir, Rng};

/// The first path of a level.
pub(super) struct Skeleton {
    /// The first cell, as (x, y).
    pub start: (usize, usize),
    /// The steps from there.
    pub steps: Vec<Dir>,
}

/// A path over a lattice with lines about `pitch` cells apart whose ends are about `distance`
/// apart. Boards that are too narrow for two lines get a straight run.
pub(super) fn skeleton(
    width: usize,
    height: usize,
    pitch: usize,
    distance: usize,
    rng: &mut Rng,
) -> Skeleton {
    if width < 4 || height < 4 {
        return straight_run(width, height, rng);
    }
    let lattice = Lattice {
        columns: lines(width, pitch, rng),
        rows: lines(height, pitch, rng),
    };
    let mut order = lattice.closed_loop(rng);
    let turn = rng.below(order.len());
    order.rotate_left(turn);
    let ends = |order: &[usize]| (lattice.cell(order[0]), lattice.cell(order[order.len() - 1]));
    let gap = {
        let (start, end) = ends(&order);
        apart(start, end)
    };
    if distance > gap {
        lattice.part_ends(&mut order, distance, rng);
    }
    let (start, end) = ends(&order);
    let mut steps = Vec::new();
    for pair in order.windows(2) {
        walk(lattice.cell(pair[0]), lattice.cell(pair[1]), &mut steps);
    }
    if distance < gap {
        // The ends are neighbours on a lattice line: the last cells close in on the first.
        let mut closing = Vec::new();
        walk(end, start, &mut closing);
        steps.extend(&closing[..gap - distance]);
    }
    Skeleton { start, steps }
}

/// A straight run along the longer side, as long as the board where nothing else fits beside it.
fn straight_run(width: usize, height: usize, rng: &mut Rng) -> Skeleton {
    let long = width.max(height);
    let length = if width.min(height) == 1 || long > 6 {
        long
    } else {
        long - rng.below(long - 1)
    };
    let (from, line) = (rng.below(long - length + 1), rng.below(width.min(height)));
    let (start, dir) = if width > height || (width == height && rng.chance(1, 2)) {
        ((from, line), Dir::Right)
    } else {
        ((line, from), Dir::Down)
    };
    Skeleton {
        start,
        steps: vec![dir; length - 1],
    }
}

/// The places of an even number of lattice lines across `size` cells, at least two cells apart.
fn lines(size: usize, pitch: usize, rng: &mut Rng) -> Vec<usize> {
    let count = (size / pitch / 2 * 2).max(2);
    (0..count)
        .map(|i| {
            let (low, high) = (i * size / count, (i + 1) * size / count);
            low + rng.below(high - 1 - low)
        })
        .collect()
}

/// The steps from one cell to another in the same row or column.
fn walk(from: (usize, usize), to: (usize, usize), steps: &mut Vec<Dir>) {
    let dir = if from.0 < to.0 {
        Dir::Right
    } else if from.0 > to.0 {
        Dir::Left
    } else if from.1 < to.1 {
        Dir::Down
    } else {
        Dir::Up
    };
    steps.extend(std::iter::repeat_n(dir, apart(from, to)));
}

/// How many steps two cells are apart.
fn apart(a: (usize, usize), b: (usize, usize)) -> usize {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}

struct Lattice {
    columns: Vec<usize>,
    rows: Vec<usize>,
}

impl Lattice {
    /// The cell of a node.
    fn cell(&self, node: usize) -> (usize, usize) {
        let across = self.columns.len();
        (self.columns[node % across], self.rows[node / across])
    }

    /// The neighbour of a node.
    fn neighbour(&self, node: usize, dir: Dir) -> Option<usize> {
        let across = self.columns.len();
        let (x, y) = (node % across, node / across);
        match dir {
            Dir::Right => (x + 1 < across).then(|| node + 1),
            Dir::Down => (y + 1 < self.rows.len()).then(|| node + across),
            Dir::Left => (x > 0).then(|| node - 1),
            Dir::Up => (y > 0).then(|| node - across),
        }
    }

    /// A random spanning tree over the 2x2 blocks of nodes: per block, one bit per direction.
    fn tree(&self, rng: &mut Rng) -> Vec<u8> {
        let (across, down) = (self.columns.len() / 2, self.rows.len() / 2);
        let mut links = vec![0_u8; across * down];
        let mut reached = vec![false; across * down];
        let first = rng.below(across * down);
        reached[first] = true;
        let mut frontier = vec![(first, Dir::Right), (first, Dir::Down)];
        frontier.extend([(first, Dir::Left), (first, Dir::Up)]);
        while !frontier.is_empty() {
            let (block, dir) = frontier.swap_remove(rng.below(frontier.len()));
            let (x, y) = (block % across, block / across);
            let other = match dir {
                Dir::Right if x + 1 < across => block + 1,
                Dir::Down if y + 1 < down => block + across,
                Dir::Left if x > 0 => block - 1,
                Dir::Up if y > 0 => block - across,
                _ => continue,
            };
            if !reached[other] {
                reached[other] = true;
                links[block] |= 1 << dir.index();
                links[other] |= 1 << dir.opposite().index();
                frontier.extend(Dir::ALL.map(|dir| (other, dir)));
            }
        }
        links
    }

    /// The way round a random spanning tree, a closed loop through all nodes.
    fn closed_loop(&self, rng: &mut Rng) -> Vec<usize> {
        let links = self.tree(rng);
        let across = self.columns.len();
        // A node has two outer sides, one across and one up or down. Through a linked side the
        // loop leaves the block; along the other sides it goes to the neighbour in the block.
        let next = |node: usize, from: usize| {
            let (x, y) = (node % across, node / across);
            let block = y / 2 * (across / 2) + x / 2;
            let sideways = Dir::from_index(if x % 2 == 1 { 0 } else { 2 });
            let upright = Dir::from_index(if y % 2 == 1 { 1 } else { 3 });
            let linked = |dir: Dir| links[block] >> dir.index() & 1 == 1;
            let one = if linked(sideways) {
                self.neighbour(node, sideways)
            } else {
                self.neighbour(node, upright.opposite())
            };
            let two = if linked(upright) {
                self.neighbour(node, upright)
            } else {
                self.neighbour(node, sideways.opposite())
            };
            let (one, two) = (one.unwrap_or(node), two.unwrap_or(node));
            if one == from { two } else { one }
        };
        let mut order = vec![0];
        let (mut from, mut node) = (usize::MAX, 0);
        loop {
            (from, node) = (node, next(node, from));
            if node == 0 {
                return order;
            }
            order.push(node);
        }
    }

    /// Moves the last node about until the ends of the path are about `distance` cells apart.
    fn part_ends(&self, order: &mut [usize], distance: usize, rng: &mut Rng) {
        let start = self.cell(order[0]);
        let miss = |node: usize| apart(start, self.cell(node)).abs_diff(distance);
        let mut place = vec![0; order.len()];
        for (i, &node) in order.iter().enumerate() {
            place[node] = i;
        }
        let last = order.len() - 1;
        let pitch = 1 + (self.columns[1] - self.columns[0]).max(self.rows[1] - self.rows[0]);
        // A walk towards the right distance that now and then steps at random, so that it cannot
        // be caught.
        let patience = 8 * (self.columns.len() + self.rows.len());
        for _ in 0..patience {
            if miss(order[last]) < pitch {
                break;
            }
            let mut options: Vec<usize> = Dir::ALL
                .into_iter()
                .filter_map(|dir| self.neighbour(order[last], dir))
                .map(|node| place[node] + 1)
                .filter(|&cut| cut < last)
                .collect();
            rng.shuffle(&mut options);
            if rng.chance(3, 4) {
                options.sort_by_key(|&cut| miss(order[cut]));
            }
            let Some(&cut) = options.first() else { break };
            order[cut..].reverse();
            for (i, &node) in order.iter().enumerate().skip(cut) {
                place[node] = i;
            }
        }
    }
}
