//! A leaderboard as one HTML file: a table of solvers, a cactus plot, and every level.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::plot::{cactus, escaped};
use crate::{Entry, Report, units};

/// What such a file begins with.
pub const HEAD: &str = "<!doctype html>\n";

/// The page for some solvers on the same levels.
pub fn page(puzzle: &str, reports: &[Report], total: usize) -> String {
    let mut ranked: Vec<&Report> = reports.iter().collect();
    ranked.sort_by(|a, b| {
        let rank = |report: &Report| (report.passed(), -time_of_passed(report));
        let (a, b) = (rank(a), rank(b));
        b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    let mut html = format!(
        "{HEAD}<html lang=\"en\"><meta charset=\"utf-8\"><title>{0}: leaderboard</title>\n\
         <style>body{{font-family:sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#343840}}\n\
         table{{border-collapse:collapse}}td,th{{padding:.25rem .75rem;border-bottom:1px solid #e2e2de;text-align:right}}\n\
         td:first-child,th:first-child,.text{{text-align:left}}.no{{color:#b02a00}}</style>\n\
         <h1>{0}: leaderboard</h1>\n",
        escaped(puzzle)
    );
    // Writing to a string cannot fail.
    let _ = writeln!(
        html,
        "<table><tr><th>Solver<th>Passed<th>In sequence up to<th>Time of those<th>Processor time<th>Peak memory<th class=\"text\">Not passed</tr>"
    );
    for report in &ranked {
        let highest = report.highest_in_sequence(1..=total);
        let highest = highest.map_or_else(|| "-".to_owned(), |level| level.to_string());
        let passed = || report.entries.iter().filter(|entry| entry.passed());
        let cpu: f64 = passed().map(|entry| entry.cpu_seconds).sum();
        let memory = passed().map(|entry| entry.peak_memory).max().unwrap_or(0);
        let _ = writeln!(
            html,
            "<tr><td>{}<td>{} of {total}<td>{highest}<td>{:.2} s<td>{cpu:.2} s<td>{}<td class=\"text\">{}</tr>",
            escaped(&report.solver),
            report.passed(),
            time_of_passed(report),
            units::bytes(memory),
            others(report, total),
        );
    }
    let _ = writeln!(
        html,
        "</table>\n<h2>Cactus plot</h2>\n<p>How many levels a solver passes if each gets so much time.</p>\n{}\n<h2>Levels</h2>",
        cactus(&ranked).to_svg()
    );
    levels(&ranked, &mut html);
    let ways: BTreeSet<(&str, &str)> = ranked
        .iter()
        .flat_map(|report| &report.entries)
        .map(|entry| (entry.contained.as_str(), entry.limits.as_str()))
        .filter(|(way, _)| !way.is_empty())
        .collect();
    for (way, limits) in ways {
        let _ = writeln!(
            html,
            "<p>Contained by: {}. Limits: {}.</p>",
            escaped(way),
            escaped(limits)
        );
    }
    html
}

fn time_of_passed(report: &Report) -> f64 {
    let passed = report.entries.iter().filter(|entry| entry.passed());
    passed.map(|entry| entry.seconds).sum()
}

/// What became of the levels that were not passed, such as `TIMEOUT 3, not run 4`.
fn others(report: &Report, total: usize) -> String {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for entry in report.entries.iter().filter(|entry| !entry.passed()) {
        let name = entry.verdict.to_string();
        match counts.iter_mut().find(|(other, _)| *other == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    match total.saturating_sub(report.entries.len()) {
        0 => {}
        left => counts.push(("not run".to_owned(), left)),
    }
    let words = counts.iter().map(|(name, count)| format!("{name} {count}"));
    words.collect::<Vec<_>>().join(", ")
}

/// A row for each level, a column for each solver.
fn levels(reports: &[&Report], html: &mut String) {
    html.push_str("<table><tr><th>Level<th>Size");
    for report in reports {
        let _ = write!(html, "<th>{}", escaped(&report.solver));
    }
    html.push_str("</tr>\n");
    let positions: BTreeSet<usize> = reports
        .iter()
        .flat_map(|report| report.entries.iter().map(|entry| entry.position))
        .collect();
    for position in positions {
        let at = |report: &&Report| -> Option<Entry> {
            let found = report
                .entries
                .binary_search_by_key(&position, |e| e.position);
            report.entries.get(found.ok()?).cloned()
        };
        let entries: Vec<Option<Entry>> = reports.iter().map(at).collect();
        let Some(some) = entries.iter().flatten().next() else {
            continue;
        };
        let _ = write!(
            html,
            "<tr><td>{}<td>{}x{}",
            some.level, some.width, some.height
        );
        for entry in &entries {
            let _ = match entry {
                Some(entry) if entry.passed() => write!(html, "<td>{:.3} s", entry.seconds),
                Some(entry) => write!(
                    html,
                    "<td class=\"no\" title=\"{}\">{}",
                    escaped(&entry.reason),
                    entry.verdict
                ),
                None => write!(html, "<td>-"),
            };
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</table>\n");
}
