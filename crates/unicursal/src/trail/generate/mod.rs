//! Makes boards with one path only, from a path that is made first.
//!
//! A [random path](path) fills the board. Numbers and thin walls are put along it, more than are
//! needed, and then taken away one by one, in random order, as long as the path stays the only one:
//! everything that is left is needed. For easier boards it must also stay within reach of the
//! [techniques](Technique) of its difficulty; a board that they solve has one path, because they
//! draw nothing but conclusions.
//!
//! The same seed makes the same board on every machine: nothing depends on limits of time.

mod clues;
mod pack;
mod path;

use super::tuning::{CANDIDATES, FEW_CELLS, MOST_SEARCHED, MOST_UNIQUE, SCALE, SMALL_CANDIDATES};
use super::{Board, Parts};
use crate::hamilton::grade;
use crate::hamilton::technique::Technique;
use crate::reason::Grade;
use crate::{Control, Dir, Error, Grid, Interruption, Rng};
use clues::Clues;
pub use clues::Walls;
pub use pack::{PACK_SIZE, pack};

/// What kind of board to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// How hard it must be; `None` for any.
    pub difficulty: Option<Grade>,
    /// How many thin walls there may be.
    pub walls: Walls,
    /// Whether numbers and walls must be in the same places when the board is turned by half a
    /// turn.
    pub symmetric: bool,
    /// This many numbers and no walls, whether there is one path only or not.
    pub numbers: Option<usize>,
}

/// A board and a path that fills it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The board.
    pub board: Board,
    /// The path from the number 1.
    pub path: Vec<Dir>,
}

/// What making a board takes, in bytes for each of its cells.
const BYTES_PER_CELL: usize = 64;

/// Makes the board that belongs to a shape and a seed.
pub fn generate(shape: &Shape, seed: &str, control: &Control) -> Result<Made, Error> {
    let (width, height) = (shape.width, shape.height);
    let cells = width.saturating_mul(height);
    let refuse = |why: String| Err(Error::BadRequest(why));
    if !Grid::is_size(width, height) || cells < 2 {
        return refuse(format!(
            "a board of {width}x{height} is not supported: sides are 1 to {}, cells 2 to {}",
            Grid::MAX_SIDE,
            Grid::MAX_CELLS
        ));
    }
    match shape.numbers {
        Some(numbers) if !(1..=cells).contains(&numbers) => {
            return refuse(format!("numbers must be from 1 to {cells}, not {numbers}"));
        }
        // The time for removing superfluous clues grows with the square of the cells.
        None if cells > MOST_UNIQUE => {
            return refuse(format!(
                "a board of {width}x{height} is too large for one path only: cells are at most \
                 {MOST_UNIQUE}; with --numbers it need not be the only one"
            ));
        }
        _ => {}
    }
    let tries = if cells <= FEW_CELLS {
        SMALL_CANDIDATES
    } else {
        CANDIDATES
    };
    let found = find(shape, tries, seed, control);
    let found = found.map_err(|why| Error::interrupted(why, "the board was not finished"))?;
    found.ok_or_else(|| {
        let why = format!(
            "no {} board among {tries} boards of this size and seed; try another seed or a larger board",
            shape.difficulty.unwrap_or(Grade::Easy)
        );
        Error::interrupted(Interruption::GaveUp, why)
    })
}

/// The first board that is as hard as it must be, if there is one among this many.
fn find(
    shape: &Shape,
    tries: usize,
    seed: &str,
    control: &Control,
) -> Result<Option<Made>, Interruption> {
    control.demand(shape.width * shape.height * BYTES_PER_CELL)?;
    let mut rng = Rng::from_text(seed);
    if let Some(numbers) = shape.numbers {
        return Ok(Some(spaced(shape, numbers, &mut rng)));
    }
    for _ in 0..tries {
        control.check()?;
        let path = path::random(shape.width, shape.height, &mut rng);
        let mut clues = Clues::new(shape, path, &mut rng);
        let keeps = |board: &Board| is_fine(board, shape.difficulty, control);
        clues.add_until(&mut rng, keeps)?;
        clues.take_away(&mut rng, keeps)?;
        let board = clues.board();
        if let Some(wanted) = shape.difficulty {
            let grade = grade::grade(&board, board.numbered(), SCALE, Technique::Guess, control)?;
            if grade.is_none_or(|uses| uses.grade() != wanted) {
                continue;
            }
        }
        let path = clues.steps();
        return Ok(Some(Made { board, path }));
    }
    Ok(None)
}

/// Whether a board has only one path, and is not visibly too hard.
fn is_fine(
    board: &Board,
    difficulty: Option<Grade>,
    control: &Control,
) -> Result<bool, Interruption> {
    let hardest = match difficulty {
        Some(Grade::Easy) => Technique::Order,
        Some(Grade::Medium) => Technique::Trial,
        _ if board.free_count() > MOST_SEARCHED => Technique::Parity,
        Some(Grade::Hard | Grade::Expert) | None => {
            return clues::is_unique(board, control);
        }
    };
    let grade = grade::grade(board, board.numbered(), SCALE, hardest, control)?;
    Ok(grade.is_some_and(|uses| uses.grade() <= Grade::Medium))
}

/// A board with this many numbers along a random path, which need not be the only one.
fn spaced(shape: &Shape, numbers: usize, rng: &mut Rng) -> Made {
    let path = path::random(shape.width, shape.height, rng);
    let mut places: Vec<usize> = (1..path.len() - 1).collect();
    rng.shuffle(&mut places);
    places.truncate(numbers.saturating_sub(2));
    places.push(0);
    if numbers > 1 {
        places.push(path.len() - 1);
    }
    places.sort_unstable();
    let parts = Parts {
        width: shape.width,
        height: shape.height,
        numbers: places.into_iter().map(|place| path[place]).collect(),
        ..Parts::default()
    };
    let board = Board::new(&parts);
    let steps = clues::steps(&path);
    Made { board, path: steps }
}
