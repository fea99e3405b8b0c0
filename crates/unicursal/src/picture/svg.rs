//! Pictures as SVG: a few paths, never an element for each cell.
//!
//! Each fill is one path along its outline, a flowing line at most [`CHUNKS`] paths, its arrow
//! heads one more. One cell is two units, so that edges and centres are whole numbers, and moves
//! are relative, so that the numbers are short.

use std::fmt::Write;

use super::{Fill, Line, Mark, Picture, Shape, Stroke, ramp};

/// Units for each cell.
const CELL: usize = 2;
/// The most pieces of one colour into which a flowing line is cut.
const CHUNKS: usize = 256;
/// The most arrow heads on a line.
const ARROWS: usize = 400;
const LINE_WIDTH: f64 = 0.68;
/// The width of a thin wall.
const WALL_WIDTH: f64 = 0.28;

impl Picture {
    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        let (width, height) = (self.width * CELL, self.height * CELL);
        // The size at which it is shown: pleasant for small boards, a screenful for large ones.
        let shown = (1200 / self.width.max(self.height)).clamp(1, 40);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
             viewBox=\"-1 -1 {} {}\">\n<rect x=\"-1\" y=\"-1\" width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
            (self.width + 1) * shown,
            (self.height + 1) * shown,
            width + CELL,
            height + CELL,
            super::WALL.hex(),
        );
        let open = super::OPEN.hex();
        let _ = writeln!(
            svg,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"{open}\"/>"
        );
        for fill in self.used_fills() {
            let colour = match fill {
                Fill::Open => continue,
                Fill::Wall => super::WALL,
                Fill::Tint(colour) => colour,
            };
            let outline = outline(self.width, self.height, |x, y| {
                self.fills[y * self.width + x] == fill
            });
            path(
                &mut svg,
                &outline,
                &format!("fill=\"{}\" fill-rule=\"evenodd\"", colour.hex()),
            );
        }
        self.write_walls(&mut svg);
        for line in &self.lines {
            write_line(&mut svg, line);
        }
        for mark in &self.marks {
            write_mark(&mut svg, mark, self.width.max(self.height));
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// All thin walls, as one path.
    fn write_walls(&self, svg: &mut String) {
        let mut data = String::new();
        for wall in &self.walls {
            let (x, y) = (wall.x as usize * CELL, wall.y as usize * CELL);
            let _ = if wall.is_right {
                write!(data, "M{} {y}v{CELL}", x + CELL)
            } else {
                write!(data, "M{x} {}h{CELL}", y + CELL)
            };
        }
        if !data.is_empty() {
            let colour = super::WALL.hex();
            let _ = writeln!(
                svg,
                "<g stroke=\"{colour}\" stroke-width=\"{WALL_WIDTH}\" stroke-linecap=\"round\">"
            );
            path(svg, &data, "fill=\"none\"");
            svg.push_str("</g>\n");
        }
    }

    fn used_fills(&self) -> Vec<Fill> {
        let mut used = Vec::new();
        let mut last = None;
        for &fill in &self.fills {
            if last != Some(fill) && !used.contains(&fill) {
                used.push(fill);
            }
            last = Some(fill);
        }
        used
    }
}

fn path(svg: &mut String, data: &str, attributes: &str) {
    if !data.is_empty() {
        // Writing to a string cannot fail.
        let _ = writeln!(svg, "<path d=\"{data}\" {attributes}/>");
    }
}

