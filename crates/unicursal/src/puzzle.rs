//! The one interface through which every front end sees every puzzle.
//!
//! A [`Puzzle`] is a kind of puzzle (Coil, ...), a [`Level`] is one board of it. Both are trait
//! objects that speak in text, so that a command line, a web page or a server can offer a puzzle
//! without knowing its rules: its methods and options are data ([`MethodSpec`], [`OptionSpec`]),
//! from which commands and forms are built.
//!
//! Answers leave through [`solve_checked`], which shows them to the independent checker first.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::picture::Picture;
use crate::{Control, Interruption};

/// Any error of a puzzle, ready to be shown: its text names the place.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// Figures about a piece of work, by name, in the order in which they were measured.
pub type Stats = Map<String, Value>;

/// What a solver prints, instead of an answer, when there is none.
pub const REFUSAL: &str = "No solution found";

/// A kind of puzzle.
pub trait Puzzle: Send + Sync {
    /// One lower-case word, unique in the registry.
    fn name(&self) -> &'static str;

    /// What the puzzle asks for, in one line.
    fn summary(&self) -> &'static str;

    /// The text of a small level that everybody has.
    fn example(&self) -> &'static str;

    /// Reads a level.
    fn parse(&self, text: &[u8]) -> Result<Box<dyn Level>, Error>;

    /// Whether the beginning of a stream is a whole level, so that a front end need not wait for the
    /// stream's end: a game's referee keeps it open while a program plays.
    fn is_whole(&self, text: &[u8]) -> Whole {
        let _ = text;
        Whole::No
    }

    /// The ways to solve a level; the first is the default.
    fn methods(&self) -> &'static [MethodSpec];

    /// What a way to solve is called here, one lower-case word.
    fn method_word(&self) -> &'static str {
        "method"
    }

    /// Options of [`Level::solve`] that only this puzzle has.
    fn solve_options(&self) -> &'static [OptionSpec] {
        &[]
    }

    /// Those of them that change what is asked of an answer: see [`Level::check_for`].
    fn check_options(&self) -> &'static [OptionSpec] {
        &[]
    }

    /// When two answers are different, to be read after 'solutions are different when'. What
    /// [`Level::count`] counts.
    fn difference(&self) -> &'static str {
        "they are written differently"
    }

    /// Options of [`Puzzle::generate`] that only this puzzle has.
    fn generate_options(&self) -> &'static [OptionSpec] {
        &[]
    }

    /// What this puzzle can do beyond solving, so that front ends offer nothing that fails.
    fn abilities(&self) -> Abilities {
        Abilities::default()
    }

    /// Makes a new level; the same request makes the same level on every machine.
    fn generate(&self, request: &GenerateRequest, control: &Control) -> Result<Generated, Error> {
        let _ = (request, control);
        Err(NotSupported("generator").into())
    }

    /// Makes the level that a shareable id stands for.
    fn generate_id(&self, id: &LevelId, control: &Control) -> Result<Generated, Error> {
        let _ = (id, control);
        Err(NotSupported("shareable ids").into())
    }

    /// How many levels come with the puzzle, numbered from 1.
    fn pack_size(&self) -> u64 {
        1
    }

    /// A level that comes with the puzzle. A puzzle without a pack has its example.
    fn pack_level(&self, number: u64, control: &Control) -> Result<Box<dyn Level>, Error> {
        let _ = control;
        if number != 1 {
            return Err(format!("there is no level {number} in the pack").into());
        }
        self.parse(self.example().as_bytes())
    }

    /// The same level with its id, and an answer where the puzzle knows one.
    fn generate_pack_level(&self, number: u64, control: &Control) -> Result<Generated, Error> {
        Ok(Generated {
            level: self.pack_level(number, control)?,
            answer: None,
            id: format!("{}:pack/{number}", self.name()),
        })
    }
}

/// One level of some puzzle.
pub trait Level: Send + Sync {
    /// Columns and rows.
    fn size(&self) -> (usize, usize);

    /// The level in its file form, ended by a newline. Parsing it gives the same level.
    fn text(&self) -> String;

