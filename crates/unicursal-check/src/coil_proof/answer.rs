//! The answer of a proof that there is no other.

use super::rules::{OUT, START};
use super::state::State;
use crate::Verdict;
use crate::coil::judge;
use crate::proof::Fault;

/// An answer: its text, and the cells in the order of their visits.
pub struct Answer {
    pub text: String,
    pub cells: Vec<usize>,
}

impl Answer {
    /// An answer that is right, and the cells that it visits.
    pub fn read(level: &[u8], text: &str, state: &State) -> Result<Self, Fault> {
        let mut cells = Vec::new();
        match judge(level, text.as_bytes(), |place| {
            cells.extend(state.cell(place));
        }) {
            Err(error) => Err(Fault::Form(error.to_string())),
            Ok(Verdict::Wrong(why)) => Err(Fault::Wrong(why.to_string())),
            Ok(Verdict::Valid) => Ok(Self {
                text: text.to_owned(),
                cells,
            }),
        }
    }

    /// Whether every path that is still possible is this one: it starts there, and each of its
    /// steps is certain.
    pub fn is_all_that_is_left(&self, state: &State) -> bool {
        state.roles(self.cells[0]) == START
            && self.cells.windows(2).all(|step| {
                let dir = (0..4).find(|&dir| state.beside(step[0], dir) == step[1]);
                dir.is_some_and(|dir| state.values(step[0], dir) == OUT)
            })
    }
}
