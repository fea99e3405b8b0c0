//! `unicursal PUZZLE check`: judge a solution, or the level itself where a puzzle has rules for it.

use std::ffi::{OsStr, OsString};

use anyhow::{Context, anyhow, bail};
use clap::{Arg, Command, value_parser};
use serde_json::json;
use unicursal::{BigUint, Control, Count, Error, Judgement, Puzzle, SolveRequest, Verdict};

use super::OfPuzzle;
use crate::args::{Given, Limits, Rules};
use crate::exit::Exit;
use crate::session::{self, Session};
use crate::{args, input, output, proofs};

/// See the [module](self).
pub struct Check {
    pub level: Option<OsString>,
    pub solution: Option<OsString>,
    proof: Option<OsString>,
    /// The number of solutions that the user claims.
    count: Option<BigUint>,
    /// Where to write a proof for other checkers, and in which form.
    export: Option<(String, Export)>,
    debug: bool,
    request: SolveRequest,
    rules: Rules,
    force: bool,
    pub limits: Limits,
}

/// A form that checkers of SAT proofs read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Export {
    Drat,
    Lrat,
}

impl OfPuzzle for Check {
    const NAME: &'static str = "check";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        let about = puzzle.about();
        let (name, can) = (about.name, about.abilities);
        let (summary, help, example) = if can.check_level {
            (
                "Check a level, or a solution of it",
                "A file with the solution, '-' for standard input; without it the level is checked",
                format!("\n  unicursal {name} check level.txt"),
            )
        } else {
            (
                "Check a solution",
                "A file with the solution, '-' for standard input",
                String::new(),
            )
        };
        let help = if about.has_recordings {
            format!("{help}; not needed where LEVEL is a recorded game")
        } else {
            help.to_owned()
        };
        Command::new(Self::NAME)
            .about(summary)
            .arg(args::required_level())
            .arg(
                Arg::new("solution")
                    .value_name("SOLUTION")
                    .value_parser(value_parser!(OsString))
                    .required(!can.check_level && !about.has_recordings && !can.prove && !can.recount)
                    .help(help),
            )
            .arg(
                args::flag(
                    "debug",
                    "Also print the board at the failure; @ is the place",
                )
                .short('d'),
            )
            .args(args::puzzle_options(about.check_options))
            .args(can.prove.then(proof))
            .args(can.recount.then(count))
            .args(if can.prove {
                vec![drat(), lrat(), output::force()]
            } else {
                Vec::new()
            })
            .arg(args::json())
            .args(args::limits())
            .after_help(format!(
                "Prints 'valid', or where and why it is wrong (exit code 1).\n\n\
                 Examples:{example}\n  \
                 unicursal {name} check level.txt solution.txt\n  \
                 my-solver < level.txt | unicursal {name} check level.txt - --debug{proofs}{counts}",
                proofs = if can.prove {
                    format!("\n  unicursal {name} check level.txt --proof proof.txt")
                } else {
                    String::new()
                },
                counts = if can.recount {
                    format!("\n  unicursal {name} check level.txt --count 4")
                } else {
                    String::new()
                },
            ))
    }

    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        let about = puzzle.about();
        let drat = given.maybe("drat").map(|name| (name, Export::Drat));
        let lrat = || given.maybe("lrat").map(|name| (name, Export::Lrat));
        Ok(Self {
            level: given.level(),
            solution: given.value("solution"),
            proof: given.maybe("proof"),
            count: given.maybe("count"),
            export: drat.or_else(lrat),
            debug: given.flag("debug"),
            request: given.request(about.check_options),
            rules: given.rules(puzzle),
            force: given.maybe_flag("force"),
            limits: given.limits(),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let level = ("level", self.level.as_deref());
        if let Some(file) = self.proof.as_deref() {
            input::not_both_stdin(level, ("proof", Some(file)))?;
            return self.judge_proof(puzzle, file, session);
        }
        input::not_both_stdin(level, ("solution", self.solution.as_deref()))?;
        if let Some(said) = &self.count {
            return self.judge_count(puzzle, said, session);
        }
        let control = self.limits.control(session);
        self.judge(puzzle, &control, None, session)
    }
}

/// `--proof`.
fn proof() -> Arg {
    args::option("proof", "FILE")
        .value_parser(value_parser!(OsString))
        .conflicts_with("solution")
        .help("Check a proof that there is no solution, or no other, which 'solve --proof' wrote, packed by gzip or not")
}

