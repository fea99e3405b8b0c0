//! Boards whose path ends beside its start, near it, and far away.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use unicursal::coil::generate::{Ends, Generated, Profile, Request, generate};
use unicursal::coil::{Coil, text};
use unicursal::implement::{Generates, Rng};
use unicursal::internals::coil::Parts;
use unicursal::internals::coil::Switches;
use unicursal::internals::coil::brute;
use unicursal::internals::coil::{EndsFirst, Limit, Query, TurnResult};
use unicursal::internals::coil::{answer_of, schedule::solve};
use unicursal::{Control, Interruption, Outcome, Progress};

use crate::engine::{assert_valid, compare, switches};
use crate::engine_truth::{ends, facts_are_true, times};
use crate::generated::with_ends;
use crate::random::{how_many, walked};

fn nearly_square(side: usize, ends: Ends, seed: usize) -> Generated {
    with_ends(side, side + seed % 3, ends, seed)
}

/// Every part, with hard means and without, on boards up to 7x7 that have an answer whose ends are
/// this many steps apart.
#[test]
fn ends_of_every_distance_agree_with_brute_force() {
    let mut rng = Rng::from_text("distances");
    let mut by_distance: BTreeMap<usize, usize> = BTreeMap::new();
    for i in 0..how_many(600) {
        let side = 4 + rng.below(4);
        let height = 4 + rng.below(4);
        let (board, answer) = walked(&mut rng, side, height);
        if board.free_count() < 2 {
            continue;
        }
        let [start, end] = ends(&board, &times(&board, &answer)).map(|cell| board.position(cell));
        let distance = start.0.abs_diff(end.0) + start.1.abs_diff(end.1);
        let count = by_distance.entry(distance).or_default();
        *count += 1;
        // The rare distances are what this is about.
        if *count <= 40 {
            assert!(brute::count(&board) > 0);
            let sets = switches();
            compare(&board, &[sets[i % sets.len()]]);
        }
    }
    let distances = (1..=6).filter(|distance| by_distance.contains_key(distance));
    assert_eq!(distances.count(), 6, "{by_distance:?}");
}

/// Rehearsals alone find the path of nearly every level where ends hide each other, and what they
/// find is one. They prove nothing.
#[test]
fn levels_with_adjacent_ends_are_rehearsed() {
    let parts = Parts::without("slides,walk").expect("these are parts");
    let (levels, mut found) = (how_many(8), 0);
    for seed in 0..levels {
        let level = with_ends(30, 30, Ends::Adjacent, seed);
        match solve(&level.board, 0, parts, &Control::new()).outcome {
            Outcome::Solved(answer) => {
                assert_valid(&level.board, &answer);
                found += 1;
            }
            Outcome::Unknown(_) => {}
            Outcome::Unsolvable { proof } => panic!("{proof}"),
        }
    }
    assert!(found * 10 >= levels * 9, "{found} of {levels}");
}

#[test]
fn facts_are_true_wherever_the_ends_are() {
    for side in [30, 61, 100, 190, 300] {
        for ends in [Ends::Adjacent, Ends::Near, Ends::Far] {
            for seed in 0..how_many(2) {
                let level = nearly_square(side, ends, seed);
                let rules = [Switches::default()];
                facts_are_true(&level.board, &level.answer, &rules, &Control::new());
            }
        }
    }
}

#[test]
fn boards_are_solved_wherever_the_ends_are() {
    for side in [12, 20, 30, 45, 70, 110, 180, 300] {
        for ends in [Ends::Adjacent, Ends::Near, Ends::Far] {
            let seeds = if side < 150 { how_many(3) } else { 1 };
            for seed in 0..seeds {
                let board = nearly_square(side, ends, seed).board;
                match solve(&board, 0, Parts::default(), &Control::new()).outcome {
                    Outcome::Solved(answer) => assert_valid(&board, &answer),
                    other => panic!("{other:?}, {ends} ends: {}", text::print_board(&board)),
                }
            }
        }
    }
}

