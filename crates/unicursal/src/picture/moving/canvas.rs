//! The pixels of a moving picture: indices into a palette of at most 256 colours.

use super::super::line::Visit;
use super::super::{Colour, Fill, Mark, OPEN, Picture, Shape, Stroke, WALL, ramp};
use crate::Dir;

/// The longer side of a picture is about this many pixels, where the limits below permit.
const SIDE: usize = 900;
const MOST_PER_CELL: usize = 32;
const FEWEST_PER_CELL: usize = 3;
/// Shades along a flowing line.
const SHADES: usize = 96;
/// The colour of the head.
const HEAD: Colour = Colour(214, 51, 108);
const HEAD_INDEX: u8 = 2;
const WALL_INDEX: u8 = 1;
/// Half the width of a thin wall is a cell divided by this.
const WALL_SHARE: usize = 14;

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub left: usize,
    pub top: usize,
    pub right: usize,
    pub bottom: usize,
}

impl Rectangle {
    const NONE: Self = Self {
        left: usize::MAX,
        top: usize::MAX,
        right: 0,
        bottom: 0,
    };

    fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    fn without_edge(self, width: usize) -> Self {
        Self {
            left: self.left + width,
            top: self.top + width,
            right: self.right - width,
            bottom: self.bottom - width,
        }
    }

    pub fn width(self) -> usize {
        self.right - self.left
    }

    pub fn height(self) -> usize {
        self.bottom - self.top
    }

    fn touches(self, other: Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

pub(super) struct Canvas<'a> {
    picture: &'a Picture,
    pub width: usize,
    pub height: usize,
    cell: usize,
    frame: usize,
    /// Red, green and blue of each index.
    pub palette: Vec<u8>,
    /// The board with the lines as far as they are drawn.
    pixels: Vec<u8>,
    /// For each line the index of its colour, or of the first of its shades, and its length.
    strokes: Vec<(usize, usize)>,
    /// What changed since the last frame.
    changed: Rectangle,
    /// The cell of the head, and whether it is shown.
    head: Option<(u32, u32)>,
    shows_head: bool,
}

impl<'a> Canvas<'a> {
    pub fn new(picture: &'a Picture) -> Self {
        let longer = picture.width.max(picture.height).max(1);
        let cell = (SIDE / longer).clamp(FEWEST_PER_CELL, MOST_PER_CELL);
        let frame = (cell / 2).max(1);
        let side = |cells: usize| cells * cell + 2 * frame;
        let mut canvas = Self {
            picture,
            width: side(picture.width),
            height: side(picture.height),
            cell,
            frame,
            palette: Vec::new(),
            pixels: Vec::new(),
            strokes: Vec::new(),
            changed: Rectangle::NONE,
            head: None,
            shows_head: false,
        };
        for colour in [OPEN, WALL, HEAD] {
            canvas.index_of(colour);
        }
        canvas.pixels = vec![1; canvas.width * canvas.height];
        canvas.fill_cells();
        canvas.strokes = picture
            .lines
            .iter()
            .map(|line| {
                let first = match line.stroke {
                    Stroke::Solid(colour) => usize::from(canvas.index_of(colour)),
                    Stroke::Flow => canvas.shades(),
                };
                (first, line.length().max(1))
            })
            .collect();
        canvas.draw_marks(canvas.everything());
        canvas
    }

    /// The index of a colour. A new colour gets an index if there is room, or else that of the
    /// nearest one.
    fn index_of(&mut self, colour: Colour) -> u8 {
        let distance = |known: &[u8]| {
            let part = |a: u8, b: u8| i32::from(a.abs_diff(b)).pow(2);
            part(known[0], colour.0) + part(known[1], colour.1) + part(known[2], colour.2)
        };
        let nearest = self.palette.chunks_exact(3).enumerate();
        let nearest = nearest.min_by_key(|(_, known)| distance(known));
        let nearest = nearest.map(|(index, known)| (index, distance(known)));
        match nearest {
            Some((index, 0)) => index as u8,
            Some((index, _)) if self.palette.len() >= 3 * 256 => index as u8,
            _ => {
                self.palette.extend([colour.0, colour.1, colour.2]);
                (self.palette.len() / 3 - 1) as u8
            }
        }
    }

