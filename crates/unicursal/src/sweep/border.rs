//! The border of a sweep in a few bits for each place.
//!
//! Between the cells that were taken and the rest, a border of `width + 1` *places* crosses the
//! edges that lead on: in the middle of a row, the edges down from its cells so far, the edge to
//! the right of the last one, and the edges down from the row above. Where a used edge crosses,
//! there is a *plug*, which is
//!
//! - one end of a piece whose two ends both cross, the left one or the right one: pieces do not
//!   cross each other, so their ends are paired like brackets and need no numbers. A piece that a
//!   checkpoint has painted has that colour as its label;
//! - or the end of a piece whose other end is a terminal. Its label is its colour as long as the
//!   other terminal lies ahead. When both are behind, only which two plugs must be joined matters:
//!   such pairs are numbered from left to right, so that borders that differ only in colours are
//!   the same.
//!
//! The bits of a plug are spread over *planes*, one bit for each place in every plane. The planes 0
//! and 1 say what it is, the others are the label. So "where are all left ends" is one instruction.

use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// The most places, one for each bit of a plane.
pub const MOST_PLACES: usize = 32;

/// The most planes of labels: those of [the longest packing](super::Packing), without the planes 0
/// and 1.
pub const MOST_LABEL_PLANES: usize = 6;

/// A border. Each plane has the same share of the bits, which depends only on the number of planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Border<K, const P: usize> {
    pub key: K,
}

/// What is on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    None = 0,
    /// The left end of a piece with two loose ends.
    Left = 1,
    Right = 2,
    /// The end of a piece that begins at a terminal.
    Rooted = 3,
}

/// What a plug is, as the bits that it would have on place 0. Codes are ordered by their labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Code<K, const P: usize>(K);

impl<K: Key, const P: usize> Code<K, P> {
    pub fn new(class: Class, label: usize) -> Self {
        let code = class as usize | label << 2;
        let bits = (0..P).filter(|bit| code >> bit & 1 == 1);
        Self(bits.fold(K::ZERO, |code, bit| code | K::ONE << (bit * K::share(P))))
    }

    fn classes() -> K {
        K::ONE | K::ONE << K::share(P)
    }

    pub fn class(self) -> Class {
        match (self.0.low() & 1) | ((self.0 >> K::share(P)).low() & 1) << 1 {
            0 => Class::None,
            1 => Class::Left,
            2 => Class::Right,
            _ => Class::Rooted,
        }
    }

    pub fn is_rooted(self) -> bool {
        self.0 & Self::classes() == Self::classes()
    }

    /// The label alone.
    pub fn label(self) -> Self {
        Self(self.0 & !Self::classes())
    }

    pub fn has_label(self) -> bool {
        self.label().0 != K::ZERO
    }

    /// A plug of another class with the label of this code.
    pub fn as_class(self, class: Class) -> Self {
        Self(self.label().0 | Self::new(class, 0).0)
    }
}

impl<K: Key, const P: usize> Border<K, P> {
    /// No plugs.
    pub const EMPTY: Self = Self { key: K::ZERO };

    /// The places whose plugs have this bit in their codes.
    pub fn plane(&self, bit: usize) -> u32 {
        let places = ((1_u64 << K::share(P)) - 1) as u32;
        (self.key >> (bit * K::share(P))).low() & places
    }

    pub fn lefts(&self) -> u32 {
        self.plane(0) & !self.plane(1)
    }

    pub fn rights(&self) -> u32 {
        self.plane(1) & !self.plane(0)
    }

    pub fn rooted(&self) -> u32 {
        self.plane(0) & self.plane(1)
    }

    /// All places with plugs.
    pub fn plugs(&self) -> u32 {
        self.plane(0) | self.plane(1)
    }

    /// The code of the plug on a place. A code without a class means that there is no plug.
    pub fn code(&self, place: usize) -> Code<K, P> {
        Code((self.key >> place) & Self::on_place(0))
    }

    /// All bits of a place.
    fn on_place(place: usize) -> K {
        (0..P).fold(K::ZERO, |bits, bit| {
            bits | K::ONE << (bit * K::share(P) + place)
        })
    }

    /// The label of the plug on a place.
    pub fn label(&self, place: usize) -> usize {
        let bits = (2..P).map(|bit| (self.plane(bit) >> place & 1) as usize);
        bits.rev().fold(0, |label, bit| label << 1 | bit)
    }

    /// The border without the plugs on a place and the next one.
    pub fn without_both(self, place: usize) -> Self {
        let both = Self::on_place(0) | Self::on_place(1);
        Self {
            key: self.key & !(both << place),
        }
    }

    /// Puts a plug on a free place.
    pub fn put(&mut self, place: usize, code: Code<K, P>) {
        self.key = self.key | code.0 << place;
    }

    /// Puts a plug on a place, whatever was there.
    pub fn replace(&mut self, place: usize, code: Code<K, P>) {
        self.key = self.key & !(Self::on_place(0) << place) | code.0 << place;
    }

    /// All plugs one place further to the right; the last place is free.
    pub fn shifted(self) -> Self {
        Self { key: self.key << 1 }
    }

    /// The rooted plugs with a label.
    pub fn rooted_with(&self, label: usize) -> u32 {
        (2..P).fold(self.rooted(), |places, bit| {
            let plane = self.plane(bit);
            places
                & if label >> (bit - 2) & 1 == 1 {
                    plane
                } else {
                    !plane
                }
        })
    }

    /// The place of the other end of the piece that has a loose end on this place.
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

    /// Numbers the pairs from left to right; their plugs then have the codes in `numbers`.
    pub fn number_pairs(
        &mut self,
        is_pair: impl Fn(Code<K, P>) -> bool,
        numbers: &[Code<K, P>; MOST_PLACES],
    ) {
        let mut seen = [Code(K::ZERO); MOST_PLACES];
        let mut known = 0;
        for place in ones(self.rooted()) {
            let code = self.code(place);
            if !is_pair(code) {
                continue;
            }
            let number = seen[..known].iter().position(|&old| old == code);
            let number = number.unwrap_or_else(|| {
                seen[known] = code;
                known += 1;
                known - 1
            });
            if numbers[number] != code {
                self.replace(place, numbers[number]);
            }
        }
    }
}

/// The bits that are set, from the lowest up.
pub fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(next)
    })
}

/// The word that a border is packed into.
pub trait Key:
    Copy
    + Eq
    + Ord
    + std::fmt::Debug
    + std::hash::Hash
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
    + 'static
{
    const BITS: usize;
    const ZERO: Self;
    const ONE: Self;

    /// How many bits each plane has, if there are this many planes.
    fn share(planes: usize) -> usize {
        Self::BITS / planes
    }

    /// The lowest bits.
    fn low(self) -> u32;

    fn hash(self) -> u64;
}

/// Multiplies two words to twice their length and folds the product: each bit of it depends on most
/// of theirs.
fn fold(one: u64, two: u64) -> u64 {
    let product = u128::from(one ^ 0x9e37_79b9_7f4a_7c15) * u128::from(two ^ 0xbf58_476d_1ce4_e5b9);
    (product ^ product >> 64) as u64
}

macro_rules! key {
    ($int:ty, $words:expr) => {
        impl Key for $int {
            const BITS: usize = <$int>::BITS as usize;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn low(self) -> u32 {
                self as u32
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
