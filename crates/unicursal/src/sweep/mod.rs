//! Counting all ways to fill a board with paths, by sweeping a border over it: a transfer matrix.
//!
//! Cells are taken one by one, row by row. All that the rest of the board can know of the paths so far is
//! [what crosses the border](border); ways that agree in this are counted together. Time and memory
//! grow exponentially with the width of the board and in proportion to its height, whatever the number of
//! answers.

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

/// Borders that each direction may take before one is chosen.
const FIRST_SHARE: usize = 20_000;
/// How many times less another direction must promise to take before it is gone over to.
const WORTH_A_CHANGE: usize = 5;

/// A board that is ready to be swept, in each direction along its shorter side.
///
/// Which direction has the fewest borders cannot be told beforehand, and the difference is a factor of
/// ten or ten thousand where there is no answer. So all directions begin, and the one goes on that
/// promises to take the least.
pub struct Sweep {
    directions: Vec<Direction>,
    most_borders: usize,
}

/// A plan for a direction.
struct Direction {
    plan: Plan,
    /// The cell of the board that each cell of the plan is.
    origin: Vec<usize>,
}

impl Sweep {
    /// Prepares a sweep; none when the borders are too long for it.
    pub fn new(field: &Field) -> Option<Self> {
        let (width, height) = (field.width, field.height());
        let mut fields = Vec::new();
        if width <= height {
            fields.push((field.clone(), (0..field.cells.len()).collect()));
        }
        if height <= width {
            fields.push(field.transposed());
        }
        for index in 0..fields.len() {
            let (field, origin) = &fields[index];
            let (flipped, from) = field.flipped();
            let origin = from.into_iter().map(|cell| origin[cell]).collect();
            fields.push((flipped, origin));
        }
        let directions = fields
            .into_iter()
            .map(|(field, origin): (Field, Vec<usize>)| {
                let plan = Plan::new(&field)?;
                Some(Direction { plan, origin })
            });
        let directions = directions.collect::<Option<_>>()?;
        Some(Self {
            directions,
            most_borders: usize::MAX,
        })
    }

    /// Gives up after so many borders in all layers together.
    #[must_use]
    pub fn within(mut self, most_borders: usize) -> Self {
        self.most_borders = most_borders;
        self
    }

    /// The exact number of answers.
    pub fn count(&self, control: &Control) -> Result<BigUint, Interruption> {
        let (_, run) = self.run(Purpose::Count, control)?;
        let limbs = run.total();
        let halves = limbs
            .iter()
            .flat_map(|&limb| [limb as u32, (limb >> 32) as u32]);
        Ok(BigUint::new(halves.collect()))
    }

    /// Up to so many different answers: the pairs of neighbours that are joined, for each.
    pub fn answers(
        &self,
        most: usize,
        control: &Control,
    ) -> Result<Vec<Vec<[usize; 2]>>, Interruption> {
        let (direction, run) = self.run(Purpose::List, control)?;
        let listed = run.answers(most, control)?;
        let on_board = |answer: Vec<[usize; 2]>| {
            let pairs = answer.into_iter();
            pairs
                .map(|pair| pair.map(|cell| direction.origin[cell]))
                .collect()
        };
        Ok(listed.into_iter().map(on_board).collect())
    }

    /// Sweeps to the end in one direction.
    fn run(
        &self,
        purpose: Purpose,
        control: &Control,
    ) -> Result<(&Direction, Box<dyn Running + '_>), Interruption> {
        let mut runs: Vec<Box<dyn Running + '_>> = Vec::new();
        for direction in &self.directions {
            let mut run = begin(&direction.plan, purpose);
            while !run.is_done() && run.spent() < FIRST_SHARE {
                run.advance(control)?;
            }
            runs.push(run);
        }
        let promise = |run: &dyn Running| if run.is_done() { 0 } else { run.promise() };
        let best = |runs: &[Box<dyn Running + '_>]| {
            let all = (0..runs.len()).min_by_key(|&index| promise(&*runs[index]));
            all.unwrap_or(0)
        };
        let mut chosen = best(&runs);
        while !runs[chosen].is_done() {
            let spent: usize = runs.iter().map(|run| run.spent()).sum();
            if spent > self.most_borders {
                return Err(Interruption::GaveUp);
            }
            runs[chosen].advance(control)?;
            let run = &*runs[chosen];
            control.report(|| Progress {
                phase: "sweeping",
                share: Some(run.share()),
                figures: vec![("borders", run.size() as u64)],
            });
            let other = best(&runs);
            if promise(&*runs[other]).saturating_mul(WORTH_A_CHANGE) < promise(&*runs[chosen]) {
                chosen = other;
            }
        }
        Ok((&self.directions[chosen], runs.swap_remove(chosen)))
    }
}

/// What a sweep keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The number of ways to each.
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
    /// The shortest one with so many planes of so many places; none when there is none.
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
