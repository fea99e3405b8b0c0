//! Recognises which puzzle a text is a level of, when the user does not say.

use crate::puzzle::{Level, Puzzle};
use crate::{Control, Error, is_recording, puzzles, recorded};

/// A puzzle with a level of it.
pub type Recognised = (&'static dyn Puzzle, Box<dyn Level>);

/// The levels that a text can be, of one puzzle or of several that can read it; for a recorded
/// game, its last board. If there is none, the error says what is wrong for the puzzles that read
/// furthest.
///
/// ```
/// use unicursal::{Control, recognise};
///
/// let read = recognise(b"x=3&y=3&board=X.......X", &Control::new())?;
/// assert_eq!(read[0].0.name(), "coil");
/// let error = recognise(b"x=3&y=3&board=X....", &Control::new()).err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     "not a level of any puzzle; as one of Coil: the board has 5 cells, but 3x3 needs 9"
/// );
/// # Ok::<(), unicursal::Error>(())
/// ```
pub fn recognise(text: &[u8], control: &Control) -> Result<Vec<Recognised>, Error> {
    if text.trim_ascii().is_empty() {
        return Err(Error::bad_input("the input is empty", None));
    }
    let mut fitting = Vec::new();
    let mut complaints = Vec::new();
    for &puzzle in puzzles() {
        match read(puzzle, text, control) {
            Ok(level) => fitting.push((puzzle, level)),
            Err(error @ Error::BadInput(_)) => complaints.push((puzzle, error)),
            Err(error) => return Err(error),
        }
    }
    if !fitting.is_empty() {
        return Ok(fitting);
    }
    // If every puzzle has the same complaint, the message names no puzzle.
    if let [(_, error), others @ ..] = &complaints[..]
        && !others.is_empty()
        && others.iter().all(|(_, other)| other == error)
    {
        return Err(error.clone());
    }
    let furthest = complaints.iter().map(|(_, error)| how_far(text, error));
    let furthest = furthest.max().unwrap_or((1, 1));
    complaints.retain(|(_, error)| how_far(text, error) == furthest && furthest > (1, 1));
    let flaw = "not a level of any puzzle";
    if !(1..=2).contains(&complaints.len()) {
        let titles: Vec<&str> = puzzles().iter().map(|known| known.about().title).collect();
        let message = format!("{flaw}: {}", titles.join(", "));
        return Err(Error::bad_input(message, None));
    }
    let place = complaints.last().and_then(|(_, error)| error.place());
    let said = complaints
        .iter()
        .map(|(puzzle, error)| format!("; as one of {}: {error}", puzzle.about().title));
    Err(Error::bad_input(
        format!("{flaw}{}", said.collect::<String>()),
        place,
    ))
}

fn read(puzzle: &dyn Puzzle, text: &[u8], control: &Control) -> Result<Box<dyn Level>, Error> {
    if !is_recording(text) {
        return puzzle.parse(text, control);
    }
    let last = recorded(text).reduce(Result::and);
    let last = last.unwrap_or_else(|| Err(Error::bad_input("there are no boards", None)));
    last?.level_of(puzzle, control)
}

/// The line and column up to which a text was understood before this error.
fn how_far(text: &[u8], error: &Error) -> (usize, usize) {
    let Some(place) = error.place() else {
        return (usize::MAX, 1);
    };
    if let Some(line) = place.line {
        return (line, place.column.unwrap_or(1));
    }
    let before = &text[..place.byte.unwrap_or(0).min(text.len())];
    let mut lines = before.split(|&byte| byte == b'\n');
    let last = lines.next_back().map_or(0, <[u8]>::len);
    (lines.count() + 1, last + 1)
}
