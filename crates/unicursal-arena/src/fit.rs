//! Curves through measured times: linear, power law and exponential in the number of cells.
//!
//! Each is a least-squares line in the space where its errors are alike: logarithms of the times
//! for the power law and the exponential, relative errors for the linear one, because a timer that
//! is off by some per cent is so for short and long times. All three are then compared by the same
//! yardstick, the residuals of the logarithms.

use std::fmt;

/// A measured level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Cells of the board.
    pub cells: f64,
    /// Time.
    pub seconds: f64,
}

/// The kinds of curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// `a + b n`.
    Linear,
    /// `a n^b`.
    Power,
    /// `a e^(b n)`.
    Exponential,
}

impl Model {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Linear, Self::Power, Self::Exponential];
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Linear => "linear",
            Self::Power => "power law",
            Self::Exponential => "exponential",
        })
    }
}

/// A curve, with its two numbers and how well it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Which kind.
    pub model: Model,
    /// The first number of the formula; its logarithm for all but the linear model.
    a: f64,
    /// The second number of the formula.
    pub b: f64,
    /// The share of the variance of the logarithms that the curve explains; negative when it is
    /// worse than no curve.
    pub r2: f64,
    /// By which factor it is typically off: 1 is perfect.
    pub off_by: f64,
}

/// No time is shorter than this, in seconds; lower values of a curve are meaningless.
const SHORTEST: f64 = 1e-9;

/// The logarithm of more seconds than anything takes.
const LONGEST: f64 = 600.0;

/// Enough for a fit with lower bounds to settle.
const CENSORED_ROUNDS: usize = 200;

/// Times are never better known than this, as a logarithm.
const LEAST_SPREAD: f64 = 0.05;

/// As a logarithm: bounds do not improve a curve that is off by more than this.
const MOST_SPREAD: f64 = 3.0;

/// Enough for the linear fit to settle.
const ROUNDS: usize = 30;

impl Fit {
    /// Fits a curve; `None` when the sizes are all alike.
    ///
    /// ```
    /// use unicursal_arena::fit::{Fit, Model, Point};
    ///
    /// let points = [10.0, 20.0, 40.0].map(|cells: f64| Point {
    ///     cells,
    ///     seconds: 0.01 * cells.powf(1.5),
    /// });
    /// let fit = Fit::new(Model::Power, &points).unwrap();
    /// assert!((fit.b - 1.5).abs() < 1e-9 && fit.r2 > 0.999_999);
    /// ```
    pub fn new(model: Model, points: &[Point]) -> Option<Self> {
        Self::censored(model, points, &[])
    }

    /// Fits a curve to measured levels and to lower bounds: levels that were not finished in the
    /// time given. Each bound counts with the time that it would be on average if the curve were
    /// right (the expectation-maximisation of a Tobit model for the logarithms), and the curve is
    /// fitted again.
    pub fn censored(model: Model, points: &[Point], bounds: &[Point]) -> Option<Self> {
        let mut fit = Self::plain(model, points, points)?;
        if bounds.is_empty() {
            return Some(fit);
        }
        for _ in 0..CENSORED_ROUNDS {
            let spread = fit.off_by.ln().clamp(LEAST_SPREAD, MOST_SPREAD);
            let mut all = points.to_vec();
            all.extend(bounds.iter().map(|bound| {
                let expected = fit.ln_seconds(bound.cells);
                let short = (bound.seconds.max(SHORTEST).ln() - expected) / spread;
                let ln_seconds = (expected + spread * hazard(short)).min(LONGEST);
                Point {
                    cells: bound.cells,
                    seconds: ln_seconds.exp(),
                }
            }));
            fit = Self::plain(model, &all, points)?;
        }
        Some(fit)
    }

    /// Whether, by the curve, most of the unfinished levels should have been finished.
    pub fn contradicts(&self, bounds: &[Point]) -> bool {
        let below =
            |bound: &&Point| self.ln_seconds(bound.cells) < bound.seconds.max(SHORTEST).ln();
        2 * bounds.iter().filter(below).count() > bounds.len()
    }

