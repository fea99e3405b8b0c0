//! The form in which the page gets pictures: compact enough for millions of cells.
//!
//! `fills` has `bits` bits for each cell, row by row, the lowest of a byte first: an index into
//! `palette`. `moves` has a byte for each straight piece of a line: its direction (0 right, 1 down,
//! 2 left, 3 up) and four times its length; a piece longer than 63 cells takes several. Both are in
//! base64. A board of 2000x2000 with its answer takes about 2.5 MB.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use unicursal::picture::{Fill, Line, Picture, Shape, Stroke};

/// The longest piece that fits into a byte.
const LONGEST: u32 = 63;

/// The picture as JSON.
pub fn to_json(picture: &Picture) -> Value {
    let mut palette: Vec<Fill> = vec![Fill::Open, Fill::Wall];
    let indices: Vec<u8> = picture
        .fills
        .iter()
        .map(|&fill| index_in(&mut palette, fill))
        .collect();
    let bits = match palette.len() {
        0..=2 => 1,
        3..=4 => 2,
        5..=16 => 4,
        _ => 8,
    };
    let shades = palette.iter().map(|fill| match fill {
        Fill::Open => "open".to_owned(),
        Fill::Wall => "wall".to_owned(),
        Fill::Tint(colour) => colour.hex(),
    });
    let marks = picture.marks.iter().map(|mark| {
        let shape = match mark.shape {
            Shape::Disc => "disc",
            Shape::Square => "square",
        };
        json!({
            "x": mark.x, "y": mark.y, "shape": shape,
            "colour": mark.colour.hex(), "label": mark.label,
        })
    });
    let walls = picture
        .walls
        .iter()
        .map(|wall| json!({"x": wall.x, "y": wall.y, "below": !wall.is_right}));
    json!({
        "width": picture.width,
        "height": picture.height,
        "walls": walls.collect::<Vec<_>>(),
        "palette": shades.collect::<Vec<_>>(),
        "bits": bits,
        "fills": BASE64_STANDARD.encode(packed(&indices, bits)),
        "lines": picture.lines.iter().map(line).collect::<Vec<_>>(),
        "marks": marks.collect::<Vec<_>>(),
    })
}

/// The place of a fill in the palette, to which it is added if it is new. Fills whose place does
/// not fit into a byte are shown as open; no puzzle has that many tints.
fn index_in(palette: &mut Vec<Fill>, fill: Fill) -> u8 {
    let known = palette.iter().position(|&known| known == fill);
    let index = known.unwrap_or_else(|| {
        palette.push(fill);
        palette.len() - 1
    });
    u8::try_from(index).unwrap_or(0)
}

fn packed(indices: &[u8], bits: usize) -> Vec<u8> {
    let bytes = indices.chunks(8 / bits).map(|group| {
        let places = group.iter().enumerate();
        places.fold(0, |byte, (place, index)| byte | index << (place * bits))
    });
    bytes.collect()
}

fn line(line: &Line) -> Value {
    let mut moves = Vec::new();
    for piece in line.corners.windows(2) {
        let ((x, y), (to_x, to_y)) = (piece[0], piece[1]);
        let way = match (to_x.cmp(&x), to_y.cmp(&y)) {
            (std::cmp::Ordering::Greater, _) => 0,
            (std::cmp::Ordering::Less, _) => 2,
            (_, std::cmp::Ordering::Greater) => 1,
            _ => 3,
        };
        let mut left = x.abs_diff(to_x) + y.abs_diff(to_y);
        while left > 0 {
            let length = left.min(LONGEST);
            moves.push((length << 2) as u8 | way);
            left -= length;
        }
    }
    let stroke = match line.stroke {
        Stroke::Flow => "flow".to_owned(),
        Stroke::Solid(colour) => colour.hex(),
    };
    let start = line.corners.first().map(|&(x, y)| [x, y]);
    json!({"stroke": stroke, "start": start, "moves": BASE64_STANDARD.encode(&moves)})
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use unicursal::picture::{Colour, Fill, Picture};

    use super::to_json;
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;

    #[test]
    fn cells_are_packed_by_the_size_of_the_palette_and_long_pieces_are_split() {
        let mut picture = Picture::new(101, 2, |x, _| if x == 1 { Fill::Wall } else { Fill::Open });
        picture.add_flow(vec![(0, 0), (100, 0), (100, 1), (99, 1)]);
        let shown = to_json(&picture);
        assert_eq!(shown["bits"], 1);
        let mut bits = vec![0; 26];
        bits[0] = 0b10;
        bits[12] = 0b100_0000;
        assert_eq!(shown["fills"], BASE64_STANDARD.encode(&bits));
        assert_eq!(shown["lines"][0]["start"], json!([0, 0]));
        let moves = BASE64_STANDARD.encode([63 << 2, 37 << 2, 1 << 2 | 1, 1 << 2 | 2]);
        assert_eq!(shown["lines"][0]["moves"], moves);

        let picture = Picture::new(4, 1, |x, _| Fill::Tint(Colour(x as u8, 0, 0)));
        let shown = to_json(&picture);
        assert_eq!(shown["bits"], 4);
        assert_eq!(shown["fills"], BASE64_STANDARD.encode([0x32, 0x54]));
    }
}
