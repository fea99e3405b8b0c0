//! Connectivity of the free area by planar duality.
//!
//! The corners of the cells are the nodes of a forest. A wall joins its four corners; an unused edge
//! joins the two corners between its two cells, as if a wall stood between them. Joining two corners
//! that are joined already closes a ring of walls around part of the area: the path could not get
//! from one side to the other. One such test costs two walks up the forest, whose depth is
//! logarithmic because the smaller tree always goes below; no path is compressed, so that undoing a
//! join is one assignment.

/// A forest of corners that can be undone.
#[derive(Clone, Default)]
pub struct Corners {
    parent: Vec<u32>,
    size: Vec<u32>,
}

impl Corners {
    /// Forgets everything; `count` separate corners.
    pub fn reset(&mut self, count: usize) {
        self.parent.clear();
        self.parent.extend(0..count as u32);
        self.size.clear();
        self.size.resize(count, 1);
    }

    fn root(&self, mut corner: u32) -> u32 {
        loop {
            let parent = self.parent[corner as usize];
            if parent == corner {
                return corner;
            }
            corner = parent;
        }
    }

    /// Joins two corners. Returns the root that went below the other, for [`Corners::split`], or
    /// `None` if they were joined already.
    pub fn join(&mut self, a: usize, b: usize) -> Option<u32> {
        let (mut above, mut below) = (self.root(a as u32), self.root(b as u32));
        if above == below {
            return None;
        }
        if self.size[above as usize] < self.size[below as usize] {
            std::mem::swap(&mut above, &mut below);
        }
        self.parent[below as usize] = above;
        self.size[above as usize] += self.size[below as usize];
        Some(below)
    }

    /// Undoes the latest join that has not been undone, which put `below` below another root.
    pub fn split(&mut self, below: u32) {
        let above = self.parent[below as usize];
        self.size[above as usize] -= self.size[below as usize];
        self.parent[below as usize] = below;
    }
}
