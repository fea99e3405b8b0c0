//! How the benchmarks measure: CPU time of this thread, so that a busy machine matters little.

use std::hint::black_box;
use std::time::Instant;

const RUNS: usize = 9;

/// Runs a step several times and prints its median and best time.
pub fn measure<T>(name: &str, mut step: impl FnMut() -> T) {
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

/// Seconds that this thread has computed so far, where the system tells.
pub fn cpu_time() -> Option<f64> {
    let time = cpu_time::ThreadTime::try_now().ok()?;
    Some(time.as_duration().as_secs_f64())
}
