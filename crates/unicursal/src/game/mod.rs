//! Levels played move by move, fast and without text, for programs that learn and for judging how
//! far an answer gets.
//!
//! A [`Game`] numbers its moves. In Coil they are the four directions (up, down, left, right) and
//! then a start on each cell; in Pellet Eater and Trail the directions; in Connect the Colours four
//! directions for each colour, whose path grows from its first tile. Everything a player must know
//! is on five planes of small numbers ([`Game::observe`]): two games with equal planes have the
//! same moves and continue in the same way.
//!
//! The rules follow from the sheet of a level. Only the checker decides whether an answer is right.

mod follow;
mod join;
mod rules;
mod walk;

use std::sync::Arc;

use crate::puzzle::Level;
use crate::{Error, Moves};
use join::Join;
use rules::Rules;
use walk::Walk;

/// The planes of an observation: the tile (0 free, 1 wall, 2 vertical, 3 horizontal); the path on
/// it, counted from 1; 1 for the head of a path and 2 for the end that it must still reach; a
/// number, or the colour of a checkpoint, counted from 1; thin walls, 1 at the right and 2 below.
pub const PLANES: usize = 5;

/// A level, and the moves that were made on it.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Arc<Rules>,
    state: State,
    /// The cells that the last move changed.
    touched: Vec<usize>,
}

#[derive(Clone, Debug)]
enum State {
    Walk(Walk),
    Join(Join),
}

impl Game {
    /// A game that has not begun. Puzzles that are not played in one of these ways have no games.
    pub fn new(level: &dyn Level) -> Result<Self, Error> {
        let moves = level.about().moves;
        if !matches!(moves, Moves::Slide | Moves::Step | Moves::Join) {
            return Err(Error::Unsupported("games of moves"));
        }
        let rules = Arc::new(Rules::new(level.about(), &level.sheet())?);
        let state = match moves {
            Moves::Join => State::Join(Join::new(&rules)),
            _ => State::Walk(Walk::new(&rules)),
        };
        Ok(Self {
            rules,
            state,
            touched: Vec::new(),
        })
    }

    /// Begins anew.
    pub fn restart(&mut self) {
        match &mut self.state {
            State::Walk(walk) => walk.restart(&self.rules),
            State::Join(join) => join.restart(&self.rules),
        }
        self.touched.clear();
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.rules.width, self.rules.height)
    }

    /// The number of moves, legal or not.
    pub fn move_count(&self) -> usize {
        match self.rules.moves {
            Moves::Slide => 4 + self.rules.tiles.len(),
            Moves::Join => 4 * self.rules.colours.len(),
            _ => 4,
        }
    }

    /// The largest number on any plane.
    pub fn most(&self) -> i16 {
        let marks = self.rules.marks.iter().copied().max().unwrap_or(0);
        let colours = i16::try_from(self.rules.colours.len()).unwrap_or(i16::MAX);
        marks.max(colours).max(3)
    }

    /// Whether a move can be made now.
    pub fn is_legal(&self, number: usize) -> bool {
        match &self.state {
            State::Walk(walk) => walk.is_legal(&self.rules, number),
            State::Join(join) => join.is_legal(&self.rules, number),
        }
    }

    /// Writes 1 for each legal move and 0 for each other. Returns whether there is any.
    ///
    /// # Panics
    /// If `mask` is not as long as there are moves.
    pub fn mask(&self, mask: &mut [i8]) -> bool {
        assert_eq!(mask.len(), self.move_count(), "a place for every move");
        match &self.state {
            State::Walk(walk) if walk.has_begun() => mask[4..].fill(0),
            State::Walk(_) | State::Join(_) => {}
        }
        let moves = match &self.state {
            State::Walk(walk) if walk.has_begun() => 4,
            State::Walk(_) | State::Join(_) => mask.len(),
        };
        let mut any = false;
        for (number, place) in mask[..moves].iter_mut().enumerate() {
            let legal = self.is_legal(number);
            *place = i8::from(legal);
            any |= legal;
        }
        any
    }

    /// Makes a move; an illegal one changes nothing and returns `false`.
    pub fn play(&mut self, number: usize) -> bool {
        self.touched.clear();
        if !self.is_legal(number) {
            return false;
        }
        match &mut self.state {
            State::Walk(walk) => walk.play(&self.rules, number, &mut self.touched),
            State::Join(join) => join.play(&self.rules, number, &mut self.touched),
        }
        true
    }

    /// Whether everything is filled and joined as the level requires, in any number of pieces.
    pub fn is_won(&self) -> bool {
        match &self.state {
            State::Walk(walk) => walk.is_won(&self.rules),
            State::Join(join) => join.is_won(&self.rules),
        }
    }

    /// How much is done, and out of how much: cells beyond those where paths begin and, for
    /// Connect, joined colours.
    pub fn progress(&self) -> (usize, usize) {
        match &self.state {
            State::Walk(walk) => walk.progress(&self.rules),
            State::Join(join) => join.progress(&self.rules),
        }
    }

    /// The moves so far, as the checker and hints read them; empty before the first.
    pub fn answer(&self) -> String {
        match &self.state {
            State::Walk(walk) => walk.answer(&self.rules),
            State::Join(join) => join.answer(&self.rules),
        }
    }

    /// Writes all planes, each row by row.
    ///
    /// # Panics
    /// If `planes` is not as long as [`PLANES`] boards.
    pub fn observe(&self, planes: &mut [i16]) {
        for cell in 0..self.rules.tiles.len() {
            self.write(cell, planes);
        }
    }

    /// Writes what the last move changed.
    ///
    /// # Panics
    /// If `planes` is not as long as [`PLANES`] boards.
    pub fn observe_change(&self, planes: &mut [i16]) {
        for &cell in &self.touched {
            self.write(cell, planes);
        }
    }

    fn write(&self, cell: usize, planes: &mut [i16]) {
        let cells = self.rules.tiles.len();
        assert_eq!(planes.len(), PLANES * cells, "a place for every cell");
        let (path, head) = match &self.state {
            State::Walk(walk) => walk.shown(cell),
            State::Join(join) => join.shown(&self.rules, cell),
        };
        planes[cell] = i16::from(self.rules.tiles[cell]);
        planes[cells + cell] = path;
        planes[2 * cells + cell] = head;
        planes[3 * cells + cell] = self.rules.marks[cell];
        planes[4 * cells + cell] = i16::from(self.rules.walls[cell]);
    }
}
