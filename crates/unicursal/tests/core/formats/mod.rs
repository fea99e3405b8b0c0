//! The forms of other programs: what is written is read again, what cannot be said is refused with
//! the tile, and no text of our own is taken for another form.

mod examples;
mod flaws;
mod loops;
mod penpa;
mod tours;

use std::collections::HashMap;
use std::fmt::Write;

use proptest::prelude::*;
use unicursal::implement::Rng;
use unicursal::{Control, Level, OWN, Puzzle, puzzle};

use super::all;

fn read(puzzle: &dyn Puzzle, text: &[u8]) -> Box<dyn Level> {
    let level = puzzle.parse(text, &Control::new());
    level.unwrap_or_else(|error| panic!("{}: {error}", String::from_utf8_lossy(text)))
}

fn read_as(puzzle: &dyn Puzzle, form: &str, text: &[u8]) -> Box<dyn Level> {
    let level = puzzle.parse_as(form, text, &Control::new());
    level.unwrap_or_else(|error| panic!("{form}: {}: {error}", String::from_utf8_lossy(text)))
}

/// The own form of a random level. The boards of Connect have no special tiles, and names of all
/// kinds; half of the mazes have walls between cells as micromouse mazes do.
fn random_level(puzzle: &str, width: usize, height: usize, rng: &mut Rng) -> String {
    if puzzle == "trail" {
        return random_trail(width, height, rng);
    }
    let mut cells = vec![vec![' '; width]; height];
    let symbols = match puzzle {
        "coil" => ['.', '.', 'X'],
        "connect" => ['.', '.', '.'],
        "maze" => ['#', '#', ' '],
        _ => ['.', '.', '#'],
    };
    let on_lattice = rng.chance(1, 2);
    for (y, row) in cells.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            *cell = match (x % 2, y % 2) {
                (0, 0) if on_lattice && puzzle == "maze" => '#',
                (1, 1) if on_lattice && puzzle == "maze" => ' ',
                _ => symbols[rng.below(3)],
            };
        }
    }
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let mut places: Vec<_> = places
        .filter(|(x, y)| puzzle != "maze" || !on_lattice || (x % 2, y % 2) == (0, 0))
        .collect();
    rng.shuffle(&mut places);
    let mut put = |symbol| {
        if let Some((x, y)) = places.pop() {
            cells[y][x] = symbol;
        }
    };
    match puzzle {
        "connect" => {
            let mut names: Vec<char> = "0123456789abcABCRYGé東".chars().collect();
            rng.shuffle(&mut names);
            let most = (width * height / 2).min(names.len());
            for name in names.into_iter().take(rng.below(most + 1)) {
                put(name);
                put(name);
            }
        }
        "maze" if on_lattice && rng.chance(1, 2) => as_in_contests(&mut cells),
        "maze" => ['S', 'E'].into_iter().for_each(put),
        "pellet" => put('S'),
        _ => {}
    }
    let rows: Vec<String> = cells
        .into_iter()
        .map(|row| row.into_iter().collect())
        .collect();
    match puzzle {
        "coil" => format!("x={width}&y={height}&board={}\n", rows.concat()),
        "connect" => format!("{height} {width}\n{}\n", rows.join("\n")),
        "pellet" => format!("{width} {height}\n{}\n", rows.join("\n")),
        _ => rows.join("\n") + "\n",
    }
}

