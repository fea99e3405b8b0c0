//! One path: steps from the start, or slides from a start that is chosen first.

use super::rules::{NONE, Rules};
use crate::Moves;

#[derive(Clone, Debug)]
pub(super) struct Walk {
    start: Option<usize>,
    head: Option<usize>,
    visited: Vec<bool>,
    count: usize,
    /// Numbers that were met.
    met: i16,
    letters: Vec<u8>,
}

impl Walk {
    pub fn new(rules: &Rules) -> Self {
        let mut walk = Self {
            start: None,
            head: None,
            visited: vec![false; rules.tiles.len()],
            count: 0,
            met: 0,
            letters: Vec::new(),
        };
        walk.restart(rules);
        walk
    }

    pub fn restart(&mut self, rules: &Rules) {
        self.visited.fill(false);
        (self.start, self.head, self.count, self.met) = (None, None, 0, 0);
        self.letters.clear();
        if let Some(start) = rules.start {
            self.start = Some(start);
            self.enter(rules, start);
        }
    }

    pub fn has_begun(&self) -> bool {
        self.head.is_some()
    }

    fn enter(&mut self, rules: &Rules, cell: usize) {
        self.visited[cell] = true;
        self.head = Some(cell);
        self.count += 1;
        self.met += i16::from(rules.marks[cell] > 0);
    }

    /// Where a step from a cell leads, if it is possible.
    fn step(&self, rules: &Rules, cell: usize, dir: usize) -> Option<usize> {
        let next = rules.beside[cell][dir];
        if next == NONE || self.visited[next as usize] {
            return None;
        }
        let next = next as usize;
        let number = rules.marks[next];
        let in_order = match number {
            0 => true,
            // The path ends at the last one.
            _ if number == rules.last && number > 1 => self.count + 1 == rules.free,
            _ => number == self.met + 1,
        };
        in_order.then_some(next)
    }

    pub fn is_legal(&self, rules: &Rules, number: usize) -> bool {
        match self.head {
            None => number >= 4 && rules.tiles.get(number - 4).is_some_and(|&tile| tile != 1),
            Some(head) => number < 4 && self.step(rules, head, number).is_some(),
        }
    }

    pub fn play(&mut self, rules: &Rules, number: usize, touched: &mut Vec<usize>) {
        let Some(head) = self.head else {
            let start = number - 4;
            self.start = Some(start);
            self.enter(rules, start);
            touched.push(start);
            return;
        };
        let letters = if rules.moves == Moves::Slide {
            b"UDLR"
        } else {
            b"udlr"
        };
        self.letters.push(letters[number]);
        touched.push(head);
        let mut here = head;
        while let Some(next) = self.step(rules, here, number) {
            self.enter(rules, next);
            touched.push(next);
            here = next;
            if rules.moves != Moves::Slide {
                break;
            }
        }
    }

    pub fn is_won(&self, rules: &Rules) -> bool {
        self.head.is_some() && self.count == rules.free
    }

    pub fn progress(&self, rules: &Rules) -> (usize, usize) {
        (self.count.saturating_sub(1), rules.free.saturating_sub(1))
    }

    pub fn answer(&self, rules: &Rules) -> String {
        let letters = String::from_utf8_lossy(&self.letters);
        match (rules.moves, self.start) {
            (Moves::Slide, None) => String::new(),
            (Moves::Slide, Some(start)) => {
                let (x, y) = (start % rules.width, start / rules.width);
                format!("x={x}&y={y}&path={letters}")
            }
            _ => letters.into_owned(),
        }
    }

    /// What the planes of the path and of its head show.
    pub fn shown(&self, cell: usize) -> (i16, i16) {
        (
            i16::from(self.visited[cell]),
            i16::from(self.head == Some(cell)),
        )
    }
}
