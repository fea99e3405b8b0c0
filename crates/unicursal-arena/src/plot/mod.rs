//! A picture of times over sizes, both on logarithmic axes: the measured levels, the fitted curves
//! and what they predict.
//!
//! [`plot`] lays out a [`Scene`] of lines, discs and labels; `svg.rs` and `png.rs` write it.

mod axes;
mod cactus;
mod png;
mod svg;

use crate::estimate::{Estimate, Outlook, SIDES, cells};
use crate::fit::{Fit, Model};
use crate::{Report, compare};
use axes::Axes;
pub use cactus::cactus;
pub use svg::escaped;

/// Width of a picture.
pub const WIDTH: f64 = 1000.0;
/// Height of a picture.
pub const HEIGHT: f64 = 640.0;

/// Red, green, blue.
pub type Colour = (u8, u8, u8);

const INK: Colour = (52, 56, 64);
const PALE: Colour = (226, 226, 222);
/// One for each solver, or for each model if there is one solver; colour-blind people can tell them
/// apart too.
const COLOURS: [Colour; 6] = [
    (0, 114, 178),
    (213, 94, 0),
    (0, 140, 100),
    (160, 80, 150),
    (200, 150, 0),
    (90, 90, 90),
];

/// The colour of the solver at this place.
pub fn colour(index: usize) -> Colour {
    COLOURS[index % COLOURS.len()]
}

/// Shapes to draw, in this order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The shapes.
    pub shapes: Vec<Shape>,
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line through points.
    Line {
        /// The points.
        points: Vec<(f64, f64)>,
        /// Its colour.
        colour: Colour,
        /// Its width.
        width: f64,
        /// Whether it is dashed.
        dashed: bool,
    },
    /// A disc, or a ring.
    Disc {
        /// Its centre.
        centre: (f64, f64),
        /// Its radius.
        radius: f64,
        /// Its colour.
        colour: Colour,
        /// Whether only the rim is drawn.
        hollow: bool,
    },
    /// A line of text.
    Label {
        /// Where its base line begins, or has its middle or end.
        at: (f64, f64),
        /// Which part of the text is at this place.
        anchor: Anchor,
        /// The text: letters, digits and signs of ASCII.
        text: String,
        /// Its colour.
        colour: Colour,
    },
}

/// Which part of a label its place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The beginning.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

impl Scene {
    /// The picture as SVG.
    pub fn to_svg(&self) -> String {
        svg::write(self)
    }

    /// The picture as PNG.
    pub fn to_png(&self) -> Result<Vec<u8>, ::png::EncodingError> {
        png::write(self)
    }

    fn line(&mut self, points: Vec<(f64, f64)>, colour: Colour, width: f64, dashed: bool) {
        self.shapes.push(Shape::Line {
            points,
            colour,
            width,
            dashed,
        });
    }

    fn disc(&mut self, centre: (f64, f64), radius: f64, colour: Colour, hollow: bool) {
        self.shapes.push(Shape::Disc {
            centre,
            radius,
            colour,
            hollow,
        });
    }

    fn label(&mut self, at: (f64, f64), anchor: Anchor, text: impl Into<String>, colour: Colour) {
        self.shapes.push(Shape::Label {
            at,
            anchor,
            text: text.into(),
            colour,
        });
    }
}

