//! How hard a level is, measured in ways that do not depend on the machine.

use super::engine::Switches;
use super::engine::values::role;
use super::solve::deduce::Deduction;
use super::solve::parts::Parts;
use super::solve::{reference::search, schedule};
use super::tuning::judges::SEARCH_CELLS;
use super::{Answer, Board, Walker};
use crate::{Control, Error, Figures, Interruption, Outcome};

/// How hard a level is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// Slides that the method 'search' tries until it has found an answer, or has tried everything.
    pub slides: u64,
    /// Whether it gave up, so that the number would be larger.
    pub is_beyond: bool,
    /// Slides of an answer at which there is a choice, where one is known.
    pub choices: Option<u64>,
    /// The share of pairs of neighbouring cells for which deduction alone decides whether the path
    /// goes from one to the other, once it knows the ends of that answer.
    pub decided_share: Option<f64>,
}

impl Difficulty {
    /// Measures a level.
    pub fn of(board: &Board, control: &Control) -> Result<Self, Error> {
        let (slides, is_beyond, found) = slides(board, control)?;
        let answer = match found {
            None if is_beyond => {
                let solved = schedule::solve(board, 0, Parts::default(), control);
                match solved.outcome {
                    Outcome::Solved(answer) => Some(answer),
                    _ => None,
                }
            }
            found => found,
        };
        let decided = answer.as_ref().map(|s| decided_share(board, s, control));
        Ok(Self {
            slides,
            is_beyond,
            choices: answer.as_ref().map(|answer| choices(board, answer)),
            decided_share: decided.transpose()?,
        })
    }

    /// As figures: `slides`, whether they are `slides_at_least`, `choices`, `decided_share`.
    pub fn figures(&self) -> Figures {
        let mut figures = Figures::new().with("slides", self.slides);
        if self.is_beyond {
            figures.add("slides_at_least", true);
        }
        if let Some(choices) = self.choices {
            figures.add("choices", choices);
        }
        if let Some(share) = self.decided_share {
            figures.add("decided_share", (share * 1e4).round() / 1e4);
        }
        figures
    }
}

/// How many slides the method 'search' tries, whether it gave up, and what it found.
pub fn slides(board: &Board, control: &Control) -> Result<(u64, bool, Option<Answer>), Error> {
    let (outcome, effort) = search::solve_within(board, SEARCH_CELLS, control);
    match outcome {
        Outcome::Solved(answer) => Ok((effort.slides, false, Some(answer))),
        Outcome::Unsolvable { .. } => Ok((effort.slides, false, None)),
        Outcome::Unknown(unknown) if unknown.why == Interruption::GaveUp => {
            Ok((effort.slides, true, None))
        }
        Outcome::Unknown(unknown) => Err(unknown.into()),
    }
}

/// Slides at which there is a choice: the first, and those after which the path does not turn by
/// itself.
fn choices(board: &Board, answer: &Answer) -> u64 {
    let (x, y) = answer.start;
    let mut walker = Walker::new(board, board.cell(x, y));
    let mut choices = 0;
    let mut before = None;
    for &dir in &answer.slides {
        let forced = before.and_then(|before| walker.forced_turn(before));
        choices += u64::from(forced.is_none());
        walker.slide(dir);
        before = Some(dir);
    }
    choices
}

fn decided_share(board: &Board, answer: &Answer, control: &Control) -> Result<f64, Error> {
    let (x, y) = answer.start;
    let start = board.cell(x, y);
    let mut walker = Walker::new(board, start);
    for &dir in &answer.slides {
        walker.slide(dir);
    }
    let end = walker.at();
    let roles = |cell| match cell {
        cell if cell == start && cell == end => role::START | role::END,
        cell if cell == start => role::START,
        cell if cell == end => role::END,
        _ => role::MIDDLE,
    };
    let mut deduction = Deduction::new(board, Switches::default(), roles);
    let run = deduction.run_on(control);
    run.map_err(|why| Error::interrupted(why, "its difficulty was not measured"))?;
    Ok(deduction.decided_share())
}