/// A board of Trail with numbers, blocked cells and thin walls between cells that are not.
fn random_trail(width: usize, height: usize, rng: &mut Rng) -> String {
    let mut cells = vec![".".to_owned(); width * height];
    for cell in &mut cells {
        if rng.chance(1, 6) {
            "#".clone_into(cell);
        }
    }
    let mut places: Vec<usize> = (0..cells.len()).collect();
    rng.shuffle(&mut places);
    let count = 1 + rng.below(cells.len().min(15));
    for (number, &place) in (1..=count).zip(&places) {
        cells[place] = number.to_string();
    }
    let digits = cells.iter().map(String::len).max().unwrap_or(1);
    let mut text = format!("trail {width}x{height}\n");
    for y in 0..height {
        let (mut row, mut below) = (String::new(), String::new());
        for x in 0..width {
            let at = y * width + x;
            let mut wall = |other: usize, exists: bool| {
                exists && cells[at] != "#" && cells[other] != "#" && rng.chance(1, 5)
            };
            let (right, down) = (
                wall(at + 1, x + 1 < width),
                wall(at + width, y + 1 < height),
            );
            write!(
                row,
                "{:>digits$}{}",
                cells[at],
                if right { '|' } else { ' ' }
            )
            .expect("a string takes everything");
            below.push_str(&if down { "-" } else { " " }.repeat(digits));
            below.push(' ');
        }
        for line in [row.trim_end(), below.trim_end()] {
            if !line.is_empty() {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    text
}

/// Puts S at the bottom left, and E into the middle: on a post, with room around it, or on a cell.
fn as_in_contests(cells: &mut [Vec<char>]) {
    let (width, height) = (cells[0].len(), cells.len());
    let middle = |side: usize| (side - 1) / 2;
    let (x, y) = (middle(width), middle(height));
    if (x % 2, y % 2) == (1, 1) {
        for row in &mut cells[y - 1..(y + 2).min(height)] {
            for cell in &mut row[x - 1..(x + 2).min(width)] {
                *cell = '#';
            }
        }
    }
    cells[y][x] = 'E';
    cells[height - 1][0] = 'S';
}

/// A text in which colours are named by the order of their appearance.
fn renamed(puzzle: &str, text: &str) -> String {
    if puzzle != "connect" {
        return text.to_owned();
    }
    // Forms have rules of their own.
    let text = match text.split_once('\n') {
        Some((rule, rest)) if rule.starts_with("rule:") => rest,
        _ => text,
    };
    let (header, rows) = text.split_once('\n').expect("a board has a header");
    let mut numbers = HashMap::new();
    let mut again = header.to_owned();
    for cell in rows.chars() {
        if matches!(cell, '.' | '\n') {
            again.push(cell);
        } else {
            let next = numbers.len();
            let number = *numbers.entry(cell).or_insert(next);
            write!(again, "<{number}>").expect("a string takes everything");
        }
    }
    again
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_form_reads_what_it_writes(seed in any::<u64>(), width in 1_usize..18, height in 1_usize..18) {
        let rng = &mut Rng::from_number(seed);
        // Squares and the size of a .maz file are rare otherwise.
        let (width, height) = match rng.below(4) {
            0 => (width, width),
            1 => (31, 31),
            _ => (width, height),
        };
        for puzzle in all() {
            let text = random_level(puzzle.name(), width, height, rng);
            let Ok(level) = puzzle.parse_as(OWN, text.as_bytes(), &Control::new()) else {
                // A maze whose start is walled in or that has no room for an end.
                prop_assert_eq!(puzzle.name(), "maze", "{}", text);
                continue;
            };
            let recognised = puzzle.parse(text.as_bytes(), &Control::new());
            prop_assert_eq!(recognised.map(|level| level.text()), Ok(text.clone()), "taken for another form");
            prop_assert_eq!(&level.text(), &text);
            for form in puzzle.formats() {
                let Ok(written) = level.write_as(form.name) else {
                    continue;
                };
                if !form.reads {
                    continue;
                }
                let expected = renamed(puzzle.name(), &text);
                let again = read_as(puzzle, form.name, &written);
                prop_assert_eq!(&renamed(puzzle.name(), &again.text()), &expected, "{}", form.name);
                // With '#' for walls a text may be another maze in our own form.
                if form.name != "walls" {
                    let again = read(puzzle, &written);
                    prop_assert_eq!(&renamed(puzzle.name(), &again.text()), &expected, "{}", form.name);
                }
                let twice = again.write_as(form.name).expect("it was written before");
                prop_assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&written));
            }
        }
    }

    #[test]
    fn no_text_makes_a_reader_fail_in_another_way_than_by_an_error(
        seed in any::<u64>(),
        width in 1_usize..8,
        height in 1_usize..8,
    ) {
        let rng = &mut Rng::from_number(seed);
        for puzzle in all() {
            let text = random_level(puzzle.name(), width, height, rng);
            let Ok(level) = puzzle.parse(text.as_bytes(), &Control::new()) else {
                continue;
            };
            for form in puzzle.formats() {
                let Ok(mut bytes) = level.write_as(form.name) else {
                    continue;
                };
                for _ in 0..=rng.below(4) {
                    let at = rng.below(bytes.len() + 1);
                    let any = [b'/', b'9', b'(', b'\n', b' ', b'-', b'#', 0xe2, rng.below(256) as u8];
                    let byte = any[rng.below(any.len())];
                    match rng.below(3) {
                        0 => bytes.insert(at, byte),
                        1 => bytes.truncate(at),
                        _ if at < bytes.len() => bytes[at] = byte,
                        _ => {}
                    }
                }
                for reader in puzzle.formats().iter().filter(|form| form.reads) {
                    let _ = puzzle.parse_as(reader.name, &bytes, &Control::new());
                }
                let _ = puzzle.parse(&bytes, &Control::new());
            }
        }
    }
}

#[test]
fn forms_have_names_that_differ_and_the_first_is_our_own() {
    for puzzle in all() {
        let formats = puzzle.formats();
        assert_eq!(formats[0].name, OWN);
        let mut names: Vec<_> = formats.iter().map(|form| form.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), formats.len(), "{}", puzzle.name());
        assert!(formats.iter().all(|form| form.reads || form.writes));
    }
}

#[test]
fn unknown_forms_are_refused() {
    let coil = puzzle("coil").expect("it is in the registry");
    let level = read(coil, b"x=2&y=1&board=..");
    for (error, expected) in [
        (
            level.write_as("word").unwrap_err(),
            "Coil has no form 'word'; there are own, drawing, framed, rows, tsplib",
        ),
        (
            coil.parse_as("tsplib", b"", &Control::new())
                .err()
                .expect("it cannot be read"),
            "the form 'tsplib' can be written, not read",
        ),
    ] {
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            ("bad-request", expected)
        );
    }
}
