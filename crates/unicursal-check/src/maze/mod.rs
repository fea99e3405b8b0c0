//! Checks walks through a left-hand maze, and mazes.
//!
//! A map has a line for each row: `#` is path, a blank is wall, and there is one `S` and one `E`,
//! which are path as well. A walk is a letter `N W S E` for each step, from `S` until it enters `E`
//! for the first time. It may claim to follow a rule, `rule=left&path=WWS`; then that is judged
//! too:
//!
//! - `left`: the first step goes to the first way of N, W, S, E; each further one left, else
//!   straight, else right, else back, as seen in the direction of the step before. `right` is the
//!   mirror image.
//! - `pledge`: straight in the direction of the first step while there is a way and all turns
//!   cancel; when blocked, right or else back; then as `left` until the turns cancel again.
//! - `tremaux`: no passage is walked twice in the same direction.
//! - `shortest`: no walk has fewer steps.
//!
//! ```
//! use unicursal_check::maze::{Verdict, check};
//!
//! let map = b"S##\n# E\n";
//! assert_eq!(check(map, b"rule=left&path=SNEES").unwrap(), Verdict::Valid);
//! assert_eq!(check(map, b"EES").unwrap(), Verdict::Valid);
//! let Verdict::Wrong(wrong) = check(map, b"rule=left&path=EES").unwrap() else { panic!() };
//! assert_eq!(wrong.to_string(), "step 1 (E): at 0,0 the rule left goes S");
//! ```

mod judge;
mod map;

use thiserror::Error;

pub use judge::Judge;
use map::Map;

use crate::Step;

/// What the checker says about a well-formed walk or map. The board of a wrong one is the map with
/// `@` where it went wrong.
pub type Verdict = crate::Verdict<Reason>;
/// What is wrong with a walk or a map.
pub type Wrong = crate::Wrong<Reason>;

/// Why a walk or a map is wrong. Columns and rows count from 0 and are written `x,y`, steps count
/// from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Reason {
    /// A step leaves the path, from this cell.
    #[error("{0}: there is no way from {x},{y}", x = .0.x, y = .0.y)]
    Blocked(Step),
    /// A step is not the one that the rule takes.
    #[error("{step}: at {x},{y} the rule {rule} goes {expected}", x = step.x, y = step.y)]
    AgainstTheRule {
        /// The step, and the walker's cell.
        step: Step,
        /// The rule.
        rule: &'static str,
        /// The letter of the right step.
        expected: char,
    },
    /// A passage from this cell is walked a second time in the same direction.
    #[error("{0}: the passage from {x},{y} was walked this way before", x = .0.x, y = .0.y)]
    Repeated(Step),
    /// The walk goes on after it entered the end.
    #[error("{0}: the walk goes on after it entered E")]
    AfterTheEnd(Step),
    /// The walk does not end on the end.
    #[error("the walk ends at {x},{y} and not on E")]
    NotAtTheEnd {
        /// Column of the walker.
        x: usize,
        /// Row of the walker.
        y: usize,
    },
    /// A shorter walk exists.
    #[error("the walk has {steps} steps, and a shortest one has {shortest}")]
    NotShortest {
        /// Its steps.
        steps: usize,
        /// As few as possible.
        shortest: usize,
    },
    /// The map has loops.
    #[error("the maze has {}, one through {x},{y}", counted(*.loops, "loop"))]
    Loops {
        /// How many passages could be closed without cutting off a cell.
        loops: usize,
        /// Column of a cell on a loop.
        x: usize,
        /// Row of that cell.
        y: usize,
    },
    /// Some path cells cannot be reached from the start.
    #[error("{} cannot be reached from S, beginning at {x},{y}", counted(*.cells, "cell"))]
    CutOff {
        /// How many.
        cells: usize,
        /// Column of the first.
        x: usize,
        /// Row of the first.
        y: usize,
    },
    /// Two things at once.
    #[error("{0}; {1}")]
    Both(Box<Reason>, Box<Reason>),
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A text that is not of the form that it should have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// Something is wrong with the map.
    #[error("map: {0}")]
    Map(String),
    /// Something is wrong with the walk.
    #[error("walk: {0}")]
    Walk(String),
}

/// Judges a walk.
pub fn check(map: &[u8], walk: &[u8]) -> Result<Verdict, Malformed> {
    let text = walk.trim_ascii_end();
    let (rule, letters) = match text.strip_prefix(b"rule=") {
        None => (None, text.strip_prefix(b"path=").unwrap_or(text)),
        Some(rest) => {
            let and = rest.iter().position(|&c| c == b'&').unwrap_or(rest.len());
            let (rule, path) = rest.split_at(and);
            let letters = path.strip_prefix(b"&path=");
            let missing = || Malformed::Walk("there is no '&path=' after the rule".to_owned());
            (Some(rule), letters.ok_or_else(missing)?)
        }
    };
    let mut judge = Judge::new(map, rule)?;
    for (index, &letter) in letters.iter().enumerate() {
        if !b"NWSE".contains(&letter) {
            let letter = letter.escape_ascii();
            let problem = format!("step {}, '{letter}', is none of N, W, S, E", index + 1);
            return Err(Malformed::Walk(problem));
        }
        if let Err(wrong) = judge.step(letter) {
            return Ok(Verdict::Wrong(wrong));
        }
    }
    Ok(match judge.finish() {
        Ok(()) => Verdict::Valid,
        Err(wrong) => Verdict::Wrong(wrong),
    })
}

/// Judges a map: from `S` one can reach every path cell, and in one way only.
pub fn check_level(map: &[u8]) -> Result<Verdict, Malformed> {
    let map = Map::read(map).map_err(Malformed::Map)?;
    let (loops, cut_off) = (map.loops(), map.cut_off());
    let place = loops.as_ref().or(cut_off.as_ref()).map(|found| found.at);
    let loops = loops.map(|found| Reason::Loops {
        loops: found.count,
        x: found.at.0,
        y: found.at.1,
    });
    let cut_off = cut_off.map(|found| Reason::CutOff {
        cells: found.count,
        x: found.at.0,
        y: found.at.1,
    });
    let reason = match (loops, cut_off) {
        (Some(one), Some(other)) => Reason::Both(Box::new(one), Box::new(other)),
        (Some(reason), None) | (None, Some(reason)) => reason,
        (None, None) => return Ok(Verdict::Valid),
    };
    let board = map.with_mark(place);
    Ok(Verdict::Wrong(Wrong { reason, board }))
}
