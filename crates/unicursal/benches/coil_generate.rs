//! Generating Coil levels: `cargo bench -p unicursal --bench coil_generate`.
//!
//! Prints CPU times (wall times where the system does not tell) for the sides given as arguments,
//! or for 500, 1000 and 2000, and the figures of the yardstick over levels of 100x100 cells.

use std::time::Instant;

use unicursal::Control;
use unicursal::coil::generate::{Ends, Generated, Profile, Request, generate};
use unicursal::internals::coil::statistics;

const LEVELS: usize = 200;

fn main() {
    let mut sides: Vec<usize> = std::env::args()
        .filter_map(|word| word.parse().ok())
        .collect();
    if sides.is_empty() {
        sides = vec![500, 1000, 2000];
    }
    for side in sides {
        for profile in Profile::ALL {
            let begun = (cpu_time(), Instant::now());
            let level = make(side, profile, "bench");
            let seconds = match (begun.0, cpu_time()) {
                (Some(begun), Some(ended)) => ended - begun,
                _ => begun.1.elapsed().as_secs_f64(),
            };
            let share = level.board.free_count() as f64 / (side * side) as f64;
            println!(
                "{side}x{side} {profile}: {seconds:.2} s, {:.1}% open",
                share * 100.0
            );
        }
    }
    let rows: Vec<_> = (0..LEVELS)
        .map(|seed| {
            let level = make(100, Profile::Original, &format!("bench {seed}"));
            let mut row = statistics::of_board(&level.board);
            row.extend(statistics::of_path(&level.board, &level.answer));
            row
        })
        .collect();
    for (i, (name, _)) in rows[0].iter().enumerate() {
        let values: Vec<f64> = rows.iter().map(|row| row[i].1).collect();
        let mean = values.iter().sum::<f64>() / LEVELS as f64;
        let squares = values.iter().map(|value| (value - mean) * (value - mean));
        let deviation = (squares.sum::<f64>() / (LEVELS - 1) as f64).sqrt();
        println!("{name:24} mean {mean:8.4}  deviation {deviation:8.4}");
    }
}

fn make(side: usize, profile: Profile, seed: &str) -> Generated {
    let request = Request {
        width: side,
        height: side,
        profile,
        density: None,
        ends: Ends::Any,
        seed: seed.to_owned(),
    };
    generate(&request, &Control::new()).expect("the size fits the profile")
}

/// Seconds that this thread has computed so far, where Linux tells.
fn cpu_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds * 1e-9)
}
