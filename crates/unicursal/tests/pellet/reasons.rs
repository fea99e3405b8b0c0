//! How a person solves a board, and why a hint is right, against all paths.

use std::collections::BTreeSet;

use unicursal::implement::{Kind, Rng, level_of};
use unicursal::pellet::{Board, Pellet, text};
use unicursal::reason::End;
use unicursal::{Control, Count, GenerateRequest, LevelName, Options, Outcome, SolveRequest};

use crate::counts::all_paths;

fn random_board(rng: &mut Rng) -> Board {
    let (width, height) = (1 + rng.below(5), 1 + rng.below(5));
    let holes = rng.below(4);
    let start = (rng.below(width), rng.below(height));
    Board::from_fn(width, height, start, |_, _| rng.below(10) >= holes)
}

fn paths(board: &Board) -> Vec<String> {
    let all = all_paths(board);
    all.iter()
        .map(|path| text::print_path(path).trim_end().to_owned())
        .collect()
}

#[test]
fn explanations_hold_for_every_path() {
    let mut rng = Rng::from_text("pellet explained");
    let control = Control::new();
    let (mut solved, mut impossible) = (0, 0);
    for _ in 0..1500 {
        let board = random_board(&mut rng);
        let (paths, level) = (paths(&board), text::print_board(&board));
        let explained = Pellet::EXPLAIN.expect("it explains")(&board, &control).expect("no limit");
        match explained.end {
            End::Solved => assert_eq!(paths.len(), 1, "{level}"),
            End::Impossible => assert_eq!(paths.len(), 0, "{level}"),
            End::Stuck => {}
        }
        solved += usize::from(explained.end == End::Solved);
        impossible += usize::from(explained.end == End::Impossible);
        for step in &explained.steps {
            for first in &step.moves {
                assert!(
                    paths.iter().all(|path| path.starts_with(first)),
                    "{level}{step:?}"
                );
            }
        }
    }
    assert!(solved > 50 && impossible > 50, "{solved} {impossible}");
}

/// A reason says that there is no other way on.
#[test]
fn a_hint_with_a_reason_is_the_only_way_on() {
    let mut rng = Rng::from_text("pellet hints with reasons");
    let control = Control::new();
    let mut techniques = BTreeSet::new();
    let mut open = 0;
    for _ in 0..1500 {
        let board = random_board(&mut rng);
        let (paths, text) = (paths(&board), text::print_board(&board));
        let Some(path) = paths.first().filter(|path| !path.is_empty()) else {
            continue;
        };
        let so_far = &path[..rng.below(path.len())];
        let hint = level_of::<Pellet>(board).hint(so_far.as_bytes(), &control);
        let Outcome::Solved(hint) = hint.expect("it can be read").outcome else {
            panic!("{so_far} leads to a path of\n{text}");
        };
        let Some(reason) = hint.reason else {
            open += 1;
            continue;
        };
        assert_eq!(reason.moves, std::slice::from_ref(&hint.next), "{text}");
        for path in paths.iter().filter(|path| path.starts_with(so_far)) {
            assert!(
                path[so_far.len()..].starts_with(&hint.next),
                "{text}{so_far}: {reason:?}"
            );
        }
        techniques.insert(reason.technique);
    }
    assert!(open > 50, "{open}");
    for technique in ["forced", "dead ends", "cut cells"] {
        assert!(techniques.contains(technique), "{techniques:?}");
    }
}

#[test]
fn a_grade_is_asked_for_by_its_name_and_means_one_path() {
    let pellet = unicursal::puzzle("pellet").expect("it is in the registry");
    let control = Control::new();
    let mut options = Options::default();
    options.set("difficulty", "medium");
    let request = GenerateRequest {
        width: 11,
        height: 11,
        seed: "spring".to_owned(),
        options,
    };
    let made = pellet.generate(&request, &control).expect("a board");
    assert_eq!(made.id, "pellet:11x11/15-unique-medium#spring");
    let count = made.level.count(&SolveRequest::default(), None, &control);
    assert_eq!(count, Ok(Count::new(1_u32, true)));
    for (id, words) in [
        ("pellet:6x6/15-unique-expert#1", "no expert board among 60"),
        ("pellet:11x11/15-unique-nice#1", "'nice' is no difficulty"),
        ("pellet:11x11/15-uniquely#1", "'ly' is no difficulty"),
    ] {
        let name = LevelName::read("pellet", id).expect("it is a name");
        let made = pellet.make(&name.expect("it is meant as one"), &control);
        let error = made.err().map(|error| error.to_string());
        assert!(
            error.as_deref().is_some_and(|error| error.contains(words)),
            "{id}: {error:?}"
        );
    }
}
