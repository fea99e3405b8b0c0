//! What a board looks like cell by cell, so that a front end can draw, describe and edit a level of
//! any puzzle without knowing its text forms.

use serde::{Deserialize, Serialize};

/// How a puzzle is played by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Moves {
    /// Choose a start, then slide until blocked.
    Slide,
    /// Step from the start to a neighbour, each cell once.
    Step,
    /// Step from the start from neighbour to neighbour, visiting cells as often as needed, until
    /// the end is reached.
    Walk,
    /// Draw a path for each colour, from one of its ends to the other.
    Join,
    /// It cannot be played by hand.
    None,
}

/// What a cell can contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TileSpec {
    /// How it is written in texts.
    pub symbol: char,
    /// What it is called.
    pub name: &'static str,
    /// How the cell is filled: `open`, `wall`, or a colour such as `#d6e2f2`.
    pub fill: &'static str,
    /// The colour of the symbol that is drawn on it; `None` if nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
    /// Whether a board has exactly one, like a start.
    pub single: bool,
}

impl TileSpec {
    /// A cell that a path can visit.
    pub const fn open(symbol: char, name: &'static str) -> Self {
        Self {
            symbol,
            name,
            fill: "open",
            mark: None,
            single: false,
        }
    }

    /// A cell that a path cannot visit.
    pub const fn wall(symbol: char, name: &'static str) -> Self {
        Self {
            fill: "wall",
            ..Self::open(symbol, name)
        }
    }

    /// A cell with its own colour, on which the symbol is shown.
    pub const fn tinted(
        symbol: char,
        name: &'static str,
        fill: &'static str,
        mark: &'static str,
    ) -> Self {
        Self {
            fill,
            mark: Some(mark),
            ..Self::open(symbol, name)
        }
    }

    /// An open cell that a board has exactly once, marked in this colour.
    pub const fn single(symbol: char, name: &'static str, mark: &'static str) -> Self {
        Self {
            mark: Some(mark),
            single: true,
            ..Self::open(symbol, name)
        }
    }
}

/// A level cell by cell. It need not be a valid level: its author may still be drawing it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The symbols of all cells, row by row. Where the puzzle has colours, a symbol that is not a
    /// tile stands for the end of a colour.
    pub cells: String,
    /// Cells that must be visited by the path of a given colour.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checkpoints: Vec<Checkpoint>,
    /// Whether the text ends after the rows, without saying that there are no checkpoints: in
    /// Connect the Colours that is another part of the game, with a different turn limit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rows_only: bool,
    /// How its text names a rule other than the usual one, such as `blanks, no-touch` in Connect
    /// the Colours.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
    /// Numbers on cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<Numbered>,
    /// Thin walls between two cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<ThinWall>,
}

/// A number on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbered {
    /// Column, from 0.
    pub x: usize,
    /// Row, from 0.
    pub y: usize,
    /// The number.
    pub number: usize,
}

/// A thin wall between a cell and its neighbour to the right or below.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThinWall {
    /// Column of the cell left of it or above it, from 0.
    pub x: usize,
    /// Row of that cell, from 0.
    pub y: usize,
    /// Whether the other cell lies below; if not, it lies to the right.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub below: bool,
}

/// A cell that must be visited by the path of a colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Column, from 0.
    pub x: usize,
    /// Row, from 0.
    pub y: usize,
    /// The symbol of the colour.
    pub colour: char,
}

impl Sheet {
    /// A level whose cell (x, y) has the symbol `symbol(x, y)`.
    pub fn from_fn(width: usize, height: usize, symbol: impl Fn(usize, usize) -> char) -> Self {
        let symbol = &symbol;
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| symbol(x, y)));
        Self {
            width,
            height,
            cells: cells.collect(),
            checkpoints: Vec::new(),
            rows_only: false,
            rule: String::new(),
            numbers: Vec::new(),
            walls: Vec::new(),
        }
    }

    /// The rows as text, one line for each.
    pub fn lines(&self) -> String {
        let mut text = String::with_capacity(self.cells.len() + self.height);
        for (index, symbol) in self.cells.chars().enumerate() {
            text.push(symbol);
            if (index + 1) % self.width.max(1) == 0 {
                text.push('\n');
            }
        }
        text
    }
}
