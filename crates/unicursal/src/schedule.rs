//! Decides which of several ways to solve a board runs next, and for how long.
//!
//! Nobody knows beforehand which of several ways will solve a board. Choosing one by what the board
//! looks like goes wrong on boards unlike any seen before, and then the loss has no bound. So none
//! is chosen: the ways take turns (*dovetailing*), each with a share of the clock that never
//! reaches zero, in slices that grow with the time it has had. The look of the board may set the
//! order, the shares and a head start.
//!
//! **The clock.** Work is counted in [`Ticks`], by the innermost loops of all ways alike,
//! calibrated once so that a tick takes about as long everywhere. It does not depend on the
//! machine: the same board takes the same turns everywhere.
//!
//! **The turns.** The next turn goes to the way that has had the least relative to its share, the
//! first of them if there are several. It lasts until the way has had a 32nd more than the next
//! one, each relative to its share, and at least one first slice for each unit of its share. A way
//! that joins late has had nothing yet and catches up.
//!
//! **The promise.** Let a way need `T` ticks alone, with share `s` of the sum `S` of the shares of
//! all ways, none of which overruns its slices. When it has had `T`, each other way with share `r`
//! has had at most `33/32 r/s T` and a first slice, since its last turn began when it had no more
//! than `r/s T`. So together they take at most
//!
//! ```text
//! T + 33/32 (S/s - 1) T  +  a first slice for each other way  +  the head starts of the others
//! ```
//!
//! which is 2.03 times `T` for two ways with even shares, and 3.06 times for three:
//! [`Schedule::promise`].

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

/// Work, in units that take about as long everywhere. See the [module](self).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticks(pub u64);

impl Ticks {
    /// More than any work takes: no limit.
    pub const MAX: Self = Self(u64::MAX);

    /// This many times as much.
    #[must_use]
    pub const fn times(self, factor: u64) -> Self {
        Self(self.0.saturating_mul(factor))
    }
}

impl Add for Ticks {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self(self.0.saturating_add(more.0))
    }
}

impl AddAssign for Ticks {
    fn add_assign(&mut self, more: Self) {
        *self = *self + more;
    }
}

/// What is left of it: nothing if the other is more.
impl Sub for Ticks {
    type Output = Self;

    fn sub(self, less: Self) -> Self {
        Self(self.0.saturating_sub(less.0))
    }
}

impl fmt::Display for Ticks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// In its next turn, a way gets as much as it or the next one has had so far, divided by this.
const GROWTH: u64 = 32;

/// A way on the schedule.
#[derive(Clone, Copy, Debug)]
struct Entry<W> {
    way: W,
    share: u64,
    head_start: Ticks,
    spent: Ticks,
    is_alive: bool,
}

impl<W> Entry<W> {
    /// What counts against it: its head start does not.
    fn counted(&self) -> Ticks {
        self.spent - self.head_start
    }

    /// How much it has had relative to its share. Counts are of work that was really done, so their
    /// products fit.
    fn standing(&self) -> u128 {
        u128::from(self.counted().0) * SCALE / u128::from(self.share)
    }
}

/// A stretch of time in which one way ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<W> {
    /// The way.
    pub way: W,
    /// The work that it did, or may do if the turn is still to come.
    pub ticks: Ticks,
}

/// Which ways there are, what each has had, and whose turn it is. See the [module](self).
///
/// ```
/// use unicursal::schedule::{Schedule, Ticks, Turn};
///
/// let mut schedule = Schedule::new(Ticks(100));
/// schedule.add("search", 2);
/// schedule.add("deduce", 1);
/// // Nobody has had anything: the first is the first, with a slice for its share.
/// assert_eq!(schedule.next(), Some(Turn { way: "search", ticks: Ticks(200) }));
/// schedule.charge("search", Ticks(210));
/// // The other one draws level (105 for half the share) and gets a thirty-second more.
/// assert_eq!(schedule.next(), Some(Turn { way: "deduce", ticks: Ticks(108) }));
/// schedule.charge("deduce", Ticks(108));
/// schedule.end("search");
/// assert_eq!(schedule.next().map(|turn| turn.way), Some("deduce"));
/// schedule.end("deduce");
/// assert_eq!(schedule.next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Schedule<W> {
    entries: Vec<Entry<W>>,
    first_slice: Ticks,
    total: Ticks,
    turns: Vec<Turn<W>>,
}

impl<W: Copy + PartialEq> Schedule<W> {
    /// No ways yet; the first turn of each way lasts one first slice for each unit of its share.
    pub const fn new(first_slice: Ticks) -> Self {
        Self {
            entries: Vec::new(),
            first_slice,
            total: Ticks(0),
            turns: Vec::new(),
        }
    }

