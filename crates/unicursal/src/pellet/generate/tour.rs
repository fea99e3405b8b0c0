//! A random loop through all cells of a rectangle with even sides.
//!
//! Take a random spanning tree of a grid half as wide and half as high, and walk around it: every
//! node of the tree is a block of 2x2 cells, and the walk passes each of these once.

use super::{Inside, PERIOD};
use crate::grid::inner_neighbour;
use crate::hamilton::cover::Cover;
use crate::{Control, Dir, Interruption, Rng};

/// Puts the loop into an empty cover; an odd last row or column stays empty.
pub fn lay(
    cover: &mut Cover,
    inside: &Inside,
    rng: &mut Rng,
    control: &Control,
) -> Result<(), Interruption> {
    let (width, height) = (inside.width / 2, inside.height / 2);
    let tree = spanning_tree(width, height, rng, control)?;
    let joined = |x: usize, y: usize, dir: Dir| tree[y * width + x] >> dir.index() & 1 != 0;
    for y in 0..height {
        control.check()?;
        for x in 0..width {
            let [a, b, c, d] = [(0, 0), (1, 0), (0, 1), (1, 1)]
                .map(|(dx, dy)| inside.cell(2 * x + dx, 2 * y + dy));
            // Where the tree goes on, the walk goes along it; elsewhere it turns around the node.
            if joined(x, y, Dir::Right) {
                cover.toggle(b, Dir::Right);
                cover.toggle(d, Dir::Right);
            } else {
                cover.toggle(b, Dir::Down);
            }
            if joined(x, y, Dir::Down) {
                cover.toggle(c, Dir::Down);
                cover.toggle(d, Dir::Down);
            } else {
                cover.toggle(c, Dir::Right);
            }
            if !joined(x, y, Dir::Left) {
                cover.toggle(a, Dir::Down);
            }
            if !joined(x, y, Dir::Up) {
                cover.toggle(a, Dir::Right);
            }
        }
    }
    Ok(())
}

/// The directions in which each node is joined. The tree grows from one node at random places,
/// mostly where it grew last, so that corridors get long.
fn spanning_tree(
    width: usize,
    height: usize,
    rng: &mut Rng,
    control: &Control,
) -> Result<Vec<u8>, Interruption> {
    let mut tree = vec![0_u8; width * height];
    let mut seen = vec![false; width * height];
    let first = rng.below(width * height);
    seen[first] = true;
    let mut growing = vec![first];
    let mut steps = 0_usize;
    while let Some(&last) = growing.last() {
        steps += 1;
        if steps.is_multiple_of(PERIOD) {
            control.check()?;
        }
        let place = if rng.chance(1, 3) {
            rng.below(growing.len())
        } else {
            growing.len() - 1
        };
        let node = if place + 1 == growing.len() {
            last
        } else {
            growing[place]
        };
        let mut ways: Vec<(Dir, usize)> = Vec::with_capacity(4);
        for dir in Dir::ALL {
            let near = inner_neighbour(width, height, node, dir);
            ways.extend(near.filter(|&near| !seen[near]).map(|near| (dir, near)));
        }
        if ways.is_empty() {
            growing.swap_remove(place);
            continue;
        }
        let (dir, near) = ways[rng.below(ways.len())];
        tree[node] |= 1 << dir.index();
        tree[near] |= 1 << dir.opposite().index();
        seen[near] = true;
        growing.push(near);
    }
    Ok(tree)
}
