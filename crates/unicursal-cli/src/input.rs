//! Where levels and answers come from: a file, standard input, or a level's id.

use std::fs::File;
use std::io::{ErrorKind, IsTerminal, Read};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use unicursal::Control;
use unicursal::{Error, Level, LevelName, Puzzle, Whole};

use crate::session::Session;

/// More bytes than the text of any level that a puzzle accepts.
const MOST_BYTES: u64 = 1 << 28;

/// How long a stream is silent when nothing more follows.
const SILENCE: Duration = Duration::from_millis(200);

/// A level and what to call it in messages.
pub struct NamedLevel {
    pub name: String,
    pub level: Box<dyn Level>,
}

/// Gets a level from a file, from standard input (`-` or nothing), or from its id, within the limits
/// of the control.
pub fn level(
    puzzle: &'static dyn Puzzle,
    word: Option<&str>,
    control: &Control,
    session: &Session,
) -> anyhow::Result<NamedLevel> {
    level_in(puzzle, word, control, session, |text| {
        puzzle.parse(text, control)
    })
}

/// The same where `parse` gets the level out of a text.
pub fn level_in(
    puzzle: &'static dyn Puzzle,
    word: Option<&str>,
    control: &Control,
    session: &Session,
    parse: impl FnOnce(&[u8]) -> Result<Box<dyn Level>, Error>,
) -> anyhow::Result<NamedLevel> {
    let word = word.unwrap_or("-");
    if let Some(name) = LevelName::meant(puzzle.name(), word) {
        let made = puzzle.make(&name?, control);
        let made = made.map_err(|error| anyhow!(error).context(word.to_owned()))?;
        return Ok(NamedLevel {
            name: word.to_owned(),
            level: made.level,
        });
    }
    let text = match word {
        "-" => stream(puzzle, session)?,
        path => bytes(path, session)?,
    };
    let name = name(word).to_owned();
    let level = parse(&text).map_err(|error| anyhow!(error).context(name.clone()))?;
    Ok(NamedLevel { name, level })
}

/// Reads a level from standard input: to its end, or until the level is whole.
///
/// A referee keeps the stream open while it waits for our answer. Where only silence can tell that
/// nothing follows, a short one does.
fn stream(puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Vec<u8>> {
    greet(session);
    let (sender, chunks) = mpsc::channel();
    // The thread stays blocked when the stream goes on; it ends with the program.
    std::thread::spawn(move || {
        let mut stdin = std::io::stdin().lock();
        let mut chunk = vec![0; 1 << 16];
        loop {
            let read = stdin.read(&mut chunk);
            let ended = !matches!(read, Ok(length) if length > 0);
            if sender
                .send(read.map(|length| chunk[..length].to_vec()))
                .is_err()
                || ended
            {
                break;
            }
        }
    });
    let mut bytes = Vec::new();
    loop {
        let next = match puzzle.is_whole(&bytes) {
            Whole::Yes => break,
            Whole::No => chunks.recv().ok(),
            Whole::IfItEnds => chunks.recv_timeout(SILENCE).ok(),
        };
        match next.transpose().context("<stdin>")? {
            Some(chunk) if !chunk.is_empty() => bytes.extend(chunk),
            _ => break,
        }
        if bytes.len() as u64 > MOST_BYTES {
            bail!("<stdin>: more than {MOST_BYTES} bytes");
        }
    }
    Ok(bytes)
}

/// Tells a person at a terminal that the program waits for them.
fn greet(session: &Session) {
    if std::io::stdin().is_terminal() {
        session.say("reading from standard input; end with Ctrl-D");
    }
}

/// What to call an input in messages.
pub fn name(word: &str) -> &str {
    match word {
        "-" => "<stdin>",
        "" => "''",
        word => word,
    }
}

/// Why a file cannot be opened, or that the word is not meant as a file.
fn not_opened(word: &str, error: std::io::Error) -> anyhow::Error {
    match unicursal::puzzle_of_id(word) {
        Some(puzzle) if error.kind() == ErrorKind::NotFound => {
            let puzzle = puzzle.name();
            anyhow!(
                "{word}: this is the id of a level, not a file; the commands of \
                 'unicursal {puzzle}' take it as their LEVEL"
            )
        }
        _ => anyhow!(error).context(name(word).to_owned()),
    }
}

/// All bytes of a file, or of standard input for `-`.
pub fn bytes(word: &str, session: &Session) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if word == "-" {
        greet(session);
        let mut input = std::io::stdin().lock().take(MOST_BYTES + 1);
        input.read_to_end(&mut bytes).context("<stdin>")?;
    } else {
        let file = File::open(word).map_err(|error| not_opened(word, error))?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            bail!("{word}: this is a directory, not a file");
        }
        let mut input = file.take(MOST_BYTES + 1);
        input
            .read_to_end(&mut bytes)
            .with_context(|| word.to_owned())?;
    }
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{}: more than {MOST_BYTES} bytes", name(word));
    }
    Ok(bytes)
}
