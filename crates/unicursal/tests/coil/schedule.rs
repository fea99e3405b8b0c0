//! What the schedule of the default method promises, in ticks: they do not depend on the machine.

use std::collections::BTreeSet;

use unicursal::Outcome;
use unicursal::coil::Board;
use unicursal::coil::generate::{Ends, Profile, Request, generate};
use unicursal::implement::Rng;
use unicursal::internals::coil::Parts;
use unicursal::internals::coil::schedule::{ENTRIES, solve};
use unicursal::schedule::Ticks;
use unicursal::{Control, Figures};

/// What a board takes without a part, or nothing if it is not decided within this work.
fn figures(board: &Board, without: &str, most: u64) -> Option<Figures> {
    let parts = Parts::without(without).expect("there is such a part");
    let most = Ticks(most);
    let solved = solve(board, 0, Parts { most, ..parts }, &Control::new());
    let is_decided = !matches!(solved.outcome, Outcome::Unknown(_));
    is_decided.then_some(solved.stats)
}

fn number(figures: &Figures, name: &str) -> u64 {
    figures.number(name).unwrap_or(0.0) as u64
}

/// What leaves each entry of the schedule alone: the plain search, rehearsals, walks.
const ALONE: [&str; 3] = ["ends", "slides,walk", "slides,rehearse"];

/// A board of every family: all profiles, then those with ends side by side or far apart, long and
/// narrow ones, boards with a cell changed, which mostly have no answer, and walls at random.
fn boards() -> Vec<(String, Board)> {
    let mut boards = Vec::new();
    let mut add = |width, height, profile, ends, seed: usize| {
        let request = Request {
            width,
            height,
            profile,
            density: None,
            ends,
            seed: format!("promise {seed}"),
        };
        let board = generate(&request, &Control::new())
            .expect("the request is sound")
            .board;
        boards.push((format!("{request:?}"), board));
    };
    for profile in Profile::ALL {
        // Lanes are where turns are needed.
        let seeds = if profile == Profile::Lanes { 12 } else { 4 };
        for seed in 0..seeds {
            let side = 24 + 12 * (seed % 4);
            add(side + 3, side, profile, Ends::Any, seed);
        }
        add(12, 90, profile, Ends::Any, 0);
        add(90, 9, profile, Ends::Any, 1);
    }
    for (seed, ends) in [Ends::Adjacent, Ends::Near, Ends::Far]
        .into_iter()
        .enumerate()
    {
        for profile in [Profile::Original, Profile::Corridor] {
            add(40, 38, profile, ends, seed);
        }
    }
    let mut rng = Rng::from_text("promise");
    for at in (0..boards.len()).step_by(5) {
        let (name, board) = boards[at].clone();
        let (x, y) = (rng.below(board.width()), rng.below(board.height()));
        let changed = Board::from_fn(board.width(), board.height(), |column, row| {
            let is_free = board.is_free(board.cell(column, row));
            is_free != ((column, row) == (x, y))
        });
        boards.push((format!("{name}, ({x}, {y}) changed"), changed));
    }
    for walls in [2, 10, 30] {
        let board = Board::from_fn(30, 28, |_, _| rng.below(100) >= walls);
        boards.push((format!("{walls}% walls"), board));
    }
    boards
}

/// Nothing takes more than three times and a sixteenth what the best entry takes alone, with all
/// that it stands on; apart from what locating the ends takes, the head starts of rehearsals and
/// walks, and the one try, walk or deduction of each entry that is not interrupted.
#[test]
fn no_board_takes_more_than_three_times_what_the_best_entry_takes_alone() {
    let most = 60_000_000;
    let mut best_of = [0; 3];
    let mut shared = 0;
    for (name, board) in boards() {
        let alone = ALONE.map(|without| {
            let figures = figures(&board, without, most)?;
            Some(number(&figures, "ticks"))
        });
        let Some(best) = alone.iter().flatten().min().copied() else {
            continue;
        };
        let cells = board.free_count() as u64;
        let together = figures(&board, "", 8 * most).unwrap_or_else(|| panic!("{name}"));
        let all = number(&together, "ticks");
        let locating = number(&together, "locating_ticks");
        let aside = locating + 60 * cells + 200_000;
        assert!(
            all <= best * 49 / 16 + aside,
            "{all} ticks, {locating} to locate the ends, alone {alone:?}: {name}"
        );
        for (count, alone) in best_of.iter_mut().zip(alone) {
            *count += usize::from(alone == Some(best));
        }
        shared += usize::from(all > best);
    }
    // There is something to promise: none is always the best one, and some boards need turns.
    assert!(
        best_of.iter().all(|&count| count > 2) && shared > 1,
        "{best_of:?} {shared}"
    );
}

