//! The two logarithmic axes: cells to the right, time upwards.

use super::{Anchor, HEIGHT, INK, PALE, Scene, WIDTH};
use crate::estimate::{Estimate, Outlook, SIDES, cells};

/// Left edge of the plotting area.
pub const LEFT: f64 = 140.0;
/// Top edge of the plotting area.
pub const TOP: f64 = 46.0;
const RIGHT: f64 = WIDTH - 46.0;
const BOTTOM: f64 = HEIGHT - 70.0;

/// Times worth a line, in seconds.
const TIMES: [(&str, f64); 16] = [
    ("10 us", 1e-5),
    ("100 us", 1e-4),
    ("1 ms", 1e-3),
    ("10 ms", 1e-2),
    ("100 ms", 0.1),
    ("1 s", 1.0),
    ("10 s", 10.0),
    ("1 min", 60.0),
    ("10 min", 600.0),
    ("1 hour", 3600.0),
    ("1 day", 86_400.0),
    ("1 month", 2_629_800.0),
    ("1 year", 31_557_600.0),
    ("1 century", 3_155_760_000.0),
    ("10 millennia", 3.155_76e11),
    ("1000 millennia", 3.155_76e13),
];

/// What the picture covers.
pub struct Axes {
    /// Smallest and largest number of cells.
    pub cells: (f64, f64),
    /// Smallest and largest number of cells that were measured.
    pub measured: (f64, f64),
    /// Logarithms of the shortest and longest time.
    ln_seconds: (f64, f64),
}

impl Axes {
    /// Room for all measured levels, and for what the best curves predict.
    pub fn around(estimates: &[Estimate]) -> Self {
        let points = || {
            estimates
                .iter()
                .flat_map(|e| e.points.iter().chain(&e.bounds))
        };
        let measured = span(points().map(|point| point.cells)).unwrap_or((9.0, 10_000.0));
        let mut shown = (measured.0 * 0.8, measured.1 * 1.25);
        let mut times: Vec<f64> = points().map(|p| p.seconds.max(1e-9).ln()).collect();
        let largest = cells(SIDES[SIDES.len() - 1]);
        for estimate in estimates {
            if let Outlook::Fits(fits) = &estimate.outlook {
                shown.1 = shown.1.max(largest * 1.25);
                times.extend(fits.first().map(|best| best.ln_seconds(largest)));
            }
        }
        let (low, high) = (TIMES[0].1.ln(), TIMES[TIMES.len() - 1].1.ln());
        let (shortest, longest) = span(times.into_iter()).unwrap_or((-7.0, 0.0));
        Self {
            cells: shown,
            measured,
            ln_seconds: (
                (shortest - 0.7).clamp(low, high - 3.0),
                (longest + 1.5).clamp(low + 3.0, high),
            ),
        }
    }

    /// Whether a time is within the picture.
    pub fn shows(&self, ln_seconds: f64) -> bool {
        (self.ln_seconds.0..=self.ln_seconds.1).contains(&ln_seconds)
    }

    /// The place of a size and a time; times outside the picture are put at its edge.
    pub fn place(&self, cells: f64, ln_seconds: f64) -> (f64, f64) {
        let share = |value: f64, (from, to): (f64, f64)| (value - from) / (to - from);
        let across = share(cells.ln(), (self.cells.0.ln(), self.cells.1.ln()));
        let up = share(ln_seconds, self.ln_seconds).clamp(0.0, 1.0);
        (LEFT + across * (RIGHT - LEFT), BOTTOM - up * (BOTTOM - TOP))
    }

    /// Frame, lines and labels.
    pub fn draw(&self, scene: &mut Scene) {
        for (name, seconds) in TIMES {
            if self.shows(seconds.ln()) {
                let (_, y) = self.place(self.cells.0, seconds.ln());
                scene.line(vec![(LEFT, y), (RIGHT, y)], PALE, 1.0, false);
                scene.label((LEFT - 8.0, y + 5.0), Anchor::End, name, INK);
            }
        }
        for side in [2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] {
            let count = cells(side);
            if (self.cells.0..=self.cells.1).contains(&count) {
                let (x, _) = self.place(count, self.ln_seconds.0);
                scene.line(vec![(x, TOP), (x, BOTTOM)], PALE, 1.0, false);
                let name = format!("{side}x{side}");
                scene.label((x, BOTTOM + 20.0), Anchor::Middle, name, INK);
            }
        }
        let corners = [
            (LEFT, TOP),
            (RIGHT, TOP),
            (RIGHT, BOTTOM),
            (LEFT, BOTTOM),
            (LEFT, TOP),
        ];
        scene.line(corners.to_vec(), INK, 1.2, false);
        let text = if self.cells.1 > 2.0 * self.measured.1 {
            "cells of the board, as a square; rings: predicted by the best fit"
        } else {
            "cells of the board, as a square"
        };
        let middle = f64::midpoint(LEFT, RIGHT);
        scene.label((middle, BOTTOM + 48.0), Anchor::Middle, text, INK);
    }
}

/// The smallest and the largest of some numbers.
fn span(values: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
    let least = values.clone().min_by(f64::total_cmp)?;
    Some((least, values.max_by(f64::total_cmp)?))
}