    /// Adds a way, at any time, unless it was added before. Among ways that have had equally much
    /// relative to their shares, the one added first runs first.
    pub fn add(&mut self, way: W, share: u64) {
        self.add_with_head_start(way, share, Ticks(0));
    }

    /// Adds a way whose first work, the head start, does not count: it gets this much before the
    /// others get anything.
    pub fn add_with_head_start(&mut self, way: W, share: u64, head_start: Ticks) {
        if self.entry(way).is_none() {
            self.entries.push(Entry {
                way,
                share: share.max(1),
                head_start,
                spent: Ticks(0),
                is_alive: true,
            });
        }
    }

    /// Whose turn it is, and how long that may last; `None` if no way is left.
    pub fn next(&self) -> Option<Turn<W>> {
        let alive = || self.entries.iter().filter(|entry| entry.is_alive);
        let entry =
            alive().min_by_key(|entry| (entry.spent >= entry.head_start, entry.standing()))?;
        let others = alive().filter(|other| other.way != entry.way);
        // The turn is measured against the next of the others.
        let next = others.map(Entry::standing).min().unwrap_or(0);
        let fair = next / SCALE * u128::from(entry.share);
        let counted = entry.counted().0;
        let fair = u64::try_from(fair).unwrap_or(u64::MAX).max(counted);
        let grown = fair.saturating_add(fair / GROWTH) - counted;
        let slice = self.first_slice.times(entry.share).0;
        let left = (entry.head_start - entry.spent).0;
        let ticks = Ticks(slice.max(grown).max(left));
        let way = entry.way;
        Some(Turn { way, ticks })
    }

    /// Records the work that a way has done, in its turn or before.
    pub fn charge(&mut self, way: W, ticks: Ticks) {
        let entry = self.entries.iter_mut().find(|entry| entry.way == way);
        if let Some(entry) = entry {
            entry.spent += ticks;
        }
        self.total += ticks;
        match self.turns.last_mut() {
            Some(last) if last.way == way => last.ticks += ticks,
            _ => self.turns.push(Turn { way, ticks }),
        }
    }

    /// A way has nothing left to try.
    pub fn end(&mut self, way: W) {
        for entry in self.entries.iter_mut().filter(|entry| entry.way == way) {
            entry.is_alive = false;
        }
    }

    /// Whether a way is there and has not ended.
    pub fn is_alive(&self, way: W) -> bool {
        self.entry(way).is_some_and(|entry| entry.is_alive)
    }

    /// What a way has done so far.
    pub fn spent(&self, way: W) -> Ticks {
        self.entry(way).map_or(Ticks(0), |entry| entry.spent)
    }

    /// What a way may do before the others get anything.
    pub fn head_start(&self, way: W) -> Ticks {
        self.entry(way).map_or(Ticks(0), |entry| entry.head_start)
    }

    /// What all ways have done so far.
    pub fn total(&self) -> Ticks {
        self.total
    }

    /// Which way did how much, in the order in which it was done; consecutive turns of one way are
    /// merged.
    pub fn timeline(&self) -> &[Turn<W>] {
        &self.turns
    }

    /// The most that all ways now on the schedule take together, if this one alone needs this much
    /// and every way keeps to its slices: what the [module](self) promises.
    pub fn promise(&self, way: W, alone: Ticks) -> Ticks {
        let Some(entry) = self.entry(way) else {
            return Ticks::MAX;
        };
        let others = self.entries.iter().filter(|other| other.way != way);
        let others = others.map(|other| {
            let fair = u128::from(alone.0) * u128::from(other.share) / u128::from(entry.share);
            let grown = fair.saturating_add(fair / u128::from(GROWTH));
            let grown = Ticks(u64::try_from(grown).unwrap_or(u64::MAX));
            grown + other.head_start + self.first_slice.times(other.share)
        });
        others.fold(alone, Add::add)
    }

    fn entry(&self, way: W) -> Option<&Entry<W>> {
        self.entries.iter().find(|entry| entry.way == way)
    }
}

/// Standings are compared in fractions of a tick, so that ways with large shares still differ.
const SCALE: u128 = 1 << 20;

#[cfg(test)]
mod tests {
    use super::{Schedule, Ticks};
    use crate::Rng;

