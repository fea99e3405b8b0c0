//! Connectivity of the free area by planar duality.
//!
//! The corners between the cells are the nodes of a [forest](crate::union_find::Forest); the corner
//! at the lower right of a cell has the number of that cell. Two neighbouring corners are joined
//! when the path cannot pass between them: because of a wall, or of an unused edge, which is as
//! good as one. Joining two corners that are connected already closes a ring around part of the
//! area: the path could not get from one side to the other. The corners on the outline of the
//! rectangle stay out of this, and so do the edges between two cells of the border, which lead
//! there.

use super::trail::Other;
use super::values::USED;
use super::{Engine, Rule};

impl Engine {
    /// Joins the corners of walls and across the edges that are known to be unused.
    pub(super) fn load_corners(&mut self, width: usize, height: usize) -> bool {
        if !self.switches.connectivity {
            return true;
        }
        self.corners.reset(width * height);
        // Each side of a cell that lies between two corners, except the upper and left ones of the
        // first row and column, is a lower side or a right side.
        for y in 0..height - 1 {
            for x in 0..width - 1 {
                let cell = y * width + x;
                if y > 0 && self.edge(cell, 0) == 0 {
                    let _ = self.corners.join(cell - width, cell);
                }
                if x > 0 && self.edge(cell, 1) == 0 {
                    let _ = self.corners.join(cell - 1, cell);
                }
            }
        }
        self.for_inner_edges(width, height, |engine, cell, dir| {
            let mask = engine.edge(cell, dir);
            mask == 0 || mask & USED != 0 || engine.cut(cell, dir)
        })
    }

    /// Joins the corners on both sides of an edge to the right (0) or downwards (1) that has become
    /// unused.
    pub(super) fn cut(&mut self, cell: usize, dir: usize) -> bool {
        if !(self.is_active(cell) || self.is_active(cell + self.delta[dir])) {
            return true;
        }
        match self.corners.join(cell - self.delta[dir ^ 1], cell) {
            Some(joined) => {
                self.trail.push(Other::Corners(joined));
                true
            }
            None => self.fail(cell, Rule::Connectivity),
        }
    }
}
