//! Estimates from what was measured.
#![cfg(target_os = "linux")]

use crate::results::{run, seven};
use crate::run::Place;

#[test]
fn an_estimate_says_when_it_cannot_tell() {
    let place = seven("estimate");
    let ended = run(&place, &["--end", "3", "--estimate"]);
    assert!(
        ended
            .stdout
            .contains("No estimate: it takes passed levels of at least three sizes")
    );
}

/// The estimate and the plot for five squares whose times follow a law.
fn estimated(test: &str, seconds: impl Fn(f64) -> f64) -> (String, Place) {
    let mut lines = String::new();
    for (index, side) in [10_u32, 20, 30, 40, 60].into_iter().enumerate() {
        let entry = serde_json::json!({
            "puzzle": "coil", "solver": "s", "level": index + 1, "width": side, "height": side,
            "position": index + 1, "total": 5, "verdict": "PASS",
            "seconds": seconds(f64::from(side * side)),
            "cpu_seconds": 0.0, "peak_memory": 0, "timeout": 60.0, "loaded": false,
        });
        lines.extend([&entry.to_string(), "\n"]);
    }
    let place = Place::new(test).with("all.jsonl", lines);
    let words = [
        "coil",
        "merge",
        "all.jsonl",
        "--estimate",
        "--plot",
        "law.png",
    ];
    (place.run(&words).stdout, place)
}

#[test]
fn an_estimate_finds_the_law_in_a_report() {
    let (text, place) = estimated("law", |cells| 1e-6 * cells.powi(2));
    assert!(
        text.contains("power law    seconds = 1.000e-6 n^2.000"),
        "{text}"
    );
    assert!(
        text.contains("Best fit: power law, and it fits well"),
        "{text}"
    );
    // 1e-6 s * (4e6)^2 = 1.6e7 s.
    let last = text.lines().find(|line| line.starts_with("2000x2000:"));
    let last = last.unwrap_or_default();
    assert!(last.starts_with("2000x2000:         185.19 days"), "{last}");
    assert!(place.read("law.png").starts_with(b"\x89PNG"));
}

#[test]
fn times_that_are_too_alike_are_not_fitted() {
    let (text, place) = estimated("alike", |cells| 0.1 + cells * 1e-6);
    assert!(
        text.contains("The times are too alike to fit a curve (100.10 ms to 103.60 ms)"),
        "{text}"
    );
    // 0.5066 s for 6600 cells, and 4e6 cells.
    assert!(text.ends_with("\n2000x2000: 5.12 minutes\n"), "{text}");
    assert!(place.read("law.png").starts_with(b"\x89PNG"));

    let jumpy = |cells: f64| {
        if (cells as u32).is_multiple_of(400) {
            1.0
        } else {
            0.01
        }
    };
    let (text, _) = estimated("jumpy", jumpy);
    assert!(
        text.contains("The times hardly depend on the size, so that no curve fits"),
        "{text}"
    );
}

/// The estimate for squares of which the larger ones were not finished.
fn unfinished(test: &str, seconds: impl Fn(f64) -> f64) -> String {
    let mut lines = String::new();
    for (index, side) in [3_u32, 4, 5, 6, 7, 8, 10, 12, 14, 16]
        .into_iter()
        .enumerate()
    {
        let time = seconds(f64::from(side * side));
        let entry = serde_json::json!({
            "puzzle": "coil", "solver": "s", "level": index + 1, "width": side, "height": side,
            "position": index + 1, "total": 10,
            "verdict": if time < 2.0 { "PASS" } else { "TIMEOUT" },
            "seconds": time.min(2.0),
            "cpu_seconds": 0.0, "peak_memory": 0, "timeout": 2.0, "loaded": false,
        });
        lines.extend([&entry.to_string(), "\n"]);
    }
    let place = Place::new(test).with("all.jsonl", lines);
    place
        .run(&["coil", "merge", "all.jsonl", "--estimate"])
        .stdout
}

