//! `unicursal PUZZLE draw`: show a level, with a solution if there is one.

use anyhow::{Context, anyhow, bail};
use clap::{Arg, ArgAction, ArgMatches, Command};
use unicursal::Control;
use unicursal::{Error, Outcome, Puzzle, SolveRequest};

use crate::exit::Exit;
use crate::input::NamedLevel;
use crate::session::Session;
use crate::{args, input, output, recording};

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
                .help("Write to this file: SVG, PNG, GIF or APNG by its ending, text otherwise"),
        )
        .arg(
            Arg::new("moving")
                .long("moving")
                .action(ArgAction::SetTrue)
                .requires("output")
                .help("Let the solution be drawn step by step in an SVG; GIF and APNG always do"),
        )
        .args(args::limits())
        .after_help(format!(
            "Without --output, or with '-', prints text.{recorded}\n\n\
             Examples:\n  \
             unicursal {name} draw level.txt\n  \
             unicursal {name} draw level.txt --{word} {method} --output level.svg\n  \
             unicursal {name} draw level.txt --solution solution.txt --output level.png\n  \
             unicursal {name} draw level.txt --{word} {method} --output level.gif{piped}",
            recorded = recording::help(puzzle).unwrap_or_default(),
            word = puzzle.about().method_word,
            method = args::default_method(puzzle),
        ))
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let word = |name| args::word(matches, name);
    let (level, solution, path) = (word("level"), word("solution"), word("output"));
    if level.is_none_or(|level| level == "-") && solution == Some("-") {
        bail!("the level and the solution cannot both come from standard input");
    }
    if let Some(path) = path.filter(|path| *path != "-") {
        output::probe(path)?;
    }
    let control = args::control(matches, session);
    let mut recorded = None;
    let named = input::level_in(puzzle, level, &control, session, |text| {
        if !recording::is_meant(puzzle, text) {
            return puzzle.parse(text, &control);
        }
        let last = recording::boards(puzzle, text, &control).reduce(Result::and);
        let last = last.ok_or_else(|| Error::bad_input("there are no boards", None))??;
        recorded = Some(last.answer.into_bytes());
        Ok(last.level)
    })?;
    let (answer, exit) = match (solution, word("method")) {
        (Some(word), _) => (Some(input::bytes(word, session)?), Exit::Yes),
        (None, Some(method)) => solve(&named, method, &control, session)?,
        (None, None) => (recorded, Exit::Yes),
    };
    let picture = named.level.draw(answer.as_deref()).map_err(|error| {
        let place = solution.map_or(named.name.as_str(), input::name).to_owned();
        anyhow!(error).context(place)
    })?;
    let moving = matches.get_flag("moving");
    let data = if let Some(data) = path.and_then(|path| output::picture(&picture, path, moving)) {
        data?
    } else {
        let (width, height) = named.level.size();
        let coloured = path.is_none_or(|path| path == "-") && session.colours_stdout();
        let text = picture.to_text(coloured);
        let name = &named.name;
        format!("Level: {name}\nDimensions: {width}x{height}\n{text}").into_bytes()
    };
    output::file(path.unwrap_or("-"), &data)?;
    Ok(exit)
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
    let exit = Exit::of(&solved.outcome);
    Ok(match solved.outcome {
        Outcome::Solved(answer) => (Some(answer.into_bytes()), Exit::Yes),
        Outcome::Unsolvable { proof } => {
            session.say(&format!("{}: {proof}", named.name));
            (None, Exit::No)
        }
        Outcome::Unknown(unknown) => {
            session.say(&format!("{}: {unknown}", named.name));
            session.explain_unknown(&unknown);
            (None, exit)
        }
    })
}
