//! How long large squares would take, judging by the levels that were passed.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::fit::{Fit, Model, Point};
use crate::verdict::Kind;
use crate::{Entry, Report, units};

/// The sides of the squares that are predicted.
pub const SIDES: [u32; 9] = [100, 200, 300, 400, 500, 750, 1000, 1500, 2000];

/// Times are too similar when the longest is not this much longer than the shortest, as a factor
/// ...
const LEAST_FACTOR: f64 = 1.5;
/// ... and in seconds: below that, starting a program outweighs solving.
const LEAST_DIFFERENCE: f64 = 0.002;
/// Times that no curve explains better than this do not visibly depend on the size.
const LEAST_R2: f64 = 0.5;

/// Curves that explain this much of the times fit fairly well. If levels were not finished, curves
/// that fit worse are useless: lower bounds have drawn them away from what was measured.
const FAIR_R2: f64 = 0.8;
/// Below this, in seconds, the start of the program is a large part of wall-clock times, so that
/// processor time is better.
const SHORT: f64 = 0.1;

/// What a solver's times lead one to expect.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The levels it rests on.
    pub points: Vec<Point>,
    /// Levels that were not finished, and how long they were tried: lower bounds.
    pub bounds: Vec<Point>,
    /// Whether the times are processor time.
    pub is_processor_time: bool,
    /// The conclusion.
    pub outlook: Outlook,
}

/// What can be concluded from some times.
#[derive(Clone, Debug)]
pub enum Outlook {
    /// Curves, best first.
    Fits(Vec<Fit>),
    /// The times do not show how they grow. The guess is that they are proportional to the cells.
    Alike {
        /// Seconds per cell, over all levels.
        per_cell: f64,
        /// Whether they are all about the same; otherwise they differ for reasons other than size.
        same: bool,
    },
    /// Levels that were not finished contradict every curve through those that were.
    Contradicted,
    /// Fewer than three sizes were passed.
    TooFew,
}

impl Estimate {
    /// Looks at the levels that a solver passed, and at those that it did not finish in time.
    pub fn new(report: &Report) -> Self {
        Self::by_clock(report, Self::suits_processor_time(report))
    }

    /// Estimates for several solvers, all by the same clock, so that they can be compared.
    pub fn all(reports: &[Report]) -> Vec<Self> {
        let is_processor_time = reports.iter().all(Self::suits_processor_time);
        let each = reports.iter();
        each.map(|report| Self::by_clock(report, is_processor_time))
            .collect()
    }

    /// Whether processor time describes a solver better.
    fn suits_processor_time(report: &Report) -> bool {
        let passed = || report.entries.iter().filter(|entry| entry.passed());
        let mut walls: Vec<f64> = passed().map(|entry| entry.seconds).collect();
        walls.sort_by(f64::total_cmp);
        let is_short = walls
            .get(walls.len() / 2)
            .is_some_and(|&median| median < SHORT);
        is_short && passed().all(|entry| entry.cpu_seconds > 0.0)
    }

    fn by_clock(report: &Report, is_processor_time: bool) -> Self {
        let passed = report.entries.iter().filter(|entry| entry.passed());
        let point = |entry: &Entry| Point {
            cells: entry.width as f64 * entry.height as f64,
            seconds: if is_processor_time {
                entry.cpu_seconds
            } else {
                entry.seconds
            },
        };
        let points: Vec<Point> = passed.map(point).collect();
        let unfinished = report.entries.iter().filter(|e| e.verdict == Kind::Timeout);
        let bounds: Vec<Point> = unfinished.map(point).collect();
        let outlook = Outlook::of(&points, &bounds);
        Self {
            points,
            bounds,
            is_processor_time,
            outlook,
        }
    }

