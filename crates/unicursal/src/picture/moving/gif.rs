//! Moving pictures as GIF.

use super::{MovingError, lzw};
use crate::picture::Picture;

impl Picture {
    /// The picture as the bytes of a GIF file in which the lines are drawn, again and again.
    pub fn to_gif(&self) -> Result<Vec<u8>, MovingError> {
        self.admit()?;
        let mut gif = Vec::new();
        self.play(|canvas, area, pace| {
            let colours = canvas.palette.len() / 3;
            let bits = (usize::BITS - (colours - 1).leading_zeros()).clamp(2, 8);
            if gif.is_empty() {
                gif.extend(b"GIF89a");
                gif.extend(two(canvas.width));
                gif.extend(two(canvas.height));
                // A palette for all frames, of eight bits for a colour.
                gif.extend([0xf0 | (bits as u8 - 1), 0, 0]);
                gif.extend(&canvas.palette);
                gif.resize(13 + (3 << bits), 0);
                gif.extend(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00");
            }
            // Each frame is drawn over the one before.
            gif.extend([0x21, 0xf9, 4, 4]);
            gif.extend(pace.to_le_bytes());
            gif.extend([0, 0, 0x2c]);
            for number in [area.left, area.top, area.width(), area.height()] {
                gif.extend(two(number));
            }
            gif.extend([0, bits as u8]);
            let pixels = (area.top..area.bottom).flat_map(|row| canvas.row(row, area));
            for block in lzw::compress(pixels, bits).chunks(255) {
                gif.push(block.len() as u8);
                gif.extend(block);
            }
            gif.push(0);
            Ok::<_, MovingError>(())
        })?;
        gif.push(0x3b);
        Ok(gif)
    }
}

/// A number in two bytes, the lower first. No side is longer: see the most cells.
fn two(number: usize) -> [u8; 2] {
    u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::super::canvas::Canvas;
    use super::super::lzw::tests::expand;
    use crate::picture::{Colour, Fill, Line, Mark, Picture, Shape, Stroke};

    /// The pixels after the last frame, and the number of frames, by what the format's description says.
    fn shown(gif: &[u8]) -> (usize, usize, Vec<u8>, usize) {
        let two = |at: usize| usize::from(gif[at]) | usize::from(gif[at + 1]) << 8;
        let (width, height) = (two(6), two(8));
        let mut pixels = vec![0; width * height];
        let mut at = 13 + (3 << ((gif[10] & 7) + 1));
        let mut frames = 0;
        loop {
            match gif[at] {
                0x21 => at += 2,
                0x2c => {
                    let (left, top, across, down) =
                        (two(at + 1), two(at + 3), two(at + 5), two(at + 7));
                    let bits = u32::from(gif[at + 10]);
                    at += 11;
                    let mut data = Vec::new();
                    let mut block = at;
                    while gif[block] > 0 {
                        let length = usize::from(gif[block]);
                        data.extend(&gif[block + 1..=block + length]);
                        block += 1 + length;
                    }
                    let part = expand(&data, bits);
                    assert_eq!(part.len(), across * down);
                    for (row, line) in part.chunks(across).enumerate() {
                        let first = (top + row) * width + left;
                        pixels[first..first + across].copy_from_slice(line);
                    }
                    frames += 1;
                }
                0x3b => return (width, height, pixels, frames),
                other => panic!("block {other:#x}"),
            }
            while gif[at] > 0 {
                at += 1 + usize::from(gif[at]);
            }
            at += 1;
        }
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
        // Nothing to draw is a still.
        let still = Picture::new(2, 2, |_, _| Fill::Open);
        assert_eq!(shown(&still.to_gif().unwrap()).3, 2);
    }
}
