//! Every walk, tried with the rules that the checker has for it.

use super::Tried;
use crate::coil::Board;
use crate::coil::solve::slides::every::Every;
use crate::ended::Ended;
use crate::{Control, Interruption, Progress};

/// See the [module](self).
pub struct Search<'a> {
    /// From the cells of the cores and, with a single one, from all others to it.
    parts: Vec<Every>,
    answers: &'a [Vec<u32>],
}

impl<'a> Search<'a> {
    /// A search for paths with an end in each core, two at most.
    pub fn new(board: &Board, cores: &[&[usize]], answers: &'a [Vec<u32>]) -> Self {
        let inside: Vec<usize> = cores.concat();
        let mut is_inside = vec![false; board.cell_count()];
        for &cell in &inside {
            is_inside[cell] = true;
        }
        let elsewhere = board.free_cells().filter(|&cell| !is_inside[cell]);
        let elsewhere: Vec<usize> = elsewhere.collect();
        let ends: Vec<u32> = inside.iter().map(|&cell| cell as u32).collect();
        let parts = match cores.len() {
            0 => vec![Every::new(board, elsewhere, None)],
            1 => vec![
                Every::new(board, inside, None),
                Every::new(board, elsewhere, Some(ends)),
            ],
            _ => vec![Every::new(board, inside, Some(ends))],
        };
        Self { parts, answers }
    }

    /// Tries walks until about this many more cells have been entered.
    pub fn run(&mut self, cells: u64, control: &Control) -> Result<Tried, Interruption> {
        control.report(|| Progress {
            phase: "searching for the proof",
            ..Progress::default()
        });
        let mut left = cells;
        for part in &mut self.parts {
            let before = part.work;
            match part.run(self.answers, left, control)? {
                Ended::Found => return Ok(Tried::Another),
                Ended::Undecided => return Ok(Tried::TooLong),
                Ended::Exhausted => left = left.saturating_sub(part.work - before),
            }
        }
        Ok(Tried::Refuted)
    }

    /// A bound on the cells that the checker will enter.
    pub fn most(&self) -> u64 {
        let work: u64 = self.parts.iter().map(|part| part.work).sum();
        2 * work
    }
}
