//! `unicursal maze check`: judge a maze, a walk, or the whole output of a program that walks.
//!
//! The output is compared line by line with the frames that `solve` prints, which are made one by
//! one while it is read: only the output itself is kept in memory.

use anyhow::anyhow;
use clap::Command;
use serde_json::json;
use unicursal::maze::{Board, Canvas, End, Rule, Style, Walk};
use unicursal::{Control, Error, Puzzle, REFUSAL};
use unicursal_arena::printable;

use super::solve::{FOUND, PROMPT};
use crate::args::Given;
use crate::commands::{OfPuzzle, check};
use crate::exit::Exit;
use crate::session::{self, Session};
use crate::{args, input, output};

/// A text in every frame, but in no walk.
const POSITION: &[u8] = b"Current Position:";

/// Steps between two looks at the clock and at Ctrl-C.
const PERIOD: usize = 1 << 8;

/// Rows and columns of frames that are shown side by side.
const SIDE_ROWS: usize = 40;
const SIDE_COLUMNS: usize = 60;

/// Letters of a line that a message shows.
const MOST_SHOWN: usize = 200;

/// See the [module](self).
pub struct Check {
    /// The arguments that this command has for every puzzle.
    usual: check::Check,
    rule: Rule,
    style: Style,
}

impl OfPuzzle for Check {
    const NAME: &'static str = check::Check::NAME;

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        check::Check::command(puzzle)
            .about("Check a maze, a walk, or the output of a program that walks")
            .mut_arg("solution", |arg| {
                arg.value_name("WALK|OUTPUT").help(
                    "A file with a walk, or with all frames that a program printed, '-' for standard \
                     input; without it the maze is checked",
                )
            })
            .arg(args::method_or_default(puzzle, "How the program was to walk"))
            .arg(super::facing_down())
            .arg(super::compact())
            .after_help(
                "Prints 'valid', or where and why it is wrong (exit code 1); of an output, the first line \
                 that differs.\n\n\
                 Examples:\n  \
                 unicursal maze check maze.txt\n  \
                 unicursal maze check maze.txt walk.txt\n  \
                 unicursal maze check maze.txt output.txt --rule right\n  \
                 echo maze.txt | ./student | unicursal maze check maze.txt -",
            )
    }

    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            usual: check::Check::read(puzzle, given)?,
            rule: super::rule(given)?,
            style: super::style(given),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let check = self.usual;
        let (Some(maze), Some(output)) = (&check.level, &check.solution) else {
            return check.run(puzzle, session);
        };
        input::not_both_stdin(("maze", Some(maze)), ("output", Some(output)))?;
        let control = check.limits.control(session);
        let text = input::bytes(output, &control, session)?;
        if !is_output(&text) {
            return check.judge(puzzle, &control, Some(text), session);
        }
        let named = super::load(puzzle, maze, &control, session)?;
        let compared = compare(&named.board, self.rule, self.style, &text, &control);
        let compared = compared.map_err(|error| anyhow!(error).context(named.name.clone()))?;
        let shown = input::name(output);
        if session.is_json() {
            let mut report = json!({"level": named.name, "valid": compared.is_none()});
            if let Some(difference) = &compared {
                report["reason"] = json!(difference.to_string());
                report["frame"] = json!(difference.frame);
                report["line"] = json!(difference.line);
                report["expected"] = json!(difference.expected);
                report["found"] = json!(difference.found);
            }
            output::json(&report)?;
        } else if let Some(difference) = &compared {
            session::error(&format!("{shown}: {difference}"));
        } else {
            output::stdout(b"valid\n")?;
        }
        Ok(Exit::yes_if(compared.is_none()))
    }
}

/// Whether a text looks like the output of a program.
fn is_output(text: &[u8]) -> bool {
    text.windows(POSITION.len()).any(|part| part == POSITION)
}

/// The first line that is not as it should be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// The frame, counted from 1; one more than there are for the last line of all.
    frame: usize,
    /// The line of the output, counted from 1.
    line: usize,
    /// The line of the frame, counted from 1.
    within: usize,
    /// `None`: nothing more.
    pub expected: Option<String>,
    pub found: Option<String>,
    /// The whole frame as it should be, and the lines that are there instead.
    frames: (Vec<String>, Vec<String>),
}

