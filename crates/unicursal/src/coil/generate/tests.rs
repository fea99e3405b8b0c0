//! Every generated level is shown to the independent checker.

use unicursal_check::coil::{Verdict, check};

use super::{Generated, Profile, Request, generate};
use crate::Control;
use crate::coil::text::{print_board, print_slides};

fn make(width: usize, height: usize, profile: Profile, seed: &str) -> Generated {
    let request = Request {
        width,
        height,
        profile,
        density: None,
        seed: seed.into(),
    };
    let level = generate(&request, &Control::new()).expect("the request is sound");
    let (board, slides) = (print_board(&level.board), print_slides(&level.solution));
    let verdict = check(board.as_bytes(), slides.as_bytes());
    assert_eq!(verdict, Ok(Verdict::Valid), "{request:?}");
    level
}

#[test]
fn small_boards_of_every_size_are_solved_by_their_paths() {
    for profile in Profile::ALL {
        for width in 1..=12 {
            for height in 1..=12 {
                for seed in 0..10 {
                    make(width, height, profile, &seed.to_string());
                }
            }
        }
    }
}

#[test]
fn large_and_lean_boards_are_solved_by_their_paths() {
    for profile in Profile::ALL {
        for (width, height) in [
            (200, 200),
            (1, 3000),
            (3000, 1),
            (2, 2000),
            (5, 999),
            (999, 6),
        ] {
            make(width, height, profile, "lean");
        }
    }
}
