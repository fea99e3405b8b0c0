//! Answers that differ by a small shift, of which one is enough.
//!
//! ```text
//!   e-f        e f
//!              | |
//!   b-c   ->   b-c
//!   | |
//!   a d        a-d
//! ```
//!
//! A bulge of one path may as well be one of the path beside it. All cells have as many edges as
//! before, and the same ends are joined, so that one of the two is an answer exactly if the other
//! is. All such pairs in windows of a few cells are known. Of the two, the one that lacks the first
//! edge in which they differ, in the order of the board, is called *shifted back*. No answer can be
//! shifted back for ever, so a board that has a solution has one in which nothing can be shifted
//! back, and clauses may demand that. The same holds for another solution than a known one, if that
//! one has no shift at all: every other answer, shifted back, stays another one. Boards whose paths
//! may touch themselves mostly leave much of this freedom, and a solver would try all of it.

use std::collections::BTreeSet;

use crate::Dir;
use crate::connect::tuning::SHIFTED_CELLS;
use crate::connect::{Answer, Board, Edges};

/// Width and height of the windows in which edges are shifted. Larger ones have many more shifts
/// and gain little.
const WINDOWS: [[usize; 2]; 3] = [[3, 3], [4, 2], [2, 4]];
/// Cells of the largest window.
const MOST_CELLS: usize = 9;

/// Edges of the board that may be replaced.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shift {
    /// What can be shifted back.
    pub from: Vec<usize>,
    /// What is used instead then. Where all of `from` is used, nothing else of this is.
    to: Vec<usize>,
}

/// All shifts on a board whose paths may touch themselves; none on a very large one.
pub fn shifts(board: &Board, edges: &Edges) -> Vec<Shift> {
    let mut all = BTreeSet::new();
    if board.cell_count() > SHIFTED_CELLS {
        return Vec::new();
    }
    let mut is_checkpoint = vec![false; board.cell_count()];
    for &(cell, _) in board.checkpoints() {
        is_checkpoint[cell] = true;
    }
    for [width, height] in WINDOWS {
        let window = Window::new(width, height);
        let pairs = window.pairs();
        for y in 0..(board.height() + 1).saturating_sub(height) {
            for x in 0..(board.width() + 1).saturating_sub(width) {
                let at = |cell: usize| board.cell(x + cell % width, y + cell / width);
                // What passes a checkpoint would become another colour.
                if (0..width * height).any(|cell| is_checkpoint[at(cell)]) {
                    continue;
                }
                let here = window.edges.iter().map(|&[a, b]| {
                    let dir = if b == a + 1 { Dir::Right } else { Dir::Down };
                    edges.around[at(a)][dir.index()]
                });
                let here: Vec<Option<usize>> = here.collect();
                let place = |set: u32| -> Option<Vec<usize>> {
                    let members = (0..here.len()).filter(|index| set >> index & 1 == 1);
                    members.map(|index| here[index]).collect()
                };
                let placed = pairs.iter().filter_map(|&[from, to]| {
                    let (from, to) = (place(from)?, place(to)?);
                    Some(Shift { from, to })
                });
                all.extend(placed);
            }
        }
    }
    all.into_iter().collect()
}

/// An answer that a single shift, back or forth, makes of this one.
pub fn shifted(shifts: &[Shift], board: &Board, edges: &Edges, answer: &Answer) -> Option<Answer> {
    let mut used = vec![false; edges.cells.len()];
    for edge in edges.along(answer) {
        used[edge] = true;
    }
    let fits = |&[before, after]: &[&Vec<usize>; 2]| {
        let is_free = |edge: &usize| !used[*edge] || before.contains(edge);
        before.iter().all(|&edge| used[edge]) && after.iter().all(is_free)
    };
    let both = shifts
        .iter()
        .map(|Shift { from, to }| [[from, to], [to, from]]);
    let [before, after] = both.flatten().find(fits)?;
    for &edge in before {
        used[edge] = false;
    }
    for &edge in after {
        used[edge] = true;
    }
    Some(edges.trace(board, &used).answer)
}

/// The edges of a window, in the order that they have on a board.
struct Window {
    edges: Vec<[usize; 2]>,
}

impl Window {
    fn new(width: usize, height: usize) -> Self {
        let mut edges = Vec::new();
        for cell in 0..width * height {
            if cell % width + 1 < width {
                edges.push([cell, cell + 1]);
            }
            if cell / width + 1 < height {
                edges.push([cell, cell + width]);
            }
        }
        Self { edges }
    }

