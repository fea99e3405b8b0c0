//! Solvers side by side, on the levels that both passed.

use std::fmt::Write;

use crate::Report;

/// The letter that stands for a solver in lines of text.
pub fn letter(index: usize) -> char {
    char::from(b'A' + (index % 26) as u8)
}

/// A table of times and of ratios to the first solver's.
pub fn table(reports: &[Report]) -> String {
    let mut text = String::new();
    let Some((first, others)) = reports.split_first() else {
        return text;
    };
    // Writing to a string cannot fail.
    for (index, report) in reports.iter().enumerate() {
        let _ = writeln!(text, "{}: {}", letter(index), report.solver);
    }
    let _ = write!(text, "{:>7} {:>11} {:>11}", "level", "size", "A");
    for index in 1..reports.len() {
        let letter = letter(index);
        let _ = write!(text, " {letter:>11} {:>14}", format!("{letter} than A"));
    }
    text.push('\n');
    let mut positions: Vec<usize> = reports
        .iter()
        .flat_map(|report| report.entries.iter().map(|entry| entry.position))
        .collect();
    positions.sort_unstable();
    positions.dedup();
    for position in positions {
        let at = |report: &Report| report.entries.iter().position(|e| e.position == position);
        let entries = reports.iter().map(|report| report.entries.get(at(report)?));
        let entries: Vec<_> = entries.collect();
        let Some(some) = entries.iter().flatten().next() else {
            continue;
        };
        let size = format!("{}x{}", some.width, some.height);
        let _ = write!(text, "{:>7} {size:>11}", some.level);
        for (index, entry) in entries.iter().enumerate() {
            let time = match entry {
                Some(entry) if entry.passed() => format!("{:.3}s", entry.seconds),
                Some(entry) => entry.verdict.to_string(),
                None => "-".to_owned(),
            };
            let _ = write!(text, " {time:>11}");
            if index > 0 {
                let ratio = ratio(entries[0], *entry);
                let ratio = ratio.map_or_else(|| "-".to_owned(), |ratio| factor(ratio, "x"));
                let _ = write!(text, " {ratio:>14}");
            }
        }
        text.push('\n');
    }
    for (index, other) in others.iter().enumerate() {
        let ratios: Vec<f64> = first
            .entries
            .iter()
            .filter_map(|a| {
                let b = other.entries.iter().find(|b| b.position == a.position);
                ratio(Some(a), b)
            })
            .collect();
        let letter = letter(index + 1);
        let count = ratios.len();
        if count == 0 {
            let _ = writeln!(text, "{letter} and A: no level was passed by both");
            continue;
        }
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count as f64).exp();
        let factor = factor(mean, " times");
        let _ = writeln!(
            text,
            "{letter} is {factor} than A on average (geometric mean of {count} levels that both passed)"
        );
    }
    text
}

/// A ratio in words: `30 times faster`, `1.5 times slower`.
fn factor(ratio: f64, times: &str) -> String {
    let (factor, how) = if ratio < 1.0 {
        (1.0 / ratio.max(1e-9), "faster")
    } else {
        (ratio, "slower")
    };
    match factor {
        factor if factor >= 9.95 => format!("{factor:.0}{times} {how}"),
        factor => format!("{factor:.2}{times} {how}"),
    }
}

/// How many times longer the second took, if both passed.
fn ratio(a: Option<&crate::Entry>, b: Option<&crate::Entry>) -> Option<f64> {
    let (a, b) = a.zip(b)?;
    (a.passed() && b.passed()).then(|| b.seconds / a.seconds.max(1e-9))
}
