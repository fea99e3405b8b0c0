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

pub use judge::Judge;
use map::Map;

use crate::Malformed;

/// What the checker says about a well-formed walk or map. The board of a wrong one is the map with
/// `@` where it went wrong. Columns and rows count from 0 and are written `x,y`, steps count from 1.
pub use crate::Verdict;
pub use crate::Wrong;

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
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
            let missing = || Malformed("walk: there is no '&path=' after the rule".to_owned());
            (Some(rule), letters.ok_or_else(missing)?)
        }
    };
    let mut judge = Judge::new(map, rule)?;
    for (index, &letter) in letters.iter().enumerate() {
        if !b"NWSE".contains(&letter) {
            let letter = letter.escape_ascii();
            let problem = format!(
                "walk: step {}, '{letter}', is none of N, W, S, E",
                index + 1
            );
            return Err(Malformed(problem));
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
    let map = Map::read(map).map_err(Malformed::of("map"))?;
    let (loops, cut_off) = (map.loops(), map.cut_off());
    let place = loops.as_ref().or(cut_off.as_ref()).map(|found| found.at);
    let loops = loops.map(|found| {
        let ((x, y), loops) = (found.at, counted(found.count, "loop"));
        format!("the maze has {loops}, one through {x},{y}")
    });
    let cut_off = cut_off.map(|found| {
        let ((x, y), cells) = (found.at, counted(found.count, "cell"));
        format!("{cells} cannot be reached from S, beginning at {x},{y}")
    });
    let reasons: Vec<String> = loops.into_iter().chain(cut_off).collect();
    if reasons.is_empty() {
        return Ok(Verdict::Valid);
    }
    let (reason, board) = (reasons.join("; "), map.with_mark(place));
    Ok(Verdict::Wrong(Wrong { reason, board }))
}
