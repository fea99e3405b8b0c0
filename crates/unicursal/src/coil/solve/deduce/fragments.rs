//! Fragments of the path on a whole board, and what their order says.
//!
//! A chain of edges that are certainly used is walked without a break. So two cells of one fragment
//! are ordered by their places in it, and *one* known 'visited before' between two fragments orders
//! all their cells: every other edge between the two gets the same order. A window sees short
//! stretches of fragments only; this looks at all of them at once, which takes about a tenth of a
//! microsecond for each cell.

use super::chains::{Chains, relation};
use crate::Dir;
use crate::coil::Board;
use crate::coil::engine::Engine;
use crate::coil::engine::values::{AFTER, BEFORE, EARLIER, IN, LATER, OUT, UNUSED, USED, Word};

/// Where the words of a board's cells are.
pub trait Words {
    /// The word of a cell.
    fn word(&self, cell: usize) -> Word;
}

impl Words for [Word] {
    fn word(&self, cell: usize) -> Word {
        self[cell]
    }
}

impl Words for Engine {
    fn word(&self, cell: usize) -> Word {
        Engine::word(self, cell)
    }
}

/// The fragments of the path as far as the words of a board tell, single cells included.
///
/// All free cells are listed, one fragment after the other, each from one end to the other. Only
/// the place in that list is kept for each cell, in four bytes: which fragment that is follows from
/// [where they begin](Starts), and the list itself is not kept.
pub struct Fragments<'a, W: ?Sized> {
    board: &'a Board,
    words: &'a W,
    /// The place of each free cell in the list.
    listed: Vec<u32>,
    starts: Starts,
    /// Where each fragment begins in the list, and at last the length of the list.
    begins: Vec<u32>,
    /// The first cell of each fragment in the order in which it is walked, or, where that is not
    /// known, in the list.
    firsts: Vec<u32>,
    directions: Vec<Direction>,
}

/// How a fragment is walked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Unknown,
    /// In the order of the list.
    Forwards,
    /// Against the order of the list.
    Backwards,
}

/// The places of a list at which its parts begin, one bit each.
struct Starts {
    bits: Vec<u64>,
    /// How many parts begin before each word of bits.
    before: Vec<u32>,
}

impl Starts {
    /// The parts of a list of this length begin at these places.
    fn new(length: usize, begins: &[u32]) -> Self {
        let mut bits = vec![0_u64; length.div_ceil(64)];
        for &place in begins {
            bits[place as usize / 64] |= 1 << (place % 64);
        }
        let mut count = 0;
        let before = bits.iter().map(|word| {
            let before = count;
            count += word.count_ones();
            before
        });
        let before = before.collect();
        Self { bits, before }
    }

    /// The number of the part with this place.
    fn part(&self, place: u32) -> u32 {
        let word = place as usize / 64;
        let begun = self.bits[word] & (u64::MAX >> (63 - place % 64));
        self.before[word] + begun.count_ones() - 1
    }
}

/// Values that an edge, the right or lower one of a cell, may keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrowing {
    /// The cell.
    pub cell: u32,
    /// The direction number, 0 or 1.
    pub dir: u8,
    /// What may stay.
    pub mask: u8,
}

const NONE: u32 = u32::MAX;
/// Relations for which there is room from the beginning.
const LEAST_RELATIONS: usize = 1024;

impl<'a, W: Words + ?Sized> Fragments<'a, W> {
    /// The fragments of the edges that these words of a board say are used.
    pub fn new(board: &'a Board, words: &'a W) -> Self {
        let mut fragments = Self {
            board,
            words,
            listed: vec![NONE; board.cell_count()],
            starts: Starts::new(0, &[]),
            begins: Vec::new(),
            firsts: Vec::new(),
            directions: Vec::new(),
        };
        let mut place = 0;
        for cell in board.free_cells() {
            if fragments.listed[cell] == NONE {
                place = fragments.add(cell, place);
            }
        }
        fragments.starts = Starts::new(place as usize, &fragments.begins);
        fragments.begins.push(place);
        fragments
    }

