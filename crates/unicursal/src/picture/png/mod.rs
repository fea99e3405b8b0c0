//! Pictures as PNG, drawn one row of cells at a time, so that memory use is a few bytes for each
//! cell.
//!
//! Each cell gets the same whole number of pixels, chosen by the size of the board: [`fine`] draws
//! cells with room for detail in true colour, [`coarse`] small ones with a palette, which is fast
//! and keeps the files small.

mod coarse;
mod fine;
mod font;

use std::io::Write;
use std::ops::Range;

use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter};

pub(super) use font::Label;

use super::{Mark, Picture, Shape};
use crate::Error;

/// The longer side of a picture is about this many pixels, where the limits below permit.
const SIDE: usize = 1600;
/// The most pixels across a cell, for small boards.
const MOST_PER_CELL: usize = 48;
/// With three pixels across a cell, there is a gap between lines side by side.
const FEWEST_PER_CELL: usize = 3;
/// Above this many pixels cells get even smaller.
const MOST_PIXELS: usize = 150_000_000;
/// From this size on, cells have room for detail.
const DETAILED: usize = 9;

/// Up to this many marks are drawn larger than their cells where the cells are small.
const FEW_MARKS: usize = 16;

/// Sizes in pixels.
#[derive(Clone, Copy)]
struct Scale {
    /// Across a cell.
    cell: usize,
    /// Of the frame around the board.
    frame: usize,
}

impl Picture {
    /// The picture as the bytes of a PNG file.
    pub fn to_png(&self) -> Result<Vec<u8>, Error> {
        self.png().map_err(Error::bad_request)
    }

    fn png(&self) -> Result<Vec<u8>, EncodingError> {
        let scale = self.scale();
        let side = |cells: usize| cells * scale.cell + 2 * scale.frame;
        let (width, height) = (side(self.width), side(self.height));
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, width as u32, height as u32);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_compression(Compression::Fast);
        encoder.set_filter(Filter::Up);
        if scale.cell >= DETAILED {
            encoder.set_color(ColorType::Rgb);
            let canvas = fine::Canvas::new(self, scale);
            let frame = [super::WALL.0, super::WALL.1, super::WALL.2];
            let frame = frame.repeat(width * scale.frame);
            let band = vec![0; 3 * width * scale.cell];
            self.write(encoder, &frame, band, |row, band| {
                canvas.draw_row(row, band);
            })?;
        } else {
            encoder.set_color(ColorType::Indexed);
            let canvas = coarse::Canvas::new(self, scale);
            encoder.set_palette(canvas.palette());
            let frame = vec![coarse::WALL_INDEX; width * scale.frame];
            let band = vec![0; width * scale.cell];
            self.write(encoder, &frame, band, |row, band| {
                canvas.draw_row(row, band);
            })?;
        }
        Ok(bytes)
    }

    fn scale(&self) -> Scale {
        let mut cell = (SIDE / self.width.max(self.height)).clamp(FEWEST_PER_CELL, MOST_PER_CELL);
        while cell > 1 && self.fills.len() * cell * cell > MOST_PIXELS {
            cell -= 1;
        }
        // An odd number of pixels has a middle one, so that thin lines are sharp.
        if cell > 3 {
            cell = (cell - 1) | 1;
        }
        let frame = (cell / 2).max(1);
        Scale { cell, frame }
    }

    /// The marks that may touch each row of cells, in the order in which they are drawn.
    fn marks_at(&self, scale: Scale) -> Vec<Vec<usize>> {
        let mut marks_at = vec![Vec::new(); self.height];
        for (index, mark) in self.marks.iter().enumerate() {
            let reach = MarkShape::new(mark, scale, self).radius + 2.0;
            let rows = (reach / scale.cell as f64).ceil() as usize;
            let row = mark.y as usize;
            let last = (row + rows).min(self.height.saturating_sub(1));
            for marks in &mut marks_at[row.saturating_sub(rows).min(last)..=last] {
                marks.push(index);
            }
        }
        marks_at
    }

    /// Writes the frame above, each row of cells into `band` and from there, and the frame below.
    fn write(
        &self,
        encoder: Encoder<'_, &mut Vec<u8>>,
        frame: &[u8],
        mut band: Vec<u8>,
        draw_row: impl Fn(usize, &mut [u8]),
    ) -> Result<(), EncodingError> {
        let mut writer = encoder.write_header()?;
        let mut stream = writer.stream_writer()?;
        stream.write_all(frame)?;
        for row in 0..self.height {
            draw_row(row, &mut band);
            stream.write_all(&band)?;
        }
        stream.write_all(frame)?;
        stream.finish()
    }
}

