//! Two counters that share no code agree: the library's and the independent checker's.

use std::time::Duration;

use unicursal::implement::Rng;
use unicursal::{BigUint, Control, Error, Level, SolveRequest, puzzle};

/// A level by its text.
fn level(name: &str, text: &str) -> Box<dyn Level> {
    let puzzle = puzzle(name).expect("it is in the registry");
    let level = puzzle.parse(text.as_bytes(), &Control::new());
    level.unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn with(options: &[&'static str]) -> SolveRequest {
    let mut request = SolveRequest::default();
    for option in options {
        request.options.set(*option, "true");
    }
    request
}

/// How many solutions both counters find.
fn agreed(name: &str, text: &str, request: &SolveRequest) -> BigUint {
    let (level, control) = (level(name, text), Control::new());
    let counted = level.count(request, None, &control);
    let counted = counted.expect("it can be counted");
    assert!(counted.complete, "{text}");
    let again = level.recount(request, &control).expect("no limit is set");
    assert_eq!(counted.found, again, "{:?}\n{text}", request.options);
    again
}

/// How many of the counts are above zero, and how many above one.
#[derive(Default)]
struct Seen {
    some: usize,
    several: usize,
}

impl Seen {
    fn note(&mut self, count: &BigUint) {
        self.some += usize::from(*count > BigUint::ZERO);
        self.several += usize::from(*count > 1_u32.into());
    }
}

fn rows(
    rng: &mut Rng,
    (width, height): (usize, usize),
    cell: impl Fn(&mut Rng) -> char,
) -> Vec<Vec<char>> {
    let mut row = || (0..width).map(|_| cell(rng)).collect();
    (0..height).map(|_| row()).collect()
}

fn text(rows: &[Vec<char>]) -> String {
    let lines = rows.iter().map(|row| row.iter().collect::<String>() + "\n");
    lines.collect()
}

#[test]
fn coil() {
    let mut rng = Rng::from_text("recounts of coil");
    let mut seen = Seen::default();
    for _ in 0..400 {
        let (width, height) = (1 + rng.below(5), 1 + rng.below(5));
        let walls = rng.below(5);
        let cells = rows(&mut rng, (width, height), |rng| {
            if rng.below(10) < walls { 'X' } else { '.' }
        });
        let cells: String = cells.concat().into_iter().collect();
        if cells.contains('.') {
            let text = format!("x={width}&y={height}&board={cells}\n");
            seen.note(&agreed("coil", &text, &with(&[])));
        }
    }
    assert!(seen.some > 50 && seen.several > 20, "too few with answers");
}

#[test]
fn pellet() {
    let mut rng = Rng::from_text("recounts of pellet");
    let mut seen = Seen::default();
    for _ in 0..300 {
        let (width, height) = (1 + rng.below(6), 1 + rng.below(6));
        let walls = rng.below(3);
        let mut cells = rows(&mut rng, (width, height), |rng| {
            if rng.below(12) < walls { '#' } else { '.' }
        });
        cells[rng.below(height)][rng.below(width)] = 'S';
        seen.note(&agreed("pellet", &text(&cells), &with(&[])));
    }
    assert!(seen.some > 50 && seen.several > 20, "too few with answers");
    // More than a machine word holds.
    let open = format!("S.....\n{}", "......\n".repeat(39));
    assert!(agreed("pellet", &open, &with(&[])) > u64::MAX.into());
}

/// Numbers at random places, or along a path; thin walls; blocked cells.
#[test]
fn trail() {
    let mut rng = Rng::from_text("recounts of trail");
    let mut seen = Seen::default();
    for _ in 0..600 {
        let (width, height) = (1 + rng.below(5), 1 + rng.below(6));
        let walls = rng.below(4);
        let mut board = format!("trail {width}x{height}\n");
        let mut places: Vec<usize> = (0..width * height).collect();
        if rng.chance(1, 3) {
            rng.shuffle(&mut places);
        } else {
            // From row to row, there and back: often in the order of a path.
            for row in (1..height).step_by(2) {
                places[row * width..(row + 1) * width].reverse();
            }
        }
        let numbers = 1 + rng.below(places.len().min(5));
        let step = places.len().div_ceil(numbers);
        let clues: Vec<usize> = places.iter().copied().step_by(step).collect();
        for y in 0..height {
            for x in 0..width {
                let clue = clues.iter().position(|&clue| clue == y * width + x);
                let cell = clue.map_or(".".to_owned(), |clue| (clue + 1).to_string());
                let is_bar = x + 1 < width && rng.below(16) < walls;
                board += &cell;
                board.push(if is_bar { '|' } else { ' ' });
            }
            board.push('\n');
            if y + 1 < height && rng.chance(1, 4) {
                let at = rng.below(width);
                board += &" ".repeat(2 * at);
                board += "-\n";
            }
        }
        seen.note(&agreed("trail", &board, &with(&[])));
    }
    assert!(seen.some > 100 && seen.several > 50, "too few with answers");
}

/// Every rule, with every kind of tile.
#[test]
fn connect() {
    let mut rng = Rng::from_text("recounts of connect");
    let mut seen: [Seen; 4] = Default::default();
    for round in 0..400 {
        let (width, height) = (2 + rng.below(4), 1 + rng.below(5));
        let special = rng.below(3);
        let mut cells = rows(&mut rng, (width, height), |rng| {
            if rng.below(16) < special {
                ['V', 'H', 'X'][rng.below(3)]
            } else {
                '.'
            }
        });
        let mut places: Vec<usize> = (0..width * height).collect();
        rng.shuffle(&mut places);
        let colours = 1 + rng.below(3.min(places.len() / 2));
        for (colour, pair) in places.chunks(2).take(colours).enumerate() {
            for &at in pair {
                cells[at / width][at % width] = ['0', '1', '2'][colour];
            }
        }
        let mut board = format!("{height} {width}\n{}", text(&cells));
        let is_open = |&at: &usize| matches!(cells[at / width][at % width], '.' | 'V' | 'H');
        let point = places.into_iter().skip(2 * colours).find(is_open);
        let point = point.filter(|_| rng.chance(1, 3));
        let point = point.map(|at| format!("1\n{} {} 0\n", at % width, at / width));
        board += point.as_deref().unwrap_or("0\n");
        let options: &[&str] =
            [&[][..], &["blanks"], &["no-touch"], &["blanks", "no-touch"]][round % 4];
        seen[round % 4].note(&agreed("connect", &board, &with(options)));
    }
    assert!(
        seen.iter().all(|seen| seen.some > 5),
        "too few with answers"
    );
}

#[test]
fn a_count_that_takes_too_long_or_too_much_is_ended() {
    let open = format!(
        "S{}\n{}",
        ".".repeat(29),
        format!("{}\n", ".".repeat(30)).repeat(29)
    );
    let level = level("pellet", &open);
    for control in [
        Control::new().time_limit(Duration::from_millis(100)),
        Control::new().memory_limit(10 << 20),
    ] {
        let ended = level.recount(&SolveRequest::default(), &control);
        assert!(matches!(ended, Err(Error::Unfinished(_))), "{ended:?}");
    }
    let coil = crate::example(puzzle("coil").expect("it is in the registry"));
    let control = Control::new().time_limit(Duration::from_millis(100));
    let ended = coil.recount(&SolveRequest::default(), &control);
    assert!(matches!(ended, Err(Error::Unfinished(_))), "{ended:?}");
}
