//! `unicursal PUZZLE solve`: find an answer, or prove that there is none.

use std::time::Instant;

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};
use unicursal::puzzle::{Outcome, Puzzle, REFUSAL, SolveRequest, Solved, solve_checked};
use unicursal::{Interruption, Progress};

use crate::exit::Exit;
use crate::input::NamedLevel;
use crate::progress::ProgressLine;
use crate::session::{self, Session};
use crate::{args, input, output};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    Command::new("solve")
        .about("Find a solution, or prove that there is none")
        .arg(args::level())
        .arg(args::method(puzzle, "How to solve it").default_value(args::default_method(puzzle)))
        .args(args::puzzle_options(puzzle.solve_options()))
        .args(args::limits())
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .value_parser(clap::value_parser!(u64))
                .default_value("0")
                .help("Seed of random choices: the same seed gives the same answer"),
        )
        .arg(args::json())
        .arg(
            Arg::new("stats")
                .long("stats")
                .action(ArgAction::SetTrue)
                .help("Print what it took, as JSON on standard error"),
        )
        .arg(
            Arg::new("explain")
                .long("explain")
                .action(ArgAction::SetTrue)
                .help("Say what proves that there is no solution"),
        )
        .after_help(format!(
            "Prints the solution, or '{REFUSAL}' (exit code 1) when that is proved.\n\n\
             Examples:\n  \
             unicursal {name} solve level.txt\n  \
             unicursal {name} solve level.txt --time-limit 10s --stats\n  \
             unicursal {name} solve < level.txt > solution.txt"
        ))
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let word = matches.get_one::<String>("level");
    let named = input::level(puzzle, word.map(String::as_str), session)?;
    let request = SolveRequest {
        method: matches.get_one::<String>("method").cloned(),
        seed: matches.get_one::<u64>("seed").copied().unwrap_or(0),
        options: args::puzzle_option_values(puzzle.solve_options(), matches),
    };
    let line = ProgressLine::new(session);
    let show = |progress: &Progress| line.show(progress);
    let control = args::control(matches)
        .cancelled_by(session.interrupted())
        .watched_by(&show);
    let begun = Instant::now();
    let solved = solve_checked(&*named.level, &request, &control);
    let seconds = begun.elapsed().as_secs_f64();
    drop(line);
    let solved = solved.map_err(anyhow::Error::from_boxed)?;

    if matches.get_flag("json") {
        let report = report(&named, &request, &solved, seconds);
        output::stdout(format!("{report}\n").as_bytes())?;
    } else {
        print(
            &solved.outcome,
            &named.name,
            matches.get_flag("explain"),
            session,
        )?;
    }
    if matches.get_flag("stats") {
        let mut stats = solved.stats.clone();
        stats.insert("seconds".to_owned(), json!(seconds));
        session::note(&Value::Object(stats).to_string());
    } else {
        session.explain(&format!("{}: {seconds:.3} s", named.name));
    }
    Ok(match solved.outcome {
        Outcome::Solved(_) => Exit::Yes,
        Outcome::Unsolvable { .. } => Exit::No,
        Outcome::Unknown {
            why: Interruption::Cancelled,
            ..
        } => Exit::Interrupted,
        Outcome::Unknown { .. } => Exit::Unknown,
    })
}

fn print(outcome: &Outcome, name: &str, explain: bool, session: &Session) -> anyhow::Result<()> {
    match outcome {
        Outcome::Solved(answer) => output::stdout(answer.as_bytes()),
        Outcome::Unsolvable { proof } => {
            if explain {
                session.say(&format!("{name}: {proof}"));
            }
            output::stdout(format!("{REFUSAL}\n").as_bytes())
        }
        Outcome::Unknown { why, how_far } => {
            session::error(&format!("{name}: {why}: {how_far}"));
            Ok(())
        }
    }
}

fn report(named: &NamedLevel, request: &SolveRequest, solved: &Solved, seconds: f64) -> Value {
    let (width, height) = named.level.size();
    let mut report = json!({
        "level": named.name,
        "width": width,
        "height": height,
        "method": request.method,
        "seed": request.seed,
        "seconds": seconds,
    });
    let outcome = match &solved.outcome {
        Outcome::Solved(answer) => json!({"outcome": "solved", "answer": answer.trim_end()}),
        Outcome::Unsolvable { proof } => json!({"outcome": "unsolvable", "proof": proof}),
        Outcome::Unknown { why, how_far } => {
            json!({"outcome": "unknown", "why": why.to_string(), "how_far": how_far})
        }
    };
    for part in [outcome, json!({"stats": solved.stats})] {
        if let (Value::Object(report), Value::Object(part)) = (&mut report, part) {
            report.extend(part);
        }
    }
    report
}
