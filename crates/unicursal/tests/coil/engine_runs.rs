//! Solving as callers see it: every profile, seeds, threads, limits, cancellation.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use unicursal::coil::generate::Profile;
use unicursal::coil::{Answer, Board};
use unicursal::implement::Rng;
use unicursal::internals::coil::Parts;
use unicursal::internals::coil::schedule::solve;
use unicursal::{Control, Interruption, Outcome, Progress, Sketch};

use crate::engine::{assert_valid, is_solved};
use crate::generated::generated;
use crate::properties::images;
use crate::random::{flipped, hard_board, how_many};

fn board_of(width: usize, height: usize, profile: Profile, seed: usize) -> Board {
    generated(width, height, profile, seed).board
}

/// The answer to a board that has one, which the checker has accepted.
fn answer(board: &Board, seed: u64, control: &Control) -> Answer {
    match solve(board, seed, Parts::default(), control).outcome {
        Outcome::Solved(answer) => {
            assert_valid(board, &answer);
            answer
        }
        other => panic!("{other:?} for {board:?}"),
    }
}

#[test]
fn generated_boards_of_every_profile_are_solved() {
    for profile in Profile::ALL {
        for side in [10, 17, 24, 38, 60] {
            for seed in 0..how_many(2) {
                let board = board_of(side, side + 1, profile, seed);
                answer(&board, 0, &Control::new());
            }
        }
    }
}

/// On these the walk from the right start needs some hundred choices; a search that leaves it
/// sooner has to deduce where the ends are, which takes twenty times as long.
#[test]
fn promising_starts_of_open_boards_are_not_given_up() {
    let seeds = [(Profile::Open, 0), (Profile::Open, 9), (Profile::Sparse, 3)];
    for (profile, seed) in seeds {
        let board = board_of(200, 200, profile, seed);
        let solved = solve(&board, 0, Parts::default(), &Control::new());
        match &solved.outcome {
            Outcome::Solved(answer) => assert_valid(&board, answer),
            other => panic!("{other:?} for {profile} {seed}"),
        }
        let stats = serde_json::to_value(&solved.stats).expect("figures are JSON");
        assert_eq!(
            stats["found_by"], "searching from every start",
            "{profile} {seed}"
        );
    }
}

#[test]
fn a_seed_gives_the_same_answer_with_any_number_of_threads() {
    for profile in Profile::ALL {
        let board = board_of(45, 30, profile, 7);
        for seed in [0, 1] {
            let first = answer(&board, seed, &Control::new());
            for threads in 1..=3 {
                let again = answer(&board, seed, &Control::new().threads(threads));
                assert_eq!(again, first, "{profile}, {threads} threads");
            }
        }
    }
}

/// A board of several windows, which threads share.
#[test]
fn windows_shared_by_threads_give_the_same_answer() {
    let board = board_of(230, 180, Profile::Original, 3);
    let answers = [1, 2, 3].map(|threads| answer(&board, 0, &Control::new().threads(threads)));
    assert!(answers[0] == answers[1] && answers[1] == answers[2]);
}

#[test]
fn turned_and_mirrored_boards_have_the_same_verdict() {
    let mut rng = Rng::from_text("images");
    for _ in 0..how_many(500) {
        let board = hard_board(&mut rng, 6, 12);
        let images = images(&board);
        let verdicts: Vec<bool> = images
            .iter()
            .map(|image| is_solved(image, Parts::default()))
            .collect();
        assert!(
            verdicts.iter().all(|&verdict| verdict == verdicts[0]),
            "{verdicts:?} for {board:?}"
        );
    }
}

/// Boards that take a while in each phase: winding ones, large enough for several windows, and open
/// ones, some of which have no solution.
fn long_boards() -> Vec<Board> {
    let mut rng = Rng::from_text("long");
    let mut boards = vec![
        board_of(200, 200, Profile::Original, 1),
        board_of(40, 40, Profile::Open, 1),
        board_of(60, 60, Profile::Rooms, 1),
    ];
    for profile in [Profile::Original, Profile::Open] {
        let board = board_of(50, 50, profile, 2);
        boards.push(flipped(&mut rng, &board));
    }
    boards
}

fn is_cancelled(outcome: &Outcome<Answer>) -> bool {
    matches!(outcome, Outcome::Unknown(unknown) if unknown.why == Interruption::Cancelled)
}

