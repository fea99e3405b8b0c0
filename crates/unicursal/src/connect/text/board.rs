//! A board as text, read and written.

use std::fmt::Write;

use super::lines::{Line, Lines, Numbers, excerpt, parse_colour};
use super::rule_line;
use crate::connect::{Board, Colour, Rules, Tile};
use crate::{Error, Whole};

const COUNT: &str = "the number of checkpoints";

/// Reads a board.
///
/// ```
/// use unicursal::connect::text;
///
/// let board = text::parse_board(b"2 3\r\n0.1\r\n0.1\r\n0\r\n")?;
/// assert_eq!((board.width(), board.height(), board.colours().len()), (3, 2, 2));
/// assert_eq!(text::print_board(&board), "2 3\n0.1\n0.1\n0\n");
///
/// let error = text::parse_board(b"2 3\n0.1\n0.\n0\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 3: row 2 has 2 tiles, not 3");
/// # Ok::<(), unicursal::Error>(())
/// ```
pub fn parse_board(text: &[u8]) -> Result<Board, Error> {
    let mut lines = Lines::new(text);
    let mut line = lines.next_line("'height width'")?;
    let change = rule_line::parse(line)?;
    if change.is_some() {
        line = lines.next_line("'height width'")?;
    }
    let (width, height) = parse_size(line)?;
    let mut tiles = Vec::with_capacity(width * height);
    let mut places = Places::default();
    for row in 1..=height {
        let line = lines.next_line(&format!("row {row} of {height}"))?;
        parse_row(line, row, width, &mut tiles, &mut places)?;
    }
    let mut colours = Vec::with_capacity(places.found.len());
    for (name, first, second) in places.found {
        let Some(second) = second else {
            let what = format!("colour '{name}' stands only here; a colour has two terminals");
            return Err(first.line.flaw_at(first.column, what));
        };
        let terminals = [first.cell, second.cell];
        colours.push(Colour { name, terminals });
    }
    let numbers = places.numbers;
    let mut board = Board {
        width,
        height,
        tiles,
        colours,
        checkpoints: Vec::new(),
        counts_checkpoints: false,
        rules: Rules::default(),
        turns: None,
    };
    if let Some(line) = lines.next() {
        board.counts_checkpoints = true;
        let [count] = line.words("the number of checkpoints")?;
        let count = line.number(count, "the number of checkpoints")?;
        let mut taken = vec![false; board.cell_count()];
        for index in 1..=count {
            let line = lines.next_line(&format!("checkpoint {index} of {count}"))?;
            let (cell, colour) = parse_checkpoint(&board, &numbers, line)?;
            if std::mem::replace(&mut taken[cell], true) {
                let (x, y) = board.position(cell);
                return Err(line.flaw(format!("there is already a checkpoint at ({x}, {y})")));
            }
            board.checkpoints.push((cell, colour));
        }
    }
    if let Some(line) = lines.next() {
        let extra = excerpt(line.text);
        return Err(line.flaw(format!("'{extra}' after the end of the board")));
    }
    board.turns = board.limit_of_game();
    Ok(board.changed(change.unwrap_or_default()))
}

/// Whether the beginning of a stream is a whole board already.
///
/// The first part of the puzzle promises a special tile on every board, the second part has none;
/// so the tiles tell whether a line for checkpoints must come.
pub fn is_whole(text: &[u8]) -> Whole {
    // A line counts when its end has come.
    let Some(end) = text.iter().rposition(|&byte| byte == b'\n') else {
        return Whole::No;
    };
    let mut lines = Lines::new(&text[..end]);
    let Some(size) = lines.find(|&line| !rule_line::is_rule(line)) else {
        return Whole::No;
    };
    // It may be in the form of another program, or wrong.
    let Ok((width, height)) = parse_size(size) else {
        return Whole::IfItEnds;
    };
    let mut special = false;
    for _ in 0..height {
        let Some(row) = lines.next() else {
            return Whole::No;
        };
        // The form of others that says the width first.
        if width != height && row.text.len() == height {
            return Whole::No;
        }
        special |= row.text.iter().any(|tile| b"VHX".contains(tile));
    }
    let Some(line) = lines.next() else {
        return if special { Whole::No } else { Whole::IfItEnds };
    };
    let count = line
        .words(COUNT)
        .and_then(|[word]| line.number(word, COUNT));
    match count {
        Ok(count) if (0..count).any(|_| lines.next().is_none()) => Whole::No,
        _ => Whole::Yes,
    }
}

/// Writes a board, with a final newline.
pub fn print_board(board: &Board) -> String {
    let mut text = rule_line::print(&rule_line::words(board));
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{} {}", board.height(), board.width());
    for row in board.tiles.chunks(board.width()) {
        text.extend(row.iter().map(|&tile| symbol(board, tile)));
        text.push('\n');
    }
    if board.counts_checkpoints {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", board.checkpoints.len());
        for &(cell, colour) in &board.checkpoints {
            let ((x, y), name) = (board.position(cell), board.colours[colour].name);
            let _ = writeln!(text, "{x} {y} {name}");
        }
    }
    text
}

