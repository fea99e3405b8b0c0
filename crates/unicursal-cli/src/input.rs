//! Where levels and answers come from: a file, standard input, a level's id, or an address that
//! contains the level.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{ErrorKind, IsTerminal, Read};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use unicursal::{Control, Error, Level, LevelName, Progress, Puzzle, Recorded, Whole};
use unicursal_arena::printable;

use crate::session::Session;

/// More bytes than the text of any level that a puzzle accepts.
const MOST_BYTES: u64 = 1 << 28;

/// How long a stream must be silent to conclude that nothing more follows.
const SILENCE: Duration = Duration::from_millis(200);

/// How long to wait for more input between two looks at limits and Ctrl-C.
const TICK: Duration = Duration::from_millis(10);

/// All of standard input, if it was read to find out which puzzle it belongs to.
static STDIN: OnceLock<Vec<u8>> = OnceLock::new();

/// Reads standard input to its end and keeps it for later readers.
pub fn keep_stdin(control: &Control) -> anyhow::Result<&'static [u8]> {
    let mut source = Source::new("-".as_ref(), control);
    while !matches!(source.more()?, More::End) {}
    Ok(STDIN.get_or_init(|| source.bytes))
}

/// A level and what to call it in messages.
pub struct NamedLevel {
    pub name: String,
    pub level: Box<dyn Level>,
    /// The text that it was read from, if that was asked for; `None` for ids and for recorded
    /// games.
    pub text: Option<Vec<u8>>,
    /// The answer that was given on it, when it comes from a recorded game.
    pub recorded: Option<Recorded>,
}

/// Gets a level from a file, from standard input (`-` or nothing), from its id, or from an address
/// that contains it, within the limits of the control. A file may also be a recorded game: then its
/// last board is the level.
pub fn level(
    puzzle: &'static dyn Puzzle,
    word: Option<&OsStr>,
    control: &Control,
    session: &Session,
) -> anyhow::Result<NamedLevel> {
    let named = level_with_text(puzzle, word, control, session)?;
    Ok(NamedLevel {
        text: None,
        ..named
    })
}

/// The same with the text that it was read from.
pub fn level_with_text(
    puzzle: &'static dyn Puzzle,
    word: Option<&OsStr>,
    control: &Control,
    session: &Session,
) -> anyhow::Result<NamedLevel> {
    let word = word.unwrap_or("-".as_ref());
    let shown = name(word).into_owned();
    // The names of files need not be text; ids and addresses are.
    let text = word.to_str().unwrap_or_default();
    if let Some(id) = LevelName::read(puzzle.name(), text)? {
        control.report(|| Progress {
            phase: "making the level",
            ..Progress::default()
        });
        let made = puzzle.make(&id, control);
        let made = made.map_err(|error| anyhow!(error).context(shown.clone()))?;
        return Ok(NamedLevel {
            name: shown,
            level: made.level,
            text: None,
            recorded: None,
        });
    }
    let text = match text {
        "-" => stream(puzzle, control, session)?,
        address if is_address(address) => address.as_bytes().to_vec(),
        _ => bytes(word, control, session)?,
    };
    let mut named = named(puzzle, shown, &text, control)?;
    named.text = named.recorded.is_none().then_some(text);
    Ok(named)
}

/// Whether a word contains a level itself and is not a file: an address, or the part of one after
/// the name of the site. Nothing is fetched.
pub fn is_address(word: &str) -> bool {
    let is_level = || unicursal::recognise(word.as_bytes(), &Control::new()).is_ok();
    word.contains("://") || word.contains(['=', '/']) && !Path::new(word).exists() && is_level()
}

/// The level in a text, and what to call it.
pub fn named(
    puzzle: &'static dyn Puzzle,
    name: String,
    text: &[u8],
    control: &Control,
) -> anyhow::Result<NamedLevel> {
    let read = if unicursal::is_recording(text) {
        last_recorded(text).and_then(|last| Ok((last.level_of(puzzle, control)?, Some(last))))
    } else {
        puzzle.parse(text, control).map(|level| (level, None))
    };
    let (level, recorded) = read.map_err(|error| anyhow!(error).context(name.clone()))?;
    Ok(NamedLevel {
        name,
        level,
        text: None,
        recorded,
    })
}