    /// Looks for an answer within the limits of `control`. An error is a bad request; that there is
    /// no answer, or that none was found in time, is an [`Outcome`].
    ///
    /// Front ends call [`solve_checked`] instead.
    fn solve(&self, request: &SolveRequest, control: &Control) -> Result<Solved, Error>;

    /// Judges an answer by code that shares nothing with the solvers. An error is an answer that
    /// cannot be read.
    fn check(&self, answer: &[u8]) -> Result<Verdict, Error>;

    /// Judges an answer to a request, whose options may change what is asked of it.
    fn check_for(&self, request: &SolveRequest, answer: &[u8]) -> Result<Verdict, Error> {
        let _ = request;
        self.check(answer)
    }

    /// Judges the answer behind a hint, which may be longer than a limit on the number of moves permits.
    fn check_hinted(&self, answer: &[u8]) -> Result<Verdict, Error> {
        self.check(answer)
    }

    /// Judges the level itself, where a puzzle asks more of a good level than that it can be read.
    fn check_level(&self) -> Result<Verdict, Error> {
        Err(NotSupported("check of levels").into())
    }

    /// The level as a picture, with an answer drawn into it if there is one. The answer must be
    /// readable and stay on the board; it need not be complete.
    fn draw(&self, answer: Option<&[u8]>) -> Result<Picture, Error>;

    /// What one may want to know about the level before solving it.
    fn facts(&self) -> Stats;

    /// The exact number of answers, counted up to `limit`.
    fn count(&self, limit: u64, control: &Control) -> Result<Count, Error> {
        let _ = (limit, control);
        Err(NotSupported("counter of answers").into())
    }

    /// A next move of some answer that begins with `so_far`, which is written as an answer is; empty
    /// for one that has not begun. An error is a beginning that cannot be read or followed.
    ///
    /// Front ends call [`hint_checked`] instead.
    fn hint(&self, so_far: &[u8], control: &Control) -> Result<Solved<Hint>, Error> {
        let _ = (so_far, control);
        Err(NotSupported("hints").into())
    }
}

/// Whether a text that may still grow is a whole level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// Something is missing, or one cannot tell.
    No,
    /// It is one if nothing follows soon.
    IfItEnds,
    /// Everything that was announced is there.
    Yes,
}

/// A way to solve levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodSpec {
    /// One lower-case word.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
}

/// An option of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name, without dashes in front.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// What it takes.
    pub value: OptionValue,
    /// Left out of the short help: for people who study the solvers.
    pub hidden: bool,
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// Nothing: it is there or not.
    Flag,
    /// One of these; the first is the default.
    Choice(&'static [&'static str]),
    /// Any text, shown under this name in the help, with this default (empty: none).
    Text {
        /// How the help calls the value, e.g. `N`.
        placeholder: &'static str,
        /// The value when the option is not given.
        default: &'static str,
    },
}

/// The options given in a request, by name. A flag that is set has the value `true`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(BTreeMap<String, String>);

impl Options {
    /// Sets an option.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.insert(name.into(), value.into());
    }

    /// The value of an option, if it was given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Whether a flag is set.
    pub fn is_set(&self, name: &str) -> bool {
        self.get(name) == Some("true")
    }

    /// Refuses options that are not in the list and choices that are none.
    pub fn check(&self, specs: &[OptionSpec]) -> Result<(), Error> {
        for (name, value) in &self.0 {
            let spec = specs.iter().find(|spec| spec.name == name);
            let spec = spec.ok_or_else(|| format!("there is no option '{name}' here"))?;
            let fits = match spec.value {
                OptionValue::Flag => matches!(value.as_str(), "true" | "false"),
                OptionValue::Choice(choices) => choices.contains(&value.as_str()),
                OptionValue::Text { .. } => true,
            };
            if !fits {
                return Err(format!("option '{name}' cannot be '{value}'").into());
            }
        }
        Ok(())
    }
}

/// What to solve with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolveRequest {
    /// The method's name; the puzzle's default if there is none.
    pub method: Option<String>,
    /// Where the method makes random choices: the same seed makes the same ones.
    pub seed: u64,
    /// The puzzle's own options.
    pub options: Options,
}

/// What came out of [`Level::solve`].
#[derive(Clone, Debug, PartialEq)]
pub struct Solved<A = String> {
    /// The result.
    pub outcome: Outcome<A>,
    /// What it took.
    pub stats: Stats,
}

