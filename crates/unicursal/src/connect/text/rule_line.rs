//! The line before a board that names another rule than the game's, or a part of it.

use super::lines::Line;
use crate::Error;
use crate::connect::Board;
use crate::connect::rule::{self, Change};

/// The rule that a line names, if it is one that does.
pub fn parse(line: Line) -> Result<Option<Change>, Error> {
    let Some(words) = line.text.strip_prefix(rule::PREFIX.as_bytes()) else {
        return Ok(None);
    };
    let change = Change::of_words(&String::from_utf8_lossy(words));
    change.map(Some).map_err(|bad| line.flaw(bad))
}

/// Whether a line names a rule, right or wrong.
pub fn is_rule(line: Line) -> bool {
    line.text.starts_with(rule::PREFIX.as_bytes())
}

/// What the line of a board says; empty for the rules of the game.
pub fn words(board: &Board) -> String {
    rule::words(board.rules, board.turns, board.limit_of_game())
}

/// The line with these words, with its newline; none if there are none.
pub fn print(words: &str) -> String {
    match words.trim() {
        "" => String::new(),
        words => format!("{} {words}\n", rule::PREFIX),
    }
}
