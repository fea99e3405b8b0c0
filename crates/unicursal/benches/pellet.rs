//! How long Pellet Eater boards take: generated boards from small to huge, every path checked.
//!
//! `cargo bench -p unicursal --bench pellet` prints a Markdown table; words after `--` choose
//! sizes, e.g. `-- 1000 2000`. Times are CPU seconds of this thread where the system tells them
//! (Linux), else the clock's: the median and the worst of some boards for each size. Each board
//! stops at 60 seconds.

use std::time::{Duration, Instant};

use unicursal::implement::{Generates, Kind};
use unicursal::pellet::{Pellet, text};
use unicursal::{Control, GenerateRequest, Options, Outcome, SolveRequest, Verdict};

/// Columns, rows, holes in percent, boards.
const CASES: [(usize, usize, usize, usize); 14] = [
    (28, 21, 0, 200),
    (28, 21, 20, 200),
    (28, 21, 40, 200),
    (60, 60, 15, 50),
    (100, 100, 0, 20),
    (100, 100, 15, 20),
    (100, 100, 30, 20),
    (300, 300, 15, 10),
    (1000, 1000, 0, 3),
    (1000, 1000, 15, 20),
    (1000, 1000, 30, 3),
    (2000, 2000, 0, 3),
    (2000, 2000, 15, 10),
    (2000, 2000, 30, 3),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let wanted: Vec<usize> = wanted.iter().filter_map(|word| word.parse().ok()).collect();
    println!(
        "| board | holes | boards | solved | steps | generate | solve, median | solve, worst |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (width, height, holes, boards) in CASES {
        if wanted.is_empty() || wanted.contains(&width) {
            run(width, height, holes, boards);
        }
    }
}

fn run(width: usize, height: usize, holes: usize, boards: usize) {
    let mut times = Vec::new();
    let (mut solved, mut steps, mut generating) = (0, 0, 0.0);
    for index in 0..boards {
        let mut options = Options::default();
        options.set("holes", holes.to_string());
        let request = GenerateRequest {
            width,
            height,
            seed: format!("bench-{index}"),
            options,
        };
        let begun = Clock::now();
        let made = Pellet::generate(&request, &Control::new());
        let made = made.expect("these sizes can be generated");
        generating += begun.seconds();

        let request = SolveRequest::default();
        let control = Control::new().time_limit(Duration::from_secs(60));
        let begun = Clock::now();
        let result = Pellet::solve(&made.board, &request, &control);
        times.push(begun.seconds());
        match result.expect("the request is good").outcome {
            Outcome::Solved(path) => {
                let (level, answer) = (text::print_board(&made.board), text::print_path(&path));
                let verdict = Pellet::check(level.as_bytes(), &request, answer.as_bytes());
                assert_eq!(verdict, Ok(Verdict::Valid), "{}", made.id);
                steps += path.len();
                solved += 1;
            }
            Outcome::Unsolvable { proof } => panic!("{}: wrong proof: {proof}", made.id),
            Outcome::Unknown(unknown) => eprintln!("{}: {unknown}", made.id),
        }
    }
    times.sort_by(f64::total_cmp);
    println!(
        "| {width}x{height} | {holes}% | {boards} | {solved} | {} | {:.4} s | {:.4} s | {:.4} s |",
        steps / solved.max(1),
        generating / boards as f64,
        times[boards / 2],
        times[boards - 1],
    );
}

/// CPU time of this thread, or wall time where that is not known.
struct Clock {
    cpu: Option<u64>,
    wall: Instant,
}

impl Clock {
    fn now() -> Self {
        Self {
            cpu: cpu_nanoseconds(),
            wall: Instant::now(),
        }
    }

    fn seconds(&self) -> f64 {
        match (self.cpu, cpu_nanoseconds()) {
            (Some(begun), Some(now)) => (now - begun) as f64 / 1e9,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

fn cpu_nanoseconds() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}
