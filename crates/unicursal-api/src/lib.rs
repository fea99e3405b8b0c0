//! What the page of the studio asks, and the answers it gets. No I/O and no threads: the server
//! uses it over HTTP, the static edition inside the browser.
//!
//! An [`Ask`] is read from a name and JSON. [`Api::answer`] answers a [`Question`] within the
//! limits of a `Control`; [`Api::solve`] solves a level and reports progress on the way. Refusals
//! are [`Refused`], JSON with an HTTP status.

#![warn(missing_docs)]

mod answer;
mod ask;
mod level;
mod picture;
mod refused;
mod sketch;
mod solve;

use std::time::Duration;

use serde_json::{Value, json};
use unicursal::{OptionSpec, Puzzle};

pub use answer::Reply;
pub use ask::{Ask, LevelInput, Question, SolveAsked};
pub use refused::Refused;
pub use solve::Tell;

/// What is offered, and the limits on requests.
#[derive(Clone)]
pub struct Api {
    /// The puzzles.
    pub puzzles: &'static [&'static dyn Puzzle],
    /// The most bytes in a request.
    pub most_bytes: usize,
    /// The most cells of a level.
    pub most_cells: usize,
    /// The longest time for one piece of work; requests may ask for less.
    pub time_limit: Duration,
}

impl Api {
    /// The puzzles with everything they say about themselves, the questions that may take long, and
    /// the limits.
    pub fn about(&self) -> Value {
        let puzzles = self.puzzles.iter();
        json!({
            "puzzles": puzzles.map(|puzzle| shown(*puzzle)).collect::<Vec<_>>(),
            "searching": Ask::SEARCHING,
            "limits": {
                "bytes": self.most_bytes,
                "cells": self.most_cells,
                "seconds": self.time_limit.as_secs_f64(),
            },
        })
    }
}

/// What a puzzle says about itself, without options for people who study the solvers.
fn shown(puzzle: &dyn Puzzle) -> Value {
    let about = puzzle.about();
    let mut shown = json!(about);
    shown["formats"] = json!(puzzle.formats());
    shown["ladder"] = json!(about.ladder());
    let options = |specs: &[OptionSpec]| -> Vec<Value> {
        let specs = specs.iter().filter(|spec| !spec.hidden);
        specs.map(|spec| json!(spec)).collect()
    };
    shown["solve_options"] = json!(options(about.solve_options));
    shown["generate_options"] = json!(options(about.generate_options));
    shown
}
