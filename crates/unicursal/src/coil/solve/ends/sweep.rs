//! The last resort without any core, which leaves nothing out: the start in one box after another.
//!
//! The end is near it where [counting](crate::coil::solve::deduce::parity) says so, or anywhere. A
//! box whose walks reached their limit comes again in the next turn, with a larger one; its world
//! is built anew, so that memory stays that of one.

use super::limit::Limit;
use super::state::{State, timed};
use super::trial::Trial;
use crate::area::Area;
use crate::coil::Board;
use crate::coil::engine::values::role;
use crate::coil::solve::deduce::parity::excludes_single_end;
use crate::coil::solve::on_path::OnPath;
use crate::coil::tuning::ends::{BOX, REACH};
use crate::ended::Ended;
use crate::{Control, Interruption, Progress};

/// The boxes in which the start was not looked for to the end.
pub struct Sweep {
    boxes: Vec<Area>,
    next: usize,
    /// The world of the next, if it is being walked in.
    trial: Option<Trial>,
}

/// Boxes that cover a board.
pub fn boxes(board: &Board) -> Vec<Area> {
    let whole = Area::of_board(board);
    let (width, height) = (board.width(), board.height());
    (1..=height)
        .step_by(BOX)
        .flat_map(|y| (1..=width).step_by(BOX).map(move |x| (x, y)))
        .map(|(x, y)| whole.part((x, x + BOX), (y, y + BOX)))
        .collect()
}

/// The free cells of an area.
pub fn cells_of(board: &Board, area: Area) -> impl Iterator<Item = usize> {
    area.cells().filter(|&cell| board.is_free(cell))
}

impl Sweep {
    /// All boxes of a board.
    pub fn new(board: &Board) -> Self {
        Self {
            boxes: boxes(board),
            next: 0,
            trial: None,
        }
    }

    /// How many boxes are left.
    pub fn left(&self) -> usize {
        self.boxes.len()
    }

    /// Looks for the start in one box after another. `Exhausted` says that there is no further
    /// path.
    pub fn go_on(
        &mut self,
        state: &mut State,
        limit: Limit,
        on_path: OnPath,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        let last = state.ticks() + limit.slice;
        while let Some(&area) = self.boxes.get(self.next) {
            if state.ticks() > last {
                return Ok(Ended::Undecided);
            }
            control.report(|| Progress {
                share: Some(self.next as f64 / self.boxes.len() as f64),
                ..state.progress("looking for the start box by box")
            });
            if self.trial.is_none() {
                let roles = roles_around(state, area, control)?;
                if let Some(facts) = state.facts_with(&roles, control)? {
                    self.trial = Trial::new(state, Some(facts), false, control)?;
                }
            }
            let ended = match &mut self.trial {
                Some(trial) => {
                    let slice = last - state.ticks();
                    let limit = Limit { slice, ..limit };
                    let ended = trial.go_on(state, limit, &mut *on_path, control)?;
                    if ended == Ended::Undecided && !trial.is_done {
                        return Ok(Ended::Undecided);
                    }
                    ended
                }
                None => Ended::Exhausted,
            };
            self.trial = None;
            match ended {
                Ended::Found => return Ok(Ended::Found),
                Ended::Exhausted => drop(self.boxes.remove(self.next)),
                Ended::Undecided => self.next += 1,
            }
        }
        self.next = 0;
        Ok(if self.boxes.is_empty() {
            Ended::Exhausted
        } else {
            Ended::Undecided
        })
    }
}

/// The start in a box, the end near it or anywhere.
fn roles_around(
    state: &mut State,
    area: Area,
    control: &Control,
) -> Result<[(Vec<usize>, u8); 2], Interruption> {
    let near = timed(&mut state.cost.seconds.parity, || {
        excludes_single_end(
            state.board,
            state.switches,
            state.colours,
            area,
            &|_| false,
            &mut state.cost.cores,
            control,
        )
    })?;
    let ends = if near {
        Area::of_board(state.board).near(area, REACH)
    } else {
        Area::of_board(state.board)
    };
    Ok([
        (
            cells_of(state.board, area).collect(),
            role::START | role::MIDDLE,
        ),
        (
            cells_of(state.board, ends).collect(),
            role::END | role::MIDDLE,
        ),
    ])
}
