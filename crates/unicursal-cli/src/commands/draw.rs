//! `unicursal PUZZLE draw`: show a level, with a solution if there is one.

mod sheet;

use std::ffi::OsString;

use anyhow::{Context, anyhow};
use clap::{Arg, Command, value_parser};
use serde_json::json;
use unicursal::picture::MOST_BOARDS;
use unicursal::{Control, Error, Interruption, Outcome, Progress, Puzzle, SolveRequest};

use super::OfPuzzle;
use crate::args::{Given, Limits};
use crate::exit::Exit;
use crate::input::NamedLevel;
use crate::output::{Form, Guard};
use crate::progress::ProgressLine;
use crate::session::Session;
use crate::{args, input, output};

/// Bytes of a drawing, and of what making it takes, for each cell.
const BYTES_PER_CELL: usize = 64;

/// See the [module](self).
pub struct Draw {
    level: Option<OsString>,
    solution: Option<OsString>,
    /// By which method to solve it first.
    method: Option<String>,
    output: Option<String>,
    moving: bool,
    /// The other levels of a page to print, if it is to be one.
    sheet: Option<Vec<OsString>>,
    /// Whether solutions are printed at the foot of the page.
    solutions: bool,
    force: bool,
    limits: Limits,
}

impl OfPuzzle for Draw {
    const NAME: &'static str = "draw";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        Command::new(Self::NAME)
            .about("Draw a level, with its solution if there is one")
            .arg(args::level())
            .arg(
                args::option("solution", "FILE")
                    .visible_alias("answer")
                    .short('s')
                    .value_parser(value_parser!(OsString))
                    .help("Draw this solution into the level; '-' for standard input"),
            )
            .arg(args::method(puzzle, "Solve it first, in this way").conflicts_with("solution"))
            .arg(
                args::option("output", "FILE")
                    .short('o')
                    .help("Write to this file: SVG, PNG, GIF, APNG or text (.txt) by its ending"),
            )
            .arg(
                args::flag(
                    "moving",
                    "In an SVG, draw the solution step by step; GIF and APNG always do",
                )
                .requires("output"),
            )
            .args(sheet_args())
            .arg(output::force())
            .arg(args::json().help(
                "Print one JSON object about the drawing, with the text if that is not written to a file",
            ))
            .args(args::limits())
            .after_help(examples(puzzle))
    }

    fn read(_: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            level: given.level(),
            solution: given.value("solution"),
            method: given.text("method"),
            output: given.text("output"),
            moving: given.flag("moving"),
            sheet: given.is_given("sheet").then(|| given.all("sheet")),
            solutions: given.flag("solutions"),
            force: given.flag("force"),
            limits: given.limits(),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        if let Some(others) = &self.sheet {
            return sheet::run(puzzle, &self, others, session);
        }
        let (level, solution) = (self.level.as_deref(), self.solution.as_deref());
        input::not_both_stdin(("level", level), ("solution", solution))?;
        let path = self.output.as_deref().unwrap_or("-");
        let form = Form::of(path)?;
        let form = if self.moving { form.moving() } else { form };
        let mut guard = Guard::new(self.force);
        guard.input(level, "the level");
        guard.input(solution, "the solution");
        output::probe(path)?;
        guard.output(path, "the drawing", |beginning| {
            form.is_older(beginning, "Level: ")
        })?;
        let line = ProgressLine::new(session);
        let show = |progress: &Progress| line.show(progress);
        let control = self.limits.control(session).watched_by(&show);
        let named = input::level(puzzle, level, &control, session)?;
        let (answer, exit) = self.answer(&named, &control, session)?;
        let (width, height) = named.level.size();
        demand_room(&named, &control)?;
        control.report(|| Progress {
            phase: "drawing",
            ..Progress::default()
        });
        let picture = named.level.draw(answer.as_deref()).map_err(|error| {
            let place = solution.map_or(named.name.as_str().into(), input::name);
            anyhow!(error).context(place.into_owned())
        })?;
        let data = form.bytes(&picture);
        let data = data.with_context(|| input::name(path).into_owned())?;
        let data = data.unwrap_or_else(|| {
            let coloured = path == "-" && !session.is_json() && session.colours_stdout();
            let text = picture.to_text(coloured);
            let name = &named.name;
            format!("Level: {name}\nDimensions: {width}x{height}\n{text}").into_bytes()
        });
        control.check().map_err(|why| not_drawn(why, &named.name))?;
        drop(line);
        if !session.is_json() {
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
}

/// `--sheet` and `--solutions`.
fn sheet_args() -> [Arg; 2] {
    [
        args::option("sheet", "LEVEL")
            .num_args(0..MOST_BOARDS)
            .value_parser(value_parser!(OsString))
            .requires("output")
            .conflicts_with_all(["solution", "method", "moving"])
            .help("A page to print (A4, as SVG): this level and up to five more"),
        args::flag(
            "solutions",
            "With --sheet: small solutions upside down at the foot of the page",
        )
        .requires("sheet"),
    ]
}

fn examples(puzzle: &'static dyn Puzzle) -> String {
    let about = puzzle.about();
    let (name, word) = (about.name, about.method_word);
    let method = args::default_method(puzzle);
    let recorded = if about.has_recordings {
        " LEVEL can also be a recorded game: its last board is drawn."
    } else {
        ""
    };
    let piped = if super::solves_as_programs_do(puzzle) {
        format!("\n  unicursal {name} solve level.txt | unicursal {name} draw level.txt -s -")
    } else {
        String::new()
    };
    format!(
        "Without --output, or with '-', prints text.{recorded}\n\n\
         Examples:\n  \
         unicursal {name} draw level.txt\n  \
         unicursal {name} draw level.txt --{word} {method} --output level.svg\n  \
         unicursal {name} draw level.txt --solution solution.txt --output level.png\n  \
         unicursal {name} draw level.txt --{word} {method} --output level.gif\n  \
         unicursal {name} draw {name}:pack/1 --sheet {name}:pack/2 -o page.svg{piped}"
    )
}

impl Draw {
    /// What to draw into the level: a given solution, one that is found now, or that of a recorded
    /// game.
    fn answer(
        &self,
        named: &NamedLevel,
        control: &Control,
        session: &Session,
    ) -> anyhow::Result<(Option<Vec<u8>>, Exit)> {
        if let Some(word) = &self.solution {
            return Ok((Some(input::answer(word, control, session)?), Exit::Yes));
        }
        if let Some(method) = &self.method {
            return solve(named, method, control, session);
        }
        let recorded = named.recorded.as_ref();
        Ok((
            recorded.map(|board| board.shown(&*named.level).into_bytes()),
            Exit::Yes,
        ))
    }
}

/// Refuses to draw a level for which there is no time or no memory.
fn demand_room(named: &NamedLevel, control: &Control) -> anyhow::Result<()> {
    let (width, height) = named.level.size();
    let bytes = width.saturating_mul(height).saturating_mul(BYTES_PER_CELL);
    let room = control.demand(bytes).and_then(|()| control.check());
    room.map_err(|why| not_drawn(why, &named.name))
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
        // A picture without the requested path would look as if there were none.
        Outcome::Unknown(mut unknown) => {
            unknown.how_far = format!("nothing was drawn: {}", unknown.how_far);
            Err(anyhow!(Error::Unfinished(Box::new(unknown))).context(named.name.clone()))
        }
    }
}