/// `--count`.
fn count() -> Arg {
    args::option("count", "N")
        .value_parser(whole_number)
        .conflicts_with_all(["solution", "proof"])
        .help("Check that there are exactly N solutions, by counting them again, for small levels")
        .long_help(
            "Check that there are exactly N solutions, by counting them again with code that shares \
             nothing with that of 'count'. It is slow: use it for narrow levels, and for small ones of Coil",
        )
}

/// A whole number of any size.
fn whole_number(text: &str) -> Result<BigUint, String> {
    match text.parse::<BigUint>() {
        Ok(number) if text.bytes().all(|byte| byte.is_ascii_digit()) => Ok(number),
        _ => Err("a whole number is expected".to_owned()),
    }
}

/// `--drat`.
fn drat() -> Arg {
    args::option("drat", "NAME")
        .requires("proof")
        .help("Also write the proof for checkers of SAT proofs, to NAME.cnf and NAME.drat")
        .long_help(
            "Also write the proof, if it is accepted, in a form that checkers of SAT proofs such as \
             drat-trim read: NAME.cnf has the clauses of the level and those that the board justifies, \
             NAME.drat the others",
        )
}

/// `--lrat`.
fn lrat() -> Arg {
    args::option("lrat", "NAME")
        .requires("proof")
        .conflicts_with("drat")
        .help("The same with hints, to NAME.cnf and NAME.lrat")
}

impl Check {
    /// The two files of `--drat` or `--lrat`, if they may be written.
    fn sat_files(&self, proof: &OsStr) -> anyhow::Result<Option<([String; 2], Export)>> {
        let Some((name, form)) = &self.export else {
            return Ok(None);
        };
        let ending = match form {
            Export::Drat => "drat",
            Export::Lrat => "lrat",
        };
        let mut guard = output::Guard::new(self.force);
        guard.input(self.level.as_deref(), "the level");
        guard.input(Some(proof), "the proof");
        let files = [format!("{name}.cnf"), format!("{name}.{ending}")];
        for file in &files {
            output::probe(file)?;
            guard.output(file, "the proof", |_| false)?;
        }
        Ok(Some((files, *form)))
    }

    /// Judges a proof.
    fn judge_proof(
        &self,
        puzzle: &'static dyn Puzzle,
        file: &OsStr,
        session: &Session,
    ) -> anyhow::Result<Exit> {
        let control = self.limits.control(session);
        let files = self.sat_files(file)?;
        let level = self.level.as_deref();
        let named = input::level_with_text(puzzle, level, &control, session)?;
        let name = input::name(file);
        let proof = proofs::unpacked(&name, input::bytes(file, &control, session)?)?;
        // The checker reads what the user wrote, unless that is in a form that only the library
        // knows.
        let check =
            |text: &[u8]| (named.level).check_proof_of(text, &self.request, &proof, &control);
        let mut text = named.text.unwrap_or_default();
        let mut judged = check(&text);
        let as_given = !text.is_empty() && !matches!(judged, Err(Error::BadInput(_)));
        if !as_given {
            text = named.level.text().into_bytes();
            judged = check(&text);
        }
        let judged = judged.map_err(|error| anyhow!(error).context(name.clone().into_owned()))?;
        let accepted = !matches!(judged, Judgement::Rejected { .. });
        if let Some(([formula, lines], form)) = files.filter(|_| accepted) {
            let level = &named.level;
            let sat = match form {
                Export::Lrat => level.lrat_of(&text, &self.request, &proof, &control)?,
                Export::Drat => level.drat_of(&text, &self.request, &proof, &control)?,
            };
            output::file(&formula, sat.formula.as_bytes())?;
            output::file(&lines, sat.proof.as_bytes())?;
        }
        // What only a sweep decides has no certificate.
        let by_kernel = proofs::is_certificate(&proof);
        let proved = if by_kernel {
            "proved"
        } else {
            "proved, trusting the checker's sweep"
        };
        let exit = Exit::yes_if(accepted);
        let said = in_words(&judged, proved, &name);
        if session.is_json() {
            output::json(&json!({
                "level": named.name,
                "valid": exit == Exit::Yes,
                "proof": judged,
                "by_kernel": by_kernel,
                "level_as_given": as_given,
            }))?;
        } else if exit == Exit::Yes {
            output::stdout(said.as_bytes())?;
        } else {
            session::error(&said);
        }
        if !as_given {
            session.say(&format!(
                "{}: the checker was shown the level as 'unicursal {} convert' writes it",
                named.name,
                puzzle.name()
            ));
        }
        Ok(exit)
    }

