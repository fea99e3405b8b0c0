//! `unicursal PUZZLE draw`: show a level, with a solution if there is one.

use anyhow::{anyhow, bail};
use clap::{Arg, ArgMatches, Command};
use unicursal::puzzle::Puzzle;

use crate::exit::Exit;
use crate::session::Session;
use crate::{args, input, output};

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    Command::new("draw")
        .about("Draw a level, with its solution if there is one")
        .arg(args::level())
        .arg(
            Arg::new("solution")
                .long("solution")
                .short('s')
                .value_name("FILE")
                .help("Draw this solution into the level; '-' for standard input"),
        )
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FILE")
                .help("Write to this file: SVG or PNG by its ending, text otherwise"),
        )
        .after_help(format!(
            "Without --output, or with '-', prints text.\n\n\
             Examples:\n  \
             unicursal {name} draw level.txt\n  \
             unicursal {name} draw level.txt --solution solution.txt --output level.svg\n  \
             unicursal {name} solve level.txt | unicursal {name} draw level.txt -s - -o level.png"
        ))
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let word = |name| matches.get_one::<String>(name).map(String::as_str);
    let (level, solution, path) = (word("level"), word("solution"), word("output"));
    if level.is_none_or(|level| level == "-") && solution == Some("-") {
        bail!("the level and the solution cannot both come from standard input");
    }
    let named = input::level(puzzle, level, session)?;
    let answer = solution
        .map(|word| input::bytes(word, session))
        .transpose()?;
    let picture = named.level.draw(answer.as_deref()).map_err(|error| {
        let place = solution.map_or(named.name.as_str(), input::name).to_owned();
        anyhow!(error).context(place)
    })?;
    let data = if let Some(data) = path.and_then(|path| output::picture(&picture, path)) {
        data?
    } else {
        let (width, height) = named.level.size();
        let coloured = path.is_none_or(|path| path == "-") && session.colours_stdout();
        let text = picture.to_text(coloured);
        let name = &named.name;
        format!("Level: {name}\nDimensions: {width}x{height}\n{text}").into_bytes()
    };
    output::file(path.unwrap_or("-"), &data)?;
    Ok(Exit::Yes)
}
