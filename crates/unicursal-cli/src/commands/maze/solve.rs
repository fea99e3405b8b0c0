//! `unicursal maze solve`: walk, with a frame after every step.
//!
//! The output has as many bytes as the walk has steps times the map has cells, so it is written
//! frame by frame from one buffer, while an independent judge follows every step.

use std::io::{BufRead, BufWriter, Write};
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::json;
use unicursal::maze::{Canvas, End, Rule, Walk, compass};
use unicursal::{Control, Error, Puzzle, REFUSAL};
use unicursal_check::maze::{Judge, Wrong};

use super::NamedMaze;
use crate::args;
use crate::commands::solve as generic;
use crate::exit::Exit;
use crate::session::{self, Session};

pub(super) const PROMPT: &str = "Please give the maze file:";
pub(super) const FOUND: &str = "Solution Found!";

/// Steps between two looks at the clock and at Ctrl-C.
const PERIOD: usize = 1 << 16;
/// Frames between two such looks: large ones take their time.
const FRAME_PERIOD: usize = 1 << 6;

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let flag = |name, help| {
        Arg::new(name)
            .long(name)
            .action(ArgAction::SetTrue)
            .help(help)
    };
    let mut command = generic::command(puzzle)
        .about("Walk to the end, with a frame after every step")
        .mut_arg("level", |arg| {
            arg.value_name("FILE")
                .help("A maze file, '-' for standard input, or a level id; asked for if not given")
        })
        .arg(flag("final", "Print only the last frame"))
        .arg(
            Arg::new("every")
                .long("every")
                .value_name("N")
                .value_parser(args::positive)
                .conflicts_with("final")
                .help("Print every Nth frame, and the last one"),
        )
        .arg(super::facing_down())
        .arg(super::compact())
        .after_help(format!(
            "Prints the map after every step and '{FOUND}' at the end; with --quiet only the latter.\n\
             A rule that never gets there is recognised: '{REFUSAL}', exit code 1.\n\
             Without FILE the name is read from standard input; with --json the maze itself. With --json\n\
             and --final or --every N, the frames are part of the object.\n\n\
             Examples:\n  \
             unicursal maze solve maze.txt\n  \
             unicursal maze solve maze.txt --rule right --final\n  \
             echo maze.txt | unicursal maze solve > maze.out"
        ));
    // Walkers use one thread, a fixed amount of memory, and no chance.
    for unused in ["seed", "threads", "memory-limit"] {
        command = command.mut_arg(unused, |arg| arg.hide(true));
    }
    command
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let wants_frames = matches.get_flag("final") || matches.get_one::<u64>("every").is_some();
    if matches.get_flag("json") && !wants_frames {
        return generic::run(puzzle, matches, session);
    }
    let rule = super::rule(matches)?;
    let word = match matches.get_one::<String>("level") {
        Some(word) => word.clone(),
        None if session.is_json() => "-".to_owned(),
        None => ask()?,
    };
    let control = args::control(matches, session);
    let named = match super::load(puzzle, &word, &control, session) {
        Ok(named) => named,
        Err(error) if session.is_json() || Exit::of_error(&error) != Exit::BadInput => {
            return Err(error);
        }
        Err(error) => {
            // The documented text begins the line.
            session::note(&format!("ERROR: {error:#}"));
            return Ok(Exit::BadInput);
        }
    };
    walk(&named, rule, &control, matches, session)
}

/// Asks for the name of a file.
fn ask() -> anyhow::Result<String> {
    crate::output::stdout(format!("{PROMPT}\n").as_bytes())?;
    let mut line = String::new();
    let input = std::io::stdin().lock().read_line(&mut line);
    input.context("<stdin>")?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

fn walk(
    named: &NamedMaze,
    rule: Rule,
    control: &Control,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let begun = Instant::now();
    let board = &named.board;
    let quiet = matches.get_flag("quiet");
    let mut canvas = (!quiet).then(|| Canvas::new(board, super::style(matches)));
    let every = match matches.get_one::<u64>("every") {
        _ if matches.get_flag("final") => usize::MAX,
        Some(&every) => usize::try_from(every).unwrap_or(usize::MAX),
        None => 1,
    };
    let only_last = matches.get_flag("final");
    let mut judge = Judge::new(&named.text, Some(rule.name().as_bytes()))?;
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let is_json = session.is_json();
    let (mut kept, mut kept_bytes) = (Vec::new(), 0);
    let mut walk = Walk::new(board, rule);
    let (mut steps, mut frames) = (0, 0);
    while let Some(state) = walk.next() {
        if (steps % PERIOD == 0 || (canvas.is_some() && frames % FRAME_PERIOD == 0))
            && let Some(why) = control.interruption()
        {
            out.flush().context("<stdout>")?;
            let late = Error::interrupted(why, format!("{steps} steps walked"));
            return Err(anyhow!(late).context(named.name.clone()));
        }
        judge
            .step(compass(state.facing) as u8)
            .map_err(|wrong| bug(&wrong, rule))?;
        if let Some(canvas) = &mut canvas {
            canvas.show(board, state);
            let due = steps % every == 0 && !only_last;
            if due || walk.end().is_some() {
                let frame = canvas.frame(board);
                if is_json {
                    kept_bytes += frame.len();
                    control.demand(kept_bytes).map_err(|why| {
                        let late = Error::interrupted(why, format!("{frames} frames kept"));
                        anyhow!(late).context(named.name.clone())
                    })?;
                    kept.push(String::from_utf8_lossy(frame).into_owned());
                } else {
                    out.write_all(frame).context("<stdout>")?;
                }
                frames += 1;
            }
        }
        steps += 1;
    }
    let (exit, message) = match walk.end() {
        Some(End::Found) => {
            judge.finish().map_err(|wrong| bug(&wrong, rule))?;
            (Exit::Yes, FOUND)
        }
        _ => (Exit::No, REFUSAL),
    };
    let seconds = begun.elapsed().as_secs_f64();
    let proof = match walk.end() {
        Some(End::Never(why)) => Some(why.proof(board, rule)),
        _ => None,
    };
    if is_json {
        drop(out);
        let mut report = json!({
            "level": named.name,
            "width": board.width(),
            "height": board.height(),
            "method": rule.name(),
            "seconds": seconds,
            "outcome": if exit == Exit::Yes { "solved" } else { "unsolvable" },
            "steps": steps,
            "frames": kept,
        });
        if let Some(proof) = &proof {
            report["proof"] = json!(proof);
        }
        crate::output::json(&report)?;
        return Ok(exit);
    }
    writeln!(out, "{message}")
        .and_then(|()| out.flush())
        .context("<stdout>")?;
    if let Some(proof) = proof {
        session.say(&format!("{}: {proof}", named.name));
    }
    if matches.get_flag("stats") {
        session::note(&json!({"steps": steps, "seconds": seconds}).to_string());
    } else {
        session.explain(&format!("{}: {steps} steps, {seconds:.3} s", named.name));
    }
    Ok(exit)
}

/// The walker did what its rule forbids.
pub(super) fn bug(wrong: &Wrong, rule: Rule) -> anyhow::Error {
    anyhow!(Error::WrongAnswer {
        reason: wrong.to_string(),
        answer: format!("rule={}", rule.name()),
    })
}