    /// Runs ways that need this many ticks each until one of them is done. Returns which one, and
    /// what all of them took.
    fn race(schedule: &mut Schedule<usize>, needs: &[u64], late: &[(u64, usize, u64)]) -> usize {
        loop {
            let now = schedule.total();
            for &(from, way, share) in late {
                if now >= Ticks(from) {
                    schedule.add(way, share);
                }
            }
            let turn = schedule.next().expect("every way needs a finite time");
            let left = Ticks(needs[turn.way]) - schedule.spent(turn.way);
            schedule.charge(turn.way, left.min(turn.ticks));
            if left <= turn.ticks {
                return turn.way;
            }
        }
    }

    #[test]
    fn the_promise_is_kept_by_every_way_whatever_the_others_need() {
        let mut rng = Rng::from_text("schedule");
        let mut closest = 0.0_f64;
        for _ in 0..20_000 {
            let count = 1 + rng.below(5);
            let mut schedule = Schedule::new(Ticks(1 + rng.below(50) as u64));
            let mut needs = Vec::new();
            for way in 0..count {
                needs.push(1 << rng.below(24) | rng.below(1000) as u64);
                let head_start = Ticks((rng.below(2) * rng.below(10_000)) as u64);
                schedule.add_with_head_start(way, 1 + rng.below(6) as u64, head_start);
            }
            race(&mut schedule, &needs, &[]);
            for (way, &alone) in needs.iter().enumerate() {
                let (took, most) = (schedule.total(), schedule.promise(way, Ticks(alone)));
                assert!(took <= most, "{took} > {most}: {schedule:?} {needs:?}");
                closest = closest.max(took.0 as f64 / most.0 as f64);
            }
        }
        assert!(
            closest > 0.9,
            "the promise says more than it needs: {closest}"
        );
    }

    #[test]
    fn two_even_ways_take_little_more_than_twice_what_the_better_needs_alone() {
        for (one, other) in [
            (1_000_000, 1_000_001),
            (1_000_000, u64::MAX / 2),
            (1 << 40, 70),
        ] {
            let mut schedule = Schedule::new(Ticks(10));
            schedule.add(0, 1);
            schedule.add(1, 1);
            race(&mut schedule, &[one, other], &[]);
            let best = one.min(other);
            assert!(schedule.total().0 <= best * 65 / 32 + 10, "{schedule:?}");
        }
    }

    #[test]
    fn a_way_that_joins_late_catches_up_and_costs_the_others_no_more_than_its_share() {
        let mut schedule = Schedule::new(Ticks(10));
        schedule.add(0, 1);
        schedule.add(1, 1);
        let won = race(
            &mut schedule,
            &[1_000_000, 1 << 40, 1 << 40],
            &[(400_000, 2, 1)],
        );
        assert_eq!(won, 0);
        assert!(schedule.total() <= schedule.promise(0, Ticks(1_000_000)));
        assert!(schedule.spent(2) > Ticks(900_000));
    }

    #[test]
    fn a_head_start_comes_before_everything_else() {
        let mut schedule = Schedule::new(Ticks(10));
        schedule.add("first", 1);
        schedule.add_with_head_start("second", 1, Ticks(5_000));
        let turn = schedule.next().expect("both are alive");
        assert_eq!((turn.way, turn.ticks), ("second", Ticks(5_000)));
        schedule.charge("second", Ticks(5_000));
        assert_eq!(schedule.next().map(|turn| turn.way), Some("first"));
    }

    #[test]
    fn the_timeline_adds_up_and_joins_turns_in_a_row() {
        let mut schedule = Schedule::new(Ticks(10));
        schedule.add('a', 1);
        schedule.add('b', 1);
        for (way, ticks) in [('a', 10), ('a', 5), ('b', 20), ('a', 1)] {
            schedule.charge(way, Ticks(ticks));
        }
        let turns: Vec<(char, u64)> = schedule
            .timeline()
            .iter()
            .map(|turn| (turn.way, turn.ticks.0))
            .collect();
        assert_eq!(turns, [('a', 15), ('b', 20), ('a', 1)]);
        assert_eq!(schedule.total(), Ticks(36));
        assert_eq!(schedule.spent('a'), Ticks(16));
    }

    #[test]
    fn overflow_is_no_way_to_the_front() {
        let mut schedule = Schedule::new(Ticks::MAX);
        schedule.add(0, u64::MAX);
        schedule.add(1, 1);
        schedule.charge(0, Ticks::MAX);
        schedule.charge(0, Ticks::MAX);
        assert_eq!(schedule.next().map(|turn| turn.way), Some(1));
        assert_eq!(schedule.promise(1, Ticks::MAX), Ticks::MAX);
    }
}
