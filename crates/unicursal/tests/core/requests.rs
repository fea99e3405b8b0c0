//! Requests that make no sense are refused before a puzzle sees them.

use unicursal::implement::level_of;
use unicursal::{Control, Error, LevelName, Options, SolveRequest};

use crate::liar::{LIAR, Liar};
use crate::{all, example, request};

fn bad_request<T>(result: Result<T, Error>) -> String {
    match result.map(|_| ()) {
        Err(Error::BadRequest(message)) => message,
        other => panic!("it was not refused: {other:?}"),
    }
}

fn options(name: &str, value: &str) -> Options {
    let mut options = Options::default();
    options.set(name, value);
    options
}

/// For solving and for checking alike.
#[test]
fn unknown_methods_are_refused() {
    let control = Control::new();
    let levels = all().map(|puzzle| (puzzle, example(puzzle)));
    for (puzzle, level) in levels.chain([(LIAR, level_of::<Liar>("honest".to_owned()))]) {
        let about = puzzle.about();
        let methods: Vec<&str> = about.methods.iter().map(|method| method.name).collect();
        let known = match methods[..] {
            [only] => format!("there is {only}"),
            _ => format!("there are {}", methods.join(", ")),
        };
        let (title, word) = (about.title, about.method_word);
        let message = format!("{title} has no {word} 'odd'; {known}");
        let request = SolveRequest {
            method: Some("odd".to_owned()),
            ..SolveRequest::default()
        };
        assert_eq!(bad_request(level.solve(&request, &control)), message);
        assert_eq!(bad_request(level.check(&request, b"")), message);
        assert!(!about.methods.is_empty());
    }
}

#[test]
fn unknown_options_are_refused() {
    let control = Control::new();
    let levels = all().map(|puzzle| (puzzle, example(puzzle)));
    for (puzzle, level) in levels.chain([(LIAR, level_of::<Liar>("honest".to_owned()))]) {
        let message = "there is no option 'odd' here; there ";
        let solve = SolveRequest {
            options: options("odd", "true"),
            ..SolveRequest::default()
        };
        let said = bad_request(level.solve(&solve, &control));
        assert!(said.starts_with(message), "{said}");
        for option in puzzle.about().solve_options {
            assert!(said.contains(option.name) != option.hidden, "{said}");
        }
        assert_eq!(bad_request(level.check(&solve, b"")), said);
        let mut generate = request(9, 9, "x");
        generate.options = options("odd", "true");
        let said = bad_request(puzzle.generate(&generate, &control));
        assert!(said.starts_with(message), "{said}");
    }
}

#[test]
fn values_that_an_option_does_not_have_are_refused() {
    let level = level_of::<Liar>("honest".to_owned());
    let solve = |name: &str, value: &str| {
        let request = SolveRequest {
            options: options(name, value),
            ..SolveRequest::default()
        };
        level.solve(&request, &Control::new())
    };
    for (name, value, choices) in [
        ("loud", "maybe", "true, false"),
        ("loud", "", "true, false"),
        ("tone", "mid", "low, high"),
        ("tone", "", "low, high"),
    ] {
        let message = format!("option '{name}' cannot be '{value}', only {choices}");
        assert_eq!(bad_request(solve(name, value)), message);
    }
    for (name, value) in [
        ("loud", "true"),
        ("loud", "false"),
        ("tone", "high"),
        ("reason", ""),
    ] {
        assert!(solve(name, value).is_ok(), "{name}={value}");
    }
    // Options of solving are none of generating.
    let mut generate = request(9, 1, "honest");
    generate.options = options("loud", "true");
    assert!(LIAR.generate(&generate, &Control::new()).is_err());
}

/// Every choice and method that a puzzle tells of is one that it takes. It need not be solved with
/// it: a limit is no error.
#[test]
fn what_a_puzzle_offers_it_takes() {
    let control = Control::new();
    control.cancel();
    for puzzle in all() {
        let level = example(puzzle);
        for method in puzzle.about().methods {
            let request = SolveRequest {
                method: Some(method.name.to_owned()),
                ..SolveRequest::default()
            };
            let solved = level.solve(&request, &control);
            assert!(solved.is_ok(), "{}: {}", puzzle.name(), method.name);
        }
        for spec in puzzle.about().solve_options {
            let unicursal::OptionValue::Choice { choices } = spec.value else {
                continue;
            };
            for choice in choices {
                let request = SolveRequest {
                    options: options(spec.name, choice),
                    ..SolveRequest::default()
                };
                let solved = level.solve(&request, &control);
                assert!(solved.is_ok(), "{}: {choice}", puzzle.name());
            }
        }
    }
}

#[test]
fn levels_that_a_pack_does_not_have_are_refused() {
    for puzzle in all().chain([LIAR]) {
        let size = puzzle.about().pack_size;
        for number in [0, size + 1, u64::MAX] {
            let made = puzzle.make(&LevelName::Pack(number), &Control::new());
            let message = format!("the pack has no level {number}, only 1 to {size}");
            assert_eq!(bad_request(made), message);
        }
    }
}

#[test]
fn names_that_are_none_are_refused_with_the_word() {
    for word in [
        "coil:",
        "coil:pack/",
        "coil:pack/x",
        "coil:pack/-1",
        "coil:9#",
        "coil:9xx#a",
        "coil:9x9",
    ] {
        let message = bad_request(LevelName::read("coil", word));
        assert!(LevelName::is_meant("coil", word));
        assert!(message.contains(&format!("'{word}'")), "{message}");
    }
    for word in ["level.txt", "coil", "coils:pack/1", "maze:pack/1", ""] {
        assert_eq!(LevelName::read("coil", word), Ok(None));
        assert!(!LevelName::is_meant("coil", word));
    }
}

#[test]
fn regression_an_id_of_another_puzzle_is_refused() {
    for puzzle in all() {
        let id = LevelName::Id("other:12x12#x".parse().expect("the form is right"));
        let made = puzzle.make(&id, &Control::new()).map(|made| made.id);
        assert!(matches!(made, Err(Error::BadRequest(_))), "{made:?}");
    }
}
