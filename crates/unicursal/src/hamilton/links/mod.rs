//! What is known about each edge between neighbours: it is used, unused or undecided.
//!
//! Every cell has two links in the end: to two neighbours or, at the start and at the end of the
//! path, to one neighbour and to nothing, the link that [`ENDS`] stands for. So used edges make
//! *pieces* of the path, of which only the two ends matter, and the first and last piece have an
//! end that is not a cell of the board: [`BEFORE`] and [`AFTER`], two cells of the frame.
//!
//! A board may have numbers that the path meets in their order. Each end of a piece knows the
//! number that is nearest to it on the piece. That is enough to tell which ends may be linked.
//!
//! [`Links::settle`] draws the conclusions that look at single cells, [`cuts`] and [`reach`] those
//! about the board as a whole, [`search`] tries what is left. All changes can be taken back.

mod cuts;
mod reach;
mod search;

pub use search::Searched;

use super::Graph;
use crate::Dir;

/// The bit of the link to nothing, beside those of the four directions.
pub const ENDS: u8 = 1 << 4;
/// The end of the piece that begins with the start.
pub const BEFORE: usize = 0;
/// The end of the piece that ends with the end.
pub const AFTER: usize = 1;

/// Why an edge is excluded or needed, or why something is wrong, as a person would put it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// A cell has two links already.
    Full,
    /// A cell has two ways left, and needs both.
    TwoWays,
    /// The edge would close a loop, or the path too early.
    Loop,
    /// The edge would link numbers that do not follow each other.
    Order,
    /// Part of the board cannot be visited, because it lies behind a cell or depends on it.
    Cut,
    /// A part behind a cell has too many cells of one colour.
    Parity,
    /// A number cannot be reached from the one before it.
    Reach,
}

/// A contradiction in what is known: why, and at which cell it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Why.
    pub reason: Reason,
    /// Where.
    pub cell: usize,
}

/// A change of a cell's links, to be taken back.
#[derive(Clone, Copy)]
enum Change {
    /// The undecided and used links of a cell before.
    Ways {
        cell: u32,
        open: u8,
        used: u8,
    },
    /// The other end of a piece and its nearest number before.
    End {
        cell: u32,
        other: u32,
        near: u32,
    },
    Pieces(u32),
}

/// What is known about all edges.
pub struct Links<'a> {
    pub graph: &'a Graph,
    /// The number of each cell; 0 for none.
    number: Vec<u32>,
    /// How many numbers there are.
    pub numbers: usize,
    /// The links of each cell that are undecided, and those that are used.
    open: Vec<u8>,
    used: Vec<u8>,
    /// For each end of a piece, the other end, and the nearest number on the piece; 0 for none.
    other: Vec<u32>,
    near: Vec<u32>,
    /// How many pieces there are.
    pieces: usize,
    changes: Vec<Change>,
    /// Cells that have lost or gained a link.
    touched: Vec<u32>,
    /// Memory for conclusions about the whole board.
    scratch: cuts::Scratch,
    queue: Vec<u32>,
    marks: Vec<u32>,
    mark: u32,
}

impl<'a> Links<'a> {
    /// Nothing is known except the start, the end and the numbers, whose cells are given in order.
    pub fn new(graph: &'a Graph, numbered: &[usize]) -> Self {
        let cells = graph.cell_count();
        let mut links = Self {
            graph,
            number: vec![0; cells],
            numbers: numbered.len(),
            open: vec![0; cells],
            used: vec![0; cells],
            other: (0..cells as u32).collect(),
            near: vec![0; cells],
            pieces: graph.free_count(),
            changes: Vec::new(),
            touched: Vec::new(),
            scratch: cuts::Scratch::new(cells),
            queue: Vec::new(),
            marks: vec![0; cells],
            mark: 0,
        };
        for (number, &cell) in (1..).zip(numbered) {
            links.number[cell] = number;
            links.near[cell] = number;
        }
        let start = graph.start();
        links.near[BEFORE] = links.near[start];
        (links.other[BEFORE], links.other[start]) = (start as u32, BEFORE as u32);
        links.used[start] = ENDS;
        for cell in graph.free_cells() {
            links.open[cell] = graph.open_dirs(cell);
            if cell != start && graph.end().is_none() {
                links.open[cell] |= ENDS;
            }
            links.touched.push(cell as u32);
        }
        if let Some(end) = graph.end() {
            links.used[end] = ENDS;
            links.near[AFTER] = links.near[end];
            (links.other[AFTER], links.other[end]) = (end as u32, AFTER as u32);
        }
        links
    }

    /// After a conflict, drops what was still to be looked at.
    fn forget(&mut self) {
        self.touched.clear();
    }

    /// A point to go back to.
    pub fn point(&self) -> usize {
        self.changes.len()
    }