    /// The directions in which a cell has a used edge.
    fn used(&self, cell: usize) -> impl Iterator<Item = Dir> + use<W> {
        let word = self.words.word(cell);
        Dir::ALL.into_iter().filter(move |dir| {
            let mask = word.towards(dir.index());
            mask != 0 && mask & UNUSED == 0
        })
    }

    /// Lists the fragment of a cell that is in none yet, from this place on. Returns the place
    /// behind it.
    fn add(&mut self, cell: usize, begin: u32) -> u32 {
        // To one of its ends, or once round if it is a ring.
        let (mut from, mut end) = (cell, cell);
        for _ in 0..self.board.free_count() {
            let next = self.used(end).map(|dir| self.board.neighbour(end, dir));
            match next.into_iter().find(|&next| next != from) {
                Some(next) if next != cell => (from, end) = (end, next),
                _ => break,
            }
        }
        let (mut at, mut place) = (end, begin);
        let mut direction = Direction::Unknown;
        loop {
            self.listed[at] = place;
            place += 1;
            let next = self.used(at).find(|&dir| {
                let next = self.board.neighbour(at, dir);
                self.listed[next] == NONE
            });
            let Some(dir) = next else { break };
            match self.words.word(at).towards(dir.index()) {
                USED => {}
                IN => direction = Direction::Backwards,
                _ if direction == Direction::Unknown => direction = Direction::Forwards,
                _ => {}
            }
            at = self.board.neighbour(at, dir);
        }
        let first = if direction == Direction::Backwards {
            at
        } else {
            end
        };
        self.begins.push(begin);
        self.firsts.push(first as u32);
        self.directions.push(direction);
        place
    }

    /// How many fragments there are.
    pub fn count(&self) -> usize {
        self.directions.len()
    }

    /// The fragment of a free cell.
    pub fn of(&self, cell: usize) -> usize {
        self.number(cell) as usize
    }

    fn number(&self, cell: usize) -> u32 {
        self.starts.part(self.listed[cell])
    }

    /// The cells of a fragment from one end to the other, in the order of their places.
    pub fn cells(&self, fragment: usize) -> impl Iterator<Item = usize> + use<'_, 'a, W> {
        let last = self.begins[fragment + 1] - self.begins[fragment] - 1;
        let first = self.firsts[fragment] as usize;
        (0..=last).scan(first, move |at, place| {
            let cell = *at;
            if place < last {
                let next = match self.directions[fragment] {
                    Direction::Backwards => self.listed[cell] - 1,
                    _ => self.listed[cell] + 1,
                };
                let mut around = Dir::ALL
                    .map(|dir| self.board.neighbour(cell, dir))
                    .into_iter();
                *at = around.find(|&other| self.listed[other] == next)?;
            }
            Some(cell)
        })
    }

    /// Whether the cells of a fragment come in the order in which they are visited.
    pub fn is_directed(&self, fragment: usize) -> bool {
        self.directions[fragment] != Direction::Unknown
    }

    /// Whether all cells are in one fragment that is closed.
    pub fn is_ring(&self) -> bool {
        if self.count() != 1 || self.board.free_count() < 3 {
            return false;
        }
        let first = self.firsts[0] as usize;
        let is_last = |cell: usize| self.place(cell) + 1 == self.board.free_count();
        self.used(first)
            .any(|dir| is_last(self.board.neighbour(first, dir)))
    }

    /// The place of a cell in its fragment.
    pub fn place(&self, cell: usize) -> usize {
        self.place_in(self.of(cell), cell) as usize
    }

    /// The place of a cell in this fragment, which is its own.
    fn place_in(&self, fragment: usize, cell: usize) -> u32 {
        match self.directions[fragment] {
            Direction::Backwards => self.begins[fragment + 1] - 1 - self.listed[cell],
            _ => self.listed[cell] - self.begins[fragment],
        }
    }

    /// The right and lower edges of all cells: cell, direction number, mask and neighbour.
    fn edges(&self) -> impl Iterator<Item = (usize, usize, u16, usize)> + use<'_, 'a, W> {
        self.board.free_cells().flat_map(move |cell| {
            [Dir::Right, Dir::Down].into_iter().filter_map(move |dir| {
                let mask = self.words.word(cell).towards(dir.index());
                (mask != 0).then(|| (cell, dir.index(), mask, self.board.neighbour(cell, dir)))
            })
        })
    }

