//! Paths that fill a board and do not touch themselves.
//!
//! Two cells of such a path are neighbours only where one follows the other. In the beginning every
//! cell is a path of its own. A move takes an end of a path and a neighbouring cell: the end joins
//! that cell, and what follows the cell on one side of it becomes a path of its own. Moves that
//! reduce the number of paths are always made; those that keep it shuffle the paths, so that others
//! become possible. A move is made only if the paths still do not touch themselves and have few
//! enough corners. It costs the length of the two paths.

use crate::connect::Board;
use crate::{Control, Dir, Interruption, Rng};

/// Moves for each cell before this number of paths is given up.
const MOVES_PER_CELL: usize = 2_000;

/// Fills these cells with this number of paths of two cells or more, with at most this many corners
/// in all; none if the moves do not lead there.
pub fn random_paths(
    board: &Board,
    cells: &[usize],
    number: usize,
    corners: usize,
    rng: &mut Rng,
    control: &Control,
) -> Result<Option<Vec<Vec<usize>>>, Interruption> {
    let mut cover = Cover::new(board, cells, corners);
    for step in 0..cells.len() * MOVES_PER_CELL {
        if step % 256 == 0 {
            control.interruption().map_or(Ok(()), Err)?;
        }
        if cover.paths.len() <= number && cover.single == 0 {
            return Ok(cover.split_into(number, rng));
        }
        cover.try_move(rng);
    }
    Ok(None)
}

/// Paths that together use every cell once.
struct Cover<'a> {
    board: &'a Board,
    paths: Vec<Vec<usize>>,
    /// The path of each cell; [`usize::MAX`] for a cell without.
    owner: Vec<usize>,
    /// Paths of one cell.
    single: usize,
    corners: usize,
    most_corners: usize,
}

impl<'a> Cover<'a> {
    fn new(board: &'a Board, cells: &[usize], most_corners: usize) -> Self {
        let paths: Vec<Vec<usize>> = cells.iter().map(|&cell| vec![cell]).collect();
        let mut owner = vec![usize::MAX; board.cell_count()];
        for (index, path) in paths.iter().enumerate() {
            owner[path[0]] = index;
        }
        Self {
            board,
            single: paths.len(),
            paths,
            owner,
            corners: 0,
            most_corners,
        }
    }

    /// Tries one random move.
    fn try_move(&mut self, rng: &mut Rng) {
        let from = rng.below(self.paths.len());
        let mut joined = self.paths[from].clone();
        if rng.chance(1, 2) {
            joined.reverse();
        }
        let end = joined[joined.len() - 1];
        let Some(reached) = neighbour(self.board, end, Dir::ALL[rng.below(4)]) else {
            return;
        };
        let other = self.owner[reached];
        if other == usize::MAX || other == from {
            return;
        }
        let mut rest = self.paths[other].clone();
        if rng.chance(1, 2) {
            rest.reverse();
        }
        let at = rest.iter().position(|&cell| cell == reached);
        joined.extend(rest.drain(at.unwrap_or(0)..));
        // A single cell that is left over must find a path again, which is worth it only for one.
        let singles = usize::from(rest.len() == 1);
        let singles_before = self.is_single(from) + self.is_single(other);
        let before = self.corners_of(&self.paths[from]) + self.corners_of(&self.paths[other]);
        let corners = self.corners + self.corners_of(&joined) + self.corners_of(&rest) - before;
        let fits = corners <= self.most_corners || corners <= self.corners;
        if singles > singles_before || !fits || !self.is_apart(&joined) {
            return;
        }
        self.single = self.single + singles - singles_before;
        self.corners = corners;
        for &cell in &joined {
            self.owner[cell] = from;
        }
        self.paths[from] = joined;
        self.paths[other] = rest;
        if self.paths[other].is_empty() {
            self.paths.swap_remove(other);
            for &cell in self.paths.get(other).into_iter().flatten() {
                self.owner[cell] = other;
            }
        }
    }

    fn is_single(&self, path: usize) -> usize {
        usize::from(self.paths[path].len() == 1)
    }

    fn corners_of(&self, path: &[usize]) -> usize {
        let x = |cell: usize| self.board.position(cell).0;
        let is_corner = |three: &&[usize]| {
            let across = |a: usize, b: usize| x(three[a]) != x(three[b]);
            across(0, 1) != across(1, 2)
        };
        path.windows(3).filter(is_corner).count()
    }

    /// Whether a path does not touch itself.
    fn is_apart(&self, path: &[usize]) -> bool {
        let mut places: Vec<(usize, usize)> = path.iter().copied().zip(0..).collect();
        places.sort_unstable();
        let place = |cell| {
            let index = places.binary_search_by_key(&cell, |&(cell, _)| cell);
            index.ok().map(|index| places[index].1)
        };
        places.iter().all(|&(cell, at)| {
            let around = [Dir::Right, Dir::Down].map(|dir| neighbour(self.board, cell, dir));
            let mut around = around.into_iter().flatten().filter_map(place);
            around.all(|other| at.abs_diff(other) == 1)
        })
    }

    /// Cuts long paths until there are this many; none if no path is long enough.
    fn split_into(mut self, number: usize, rng: &mut Rng) -> Option<Vec<Vec<usize>>> {
        while self.paths.len() < number {
            let longest = (0..self.paths.len()).max_by_key(|&index| self.paths[index].len())?;
            let path = &mut self.paths[longest];
            let spare = path.len().checked_sub(4)?;
            let rest = path.split_off(2 + rng.below(spare + 1));
            self.paths.push(rest);
        }
        Some(self.paths)
    }
}

/// The cell in a direction.
fn neighbour(board: &Board, cell: usize, dir: Dir) -> Option<usize> {
    let (x, y) = board.position(cell);
    let (dx, dy) = dir.delta();
    let x = x.checked_add_signed(dx).filter(|&x| x < board.width())?;
    let y = y.checked_add_signed(dy).filter(|&y| y < board.height())?;
    Some(board.cell(x, y))
}