/// An answer from a file or, for `-`, from standard input; for a recorded game, the last one given.
pub fn answer(word: &OsStr, control: &Control, session: &Session) -> anyhow::Result<Vec<u8>> {
    let text = bytes(word, control, session)?;
    if !unicursal::is_recording(&text) {
        return Ok(text);
    }
    let last = last_recorded(&text);
    let last = last.map_err(|error| anyhow!(error).context(name(word).into_owned()))?;
    Ok(last.answer.into_bytes())
}

/// The last board of a recorded game.
fn last_recorded(text: &[u8]) -> Result<Recorded, Error> {
    let last = unicursal::recorded(text).reduce(Result::and);
    last.ok_or_else(|| Error::bad_input("there are no boards", None))?
}

/// Reads a level from standard input, to the end or until the level is complete.
///
/// A referee keeps the stream open while it waits for our answer. If only silence can show that
/// nothing follows, a short silence is enough.
fn stream(
    puzzle: &'static dyn Puzzle,
    control: &Control,
    session: &Session,
) -> anyhow::Result<Vec<u8>> {
    greet(session);
    let mut source = Source::new("-".as_ref(), control);
    // Looking again only after the length has doubled, or at a pause, keeps the total work linear.
    let (mut looked, mut whole, mut quiet) = (0, Whole::No, Duration::ZERO);
    loop {
        let length = source.bytes.len();
        if length > looked && (length >= 2 * looked || !quiet.is_zero()) {
            whole = puzzle.is_whole(&source.bytes);
            looked = length;
        }
        if whole == Whole::Yes || (whole == Whole::IfItEnds && quiet >= SILENCE) {
            break;
        }
        match source.more()? {
            More::Some => (whole, quiet) = (Whole::No, Duration::ZERO),
            More::NotYet => quiet += TICK,
            More::End => break,
        }
    }
    Ok(source.bytes)
}

/// A stream that is read in a thread of its own: a stream that stays silent, or a named pipe that
/// nobody opens at the other end, must not keep us from noticing a limit or Ctrl-C.
struct Source<'a> {
    word: &'a OsStr,
    control: &'a Control<'a>,
    chunks: Receiver<std::io::Result<Vec<u8>>>,
    bytes: Vec<u8>,
}

enum More {
    Some,
    NotYet,
    End,
}

impl<'a> Source<'a> {
    fn new(word: &'a OsStr, control: &'a Control<'a>) -> Self {
        let (sender, chunks) = mpsc::sync_channel(4);
        let path = (word != "-").then(|| word.to_owned());
        // The thread stays blocked if the stream does not end; it ends with the program.
        std::thread::spawn(move || match path {
            None => match STDIN.get() {
                Some(kept) => pump(&kept[..], &sender),
                None => pump(std::io::stdin().lock(), &sender),
            },
            Some(path) => match File::open(path) {
                Ok(file) => pump(file, &sender),
                Err(error) => drop(sender.send(Err(error))),
            },
        });
        Self {
            word,
            control,
            chunks,
            bytes: Vec::new(),
        }
    }

    /// Waits a moment for more.
    fn more(&mut self) -> anyhow::Result<More> {
        let named = || name(self.word).into_owned();
        within(self.control, self.bytes.len(), self.word)?;
        match self.chunks.recv_timeout(TICK) {
            Ok(chunk) => self.bytes.extend(chunk.with_context(named)?),
            Err(RecvTimeoutError::Timeout) => return Ok(More::NotYet),
            Err(RecvTimeoutError::Disconnected) => return Ok(More::End),
        }
        if self.bytes.len() as u64 > MOST_BYTES {
            bail!("{}: more than {} MiB", named(), MOST_BYTES >> 20);
        }
        Ok(More::Some)
    }
}

