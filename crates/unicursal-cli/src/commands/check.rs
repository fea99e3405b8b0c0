//! `unicursal PUZZLE check`: judge a solution.

use anyhow::{anyhow, bail};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::json;
use unicursal::puzzle::{Puzzle, Verdict};

use crate::exit::Exit;
use crate::session::{self, Session};
use crate::{args, input, output};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    Command::new("check")
        .about("Check a solution")
        .arg(args::level().required(true))
        .arg(
            Arg::new("solution")
                .value_name("SOLUTION")
                .required(true)
                .help("A file with the solution, '-' for standard input"),
        )
        .arg(
            Arg::new("debug")
                .long("debug")
                .short('d')
                .action(ArgAction::SetTrue)
                .help("Also print the board at the failure: X wall, # visited, . free, @ walker"),
        )
        .arg(args::json())
        .after_help(format!(
            "Prints 'valid', or where and why the solution is wrong (exit code 1).\n\n\
             Examples:\n  \
             unicursal {name} check level.txt solution.txt\n  \
             my-solver < level.txt | unicursal {name} check level.txt - --debug"
        ))
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let [level, solution] = ["level", "solution"].map(|name| matches.get_one::<String>(name));
    let solution = solution.map_or("-", String::as_str);
    if level.is_some_and(|level| level == "-") && solution == "-" {
        bail!("the level and the solution cannot both come from standard input");
    }
    let named = input::level(puzzle, level.map(String::as_str), session)?;
    let answer = input::bytes(solution, session)?;
    let verdict = named.level.check(&answer);
    let verdict =
        verdict.map_err(|error| anyhow!(error).context(input::name(solution).to_owned()))?;
    let (exit, reason, board) = match verdict {
        Verdict::Valid => (Exit::Yes, None, None),
        Verdict::Wrong { reason, board } => (Exit::No, Some(reason), Some(board)),
    };
    if matches.get_flag("json") {
        let mut report = json!({"level": named.name, "valid": exit == Exit::Yes});
        if let Some(reason) = &reason {
            report["reason"] = json!(reason);
        }
        output::stdout(format!("{report}\n").as_bytes())?;
    } else if let Some(reason) = &reason {
        session::error(&format!("{}: {reason}", input::name(solution)));
    } else {
        output::stdout(b"valid\n")?;
    }
    if let Some(board) = board.filter(|_| matches.get_flag("debug")) {
        session::note(board.trim_end());
    }
    Ok(exit)
}
