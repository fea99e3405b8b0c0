//! Counting all ways to fill a board with paths, by sweeping a border over it: a transfer matrix.
//!
//! Cells are taken one by one, row by row. The rest of the board depends only on [what crosses the
//! border](border), so ways with the same border are counted together. Time and memory grow
//! exponentially with the width of the board and linearly with its height, whatever the number of
//! solutions.

mod border;
mod field;
mod layer;
mod plan;
mod planar;
mod run;
mod step;
#[cfg(test)]
mod tests;

pub use field::{Cell, Field, Kind};

use border::Key;
use plan::Plan;
use run::{Run, Running};

use crate::{BigUint, Control, Interruption, Progress};

/// The borders that a direction has spent are divided by this before they are added to those it
/// promises to take. Promises alone lead some boards astray, and with more weight on what was spent
/// all directions keep going.
const SPENT_SHARE: usize = 4;

/// A board that is ready to be swept, in each direction along its shorter side.
///
/// Which direction has the fewest borders cannot be told beforehand, and the difference is a factor
/// of ten or ten thousand where there is no solution. So all directions begin, and at each step the
/// one that promises to take the least goes on: one that turns out badly is left for another.
pub struct Sweep {
    directions: Vec<Direction>,
    most_borders: usize,
}

/// A cell of the board, as opposed to one of a field that was turned for a direction.
#[derive(Clone, Copy)]
struct OnBoard(usize);

/// A plan for a direction.
struct Direction {
    plan: Plan,
    /// For each cell of the plan, the cell of the board.
    origin: Vec<OnBoard>,
}

impl Sweep {
    /// Prepares a sweep; `None` if the borders are too long for it.
    pub fn new(field: &Field) -> Option<Self> {
        let (width, height) = (field.width, field.height());
        let mut fields: Vec<(Field, Vec<OnBoard>)> = Vec::new();
        if width <= height {
            let origin = (0..field.cells.len()).map(OnBoard);
            fields.push((field.clone(), origin.collect()));
        }
        if height <= width {
            let (transposed, from) = field.transposed();
            fields.push((transposed, from.into_iter().map(OnBoard).collect()));
        }
        for index in 0..fields.len() {
            let (field, origin) = &fields[index];
            let (flipped, from) = field.flipped();
            let origin = from.into_iter().map(|cell| origin[cell]).collect();
            fields.push((flipped, origin));
        }
        let directions = fields.into_iter().map(|(field, origin)| {
            let plan = Plan::new(&field)?;
            Some(Direction { plan, origin })
        });
        let directions = directions.collect::<Option<_>>()?;
        Some(Self {
            directions,
            most_borders: usize::MAX,
        })
    }

    /// Gives up after this many borders in all layers together.
    #[must_use]
    pub fn within(mut self, most_borders: usize) -> Self {
        self.most_borders = most_borders;
        self
    }

    /// The exact number of solutions.
    pub fn count(&self, control: &Control) -> Result<BigUint, Interruption> {
        let mut sweeping = Sweeping::new(self, Purpose::Count);
        let limbs = sweeping.finish(self.most_borders, control)?.total();
        let halves = limbs
            .iter()
            .flat_map(|&limb| [limb as u32, (limb >> 32) as u32]);
        Ok(BigUint::new(halves.collect()))
    }

    /// Up to `most` different solutions, each as the pairs of neighbours that are joined.
    pub fn answers(
        &self,
        most: usize,
        control: &Control,
    ) -> Result<Vec<Vec<[usize; 2]>>, Interruption> {
        self.begin().answers(most, self.most_borders, control)
    }

    /// Begins a sweep for answers that can be continued later.
    pub fn begin(&self) -> Sweeping<'_> {
        Sweeping::new(self, Purpose::List)
    }
}

/// A sweep in progress in all directions.
pub struct Sweeping<'a> {
    directions: &'a [Direction],
    runs: Vec<Box<dyn Running + 'a>>,
}

