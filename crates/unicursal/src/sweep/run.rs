//! A sweep in progress in one direction, and answers traced back from its end.

use std::collections::{HashMap, HashSet};

use super::Purpose;
use super::border::{Border, Key};
use super::field::Kind;
use super::layer::Layer;
use super::plan::Plan;
use super::step::{Move, Step};
use crate::{Control, Interruption};

/// Borders at the beginning of a row between two looks at the caller's limits.
const TRACED_TOGETHER: usize = 1 << 12;
/// Ways to an end of a row that are kept before surplus ones are dropped.
const MOST_KEPT: usize = 64;
/// Sets of edges down with which each border at the beginning of a row is compared; with more of
/// them that takes as long as walking.
const COMPARED: usize = 16;

/// A sweep in progress, whatever its borders are packed into.
pub trait Running {
    /// Takes one more cell. Others hold this many bytes.
    fn advance(&mut self, held: usize, control: &Control) -> Result<(), Interruption>;
    /// The bytes of its borders.
    fn bytes(&self) -> usize;
    fn is_done(&self) -> bool;
    /// The borders of all layers so far.
    fn spent(&self) -> usize;
    /// About how many borders there will be in the layers to come.
    fn promise(&self) -> usize;
    /// The number of borders now.
    fn size(&self) -> usize;
    /// How much is done, 0 to 1.
    fn share(&self) -> f64;
    /// The number of ways, the lowest limb first.
    fn total(&self) -> Vec<u64>;
    /// At the end of a sweep that keeps its rows, up to `most` answers, each as joined pairs of
    /// cells.
    fn answers(&self, most: usize, control: &Control)
    -> Result<Vec<Vec<[usize; 2]>>, Interruption>;
}

/// A sweep whose borders have `P` planes.
pub struct Run<'a, K, const P: usize> {
    plan: &'a Plan,
    purpose: Purpose,
    layer: Option<Layer<K>>,
    /// Cells taken.
    taken: usize,
    spent: usize,
    /// The borders after each cell.
    sizes: Vec<usize>,
    /// The borders at the beginning of each row.
    rows: Vec<Vec<K>>,
}

impl<'a, K: Key, const P: usize> Run<'a, K, P> {
    pub fn new(plan: &'a Plan, purpose: Purpose) -> Self {
        let first = Border::<K, P>::EMPTY.key;
        Self {
            plan,
            purpose,
            layer: Some(Layer::new(first, purpose == Purpose::Count)),
            taken: 0,
            spent: 0,
            sizes: Vec::new(),
            rows: vec![vec![first]],
        }
    }

    /// All ways from borders at the beginning of a row to one of those at its end, each as the
    /// borders after its cells; at most `most` for each end.
    fn ways_through(
        &self,
        row: usize,
        ends: &[K],
        most: usize,
        control: &Control,
    ) -> Result<Vec<(usize, Vec<K>)>, Interruption> {
        let width = self.plan.width;
        let steps = &self.plan.steps[row * width..(row + 1) * width];
        // After the last cell the border has moved on by a place.
        let edges = |key: K| Border::<K, P> { key }.plugs() >> 1;
        let mut below: Vec<u32> = ends.iter().map(|&key| edges(key)).collect();
        below.sort_unstable();
        below.dedup();
        let degrees = Degrees::of(steps).filter(|_| below.len() <= COMPARED);
        let may_lead = |start: K| {
            let above = edges(start);
            let fits = |degrees: &Degrees| below.iter().any(|&down| degrees.fit(above, down));
            degrees.as_ref().is_none_or(fits)
        };
        let mut through = Through {
            steps: steps.iter().map(Move::<K, P>::new).collect(),
            downs: downs(below.iter().copied()),
            ends: ends.iter().copied().zip(0..).collect(),
            most,
            way: Vec::with_capacity(width + 1),
            found: vec![Vec::new(); ends.len()],
        };
        for starts in self.rows[row].chunks(TRACED_TOGETHER) {
            control.check()?;
            for &start in starts.iter().filter(|&&start| may_lead(start)) {
                through.walk(start);
            }
        }
        // Which of the ways are kept does not depend on the order of the borders.
        let found = through.found.into_iter().enumerate();
        let found = found.flat_map(|(end, mut ways)| {
            ways.sort_unstable();
            ways.truncate(most);
            ways.into_iter().map(move |way| (end, way))
        });
        Ok(found.collect())
    }
}

