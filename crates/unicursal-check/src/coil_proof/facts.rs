//! What boxes show of walks that do not start in them.
//!
//! A walk that does not start in the first core ends there. If it does not start in a box either,
//! no cell of that box is an end, but for those of the core; and what follows from that is true of
//! it.

use super::state::State;

/// See the [module](self).
#[derive(Default)]
pub struct Facts {
    /// The possible values of each cell's pairs, and in which of the boxes that was shown; all
    /// values if none.
    words: Vec<(u16, u32)>,
    /// The cells of each box that were supposed to be no ends, in order.
    boxes: Vec<Vec<usize>>,
    /// Whether a box tells nothing of the walk at hand.
    is_silent: Vec<bool>,
}

impl Facts {
    /// Takes note of what is known of some cells if those of a box are no ends.
    pub fn keep(&mut self, state: &State, cells: &[usize], without_ends: Vec<usize>) {
        self.words.resize(state.len(), (u16::MAX, 0));
        for &cell in cells {
            self.words[cell] = (state.word(cell), self.boxes.len() as u32);
        }
        self.boxes.push(without_ends);
    }

    /// From now on walks start at this cell, which may be in the first core.
    pub fn start_at(&mut self, start: usize, in_core: bool) {
        let is_silent = |cells: &Vec<usize>| in_core || cells.binary_search(&start).is_ok();
        self.is_silent = self.boxes.iter().map(is_silent).collect();
    }

    /// Whether anything may be known of a cell.
    pub fn tell_of(&self, cell: usize) -> bool {
        self.words
            .get(cell)
            .is_some_and(|&(word, _)| word != u16::MAX)
    }

    /// The possible values of a cell's pairs.
    pub fn word(&self, cell: usize) -> u16 {
        match self.words.get(cell) {
            Some(&(word, number)) if word != u16::MAX && !self.is_silent[number as usize] => word,
            _ => u16::MAX,
        }
    }
}
