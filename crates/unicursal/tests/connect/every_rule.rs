//! Every rule with every kind of tile, against all sets of paths that the independent checker
//! accepts: all boards of small areas, all pairs of terminals of 4x4, and random boards up to 6x6;
//! and the same for their mirror images.

use std::collections::BTreeSet;

use unicursal::connect::{Answer, Board, Connect, text};
use unicursal::implement::{Rng, level_of};
use unicursal::{Control, Count, Level, Outcome, SolveRequest};

use crate::boards::{board, random};
use crate::relatives::{accepted, path_sets, request, rules, some_board};

/// The boards of a longer run, by `UNICURSAL_BOARDS`.
fn wished(usual: usize) -> usize {
    let wished = std::env::var("UNICURSAL_BOARDS").ok();
    wished
        .and_then(|number| number.parse().ok())
        .unwrap_or(usual)
}

fn is_solved(level: &dyn Level, request: &SolveRequest) -> bool {
    let solved = level.solve(request, &Control::new());
    match solved.expect("every answer passes the checker").outcome {
        Outcome::Solved(_) => true,
        Outcome::Unsolvable { .. } => false,
        Outcome::Unknown(unknown) => panic!("{unknown}"),
    }
}

/// Compares what is said of a board by each rule with its sets of paths; how many solutions there
/// are by each.
fn agree(board: &Board, sets: &[Answer]) -> [usize; 4] {
    let level = level_of::<Connect>(board.clone());
    let text = text::print_board(board);
    std::array::from_fn(|index| {
        let (no_touch, blanks) = (index & 1 == 1, index & 2 == 2);
        let expected = accepted(board, sets, &rules(no_touch, blanks));
        let request = request(no_touch, blanks);
        let count = |most| {
            let counted = level.count(&request, most, &Control::new());
            counted.expect("it can be counted")
        };
        let number = expected.len();
        assert_eq!(count(None), Count::new(number, true), "{index}\n{text}");
        let few = Count::new(number.min(1), number <= 1);
        assert_eq!(count(Some(1)), few, "{index}\n{text}");
        assert_eq!(is_solved(&*level, &request), number > 0, "{index}\n{text}");
        // As few pieces as the shortest answer has, and one less.
        if let Some(least) = expected.iter().map(|lines| lines.lines().count()).min() {
            for (turns, possible) in [(least, true), (least - 1, false)] {
                let mut request = request.clone();
                request.options.set("turns", turns.to_string());
                let solved = turns > 0 && is_solved(&*level, &request);
                assert_eq!(solved, possible, "{index}, {turns} pieces\n{text}");
            }
        }
        number
    })
}

fn agree_on_all(board: &Board) -> [usize; 4] {
    let sets = path_sets(board, u64::MAX).expect("there is no end to the steps");
    agree(board, &sets)
}

/// Rows turned by a quarter, with V and H exchanged.
fn turned(rows: &[String]) -> Vec<String> {
    let column = |x: usize| {
        let tiles = rows.iter().rev().map(|row| row.as_bytes()[x]);
        let exchanged = tiles.map(|tile| match tile {
            b'V' => 'H',
            b'H' => 'V',
            other => char::from(other),
        });
        exchanged.collect()
    };
    (0..rows[0].len()).map(column).collect()
}

/// The eight images of a board, itself among them.
fn images(rows: &[String]) -> Vec<Vec<String>> {
    let mut images = vec![rows.to_vec()];
    for index in 0..7 {
        let mut next = turned(&images[index]);
        if index == 3 {
            next.reverse();
        }
        images.push(next);
    }
    images
}

/// Whether no image comes before these rows, so that of all images one is first.
fn is_first(rows: &[String]) -> bool {
    images(rows).iter().all(|image| rows <= &image[..])
}

#[test]
fn eight_images_are_eight() {
    let rows = ["01V".to_owned(), "0.1".to_owned(), "...".to_owned()];
    let all: BTreeSet<Vec<String>> = images(&rows).into_iter().collect();
    assert_eq!(all.len(), 8);
}

/// Rows of all boards of an area with two terminals of one or two colours, and these tiles
/// elsewhere.
fn for_each_board(width: usize, height: usize, tiles: &[u8], mut visit: impl FnMut(Vec<String>)) {
    let cells = width * height;
    let mut digits = vec![0; cells];
    loop {
        let tile = |&digit: &usize| char::from(tiles[digit]);
        let row: String = digits.iter().map(tile).collect();
        let number = |name: char| row.matches(name).count();
        if number('0') == 2 && [0, 2].contains(&number('1')) {
            let rows = row.as_bytes().chunks(width);
            visit(
                rows.map(|row| String::from_utf8_lossy(row).into_owned())
                    .collect(),
            );
        }
        // The next number with as many digits.
        let Some(at) = digits.iter().position(|&digit| digit + 1 < tiles.len()) else {
            return;
        };
        digits[..at].fill(0);
        digits[at] += 1;
    }
}

