//! Generated boards: their own path fills them, the solver finds one, and a seed is a board.

use unicursal::pellet::{Pellet, text};
use unicursal::{Control, Error, Generated, LevelName, Outcome, SolveRequest, Verdict, adapt};

fn make(id: &str) -> Result<Generated, Error> {
    let name = LevelName::Id(id.parse().expect("an id"));
    adapt::<Pellet>().make(&name, &Control::new())
}

fn generate(id: &str) -> Generated {
    make(id).expect("a board")
}

#[test]
fn every_board_has_the_path_it_was_made_with_and_is_solved() {
    let sizes = [
        (4, 4),
        (4, 9),
        (5, 5),
        (7, 4),
        (8, 8),
        (13, 12),
        (28, 21),
        (60, 41),
    ];
    for (width, height) in sizes {
        for holes in [0, 15, 35, 60] {
            for seed in 0..6 {
                let made = generate(&format!("pellet:{width}x{height}/{holes}#{seed}"));
                assert_eq!(made.level.size(), (width, height));
                let own = made
                    .answer(&Control::new())
                    .unwrap()
                    .expect("the generator knows a path");
                let verdict = made.level.check(&SolveRequest::default(), own.as_bytes());
                assert_eq!(
                    verdict.expect("a readable path"),
                    Verdict::Valid,
                    "{}",
                    made.id
                );
                assert_solved(&made.id);
            }
        }
    }
}

/// The end of the path had to be moved into a pocket, and the start was in the way: it can exchange
/// its link for another as any other cell can.
#[test]
fn a_start_between_the_end_and_its_pocket_proves_nothing() {
    assert_solved("pellet:28x21/20#load/28/2");
}

#[test]
fn no_generated_board_is_refuted() {
    for seed in 0..2_000 {
        assert_solved(&format!("pellet:13x11/{}#pocket-{seed}", 20 + seed % 25));
        assert_solved(&format!("pellet:24x20/{}#pocket-{seed}", 10 + seed % 25));
    }
}

fn assert_solved(id: &str) {
    let made = generate(id);
    let solved = made.level.solve(&SolveRequest::default(), &Control::new());
    let outcome = solved.expect("a right answer").outcome;
    let is_solved = matches!(outcome, Outcome::Solved(_));
    assert!(is_solved, "{id}: {outcome:?}");
}

/// Large enough that loops have to be forced open and that the end has to move.
#[test]
fn larger_boards_are_solved() {
    for seed in 0..4 {
        for holes in [15, 30] {
            assert_solved(&format!("pellet:200x200/{holes}#large-{seed}"));
        }
    }
}

/// The row of exchanges that opened a loop here closed another beside it, and the one that opened
/// that led back, for ever.
#[test]
fn loops_that_open_each_other_are_opened_both() {
    for id in ["pellet:300x300/20#kept-47", "pellet:300x300/25#kept-18"] {
        let made = generate(id);
        let control = Control::new().time_limit(std::time::Duration::from_secs(600));
        let solved = made.level.solve(&SolveRequest::default(), &control);
        let solved = solved.expect("a right answer");
        // Without windows, which would need a very large one.
        assert_eq!(
            solved.stats.number("windows"),
            Some(0.0),
            "{id}: {:?}",
            solved.outcome
        );
    }
}

#[test]
fn a_seed_never_changes_its_board() {
    let board = "10 7\n##########\n";
    let made = generate("pellet:10x7/15#spring").level.text();
    assert!(made.starts_with(board), "{made}");
    assert_eq!(made, generate("pellet:10x7#spring").level.text());
    assert_ne!(made, generate("pellet:10x7#summer").level.text());
    assert_eq!(made, include_str!("spring.txt"));
}

#[test]
fn a_difficulty_is_one() {
    use unicursal::internals::pellet::count_states;
    for (difficulty, range) in [("easy", 0..=1_000), ("medium", 1_001..=50_000)] {
        let made = generate(&format!("pellet:14x12/15-{difficulty}#7"));
        let board = text::parse_board(made.level.text().as_bytes()).expect("a board");
        let states = count_states(&board, 100_000, &Control::new());
        let states = states.expect("no limit").expect("it is solved");
        let extra = states.saturating_sub(board.free_count() as u64);
        assert!(range.contains(&extra), "{difficulty}: {extra}");
    }
    let bad: [&str; 4] = ["3x9/15", "9x9/61", "9x9/x", "9x9/15-odd"];
    for bad in bad {
        let refused = make(&format!("pellet:{bad}#1"));
        assert!(matches!(refused, Err(Error::BadRequest(_))), "{bad}");
    }
}
