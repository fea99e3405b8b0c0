//! Union-find: which numbers are in one set.
//!
//! [`UnionFind`] is the plain structure. [`Forest`] can take joins back, for a search that
//! backtracks; it pays for that with longer paths to the root.

/// Sets of numbers that are only ever joined.
///
/// Each look-up halves the path to the root for the next one, so that look-ups together cost almost
/// nothing.
#[derive(Clone, Debug)]
pub struct UnionFind {
    /// For a root, the number itself; for any other number, one that is nearer to the root.
    above: Vec<u32>,
}

impl UnionFind {
    /// `count` sets of one number each.
    pub fn new(count: usize) -> Self {
        Self {
            above: (0..count as u32).collect(),
        }
    }

    /// Adds a set of one new number, which is returned.
    pub fn add(&mut self) -> usize {
        self.above.push(self.above.len() as u32);
        self.above.len() - 1
    }

    /// The number that stands for the set of `node`.
    pub fn root(&mut self, node: usize) -> usize {
        let mut node = node;
        while self.above[node] as usize != node {
            self.above[node] = self.above[self.above[node] as usize];
            node = self.above[node] as usize;
        }
        node
    }

    /// Joins the sets of two numbers; false if they are one set already. The root of `b` becomes
    /// the root of both.
    pub fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.above[a] = b as u32;
        a != b
    }
}

/// Sets of numbers that are joined and split again in reverse order.
///
/// The smaller tree always goes below the larger, so that walking up takes logarithmic time; no
/// path is shortened, so that undoing a join is one assignment.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    /// For a root, `ROOT` and the size of its tree; for any other number, the one above.
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
    use super::{Forest, UnionFind};

    #[test]
    fn joins_say_whether_they_joined() {
        let mut sets = UnionFind::new(5);
        assert!(sets.join(0, 1) && sets.join(2, 3) && sets.join(0, 3));
        assert!(!sets.join(1, 2));
        assert!((0..4).all(|node| sets.root(node) == 3));
        assert_eq!(sets.root(4), 4);
        assert!(sets.add() == 5 && sets.root(5) == 5 && sets.join(5, 4));
    }

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