/// How many edges the cells of a row have, a bit for each column.
struct Degrees {
    walls: u32,
    /// One edge.
    ends: u32,
    /// Two edges.
    used: u32,
    last: u32,
}

impl Degrees {
    /// Those of a row, unless the number depends on what its paths are.
    fn of(steps: &[Step]) -> Option<Self> {
        let mut degrees = Self {
            walls: 0,
            ends: 0,
            used: 0,
            last: 1 << (steps.len() - 1),
        };
        for (column, step) in steps.iter().enumerate() {
            match step.cell.kind {
                _ if step.cell.may_end => return None,
                Kind::Relay => return None,
                Kind::Wall => degrees.walls |= 1 << column,
                Kind::Terminal => degrees.ends |= 1 << column,
                Kind::Through if step.cell.may_be_blank => {}
                Kind::Through => degrees.used |= 1 << column,
            }
        }
        Some(degrees)
    }

    /// Whether cells can have that many edges, if these lead up and down: those to the right follow,
    /// from left to right.
    #[inline]
    fn fit(&self, up: u32, down: u32) -> bool {
        let mut right = up ^ down ^ self.ends;
        for shift in [1, 2, 4, 8, 16] {
            right ^= right << shift;
        }
        let left = right << 1;
        let one = up | down | left | right;
        let two = (up & down) | (left & right) | ((up | down) & (left | right));
        let four = up & down & left & right;
        let wrong = one & self.walls | two & self.ends | !one & self.used | four;
        wrong == 0 && right & self.last == 0
    }
}

/// For each column, the sets of edges down from the cells up to it, as bits, that lead to one of
/// these ends of a row.
fn downs(ends: impl Iterator<Item = u32>) -> HashSet<(usize, u32)> {
    let columns = |end: u32| (0..32).map(move |column| (column, end & (u32::MAX >> (31 - column))));
    ends.flat_map(columns).collect()
}

/// Walks through a row, cell by cell, to some of the borders at its end.
struct Through<'a, K, const P: usize> {
    steps: Vec<Move<'a, K, P>>,
    downs: HashSet<(usize, u32)>,
    ends: HashMap<K, usize>,
    most: usize,
    /// The borders so far.
    way: Vec<K>,
    /// For each end the ways to it.
    found: Vec<Vec<Vec<K>>>,
}

impl<K: Key, const P: usize> Through<'_, K, P> {
    /// Continues from a border. The edges down from the cells that were passed are fixed, so there
    /// is hardly ever more than one way.
    fn walk(&mut self, at: K) {
        let column = self.way.len();
        self.way.push(at);
        if column == self.steps.len() {
            if let Some(&end) = self.ends.get(&at) {
                let found = &mut self.found[end];
                found.push(self.way.clone());
                if found.len() >= self.most.saturating_mul(2).max(MOST_KEPT) {
                    found.sort_unstable();
                    found.truncate(self.most);
                }
            }
        } else {
            let is_last = column + 1 == self.steps.len();
            let mut next = Vec::new();
            self.steps[column].extend(at, |after| {
                let plugs = Border::<K, P> { key: after }.plugs() >> usize::from(is_last);
                let downs = (column, plugs & (u32::MAX >> (31 - column)));
                if self.downs.contains(&downs) {
                    next.push(after);
                }
            });
            for after in next {
                self.walk(after);
            }
        }
        self.way.pop();
    }
}

