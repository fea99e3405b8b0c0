//! How hard a board is for a person, or why that cannot be said, within a moment.

use super::reason::Solver as Thinker;
use super::solve::{self, Few};
use super::tuning::SMALL_BOARD;
use super::{Board, Edges};
use crate::reason::{self, End};
use crate::{Control, Figures};

/// The grade of a board as people solve it, or why it has none. The same on every machine.
pub fn grade(board: &Board) -> Figures {
    let none = |why: &str| Figures::new().with("no_grade", why);
    if board.cell_count() as u64 > SMALL_BOARD {
        return none("it has more than 225 tiles; --difficulty tries it");
    }
    let (edges, control) = (Edges::new(board), Control::new());
    let mut thinker = Thinker::new(board, &edges, board.rules(), &[]);
    match reason::explain(&mut thinker, &control) {
        Ok(explained) => match (explained.end, explained.grade) {
            (End::Solved, Some(grade)) => {
                let pieces = thinker.answer().segments().len();
                if board.turn_limit().is_some_and(|most| pieces > most) {
                    return none("its only solution has more pieces than the rule permits");
                }
                Figures::new().with("grade", grade.name())
            }
            (End::Impossible, _) => none("there is no solution"),
            _ => none(match solve::few(board, &edges, &control) {
                Some(Few::None) => "there is no solution",
                Some(Few::One) => "it has one solution, and takes more than these techniques",
                Some(Few::More) => "it has more than one solution",
                None => {
                    "these techniques do not suffice, and whether it has one solution is not known"
                }
            }),
        },
        Err(_) => Figures::new(),
    }
}
