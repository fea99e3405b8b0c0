//! Simple loops: a line that visits all cells that are not black and comes back to where it began.
//!
//! [How](crate::trail::closed) it is a board of Trail does not depend on the form.
//!
//! Addresses and files of [pzpr](crate::pzpr) call these boards `simpleloop`. In an address five
//! cells are a digit to the base 32, the first cell its highest bit, and a black cell is 1; where
//! no cell is black there may be no digits. A file has `*` for black cells and `.` for others.
//! [Puzzlekit](crate::puzzlekit) has `x` and `-`, or 1 and 0.

use crate::format::{cannot_say, flaw};
use crate::puzzlekit;
use crate::pzpr::{Address, File, is_address_of, is_file_of, no_lines};
use crate::trail::Board;
use crate::trail::board::Parts;
use crate::trail::closed::{FEWEST, can_be_loop, ends};
use crate::{Error, Grid, Place};

const KINDS: [&str; 1] = ["simpleloop"];

/// Cells of a digit in an address.
const BITS: usize = 5;

/// The board of which the paths are the loops through all these cells.
fn board(place: Place, (width, height): (usize, usize), free: &[bool]) -> Result<Board, Error> {
    if !Grid::is_size(width, height) {
        let what = format!("a board of {width}x{height} is not supported");
        return Err(flaw(place, what));
    }
    if free.iter().filter(|&&free| free).count() < FEWEST {
        let what = format!("a loop has {FEWEST} cells at least that are not black");
        return Err(flaw(place, what));
    }
    let grid = Grid::from_fn(width, height, |x, y| free[y * width + x]);
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let is_black = |&(x, y): &(usize, usize)| !free[y * width + x];
    let board = Board::new(&Parts {
        width,
        height,
        numbers: ends(&grid).map(|cell| grid.position(cell)).to_vec(),
        blocked: cells.filter(is_black).collect(),
        walls: Vec::new(),
    });
    // It is made as one.
    board
        .as_loop()
        .ok_or_else(|| flaw(place, "this is no loop"))
}

/// The board's rows, with true for cells that are not black.
fn rows(board: &Board, form: &str) -> Result<Vec<Vec<bool>>, Error> {
    if let Some((x, y, _)) = board.walls().next() {
        return Err(cannot_say(form, (x, y), "a thin wall"));
    }
    if !can_be_loop(board) {
        let numbered = board.numbered();
        let last = numbered[numbered.len() - 1];
        let what = format!(
            "a path to the number {}: it knows loops, a path from the first cell to the one below it",
            numbered.len()
        );
        return Err(cannot_say(form, board.position(last), &what));
    }
    let is_free = |x, y| board.is_free(board.cell(x, y));
    let row = |y| (0..board.width()).map(|x| is_free(x, y)).collect();
    Ok((0..board.height()).map(row).collect())
}

/// The board's rows with a word for each cell.
fn words(board: &Board, form: &str, free: &str, black: &str) -> Result<String, Error> {
    let line = |row: Vec<bool>| {
        let words = row
            .into_iter()
            .map(|is_free| if is_free { free } else { black });
        words.collect::<Vec<_>>().join(" ") + "\n"
    };
    Ok(rows(board, form)?.into_iter().map(line).collect())
}

pub(super) fn is_address(text: &[u8]) -> bool {
    is_address_of(text, &KINDS)
}

