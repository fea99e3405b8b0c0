//! Letters for labels: outlines of strokes with round ends, smooth at every size.
//!
//! A glyph is a list of strokes on a grid of 5 columns and 9 rows: capitals extend from row 6 up to
//! row 0, tails go down to row 8. A stroke is a list of points, two digits each, a column and a
//! row; one that begins with `~` is rounded at its inner points. A character without a glyph is a
//! box.

/// The width of a stroke, in columns of the grid.
const STROKE: f64 = 1.02;
/// Columns from one letter to the next, and rows of a capital.
const ADVANCE: f64 = 5.6;
const RISE: f64 = 6.0;
/// How often the corners of a rounded stroke are cut; each time doubles its points.
const CUTS: usize = 3;

const BOX: &[&str] = &["0040460600"];

fn glyph(character: char) -> &'static [&'static str] {
    match character {
        ' ' => &[],
        '0' => &["~20404626060020", "2323"],
        '1' => &["022026", "0646"],
        '2' => &["~010020404206", "0646"],
        '3' => &["~010020404323", "~234346260605"],
        '4' => &["300444", "3036"],
        '5' => &["400003", "~0302324346260605"],
        '6' => &["~4120000626464303"],
        '7' => &["004026"],
        '8' => &["~20000323434020", "~23030626464323"],
        '9' => &["~43030020404626"],
        'A' => &["062046", "1434"],
        'B' => &["0006", "~002040432303", "~032343462606"],
        'C' => &["~412000062645"],
        'D' => &["0006", "~002040462606"],
        'E' => &["40000646", "0333"],
        'F' => &["400006", "0333"],
        'G' => &["~4120000626464443", "2343"],
        'H' => &["0006", "4046", "0343"],
        'I' => &["1030", "2026", "1636"],
        'J' => &["~404446260605"],
        'K' => &["0006", "4003", "1246"],
        'L' => &["000646"],
        'M' => &["0600234046"],
        'N' => &["06004640"],
        'O' => &["~20404626060020"],
        'P' => &["0006", "~002040432303"],
        'Q' => &["~20404626060020", "2447"],
        'R' => &["0006", "~002040432303", "2346"],
        'S' => &["~412000032343462605"],
        'T' => &["0040", "2026"],
        'U' => &["~0006264640"],
        'V' => &["002640"],
        'W' => &["0016233640"],
        'X' => &["0046", "4006"],
        'Y' => &["0023", "4023", "2326"],
        'Z' => &["00400646"],
        _ => more(character),
    }
}

fn more(character: char) -> &'static [&'static str] {
    match character {
        'a' => &["~422202062646", "4246"],
        'b' => &["0006", "~022242462606"],
        'c' => &["~432202062645"],
        'd' => &["4046", "~422202062646"],
        'e' => &["0444", "~44422202062645"],
        'f' => &["~40202226", "0242"],
        'g' => &["~422202062646", "~4248280807"],
        'h' => &["0006", "~0322424446"],
        'i' => &["2226", "2020"],
        'j' => &["~32382808", "3030"],
        'k' => &["0006", "4204", "1346"],
        'l' => &["~20252636"],
        'm' => &["0206", "~03122226", "~23324246"],
        'n' => &["0206", "~0322424446"],
        'o' => &["~22424626060222"],
        'p' => &["0208", "~022242462606"],
        'q' => &["4248", "~422202062646"],
        'r' => &["0206", "~042242"],
        's' => &["~432202042444462605"],
        't' => &["~20252636", "0242"],
        'u' => &["~0206264644", "4246"],
        'v' => &["022642"],
        'w' => &["0216233642"],
        'x' => &["0246", "4206"],
        'y' => &["0226", "4208"],
        'z' => &["02420646"],
        '+' => &["2125", "0343"],
        '-' => &["0343"],
        '*' => &["2125", "0244", "4204"],
        '.' => &["2626"],
        ':' => &["2222", "2626"],
        '/' => &["4006"],
        '?' => &["~010020404224", "2626"],
        '!' => &["2024", "2626"],
        '#' => &["1016", "3036", "0242", "0444"],
        '=' => &["0242", "0444"],
        '<' => &["410345"],
        '>' => &["014305"],
        _ => BOX,
    }
}

/// A label in pixels.
pub(in crate::picture) struct Label {
    /// The straight pieces of all strokes, from end to end.
    pieces: Vec<[(f64, f64); 2]>,
    /// Half the width of a stroke.
    half: f64,
    top: f64,
    bottom: f64,
}

