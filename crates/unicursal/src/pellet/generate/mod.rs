//! Makes boards that have a path, because the path is made first.
//!
//! A random [loop] fills the board; random [bumps] of it are cut off and added elsewhere, which
//! leaves holes; the loop is cut open; on boards that are not too large, [`backbite`] moves then
//! mix the path as a whole. Cells that the path does not visit become walls. All of this is linear
//! in the size of the board, and the same seed makes the same board on every machine.
//!
//! For a board with only one path ([`unique`]), the path grows from a single cell instead.
//!
//! [loop]: tour
//! [bumps]: bumps

mod bumps;
mod difficulty;
mod pack;
mod tour;
mod unique;

use super::Board;
use super::tuning::{CANDIDATES, MOST_CUT, MOST_UNIQUE, SCALE};
use crate::hamilton::technique::Technique;
use crate::hamilton::{backbite, cover::Cover, grade};
use crate::reason::Grade;
use crate::{Control, Dir, Error, Grid, Interruption, Rng, grid};
pub use difficulty::Difficulty;
pub use pack::{GRADED_SIZE, PACK_SIZE, graded, pack};

/// What kind of board to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Columns, including the border of walls.
    pub width: usize,
    /// Rows, including the border of walls.
    pub height: usize,
    /// The wanted share of holes inside the border, in per cent.
    pub holes: usize,
    /// How hard the board must be for the plain search.
    pub difficulty: Difficulty,
    /// Whether there must be only one path.
    pub unique: bool,
    /// How hard it must be for a person, who can solve it only if there is a single path; `None`
    /// for any grade.
    pub grade: Option<Grade>,
}

/// A board and a path that fills it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The board.
    pub board: Board,
    /// The path from its start.
    pub path: Vec<Dir>,
}

/// Where boards of a grade are more frequent.
fn advice(grade: Grade) -> &'static str {
    match grade {
        Grade::Easy => "a smaller board",
        _ => "a larger board",
    }
}

/// The shortest side: two cells inside the border.
pub const MIN_SIDE: usize = 4;
/// The largest share of holes, in per cent.
pub const MAX_HOLES: usize = 60;
/// The memory for making a board, in bytes for each of its cells.
const BYTES_PER_CELL: usize = 24;
/// Steps of the work between two looks at the limits.
const PERIOD: usize = 1 << 16;

/// Makes the board that belongs to a shape and a seed.
pub fn generate(shape: &Shape, seed: &str, control: &Control) -> Result<Made, Error> {
    let sides = MIN_SIDE..=Grid::MAX_SIDE;
    let (width, height) = (shape.width, shape.height);
    let refuse = |why: String| Err(Error::BadRequest(why));
    if !sides.contains(&width) || !sides.contains(&height) || width * height > Grid::MAX_CELLS {
        return refuse(format!(
            "a board of {width}x{height} is not supported: sides are {MIN_SIDE} to {}, cells at most {}",
            Grid::MAX_SIDE,
            Grid::MAX_CELLS
        ));
    }
    if shape.holes > MAX_HOLES {
        let holes = shape.holes;
        return refuse(format!(
            "holes must be from 0 to {MAX_HOLES} per cent, not {holes}"
        ));
    }
    // The time for growing the only path is cubic in its cells.
    if shape.unique && width * height > MOST_UNIQUE {
        return refuse(format!(
            "a board of {width}x{height} is too large for one path only: cells are at most {MOST_UNIQUE}"
        ));
    }
    let found = find(shape, seed, control);
    let found = found.map_err(|why| Error::interrupted(why, "the board was not finished"))?;
    found.ok_or_else(|| {
        let (wanted, advice) = match shape.grade {
            Some(grade) => (grade.name(), advice(grade)),
            None => (shape.difficulty.name(), shape.difficulty.advice()),
        };
        let why = format!(
            "no {wanted} board among {CANDIDATES} boards of this size and seed; try another seed, or {advice}"
        );
        Error::interrupted(Interruption::GaveUp, why)
    })
}

