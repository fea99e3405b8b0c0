//! Moving pictures as animated PNG, which programs that know only PNG show as a still.

use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, EncodingError};

use super::canvas::Canvas;
use crate::Error;
use crate::picture::Picture;

impl Picture {
    /// The picture as the bytes of an APNG file in which the lines are drawn in a loop.
    pub fn to_apng(&self) -> Result<Vec<u8>, Error> {
        self.admit()?;
        self.apng().map_err(Error::bad_request)
    }

    fn apng(&self) -> Result<Vec<u8>, EncodingError> {
        let mut bytes = Vec::new();
        let canvas = Canvas::new(self);
        let mut encoder = Encoder::new(&mut bytes, canvas.width as u32, canvas.height as u32);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_color(ColorType::Indexed);
        encoder.set_palette(canvas.palette);
        encoder.set_animated(self.frame_count(), 0)?;
        encoder.set_blend_op(BlendOp::Source)?;
        encoder.set_dispose_op(DisposeOp::None)?;
        let mut writer = encoder.write_header()?;
        let mut is_first = true;
        self.play(|canvas, area, pace| -> Result<(), EncodingError> {
            writer.set_frame_delay(pace, 100)?;
            if !is_first {
                writer.reset_frame_position()?;
                writer.set_frame_dimension(area.width() as u32, area.height() as u32)?;
                writer.set_frame_position(area.left as u32, area.top as u32)?;
            }
            is_first = false;
            let pixels = (area.top..area.bottom).flat_map(|row| canvas.row(row, area));
            writer.write_image_data(&pixels.collect::<Vec<u8>>())?;
            Ok(())
        })?;
        writer.finish()?;
        Ok(bytes)
    }
}
