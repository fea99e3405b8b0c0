//! The fast method: link all cells, join what fell apart, repair what is left.
//!
//! 1. [Proofs](proofs) that need no search.
//! 2. [Links](factor) that give every cell its two steps: a path and loops. If there are none, that
//!    is a proof.
//! 3. [Merging](merge) of loops that run side by side; few loops remain.
//! 4. [Repair](repair) of these: loops are forced open, and those that resist are relinked in
//!    windows that grow until the last loop is gone or the whole board was searched.

use super::Graph;
use super::factor::{self, Factor};
use super::relocate::relocate_end;
use super::repair::{self, Repaired};
use super::tuning::BYTES_PER_CELL;
use super::{merge, pockets, proofs};
use crate::{Control, Dir, Interruption};
use crate::{Outcome, Solved};

/// Why there is no path, if that can be seen without a search.
pub fn refuted(board: &Graph) -> Option<String> {
    if board.free_count() == 1 {
        return None;
    }
    proofs::early(board).or_else(|| pockets::find(board).err())
}

/// Finds a path, or proves that there is none.
pub fn solve(board: &Graph, seed: u64, control: &Control) -> Solved<Vec<Dir>> {
    if !control.allows_memory(BYTES_PER_CELL * board.cell_count()) {
        return unknown(Interruption::Memory, "not begun");
    }
    if board.free_count() == 1 {
        return Solved::new(Outcome::Solved(Vec::new()));
    }
    if let Some(proof) = proofs::early(board) {
        return Solved::new(Outcome::Unsolvable { proof });
    }
    let ends = match pockets::find(board) {
        Ok(ends) => ends,
        Err(proof) => return Solved::new(Outcome::Unsolvable { proof }),
    };
    let mut cover = match factor::find(board, control) {
        Ok(Factor::Found(cover)) => cover,
        Ok(Factor::None { short }) => {
            let proof = format!(
                "no 2-factor: the cells cannot all have a step in and a step out, even if loops \
                 were allowed; {short} steps are missing at best"
            );
            return Solved::new(Outcome::Unsolvable { proof });
        }
        Err(why) => return unknown(why, "the cells were not all linked"),
    };
    if !relocate_end(board, &mut cover, |cell| ends.allow(cell)) {
        let proof = "no 2-factor: the path must end in a pocket that cannot be left, and the cells \
                     cannot all have a step in and a step out if it does, even if loops were allowed";
        let proof = proof.to_owned();
        return Solved::new(Outcome::Unsolvable { proof });
    }
    let parts = match merge::merge(board, &mut cover, control) {
        Ok(parts) => parts,
        Err(why) => return unknown(why, "loops were being merged"),
    };
    let solved = match repair::repair(board, &mut cover, &ends, seed, control) {
        Ok(Repaired::Done { windows }) => {
            let path = cover.walk(board.start()).map(|(dir, _)| dir).collect();
            Solved::new(Outcome::Solved(path)).with_stat("windows", windows)
        }
        Ok(Repaired::Impossible { proof }) => Solved::new(Outcome::Unsolvable { proof }),
        Err(why) => {
            let left = merge::Parts::of(board, &cover).count() - 1;
            unknown(why, &format!("{left} loops were not joined with the path"))
        }
    };
    solved.with_stat("loops_after_merging", parts - 1)
}

fn unknown(why: Interruption, how_far: &str) -> Solved<Vec<Dir>> {
    let how_far = how_far.to_owned();
    Solved::new(Outcome::unknown(why, how_far))
}
