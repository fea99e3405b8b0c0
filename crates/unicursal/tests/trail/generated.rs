//! Generated boards: one path each, of the difficulty that was asked for, and the same board for
//! the same id.

use std::collections::HashSet;

use unicursal::trail::{Board, Trail};
use unicursal::{Control, Count, Level, LevelName, SolveRequest, board_of, puzzle};

use crate::solve;

fn make(id: &str) -> Box<dyn Level> {
    let trail = puzzle("trail").expect("it is in the registry");
    let name = LevelName::read("trail", id).expect("it is a name");
    let made = trail.make(&name.expect("it is meant as one"), &Control::new());
    made.unwrap_or_else(|error| panic!("{id}: {error}")).level
}

/// By the sweep, which the generator does not use.
fn count(level: &dyn Level) -> Count {
    let counted = level.count(&SolveRequest::default(), None, &Control::new());
    counted.expect("it can be counted")
}

fn board(level: &dyn Level) -> &Board {
    board_of::<Trail>(level).expect("it is a level of Trail")
}

#[test]
fn boards_have_one_path_and_the_difficulty_that_was_asked_for() {
    let mut texts = HashSet::new();
    for difficulty in ["easy", "medium", "hard", "expert"] {
        for seed in 0..12 {
            let id = format!("trail:8x8/{difficulty}#{seed}");
            let level = make(&id);
            assert_eq!(count(&*level), Count::new(1_u32, true), "{id}");
            let graded = level.difficulty(&Control::new()).expect("it can be graded");
            let graded = graded.to_string();
            let wanted = format!("{{\"difficulty\":\"{difficulty}\"");
            assert!(graded.starts_with(&wanted), "{id}: {graded}");
            assert_eq!(make(&id).text(), level.text());
            assert!(texts.insert(level.text()), "{id}");
        }
    }
}

/// These are rare: the first one is not among the first 60 boards of its seed.
#[test]
fn symmetric_boards_can_be_expert() {
    for seed in ["prihskekle-4", "0", "1", "2", "3", "4", "5", "6", "7"] {
        let id = format!("trail:8x8/expert-symmetric#{seed}");
        assert_eq!(count(&*make(&id)), Count::new(1_u32, true), "{id}");
    }
}

#[test]
fn every_number_and_every_wall_is_needed() {
    for seed in 0..6 {
        let level = make(&format!("trail:6x6#{seed}"));
        let parts = board(&*level).parts();
        for wall in 0..parts.walls.len() {
            let mut fewer = parts.clone();
            fewer.walls.remove(wall);
            let level = unicursal::implement::level_of::<Trail>(Board::new(&fewer));
            assert!(count(&*level).found > 1_u32.into(), "{fewer:?}");
        }
        for number in 1..parts.numbers.len() - 1 {
            let mut fewer = parts.clone();
            fewer.numbers.remove(number);
            let level = unicursal::implement::level_of::<Trail>(Board::new(&fewer));
            assert!(count(&*level).found > 1_u32.into(), "{fewer:?}");
        }
    }
}

#[test]
fn walls_symmetry_and_numbers_are_as_asked_for() {
    for seed in 0..8 {
        let level = make(&format!("trail:7x7/none#{seed}"));
        assert_eq!(board(&*level).walls().count(), 0);
        let level = make(&format!("trail:7x6/symmetric#{seed}"));
        let parts = board(&*level).parts();
        let last = parts.numbers.len() - 1;
        let turned = |&(x, y): &(usize, usize)| (6 - x, 5 - y);
        // The ends have numbers wherever they are.
        for at in &parts.numbers[1..last] {
            assert!(parts.numbers.contains(&turned(at)), "{parts:?}");
        }
        for &(x, y, side) in &parts.walls {
            let other = match side {
                unicursal::trail::Side::Right => (5 - x, 5 - y, side),
                unicursal::trail::Side::Below => (6 - x, 4 - y, side),
            };
            assert!(parts.walls.contains(&other), "{parts:?}");
        }
        let level = make(&format!("trail:20x20/n17#{seed}"));
        assert_eq!(board(&*level).numbered().len(), 17);
    }
}

#[test]
fn strange_ids_are_refused_in_words() {
    let trail = puzzle("trail").expect("it is in the registry");
    for (id, words) in [
        ("trail:8x8/nice#a", "there is no kind of board 'nice'"),
        ("trail:8x8/n99#a", "numbers must be from 1 to 64, not 99"),
        ("trail:8x8/n9-easy#a", "has no walls, no difficulty"),
        ("trail:0x8#a", "a board of 0x8 is not supported"),
        ("trail:1x1#a", "a board of 1x1 is not supported"),
        ("trail:99x99#a", "too large for one path only"),
    ] {
        let name = LevelName::read("trail", id).expect("it is a name");
        let made = trail.make(&name.expect("it is meant as one"), &Control::new());
        let error = made.err().map(|error| error.to_string());
        assert!(
            error.as_deref().is_some_and(|error| error.contains(words)),
            "{id}: {error:?}"
        );
    }
}

/// Far beyond what conclusions and trials reach: a short path through the numbers is stretched over
/// the board.
#[test]
fn large_boards_with_few_numbers_are_solved() {
    for id in [
        "trail:50x50/n40#s1",
        "trail:50x50/n40#s2",
        "trail:31x40/n25#s3",
    ] {
        assert!(solve(board(&*make(id)), "fast").is_ok(), "{id}");
    }
}
