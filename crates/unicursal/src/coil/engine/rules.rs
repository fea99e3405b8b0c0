//! The rules of a puzzle, compiled into tables from words to words.
//!
//! A table maps each of the 65,536 sets of possibilities to the part of it that occurs in some
//! allowed combination, or to 0 if none does: one look-up makes the four edges of a cell, or of a
//! block of four cells, consistent with each other. A table is built when it is first needed.

use std::sync::OnceLock;

use super::values::{AFTER, BEFORE, IN, OUT, UNUSED, Word, role};

/// Maps a word to its consistent part; 0 means that there is none.
pub type Table = [u16; 1 << 16];

/// How the path passes one cell: where it comes from and where it goes, `None` at its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Direction number of the cell before, seen from here.
    pub from: Option<usize>,
    /// Direction number of the cell after.
    pub to: Option<usize>,
}

/// The rules of one puzzle as the engine uses them.
pub struct Rules {
    /// The values allowed on an edge that a passage does not use, by passage and direction.
    idle: fn(Passage, usize) -> u16,
    cells: [OnceLock<Box<Table>>; 8],
    faces: OnceLock<Box<Table>>,
}

impl Rules {
    /// The rules under which `idle(passage, dir)` are the values that `passage` leaves for the edge
    /// in direction `dir`, which it does not use.
    pub const fn new(idle: fn(Passage, usize) -> u16) -> Self {
        Self {
            idle,
            cells: [const { OnceLock::new() }; 8],
            faces: OnceLock::new(),
        }
    }

    /// The table of a cell with these roles: the union of their tables.
    pub fn cell(&self, roles: u8) -> &Table {
        self.cells[usize::from(roles & role::ANY)].get_or_init(|| {
            if roles.is_power_of_two() {
                let passages: Vec<[u16; 4]> = passages(roles)
                    .map(|passage| self.edges_of(passage))
                    .collect();
                return closure(|word| passages.iter().any(|&edges| agrees(word, edges)));
            }
            let mut union = blank_table();
            for role in [role::START, role::END, role::MIDDLE] {
                if roles & role != 0 {
                    let parts = self.cell(role);
                    union
                        .iter_mut()
                        .zip(parts)
                        .for_each(|(all, part)| *all |= part);
                }
            }
            union
        })
    }

    /// The table of a block of four free cells: low byte of the upper left cell's word (its right
    /// and lower edges), high byte of the lower right cell's (its left and upper edges).
    ///
    /// Four cells are visited in one of 24 orders, and a used edge joins two that follow each
    /// other.
    pub fn face(&self) -> &Table {
        self.faces.get_or_init(|| {
            let orders = orders_of_four();
            closure(|word| {
                // Cells: 0 upper left, 1 upper right, 2 lower right, 3 lower left.
                let edges = [(0, 1), (0, 3), (2, 3), (2, 1)];
                orders.iter().any(|time| {
                    edges.iter().enumerate().all(|(dir, &(a, b))| {
                        let allowed = match time[b] - time[a] {
                            1 => OUT | AFTER,
                            -1 => IN | BEFORE,
                            2.. => AFTER,
                            _ => BEFORE,
                        };
                        Word(word).towards(dir) & allowed != 0
                    })
                })
            })
        })
    }

    fn edges_of(&self, passage: Passage) -> [u16; 4] {
        std::array::from_fn(|dir| {
            if passage.from == Some(dir) {
                IN
            } else if passage.to == Some(dir) {
                OUT
            } else {
                (self.idle)(passage, dir) & UNUSED
            }
        })
    }
}

/// All passages of a cell with these roles.
fn passages(roles: u8) -> impl Iterator<Item = Passage> {
    let sides = || (0..4).map(Some).chain([None]);
    sides()
        .flat_map(move |from| sides().map(move |to| Passage { from, to }))
        .filter(move |passage| match (passage.from, passage.to) {
            (None, None) => false,
            (None, Some(_)) => roles & role::START != 0,
            (Some(_), None) => roles & role::END != 0,
            (from, to) => from != to && roles & role::MIDDLE != 0,
        })
}

