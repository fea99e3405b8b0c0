//! A level in plain words, for language models and for people who have never seen the puzzle.

use std::fmt::Write;

use crate::named::named;
use crate::puzzle::Level;
use crate::{Moves, Sheet};

named! {
    /// How a prompt shows the board.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum PromptStyle {
        /// As rows of symbols, with a legend.
        #[default]
        Rows "rows",
        /// As lists of cells (x, y).
        Cells "cells",
        /// As the text of the level in the puzzle's own form.
        Own "own",
    }
}

/// The rules, the board and the form of an answer, which [`score`](crate::score()) reads.
///
/// ```
/// use unicursal::{Control, PromptStyle, prompt, puzzle};
///
/// let pellet = puzzle("pellet").expect("it is in the registry");
/// let level = pellet.parse(b"S..\n#..\n", &Control::new())?;
/// let words = prompt(&*level, PromptStyle::Rows);
/// assert!(words.contains("\nS..\n#..\n"));
/// assert!(prompt(&*level, PromptStyle::Cells).contains("wall: (0, 1)\n"));
/// # Ok::<(), unicursal::Error>(())
/// ```
pub fn prompt(level: &dyn Level, style: PromptStyle) -> String {
    let about = level.about();
    let (width, height) = level.size();
    let sheet = level.sheet();
    let mut text = format!("This is a puzzle: {}.\n\n{}\n", about.title, about.rules);
    let rule = level.rule();
    if !rule.is_empty() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "On this board: {rule}.");
    }
    let _ = writeln!(
        text,
        "\nThe board has {width} columns and {height} rows. A cell is named (x, y): its column x counts from 0 at the \
         left, its row y from 0 at the top."
    );
    match style {
        PromptStyle::Own => {
            let _ = write!(
                text,
                "It is written in the puzzle's own form:\n\n{}",
                level.text()
            );
        }
        PromptStyle::Rows => rows(&mut text, level, &sheet),
        PromptStyle::Cells => cells(&mut text, level, &sheet),
    }
    let _ = write!(
        text,
        "\n{}\n\nYou may think first. End with the answer alone between <answer> and </answer>.\n",
        about.answer_form
    );
    text
}

/// The legend of the symbols, the rows, and what the rows do not show.
fn rows(text: &mut String, level: &dyn Level, sheet: &Sheet) {
    let about = level.about();
    let shown = |symbol: char| sheet.cells.contains(symbol);
    let mut legend: Vec<String> = about
        .tiles
        .iter()
        .filter(|tile| shown(tile.symbol))
        .map(|tile| format!("'{}' is {}", tile.symbol, article(tile.name)))
        .collect();
    if about.colours {
        legend.push("every other character is one of the two tiles of a colour".to_owned());
    }
    if has_drawing(sheet) {
        let _ = write!(
            text,
            "Numbers stand on their cells, '.' is a cell without one, '#' a blocked cell. '|' is a thin wall between the \
             cells at its left and right, '-' one between the cells above and below it.\n\n{}",
            level.text()
        );
        return;
    }
    let _ = write!(text, "In it {}.\n\n{}", legend.join(", "), sheet.lines());
    marks(text, sheet);
}

/// Whether there is something that rows of symbols cannot show.
fn has_drawing(sheet: &Sheet) -> bool {
    !sheet.numbers.is_empty() || !sheet.walls.is_empty()
}

fn article(name: &str) -> String {
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u']);
    match name {
        "start" | "end" => format!("the {name}"),
        "path" => name.to_owned(),
        _ => format!("{} {name}", if vowel { "an" } else { "a" }),
    }
}

/// Checkpoints, in words.
fn marks(text: &mut String, sheet: &Sheet) {
    for point in &sheet.checkpoints {
        let (x, y, colour) = (point.x, point.y, point.colour);
        let _ = writeln!(text, "({x}, {y}) is a checkpoint of colour {colour}.");
    }
}

/// What is on the board, cell by cell.
fn cells(text: &mut String, level: &dyn Level, sheet: &Sheet) {
    let about = level.about();
    let width = sheet.width.max(1);
    let symbols: Vec<char> = sheet.cells.chars().collect();
    let list = |wanted: &dyn Fn(char) -> bool| {
        let places = symbols
            .iter()
            .enumerate()
            .filter(|(_, symbol)| wanted(**symbol));
        let places = places.map(|(cell, _)| format!("({}, {})", cell % width, cell / width));
        places.collect::<Vec<_>>().join(" ")
    };
    // A puzzle whose cells are path by default lists the path; all others list what is not free.
    let plain = match about.moves {
        Moves::Walk => about.tiles.get(1),
        _ => about.tiles.first(),
    };
    if let Some(plain) = plain {
        let _ = writeln!(
            text,
            "Every cell is {} but for these:\n",
            article(plain.name)
        );
    }
    for tile in about.tiles {
        let is_plain = plain.is_some_and(|plain| plain.symbol == tile.symbol);
        let places = list(&|symbol| symbol == tile.symbol);
        if !is_plain && !places.is_empty() && (sheet.numbers.is_empty() || !tile.single) {
            let _ = writeln!(text, "{}: {places}", tile.name);
        }
    }
    if about.colours {
        let mut known: Vec<char> = symbols.clone();
        known.retain(|symbol| !about.tiles.iter().any(|tile| tile.symbol == *symbol));
        known.sort_unstable();
        known.dedup();
        for colour in known {
            let _ = writeln!(
                text,
                "colour {colour}: {}",
                list(&|symbol| symbol == colour)
            );
        }
    }
    for mark in &sheet.numbers {
        let _ = writeln!(text, "number {}: ({}, {})", mark.number, mark.x, mark.y);
    }
    for wall in &sheet.walls {
        let (x, y) = (wall.x, wall.y);
        let (x2, y2) = if wall.below { (x, y + 1) } else { (x + 1, y) };
        let _ = writeln!(text, "thin wall between ({x}, {y}) and ({x2}, {y2})");
    }
    marks(text, sheet);
}
