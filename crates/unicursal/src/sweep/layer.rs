//! All borders after a step, each once, with the number of ways to it.
//!
//! Borders are spread over buckets by their hash, so that duplicates in a bucket are merged in a
//! table that fits into the processor's cache, and each thread works on its own buckets.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::border::Key;
use super::step::{Move, Step};
use crate::{Control, Interruption};

/// About how many borders a bucket has: a table for them takes some hundred kilobytes.
const BUCKET: usize = 1 << 14;
/// The most buckets.
const MOST_BUCKETS: usize = 1 << 10;
/// With fewer borders than this, a second thread costs more than it gains.
const WORTH_A_THREAD: usize = 1 << 14;
/// Borders between two looks at the caller's limits.
const BORDERS_PER_LOOK: usize = 1 << 12;

/// Borders with their numbers of ways, each a row of limbs, the lowest first. Without limbs nothing
/// is counted.
#[derive(Clone, Debug)]
pub struct Bucket<K> {
    pub keys: Vec<K>,
    pub ways: Vec<u64>,
}

impl<K> Bucket<K> {
    /// Room for this many borders, and some more.
    fn with_room(borders: usize, limbs: usize) -> Self {
        let borders = borders + borders / 4;
        Self {
            keys: Vec::with_capacity(borders),
            ways: Vec::with_capacity(borders * limbs),
        }
    }
}

/// All borders after a step.
pub struct Layer<K> {
    pub buckets: Vec<Bucket<K>>,
    pub limbs: usize,
    /// All ways together are fewer than two to this power.
    bits: usize,
}

/// No border has more than four successors, so a step adds at most this many bits to the number of
/// all ways.
const BITS_PER_STEP: usize = 2;

impl<K: Key> Layer<K> {
    /// One border, to which there is one way.
    pub fn new(first: K, counts: bool) -> Self {
        let ways = if counts { vec![1] } else { Vec::new() };
        Self {
            buckets: vec![Bucket {
                keys: vec![first],
                ways,
            }],
            limbs: usize::from(counts),
            bits: 1,
        }
    }

    /// How many borders there are.
    pub fn len(&self) -> usize {
        self.buckets.iter().map(|bucket| bucket.keys.len()).sum()
    }

    /// The bytes that each border takes.
    pub fn bytes_each(&self) -> usize {
        size_of::<K>() + self.limbs * size_of::<u64>()
    }

    /// The total number of ways, the lowest limb first; it has one limb more than each border.
    pub fn total(&self) -> Vec<u64> {
        let mut total = vec![0; self.limbs + 1];
        for bucket in &self.buckets {
            for ways in bucket.ways.chunks_exact(self.limbs.max(1)) {
                add(&mut total, ways);
            }
        }
        total
    }

    /// Makes room for all ways of the next layer together, so that no number of it is cut off.
    fn make_room(&mut self) {
        let room = self.limbs * 64;
        self.bits += BITS_PER_STEP;
        if self.limbs == 0 || self.bits <= room {
            return;
        }
        let total = self.total();
        let highest = total.iter().rposition(|&limb| limb != 0).unwrap_or(0);
        let bits = (highest + 1) * 64 - total[highest].leading_zeros() as usize;
        self.bits = bits + BITS_PER_STEP;
        if self.bits <= room {
            return;
        }
        for bucket in &mut self.buckets {
            let rows = bucket.ways.chunks_exact(self.limbs);
            bucket.ways = rows
                .flat_map(|row| row.iter().copied().chain([0]))
                .collect();
        }
        self.limbs += 1;
    }

    /// The layer after a step. Together with the `held` bytes that others use, it must fit into the
    /// memory limit.
    pub fn next<const P: usize>(
        mut self,
        step: &Step,
        held: usize,
        control: &Control,
    ) -> Result<Self, Interruption> {
        self.make_room();
        let (size, bits) = (self.len(), self.bits);
        let limbs = self.limbs;
        let threads = if size < WORTH_A_THREAD {
            1
        } else {
            control.thread_count()
        };
        let buckets = (size / BUCKET).next_power_of_two().min(MOST_BUCKETS);
        let allowance = Allowance {
            control,
            held,
            bytes_each: self.bytes_each(),
            borders: AtomicUsize::new(size),
        };
        // Each thread spreads the successors of its share of the borders over its own buckets.
        let sources = Queue::new(self.buckets);
        let spread = in_threads(threads, || {
            let mut spread: Vec<Bucket<K>> = Vec::with_capacity(buckets);
            spread.resize_with(buckets, || {
                Bucket::with_room(size / buckets / threads, limbs)
            });
            while let Some(source) = sources.take() {
                expand::<K, P>(&source, step, limbs, &mut spread, &allowance)?;
                allowance.free(source.keys.len());
            }
            Ok(spread)
        })?;
        let mut parts: Vec<Vec<Bucket<K>>> = Vec::with_capacity(buckets);
        parts.resize_with(buckets, Vec::new);
        for spread in spread {
            for (parts, bucket) in parts.iter_mut().zip(spread) {
                parts.push(bucket);
            }
        }
        let parts = Queue::new(parts.into_iter().enumerate().collect());
        let unique = in_threads(threads, || {
            let mut table = Vec::new();
            let mut unique = Vec::new();
            while let Some((index, parts)) = parts.take() {
                control.check()?;
                unique.push((index, merge(&parts, limbs, &mut table)));
            }
            Ok(unique)
        })?;
        let mut unique: Vec<(usize, Bucket<K>)> = unique.into_iter().flatten().collect();
        unique.sort_unstable_by_key(|&(index, _)| index);
        Ok(Self {
            buckets: unique.into_iter().map(|(_, bucket)| bucket).collect(),
            limbs,
            bits,
        })
    }
}

