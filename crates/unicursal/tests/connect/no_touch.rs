//! Whether a board has a solution whose paths do not touch themselves, against all sets of paths
//! that the independent checker accepts; searched from each corner of the board, which the seed
//! chooses.

use unicursal::connect::{Board, Connect, text};
use unicursal::implement::{Rng, level_of};
use unicursal::{Control, Outcome, SolveRequest};

use crate::boards::{board, random};
use crate::relatives::{answers, request, rules, some_board};

/// Asks from every corner; whether there is an answer.
fn agree(board: &Board) -> bool {
    let expected = !answers(board, &rules(true, false)).is_empty();
    let level = level_of::<Connect>(board.clone());
    for seed in 0..4 {
        let request = SolveRequest {
            seed,
            ..request(true, false)
        };
        let solved = level.solve(&request, &Control::new());
        let solvable = match solved.expect("every answer passes the checker").outcome {
            Outcome::Solved(_) => true,
            Outcome::Unsolvable { .. } => false,
            Outcome::Unknown(unknown) => panic!("{unknown}"),
        };
        assert_eq!(solvable, expected, "{seed}:\n{}", text::print_board(board));
    }
    expected
}

#[test]
fn all_boards_of_nine_tiles() {
    let mut solvable = 0;
    for (width, tiles) in [(3, b".X01"), (3, b".VH0"), (2, b".V01"), (4, b".H01")] {
        let cells = width * (9 / width);
        for mut code in 0..4_u32.pow(cells as u32) {
            let mut row = String::new();
            for _ in 0..cells {
                row.push(char::from(tiles[(code % 4) as usize]));
                code /= 4;
            }
            let number = |name: char| row.chars().filter(|&tile| tile == name).count();
            if number('0') != 2 || ![0, 2].contains(&number('1')) {
                continue;
            }
            let rows: Vec<String> = (0..cells / width)
                .map(|y| row[y * width..(y + 1) * width].to_owned())
                .collect();
            solvable += u32::from(agree(&board(&rows, &[])));
        }
    }
    assert!(solvable > 100, "only {solvable} boards have answers");
}

/// `UNICURSAL_BOARDS` tries more of them.
#[test]
fn random_boards_with_tiles_of_every_kind() {
    let wished = std::env::var("UNICURSAL_BOARDS").ok();
    let boards = wished.and_then(|number| number.parse().ok());
    let mut rng = Rng::from_text("no touch");
    let mut solvable = 0;
    for index in 0..boards.unwrap_or(1500) {
        let (width, height) = (2 + rng.below(4), 2 + rng.below(4));
        let board = if index % 2 == 0 {
            random(&mut rng, width, height)
        } else {
            some_board(&mut rng, width, height)
        };
        solvable += u32::from(agree(&board));
    }
    assert!(solvable > 50, "only {solvable} boards have answers");
}
