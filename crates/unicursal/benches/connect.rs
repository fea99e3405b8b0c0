//! Connect the Colours: every method side by side on boards of several kinds.
//!
//! `cargo bench -p unicursal --bench connect` solves boards that it generates; with files as
//! arguments it solves those instead, each a board or several, every one under a line `# name`; an
//! argument such as `connect:50x50/c166-d5-b5-k0*5` stands for the boards with the seeds 0 to 4.
//! Each answer goes through the independent checker, whose time counts; so does the time to read
//! the board. With `--turns` the answers keep the game's turn limit, where a board has one;
//! `--method=M` leaves the other methods out.

#[path = "measure/mod.rs"]
#[allow(dead_code, reason = "this benchmark sums up by itself")]
mod measure;

use std::time::Duration;

use unicursal::connect::Connect;
use unicursal::implement::adapt;
use unicursal::{Control, LevelName, Outcome, Puzzle, SolveRequest};

const CONNECT: &dyn Puzzle = adapt::<Connect>();

/// After this time a board counts as not solved.
const LIMIT: Duration = Duration::from_secs(60);

/// Kinds of generated boards, and how many of each.
const KINDS: [(&str, usize); 10] = [
    ("connect:12x12/c12-d5-b5-k3", 20),
    ("connect:15x15/c15-d0-b0-k0", 20),
    ("connect:16x16/c16-d5-b5-k0", 20),
    ("connect:15x15/c6-d5-b5-k0", 20),
    ("connect:40x20/c53-d0-b0-k0-a", 20),
    ("connect:40x20/c32-d0-b0-k0-a", 20),
    ("connect:50x50/c100-d0-b0-k0-a", 10),
    ("connect:40x20/c53-d5-b5-k0", 10),
    ("connect:25x25/c40-d0-b0-k0", 10),
    ("connect:50x50/c166-d5-b5-k0", 5),
];

fn main() {
    let files: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let limited = std::env::args().any(|word| word == "--turns");
    let turns = if limited { "" } else { "any" };
    println!(
        "{:34} {:8} {:>7} {:>9} {:>9} {:>9}",
        "boards", "method", "solved", "median", "mean", "worst"
    );
    for (kind, number) in KINDS.iter().filter(|_| files.is_empty()) {
        compare(kind, &generate(kind, *number), turns);
    }
    for file in &files {
        if let Some((kind, number)) = file.split_once('*') {
            let number = number.parse().expect("it is a number of boards");
            compare(kind, &generate(kind, number), turns);
            continue;
        }
        let text = std::fs::read_to_string(file).expect("the file can be read");
        let blocks = text.split("# ").filter(|block| !block.trim().is_empty());
        let board = |block: &str| match block.split_once('\n') {
            Some((name, board)) if !name.starts_with(|c: char| c.is_ascii_digit()) => {
                board.to_owned()
            }
            _ => block.to_owned(),
        };
        let name = file.rsplit('/').next().unwrap_or(file);
        compare(name, &blocks.map(board).collect::<Vec<_>>(), turns);
    }
}

/// The boards of a kind with the seeds from 0 on.
fn generate(kind: &str, number: usize) -> Vec<String> {
    let board = |seed: usize| {
        let id = format!("{kind}#{seed}").parse().expect("it is an id");
        let generated = CONNECT.make(&LevelName::Id(id), &Control::new());
        generated.expect("it can be generated").level.text()
    };
    (0..number).map(board).collect()
}

/// Solves the boards by each method; `turns` is the value of that option.
fn compare(name: &str, boards: &[String], turns: &str) {
    let only = std::env::args().find_map(|word| Some(word.strip_prefix("--method=")?.to_owned()));
    let methods = CONNECT.about().methods.iter();
    for method in methods.filter(|method| only.as_ref().is_none_or(|only| only == method.name)) {
        let mut request = SolveRequest {
            method: Some(method.name.to_owned()),
            ..SolveRequest::default()
        };
        request.options.set("turns", turns);
        let mut solved = 0;
        let mut times = Vec::new();
        for board in boards {
            let begun = measure::cpu_time().unwrap_or_default();
            let control = Control::new().time_limit(LIMIT);
            let level = CONNECT.parse(board.as_bytes(), &control);
            let level = level.expect("it is a board");
            let answer = level.solve(&request, &control).expect("a valid answer");
            solved += usize::from(matches!(answer.outcome, Outcome::Solved(_)));
            times.push((measure::cpu_time().unwrap_or_default() - begun) * 1e3);
        }
        times.sort_by(f64::total_cmp);
        let number = times.len();
        println!(
            "{name:34} {:8} {:>7} {:>6.1} ms {:>6.1} ms {:>6.1} ms",
            method.name,
            format!("{solved}/{number}"),
            times[number / 2],
            times.iter().sum::<f64>() / number as f64,
            times[number - 1],
        );
    }
}