    /// The index of the first of the shades of the ramp, which are consecutive.
    fn shades(&mut self) -> usize {
        let first = ramp(0.0);
        let known = self.palette.chunks_exact(3);
        let known = known
            .clone()
            .position(|known| known == [first.0, first.1, first.2]);
        known.unwrap_or_else(|| {
            let first = self.palette.len() / 3;
            let shades = (0..SHADES).map(|i| ramp(i as f64 / (SHADES - 1) as f64));
            for colour in shades.take(256 - first) {
                self.palette.extend([colour.0, colour.1, colour.2]);
            }
            first
        })
    }

    fn fill_cells(&mut self) {
        for y in 0..self.picture.height {
            for x in 0..self.picture.width {
                let fill = self.picture.fills[y * self.picture.width + x];
                let index = match fill {
                    Fill::Open => 0,
                    Fill::Wall => 1,
                    Fill::Tint(colour) => self.index_of(colour),
                };
                let area = self.area_of((x as u32, y as u32), 0);
                self.fill(area, index);
            }
        }
        let half = (self.cell / WALL_SHARE).max(1);
        for wall in &self.picture.walls {
            let cell = self.area_of((wall.x, wall.y), 0);
            let wall = if wall.is_right {
                Rectangle {
                    left: cell.right - half,
                    right: cell.right + half,
                    ..cell
                }
            } else {
                Rectangle {
                    top: cell.bottom - half,
                    bottom: cell.bottom + half,
                    ..cell
                }
            };
            self.fill(wall, WALL_INDEX);
        }
    }

    /// The pixels of a cell and of this many around it.
    fn area_of(&self, (x, y): (u32, u32), around: usize) -> Rectangle {
        let first = |cell: u32| cell as usize * self.cell + self.frame;
        Rectangle {
            left: first(x).saturating_sub(around),
            top: first(y).saturating_sub(around),
            right: (first(x) + self.cell + around).min(self.width),
            bottom: (first(y) + self.cell + around).min(self.height),
        }
    }

    fn fill(&mut self, area: Rectangle, index: u8) {
        for row in area.top..area.bottom {
            self.pixels[row * self.width + area.left..row * self.width + area.right].fill(index);
        }
    }

    pub fn everything(&self) -> Rectangle {
        Rectangle {
            left: 0,
            top: 0,
            right: self.width,
            bottom: self.height,
        }
    }

    /// Draws the step of a line into a cell.
    pub fn step(&mut self, line: usize, visit: Visit) {
        let (first, length) = self.strokes[line];
        let index = match self.picture.lines[line].stroke {
            Stroke::Solid(_) => first,
            Stroke::Flow => first + visit.index * (SHADES - 1) / length,
        };
        let index = index.min(self.palette.len() / 3 - 1) as u8;
        let here = self.area_of((visit.x, visit.y), 0);
        // A line is a third of a cell wide; cells of three pixels have a middle one.
        let wide = (self.cell * 34 / 100).max(1) | (self.cell & 1);
        let inset = (self.cell - wide.min(self.cell)) / 2;
        let middle = here.without_edge(inset);
        self.disc(middle, index);
        if let Some(came) = visit.came {
            // Back to the middle of the cell before.
            let (dx, dy) = came.opposite().delta();
            let reach =
                |edge: usize, by: isize| edge.saturating_add_signed(by * self.cell as isize);
            let before = Rectangle {
                left: reach(middle.left, dx),
                top: reach(middle.top, dy),
                right: reach(middle.right, dx),
                bottom: reach(middle.bottom, dy),
            };
            self.fill(half_way(middle, before, came), index);
            self.changed = self.changed.with(before);
        }
        self.changed = self.changed.with(here);
        self.head = Some((visit.x, visit.y));
    }

