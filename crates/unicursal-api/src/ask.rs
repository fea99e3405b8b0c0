//! The questions, as they arrive.

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
pub enum LevelInput {
    /// Text, or a name.
    Text(String),
    /// Cell by cell.
    Sheet(Sheet),
}

/// What is asked, by how it is answered.
#[derive(Debug)]
pub enum Ask {
    /// A question with one answer: [`Api::answer`].
    Once(Question),
    /// A level to be solved, with progress reports on the way: [`Api::solve`].
    Solve(SolveAsked),
}

/// A question with one answer.
#[derive(Debug)]
pub enum Question {
    /// What a level is: text, size, facts, sheet, picture.
    Level(LevelAsked),
    /// The text of a sheet that may not be a level yet, and what is wrong with it.
    Draft(LevelAsked),
    /// Whether an answer is right, or whether a level is a good one.
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
    /// The score of a text as an answer.
    Score(AnswerAsked),
    /// How hard a level is.
    Grade(SolveAsked),
}

/// A level.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct LevelAsked {
    pub puzzle: String,
    pub level: LevelInput,
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
    pub level: LevelInput,
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
    pub level: LevelInput,
    /// The name of one of the puzzle's forms.
    pub to: String,
}

/// A level, and how a prompt shows it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct PromptAsked {
    pub puzzle: String,
    pub level: LevelInput,
    /// The name of a style.
    #[serde(default)]
    pub style: Option<String>,
}

/// What to solve or count, and how.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub struct SolveAsked {
    /// The name of the puzzle.
    pub puzzle: String,
    /// The level.
    pub level: LevelInput,
    /// The way to solve it, if not the default.
    #[serde(default)]
    pub method: Option<String>,
    /// The seed of all random choices.
    #[serde(default)]
    pub seed: u64,
    /// Options of the puzzle.
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
    /// Questions that search, and may take long for any level.
    pub const SEARCHING: [&str; 5] = ["solve", "count", "grade", "hint", "generate"];

    /// Reads a question by its name; `None` if there is no question of this name.
    pub fn read(name: &str, json: &[u8]) -> Option<Result<Self, Refused>> {
        let question = match name {
            "level" => read(json).map(Question::Level),
            "draft" => read(json).map(Question::Draft),
            "check" => read(json).map(Question::Check),
            "draw" => read(json).map(Question::Draw),
            "generate" => read(json).map(Question::Generate),
            "recording" => read(json).map(Question::Recording),
            "convert" => read(json).map(Question::Convert),
            "hint" => read(json).map(Question::Hint),
            "count" => read(json).map(Question::Count),
            "prompt" => read(json).map(Question::Prompt),
            "score" => read(json).map(Question::Score),
            "grade" => read(json).map(Question::Grade),
            "solve" => return Some(read(json).map(Self::Solve)),
            _ => return None,
        };
        Some(question.map(Self::Once))
    }

    /// The time for the work: what the question asks for, at most the limit.
    pub fn time_limit(&self, api: &Api) -> Result<Duration, Refused> {
        let (Self::Solve(SolveAsked { time_limit, .. })
        | Self::Once(
            Question::Count(SolveAsked { time_limit, .. })
            | Question::Grade(SolveAsked { time_limit, .. }),
        )) = self
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

impl Question {
    /// Whether the answer can take long: this applies to levels that have to be made first, and to
    /// all questions that search.
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
            Self::Generate(_) | Self::Hint(_) | Self::Count(_) | Self::Grade(_) => true,
        }
    }
}

impl LevelInput {
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
    /// The same, as the library wants it.
    pub fn request(&self) -> SolveRequest {
        SolveRequest {
            method: self.method.clone().filter(|name| !name.is_empty()),
            seed: self.seed,
            options: options(&self.options),
        }
    }
}

/// The options that were given; an option with an empty value is left out.
pub fn options(given: &BTreeMap<String, String>) -> Options {
    let mut options = Options::default();
    for (name, value) in given.iter().filter(|(_, value)| !value.is_empty()) {
        options.set(name, value);
    }
    options
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::Ask;
    use crate::Api;

    /// The page without a server is told the same questions that the server treats as long.
    #[test]
    fn the_questions_that_are_said_to_search_are_the_long_ones() {
        let api = Api {
            puzzles: unicursal::puzzles(),
            most_bytes: 1000,
            most_cells: 100,
            time_limit: Duration::from_secs(1),
        };
        let level = json!({"puzzle": "coil", "level": "x=1&y=1&board=."});
        let convert = json!({"puzzle": "coil", "level": "x=1&y=1&board=.", "to": "own"});
        let generate = json!({"puzzle": "coil", "width": 3, "height": 3});
        for (name, body) in [
            ("level", &level),
            ("draft", &level),
            ("check", &level),
            ("draw", &level),
            ("generate", &generate),
            ("recording", &json!({"text": ""})),
            ("convert", &convert),
            ("hint", &level),
            ("count", &level),
            ("prompt", &level),
            ("score", &level),
            ("grade", &level),
            ("solve", &level),
        ] {
            let asked = Ask::read(name, body.to_string().as_bytes());
            let asked = asked.expect(name).expect("it can be read");
            let is_long = match &asked {
                Ask::Solve(_) => true,
                Ask::Once(question) => question.is_long(&api),
            };
            assert_eq!(Ask::SEARCHING.contains(&name), is_long, "{name}");
        }
    }
}