    /// Takes back everything since a point.
    pub fn go_back(&mut self, point: usize) {
        self.forget();
        while self.changes.len() > point {
            match self.changes.pop() {
                Some(Change::Ways { cell, open, used }) => {
                    self.open[cell as usize] = open;
                    self.used[cell as usize] = used;
                }
                Some(Change::End { cell, other, near }) => {
                    self.other[cell as usize] = other;
                    self.near[cell as usize] = near;
                }
                Some(Change::Pieces(pieces)) => self.pieces = pieces as usize,
                None => {}
            }
        }
    }

    /// Whether everything is decided and there is one path.
    pub fn is_complete(&self) -> bool {
        self.pieces == 1 && self.other[BEFORE] as usize == AFTER
    }

    /// The links of a cell that are undecided, a bit for each.
    pub fn open_at(&self, cell: usize) -> u8 {
        self.open[cell]
    }

    /// The links of a cell that are used.
    pub fn used_at(&self, cell: usize) -> u8 {
        self.used[cell]
    }

    /// The cells of the path from the start, as far as it is known.
    pub fn walk(&self) -> Vec<usize> {
        let mut at = self.graph.start();
        let mut cells = vec![at];
        let mut came = 0;
        loop {
            let ways = self.used[at] & !ENDS & !came;
            if ways == 0 {
                return cells;
            }
            let dir = Dir::from_index(ways.trailing_zeros() as usize);
            at = self.graph.neighbour(at, dir);
            came = 1 << dir.opposite().index();
            cells.push(at);
        }
    }

    fn save(&mut self, cell: usize) {
        let change = Change::Ways {
            cell: cell as u32,
            open: self.open[cell],
            used: self.used[cell],
        };
        self.changes.push(change);
    }

    fn set_end(&mut self, cell: usize, other: usize, near: u32) {
        self.changes.push(Change::End {
            cell: cell as u32,
            other: self.other[cell],
            near: self.near[cell],
        });
        self.other[cell] = other as u32;
        self.near[cell] = near;
    }

    /// An undecided edge is not used.
    pub fn exclude(&mut self, cell: usize, bit: u8) {
        self.save(cell);
        self.open[cell] &= !bit;
        self.touched.push(cell as u32);
        if bit != ENDS {
            let dir = Dir::from_index(bit.trailing_zeros() as usize);
            let near = self.graph.neighbour(cell, dir);
            self.save(near);
            self.open[near] &= !(1 << dir.opposite().index());
            self.touched.push(near as u32);
        }
    }

    /// An undecided link is used.
    pub fn include(&mut self, cell: usize, bit: u8) -> Result<(), Conflict> {
        self.save(cell);
        self.open[cell] &= !bit;
        self.used[cell] |= bit;
        self.touched.push(cell as u32);
        let near = if bit == ENDS {
            AFTER
        } else {
            let dir = Dir::from_index(bit.trailing_zeros() as usize);
            let near = self.graph.neighbour(cell, dir);
            let back = 1 << dir.opposite().index();
            self.save(near);
            self.open[near] &= !back;
            self.used[near] |= back;
            self.touched.push(near as u32);
            near
        };
        if bit == ENDS {
            // No other cell is the last. The number of pieces stays the same, since nothing was
            // joined.
            let cells: Vec<usize> = self.graph.free_cells().collect();
            for other in cells {
                if self.open[other] & ENDS != 0 {
                    self.exclude(other, ENDS);
                }
            }
        } else {
            self.changes.push(Change::Pieces(self.pieces as u32));
            self.pieces -= 1;
        }
        self.join(cell, near)
    }

    /// An undecided link is used, or it is not.
    pub fn assume(&mut self, cell: usize, bit: u8, is_used: bool) -> Result<(), Conflict> {
        if is_used {
            self.include(cell, bit)
        } else {
            self.exclude(cell, bit);
            Ok(())
        }
    }

    /// Joins two pieces at these ends.
    fn join(&mut self, one: usize, two: usize) -> Result<(), Conflict> {
        let fault = |reason| Conflict { reason, cell: one };
        if self.other[one] as usize == two {
            return Err(fault(Reason::Loop));
        }
        if !self.follows(one, two) {
            return Err(fault(Reason::Order));
        }
        let (far_one, far_two) = (self.other[one] as usize, self.other[two] as usize);
        // A piece without numbers takes the nearest one of the other.
        let or = |own: u32, theirs: u32| if own == 0 { theirs } else { own };
        let near_one = or(self.near[far_one], self.near[two]);
        let near_two = or(self.near[far_two], self.near[one]);
        self.set_end(far_one, far_two, near_one);
        self.set_end(far_two, far_one, near_two);
        if far_one <= AFTER && far_two <= AFTER && self.pieces > 1 {
            return Err(fault(Reason::Loop));
        }
        for end in [far_one, far_two] {
            if end > AFTER {
                self.touched.push(end as u32);
            }
        }
        Ok(())
    }

