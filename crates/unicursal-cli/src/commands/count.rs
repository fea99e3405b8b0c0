//! `unicursal PUZZLE count`: how many solutions a level has.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Command;
use serde_json::json;
use unicursal::{BigUint, Count, Error, Figures, Interruption, Progress, Puzzle, SolveRequest};

use super::OfPuzzle;
use crate::args::{Given, Limits, Rules};
use crate::exit::Exit;
use crate::input::NamedLevel;
use crate::progress::ProgressLine;
use crate::session::{self, Session};
use crate::{args, input, output, proofs};

/// How long a count continues after a list if there is no other limit: it might never end.
const AFTER_LIST: Duration = Duration::from_secs(2);

/// The most solutions that a certificate names.
const MOST_NAMED: u64 = 1_000;

/// See the [module](self).
pub struct CountSolutions {
    level: Option<OsString>,
    request: SolveRequest,
    rules: Rules,
    /// Stop when there are more.
    limit: Option<u64>,
    /// How many solutions to print.
    list: Option<u64>,
    limits: Limits,
    stats: bool,
    /// Where to write the certificate.
    proof: Option<String>,
    force: bool,
}

impl OfPuzzle for CountSolutions {
    const NAME: &'static str = "count";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        let name = puzzle.name();
        let command = Command::new(Self::NAME);
        let command = if puzzle.about().abilities.prove {
            command
                .arg(args::option("proof", "FILE").help(format!(
                    "Write a proof that there are no other solutions, if there are {MOST_NAMED} at most"
                )))
                .arg(output::force())
        } else {
            command
        };
        command
            .about("Count the solutions of a level")
            .arg(args::level())
            .arg(
                args::option("limit", "N")
                    .value_parser(args::positive)
                    .help("Stop when there are more than N solutions"),
            )
            .arg(
                args::option("list", "N")
                    .value_parser(args::whole::<u64>(1..=1_000_000))
                    .help("Also print the first N different solutions"),
            )
            .args(args::puzzle_options(puzzle.about().count_options))
            .args(args::limits())
            .arg(args::json())
            .arg(args::stats())
            .after_help(format!(
                "Prints the exact number, or 'at least N' when there are more than that, or the count was\n\
                 stopped. Solutions are different when {}.\n\
                 After a list the count is stopped after two seconds, unless --limit or --time-limit is given.\n\
                 Exit code 0: counted; 1: there is none; 3: a limit of time or memory ended the count.\n\n\
                 Examples:\n  \
                 unicursal {name} count level.txt\n  \
                 unicursal {name} count level.txt --limit 1000 --time-limit 10s\n  \
                 unicursal {name} count level.txt --list 3\n  \
                 {prove}\
                 unicursal {name} count --json < level.txt",
                puzzle.about().difference,
                prove = if puzzle.about().abilities.prove {
                    format!("unicursal {name} count level.txt --proof proof.txt\n  ")
                } else {
                    String::new()
                },
            ))
    }

    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        let options = puzzle.about().count_options;
        Ok(Self {
            level: given.level(),
            request: given.request(options),
            rules: given.rules_among(options),
            limit: given.value("limit"),
            list: given.value("list"),
            limits: given.limits(),
            stats: given.flag("stats"),
            proof: given.maybe("proof"),
            force: given.maybe_flag("force"),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        if let Some(path) = &self.proof {
            proofs::guard(path, self.level.as_deref(), puzzle.name(), self.force)?;
        }
        let line = ProgressLine::new(session);
        let show = |progress: &Progress| line.show(progress);
        let control = self.limits.control(session).watched_by(&show);
        let named = input::level(puzzle, self.level.as_deref(), &control, session)?;
        self.rules.say(&named, session)?;
        control.report(|| Progress {
            phase: "counting",
            ..Progress::default()
        });
        let begun = Instant::now();
        // The list first: a few solutions may be found at once where a count would never end.
        let listed =
            (self.list).map(|most| named.level.list(&self.request, most as usize, &control));
        let only_list = self.list.is_some() && self.limit.is_none() && self.limits.time.is_none();
        let control = if only_list {
            let rest = self.limits.control_of_part(session).time_limit(AFTER_LIST);
            rest.watched_by(&show)
        } else {
            control
        };
        let counted = named.level.count(&self.request, self.limit, &control);
        let seconds = begun.elapsed().as_secs_f64();
        let why = control.interruption().unwrap_or(Interruption::GaveUp);
        drop(line);
        let listed = match listed.transpose() {
            // The number is worth printing although the list was not finished.
            Err(Error::Unfinished(_)) => None,
            other => other.with_context(|| named.name.clone())?,
        };
        let counted = counted.with_context(|| named.name.clone())?;
        let number_listed = listed.as_ref().map_or(0, Vec::len);
        let count = counted.at_least(number_listed).up_to(self.limit);
        let at_limit = self.limit.is_some_and(|limit| count.found == limit.into());
        // As many as were asked for; to find out how many more there are would take long.
        let is_listed = only_list
            && why == Interruption::Time
            && self.list == u64::try_from(number_listed).ok();
        let counted = Counted {
            is_open: !(count.complete || at_limit || is_listed),
            count,
            listed,
            why,
            seconds,
        };
        counted.print(&named, session)?;
        args::report_stats(self.stats, Figures::new(), seconds, &named.name, session);
        match &self.proof {
            Some(path) if !counted.is_open => self.prove(path, &named, &counted, session),
            _ => Ok(counted.exit()),
        }
    }
}