/// Runs of one level after another, and the timelines of them.
fn timelines(without: &str, most: u64) -> Vec<(Outcome<()>, Figures)> {
    let parts = Parts::without(without).expect("there is such a part");
    let most = Ticks(most);
    let solved = boards().into_iter().step_by(3).map(|(_, board)| {
        let solved = solve(&board, 0, Parts { most, ..parts }, &Control::new());
        let outcome = match solved.outcome {
            Outcome::Solved(_) => Outcome::Solved(()),
            Outcome::Unsolvable { proof } => Outcome::Unsolvable { proof },
            Outcome::Unknown(unknown) => Outcome::Unknown(unknown),
        };
        (outcome, solved.stats)
    });
    solved.collect()
}

/// The timeline accounts for every tick, names entries of the table, and says what came out.
#[test]
fn the_timeline_adds_up() {
    let (mut entries_seen, mut handed_on) = (BTreeSet::new(), 0);
    for (without, most) in [
        ("", 20_000_000),
        ("", 300_000),
        ("walks", 20_000_000),
        ("ends", 2_000_000),
    ] {
        for (outcome, figures) in timelines(without, most) {
            let json: serde_json::Value =
                serde_json::from_str(&figures.to_string()).expect("figures are an object");
            let Some(stretches) = json["timeline"].as_array() else {
                assert_eq!(json["found_by"], "simple proofs");
                continue;
            };
            let mut now = 0;
            let mut cores = Vec::new();
            for (stretch, after) in stretches
                .iter()
                .zip(stretches[1..].iter().map(Some).chain([None]))
            {
                assert_eq!(stretch["from"], now, "there is a gap: {json}");
                now = stretch["to"].as_u64().expect("a number of ticks");
                assert!(stretch["from"].as_u64() < Some(now), "{json}");
                let entry = stretch["entry"].as_str().expect("a name");
                assert!(ENTRIES.contains(&entry), "{entry}");
                entries_seen.insert(entry.to_owned());
                assert_ne!(stretch["stage"], "");
                if let Some(after) = after {
                    let same = ["entry", "stage"]
                        .iter()
                        .all(|&field| stretch[field] == after[field]);
                    assert!(!same, "these are one: {stretch} {after}");
                    assert!(
                        ["paused", "over"].contains(&stretch["outcome"].as_str().expect("a word"))
                    );
                }
                let things = stretch["handed_on"].as_str().expect("words");
                assert!(things.matches("struck off").count() < 2, "{things}");
                for thing in things.split(", ") {
                    handed_on += usize::from(!thing.is_empty());
                    let Some(size) = thing.strip_prefix("a core of ") else {
                        continue;
                    };
                    assert_eq!(entry, "locate");
                    cores.extend(
                        size.split(' ')
                            .next()
                            .and_then(|size| size.parse::<u64>().ok()),
                    );
                }
            }
            assert_eq!(now, number(&figures, "ticks"));
            let found = json["cores"].as_array().cloned().unwrap_or_default();
            assert_eq!(found, cores, "{json}");
            let last = &stretches[stretches.len() - 1];
            match outcome {
                Outcome::Solved(()) => assert_eq!(last["outcome"], "solved"),
                Outcome::Unsolvable { .. } => assert_eq!(last["outcome"], "unsolvable"),
                Outcome::Unknown(_) => {
                    assert!(last["outcome"] == "paused" || last["outcome"] == "over");
                }
            }
        }
    }
    assert_eq!(entries_seen.len(), ENTRIES.len(), "{entries_seen:?}");
    assert!(handed_on > 20, "{handed_on}");
}
