//! Boards that look solvable and are not, as a rule: of a generated board two terminals are
//! exchanged, one is moved, or all are put anywhere. The methods must agree with each other and
//! with the count.

use unicursal::connect::{Board, Connect, Tile, text};
use unicursal::implement::{Rng, level_of};
use unicursal::{Control, LevelName, Outcome, SolveRequest, puzzle};

use crate::boards::{count, methods};

/// The tiles of a generated board, row by row.
fn tiles(side: usize, colours: usize, seed: u64) -> Vec<char> {
    let connect = puzzle("connect").expect("it is in the registry");
    let name = format!("connect:{side}x{side}/c{colours}-d0-b0-k0#{seed}");
    let name = LevelName::Id(name.parse().expect("it is an id"));
    let made = connect
        .make(&name, &Control::new())
        .expect("it can be made");
    let text = made.level.text();
    let rows = text.lines().skip(1).take(side);
    rows.flat_map(str::chars).collect()
}

fn changed(mut tiles: Vec<char>, way: usize, rng: &mut Rng) -> Vec<char> {
    let places = |tiles: &[char], wanted: fn(char) -> bool| -> Vec<usize> {
        (0..tiles.len())
            .filter(|&place| wanted(tiles[place]))
            .collect()
    };
    let ends = places(&tiles, |tile| tile != '.');
    let free = places(&tiles, |tile| tile == '.');
    let (one, two) = (ends[rng.below(ends.len())], ends[rng.below(ends.len())]);
    match way {
        0 => tiles.swap(one, two),
        1 => tiles.swap(one, free[rng.below(free.len())]),
        _ => rng.shuffle(&mut tiles),
    }
    tiles
}

fn read(side: usize, tiles: &[char]) -> Board {
    let rows: Vec<String> = tiles.chunks(side).map(|row| row.iter().collect()).collect();
    let text = format!("{side} {side}\n{}\n0\n", rows.join("\n"));
    text::parse_board(text.as_bytes()).expect("the board can be read")
}

#[test]
fn changed_boards_are_unsolvable_exactly_if_they_have_no_answers() {
    let mut rng = Rng::from_text("unsolvable");
    let mut numbers = [[0; 2]; 3];
    for index in 0..90 {
        let side = 5 + index % 4;
        let way = index % 3;
        let board = read(
            side,
            &changed(tiles(side, side, index as u64), way, &mut rng),
        );
        let terminals =
            (0..board.cell_count()).filter(|&cell| matches!(board.tile(cell), Tile::Terminal(_)));
        assert_eq!(terminals.count(), 2 * side);
        let solvable = count(&board) > 0;
        for method in methods() {
            let mut request = SolveRequest {
                method: Some(method.to_owned()),
                ..SolveRequest::default()
            };
            request.options.set("turns", "any");
            let level = level_of::<Connect>(board.clone());
            let solved = level
                .solve(&request, &Control::new())
                .expect("it can be asked");
            match solved.outcome {
                Outcome::Solved(_) => assert!(solvable, "{method}\n{}", level.text()),
                Outcome::Unsolvable { .. } => assert!(!solvable, "{method}\n{}", level.text()),
                Outcome::Unknown(unknown) => panic!("{method}: {unknown}"),
            }
        }
        numbers[way][usize::from(solvable)] += 1;
    }
    assert!(numbers.iter().all(|of_way| of_way[0] > 5), "{numbers:?}");
    assert!(
        numbers.iter().map(|of_way| of_way[1]).sum::<i32>() > 5,
        "{numbers:?}"
    );
}
