//! Recorded games: a JSON value for each board, as the referee of Connect the Colours and the
//! player of Pellet Eater write them, read for every front end.

use serde::{Deserialize, Serialize};
use serde_json::{Deserializer, Value};

use crate::{Control, Error, Level, Place, Puzzle};

/// A board of a recorded game: the level, the answer that was given and its verdict, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Recorded {
    /// The name of the puzzle; old recordings of Pellet Eater have none.
    pub puzzle: Option<String>,
    /// The board's number in the game, if it has one.
    pub number: Option<u64>,
    /// The level.
    pub level: String,
    /// The answer, as a solver prints it.
    pub answer: String,
    /// The line that lost the game, if it was lost by one.
    pub losing: Option<String>,
    /// What the referee or the server said about it, if anything.
    pub verdict: Option<String>,
    /// The line of the recording in which the board ends, from 1.
    pub line: usize,
}

/// A board as it is written.
#[derive(Deserialize)]
struct Written {
    puzzle: Option<String>,
    number: Option<u64>,
    #[serde(alias = "board")]
    level: Option<String>,
    path: Option<String>,
    turns: Option<Vec<Turn>>,
    verdict: Option<String>,
    victory: Option<bool>,
    loss: Option<Loss>,
}

/// A line that a program printed.
#[derive(Deserialize)]
struct Turn {
    line: String,
}

#[derive(Deserialize)]
struct Loss {
    turn: u64,
    reason: String,
    line: Option<String>,
}

/// Whether a text is meant as a recorded game: JSON whose first value has a level as text, turns or
/// a verdict. Levels can be JSON as well, so a brace alone is not enough.
pub fn is_recording(text: &[u8]) -> bool {
    if !text.trim_ascii_start().starts_with(b"{") {
        return false;
    }
    let mut values = Deserializer::from_slice(text).into_iter::<Value>();
    if let Some(Ok(first)) = values.next() {
        let has = |key: &str| first.get(key).is_some();
        let is_text = |key: &str| first.get(key).is_some_and(Value::is_string);
        return is_text("level") || is_text("board") || has("turns") || has("verdict");
    }
    // A text that was cut off is a game if it begins like one.
    let has = |key: &str| text.windows(key.len()).any(|part| part == key.as_bytes());
    has("\"level\"") || has("\"board\"")
}

/// The boards of a recorded game, up to the first that cannot be read. Errors name the line.
///
/// ```
/// let game = br#"{"puzzle":"pellet","board":"1 2\nS.\n","path":"D","verdict":"Correct"}"#;
/// let board = unicursal::recorded(game).next().unwrap()?;
/// assert_eq!(board.answer, "D");
/// # Ok::<(), unicursal::Error>(())
/// ```
pub fn recorded(text: &[u8]) -> impl Iterator<Item = Result<Recorded, Error>> + '_ {
    let mut boards = Deserializer::from_slice(text).into_iter::<Written>();
    std::iter::from_fn(move || {
        let board = boards.next()?;
        let end = boards.byte_offset().min(text.len());
        Some(match board {
            Ok(written) => {
                let line = text[..end].split(|&byte| byte == b'\n').count();
                written.read(line)
            }
            Err(error) if error.is_eof() => Err(Error::bad_input(
                "the recording ends in the middle of a line",
                Some(Place::line(error.line())),
            )),
            Err(error) => Err(in_line(error.line(), "this is no recorded game")),
        })
    })
}

fn in_line(line: usize, flaw: &str) -> Error {
    Error::bad_input(format!("line {line}: {flaw}"), Some(Place::line(line)))
}

impl Written {
    fn read(self, line: usize) -> Result<Recorded, Error> {
        let level = self
            .level
            .ok_or_else(|| in_line(line, "'level' is missing"))?;
        let lines = self.turns.map(|turns| {
            let lines = turns.into_iter().map(|turn| turn.line + "\n");
            lines.collect::<String>()
        });
        let turns = lines.as_ref().map_or(0, |lines| lines.lines().count());
        let ended = match (self.victory, &self.loss) {
            (_, Some(Loss { turn, reason, .. })) => Some(format!("loss at turn {turn}: {reason}")),
            (Some(true), None) => Some(format!("victory in {turns} turns")),
            (Some(false), None) => Some("not finished".to_owned()),
            (None, None) => None,
        };
        Ok(Recorded {
            puzzle: self.puzzle,
            number: self.number,
            level,
            answer: (self.path.or(lines))
                .ok_or_else(|| in_line(line, "'path' or 'turns' is missing"))?,
            losing: self.loss.and_then(|loss| loss.line),
            verdict: self.verdict.or(ended),
            line,
        })
    }
}

impl Recorded {
    /// What a picture shows: the answer with the line that lost the game, where that can be drawn.
    pub fn shown(&self, level: &dyn Level) -> String {
        let losing = self.losing.as_ref();
        let whole = losing.map(|line| format!("{}{line}\n", self.answer));
        whole
            .filter(|whole| level.draw(Some(whole.as_bytes())).is_ok())
            .unwrap_or_else(|| self.answer.clone())
    }

    /// The level, read as one of the given puzzle. Errors name the line of the recording.
    pub fn level_of(
        &self,
        puzzle: &dyn Puzzle,
        control: &Control,
    ) -> Result<Box<dyn Level>, Error> {
        let asked = puzzle.name();
        if let Some(other) = self.puzzle.as_deref().filter(|&name| name != asked) {
            let flaw = format!("this is a game of '{other}', not of '{asked}'");
            return Err(in_line(self.line, &flaw));
        }
        let level = puzzle.parse(self.level.as_bytes(), control);
        level.map_err(|error| match error {
            Error::BadInput(bad) => in_line(self.line, &bad.message),
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::is_recording;

    #[test]
    fn levels_in_json_are_no_recordings() {
        for (text, expected) in [
            (
                r#"{"puzzle":"pellet","board":"1 2\nS.\n","path":"d"}"#,
                true,
            ),
            (r#" {"level":"x","turns":[]}"#, true),
            (r#"{"level":"cut o"#, true),
            (r#"{"grid_size":[2,3],"nodes":[],"level":3}"#, false),
            (r#"{"grid_size":[2,3],"no"#, false),
            ("{}", false),
            ("1 2\n", false),
        ] {
            assert_eq!(is_recording(text.as_bytes()), expected, "{text}");
        }
    }
}
