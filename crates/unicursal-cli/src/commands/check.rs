//! `unicursal PUZZLE check`: judge a solution, or the level itself where a puzzle has rules for it.

use anyhow::{anyhow, bail};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::json;
use unicursal::{Control, Error, Judgement, Puzzle, SolveRequest, Verdict};

use crate::exit::Exit;
use crate::session::{self, Session};
use crate::{args, input, output, proofs};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    let judges_levels = puzzle.about().abilities.check_level;
    let has_games = puzzle.about().abilities.games;
    let proves = puzzle.about().abilities.prove;
    let (about, help, example) = if judges_levels {
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
    let help = if has_games {
        format!("{help}; not needed where LEVEL is a recorded game")
    } else {
        help.to_owned()
    };
    Command::new("check")
        .about(about)
        .arg(args::required_level())
        .arg(
            Arg::new("solution")
                .value_name("SOLUTION")
                .required(!judges_levels && !has_games && !proves)
                .help(help),
        )
        .arg(
            Arg::new("debug")
                .long("debug")
                .short('d')
                .action(ArgAction::SetTrue)
                .help("Also print the board at the failure; @ is the place"),
        )
        .args(args::puzzle_options(puzzle.about().check_options))
        .args(puzzle.about().abilities.prove.then(proof))
        .args(if puzzle.about().abilities.drat {
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
             my-solver < level.txt | unicursal {name} check level.txt - --debug{proofs}",
            proofs = if puzzle.about().abilities.prove {
                format!("\n  unicursal {name} check level.txt --proof proof.txt")
            } else {
                String::new()
            },
        ))
}

/// `--proof`.
fn proof() -> Arg {
    Arg::new("proof")
        .long("proof")
        .value_name("FILE")
        .conflicts_with("solution")
        .help("Check a proof that there is no solution, or no other, which 'solve --proof' wrote, packed by gzip or not")
}

/// `--drat`.
fn drat() -> Arg {
    Arg::new("drat")
        .long("drat")
        .value_name("NAME")
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
    Arg::new("lrat")
        .long("lrat")
        .value_name("NAME")
        .requires("proof")
        .conflicts_with("drat")
        .help("The same with hints, to NAME.cnf and NAME.lrat; for certificates only")
}

/// The two files of `--drat` or `--lrat`, if they may be written, and whether it is the latter.
fn sat_files(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    proof: &str,
) -> anyhow::Result<Option<([String; 2], bool)>> {
    if !puzzle.about().abilities.drat {
        return Ok(None);
    }
    let named = ["drat", "lrat"].map(|form| args::word(matches, form).map(|name| (name, form)));
    let Some((name, form)) = named.into_iter().flatten().next() else {
        return Ok(None);
    };
    let mut guard = output::Guard::new(matches.get_flag("force"));
    guard.input(args::word(matches, "level"), "the level");
    guard.input(Some(proof), "the proof");
    let files = [format!("{name}.cnf"), format!("{name}.{form}")];
    for file in &files {
        output::probe(file)?;
        guard.output(file, "the proof", |_| false)?;
    }
    Ok(Some((files, form == "lrat")))
}