/// The three ways in which solving ends; none of them is an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A = String> {
    /// An answer, as text where front ends see it.
    Solved(A),
    /// It is proved that there is no answer.
    Unsolvable {
        /// The argument that proves it, in one line.
        proof: String,
    },
    /// Neither was established.
    Unknown {
        /// What ended the work.
        why: Interruption,
        /// How far it got, in one line.
        how_far: String,
    },
}

impl<A> Solved<A> {
    /// An outcome with no figures yet.
    pub fn new(outcome: Outcome<A>) -> Self {
        let stats = Stats::new();
        Self { outcome, stats }
    }

    /// Adds a figure.
    #[must_use]
    pub fn with_stat(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.stats.insert(name.to_owned(), value.into());
        self
    }

    /// Turns the answer into another form.
    pub fn map<B>(self, form: impl FnOnce(A) -> B) -> Solved<B> {
        let outcome = match self.outcome {
            Outcome::Solved(answer) => Outcome::Solved(form(answer)),
            Outcome::Unsolvable { proof } => Outcome::Unsolvable { proof },
            Outcome::Unknown { why, how_far } => Outcome::Unknown { why, how_far },
        };
        let stats = self.stats;
        Solved { outcome, stats }
    }
}

/// What the independent checker says about an answer that it could read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The answer solves the level.
    Valid,
    /// It does not.
    Wrong {
        /// Where and why, in one line.
        reason: String,
        /// The board at the failure, as text of several lines.
        board: String,
    },
}

impl<R: std::fmt::Display> From<unicursal_check::Verdict<R>> for Verdict {
    fn from(verdict: unicursal_check::Verdict<R>) -> Self {
        match verdict {
            unicursal_check::Verdict::Valid => Self::Valid,
            unicursal_check::Verdict::Wrong(wrong) => Self::Wrong {
                reason: wrong.to_string(),
                board: wrong.board().to_owned(),
            },
        }
    }
}

/// A number of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// So many were found.
    pub found: u64,
    /// Whether these are all.
    pub complete: bool,
}

/// A next move, with the answer that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The move alone, as one writes it; empty if the answer is complete already.
    pub next: String,
    /// What there is after the move, written as an answer is.
    pub so_far: String,
    /// A whole answer that begins with `so_far`.
    pub answer: String,
}

/// What a puzzle can do beyond solving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of its own"
)]
pub struct Abilities {
    /// [`Puzzle::generate`] and [`Puzzle::generate_id`].
    pub generate: bool,
    /// [`Level::count`].
    pub count: bool,
    /// [`Level::hint`].
    pub hint: bool,
    /// [`Level::check_level`].
    pub check_level: bool,
}

/// What to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateRequest {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Any text; the same text makes the same level.
    pub seed: String,
    /// The puzzle's own options.
    pub options: Options,
}

/// A generated level.
pub struct Generated {
    /// The level.
    pub level: Box<dyn Level>,
    /// An answer, where the generator knows one.
    pub answer: Option<String>,
    /// The id that makes the same level again.
    pub id: String,
}

/// A shareable name of a generated level: `coil:40x40/original#spring`.
///
/// ```
/// use unicursal::puzzle::LevelId;
///
/// let id: LevelId = "coil:40x30/original#spring".parse().unwrap();
/// assert_eq!((id.width, id.height), (40, 30));
/// assert_eq!(id.to_string(), "coil:40x30/original#spring");
/// assert!("coil:40x#".parse::<LevelId>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelId {
    /// The name of the puzzle.
    pub puzzle: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// What the puzzle makes of it, e.g. a profile; may be empty.
    pub variant: String,
    /// The text from which all random choices follow.
    pub seed: String,
}

impl LevelId {
    /// Whether a word is meant as an id of this puzzle rather than as a file name.
    pub fn is_meant(puzzle: &str, word: &str) -> bool {
        word.strip_prefix(puzzle)
            .is_some_and(|rest| rest.starts_with(':'))
    }
}

impl std::str::FromStr for LevelId {
    type Err = BadLevelId;