    /// What the order of fragments says of edges that are undecided, or the cells at which it
    /// contradicts what is known of them. It follows from the known relations one by one or, if
    /// `far`, along chains of them.
    pub fn narrow(&self, far: bool) -> Result<Vec<Narrowing>, Vec<usize>> {
        let (relations, mut contradictions) = self.relations();
        let mut chains = None;
        if far && contradictions.is_empty() {
            let found = Chains::new(self.count(), &relations);
            if let Err(fragment) = found {
                return Err(self.cells(fragment).take(1).collect());
            }
            chains = found.ok();
        }
        let mut narrowings = Vec::new();
        for (cell, dir, mask, other) in self.edges() {
            let (a, b) = (self.number(cell), self.number(other));
            let allowed = if a == b {
                self.within(a as usize, cell, other)
            } else if mask & EARLIER == 0 || mask & LATER == 0 {
                mask
            } else {
                let key = relation(a, b) & !1;
                let known = relations.binary_search_by_key(&key, |relation| relation & !1);
                let is_first = match (known, &mut chains) {
                    (Ok(i), _) => Some(relations[i] == relation(a, b)),
                    (Err(_), Some(chains)) => chains.compare(a, b),
                    (Err(_), None) => None,
                };
                match is_first {
                    Some(true) => EARLIER,
                    Some(false) => LATER,
                    None => mask,
                }
            };
            if mask & allowed == 0 {
                contradictions.push(cell);
            } else if mask & !allowed != 0 {
                narrowings.push(Narrowing {
                    cell: cell as u32,
                    dir: dir as u8,
                    mask: allowed as u8,
                });
            }
        }
        if contradictions.is_empty() {
            Ok(narrowings)
        } else {
            Err(contradictions)
        }
    }

    /// The values that an edge between two cells of this fragment may have.
    fn within(&self, fragment: usize, cell: usize, other: usize) -> u16 {
        let (i, j) = (
            self.place_in(fragment, cell),
            self.place_in(fragment, other),
        );
        match (self.is_directed(fragment), i < j) {
            (true, true) if i + 1 == j => OUT,
            (true, false) if j + 1 == i => IN,
            (true, true) => AFTER,
            (true, false) => BEFORE,
            (false, _) if i.abs_diff(j) == 1 => USED,
            (false, _) => UNUSED,
        }
    }

    /// The known relations between fragments, sorted, one for each pair; and cells of pairs that
    /// have both.
    fn relations(&self) -> (Vec<u64>, Vec<usize>) {
        let known = |cell, mask: u16, other| {
            let (a, b) = (self.number(cell), self.number(other));
            if a == b {
                None
            } else if mask & LATER == 0 {
                Some(relation(a, b))
            } else if mask & EARLIER == 0 {
                Some(relation(b, a))
            } else {
                None
            }
        };
        let mut relations: Vec<u64> = Vec::new();
        for (cell, _, mask, other) in self.edges() {
            let Some(relation) = known(cell, mask, other) else {
                continue;
            };
            // Most are there several times: on a large board there is not room for all of them.
            if relations.len() == relations.capacity() {
                relations.sort_unstable();
                relations.dedup();
                relations.reserve(relations.len().max(LEAST_RELATIONS));
            }
            relations.push(relation);
        }
        relations.sort_unstable();
        relations.dedup();
        let both: Vec<u64> = relations
            .windows(2)
            .filter(|pair| pair[0] ^ pair[1] == 1)
            .map(|pair| pair[0] & !1)
            .collect();
        if both.is_empty() {
            return (relations, Vec::new());
        }
        let cells = self.edges().filter_map(|(cell, _, mask, other)| {
            let relation = known(cell, mask, other)? & !1;
            both.binary_search(&relation).is_ok().then_some(cell)
        });
        let cells = cells.collect();
        (relations, cells)
    }
}
