//! A path for each colour, which grows from the colour's first tile to its second.

use std::fmt::Write;

use super::rules::{DIRECTIONS, NONE, Rules};

#[derive(Clone, Debug)]
pub(super) struct Join {
    paths: Vec<Vec<usize>>,
    /// The colour on each cell, counted from 1; 0 for none.
    taken: Vec<u16>,
    joined: usize,
    /// Cells with a path on them.
    covered: usize,
    /// Checkpoints without a path on them.
    open_checkpoints: usize,
}

impl Join {
    pub fn new(rules: &Rules) -> Self {
        let mut join = Self {
            paths: vec![Vec::new(); rules.colours.len()],
            taken: vec![0; rules.tiles.len()],
            joined: 0,
            covered: 0,
            open_checkpoints: 0,
        };
        join.restart(rules);
        join
    }

    pub fn restart(&mut self, rules: &Rules) {
        self.taken.fill(0);
        for ((_, ends), path) in rules.colours.iter().zip(&mut self.paths) {
            path.clear();
            path.push(ends[0]);
        }
        for (colour, (_, ends)) in (1..).zip(&rules.colours) {
            for &end in ends {
                self.taken[end] = colour;
            }
        }
        self.joined = 0;
        self.covered = 2 * rules.colours.len();
        let open = |(cell, &mark): (usize, &i16)| mark > 0 && self.taken[cell] == 0;
        self.open_checkpoints = rules.marks.iter().enumerate().filter(|&c| open(c)).count();
    }

    pub fn is_legal(&self, rules: &Rules, number: usize) -> bool {
        let (colour, dir) = (number / DIRECTIONS, number % DIRECTIONS);
        let Some(path) = self.paths.get(colour) else {
            return false;
        };
        let goal = rules.colours[colour].1[1];
        let Some(&head) = path.last().filter(|&&head| head != goal) else {
            return false;
        };
        let next = rules.beside[head][dir];
        if next == NONE {
            return false;
        }
        let next = next as usize;
        let mark = rules.marks[next];
        next == goal || (self.taken[next] == 0 && (mark == 0 || mark as usize == colour + 1))
    }

    pub fn play(&mut self, rules: &Rules, number: usize, touched: &mut Vec<usize>) {
        let (colour, dir) = (number / DIRECTIONS, number % DIRECTIONS);
        let path = &mut self.paths[colour];
        let Some(&head) = path.last() else {
            return;
        };
        let next = rules.beside[head][dir] as usize;
        path.push(next);
        touched.extend([head, next]);
        if next == rules.colours[colour].1[1] {
            self.joined += 1;
        } else {
            self.taken[next] = colour as u16 + 1;
            self.covered += 1;
            self.open_checkpoints -= usize::from(rules.marks[next] > 0);
        }
    }

    pub fn is_won(&self, rules: &Rules) -> bool {
        let is_covered = if rules.may_stay_empty {
            self.open_checkpoints == 0
        } else {
            self.covered == rules.free
        };
        self.joined == rules.colours.len()
            && is_covered
            && !(rules.no_touch && self.touches_itself(rules))
    }

    /// Whether a path has two neighbouring cells between which it does not go.
    fn touches_itself(&self, rules: &Rules) -> bool {
        self.paths.iter().any(|path| {
            let own = |cell: usize| {
                let mut beside = (0..DIRECTIONS).filter_map(|dir| rules.neighbour(cell, dir));
                let colour = self.taken[cell];
                beside
                    .by_ref()
                    .filter(|&near| self.taken[near] == colour)
                    .count()
            };
            let links: usize = path.iter().map(|&cell| own(cell)).sum();
            links != 2 * (path.len() - 1)
        })
    }

    pub fn progress(&self, rules: &Rules) -> (usize, usize) {
        let ends = 2 * rules.colours.len();
        if rules.may_stay_empty {
            return (self.joined, rules.colours.len());
        }
        (
            self.covered - ends + self.joined,
            rules.free - ends + rules.colours.len(),
        )
    }

    pub fn answer(&self, rules: &Rules) -> String {
        let mut lines = String::new();
        for ((symbol, _), path) in rules.colours.iter().zip(&self.paths) {
            let mut from = 0;
            for at in 1..path.len() {
                let step = |from: usize, to: usize| path[to].wrapping_sub(path[from]);
                if at + 1 < path.len() && step(at - 1, at) == step(at, at + 1) {
                    continue;
                }
                let place = |cell: usize| (cell % rules.width, cell / rules.width);
                let ((x1, y1), (x2, y2)) = (place(path[from]), place(path[at]));
                if !lines.is_empty() {
                    lines.push('\n');
                }
                // Writing to a string cannot fail.
                let _ = write!(lines, "{x1} {y1} {x2} {y2} {symbol}");
                from = at;
            }
        }
        lines
    }

    /// What the planes of the paths and of their heads show.
    pub fn shown(&self, rules: &Rules, cell: usize) -> (i16, i16) {
        let colour = self.taken[cell];
        if colour == 0 {
            return (0, 0);
        }
        let goal = rules.colours[usize::from(colour) - 1].1[1];
        let head = self.paths[usize::from(colour) - 1].last().copied();
        let shown = match head {
            Some(head) if head == goal => 0,
            Some(head) if head == cell => 1,
            _ if cell == goal => 2,
            _ => 0,
        };
        (colour as i16, shown)
    }
}