    fn from_str(word: &str) -> Result<Self, BadLevelId> {
        let parts = || {
            let (puzzle, rest) = word.split_once(':')?;
            let (shape, seed) = rest.split_once('#')?;
            let (size, variant) = shape.split_once('/').unwrap_or((shape, ""));
            let (width, height) = size.split_once('x')?;
            Some(Self {
                puzzle: puzzle.to_owned(),
                width: width.parse().ok()?,
                height: height.parse().ok()?,
                variant: variant.to_owned(),
                seed: seed.to_owned(),
            })
        };
        parts().ok_or_else(|| BadLevelId(word.to_owned()))
    }
}

impl std::fmt::Display for LevelId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}x{}", self.puzzle, self.width, self.height)?;
        if !self.variant.is_empty() {
            write!(f, "/{}", self.variant)?;
        }
        write!(f, "#{}", self.seed)
    }
}

/// A word that looks like an id and is none.
#[derive(Debug, thiserror::Error)]
#[error("'{0}' is not a level id; one looks like coil:40x40/original#spring")]
pub struct BadLevelId(String);

/// The puzzle cannot do what was asked.
#[derive(Debug, thiserror::Error)]
#[error("this puzzle has no {0}")]
pub struct NotSupported(pub &'static str);

/// Work that ended without a result, and not by a fault of the request.
#[derive(Debug, thiserror::Error)]
#[error("{}{how_far}", why.map_or(String::new(), |why| format!("{why}: ")))]
pub struct Unfinished {
    /// What ended it; nothing when it tried all that it could.
    pub why: Option<Interruption>,
    /// How far it got, in one line.
    pub how_far: String,
}

impl Unfinished {
    /// Everything was tried.
    pub fn tried(how_far: String) -> Self {
        Self { why: None, how_far }
    }
}

/// A solver's answer did not pass the independent checker: a bug in this library.
#[derive(Debug, thiserror::Error)]
#[error("INTERNAL ERROR, please report this level: the answer found is wrong: {reason}")]
pub struct WrongAnswer {
    /// What the checker says.
    pub reason: String,
    /// The answer that was refused.
    pub answer: String,
}

/// Solves a level and shows the answer to the independent checker before anyone else sees it.
///
/// ```
/// use unicursal::puzzle::{Outcome, SolveRequest, solve_checked};
///
/// let coil = unicursal::puzzle("coil").unwrap();
/// let level = coil.parse(coil.example().as_bytes())?;
/// let solved = solve_checked(&*level, &SolveRequest::default(), &unicursal::Control::new())?;
/// assert!(matches!(solved.outcome, Outcome::Solved(_)));
/// # Ok::<(), unicursal::puzzle::Error>(())
/// ```
pub fn solve_checked(
    level: &dyn Level,
    request: &SolveRequest,
    control: &Control,
) -> Result<Solved, Error> {
    let solved = level.solve(request, control)?;
    if let Outcome::Solved(answer) = &solved.outcome {
        let reason = match level.check_for(request, answer.as_bytes()) {
            Ok(Verdict::Valid) => return Ok(solved),
            Ok(Verdict::Wrong { reason, .. }) => reason,
            Err(error) => error.to_string(),
        };
        let answer = answer.clone();
        return Err(WrongAnswer { reason, answer }.into());
    }
    Ok(solved)
}

/// Asks for a hint and shows the answer behind it to the independent checker before anyone sees the
/// hint.
pub fn hint_checked(
    level: &dyn Level,
    so_far: &[u8],
    control: &Control,
) -> Result<Solved<Hint>, Error> {
    let hinted = level.hint(so_far, control)?;
    if let Outcome::Solved(hint) = &hinted.outcome {
        let reason = match level.check_hinted(hint.answer.as_bytes()) {
            Ok(Verdict::Valid) if hint.answer.starts_with(hint.so_far.trim_end()) => {
                return Ok(hinted);
            }
            Ok(Verdict::Valid) => "it does not begin as the hint does".to_owned(),
            Ok(Verdict::Wrong { reason, .. }) => reason,
            Err(error) => error.to_string(),
        };
        let answer = hint.answer.clone();
        return Err(WrongAnswer { reason, answer }.into());
    }
    Ok(hinted)
}
