//! `unicursal PUZZLE count`: how many solutions a level has.

use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::{Arg, ArgMatches, Command};
use serde_json::json;
use unicursal::{BigUint, Count, Error, Puzzle, SolveRequest};
use unicursal::{Interruption, Progress};

use crate::exit::Exit;
use crate::progress::ProgressLine;
use crate::session::{self, Session};
use crate::{args, input, output};

/// How long a count goes on after a list, when no other limit is given: it may never end.
const AFTER_LIST: Duration = Duration::from_secs(2);

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    Command::new("count")
        .about("Count the solutions of a level")
        .arg(args::level())
        .arg(
            Arg::new("limit")
                .long("limit")
                .value_name("N")
                .value_parser(args::positive)
                .help("Stop when there are more than N solutions"),
        )
        .arg(
            Arg::new("list")
                .long("list")
                .value_name("N")
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
             Exit code 0: so many; 1: there is none; 3: the time or the memory ended the count.\n\n\
             Examples:\n  \
             unicursal {name} count level.txt\n  \
             unicursal {name} count level.txt --limit 1000 --time-limit 10s\n  \
             unicursal {name} count level.txt --list 3\n  \
             unicursal {name} count --json < level.txt",
            puzzle.about().difference,
        ))
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let limit = matches.get_one::<u64>("limit").copied();
    let line = ProgressLine::new(session);
    let show = |progress: &Progress| line.show(progress);
    let control = args::control(matches, session).watched_by(&show);
    let named = input::level(puzzle, args::word(matches, "level"), &control, session)?;
    let options = puzzle.about().count_options;
    args::say_rule(&named.name, &*named.level, options, matches, session)?;
    control.report(|| Progress {
        phase: "counting",
        ..Progress::default()
    });
    let begun = Instant::now();
    let request = SolveRequest {
        options: args::puzzle_option_values(options, matches),
        ..SolveRequest::default()
    };
    // The list first: a few solutions may be found at once where a count would never end.
    let most = matches.get_one::<u64>("list").copied();
    let listed = most.map(|most| named.level.list(&request, most as usize, &control));
    let is_given = |name: &str| matches.contains_id(name);
    let only_list = most.is_some() && !is_given("limit") && !is_given("time-limit");
    let control = if only_list {
        let rest = args::control_of_part(matches, session).time_limit(AFTER_LIST);
        rest.watched_by(&show)
    } else {
        control
    };
    let counted = named.level.count(&request, limit, &control);
    let seconds = begun.elapsed().as_secs_f64();
    let why = control.interruption().unwrap_or(Interruption::GaveUp);
    drop(line);
    let listed = match listed.transpose() {
        // The number is worth printing although the list was not finished.
        Err(Error::Unfinished(_)) => None,
        other => other.map_err(|error| anyhow!(error).context(named.name.clone()))?,
    };
    let counted = counted.map_err(|error| anyhow!(error).context(named.name.clone()))?;
    let number_listed = listed.as_ref().map_or(0, Vec::len);
    let counted = counted.at_least(number_listed).up_to(limit);
    let shown = json!(counted);
    let Count { found, complete } = counted;
    let at_limit = !complete && limit.is_some_and(|limit| found == limit.into());
    // So many were asked for, and how many more there are would take long.
    let is_listed = !complete
        && only_list
        && why == Interruption::Time
        && most == u64::try_from(number_listed).ok();
    let as_wished = at_limit || is_listed;

    if matches.get_flag("json") {
        let (width, height) = named.level.size();
        let mut report = json!({
            "level": named.name,
            "width": width,
            "height": height,
            "found": shown["found"],
            "complete": complete,
            "seconds": seconds,
        });
        if let Some(listed) = &listed {
            report["list"] = json!(
                listed
                    .iter()
                    .map(|answer| answer.trim_end())
                    .collect::<Vec<_>>()
            );
        }
        if !complete && !as_wished {
            report["why"] = json!(why.to_string());
        }
        output::json(&report)?;
    } else {
        let least = if complete { "" } else { "at least " };
        output::stdout(format!("{least}{found}\n").as_bytes())?;
        for (answer, number) in listed.iter().flatten().zip(1..) {
            output::stdout(format!("\n{number}:\n{}\n", answer.trim_end()).as_bytes())?;
        }
        if !complete && !as_wished {
            let left = if found == 0_u8.into() {
                "none was found so far, but there may be some"
            } else {
                "there may be more"
            };
            session::error(&format!("{}: {why}: {left}", named.name));
        }
    }
    args::report_stats(
        matches,
        unicursal::Figures::new(),
        seconds,
        &named.name,
        session,
    );
    Ok(match (complete, as_wished) {
        (true, _) if found == BigUint::ZERO => Exit::No,
        (true, _) | (_, true) => Exit::Yes,
        _ if why == Interruption::Cancelled => Exit::Interrupted,
        _ => Exit::Unknown,
    })
}
