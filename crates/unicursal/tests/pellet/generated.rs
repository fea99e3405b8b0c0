//! Generated boards: their own path fills them, the solver finds one, and a seed is a board.

use unicursal::implement::{Kind, adapt};
use unicursal::pellet::{Board, Pellet, text};
use unicursal::{
    Control, Count, Error, GenerateRequest, Generated, LevelName, Options, Outcome, SolveRequest,
    Verdict,
};

use crate::counts::all_paths;

fn make(id: &str) -> Result<Generated, Error> {
    let name = LevelName::Id(id.parse().expect("an id"));
    adapt::<Pellet>().make(&name, &Control::new())
}

fn generate(id: &str) -> Generated {
    make(id).expect("a board")
}

fn board(made: &Generated) -> Board {
    text::parse_board(made.level.text().as_bytes()).expect("a board")
}

fn own_path(made: &Generated) -> String {
    let own = made.answer(&Control::new()).expect("a right path");
    own.expect("the generator knows a path")
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
                let own = own_path(&made);
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
        let board = board(&made);
        let states = count_states(&board, 100_000, &Control::new());
        let states = states.expect("no limit").expect("it is solved");
        let extra = states.saturating_sub(board.free_count() as u64);
        assert!(range.contains(&extra), "{difficulty}: {extra}");
    }
    let bad: [&str; 7] = [
        "3x9/15",
        "9x9/61",
        "9x9/x",
        "9x9/15-odd",
        "9x9/-unique",
        "9x9/15-unique-odd",
        "40x26/15-unique",
    ];
    for bad in bad {
        let refused = make(&format!("pellet:{bad}#1"));
        assert!(matches!(refused, Err(Error::BadRequest(_))), "{bad}");
    }
}

#[test]
fn unique_boards_have_one_path_by_a_plain_search() {
    for (width, height) in [(4, 4), (4, 9), (5, 5), (6, 7), (7, 7)] {
        for holes in [0, 15, 40] {
            for seed in 0..20 {
                let made = generate(&format!("pellet:{width}x{height}/{holes}-unique#{seed}"));
                assert_eq!(made.level.size(), (width, height));
                let board = board(&made);
                let paths = all_paths(&board);
                let paths: Vec<String> = paths.iter().map(|path| text::print_path(path)).collect();
                assert_eq!(paths, [own_path(&made)], "{}", made.level.text());
                let inside = (width - 2) * (height - 2);
                let most = inside - inside * holes / 100;
                assert!((2..=most).contains(&board.free_count()), "{}", made.id);
            }
        }
    }
}

#[test]
fn unique_boards_have_one_path_by_counting_and_by_proof() {
    let control = Control::new();
    for seed in 0..10 {
        let made = generate(&format!("pellet:12x12/15-unique#{seed}"));
        let counted = made.level.count(&SolveRequest::default(), None, &control);
        let counted = counted.expect("it can be counted");
        assert_eq!(counted, Count::new(1_u8, true), "{}", made.level.text());
        let proof = made.proof(&control).expect("the checker accepts it");
        assert!(proof.is_some(), "{}", made.level.text());
        // It did not stop growing early.
        let free = board(&made).free_count();
        assert!(free >= 60, "{free} of 100\n{}", made.level.text());
    }
}

#[test]
fn ids_of_unique_boards_make_the_same_board_again() {
    let mut options = Options::default();
    options.set("unique", "true");
    for (difficulty, id) in [
        ("any", "pellet:8x7/15-unique#spring"),
        ("easy", "pellet:8x7/15-easy-unique#spring"),
    ] {
        options.set("search", difficulty);
        let request = GenerateRequest {
            width: 8,
            height: 7,
            seed: "spring".to_owned(),
            options: options.clone(),
        };
        let made = adapt::<Pellet>().generate(&request, &Control::new());
        let made = made.expect("a board");
        assert_eq!(made.id, id);
        assert_eq!(made.level.text(), generate(id).level.text());
        assert_eq!(made.level.text(), include_str!("unique.txt"));
    }
}

#[test]
fn the_limit_of_unique_boards_is_told() {
    let Err(refused) = make("pellet:40x26/15-unique#1") else {
        panic!("it is too large");
    };
    let told = "a board of 40x26 is too large for one path only: cells are at most 1000";
    assert_eq!(refused.to_string(), told);
    let mut options = Pellet::ABOUT.generate_options.iter();
    let unique = options.find(|option| option.name == "unique");
    let help = unique.expect("there is such an option").help;
    assert!(help.contains("up to 1000 cells"), "{help}");
}
