//! Which walls a walk has touched, and whether going on would cut what it has not visited in two.
//!
//! In: a board; then, move by move, what the walk goes along. Walls that touch by sides or corners
//! are a *group*, and all groups that the walk has touched are one with it. Going once round a cell
//! or a line one meets free stretches and blocked ones in turn; if two blocked stretches, the
//! *contacts*, belong to one group, the cells and the group enclose what lies between them. Out:
//! whether that is so.

use std::sync::Arc;

use crate::coil::Board;
use crate::union_find::Forest;

/// No group of walls yet.
const NO_GROUP: u32 = u32::MAX;

/// See the [module](self).
pub struct Groups {
    /// The number of the group of each wall; of every other cell that of the walk.
    numbers: Arc<Vec<u32>>,
    /// How many groups of walls there are: the number of the walk's own.
    count: usize,
    /// Which groups the walk has touched, and when.
    touched: Vec<bool>,
    touches: Vec<u32>,
    /// The groups of the blocked stretches that were met.
    pub contacts: Vec<usize>,
    seen: Vec<u32>,
    round: u32,
}

impl Groups {
    /// The groups of a board on which nothing is visited.
    pub fn new(board: &Board) -> Self {
        let (numbers, count) = groups_of_walls(board);
        Self::with(Arc::new(numbers), count)
    }

    /// The same groups for another walk: both share what takes memory.
    pub fn untouched(&self) -> Self {
        Self::with(Arc::clone(&self.numbers), self.count)
    }

    fn with(numbers: Arc<Vec<u32>>, count: usize) -> Self {
        Self {
            numbers,
            count,
            touched: vec![false; count + 1],
            touches: Vec::new(),
            contacts: Vec::new(),
            seen: vec![0; count + 1],
            round: 0,
        }
    }

    /// How often the walk has touched a group for the first time: a state to return to.
    pub fn touches(&self) -> usize {
        self.touches.len()
    }

    /// Takes back what was touched since then.
    pub fn undo(&mut self, touches: usize) {
        for group in self.touches.drain(touches..) {
            self.touched[group as usize] = false;
        }
    }

    /// The group that a blocked cell belongs to.
    #[inline]
    pub fn of(&self, cell: usize) -> usize {
        let group = self.numbers[cell] as usize;
        if self.touched[group] {
            self.count
        } else {
            group
        }
    }

    /// Takes note that the walk touches a cell, if that is a wall.
    #[inline]
    pub fn touch_at(&mut self, cell: usize) {
        self.touch(self.numbers[cell] as usize);
    }

    /// Takes note that the walk touches all that it has met.
    pub fn touch_contacts(&mut self) {
        for i in 0..self.contacts.len() {
            self.touch(self.contacts[i]);
        }
    }

    #[inline]
    fn touch(&mut self, group: usize) {
        if group < self.count && !std::mem::replace(&mut self.touched[group], true) {
            self.touches.push(group as u32);
        }
    }

    /// A list of contacts with the walk itself and nothing else yet.
    #[inline]
    pub fn take_contacts(&mut self) -> Vec<usize> {
        let mut contacts = std::mem::take(&mut self.contacts);
        contacts.clear();
        contacts.push(self.count);
        contacts
    }

    /// Whether two of the contacts belong to one group.
    pub fn contacts_repeat(&mut self) -> bool {
        if self.round == u32::MAX {
            self.seen.fill(0);
            self.round = 0;
        }
        self.round += 1;
        let (seen, round) = (&mut self.seen, self.round);
        self.contacts
            .iter()
            .any(|&group| std::mem::replace(&mut seen[group], round) == round)
    }

    /// Whether two blocked stretches of the cells [`around`] one belong to one group: blocking it
    /// cuts the free area.
    pub fn meet_around(&mut self, around: [usize; 8], is_free: impl Fn(usize) -> bool) -> bool {
        let Some(first) = (0..4).map(|i| 2 * i).find(|&i| is_free(around[i])) else {
            return false;
        };
        self.contacts.clear();
        let mut between = None;
        for i in 1..=8 {
            let at = (first + i) % 8;
            if !is_free(around[at]) {
                between = between.or(Some(self.of(around[at])));
            } else if at % 2 == 0 {
                self.contacts.extend(between.take());
            }
        }
        self.contacts_repeat()
    }
}

/// The eight cells around a cell, in order, starting at the right; `delta` is what is to be added
/// to a cell for its neighbours.
pub fn around(delta: [usize; 4], cell: usize) -> [usize; 8] {
    std::array::from_fn(|i| {
        let side = cell.wrapping_add(delta[i / 2]);
        if i % 2 == 0 {
            side
        } else {
            side.wrapping_add(delta[(i / 2 + 1) & 3])
        }
    })
}

/// The number of its group for each wall, the number of groups for all others, and that number.
fn groups_of_walls(board: &Board) -> (Vec<u32>, usize) {
    let (count, stride) = (board.cell_count(), board.stride());
    let mut forest = Forest::default();
    forest.reset(count);
    for cell in (0..count).filter(|&cell| !board.is_free(cell)) {
        // Right, and the three below: each pair of touching walls once.
        let below = [stride - 1, stride, stride + 1].map(|step| cell + step);
        for other in [cell + 1].into_iter().chain(below) {
            if other < count && !board.is_free(other) {
                let _ = forest.join(cell, other);
            }
        }
    }
    let mut groups = vec![NO_GROUP; count];
    let mut group_count = 0;
    for cell in (0..count).filter(|&cell| !board.is_free(cell)) {
        let root = forest.root(cell);
        if groups[root] == NO_GROUP {
            groups[root] = group_count;
            group_count += 1;
        }
        groups[cell] = groups[root];
    }
    for group in groups.iter_mut().filter(|group| **group == NO_GROUP) {
        *group = group_count;
    }
    (groups, group_count as usize)
}
