//! Moving pictures as GIF.

use std::borrow::Cow;

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::canvas::Canvas;
use crate::Error;
use crate::picture::Picture;

impl Picture {
    /// The picture as the bytes of a GIF file in which the lines are drawn in a loop.
    pub fn to_gif(&self) -> Result<Vec<u8>, Error> {
        self.admit()?;
        self.gif().map_err(Error::bad_request)
    }

    fn gif(&self) -> Result<Vec<u8>, EncodingError> {
        let canvas = Canvas::new(self);
        let (width, height) = (two(canvas.width), two(canvas.height));
        // One palette for all frames.
        let mut encoder = Encoder::new(Vec::new(), width, height, &canvas.palette)?;
        encoder.set_repeat(Repeat::Infinite)?;
        self.play(|canvas, area, pace| -> Result<(), EncodingError> {
            let pixels = (area.top..area.bottom).flat_map(|row| canvas.row(row, area));
            // Each frame is drawn over the one before.
            encoder.write_frame(&Frame {
                delay: pace,
                dispose: DisposalMethod::Keep,
                left: two(area.left),
                top: two(area.top),
                width: two(area.width()),
                height: two(area.height()),
                buffer: Cow::Owned(pixels.collect()),
                ..Frame::default()
            })?;
            Ok(())
        })?;
        encoder.into_inner()
    }
}

/// A number in two bytes. No side is longer, because the number of cells is limited.
fn two(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::Canvas;
    use crate::picture::{Colour, Fill, Line, Mark, Picture, Shape, Stroke};

    /// The pixels after the last frame, and the number of frames.
    fn shown(gif: &[u8]) -> (usize, usize, Vec<u8>, usize) {
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(gif).expect("it begins as a GIF");
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut pixels = vec![0; width * height];
        let mut frames = 0;
        while let Some(frame) = decoder.read_next_frame().expect("it can be read") {
            let across = usize::from(frame.width);
            for (row, line) in frame.buffer.chunks(across).enumerate() {
                let first = (usize::from(frame.top) + row) * width + usize::from(frame.left);
                pixels[first..first + across].copy_from_slice(line);
            }
            frames += 1;
        }
        (width, height, pixels, frames)
    }

    /// A board with a tint, a mark with a letter, a flowing line and one of a single colour.
    fn picture(width: u32, height: u32) -> Picture {
        let mut picture = Picture::new(width as usize, height as usize, |x, y| match (x, y) {
            (0, 0) => Fill::Tint(Colour(200, 220, 240)),
            (1, 1) => Fill::Wall,
            _ => Fill::Open,
        });
        picture.lines.push(Line {
            corners: vec![(width - 1, height - 1), (0, height - 1)],
            stroke: Stroke::Solid(Colour(1, 100, 50)),
        });
        let rows = (0..height - 1).flat_map(|y| match y % 2 {
            0 => [(0, y), (width - 1, y)],
            _ => [(width - 1, y), (0, y)],
        });
        picture.add_flow(rows.collect());
        picture.marks.push(Mark {
            x: width / 2,
            y: height / 2,
            shape: Shape::Disc,
            colour: Colour(0, 114, 178),
            label: "g".to_owned(),
        });
        picture
    }

    /// The pixels of the whole picture, drawn at once.
    fn whole(picture: &Picture) -> Vec<u8> {
        let mut canvas = Canvas::new(picture);
        for (index, line) in picture.lines.iter().enumerate() {
            for visit in line.visits() {
                canvas.step(index, visit);
            }
        }
        canvas.finish_frame(true);
        let everything = canvas.everything();
        (0..canvas.height)
            .flat_map(|row| canvas.row(row, everything))
            .collect()
    }

    #[test]
    fn the_frames_together_are_the_whole_picture() {
        for (width, height) in [(3, 2), (7, 5), (60, 40), (300, 4)] {
            let picture = picture(width, height);
            let gif = picture.to_gif().unwrap();
            let (_, _, pixels, frames) = shown(&gif);
            assert!(pixels == whole(&picture), "{width}x{height}");
            assert_eq!(frames as u32, picture.frame_count());
            assert!(frames <= 161, "{frames}");
        }
    }

    #[test]
    fn a_picture_of_60x40_is_small_and_a_huge_one_is_refused() {
        let gif = picture(60, 40).to_gif().unwrap();
        assert!(gif.len() < 2_000_000, "{} bytes", gif.len());
        let apng = picture(60, 40).to_apng().unwrap();
        assert!(apng.len() < 2_000_000, "{} bytes", apng.len());
        let huge = Picture::new(2000, 2000, |_, _| Fill::Open);
        assert!(huge.to_gif().is_err() && huge.to_apng().is_err());
        // A picture without lines is a still.
        let still = Picture::new(2, 2, |_, _| Fill::Open);
        assert_eq!(shown(&still.to_gif().unwrap()).3, 2);
    }
}