/// A mark in pixels.
struct MarkShape {
    shape: Shape,
    x: f64,
    y: f64,
    radius: f64,
}

impl MarkShape {
    fn new(mark: &Mark, scale: Scale, picture: &Picture) -> Self {
        let centre = |cell: u32| (f64::from(cell) + 0.5) * scale.cell as f64 + scale.frame as f64;
        let longer = picture.width.max(picture.height) * scale.cell;
        // On large boards a mark covers more than its cell, so that it can be found. Many such
        // marks would hide each other.
        let least = match picture.marks.len() {
            0..=FEW_MARKS => longer as f64 / 160.0,
            _ => 0.0,
        };
        let radius = (0.38 * scale.cell as f64).max(least);
        Self {
            shape: mark.shape,
            x: centre(mark.x),
            y: centre(mark.y),
            radius,
        }
    }

    /// The columns of pixels that it may touch.
    fn columns(&self, width: usize) -> Range<usize> {
        let first = (self.x - self.radius - 1.0).max(0.0) as usize;
        first..((self.x + self.radius + 2.0) as usize).min(width)
    }

    /// How deep a point lies inside the mark, in pixels; negative outside.
    fn depth(&self, x: f64, y: f64) -> f64 {
        let (dx, dy) = (x - self.x, y - self.y);
        self.radius
            - match self.shape {
                Shape::Disc => dx.hypot(dy),
                Shape::Square => dx.abs().max(dy.abs()) * 1.1,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Colour, Fill, Line, Picture, Stroke};

    /// Width, height and the bytes of a decoded picture.
    fn pixels(picture: &Picture) -> (u32, u32, Vec<u8>) {
        let bytes = picture.to_png().unwrap();
        let decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info.width, info.height, pixels)
    }

    fn decoded(picture: &Picture) -> (u32, u32, usize) {
        let (width, height, pixels) = pixels(picture);
        (width, height, pixels.len())
    }

    /// A game of many turns draws that many lines; the last one is on top, in its own colour.
    #[test]
    fn seventy_thousand_lines_keep_their_colours() {
        let mut picture = Picture::new(3, 1, |_, _| Fill::Open);
        let line = |colour| Line {
            corners: vec![(0, 0), (2, 0)],
            stroke: Stroke::Solid(colour),
        };
        picture.lines = vec![line(Colour(1, 2, 3)); 70_000];
        picture.lines.push(line(Colour(200, 100, 50)));
        let (width, height, pixels) = pixels(&picture);
        let middle = 3 * (height as usize / 2 * width as usize + width as usize / 2);
        assert_eq!(pixels[middle..middle + 3], [200, 100, 50]);
    }

    #[test]
    fn sizes_follow_the_board() {
        let picture = |width, height| {
            let mut picture =
                Picture::new(
                    width,
                    height,
                    |x, _| {
                        if x == 0 { Fill::Wall } else { Fill::Open }
                    },
                );
            let (right, bottom) = (width as u32 - 1, height as u32 - 1);
            picture.add_flow(vec![(0, 0), (right, 0), (right, bottom)]);
            picture
        };
        // 47 pixels for each cell and a frame of 23, true colour.
        assert_eq!(decoded(&picture(3, 2)), (187, 140, 187 * 140 * 3));
        // 3 pixels for each cell and a frame of 1, with a palette.
        assert_eq!(decoded(&picture(600, 2)), (1802, 8, 1802 * 8));
        // A single cell.
        assert_eq!(decoded(&picture(1, 1)).0, 47 + 46);
    }
}
