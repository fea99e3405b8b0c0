//! The commands, one per file. Each file has a struct: what the command is asked for. It builds the
//! command's part of the command line, is read from what the user gave, and runs.
//!
//! A command that every puzzle has belongs to [`FOR_EVERY_PUZZLE`] and is written against the
//! interface of the library; one that only makes sense for a single puzzle belongs to
//! [`FOR_ONE_PUZZLE`], where it may also replace one of the former.

mod check;
mod coil;
mod completions;
mod connect;
mod convert;
mod count;
mod demo;
mod draw;
mod evaluate;
mod generate;
mod hint;
mod info;
mod man;
mod maze;
mod merge;
mod pellet;
mod series;
mod solve;
mod steps;
mod studio;
#[cfg(test)]
mod tests;

use anyhow::bail;
use clap::{ArgMatches, Command};
use unicursal::{Moves, Puzzle};

use crate::args::Given;
use crate::exit::Exit;
use crate::session::Session;

/// What a command of a puzzle is asked for: `unicursal PUZZLE COMMAND`.
pub trait OfPuzzle: Sized {
    /// The command.
    const NAME: &'static str;

    /// Its part of the command line.
    fn command(puzzle: &'static dyn Puzzle) -> Command;

    /// Reads what was given.
    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self>;

    /// Does it.
    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit>;
}

/// What a command that is not about one puzzle is asked for: `unicursal COMMAND`.
pub trait General: Sized {
    /// The command.
    const NAME: &'static str;

    /// Its part of the command line.
    fn command() -> Command;

    /// Reads what was given.
    fn read(given: Given) -> anyhow::Result<Self>;

    /// Does it.
    fn run(self, session: &Session) -> anyhow::Result<Exit>;
}

/// A row of the table of a puzzle's commands.
pub struct PuzzleCommand {
    pub name: &'static str,
    pub build: fn(&'static dyn Puzzle) -> Command,
    pub run: fn(&'static dyn Puzzle, &ArgMatches, &Session) -> anyhow::Result<Exit>,
    /// Whether a puzzle can do it.
    offered: fn(&'static dyn Puzzle) -> bool,
}

impl PuzzleCommand {
    const fn new<C: OfPuzzle>() -> Self {
        Self {
            name: C::NAME,
            build: C::command,
            run: |puzzle, matches, session| {
                C::read(puzzle, Given::new(matches))?.run(puzzle, session)
            },
            offered: |_| true,
        }
    }

    /// The same for some puzzles only.
    const fn offered(mut self, offered: fn(&'static dyn Puzzle) -> bool) -> Self {
        self.offered = offered;
        self
    }
}

/// A row of the table of commands that are not about one puzzle.
pub struct GeneralCommand {
    pub name: &'static str,
    pub build: fn() -> Command,
    pub run: fn(&ArgMatches, &Session) -> anyhow::Result<Exit>,
}

impl GeneralCommand {
    const fn new<C: General>() -> Self {
        Self {
            name: C::NAME,
            build: C::command,
            run: |matches, session| C::read(Given::new(matches))?.run(session),
        }
    }
}

const FOR_EVERY_PUZZLE: &[PuzzleCommand] = &[
    PuzzleCommand::new::<solve::Solve>(),
    PuzzleCommand::new::<check::Check>(),
    PuzzleCommand::new::<count::CountSolutions>().offered(|p| p.about().abilities.count),
    PuzzleCommand::new::<hint::NextMove>().offered(|p| p.about().abilities.hint),
    PuzzleCommand::new::<draw::Draw>(),
    PuzzleCommand::new::<info::Info>(),
    PuzzleCommand::new::<convert::Convert>(),
    PuzzleCommand::new::<evaluate::Evaluate>().offered(solves_as_programs_do),
    PuzzleCommand::new::<merge::Merge>(),
    PuzzleCommand::new::<generate::Generate>().offered(|p| p.about().abilities.generate),
    PuzzleCommand::new::<series::Series>().offered(|p| p.about().abilities.generate),
    PuzzleCommand::new::<steps::Play>().offered(|p| p.about().moves == Moves::Step),
];

/// Commands of single puzzles, by the puzzle's name.
const FOR_ONE_PUZZLE: &[(&str, PuzzleCommand)] = &[
    ("coil", PuzzleCommand::new::<coil::play::Play>()),
    ("connect", PuzzleCommand::new::<connect::play::Play>()),
    ("connect", PuzzleCommand::new::<connect::referee::Referee>()),
    ("maze", PuzzleCommand::new::<maze::solve::WalkAlong>()),
    ("maze", PuzzleCommand::new::<maze::check::Check>()),
    ("maze", PuzzleCommand::new::<maze::evaluate::Evaluate>()),
    ("maze", PuzzleCommand::new::<maze::compare::Compare>()),
    ("maze", PuzzleCommand::new::<maze::course::MakeCourse>()),
    ("maze", PuzzleCommand::new::<maze::play::Play>()),
    ("pellet", PuzzleCommand::new::<pellet::serve::Serve>()),
    ("pellet", PuzzleCommand::new::<pellet::play::Play>()),
    ("pellet", PuzzleCommand::new::<pellet::replay::Replay>()),
];

/// Commands that are not about one puzzle.
pub const GENERAL: &[GeneralCommand] = &[
    GeneralCommand::new::<demo::Demo>(),
    GeneralCommand::new::<studio::Studio>(),
    GeneralCommand::new::<evaluate::any::Evaluate>(),
    GeneralCommand::new::<merge::Merge>(),
    GeneralCommand::new::<completions::Completions>(),
    GeneralCommand::new::<man::Man>(),
];

/// Whether a puzzle's `solve` reads a level and prints an answer, as the arena expects of programs.
fn solves_as_programs_do(puzzle: &'static dyn Puzzle) -> bool {
    !FOR_ONE_PUZZLE
        .iter()
        .any(|(name, command)| *name == puzzle.name() && command.name == "solve")
}

/// Whether this is a command without a puzzle.
pub fn is_general(name: &str) -> bool {
    name == "help" || GENERAL.iter().any(|command| command.name == name)
}

/// The commands that a puzzle has.
pub fn of_puzzle(puzzle: &'static dyn Puzzle) -> impl Iterator<Item = &'static PuzzleCommand> {
    let own = move || {
        let own = FOR_ONE_PUZZLE.iter();
        own.filter(move |(name, _)| *name == puzzle.name())
            .map(|(_, command)| command)
    };
    FOR_EVERY_PUZZLE
        .iter()
        .filter(move |command| own().all(|other| other.name != command.name))
        .chain(own())
        .filter(move |command| (command.offered)(puzzle))
}

/// Runs the command that the user gave.
pub fn run(matches: &ArgMatches, session: &Session) -> anyhow::Result<Exit> {
    let Some((name, matches)) = matches.subcommand() else {
        bail!("no command given");
    };
    if let Some(command) = GENERAL.iter().find(|command| command.name == name) {
        return (command.run)(matches, session);
    }
    let Some((puzzle, (command, matches))) = unicursal::puzzle(name).zip(matches.subcommand())
    else {
        bail!("no command given");
    };
    match of_puzzle(puzzle).find(|known| known.name == command) {
        Some(command) => (command.run)(puzzle, matches, session),
        None => bail!("{name} has no command '{command}'"),
    }
}
