//! `unicursal demo`: solve and draw the built-in level of a puzzle.

use anyhow::bail;
use clap::{Arg, Command, builder::PossibleValuesParser};
use serde_json::{Value, json};
use unicursal::{Control, Outcome, Puzzle, SolveRequest};

use super::General;
use crate::args::Given;
use crate::exit::Exit;
use crate::output::{Form, Guard};
use crate::session::Session;
use crate::{args, output};

/// See the [module](self).
pub struct Demo {
    puzzle: &'static dyn Puzzle,
    output: String,
    force: bool,
}

impl General for Demo {
    const NAME: &'static str = "demo";

    fn command() -> Command {
        let puzzles = unicursal::puzzles().iter().map(|puzzle| puzzle.name());
        let first = unicursal::puzzles()
            .first()
            .map_or("", |puzzle| puzzle.name());
        Command::new(Self::NAME)
            .about("Solve a built-in level, and draw it in the terminal and as a picture")
            .arg(
                Arg::new("puzzle")
                    .value_name("PUZZLE")
                    .value_parser(PossibleValuesParser::new(puzzles))
                    .default_value(first)
                    .help("The puzzle to show"),
            )
            .arg(
                args::option("output", "FILE")
                    .short('o')
                    .default_value("unicursal-demo.svg")
                    .help("Where the picture goes: SVG, or PNG by the file's ending"),
            )
            .arg(output::force())
            .arg(args::json())
            .after_help("Examples:\n  unicursal demo\n  unicursal demo coil --output /tmp/coil.png")
    }

    fn read(given: Given) -> anyhow::Result<Self> {
        let name = given.text("puzzle").unwrap_or_default();
        let Some(puzzle) = unicursal::puzzle(&name) else {
            bail!("there is no puzzle '{name}'");
        };
        Ok(Self {
            puzzle,
            output: given.text("output").unwrap_or_default(),
            force: given.flag("force"),
        })
    }

    fn run(self, session: &Session) -> anyhow::Result<Exit> {
        let path = &self.output;
        let form = Form::of_picture(path)?;
        let mut guard = Guard::new(self.force);
        output::probe(path)?;
        guard.output(path, "the picture", |beginning| {
            form.is_older(beginning, "")
        })?;
        let (text, mut report, picture) = show(self.puzzle, form, session)?;
        // The picture first, so that it is there even when nobody reads the text to its end.
        output::file(path, &picture)?;
        if session.is_json() {
            report["output"] = json!(path);
            output::json(&report)?;
            return Ok(Exit::Yes);
        }
        output::stdout(text.as_bytes())?;
        session.say(&format!("The picture is in {path}"));
        Ok(Exit::Yes)
    }
}

/// What to print, as text and as data, and what to put into the picture's file.
pub(super) fn show(
    puzzle: &dyn Puzzle,
    form: Form,
    session: &Session,
) -> anyhow::Result<(String, Value, Vec<u8>)> {
    let control = Control::new().cancelled_by(session.interrupted());
    let level = puzzle.parse(puzzle.about().example.as_bytes(), &control)?;
    let solved = level.solve(&SolveRequest::default(), &control)?;
    let Outcome::Solved(answer) = solved.outcome else {
        bail!("the built-in level of {} was not solved", puzzle.name());
    };
    let picture = level.draw(Some(answer.as_bytes()))?;
    let (width, height) = level.size();
    let text = format!(
        "{}: {}.\nThe built-in level, {width}x{height}:\n{}A solution, checked:\n{answer}",
        puzzle.name(),
        puzzle.about().summary,
        picture.to_text(session.colours_stdout()),
    );
    let report = json!({
        "outcome": "solved",
        "puzzle": puzzle.name(),
        "width": width,
        "height": height,
        "level": level.text().trim_end(),
        "answer": answer.trim_end(),
    });
    let picture = form.bytes(&picture)?.unwrap_or_default();
    Ok((text, report, picture))
}