/// How a tile of a board is written.
pub fn symbol(board: &Board, tile: Tile) -> char {
    match tile {
        Tile::Empty => '.',
        Tile::Horizontal => 'H',
        Tile::Vertical => 'V',
        Tile::Blocker => 'X',
        Tile::Terminal(colour) => board.colours[colour].name,
    }
}

/// Where a terminal stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    cell: usize,
    line: Line<'a>,
    column: usize,
}

/// The terminals found so far, by the colour's number.
#[derive(Default)]
struct Places<'a> {
    numbers: Numbers,
    found: Vec<(char, Place<'a>, Option<Place<'a>>)>,
}

fn parse_size(line: Line) -> Result<(usize, usize), Error> {
    let [height, width] = line.words("'height width'")?;
    let side = |word: &[u8], side| {
        let number = line.number(word, "'height width'");
        match number {
            Ok(number) if (1..=Board::MAX_SIDE).contains(&number) => Ok(number),
            Err(error) if !word.iter().all(u8::is_ascii_digit) => Err(error),
            _ => {
                let (max, value) = (Board::MAX_SIDE, excerpt(word));
                Err(line.flaw(format!("{side} must be from 1 to {max}, not {value}")))
            }
        }
    };
    let (height, width) = (side(height, "the height")?, side(width, "the width")?);
    if width * height > Board::MAX_CELLS {
        let max = Board::MAX_CELLS;
        return Err(line.flaw(format!(
            "a board of {width}x{height} is too large: at most {max} cells are supported"
        )));
    }
    Ok((width, height))
}

fn parse_row<'a>(
    line: Line<'a>,
    row: usize,
    width: usize,
    tiles: &mut Vec<Tile>,
    places: &mut Places<'a>,
) -> Result<(), Error> {
    let mut column = 0;
    for chunk in line.text.utf8_chunks() {
        for character in chunk.valid().chars() {
            column += 1;
            let cell = tiles.len();
            tiles.push(match character {
                '.' => Tile::Empty,
                'H' => Tile::Horizontal,
                'V' => Tile::Vertical,
                'X' => Tile::Blocker,
                name if name.is_whitespace() || name.is_control() => {
                    let what = format!("'{}' is no tile", name.escape_debug());
                    return Err(line.flaw_at(column, what));
                }
                name => {
                    let place = Place { cell, line, column };
                    let next = places.found.len();
                    let colour = *places.numbers.entry(name).or_insert(next);
                    match places.found.get_mut(colour) {
                        None => places.found.push((name, place, None)),
                        Some((_, _, second @ None)) => *second = Some(place),
                        Some(_) => {
                            let what = format!("colour '{name}' stands here for the third time");
                            return Err(line.flaw_at(column, what));
                        }
                    }
                    Tile::Terminal(colour)
                }
            });
        }
        if let Some(byte) = chunk.invalid().first() {
            let what = format!("byte 0x{byte:02x} is no tile");
            return Err(line.flaw_at(column + 1, what));
        }
    }
    if column == width {
        return Ok(());
    }
    Err(line.flaw(format!("row {row} has {column} tiles, not {width}")))
}

fn parse_checkpoint(board: &Board, numbers: &Numbers, line: Line) -> Result<(usize, usize), Error> {
    const FORM: &str = "a checkpoint 'x y colour'";
    let [x_word, y_word, name] = line.words(FORM)?;
    let is_number = |word: &[u8]| {
        word.strip_prefix(b"-")
            .unwrap_or(word)
            .iter()
            .all(u8::is_ascii_digit)
    };
    let (x, y) = match (line.number(x_word, FORM), line.number(y_word, FORM)) {
        (Ok(x), Ok(y)) if x < board.width() && y < board.height() => (x, y),
        (Err(error), _) if !is_number(x_word) => return Err(error),
        (_, Err(error)) if !is_number(y_word) => return Err(error),
        _ => {
            let (x, y) = (excerpt(x_word), excerpt(y_word));
            let (width, height) = (board.width(), board.height());
            return Err(line.flaw(format!(
                "the checkpoint ({x}, {y}) is outside the board of {width} columns and {height} rows"
            )));
        }
    };
    let cell = board.cell(x, y);
    let tile = match board.tile(cell) {
        Tile::Blocker => Some("blocker"),
        Tile::Terminal(_) => Some("terminal"),
        Tile::Empty | Tile::Horizontal | Tile::Vertical => None,
    };
    if let Some(tile) = tile {
        return Err(line.flaw(format!("the checkpoint ({x}, {y}) is on a {tile}")));
    }
    Ok((cell, parse_colour(numbers, line, name)?))
}
