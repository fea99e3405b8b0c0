//! Perfect mazes: connected, without loops, the same for the same seed on every machine.
//!
//! *Rooms* are the cells with two even coordinates, and a *door* is the cell between two rooms.
//! A maze is a spanning tree of the rooms: Kruskal's algorithm opens doors in random order where
//! they join two parts, which gives many short dead ends; a depth-first walk gives long corridors.
//! On a side of even length the last column or row gets niches behind some of its rooms.

use super::Board;
use crate::grid::inner_neighbour;
use crate::named::named;
use crate::union_find::UnionFind;
use crate::{Control, Dir, Error, Grid, Interruption, Rng};

named! {
    /// How doors are chosen.
    #[non_exhaustive]
    pub enum Algorithm {
        /// In random order, where they join two parts.
        Kruskal "kruskal",
        /// Along a random walk that backtracks where it cannot go on.
        DepthFirst "dfs",
    }
}

/// Makes a perfect maze of this many columns and rows, with `S` in the first row of rooms and `E`
/// in the last.
///
/// Needs about twelve bytes for each room besides the map. The work stops when `control` says so.
pub fn generate(
    (width, height): (usize, usize),
    algorithm: Algorithm,
    seed: &str,
    control: &Control,
) -> Result<Board, Error> {
    if width == 0 || height == 0 || width.max(height) < 3 {
        return Err(Error::bad_request(format!(
            "a maze of {width}x{height} is too small: one side must be at least 3, the other at least 1"
        )));
    }
    if width.saturating_mul(height) > Grid::MAX_CELLS {
        let most = Grid::MAX_CELLS;
        let why = format!("a maze of {width}x{height} is too large: at most {most} cells");
        return Err(Error::BadRequest(why));
    }
    let stopped = |why| Error::interrupted(why, "the maze is not finished");
    control
        .demand(width * height * BYTES_PER_CELL)
        .map_err(stopped)?;
    let mut plan = Plan {
        width,
        height,
        columns: width.div_ceil(2),
        rooms: width.div_ceil(2) * height.div_ceil(2),
        path: vec![false; width * height],
        rng: Rng::from_text(&format!(
            "maze:{width}x{height}/{}#{seed}",
            algorithm.name()
        )),
    };
    for room in 0..plan.rooms {
        let cell = plan.cell(room);
        plan.path[cell] = true;
    }
    match algorithm {
        Algorithm::Kruskal => plan.kruskal(control),
        Algorithm::DepthFirst => plan.depth_first(control),
    }
    .map_err(stopped)?;
    plan.add_niches();
    let (start, end) = plan.ends();
    let path = &plan.path;
    Ok(Board::from_fn((width, height), start, end, |x, y| {
        path[y * width + x]
    }))
}

/// A maze that is being made. Rooms are numbered row by row.
struct Plan {
    width: usize,
    height: usize,
    /// Rooms in each row of rooms.
    columns: usize,
    rooms: usize,
    path: Vec<bool>,
    rng: Rng,
}

/// The memory for making a maze, in bytes for each of its cells: the map twice, and twelve bytes
/// for each room, of which there is one for every four cells.
const BYTES_PER_CELL: usize = 5;

/// Rooms or doors between two looks at the limits.
const PERIOD: usize = 1 << 16;

impl Plan {
    fn cell(&self, room: usize) -> usize {
        room / self.columns * 2 * self.width + room % self.columns * 2
    }

    /// The next room in a direction.
    fn next(&self, room: usize, dir: Dir) -> Option<usize> {
        inner_neighbour(self.columns, self.rooms / self.columns, room, dir)
    }

    fn open(&mut self, room: usize, next: usize) {
        let door = usize::midpoint(self.cell(room), self.cell(next));
        self.path[door] = true;
    }

    fn kruskal(&mut self, control: &Control) -> Result<(), Interruption> {
        // A door is twice the number of its left or upper room, and one more if it leads down.
        let dirs = [Dir::Right, Dir::Down];
        let mut doors: Vec<u32> = (0..2 * self.rooms as u32)
            .filter(|&door| {
                let dir = dirs[door as usize % 2];
                self.next(door as usize / 2, dir).is_some()
            })
            .collect();
        self.rng.shuffle(&mut doors);
        let mut joined = UnionFind::new(self.rooms);
        for (index, &door) in doors.iter().enumerate() {
            if index % PERIOD == 0 {
                control.check()?;
            }
            let room = door as usize / 2;
            let Some(next) = self.next(room, dirs[door as usize % 2]) else {
                continue;
            };
            if joined.join(room, next) {
                self.open(room, next);
            }
        }
        Ok(())
    }

    fn depth_first(&mut self, control: &Control) -> Result<(), Interruption> {
        let mut seen = vec![false; self.rooms];
        let mut trail = vec![self.rng.below(self.rooms)];
        seen[trail[0]] = true;
        let mut looks = 0;
        while let Some(&room) = trail.last() {
            if looks % PERIOD == 0 {
                control.check()?;
            }
            looks += 1;
            let mut fresh = [0; 4];
            let mut count = 0;
            for dir in Dir::ALL {
                if let Some(next) = self.next(room, dir).filter(|&next| !seen[next]) {
                    fresh[count] = next;
                    count += 1;
                }
            }
            if count == 0 {
                trail.pop();
                continue;
            }
            let next = fresh[self.rng.below(count)];
            seen[next] = true;
            self.open(room, next);
            trail.push(next);
        }
        Ok(())
    }

    /// Niches touch only the room that they belong to, so they close no loop.
    fn add_niches(&mut self) {
        if self.width.is_multiple_of(2) {
            for y in (0..self.height).step_by(2) {
                self.path[y * self.width + self.width - 1] = self.rng.chance(1, 2);
            }
        }
        if self.height.is_multiple_of(2) {
            for x in (0..self.width).step_by(2) {
                self.path[(self.height - 1) * self.width + x] = self.rng.chance(1, 2);
            }
        }
    }

    /// Two rooms, one in the first row and one in the last.
    fn ends(&mut self) -> ((usize, usize), (usize, usize)) {
        let start = self.rng.below(self.columns);
        let last = self.rooms - self.columns;
        let end = if last > 0 {
            last + self.rng.below(self.columns)
        } else {
            // With a single row they must differ.
            (start + 1 + self.rng.below(self.columns - 1)) % self.columns
        };
        let position = |cell: usize| (cell % self.width, cell / self.width);
        (position(self.cell(start)), position(self.cell(end)))
    }
}
