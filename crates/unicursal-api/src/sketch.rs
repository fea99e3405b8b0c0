//! What a solver has decided so far, collected from its sketches and made small enough to be sent
//! often.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use unicursal::Sketch;

/// The most columns or rows of what is sent; larger boards are shrunk.
const MOST: usize = 250;

/// The sketch of a whole board, a byte for each cell.
pub struct Canvas {
    width: usize,
    height: usize,
    decided: Vec<u8>,
}

impl Canvas {
    pub fn new((width, height): (usize, usize)) -> Self {
        Self {
            width,
            height,
            decided: vec![0; width * height],
        }
    }

    /// Copies what a sketch shows. Parts outside the board are left out.
    pub fn add(&mut self, sketch: &Sketch) {
        let (x, y) = sketch.at;
        let rows = sketch.decided.chunks(sketch.width.max(1));
        for (row, decided) in (y..self.height).zip(rows) {
            let length = decided.len().min(self.width.saturating_sub(x));
            let first = row * self.width + x;
            if let Some(place) = self.decided.get_mut(first..first + length) {
                place.copy_from_slice(&decided[..length]);
            }
        }
    }

    /// A small image: each pixel is the mean of a square of cells. This looks at every cell.
    pub fn shrunk(&self) -> Value {
        let side = self.width.max(self.height).div_ceil(MOST).max(1);
        let (columns, rows) = (self.width.div_ceil(side), self.height.div_ceil(side));
        let mut sums = vec![0_u64; columns * rows];
        for (y, row) in self.decided.chunks(self.width.max(1)).enumerate() {
            for (pixel, cells) in row.chunks(side).enumerate() {
                sums[y / side * columns + pixel] +=
                    cells.iter().map(|&cell| u64::from(cell)).sum::<u64>();
            }
        }
        let area = (side * side) as u64;
        let means: Vec<u8> = sums.iter().map(|sum| (sum / area) as u8).collect();
        json!({"width": columns, "height": rows, "side": side, "decided": BASE64_STANDARD.encode(&means)})
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use unicursal::Sketch;

    use super::{BASE64_STANDARD, Canvas, Engine};

    #[test]
    fn parts_are_put_in_their_places_and_large_boards_are_shrunk() {
        let mut canvas = Canvas::new((3, 2));
        let part = |at, width, decided: &[u8]| Sketch {
            at,
            width,
            decided: decided.to_vec(),
        };
        canvas.add(&part((1, 1), 3, &[7, 8, 9, 1, 1, 1]));
        canvas.add(&part((9, 0), 1, &[5]));
        let expected = json!({
            "width": 3, "height": 2, "side": 1, "decided": BASE64_STANDARD.encode([0, 0, 0, 0, 7, 8]),
        });
        assert_eq!(canvas.shrunk(), expected);

        let mut canvas = Canvas::new((500, 4));
        canvas.add(&part((0, 0), 2, &[255, 255, 255, 255]));
        let shrunk = canvas.shrunk();
        assert_eq!(
            (&shrunk["width"], &shrunk["height"]),
            (&json!(250), &json!(2))
        );
        assert!(
            shrunk["decided"]
                .as_str()
                .is_some_and(|text| text.starts_with("/wAA"))
        );
    }
}