    /// Fits a curve to `points`, and says how well it fits those that were `measured`.
    fn plain(model: Model, points: &[Point], measured: &[Point]) -> Option<Self> {
        let seconds = |point: &Point| point.seconds.max(SHORTEST);
        let (a, b) = match model {
            Model::Linear => relative_line(points)?,
            Model::Power => line(points.iter().map(|p| (p.cells.ln(), seconds(p).ln(), 1.0)))?,
            Model::Exponential => line(points.iter().map(|p| (p.cells, seconds(p).ln(), 1.0)))?,
        };
        let mut fit = Self {
            model,
            a,
            b,
            r2: 0.0,
            off_by: 1.0,
        };
        let logs: Vec<f64> = measured.iter().map(|p| seconds(p).ln()).collect();
        let mean = logs.iter().sum::<f64>() / logs.len() as f64;
        let spread: f64 = logs.iter().map(|log| (log - mean).powi(2)).sum();
        let residues = measured.iter().zip(&logs);
        let residue: f64 = residues
            .map(|(point, log)| (log - fit.ln_seconds(point.cells)).powi(2))
            .sum();
        fit.r2 = 1.0 - residue / spread.max(f64::MIN_POSITIVE);
        fit.off_by = (residue / logs.len() as f64).sqrt().exp();
        Some(fit)
    }

    /// The natural logarithm of the time that the curve predicts.
    pub fn ln_seconds(&self, cells: f64) -> f64 {
        match self.model {
            Model::Linear => (self.a + self.b * cells).max(SHORTEST).ln(),
            Model::Power => self.a + self.b * cells.ln(),
            Model::Exponential => self.a + self.b * cells,
        }
    }

    /// The formula, for n cells.
    pub fn formula(&self) -> String {
        let (a, b) = (self.a, self.b);
        match self.model {
            Model::Linear => format!("{a:.3e} {} {:.3e} n", sign(b), b.abs()),
            Model::Power => format!("{:.3e} n^{b:.3}", a.exp()),
            Model::Exponential => format!("{:.3e} e^({b:.3e} n)", a.exp()),
        }
    }
}

fn sign(number: f64) -> char {
    if number < 0.0 { '-' } else { '+' }
}

/// How far above zero a normally distributed number is on average if it is known to be above `z`.
fn hazard(z: f64) -> f64 {
    if z > 5.0 {
        // The series for large numbers, where the quotient below is of two that vanish.
        return z + 1.0 / z - 2.0 / z.powi(3);
    }
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    density / above(z)
}

