//! The commands, one per file. Each file has a function that builds its part of the command line and
//! one that runs it.
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
mod solve;
mod steps;
mod studio;
#[cfg(test)]
mod tests;

use anyhow::bail;
use clap::{ArgMatches, Command};
use unicursal::{Moves, Puzzle};

use crate::exit::Exit;
use crate::session::Session;

/// A command of a puzzle: `unicursal PUZZLE COMMAND`.
pub struct PuzzleCommand {
    pub name: &'static str,
    pub build: fn(&'static dyn Puzzle) -> Command,
    pub run: fn(&'static dyn Puzzle, &ArgMatches, &Session) -> anyhow::Result<Exit>,
    /// Whether a puzzle can do it.
    pub offered: fn(&'static dyn Puzzle) -> bool,
}

/// A command that is not about one puzzle: `unicursal COMMAND`.
pub struct GeneralCommand {
    pub name: &'static str,
    pub build: fn() -> Command,
    pub run: fn(&ArgMatches, &Session) -> anyhow::Result<Exit>,
}

const FOR_EVERY_PUZZLE: &[PuzzleCommand] = &[
    PuzzleCommand {
        name: "solve",
        build: solve::command,
        run: solve::run,
        offered: |_| true,
    },
    PuzzleCommand {
        name: "check",
        build: check::command,
        run: check::run,
        offered: |_| true,
    },
    PuzzleCommand {
        name: "count",
        build: count::command,
        run: count::run,
        offered: |puzzle| puzzle.about().abilities.count,
    },
    PuzzleCommand {
        name: "hint",
        build: hint::command,
        run: hint::run,
        offered: |puzzle| puzzle.about().abilities.hint,
    },
    PuzzleCommand {
        name: "draw",
        build: draw::command,
        run: draw::run,
        offered: |_| true,
    },
    PuzzleCommand {
        name: "info",
        build: info::command,
        run: info::run,
        offered: |_| true,
    },
    PuzzleCommand {
        name: "convert",
        build: convert::command,
        run: convert::run,
        offered: |_| true,
    },
    PuzzleCommand {
        name: "evaluate",
        build: evaluate::command,
        run: evaluate::run,
        offered: solves_as_programs_do,
    },
    PuzzleCommand {
        name: "merge",
        build: merge::command,
        run: merge::run,
        offered: |_| true,
    },
    PuzzleCommand {
        name: "generate",
        build: generate::command,
        run: generate::run,
        offered: |puzzle| puzzle.about().abilities.generate,
    },
    PuzzleCommand {
        name: "play",
        build: steps::command,
        run: steps::run,
        offered: |puzzle| puzzle.about().moves == Moves::Step,
    },
];

/// Commands of single puzzles, by the puzzle's name.
const FOR_ONE_PUZZLE: &[(&str, PuzzleCommand)] = &[
    (
        "coil",
        PuzzleCommand {
            name: "series",
            build: coil::series::command,
            run: coil::series::run,
            offered: |_| true,
        },
    ),
    (
        "coil",
        PuzzleCommand {
            name: "play",
            build: coil::play::command,
            run: coil::play::run,
            offered: |_| true,
        },
    ),
    (
        "connect",
        PuzzleCommand {
            name: "play",
            build: connect::play::command,
            run: connect::play::run,
            offered: |_| true,
        },
    ),
    (
        "connect",
        PuzzleCommand {
            name: "referee",
            build: connect::referee::command,
            run: connect::referee::run,
            offered: |_| true,
        },
    ),
    (
        "maze",
        PuzzleCommand {
            name: "solve",
            build: maze::solve::command,
            run: maze::solve::run,
            offered: |_| true,
        },
    ),
    (
        "maze",
        PuzzleCommand {
            name: "check",
            build: maze::check::command,
            run: maze::check::run,
            offered: |_| true,
        },
    ),
    (
        "maze",
        PuzzleCommand {
            name: "evaluate",
            build: maze::evaluate::command,
            run: maze::evaluate::run,
            offered: |_| true,
        },
    ),
    (
        "maze",
        PuzzleCommand {
            name: "compare",
            build: maze::compare::command,
            run: maze::compare::run,
            offered: |_| true,
        },
    ),
    (
        "maze",
        PuzzleCommand {
            name: "play",
            build: maze::play::command,
            run: maze::play::run,
            offered: |_| true,
        },
    ),
    (
        "pellet",
        PuzzleCommand {
            name: "serve",
            build: pellet::serve::command,
            run: pellet::serve::run,
            offered: |_| true,
        },
    ),
    (
        "pellet",
        PuzzleCommand {
            name: "play",
            build: pellet::play::command,
            run: pellet::play::run,
            offered: |_| true,
        },
    ),
    (
        "pellet",
        PuzzleCommand {
            name: "replay",
            build: pellet::replay::command,
            run: pellet::replay::run,
            offered: |_| true,
        },
    ),
];

/// Commands that are not about one puzzle.
pub const GENERAL: &[GeneralCommand] = &[
    GeneralCommand {
        name: "demo",
        build: demo::command,
        run: demo::run,
    },
    GeneralCommand {
        name: "studio",
        build: studio::command,
        run: studio::run,
    },
    GeneralCommand {
        name: "completions",
        build: completions::command,
        run: completions::run,
    },
    GeneralCommand {
        name: "man",
        build: man::command,
        run: man::run,
    },
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
