//! The questions, as they come in.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use unicursal::{Options, Sheet, SolveRequest};

use crate::{Api, Refused};

/// A level: its text, its id, `PUZZLE:pack/NUMBER`, or a sheet of cells.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a level is a text, or a sheet {width, height, cells, checkpoints?}"
)]
pub enum Sought {
    /// Text, or a name.
    Text(String),
    /// Cell by cell.
    Sheet(Sheet),
}

/// One question.
#[derive(Debug)]
pub enum Ask {
    /// What a level is: text, size, facts, sheet, picture.
    Level(LevelAsked),
    /// The text of a sheet that may not be a level yet, and what is wrong with it.
    Draft(LevelAsked),
    /// Whether an answer is right, or a level a good one.
    Check(AnswerAsked),
    /// A picture.
    Draw(AnswerAsked),
    /// A new level.
    Generate(GenerateAsked),
    /// The boards of a recorded game.
    Recording(RecordingAsked),
    /// A level in the form of another program.
    Convert(ConvertAsked),
    /// A next move.
    Hint(AnswerAsked),
    /// How many answers there are.
    Count(SolveAsked),
    /// A level in plain words.
    Prompt(PromptAsked),
    /// What a text is worth as an answer.
    Score(AnswerAsked),
    /// How hard a level is.
    Grade(SolveAsked),
    /// An answer.
    Solve(SolveAsked),
}

/// A level.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct LevelAsked {
    pub puzzle: String,
    pub level: Sought,
    /// Whether a text may also be a level of another puzzle.
    #[serde(default)]
    pub any: bool,
}

/// A text that may be a recorded game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct RecordingAsked {
    pub text: String,
}

/// A level and an answer to it, or the beginning of one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct AnswerAsked {
    pub puzzle: String,
    pub level: Sought,
    #[serde(default)]
    pub answer: Option<String>,
    /// How to draw it.
    #[serde(default)]
    pub format: Option<String>,
}

/// A level, and the form in which it is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct ConvertAsked {
    pub puzzle: String,
    pub level: Sought,
    /// The name of one of the puzzle's forms.
    pub to: String,
}

/// A level, and how a prompt shows it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct PromptAsked {
    pub puzzle: String,
    pub level: Sought,
    /// The name of a style.
    #[serde(default)]
    pub style: Option<String>,
}

/// What to solve or count, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct SolveAsked {
    pub puzzle: String,
    pub level: Sought,
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
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct GenerateAsked {
    pub puzzle: String,
    pub width: usize,
    pub height: usize,
    #[serde(default)]
    pub seed: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refused> {
    serde_json::from_slice(bytes)
        .map_err(|error| Refused::new(400, format!("bad request: {error}")))
}

impl Ask {
    /// Reads a question by its name; `None` if there is none of this name.
    pub fn read(name: &str, json: &[u8]) -> Option<Result<Self, Refused>> {
        Some(match name {
            "level" => read(json).map(Self::Level),
            "draft" => read(json).map(Self::Draft),
            "check" => read(json).map(Self::Check),
            "draw" => read(json).map(Self::Draw),
            "generate" => read(json).map(Self::Generate),
            "recording" => read(json).map(Self::Recording),
            "convert" => read(json).map(Self::Convert),
            "hint" => read(json).map(Self::Hint),
            "count" => read(json).map(Self::Count),
            "prompt" => read(json).map(Self::Prompt),
            "score" => read(json).map(Self::Score),
            "grade" => read(json).map(Self::Grade),
            "solve" => read(json).map(Self::Solve),
            _ => return None,
        })
    }

    /// Whether the answer can take long: levels that have to be made first, and all that searches.
    pub fn is_long(&self, api: &Api) -> bool {
        match self {
            Self::Level(LevelAsked { level, .. })
            | Self::Draft(LevelAsked { level, .. })
            | Self::Check(AnswerAsked { level, .. })
            | Self::Draw(AnswerAsked { level, .. })
            | Self::Prompt(PromptAsked { level, .. })
            | Self::Score(AnswerAsked { level, .. })
            | Self::Convert(ConvertAsked { level, .. }) => level.is_name(api),
            Self::Recording(_) => false,
            Self::Generate(_)
            | Self::Hint(_)
            | Self::Count(_)
            | Self::Grade(_)
            | Self::Solve(_) => true,
        }
    }

    /// The time for the work: what the question asks for, at most the limit.
    pub fn time_limit(&self, api: &Api) -> Result<Duration, Refused> {
        let (Self::Solve(SolveAsked { time_limit, .. })
        | Self::Count(SolveAsked { time_limit, .. })
        | Self::Grade(SolveAsked { time_limit, .. })) = self
        else {
            return Ok(api.time_limit);
        };
        match time_limit {
            None => Ok(api.time_limit),
            Some(seconds) if *seconds >= 0.0 => {
                let asked = Duration::try_from_secs_f64(*seconds).unwrap_or(Duration::MAX);
                Ok(asked.min(api.time_limit))
            }
            Some(seconds) => Err(Refused::bad(format!(
                "the time limit {seconds} is no number of seconds from 0 on"
            ))),
        }
    }
}

impl Sought {
    /// Whether it is the name of a level of some puzzle rather than the level itself.
    fn is_name(&self, api: &Api) -> bool {
        let Self::Text(text) = self else {
            return false;
        };
        let puzzle = text.trim().split_once(':').map(|(puzzle, _)| puzzle);
        api.puzzles.iter().any(|known| Some(known.name()) == puzzle)
    }
}

impl SolveAsked {
    pub fn request(&self) -> SolveRequest {
        SolveRequest {
            method: self.method.clone().filter(|name| !name.is_empty()),
            seed: self.seed,
            options: options(&self.options),
        }
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
