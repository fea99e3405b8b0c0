//! Boards in the forms of Numberlink, Arukone and Flow Free programs.
//!
//! They have empty cells and pairs of equal numbers or letters, nothing else: a board with
//! directional tiles, blockers or checkpoints cannot be expressed in them. The sites that run pzpr
//! have a kind of puzzle for each rule; every other form has the rule of its program or page. Flow
//! Free and its solvers fill the board. Numberlink as its inventors publish it does not require
//! that, nor do Arukone of janko.at and the design contest: there cells may stay empty.
//!
//! A board that was read in one of these forms does not come from the game and has no turn limit. A
//! colour keeps its letter, or its number up to 9, as its name where it can; the names `V`, `H` and
//! `X` are taken.

mod grids;
mod janko;
mod pairs;
mod penpa;
mod puzz_link;

use std::collections::HashMap;

use super::generate::{colour_name, colour_named};
use super::{Board, Colour, Rules, Tile, text};
use crate::format::{cannot_say, flaw};
use crate::{Error, Format, Place};

/// Every foreign form, in the order in which they are tried.
pub(super) const FORMATS: &[Format<Board>] = &[
    Format {
        name: "penpa",
        help: "an address of Penpa that holds a square grid of numbers: ...#m=solve&p=...",
        recognises: penpa::is_address,
        read: Some(penpa::read_address),
        write: Some(penpa::write_address),
    },
    Format {
        name: "penpa-edit",
        help: "the same for its editor, and for programs that continue a board: ...#m=edit&p=...",
        recognises: |_| false,
        read: Some(penpa::read_address),
        write: Some(penpa::write_edit),
    },
    Format {
        name: "puzz.link",
        help: "an address of puzz.link or pzv.jp: numlin, whose cells may stay empty, or arukone",
        recognises: puzz_link::is_address,
        read: Some(puzz_link::read_address),
        write: Some(puzz_link::write_address),
    },
    Format {
        name: "pzprv3",
        help: "a file of puzz.link: numlin, whose cells may stay empty, or arukone",
        recognises: puzz_link::is_file,
        read: Some(puzz_link::read_file),
        write: Some(puzz_link::write_file),
    },
    Format {
        name: "puzzlekit",
        help: "puzzlekit's NumberLink: rows and columns, then rows of numbers and '-'",
        recognises: janko::is_puzzlekit,
        read: Some(janko::read_puzzlekit),
        write: Some(janko::write_puzzlekit),
    },
    Format {
        name: "numberlink",
        help: "thomasahle/numberlink: width and height, then rows of letters",
        recognises: grids::is_numberlink,
        read: Some(grids::read_numberlink),
        write: Some(grids::write_numberlink),
    },
    Format {
        name: "flow-solver",
        help: "mzucker/flow_solver: a square of letters for up to 16 colours",
        recognises: grids::is_flow_solver,
        read: Some(grids::read_flow_solver),
        write: Some(grids::write_flow_solver),
    },
    Format {
        name: "flowfree",
        help: "HoustonWeHaveABug/FlowFree: colours, columns, rows, then pairs of coordinates",
        recognises: pairs::is_flowfree,
        read: Some(pairs::read_flowfree),
        write: Some(pairs::write_flowfree),
    },
    Format {
        name: "adc",
        help: "the DA Symposium's contest: SIZE, LINE_NUM, then LINE#1 (0,0)-(3,4)",
        recognises: pairs::is_adc,
        read: Some(pairs::read_adc),
        write: Some(pairs::write_adc),
    },
    Format {
        name: "janko",
        help: "the data of an Arukone page of janko.at: begin, puzzle arukone, size, problem, end",
        recognises: janko::is_janko,
        read: Some(janko::read_janko),
        write: Some(janko::write_janko),
    },
    Format {
        name: "copris",
        help: "Copris: rows, columns, then rows of numbers and '-'",
        recognises: janko::is_copris,
        read: Some(janko::read_copris),
        write: Some(janko::write_copris),
    },
];

/// The largest number that can stand for a colour.
const MOST: usize = 30_000;

/// What a foreign form calls a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Label {
    Number(usize),
    Letter(char),
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Letter(letter) => write!(f, "{}", letter.escape_debug()),
        }
    }
}

/// The rule of boards in a form whose text does not name one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Usual {
    /// Paths use all cells.
    Fill,
    /// Cells may stay empty.
    Blanks,
}

/// A board while it is read: its size, and the ends found so far.
struct Draft {
    width: usize,
    height: usize,
    ends: Vec<Option<Label>>,
    numbers: HashMap<Label, usize>,
    /// Label, first place and cells of each colour, in the order of appearance.
    colours: Vec<(Label, Place, Vec<usize>)>,
}

impl Draft {
    fn new(place: Place, width: usize, height: usize) -> Result<Self, Error> {
        let cells = width.saturating_mul(height);
        if width.max(height) > Board::MAX_SIDE || cells == 0 || cells > Board::MAX_CELLS {
            let (side, most) = (Board::MAX_SIDE, Board::MAX_CELLS);
            return Err(flaw(
                place,
                format!(
                    "a board of {width}x{height} is not supported: sides are 1 to {side}, \
                     cells at most {most}"
                ),
            ));
        }
        Ok(Self {
            width,
            height,
            ends: vec![None; cells],
            numbers: HashMap::new(),
            colours: Vec::new(),
        })
    }