#[test]
fn work_that_was_cancelled_before_it_began_finds_nothing() {
    for board in long_boards() {
        let control = Control::new().threads(2);
        control.cancel();
        let outcome = solve(&board, 0, Parts::default(), &control).outcome;
        // Counting alone may prove something.
        assert!(!matches!(outcome, Outcome::Solved(_)));
        let parts = Parts {
            slides: false,
            ..Parts::default()
        };
        let by_ends = solve(&board, 0, parts, &control).outcome;
        assert_eq!(is_cancelled(&by_ends), is_cancelled(&outcome));
    }
}

/// Cancels at the n-th report, in one phase or another; what is not cancelled in time is answered.
#[test]
fn cancelling_at_any_report_ends_the_work() {
    for board in long_boards() {
        for last in [1, 2, 3, 4, 6, 9, 14, 22] {
            let reports = AtomicUsize::new(0);
            let flag = AtomicBool::new(false);
            let watch = |_: &Progress| {
                if reports.fetch_add(1, Ordering::Relaxed) + 1 >= last {
                    flag.store(true, Ordering::Relaxed);
                }
            };
            let control = Control::new().threads(2).watched_by(&watch);
            let control = control.cancelled_by(&flag);
            match solve(&board, 0, Parts::default(), &control).outcome {
                Outcome::Solved(answer) => assert_valid(&board, &answer),
                Outcome::Unsolvable { proof } => assert!(!proof.is_empty()),
                unknown @ Outcome::Unknown(_) => {
                    assert!(is_cancelled(&unknown), "{unknown:?} at report {last}");
                }
            }
        }
    }
}

/// Sketches stay on the board, and show most of a winding one as decided before it is walked.
#[test]
fn sketches_show_what_is_decided() {
    let board = board_of(170, 190, Profile::Original, 1);
    let (width, height) = (board.width(), board.height());
    let seen = Mutex::new(vec![0; width * height]);
    let sketch = |sketch: &Sketch| {
        let (x, y) = sketch.at;
        let mut seen = seen.lock().unwrap();
        for (row, decided) in sketch.decided.chunks(sketch.width.max(1)).enumerate() {
            assert!(x + decided.len() <= width && y + row < height);
            seen[(y + row) * width + x..][..decided.len()].copy_from_slice(decided);
        }
    };
    let control = Control::new().threads(2).sketched_by(&sketch);
    assert_valid(&board, &answer(&board, 0, &control));
    let cells = seen.into_inner().unwrap();
    let decided = cells.iter().filter(|&&decided| decided > 0).count();
    assert!(2 * decided > board.free_count(), "{decided} cells");
}

#[test]
fn a_time_limit_ends_the_work_wherever_it_is() {
    for board in long_boards() {
        for milliseconds in [0, 1, 3, 10, 30, 100] {
            let limit = Duration::from_millis(milliseconds);
            let control = Control::new().threads(2).time_limit(limit);
            match solve(&board, 0, Parts::default(), &control).outcome {
                Outcome::Solved(answer) => assert_valid(&board, &answer),
                Outcome::Unsolvable { proof } => assert!(!proof.is_empty()),
                Outcome::Unknown(unknown) => assert_eq!(unknown.why, Interruption::Time),
            }
        }
    }
}

#[test]
fn another_thread_can_cancel() {
    for board in long_boards() {
        let control = Control::new().threads(2);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(20));
                control.cancel();
            });
            let outcome = solve(&board, 0, Parts::default(), &control).outcome;
            if let Outcome::Unknown(unknown) = outcome {
                assert_eq!(unknown.why, Interruption::Cancelled);
            }
        });
    }
}

/// Threads have the name of the one that began them unless they are given another, so that those of
/// other tests do not count.
#[cfg(target_os = "linux")]
#[test]
fn no_thread_is_left_behind() {
    let name = std::fs::read_to_string("/proc/thread-self/comm").expect("a thread has a name");
    let namesakes = || {
        let tasks = std::fs::read_dir("/proc/self/task").expect("a process has threads");
        tasks
            .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("comm")).ok())
            .filter(|other| *other == name)
            .count()
    };
    assert_eq!(namesakes(), 1);
    let board = board_of(230, 180, Profile::Original, 5);
    answer(&board, 0, &Control::new().threads(3));
    let limited = Control::new()
        .threads(3)
        .time_limit(Duration::from_millis(5));
    solve(&board, 0, Parts::default(), &limited);
    assert_eq!(namesakes(), 1);
}
