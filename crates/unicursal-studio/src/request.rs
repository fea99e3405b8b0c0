//! What requests ask for, and how it is turned into calls of the library.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::http::StatusCode;
use serde::Deserialize;
use unicursal::{Control, Level, LevelName, Options, Puzzle, SolveRequest};

use crate::body::Refused;
use crate::{Config, Studio};

/// A level: its text, its id, or `PUZZLE:pack/NUMBER`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelAsked {
    pub puzzle: String,
    pub level: String,
}

/// A level and an answer to it, or the beginning of one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerAsked {
    pub puzzle: String,
    pub level: String,
    #[serde(default)]
    pub answer: Option<String>,
    /// How to draw it: `svg`, `png` or `json`.
    #[serde(default)]
    pub format: Option<String>,
}

/// What to solve or count, and how.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveAsked {
    pub puzzle: String,
    pub level: String,
    #[serde(default)]
    pub method: Option<String>,
    #[serde(default)]
    pub seed: u64,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Seconds, at most the server's own limit.
    #[serde(default)]
    pub time_limit: Option<f64>,
    /// Where to stop counting.
    #[serde(default)]
    pub most: Option<u64>,
}

/// What to generate.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerateAsked {
    pub puzzle: String,
    pub width: usize,
    pub height: usize,
    #[serde(default)]
    pub seed: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

impl SolveAsked {
    pub fn request(&self) -> SolveRequest {
        SolveRequest {
            method: self.method.clone().filter(|name| !name.is_empty()),
            seed: self.seed,
            options: options(&self.options),
        }
    }

    /// The time for the work.
    pub fn time_limit(&self, config: &Config) -> Duration {
        let asked = self.time_limit.map(Duration::try_from_secs_f64);
        let asked = asked.and_then(Result::ok);
        asked.map_or(config.time_limit, |asked| asked.min(config.time_limit))
    }
}

/// The options that were given; an empty value is none.
pub fn options(given: &BTreeMap<String, String>) -> Options {
    let mut options = Options::default();
    for (name, value) in given.iter().filter(|(_, value)| !value.is_empty()) {
        options.set(name, value);
    }
    options
}

impl Studio {
    /// The puzzle with this name.
    pub fn puzzle(&self, name: &str) -> Result<&'static dyn Puzzle, Refused> {
        let mut puzzles = self.config.puzzles.iter().copied();
        let puzzle = puzzles.find(|puzzle| puzzle.name() == name);
        puzzle.ok_or_else(|| {
            let message = format!("there is no puzzle '{name}'");
            Refused::new(StatusCode::NOT_FOUND, message)
        })
    }

    /// Refuses sizes beyond the limit, before anything is made of them.
    pub fn admit_size(&self, (width, height): (usize, usize)) -> Result<(), Refused> {
        if width.saturating_mul(height) <= self.config.most_cells {
            return Ok(());
        }
        let most = self.config.most_cells;
        Err(Refused::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("a level of {width}x{height} cells is too large here; at most {most} cells"),
        ))
    }

    /// The level that a text or an id stands for.
    pub fn level(
        &self,
        puzzle: &'static dyn Puzzle,
        word: &str,
        control: &Control,
    ) -> Result<Box<dyn Level>, Refused> {
        let id = word.trim();
        let level = if let Some(name) = LevelName::meant(puzzle.name(), id) {
            let name = name?;
            if let LevelName::Id(id) = &name {
                self.admit_size((id.width, id.height))?;
            }
            puzzle.make(&name, control).map(|made| made.level)
        } else if let Some(other) = unicursal::puzzle_of_id(id) {
            let (other, name) = (other.name(), puzzle.name());
            return Err(Refused::bad(format!(
                "this is the id of a level of {other}, not of {name}"
            )));
        } else {
            puzzle.parse(word.as_bytes(), control)
        };
        let level = level?;
        self.admit_size(level.size())?;
        Ok(level)
    }

    /// The control of work that ends when the flag is raised.
    pub fn control<'a>(&self, limit: Duration, cancelled: &'a AtomicBool) -> Control<'a> {
        let control = Control::new()
            .time_limit(limit)
            .threads(self.config.threads)
            .cancelled_by(cancelled);
        match self.config.memory_limit {
            Some(bytes) => control.memory_limit(bytes),
            None => control,
        }
    }
}
