//! A level that is played move by move, with observations in NumPy arrays.

use std::sync::Arc;

use numpy::{PyReadwriteArray1, PyReadwriteArray3};
use pyo3::prelude::*;
use unicursal::Level;
use unicursal::game::Game;

use crate::error::{raise, unexpected};

/// A level, and the moves that were made on it.
#[pyclass(module = "unicursal._native", name = "Game")]
pub struct NativeGame {
    pub game: Game,
    level: Arc<dyn Level>,
}

impl NativeGame {
    pub fn new(level: Arc<dyn Level>) -> PyResult<Self> {
        let game = Game::new(&*level).map_err(|error| raise(&error))?;
        Ok(Self { game, level })
    }

    fn write(
        &self,
        planes: &mut PyReadwriteArray3<'_, i16>,
        mask: &mut PyReadwriteArray1<'_, i8>,
        changed: bool,
    ) -> PyResult<bool> {
        let planes = planes.as_slice_mut().map_err(|error| unexpected(&error))?;
        let mask = mask.as_slice_mut().map_err(|error| unexpected(&error))?;
        if changed {
            self.game.observe_change(planes);
        } else {
            self.game.observe(planes);
        }
        Ok(self.game.mask(mask))
    }
}

#[pymethods]
impl NativeGame {
    fn size(&self) -> (usize, usize) {
        self.game.size()
    }

    fn move_count(&self) -> usize {
        self.game.move_count()
    }

    fn most(&self) -> i16 {
        self.game.most()
    }

    fn answer(&self) -> String {
        self.game.answer()
    }

    fn progress(&self) -> (usize, usize) {
        self.game.progress()
    }

    fn moves_of(&self, answer: &[u8]) -> PyResult<Vec<usize>> {
        let moves = self.game.moves_of(&*self.level, answer);
        moves.map_err(|error| raise(&error))
    }

    /// Begins anew, and writes what there is to see. Returns whether it is won, and whether a move
    /// is left.
    fn restart(
        &mut self,
        mut planes: PyReadwriteArray3<'_, i16>,
        mut mask: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<(bool, bool)> {
        self.game.restart();
        let any = self.write(&mut planes, &mut mask, false)?;
        Ok((self.game.is_won(), any))
    }

    /// Makes a move, and writes what has changed. Returns whether it was legal, whether the game is
    /// won, and whether a move is left.
    fn play(
        &mut self,
        number: usize,
        mut planes: PyReadwriteArray3<'_, i16>,
        mut mask: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<(bool, bool, bool)> {
        let legal = self.game.play(number);
        let any = self.write(&mut planes, &mut mask, true)?;
        Ok((legal, self.game.is_won(), any))
    }
}
