//! Which things hang together, with joins that can be taken back.
//!
//! A union-find forest: the smaller tree always goes below the larger, so that walking up costs a
//! logarithm; no path is compressed, so that undoing a join is one assignment.

/// Sets of numbers that are joined and split again in reverse order.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    parent: Vec<u32>,
    size: Vec<u32>,
}

impl Forest {
    /// Forgets everything; `count` sets of one number each.
    pub fn reset(&mut self, count: usize) {
        self.parent.clear();
        self.parent.extend(0..count as u32);
        self.size.clear();
        self.size.resize(count, 1);
    }

    /// The number that stands for the set of `node`.
    #[inline]
    pub fn root(&self, node: usize) -> usize {
        let mut node = node;
        loop {
            let parent = self.parent[node] as usize;
            if parent == node {
                return node;
            }
            node = parent;
        }
    }

    /// Joins the sets of two numbers. Returns the root that went below the other, for
    /// [`Forest::split`], or `None` if they were one set already.
    pub fn join(&mut self, a: usize, b: usize) -> Option<u32> {
        let (mut above, mut below) = (self.root(a), self.root(b));
        if above == below {
            return None;
        }
        if self.size[above] < self.size[below] {
            std::mem::swap(&mut above, &mut below);
        }
        self.parent[below] = above as u32;
        self.size[above] += self.size[below];
        Some(below as u32)
    }

    /// Undoes the latest join that has not been undone, which put `below` below another root.
    pub fn split(&mut self, below: u32) {
        let above = self.parent[below as usize] as usize;
        self.size[above] -= self.size[below as usize];
        self.parent[below as usize] = below;
    }
}

#[cfg(test)]
mod tests {
    use super::Forest;

    #[test]
    fn splitting_takes_joins_back_in_reverse() {
        let mut forest = Forest::default();
        forest.reset(6);
        let first = forest.join(0, 1).unwrap();
        let second = forest.join(2, 1).unwrap();
        assert_eq!(forest.root(0), forest.root(2));
        assert_eq!(forest.join(0, 2), None);
        forest.split(second);
        assert_ne!(forest.root(0), forest.root(2));
        forest.split(first);
        assert!((0..6).all(|node| forest.root(node) == node));
    }
}