#[test]
fn all_boards_of_six_tiles_by_every_rule() {
    let mut solvable = [0; 4];
    for (width, height) in [(2, 2), (4, 1), (1, 5), (3, 2), (2, 3)] {
        for_each_board(width, height, b".XVH01", |rows| {
            let numbers = agree_on_all(&board(&rows, &[]));
            for (solvable, number) in solvable.iter_mut().zip(numbers) {
                *solvable += usize::from(number > 0);
            }
        });
    }
    // Few boards of random tiles can be filled.
    assert!(solvable[0] > 100 && solvable[3] > 500, "{solvable:?}");
}

/// One of each eight images; a part of them unless more are wished for.
#[test]
fn boards_of_nine_tiles_by_every_rule() {
    let (mut index, mut more) = (0, [0; 4]);
    let stride = (170_000 / wished(1_000)).max(1);
    for_each_board(3, 3, b".XVH01", |rows| {
        if !is_first(&rows) {
            return;
        }
        index += 1;
        if index % stride == 0 {
            let numbers = agree_on_all(&board(&rows, &[]));
            for (more, number) in more.iter_mut().zip(numbers) {
                *more += usize::from(number > 0);
            }
        }
    });
    assert!(more[0] > 0 && more[1] > 0 && more[3] > 100, "{more:?}");
}

/// All places of one colour, and of two, on 4x4 without other tiles: one of each eight images.
#[test]
fn all_terminals_of_four_by_four_by_every_rule() {
    let mut boards = 0;
    let mut numbers = [0; 4];
    let mut look = |ends: [usize; 4], colours: usize| {
        let mut tiles = [b'.'; 16];
        for (index, &end) in ends[..2 * colours].iter().enumerate() {
            tiles[end] = b"0011"[index];
        }
        let row = |row: &[u8]| String::from_utf8_lossy(row).into_owned();
        let rows: Vec<String> = tiles.chunks(4).map(row).collect();
        if is_first(&rows) {
            boards += 1;
            for (sum, number) in numbers.iter_mut().zip(agree_on_all(&board(&rows, &[]))) {
                *sum += number;
            }
        }
    };
    for one in 0..16 {
        for two in one + 1..16 {
            look([one, two, 0, 0], 1);
            for three in (one + 1..16).filter(|&three| three != two) {
                for four in (three + 1..16).filter(|&four| four != two) {
                    look([one, two, three, four], 2);
                }
            }
        }
    }
    assert!(boards > 500, "{boards}");
    assert!(
        numbers[3] < numbers[2] && numbers[1] <= numbers[0],
        "{numbers:?}"
    );
}

/// Boards up to 6x6 on which all sets of paths can be tried, with all tiles and checkpoints.
#[test]
fn random_boards_up_to_six_by_six_by_every_rule() {
    let mut rng = Rng::from_text("every rule");
    let (mut compared, mut large) = (0, 0);
    for _ in 0..wished(150) {
        let (width, height) = (3 + rng.below(4), 3 + rng.below(4));
        let board = if rng.chance(1, 4) {
            random(&mut rng, width, height)
        } else {
            some_board(&mut rng, width, height)
        };
        let Some(sets) = path_sets(&board, 30_000).filter(|sets| sets.len() < 1_000) else {
            continue;
        };
        agree(&board, &sets);
        compared += 1;
        large += usize::from(width * height >= 30);
    }
    assert!(
        compared > 50 && large > 5,
        "{compared} compared, {large} large"
    );
}

#[test]
fn images_of_a_board_have_as_many_answers_by_every_rule() {
    let mut rng = Rng::from_text("images");
    for _ in 0..40 {
        let (width, height) = (2 + rng.below(4), 2 + rng.below(4));
        let original = some_board(&mut rng, width, height);
        let lines = text::print_board(&original);
        let rows = lines.lines().skip(1).take(height);
        let rows: Vec<String> = rows.map(str::to_owned).collect();
        let numbers = |rows: &[String]| -> Vec<Count> {
            let level = level_of::<Connect>(board(rows, &[]));
            let count = |index: usize| {
                let request = request(index & 1 == 1, index & 2 == 2);
                let counted = level.count(&request, Some(500), &Control::new());
                counted.expect("it can be counted")
            };
            (0..4).map(count).collect()
        };
        let expected = numbers(&rows);
        for image in images(&rows) {
            assert_eq!(numbers(&image), expected, "{image:?}");
        }
    }
}