    /// The estimate for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        match &self.outlook {
            Outlook::TooFew => {
                let count = self.points.len();
                let _ = writeln!(
                    text,
                    "No estimate: it takes passed levels of at least three sizes (passed: {count})"
                );
            }
            Outlook::Contradicted => {
                let count = self.bounds.len();
                let tried = self.bounds.iter().map(|b| b.seconds).fold(0.0, f64::max);
                let tried = units::time(tried.ln());
                let _ = writeln!(
                    text,
                    "No estimate: {count} levels were not finished (up to {tried} each), and no curve \
                     through the others explains that.\nLarge squares take longer than that, and \
                     nothing here tells how much"
                );
            }
            Outlook::Alike { per_cell, same } => {
                let (shortest, longest) = times(&self.points);
                let (shortest, longest) = (units::time(shortest.ln()), units::time(longest.ln()));
                let what = if *same {
                    "The times are too alike to fit a curve"
                } else {
                    "The times hardly depend on the size, so that no curve fits"
                };
                let _ = writeln!(
                    text,
                    "{what} ({shortest} to {longest}): try larger levels.\n\
                     If each cell takes as long as it did here on average, which is hardly ever so:"
                );
                for side in SIDES {
                    let time = units::time((per_cell * cells(side)).ln());
                    let _ = writeln!(text, "{side}x{side}: {time}");
                }
            }
            Outlook::Fits(fits) => self.table(fits, &mut text),
        }
        text
    }

    fn table(&self, fits: &[Fit], text: &mut String) {
        let sizes = self.points.iter().map(|point| point.cells);
        let (least, most) = sizes.fold((f64::INFINITY, 0.0_f64), |(a, b), n| (a.min(n), b.max(n)));
        let count = self.points.len();
        let clock = self.clock();
        let bounds = match self.bounds.len() {
            0 => String::new(),
            unfinished => format!(" and {unfinished} that were not finished, as lower bounds"),
        };
        let _ = writeln!(
            text,
            "Estimate from {count} passed levels of {least} to {most} cells{bounds}, by {clock}; n is the number of cells"
        );
        for fit in fits {
            let Fit {
                model, r2, off_by, ..
            } = fit;
            let formula = fit.formula();
            let _ = writeln!(
                text,
                "  {model:11}  seconds = {formula:28}  R2 = {r2:6.3}, typically off by a factor of {off_by:.2}"
            );
        }
        if let Some(best) = fits.first() {
            let quality = match best.r2 {
                r2 if r2 >= 0.95 => "well",
                r2 if r2 >= FAIR_R2 => "fairly",
                _ => "poorly",
            };
            let _ = writeln!(text, "Best fit: {}, and it fits {quality}", best.model);
        }
        let _ = write!(text, "{:10}", "");
        for fit in fits {
            let _ = write!(text, "{:>20}", fit.model);
        }
        text.push('\n');
        for side in SIDES {
            let _ = write!(text, "{:10}", format!("{side}x{side}:"));
            for fit in fits {
                let time = units::time(fit.ln_seconds(cells(side)));
                let _ = write!(text, " {time:>19}");
            }
            text.push('\n');
        }
        let side = SIDES[SIDES.len() - 1];
        let times = cells(side) / most;
        if times > 10.0 {
            let _ = writeln!(
                text,
                "{side}x{side} has {times:.0} times as many cells as the largest level passed: \
                 so far out, this is a guess"
            );
        }
    }

    /// Which time it is.
    pub fn clock(&self) -> &'static str {
        if self.is_processor_time {
            "processor time"
        } else {
            "wall-clock time"
        }
    }

    /// The estimate as JSON: an object with the key `estimate`.
    pub fn json(&self, solver: &str) -> Value {
        let curve = |name: String, ln_seconds: &dyn Fn(f64) -> f64| {
            let predictions = SIDES.map(|side| {
                let ln = ln_seconds(cells(side));
                // Beyond all floats: JSON has no infinity.
                let seconds = Some(ln.exp()).filter(|seconds| seconds.is_finite());
                json!({"side": side, "seconds": seconds, "time": units::time(ln)})
            });
            json!({"model": name, "predictions": predictions})
        };
        let curves: Vec<Value> = match &self.outlook {
            Outlook::TooFew | Outlook::Contradicted => Vec::new(),
            Outlook::Alike { per_cell, .. } => {
                let ln_seconds = |cells: f64| (per_cell * cells).ln();
                vec![curve("proportional".to_owned(), &ln_seconds)]
            }
            Outlook::Fits(fits) => fits
                .iter()
                .map(|fit| {
                    let mut curve = curve(fit.model.to_string(), &|cells| fit.ln_seconds(cells));
                    curve["formula"] = json!(fit.formula());
                    curve["r2"] = json!(fit.r2);
                    curve["off_by"] = json!(fit.off_by);
                    curve
                })
                .collect(),
        };
        let largest = self.points.iter().map(|p| p.cells).fold(0.0, f64::max);
        json!({"estimate": {
            "solver": solver,
            "levels": self.points.len(),
            "unfinished": self.bounds.len(),
            "largest_cells": largest,
            "clock": self.clock(),
            "curves": curves,
        }})
    }
}

impl Outlook {
    fn of(points: &[Point], bounds: &[Point]) -> Self {
        let mut sizes: Vec<f64> = points.iter().map(|point| point.cells).collect();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup();
        if sizes.len() < 3 {
            return Self::TooFew;
        }
        let (shortest, longest) = times(points);
        let same = longest < LEAST_FACTOR * shortest || longest - shortest < LEAST_DIFFERENCE;
        let mut fits: Vec<Fit> = Model::ALL
            .into_iter()
            .filter_map(|model| Fit::censored(model, points, bounds))
            .collect();
        fits.sort_by(|a, b| a.off_by.total_cmp(&b.off_by));
        // Unfinished levels are a sign of growth, even if the finished ones show none.
        let grows = fits.iter().any(|fit| fit.r2 >= LEAST_R2) || !bounds.is_empty();
        if !same && grows {
            let explains = |fit: &Fit| bounds.is_empty() || fit.r2 >= FAIR_R2;
            fits.retain(|fit| !fit.contradicts(bounds) && explains(fit));
            return if fits.is_empty() {
                Self::Contradicted
            } else {
                Self::Fits(fits)
            };
        }
        if !bounds.is_empty() {
            return Self::Contradicted;
        }
        let seconds: f64 = points.iter().map(|point| point.seconds).sum();
        let cells: f64 = points.iter().map(|point| point.cells).sum();
        let per_cell = seconds / cells;
        Self::Alike { per_cell, same }
    }
}

/// The cells of a square.
pub fn cells(side: u32) -> f64 {
    f64::from(side) * f64::from(side)
}

/// The shortest and the longest time.
fn times(points: &[Point]) -> (f64, f64) {
    let times = points.iter().map(|point| point.seconds);
    times.fold((f64::INFINITY, 0.0_f64), |(a, b), t| (a.min(t), b.max(t)))
}
