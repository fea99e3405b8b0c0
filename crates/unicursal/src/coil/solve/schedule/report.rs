//! What is told of the work: its figures, and how far it came if there is no answer.

use serde_json::{Value, json};

use super::Solver;
use super::entries::Entry;
use crate::coil::Answer;
use crate::coil::engine::Deleted;
use crate::coil::solve::deduce::Effort;
use crate::coil::solve::ends::{Cost, EndsFirst};
use crate::coil::solve::slides::restarts::Restarts;
use crate::{Interruption, Outcome, Solved, Unknown};

impl Solver<'_> {
    /// Why there is no answer: what was being done, what was tried, what is left.
    pub(super) fn unknown(&self, why: Interruption) -> Outcome<Answer> {
        let searched = self.searches().map(Restarts::longest).max();
        let walked = self.ends.as_ref().map(|ends| ends.cost().walks.longest);
        let longest = searched.max(walked).unwrap_or(0);
        let how_far = format!(
            "the longest walk visited {longest} of {} cells",
            self.board.free_count()
        );
        let mut unknown = Unknown::new(why, how_far).in_stage(self.stage);
        if let Some(restarts) = &self.restarts {
            let (choices, left) = (restarts.nodes(), restarts.live_starts());
            unknown = unknown.after(format!(
                "plain search, {choices} choices, {left} starts not searched to the end"
            ));
        }
        if let Some(ends) = &self.ends {
            unknown = unknown.after(format!("locating the ends, {}", ends.how_far()));
        }
        if self.core_slides.is_some() {
            unknown = unknown.after("plain search from and to the cores");
        }
        if self.parts.slides {
            unknown = unknown.before("the same search with more work");
        }
        if self.schedule.is_alive(Entry::Locate) || self.schedule.is_alive(Entry::Walk) {
            let next = self
                .ends
                .as_ref()
                .map_or("locating the ends", EndsFirst::stage);
            unknown = unknown.before(next);
        }
        Outcome::Unknown(unknown)
    }

    /// What the work took, part by part.
    pub(super) fn with_stats(&self, mut solved: Solved<Answer>) -> Solved<Answer> {
        if !matches!(solved.outcome, Outcome::Unknown(_)) {
            solved = solved.with_stat("found_by", self.stage);
        }
        solved = solved
            .with_stat("ticks", self.schedule.total().0)
            .with_stat("timeline", self.timeline())
            .with_stat("proofs_seconds", self.seconds.proofs);
        if self.searches().next().is_some() {
            let choices: u64 = self.searches().map(Restarts::nodes).sum();
            let cells: u64 = self.searches().map(Restarts::entered).sum();
            solved = solved
                .with_stat("slides_seconds", self.seconds.slides)
                .with_stat("slides_choices", choices)
                .with_stat("slides_cells", cells);
        }
        if let Some(ends) = &self.ends {
            let Cost {
                seconds,
                deductions,
                walks,
                rehearsed,
                ..
            } = ends.cost();
            let cores: Vec<usize> = ends.cores().iter().map(Vec::len).collect();
            solved = solved
                .with_stat("locating_ticks", ends.locating_ticks().0)
                .with_stat(
                    "ends_seconds",
                    self.seconds.locate + self.seconds.rehearse + self.seconds.walk,
                )
                .with_stat("deduce_seconds", seconds.deduce)
                .with_stat("cores_seconds", seconds.cores)
                .with_stat("cut_seconds", seconds.cut)
                .with_stat("refine_seconds", seconds.refine)
                .with_stat("parity_seconds", seconds.parity)
                .with_stat("worlds_seconds", seconds.worlds)
                .with_stat("rehearsals_seconds", seconds.rehearsals)
                .with_stat("walks_seconds", seconds.walks)
                .with_stat("cores", cores)
                .with_stat("decided_share", ends.decided_share())
                .with_stat("deleted_by", deleted_by(&deductions))
                .with_stat("windows", deductions.windows)
                .with_stat("probes", deductions.probes)
                .with_stat("refuted", deductions.refuted)
                .with_stat("nodes", walks.nodes)
                .with_stat("conflicts", walks.conflicts)
                .with_stat("undone", walks.undone)
                .with_stat("rehearsed", rehearsed.0);
        }
        solved
    }
}

/// The share of all deleted values that each rule has deleted.
fn deleted_by(effort: &Effort) -> Value {
    let Deleted {
        cells,
        faces,
        loops,
    } = effort.deleted;
    let all = (cells + faces + loops + effort.refuted).max(1) as f64;
    let share = |count: u64| count as f64 / all;
    json!({
        "cells": share(cells),
        "faces": share(faces),
        "loops": share(loops),
        "probes": share(effort.refuted),
    })
}
