//! `unicursal PUZZLE solve`: find an answer, or prove that there is none.

use std::fmt;
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};
use unicursal::reason::End;
use unicursal::{
    Control, Error, Interruption, Level, Outcome, Progress, Puzzle, REFUSAL, SolveRequest, Solved,
};

use crate::exit::Exit;
use crate::input::NamedLevel;
use crate::progress::ProgressLine;
use crate::session::{self, Session};
use crate::{args, input, output, proofs};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    Command::new("solve")
        .about("Find a solution, or prove that there is none")
        .arg(args::level())
        .arg(args::method_or_default(puzzle, "How to solve it"))
        .args(args::puzzle_options(puzzle.about().solve_options))
        .args(args::limits())
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("N")
                .value_parser(args::whole::<u64>(0..=u64::MAX))
                .default_value("0")
                .help("Seed of random choices: the same seed gives the same answer"),
        )
        .arg(args::json())
        .arg(args::stats())
        .arg(explain(puzzle))
        .args(puzzle.about().abilities.count.then(|| unique(puzzle)))
        .args(if puzzle.about().abilities.prove {
            vec![proof(), output::force()]
        } else {
            Vec::new()
        })
        .after_help(format!(
            "Prints the solution, or '{REFUSAL}' (exit code 1) when that is proved.\n\n\
             Examples:\n  \
             unicursal {name} solve level.txt\n  \
             unicursal {name} solve level.txt --time-limit 10s --stats\n  \
             unicursal {name} solve < level.txt > solution.txt{proofs}",
            proofs = if puzzle.about().abilities.prove {
                format!("\n  unicursal {name} solve level.txt --proof proof.txt")
            } else {
                String::new()
            },
        ))
}

/// `--explain`, with a word behind it where the puzzle can be solved as people do.
fn explain(puzzle: &'static dyn Puzzle) -> Arg {
    let arg = Arg::new("explain").long("explain");
    if puzzle.about().abilities.explain {
        // The next word may be the level: only the known ones are taken, see `args::matches`.
        arg.num_args(0..=1)
            .require_equals(true)
            .value_name("steps")
            .value_parser(["proof", "steps"])
            .default_missing_value("proof")
            .hide_possible_values(true)
            .help(
                "Say what proves that there is no solution; 'steps': how a person solves it, step by step",
            )
    } else {
        arg.num_args(0)
            .action(ArgAction::Set)
            .value_parser(["proof"])
            .default_missing_value("proof")
            .help("Say what proves that there is no solution")
    }
}

/// Prints how a person solves a level.
fn print_steps(level: &dyn Level, name: &str, control: &Control, json: bool) -> anyhow::Result<()> {
    let explained = level.explain(control)?;
    if json {
        let mut report = json!(explained);
        report["level"] = json!(name);
        return output::json(&report);
    }
    for (step, number) in explained.steps.iter().zip(1..) {
        let mut line = format!("{number}. {}: {}", step.technique, step.text);
        if !step.moves.is_empty() {
            line = format!("{line} [{}]", step.moves.join(", "));
        }
        output::stdout(format!("{line}\n").as_bytes())?;
    }
    let end = match (explained.end, explained.grade) {
        (End::Solved, Some(grade)) => format!("solved: {grade}"),
        (End::Impossible, _) => "there is no solution".to_owned(),
        _ => "no technique helps any more".to_owned(),
    };
    output::stdout(format!("{end}\n").as_bytes())
}

/// `--unique`.
fn unique(puzzle: &'static dyn Puzzle) -> Arg {
    Arg::new("unique")
        .long("unique")
        .action(ArgAction::SetTrue)
        .help("Also say whether it is the only solution; exit code 1 if not")
        .long_help(format!(
            "Also say, on standard error, whether it is the only solution. Solutions are different \
             when {}. Exit code 0: it is the only one; 1: there are others, or there is none; 3: not \
             known within the limits",
            puzzle.about().difference
        ))
}

