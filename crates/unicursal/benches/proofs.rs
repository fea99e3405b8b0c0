//! Proofs that there is no answer: how many levels have one, by which arguments, how long they are,
//! and what solving, solving with a proof, and checking take.
//!
//! `cargo bench -p unicursal --bench proofs -- PUZZLE [OPTION...] SECONDS LEVEL...` takes files and
//! ids of levels, and prints a line for each that has no answer, and a row for all of them. Options
//! are those of `solve`, such as `--blanks`, and `--flip`: in place of each level of Coil one with
//! a cell changed. SECONDS is the time limit of each part.

#[path = "measure/flip.rs"]
mod flip;

use std::collections::BTreeMap;
use std::time::Duration;

use cpu_time::ProcessTime;
use unicursal::coil::Coil;
use unicursal::implement::level_of;
use unicursal::{Control, Level, LevelName, Outcome, Puzzle, SolveRequest, board_of};

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let mut words = words.into_iter();
    let Some(puzzle) = words.next().and_then(|name| unicursal::puzzle(&name)) else {
        println!("usage: -- PUZZLE [OPTION...] SECONDS LEVEL...");
        return;
    };
    let mut request = SolveRequest::default();
    let mut limit = Duration::from_secs(60);
    let mut flips = false;
    for word in words.by_ref() {
        if word == "--flip" {
            flips = true;
        } else if let Some(option) = word.strip_prefix("--") {
            request.options.set(option, "true");
        } else {
            limit = Duration::from_secs(word.parse().expect("a number of seconds"));
            break;
        }
    }
    if puzzle.name() == "connect" {
        request.options.set("turns", "any");
    }
    let mut table = Table::default();
    for word in words {
        let mut level = read(puzzle, &word);
        if flips {
            let board = board_of::<Coil>(&*level).expect("a level of Coil");
            // As `coil_solve` names them.
            let name = word.find('#').map_or(&word[..], |at| &word[at..]);
            level = level_of::<Coil>(flip::flipped(board, name, 1).remove(0));
        }
        table.measure(&word, &*level, &request, limit);
    }
    table.print();
}

fn read(puzzle: &'static dyn Puzzle, word: &str) -> Box<dyn Level> {
    if let Some(name) = LevelName::read(puzzle.name(), word).expect("it is an id") {
        return puzzle.make(&name, &Control::new()).expect(word).level;
    }
    let text = std::fs::read(word).expect(word);
    puzzle.parse(&text, &Control::new()).expect(word)
}

/// Seconds from which on a single level tells something.
const LONG: f64 = 0.02;

#[derive(Default)]
struct Table {
    /// Levels without an answer, and without a proof of that.
    none: usize,
    unproved: usize,
    bytes: Vec<usize>,
    /// Sums and largest values of solving, of solving with a proof, and of checking it, in seconds.
    seconds: [[f64; 2]; 3],
    /// The largest multiple of solving that solving with a proof takes, of levels that take
    /// [`LONG`] or more.
    times: f64,
    /// How many proofs use an argument.
    by: BTreeMap<String, usize>,
}

impl Table {
    fn measure(&mut self, name: &str, level: &dyn Level, request: &SolveRequest, limit: Duration) {
        let control = || Control::new().time_limit(limit);
        let begun = ProcessTime::now();
        let solved = level.solve(request, &control()).expect("a good request");
        let solving = begun.elapsed().as_secs_f64();
        if !matches!(solved.outcome, Outcome::Unsolvable { .. }) {
            return;
        }
        self.none += 1;
        let begun = ProcessTime::now();
        let proved = level.solve_with_proof(request, &control());
        let proving = begun.elapsed().as_secs_f64();
        let (_, proof) = proved.expect("a good request");
        let proof = match proof.expect("there is no answer") {
            Ok(proof) => proof,
            Err(error) => {
                self.unproved += 1;
                println!("{name}: solved in {solving:.2} s; {error}");
                return;
            }
        };
        let begun = ProcessTime::now();
        let judged = level.check_proof(request, proof.as_bytes(), &Control::new());
        let checking = begun.elapsed().as_secs_f64();
        judged.expect("it is a proof");
        for (sum, seconds) in self.seconds.iter_mut().zip([solving, proving, checking]) {
            *sum = [sum[0] + seconds, sum[1].max(seconds)];
        }
        if solving >= LONG {
            self.times = self.times.max(proving / solving);
        }
        self.bytes.push(proof.len());
        let mut words: Vec<&str> = proof.lines().skip(1).map(argument).collect();
        let lines = words.len();
        words.sort_unstable();
        words.dedup();
        println!(
            "{name}: {lines} lines, {} bytes, {solving:.3} {proving:.3} {checking:.3} s, {words:?}",
            proof.len()
        );
        for word in words {
            *self.by.entry(word.to_owned()).or_default() += 1;
        }
    }

    fn print(&mut self) {
        self.bytes.sort_unstable();
        let median = self.bytes.get(self.bytes.len() / 2).copied().unwrap_or(0);
        let most = self.bytes.last().copied().unwrap_or(0);
        let times = self
            .seconds
            .map(|[sum, most]| format!("{sum:.3}, {most:.3}"));
        println!(
            "| {} | {} | {median}, {most} | {} | {:.1}, {:.1} |",
            self.none,
            self.none - self.unproved,
            times.join(" | "),
            self.seconds[1][0] / self.seconds[0][0],
            self.times
        );
        println!("{:?}", self.by);
    }
}

/// The first word of a step; `clause` for a clause that is not empty.
fn argument(line: &str) -> &str {
    let word = line.split(' ').next().unwrap_or("");
    let is_clause = word.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    if is_clause && word != "0" {
        "clause"
    } else {
        word
    }
}
