//! Thousands of small boards, counted in three ways and solved by every method.

use unicursal::connect::{Board, text};
use unicursal::implement::Rng;

use crate::boards::{board, count, count_by_trying, methods, random, solve};

/// Counts a board in all ways and asks every method whether it has a solution.
fn agree(board: &Board) -> u64 {
    let number = count_by_trying(board);
    assert_eq!(count(board), number, "{}", text::print_board(board));
    for method in methods() {
        let solved = solve(board, method, &[("turns", "any")]);
        assert_eq!(
            solved.is_some(),
            number > 0,
            "{method}:\n{}",
            text::print_board(board)
        );
    }
    number
}

/// Every board of up to six cells with one or two colours, blockers and directional tiles.
#[test]
fn all_small_boards() {
    let mut solvable = 0;
    for (width, height) in [(1, 2), (2, 1), (2, 2), (3, 1), (3, 2), (2, 3)] {
        let cells = width * height;
        for mut code in 0..6_u32.pow(cells as u32) {
            let mut tiles = Vec::new();
            for _ in 0..cells {
                tiles.push(b".XVH01"[(code % 6) as usize] as char);
                code /= 6;
            }
            let number = |name: char| tiles.iter().filter(|&&tile| tile == name).count();
            if ![number('0'), number('1')]
                .iter()
                .all(|number| [0, 2].contains(number))
            {
                continue;
            }
            let rows: Vec<String> = tiles
                .chunks(width)
                .map(|row| row.iter().collect())
                .collect();
            solvable += u64::from(agree(&board(&rows, &[])) > 0);
        }
    }
    assert!(solvable > 100, "only {solvable} boards have answers");
}

/// `UNICURSAL_BOARDS` tries more of them.
#[test]
fn random_boards() {
    let wished = std::env::var("UNICURSAL_BOARDS").ok();
    let boards = wished.and_then(|number| number.parse().ok());
    let mut rng = Rng::from_text("connect");
    let mut solvable = 0;
    for _ in 0..boards.unwrap_or(3000) {
        let (width, height) = (2 + rng.below(4), 2 + rng.below(3));
        let board = random(&mut rng, width, height);
        solvable += u64::from(agree(&board) > 0);
    }
    assert!(solvable > 50, "only {solvable} boards have answers");
}

/// Mirrored, turned or with other names a board has as many solutions.
#[test]
fn symmetry_and_names_do_not_matter() {
    let mut rng = Rng::from_text("symmetry");
    for _ in 0..300 {
        let (width, height) = (2 + rng.below(4), 2 + rng.below(4));
        let original = random(&mut rng, width, height);
        let number = count(&original);
        for changed in [
            mirrored(&original),
            transposed(&original),
            renamed(&original),
        ] {
            let changed = text::parse_board(changed.as_bytes()).expect("it is still a board");
            assert_eq!(count(&changed), number, "{}", text::print_board(&original));
            for method in methods() {
                let solved = solve(&changed, method, &[("turns", "any")]);
                assert_eq!(solved.is_some(), number > 0);
            }
        }
    }
}

/// x, y and colour.
type Checkpoint = (usize, usize, char);

/// Rows and checkpoints of a board's text, to be changed and put together again.
fn parts(board: &Board) -> (Vec<Vec<char>>, Vec<Checkpoint>) {
    let rows = text::print_board(board)
        .lines()
        .skip(1)
        .take(board.height())
        .map(|row| row.chars().collect())
        .collect();
    let checkpoints = board.checkpoints().iter().map(|&(cell, colour)| {
        let (x, y) = board.position(cell);
        (x, y, board.colours()[colour].name)
    });
    (rows, checkpoints.collect())
}

fn together(rows: &[Vec<char>], checkpoints: &[Checkpoint]) -> String {
    let mut lines = vec![format!("{} {}", rows.len(), rows[0].len())];
    lines.extend(rows.iter().map(|row| row.iter().collect::<String>()));
    lines.push(checkpoints.len().to_string());
    lines.extend(checkpoints.iter().map(|(x, y, c)| format!("{x} {y} {c}")));
    lines.join("\n")
}

fn mirrored(board: &Board) -> String {
    let (mut rows, mut checkpoints) = parts(board);
    for row in &mut rows {
        row.reverse();
    }
    for (x, _, _) in &mut checkpoints {
        *x = board.width() - 1 - *x;
    }
    together(&rows, &checkpoints)
}

fn transposed(board: &Board) -> String {
    let (rows, mut checkpoints) = parts(board);
    let turned = |tile: char| match tile {
        'V' => 'H',
        'H' => 'V',
        other => other,
    };
    let column = |x: usize| rows.iter().map(|row| turned(row[x])).collect();
    let columns: Vec<Vec<char>> = (0..board.width()).map(column).collect();
    for (x, y, _) in &mut checkpoints {
        std::mem::swap(x, y);
    }
    together(&columns, &checkpoints)
}

fn renamed(board: &Board) -> String {
    let (mut rows, mut checkpoints) = parts(board);
    let other = |name: char| match name {
        '0'..='9' => char::from(b'j' - (name as u8 - b'0')),
        special => special,
    };
    for tile in rows.iter_mut().flatten() {
        *tile = other(*tile);
    }
    for (_, _, name) in &mut checkpoints {
        *name = other(*name);
    }
    together(&rows, &checkpoints)
}
