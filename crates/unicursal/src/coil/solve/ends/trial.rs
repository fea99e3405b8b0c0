//! A world that is walked in, stage after stage, and can be paused at any time.
//!
//! Short walks come first. What they do not decide is deduced further, by the order of whole
//! [fragments](crate::coil::solve::deduce::fragments), and walked again with more patience.

use super::limit::Limit;
use super::state::{State, timed};
use crate::coil::solve::deduce::Deduction;
use crate::coil::solve::on_path::OnPath;
use crate::coil::solve::walk::world::{Plan, Stage, World};
use crate::coil::tuning::ends::LONG_PATH;
use crate::coil::tuning::windows::TILE;
use crate::ended::Ended;
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// See the [module](self).
pub struct Trial {
    world: World,
    /// Whether the order of fragments was asked, so that walks may go back further: more will not
    /// be deduced.
    is_refined: bool,
    /// The number of the stage at hand, and whether it has begun.
    stage: usize,
    has_begun: bool,
    /// Whether all stages have been gone through since the last call but one.
    pub is_done: bool,
}

impl Trial {
    /// The world of these facts, or of the state's own, refined `at_once` or when it turns out to
    /// be needed; `None` if it is contradictory.
    pub fn new(
        state: &mut State,
        others: Option<Deduction>,
        at_once: bool,
        control: &Control,
    ) -> Result<Option<Self>, Interruption> {
        let tools = state.query.tools;
        let is_refined = tools.fragments && (at_once || tools.always);
        let world = state.world(others, is_refined, control)?;
        Ok(world.map(|world| Self {
            world,
            is_refined,
            stage: 0,
            has_begun: false,
            is_done: false,
        }))
    }

    /// Walks until a path is found, every start is refuted, the work of the slice is done, or all
    /// stages have been gone through, in which case the next call begins again with the first.
    pub fn go_on(
        &mut self,
        state: &mut State,
        limit: Limit,
        on_path: OnPath,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        let last = state.ticks() + limit.slice;
        self.is_done = false;
        loop {
            if let Some(&stage) = stages(state, self.is_refined).get(self.stage) {
                if self.walk(state, stage, (limit.choices, last), &mut *on_path, control)? {
                    return Ok(Ended::Found);
                }
                if self.world.start_count() == 0 {
                    return Ok(Ended::Exhausted);
                }
                if self.world.is_paused() {
                    return Ok(Ended::Undecided);
                }
                self.stage += 1;
                self.has_begun = false;
                continue;
            }
            self.stage = 0;
            if self.is_refined || !state.may_refine() {
                self.is_done = true;
                return Ok(Ended::Undecided);
            }
            self.is_refined = true;
            if !state.refine(&mut self.world, control)? {
                return Ok(Ended::Exhausted);
            }
        }
    }

    /// Goes on with a stage: walks of this many choices, until the clock says so. Returns true if
    /// no more paths are wanted.
    fn walk(
        &mut self,
        state: &mut State,
        stage: Stage,
        (choices, last): (u64, Ticks),
        on_path: OnPath,
        control: &Control,
    ) -> Result<bool, Interruption> {
        let world = &mut self.world;
        if !std::mem::replace(&mut self.has_begun, true)
            && let Some(rehearsal) = &state.rehearsal
        {
            world.sort_starts(|start| rehearsal.against(start));
        }
        let plan = Plan {
            choices,
            last: world.ticks() + (last - state.ticks()),
            stage,
        };
        timed(&mut state.cost.seconds.walks, || {
            world.walk_all(plan, on_path, control, &mut state.cost.walks)
        })
    }
}

/// The stages of walks in a world.
fn stages(state: &State, is_refined: bool) -> &'static [Stage] {
    if state.query.all {
        // A walk that is begun again shows again what it has shown.
        &[Stage::Thorough]
    } else if state.board.free_count() < LONG_PATH {
        &[Stage::Quick, Stage::Near(TILE), Stage::Thorough]
    } else if is_refined || !state.may_refine() {
        &[Stage::Near(TILE), Stage::Thorough]
    } else {
        // What is left is deduced further before everything is tried.
        &[Stage::Near(TILE)]
    }
}