/// A board that is nearly one closed corridor has thousands of cells at which it could be cut.
/// Walks from all of them take back hundreds of times as many cells as it has; few boards leave
/// this many.
#[test]
fn a_closed_corridor_is_cut_at_few_places() {
    let mut long = 0;
    for seed in 0..how_many(6) {
        let request = Request {
            width: 120,
            height: 120,
            profile: Profile::Rooms,
            density: Some(400),
            ends: Ends::Adjacent,
            seed: seed.to_string(),
        };
        let board = generate(&request, &Control::new())
            .expect("the size is possible")
            .board;
        let solved = solve(&board, 0, Parts::default(), &Control::new());
        let undone = solved.stats.number("undone");
        match solved.outcome {
            Outcome::Solved(answer) => assert_valid(&board, &answer),
            other => panic!("{other:?}: {}", text::print_board(&board)),
        }
        let undone = undone.expect("it is counted");
        long += usize::from(undone > 30.0 * board.free_count() as f64);
    }
    assert!(long <= how_many(6) / 4, "{long}");
}

/// Levels with adjacent ends on which no place of the cut was found, or the right start was given
/// up: walks took back 120 to 340 times as many cells as there are, on the 120x120 one 4,500 times.
#[test]
fn adjacent_ends_leave_few_starts() {
    for (side, seed, most) in [
        (30, 5, 20),
        (30, 25, 20),
        (50, 115, 20),
        (80, 33, 20),
        (120, 57, 1_000),
        (200, 10, 20),
    ] {
        let board = with_ends(side, side, Ends::Adjacent, seed).board;
        let solved = solve(&board, 0, Parts::default(), &Control::new());
        let undone = solved.stats.number("undone").expect("it is counted");
        match solved.outcome {
            Outcome::Solved(answer) => assert_valid(&board, &answer),
            other => panic!("{other:?}: {}", text::print_board(&board)),
        }
        let cells = board.free_count();
        assert!(
            undone < (most * cells) as f64,
            "{side} #{seed}: {undone} of {cells}"
        );
    }
}

/// With the zones in the wrong place it may find an answer later or give up, but never say
/// that there is none.
#[test]
fn a_wrong_guess_of_the_cut_is_no_proof() {
    let mut misled = 0;
    for seed in 0..how_many(12) {
        let board = nearly_square(26, Ends::Adjacent, seed).board;
        let mut query = Query::default();
        // They begin anywhere, in the end.
        query.tools.rehearsals = false;
        let mut solver = EndsFirst::new(&board, Switches::default(), query);
        let mut solved = false;
        let mut first = |path: &[u32]| {
            assert_valid(&board, &answer_of(&board, path));
            solved = true;
            false
        };
        let control = Control::new();
        let _ = solver.turn(Limit::of_choices(100), &mut first, &control);
        if !solver.cores().is_empty() {
            continue;
        }
        misled += 1;
        let wrong = board.free_cells().nth(seed % 7);
        solver.mislead(wrong.into_iter().collect());
        for round in 0..8 {
            let turn = solver.turn(
                Limit::of_choices(1_000 << (2 * round)),
                &mut first,
                &control,
            );
            assert!(
                !matches!(turn, Ok(TurnResult::Exhausted(_))),
                "{turn:?} for {}",
                text::print_board(&board)
            );
            if turn != Ok(TurnResult::Undecided) {
                break;
            }
        }
    }
    assert!(misled > 0);
}

/// Cancels as soon as a stage reports itself.
#[test]
fn every_stage_can_be_interrupted() {
    let stages = [
        "deducing",
        "looking where a loop is cut",
        "rehearsing the path",
        "ordering fragments",
        "preparing to walk",
        "walking",
    ];
    let mut interrupted = [0; 6];
    // Levels of the pack that look like closed loops.
    for number in [257, 418] {
        let id = Coil::pack(number).expect("the pack has this level");
        let made = Coil::generate_id(&id, &Control::new()).expect("the request is sound");
        let board = made.board;
        for (stage, count) in stages.iter().zip(&mut interrupted) {
            let parts = Parts {
                rehearsals: *stage == "rehearsing the path",
                ..Parts::default()
            };
            let flag = AtomicBool::new(false);
            let watch = |progress: &Progress| {
                if progress.phase == *stage {
                    flag.store(true, Ordering::Relaxed);
                }
            };
            let control = Control::new().watched_by(&watch).cancelled_by(&flag);
            match solve(&board, 0, parts, &control).outcome {
                Outcome::Solved(answer) => assert_valid(&board, &answer),
                Outcome::Unsolvable { proof } => panic!("{proof} for {board:?}"),
                Outcome::Unknown(unknown) => {
                    assert_eq!(unknown.why, Interruption::Cancelled);
                    assert!(!unknown.stage.is_empty());
                    *count += 1;
                }
            }
        }
    }
    assert!(
        interrupted.iter().all(|&count| count > 0),
        "{interrupted:?}"
    );
}
