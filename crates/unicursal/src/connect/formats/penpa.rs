//! Addresses of Penpa: a board that was drawn in the puzzle editor, as base64 of deflated text.
//!
//! After `#` or `?` the parameter `m` is `edit` or `solve`, and `p` is the text: a line with the
//! kind of grid and its sides, a line with how many rows and columns at each side are not part of
//! the board, one about modes, and then, as JSON, everything that the author drew, what a solver
//! drew, and the cells that exist. Frequent words are written as `z` and a letter. Among what is
//! drawn are the numbers, by the index of their cell in a grid with two cells more on every side.
//! Our boards are square grids with all their cells and only numbers or single letters in them.

use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde_json::{Map, Value};

use super::{Draft, Label, Usual, numbers, plain};
use crate::connect::Board;
use crate::format::{flaw, side, utf8};
use crate::{Error, Place};

/// The most bytes of an unpacked text: more than the largest board needs.
const MOST_BYTES: usize = 32 << 20;

/// Deflate's own middle between speed and size.
const LEVEL: u8 = 6;

/// Cells on every side of Penpa's grid that are never part of the board.
const MARGIN: usize = 2;

/// Words and what Penpa writes for them, in the order in which it does so: the first escapes the
/// letter with which all abbreviations begin.
const WORDS: [(&str, &str); 31] = [
    ("z", "zZ"),
    ("\"qa\"", "z9"),
    ("\"pu_q\"", "zQ"),
    ("\"pu_a\"", "zA"),
    ("\"grid\"", "zG"),
    ("\"edit_mode\"", "zM"),
    ("\"surface\"", "zS"),
    ("\"line\"", "zL"),
    ("\"lineE\"", "zE"),
    ("\"wall\"", "zW"),
    ("\"cage\"", "zC"),
    ("\"number\"", "zN"),
    ("\"symbol\"", "zY"),
    ("\"special\"", "zP"),
    ("\"board\"", "zB"),
    ("\"command_redo\"", "zR"),
    ("\"command_undo\"", "zU"),
    ("\"command_replay\"", "z8"),
    ("\"numberS\"", "z1"),
    ("\"freeline\"", "zF"),
    ("\"freelineE\"", "z2"),
    ("\"thermo\"", "zT"),
    ("\"arrows\"", "z3"),
    ("\"direction\"", "zD"),
    ("\"squareframe\"", "z0"),
    ("\"polygon\"", "z5"),
    ("\"deletelineE\"", "z4"),
    ("\"killercages\"", "z6"),
    ("\"nobulbthermo\"", "z7"),
    ("\"__a\"", "z_"),
    ("null", "zO"),
];

/// What an author can draw besides numbers; all of it must be empty.
const NOTHING: [&str; 4] = ["number", "command_redo", "command_undo", "command_replay"];

/// The parameters of an address, after `#` or else `?`; without the site, all of it.
fn parameters(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let after = text.split_once('#').or_else(|| text.split_once('?'));
    let parameters = after.map_or(text, |(_, parameters)| parameters);
    parameters
        .split('&')
        .filter_map(|part| part.split_once('='))
}

pub(super) fn is_address(text: &[u8]) -> bool {
    let beginnings = ["http://", "https://", "#m=", "?m=", "m="];
    let begins = |beginning: &&str| text.starts_with(beginning.as_bytes());
    let begins = beginnings.iter().any(begins);
    let Some(text) = begins.then(|| std::str::from_utf8(text).ok()).flatten() else {
        return false;
    };
    let (mut mode, mut data) = (false, false);
    for (name, value) in parameters(text) {
        mode |= name == "m" && ["edit", "solve"].contains(&value);
        data |= name == "p";
    }
    mode && data
}

