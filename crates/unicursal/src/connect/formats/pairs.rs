//! Pairs of coordinates: the files of HoustonWeHaveABug/FlowFree and of the algorithm design
//! contest of the DA Symposium.
//!
//! The former begin with the numbers of colours, columns and rows, then have a line `(x, y) (x, y)`
//! for each colour. The latter are `SIZE WxH` (with a capital `X`), `LINE_NUM N` and N lines
//! `LINE#1 (x,y)-(x,y)`; those of later years have several layers, which we cannot express.
//! Coordinates count from 0 at the top left.

use std::fmt::Write;

use super::{Draft, Label, Usual, numbers, plain};
use crate::connect::Board;
use crate::format::{flaw, lines, number, side};
use crate::{Error, Place};

pub(super) fn is_flowfree(text: &[u8]) -> bool {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty());
    let words = lines
        .next()
        .unwrap_or_default()
        .split(u8::is_ascii_whitespace);
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).take(4).collect();
    let is_number = |word: &&[u8]| word.iter().all(u8::is_ascii_digit);
    words.len() == 3
        && words.iter().all(is_number)
        && match lines.next() {
            Some(line) => line.starts_with(b"("),
            None => words[0] == b"0",
        }
}

pub(super) fn is_adc(text: &[u8]) -> bool {
    text.starts_with(b"SIZE ")
}

/// Two places `(x,y)` on a line, with anything but digits and brackets between them.
fn pair(place: Place, text: &str) -> Result<[(usize, usize); 2], Error> {
    let wrong = || {
        flaw(
            place,
            format!("expected two places (x,y), not '{}'", text.escape_debug()),
        )
    };
    let mut places = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('(') {
        let (inside, after) = after.split_once(')').ok_or_else(wrong)?;
        if !before.trim_matches(['-', ' ', '\t']).is_empty() {
            return Err(wrong());
        }
        let (x, y) = inside.split_once(',').ok_or_else(wrong)?;
        if y.contains(',') {
            return Err(flaw(place, "a board of several layers cannot be said here"));
        }
        let coordinate = |word: &str| number(place, "a coordinate", word.trim());
        places.push((coordinate(x)?, coordinate(y)?));
        rest = after;
    }
    if !rest.trim().is_empty() {
        return Err(wrong());
    }
    places.try_into().map_err(|_| wrong())
}

pub(super) fn read_flowfree(text: &[u8]) -> Result<Board, Error> {
    let lines = lines(text)?;
    let end = Place::line(lines.len() + 1);
    let mut lines = lines.into_iter().filter(|(_, line)| !line.is_empty());
    let (line, first) = lines.next().unwrap_or((1, ""));
    let place = Place::line(line);
    let words: Vec<&str> = first.split_whitespace().collect();
    let [colours, columns, rows] = words[..] else {
        return Err(flaw(place, "expected 'colours columns rows'"));
    };
    let columns = side(place, "the number of columns", columns, Board::MAX_SIDE)?;
    let rows = side(place, "the number of rows", rows, Board::MAX_SIDE)?;
    let colours = number(place, "the number of colours", colours)?;
    let mut draft = Draft::new(place, columns, rows)?;
    put_pairs(
        &mut draft,
        colours,
        end,
        lines.map(|(line, text)| Ok((line, text.trim()))),
    )?;
    draft.finish(Usual::Fill)
}

/// Puts the pairs of all colours, of which there must be as many as announced.
fn put_pairs<'a>(
    draft: &mut Draft,
    colours: usize,
    end: Place,
    mut lines: impl Iterator<Item = Result<(usize, &'a str), Error>>,
) -> Result<(), Error> {
    for number in 1..=colours {
        let Some(line) = lines.next() else {
            return Err(flaw(
                end,
                format!("the text ends where pair {number} of {colours} should be"),
            ));
        };
        let (line, text) = line?;
        let place = Place::line(line);
        for cell in pair(place, text)? {
            draft.put(place, cell, Label::Number(number))?;
        }
    }
    match lines.next().transpose()? {
        None => Ok(()),
        Some((line, _)) => Err(flaw(Place::line(line), "something follows the last pair")),
    }
}

/// The two ends of each colour, by the colours' numbers.
fn ends(board: &Board, form: &str, usual: Usual) -> Result<Vec<[(usize, usize); 2]>, Error> {
    plain(board, form, usual)?;
    let mut numbered: Vec<_> = numbers(board).into_iter().zip(board.colours()).collect();
    numbered.sort_by_key(|(number, _)| *number);
    let ends = numbered
        .into_iter()
        .map(|(_, colour)| colour.terminals.map(|cell| board.position(cell)));
    Ok(ends.collect())
}

pub(super) fn write_flowfree(board: &Board) -> Result<Vec<u8>, Error> {
    let ends = ends(board, "flowfree", Usual::Fill)?;
    let mut text = format!("{} {} {}\n", ends.len(), board.width(), board.height());
    for [(x1, y1), (x2, y2)] in ends {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "({x1}, {y1}) ({x2}, {y2})");
    }
    Ok(text.into_bytes())
}

pub(super) fn read_adc(text: &[u8]) -> Result<Board, Error> {
    let lines = lines(text)?;
    let end = Place::line(lines.len() + 1);
    let mut lines = lines.into_iter().filter(|(_, line)| !line.is_empty());
    let mut field = |name: &str| {
        let (line, text) = lines.next().unwrap_or((1, ""));
        let place = Place::line(line);
        match text.strip_prefix(name) {
            Some(value) if value.starts_with(' ') => Ok((place, value.trim())),
            _ => Err(flaw(place, format!("expected '{name}'"))),
        }
    };
    let (place, size) = field("SIZE")?;
    let sides: Vec<&str> = size.split(['X', 'x']).collect();
    let [width, height] = sides[..] else {
        let what = if sides.len() == 3 {
            "a board of several layers cannot be said here"
        } else {
            "expected 'SIZE WXH'"
        };
        return Err(flaw(place, what));
    };
    let width = side(place, "the width", width, Board::MAX_SIDE)?;
    let height = side(place, "the height", height, Board::MAX_SIDE)?;
    let (place, count) = field("LINE_NUM")?;
    let colours = number(place, "LINE_NUM", count)?;
    let mut draft = Draft::new(place, width, height)?;
    let mut next = 0;
    let pairs = lines.map(|(line, text)| {
        next += 1;
        let named = text
            .strip_prefix("LINE#")
            .map(|rest| rest.split_at(digits(rest)));
        match named {
            Some((name, pair)) if name.parse() == Ok(next) => Ok((line, pair.trim())),
            _ => Err(flaw(Place::line(line), format!("expected 'LINE#{next}'"))),
        }
    });
    put_pairs(&mut draft, colours, end, pairs)?;
    draft.finish(Usual::Blanks)
}

/// How many digits a text begins with.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

pub(super) fn write_adc(board: &Board) -> Result<Vec<u8>, Error> {
    let ends = ends(board, "adc", Usual::Blanks)?;
    let mut text = format!(
        "SIZE {}X{}\nLINE_NUM {}\n",
        board.width(),
        board.height(),
        ends.len()
    );
    for (number, [(x1, y1), (x2, y2)]) in (1..).zip(ends) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "LINE#{number} ({x1},{y1})-({x2},{y2})");
    }
    Ok(text.into_bytes())
}
