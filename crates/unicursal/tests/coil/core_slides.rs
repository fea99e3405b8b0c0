//! The plain search for paths that start or end at given places, against every walk there is.

use std::collections::HashSet;
use std::sync::Arc;

use unicursal::coil::{Board, text};
use unicursal::implement::Rng;
use unicursal::internals::Ended;
use unicursal::internals::coil::{
    Colours, CoreSlides, Division, EndsFirst, Field, Limit, LocalFacts, Query, Restarts, Survey,
    answer_of, role,
};
use unicursal::schedule::Ticks;
use unicursal::{Control, Dir};

use crate::engine::{assert_valid, switches};
use crate::random::{counting_allows, hard_board, how_many};

/// Slides in every direction, and notes the last cell of each walk that visits everything.
fn walk(board: &Board, visited: &mut Vec<usize>, last: &mut HashSet<usize>) {
    if visited.len() == board.free_count() {
        last.extend(visited.last());
        return;
    }
    let before = visited.len();
    for dir in Dir::ALL {
        let mut next = board.neighbour(visited[visited.len() - 1], dir);
        while board.is_free(next) && !visited.contains(&next) {
            visited.push(next);
            next = board.neighbour(next, dir);
        }
        if visited.len() > before {
            walk(board, visited, last);
            visited.truncate(before);
        }
    }
}

/// The first and last cells of all answers.
fn all_ends(board: &Board) -> HashSet<(usize, usize)> {
    board
        .free_cells()
        .flat_map(|start| {
            let mut last = HashSet::new();
            walk(board, &mut vec![start], &mut last);
            last.into_iter().map(move |end| (start, end))
        })
        .collect()
}

#[test]
fn a_survey_leaves_no_start_out_from_which_a_path_leads_to_an_end() {
    let mut rng = Rng::from_text("survey");
    let (mut kept, mut struck) = (0, 0);
    for _ in 0..how_many(600) {
        let board = hard_board(&mut rng, 3, 5);
        if board.free_count() < 2 || !counting_allows(&board) {
            continue;
        }
        let parts = 1 + rng.below(6);
        let ends = board.free_cells().filter(|_| rng.below(parts) == 0);
        let ends: Vec<usize> = ends.collect();
        let mut survey = Survey::new(&board, &Field::new(&board), &ends);
        let complete = survey.run(Ticks::MAX, &Control::new());
        assert_eq!(complete, Ok(true));
        for (start, end) in all_ends(&board) {
            if ends.contains(&end) {
                assert!(survey.may_start(start), "{start} to {end} of {board:?}");
                kept += 1;
            }
        }
        let is_struck = |&cell: &usize| !survey.may_start(cell);
        struck += board.free_cells().filter(is_struck).count();
    }
    assert!(
        kept > how_many(600) && struck > how_many(600),
        "{kept} {struck}"
    );
}

#[test]
fn a_search_for_some_ends_finds_a_path_to_one_of_them() {
    let mut rng = Rng::from_text("given ends");
    let mut found = [0; 2];
    for _ in 0..how_many(600) {
        let board = hard_board(&mut rng, 3, 5);
        if board.free_count() < 2 || !counting_allows(&board) {
            continue;
        }
        let answers = all_ends(&board);
        let mut field = Field::new(&board);
        let parts = 1 + rng.below(4);
        let mut some = || -> Vec<usize> {
            board
                .free_cells()
                .filter(|_| rng.below(parts) == 0)
                .collect()
        };
        let (starts, ends) = (some(), some());
        let expected = answers
            .iter()
            .any(|(start, end)| starts.contains(start) && ends.contains(end));
        let numbers = ends.iter().map(|&cell| cell as u32).collect();
        let from = starts.iter().copied();
        let mut search = Restarts::new(&board, &mut field, 0, from, Some(numbers));
        match search.run(&mut field, u64::MAX, &Control::new()) {
            Ok(Ended::Found) => {
                let path = field.found().expect("a path");
                assert_valid(&board, &answer_of(&board, path));
                assert!(starts.contains(&(path[0] as usize)));
                assert!(
                    path.last()
                        .is_some_and(|&end| ends.contains(&(end as usize)))
                );
                found[1] += 1;
            }
            ended => {
                let level = text::print_board(&board);
                assert_eq!(ended, Ok(Ended::Exhausted), "{level}");
                assert!(!expected, "{level} from {starts:?} to {ends:?}");
                found[0] += 1;
            }
        }
    }
    assert!(found.iter().all(|&count| count > 50), "{found:?}");
}

