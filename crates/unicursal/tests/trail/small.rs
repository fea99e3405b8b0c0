//! All boards up to 4x3 with every placing of up to four numbers, and every single thin wall,
//! against all walks.

use unicursal::implement::{Counts, Hints, Kind};
use unicursal::trail::{Board, Parts, Side, Trail};
use unicursal::{Control, Count, Dir, Outcome, SolveRequest};

use crate::naive::{Position, all_walks, fits};
use crate::{methods, solve};

/// Boards of which one is asked for everything, and not only whether there is a path.
const EVERY: usize = 11;

#[test]
fn all_boards_up_to_4x3_with_up_to_four_numbers_and_a_thin_wall() {
    let mut boards = 0;
    let mut solvable = 0;
    for (width, height) in (1..=4).flat_map(|width| (1..=3).map(move |height| (width, height))) {
        for wall in walls(width, height) {
            let parts = Parts {
                width,
                height,
                walls: wall.into_iter().collect(),
                ..Parts::default()
            };
            let walks = all_walks(&parts);
            let cells: Vec<Position> = (0..height)
                .flat_map(|y| (0..width).map(move |x| (x, y)))
                .collect();
            each_placing(&cells, 4, &mut Vec::new(), &mut |numbers| {
                let parts = Parts {
                    numbers: numbers.to_vec(),
                    ..parts.clone()
                };
                let paths = walks.iter().filter(|walk| fits(walk, numbers));
                let paths: Vec<&Vec<Position>> = paths.collect();
                boards += 1;
                solvable += usize::from(!paths.is_empty());
                judge(&parts, &paths, boards % EVERY == 0);
            });
        }
    }
    assert!(boards > 200_000 && solvable > 5_000, "{boards} {solvable}");
}

/// No wall, and each single one.
fn walls(width: usize, height: usize) -> Vec<Option<(usize, usize, Side)>> {
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let sides = cells.flat_map(|(x, y)| [(x, y, Side::Right), (x, y, Side::Below)]);
    let inside = sides.filter(|&(x, y, side)| match side {
        Side::Right => x + 1 < width,
        Side::Below => y + 1 < height,
    });
    std::iter::once(None).chain(inside.map(Some)).collect()
}

/// Every choice of one to `most` different cells, in every order.
fn each_placing(
    cells: &[Position],
    most: usize,
    chosen: &mut Vec<Position>,
    visit: &mut impl FnMut(&[Position]),
) {
    if !chosen.is_empty() {
        visit(chosen);
    }
    if chosen.len() == most {
        return;
    }
    for &cell in cells {
        if !chosen.contains(&cell) {
            chosen.push(cell);
            each_placing(cells, most, chosen, visit);
            chosen.pop();
        }
    }
}

fn steps(walk: &[Position]) -> Vec<Dir> {
    let step = |pair: &[Position]| {
        let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
        match (to_x.cmp(&x), to_y.cmp(&y)) {
            (std::cmp::Ordering::Greater, _) => Dir::Right,
            (std::cmp::Ordering::Less, _) => Dir::Left,
            (_, std::cmp::Ordering::Greater) => Dir::Down,
            _ => Dir::Up,
        }
    };
    walk.windows(2).map(step).collect()
}

/// Compares what is said of a board with its paths.
pub fn judge(parts: &Parts, paths: &[&Vec<Position>], everything: bool) {
    let board = Board::new(parts);
    let paths: Vec<Vec<Dir>> = paths.iter().map(|walk| steps(walk)).collect();
    let control = Control::new();
    let request = SolveRequest::default();
    let few = Trail::count(&board, &request, Some(1), &control).expect("it can be counted");
    let few = few.up_to(Some(1));
    assert_eq!(
        few,
        Count::new(paths.len().min(1), paths.len() <= 1),
        "{parts:?}"
    );
    let methods: Vec<&str> = methods().collect();
    for method in &methods[..if everything { methods.len() } else { 1 }] {
        match solve(&board, method) {
            Ok(path) => assert!(paths.contains(&path), "{method}: {parts:?}"),
            Err(proof) => assert!(paths.is_empty(), "{method}: {parts:?}: {proof}"),
        }
    }
    if !everything {
        return;
    }
    let all = Trail::count(&board, &request, None, &control).expect("it can be counted");
    assert_eq!(all, Count::new(paths.len(), true), "{parts:?}");
    let mut listed = Trail::list(&board, &request, 1_000, &control).expect("it can be listed");
    let mut expected = paths.clone();
    let key = |path: &Vec<Dir>| path.iter().map(|dir| dir.index()).collect::<Vec<usize>>();
    listed.sort_by_key(key);
    expected.sort_by_key(key);
    assert_eq!(listed, expected, "{parts:?}");
    judge_hints(&board, &paths, parts);
    judge_proofs(&board, &paths, parts);
}

/// A proof that there is no path, or no other, exists where that is so; the checker has accepted
/// it.
fn judge_proofs(board: &Board, paths: &[Vec<Dir>], parts: &Parts) {
    let prove = |answer: Option<&Vec<Dir>>| {
        let proof = Trail::prove(board, &SolveRequest::default(), answer, &Control::new());
        proof.unwrap_or_else(|error| panic!("{parts:?}: {error}"))
    };
    assert_eq!(prove(None).is_some(), paths.is_empty(), "{parts:?}");
    if let Some(path) = paths.first() {
        assert_eq!(prove(Some(path)).is_some(), paths.len() == 1, "{parts:?}");
    }
}

/// From the beginning of a path there is a hint that some path goes on with; from a wrong beginning
/// there is none.
fn judge_hints(board: &Board, paths: &[Vec<Dir>], parts: &Parts) {
    let control = Control::new();
    let begin = paths.first().map_or(&[][..], Vec::as_slice);
    for length in [0, begin.len() / 2, begin.len()] {
        let so_far = begin[..length].to_vec();
        let hint = Trail::hint(board, Some(so_far.clone()), &control).expect("it can be followed");
        match hint.outcome {
            Outcome::Solved(step) => {
                assert!(paths.contains(&step.answer), "{parts:?}");
                assert!(step.answer.starts_with(&step.so_far), "{parts:?}");
                assert!(step.so_far.starts_with(&so_far), "{parts:?}");
                let whole = length == begin.len();
                assert_eq!(step.next.len(), usize::from(!whole), "{parts:?}");
            }
            Outcome::Unsolvable { .. } => assert!(paths.is_empty(), "{parts:?}"),
            Outcome::Unknown(unknown) => panic!("{unknown}"),
        }
    }
    for dir in Dir::ALL {
        let begins = |path: &&Vec<Dir>| path.first() == Some(&dir);
        if let Ok(hint) = Trail::hint(board, Some(vec![dir]), &control) {
            let found = matches!(hint.outcome, Outcome::Solved(_));
            assert_eq!(found, paths.iter().any(|path| begins(&path)), "{parts:?}");
        }
    }
}