/// The share of a normal distribution above `z`, by a continued fraction or a series.
fn above(z: f64) -> f64 {
    if z < 0.0 {
        return 1.0 - above(-z);
    }
    // Abramowitz and Stegun, 26.2.17: off by less than 1e-7.
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let terms = [
        0.319_381_530,
        -0.356_563_782,
        1.781_477_937,
        -1.821_255_978,
        1.330_274_429,
    ];
    let sum = terms.iter().rev().fold(0.0, |sum, term| (sum + term) * t);
    sum * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// The line seconds = a + b cells with the least relative errors. They are relative to the line,
/// not to the times, because short times would pull the line down; so it is approached in rounds.
fn relative_line(points: &[Point]) -> Option<(f64, f64)> {
    let shortest = points
        .iter()
        .map(|p| p.seconds)
        .fold(f64::INFINITY, f64::min);
    let floor = shortest.max(SHORTEST);
    let mut weights = vec![1.0; points.len()];
    let mut found = None;
    for _ in 0..ROUNDS {
        let rows = points.iter().zip(&weights);
        // Excessive times leave no weight to the others; then the previous round has to do.
        let Some((a, b)) = line(rows.map(|(p, &weight)| (p.cells, p.seconds, weight))) else {
            break;
        };
        for (weight, point) in weights.iter_mut().zip(points) {
            *weight = (a + b * point.cells).max(floor).powi(-2);
        }
        found = Some((a, b));
    }
    found
}

/// The weighted least-squares line y = a + b x through rows (x, y, weight).
fn line(rows: impl Iterator<Item = (f64, f64, f64)> + Clone) -> Option<(f64, f64)> {
    let sum = |part: fn((f64, f64, f64)) -> f64| rows.clone().map(part).sum::<f64>();
    let weight = sum(|(_, _, w)| w);
    let (x_mean, y_mean) = (
        sum(|(x, _, w)| w * x) / weight,
        sum(|(_, y, w)| w * y) / weight,
    );
    let (mut xx, mut xy) = (0.0, 0.0);
    for (x, y, w) in rows {
        xx += w * (x - x_mean).powi(2);
        xy += w * (x - x_mean) * (y - y_mean);
    }
    let b = xy / xx;
    let a = y_mean - b * x_mean;
    (a.is_finite() && b.is_finite()).then_some((a, b))
}

#[cfg(test)]
mod tests {
    use super::{Fit, Model, Point};

    /// Times along a curve, each off by some per cent one way or the other.
    fn points(curve: impl Fn(f64) -> f64, noise: f64) -> Vec<Point> {
        let sizes = (1..=30).map(|side| f64::from(side * side));
        sizes
            .enumerate()
            .map(|(index, cells)| {
                let off = [1.0, -1.0, 0.5, -0.5][index % 4] * noise;
                let seconds = curve(cells) * (1.0 + off);
                Point { cells, seconds }
            })
            .collect()
    }

    fn best(points: &[Point]) -> Fit {
        let fits = Model::ALL.map(|model| Fit::new(model, points).unwrap());
        *fits
            .iter()
            .min_by(|a, b| a.off_by.total_cmp(&b.off_by))
            .unwrap()
    }

    #[test]
    fn known_curves_are_found_again() {
        for exponent in [0.5, 1.5, 2.0, 3.25] {
            let fit = best(&points(|n| 1e-6 * n.powf(exponent), 0.05));
            assert_eq!(fit.model, Model::Power);
            assert!((fit.b - exponent).abs() < 0.02, "{exponent}: {fit:?}");
            assert!(fit.r2 > 0.99 && fit.off_by < 1.06, "{fit:?}");
        }
        for rate in [0.002, 0.02, 0.5] {
            let fit = best(&points(|n| 0.001 * (rate * n).exp(), 0.05));
            assert_eq!(fit.model, Model::Exponential);
            assert!((fit.b / rate - 1.0).abs() < 0.02, "{rate}: {fit:?}");
        }
        for slope in [1e-4, 0.03] {
            let fit = best(&points(|n| 0.02 + slope * n, 0.05));
            assert_eq!(fit.model, Model::Linear);
            assert!((fit.b / slope - 1.0).abs() < 0.1, "{slope}: {fit:?}");
            assert!((fit.a / 0.02 - 1.0).abs() < 0.1, "{slope}: {fit:?}");
        }
    }

    #[test]
    fn a_bound_lifts_the_curve_as_far_as_it_must() {
        // Times of e^(n/10); those above 10 s were not waited for.
        let curve = |n: f64| 0.001 * (n / 10.0).exp();
        let all = points(curve, 0.2);
        let (short, long): (Vec<Point>, Vec<Point>) = all.iter().partition(|p| p.seconds < 10.0);
        let cut: Vec<Point> = long
            .iter()
            .map(|p| Point {
                seconds: 10.0,
                ..*p
            })
            .collect();
        assert!(short.len() >= 5 && cut.len() >= 5);
        let fit = Fit::censored(Model::Exponential, &short, &cut).unwrap();
        assert!((fit.b * 10.0 - 1.0).abs() < 0.1, "{fit:?}");
        assert!(!fit.contradicts(&cut));
        // Times that do not grow say nothing; bounds far above them do.
        let flat: Vec<Point> = points(|_| 0.003, 0.1).into_iter().take(6).collect();
        let bounds = [Point {
            cells: 256.0,
            seconds: 2.0,
        }; 3];
        assert!(Fit::new(Model::Power, &flat).unwrap().contradicts(&bounds));
        let fit = Fit::censored(Model::Power, &flat, &bounds).unwrap();
        assert!(fit.ln_seconds(256.0) > 0.5_f64.ln(), "{fit:?}");
    }

    #[test]
    fn one_size_is_not_enough() {
        let seconds = [1.0, 2.0];
        let points = seconds.map(|seconds| Point {
            cells: 9.0,
            seconds,
        });
        for model in Model::ALL {
            assert_eq!(Fit::new(model, &points), None);
        }
    }

    #[test]
    fn times_of_zero_do_no_harm() {
        let points = [1.0, 4.0, 9.0].map(|cells| Point {
            cells,
            seconds: 0.0,
        });
        for model in Model::ALL {
            assert!(
                Fit::new(model, &points)
                    .unwrap()
                    .ln_seconds(100.0)
                    .is_finite()
            );
        }
    }
}
