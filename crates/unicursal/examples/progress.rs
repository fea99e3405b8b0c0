//! Long work with limits, watched and cancelled from another thread.
//!
//! `cargo run --release --example progress -- 'coil:2000x2000/original#spring' 1.5`

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use unicursal::{Control, Error, LevelName, Outcome, Progress, SolveRequest};

fn main() -> Result<(), Error> {
    let mut words = std::env::args().skip(1);
    let word = words.next();
    let word = word.unwrap_or_else(|| "coil:1000x1000/original#spring".to_owned());
    let patience = words.next().and_then(|word| word.parse().ok());
    let patience = Duration::try_from_secs_f64(patience.unwrap_or(10.0)).unwrap_or_default();
    let Some(puzzle) = unicursal::puzzle_of_id(&word) else {
        return Err(Error::bad_request(format!("'{word}' is no level's id")));
    };
    let Some(name) = LevelName::read(puzzle.name(), &word)? else {
        return Err(Error::bad_request(format!("'{word}' is no level's id")));
    };

    let stop = AtomicBool::new(false);
    let watch = |progress: &Progress| eprintln!("{} {:?}", progress.phase, progress.figures);
    let control = Control::new()
        .threads(2)
        .memory_limit(2 << 30)
        .cancelled_by(&stop)
        .watched_by(&watch);
    let outcome = std::thread::scope(|scope| {
        let work = scope.spawn(|| -> Result<Outcome, Error> {
            let level = puzzle.make(&name, &control)?.level;
            Ok(level.solve(&SolveRequest::default(), &control)?.outcome)
        });
        let begun = std::time::Instant::now();
        while !work.is_finished() {
            if begun.elapsed() > patience {
                stop.store(true, Ordering::Relaxed);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        work.join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })?;
    match outcome {
        Outcome::Solved(answer) => println!("{} letters", answer.trim_end().len()),
        Outcome::Unsolvable { proof } => println!("no solution: {proof}"),
        Outcome::Unknown(unknown) => {
            println!("{unknown}");
            unknown.details().for_each(|line| println!("{line}"));
        }
    }
    Ok(())
}
