//! A Connect the Colours board: tiles, colours and checkpoints.

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
/// Invariants, which parsing and generating establish: there are `width * height` tiles, at least one
/// of each side; every colour has two terminals; checkpoints stand on empty or directional tiles, one
/// at most on each. A *cell* is an index into the rows put one after the other.
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
    /// Whether it is in the form of the game, which limits the number of turns.
    pub(super) of_game: bool,
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

    /// The turn limit of the game that the board belongs to: 100 for the first part of the puzzle, 60
    /// for the second, which has no checkpoints and up to 20 rows and columns. Larger boards are not
    /// from the game and have no limit, nor have those in the forms of other programs.
    pub fn turn_limit(&self) -> Option<usize> {
        let longer = self.width.max(self.height);
        match self.counts_checkpoints {
            _ if !self.of_game => None,
            true if longer <= 15 => Some(100),
            false if longer <= 20 => Some(60),
            _ => None,
        }
    }
}
