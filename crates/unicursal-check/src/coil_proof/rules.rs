//! What may happen between neighbouring cells, written from the rules of Coil.
//!
//! A path that fills the board gives each pair of neighbours one of four *values*; seen from the
//! first of them: the path goes to the other ([`OUT`]), it comes from there ([`IN`]), or it does
//! neither and the other is visited later ([`AFTER`]) or earlier ([`BEFORE`]). A *word* is what is
//! possible of the four pairs of a cell: four bits each for right, down, left and up; no bits where
//! there is a wall.

/// The path goes from this cell to the other.
pub const OUT: u16 = 1;
/// The path comes from the other cell to this one.
pub const IN: u16 = 2;
/// The path does neither, and the other cell is visited later.
pub const AFTER: u16 = 4;
/// The path does neither, and the other cell is visited earlier.
pub const BEFORE: u16 = 8;
/// All values.
pub const ANY: u16 = 15;

/// The path starts at a cell.
pub const START: u8 = 1;
/// The path ends at a cell.
pub const END: u8 = 2;
/// The path comes and goes.
pub const MIDDLE: u8 = 4;

/// Words narrowed to what some way of passing a cell, or some order of visiting a block, allows.
pub struct Rules {
    roles: [Table; 3],
    block: Table,
}

impl Rules {
    /// The rules of Coil.
    pub fn new() -> Self {
        Self {
            roles: [START, END, MIDDLE].map(|role| Table::new(ways(role))),
            block: Table::new(orders()),
        }
    }

    /// A cell: what is left of its word in one of these roles, and the roles that are left.
    pub fn cell(&mut self, word: u16, roles: u8) -> (u16, u8) {
        let (mut left, mut possible) = (0, 0);
        for (index, role) in [START, END, MIDDLE].into_iter().enumerate() {
            if roles & role != 0 {
                let part = self.roles[index].left_of(word);
                if part != 0 {
                    left |= part;
                    possible |= role;
                }
            }
        }
        (left, possible)
    }

    /// A block of four free cells: the right and lower values of the upper left cell, the left and
    /// upper ones of the lower right cell; 0 if no order is possible.
    pub fn block(&mut self, word: u16) -> u16 {
        self.block.left_of(word)
    }
}

/// What some possibilities leave of each word, found out when it is first asked for.
struct Table {
    /// The values that each side may have.
    possibilities: Vec<[u16; 4]>,
    /// For each word what is left of it, marked with [`FOUND`].
    known: Vec<u32>,
}

const FOUND: u32 = 1 << 16;

impl Table {
    fn new(possibilities: Vec<[u16; 4]>) -> Self {
        Self {
            possibilities,
            known: vec![0; 1 << 16],
        }
    }

    /// The union of what the possibilities leave of a word; 0 if none is possible.
    fn left_of(&mut self, word: u16) -> u16 {
        let known = &mut self.known[usize::from(word)];
        if *known == 0 {
            let parts = self.possibilities.iter().map(|&sides| left_by(word, sides));
            *known = FOUND | u32::from(parts.fold(0, |all, part| all | part));
        }
        *known as u16
    }
}

/// What one possibility leaves of a word. A side without values is a wall: the path does not go
/// there, and it blocks.
fn left_by(word: u16, sides: [u16; 4]) -> u16 {
    let mut left = 0;
    for (dir, allowed) in sides.into_iter().enumerate() {
        let values = side(word, dir);
        let wall = values == 0 && allowed & (IN | OUT) != allowed;
        if values & allowed == 0 && !wall {
            return 0;
        }
        left |= (values & allowed) << (4 * dir);
    }
    left
}

/// One value for the other cell's point of view.
pub fn mirror(values: u16) -> u16 {
    (values & (OUT | AFTER)) << 1 | (values & (IN | BEFORE)) >> 1
}

/// The values of a word on one side.
pub fn side(word: u16, dir: usize) -> u16 {
    word >> (4 * dir) & ANY
}

/// The values that each side may have, for each way in which the path passes a cell.
fn ways(role: u8) -> Vec<[u16; 4]> {
    let mut ways = Vec::new();
    for one in 0..4 {
        match role {
            // All neighbours of the start come later, of the end earlier.
            START => ways.push(std::array::from_fn(
                |dir| if dir == one { OUT } else { AFTER },
            )),
            END => ways.push(std::array::from_fn(
                |dir| if dir == one { IN } else { BEFORE },
            )),
            _ => {
                for to in (0..4).filter(|&to| to != one) {
                    let ahead = one ^ 2;
                    ways.push(std::array::from_fn(|dir| match dir {
                        _ if dir == one => IN,
                        _ if dir == to => OUT,
                        // The rule of Coil: one turns only where the way ahead is blocked.
                        _ if dir == ahead => BEFORE,
                        _ => AFTER | BEFORE,
                    }));
                }
            }
        }
    }
    ways
}

/// The values that the four pairs of a block may have, for each order of visiting its cells.
fn orders() -> Vec<[u16; 4]> {
    // Cells: 0 upper left, 1 upper right, 2 lower right, 3 lower left.
    let pairs = [(0, 1), (0, 3), (2, 3), (2, 1)];
    let mut orders = Vec::new();
    for code in 0..256_i32 {
        let time = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        if time.iter().fold(0, |seen, t| seen | 1 << t) == 15 {
            // The path can go from one to the next only if no other of the four lies between.
            orders.push(pairs.map(|(a, b): (usize, usize)| match time[b] - time[a] {
                1 => OUT | AFTER,
                -1 => IN | BEFORE,
                2.. => AFTER,
                _ => BEFORE,
            }));
        }
    }
    orders
}