/// Sends everything that is read until the input ends or nobody wants more.
fn pump(mut from: impl Read, to: &SyncSender<std::io::Result<Vec<u8>>>) {
    let mut chunk = vec![0; 1 << 16];
    loop {
        let sent = match from.read(&mut chunk) {
            Ok(0) => return,
            Ok(length) => to.send(Ok(chunk[..length].to_vec())),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                let _ = to.send(Err(error));
                return;
            }
        };
        if sent.is_err() {
            return;
        }
    }
}

/// Whether this much memory may be used, and there is time left.
pub fn within(
    control: &Control,
    bytes: usize,
    word: &(impl AsRef<OsStr> + ?Sized),
) -> anyhow::Result<()> {
    let within = control.demand(bytes).and_then(|()| control.check());
    within.map_err(|why| {
        anyhow!(Error::interrupted(why, "the input was not read")).context(name(word).into_owned())
    })
}

/// Tells a person at a terminal that the program waits for them.
fn greet(session: &Session) {
    if STDIN.get().is_none() && std::io::stdin().is_terminal() {
        session.say("reading from standard input; end with Ctrl-D");
    }
}

/// Refuses two inputs, given with their names, that would both come from standard input. A level
/// that is not given comes from there.
pub fn not_both_stdin(
    level: (&str, Option<&OsStr>),
    other: (&str, Option<&OsStr>),
) -> anyhow::Result<()> {
    if level.1.is_none_or(|word| word == "-") && other.1.is_some_and(|word| word == "-") {
        bail!(
            "the {} and the {} cannot both come from standard input",
            level.0,
            other.0
        );
    }
    Ok(())
}

/// What to call an input in messages.
pub fn name(word: &(impl AsRef<OsStr> + ?Sized)) -> Cow<'_, str> {
    match word.as_ref().to_str() {
        Some("-") => Cow::Borrowed("<stdin>"),
        Some("") => Cow::Borrowed("''"),
        Some(word) => printable(word),
        None => {
            let lossy = word.as_ref().to_string_lossy();
            Cow::Owned(printable(&lossy).into_owned())
        }
    }
}

/// Why a file cannot be opened, or that the word is not meant as a file.
fn not_opened(word: &OsStr, error: std::io::Error) -> anyhow::Error {
    match word.to_str().and_then(unicursal::puzzle_of_id) {
        Some(puzzle) if error.kind() == ErrorKind::NotFound => {
            let puzzle = puzzle.name();
            anyhow!(
                "{}: this is the id of a level, not a file; the commands of \
                 'unicursal {puzzle}' take it as their LEVEL",
                name(word)
            )
        }
        _ => anyhow!(error).context(name(word).into_owned()),
    }
}

/// All bytes of a file, or of standard input for `-`, within the limits of the control.
pub fn bytes(
    word: &(impl AsRef<OsStr> + ?Sized),
    control: &Control,
    session: &Session,
) -> anyhow::Result<Vec<u8>> {
    let word = word.as_ref();
    let found = (word != "-").then(|| std::fs::metadata(word)).transpose();
    let found = found.map_err(|error| not_opened(word, error))?;
    let Some(found) = found.filter(|found| found.is_file() || found.is_dir()) else {
        if word == "-" {
            greet(session);
        }
        let mut source = Source::new(word, control);
        while !matches!(source.more()?, More::End) {}
        return Ok(source.bytes);
    };
    if found.is_dir() {
        bail!("{}: this is a directory, not a file", name(word));
    }
    within(
        control,
        usize::try_from(found.len()).unwrap_or(usize::MAX),
        word,
    )?;
    let file = File::open(word).map_err(|error| not_opened(word, error))?;
    let mut bytes = Vec::new();
    let read = file.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.with_context(|| name(word).into_owned())?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{}: more than {} MiB", name(word), MOST_BYTES >> 20);
    }
    within(control, bytes.len(), word)?;
    Ok(bytes)
}
