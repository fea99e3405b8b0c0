//! Answers with few straight pieces, for a game that counts them.
//!
//! Each path has one piece more than corners, so a limit on the pieces of all paths is a limit on all
//! corners. It is written as clauses: a literal for each cell where a path may turn, and a counter that
//! carries the number of corners from cell to cell up to the limit. All of it follows from the edges, so
//! the solver decides none of it. The counter has corners times limit literals.

use batsat::{Callbacks, Lit, SolverInterface, lbool};

use super::encoding::Encoding;
use crate::Dir;
use crate::connect::Tile;

/// Permits at most this many corners.
pub fn limit_corners<C: Callbacks>(encoding: &mut Encoding<C>, most: usize) {
    let corners = add_corners(encoding);
    // `count[j]`: more than j of the corners so far.
    let mut count: Vec<Lit> = Vec::new();
    for corner in corners {
        if let Some(&full) = count.get(most.wrapping_sub(1)).filter(|_| most > 0) {
            encoding.add([!corner, !full]);
        } else if most == 0 {
            encoding.add([!corner]);
            continue;
        }
        let longer = (count.len() + 1).min(most);
        let next: Vec<Lit> = (0..longer).map(|_| follower(encoding)).collect();
        encoding.add([!corner, next[0]]);
        for (index, &before) in count.iter().enumerate() {
            encoding.add([!before, next[index]]);
            if let Some(&more) = next.get(index + 1) {
                encoding.add([!corner, !before, more]);
            }
        }
        count = next;
    }
}

/// A literal for each cell where a path may turn, true where it does.
fn add_corners<C: Callbacks>(encoding: &mut Encoding<C>) -> Vec<Lit> {
    let mut corners = Vec::new();
    for cell in 0..encoding.board.cell_count() {
        let around = encoding.edges.around[cell];
        if encoding.board.tile(cell) != Tile::Empty {
            continue;
        }
        let corner = follower(encoding);
        corners.push(corner);
        for dir in Dir::ALL {
            let sides = [around[dir.index()], around[dir.clockwise().index()]];
            if let [Some(one), Some(two)] = sides {
                encoding.add([!encoding.used[one], !encoding.used[two], corner]);
            }
        }
    }
    corners
}

/// A literal that the solver does not decide.
fn follower<C: Callbacks>(encoding: &mut Encoding<C>) -> Lit {
    Lit::new(encoding.solver.new_var(lbool::UNDEF, false), true)
}