#[test]
fn a_timeout_is_a_lower_bound_in_an_estimate() {
    // Brute force: from 144 cells on it takes longer than anyone waits.
    let text = unfinished("bounds", |cells| 0.001 * (cells / 12.0).exp());
    assert!(
        text.contains("that were not finished, as lower bounds"),
        "{text}"
    );
    assert!(text.contains("so far out, this is a guess"), "{text}");
    let last = text
        .lines()
        .find(|line| line.starts_with("2000x2000:"))
        .unwrap_or_default();
    let best = last.split_ascii_whitespace().nth(2);
    assert_eq!(best, Some("millennia"), "{text}");
    // Times that are all start-up, and then none: nothing can be said.
    let text = unfinished(
        "bounds_flat",
        |cells| if cells < 140.0 { 0.003 } else { 9.0 },
    );
    assert!(
        text.contains("No estimate: 3 levels were not finished"),
        "{text}"
    );
    assert!(!text.contains("2000x2000"), "{text}");
}

/// Times of a few milliseconds, and then levels that are not finished. A curve bent to reach both
/// explains neither, whatever it forecasts: it was 1e113 millennia for a square of 100x100.
#[test]
fn a_solver_that_times_out_at_once_gets_no_forecast() {
    for (test, jitter) in [("bounds_jump", 0.0), ("bounds_jitter", 0.004)] {
        let text = unfinished(test, |cells| match cells as u32 {
            0..196 => 0.003 + cells * 5e-5 + jitter * f64::from(cells as u32 % 3),
            _ => 9.0,
        });
        assert!(text.contains("No estimate: 2 levels were not"), "{text}");
        assert!(!text.contains("100x100"), "{text}");
    }
    // The times grow as e^n does, and a straight line is no forecast beside that.
    let text = unfinished("bounds_line", |cells| 0.001 * (cells / 25.0).exp());
    let forecast = text.lines().find(|line| line.starts_with("100x100:"));
    let forecast = forecast.unwrap_or_default();
    assert!(
        forecast.contains("millennia") && !forecast.contains("minutes"),
        "{text}"
    );
}

/// The picture of solvers with these wall-clock and processor times.
fn plotted(test: &str, solvers: &[(f64, f64)]) -> String {
    let mut lines = String::new();
    for (solver, (wall, processor)) in solvers.iter().enumerate() {
        for side in 3..9 {
            let entry = serde_json::json!({
                "puzzle": "coil", "solver": format!("s{solver}"), "level": side - 2, "width": side,
                "height": side, "position": side - 2, "total": 6, "verdict": "PASS",
                "seconds": wall * f64::from(side), "cpu_seconds": processor * f64::from(side),
                "peak_memory": 0, "timeout": 60.0, "loaded": false,
            });
            lines.extend([&entry.to_string(), "\n"]);
        }
    }
    let place = Place::new(test).with("all.jsonl", lines);
    place.run(&["coil", "merge", "all.jsonl", "--plot", "times.svg"]);
    String::from_utf8(place.read("times.svg")).expect("a picture is text")
}

/// Each solver had the clock that suited it, on one axis without a name.
#[test]
fn a_plot_names_its_clock_and_has_only_one() {
    let (quick, slow) = ((0.001, 0.0005), (1.0, 0.5));
    for (test, solvers, clock) in [
        ("clock_quick", &[quick][..], "processor time"),
        ("clock_slow", &[slow], "wall-clock time"),
        ("clock_both", &[quick, slow], "wall-clock time"),
        ("clock_quicks", &[quick, quick], "processor time"),
    ] {
        let picture = plotted(test, solvers);
        for name in ["processor time", "wall-clock time"] {
            let count = picture.matches(name).count();
            assert_eq!(count, usize::from(name == clock), "{test}: {picture}");
        }
    }
    // The quick one is drawn at the same height as if its processor time were unknown.
    let unknown = plotted("clock_unknown", &[(quick.0, 0.0), slow]);
    assert_eq!(plotted("clock_known", &[quick, slow]), unknown);
}
