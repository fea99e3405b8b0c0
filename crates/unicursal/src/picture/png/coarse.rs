//! Small cells: lines one or three pixels wide, and a palette of at most 256 colours.
//!
//! The thinnest lines alone would look pale, so the cells that they cross take a lighter shade of
//! the line's colour. A cell of a single pixel is all line.

use super::{MarkShape, Scale};
use crate::Dir;
use crate::picture::{Colour, Fill, OPEN, Picture, Stroke, WALL, ramp};

const OPEN_INDEX: u8 = 0;
/// The place of the walls' colour in the palette.
pub(super) const WALL_INDEX: u8 = 1;
/// Where the colours of flowing lines begin.
const FIRST_SHADE: usize = 2;
/// Colours along a flowing line. Each has a lighter shade, this many places further on.
const SHADES: usize = 120;
/// How much of a line's colour its lighter shade has.
const TINT: f64 = 0.45;

pub(super) struct Canvas<'a> {
    picture: &'a Picture,
    scale: Scale,
    palette: Vec<Colour>,
    /// The colour of each cell without lines.
    grounds: Vec<u8>,
    /// The colour of the line on each cell, and a bit for each direction in which it leaves.
    lines: Vec<(u8, u8)>,
    /// The colour of each mark.
    marks: Vec<u8>,
    marks_at: Vec<Vec<usize>>,
    /// The sides of each cell that have thin walls; empty if there are none.
    walls: Vec<u8>,
}

impl<'a> Canvas<'a> {
    pub fn new(picture: &'a Picture, scale: Scale) -> Self {
        let mut palette = vec![OPEN, WALL];
        let shade = |shade: usize| ramp(shade as f64 / (SHADES - 1) as f64);
        palette.extend((0..SHADES).map(shade));
        palette.extend((0..SHADES).map(|index| OPEN.mix(shade(index), TINT)));
        let mut grounds = Vec::with_capacity(picture.fills.len());
        for &fill in &picture.fills {
            grounds.push(match fill {
                Fill::Open => OPEN_INDEX,
                Fill::Wall => WALL_INDEX,
                Fill::Tint(colour) => index_of(colour, &mut palette),
            });
        }
        let mut lines = vec![(0, 0); grounds.len()];
        for line in &picture.lines {
            let solid = match line.stroke {
                Stroke::Flow => None,
                Stroke::Solid(colour) => Some(index_of(colour, &mut palette)),
            };
            let length = line.length() + 1;
            for visit in line.visits() {
                let shade = FIRST_SHADE + visit.index * SHADES / length;
                let (index, arms) = &mut lines[visit.y as usize * picture.width + visit.x as usize];
                *index = solid.unwrap_or(shade as u8);
                for dir in [visit.came.map(Dir::opposite), visit.goes] {
                    *arms |= dir.map_or(0, |dir| 1 << dir.index());
                }
            }
        }
        let marks = picture.marks.iter();
        let marks = marks.map(|mark| index_of(mark.colour, &mut palette));
        Self {
            marks: marks.collect(),
            marks_at: picture.marks_at(scale),
            walls: picture.walls_around(),
            picture,
            scale,
            palette,
            grounds,
            lines,
        }
    }

    /// The palette as red, green, blue, red, ...
    pub fn palette(&self) -> Vec<u8> {
        self.palette.iter().flat_map(|c| [c.0, c.1, c.2]).collect()
    }

    /// Draws the pixels of one row of cells, the frame beside them included.
    pub fn draw_row(&self, row: usize, band: &mut [u8]) {
        let Scale { cell: size, frame } = self.scale;
        let stride = band.len() / size;
        // The pixels across a line.
        let (from, to) = if size < 5 {
            (size / 2, size / 2 + 1)
        } else {
            (size / 2 - 1, size / 2 + 2)
        };
        let has = |arms: u8, dir: Dir| arms & (1 << dir.index()) != 0;
        let first = row * self.picture.width;
        for py in 0..size {
            let pixels = &mut band[py * stride..(py + 1) * stride];
            pixels[..frame].fill(WALL_INDEX);
            pixels[stride - frame..].fill(WALL_INDEX);
            let cells = pixels[frame..stride - frame].chunks_exact_mut(size);
            for (x, pixels) in cells.enumerate() {
                let (index, arms) = self.lines[first + x];
                if index == 0 {
                    pixels.fill(self.grounds[first + x]);
                    continue;
                }
                let flows = (FIRST_SHADE..FIRST_SHADE + SHADES).contains(&usize::from(index));
                pixels.fill(if flows && size < 5 {
                    index + SHADES as u8
                } else {
                    self.grounds[first + x]
                });
                if (from..to).contains(&py) {
                    let left = if has(arms, Dir::Left) { 0 } else { from };
                    let right = if has(arms, Dir::Right) { size } else { to };
                    pixels[left..right].fill(index);
                } else if has(arms, if py < from { Dir::Up } else { Dir::Down }) {
                    pixels[from..to].fill(index);
                }
            }
            self.draw_walls(row, py, &mut pixels[frame..stride - frame]);
            let y = (row * size + py + frame) as f64 + 0.5;
            self.draw_marks(row, y, pixels);
        }
    }

    /// Draws the thin walls right of and below the cells of a row, a pixel wide, where cells have
    /// room for them.
    fn draw_walls(&self, row: usize, py: usize, pixels: &mut [u8]) {
        let size = self.scale.cell;
        if self.walls.is_empty() || size < 3 {
            return;
        }
        for (x, pixels) in pixels.chunks_exact_mut(size).enumerate() {
            let walls = self.walls[row * self.picture.width + x];
            let has = |dir: Dir| walls >> dir.index() & 1 == 1;
            if has(Dir::Down) && py + 1 == size {
                pixels.fill(WALL_INDEX);
            } else if has(Dir::Right) {
                pixels[size - 1] = WALL_INDEX;
            }
        }
    }

    /// Draws the parts of all marks that lie in the row of pixels whose middle is at `y`.
    fn draw_marks(&self, row: usize, y: f64, pixels: &mut [u8]) {
        for &mark in &self.marks_at[row] {
            let shape = MarkShape::new(&self.picture.marks[mark], self.scale, self.picture);
            let index = self.marks[mark];
            let rim = if shape.radius > 4.0 { 2.0 } else { 0.0 };
            for px in shape.columns(pixels.len()) {
                // A rim keeps the mark apart from the lines around it.
                let depth = shape.depth(px as f64 + 0.5, y);
                if depth >= rim {
                    pixels[px] = index;
                } else if depth >= 0.0 {
                    pixels[px] = OPEN_INDEX;
                }
            }
        }
    }
}

/// The place of a colour in the palette, to which it is added while there is room.
fn index_of(colour: Colour, palette: &mut Vec<Colour>) -> u8 {
    let nearest = nearest(colour, palette);
    if palette[usize::from(nearest)] != colour && palette.len() < 256 {
        palette.push(colour);
        return (palette.len() - 1) as u8;
    }
    nearest
}

/// The place of the most similar colour of a palette of at most 256.
fn nearest(colour: Colour, palette: &[Colour]) -> u8 {
    let distance = |other: &Colour| {
        let apart = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        apart(colour.0, other.0) + apart(colour.1, other.1) + apart(colour.2, other.2)
    };
    let places = palette.iter().enumerate();
    places
        .min_by_key(|(_, other)| distance(other))
        .map_or(0, |(index, _)| index as u8)
}
