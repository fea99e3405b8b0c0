//! How long large squares would take, judging by the levels that were passed.

use std::fmt::Write;

use serde_json::{Value, json};

use crate::fit::{Fit, Model, Point};
use crate::{Report, units};

/// The sides of the squares that are predicted.
pub const SIDES: [u32; 9] = [100, 200, 300, 400, 500, 750, 1000, 1500, 2000];

/// Times are too alike when the longest is not this much longer than the shortest, as a factor ...
const LEAST_FACTOR: f64 = 1.5;
/// ... and in seconds: below, starting a program outweighs solving.
const LEAST_DIFFERENCE: f64 = 0.002;
/// Times that no curve explains better than this do not depend on the size, as far as one can see.
const LEAST_R2: f64 = 0.5;

/// What a solver's times lead to expect.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The levels it rests on.
    pub points: Vec<Point>,
    /// What could be made of them.
    pub outlook: Outlook,
}

/// What can be made of some times.
#[derive(Clone, Debug)]
pub enum Outlook {
    /// Curves, best first.
    Fits(Vec<Fit>),
    /// The times do not tell how they grow. The guess is that they do so with the cells.
    Alike {
        /// Seconds per cell, over all levels.
        per_cell: f64,
        /// Whether they are all about the same; otherwise they differ for other reasons than size.
        same: bool,
    },
    /// Fewer than three sizes were passed.
    TooFew,
}

impl Estimate {
    /// Looks at the levels that a solver passed.
    pub fn new(report: &Report) -> Self {
        let passed = report.entries.iter().filter(|entry| entry.passed());
        let points: Vec<Point> = passed
            .map(|entry| Point {
                cells: entry.width as f64 * entry.height as f64,
                seconds: entry.seconds,
            })
            .collect();
        let mut sizes: Vec<f64> = points.iter().map(|point| point.cells).collect();
        sizes.sort_by(f64::total_cmp);
        sizes.dedup();
        let (shortest, longest) = times(&points);
        let mut fits: Vec<Fit> = Model::ALL
            .into_iter()
            .filter_map(|model| Fit::new(model, &points))
            .collect();
        fits.sort_by(|a, b| a.off_by.total_cmp(&b.off_by));
        let same = longest < LEAST_FACTOR * shortest || longest - shortest < LEAST_DIFFERENCE;
        let outlook = if sizes.len() < 3 {
            Outlook::TooFew
        } else if same || fits.iter().all(|fit| fit.r2 < LEAST_R2) {
            let seconds: f64 = points.iter().map(|point| point.seconds).sum();
            let cells: f64 = points.iter().map(|point| point.cells).sum();
            let per_cell = seconds / cells;
            Outlook::Alike { per_cell, same }
        } else {
            Outlook::Fits(fits)
        };
        Self { points, outlook }
    }

    /// The estimate for human eyes.
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
                     If each cell takes as long as it did here on average:"
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
        let _ = writeln!(
            text,
            "Estimate from {count} passed levels of {least} to {most} cells; n is the number of cells"
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
                r2 if r2 >= 0.8 => "fairly",
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
                let _ = write!(text, "{time:>20}");
            }
            text.push('\n');
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
            Outlook::TooFew => Vec::new(),
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
        json!({"estimate": {"solver": solver, "levels": self.points.len(), "curves": curves}})
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
