//! What holds for all boards and answers, tried on random ones.

use proptest::collection::vec;
use proptest::prelude::*;
use unicursal::coil::{Answer, Board, Coil, text};
use unicursal::implement::level_of;
use unicursal::internals::coil::brute;
use unicursal::picture::Line;
use unicursal::{Dir, SolveRequest, Verdict};

use crate::boards::{is_solved_by, methods, walked};

/// A random board with sides up to `most`, mostly free.
fn board(most: usize) -> impl Strategy<Value = Board> {
    (1..=most, 1..=most).prop_flat_map(|(width, height)| {
        vec(prop::bool::weighted(0.75), width * height)
            .prop_map(move |free| Board::from_fn(width, height, |x, y| free[y * width + x]))
    })
}

/// A solvable board and its answer.
fn solved(most: usize) -> impl Strategy<Value = (Board, Answer)> {
    let walk = (
        board(most),
        any::<prop::sample::Index>(),
        vec(any::<u8>(), 0..60),
    );
    walk.prop_filter_map("a board without free cells", |(board, start, choices)| {
        walked(&board, start.index(1 << 16), &choices)
    })
}

/// The eight images of a board under turning and mirroring.
pub fn images(board: &Board) -> Vec<Board> {
    let (w, h) = (board.width(), board.height());
    let at = |x, y| board.is_free(board.cell(x, y));
    vec![
        board.clone(),
        Board::from_fn(w, h, |x, y| at(w - 1 - x, y)),
        Board::from_fn(w, h, |x, y| at(x, h - 1 - y)),
        Board::from_fn(w, h, |x, y| at(w - 1 - x, h - 1 - y)),
        Board::from_fn(h, w, |x, y| at(y, x)),
        Board::from_fn(h, w, |x, y| at(w - 1 - y, x)),
        Board::from_fn(h, w, |x, y| at(y, h - 1 - x)),
        Board::from_fn(h, w, |x, y| at(w - 1 - y, h - 1 - x)),
    ]
}

/// The answer that a drawn line shows.
fn read_back(line: &Line) -> Answer {
    let (x, y) = line.corners[0];
    let slides = line.corners.windows(2).map(|pair| {
        let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
        let dirs = [
            (to_x > x, Dir::Right),
            (to_x < x, Dir::Left),
            (to_y > y, Dir::Down),
        ];
        let dir = dirs.into_iter().find(|(goes, _)| *goes);
        dir.map_or(Dir::Up, |(_, dir)| dir)
    });
    Answer {
        start: (x as usize, y as usize),
        slides: slides.collect(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parse_and_print_are_inverse(board in board(20)) {
        let printed = text::print_board(&board);
        prop_assert_eq!(text::parse_board(printed.as_bytes()).unwrap(), board);
    }

    #[test]
    fn path_and_qpath_are_the_same_answer((board, answer) in solved(12)) {
        let path = text::print_slides(&answer);
        let qpath = text::print_choices(&board, &answer).unwrap();
        prop_assert!(qpath.len() <= path.len() + 1);
        let level = level_of::<Coil>(board.clone());
        for text in [&path, &qpath] {
            prop_assert_eq!(&text::parse_answer(&board, text.as_bytes()).unwrap(), &answer);
            let verdict = level.check(&SolveRequest::default(), text.as_bytes());
            prop_assert_eq!(verdict.unwrap(), Verdict::Valid);
        }
    }

    #[test]
    fn a_drawn_path_reads_back_the_same((board, answer) in solved(12)) {
        let level = level_of::<Coil>(board);
        let picture = level.draw(Some(text::print_slides(&answer).as_bytes())).unwrap();
        prop_assert_eq!(&read_back(&picture.lines[0]), &answer);
        prop_assert!(picture.to_png().is_ok());
        // A bounded number of elements, whatever the board.
        prop_assert!(picture.to_svg().matches('<').count() < 300);
    }

    #[test]
    fn symmetries_keep_the_number_of_answers(board in board(5)) {
        let count = brute::count(&board);
        for image in images(&board) {
            prop_assert_eq!(brute::count(&image), count);
            for method in methods() {
                prop_assert_eq!(is_solved_by(method, &image), count > 0);
            }
        }
    }

    #[test]
    fn every_method_but_brute_force_solves_walked_boards((board, _) in solved(8)) {
        for method in methods().filter(|&method| method != "brute") {
            prop_assert!(is_solved_by(method, &board), "{}", method);
        }
    }

    #[test]
    fn methods_agree_on_random_boards(board in board(6)) {
        let count = brute::count(&board);
        for method in methods() {
            prop_assert_eq!(is_solved_by(method, &board), count > 0, "{}", method);
        }
    }

    /// The checker and the library's own walker judge random walks alike.
    #[test]
    fn checker_and_walker_agree(
        board in board(5),
        start in (0_usize..6, 0_usize..6),
        letters in "[UDLR]{0,12}",
        form in prop::sample::select(vec!["path", "qpath"]),
    ) {
        let answer = format!("x={}&y={}&{form}={letters}", start.0, start.1);
        let walked = text::parse_answer(&board, answer.as_bytes())
            .ok()
            .and_then(|answer| {
                let corners = answer.corners(&board).ok()?;
                let steps = corners.windows(2).map(|pair| {
                    let ((x, y), (to_x, to_y)) = (board.position(pair[0]), board.position(pair[1]));
                    x.abs_diff(to_x) + y.abs_diff(to_y)
                });
                Some(1 + steps.sum::<usize>())
            });
        let free = board.free_count();
        let verdict = level_of::<Coil>(board).check(&SolveRequest::default(), answer.as_bytes());
        prop_assert_eq!(verdict.unwrap() == Verdict::Valid, walked == Some(free));
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in vec(any::<u8>(), 0..60), board in board(4)) {
        let _ = text::parse_board(&bytes);
        let _ = text::parse_answer(&board, &bytes);
        let level = level_of::<Coil>(board);
        let _ = level.check(&SolveRequest::default(), &bytes);
        let _ = level.draw(Some(&bytes));
    }

    /// Texts that are nearly right find more places where reading can go wrong.
    #[test]
    fn damaged_texts_are_read_without_panic(
        (board, answer) in solved(5),
        place in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let level = level_of::<Coil>(board);
        for text in [level.text(), text::print_slides(&answer)] {
            let mut bytes = text.into_bytes();
            let place = place.index(bytes.len());
            bytes[place] = byte;
            let _ = text::parse_board(&bytes);
            let _ = level.check(&SolveRequest::default(), &bytes);
            let _ = level.draw(Some(&bytes));
        }
    }
}