/// The first board that is as hard as it must be, if there is one among those that are tried.
fn find(shape: &Shape, seed: &str, control: &Control) -> Result<Option<Made>, Interruption> {
    control.demand(shape.width * shape.height * BYTES_PER_CELL)?;
    let mut rng = Rng::from_text(seed);
    for _ in 0..CANDIDATES {
        control.check()?;
        let made = make(shape, &mut rng, control)?;
        if shape.difficulty.fits(&made.board, control)? && has_grade(&made.board, shape, control)? {
            return Ok(Some(made));
        }
    }
    Ok(None)
}

/// Whether a board is as hard for a person as it must be.
fn has_grade(board: &Board, shape: &Shape, control: &Control) -> Result<bool, Interruption> {
    let Some(wanted) = shape.grade else {
        return Ok(true);
    };
    let uses = grade::grade(board, &[], SCALE, Technique::Guess, control)?;
    Ok(uses.is_some_and(|uses| uses.grade() == wanted))
}

fn make(shape: &Shape, rng: &mut Rng, control: &Control) -> Result<Made, Interruption> {
    let stride = shape.width + 2;
    // The frame of the board and its border of walls: two cells on each side.
    let inside = Inside {
        first: 2 * stride + 2,
        stride,
        width: shape.width - 2,
        height: shape.height - 2,
    };
    let path = if shape.unique {
        unique::grow(&inside, shape.holes, rng, control)?
    } else {
        random_path(&inside, shape.holes, rng, control)?
    };
    Ok(inside.made(&path))
}

/// A path that is cut from a mixed loop.
fn random_path(
    inside: &Inside,
    percent: usize,
    rng: &mut Rng,
    control: &Control,
) -> Result<Vec<usize>, Interruption> {
    let mut cover = Cover::new(inside.stride, inside.stride * (inside.height + 4));
    tour::lay(&mut cover, inside, rng, control)?;
    bumps::stir(&mut cover, inside, percent, rng, control)?;

    let cells: Vec<usize> = inside
        .cells()
        .filter(|&cell| cover.degree(cell) > 0)
        .collect();
    let start = cells[rng.below(cells.len())];
    let mut path: Vec<usize> = std::iter::once(start)
        .chain(cover.walk(start).map(|(_, cell)| cell))
        .collect();
    // The walk around a loop comes back to where it began.
    path.pop();
    let cut = rng.below(MOST_CUT.min(path.len() / 4) + 1);
    path.truncate(path.len() - cut);
    control.check()?;
    backbite::stir(&mut path, inside.stride, rng);
    control.check()?;
    Ok(path)
}

/// The part of a framed rectangle that may have free cells.
struct Inside {
    /// The top left cell.
    first: usize,
    stride: usize,
    width: usize,
    height: usize,
}

impl Inside {
    fn cell(&self, x: usize, y: usize) -> usize {
        self.first + y * self.stride + x
    }

    fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| self.cell(x, y)))
    }

    /// The board whose cells this path visits.
    fn made(&self, path: &[usize]) -> Made {
        let (stride, width, height) = (self.stride, self.width + 2, self.height + 2);
        let position = |cell: usize| (cell % stride - 1, cell / stride - 1);
        let mut free = vec![false; stride * (height + 2)];
        for &cell in path {
            free[cell] = true;
        }
        let is_free = |x: usize, y: usize| free[(y + 1) * stride + x + 1];
        let board = Board::from_fn(width, height, position(path[0]), is_free);
        let step = |pair: &[usize]| {
            let to = |dir: &Dir| grid::neighbour(stride, pair[0], *dir) == pair[1];
            Dir::ALL.into_iter().find(to)
        };
        let path = path.windows(2).filter_map(step).collect();
        Made { board, path }
    }

    fn contains(&self, cell: usize) -> bool {
        let (x, y) = (cell % self.stride, cell / self.stride);
        (2..self.width + 2).contains(&x) && (2..self.height + 2).contains(&y)
    }
}
