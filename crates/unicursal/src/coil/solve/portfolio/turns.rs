//! Whose turn it is, and how much it may do: counted in cells that the plain search enters, choices of
//! walks and revisions of the hunt, never in time.

use super::super::forward::Forward;
use super::super::hunt::Hunt;
use super::Portfolio;
use crate::coil::tuning::turns::{
    CELLS_PER_HUNT_CHOICE, ENTERED_PER_REVISION, EVEN_ENTERED_PER_REVISION, EVEN_SLICE_PER_CHOICE,
    EVEN_TURNS, FIRST_CORE_SEARCH, FIRST_CORE_SEARCH_PER_CELL, FIRST_SEARCH, FIRST_SEARCH_PER_CELL,
    HUNT_CHOICES, OPEN_SLICE_PER_CELL, SLICE, SLICE_PER_CHOICE, SMALL, SMALL_SEARCH_PER_CELL,
};

impl Portfolio<'_> {
    /// Whether it is the hunt's turn. On open boards, where it may cost much and find little, it does
    /// a third of what the plain search has done, or as much if turns are even.
    pub(super) fn hunt_is_due(&self) -> bool {
        let least = match &self.hunt {
            Some(hunt) if self.core_search.is_some() => {
                self.worth(hunt).max(self.core_search_first())
            }
            Some(hunt) => self.worth(hunt),
            None => self.first_search(),
        };
        !self.open || !self.parts.forward || self.searched() >= least
    }

    /// The cells that plain searches may enter on an open board before the hunt begins.
    pub(super) fn first_search(&self) -> u64 {
        let cells = self.board.free_count();
        let per_cell = if cells < SMALL {
            SMALL_SEARCH_PER_CELL
        } else {
            FIRST_SEARCH_PER_CELL
        };
        FIRST_SEARCH.min(per_cell * cells as u64)
    }

    /// The cells that plain searches may enter with the first core of an open board before the hunt goes on.
    fn core_search_first(&self) -> u64 {
        FIRST_CORE_SEARCH.min(FIRST_CORE_SEARCH_PER_CELL * self.board.free_count() as u64)
    }

    /// Whether nobody knows which of the two will find something, so that neither waits long for the other:
    /// on large open boards.
    fn turns_are_even(&self) -> bool {
        self.open && self.board.free_count() >= EVEN_TURNS
    }

    /// The cells that plain searches may enter for what the hunt has done.
    fn worth(&self, hunt: &Hunt) -> u64 {
        let each = if self.turns_are_even() {
            EVEN_ENTERED_PER_REVISION
        } else {
            ENTERED_PER_REVISION
        };
        hunt.revisions().saturating_mul(each)
    }

    /// Cells that plain searches have entered so far.
    pub(super) fn searched(&self) -> u64 {
        self.searches().map(Forward::work).sum()
    }

    /// The cells that plain searches may enter until they have done as much as the hunt, if turns are even.
    pub(super) fn allowance(&self) -> u64 {
        match &self.hunt {
            Some(hunt) if self.turns_are_even() && !self.lost => {
                self.worth(hunt).saturating_sub(self.searched())
            }
            _ => u64::MAX,
        }
    }

    /// The work that a plain search may do in this round.
    pub(super) fn slice(&self) -> u64 {
        let per_cell = if self.open { OPEN_SLICE_PER_CELL } else { 0 };
        let slice = SLICE + per_cell * self.board.free_count() as u64;
        slice.saturating_mul(1 << (2 * self.rounds).min(40))
    }

    /// Cells of a slice of an open board for each choice that walks of the hunt may make.
    fn slice_per_choice(&self) -> u64 {
        if self.turns_are_even() {
            EVEN_SLICE_PER_CHOICE
        } else {
            SLICE_PER_CHOICE
        }
    }

    /// The choices that walks of the hunt may make in this round.
    pub(super) fn hunt_limit(&self) -> u64 {
        if self.open {
            self.slice() / self.slice_per_choice()
        } else {
            let limit = HUNT_CHOICES + self.board.free_count() as u64 / CELLS_PER_HUNT_CHOICE;
            limit.saturating_mul(1 << (2 * self.rounds).min(40))
        }
    }
}
