//! The engine's parts, alone and together, against brute force.

use std::collections::HashSet;

use unicursal::coil::{Answer, Board, text};
use unicursal::implement::Rng;
use unicursal::internals::coil::Parts;
use unicursal::internals::coil::Switches;
use unicursal::internals::coil::brute;
use unicursal::internals::coil::count::count;
use unicursal::internals::coil::{EndsFirst, Limit, Query, Tools, TurnResult};
use unicursal::internals::coil::{answer_of, schedule};
use unicursal::{Control, Outcome};
use unicursal_check::coil::{Verdict, check};

use crate::random::{counting_allows, hard_board, how_many};
use crate::small::for_all_boards;

/// All rules, and all but one.
pub fn switches() -> [Switches; 7] {
    let all = Switches::default();
    let mut sets = [all; 7];
    sets[1].faces = false;
    sets[2].loops = false;
    sets[3].connectivity = false;
    sets[4].order = false;
    sets[5].probes = false;
    sets[6].colours = false;
    sets
}

/// Asserts that the independent checker accepts an answer.
pub fn assert_valid(board: &Board, answer: &Answer) {
    let (level, answer) = (text::print_board(board), text::print_slides(answer));
    let verdict = check(level.as_bytes(), answer.as_bytes());
    assert_eq!(verdict, Ok(Verdict::Valid), "{answer} for {level}");
}

/// Whether the portfolio of these parts finds an answer, which the checker has then accepted.
pub fn is_solved(board: &Board, parts: Parts) -> bool {
    match schedule::solve(board, 0, parts, &Control::new()).outcome {
        Outcome::Solved(answer) => {
            assert_valid(board, &answer);
            true
        }
        Outcome::Unsolvable { proof } => {
            assert!(!proof.is_empty());
            false
        }
        other @ Outcome::Unknown(_) => panic!("{other:?} for {}", text::print_board(board)),
    }
}

/// The answers that it finds without the plain search beside it, and whether it says that
/// there are no others: it may also give up.
fn ends_first(board: &Board, rules: Switches, all: bool, tools: Tools) -> (u64, bool) {
    let start = None;
    let query = Query { start, all, tools };
    let mut solver = EndsFirst::new(board, rules, query);
    let mut found = HashSet::new();
    let mut on_path = |path: &[u32]| {
        assert_valid(board, &answer_of(board, path));
        assert!(
            found.insert(path.to_vec()),
            "{path:?} twice: {}",
            text::print_board(board)
        );
        all
    };
    let mut complete = false;
    for round in 0..6 {
        let limit = if all { u64::MAX } else { 100 << (2 * round) };
        let turn = solver.turn(Limit::of_choices(limit), &mut on_path, &Control::new());
        match turn.expect("nobody interrupts it") {
            TurnResult::Exhausted(proof) => {
                assert!(!proof.is_empty());
                complete = true;
                break;
            }
            TurnResult::Found | TurnResult::Lost => break,
            TurnResult::Undecided => {}
        }
    }
    (found.len() as u64, complete)
}

/// Compares every part and every set of rules with what brute force says; returns how often the
/// it came to a conclusion on unsolvable and on solvable boards.
pub fn compare(board: &Board, sets: &[Switches]) -> [usize; 2] {
    let answers = brute::count(board);
    let expected = answers > 0;
    let level = text::print_board(board);
    let search = Parts {
        ends: false,
        ..Parts::default()
    };
    assert_eq!(is_solved(board, search), expected, "plain search: {level}");
    let mut concluded = [0; 2];
    for &rules in sets {
        let together = Parts {
            rules,
            ..Parts::default()
        };
        assert_eq!(is_solved(board, together), expected, "{rules:?}: {level}");
        for always in [false, true] {
            let mut tools = Tools {
                always,
                ..Tools::default()
            };
            let (_, complete) = ends_first(board, rules, false, tools);
            assert!(!complete || !expected, "{tools:?}, {rules:?}: {level}");
            // Rehearsals would find what the other stages must not rule out.
            tools.rehearsals = false;
            let (found, complete) = ends_first(board, rules, false, tools);
            assert!(!complete || !expected, "{tools:?}, {rules:?}: {level}");
            concluded[usize::from(expected)] += usize::from(complete || found > 0);
            let (found, complete) = ends_first(board, rules, true, tools);
            assert!(
                !complete || found == answers,
                "{found} of {answers}, {tools:?}, {rules:?}: {level}"
            );
        }
    }
    concluded
}

#[test]
fn parts_agree_with_brute_force_on_small_boards() {
    let mut concluded = [0; 2];
    let mut tried = 0;
    for_all_boards(16, |board| {
        // The largest are so many that counting must not decide them.
        if board.free_count() > 1 && (counting_allows(board) || board.cell_count() < 36) {
            tried += 1;
            // Each board with another rule left out.
            let sets = switches();
            let [no, yes] = compare(board, &[sets[tried % sets.len()]]);
            concluded = [concluded[0] + no, concluded[1] + yes];
        }
    });
    assert!(concluded.iter().all(|&count| count > 1000), "{concluded:?}");
}

#[test]
fn without_any_one_rule_the_answers_are_the_same() {
    let mut rng = Rng::from_text("rules");
    let mut concluded = [0; 2];
    for i in 0..how_many(1_000) {
        let board = hard_board(&mut rng, 5, 7);
        let sets = switches();
        let [no, yes] = compare(&board, &[sets[i % sets.len()]]);
        concluded = [concluded[0] + no, concluded[1] + yes];
    }
    assert!(concluded.iter().all(|&count| count > 10), "{concluded:?}");
}

#[test]
fn the_engine_agrees_with_brute_force_on_random_boards() {
    let mut rng = Rng::from_text("random");
    for _ in 0..how_many(30_000) {
        let board = hard_board(&mut rng, 5, 7);
        let answers = brute::count(&board);
        let level = text::print_board(&board);
        assert_eq!(is_solved(&board, Parts::default()), answers > 0, "{level}");
        let counted = count(&board, u64::MAX, &Control::new());
        assert_eq!(
            (counted.found, counted.complete),
            (answers.into(), true),
            "{level}"
        );
    }
}
