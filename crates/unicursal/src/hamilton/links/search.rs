//! Tries what conclusions leave open: all paths, one after another.

use super::{Conflict, ENDS, Links};
use crate::{Control, Interruption};

/// Choices between two looks at the caller's limits.
const CHOICES_PER_LOOK: u64 = 64;

/// A choice that can be taken back: the link that was tried.
struct Choice {
    point: usize,
    cell: usize,
    bit: u8,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searched {
    /// All paths were shown.
    All,
    /// `visit` wanted no more.
    Stopped,
    /// The permitted number of choices was not enough.
    GaveUp,
}

impl Links<'_> {
    /// Draws all conclusions, including those about the whole board.
    pub fn settle_all(&mut self) -> Result<(), Conflict> {
        loop {
            self.settle()?;
            if self.is_complete() {
                return Ok(());
            }
            if let Err(conflict) = self.look_for_reach() {
                self.forget();
                return Err(conflict);
            }
            match self.look_for_cuts() {
                Err(conflict) => {
                    self.forget();
                    return Err(conflict);
                }
                Ok(Some(_)) => {}
                Ok(None) => return Ok(()),
            }
        }
    }

    /// Shows every path, until `visit` returns false or too many choices were made; the number made
    /// is added to `choices`. Afterwards everything is as it was before.
    pub fn search(
        &mut self,
        most: u64,
        choices: &mut u64,
        control: &Control,
        mut visit: impl FnMut(&Self) -> bool,
    ) -> Result<Searched, Interruption> {
        let beginning = self.point();
        let ended = self.search_on(most, choices, control, &mut visit);
        self.go_back(beginning);
        ended
    }

    fn search_on(
        &mut self,
        most: u64,
        choices: &mut u64,
        control: &Control,
        visit: &mut impl FnMut(&Self) -> bool,
    ) -> Result<Searched, Interruption> {
        let mut tried: Vec<Choice> = Vec::new();
        let mut settled = self.settle_all();
        loop {
            if settled.is_ok() {
                if self.is_complete() {
                    if !visit(self) {
                        return Ok(Searched::Stopped);
                    }
                } else if let Some((cell, bit)) = self.choose() {
                    *choices += 1;
                    if *choices > most {
                        return Ok(Searched::GaveUp);
                    }
                    if choices.is_multiple_of(CHOICES_PER_LOOK) {
                        control.check()?;
                    }
                    let point = self.point();
                    tried.push(Choice { point, cell, bit });
                    settled = self.include(cell, bit);
                    if settled.is_ok() {
                        settled = self.settle_all();
                    }
                    continue;
                }
                // Nothing is undecided, and there is no path.
            }
            let Some(Choice { point, cell, bit }) = tried.pop() else {
                return Ok(Searched::All);
            };
            self.go_back(point);
            self.exclude(cell, bit);
            settled = self.settle_all();
        }
    }

    /// The link to try: at an end of a piece with the fewest ways to go on, the longest piece
    /// first.
    fn choose(&self) -> Option<(usize, u8)> {
        let mut best: Option<(u32, usize)> = None;
        for cell in self.graph.free_cells() {
            let open = self.open[cell] & !ENDS;
            if open == 0 {
                continue;
            }
            let begun = self.used[cell] != 0;
            let numbered = self.near[cell] > 0;
            let price = open.count_ones() * 4 + 8 * u32::from(!begun) + 2 * u32::from(!numbered);
            if best.is_none_or(|(least, _)| price < least) {
                best = Some((price, cell));
            }
        }
        let (_, cell) = best?;
        let open = self.open[cell] & !ENDS;
        Some((cell, open & open.wrapping_neg()))
    }
}