pub(super) fn read_address(text: &[u8]) -> Result<Board, Error> {
    let text = utf8(text)?.trim_end();
    let data = parameters(text)
        .find(|(name, _)| *name == "p")
        .map(|(_, data)| data)
        .ok_or_else(|| flaw(Place::line(1), "the address has no parameter 'p'"))?;
    let column = data.as_ptr() as usize - text.as_ptr() as usize;
    let place = Place::column(1, text[..column].chars().count() + 1);
    let broken = || flaw(place, "the board of this address is damaged");
    let packed = unbase64(data).ok_or_else(broken)?;
    let unpacked = decompress_to_vec_with_limit(&packed, MOST_BYTES).map_err(|_| broken())?;
    let unpacked = std::str::from_utf8(&unpacked).map_err(|_| broken())?;
    let unpacked = expand(unpacked).ok_or_else(broken)?;
    let lines: Vec<&str> = unpacked.split('\n').collect();
    let line = |index: usize| lines.get(index).copied().ok_or_else(broken);
    let json = |index: usize| -> Result<Value, Error> {
        serde_json::from_str(line(index)?).map_err(|_| broken())
    };
    let (grid, spaces) = (Grid::read(place, line(0)?)?, json(1)?);
    let sheet = grid.sheet(&spaces).ok_or_else(broken)?;
    let mut draft = Draft::new(place, sheet.width, sheet.height)?;
    if !sheet.has_all_cells(&json(5)?) {
        return Err(flaw(
            place,
            "cells are missing in this grid, which cannot be said here",
        ));
    }
    let drawn = json(3)?;
    let drawn = drawn.as_object().ok_or_else(broken)?;
    if let Some((what, _)) = drawn
        .iter()
        .find(|(what, value)| !NOTHING.contains(&what.as_str()) && !is_empty(value))
    {
        let what: String = what.chars().take(24).collect();
        let what = what.escape_debug();
        return Err(flaw(
            place,
            format!("something is drawn as '{what}', which cannot be said here"),
        ));
    }
    let none = Map::new();
    let found = drawn
        .get("number")
        .and_then(Value::as_object)
        .unwrap_or(&none);
    // By cell, so that colours are in the order of reading.
    let mut found: Vec<(usize, &Value)> = found
        .iter()
        .map(|(cell, number)| Some((cell.parse().ok()?, number)))
        .collect::<Option<_>>()
        .ok_or_else(broken)?;
    found.sort_unstable_by_key(|(cell, _)| *cell);
    for (cell, number) in found {
        let Some((x, y)) = sheet.position(cell) else {
            return Err(flaw(place, "a number stands outside the grid"));
        };
        let number = number.get(0).ok_or_else(broken)?;
        let label = label(number).ok_or_else(|| {
            let (row, column) = (y + 1, x + 1);
            flaw(
                place,
                format!("row {row}, column {column} has neither a number nor a letter"),
            )
        })?;
        draft.put(place, (x, y), label)?;
    }
    draft.finish(Usual::Blanks)
}

/// Replaces abbreviations by their words, unless that makes the text too long.
fn expand(text: &str) -> Option<String> {
    let mut parts = text.split('z');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let letter = part.chars().next()?;
        let (word, _) = WORDS.iter().find(|(_, short)| short.ends_with(letter))?;
        whole.push_str(word);
        whole.push_str(&part[letter.len_utf8()..]);
        if whole.len() > MOST_BYTES {
            return None;
        }
    }
    Some(whole)
}

/// A number, or a letter, as it stands in a cell.
fn label(value: &Value) -> Option<Label> {
    if let Some(number) = value.as_u64() {
        return Some(Label::Number(usize::try_from(number).ok()?));
    }
    let word = value.as_str()?.trim();
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_alphabetic() => Some(Label::Letter(letter)),
        _ if word.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(Label::Number(word.parse().ok()?))
        }
        _ => None,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(values) => values.is_empty(),
        _ => false,
    }
}

/// The sides of Penpa's grid, without its margin.
struct Grid {
    columns: usize,
    rows: usize,
}

/// The part of a grid that is the board.
struct Sheet {
    /// Cells in a row of Penpa's numbering.
    stride: usize,
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Grid {
    fn read(place: Place, line: &str) -> Result<Self, Error> {
        let mut words = line.split(',');
        let kind = words.next().unwrap_or_default();
        if kind != "square" {
            let kind: String = kind.chars().take(24).collect();
            let kind = kind.escape_debug();
            return Err(flaw(place, format!("the grid is '{kind}', not 'square'")));
        }
        let mut next = |name| {
            side(
                place,
                name,
                words.next().unwrap_or_default(),
                Board::MAX_SIDE,
            )
        };
        Ok(Self {
            columns: next("the number of columns")?,
            rows: next("the number of rows")?,
        })
    }

    /// What is left of the grid when rows above and below, and columns left and right, are taken
    /// away.
    fn sheet(&self, spaces: &Value) -> Option<Sheet> {
        let space = |index| usize::try_from(spaces.get(index)?.as_u64()?).ok();
        let (top, bottom, left, right) = (space(0)?, space(1)?, space(2)?, space(3)?);
        Some(Sheet {
            stride: self.columns + 2 * MARGIN,
            left: MARGIN + left,
            top: MARGIN + top,
            width: self.columns.checked_sub(left.checked_add(right)?)?,
            height: self.rows.checked_sub(top.checked_add(bottom)?)?,
        })
    }
}

impl Sheet {
    /// The number of a cell.
    fn cell(&self, (x, y): (usize, usize)) -> usize {
        (self.top + y) * self.stride + self.left + x
    }

