//! What the schedule of the default method promises, in ticks: they do not depend on the machine.

use unicursal::Outcome;
use unicursal::coil::Board;
use unicursal::coil::generate::{Ends, Profile, Request, generate};
use unicursal::internals::coil::Parts;
use unicursal::internals::coil::portfolio::solve;
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

/// Nothing takes more than three times what the better of search and hunt takes alone, apart from locating the ends, as
/// much again for the walks after that, the head start of the search, and the one try or walk that is not
/// interrupted.
#[test]
fn no_board_takes_more_than_three_times_what_the_best_way_takes_alone() {
    let most = 60_000_000;
    let mut best_of = [0; 2];
    let mut shared = 0;
    for profile in Profile::ALL {
        // Lanes are where turns are needed.
        let seeds = if profile == Profile::Lanes { 12 } else { 4 };
        for seed in 0..seeds {
            let side = 24 + 12 * (seed % 4);
            let request = Request {
                width: side + 3,
                height: side,
                profile,
                density: None,
                ends: Ends::Any,
                seed: format!("promise {seed}"),
            };
            let board = generate(&request, &Control::new())
                .expect("the request is sound")
                .board;
            let alone = ["hunt", "search"].map(|without| figures(&board, without, most));
            let alone = alone.map(|figures| figures.map(|figures| number(&figures, "ticks")));
            let Some(best) = alone.iter().flatten().min().copied() else {
                continue;
            };
            let cells = board.free_count() as u64;
            let together = figures(&board, "", 4 * most).unwrap_or_else(|| panic!("{request:?}"));
            let (all, locating) = (
                number(&together, "ticks"),
                number(&together, "locating_ticks"),
            );
            let unfair = 2 * locating + 300 * cells + 1_000_000;
            assert!(
                all <= 3 * best + unfair,
                "{all} ticks, {locating} to locate the ends, alone {alone:?}: {request:?}"
            );
            best_of[usize::from(alone[0] != Some(best))] += 1;
            shared += usize::from(all > best + locating);
        }
    }
    // There is something to promise: neither is always the better one, and some boards need turns.
    assert!(
        best_of.iter().all(|&count| count > 3) && shared > 1,
        "{best_of:?} {shared}"
    );
}

/// The timeline accounts for every tick.
#[test]
fn the_timeline_adds_up() {
    for profile in [Profile::Lanes, Profile::Original, Profile::Nested] {
        let request = Request {
            width: 50,
            height: 50,
            profile,
            density: None,
            ends: Ends::Any,
            seed: "timeline".into(),
        };
        let board = generate(&request, &Control::new())
            .expect("the request is sound")
            .board;
        let figures = figures(&board, "", u64::MAX).expect("there is no limit");
        let json: serde_json::Value =
            serde_json::from_str(&figures.to_string()).expect("figures are an object");
        let turns = json["timeline"].as_array().expect("a list of turns");
        let sum: u64 = turns
            .iter()
            .map(|turn| turn[1].as_u64().expect("ticks"))
            .sum();
        assert_eq!(sum, number(&figures, "ticks"));
        assert!(
            turns
                .iter()
                .all(|turn| turn[0].as_str().is_some_and(|stage| !stage.is_empty()))
        );
    }
}