/// The outline of the cells that are inside, as closed loops of horizontal and vertical lines.
///
/// Every loop is followed with the inside on its right. Horizontal edges are followed once each, so
/// the work is one pass over the cells and the length of the outline.
fn outline(width: usize, height: usize, inside: impl Fn(usize, usize) -> bool) -> String {
    let is_inside = |x: isize, y: isize| {
        (0..width as isize).contains(&x)
            && (0..height as isize).contains(&y)
            && inside(x as usize, y as usize)
    };
    let mut data = String::new();
    // Upper edges already followed; every loop has at least one, running to the right.
    let mut followed = vec![false; width * height];
    for y in 0..height {
        for x in 0..width {
            let upper_edge = inside(x, y) && !is_inside(x as isize, y as isize - 1);
            if !upper_edge || followed[y * width + x] {
                continue;
            }
            let _ = write!(data, "M{} {}", x * CELL, y * CELL);
            let start = (x as isize, y as isize);
            let (mut at, mut dir) = (start, 0);
            let (mut run, mut first) = (0, true);
            while first || at != start || dir != 0 {
                first = false;
                if dir == 0 {
                    followed[at.1 as usize * width + at.0 as usize] = true;
                }
                let (dx, dy) = STEPS[dir];
                at = (at.0 + dx, at.1 + dy);
                run += CELL as isize;
                // The cells ahead, to the left and to the right of the corner just reached.
                let (left, right) = (ahead(at, dir, false), ahead(at, dir, true));
                let turned = if is_inside(left.0, left.1) && is_inside(right.0, right.1) {
                    (dir + 3) % 4
                } else if is_inside(right.0, right.1) {
                    dir
                } else {
                    (dir + 1) % 4
                };
                if turned != dir {
                    let _ = match dir {
                        0 => write!(data, "h{run}"),
                        1 => write!(data, "v{run}"),
                        2 => write!(data, "h-{run}"),
                        _ => write!(data, "v-{run}"),
                    };
                    (dir, run) = (turned, 0);
                }
            }
            data.push('z');
        }
    }
    data
}

/// Right, down, left, up.
const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The cell ahead of a grid corner, on the left or on the right.
fn ahead((x, y): (isize, isize), dir: usize, right: bool) -> (isize, isize) {
    match (dir, right) {
        (0, true) | (1, false) => (x, y),
        (1, true) | (2, false) => (x - 1, y),
        (2, true) | (3, false) => (x - 1, y - 1),
        _ => (x, y - 1),
    }
}

fn write_line(svg: &mut String, line: &Line) {
    let _ = writeln!(
        svg,
        "<g fill=\"none\" stroke-width=\"{LINE_WIDTH}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
    );
    let length = line.length();
    let chunks = match line.stroke {
        Stroke::Solid(_) => 1,
        Stroke::Flow => length.clamp(1, CHUNKS),
    };
    let mut data = String::new();
    let (mut chunk, mut done) = (0, 0);
    for pair in line.corners.windows(2) {
        let ((mut x, mut y), (to_x, to_y)) = (pair[0], pair[1]);
        loop {
            if data.is_empty() {
                let _ = write!(data, "M{} {}", centre(x), centre(y));
            }
            let end = (chunk + 1) * length / chunks;
            let rest = (x.abs_diff(to_x) + y.abs_diff(to_y)) as usize;
            let step = rest.min(end - done);
            let sign = if to_x < x || to_y < y { "-" } else { "" };
            let axis = if to_y == y { 'h' } else { 'v' };
            let _ = write!(data, "{axis}{sign}{}", step * CELL);
            (x, y) = (toward(x, to_x, step), toward(y, to_y, step));
            done += step;
            if done == end {
                let colour = match line.stroke {
                    Stroke::Solid(colour) => colour,
                    Stroke::Flow => ramp((chunk as f64 + 0.5) / chunks as f64),
                };
                path(svg, &data, &format!("stroke=\"{}\"", colour.hex()));
                data.clear();
                chunk += 1;
            }
            if step == rest {
                break;
            }
        }
    }
    svg.push_str("</g>\n");
    if line.stroke == Stroke::Flow {
        let mut heads = String::new();
        for arrow in line.arrows(ARROWS) {
            let ((dx, dy), (x, y)) = (arrow.dir.delta(), (centre(arrow.x), centre(arrow.y)));
            let (dx, dy) = (dx as f64, dy as f64);
            let (x, y) = (x as f64, y as f64);
            let _ = write!(
                heads,
                "M{:.2} {:.2}L{:.2} {:.2}L{:.2} {:.2}z",
                x + 0.38 * dx,
                y + 0.38 * dy,
                x - 0.22 * dx - 0.26 * dy,
                y - 0.22 * dy + 0.26 * dx,
                x - 0.22 * dx + 0.26 * dy,
                y - 0.22 * dy - 0.26 * dx,
            );
        }
        path(svg, &heads, &format!("fill=\"{}\"", super::OPEN.hex()));
    }
}

