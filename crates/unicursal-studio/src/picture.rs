//! The form in which the page gets pictures: compact enough for millions of cells.
//!
//! `fills` has a character for each cell, whose code less that of `0` is an index into `palette`.
//! `corners` is a flat list of columns and rows. A board of 2000x2000 with its solution is about 15 MB.

use serde_json::{Value, json};
use unicursal::picture::{Fill, Picture, Shape, Stroke};

/// The picture as JSON.
pub fn to_json(picture: &Picture) -> Value {
    let mut palette: Vec<Fill> = vec![Fill::Open, Fill::Wall];
    let mut fills = String::with_capacity(picture.fills.len());
    for &fill in &picture.fills {
        let index = palette.iter().position(|&known| known == fill);
        let index = index.unwrap_or_else(|| {
            palette.push(fill);
            palette.len() - 1
        });
        fills.push(char::from_u32('0' as u32 + index as u32).unwrap_or('0'));
    }
    let palette = palette.iter().map(|fill| match fill {
        Fill::Open => "open".to_owned(),
        Fill::Wall => "wall".to_owned(),
        Fill::Tint(colour) => colour.hex(),
    });
    let lines = picture.lines.iter().map(|line| {
        let corners = line.corners.iter();
        let corners: Vec<u32> = corners.flat_map(|&(x, y)| [x, y]).collect();
        let stroke = match line.stroke {
            Stroke::Flow => "flow".to_owned(),
            Stroke::Solid(colour) => colour.hex(),
        };
        json!({"stroke": stroke, "corners": corners})
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
    json!({
        "width": picture.width,
        "height": picture.height,
        "palette": palette.collect::<Vec<_>>(),
        "fills": fills,
        "lines": lines.collect::<Vec<_>>(),
        "marks": marks.collect::<Vec<_>>(),
    })
}