/// `--proof`.
fn proof() -> Arg {
    Arg::new("proof")
        .long("proof")
        .value_name("FILE")
        .help("Write a proof that there is no solution, or with --unique no other")
        .long_help(
            "Write a proof that there is no solution or, with --unique, no other one, which \
             'check --proof' judges by code of its own; packed if FILE ends with '.gz'. Exit code 3 if none was found within the limits",
        )
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let request = SolveRequest {
        method: matches.get_one::<String>("method").cloned(),
        seed: matches.get_one::<u64>("seed").copied().unwrap_or(0),
        options: args::puzzle_option_values(puzzle.about().solve_options, matches),
    };
    let proofs = puzzle.about().abilities.prove;
    let path = proofs.then(|| args::word(matches, "proof")).flatten();
    if let Some(path) = path {
        let mut guard = output::Guard::new(matches.get_flag("force"));
        guard.input(args::word(matches, "level"), "the level");
        output::probe(path)?;
        guard.output(path, "the proof", |beginning| {
            beginning.starts_with(format!("unicursal {} proof", puzzle.name()).as_bytes())
                || proofs::is_certificate(beginning)
        })?;
    }
    let line = ProgressLine::new(session);
    let show = |progress: &Progress| line.show(progress);
    let note = |text: &str| line.note(text, session);
    let control = args::control(matches, session).watched_by(&show);
    let named = input::level(puzzle, args::word(matches, "level"), &control, session)?;
    let rules = puzzle.about().rule_options;
    args::say_rule(&named.name, &*named.level, rules, matches, session)?;
    // What a generator tries on the way to its level is not worth a note.
    let control = control.noted_by(&note);
    let explained = args::word(matches, "explain");
    if explained == Some("steps") {
        let by_rule = args::by_rule(named.level, rules, matches)?;
        let steps = print_steps(&*by_rule, &named.name, &control, matches.get_flag("json"));
        return steps
            .with_context(|| named.name.clone())
            .map(|()| Exit::Yes);
    }
    let begun = Instant::now();
    let solved = match path {
        Some(_) => named.level.solve_with_proof(&request, &control),
        None => (named.level.solve(&request, &control)).map(|solved| (solved, None)),
    };
    let (solved, mut proof) = solved.with_context(|| named.name.clone())?;
    let asked = puzzle.about().abilities.count && matches.get_flag("unique");
    let mut uniqueness = None;
    if let Outcome::Solved(answer) = &solved.outcome
        && asked
    {
        let found = Uniqueness::of(&*named.level, &request, answer, &control)?;
        if path.is_some() && matches!(found, Uniqueness::Only) {
            proof = Some(prove_only(&*named.level, &request, answer, &control));
        }
        uniqueness = Some(found);
    }
    if let Some(Ok(found)) = proof {
        let certified = proofs::certified(&named.name, &*named.level, &request, found, &control)?;
        proof = Some(Ok(certified));
    }
    let seconds = begun.elapsed().as_secs_f64();
    drop(line);

    if matches.get_flag("json") {
        let mut report = report(&named, &request, &solved, seconds);
        if let Some(uniqueness) = &uniqueness {
            report["unique"] = uniqueness.json();
        }
        output::json(&report)?;
    } else {
        print(
            &solved.outcome,
            &named.name,
            // Where there are several rules, one wants to know by which there is none.
            explained.is_some() || !rules.is_empty(),
            session,
        )?;
        if let Some(uniqueness) = &uniqueness {
            let difference = puzzle.about().difference;
            session::note(&format!(
                "{}: {uniqueness} (solutions are different when {difference})",
                named.name
            ));
        }
    }
    args::report_stats(matches, solved.stats, seconds, &named.name, session);
    if let Some(path) = path {
        match proof.transpose().with_context(|| named.name.clone())? {
            Some(proof) => proofs::write(path, &proof)?,
            None => session::note(&format!(
                "{}: no proof was written, because there is nothing to prove",
                named.name
            )),
        }
    }
    let exit = Exit::of(&solved.outcome);
    Ok(uniqueness.map_or(exit, |uniqueness| uniqueness.exit()))
}

/// A proof that there is no other solution. A second one would be a bug.
fn prove_only(
    level: &dyn Level,
    request: &SolveRequest,
    answer: &str,
    control: &Control,
) -> Result<String, Error> {
    let proof = level.prove(request, Some(answer.as_bytes()), control)?;
    proof.ok_or_else(|| Error::WrongAnswer {
        reason: "another solution was found while the proof that there is none was written"
            .to_owned(),
        answer: answer.to_owned(),
    })
}

/// Whether a solution is the only one.
enum Uniqueness {
    Only,
    OneOfSeveral,
    Unknown(Interruption),
}

impl Uniqueness {
    /// Counts up to two. A count that does not even find the solution at hand is a bug.
    fn of(
        level: &dyn Level,
        request: &SolveRequest,
        answer: &str,
        control: &Control,
    ) -> anyhow::Result<Self> {
        let count = level.count(request, Some(2), control)?;
        match (
            u64::try_from(count.found).unwrap_or(u64::MAX),
            count.complete,
        ) {
            (2.., _) => Ok(Self::OneOfSeveral),
            (1, true) => Ok(Self::Only),
            (0, true) => Err(anyhow!(Error::WrongAnswer {
                reason: "a count of the solutions misses it".to_owned(),
                answer: answer.to_owned(),
            })),
            _ => {
                let why = control.interruption();
                Ok(Self::Unknown(why.unwrap_or(Interruption::GaveUp)))
            }
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Only => json!(true),
            Self::OneOfSeveral => json!(false),
            Self::Unknown(_) => Value::Null,
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Self::Only => Exit::Yes,
            Self::OneOfSeveral => Exit::No,
            Self::Unknown(Interruption::Cancelled) => Exit::Interrupted,
            Self::Unknown(_) => Exit::Unknown,
        }
    }
}

impl fmt::Display for Uniqueness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Only => f.write_str("the only solution"),
            Self::OneOfSeveral => f.write_str("not the only solution"),
            Self::Unknown(why) => write!(f, "perhaps not the only solution: {why}"),
        }
    }
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
        Outcome::Unknown(unknown) => {
            session::error(&format!("{name}: {unknown}"));
            session.explain_unknown(unknown);
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
    if !named.level.rule().is_empty() {
        report["rule"] = json!(named.level.rule());
    }
    if let (Value::Object(report), Value::Object(solved)) = (&mut report, json!(solved)) {
        report.extend(solved);
    }
    report
}
