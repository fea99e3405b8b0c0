//! A leaderboard as one HTML file: a table of solvers, a cactus plot, and every level.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Write;

use crate::plot::{cactus, colour, escaped};
use crate::{Entry, Report, units};

/// The beginning of such a file.
pub const HEAD: &str = "<!doctype html>\n";

/// Light and dark, wide and narrow: wide tables and the plot scroll by themselves.
const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#343840;--pale:#e2e2de;--back:#fff;--bad:#b02a00;--dim:#666b75}
@media(prefers-color-scheme:dark){:root{--ink:#e4e6ea;--pale:#3a3f48;--back:#17191d;--bad:#ff9270;--dim:#a0a6b2}}
body{font-family:system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--back)}
h1{font-size:1.75rem}h2{font-size:1.25rem;margin-top:2rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
td,th{padding:.3rem .75rem;border-bottom:1px solid var(--pale);text-align:right;white-space:nowrap}
thead th{vertical-align:bottom}th.name{text-align:right}
.text{text-align:left}.name{text-align:left;white-space:normal;min-width:12rem;overflow-wrap:break-word}
.no{color:var(--bad)}.best{font-weight:bold}.note,.none{color:var(--dim)}
.dot{display:inline-block;width:.7em;height:.7em;border-radius:50%;margin-right:.5em}
svg{display:block;min-width:36rem;max-width:100%;border-radius:.5rem}";

/// The page for some solvers on the same levels. If times do not count, solvers that pass as many
/// levels are equal.
pub fn page(puzzle: &str, reports: &[Report], total: usize, times_count: bool) -> String {
    let mut ranked: Vec<&Report> = reports.iter().collect();
    ranked.sort_by(|a, b| {
        let more = b.passed().cmp(&a.passed());
        let faster = time_of_passed(a).total_cmp(&time_of_passed(b));
        more.then(if times_count { faster } else { Ordering::Equal })
    });
    let ranks = crate::report::ranks(&ranked, |a, b| {
        let same = time_of_passed(a).total_cmp(&time_of_passed(b)).is_eq();
        a.passed() == b.passed() && (same || !times_count)
    });
    let title = format!("{}: leaderboard", escaped(puzzle));
    let mut html = format!(
        "{HEAD}<html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n"
    );
    solvers(&ranked, &ranks, total, &mut html);
    // Writing to a string cannot fail.
    let _ = writeln!(
        html,
        "<h2>Cactus plot</h2>\n<p>How many levels a solver passes if each gets so much time.</p>\n\
         <div class=\"wide\">{}</div>\n<h2>Levels</h2>",
        cactus(&ranked).to_svg()
    );
    levels(&ranked, &mut html);
    conditions(&ranked, &mut html);
    html
}

/// A row for each solver, the best first.
fn solvers(ranked: &[&Report], ranks: &[usize], total: usize, html: &mut String) {
    let entries = || ranked.iter().flat_map(|report| &report.entries);
    html.push_str(
        "<div class=\"wide\"><table><thead><tr><th>Rank<th class=\"text\">Solver<th>Passed<th>In sequence\
         <br>up to level<th>Time of<br>those<th>Processor<br>time<th>Peak<br>memory<th>Time<br>limit\
         <th class=\"text\">Not passed</tr></thead>\n",
    );
    for (index, report) in ranked.iter().enumerate() {
        let highest = report.highest_in_sequence(1..=total);
        let highest = highest.map_or_else(|| NONE.to_owned(), |level| level.to_string());
        let passed = || report.entries.iter().filter(|entry| entry.passed());
        let cpu: f64 = passed().map(|entry| entry.cpu_seconds).sum();
        let memory = passed().map(|entry| entry.peak_memory).max();
        // There is no time if nothing was passed.
        let time = |seconds: f64| memory.map_or(NONE.to_owned(), |_| format!("{seconds:.2} s"));
        let _ = writeln!(
            html,
            "<tr><td>{}<td class=\"name\">{}{}<td>{} of {total}<td>{highest}<td>{}<td>{}<td>{}<td>{}<td class=\"text\">{}</tr>",
            ranks.get(index).copied().unwrap_or(0),
            dot(index),
            escaped(&report.solver),
            report.passed(),
            time(time_of_passed(report)),
            time(cpu),
            memory.map_or(NONE.to_owned(), units::bytes),
            limits_of(report),
            others(report, total),
        );
    }
    html.push_str("</table></div>\n");
    let limits: BTreeSet<String> = ranked.iter().map(|report| limits_of(report)).collect();
    if limits.len() > 1 {
        html.push_str("<p class=\"no\">The time limits differ: the ranks do not compare like with like.</p>\n");
    }
    if entries().any(|entry| entry.loaded) {
        html.push_str("<p class=\"no\">Some levels were run at the same time as others, which makes them slower.</p>\n");
    }
}

/// How the programs were contained and measured.
fn conditions(ranked: &[&Report], html: &mut String) {
    let ways: BTreeSet<(&str, &str)> = ranked
        .iter()
        .flat_map(|report| &report.entries)
        .map(|entry| (entry.contained.as_str(), entry.limits.as_str()))
        .filter(|(way, _)| !way.is_empty())
        .collect();
    for (way, limits) in ways {
        let _ = writeln!(
            html,
            "<p class=\"note\">Contained by: {}. Limits: {}.</p>",
            escaped(way),
            escaped(limits)
        );
    }
}

/// For cells without a value.
const NONE: &str = "<span class=\"none\">-</span>";

/// The colour of a solver, as in the plot.
fn dot(index: usize) -> String {
    let (red, green, blue) = colour(index);
    format!("<i class=\"dot\" style=\"background:rgb({red},{green},{blue})\"></i>")
}

/// The time limits of a solver's levels.
fn limits_of(report: &Report) -> String {
    let mut limits: Vec<f64> = report.entries.iter().map(|entry| entry.timeout).collect();
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    let limits: Vec<String> = limits.iter().map(|limit| format!("{limit} s")).collect();
    limits.join(", ")
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
    html.push_str("<div class=\"wide\"><table><thead><tr><th>Level<th>Size");
    for (index, report) in reports.iter().enumerate() {
        let _ = write!(
            html,
            "<th class=\"name\">{}{}",
            dot(index),
            escaped(&report.solver)
        );
    }
    html.push_str("</tr></thead>\n");
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
        let passed = || entries.iter().flatten().filter(|entry| entry.passed());
        let best = passed()
            .map(|entry| entry.seconds)
            .fold(f64::INFINITY, f64::min);
        let is_race = passed().count() > 1;
        for entry in &entries {
            let _ = match entry {
                Some(entry) if entry.passed() => {
                    let is_best = is_race && entry.seconds <= best;
                    let class = if is_best { " class=\"best\"" } else { "" };
                    write!(html, "<td{class}>{:.3} s", entry.seconds)
                }
                Some(entry) => write!(
                    html,
                    "<td class=\"no\" title=\"{}\">{}",
                    escaped(&entry.reason),
                    entry.verdict
                ),
                None => write!(html, "<td>{NONE}"),
            };
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</table></div>\n");
}