    /// A disc that fills an area; its corners are cut off if it is large enough to have any.
    fn disc(&mut self, area: Rectangle, index: u8) {
        let radius = area.width() as f64 / 2.0;
        let (x, y) = (area.left as f64 + radius, area.top as f64 + radius);
        for row in area.top..area.bottom {
            for column in area.left..area.right {
                let away = (column as f64 + 0.5 - x).hypot(row as f64 + 0.5 - y);
                if away <= radius + 0.2 || radius < 2.0 {
                    self.pixels[row * self.width + column] = index;
                }
            }
        }
    }

    /// Draws the marks that touch an area.
    fn draw_marks(&mut self, area: Rectangle) {
        let marks = &self.picture.marks;
        for mark in marks {
            let place = self.area_of((mark.x, mark.y), 0);
            if place.touches(area) {
                self.draw_mark(mark, place);
            }
        }
    }

    fn draw_mark(&mut self, mark: &Mark, place: Rectangle) {
        let index = self.index_of(mark.colour);
        let ink = self.index_of(mark.colour.ink());
        let inset = self.cell / 8;
        let inner = place.without_edge(inset);
        match mark.shape {
            Shape::Disc => self.disc(inner, index),
            Shape::Square => self.fill(inner, index),
        }
        let radius = inner.width() as f64 / 2.0;
        let centre = (inner.left as f64 + radius, inner.top as f64 + radius);
        let Some(label) = super::super::png::Label::new(&mark.label, centre, radius) else {
            return;
        };
        for row in inner.top..inner.bottom {
            for column in inner.left..inner.right {
                if label.covers(column as f64 + 0.5, row as f64 + 0.5) > 0.5 {
                    self.pixels[row * self.width + column] = ink;
                }
            }
        }
    }

    /// Ends a frame. Returns what changed since the one before: what was drawn, and the cells that
    /// the head left and entered.
    pub fn finish_frame(&mut self, is_last: bool) -> Rectangle {
        let mut area = self.changed;
        if area == Rectangle::NONE {
            area = self.area_of((0, 0), 0);
        }
        self.draw_marks(area);
        self.changed = Rectangle::NONE;
        self.shows_head = !is_last;
        if let Some(head) = self.head {
            // The next frame begins where the head is now.
            let place = self.area_of(head, 0);
            self.changed = place;
            area = area.with(place);
        }
        area
    }

    /// A pixel as it is shown: with the head.
    pub fn row(&self, row: usize, area: Rectangle) -> impl Iterator<Item = u8> + '_ {
        let pixels = &self.pixels[row * self.width + area.left..row * self.width + area.right];
        let head = self.head.filter(|_| self.shows_head);
        let head = head.map(|cell| self.area_of(cell, 0));
        let radius = self.cell as f64 * 0.4;
        pixels.iter().enumerate().map(move |(column, &index)| {
            let Some(head) = head else { return index };
            let middle = self.cell as f64 / 2.0;
            let dx = (area.left + column) as f64 + 0.5 - head.left as f64 - middle;
            let dy = row as f64 + 0.5 - head.top as f64 - middle;
            if dx.hypot(dy) <= radius {
                HEAD_INDEX
            } else {
                index
            }
        })
    }
}

/// The piece of a line from the middle of one cell to the middle of the one before.
fn half_way(here: Rectangle, before: Rectangle, came: Dir) -> Rectangle {
    let half = here.width() / 2;
    let whole = here.with(before);
    match came {
        Dir::Right | Dir::Left => Rectangle {
            left: whole.left + half,
            right: whole.right - half,
            ..whole
        },
        Dir::Down | Dir::Up => Rectangle {
            top: whole.top + half,
            bottom: whole.bottom - half,
            ..whole
        },
    }
}