#[test]
fn what_windows_show_hides_no_answer() {
    let mut rng = Rng::from_text("windows");
    let (mut found, mut shorter) = (0, 0);
    for _ in 0..how_many(1000) {
        let board = hard_board(&mut rng, 3, 7);
        if board.free_count() < 2 || !counting_allows(&board) {
            continue;
        }
        let parts = 1 + rng.below(6);
        let ends: Vec<usize> = board
            .free_cells()
            .filter(|_| rng.below(parts) == 0)
            .collect();
        let rules = switches()[rng.below(7)];
        let colours = Colours::new(&board, rules.colours, None);
        let roles = |cell| {
            if ends.contains(&cell) {
                colours.roles(cell)
            } else {
                role::MIDDLE
            }
        };
        let division = Division {
            side: 1 + rng.below(5),
            reach: 1 + rng.below(3),
        };
        let facts = LocalFacts::new(&board, rules, roles, division, &Control::new());
        let facts = facts.expect("no interruption");
        let numbers: Arc<[u32]> = ends.iter().map(|&cell| cell as u32).collect();
        let mut field = Field::new(&board);
        for start in board.free_cells() {
            let mut last = HashSet::new();
            walk(&board, &mut vec![start], &mut last);
            let expected = last.iter().any(|end| ends.contains(end));
            let [plain, heedful] = [false, true].map(|heeds| {
                let to = Some(numbers.clone());
                let mut search = Restarts::new(&board, &mut field, 0, [start], to);
                if heeds {
                    search.use_facts(facts.clone());
                }
                let ended = search.run(&mut field, u64::MAX, &Control::new());
                field.undo_all();
                let expected = if expected {
                    Ended::Found
                } else {
                    Ended::Exhausted
                };
                let level = text::print_board(&board);
                assert_eq!(ended, Ok(expected), "{level} {start} {ends:?} {division:?}");
                search.work()
            });
            found += usize::from(expected);
            shorter += usize::from(heedful < plain);
        }
    }
    assert!(found > 50 && shorter > 50, "{found} {shorter}");
}

#[test]
fn a_search_with_cores_decides_as_all_walks_do() {
    let mut rng = Rng::from_text("searches with cores");
    let (mut found, mut with_words, mut surveyed) = ([[0; 2]; 2], [0; 2], [0; 2]);
    for _ in 0..how_many(1500) {
        let board = hard_board(&mut rng, 3, 6);
        if board.free_count() < 2 || !counting_allows(&board) {
            continue;
        }
        let rules = switches()[rng.below(7)];
        let mut solver = EndsFirst::new(&board, rules, Query::default());
        // The first turn locates the ends, and the second walks.
        for _ in 0..=rng.below(2) {
            let _ = solver.turn(Limit::of_choices(100), &mut |_| false, &Control::new());
        }
        let cores = solver.proved_cores();
        if cores.is_empty() || cores.len() > 2 {
            continue;
        }
        let expected = !all_ends(&board).is_empty();
        let mut field = Field::new(&board);
        let mut search = CoreSlides::new(&board, &mut field, rules, 0, cores, |_| false);
        let words = solver.words_of_two_cores();
        if let Some(words) = words {
            search.use_words(words);
        }
        let slice = if rng.chance(1, 2) { 100 } else { u64::MAX };
        let mut run = || search.run(&mut field, slice, &Control::new());
        let mut ended = run();
        while ended == Ok(Ended::Undecided) {
            ended = run();
        }
        let solved = match ended {
            Ok(Ended::Found) => {
                let path = field.found().expect("a path");
                assert_valid(&board, &answer_of(&board, path));
                true
            }
            ended => {
                assert_eq!(ended, Ok(Ended::Exhausted));
                false
            }
        };
        assert_eq!(
            solved,
            expected,
            "{cores:?} for {}",
            text::print_board(&board)
        );
        found[cores.len() - 1][usize::from(solved)] += 1;
        with_words[usize::from(solved)] += usize::from(words.is_some());
        surveyed[usize::from(solved)] += usize::from(search.has_surveyed());
    }
    let mut counts = found.iter().flatten().chain(&with_words).chain(&surveyed);
    let none_is_zero = counts.all(|&count| count > 0);
    assert!(none_is_zero, "{found:?} {with_words:?} {surveyed:?}");
}
