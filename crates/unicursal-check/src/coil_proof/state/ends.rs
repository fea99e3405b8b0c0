//! The ends of the path: one start, one end, an end in each core, and what is known of the path
//! from there.

use std::collections::HashSet;

use super::super::rules::{AFTER, BEFORE, END, IN, MIDDLE, OUT, START};
use super::{Ends, Entry, State, UNUSED, USED};

/// Seen from a cell to which a walk has come, what may be true of one to which it has not.
const WAYS_ON: [u16; 2] = [OUT | AFTER, IN | BEFORE];
/// Where a walk ends.
const TARGETS: [u8; 2] = [END, START];

impl State {
    /// From now on there is one start and one end, and an end in each of these sets of cells. Sets
    /// that share no cell need an end each; two of them leave no end for other cells.
    pub fn count_ends(&mut self, cores: Vec<Vec<usize>>) {
        let apart = |a: &[usize], b: &[usize]| !a.iter().any(|cell| b.contains(cell));
        let mut disjoint: Vec<&Vec<usize>> = Vec::new();
        for core in &cores {
            if disjoint.iter().all(|other| apart(other, core)) {
                disjoint.push(core);
            }
        }
        if disjoint.len() > 2 || cores.iter().any(Vec::is_empty) {
            self.conflict = true;
            return;
        }
        let (mut may_end, mut others) = (Vec::new(), Vec::new());
        let both = disjoint.len() == 2;
        for cell in 0..self.words.len() {
            if self.roles[cell] & (START | END) == 0 {
                continue;
            }
            if both && !disjoint.iter().any(|core| core.contains(&cell)) {
                others.push(cell);
            } else {
                may_end.push(cell);
            }
        }
        for cell in others {
            self.set_roles(cell, MIDDLE);
        }
        let count = |wanted: &dyn Fn(u8) -> bool| {
            let roles = may_end.iter().map(|&cell| self.roles[cell]);
            roles.filter(|&roles| wanted(roles)).count()
        };
        let starts = count(&|roles| roles & START != 0);
        let finishes = count(&|roles| roles & END != 0);
        let certain = count(&|roles| roles & MIDDLE == 0);
        self.ends = Ends {
            candidates: may_end,
            cores,
            starts,
            finishes,
            certain,
        };
        if starts == 0 || finishes == 0 {
            self.conflict = true;
        }
        for i in 0..self.ends.cores.len() {
            let cell = self.ends.cores[i][0];
            if !self.conflict {
                self.follow_ends(cell, START | END);
            }
        }
    }

    /// The cells that may have this role.
    pub fn candidates(&self, role: u8) -> Vec<usize> {
        let candidates = self.ends.candidates.iter().copied();
        candidates
            .filter(|&cell| self.roles[cell] & role != 0)
            .collect()
    }

    /// Whether a cell is in the first core.
    pub fn is_in_core(&self, cell: usize) -> bool {
        let first = self.ends.cores.first();
        first.is_some_and(|core| core.contains(&cell))
    }

    /// What decides where a path from this start may end: its colour, and the cores that it is in.
    pub fn kind(&self, start: usize) -> Vec<bool> {
        let cores = self.ends.cores.iter();
        let mut kind: Vec<bool> = cores.map(|core| core.contains(&start)).collect();
        kind.push(self.is_even(start));
        kind
    }

    /// Whether a path from one cell may end at another.
    pub fn may_end(&self, start: usize, end: usize) -> bool {
        self.roles[end] & END != 0
            && self.fits(start, end)
            && self
                .ends
                .cores
                .iter()
                .all(|core| core.contains(&start) || core.contains(&end))
    }

    /// Whether two cells have the colours of the ends of one path.
    fn fits(&self, one: usize, other: usize) -> bool {
        (self.is_even(one) == self.is_even(other)) == (self.surplus != 0)
    }

    /// Whether it is impossible that one of these cells is an end and all other ends are among
    /// `others`.
    ///
    /// Let a region grow from the cells over all pairs of which it is not known whether the path
    /// uses them. A used pair within it joins an even and an odd cell, and each cell has two used
    /// pairs, the end one: so the used pairs that leave the region tell of which kind the end is.
    pub fn is_miscounted(&self, cells: &[usize], others: &[usize]) -> bool {
        let mut inside: HashSet<usize> = cells.iter().copied().collect();
        let mut region = cells.to_vec();
        let mut next = 0;
        while let Some(&cell) = region.get(next) {
            next += 1;
            if others.contains(&cell) {
                return false;
            }
            for dir in 0..4 {
                let values = self.values(cell, dir);
                let beside = self.beside(cell, dir);
                if values & USED != 0 && values & UNUSED != 0 && inside.insert(beside) {
                    region.push(beside);
                }
            }
        }
        let mut surplus = 0;
        for &cell in &region {
            let leaving = (0..4)
                .filter(|&dir| self.values(cell, dir) & USED != 0)
                .filter(|&dir| !inside.contains(&self.beside(cell, dir)))
                .count() as i64;
            surplus += if self.is_even(cell) {
                2 - leaving
            } else {
                leaving - 2
            };
        }
        !cells.iter().any(|&cell| {
            let end = if self.is_even(cell) { 1 } else { -1 };
            surplus == end && self.roles[cell] & (START | END) != 0
        })
    }

