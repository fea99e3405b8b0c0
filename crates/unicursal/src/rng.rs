//! Random numbers that are the same on every platform and in every version.
//!
//! A seed is text. It is hashed to 64 bits (FNV-1a), which `SplitMix64` expands to the state of
//! xoshiro256**. All three algorithms are fixed by their publications, so a seed that someone
//! wrote down stays good. Only integers are used.

/// A seeded generator of random numbers (xoshiro256**). Not for secrets.
///
/// ```
/// use unicursal::implement::Rng;
///
/// let mut one = Rng::from_text("spring");
/// let mut two = Rng::from_text("spring");
/// assert_eq!(one.next_u64(), two.next_u64());
/// assert!(one.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator that belongs to a text.
    pub fn from_text(text: &str) -> Self {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in text.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Self::from_number(hash)
    }

    /// The generator that belongs to a number.
    pub fn from_number(number: u64) -> Self {
        let mut counter = number;
        let mut split_mix = || {
            counter = counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = counter;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        Self {
            state: [split_mix(), split_mix(), split_mix(), split_mix()],
        }
    }

    /// 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let [s0, s1, s2, s3] = &mut self.state;
        let result = s1.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = *s1 << 17;
        *s2 ^= *s0;
        *s3 ^= *s1;
        *s1 ^= *s2;
        *s0 ^= *s3;
        *s2 ^= t;
        *s3 = s3.rotate_left(45);
        result
    }

    /// A number from 0 to `bound` - 1, and 0 when `bound` is 0.
    ///
    /// It is the high half of a product, whose bias, `bound` / 2^64, is negligible.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound as u128) >> 64) as usize
    }

    /// True with probability `numerator` / `denominator`.
    pub fn chance(&mut self, numerator: usize, denominator: usize) -> bool {
        self.below(denominator) < numerator
    }

    /// Puts a slice into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    /// The first outputs of xoshiro256** from the state 1, 2, 3, 4, as published.
    #[test]
    fn follows_the_published_algorithm() {
        let mut rng = Rng {
            state: [1, 2, 3, 4],
        };
        let outputs = [11520, 0, 1_509_978_240, 1_215_971_899_390_074_240];
        assert_eq!(outputs.map(|_| rng.next_u64()), outputs);
    }

    #[test]
    fn a_seed_never_changes_its_meaning() {
        assert_eq!(
            Rng::from_text("spring").next_u64(),
            2_746_532_289_027_515_483
        );
    }

    #[test]
    fn numbers_below_a_bound_are_even_enough() {
        let mut rng = Rng::from_number(1);
        let mut counts = [0; 7];
        for _ in 0..70_000 {
            counts[rng.below(7)] += 1;
        }
        assert!(counts.iter().all(|&count| (9_500..10_500).contains(&count)));
        assert_eq!(rng.below(0), 0);
    }
}