    /// Puts the end of a colour on a cell.
    fn put(&mut self, place: Place, (x, y): (usize, usize), label: Label) -> Result<(), Error> {
        let (width, height) = (self.width, self.height);
        if x >= width || y >= height {
            let what =
                format!("({x}, {y}) is outside the board of {width} columns and {height} rows");
            return Err(flaw(place, what));
        }
        if matches!(label, Label::Number(number) if number > MOST) {
            return Err(flaw(place, format!("the number {label} is above {MOST}")));
        }
        let cell = y * width + x;
        if let Some(other) = self.ends[cell].replace(label) {
            return Err(flaw(
                place,
                format!("'{other}' stands at ({x}, {y}) already"),
            ));
        }
        let next = self.colours.len();
        let colour = *self.numbers.entry(label).or_insert(next);
        match self.colours.get_mut(colour) {
            None => self.colours.push((label, place, vec![cell])),
            Some((_, _, cells)) if cells.len() == 1 => cells.push(cell),
            Some(_) => {
                return Err(flaw(
                    place,
                    format!("'{label}' stands here for the third time"),
                ));
            }
        }
        Ok(())
    }

    /// The board, if every colour has two ends.
    fn finish(self, usual: Usual) -> Result<Board, Error> {
        let usable =
            |name: char| !".VHX".contains(name) && !name.is_whitespace() && !name.is_control();
        let taken: Vec<char> = self
            .numbers
            .keys()
            .filter_map(|label| match label {
                Label::Letter(letter) => Some(*letter),
                Label::Number(_) => None,
            })
            .collect();
        let mut free = (0..).map(colour_name).filter(|name| !taken.contains(name));
        let mut tiles = vec![Tile::Empty; self.ends.len()];
        let mut colours = Vec::with_capacity(self.colours.len());
        for (label, place, cells) in self.colours {
            let Ok(terminals) = <[usize; 2]>::try_from(cells) else {
                return Err(flaw(
                    place,
                    format!("'{label}' stands only here; a colour has two ends"),
                ));
            };
            let name = match label {
                Label::Number(number) => colour_name(number),
                Label::Letter(letter) if usable(letter) => letter,
                Label::Letter(_) => free.next().unwrap_or('?'),
            };
            for cell in terminals {
                tiles[cell] = Tile::Terminal(colours.len());
            }
            colours.push(Colour { name, terminals });
        }
        Ok(Board {
            width: self.width,
            height: self.height,
            tiles,
            colours,
            checkpoints: Vec::new(),
            counts_checkpoints: false,
            rules: Rules {
                blanks: usual == Usual::Blanks,
                no_touch: false,
            },
            turns: None,
        })
    }
}

/// The colour on each cell of a board that has only empty cells and terminals. A form in which
/// paths use all cells cannot express that they need not; the opposite is possible.
fn plain(board: &Board, form: &str, usual: Usual) -> Result<Vec<Option<usize>>, Error> {
    if board.rules.blanks && usual == Usual::Fill {
        return Err(Error::bad_request(format!(
            "the form '{form}' cannot express that tiles may stay empty"
        )));
    }
    let tile = |cell| match board.tile(cell) {
        Tile::Empty => Ok(None),
        Tile::Terminal(colour) => Ok(Some(colour)),
        tile => {
            let what = format!("the tile '{}'", text::symbol(board, tile));
            Err(cannot_say(form, board.position(cell), &what))
        }
    };
    let tiles = (0..board.cell_count())
        .map(tile)
        .collect::<Result<_, _>>()?;
    match board.checkpoints().first() {
        None => Ok(tiles),
        Some(&(cell, colour)) => {
            let what = format!("the checkpoint of '{}'", board.colours()[colour].name);
            Err(cannot_say(form, board.position(cell), &what))
        }
    }
}

/// A number from 1 for each colour: the one that its name stands for, where all names do.
fn numbers(board: &Board) -> Vec<usize> {
    let number = |name| colour_named(name).filter(|&number| number > 0);
    let named = board.colours().iter().map(|colour| number(colour.name));
    let named: Option<Vec<usize>> = named.collect();
    named.unwrap_or_else(|| (1..=board.colours().len()).collect())
}

/// A letter for each colour: its name where that is one of `letters`, else one that is left; `None`
/// when there are too few.
fn letters(board: &Board, letters: &str) -> Option<Vec<char>> {
    let is_kept = |name: char| letters.contains(name);
    let taken: Vec<char> = board.colours().iter().map(|colour| colour.name).collect();
    let mut free = letters.chars().filter(|letter| !taken.contains(letter));
    taken
        .iter()
        .map(|&name| {
            if is_kept(name) {
                Some(name)
            } else {
                free.next()
            }
        })
        .collect()
}

/// The rows of a board: the `symbol` of each cell, with `between` between them.
fn rows(
    board: &Board,
    cells: &[Option<usize>],
    between: &str,
    symbol: impl Fn(Option<usize>) -> String,
) -> String {
    let row = |row: &[Option<usize>]| {
        let cells: Vec<String> = row.iter().map(|&cell| symbol(cell)).collect();
        cells.join(between) + "\n"
    };
    cells.chunks(board.width()).map(row).collect()
}