impl CountSolutions {
    /// Writes the certificate that there are no other solutions.
    fn prove(
        &self,
        path: &str,
        named: &NamedLevel,
        counted: &Counted,
        session: &Session,
    ) -> anyhow::Result<Exit> {
        let name = &named.name;
        if !counted.count.complete || counted.count.found > MOST_NAMED.into() {
            session::error(&format!(
                "{name}: no proof was written: it would name all solutions, and there are more than {MOST_NAMED}, or \
                 they were not all counted; 'check --count N' counts them again by code of its own"
            ));
            return Ok(Exit::of_interruption(Interruption::GaveUp));
        }
        let control = self.limits.control(session);
        let most = MOST_NAMED as usize + 1;
        let all =
            (named.level.list(&self.request, most, &control)).with_context(|| name.clone())?;
        let certificate = named.level.certify_all(&self.request, &all, &control);
        let Some(text) = certificate.with_context(|| name.clone())? else {
            session::error(&format!("{name}: no proof was found within its bounds"));
            return Ok(Exit::of_interruption(Interruption::GaveUp));
        };
        proofs::write(path, &text)?;
        Ok(counted.exit())
    }
}

/// What came out.
struct Counted {
    count: Count,
    listed: Option<Vec<String>>,
    /// Whether a limit ended the count before the question was answered.
    is_open: bool,
    why: Interruption,
    seconds: f64,
}

impl Counted {
    fn print(&self, named: &NamedLevel, session: &Session) -> anyhow::Result<()> {
        let Count { found, complete } = &self.count;
        if session.is_json() {
            let (width, height) = named.level.size();
            let mut report = json!({
                "level": named.name,
                "width": width,
                "height": height,
                "found": json!(self.count)["found"],
                "complete": complete,
                "seconds": self.seconds,
            });
            if let Some(listed) = &self.listed {
                let listed = listed.iter().map(|answer| answer.trim_end());
                report["list"] = json!(listed.collect::<Vec<_>>());
            }
            if self.is_open {
                report["why"] = json!(self.why.to_string());
            }
            return output::json(&report);
        }
        let least = if *complete { "" } else { "at least " };
        output::stdout(format!("{least}{found}\n").as_bytes())?;
        for (answer, number) in self.listed.iter().flatten().zip(1..) {
            output::stdout(format!("\n{number}:\n{}\n", answer.trim_end()).as_bytes())?;
        }
        if self.is_open {
            let left = if *found == BigUint::ZERO {
                "none was found so far, but there may be some"
            } else {
                "there may be more"
            };
            session::error(&format!("{}: {}: {left}", named.name, self.why));
        }
        Ok(())
    }

    fn exit(&self) -> Exit {
        if self.is_open {
            Exit::of_interruption(self.why)
        } else if self.count.complete && self.count.found == BigUint::ZERO {
            Exit::No
        } else {
            Exit::Yes
        }
    }
}
