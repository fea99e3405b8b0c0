//! How a person solves a board, and why a hint is right, against all paths.

use unicursal::implement::{Kind, Rng, level_of};
use unicursal::reason::End;
use unicursal::trail::{Board, Trail};
use unicursal::{Control, Dir, Level, Outcome};

use crate::naive::{Position, all_paths};
use crate::random::random_parts;

fn letters(path: &[Position]) -> String {
    let letter = |pair: &[Position]| {
        let delta = |to: usize, from: usize| to as isize - from as isize;
        let delta = (delta(pair[1].0, pair[0].0), delta(pair[1].1, pair[0].1));
        let dir = Dir::ALL.into_iter().find(|dir| dir.delta() == delta);
        dir.expect("they are neighbours")
            .letter()
            .to_ascii_lowercase()
    };
    path.windows(2).map(letter).collect()
}

#[test]
fn explanations_hold_for_every_path() {
    let mut rng = Rng::from_text("trail explained");
    let control = Control::new();
    let (mut solved, mut impossible, mut stuck) = (0, 0, 0);
    for _ in 0..900 {
        let parts = random_parts(&mut rng, 5);
        let paths: Vec<String> = all_paths(&parts).iter().map(|path| letters(path)).collect();
        let explained =
            Trail::EXPLAIN.expect("it explains")(&Board::new(&parts), &control).expect("no limit");
        match explained.end {
            End::Solved => assert_eq!(paths.len(), 1, "{parts:?}"),
            End::Impossible => assert_eq!(paths.len(), 0, "{parts:?}"),
            End::Stuck => assert!(explained.grade.is_none(), "{parts:?}"),
        }
        match explained.end {
            End::Solved => solved += 1,
            End::Impossible => impossible += 1,
            End::Stuck => stuck += 1,
        }
        for step in &explained.steps {
            assert!(!step.tiles.is_empty() && !step.text.is_empty(), "{parts:?}");
            for first in &step.moves {
                assert!(
                    paths.iter().all(|path| path.starts_with(first)),
                    "{parts:?}\n{step:?}"
                );
            }
        }
    }
    assert!(
        solved > 100 && impossible > 100 && stuck > 20,
        "{solved} {impossible} {stuck}"
    );
}

/// A reason says that there is no other way on.
#[test]
fn a_hint_with_a_reason_is_the_only_way_on() {
    let mut rng = Rng::from_text("trail hints");
    let control = Control::new();
    let mut techniques = std::collections::BTreeSet::new();
    let mut open = 0;
    for _ in 0..500 {
        let parts = random_parts(&mut rng, 5);
        let paths: Vec<String> = all_paths(&parts).iter().map(|path| letters(path)).collect();
        let Some(path) = paths.first().filter(|path| !path.is_empty()) else {
            continue;
        };
        let level = level_of::<Trail>(Board::new(&parts));
        let so_far = &path[..rng.below(path.len())];
        let hint = level
            .hint(so_far.as_bytes(), &control)
            .expect("it can be read");
        let Outcome::Solved(hint) = hint.outcome else {
            panic!("{parts:?}: {so_far} leads to a path");
        };
        let Some(reason) = hint.reason else {
            open += 1;
            continue;
        };
        assert_eq!(reason.moves, std::slice::from_ref(&hint.next), "{parts:?}");
        let begun = paths.iter().filter(|path| path.starts_with(so_far));
        for path in begun {
            assert!(
                path[so_far.len()..].starts_with(&hint.next),
                "{parts:?} {so_far}: {reason:?}"
            );
        }
        techniques.insert(reason.technique);
    }
    assert!(open > 0, "every hint had a reason");
    for technique in ["forced", "dead ends", "order of numbers"] {
        assert!(techniques.contains(technique), "{techniques:?}");
    }
}

/// The grade of an explanation is that of the generator and of `info --difficulty`.
#[test]
fn explanations_and_figures_agree_on_how_hard_a_board_is() {
    for number in (3..=300).step_by(33) {
        let puzzle = unicursal::puzzle("trail").expect("it is in the registry");
        let name = unicursal::LevelName::Pack(number);
        let level: Box<dyn Level> = puzzle
            .make(&name, &Control::new())
            .expect("it is there")
            .level;
        let explained = level.explain(&Control::new()).expect("no limit");
        let figures = level
            .difficulty(&Control::new())
            .expect("no limit")
            .to_string();
        match explained.grade {
            Some(grade) => assert!(
                figures.contains(&format!("\"difficulty\":\"{grade}\"")),
                "{figures}"
            ),
            None => assert!(figures.contains("\"guess\""), "{figures}"),
        }
    }
}