fn centre(cell: u32) -> usize {
    cell as usize * CELL + CELL / 2
}

fn toward(from: u32, to: u32, step: usize) -> u32 {
    if from <= to {
        to.min(from + step as u32)
    } else {
        to.max(from.saturating_sub(step as u32))
    }
}

fn write_mark(svg: &mut String, mark: &Mark, longer: usize) {
    let (x, y) = (centre(mark.x), centre(mark.y));
    // On large boards a mark covers more than its cell, so that it can be found.
    let radius = (longer as f64 / 80.0).max(0.76);
    let fill = mark.colour.hex();
    let open = super::OPEN.hex();
    let style = format!("fill=\"{fill}\" stroke=\"{open}\" stroke-width=\"0.1\"");
    let _ = match mark.shape {
        Shape::Disc => writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius:.2}\" {style}/>"
        ),
        Shape::Square => {
            let (x, y) = (x as f64 - radius * 0.9, y as f64 - radius * 0.9);
            let side = radius * 1.8;
            writeln!(
                svg,
                "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{side:.2}\" height=\"{side:.2}\" {style}/>"
            )
        }
    };
    if !mark.label.is_empty() {
        let ink = mark.colour.ink().hex();
        let label: String = mark.label.chars().flat_map(escape).collect();
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\" font-family=\"sans-serif\" font-size=\"1\" \
             text-anchor=\"middle\" dominant-baseline=\"central\">{label}</text>"
        );
    }
}

fn escape(character: char) -> Vec<char> {
    match character {
        '<' => "&lt;".chars().collect(),
        '&' => "&amp;".chars().collect(),
        other => vec![other],
    }
}

#[cfg(test)]
mod tests {
    use super::outline;

    #[test]
    fn outlines_go_around_regions_and_holes() {
        assert_eq!(outline(2, 1, |x, _| x == 1), "M2 0h2v2h-2v-2z");
        assert_eq!(outline(2, 1, |_, _| true), "M0 0h4v2h-4v-2z");
        assert_eq!(outline(1, 1, |_, _| false), "");
        // A ring has an outer and an inner loop.
        let ring = outline(3, 3, |x, y| (x, y) != (1, 1));
        assert_eq!(ring, "M0 0h6v6h-6v-6zM2 4h2v-2h-2v2z");
    }

    #[test]
    fn cells_that_touch_at_a_corner_are_outlined_both() {
        let data = outline(2, 2, |x, y| x == y);
        let area: i64 = shoelace(&data);
        assert_eq!(area, 8);
    }

    /// Twice the signed area is positive when the inside is on the right.
    fn shoelace(data: &str) -> i64 {
        let mut area = 0;
        for part in data.split('z').filter(|part| !part.is_empty()) {
            let (start, moves) = part.split_at(part.find(['h', 'v']).unwrap());
            let (x, y) = start[1..].split_once(' ').unwrap();
            let (mut x, mut y): (i64, i64) = (x.parse().unwrap(), y.parse().unwrap());
            let mut rest = moves;
            while !rest.is_empty() {
                let end = rest[1..].find(['h', 'v']).map_or(rest.len(), |at| at + 1);
                let by: i64 = rest[1..end].parse().unwrap();
                let (nx, ny) = if rest.starts_with('h') {
                    (x + by, y)
                } else {
                    (x, y + by)
                };
                area += x * ny - nx * y;
                (x, y) = (nx, ny);
                rest = &rest[end..];
            }
        }
        area / 2
    }
}