    /// Whether the order of numbers permits joining two ends of pieces.
    fn follows(&self, one: usize, two: usize) -> bool {
        let (near_one, near_two) = (self.near[one], self.near[two]);
        if near_one == 0 || near_two == 0 {
            return true;
        }
        let far_one = self.near[self.other[one] as usize];
        let far_two = self.near[self.other[two] as usize];
        let up = near_two == near_one + 1 && near_one >= far_one && near_two <= far_two;
        let down = near_one == near_two + 1 && near_one <= far_one && near_two >= far_two;
        // The last piece of a path whose end is free has no number.
        (up && two != BEFORE && one != AFTER) || (down && one != BEFORE && two != AFTER)
    }

    /// Draws all conclusions at the cells that were touched.
    pub fn settle(&mut self) -> Result<(), Conflict> {
        while let Some(cell) = self.touched.pop() {
            if let Err(conflict) = self.look(cell as usize) {
                self.forget();
                return Err(conflict);
            }
        }
        Ok(())
    }

    /// A cell that has lost or gained a link since it was last returned: only such cells have
    /// conclusions.
    pub fn pop_touched(&mut self) -> Option<usize> {
        self.touched.pop().map(|cell| cell as usize)
    }

    /// The reason of the first conclusion at a cell.
    pub fn reason_at(&self, cell: usize) -> Result<Option<Reason>, Conflict> {
        Ok(self.conclusion(cell)?.map(|(reason, ..)| reason))
    }

    /// Draws the first conclusion at a cell, and all that follow immediately: further links of a
    /// cell that has two, and both ways of a cell that has no more. Returns the links, and whether
    /// they are used.
    pub fn conclude(&mut self, cell: usize) -> Result<Option<(Reason, u8, bool)>, Conflict> {
        let mut drawn: Option<(Reason, u8, bool)> = None;
        while let Some((reason, _, bit, is_used)) = self.conclusion(cell)? {
            match &mut drawn {
                Some((Reason::TwoWays | Reason::Full, bits, was_used)) if is_used == *was_used => {
                    *bits |= bit;
                }
                None => drawn = Some((reason, bit, is_used)),
                _ => break,
            }
            self.assume(cell, bit, is_used)?;
        }
        Ok(drawn)
    }

    /// The numbers that a link would bring together: those nearest to the two ends on their pieces.
    pub fn numbers_beside(&self, cell: usize, bit: u8) -> Option<(u32, u32)> {
        if bit == ENDS {
            return None;
        }
        let dir = Dir::from_index(bit.trailing_zeros() as usize);
        let near = self.near[self.graph.neighbour(cell, dir)];
        (self.near[cell] > 0 && near > 0).then_some((self.near[cell], near))
    }

    /// Draws all conclusions at a cell.
    fn look(&mut self, cell: usize) -> Result<(), Conflict> {
        while let Some((_, cell, bit, is_used)) = self.conclusion(cell)? {
            self.assume(cell, bit, is_used)?;
        }
        Ok(())
    }

    /// The first conclusion at a cell: the link, and whether it is used.
    fn conclusion(&self, cell: usize) -> Result<Option<(Reason, usize, u8, bool)>, Conflict> {
        let (open, used) = (self.open[cell], self.used[cell]);
        let degree = used.count_ones();
        let lowest = open & open.wrapping_neg();
        if degree >= 2 {
            if degree > 2 {
                return Err(Conflict {
                    reason: Reason::Full,
                    cell,
                });
            }
            return Ok((open != 0).then_some((Reason::Full, cell, lowest, false)));
        }
        // Links that would close a loop, or join numbers that do not follow each other.
        let mut left = open;
        while left != 0 {
            let bit = left & left.wrapping_neg();
            left &= left - 1;
            let near = if bit == ENDS {
                AFTER
            } else {
                let dir = Dir::from_index(bit.trailing_zeros() as usize);
                self.graph.neighbour(cell, dir)
            };
            let closes = self.other[cell] as usize == near;
            let both = self.other[cell] as usize <= AFTER && self.other[near] as usize <= AFTER;
            let too_early = both && self.pieces > if bit == ENDS { 1 } else { 2 };
            if closes || too_early {
                return Ok(Some((Reason::Loop, cell, bit, false)));
            }
            if !self.follows(cell, near) {
                return Ok(Some((Reason::Order, cell, bit, false)));
            }
        }
        let ways = degree + open.count_ones();
        if ways < 2 {
            return Err(Conflict {
                reason: Reason::TwoWays,
                cell,
            });
        }
        Ok((ways == 2).then_some((Reason::TwoWays, cell, lowest, true)))
    }
}
