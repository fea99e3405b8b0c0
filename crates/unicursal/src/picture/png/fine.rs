//! Large cells: smooth edges, colours that flow within a cell, arrow heads.
//!
//! A line is drawn from its *arms*: the directions in which it leaves the cell's centre. How much
//! of each pixel the line covers depends on the arms alone, so it is computed once for each of the
//! 16 sets of arms.

use super::font::Label;
use super::{MarkShape, Scale};
use crate::Dir;
use crate::picture::{Colour, Fill, Mark, OPEN, Picture, Stroke, WALL, ramp};

/// Colours along a flowing line.
const SHADES: usize = 1024;
/// Half the width of a line, in cells.
const HALF_WIDTH: f64 = 0.17;
/// Half the width of a thin wall is a cell divided by this.
const WALL_SHARE: usize = 14;
/// The most arrow heads on a line.
const ARROWS: usize = 400;

/// What the lines draw on a cell.
#[derive(Clone, Copy, Default)]
struct Trace {
    /// A bit for each direction in which the line leaves the centre.
    arms: u8,
    /// The shade at the centre, from 1; 0 where there is no line.
    shade: u32,
    /// The number of the direction from which the last line came, and where it goes; 4 for none.
    came: u8,
    goes: u8,
    arrow: bool,
}

pub(super) struct Canvas<'a> {
    picture: &'a Picture,
    scale: usize,
    frame: usize,
    traces: Vec<Trace>,
    /// The colours of all lines: shades of the ramp, then solid colours.
    shades: Vec<Colour>,
    /// Shades for each step of the longest flowing line.
    shades_per_step: f64,
    /// For each set of arms and each pixel of a cell: how much the line covers, 0 to 255.
    coverage: Vec<u8>,
    marks_at: Vec<Vec<usize>>,
    /// The sides of each cell that have thin walls; empty if there are none.
    walls: Vec<u8>,
}

impl<'a> Canvas<'a> {
    pub fn new(picture: &'a Picture, scale: Scale) -> Self {
        let Scale { cell, frame } = scale;
        let mut canvas = Self {
            picture,
            scale: cell,
            frame,
            traces: vec![Trace::default(); picture.fills.len()],
            shades: (0..=SHADES)
                .map(|i| ramp(i as f64 / SHADES as f64))
                .collect(),
            shades_per_step: 0.0,
            coverage: coverage(cell),
            marks_at: picture.marks_at(scale),
            walls: picture.walls_around(),
        };
        canvas.trace_lines();
        canvas
    }

    fn trace_lines(&mut self) {
        for line in &self.picture.lines {
            let length = line.length().max(1);
            let solid = match line.stroke {
                Stroke::Flow => None,
                Stroke::Solid(colour) => {
                    self.shades.push(colour);
                    Some(self.shades.len() - 1)
                }
            };
            if solid.is_none() {
                self.shades_per_step = SHADES as f64 / length as f64;
            }
            for visit in line.visits() {
                let trace =
                    &mut self.traces[visit.y as usize * self.picture.width + visit.x as usize];
                let came = visit.came.map(Dir::opposite);
                for dir in [came, visit.goes].into_iter().flatten() {
                    trace.arms |= 1 << dir.index();
                }
                let number = |dir: Option<Dir>| dir.map_or(4, |dir| dir.index() as u8);
                (trace.came, trace.goes) = (number(came), number(visit.goes));
                trace.shade = solid.unwrap_or(visit.index * SHADES / length) as u32 + 1;
            }
            if line.stroke == Stroke::Flow {
                for arrow in line.arrows(ARROWS) {
                    let cell = arrow.y as usize * self.picture.width + arrow.x as usize;
                    self.traces[cell].arrow = true;
                }
            }
        }
    }

    /// Draws the pixels of one row of cells, the frame beside them included.
    pub fn draw_row(&self, row: usize, band: &mut [u8]) {
        let stride = band.len() / self.scale;
        for py in 0..self.scale {
            let line = &mut band[py * stride..(py + 1) * stride];
            fill(&mut line[..3 * self.frame], WALL);
            fill(&mut line[stride - 3 * self.frame..], WALL);
            let cells = &mut line[3 * self.frame..stride - 3 * self.frame];
            for (x, pixels) in cells.chunks_exact_mut(3 * self.scale).enumerate() {
                let cell = row * self.picture.width + x;
                let ground = match self.picture.fills[cell] {
                    Fill::Open => OPEN,
                    Fill::Wall => WALL,
                    Fill::Tint(colour) => colour,
                };
                fill(pixels, ground);
                let trace = self.traces[cell];
                if trace.shade > 0 {
                    self.draw_line(trace, py, ground, pixels);
                }
                if let Some(&walls) = self.walls.get(cell).filter(|&&walls| walls != 0) {
                    self.draw_walls(walls, py, pixels);
                }
            }
            let y = (row * self.scale + py + self.frame) as f64 + 0.5;
            for &mark in &self.marks_at[row] {
                self.draw_mark(&self.picture.marks[mark], y, line);
            }
        }
    }