/// Whether a word with at most one value on each side is what a passage demands. A wall, which has
/// no values, is accepted wherever the passage does not go: it counts as visited before everything,
/// and as absent where neighbours must be visited later.
fn agrees(word: u16, edges: [u16; 4]) -> bool {
    edges.into_iter().enumerate().all(|(dir, edge)| {
        let mask = Word(word).towards(dir);
        mask & edge != 0 || mask == 0 && edge & (IN | OUT) == 0
    })
}

/// Builds a table from its decided words, side by side. A word with several values on a side is the
/// union of the two words that have the lowest of them there and the others.
fn closure(allowed: impl Fn(u16) -> bool) -> Box<Table> {
    let mut table = blank_table();
    let decided = [0, OUT, IN, AFTER, BEFORE];
    for code in 0..5_usize.pow(4) {
        let side = |dir: u32| decided[code / 5_usize.pow(dir) % 5] << (4 * dir);
        let word = side(0) | side(1) | side(2) | side(3);
        if allowed(word) {
            table[usize::from(word)] = word;
        }
    }
    for dir in 0..4 {
        let size = 1 << (4 * dir);
        for words in table.chunks_exact_mut(16 * size) {
            if words.iter().fold(0, |any, part| any | part) == 0 {
                continue;
            }
            for mask in (1..16).filter(|mask| mask & (mask - 1) != 0) {
                let others = mask & (mask - 1);
                let (smaller, words) = words.split_at_mut(mask * size);
                let parts = smaller[others * size..]
                    .iter()
                    .zip(&smaller[(mask ^ others) * size..]);
                for (word, (some, one)) in words[..size].iter_mut().zip(parts) {
                    *word = some | one;
                }
            }
        }
    }
    table
}

fn blank_table() -> Box<Table> {
    let table = vec![0_u16; 1 << 16].into_boxed_slice();
    table.try_into().expect("the length is that of a table")
}

/// The visiting times of four cells in all 24 orders.
fn orders_of_four() -> Vec<[i32; 4]> {
    let mut orders = Vec::with_capacity(24);
    for code in 0..256 {
        let time = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if time.iter().fold(0, |seen, t| seen | 1 << t) == 15 {
            orders.push(time);
        }
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::super::values::ANY;
    use super::*;

    static FREE: Rules = Rules::new(|_, _| UNUSED);

    #[test]
    fn a_corner_of_the_board_is_passed_both_ways_or_neither() {
        // Walls to the left and above: a middle cell must use the other two sides.
        let corner = FREE.cell(role::MIDDLE)[0x00ff];
        assert_eq!(corner, 0x0033);
        // As a start it uses one of them, outwards.
        let start = FREE.cell(role::START)[0x00ff];
        assert_eq!(Word(start).towards(0), OUT | UNUSED);
    }

    #[test]
    fn tables_are_idempotent_and_only_remove() {
        for table in [FREE.cell(role::MIDDLE), FREE.cell(role::ANY), FREE.face()] {
            for word in 0..=u16::MAX {
                let part = table[usize::from(word)];
                assert_eq!(part & !word, 0);
                assert_eq!(table[usize::from(part)], part);
            }
        }
    }

    #[test]
    fn a_block_of_four_is_never_circled() {
        let face = FREE.face();
        // Three used edges force the fourth to be unused.
        let three = USED_RIGHT | USED_DOWN | USED_LEFT | ANY << 12;
        assert_eq!(Word(face[usize::from(three)]).towards(3) & (IN | OUT), 0);
        // Four used edges are impossible.
        assert_eq!(face[usize::from(three & 0x0fff | (IN | OUT) << 12)], 0);
    }

    const USED_RIGHT: u16 = IN | OUT;
    const USED_DOWN: u16 = (IN | OUT) << 4;
    const USED_LEFT: u16 = (IN | OUT) << 8;
}