    /// The place of a cell with this number, if it is on the board.
    fn position(&self, cell: usize) -> Option<(usize, usize)> {
        let x = (cell % self.stride).checked_sub(self.left)?;
        let y = (cell / self.stride).checked_sub(self.top)?;
        (x < self.width && y < self.height).then_some((x, y))
    }

    /// Whether a list of cells, each counted from the one before, has all of the board, in order.
    fn has_all_cells(&self, steps: &Value) -> bool {
        let Some(steps) = steps.as_array() else {
            return false;
        };
        let mut cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let mut last = 0;
        steps.len() == self.width * self.height
            && steps.iter().all(|step| {
                last += step.as_i64().unwrap_or(-1);
                let wanted = cells.next().map(|place| self.cell(place));
                wanted.is_some() && usize::try_from(last).ok() == wanted
            })
    }
}

/// What an address is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Solve,
    Edit,
}

pub(super) fn write_address(board: &Board) -> Result<Vec<u8>, Error> {
    write(board, "penpa", Mode::Solve)
}

pub(super) fn write_edit(board: &Board) -> Result<Vec<u8>, Error> {
    write(board, "penpa-edit", Mode::Edit)
}

fn write(board: &Board, form: &str, mode: Mode) -> Result<Vec<u8>, Error> {
    let cells = plain(board, form, Usual::Blanks)?;
    let numbers = numbers(board);
    let (width, height) = (board.width(), board.height());
    let grid = Grid {
        columns: width,
        rows: height,
    };
    let Some(sheet) = grid.sheet(&Value::from([0, 0, 0, 0].to_vec())) else {
        unreachable!("nothing is taken away from the grid");
    };
    let places = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let given: Vec<String> = places()
        .zip(&cells)
        .filter_map(|(place, colour)| {
            let number = numbers[(*colour)?];
            Some(format!("\"{}\":[{number},1,\"1\"]", sheet.cell(place)))
        })
        .collect();
    let mut last = 0;
    let steps: Vec<String> = places()
        .map(|place| {
            let cell = sheet.cell(place);
            (cell - std::mem::replace(&mut last, cell)).to_string()
        })
        .collect();
    let text = TEMPLATE
        .replace("WIDTH", &width.to_string())
        .replace("HEIGHT", &height.to_string())
        .replace("ACROSS", &((width + 1) * PIXELS).to_string())
        .replace("DOWN", &((height + 1) * PIXELS).to_string())
        .replace("CENTRE", &centre(width, height).to_string())
        .replace("NUMBERS", &given.join(","))
        .replace("CELLS", &steps.join(","));
    let mut lines: Vec<&str> = text.trim_end().split('\n').collect();
    if mode == Mode::Edit {
        // For an editor, modes, two kinds of solvers' drawings and an empty message follow.
        lines[2] = lines[11];
        (lines[4], lines[15]) = (lines[14], lines[14]);
        lines[18] = "";
    }
    let mut text = lines.join("\n");
    for (word, short) in WORDS {
        text = text.replace(word, short);
    }
    let data = BASE64_STANDARD.encode(compress_to_vec(text.as_bytes(), LEVEL));
    let mode = match mode {
        Mode::Solve => "solve",
        Mode::Edit => "edit",
    };
    Ok(format!("https://swaroopg92.github.io/penpa-edit/#m={mode}&p={data}\n").into_bytes())
}

/// Pixels of a cell on Penpa's canvas.
const PIXELS: usize = 38;

/// The number of the point in the middle of a grid. Penpa numbers cells first, then their corners
/// at the bottom right, then the middles of their lower sides, then those of their right sides.
fn centre(width: usize, height: usize) -> usize {
    let (columns, rows) = (width + 2 * MARGIN, height + 2 * MARGIN);
    let kind = match (columns % 2, rows % 2) {
        (1, 1) => 0,
        (0, 0) => 1,
        (1, _) => 2,
        _ => 3,
    };
    kind * columns * rows + (rows - 1) / 2 * columns + (columns - 1) / 2
}

/// The text of an address under which a Numberlink is solved, a line for each part of it, as Penpa
/// 3.2 writes it when nothing is set that an author may set.
const TEMPLATE: &str = include_str!("penpa.txt");

/// Reads base64, with or without its padding, and with characters that browsers escape in an
/// address.
fn unbase64(text: &str) -> Option<Vec<u8>> {
    let text = text
        .replace("%2B", "+")
        .replace("%2F", "/")
        .replace("%3D", "=");
    let text = text.trim_end_matches('=');
    BASE64_STANDARD_NO_PAD.decode(text).ok()
}