pub(super) fn read_address(text: &[u8]) -> Result<Board, Error> {
    let address = Address::read(text, &KINDS, Grid::MAX_SIDE)?;
    let size = (address.columns, address.rows);
    let cells = size.0.saturating_mul(size.1);
    let mut free = Vec::new();
    for (byte, digit) in address.cells.char_indices() {
        let Some(bits) = digit.to_digit(1 << BITS) else {
            let place = address.place(&address.cells[byte..]);
            let what = format!("'{}' is no digit to the base 32", digit.escape_debug());
            return Err(flaw(place, what));
        };
        free.extend((0..BITS).rev().map(|bit| bits & 1 << bit == 0));
    }
    if free.is_empty() && Grid::is_size(size.0, size.1) {
        free.resize(cells, true);
    }
    let digits = cells.div_ceil(BITS);
    if free.len() != cells && free.len() != digits * BITS {
        let found = free.len() / BITS;
        let (width, height) = size;
        let what = format!("there are {found} digits, but {width}x{height} needs {digits}");
        return Err(flaw(address.place(address.cells), what));
    }
    free.truncate(cells);
    board(address.size_at, size, &free)
}

pub(super) fn write_address(board: &Board) -> Result<Vec<u8>, Error> {
    let (width, height) = (board.width(), board.height());
    let free = rows(board, "puzz.link")?.concat();
    let mut text = format!("https://puzz.link/p?{}/{width}/{height}/", KINDS[0]);
    if free.contains(&false) {
        text.extend(free.chunks(BITS).filter_map(|cells| {
            let bits = (0..BITS).rev().zip(cells);
            let digit = bits.fold(0, |digit, (bit, &free)| digit | u32::from(!free) << bit);
            char::from_digit(digit, 1 << BITS)
        }));
    }
    text.push('\n');
    Ok(text.into_bytes())
}

pub(super) fn is_file(text: &[u8]) -> bool {
    is_file_of(text, &KINDS)
}

pub(super) fn read_file(text: &[u8]) -> Result<Board, Error> {
    let mut file = File::read(text, &KINDS, Grid::MAX_SIDE)?;
    let mut free = Vec::new();
    for y in 0..file.rows {
        for (place, word) in file.row(y)? {
            free.push(is_free(place, word, &[".", "*"])?);
        }
    }
    board(file.size_at, (file.columns, file.rows), &free)
}

/// Whether a word is the first of these two, which says that a cell is free; an error if it is
/// neither.
fn is_free(place: Place, word: &str, [free, black]: &[&str; 2]) -> Result<bool, Error> {
    if word == *free || word == *black {
        return Ok(word == *free);
    }
    let word: String = word.chars().take(24).collect();
    let word = word.escape_debug();
    Err(flaw(
        place,
        format!("a cell is '{free}' or '{black}', not '{word}'"),
    ))
}

pub(super) fn write_file(board: &Board) -> Result<Vec<u8>, Error> {
    let (width, height) = (board.width(), board.height());
    let cells = words(board, "pzprv3", ".", "*")?;
    let lines = no_lines(width, height);
    Ok(format!("pzprv3\n{}\n{height}\n{width}\n{cells}{lines}", KINDS[0]).into_bytes())
}

/// The words of a file: for cells that are free, and black ones.
const WORDS: [[&str; 2]; 2] = [["-", "x"], ["0", "1"]];

pub(super) fn is_puzzlekit(text: &[u8]) -> bool {
    WORDS
        .iter()
        .any(|words| puzzlekit::is_file(text, |word| words.contains(&word)))
}

pub(super) fn read_puzzlekit(text: &[u8]) -> Result<Board, Error> {
    let cells = puzzlekit::read(text, Grid::MAX_SIDE)?;
    let first = cells.words.first().map_or("", |&(_, word)| word);
    let known = WORDS.iter().find(|words| words.contains(&first));
    let known = known.unwrap_or(&WORDS[0]);
    let free = cells.words.iter();
    let free = free.map(|&(place, word)| is_free(place, word, known));
    let free = free.collect::<Result<Vec<bool>, Error>>()?;
    board(Place::line(1), (cells.columns, cells.rows), &free)
}

pub(super) fn write_puzzlekit(board: &Board) -> Result<Vec<u8>, Error> {
    let cells = words(board, "puzzlekit", WORDS[0][0], WORDS[0][1])?;
    puzzlekit::write(board.width(), board.height(), &cells)
}