    /// Sets of edges, and what they can be shifted back to: none that another pair makes
    /// unnecessary.
    fn pairs(&self) -> Vec<[u32; 2]> {
        let sets = 0..1_u32 << self.edges.len();
        let seen = sets.filter_map(|set| Some((self.seen_from_outside(set)?, set)));
        let mut seen: Vec<(u64, u32)> = seen.collect();
        seen.sort_unstable();
        let mut pairs = Vec::new();
        for alike in seen.chunk_by(|one, other| one.0 == other.0) {
            for &(_, from) in alike {
                let earlier = alike.iter().map(|&(_, to)| to);
                let earlier = earlier.filter(|&to| comes_before(to, from));
                let sure = earlier.filter(|&to| self.excludes(from, to & !from));
                pairs.extend(sure.map(|to| [from, to]));
            }
        }
        pairs.sort_by_key(|[from, _]| from.count_ones());
        let mut kept: Vec<[u32; 2]> = Vec::new();
        for [from, to] in pairs {
            let is_part = |part: &[u32; 2]| part[0] & !from == 0 && part[1] & !to == 0;
            if !kept.iter().any(is_part) {
                kept.push([from, to]);
            }
        }
        kept
    }

    /// How many edges each cell has and which ends are joined, as one number: what the outside can
    /// tell of a set of edges. Nothing for sets that no paths have.
    fn seen_from_outside(&self, set: u32) -> Option<u64> {
        let mut degree = [0_u64; MOST_CELLS];
        // Of the ends of a piece, the other one.
        let mut end: [usize; MOST_CELLS] = std::array::from_fn(|cell| cell);
        let edges = self.edges.iter().enumerate();
        for (_, &[a, b]) in edges.filter(|(index, _)| set >> index & 1 == 1) {
            degree[a] += 1;
            degree[b] += 1;
            let [one, other] = [end[a], end[b]];
            if one == b || degree[a] > 2 || degree[b] > 2 {
                return None;
            }
            end[one] = other;
            end[other] = one;
        }
        let cells = degree.into_iter().zip(end);
        Some(cells.fold(0, |seen, (degree, end)| {
            let joined = if degree == 1 { end as u64 } else { 0 };
            seen << 6 | degree << 4 | joined
        }))
    }

    /// Whether none of these edges can be used beside the others.
    fn excludes(&self, used: u32, others: u32) -> bool {
        let mut others = (0..self.edges.len()).filter(|index| others >> index & 1 == 1);
        others.all(|index| self.seen_from_outside(used | 1 << index).is_none())
    }
}

/// Whether the first edge that only one of them has is one of the second set.
fn comes_before(one: u32, other: u32) -> bool {
    let differs = one ^ other;
    differs != 0 && other >> differs.trailing_zeros() & 1 == 1
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Shift, Window, shifted, shifts};
    use crate::Control;
    use crate::connect::sweep::sweep;
    use crate::connect::{Answer, Edges, Rules, text};

    /// In a window of two columns and three rows a bulge can be shifted, and nothing else.
    #[test]
    fn the_smallest_shift_is_that_of_a_bulge() {
        let window = Window::new(2, 3);
        // Above, beside the upper square, between the squares, beside the lower one, below.
        let [above, left, right, between, low_left, low_right, below] = [1, 2, 4, 8, 16, 32, 64];
        let up = above | between | low_left | low_right;
        let down = left | between | right | below;
        assert_eq!(window.edges[3..], [[2, 3], [2, 4], [3, 5], [4, 5]]);
        assert_eq!(window.pairs(), [[up, down]]);
    }

    /// Each answer that can be shifted becomes another solution, and some of all answers cannot be
    /// shifted back: then no clause of shifts refuses it.
    #[test]
    fn shifts_lead_from_answers_to_answers_and_back_to_one_of_them() {
        let boards = [
            "4 4\n0...\n....\n....\n...0\n0\n",
            "4 5\n0...1\n.....\n.....\n0...1\n0\n",
            "5 5\n0....\n..1..\n..V..\n.H1..\n....0\n1\n1 3 0\n",
            "6 4\n0..1\n....\n....\n....\n....\n0..1\n0\n",
        ];
        let (mut moved, mut stuck) = (0, 0);
        for text in boards {
            let board = text::parse_board(text.as_bytes()).expect("it is a board");
            let edges = Edges::new(&board);
            for blanks in [false, true] {
                let rules = Rules {
                    blanks,
                    no_touch: false,
                };
                let plan = sweep(&board, &edges, rules).expect("it is narrow");
                let found = plan.answers(100_000, &Control::new());
                let found = found.expect("nothing limits it");
                let traced = found.iter().map(|pairs| edges.trace_pairs(&board, pairs));
                let answers: Vec<_> = traced.map(|traced| traced.answer).collect();
                let key = |answer: &Answer| edges.along(answer).collect::<BTreeSet<usize>>();
                let known: BTreeSet<BTreeSet<usize>> = answers.iter().map(key).collect();
                let shifts = shifts(&board, &edges);
                let mut last = 0;
                for answer in &answers {
                    if let Some(other) = shifted(&shifts, &board, &edges, answer) {
                        assert_ne!(key(&other), key(answer));
                        assert!(known.contains(&key(&other)), "{text}");
                        moved += 1;
                    } else {
                        stuck += 1;
                    }
                    let used = key(answer);
                    let can = |shift: &Shift| shift.from.iter().all(|edge| used.contains(edge));
                    last += usize::from(!shifts.iter().any(can));
                }
                assert!(answers.is_empty() || last > 0, "{text}");
            }
        }
        assert!(moved > 100 && stuck > 0, "{moved} {stuck}");
    }
}
