//! A shortest path, found by a breadth-first search from `E` that leaves signposts.

use crate::Dir;
use crate::maze::Board;

/// For each cell, the number of the direction towards `E`; [`NOWHERE`] if it is not known.
pub(super) struct Shortest(Vec<u8>);

const NOWHERE: u8 = 4;

impl Shortest {
    /// Sets signposts until the start has one. Needs a byte for each cell and memory for the front
    /// of the search.
    pub fn new(board: &Board) -> Self {
        let mut posts = vec![NOWHERE; board.cell_count()];
        let (mut front, mut beyond) = (vec![board.end()], Vec::new());
        while !front.is_empty() && posts[board.start()] == NOWHERE {
            for &cell in &front {
                for dir in Board::FIRST_LOOKS {
                    let near = board.neighbour(cell, dir);
                    if board.is_free(near) && near != board.end() && posts[near] == NOWHERE {
                        posts[near] = dir.opposite().index() as u8;
                        beyond.push(near);
                    }
                }
            }
            front.clear();
            std::mem::swap(&mut front, &mut beyond);
        }
        Self(posts)
    }

    /// The direction of the next step, if a path to `E` is known.
    pub fn towards_end(&self, at: usize) -> Option<Dir> {
        let post = self.0[at];
        (post != NOWHERE).then(|| Dir::from_index(usize::from(post)))
    }
}
