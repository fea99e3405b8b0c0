//! The last resorts of the [hunt](super::hunt), which leave nothing out.
//!
//! The board is covered by boxes. With one core, every box is shown to hold no end, by
//! [counting](super::parity), or is allowed to; one world has all that are allowed. Without any core,
//! the start is looked for in one box after another. A box whose walks reached their limit comes again
//! in the next turn, with a larger one; its world is built anew, so that memory stays that of one.

use super::deduce::Deduction;
use super::hunt::{Hunt, Stage, Turn};
use super::parity::{self, excludes_single_end};
use super::walk::OnPath;
use super::world::Played;
use crate::engine::values::role;
use crate::{Control, Progress};

impl<'b> Hunt<'b> {
    /// What is true with one end in the core and the other wherever it is not excluded; `None` if that is
    /// contradictory, or interrupted.
    pub(super) fn facts_of_the_rest(&mut self, control: &Control) -> Option<Deduction<'b>> {
        let mut left = Vec::new();
        for (x, y) in self.boxes() {
            if control.interruption().is_some() {
                return None;
            }
            let cells = self.cells_of_box(x, y);
            let core = &self.cores[0];
            let known = |cell: usize| core.contains(&cell);
            let mut interrupted = || control.interruption().is_some();
            let excluded = !cells.iter().any(|&cell| known(cell))
                && excludes_single_end(
                    self.board,
                    self.switches,
                    self.colours,
                    (x, y),
                    &known,
                    &mut interrupted,
                );
            if !excluded {
                let fits = |&cell: &usize| core.iter().any(|&end| self.colours.fit(end, cell));
                left.extend(cells.into_iter().filter(fits));
            }
        }
        self.facts_with(&[(left, role::ANY)], control)
    }

    /// The upper left cells of boxes that cover the board.
    fn boxes(&self) -> Vec<(usize, usize)> {
        let (width, height) = (self.board.width(), self.board.height());
        (1..=height)
            .step_by(parity::BOX)
            .flat_map(|y| (1..=width).step_by(parity::BOX).map(move |x| (x, y)))
            .collect()
    }

    fn cells_of_box(&self, x: usize, y: usize) -> Vec<usize> {
        self.cells_within(0, x, y)
    }

    /// The free cells of a box and up to a distance around it.
    fn cells_within(&self, distance: usize, x: usize, y: usize) -> Vec<usize> {
        let stride = self.board.stride();
        let reach = |at: usize, end: usize| {
            at.saturating_sub(distance)..(at + parity::BOX + distance).min(end)
        };
        reach(y, self.board.height() + 1)
            .flat_map(|y| reach(x, stride).map(move |x| y * stride + x))
            .filter(|&cell| self.board.is_free(cell))
            .collect()
    }

    /// Looks for the start in one box after another.
    pub(super) fn sweep(&mut self, limit: u64, on_path: OnPath, control: &Control) -> Turn {
        if self.blind > 0 {
            return Turn::Lost;
        }
        let last = self.last_revision(limit);
        let mut boxes = self.boxes.take().unwrap_or_else(|| self.boxes());
        while let Some(&(x, y)) = boxes.get(self.next) {
            if self.cost() > last {
                break;
            }
            control.report(|| Progress {
                share: Some(self.next as f64 / boxes.len() as f64),
                ..self.progress("sweeping")
            });
            let allowed = self.roles_around_box(x, y, control);
            let played = self.try_roles(&allowed, limit, on_path, control);
            if control.interruption().is_some() {
                break;
            }
            match played {
                Played::Stopped => return Turn::Stopped,
                Played::Exhausted => drop(boxes.remove(self.next)),
                Played::Undecided => self.next += 1,
            }
        }
        if boxes.is_empty() {
            self.stage = Stage::Done;
            let proof = "exhausted: the start was looked for in every part of the board";
            return Turn::Exhausted(proof.to_owned());
        }
        if self.next >= boxes.len() {
            self.next = 0;
        }
        self.boxes = Some(boxes);
        Turn::Undecided
    }

    /// The start in a box, the end near it or anywhere.
    fn roles_around_box(&mut self, x: usize, y: usize, control: &Control) -> [(Vec<usize>, u8); 2] {
        let mut interrupted = || control.interruption().is_some();
        let nobody = |_: usize| false;
        let near = excludes_single_end(
            self.board,
            self.switches,
            self.colours,
            (x, y),
            &nobody,
            &mut interrupted,
        );
        let ends = if near {
            self.cells_within(parity::REACH, x, y)
        } else {
            self.board.free_cells().collect()
        };
        let starts = self.cells_of_box(x, y);
        [
            (starts, role::START | role::MIDDLE),
            (ends, role::END | role::MIDDLE),
        ]
    }
}
