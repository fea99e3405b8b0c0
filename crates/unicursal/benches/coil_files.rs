//! Reading, checking and drawing a large Coil level: `cargo bench -p unicursal --bench coil_files`.
//!
//! Prints the median and the best CPU time of several runs of each step, on a level of 2000x2000
//! (or the side given as an argument) with its solution. Where the system does not tell CPU times,
//! it is wall time.

use std::hint::black_box;
use std::time::Instant;

use unicursal::Control;
use unicursal::coil::generate::{Profile, Request, generate};
use unicursal::coil::text;
use unicursal::puzzle::{Level, Verdict};

const RUNS: usize = 9;

fn main() {
    let side = std::env::args()
        .find_map(|word| word.parse().ok())
        .unwrap_or(2000);
    let request = Request {
        width: side,
        height: side,
        profile: Profile::Original,
        density: None,
        seed: "bench".to_owned(),
    };
    let generated = generate(&request, &Control::new()).expect("the size fits the profile");
    let level = text::print_board(&generated.board);
    let answer = text::print_slides(&generated.solution);
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
        text::parse_solution(&board, answer.as_bytes()).is_ok()
    });
    measure("check the solution", || {
        unicursal_check::coil::check(level.as_bytes(), answer.as_bytes()).is_ok()
    });
    measure("parse the level and check the solution", || {
        let board = text::parse_board(level.as_bytes()).expect("a level");
        let verdict = board.check(answer.as_bytes()).expect("a solution");
        assert_eq!(verdict, Verdict::Valid);
    });
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

/// Runs a step several times and prints its median and best time.
fn measure<T>(name: &str, mut step: impl FnMut() -> T) {
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let begun = (cpu_time(), Instant::now());
            black_box(step());
            match (begun.0, cpu_time()) {
                (Some(begun), Some(ended)) => (ended - begun) * 1e3,
                _ => begun.1.elapsed().as_secs_f64() * 1e3,
            }
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!(
        "{name:40} {:8.1} ms (best {:.1})",
        times[RUNS / 2],
        times[0]
    );
}

/// Seconds that this thread has computed so far, where Linux tells.
fn cpu_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds * 1e-9)
}