    /// Counts the solutions again.
    fn judge_count(
        &self,
        puzzle: &'static dyn Puzzle,
        said: &BigUint,
        session: &Session,
    ) -> anyhow::Result<Exit> {
        let control = self.limits.control(session);
        let named = input::level(puzzle, self.level.as_deref(), &control, session)?;
        self.rules.say(&named, session)?;
        let counted = named.level.recount(&self.request, &control);
        let counted = counted.with_context(|| named.name.clone())?;
        let exit = Exit::yes_if(counted == *said);
        if session.is_json() {
            output::json(&json!({
                "level": named.name,
                "valid": exit == Exit::Yes,
                "found": json!(Count::new(counted, true))["found"],
            }))?;
        } else if exit == Exit::Yes {
            output::stdout(format!("counted again: {counted}\n").as_bytes())?;
        } else {
            session::error(&format!(
                "{}: counted again: {counted}, not {said}",
                named.name
            ));
        }
        Ok(exit)
    }

    /// Judges what was asked about; `read` is the solution, if it has been read already.
    pub fn judge(
        &self,
        puzzle: &'static dyn Puzzle,
        control: &Control,
        read: Option<Vec<u8>>,
        session: &Session,
    ) -> anyhow::Result<Exit> {
        let solution = self.solution.as_deref();
        let named = input::level(puzzle, self.level.as_deref(), control, session)?;
        self.rules.say(&named, session)?;
        let judged = solution.map_or(named.name.as_str().into(), input::name);
        let verdict = match (solution, &named.recorded) {
            (Some(word), _) => {
                let answer = match read {
                    Some(text) => text,
                    None => input::answer(word, control, session)?,
                };
                named.level.check(&self.request, &answer)
            }
            (None, Some(recorded)) => named.level.check(&self.request, recorded.answer.as_bytes()),
            (None, None) if puzzle.about().abilities.check_level => named.level.check_level(),
            (None, None) => {
                bail!("{judged}: give the solution as a second file, '-' for standard input")
            }
        };
        let verdict =
            verdict.map_err(|error| anyhow!(error).context(judged.clone().into_owned()))?;
        let (exit, reason, board) = match verdict {
            Verdict::Valid => (Exit::Yes, None, None),
            Verdict::Wrong { reason, board } => (Exit::No, Some(reason), Some(board)),
        };
        if session.is_json() {
            let mut report = json!({"level": named.name, "valid": exit == Exit::Yes});
            if let Some(reason) = &reason {
                report["reason"] = json!(reason);
            }
            output::json(&report)?;
        } else if let Some(reason) = &reason {
            session::error(&format!("{judged}: {reason}"));
        } else {
            output::stdout(b"valid\n")?;
        }
        if let Some(board) = board.filter(|_| self.debug) {
            session::note(board.trim_end());
        }
        Ok(exit)
    }
}

/// What a judgement of a proof means.
fn in_words(judged: &Judgement, proved: &str, name: &str) -> String {
    match judged {
        Judgement::NoAnswer => format!("{proved}: there is no solution\n"),
        Judgement::OnlyAnswer(answer) => {
            let answer = answer.trim_end();
            format!("{proved}: this is the only solution\n{answer}\n")
        }
        Judgement::OnlyWay(answers) => {
            let [one, other] = answers.each_ref().map(|answer| answer.trim_end());
            format!(
                "{proved}: these two are the only solutions, each the other walked backwards\n{one}\n{other}\n"
            )
        }
        Judgement::AllAnswers(answers) => {
            let listed = answers.iter().zip(1..);
            let listed =
                listed.map(|(answer, number)| format!("\n{number}:\n{}\n", answer.trim_end()));
            let listed: Vec<String> = listed.collect();
            format!(
                "{proved}: these {} are all solutions\n{}",
                answers.len(),
                listed.concat()
            )
        }
        Judgement::Rejected { line, reason } => format!("{name}: line {line}: {reason}"),
    }
}
