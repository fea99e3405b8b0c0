//! Pictures as text for the terminal.
//!
//! A frame of `+---+`, cells separated by a blank, `█` for walls and `.` for free cells. A line is
//! drawn with box characters, `o` at its start and `x` at its end; with colours it flows as in the
//! other pictures.
//!
//! A thin wall is `┃` between two cells, or `━` on a line of its own between two rows.
//!
//! With axes there is no frame and nothing between the cells: each row begins with its number,
//! counted from 0 at the top, and the numbers of the columns are below, digit under digit.

use std::fmt::Write;

use super::{Colour, Fill, Picture, Shape, Stroke, ramp};
use crate::Dir;

impl Picture {
    /// The picture as lines of text; with colours for terminals that have them.
    pub fn to_text(&self, coloured: bool) -> String {
        if self.axes {
            return self.to_text_with_axes(coloured);
        }
        let cells = self.traced();
        // Labels may have more than one character; then all cells are as wide as the longest.
        let labels = self.marks.iter().map(|mark| mark.label.chars().count());
        let wide = labels.max().unwrap_or(1).max(1);
        let walls = self.walls_around();
        let has_wall = |cell: usize, dir: Dir| {
            walls
                .get(cell)
                .is_some_and(|walls| walls >> dir.index() & 1 == 1)
        };
        let rule = "-".repeat((wide + 1) * self.width + 1);
        let mut text = format!("+{rule}+\n");
        for y in 0..self.height {
            text.push('|');
            // The dash before each cell belongs to the line that crosses its left side.
            let mut colour = None;
            for x in 0..self.width {
                let at = y * self.width + x;
                let cell = &cells[at];
                let joined = cell.arms & (1 << Dir::Left.index()) != 0;
                let glyph = match &cell.label {
                    Some(label) => label.clone(),
                    None => glyph(cell, self.fills[at]).to_string(),
                };
                let wanted = coloured.then_some(cell.colour).flatten();
                if wanted != colour {
                    text.push_str(&escape(wanted));
                    colour = wanted;
                }
                let blank = if joined { '─' } else { ' ' };
                text.push(if has_wall(at, Dir::Left) {
                    '┃'
                } else {
                    blank
                });
                for _ in glyph.chars().count()..wide {
                    text.push(blank);
                }
                text.push_str(&glyph);
            }
            text.push_str(if colour.is_some() {
                "\x1b[0m |\n"
            } else {
                " |\n"
            });
            let row = y * self.width..(y + 1) * self.width;
            if row.clone().any(|cell| has_wall(cell, Dir::Down)) {
                text.push('|');
                for cell in row {
                    let goes_down = cells[cell].arms & (1 << Dir::Down.index()) != 0;
                    let (blank, mark) = match (has_wall(cell, Dir::Down), goes_down) {
                        (true, _) => ("━", "━"),
                        (false, true) => (" ", "│"),
                        (false, false) => (" ", " "),
                    };
                    text.push(' ');
                    text.push_str(&blank.repeat(wide - 1));
                    text.push_str(mark);
                }
                text.push_str(" |\n");
            }
        }
        let _ = writeln!(text, "+{rule}+");
        text
    }

    fn to_text_with_axes(&self, coloured: bool) -> String {
        let cells = self.traced();
        let labels = self.marks.iter().map(|mark| mark.label.chars().count());
        let wide = labels.max().unwrap_or(1).max(1);
        let digits = |most: usize| most.saturating_sub(1).to_string().len();
        let margin = digits(self.height);
        let mut text = String::new();
        for y in 0..self.height {
            let _ = write!(text, "{y:>margin$} ");
            let mut colour = None;
            for x in 0..self.width {
                let cell = &cells[y * self.width + x];
                let wanted = coloured.then_some(cell.colour).flatten();
                if wanted != colour {
                    text.push_str(&escape(wanted));
                    colour = wanted;
                }
                let glyph = match &cell.label {
                    Some(label) => label.clone(),
                    None => glyph(cell, self.fills[y * self.width + x]).to_string(),
                };
                let joined = cell.arms & (1 << Dir::Left.index()) != 0;
                for _ in glyph.chars().count()..wide {
                    text.push(if joined { '─' } else { ' ' });
                }
                text.push_str(&glyph);
            }
            text.push_str(if colour.is_some() { "\x1b[0m\n" } else { "\n" });
        }
        let labels = digits(self.width);
        for digit in 0..labels {
            let column = |x: usize| {
                let label = format!("{x:>labels$}");
                let digit = label.chars().nth(digit).unwrap_or(' ');
                format!("{digit:>wide$}")
            };
            let columns: String = (0..self.width).map(column).collect();
            let _ = writeln!(text, "{:margin$} {}", "", columns.trim_end());
        }
        text
    }

    /// What the lines and marks draw on each cell.
    fn traced(&self) -> Vec<Traced> {
        let mut cells = vec![Traced::default(); self.fills.len()];
        for line in &self.lines {
            let length = line.length().max(1) as f64;
            for visit in line.visits() {
                let cell = &mut cells[visit.y as usize * self.width + visit.x as usize];
                for dir in [visit.came.map(Dir::opposite), visit.goes]
                    .into_iter()
                    .flatten()
                {
                    cell.arms |= 1 << dir.index();
                }
                cell.colour = Some(match line.stroke {
                    Stroke::Solid(colour) => colour,
                    Stroke::Flow => ramp(visit.index as f64 / length),
                });
            }
        }
        for mark in &self.marks {
            let cell = &mut cells[mark.y as usize * self.width + mark.x as usize];
            let shape = match mark.shape {
                Shape::Disc => 'o',
                Shape::Square => 'x',
            };
            cell.mark = Some(mark.label.chars().next().unwrap_or(shape));
            cell.label = (!mark.label.is_empty()).then(|| mark.label.clone());
            cell.colour = Some(mark.colour);
        }
        cells
    }
}

#[derive(Clone, Default)]
struct Traced {
    /// A bit for each direction in which a line leaves the cell.
    arms: u8,
    mark: Option<char>,
    /// The whole label of the mark.
    label: Option<String>,
    colour: Option<Colour>,
}

fn glyph(cell: &Traced, fill: Fill) -> char {
    // By the arms' bits: right 1, down 2, left 4, up 8.
    const LINES: [char; 16] = [
        '·', '╶', '╷', '┌', '╴', '─', '┐', '┬', '╵', '└', '│', '├', '┘', '┴', '┤', '┼',
    ];
    match (cell.mark, cell.colour, fill) {
        (Some(mark), ..) => mark,
        (None, Some(_), _) => LINES[usize::from(cell.arms & 15)],
        (None, None, Fill::Wall) => '█',
        (None, None, Fill::Open | Fill::Tint(_)) => '.',
    }
}

fn escape(colour: Option<Colour>) -> String {
    colour.map_or("\x1b[0m".to_owned(), |Colour(r, g, b)| {
        format!("\x1b[38;2;{r};{g};{b}m")
    })
}

#[cfg(test)]
mod tests {
    use crate::picture::{Colour, Fill, Picture, Shape};

    /// They were cut to their first character where there are axes.
    #[test]
    fn labels_are_whole_with_axes_and_without() {
        let mut picture = Picture::new(3, 2, |_, _| Fill::Open);
        picture.add_mark((1, 0), Shape::Disc, Colour(0, 0, 0), "12");
        let framed = "+----------+\n|  . 12  . |\n|  .  .  . |\n+----------+\n";
        assert_eq!(picture.to_text(false), framed);
        picture.axes = true;
        assert_eq!(picture.to_text(false), "0  .12 .\n1  . . .\n   0 1 2\n");
    }
}
