//! The exact number of solutions, and the first of them.
//!
//! A [sweep](crate::sweep) counts where it can. If only a few answers are asked for, they are
//! listed one by one, which is usually faster and works on wide boards too: see
//! [`others`](super::solve::others). A sweep cannot handle the rule that no path touches itself,
//! because its border does not know what touches behind it: with that rule, and on boards that are
//! too wide, answers are listed as well.

use super::forced::{Impossible, forced};
use super::solve::others::{Next, Others};
use super::solve::sat::Session;
use super::solve::{self, Wish, turns};
use super::sweep::sweep;
use super::tuning::{KNOWN_FIRST, LISTED, NARROW_BOARD};
use super::{Answer, Board, Edges, Rules};
use crate::control::found_so_far;
use crate::schedule::Ticks;
use crate::{Control, Count, Interruption, Outcome, Progress};

/// Counts the solutions of a board, or finds that there are more than `most`.
pub fn count(board: &Board, rules: Rules, most: Option<u64>, control: &Control) -> Count {
    if rules == Rules::default()
        && let Some(known) = count_forced(board)
    {
        return known;
    }
    let few = most.filter(|&most| most <= LISTED);
    if few.is_none() {
        let edges = Edges::new(board);
        // A sweep over a wide board may not finish, while an answer is usually found at once.
        let is_wide = board.width().min(board.height()) > NARROW_BOARD;
        let is_known = is_wide && solve::soon(board, &edges, rules, Ticks(KNOWN_FIRST), control);
        match sweep(board, &edges, rules).map(|sweep| sweep.count(control)) {
            Some(Ok(found)) => return Count::new(found, true),
            // The borders are too many or too long: answers are listed until the time is over.
            None | Some(Err(Interruption::Memory)) => {}
            Some(Err(_)) => return Count::new(u8::from(is_known), false),
        }
    }
    let enough = most.map_or(usize::MAX, |most| most.saturating_add(1) as usize);
    let mut listing = Listing::new(enough);
    let _ = listing.run(board, rules, control);
    listing.known
}

/// How many solutions there are within the limit of pieces, or that there are more than `most`.
pub fn count_within(
    board: &Board,
    rules: Rules,
    limit: usize,
    most: u64,
    control: &Control,
) -> Count {
    let enough = most.saturating_add(1) as usize;
    let mut listing = Listing::new(enough);
    listing.keeps = true;
    let ended = listing.run(board, rules, control);
    let mut known = listing.known;
    let fits = |answer: &&Answer| answer.segments().len() <= limit;
    known.found = listing.answers.iter().filter(fits).count().into();
    // All of them are known, or enough that fit; otherwise only fitting ones are looked for.
    if ended.is_err() || known.complete || listing.answers.iter().all(|answer| fits(&answer)) {
        return known;
    }
    let edges = Edges::new(board);
    let counted = Session::new(board, &edges, rules, 0, control)
        .and_then(|mut session| turns::count_within(&mut session, limit, enough));
    counted.map_or(known, |found| Count::new(found, found < enough))
}

/// The number of solutions of a board that leaves no choice.
fn count_forced(board: &Board) -> Option<Count> {
    let traced = match forced(board, &Edges::new(board)) {
        Ok(None) => return None,
        Ok(Some(traced)) => traced,
        Err(Impossible) => return Some(Count::new(0_u8, true)),
    };
    let colours = board.colours().iter().zip(&traced.answer.paths);
    let mut joined = colours.map(|(colour, path)| path.last() == Some(&colour.terminals[1]));
    let mut colour_at = vec![None; board.cell_count()];
    for (colour, path) in traced.answer.paths.iter().enumerate() {
        for &cell in path {
            colour_at[cell] = Some(colour);
        }
    }
    let fits = |&(cell, colour): &(usize, usize)| colour_at[cell] == Some(colour);
    let is_answer = traced.loops.is_empty()
        && joined.all(|joined| joined)
        && board.checkpoints().iter().all(fits);
    Some(Count::new(u8::from(is_answer), true))
}

/// Different solutions, this many if there are as many; those found so far when the limits end the
/// work.
pub fn list(
    board: &Board,
    rules: Rules,
    most: usize,
    control: &Control,
) -> Result<Vec<Answer>, Interruption> {
    let mut listing = Listing::new(most);
    listing.keeps = true;
    let ended = listing.run(board, rules, control);
    found_so_far(ended, listing.answers)
}

/// Answers that were listed so far.
struct Listing {
    enough: usize,
    found: usize,
    keeps: bool,
    answers: Vec<Answer>,
    known: Count,
}

impl Listing {
    fn new(enough: usize) -> Self {
        Self {
            enough,
            found: 0,
            keeps: false,
            answers: Vec::new(),
            known: Count::default(),
        }
    }

    /// Lists answers until there are enough, or no more.
    fn run(&mut self, board: &Board, rules: Rules, control: &Control) -> Result<(), Interruption> {
        if self.enough == 0 {
            return Ok(());
        }
        let wish = Wish {
            rules,
            ..Wish::default()
        };
        let first = match solve::solve(board, None, &wish, control).outcome {
            Outcome::Solved(answer) => answer,
            Outcome::Unsolvable { .. } => {
                self.known.complete = true;
                return Ok(());
            }
            Outcome::Unknown(unknown) => return Err(unknown.why),
        };
        let edges = Edges::new(board);
        let plan = sweep(board, &edges, rules);
        let mut next = first.clone();
        self.add(first, control);
        let mut others = Others::new(board, &edges, rules, plan.as_ref(), control)?;
        while self.found < self.enough {
            match others.after(&next, self.enough)? {
                Next::Answer(answer) => {
                    next = answer.clone();
                    self.add(answer, control);
                }
                Next::No => {
                    self.known.complete = true;
                    return Ok(());
                }
                Next::All(answers) => {
                    self.found = answers.len();
                    self.known = Count::new(self.found, self.found < self.enough);
                    self.answers = answers;
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, answer: Answer, control: &Control) {
        self.found += 1;
        self.known.found = self.found.into();
        control.report(|| Progress {
            phase: "listing",
            share: None,
            figures: vec![("answers", self.found as u64)],
        });
        if self.keeps {
            self.answers.push(answer);
        }
    }
}
