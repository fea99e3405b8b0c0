//! The border of a sweep in a few bits for each place.
//!
//! Between the cells that were taken and the rest, a border of `width + 1` *places* crosses the edges that
//! lead on: while a row is taken, the edges down from its cells so far, the edge to the right of the last
//! one, and the edges down from the row above. Where a used edge crosses, a *plug* stands, which is
//!
//! - one end of a piece whose two ends both cross, the left one or the right one: pieces do not cross each
//!   other, so that their ends are paired like brackets, and need no numbers. A piece that a
//!   checkpoint has painted has that colour as its label;
//! - or the end of a piece whose other end is a terminal. Its label is its colour as long as the other
//!   terminal lies ahead. When both are behind, nothing matters but which two plugs must be joined:
//!   such pairs are numbered from left to right, so that borders that differ in colours alone are the same.
//!
//! The bits of a plug are spread over *planes*, one bit for each place in every plane. The planes 0 and 1
//! say what it is, the others are the label. So "where are all left ends" is one instruction.

/// Most places, one for each bit of a plane.
pub const MOST_PLACES: usize = 32;

/// Most planes of labels: what [the longest packing](super::Packing) has, without the planes 0 and 1.
pub const MOST_LABEL_PLANES: usize = 6;

/// A border, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Border<const P: usize> {
    pub planes: [u32; P],
}

/// What stands on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    None = 0,
    /// The left end of a piece with two loose ends.
    Left = 1,
    Right = 2,
    /// The end of a piece that begins at a terminal.
    Rooted = 3,
}

impl<const P: usize> Border<P> {
    /// No plugs.
    pub const EMPTY: Self = Self { planes: [0; P] };

    pub fn lefts(&self) -> u32 {
        self.planes[0] & !self.planes[1]
    }

    pub fn rights(&self) -> u32 {
        self.planes[1] & !self.planes[0]
    }

    pub fn rooted(&self) -> u32 {
        self.planes[0] & self.planes[1]
    }

    /// All places with plugs.
    pub fn plugs(&self) -> u32 {
        self.planes[0] | self.planes[1]
    }

    pub fn class(&self, place: usize) -> Class {
        match (self.planes[0] >> place & 1) | (self.planes[1] >> place & 1) << 1 {
            0 => Class::None,
            1 => Class::Left,
            2 => Class::Right,
            _ => Class::Rooted,
        }
    }

    pub fn label(&self, place: usize) -> usize {
        let labels = self.planes[2..].iter().enumerate();
        labels.fold(0, |label, (bit, plane)| {
            label | ((plane >> place & 1) as usize) << bit
        })
    }

    pub fn clear(&mut self, places: u32) {
        for plane in &mut self.planes {
            *plane &= !places;
        }
    }

    /// Puts a plug on a place, whatever was there.
    pub fn put(&mut self, place: usize, class: Class, label: usize) {
        let code = class as usize | label << 2;
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane = *plane & !(1 << place) | ((code >> bit & 1) as u32) << place;
        }
    }

    /// The rooted plugs with a label.
    pub fn rooted_with(&self, label: usize) -> u32 {
        let labels = self.planes[2..].iter().enumerate();
        labels.fold(self.rooted(), |places, (bit, plane)| {
            places
                & if label >> bit & 1 == 1 {
                    *plane
                } else {
                    !plane
                }
        })
    }

    /// The other end of the piece of which a loose end stands on this place.
    pub fn mate(&self, place: usize) -> usize {
        let (lefts, rights) = (self.lefts(), self.rights());
        let mut depth = 1;
        if lefts >> place & 1 == 1 {
            // The places right of this one; two shifts, because there may be none.
            let mut ahead = (lefts | rights) & (u32::MAX << place << 1);
            loop {
                let next = ahead.trailing_zeros();
                ahead &= ahead - 1;
                depth += if lefts >> next & 1 == 1 { 1 } else { -1 };
                if depth == 0 {
                    return next as usize;
                }
            }
        }
        let mut behind = (lefts | rights) & ((1 << place) - 1);
        loop {
            let next = behind.ilog2();
            behind ^= 1 << next;
            depth += if rights >> next & 1 == 1 { 1 } else { -1 };
            if depth == 0 {
                return next as usize;
            }
        }
    }

    /// Numbers the pairs from left to right: their labels count down from `top`.
    pub fn number_pairs(&mut self, is_pair: impl Fn(usize) -> bool, top: usize) {
        let mut seen = [(0, 0); MOST_PLACES];
        let mut known = 0;
        for place in ones(self.rooted()) {
            let label = self.label(place);
            if !is_pair(label) {
                continue;
            }
            let found = seen[..known].iter().find(|&&(old, _)| old == label);
            let number = found.map_or(top - known, |&(_, number)| number);
            if found.is_none() {
                seen[known] = (label, number);
                known += 1;
            }
            if number != label {
                self.put(place, Class::Rooted, number);
            }
        }
    }
}

/// The bits that are set, from the lowest on.
pub fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(next)
    })
}

/// A packed border. Each plane has the same share of the bits, which is a constant for a number of planes.
pub trait Key: Copy + Eq + Ord + std::hash::Hash + Send + Sync + 'static {
    /// How many bits of a border there is room for; one bit more is always set.
    const ROOM: usize;

    fn pack<const P: usize>(border: &Border<P>) -> Self;
    fn unpack<const P: usize>(self) -> Border<P>;
    fn hash(self) -> u64;
}

/// Multiplies two words to twice their length and folds the product: each bit of it depends on most of theirs.
fn fold(one: u64, two: u64) -> u64 {
    let product = u128::from(one ^ 0x9e37_79b9_7f4a_7c15) * u128::from(two ^ 0xbf58_476d_1ce4_e5b9);
    (product ^ product >> 64) as u64
}

macro_rules! key {
    ($int:ty, $words:expr) => {
        impl Key for $int {
            const ROOM: usize = <$int>::BITS as usize - 1;

            #[inline]
            fn pack<const P: usize>(border: &Border<P>) -> Self {
                let planes = border.planes.iter().enumerate();
                planes.fold(1 << Self::ROOM, |key, (index, &plane)| {
                    key | Self::from(plane) << (index * (Self::ROOM / P))
                })
            }

            #[inline]
            fn unpack<const P: usize>(self) -> Border<P> {
                let share = Self::ROOM / P;
                let mut border = Border::EMPTY;
                for (index, plane) in border.planes.iter_mut().enumerate() {
                    *plane = (self >> (index * share)) as u32 & ((1_u64 << share) - 1) as u32;
                }
                border
            }

            #[inline]
            fn hash(self) -> u64 {
                let words: fn(Self) -> [u64; 2] = $words;
                let [one, two] = words(self);
                fold(one, two)
            }
        }
    };
}

key!(u64, |key| [key, key.rotate_left(32)]);
key!(u128, |key| [key as u64, (key >> 64) as u64]);
