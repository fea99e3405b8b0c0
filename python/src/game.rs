//! A level that is played move by move: one call of native code makes a move and returns everything
//! that Gymnasium's `step` does, because the call itself is most of the cost of a step.

use std::sync::Arc;

use numpy::ndarray::{ArrayView1, ArrayView3};
use numpy::{PyArray1, PyArray3, ToPyArray};
use pyo3::exceptions::PyOverflowError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use unicursal::Level;
use unicursal::game::{Game, PLANES};

use crate::error::{raise, unexpected};

/// Observation, reward, whether it has ended, whether it was cut off, and further information.
type Step<'py> = (
    Bound<'py, PyArray3<i16>>,
    f64,
    bool,
    bool,
    Bound<'py, PyDict>,
);

/// A level, and the moves that were made on it.
#[pyclass(module = "unicursal._native", name = "Game")]
pub struct NativeGame {
    game: Game,
    level: Arc<dyn Level>,
    planes: Vec<i16>,
    mask: Vec<i8>,
    /// Steps after which an episode is cut off; 0 for none.
    step_limit: u64,
    dense: bool,
    steps: u64,
    done: usize,
}

impl NativeGame {
    pub fn new(level: Arc<dyn Level>, step_limit: u64, dense: bool) -> PyResult<Self> {
        let game = Game::new(&*level).map_err(|error| raise(&error))?;
        let (width, height) = game.size();
        let mut made = Self {
            planes: vec![0; PLANES * width * height],
            mask: vec![0; game.move_count()],
            game,
            level,
            step_limit,
            dense,
            steps: 0,
            done: 0,
        };
        made.restart();
        Ok(made)
    }

    fn restart(&mut self) {
        self.game.restart();
        self.game.observe(&mut self.planes);
        self.game.mask(&mut self.mask);
        (self.steps, self.done) = (0, 0);
    }

    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<i16>>> {
        let (width, height) = self.game.size();
        let view = ArrayView3::from_shape((PLANES, height, width), &self.planes);
        Ok(view.map_err(|error| unexpected(&error))?.to_pyarray(py))
    }

    /// Only at the end of an episode, because the answer takes longer to write than a move to make.
    fn info<'py>(&self, py: Python<'py>, with_answer: bool) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), self.mask(py))?;
        if with_answer {
            info.set_item(intern!(py, "answer"), self.game.answer())?;
        }
        Ok(info)
    }
}

#[pymethods]
impl NativeGame {
    fn move_count(&self) -> usize {
        self.game.move_count()
    }

    fn most(&self) -> i16 {
        self.game.most()
    }

    fn answer(&self) -> String {
        self.game.answer()
    }

    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        ArrayView1::from(&self.mask).to_pyarray(py)
    }

    fn moves_of(&self, answer: &[u8]) -> PyResult<Vec<usize>> {
        let moves = self.game.moves_of(&*self.level, answer);
        moves.map_err(|error| raise(&error))
    }

    /// Begins anew.
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray3<i16>>, Bound<'py, PyDict>)> {
        self.restart();
        Ok((self.observation(py)?, self.info(py, true)?))
    }

    /// Makes a move. A number that is not a move is not legal.
    fn step<'py>(&mut self, action: &Bound<'py, PyAny>) -> PyResult<Step<'py>> {
        let py = action.py();
        let number = match action.extract::<i64>() {
            Ok(number) => usize::try_from(number).unwrap_or(usize::MAX),
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => usize::MAX,
            Err(error) => return Err(error),
        };
        let legal = self.game.play(number);
        let left = if legal {
            self.game.observe_change(&mut self.planes);
            self.game.mask(&mut self.mask)
        } else {
            self.mask.contains(&1)
        };
        let won = self.game.is_won();
        let mut reward = match (legal, won) {
            (false, _) => -1.0,
            (true, true) => 1.0,
            (true, false) => 0.0,
        };
        if self.dense && legal {
            let (done, of) = self.game.progress();
            reward += (done - self.done) as f64 / of.max(1) as f64;
            self.done = done;
        }
        self.steps += 1;
        let ended = won || !left;
        let cut_off = !ended && self.step_limit > 0 && self.steps >= self.step_limit;
        Ok((
            self.observation(py)?,
            reward,
            ended,
            cut_off,
            self.info(py, ended || cut_off)?,
        ))
    }
}
