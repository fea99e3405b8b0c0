//! A level cell by cell is the same level.

use unicursal::{Checkpoint, Control, Error, Level, Puzzle, Sheet};

use crate::{all, example, request};

/// Prints the sheet of a level and reads it again, over JSON as a page does.
fn round_trip(puzzle: &dyn Puzzle, level: &dyn Level) {
    let sheet = level.sheet();
    assert_eq!((sheet.width, sheet.height), level.size());
    assert_eq!(sheet.cells.chars().count(), sheet.width * sheet.height);
    let about = puzzle.about();
    for symbol in sheet.cells.chars() {
        let is_tile = about.tiles.iter().any(|tile| tile.symbol == symbol);
        assert!(is_tile || about.colours, "'{symbol}'");
    }
    let json = serde_json::to_string(&sheet).expect("a sheet is JSON");
    let again: Sheet = serde_json::from_str(&json).expect("it is a sheet");
    assert_eq!(again, sheet);
    let text = puzzle.print_sheet(&again).expect("it is a whole sheet");
    let read = puzzle.parse(text.as_bytes(), &Control::new());
    let read = read.unwrap_or_else(|error| panic!("{error}:\n{text}"));
    assert_eq!(read.text(), level.text());
    assert_eq!(read.sheet(), sheet);
}

#[test]
fn sheets_of_examples_are_the_same_levels() {
    for puzzle in all() {
        round_trip(puzzle, &*example(puzzle));
    }
}

/// The second part of the game has no line for checkpoints, and another turn limit.
#[test]
fn regression_a_sheet_keeps_that_a_board_does_not_count_checkpoints() {
    let connect = unicursal::puzzle("connect").expect("it is in the registry");
    for text in [
        "1 20\n0..................0\n",
        "1 20\n0..................0\n0\n",
    ] {
        let level = connect.parse(text.as_bytes(), &Control::new());
        round_trip(connect, &*level.expect("it can be read"));
    }
}

#[test]
fn sheets_of_generated_levels_are_the_same_levels() {
    for puzzle in all() {
        for (width, height) in [(7, 5), (9, 12), (16, 16), (33, 20)] {
            for seed in ["a", "b", "c"] {
                let made = puzzle.generate(&request(width, height, seed), &Control::new());
                let made = made.unwrap_or_else(|error| panic!("{}: {error}", puzzle.name()));
                round_trip(puzzle, &*made.level);
            }
        }
    }
}

/// An author may not be finished: a sheet need not be a good level to be printed.
#[test]
fn unfinished_sheets_are_printed() {
    for puzzle in all() {
        let first = puzzle.about().tiles[0].symbol;
        let sheet = Sheet::from_fn(5, 4, |_, _| first);
        let text = puzzle.print_sheet(&sheet).expect("it is a whole sheet");
        match puzzle.parse(text.as_bytes(), &Control::new()) {
            Ok(level) => assert_eq!(level.size(), (5, 4)),
            Err(error) => assert!(matches!(error, Error::BadInput(_)), "{error:?}"),
        }
    }
}

#[test]
fn checkpoints_are_part_of_a_sheet() {
    let connect = unicursal::puzzle("connect").expect("it is in the registry");
    let checkpoint = |x, y, colour| Checkpoint { x, y, colour };
    assert_eq!(
        example(connect).sheet().checkpoints,
        [checkpoint(0, 2, '0'), checkpoint(2, 0, 'e')]
    );
}

#[test]
fn numbers_and_thin_walls_are_part_of_a_sheet() {
    let trail = unicursal::puzzle("trail").expect("it is in the registry");
    let sheet = example(trail).sheet();
    let numbers = sheet.numbers.iter().map(|one| (one.number, one.x, one.y));
    assert_eq!(
        numbers.collect::<Vec<_>>(),
        [(1, 0, 0), (2, 1, 0), (3, 3, 2)]
    );
    let walls = sheet.walls.iter().map(|wall| (wall.x, wall.y, wall.below));
    assert_eq!(walls.collect::<Vec<_>>(), [(0, 0, false), (2, 0, true)]);
}

#[test]
fn sheets_that_are_none_are_refused() {
    let sheet = |width, height, cells: &str| Sheet {
        width,
        height,
        cells: cells.to_owned(),
        ..Sheet::from_fn(1, 1, |_, _| '.')
    };
    for puzzle in all() {
        for bad in [
            sheet(3, 2, "....."),
            sheet(3, 2, "......."),
            sheet(usize::MAX, 2, "...."),
            sheet(2, 2, "..\n."),
            sheet(2, 2, "..\r."),
        ] {
            let printed = puzzle.print_sheet(&bad);
            assert!(matches!(printed, Err(Error::BadRequest(_))), "{printed:?}");
        }
    }
}
