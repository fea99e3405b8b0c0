//! Pictures for paper: a board with lines between its cells, and a page of boards to print.
//!
//! A page is an A4 SVG document in millimetres, which browsers and converters can print or turn
//! into PDF directly. Everything on it is vector graphics.

use std::fmt::Write;

use super::{Fill, Picture};

/// The page, and the margin that printers need, in millimetres.
const PAGE: (f64, f64) = (210.0, 297.0);
const MARGIN: f64 = 14.0;
/// Where boards begin below the title, and the heights of a caption and of the strip of solutions
/// at the foot.
const TOP: f64 = 32.0;
const CAPTION: f64 = 8.0;
const FOOT: f64 = 52.0;
const GAP: f64 = 8.0;
/// The most boards of a page.
pub const MOST_BOARDS: usize = 6;

/// A board of a page.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The text below it.
    pub caption: String,
    /// The board to be solved.
    pub board: Picture,
    /// The board with its solution, for the foot of the page.
    pub solution: Option<Picture>,
}

impl Picture {
    /// The picture as an SVG document with thin lines between its cells, which a pencil needs.
    pub fn to_paper_svg(&self) -> String {
        let svg = self.to_svg();
        let Some(at) = svg
            .match_indices("/>\n")
            .nth(1)
            .map(|(at, end)| at + end.len())
        else {
            return svg;
        };
        let mut lines =
            String::from("<path fill=\"none\" stroke=\"#9a9da5\" stroke-width=\".06\" d=\"");
        let is_open = |x: usize, y: usize| self.fills[y * self.width + x] != Fill::Wall;
        // One line for each row of edges between open cells.
        for x in 1..self.width {
            strips(
                self.height,
                |y| is_open(x - 1, y) && is_open(x, y),
                |from, to| {
                    let _ = write!(lines, "M{} {}V{}", 2 * x, 2 * from, 2 * to);
                },
            );
        }
        for y in 1..self.height {
            strips(
                self.width,
                |x| is_open(x, y - 1) && is_open(x, y),
                |from, to| {
                    let _ = write!(lines, "M{} {}H{}", 2 * from, 2 * y, 2 * to);
                },
            );
        }
        lines.push_str("\"/>\n");
        format!("{}{lines}{}", &svg[..at], &svg[at..])
    }

    /// The same without tints, for pictures in which these would give something away.
    #[must_use]
    pub fn without_tints(mut self) -> Self {
        for fill in &mut self.fills {
            if matches!(fill, Fill::Tint(_)) {
                *fill = Fill::Open;
            }
        }
        self
    }
}

/// The longest runs of numbers below `count` that are wanted.
fn strips(count: usize, is_wanted: impl Fn(usize) -> bool, mut each: impl FnMut(usize, usize)) {
    let mut from = None;
    for i in 0..=count {
        let wanted = i < count && is_wanted(i);
        match (from, wanted) {
            (None, true) => from = Some(i),
            (Some(begun), false) => {
                each(begun, i);
                from = None;
            }
            _ => {}
        }
    }
}

