//! Pockets: cells that can only be reached through one cell, an articulation point.
//!
//! The path enters a pocket through its door and cannot come back, so it ends there, and it has
//! visited everything else before. Two pockets, neither of which contains the other, prove that
//! there is no path; otherwise the end lies in the innermost. A pocket must also have as many cells
//! of one colour as of the other, or one more of the colour of the first cell behind the door.
//!
//! Doors are found by one depth-first walk from the start (Tarjan's low points), without recursion.

use super::Graph;
use crate::Dir;

/// Where the path may end.
pub enum Ends {
    /// Anywhere, as far as doors are concerned.
    Anywhere,
    /// In the innermost pocket: a mark for each of its cells.
    Inside(Vec<bool>),
    /// On this cell, as the board says.
    At(usize),
}

impl Ends {
    /// Whether a cell, which is not the start, may be the last.
    pub fn allow(&self, cell: usize) -> bool {
        match self {
            Self::Anywhere => true,
            Self::Inside(marks) => marks[cell],
            Self::At(end) => cell == *end,
        }
    }
}

/// Finds the pockets; an error is a proof that there is no path.
pub fn find(board: &Graph) -> Result<Ends, String> {
    let start = board.start();
    let mut walk = Walk::new(board);
    walk.run();
    let mut doors = std::mem::take(&mut walk.doors);
    doors.sort_unstable_by_key(|door| walk.order[door.first]);
    let mut innermost: Option<&Door> = None;
    for door in &doors {
        if let Some(outer) = innermost.filter(|outer| !walk.is_behind(outer, door.first)) {
            let [one, two] = [outer, door].map(|door| board.position(door.first));
            return Err(format!(
                "dead ends: the cells behind {one:?} and those behind {two:?} are pockets that \
                     cannot be left, and the path can end in only one of them"
            ));
        }
        if !(0..=1).contains(&door.balance) {
            let (x, y) = board.position(door.first);
            return Err(format!(
                "colours: the {} cells of the pocket behind ({x}, {y}), coloured as on a \
                     chessboard, cannot be visited alternately",
                door.cells
            ));
        }
        innermost = Some(door);
    }
    if let Some(end) = board.end() {
        return match innermost.filter(|door| !walk.is_behind(door, end)) {
            None => Ok(Ends::At(end)),
            Some(door) => {
                let first = board.position(door.first);
                let end = board.position(end);
                Err(format!(
                    "dead ends: the cells behind {first:?} are a pocket that cannot be left, and the path \
                         ends elsewhere, at {end:?}"
                ))
            }
        };
    }
    // Everything lies behind the start: a pocket only in name.
    let innermost = innermost.filter(|door| door.at != start);
    Ok(innermost.map_or(Ends::Anywhere, |door| {
        let cells = 0..board.cell_count();
        Ends::Inside(cells.map(|cell| walk.is_behind(door, cell)).collect())
    }))
}

/// A door, and the pocket behind it.
struct Door {
    at: usize,
    /// The first cell behind it.
    first: usize,
    cells: u32,
    /// Cells of the first one's colour minus the others.
    balance: i32,
}

const UNSEEN: u32 = u32::MAX;

struct Walk<'a> {
    board: &'a Graph,
    /// When each cell was first seen.
    order: Vec<u32>,
    /// The earliest cell that is known to be a neighbour of the cells seen after this one.
    low: Vec<u32>,
    doors: Vec<Door>,
}

/// A cell on the way from the start.
struct Visit {
    cell: u32,
    next: u8,
    /// Cells seen since, and the balance of their colours as seen from this cell.
    cells: u32,
    balance: i32,
}

impl Visit {
    fn new(cell: usize) -> Self {
        Self {
            cell: cell as u32,
            next: 0,
            cells: 1,
            balance: 1,
        }
    }
}

impl<'a> Walk<'a> {
    fn new(board: &'a Graph) -> Self {
        Self {
            board,
            order: vec![UNSEEN; board.cell_count()],
            low: vec![UNSEEN; board.cell_count()],
            doors: Vec::new(),
        }
    }

    fn run(&mut self) {
        let mut seen = 0;
        self.see(self.board.start(), &mut seen);
        let mut way = vec![Visit::new(self.board.start())];
        while let Some(visit) = way.last_mut() {
            let cell = visit.cell as usize;
            if visit.next < 4 {
                let dir = Dir::from_index(usize::from(visit.next));
                let near = self.board.neighbour(cell, dir);
                visit.next += 1;
                if self.board.opens(cell, dir) {
                    if self.order[near] == UNSEEN {
                        self.see(near, &mut seen);
                        way.push(Visit::new(near));
                    } else {
                        self.low[cell] = self.low[cell].min(self.order[near]);
                    }
                }
                continue;
            }
            let Visit { cells, balance, .. } = *visit;
            way.pop();
            let Some(before) = way.last_mut() else { break };
            let at = before.cell as usize;
            before.cells += cells;
            before.balance -= balance;
            self.low[at] = self.low[at].min(self.low[cell]);
            if self.low[cell] >= self.order[at] {
                let first = cell;
                self.doors.push(Door {
                    at,
                    first,
                    cells,
                    balance,
                });
            }
        }
    }

    /// Whether a cell is in the pocket behind a door.
    fn is_behind(&self, door: &Door, cell: usize) -> bool {
        let from = self.order[door.first];
        let order = self.order[cell];
        order != UNSEEN && (from..from + door.cells).contains(&order)
    }

    fn see(&mut self, cell: usize, seen: &mut u32) {
        self.order[cell] = *seen;
        self.low[cell] = *seen;
        *seen += 1;
    }
}
