//! A Connect the Colours board: tiles, colours and checkpoints.

use super::Rules;
use super::rule::{self, Change};
use crate::area::Area;

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Part of some path, in any way.
    Empty,
    /// Part of some path, crossed from left to right.
    Horizontal,
    /// Part of some path, crossed from top to bottom.
    Vertical,
    /// Part of no path.
    Blocker,
    /// The end of the path of the colour with this number.
    Terminal(usize),
}

/// A rectangle of tiles with two terminals for each colour.
///
/// Invariants, which parsing and generating establish: there are `width * height` tiles, at least
/// one of each side; every colour has two terminals; checkpoints stand on empty or directional
/// tiles, one at most on each. A *cell* is an index into the rows put one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) tiles: Vec<Tile>,
    pub(super) colours: Vec<Colour>,
    /// The colour that a checkpoint asks for.
    pub(super) checkpoints: Vec<(usize, usize)>,
    /// Whether the text had a line for the number of checkpoints.
    pub(super) counts_checkpoints: bool,
    /// By which rules it is to be solved.
    pub(super) rules: Rules,
    /// The most straight pieces that an answer may have.
    pub(super) turns: Option<usize>,
}

/// A colour: how texts call it and where it begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    /// The character in the rows of the board.
    pub name: char,
    /// Its two cells.
    pub terminals: [usize; 2],
}

impl Board {
    /// The most columns or rows a board may have.
    pub const MAX_SIDE: usize = 1000;

    /// The most cells a board may have.
    pub const MAX_CELLS: usize = 250_000;

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// How many cells there are.
    pub fn cell_count(&self) -> usize {
        self.tiles.len()
    }

    /// The cell at (x, y).
    pub fn cell(&self, x: usize, y: usize) -> usize {
        y * self.width + x
    }

    /// The (x, y) of a cell.
    pub fn position(&self, cell: usize) -> (usize, usize) {
        (cell % self.width, cell / self.width)
    }

    /// What stands on a cell.
    pub fn tile(&self, cell: usize) -> Tile {
        self.tiles[cell]
    }

    /// All colours; a colour's number is its place here.
    pub fn colours(&self) -> &[Colour] {
        &self.colours
    }

    /// Cells and the colours that must pass there.
    pub fn checkpoints(&self) -> &[(usize, usize)] {
        &self.checkpoints
    }

    /// Cells whose colours are known: terminals and checkpoints.
    pub fn fixed_colours(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let tiles = self.tiles.iter().enumerate();
        let ends = tiles.filter_map(|(cell, tile)| match *tile {
            Tile::Terminal(colour) => Some((cell, colour)),
            _ => None,
        });
        ends.chain(self.checkpoints.iter().copied())
    }

    /// How many edges the path has at a cell: none, one at an end, or two.
    pub fn degree(&self, cell: usize) -> usize {
        match self.tiles[cell] {
            Tile::Blocker => 0,
            Tile::Terminal(_) => 1,
            Tile::Empty | Tile::Horizontal | Tile::Vertical => 2,
        }
    }

    /// All of its cells.
    pub(super) fn area(&self) -> Area {
        Area::of_rows(self.width(), self.cell_count())
    }

    /// By which rules it is to be solved, beside the number of turns.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The most straight pieces that an answer may have: the limit of the game unless the board
    /// says otherwise; boards in the forms of other programs have none.
    pub fn turn_limit(&self) -> Option<usize> {
        self.turns
    }

    /// The rules in words.
    pub fn rule(&self) -> String {
        let rules = self.rules.describe();
        match self.turns {
            Some(turns) => format!("{rules}, at most {}", rule::pieces(turns)),
            None => rules.to_owned(),
        }
    }

    /// The game's turn limit for such a board: 100 for the first part of the puzzle, 60 for the
    /// second, which has no checkpoints and up to 20 rows and columns. Larger boards are not from
    /// the game and have no limit.
    pub(super) fn limit_of_game(&self) -> Option<usize> {
        let longer = self.width.max(self.height);
        match self.counts_checkpoints {
            true if longer <= 15 => Some(100),
            false if longer <= 20 => Some(60),
            _ => None,
        }
    }

    /// The same board by changed rules.
    pub(super) fn changed(mut self, change: Change) -> Self {
        self.rules = change.apply(self.rules);
        self.turns = change.turns.unwrap_or(self.turns);
        self
    }
}