/// Draws the times of one solver with all its curves, or of several with the best curve of each.
pub fn plot(puzzle: &str, reports: &[Report]) -> Scene {
    let estimates = Estimate::all(reports);
    let axes = Axes::around(&estimates);
    let mut scene = Scene::default();
    axes.draw(&mut scene);
    if let Some(estimate) = estimates.first() {
        let place = (axes::LEFT, axes::TOP - 10.0);
        scene.label(place, Anchor::Start, estimate.clock(), INK);
    }
    let title = match reports {
        [one] => format!("{puzzle}: times of {}", shortened(&one.solver)),
        _ => format!("{puzzle}: times of {} solvers", reports.len()),
    };
    scene.label((WIDTH / 2.0, 28.0), Anchor::Middle, title, INK);
    let mut legend = Vec::new();
    for (index, (report, estimate)) in reports.iter().zip(&estimates).enumerate() {
        let alone = reports.len() == 1;
        let own = if alone { INK } else { colour(index) };
        let fits = match &estimate.outlook {
            Outlook::Fits(fits) if alone => fits.as_slice(),
            Outlook::Fits(fits) => &fits[..1],
            _ => &[],
        };
        let colour = |fit: &Fit| if alone { model_colour(fit.model) } else { own };
        if !alone {
            let name = shortened(&report.solver);
            legend.push((format!("{}: {name}", compare::letter(index)), own));
        }
        // The best is drawn last, above the others.
        for (rank, fit) in fits.iter().enumerate().rev() {
            draw_fit(&mut scene, &axes, fit, colour(fit), rank == 0);
        }
        for (rank, fit) in fits.iter().enumerate() {
            let best = if alone && rank == 0 { ", best" } else { "" };
            let text = format!("{} (R2 {:.3}{best})", fit.model, fit.r2);
            legend.push((text, colour(fit)));
        }
        for point in &estimate.points {
            let place = axes.place(point.cells, point.seconds.max(1e-9).ln());
            scene.disc(place, 3.0, own, false);
        }
        // An unfinished level: a ring at its time limit.
        for bound in &estimate.bounds {
            let place = axes.place(bound.cells, bound.seconds.max(1e-9).ln());
            scene.disc(place, 3.0, own, true);
        }
    }
    if estimates.iter().all(|estimate| estimate.points.is_empty()) {
        let middle = (WIDTH / 2.0, HEIGHT / 2.0);
        scene.label(middle, Anchor::Middle, "no level was passed", INK);
    }
    for (row, (text, colour)) in legend.into_iter().enumerate() {
        let y = axes::TOP + 24.0 + 20.0 * row as f64;
        scene.disc((axes::LEFT + 20.0, y - 5.0), 5.0, colour, false);
        scene.label((axes::LEFT + 34.0, y), Anchor::Start, text, INK);
    }
    scene
}

/// A curve: full where there are measurements, dashed beyond, with rings at the predicted squares.
fn draw_fit(scene: &mut Scene, axes: &Axes, fit: &Fit, colour: Colour, best: bool) {
    let width = if best { 2.5 } else { 1.3 };
    let (first, last, end) = (axes.cells.0, axes.measured.1, axes.cells.1);
    for (from, to, dashed) in [(first, last, false), (last, end, true)] {
        let steps = 160;
        let points = (0..=steps)
            .map(|step| {
                let share = f64::from(step) / f64::from(steps);
                let cells = from * (to / from).powf(share);
                (cells, fit.ln_seconds(cells))
            })
            .filter(|&(_, ln_seconds)| axes.shows(ln_seconds))
            .map(|(cells, ln_seconds)| axes.place(cells, ln_seconds));
        scene.line(points.collect(), colour, width, dashed);
    }
    if best {
        for side in SIDES {
            let ln_seconds = fit.ln_seconds(cells(side));
            if cells(side) > last && axes.shows(ln_seconds) {
                scene.disc(axes.place(cells(side), ln_seconds), 5.0, colour, true);
            }
        }
    }
}

fn model_colour(model: Model) -> Colour {
    match model {
        Model::Linear => COLOURS[2],
        Model::Power => COLOURS[0],
        Model::Exponential => COLOURS[1],
    }
}

/// The end of a command line, as much as fits into a title.
fn shortened(text: &str) -> String {
    let clean = text
        .chars()
        .map(|c| if c.is_ascii_graphic() { c } else { ' ' });
    let clean: String = clean.collect();
    match clean.len().checked_sub(48) {
        None | Some(0) => clean,
        Some(from) => format!("...{}", &clean[from..]),
    }
}
