//! Connectivity of the free area by planar duality.
//!
//! The corners of the cells are the nodes of a [forest](crate::forest). A wall joins its four
//! corners; an unused edge joins the two corners between its two cells, as if a wall stood there.
//! Joining two corners that are joined already closes a ring of walls around part of the area: the
//! path could not get from one side to the other.

use super::values::{USED, towards};
use super::{Engine, Rule, entry};

impl Engine {
    /// Joins the corners of walls and across the edges that are known to be unused.
    pub(super) fn load_corners(&mut self, width: usize, height: usize) -> bool {
        if !self.switches.connectivity {
            return true;
        }
        // The corner at the upper left of cell (x, y) has the number y * (width + 1) + x.
        self.corners.reset((width + 1) * (height + 1));
        for y in 0..height {
            for x in 0..width {
                if self.words[y * width + x] == 0 {
                    let corner = y * (width + 1) + x;
                    for other in [corner + 1, corner + width + 1, corner + width + 2] {
                        let _ = self.corners.join(corner, other);
                    }
                }
            }
        }
        self.for_inner_edges(width, height, |engine, cell, dir| {
            let mask = towards(engine.words[cell], dir);
            mask == 0 || mask & USED != 0 || engine.cut(cell, dir)
        })
    }

    /// Joins the corners on both sides of an edge that has become unused.
    pub(super) fn cut(&mut self, cell: usize, dir: usize) -> bool {
        if !self.switches.connectivity {
            return true;
        }
        let first = if dir < 2 {
            cell
        } else {
            self.neighbour(cell, dir)
        };
        let upper_left = first + first / self.stride;
        let lower_right = upper_left + self.stride + 2;
        let corner = if dir & 1 == 0 {
            upper_left + 1
        } else {
            lower_right - 1
        };
        match self.corners.join(corner, lower_right) {
            Some(below) => {
                self.trail.push((entry::CORNERS | below, 0));
                true
            }
            None => self.fail(cell, Rule::Connectivity),
        }
    }
}