impl Difference {
    /// The expected frame beside the one that was found, with a mark at lines that differ; cut
    /// around the first of them where it is large.
    pub fn side_by_side(&self) -> String {
        let (expected, found) = &self.frames;
        let cut = |lines: &[String], row: usize| -> String {
            let line = lines.get(row).map_or("", String::as_str);
            printable(&line.chars().take(SIDE_COLUMNS).collect::<String>()).into_owned()
        };
        let rows = expected.len().max(found.len());
        let first = (self.within - 1).saturating_sub(SIDE_ROWS / 2).min(rows);
        let last = (first + SIDE_ROWS).min(rows);
        let width = (first..last).map(|row| cut(expected, row).chars().count());
        let width = width.max().unwrap_or(0).max("expected".len());
        let mut text = format!("  {:width$}   found\n", "expected");
        for row in first..last {
            let (left, right) = (cut(expected, row), cut(found, row));
            let mark = if expected.get(row) == found.get(row) {
                ' '
            } else {
                '>'
            };
            text.push_str(format!("{mark} {left:width$} | {right}").trim_end());
            text.push('\n');
        }
        text
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = |text: &Option<String>| match text {
            Some(text) => {
                let cut: String = text.chars().take(MOST_SHOWN).collect();
                let rest = if cut.len() < text.len() { "..." } else { "" };
                format!("'{}'{rest}", printable(&cut))
            }
            None => "nothing".to_owned(),
        };
        write!(
            f,
            "line {}: frame {}, line {}: expected {}, found {}",
            self.line,
            self.frame,
            self.within,
            shown(&self.expected),
            shown(&self.found)
        )
    }
}

/// Compares an output with the right one.
pub(super) fn compare(
    board: &Board,
    rule: Rule,
    style: Style,
    text: &[u8],
    control: &Control,
) -> Result<Option<Difference>, Error> {
    // A line end ends a line; it does not begin another.
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let mut lines = text.split(|&byte| byte == b'\n').peekable();
    let mut reader = Reader { line: 0, frame: 0 };
    // A program that asks for the maze's name says so first.
    if lines
        .peek()
        .is_some_and(|first| first.trim_ascii_end() == PROMPT.as_bytes())
    {
        lines.next();
        reader.line += 1;
    }
    let mut canvas = Canvas::new(board, style);
    let mut walk = Walk::new(board, rule);
    for state in walk.by_ref() {
        if reader.frame.is_multiple_of(PERIOD) {
            control.check().map_err(|why| {
                Error::interrupted(why, format!("{} frames compared", reader.frame))
            })?;
        }
        canvas.show(board, state);
        let difference = reader.frame(canvas.frame(board), &mut lines);
        if difference.is_some() {
            return Ok(difference);
        }
    }
    let last = match walk.end() {
        Some(End::Found) => FOUND,
        _ => REFUSAL,
    };
    let difference = reader.frame(format!("{last}\n").as_bytes(), &mut lines);
    if difference.is_some() {
        return Ok(difference);
    }
    // Empty lines at the end do not matter.
    let mut more = lines.filter(|line| !line.trim_ascii().is_empty());
    Ok(more
        .next()
        .map(|found| reader.difference(1, None, Some(found))))
}

struct Reader {
    line: usize,
    frame: usize,
}

impl Reader {
    /// Compares a frame with the next lines.
    fn frame<'a>(
        &mut self,
        frame: &[u8],
        lines: &mut impl Iterator<Item = &'a [u8]>,
    ) -> Option<Difference> {
        self.frame += 1;
        let frame = frame.strip_suffix(b"\n").unwrap_or(frame);
        let rows = || frame.split(|&byte| byte == b'\n');
        for (expected, within) in rows().zip(1..) {
            let found = lines.next();
            self.line += 1;
            let same =
                found.is_some_and(|line| line.strip_suffix(b"\r").unwrap_or(line) == expected);
            if !same {
                let mut difference = self.difference(within, Some(expected), found);
                // The lines before this one in the frame are right.
                let mut there: Vec<String> = rows().take(within - 1).map(text).collect();
                let after = lines.take(rows().count() - within);
                there.extend(found.into_iter().chain(after).map(text));
                difference.frames = (rows().map(text).collect(), there);
                return Some(difference);
            }
        }
        None
    }

    fn difference(
        &self,
        within: usize,
        expected: Option<&[u8]>,
        found: Option<&[u8]>,
    ) -> Difference {
        Difference {
            frame: self.frame,
            line: self.line,
            within,
            expected: expected.map(text),
            found: found.map(text),
            frames: (Vec::new(), found.map(text).into_iter().collect()),
        }
    }
}

fn text(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    text.trim_end_matches('\r').to_owned()
}
