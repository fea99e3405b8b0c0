//! Many games at once: one call makes a move in each and writes the observations into NumPy arrays.
//!
//! A game that has ended begins anew with the next step, whatever its action, as Gymnasium's vector
//! environments do. The levels are a pool of one shape; each episode takes one of it at random.

use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray4};
use pyo3::prelude::*;
use unicursal::Error;
use unicursal::game::{Game, PLANES};
use unicursal::implement::Rng;

use crate::error::{raise, unexpected};
use crate::level::NativeLevel;

/// Many games at once.
#[pyclass(module = "unicursal._native")]
pub struct Batch {
    /// A game on each level that has not begun.
    pool: Vec<Game>,
    envs: Vec<Env>,
    cells: usize,
    moves: usize,
    /// Steps after which an episode is cut off; 0 for none.
    step_limit: u64,
    dense: bool,
}

struct Env {
    game: Game,
    /// The number of its level.
    level: usize,
    rng: Rng,
    steps: u64,
    has_ended: bool,
    done: usize,
}

impl Env {
    /// Begins an episode on some level of the pool.
    fn begin(&mut self, pool: &[Game]) {
        let level = self.rng.below(pool.len());
        if level == self.level {
            self.game.restart();
        } else {
            self.game.clone_from(&pool[level]);
            self.level = level;
        }
        (self.steps, self.has_ended, self.done) = (0, false, 0);
    }
}

#[pymethods]
impl Batch {
    #[new]
    fn new(
        levels: Vec<PyRef<'_, NativeLevel>>,
        count: usize,
        step_limit: u64,
        dense: bool,
    ) -> PyResult<Self> {
        let pool = levels.iter().map(|level| Game::new(&*level.level));
        let pool: Vec<Game> = pool
            .collect::<Result<_, _>>()
            .map_err(|error| raise(&error))?;
        let refused = |message: &str| raise(&Error::bad_request(message));
        let Some(first) = pool.first() else {
            return Err(refused("there are no levels"));
        };
        let shape = |game: &Game| (game.size(), game.move_count());
        if pool.iter().any(|game| shape(game) != shape(first)) {
            return Err(refused(
                "all levels of an environment must have one size and as many colours",
            ));
        }
        let ((width, height), moves) = shape(first);
        let env = |number: usize| Env {
            game: first.clone(),
            level: 0,
            rng: Rng::from_number(number as u64),
            steps: 0,
            has_ended: false,
            done: 0,
        };
        Ok(Self {
            envs: (0..count).map(env).collect(),
            cells: width * height,
            moves,
            pool,
            step_limit,
            dense,
        })
    }

    fn move_count(&self) -> usize {
        self.moves
    }

    /// The largest number on any plane of any level.
    fn most(&self) -> i16 {
        self.pool.iter().map(Game::most).max().unwrap_or(0)
    }

    /// The number of the level that an environment plays.
    fn level(&self, env: usize) -> Option<usize> {
        self.envs.get(env).map(|env| env.level)
    }

    /// The moves that were made in an environment.
    fn answer(&self, env: usize) -> Option<String> {
        self.envs.get(env).map(|env| env.game.answer())
    }

    /// Begins an episode everywhere; with a seed, always the same ones.
    fn reset(
        &mut self,
        seed: Option<u64>,
        mut planes: PyReadwriteArray4<'_, i16>,
        mut masks: PyReadwriteArray2<'_, i8>,
    ) -> PyResult<()> {
        let planes = planes.as_slice_mut().map_err(|error| unexpected(&error))?;
        let masks = masks.as_slice_mut().map_err(|error| unexpected(&error))?;
        self.fits(planes.len(), masks.len())?;
        let (size, moves) = (PLANES * self.cells, self.moves);
        for (number, env) in self.envs.iter_mut().enumerate() {
            if let Some(seed) = seed {
                env.rng = Rng::from_number(seed.wrapping_add(number as u64));
            }
            env.begin(&self.pool);
            env.game.observe(&mut planes[number * size..][..size]);
            env.game.mask(&mut masks[number * moves..][..moves]);
        }
        Ok(())
    }

    /// Makes a move in each environment, or begins an episode where one has ended.
    #[expect(clippy::too_many_arguments, reason = "an array for each result")]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut planes: PyReadwriteArray4<'_, i16>,
        mut masks: PyReadwriteArray2<'_, i8>,
        mut rewards: PyReadwriteArray1<'_, f64>,
        mut ended: PyReadwriteArray1<'_, bool>,
        mut cut_off: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let actions = actions.as_slice().map_err(|error| unexpected(&error))?;
        let planes = planes.as_slice_mut().map_err(|error| unexpected(&error))?;
        let masks = masks.as_slice_mut().map_err(|error| unexpected(&error))?;
        let rewards = rewards.as_slice_mut().map_err(|error| unexpected(&error))?;
        let ended = ended.as_slice_mut().map_err(|error| unexpected(&error))?;
        let cut_off = cut_off.as_slice_mut().map_err(|error| unexpected(&error))?;
        self.fits(planes.len(), masks.len())?;
        let count = self.envs.len();
        if [actions.len(), rewards.len(), ended.len(), cut_off.len()] != [count; 4] {
            let message = format!("there must be {count} actions, one for each environment");
            return Err(raise(&Error::bad_request(message)));
        }
        py.detach(|| {
            let (size, moves) = (PLANES * self.cells, self.moves);
            for (number, env) in self.envs.iter_mut().enumerate() {
                let planes = &mut planes[number * size..][..size];
                let mask = &mut masks[number * moves..][..moves];
                (rewards[number], ended[number], cut_off[number]) = (0.0, false, false);
                if env.has_ended {
                    env.begin(&self.pool);
                    env.game.observe(planes);
                    env.game.mask(mask);
                    continue;
                }
                let action = usize::try_from(actions[number]).unwrap_or(usize::MAX);
                let legal = env.game.play(action);
                env.steps += 1;
                let won = legal && env.game.is_won();
                let left = if legal {
                    env.game.observe_change(planes);
                    env.game.mask(mask)
                } else {
                    mask.contains(&1)
                };
                rewards[number] = match (legal, won) {
                    (false, _) => -1.0,
                    (true, true) => 1.0,
                    (true, false) => 0.0,
                };
                if self.dense && legal {
                    let (done, of) = env.game.progress();
                    rewards[number] += (done - env.done) as f64 / of.max(1) as f64;
                    env.done = done;
                }
                ended[number] = won || !left;
                cut_off[number] =
                    !ended[number] && self.step_limit > 0 && env.steps >= self.step_limit;
                env.has_ended = ended[number] || cut_off[number];
            }
        });
        Ok(())
    }
}

impl Batch {
    fn fits(&self, planes: usize, masks: usize) -> PyResult<()> {
        let count = self.envs.len();
        if planes == count * PLANES * self.cells && masks == count * self.moves {
            return Ok(());
        }
        Err(unexpected(&"the arrays are not those of the batch"))
    }
}
