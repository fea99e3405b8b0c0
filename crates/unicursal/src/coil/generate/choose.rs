//! Levels that something was proved about: only one solution, none at all, or hard to find.
//!
//! Candidates come from seeds derived from the one that was given (`spring`, `spring-2`, ...), and a
//! judge (a counter, a solver) picks among them. What is handed out is the id of the one that was
//! picked, which makes the same level again without the judge.

use super::offer::unfinished;
use super::{Generated, Id};
use crate::coil::{Board, Solution};
use crate::puzzle::{Count, Error, Outcome, Solved, Unfinished};
use crate::{Control, Dir, Rng};

/// How many candidates are judged before giving up.
const TRIES: usize = 1000;

/// The seed of a candidate, counted from 1.
pub(super) fn derived_seed(seed: &str, number: usize) -> String {
    if number == 1 {
        seed.to_owned()
    } else {
        format!("{seed}-{number}")
    }
}

fn candidate(id: &Id, number: usize) -> Id {
    let mut id = id.clone();
    id.request.seed = derived_seed(&id.request.seed, number);
    id
}

fn make(id: &Id, control: &Control) -> Result<Generated, Error> {
    super::generate(&id.request, control).map_err(unfinished)
}

/// The first candidate with one solution; `count` counts them up to a limit and takes a solution
/// and its reverse for one.
pub(super) fn unique(
    id: &Id,
    control: &Control,
    count: &dyn Fn(&Board, u64) -> Result<Count, Error>,
) -> Result<Id, Error> {
    for number in 1..=TRIES {
        let id = candidate(id, number);
        let level = make(&id, control)?;
        let count = count(&level.board, 2)?;
        if count.found == 1 && count.complete {
            return Ok(id);
        }
        stop_at(
            control,
            number,
            "candidates, none with exactly one solution",
        )?;
    }
    let text = format!("none of {TRIES} levels has exactly one solution");
    Err(Unfinished::tried(text).into())
}

/// The one of `among` candidates that costs the most; `effort` says how much a board does.
pub(super) fn hardest(
    id: &Id,
    among: usize,
    control: &Control,
    effort: &dyn Fn(&Board) -> Result<u64, Error>,
) -> Result<Id, Error> {
    let mut best: Option<(u64, Id)> = None;
    for number in 1..=among {
        let id = candidate(id, number);
        let level = make(&id, control)?;
        let effort = effort(&level.board)?;
        if best.as_ref().is_none_or(|(most, _)| effort > *most) {
            best = Some((effort, id));
        }
        stop_at(control, number, "candidates judged")?;
    }
    Ok(best.map_or_else(|| id.clone(), |(_, id)| id))
}

/// A level with two cells changed, a wall and a free cell of the same colour, that is proved to have
/// no solution though it shows neither a dead end nor a cut at first sight.
pub(super) fn unsolvable(
    id: &Id,
    control: &Control,
    solve: &dyn Fn(&Board) -> Result<Solved<Solution>, Error>,
) -> Result<Id, Error> {
    let mut rng = Rng::from_text(&id.request.seed);
    let board = make(id, control)?.board;
    let colour = |cell: usize| {
        let (x, y) = board.position(cell);
        (x + y) % 2
    };
    let free: Vec<usize> = board.free_cells().collect();
    let all = (0..board.height()).flat_map(|y| (0..board.width()).map(move |x| (x, y)));
    let walls: Vec<usize> = all
        .map(|(x, y)| board.cell(x, y))
        .filter(|&cell| !board.is_free(cell))
        .collect();
    for number in 1..=TRIES {
        if free.is_empty() || walls.is_empty() {
            break;
        }
        let (close, open) = (free[rng.below(free.len())], walls[rng.below(walls.len())]);
        if colour(close) == colour(open) {
            let mut id = id.clone();
            id.changes = vec![board.position(close), board.position(open)];
            let (changed, _) = id.make(control).map_err(unfinished)?;
            if has_no_dead_end(&changed)
                && matches!(solve(&changed)?.outcome, Outcome::Unsolvable { .. })
            {
                return Ok(id);
            }
        }
        stop_at(control, number, "changes, none proved to have no solution")?;
    }
    let text = "no change was found after which the level is proved to have no solution";
    Err(Unfinished::tried(text.to_owned()).into())
}

fn has_no_dead_end(board: &Board) -> bool {
    board.free_cells().all(|cell| {
        let free = |dir: &Dir| board.is_free(board.neighbour(cell, *dir));
        Dir::ALL.iter().filter(|dir| free(dir)).count() >= 2
    })
}

fn stop_at(control: &Control, number: usize, what: &str) -> Result<(), Unfinished> {
    match control.interruption() {
        Some(why) => Err(Unfinished {
            why: Some(why),
            how_far: format!("{number} {what}"),
        }),
        None => Ok(()),
    }
}