/// How many borders there may be at the same time.
struct Allowance<'a> {
    control: &'a Control<'a>,
    /// The bytes that others hold.
    held: usize,
    bytes_each: usize,
    borders: AtomicUsize,
}

impl Allowance<'_> {
    /// Asks for this many more borders. A vector that grows takes up to twice its size.
    fn ask(&self, more: usize) -> Result<(), Interruption> {
        let borders = self.borders.fetch_add(more, Ordering::Relaxed) + more;
        self.control.check()?;
        if self
            .control
            .allows_memory(self.held + 2 * borders * self.bytes_each)
        {
            Ok(())
        } else {
            Err(Interruption::Memory)
        }
    }

    fn free(&self, borders: usize) {
        self.borders.fetch_sub(borders, Ordering::Relaxed);
    }
}

/// Spreads all successors of the borders of a bucket.
fn expand<K: Key, const P: usize>(
    source: &Bucket<K>,
    step: &Step,
    limbs: usize,
    spread: &mut [Bucket<K>],
    allowance: &Allowance,
) -> Result<(), Interruption> {
    let mask = spread.len() as u64 - 1;
    let step = Move::<K, P>::new(step);
    for (index, keys) in source.keys.chunks(BORDERS_PER_LOOK).enumerate() {
        let mut found = 0;
        for (offset, &key) in keys.iter().enumerate() {
            let at = (index * BORDERS_PER_LOOK + offset) * limbs;
            let ways = &source.ways[at..at + limbs];
            step.extend(key, |next: K| {
                let bucket = &mut spread[(next.hash() >> 40 & mask) as usize];
                bucket.keys.push(next);
                for &limb in ways {
                    bucket.ways.push(limb);
                }
                found += 1;
            });
        }
        allowance.ask(found)?;
    }
    Ok(())
}

/// Merges equal borders and adds up their ways. The table stores the index of a border plus one.
fn merge<K: Key>(parts: &[Bucket<K>], limbs: usize, table: &mut Vec<u32>) -> Bucket<K> {
    let size: usize = parts.iter().map(|part| part.keys.len()).sum();
    let slots = (size * 2).next_power_of_two().max(16);
    table.clear();
    table.resize(slots, 0);
    let mask = slots - 1;
    let mut unique = Bucket {
        keys: Vec::with_capacity(size),
        ways: Vec::with_capacity(size * limbs),
    };
    for part in parts {
        for (index, &key) in part.keys.iter().enumerate() {
            let ways = &part.ways[index * limbs..(index + 1) * limbs];
            let mut slot = key.hash() as usize & mask;
            loop {
                let at = table[slot] as usize;
                if at == 0 {
                    unique.keys.push(key);
                    for &limb in ways {
                        unique.ways.push(limb);
                    }
                    table[slot] = unique.keys.len() as u32;
                    break;
                }
                if unique.keys[at - 1] == key {
                    add(&mut unique.ways[(at - 1) * limbs..at * limbs], ways);
                    break;
                }
                slot = (slot + 1) & mask;
            }
        }
    }
    // A copy costs more than a little unused room.
    if unique.keys.len() < size / 4 * 3 {
        unique.keys.shrink_to_fit();
        unique.ways.shrink_to_fit();
    }
    unique
}

/// Adds a number to another with at least as many limbs.
fn add(sum: &mut [u64], number: &[u64]) {
    let mut carry = false;
    for (index, limb) in sum.iter_mut().enumerate() {
        let (one, over) = limb.overflowing_add(number.get(index).copied().unwrap_or(0));
        let (two, again) = one.overflowing_add(u64::from(carry));
        (*limb, carry) = (two, over || again);
    }
}

/// Items that threads take one by one.
struct Queue<T>(std::sync::Mutex<std::vec::IntoIter<T>>);

impl<T> Queue<T> {
    fn new(items: Vec<T>) -> Self {
        Self(std::sync::Mutex::new(items.into_iter()))
    }

    fn take(&self) -> Option<T> {
        let mut items = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        items.next()
    }
}

/// Does the same work in several threads and returns the result of each.
fn in_threads<T: Send>(
    threads: usize,
    work: impl Fn() -> Result<T, Interruption> + Sync,
) -> Result<Vec<T>, Interruption> {
    if threads == 1 {
        return Ok(vec![work()?]);
    }
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
        let own = work();
        let others = others.into_iter().map(|other| match other.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(own).chain(others).collect()
    })
}