impl<K: Key, const P: usize> Running for Run<'_, K, P> {
    fn advance(&mut self, held: usize, control: &Control) -> Result<(), Interruption> {
        control.check()?;
        // It is lost if its successor takes more memory than allowed.
        let layer = self.layer.take().ok_or(Interruption::Memory)?;
        let rows: usize = self.rows.iter().map(Vec::len).sum();
        let held = held + rows * size_of::<K>();
        let layer = layer.next::<P>(&self.plan.steps[self.taken], held, control)?;
        self.spent += layer.len();
        self.sizes.push(layer.len());
        self.taken += 1;
        if self.purpose == Purpose::List && self.taken.is_multiple_of(self.plan.width) {
            if !control.allows_memory(held + layer.len() * size_of::<K>()) {
                return Err(Interruption::Memory);
            }
            let mut row = Vec::with_capacity(layer.len());
            for bucket in &layer.buckets {
                row.extend_from_slice(&bucket.keys);
            }
            self.rows.push(row);
        }
        self.layer = Some(layer);
        Ok(())
    }

    fn bytes(&self) -> usize {
        let layer = self.layer.as_ref();
        let rows: usize = self.rows.iter().map(Vec::len).sum();
        rows * size_of::<K>() + layer.map_or(0, |layer| layer.len() * layer.bytes_each())
    }

    fn is_done(&self) -> bool {
        let layer = self.layer.as_ref();
        layer.is_some_and(|layer| self.taken == self.plan.steps.len() || layer.len() == 0)
    }

    fn spent(&self) -> usize {
        self.spent
    }

    fn promise(&self) -> usize {
        // As many as in the layers of the last row: within a row, the sizes go up and down.
        let recent = &self.sizes[self.sizes.len().saturating_sub(self.plan.width)..];
        let left = self.plan.steps.len() - self.taken;
        recent.iter().sum::<usize>() * left / recent.len().max(1)
    }

    fn size(&self) -> usize {
        self.layer.as_ref().map_or(0, Layer::len)
    }

    fn share(&self) -> f64 {
        self.taken as f64 / self.plan.steps.len() as f64
    }

    fn total(&self) -> Vec<u64> {
        self.layer.as_ref().map_or_else(Vec::new, Layer::total)
    }

    fn answers(
        &self,
        most: usize,
        control: &Control,
    ) -> Result<Vec<Vec<[usize; 2]>>, Interruption> {
        if self.size() == 0 || most == 0 {
            return Ok(Vec::new());
        }
        let width = self.plan.width;
        // From the last row to the first: where each end of an answer begins, and the pairs that it
        // joins. Every border was reached in some way, so every end has a beginning.
        let mut ends: Vec<(K, Vec<[usize; 2]>)> =
            vec![(self.rows[self.rows.len() - 1][0], Vec::new())];
        for row in (0..self.rows.len() - 1).rev() {
            let mut starts: Vec<K> = ends.iter().map(|&(start, _)| start).collect();
            starts.sort_unstable();
            starts.dedup();
            let ways = self.ways_through(row, &starts, most, control)?;
            let mut longer = Vec::new();
            // Each end gets one way first, so that there are never fewer than before.
            for (first, (start, pairs)) in ends.iter().enumerate() {
                let of_start = ways.iter().filter(|&&(end, _)| starts[end] == *start);
                let ends_left = ends.len() - first - 1;
                for (index, (_, way)) in of_start.enumerate() {
                    if index > 0 && longer.len() + ends_left >= most {
                        break;
                    }
                    let mut pairs = pairs.clone();
                    self.add_pairs(row * width, way, &mut pairs);
                    longer.push((way[0], pairs));
                }
            }
            ends = longer;
        }
        ends.truncate(most);
        Ok(ends.into_iter().map(|(_, pairs)| pairs).collect())
    }
}

impl<K: Key, const P: usize> Run<'_, K, P> {
    /// The pairs that a way through a row joins. `way` begins with the border before the row.
    fn add_pairs(&self, first: usize, way: &[K], pairs: &mut Vec<[usize; 2]>) {
        let width = self.plan.width;
        for (column, key) in way[1..].iter().enumerate() {
            let cell = first + column;
            // After the last cell of a row the border has moved on by a place.
            let shift = usize::from(column + 1 == width);
            let plugs = Border::<K, P> { key: *key }.plugs();
            if plugs >> (column + shift) & 1 == 1 {
                pairs.push([cell, cell + width]);
            }
            if shift == 0 && plugs >> (column + 1) & 1 == 1 {
                pairs.push([cell, cell + 1]);
            }
        }
    }
}
