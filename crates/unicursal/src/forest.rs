//! Which things hang together, with joins that can be taken back.
//!
//! A union-find forest: the smaller tree always goes below the larger, so that walking up costs a
//! logarithm; no path is compressed, so that undoing a join is one assignment.

/// Sets of numbers that are joined and split again in reverse order.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    /// Of a root `ROOT` and the size of its tree, of any other number the one above.
    above: Vec<u32>,
}

const ROOT: u32 = 1 << 31;

/// What [`Forest::join`] has done, for [`Forest::split`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The root that went below another.
    pub below: u32,
    /// The size of its tree.
    pub size: u32,
}

impl Forest {
    /// Forgets everything; `count` sets of one number each.
    pub fn reset(&mut self, count: usize) {
        self.above.clear();
        self.above.resize(count, ROOT | 1);
    }

    /// The number that stands for the set of `node`.
    #[inline]
    pub fn root(&self, node: usize) -> usize {
        self.root_and_size(node).0
    }

    #[inline]
    fn root_and_size(&self, node: usize) -> (usize, u32) {
        let mut node = node;
        loop {
            let above = self.above[node];
            if above & ROOT != 0 {
                return (node, above & !ROOT);
            }
            node = above as usize;
        }
    }

    /// Joins the sets of two numbers, unless they are one set already.
    pub fn join(&mut self, a: usize, b: usize) -> Option<Joined> {
        let (a, b) = (self.root_and_size(a), self.root_and_size(b));
        if a.0 == b.0 {
            return None;
        }
        let (above, below) = if a.1 < b.1 { (b, a) } else { (a, b) };
        self.above[below.0] = above.0 as u32;
        self.above[above.0] += below.1;
        Some(Joined {
            below: below.0 as u32,
            size: below.1,
        })
    }

    /// Undoes the latest join that has not been undone.
    pub fn split(&mut self, joined: Joined) {
        let below = &mut self.above[joined.below as usize];
        let above = std::mem::replace(below, ROOT | joined.size);
        self.above[above as usize] -= joined.size;
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
