//! Reading, checking and drawing a large Coil level: `cargo bench -p unicursal --bench coil_files`.
//!
//! Prints the median and the best CPU time of several runs of each step, on a level of 2000x2000
//! (or the side given as an argument) with its answer. Where the system does not tell CPU times,
//! it is wall time.

mod measure;

use std::hint::black_box;

use unicursal::coil::generate::{Ends, Profile, Request, generate};
use unicursal::coil::{Coil, text};
use unicursal::implement::{adapt, level_of};
use unicursal::{Control, SolveRequest, Verdict};

use measure::measure;

fn main() {
    let side = std::env::args()
        .find_map(|word| word.parse().ok())
        .unwrap_or(2000);
    let request = Request {
        width: side,
        height: side,
        profile: Profile::Original,
        density: None,
        ends: Ends::Any,
        seed: "bench".to_owned(),
    };
    let generated = generate(&request, &Control::new()).expect("the size fits the profile");
    let level = text::print_board(&generated.board);
    let answer = text::print_slides(&generated.answer);
    let board = text::parse_board(level.as_bytes()).expect("the level was printed by us");
    println!(
        "{side}x{side}, level {} bytes, solution {} bytes",
        level.len(),
        answer.len()
    );

    measure("read the level's bytes", || {
        black_box(level.as_bytes())
            .iter()
            .map(|&byte| u64::from(byte))
            .sum::<u64>()
    });
    measure("parse the level", || {
        text::parse_board(level.as_bytes()).is_ok()
    });
    measure("print the level", || text::print_board(&board).len());
    measure("parse the solution", || {
        text::parse_answer(&board, answer.as_bytes()).is_ok()
    });
    measure("check the solution", || {
        unicursal_check::coil::check(level.as_bytes(), answer.as_bytes()).is_ok()
    });
    measure("parse the level and check the solution", || {
        let parsed = adapt::<Coil>().parse(level.as_bytes(), &Control::new());
        let parsed = parsed.expect("a level");
        let verdict = parsed.check(&SolveRequest::default(), answer.as_bytes());
        assert_eq!(verdict, Ok(Verdict::Valid));
    });
    let board = level_of::<Coil>(board);
    let picture = board.draw(Some(answer.as_bytes())).expect("a solution");
    measure("make the picture", || {
        board.draw(Some(answer.as_bytes())).is_ok()
    });
    measure("write it as SVG", || picture.to_svg().len());
    measure("write it as PNG", || {
        picture.to_png().map(|bytes| bytes.len()).is_ok()
    });
    measure("write it as text", || picture.to_text(false).len());
}
