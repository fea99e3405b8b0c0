//! Addresses and files of puzz.link and the other sites that run pzpr.
//!
//! The [cells](crate::pzpr) of an address come row by row: a number is a hexadecimal digit, or `-`
//! and two digits, or `+` and three, and further prefixes beyond; a letter from `g` to `z` stands
//! for 1 to 20 empty cells. A file has the cells of each row, and after them the lines that were
//! drawn, which are not part of the board. In `numlin` lines need not use all cells. In `arukone`
//! they do, unless the board says that they need not: it has letters from A to Z and a to z for the
//! numbers from 1 to 52.

use std::fmt::Write;

use super::{Draft, Label, Usual, numbers, plain, rows};
use crate::Error;
use crate::connect::Board;
use crate::format::flaw;
use crate::pzpr::{Address, File, is_address_of, no_lines};

/// The kinds that are boards of ours.
const KINDS: [&str; 2] = ["numlin", "arukone"];

/// The prefixes of numbers of several digits: how many, and what is added.
const PREFIXES: [(char, usize, usize); 7] = [
    ('-', 2, 0),
    ('+', 3, 0),
    ('=', 3, 4096),
    ('%', 3, 8192),
    ('@', 3, 8192),
    ('*', 4, 12240),
    ('$', 5, 77776),
];

pub(super) fn is_address(text: &[u8]) -> bool {
    let begins = |prefix: &str| text.starts_with(prefix.as_bytes());
    begins("http://") || begins("https://") || is_address_of(text, &KINDS)
}

pub(super) fn is_file(text: &[u8]) -> bool {
    text.starts_with(b"pzprv3")
}

/// The letter of a number in `arukone`, where it has one.
fn letter(number: usize) -> Option<char> {
    ('A'..='Z').chain('a'..='z').nth(number.checked_sub(1)?)
}

/// The number of a letter in `arukone`.
fn of_letter(letter: char) -> Option<usize> {
    let at = ('A'..='Z')
        .chain('a'..='z')
        .position(|other| other == letter);
    at.map(|at| at + 1)
}

/// The kind of puzzle that says by which rule a board is solved. `arukone` has no more than 52
/// colours.
fn kind(board: &Board, numbers: &[usize]) -> &'static str {
    let has_letters = numbers.iter().all(|&number| letter(number).is_some());
    if board.rules().blanks || !has_letters {
        KINDS[0]
    } else {
        KINDS[1]
    }
}

pub(super) fn read_address(text: &[u8]) -> Result<Board, Error> {
    let address = Address::read(text, &KINDS, Board::MAX_SIDE)?;
    let (columns, rows, cells) = (address.columns, address.rows, address.cells);
    let at = |part: &str| address.place(part);
    let usual = if address.kind == "arukone" && !address.options.contains('e') {
        Usual::Fill
    } else {
        Usual::Blanks
    };
    let mut draft = Draft::new(address.size_at, columns, rows)?;
    let mut cell = 0;
    let mut rest = cells;
    while let Some(first) = rest.chars().next() {
        let (place, after) = (at(rest), &rest[first.len_utf8()..]);
        let (number, after) = match first {
            'g'..='z' => {
                cell += first as usize - 'g' as usize + 1;
                rest = after;
                continue;
            }
            '0'..='9' | 'a'..='f' => (first.to_digit(16).unwrap_or(0) as usize, after),
            '.' => {
                return Err(flaw(
                    place,
                    "a number that is not given cannot be said here",
                ));
            }
            _ => prefixed(first, after).ok_or_else(|| {
                flaw(
                    place,
                    format!("'{}' begins no number", first.escape_debug()),
                )
            })?,
        };
        if cell < columns * rows {
            draft.put(
                place,
                (cell % columns, cell / columns),
                Label::Number(number),
            )?;
        }
        cell += 1;
        rest = after;
    }
    if cell != columns * rows {
        let what = format!(
            "there are {cell} cells, but {columns}x{rows} needs {}",
            columns * rows
        );
        return Err(flaw(at(cells), what));
    }
    draft.finish(usual)
}

