//! A walk that can be watched in both directions.

use unicursal::maze::{Board, Rule, State, Tour};
use unicursal::{Control, Dir, Interruption};

/// A recorded walk and a place in it.
///
/// A byte for each step and four for each cell are enough to show any moment: when each cell was
/// first entered tells whether it belongs to the trail.
pub struct Film<'a> {
    pub board: &'a Board,
    pub rule: Rule,
    pub tour: Tour,
    facings: Vec<Dir>,
    /// The first moment on each cell; `u32::MAX` if there is none.
    entered: Vec<u32>,
    moment: usize,
    at: usize,
}

impl<'a> Film<'a> {
    /// Records a walk.
    pub fn new(board: &'a Board, rule: Rule, control: &Control) -> Result<Self, Interruption> {
        let mut facings = Vec::new();
        let mut entered = vec![u32::MAX; board.cell_count()];
        let tour = Tour::of(board, rule, control, |state| {
            let first = &mut entered[state.at];
            *first = (*first).min(facings.len() as u32);
            facings.push(state.facing);
        })?;
        Ok(Self {
            board,
            rule,
            tour,
            facings,
            entered,
            moment: 0,
            at: board.start(),
        })
    }

    /// The number of the state shown, from 0, and of the last one.
    pub fn moment(&self) -> (usize, usize) {
        (self.moment, self.facings.len().saturating_sub(1))
    }

    /// The walker, unless the rule does not even take a first step.
    pub fn state(&self) -> Option<State> {
        let &facing = self.facings.get(self.moment)?;
        Some(State {
            at: self.at,
            facing,
        })
    }

    /// How long ago in the whole walk a cell was first entered, 0 to 1, if that has happened.
    pub fn trail(&self, cell: usize) -> Option<f64> {
        let entered = self.entered[cell] as usize;
        (entered < self.moment).then(|| entered as f64 / self.facings.len() as f64)
    }

    /// A step forward; false at the end.
    pub fn forward(&mut self) -> bool {
        let (moment, last) = self.moment();
        if moment < last {
            self.at = self.board.neighbour(self.at, self.facings[moment]);
            self.moment += 1;
        }
        moment < last
    }

    /// A step back; false at the beginning.
    pub fn back(&mut self) -> bool {
        let Some(before) = self.moment.checked_sub(1) else {
            return false;
        };
        let way_back = self.facings[before].opposite();
        self.at = self.board.neighbour(self.at, way_back);
        self.moment = before;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Film;
    use unicursal::Control;
    use unicursal::maze::{Rule, Walk, text};

    #[test]
    fn shows_the_same_states_forward_and_back() {
        let board = text::parse(b"##S#\n#  #\n####\n  E").unwrap();
        let states: Vec<_> = Walk::new(&board, Rule::Left).collect();
        let mut film = Film::new(&board, Rule::Left, &Control::new()).unwrap();
        let mut seen = vec![film.state().unwrap()];
        while film.forward() {
            seen.push(film.state().unwrap());
        }
        assert_eq!(seen, states);
        assert_eq!(film.moment(), (states.len() - 1, states.len() - 1));
        for state in states.iter().rev().skip(1) {
            assert!(film.back());
            assert_eq!(film.state(), Some(*state));
        }
        assert!(!film.back());
        assert!(board.free_cells().all(|cell| film.trail(cell).is_none()));
    }

    #[test]
    fn a_walk_without_a_step_is_empty() {
        let board = text::parse(b"S# E").unwrap();
        let mut film = Film::new(&board, Rule::Shortest, &Control::new()).unwrap();
        assert_eq!(film.state(), None);
        assert!(!film.forward() && !film.back());
    }
}
