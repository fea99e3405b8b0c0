//! `unicursal PUZZLE solve`: find a solution, or prove that there is none.

use std::ffi::OsString;
use std::fmt;
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::{Arg, ArgAction, Command};
use serde_json::{Value, json};
use unicursal::reason::End;
use unicursal::{
    Control, Error, Interruption, Level, Outcome, Progress, Puzzle, REFUSAL, SolveRequest, Solved,
};

use super::OfPuzzle;
use crate::args::{Given, Limits, Rules};
use crate::exit::Exit;
use crate::input::NamedLevel;
use crate::progress::ProgressLine;
use crate::session::{self, Session};
use crate::{args, input, output, proofs};

/// See the [module](self).
pub struct Solve {
    pub level: Option<OsString>,
    request: SolveRequest,
    rules: Rules,
    pub limits: Limits,
    pub stats: bool,
    explain: Option<Explain>,
    unique: bool,
    /// Where a proof goes.
    proof: Option<String>,
    force: bool,
}

/// What `--explain` asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Explain {
    /// Why there is no solution.
    Proof,
    /// How a person solves it.
    Steps,
}

impl OfPuzzle for Solve {
    const NAME: &'static str = "solve";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        let name = puzzle.name();
        Command::new(Self::NAME)
            .about("Find a solution, or prove that there is none")
            .arg(args::level())
            .arg(args::method_or_default(puzzle, "How to solve it"))
            .args(args::puzzle_options(puzzle.about().solve_options))
            .args(args::limits())
            .arg(
                args::option("seed", "N")
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

    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        let about = puzzle.about();
        Ok(Self {
            level: given.level(),
            request: SolveRequest {
                method: given.text("method"),
                seed: given.value("seed").unwrap_or(0),
                options: given.options(about.solve_options),
            },
            rules: given.rules(puzzle),
            limits: given.limits(),
            stats: given.flag("stats"),
            explain: given.text("explain").map(|word| match word.as_str() {
                "steps" => Explain::Steps,
                _ => Explain::Proof,
            }),
            unique: given.maybe_flag("unique"),
            proof: given.maybe("proof"),
            force: given.maybe_flag("force"),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        self.guard_proof(puzzle)?;
        let line = ProgressLine::new(session);
        let show = |progress: &Progress| line.show(progress);
        let note = |text: &str| line.note(text, session);
        let control = self.limits.control(session).watched_by(&show);
        let named = input::level(puzzle, self.level.as_deref(), &control, session)?;
        self.rules.say(&named, session)?;
        // Notes of a generator about its attempts are not shown.
        let control = control.noted_by(&note);
        if self.explain == Some(Explain::Steps) {
            let by_rule = self.rules.apply(named.level)?;
            let steps = print_steps(&*by_rule, &named.name, &control, session.is_json());
            return steps.context(named.name).map(|()| Exit::Yes);
        }
        let begun = Instant::now();
        let found = self.find(&named, &control)?;
        let seconds = begun.elapsed().as_secs_f64();
        drop(line);
        self.print(puzzle, &named, &found, seconds, session)?;
        let Found { solved, .. } = found;
        let exit = Exit::of(&solved.outcome);
        args::report_stats(self.stats, solved.stats, seconds, &named.name, session);
        if let Some(path) = &self.proof {
            match (found.proof.transpose()).with_context(|| named.name.clone())? {
                Some(proof) => proofs::write(path, &proof)?,
                None => session::note(&format!(
                    "{}: no proof was written, because there is nothing to prove",
                    named.name
                )),
            }
        }
        Ok(found
            .uniqueness
            .map_or(exit, |uniqueness| uniqueness.exit()))
    }
}

/// What came out.
struct Found {
    solved: Solved,
    /// Whether it is the only solution, where that was asked and there is one.
    uniqueness: Option<Uniqueness>,
    proof: Option<Result<String, Error>>,
}

impl Solve {
    /// Refuses to write a proof where it would destroy something.
    fn guard_proof(&self, puzzle: &'static dyn Puzzle) -> anyhow::Result<()> {
        match &self.proof {
            None => Ok(()),
            Some(path) => proofs::guard(path, self.level.as_deref(), puzzle.name(), self.force),
        }
    }

    fn find(&self, named: &NamedLevel, control: &Control) -> anyhow::Result<Found> {
        let (level, request) = (&*named.level, &self.request);
        let solved = match self.proof {
            Some(_) => level.solve_with_proof(request, control),
            None => (level.solve(request, control)).map(|solved| (solved, None)),
        };
        let (solved, mut proof) = solved.with_context(|| named.name.clone())?;
        let mut uniqueness = None;
        if let Outcome::Solved(answer) = &solved.outcome
            && self.unique
        {
            let found = Uniqueness::of(level, request, answer, control)?;
            if self.proof.is_some() && matches!(found, Uniqueness::Only) {
                proof = Some(prove_only(level, request, answer, control));
            }
            uniqueness = Some(found);
        }
        Ok(Found {
            solved,
            uniqueness,
            proof,
        })
    }

    fn print(
        &self,
        puzzle: &'static dyn Puzzle,
        named: &NamedLevel,
        found: &Found,
        seconds: f64,
        session: &Session,
    ) -> anyhow::Result<()> {
        if session.is_json() {
            let mut report = report(named, &self.request, &found.solved, seconds);
            if let Some(uniqueness) = &found.uniqueness {
                report["unique"] = uniqueness.json();
            }
            return output::json(&report);
        }
        // If there are several rules, the message says by which of them there is no solution.
        let explains = self.explain.is_some() || self.rules.are_several;
        print(&found.solved.outcome, &named.name, explains, session)?;
        if let Some(uniqueness) = &found.uniqueness {
            let difference = puzzle.about().difference;
            session::note(&format!(
                "{}: {uniqueness} (solutions are different when {difference})",
                named.name
            ));
        }
        Ok(())
    }
}

/// `--explain`, with an optional word if the puzzle can be solved as people do.
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
    args::flag("unique", "Also say whether it is the only solution; exit code 1 if not")
        .long_help(format!(
            "Also say, on standard error, whether it is the only solution. Solutions are different \
             when {}. Exit code 0: it is the only one; 1: there are others, or there is none; 3: not \
             known within the limits",
            puzzle.about().difference
        ))
}

/// `--proof`.
fn proof() -> Arg {
    args::option("proof", "FILE")
        .help("Write a proof that there is no solution, or with --unique no other")
        .long_help(
            "Write a proof that there is no solution or, with --unique, no other one, which \
             'check --proof' judges by code of its own; packed if FILE ends with '.gz'. Exit code 3 if none was found within the limits",
        )
}

/// A proof that there is no other solution. A second one would be a bug.
fn prove_only(
    level: &dyn Level,
    request: &SolveRequest,
    answer: &str,
    control: &Control,
) -> Result<String, Error> {
    let proof = level.prove(request, Some(answer.as_bytes()), control)?;
    proof.ok_or_else(|| Error::WrongProof {
        reason: "another solution was found while the proof that there is none was written"
            .to_owned(),
        proof: String::new(),
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
        let count = level.count_few(request, 2, control)?;
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
