//! Lines as the writers need them: cell by cell, and with places for arrow heads.

use super::Line;
use crate::Dir;

/// A cell on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Visit {
    pub x: u32,
    pub y: u32,
    /// Cells before it on the line.
    pub index: usize,
    /// The direction of the step into the cell, except at the start.
    pub came: Option<Dir>,
    /// The direction of the step out of it, except at the end.
    pub goes: Option<Dir>,
}

/// An arrow head on a cell that the line crosses in a straight line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrow {
    pub x: u32,
    pub y: u32,
    pub dir: Dir,
}

impl Line {
    /// Steps from the first cell to the last.
    pub(super) fn length(&self) -> usize {
        let steps = self.corners.windows(2).map(|pair| {
            let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
            (x.abs_diff(to_x) + y.abs_diff(to_y)) as usize
        });
        steps.sum()
    }

    /// All cells of the line in order.
    pub(super) fn visits(&self) -> impl Iterator<Item = Visit> + '_ {
        let mut came = None;
        let mut index = 0;
        (0..self.corners.len()).flat_map(move |corner| {
            let (x, y) = self.corners[corner];
            let next = self.corners.get(corner + 1);
            let goes = next.and_then(|&to| direction((x, y), to));
            let length = next.map_or(1, |&(to_x, to_y)| x.abs_diff(to_x) + y.abs_diff(to_y));
            let (first_came, first_index) = (came, index);
            came = goes;
            index += length as usize;
            let (dx, dy) = goes.map_or((0, 0), Dir::delta);
            (0..length).map(move |step| Visit {
                x: x.wrapping_add_signed(dx as i32 * step as i32),
                y: y.wrapping_add_signed(dy as i32 * step as i32),
                index: first_index + step as usize,
                came: if step == 0 { first_came } else { goes },
                goes,
            })
        })
    }

    /// Up to `most` places for arrow heads, evenly spaced along the line, on cells where it does
    /// not turn.
    pub(super) fn arrows(&self, most: usize) -> Vec<Arrow> {
        let apart = (self.length() / most.max(1)).max(6);
        let mut arrows = Vec::new();
        let mut due = apart / 2;
        for visit in self.visits() {
            match visit.goes {
                Some(dir) if visit.index >= due && visit.came == Some(dir) => {
                    let Visit { x, y, .. } = visit;
                    arrows.push(Arrow { x, y, dir });
                    due = visit.index + apart;
                }
                _ => {}
            }
        }
        arrows
    }
}

fn direction((x, y): (u32, u32), (to_x, to_y): (u32, u32)) -> Option<Dir> {
    match (to_x.cmp(&x) as i8, to_y.cmp(&y) as i8) {
        (1, _) => Some(Dir::Right),
        (-1, _) => Some(Dir::Left),
        (_, 1) => Some(Dir::Down),
        (_, -1) => Some(Dir::Up),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Line, Stroke};
    use crate::Dir;

    #[test]
    fn visits_every_cell_once_with_its_directions() {
        let line = Line {
            corners: vec![(1, 0), (3, 0), (3, 1)],
            stroke: Stroke::Flow,
        };
        let visits: Vec<_> = line
            .visits()
            .map(|v| (v.x, v.y, v.index, v.came, v.goes))
            .collect();
        let (right, down) = (Some(Dir::Right), Some(Dir::Down));
        assert_eq!(
            visits,
            [
                (1, 0, 0, None, right),
                (2, 0, 1, right, right),
                (3, 0, 2, right, down),
                (3, 1, 3, down, None),
            ]
        );
        assert_eq!(line.length(), 3);
    }
}