/// Judges a proof.
fn judge_proof(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    file: &str,
    session: &Session,
) -> anyhow::Result<Exit> {
    let control = args::control(matches, session);
    let files = sat_files(puzzle, matches, file)?;
    let word = args::word(matches, "level");
    let named = input::level_with_text(puzzle, word, &control, session)?;
    let name = input::name(file);
    let proof = proofs::unpacked(&name, input::bytes(file, &control, session)?)?;
    let request = SolveRequest {
        options: args::puzzle_option_values(puzzle.about().check_options, matches),
        ..SolveRequest::default()
    };
    // The checker reads what the user wrote, unless that is in a form that only the library knows.
    let check = |text: &[u8]| (named.level).check_proof_of(text, &request, &proof, &control);
    let mut text = named.text.unwrap_or_default();
    let mut judged = check(&text);
    let as_given = !text.is_empty() && !matches!(judged, Err(Error::BadInput(_)));
    if !as_given {
        text = named.level.text().into_bytes();
        judged = check(&text);
    }
    let judged = judged.map_err(|error| anyhow!(error).context(name.clone().into_owned()))?;
    let accepted = !matches!(judged, Judgement::Rejected { .. });
    if let Some(([formula, lines], with_hints)) = files.filter(|_| accepted) {
        let sat = if with_hints {
            named.level.lrat_of(&text, &request, &proof, &control)?
        } else {
            named.level.drat_of(&text, &request, &proof, &control)?
        };
        output::file(&formula, sat.formula.as_bytes())?;
        output::file(&lines, sat.proof.as_bytes())?;
    }
    // The kernel looks for nothing; the checker of the older form does, and must be believed.
    let by_kernel = proofs::is_certificate(&proof);
    let proved = if by_kernel {
        "proved"
    } else {
        "proved, trusting the checker's search"
    };
    let (exit, said) = match &judged {
        Judgement::NoAnswer => (Exit::Yes, format!("{proved}: there is no solution\n")),
        Judgement::OnlyAnswer(answer) => {
            let answer = answer.trim_end();
            (
                Exit::Yes,
                format!("{proved}: this is the only solution\n{answer}\n"),
            )
        }
        Judgement::OnlyWay(answers) => {
            let [one, other] = answers.each_ref().map(|answer| answer.trim_end());
            (
                Exit::Yes,
                format!(
                    "{proved}: these two are the only solutions, each the other walked backwards\n{one}\n{other}\n"
                ),
            )
        }
        Judgement::Rejected { line, reason } => {
            (Exit::No, format!("{name}: line {line}: {reason}"))
        }
    };
    if matches.get_flag("json") {
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

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let proves = puzzle.about().abilities.prove;
    if let Some(file) = proves.then(|| args::word(matches, "proof")).flatten() {
        input::not_both_stdin(
            ("level", args::word(matches, "level")),
            ("proof", Some(file)),
        )?;
        return judge_proof(puzzle, matches, file, session);
    }
    let [level, solution] = ["level", "solution"].map(|name| matches.get_one::<String>(name));
    let [level, solution] = [level, solution].map(|word| word.map(String::as_str));
    input::not_both_stdin(("level", level), ("solution", solution))?;
    let control = args::control(matches, session);
    judge(puzzle, matches, &control, None, session)
}

/// Judges what the words ask for; `read` is the solution, where it was read already.
pub fn judge(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    control: &Control,
    read: Option<Vec<u8>>,
    session: &Session,
) -> anyhow::Result<Exit> {
    let [level, solution] = ["level", "solution"].map(|name| args::word(matches, name));
    let named = input::level(puzzle, level, control, session)?;
    let rules = puzzle.about().rule_options;
    args::say_rule(&named.name, &*named.level, rules, matches, session)?;
    let judged = solution.map_or(named.name.as_str().into(), input::name);
    let request = SolveRequest {
        options: args::puzzle_option_values(puzzle.about().check_options, matches),
        ..SolveRequest::default()
    };
    let verdict = match (solution, &named.recorded) {
        (Some(word), _) => {
            let answer = match read {
                Some(text) => text,
                None => input::answer(word, control, session)?,
            };
            named.level.check(&request, &answer)
        }
        (None, Some(recorded)) => named.level.check(&request, recorded.answer.as_bytes()),
        (None, None) if puzzle.about().abilities.check_level => named.level.check_level(),
        (None, None) => {
            bail!("{judged}: give the solution as a second file, '-' for standard input")
        }
    };
    let verdict = verdict.map_err(|error| anyhow!(error).context(judged.clone().into_owned()))?;
    let (exit, reason, board) = match verdict {
        Verdict::Valid => (Exit::Yes, None, None),
        Verdict::Wrong { reason, board } => (Exit::No, Some(reason), Some(board)),
    };
    if matches.get_flag("json") {
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
    if let Some(board) = board.filter(|_| matches.get_flag("debug")) {
        session::note(board.trim_end());
    }
    Ok(exit)
}