impl Label {
    /// A label within a mark of this centre and radius; nothing if there is no room for it.
    pub fn new(text: &str, (x, y): (f64, f64), radius: f64) -> Option<Self> {
        let letters = text.chars().count();
        let width = ADVANCE * letters.checked_sub(1)? as f64 + 4.0;
        let unit = (1.12 * radius / RISE).min(1.45 * radius / width.max(4.0));
        if unit < 0.4 {
            return None;
        }
        let has_tails = text.chars().any(|letter| "gjpqy".contains(letter));
        let is_low = text
            .chars()
            .all(|letter| "acegmnopqrsuvwxyz".contains(letter));
        // Labels without capitals are centred too.
        let (first, last) = (
            if is_low { 2.0 } else { 0.0 },
            if has_tails { 8.0 } else { RISE },
        );
        let left = x - width * unit / 2.0;
        let top = y - f64::midpoint(first, last) * unit;
        let mut pieces = Vec::new();
        for (index, letter) in text.chars().enumerate() {
            for stroke in glyph(letter) {
                let place = |(column, row): (f64, f64)| {
                    let column = column + index as f64 * ADVANCE;
                    (left + column * unit, top + row * unit)
                };
                let points: Vec<_> = points(stroke).into_iter().map(place).collect();
                match points[..] {
                    [only] => pieces.push([only, only]),
                    _ => pieces.extend(points.windows(2).map(|pair| [pair[0], pair[1]])),
                }
            }
        }
        let half = (STROKE * unit / 2.0).max(0.55);
        let rows = pieces.iter().flatten().map(|point| point.1);
        Some(Self {
            half,
            top: rows.clone().fold(f64::INFINITY, f64::min) - half - 1.0,
            bottom: rows.fold(f64::NEG_INFINITY, f64::max) + half + 1.0,
            pieces,
        })
    }

    /// How much of the pixel around a point is part of a letter, 0 to 1.
    pub fn covers(&self, x: f64, y: f64) -> f64 {
        if y < self.top || y > self.bottom {
            return 0.0;
        }
        let distances = self.pieces.iter().map(|&piece| distance(piece, (x, y)));
        let nearest = distances.fold(f64::INFINITY, f64::min);
        (self.half + 0.5 - nearest).clamp(0.0, 1.0)
    }
}

/// The points of a stroke on the grid.
fn points(stroke: &str) -> Vec<(f64, f64)> {
    let digits: Vec<f64> = stroke
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|digit| f64::from(digit - b'0'))
        .collect();
    let mut points: Vec<_> = digits
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1]))
        .collect();
    if stroke.starts_with('~') {
        for _ in 0..CUTS {
            points = cut(&points);
        }
    }
    points
}

/// Cuts the corners: each piece keeps its middle half, the ends of the stroke stay. A stroke that
/// comes back to where it began has no ends.
fn cut(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return Vec::new();
    };
    let mix = |a: (f64, f64), b: (f64, f64), share: f64| {
        (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
    };
    let pieces = points.windows(2);
    let inner = pieces.flat_map(|pair| [mix(pair[0], pair[1], 0.25), mix(pair[0], pair[1], 0.75)]);
    let inner: Vec<_> = inner.collect();
    let is_closed = first == last;
    let ends = if is_closed {
        (None, inner.first().copied())
    } else {
        (Some(first), Some(last))
    };
    ends.0.into_iter().chain(inner).chain(ends.1).collect()
}

/// The distance from a point to a straight piece.
fn distance([a, b]: [(f64, f64); 2], (x, y): (f64, f64)) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 {
        (((x - a.0) * dx + (y - a.1) * dy) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (x - a.0 - along * dx).hypot(y - a.1 - along * dy)
}

#[cfg(test)]
mod tests {
    use super::{BOX, Label, glyph};
    use std::collections::HashSet;

    #[test]
    fn a_label_is_where_it_should_be_and_smooth() {
        let label = Label::new("L", (20.0, 20.0), 14.0).unwrap();
        let unit = 1.12 * 14.0 / 6.0;
        let (left, top) = (20.0 - 2.0 * unit, 20.0 - 3.0 * unit);
        let at = |column: f64, row: f64| label.covers(left + column * unit, top + row * unit);
        assert!(at(0.0, 3.0) > 0.99 && at(2.0, 6.0) > 0.99);
        assert!(at(2.0, 3.0) < 0.01 && at(4.0, 0.0) < 0.01);
        // Edges are neither on nor off.
        let edge = (0..40).map(|x| label.covers(f64::from(x) + 0.5, 20.5));
        assert!(edge.into_iter().any(|share| share > 0.05 && share < 0.95));
    }

    #[test]
    fn letters_and_digits_differ_and_stay_on_the_grid() {
        let letters = ('0'..='9').chain('A'..='Z').chain('a'..='z');
        let glyphs: HashSet<_> = letters.clone().map(glyph).collect();
        assert_eq!(glyphs.len(), 62);
        assert!(!glyphs.contains(BOX));
        assert_eq!(glyph('ä'), BOX);
        for letter in letters {
            for (column, row) in glyph(letter)
                .iter()
                .flat_map(|stroke| super::points(stroke))
            {
                assert!(column <= 4.0 && row <= 8.0, "{letter}");
            }
        }
    }

    #[test]
    fn there_is_no_label_without_text_or_room() {
        assert!(Label::new("", (5.0, 5.0), 20.0).is_none());
        assert!(Label::new("A", (5.0, 5.0), 2.0).is_none());
    }
}
