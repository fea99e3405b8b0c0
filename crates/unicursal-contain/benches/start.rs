//! What it costs to start a program in each way of containment: processor time of all processes
//! together, and wall-clock time, from the request to the account; beside starting it without.
//!
//! `cargo bench -p unicursal-contain --bench start -- [PROGRAM]`

use std::path::PathBuf;
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use unicursal_contain::{Cage, Command, Containment, Groups, Limits, Policy};

/// Runs of a batch, which are measured together.
const RUNS: usize = 30;
const BATCHES: usize = 10;

fn main() -> ExitCode {
    if let Some(code) = unicursal_contain::supervise() {
        return code;
    }
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let name = words.first().map_or("/bin/true", String::as_str);
    let program = Command {
        path: PathBuf::from(name),
        ..Command::default()
    };
    println!(
        "| `{name}`, {BATCHES} times {RUNS} runs | processor time, least | median | wall, least | median |"
    );
    println!("|---|---|---|---|---|");
    let bare = (0..BATCHES).map(|_| {
        let begun = Moment::now();
        for _ in 0..RUNS {
            let mut command = std::process::Command::new(&program.path);
            command.args(&program.args).stdin(Stdio::null());
            let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        }
        begun.elapsed()
    });
    show("without containment", &bare.collect::<Vec<_>>());
    for containment in [Containment::Namespace, Containment::Tree] {
        for groups in [true, false] {
            let policy = Policy {
                containment,
                groups: if groups {
                    Groups::Required
                } else {
                    Groups::None
                },
                ..Policy::default()
            };
            let mut name = format!("{containment:?}, groups {groups}: not available");
            let mut batches = Vec::new();
            for _ in 0..BATCHES {
                // What our own processes used is known when the cage is gone, which waits for them;
                // what making the cage takes is taken off.
                let mut batch = |runs: usize| {
                    let begun = Moment::now();
                    let cage = Cage::new(&policy, std::slice::from_ref(&program)).ok()?;
                    name = cage.description();
                    for _ in 0..runs {
                        let limits = Limits::default();
                        cage.run(&program, b"", &limits, &|| false).ok()?;
                    }
                    drop(cage);
                    Some(begun.elapsed())
                };
                if let Some((all, empty)) = batch(RUNS).zip(batch(0)) {
                    batches.push((all.0.saturating_sub(empty.0), all.1.saturating_sub(empty.1)));
                }
            }
            show(&name, &batches);
        }
    }
    ExitCode::SUCCESS
}

/// What batches took, for each run.
fn show(name: &str, batches: &[(Duration, Duration)]) {
    let column = |of: fn(&(Duration, Duration)) -> Duration| {
        let each = |batch| of(batch).as_secs_f64() * 1e3 / RUNS as f64;
        let mut column: Vec<f64> = batches.iter().map(each).collect();
        column.sort_by(f64::total_cmp);
        let (least, median) = (column.first(), column.get(column.len() / 2));
        (
            least.copied().unwrap_or(0.0),
            median.copied().unwrap_or(0.0),
        )
    };
    let (cpu, wall) = (column(|t| t.0), column(|t| t.1));
    println!(
        "| {name} | {:.2} ms | {:.2} ms | {:.2} ms | {:.2} ms |",
        cpu.0, cpu.1, wall.0, wall.1
    );
}

/// A moment on both clocks.
struct Moment(Duration, Instant);

impl Moment {
    fn now() -> Self {
        Self(used(), Instant::now())
    }

    /// Processor time and wall-clock time since then.
    fn elapsed(&self) -> (Duration, Duration) {
        (used().saturating_sub(self.0), self.1.elapsed())
    }
}

/// Processor time of this process and of all processes that it waited for.
fn used() -> Duration {
    let of = |who| {
        let usage = getrusage(who).map_or(0, |usage| {
            usage.user_time().num_microseconds() + usage.system_time().num_microseconds()
        });
        Duration::from_micros(u64::try_from(usage).unwrap_or(0))
    };
    of(UsageWho::RUSAGE_SELF) + of(UsageWho::RUSAGE_CHILDREN)
}
