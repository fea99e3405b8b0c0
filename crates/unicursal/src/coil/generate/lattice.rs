//! A first path along the lines of a lattice.
//!
//! The columns and rows of the lattice are at least two cells apart, and the path visits each node
//! once. Between two neighbouring nodes that the path does not join there is a wall beside each of
//! them; so every turn has a wall as its stopper, whatever the order.
//!
//! The path is the way round a random spanning tree of 2x2 blocks of nodes, a closed loop. Wherever
//! it is opened, its ends are side by side. To move an end away, join it to a neighbouring node in
//! the middle of the path and cut the path there: the piece after that is reversed, and the node
//! after the cut is the new end. Everything is linear in the number of nodes except these
//! reversals, of which there are few.

use super::skeleton::Skeleton;
use crate::grid::inner_neighbour;
use crate::{Dir, Rng};

/// A path over a lattice with lines about `pitch` cells apart whose ends are about `distance`
/// apart, with walls around chambers of `chamber` times `chamber` blocks. The sides are at least 4.
pub(super) fn path(
    (width, height): (usize, usize),
    pitch: usize,
    chamber: Option<usize>,
    distance: usize,
    rng: &mut Rng,
) -> Skeleton {
    let lattice = Lattice {
        columns: lines(width, pitch, rng),
        rows: lines(height, pitch, rng),
    };
    let mut order = lattice.closed_loop(chamber, rng);
    let turn = rng.below(order.len());
    order.rotate_left(turn);
    let ends = |order: &[usize]| (lattice.cell(order[0]), lattice.cell(order[order.len() - 1]));
    let gap = {
        let (start, end) = ends(&order);
        apart(start, end)
    };
    // Chambers keep the loop, which has one way in and out of each.
    if distance > gap && chamber.is_none() {
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
    } else {
        shorten(&mut steps, start, end, distance);
    }
    let walls = |lines: &[usize]| {
        let every = chamber.map_or(usize::MAX, |chamber| 2 * chamber);
        let last = (1..lines.len()).filter(|i| i % every == 0).map(|i| i - 1);
        last.map(|i| lines[i] + 1).collect()
    };
    Skeleton {
        start,
        steps,
        wall_columns: walls(&lattice.columns),
        wall_rows: walls(&lattice.rows),
    }
}

/// A path over all nodes of a lattice that ends at the one farthest up and to the right.
pub(super) fn path_to_corner(
    (width, height): (usize, usize),
    pitch: usize,
    rng: &mut Rng,
) -> Skeleton {
    let lattice = Lattice {
        columns: lines(width, pitch, rng),
        rows: lines(height, pitch, rng),
    };
    let mut order = lattice.closed_loop(None, rng);
    let corner = lattice.columns.len() - 1;
    let place = order.iter().position(|&node| node == corner).unwrap_or(0);
    order.rotate_left(place + 1);
    let mut steps = Vec::new();
    for pair in order.windows(2) {
        walk(lattice.cell(pair[0]), lattice.cell(pair[1]), &mut steps);
    }
    Skeleton {
        start: lattice.cell(order[0]),
        steps,
        wall_columns: Vec::new(),
        wall_rows: Vec::new(),
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

/// Removes up to a dozen steps from the end of a path if that brings the distance of its ends
/// nearer to `distance`.
fn shorten(steps: &mut Vec<Dir>, start: (usize, usize), end: (usize, usize), distance: usize) {
    let (mut x, mut y) = end;
    let mut best = (apart(start, end).abs_diff(distance), 0);
    for (taken, dir) in steps.iter().rev().take(12).enumerate() {
        let (dx, dy) = dir.opposite().delta();
        (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        best = best.min((apart(start, (x, y)).abs_diff(distance), taken + 1));
    }
    steps.truncate(steps.len().saturating_sub(best.1).max(1));
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

    /// A random spanning tree over the 2x2 blocks of nodes: per block, one bit per direction. With
    /// chambers, it crosses from one to another only where a tree of chambers does, once.
    fn tree(&self, chamber: Option<usize>, rng: &mut Rng) -> Vec<u8> {
        let (across, down) = (self.columns.len() / 2, self.rows.len() / 2);
        let mut links = vec![0_u8; across * down];
        let Some(chamber) = chamber else {
            for (block, dir) in spanning_tree(across, down, rng) {
                link(&mut links, across, block, dir);
            }
            return links;
        };
        let (many, deep) = (across.div_ceil(chamber), down.div_ceil(chamber));
        for room in 0..many * deep {
            let (left, top) = (room % many * chamber, room / many * chamber);
            let (w, h) = (chamber.min(across - left), chamber.min(down - top));
            for (block, dir) in spanning_tree(w, h, rng) {
                let block = (top + block / w) * across + left + block % w;
                link(&mut links, across, block, dir);
            }
        }
        for (room, dir) in spanning_tree(many, deep, rng) {
            let (left, top) = (room % many * chamber, room / many * chamber);
            let (w, h) = (chamber.min(across - left), chamber.min(down - top));
            let (x, y) = match dir {
                Dir::Right => (w - 1, rng.below(h)),
                Dir::Down => (rng.below(w), h - 1),
                Dir::Left => (0, rng.below(h)),
                Dir::Up => (rng.below(w), 0),
            };
            // The room on the other side may be smaller, but then this one is as small along it.
            link(&mut links, across, (top + y) * across + left + x, dir);
        }
        links
    }

    /// The way round a random spanning tree, a closed loop through all nodes.
    fn closed_loop(&self, chamber: Option<usize>, rng: &mut Rng) -> Vec<usize> {
        let links = self.tree(chamber, rng);
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
        // get stuck.
        let patience = 8 * (self.columns.len() + self.rows.len());
        for _ in 0..patience {
            if 2 * miss(order[last]) < pitch {
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

/// Joins a block to its neighbour.
fn link(links: &mut [u8], across: usize, block: usize, dir: Dir) {
    let other = match dir {
        Dir::Right => block + 1,
        Dir::Down => block + across,
        Dir::Left => block - 1,
        Dir::Up => block - across,
    };
    links[block] |= 1 << dir.index();
    links[other] |= 1 << dir.opposite().index();
}

/// The links of a random tree over the cells of a rectangle, from its first cell outwards.
fn spanning_tree(across: usize, down: usize, rng: &mut Rng) -> Vec<(usize, Dir)> {
    let mut links = Vec::new();
    let mut reached = vec![false; across * down];
    let first = rng.below(across * down);
    reached[first] = true;
    let mut frontier: Vec<(usize, Dir)> = Dir::ALL.map(|dir| (first, dir)).into();
    while !frontier.is_empty() {
        let (cell, dir) = frontier.swap_remove(rng.below(frontier.len()));
        let Some(other) = inner_neighbour(across, down, cell, dir) else {
            continue;
        };
        if !reached[other] {
            reached[other] = true;
            links.push((cell, dir));
            frontier.extend(Dir::ALL.map(|dir| (other, dir)));
        }
    }
    links
}