/// A number of several digits after its prefix, and what follows.
fn prefixed(prefix: char, rest: &str) -> Option<(usize, &str)> {
    let (_, digits, added) = PREFIXES.into_iter().find(|(sign, ..)| *sign == prefix)?;
    let (word, rest) = rest.split_at_checked(digits)?;
    if !word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    Some((usize::from_str_radix(word, 16).ok()? + added, rest))
}

pub(super) fn write_address(board: &Board) -> Result<Vec<u8>, Error> {
    let cells = plain(board, "puzz.link", Usual::Blanks)?;
    let numbers = numbers(board);
    let mut text = format!(
        "https://puzz.link/p?{}/{}/{}/",
        kind(board, &numbers),
        board.width(),
        board.height()
    );
    let mut gap = 0;
    // A gap is at most 20 cells long.
    let flush = |text: &mut String, gap: &mut u8| {
        if *gap > 0 {
            text.push(char::from(b'f' + std::mem::take(gap)));
        }
    };
    for cell in cells {
        match cell {
            None => gap += 1,
            Some(colour) => {
                flush(&mut text, &mut gap);
                // Writing to a string cannot fail.
                let _ = match numbers[colour] {
                    number @ 0..16 => write!(text, "{number:x}"),
                    number @ 16..256 => write!(text, "-{number:x}"),
                    number @ 256..4096 => write!(text, "+{number:x}"),
                    number @ 4096..8192 => write!(text, "={:03x}", number - 4096),
                    number @ 8192..12240 => write!(text, "@{:03x}", number - 8192),
                    number => write!(text, "*{:04x}", number - 12240),
                };
            }
        }
        if gap == 20 {
            flush(&mut text, &mut gap);
        }
    }
    flush(&mut text, &mut gap);
    text.push('\n');
    Ok(text.into_bytes())
}

pub(super) fn read_file(text: &[u8]) -> Result<Board, Error> {
    let mut file = File::read(text, &KINDS, Board::MAX_SIDE)?;
    let has_letters = file.kind == "arukone";
    let mut usual = Usual::Blanks;
    if has_letters {
        let (at, config) = file.part("'passallcell'")?;
        usual = match config.trim() {
            "passallcell" => Usual::Fill,
            "dontpassallcell" => Usual::Blanks,
            _ => {
                let what = "expected 'passallcell' or 'dontpassallcell'";
                return Err(flaw(at, what));
            }
        };
    }
    let mut draft = Draft::new(file.size_at, file.columns, file.rows)?;
    for y in 0..file.rows {
        for (x, (place, word)) in file.row(y)?.into_iter().enumerate() {
            let mut letters = word.chars();
            let label = match (letters.next(), letters.next()) {
                (Some('.'), None) => continue,
                (Some(letter), None) if letter.is_ascii_alphabetic() => match of_letter(letter) {
                    Some(number) if has_letters => Label::Number(number),
                    _ => Label::Letter(letter),
                },
                _ => Label::Number(crate::format::number(place, "a cell", word)?),
            };
            draft.put(place, (x, y), label)?;
        }
    }
    draft.finish(usual)
}

pub(super) fn write_file(board: &Board) -> Result<Vec<u8>, Error> {
    let cells = plain(board, "pzprv3", Usual::Blanks)?;
    let numbers = numbers(board);
    let (width, height) = (board.width(), board.height());
    let kind = kind(board, &numbers);
    let mut text = format!("pzprv3\n{kind}\n{height}\n{width}\n");
    let has_letters = kind == KINDS[1];
    if has_letters {
        text += "passallcell\n";
    }
    text += &rows(board, &cells, " ", |colour| {
        match colour.map(|colour| numbers[colour]) {
            None => ".".to_owned(),
            Some(number) => match letter(number) {
                Some(letter) if has_letters => letter.to_string(),
                _ => number.to_string(),
            },
        }
    });
    text += &no_lines(width, height);
    Ok(text.into_bytes())
}
