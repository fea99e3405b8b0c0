//! Recorded games: what `connect referee --record` and `pellet play --record` write, a JSON value for
//! each board.

use serde_json::{Deserializer, Value};
use unicursal::{Control, Error, Level, Place, Puzzle};

/// A board of a recorded game.
pub struct Recorded {
    pub level: Box<dyn Level>,
    pub answer: Answer,
    /// Everything that was recorded.
    pub turn: Value,
}

/// The answer that was given on a board.
pub struct Answer {
    /// As [`Level::draw`] takes it.
    pub drawn: String,
    /// As a solver prints it.
    pub text: String,
}

/// What the help of `draw` adds for a puzzle whose games can be recorded.
pub fn help(puzzle: &dyn Puzzle) -> Option<&'static str> {
    match puzzle.name() {
        "connect" => {
            Some(" LEVEL can also be a game that 'referee --record' or 'play --record' wrote.")
        }
        "pellet" => Some(
            " LEVEL can also be a game that 'play --record' wrote: its last board is drawn; \
             'replay --board N' draws another.",
        ),
        _ => None,
    }
}

/// Whether a text is meant as a recorded game of this puzzle. No level begins with a brace.
pub fn is_meant(puzzle: &dyn Puzzle, text: &[u8]) -> bool {
    help(puzzle).is_some() && text.trim_ascii_start().starts_with(b"{")
}

/// The boards of a recorded game, up to the first that cannot be read. Errors name the line.
pub fn boards<'a>(
    puzzle: &'a dyn Puzzle,
    text: &'a [u8],
    control: &'a Control,
) -> impl Iterator<Item = Result<Recorded, Error>> + 'a {
    let mut turns = Deserializer::from_slice(text).into_iter::<Value>();
    std::iter::from_fn(move || {
        let turn = turns.next()?;
        let end = turns.byte_offset().min(text.len());
        Some(match turn {
            Ok(turn) => board(puzzle, turn, control).map_err(|error| match error {
                Error::BadInput(bad) => {
                    let line = text[..end].split(|&byte| byte == b'\n').count();
                    in_line(line, &bad.message)
                }
                other => other,
            }),
            Err(error) if error.is_eof() => Err(Error::bad_input(
                "the recording ends in the middle of a line",
                Some(Place::line(error.line())),
            )),
            Err(error) => Err(in_line(error.line(), "this is no recorded game")),
        })
    })
}

/// The last board of a recorded game.
pub fn last(puzzle: &dyn Puzzle, text: &[u8], control: &Control) -> Result<Recorded, Error> {
    let last = boards(puzzle, text, control).reduce(Result::and);
    last.ok_or_else(|| Error::bad_input("there are no boards", None))?
}

fn in_line(line: usize, flaw: &str) -> Error {
    Error::bad_input(format!("line {line}: {flaw}"), Some(Place::line(line)))
}

fn board(puzzle: &dyn Puzzle, turn: Value, control: &Control) -> Result<Recorded, Error> {
    let text = |name: &str| {
        let text = turn[name].as_str();
        text.ok_or_else(|| Error::bad_input(format!("'{name}' is missing"), None))
    };
    let (level, answer) = if puzzle.name() == "connect" {
        let lines = turn["turns"].as_array().into_iter().flatten();
        let lines = lines.filter_map(|turn| turn["line"].as_str());
        let lines = lines.flat_map(|line| [line, "\n"]).collect();
        let drawn = turn.to_string();
        (text("level")?, Answer { drawn, text: lines })
    } else {
        let path = text("path")?.to_owned();
        let drawn = path.clone();
        (text("board")?, Answer { drawn, text: path })
    };
    Ok(Recorded {
        level: puzzle.parse(level.as_bytes(), control)?,
        answer,
        turn,
    })
}
