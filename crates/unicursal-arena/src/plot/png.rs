//! A scene as PNG, drawn pixel by pixel: how much of a pixel a shape covers follows from its
//! distance. Letters come from a font of 8x8 dots, which needs no font files.

use font8x8::legacy::BASIC_LEGACY;

use super::{Anchor, Colour, HEIGHT, Scene, Shape, WIDTH};

/// Pixels per unit of the scene.
const SCALE: f64 = 2.0;
/// Side of a dot of a letter, in pixels.
const DOT: i64 = 2;
/// Length of a dash and of a gap, in units.
const DASH: (f64, f64) = (7.0, 5.0);

/// Writes the scene.
pub fn write(scene: &Scene) -> Result<Vec<u8>, png::EncodingError> {
    let mut canvas = Canvas::new();
    for shape in &scene.shapes {
        match shape {
            Shape::Line {
                points,
                colour,
                width,
                dashed,
            } => canvas.polyline(points, *colour, width * SCALE / 2.0, *dashed),
            Shape::Disc {
                centre,
                radius,
                colour,
                hollow,
            } => {
                let rim = if *hollow { 1.0 } else { 0.0 };
                canvas.disc(*centre, radius + rim, *colour);
                if *hollow {
                    canvas.disc(*centre, radius - rim, (255, 255, 255));
                }
            }
            Shape::Label {
                at,
                anchor,
                text,
                colour,
            } => canvas.label(*at, *anchor, text, *colour),
        }
    }
    let mut bytes = Vec::new();
    let (width, height) = (canvas.width as u32, canvas.height as u32);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&canvas.pixels)?;
    writer.finish()?;
    Ok(bytes)
}

struct Canvas {
    width: i64,
    height: i64,
    pixels: Vec<u8>,
}

impl Canvas {
    fn new() -> Self {
        let (width, height) = ((WIDTH * SCALE) as i64, (HEIGHT * SCALE) as i64);
        let pixels = vec![255; (width * height * 3) as usize];
        Self {
            width,
            height,
            pixels,
        }
    }

    /// Covers a part (0 to 1) of a pixel; outside the picture nothing happens.
    fn cover(&mut self, x: i64, y: i64, colour: Colour, part: f64) {
        if !(0..self.width).contains(&x) || !(0..self.height).contains(&y) || part <= 0.0 {
            return;
        }
        let at = ((y * self.width + x) * 3) as usize;
        let colour = [colour.0, colour.1, colour.2];
        for (pixel, new) in self.pixels[at..at + 3].iter_mut().zip(colour) {
            let old = f64::from(*pixel);
            *pixel = (old + (f64::from(new) - old) * part.min(1.0)).round() as u8;
        }
    }

    /// Covers the pixels around two places as far as they are within `radius` of something.
    fn near(
        &mut self,
        (from, to): ((f64, f64), (f64, f64)),
        radius: f64,
        colour: Colour,
        distance: impl Fn(f64, f64) -> f64,
    ) {
        let margin = radius + 1.0;
        let low = |a: f64, b: f64| (a.min(b) - margin).floor() as i64;
        let high = |a: f64, b: f64| (a.max(b) + margin).ceil() as i64;
        for y in low(from.1, to.1)..=high(from.1, to.1) {
            for x in low(from.0, to.0)..=high(from.0, to.0) {
                let away = distance(x as f64 + 0.5, y as f64 + 0.5);
                self.cover(x, y, colour, radius + 0.5 - away);
            }
        }
    }

    fn disc(&mut self, (x, y): (f64, f64), radius: f64, colour: Colour) {
        let centre = (x * SCALE, y * SCALE);
        self.near((centre, centre), radius * SCALE, colour, |x, y| {
            (x - centre.0).hypot(y - centre.1)
        });
    }

    fn polyline(&mut self, points: &[(f64, f64)], colour: Colour, radius: f64, dashed: bool) {
        let mut travelled = 0.0;
        for pair in points.windows(2) {
            let &[from, to] = pair else { continue };
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            let at = |along: f64| {
                let share = if length > 0.0 { along / length } else { 0.0 };
                let between = |a: f64, b: f64| (a + (b - a) * share) * SCALE;
                (between(from.0, to.0), between(from.1, to.1))
            };
            if !dashed {
                self.segment(at(0.0), at(length), colour, radius);
                continue;
            }
            let mut along = 0.0;
            while along < length {
                let phase = (travelled + along) % (DASH.0 + DASH.1);
                let draws = phase < DASH.0;
                let left = if draws { 0.0 } else { DASH.1 } + DASH.0 - phase;
                // Rounding may leave nothing of a dash; the step must not be zero.
                let next = (along + left.max(0.01)).min(length);
                if draws {
                    self.segment(at(along), at(next), colour, radius);
                }
                along = next;
            }
            travelled += length;
        }
    }

    /// A straight line between two places in pixels.
    fn segment(&mut self, from: (f64, f64), to: (f64, f64), colour: Colour, radius: f64) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let square = (dx * dx + dy * dy).max(1e-9);
        self.near((from, to), radius, colour, |x, y| {
            let along = ((x - from.0) * dx + (y - from.1) * dy) / square;
            let along = along.clamp(0.0, 1.0);
            (x - from.0 - along * dx).hypot(y - from.1 - along * dy)
        });
    }

    fn label(&mut self, (x, y): (f64, f64), anchor: Anchor, text: &str, colour: Colour) {
        let width = text.len() as i64 * 8 * DOT;
        let before = match anchor {
            Anchor::Start => 0,
            Anchor::Middle => width / 2,
            Anchor::End => width,
        };
        let left = (x * SCALE) as i64 - before;
        let top = (y * SCALE) as i64 - 7 * DOT;
        for (index, byte) in text.bytes().enumerate() {
            let glyph = BASIC_LEGACY.get(usize::from(byte)).copied();
            for (row, bits) in glyph.unwrap_or_default().into_iter().enumerate() {
                for column in (0..8).filter(|column| bits & (1 << column) != 0) {
                    let dot_x = left + (index as i64 * 8 + column) * DOT;
                    let dot_y = top + row as i64 * DOT;
                    for dot in 0..DOT * DOT {
                        self.cover(dot_x + dot % DOT, dot_y + dot / DOT, colour, 1.0);
                    }
                }
            }
        }
    }
}
