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
