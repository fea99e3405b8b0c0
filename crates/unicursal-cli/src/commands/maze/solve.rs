//! `unicursal maze solve`: walk, with a frame after every step.
//!
//! The output has as many bytes as the walk has steps times the map has cells, so it is written
//! frame by frame from one buffer, while an independent judge follows every step.

use std::ffi::OsString;
use std::io::{BufRead, BufWriter, Write};
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::Command;
use serde_json::json;
use unicursal::maze::{Canvas, End, Rule, Style, Walk, compass};
use unicursal::{Control, Error, Puzzle, REFUSAL};
use unicursal_check::maze::{Judge, Wrong};

use super::NamedMaze;
use crate::args::{self, Given};
use crate::commands::OfPuzzle;
use crate::commands::solve::Solve;
use crate::exit::Exit;
use crate::session::{self, Session};

pub(super) const PROMPT: &str = "Please give the maze file:";
pub(super) const FOUND: &str = "Solution Found!";

/// Steps between two looks at the clock and at Ctrl-C.
const PERIOD: usize = 1 << 16;
/// Frames between two such looks: large ones take their time.
const FRAME_PERIOD: usize = 1 << 6;

/// See the [module](self).
pub struct WalkAlong {
    /// The arguments that this command has for every puzzle.
    usual: Solve,
    rule: Rule,
    frames: Frames,
    style: Style,
}

/// Which frames are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Frames {
    All,
    /// Those of every Nth step, and the last.
    Every(usize),
    Last,
}

impl OfPuzzle for WalkAlong {
    const NAME: &'static str = Solve::NAME;

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        let mut command = Solve::command(puzzle)
            .about("Walk to the end, with a frame after every step")
            .mut_arg("level", |arg| {
                arg.value_name("FILE")
                    .help("A maze file, '-' for standard input, or a level id; asked for if not given")
            })
            .arg(args::flag("final", "Print only the last frame"))
            .arg(
                args::option("every", "N")
                    .value_parser(args::positive)
                    .conflicts_with("final")
                    .help("Print every Nth frame, and the last one"),
            )
            .arg(super::facing_down())
            .arg(super::compact())
            .after_help(format!(
                "Prints the map after every step and '{FOUND}' at the end; with --quiet only the latter.\n\
                 A rule that never gets there is recognised: '{REFUSAL}', exit code 1.\n\
                 Without FILE it prints '{PROMPT}' and reads the name from standard input;\n\
                 with --json the maze itself. With --json and --final or --every N, the frames are part of the\n\
                 object.\n\n\
                 A frame is the map with the walker as ^ > v <, cells that were left as dots and the end as E,\n\
                 an empty line, 'Current Position:  X,Y', 'Current Direction: N' (or E, S, W), an empty line. The\n\
                 first frame shows the start. There the walker faces north if it can go there, else it turns left\n\
                 until it can walk. The whole exercise is in docs/maze.md.\n\n\
                 Examples:\n  \
                 unicursal maze solve maze.txt\n  \
                 unicursal maze solve maze.txt --rule right --final\n  \
                 echo maze.txt | unicursal maze solve > maze.out"
            ));
        // Walkers use one thread, a fixed amount of memory, and no randomness.
        for unused in ["seed", "threads", "memory-limit"] {
            command = command.mut_arg(unused, |arg| arg.hide(true));
        }
        command
    }

    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        let every = given.value::<u64>("every");
        Ok(Self {
            usual: Solve::read(puzzle, given)?,
            rule: super::rule(given)?,
            frames: match every {
                _ if given.flag("final") => Frames::Last,
                Some(every) => Frames::Every(usize::try_from(every).unwrap_or(usize::MAX)),
                None => Frames::All,
            },
            style: super::style(given),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        if session.is_json() && self.frames == Frames::All {
            return self.usual.run(puzzle, session);
        }
        let word = match &self.usual.level {
            Some(word) => word.clone(),
            None if session.is_json() => "-".into(),
            None => ask()?,
        };
        let control = self.usual.limits.control(session);
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
        self.walk(&named, &control, session)
    }
}

/// Asks for the name of a file.
fn ask() -> anyhow::Result<OsString> {
    crate::output::stdout(format!("{PROMPT}\n").as_bytes())?;
    let mut line = String::new();
    let input = std::io::stdin().lock().read_line(&mut line);
    input.context("<stdin>")?;
    Ok(line.trim_end_matches(['\r', '\n']).into())
}

impl WalkAlong {
    fn walk(
        &self,
        named: &NamedMaze,
        control: &Control,
        session: &Session,
    ) -> anyhow::Result<Exit> {
        let begun = Instant::now();
        let board = &named.board;
        let rule = self.rule;
        let mut canvas = (!session.is_quiet()).then(|| Canvas::new(board, self.style));
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
                let due = match self.frames {
                    Frames::All => true,
                    Frames::Every(every) => steps % every == 0,
                    Frames::Last => false,
                };
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
        let proof = match walk.end() {
            Some(End::Never(why)) => Some(why.proof(board, rule)),
            _ => None,
        };
        if !is_json {
            writeln!(out, "{message}")
                .and_then(|()| out.flush())
                .context("<stdout>")?;
        }
        drop(out);
        let walked = Walked {
            exit,
            steps,
            proof,
            kept,
            seconds: begun.elapsed().as_secs_f64(),
        };
        self.report(named, walked, session)
    }

    /// What follows the frames.
    fn report(&self, named: &NamedMaze, walked: Walked, session: &Session) -> anyhow::Result<Exit> {
        let (steps, seconds) = (walked.steps, walked.seconds);
        if session.is_json() {
            let mut report = json!({
                "level": named.name,
                "width": named.board.width(),
                "height": named.board.height(),
                "method": self.rule.name(),
                "seconds": seconds,
                "outcome": if walked.exit == Exit::Yes { "solved" } else { "unsolvable" },
                "steps": steps,
                "frames": walked.kept,
            });
            if let Some(proof) = &walked.proof {
                report["proof"] = json!(proof);
            }
            crate::output::json(&report)?;
            return Ok(walked.exit);
        }
        if let Some(proof) = walked.proof {
            session.say(&format!("{}: {proof}", named.name));
        }
        if self.usual.stats {
            session::note(&json!({"steps": steps, "seconds": seconds}).to_string());
        } else {
            session.explain(&format!("{}: {steps} steps, {seconds:.3} s", named.name));
        }
        Ok(walked.exit)
    }
}

/// How a walk went.
struct Walked {
    exit: Exit,
    steps: usize,
    /// Why the walk would never end.
    proof: Option<String>,
    /// The frames, where they are printed as JSON.
    kept: Vec<String>,
    seconds: f64,
}

/// The walker did what its rule forbids.
pub(super) fn bug(wrong: &Wrong, rule: Rule) -> anyhow::Error {
    anyhow!(Error::WrongAnswer {
        reason: wrong.to_string(),
        answer: format!("rule={}", rule.name()),
    })
}
