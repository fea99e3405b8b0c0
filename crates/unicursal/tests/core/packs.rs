//! Levels that come with a puzzle have answers, and names that make them again.

use std::collections::BTreeSet;

use unicursal::{Control, Count, Generated, Ladder, Level, Puzzle, SolveRequest, Verdict};

use crate::{all, name, request};

fn make(puzzle: &dyn Puzzle, word: &str) -> Generated {
    let made = puzzle.make(&name(puzzle, word), &Control::new());
    made.unwrap_or_else(|error| panic!("{word}: {error}"))
}

/// The level comes with a right answer, and its id makes it again.
fn complete(puzzle: &dyn Puzzle, number: u64) -> Generated {
    let word = format!("{}:pack/{number}", puzzle.name());
    let made = make(puzzle, &word);
    let answer = made.answer(&Control::new()).unwrap();
    let answer = answer.expect("it has a solution");
    let verdict = made
        .level
        .check(&SolveRequest::default(), answer.as_bytes());
    assert_eq!(verdict, Ok(Verdict::Valid), "{word}");
    let again = make(puzzle, &made.id);
    assert_eq!(again.level.text(), made.level.text(), "{}", made.id);
    assert_eq!(
        again.answer(&Control::new()),
        Ok(Some(answer)),
        "{}",
        made.id
    );
    assert_eq!(again.id, made.id);
    made
}

#[test]
fn the_first_level_of_every_pack_has_an_answer() {
    for puzzle in all() {
        complete(puzzle, 1);
    }
}

#[test]
fn pellet_levels_have_answers_and_grow() {
    let pellet = unicursal::puzzle("pellet").expect("it is in the registry");
    let mut sizes = Vec::new();
    let size = pellet.about().pack_size;
    for number in (1..=101).chain((102..=size).step_by(40)).chain([size]) {
        sizes.push(complete(pellet, number).level.size());
    }
    assert_eq!((sizes[0], sizes[100]), ((8, 8), (28, 21)));
    assert_eq!(sizes.last(), Some(&(672, 439)));
    assert!(sizes.is_sorted());
}

#[test]
fn some_coil_levels_have_answers() {
    let coil = unicursal::puzzle("coil").expect("it is in the registry");
    for number in [2, 3, 10, 100, 333] {
        complete(coil, number);
    }
}

#[test]
fn the_first_level_is_the_example_and_the_others_grow() {
    for (name, step) in [("connect", 10), ("maze", 50)] {
        let puzzle = unicursal::puzzle(name).expect("it is in the registry");
        assert!(puzzle.about().pack_size >= 300);
        let made = complete(puzzle, 1);
        assert_eq!(made.id, format!("{name}:pack/1"));
        assert_eq!(made.level.text(), crate::example(puzzle).text());
        let numbers = (2..=puzzle.about().pack_size).step_by(step);
        let sizes: Vec<_> = numbers
            .map(|number| complete(puzzle, number).level.size())
            .collect();
        assert!(sizes.is_sorted(), "{sizes:?}");
    }
}

#[test]
fn walks_in_mazes_grow_longer() {
    let maze = unicursal::puzzle("maze").expect("it is in the registry");
    let steps = |number: u64| {
        let answer = make(maze, &format!("maze:pack/{number}")).answer(&Control::new());
        answer.expect("no limit").expect("an answer").len()
    };
    let total = |first: u64| (first..first + 60).map(steps).sum();
    let totals: Vec<usize> = (1..=300).step_by(60).map(total).collect();
    assert!(totals.is_sorted(), "{totals:?}");
}

/// Every rung of the ladder can be laid.
#[test]
fn connect_levels_of_each_kind_can_be_made() {
    let connect = unicursal::puzzle("connect").expect("it is in the registry");
    for number in (2..52).chain(292..=301) {
        complete(connect, number);
    }
}

const GRADES: [&str; 4] = ["easy", "medium", "hard", "expert"];

/// The puzzles that have grades, with the side of a board of each.
fn graded() -> Vec<(&'static dyn Puzzle, [usize; 4])> {
    let sides = |puzzle: &'static dyn Puzzle| Some((puzzle, puzzle.about().graded_sides?));
    let found: Vec<_> = all().filter_map(sides).collect();
    let names: Vec<&str> = found.iter().map(|(puzzle, _)| puzzle.name()).collect();
    assert_eq!(names, ["connect", "pellet", "trail"]);
    found
}

/// The grade of a level that has one answer, as a place in `GRADES`.
fn grade_of_one_answer(level: &dyn Level) -> usize {
    let count = level.count(&SolveRequest::default(), Some(1), &Control::new());
    assert_eq!(count, Ok(Count::new(1_u32, true)), "{}", level.text());
    let figures = level.difficulty(&Control::new()).expect("no limit");
    let is = |grade: &&str| figures.to_string().contains(&format!("\":\"{grade}\""));
    GRADES.iter().position(is).expect("a grade")
}

/// Levels of days, as the studio asks for them: for each grade there is one, of the side that the
/// puzzle says.
#[test]
fn boards_of_each_grade_are_found_at_their_size() {
    for (puzzle, sides) in graded() {
        for (place, (grade, side)) in GRADES.into_iter().zip(sides).enumerate() {
            for day in 16..23 {
                let mut asked = request(side, side, &format!("2026-11-{day}"));
                asked.options.set("difficulty", grade);
                let made = puzzle.generate(&asked, &Control::new());
                let made = made.unwrap_or_else(|error| panic!("{grade}, {day}: {error}"));
                assert_eq!(grade_of_one_answer(&*made.level), place, "{}", made.id);
            }
        }
    }
}

/// The whole ladder of every puzzle that has grades: no level twice, each with one solution, and
/// none easier than the one before, or smaller than one before that is as hard.
#[test]
fn ladders_climb_and_have_one_answer_on_each_rung() {
    for (puzzle, _) in graded() {
        let Ladder { prefix, size } = puzzle.about().ladder().expect("it has a ladder");
        let (mut texts, mut rungs) = (BTreeSet::new(), Vec::new());
        for number in 1..=size {
            let word = format!("{prefix}{number}");
            let Generated { level, id, .. } = make(puzzle, &word);
            assert!(texts.insert(level.text()), "{word}");
            let grade = grade_of_one_answer(&*level);
            assert!(id.contains(GRADES[grade]), "{word}: {id}");
            rungs.push((grade, level.size()));
        }
        assert!(rungs.is_sorted(), "{prefix}: {rungs:?}");
        assert_eq!((rungs[0].0, rungs[rungs.len() - 1].0), (0, 3), "{prefix}");
        let beyond = name(puzzle, &format!("{prefix}{}", size + 1));
        assert!(puzzle.make(&beyond, &Control::new()).is_err());
    }
}