    /// Draws one row of pixels of the halves of thin walls that lie in a cell.
    fn draw_walls(&self, walls: u8, py: usize, pixels: &mut [u8]) {
        let half = (self.scale / WALL_SHARE).max(1);
        let has = |dir: Dir| walls >> dir.index() & 1 == 1;
        let is_above = has(Dir::Up) && py < half;
        if is_above || has(Dir::Down) && py + half >= self.scale {
            fill(pixels, WALL);
            return;
        }
        let width = pixels.len();
        if has(Dir::Left) {
            fill(&mut pixels[..3 * half], WALL);
        }
        if has(Dir::Right) {
            fill(&mut pixels[width - 3 * half..], WALL);
        }
    }

    /// Draws one row of pixels of the line on a cell.
    fn draw_line(&self, trace: Trace, py: usize, ground: Colour, pixels: &mut [u8]) {
        let size = self.scale;
        let start = (usize::from(trace.arms) * size + py) * size;
        let coverage = &self.coverage[start..start + size];
        let shade = trace.shade as usize - 1;
        let flows = shade <= SHADES;
        for (px, (pixel, &covered)) in pixels.chunks_exact_mut(3).zip(coverage).enumerate() {
            if covered == 0 {
                continue;
            }
            let mut colour = self.shades[shade];
            if flows {
                let (dx, dy) = (offset(px, size), offset(py, size));
                let along = self.shades_per_step * trace.along(dx, dy);
                let nearest = (shade as f64 + along).clamp(0.0, SHADES as f64);
                colour = self.shades[nearest as usize];
                if trace.arrow {
                    let (dx, dy) = trace.turned(dx, dy);
                    let inside = arrow_distance(dx, dy) * size as f64 + 0.5;
                    colour = colour.mix(OPEN, inside.clamp(0.0, 1.0));
                }
            }
            let mixed = match covered {
                255 => colour,
                _ => ground.mix(colour, f64::from(covered) / 255.0),
            };
            pixel.copy_from_slice(&[mixed.0, mixed.1, mixed.2]);
        }
    }

    /// Draws the part of a mark that lies in the row of pixels whose middle is at `y`.
    fn draw_mark(&self, mark: &Mark, y: f64, line: &mut [u8]) {
        let scale = Scale {
            cell: self.scale,
            frame: self.frame,
        };
        let shape = MarkShape::new(mark, scale, self.picture);
        if (y - shape.y).abs() > shape.radius + 1.0 {
            return;
        }
        let label = Label::new(&mark.label, (shape.x, shape.y), shape.radius);
        for px in shape.columns(line.len() / 3) {
            let depth = shape.depth(px as f64 + 0.5, y);
            let pixel = &mut line[3 * px..3 * px + 3];
            let before = Colour(pixel[0], pixel[1], pixel[2]);
            let mut after = before.mix(mark.colour, (depth + 0.5).clamp(0.0, 1.0));
            if let Some(label) = &label {
                after = after.mix(mark.colour.ink(), label.covers(px as f64 + 0.5, y));
            }
            pixel.copy_from_slice(&[after.0, after.1, after.2]);
        }
    }
}

impl Trace {
    /// Steps along the line from the centre of the cell to a place in it; negative before it.
    fn along(self, dx: f64, dy: f64) -> f64 {
        let dir = match dx.abs() > dy.abs() {
            true if dx > 0.0 => Dir::Right,
            true => Dir::Left,
            false if dy > 0.0 => Dir::Down,
            false => Dir::Up,
        };
        let far = dx.abs().max(dy.abs());
        match dir.index() as u8 {
            dir if dir == self.goes => far,
            dir if dir == self.came => -far,
            _ => 0.0,
        }
    }

    /// A place in the cell, turned so that the line goes to the right.
    fn turned(self, dx: f64, dy: f64) -> (f64, f64) {
        match self.goes {
            0 => (dx, dy),
            1 => (dy, -dx),
            2 => (-dx, -dy),
            _ => (-dy, dx),
        }
    }
}

/// How deep a place lies inside an arrow head that points to the right, in cells.
fn arrow_distance(dx: f64, dy: f64) -> f64 {
    let slanted = (0.19 - dx) * 0.4 - dy.abs() * 0.92;
    slanted.min(dx + 0.11)
}

/// Where the middle of a pixel lies in its cell, -0.5 to 0.5.
fn offset(pixel: usize, size: usize) -> f64 {
    (pixel as f64 + 0.5) / size as f64 - 0.5
}

/// For each of the 16 sets of arms and each pixel: how much a line with these arms covers.
fn coverage(size: usize) -> Vec<u8> {
    let half_width = (HALF_WIDTH * size as f64).max(0.5);
    let mut coverage = Vec::with_capacity(16 * size * size);
    for arms in 0..16_usize {
        for pixel in 0..size * size {
            let (dx, dy) = (offset(pixel % size, size), offset(pixel / size, size));
            // The distance to the nearest arm; the centre is part of all of them.
            let mut distance = dx.hypot(dy);
            for dir in Dir::ALL {
                let (ax, ay) = dir.delta();
                let along = dx * ax as f64 + dy * ay as f64;
                if arms & (1 << dir.index()) != 0 && along > 0.0 {
                    distance = distance.min((dx * ay as f64 - dy * ax as f64).abs());
                }
            }
            let covered = half_width + 0.5 - distance * size as f64;
            coverage.push((covered.clamp(0.0, 1.0) * 255.0).round() as u8);
        }
    }
    coverage
}

fn fill(pixels: &mut [u8], colour: Colour) {
    for pixel in pixels.chunks_exact_mut(3) {
        pixel.copy_from_slice(&[colour.0, colour.1, colour.2]);
    }
}