    pub(super) fn keep_roles(&mut self, cell: usize, roles: u8) {
        let (old, new) = (self.roles[cell], self.roles[cell] & roles);
        if new == old || self.conflict {
            return;
        }
        if new == 0 {
            self.conflict = true;
            return;
        }
        self.set_roles(cell, new);
        if !self.ends.candidates.is_empty() {
            self.follow_ends(cell, old & !new);
        }
    }

    fn set_roles(&mut self, cell: usize, roles: u8) {
        let old = self.roles[cell];
        self.trail.push(Entry::Roles(cell, old));
        self.roles[cell] = roles;
        self.recount(old, roles);
        self.enqueue(cell);
    }

    /// Counts a cell whose roles have changed.
    pub(super) fn recount(&mut self, old: u8, new: u8) {
        if self.ends.candidates.is_empty() {
            return;
        }
        let ends = &mut self.ends;
        for (count, had, has) in [
            (&mut ends.starts, old & START != 0, new & START != 0),
            (&mut ends.finishes, old & END != 0, new & END != 0),
            (&mut ends.certain, old & MIDDLE == 0, new & MIDDLE == 0),
        ] {
            *count = *count + usize::from(has) - usize::from(had);
        }
    }

    /// There is one start and one end, of colours that fit, and an end in each core.
    fn follow_ends(&mut self, cell: usize, gone: u8) {
        let Ends {
            starts,
            finishes,
            certain,
            ..
        } = self.ends;
        if starts == 0 || finishes == 0 || certain > 2 {
            self.conflict = true;
            return;
        }
        for (role, other, count) in [(START, END, starts), (END, START, finishes)] {
            if count == 1 && gone & role != 0 {
                let mut all = self.ends.candidates.iter().copied();
                if let Some(only) = all.find(|&cell| self.roles[cell] & role != 0) {
                    self.keep_roles(only, role);
                }
            }
            // What was kept just now may have come back to this very cell and begun its walk.
            let way = usize::from(role == END);
            if self.roles[cell] == role && self.walks[way].first() != Some(&cell) {
                self.step(way, cell);
                for i in 0..self.ends.candidates.len() {
                    let candidate = self.ends.candidates[i];
                    let may_end = self.roles[candidate] != MIDDLE;
                    if may_end && candidate != cell {
                        let fits = self.fits(candidate, cell);
                        let not = if fits { role } else { role | other };
                        self.keep_roles(candidate, !not);
                    }
                }
            }
        }
        for i in 0..self.ends.cores.len() {
            if !self.ends.cores[i].contains(&cell) {
                continue;
            }
            let core = self.ends.cores[i].iter().copied();
            let mut left = core.filter(|&cell| self.roles[cell] != MIDDLE);
            match (left.next(), left.next()) {
                (None, _) => self.conflict = true,
                (Some(only), None) => self.keep_roles(only, START | END),
                _ => {}
            }
        }
    }

    /// The walk from the start (0) or back from the end (1) comes to a cell. All other cells are
    /// visited later, or earlier.
    fn step(&mut self, way: usize, cell: usize) {
        if std::mem::replace(&mut self.passed[cell][way], true) {
            self.conflict = true;
            return;
        }
        self.walks[way].push(cell);
        self.trail.push(Entry::Step(way));
        if self.walks[way].len() < self.free {
            self.keep_roles(cell, !TARGETS[way]);
        }
        for dir in 0..4 {
            if !self.passed[self.beside(cell, dir)][way] {
                self.keep(cell, dir, WAYS_ON[way]);
            }
        }
    }

    /// Goes on to the next cell if that is certain. Returns true if it was.
    pub(super) fn walk_on(&mut self, way: usize) -> bool {
        let Some(&head) = self.walks[way].last() else {
            return false;
        };
        let used = WAYS_ON[way] & USED;
        let Some(dir) = (0..4).find(|&dir| self.values(head, dir) == used) else {
            return false;
        };
        self.step(way, self.beside(head, dir));
        true
    }
}