impl<'a> Sweeping<'a> {
    fn new(sweep: &'a Sweep, purpose: Purpose) -> Self {
        let directions = &sweep.directions;
        Self {
            directions,
            runs: directions
                .iter()
                .map(|direction| begin(&direction.plan, purpose))
                .collect(),
        }
    }

    /// Up to `most` different solutions, as in [`Sweep::answers`]. Gives up when all layers so far
    /// have more than `most_borders` borders together, and continues from there when it is called
    /// again.
    pub fn answers(
        &mut self,
        most: usize,
        most_borders: usize,
        control: &Control,
    ) -> Result<Vec<Vec<[usize; 2]>>, Interruption> {
        let listed = self.finish(most_borders, control)?.answers(most, control)?;
        let direction = &self.directions[self.best()];
        let on_board = |answer: Vec<[usize; 2]>| {
            let pairs = answer.into_iter();
            pairs
                .map(|pair| pair.map(|cell| direction.origin[cell].0))
                .collect()
        };
        Ok(listed.into_iter().map(on_board).collect())
    }

    /// Sweeps to the end in one direction, and gives up after too many borders.
    fn finish(
        &mut self,
        most_borders: usize,
        control: &Control,
    ) -> Result<&dyn Running, Interruption> {
        loop {
            let best = self.best();
            if self.runs[best].is_done() {
                return Ok(&*self.runs[best]);
            }
            let spent: usize = self.runs.iter().map(|run| run.spent()).sum();
            if spent > most_borders {
                return Err(Interruption::GaveUp);
            }
            let others = self.runs.iter().enumerate();
            let others = others.filter(|&(index, _)| index != best);
            let held = others.map(|(_, run)| run.bytes()).sum();
            self.runs[best].advance(held, control)?;
            let furthest = self.runs.iter().map(|run| run.share()).fold(0.0, f64::max);
            let size = self.runs[best].size();
            control.report(|| Progress {
                phase: "sweeping",
                share: Some(furthest),
                figures: vec![("borders", size as u64)],
            });
        }
    }

    /// The direction that is done, or else the one that promises to take the least.
    fn best(&self) -> usize {
        let price = |run: &dyn Running| {
            if run.is_done() {
                0
            } else {
                1 + run.promise() + run.spent() / SPENT_SHARE
            }
        };
        let all = (0..self.runs.len()).min_by_key(|&index| price(&*self.runs[index]));
        all.unwrap_or(0)
    }
}

/// What a sweep keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The number of ways to each border.
    Count,
    /// The borders at the end of each row, from which answers are traced back.
    List,
}

/// Begins to sweep.
fn begin(plan: &Plan, purpose: Purpose) -> Box<dyn Running + '_> {
    match plan.packing {
        Packing::Short3 => Box::new(Run::<u64, 3>::new(plan, purpose)),
        Packing::Short4 => Box::new(Run::<u64, 4>::new(plan, purpose)),
        Packing::Short5 => Box::new(Run::<u64, 5>::new(plan, purpose)),
        Packing::Long6 => Box::new(Run::<u128, 6>::new(plan, purpose)),
        Packing::Long7 => Box::new(Run::<u128, 7>::new(plan, purpose)),
        Packing::Long8 => Box::new(Run::<u128, 8>::new(plan, purpose)),
    }
}

/// How borders are packed: into words of 64 bits or of 128, and into how many planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Short3,
    Short4,
    Short5,
    Long6,
    Long7,
    Long8,
}

impl Packing {
    /// The shortest one with this many planes of this many places; `None` if there is none.
    fn for_borders(planes: usize, places: usize) -> Option<Self> {
        let long = <u128 as Key>::BITS;
        let short = <u64 as Key>::BITS;
        let all = [
            (Self::Short3, 3, short / 3),
            (Self::Short4, 4, short / 4),
            (Self::Short5, 5, short / 5),
            (Self::Long6, 6, long / 6),
            (Self::Long7, 7, long / 7),
            (Self::Long8, 8, long / 8),
        ];
        let fits = |&&(_, most_planes, most_places): &&(Self, usize, usize)| {
            planes <= most_planes && places <= most_places
        };
        all.iter().find(fits).map(|&(packing, ..)| packing)
    }
}
