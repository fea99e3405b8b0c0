//! `unicursal PUZZLE draw`: show a level, with a solution if there is one.

mod sheet;

use anyhow::{Context, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::json;
use unicursal::picture::MOST_BOARDS;
use unicursal::{Control, Error, Interruption, Outcome, Progress, Puzzle, SolveRequest};

use crate::exit::Exit;
use crate::input::NamedLevel;
use crate::output::{Form, Guard};
use crate::progress::ProgressLine;
use crate::session::Session;
use crate::{args, input, output};

/// Bytes of a drawing, and of what making it takes, for each cell.
const BYTES_PER_CELL: usize = 64;

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    let piped = if super::solves_as_programs_do(puzzle) {
        format!("\n  unicursal {name} solve level.txt | unicursal {name} draw level.txt -s -")
    } else {
        String::new()
    };
    Command::new("draw")
        .about("Draw a level, with its solution if there is one")
        .arg(args::level())
        .arg(
            Arg::new("solution")
                .long("solution")
                .visible_alias("answer")
                .short('s')
                .value_name("FILE")
                .help("Draw this solution into the level; '-' for standard input"),
        )
        .arg(args::method(puzzle, "Solve it first, in this way").conflicts_with("solution"))
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FILE")
                .help("Write to this file: SVG, PNG, GIF, APNG or text (.txt) by its ending"),
        )
        .arg(
            Arg::new("moving")
                .long("moving")
                .action(ArgAction::SetTrue)
                .requires("output")
                .help("Let the solution be drawn step by step in an SVG; GIF and APNG always do"),
        )
        .arg(
            Arg::new("sheet")
                .long("sheet")
                .value_name("LEVEL")
                .num_args(0..MOST_BOARDS)
                .requires("output")
                .conflicts_with_all(["solution", "method", "moving"])
                .help("A page to print (A4, as SVG): this level and up to five more"),
        )
        .arg(
            Arg::new("solutions")
                .long("solutions")
                .action(ArgAction::SetTrue)
                .requires("sheet")
                .help("With --sheet: small solutions upside down at the foot of the page"),
        )
        .arg(output::force())
        .arg(args::json().help("Print one JSON object about the drawing, with the text if that is not written to a file"))
        .args(args::limits())
        .after_help(format!(
            "Without --output, or with '-', prints text.{recorded}\n\n\
             Examples:\n  \
             unicursal {name} draw level.txt\n  \
             unicursal {name} draw level.txt --{word} {method} --output level.svg\n  \
             unicursal {name} draw level.txt --solution solution.txt --output level.png\n  \
             unicursal {name} draw level.txt --{word} {method} --output level.gif\n  \
             unicursal {name} draw {name}:pack/1 --sheet {name}:pack/2 -o page.svg{piped}",
            recorded = if puzzle.about().abilities.games {
                " LEVEL can also be a recorded game: its last board is drawn."
            } else {
                ""
            },
            word = puzzle.about().method_word,
            method = args::default_method(puzzle),
        ))
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    if matches.contains_id("sheet") {
        return sheet::run(puzzle, matches, session);
    }
    let word = |name| args::word(matches, name);
    let (level, solution, path) = (word("level"), word("solution"), word("output"));
    input::not_both_stdin(("level", level), ("solution", solution))?;
    let path = path.unwrap_or("-");
    let form = Form::of(path)?;
    let form = if matches.get_flag("moving") {
        form.moving()
    } else {
        form
    };
    let mut guard = Guard::new(matches.get_flag("force"));
    guard.input(level, "the level");
    guard.input(solution, "the solution");
    output::probe(path)?;
    guard.output(path, "the drawing", |beginning| {
        form.is_older(beginning, "Level: ")
    })?;
    let line = ProgressLine::new(session);
    let show = |progress: &Progress| line.show(progress);
    let control = args::control(matches, session).watched_by(&show);
    let named = input::level(puzzle, level, &control, session)?;
    let (answer, exit) = match (solution, word("method")) {
        (Some(word), _) => (Some(input::answer(word, &control, session)?), Exit::Yes),
        (None, Some(method)) => solve(&named, method, &control, session)?,
        (None, None) => {
            let recorded = named.recorded.as_ref();
            let recorded = recorded.map(|board| board.answer.clone().into_bytes());
            (recorded, Exit::Yes)
        }
    };
    let (width, height) = named.level.size();
    control
        .demand(width.saturating_mul(height).saturating_mul(BYTES_PER_CELL))
        .and_then(|()| control.check())
        .map_err(|why| not_drawn(why, &named.name))?;
    control.report(|| Progress {
        phase: "drawing",
        ..Progress::default()
    });
    let picture = named.level.draw(answer.as_deref()).map_err(|error| {
        let place = solution.map_or(named.name.as_str().into(), input::name);
        anyhow!(error).context(place.into_owned())
    })?;
    let data = form
        .bytes(&picture)
        .with_context(|| input::name(path).into_owned())?;
    let is_json = session.is_json();
    let data = data.unwrap_or_else(|| {
        let coloured = path == "-" && !is_json && session.colours_stdout();
        let text = picture.to_text(coloured);
        let name = &named.name;
        format!("Level: {name}\nDimensions: {width}x{height}\n{text}").into_bytes()
    });
    control.check().map_err(|why| not_drawn(why, &named.name))?;
    drop(line);
    if !is_json {
        output::file(path, &data)?;
        return Ok(exit);
    }
    let mut report = json!({
        "level": named.name,
        "width": width,
        "height": height,
        "outcome": if exit == Exit::No { "unsolvable" } else { "drawn" },
        "has_path": answer.is_some(),
        "form": form.name(),
        "bytes": data.len(),
    });
    if path == "-" {
        report["text"] = json!(String::from_utf8_lossy(&data));
    } else {
        output::file(path, &data)?;
        report["output"] = json!(path);
    }
    output::json(&report)?;
    Ok(exit)
}

fn not_drawn(why: Interruption, name: &str) -> anyhow::Error {
    anyhow!(Error::interrupted(why, "the level was not drawn")).context(name.to_owned())
}

/// A solution to draw, if there is one.
fn solve(
    named: &NamedLevel,
    method: &str,
    control: &Control,
    session: &Session,
) -> anyhow::Result<(Option<Vec<u8>>, Exit)> {
    let request = SolveRequest {
        method: Some(method.to_owned()),
        ..SolveRequest::default()
    };
    let solved = named.level.solve(&request, control);
    let solved = solved.with_context(|| named.name.clone())?;
    match solved.outcome {
        Outcome::Solved(answer) => Ok((Some(answer.into_bytes()), Exit::Yes)),
        Outcome::Unsolvable { proof } => {
            let name = &named.name;
            session.say(&format!(
                "{name}: drawn without a path, because there is none: {proof}"
            ));
            Ok((None, Exit::No))
        }
        // A picture without the path that was asked for would pass for one that has none.
        Outcome::Unknown(mut unknown) => {
            unknown.how_far = format!("nothing was drawn: {}", unknown.how_far);
            Err(anyhow!(Error::Unfinished(Box::new(unknown))).context(named.name.clone()))
        }
    }
}
