//! Pictures that move: the lines are drawn step by step, stay for a while, and are drawn again.
//!
//! A frame contains only what was drawn since the one before, so the size of a file grows with the
//! length of the lines. [`canvas`] has the pixels, as indices into a palette; [`gif`] and [`apng`]
//! write them, and [`svg`] lets a browser do the drawing.

mod apng;
mod canvas;
mod gif;
mod svg;

use super::Picture;
use crate::Error;
use canvas::{Canvas, Rectangle};

/// The most frames of a picture; a short line has one for each of its steps.
const FRAMES: usize = 160;
/// Hundredths of a second for a frame, and for the last one.
const PACE: u16 = 5;
const LOOK: u16 = 250;

/// The most cells of a moving picture.
const MOST_CELLS: usize = 1_000_000;

impl Picture {
    fn admit(&self) -> Result<(), Error> {
        let (width, height) = (self.width, self.height);
        if width * height <= MOST_CELLS {
            return Ok(());
        }
        Err(Error::bad_request(format!(
            "a board of {width}x{height} is too large for a moving picture: at most {MOST_CELLS} cells"
        )))
    }

    /// Draws frame by frame: `show` gets the canvas, the part of it that changed, and for how many
    /// hundredths of a second it is shown. The first frame is the whole board.
    fn play<E>(
        &self,
        mut show: impl FnMut(&Canvas, Rectangle, u16) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut canvas = Canvas::new(self);
        let steps: usize = self.lines.iter().map(|line| line.length() + 1).sum();
        let frames = steps.clamp(1, FRAMES);
        let mut visits = self
            .lines
            .iter()
            .enumerate()
            .flat_map(|(line, drawn)| drawn.visits().map(move |visit| (line, visit)));
        show(&canvas, canvas.everything(), PACE)?;
        for frame in 1..=frames {
            let count = frame * steps / frames - (frame - 1) * steps / frames;
            for (line, visit) in visits.by_ref().take(count) {
                canvas.step(line, visit);
            }
            let is_last = frame == frames;
            let changed = canvas.finish_frame(is_last);
            show(&canvas, changed, if is_last { LOOK } else { PACE })?;
        }
        Ok(())
    }

    /// The pixels of the picture with its lines drawn: columns, rows, and red, green and blue of
    /// each pixel, row by row.
    pub fn to_pixels(&self) -> (usize, usize, Vec<u8>) {
        let mut canvas = Canvas::new(self);
        for (line, drawn) in self.lines.iter().enumerate() {
            for visit in drawn.visits() {
                canvas.step(line, visit);
            }
        }
        canvas.finish_frame(true);
        let (width, height, all) = (canvas.width, canvas.height, canvas.everything());
        let mut pixels = Vec::with_capacity(3 * width * height);
        for row in 0..height {
            for index in canvas.row(row, all) {
                let at = 3 * usize::from(index);
                pixels.extend_from_slice(&canvas.palette[at..at + 3]);
            }
        }
        (width, height, pixels)
    }

    /// The number of frames that [`Picture::play`] shows.
    fn frame_count(&self) -> u32 {
        let steps: usize = self.lines.iter().map(|line| line.length() + 1).sum();
        1 + steps.clamp(1, FRAMES) as u32
    }
}