/// A page with up to [`MOST_BOARDS`] boards below a title and a rule; solutions are upside down at
/// its foot.
pub fn page(title: &str, rule: &str, boards: &[Printed]) -> String {
    let boards = &boards[..boards.len().min(MOST_BOARDS)];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}mm\" height=\"{h}mm\" viewBox=\"0 0 {w} {h}\" \
         font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        w = PAGE.0,
        h = PAGE.1,
    );
    write_text(&mut svg, MARGIN, MARGIN + 6.0, 6.0, "start", title);
    write_text(&mut svg, MARGIN, MARGIN + 12.5, 3.6, "start", rule);
    let solved: Vec<&Printed> = boards
        .iter()
        .filter(|board| board.solution.is_some())
        .collect();
    let foot = if solved.is_empty() { MARGIN } else { FOOT };
    let columns = if boards.len() > 2 { 2 } else { 1 };
    let rows = boards.len().div_ceil(columns).max(1);
    let width = (PAGE.0 - 2.0 * MARGIN - GAP * (columns - 1) as f64) / columns as f64;
    let height = (PAGE.1 - TOP - foot - GAP * (rows - 1) as f64) / rows as f64;
    for (i, printed) in boards.iter().enumerate() {
        let (column, row) = ((i % columns) as f64, (i / columns) as f64);
        let (x, y) = (MARGIN + column * (width + GAP), TOP + row * (height + GAP));
        place(
            &mut svg,
            &printed.board.to_paper_svg(),
            (x, y, width, height - CAPTION),
        );
        write_text(
            &mut svg,
            x + width / 2.0,
            y + height - 2.0,
            3.4,
            "middle",
            &printed.caption,
        );
    }
    if !solved.is_empty() {
        let _ = writeln!(
            svg,
            "<g transform=\"rotate(180 {} {})\">",
            PAGE.0 / 2.0,
            PAGE.1 - FOOT / 2.0
        );
        let width = (PAGE.0 - 2.0 * MARGIN - GAP * (MOST_BOARDS - 1) as f64) / MOST_BOARDS as f64;
        for (i, printed) in solved.iter().enumerate() {
            let x = MARGIN + i as f64 * (width + GAP);
            let y = PAGE.1 - FOOT + 14.0;
            if let Some(solution) = &printed.solution {
                place(&mut svg, &solution.to_svg(), (x, y, width, 24.0));
            }
            write_text(
                &mut svg,
                x + width / 2.0,
                y + 28.0,
                2.6,
                "middle",
                &printed.caption,
            );
        }
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// Puts a picture into a rectangle, as large as fits, in its middle.
fn place(svg: &mut String, picture: &str, (x, y, width, height): (f64, f64, f64, f64)) {
    let Some((head, rest)) = picture.split_once("viewBox=") else {
        return;
    };
    debug_assert!(head.starts_with("<svg"));
    let _ = write!(
        svg,
        "<svg x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" viewBox={rest}"
    );
}

fn write_text(svg: &mut String, x: f64, y: f64, size: f64, anchor: &str, text: &str) {
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let text: String = text
        .chars()
        .filter(|character| !character.is_control())
        .collect();
    let _ = writeln!(
        svg,
        "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size}\" text-anchor=\"{anchor}\">{text}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::super::{Colour, Fill, Picture};
    use super::{Printed, page};

    fn board() -> Picture {
        Picture::new(3, 2, |x, y| {
            if (x, y) == (1, 0) {
                Fill::Wall
            } else {
                Fill::Open
            }
        })
    }

    #[test]
    fn lines_are_between_open_cells_only() {
        let svg = board().to_paper_svg();
        // Below the wall, two cells are side by side; the wall has no line at its sides.
        assert!(svg.contains("d=\"M2 2V4M4 2V4M0 2H2M4 2H6\""), "{svg}");
        assert_eq!(svg.matches("<svg").count(), svg.matches("</svg>").count());
        let mut marked = board();
        marked.fills[0] = Fill::Tint(Colour(1, 2, 3));
        assert!(!marked.without_tints().to_paper_svg().contains("#010203"));
    }

    #[test]
    fn a_page_has_all_boards_and_what_is_written_on_it_is_text() {
        let printed = |solution| Printed {
            caption: "a<b>&\u{7}".to_owned(),
            board: board(),
            solution,
        };
        for count in 1..=6 {
            let boards: Vec<_> = (0..count)
                .map(|i| printed((i % 2 == 0).then(board)))
                .collect();
            let svg = page("Coil", "Slide", &boards);
            let solved = boards.len().div_ceil(2);
            assert_eq!(svg.matches("<svg ").count(), 1 + boards.len() + solved);
            assert_eq!(svg.matches("<svg ").count(), svg.matches("</svg>").count());
            assert!(svg.contains("a&lt;b&gt;&amp;</text>") && !svg.contains('\u{7}'));
        }
    }
}
