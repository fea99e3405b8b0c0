//! Recognises borders that cannot be completed, because paths would have to cross.
//!
//! Two plugs that must be joined, or a plug and a terminal ahead on the edge of the board, are a
//! *pair*. Draw the pieces with two loose ends as arcs over the border: they divide the plane above
//! it into faces. The paths of two pairs whose ends all lie in one face cannot pass each other:
//! close each path by a curve in that face. The two curves cross once there if the pairs
//! interleave, arcs cross neither, and two closed curves cross an even number of times, so the
//! paths themselves would have to cross.
//!
//! The terminals on the edge of the board, clockwise from the right end of the border to the left
//! one, lie in the outer face. So a walk along the border and back along the edge of the board
//! meets the ends of all pairs of a face in their order around it, and if pairs do not interleave,
//! the one begun last ends first.

use super::border::{Border, Key, MOST_PLACES, ones};

/// The terminals ahead that lie on the edge of the board, or at the border.
#[derive(Clone, Debug, Default)]
pub struct Shore {
    /// Whether to check at all: with fewer than two pairs nothing crosses.
    active: bool,
    /// The numbers of the terminals on the edge that may be ends of pairs, clockwise.
    ashore: Vec<u8>,
    /// For each place the number of the terminal to which its edge leads.
    near: Vec<u8>,
    /// The places whose edges lead to terminals.
    pub near_places: u32,
    /// Two of them may lead to the next cell: this is the edge from the left, and the next place is
    /// the other one.
    from_left: u32,
    /// Whether the cell just taken brought a terminal to the border.
    pub is_new: bool,
    /// The place of the edge into the next cell, if that is a terminal: a plug there shows how the
    /// path arrives.
    pub next: u32,
}

/// A terminal ahead: its label, and the places whose edges lead to it.
pub struct NearTerminal {
    pub label: usize,
    pub places: u32,
}

/// Added to the number of a colour that has no label, to stand for one.
pub const FIRST_UNLABELLED: usize = 1024;
/// Terminals with numbers from here on are ignored.
const MOST_NUMBERS: usize = u64::BITS as usize;

impl Shore {
    /// The shore with these labels, clockwise, and the terminals at the border. Labels in use are
    /// below `labels`; colours without one get the numbers from there on.
    pub fn new(ashore: &[usize], near: &[NearTerminal], labels: usize, active: bool) -> Self {
        let mut shore = Self {
            active,
            near: vec![0; MOST_PLACES],
            ..Self::default()
        };
        let mut unlabelled: Vec<usize> = Vec::new();
        let mut number = |label: usize| {
            if label < FIRST_UNLABELLED {
                return Some(label);
            }
            let known = unlabelled.iter().position(|&other| other == label);
            let index = known.unwrap_or_else(|| {
                unlabelled.push(label);
                unlabelled.len() - 1
            });
            Some(labels + index).filter(|&number| number < MOST_NUMBERS)
        };
        let is_near = |label: usize| near.iter().any(|terminal| terminal.label == label);
        let is_twice = |label: usize| ashore.iter().filter(|&&other| other == label).count() == 2;
        // The others are not ends of a pair yet.
        let ends = ashore
            .iter()
            .filter(|&&label| label < FIRST_UNLABELLED || is_near(label) || is_twice(label));
        shore.ashore = ends
            .filter_map(|&label| number(label))
            .map(|number| number as u8)
            .collect();
        for terminal in near {
            let Some(number) = number(terminal.label) else {
                continue;
            };
            for place in ones(terminal.places) {
                shore.near[place] = number as u8;
            }
            shore.near_places |= terminal.places;
            if terminal.places.count_ones() == 2 {
                shore.from_left = 1 << terminal.places.trailing_zeros();
            }
        }
        shore
    }

    /// Whether the step brought something new to a border with these plugs, whatever was joined.
    pub fn is_new_to(&self, plugs: u32) -> bool {
        self.is_new || plugs & self.next != 0
    }

    /// Whether the paths of two pairs would have to cross.
    pub fn crosses<K: Key, const P: usize>(&self, border: &Border<K, P>) -> bool {
        let (rooted, plugs) = (border.rooted(), border.plugs());
        // The next cell is entered from the left if there is a plug, or else from above.
        let near = self.near_places
            & !if plugs & self.from_left == 0 {
                self.from_left
            } else {
                self.from_left << 1
            };
        let all = rooted | near;
        if !self.active || all & all.wrapping_sub(1) == 0 {
            return false;
        }
        let lefts = border.lefts();
        let mut walk = Walk::default();
        for place in ones(plugs | near) {
            let bit = 1_u32 << place;
            let is_near = near & bit != 0;
            let crosses = if rooted & bit != 0 {
                // A plug that leads to its own terminal is done.
                !is_near && walk.meets(border.label(place) as u8)
            } else if plugs & bit == 0 {
                walk.meets(self.near[place])
            } else if lefts & bit != 0 {
                // The other end of this piece is one end of the pair; seen from outside, the two
                // ends of a piece are one place.
                let crosses = is_near && walk.meets(self.near[place]);
                walk.enter();
                crosses
            } else {
                walk.leave();
                is_near && walk.meets(self.near[place])
            };
            if crosses {
                return true;
            }
        }
        self.ashore.iter().any(|&number| walk.meets(number))
    }
}

/// A walk past the ends of pairs.
struct Walk {
    /// The first ends of pairs in the face and in those around it, whose second ends were not met
    /// yet. Each number occurs once in a face, so the face itself has as many as its bits.
    begun: [u8; MOST_NUMBERS + MOST_PLACES],
    height: usize,
    face: Face,
    /// The faces around it.
    around: [Face; MOST_PLACES / 2],
    depth: usize,
}

/// What was met in a face.
#[derive(Clone, Copy, Default)]
struct Face {
    /// A bit for each number that is begun.
    begun: u64,
    /// Those that another pair has enclosed: their second ends must not follow.
    closed_in: u64,
}

impl Default for Walk {
    fn default() -> Self {
        Self {
            begun: [0; MOST_NUMBERS + MOST_PLACES],
            height: 0,
            face: Face::default(),
            around: [Face::default(); MOST_PLACES / 2],
            depth: 0,
        }
    }
}

impl Walk {
    /// Meets an end of the pair with this number. Returns whether that pair crosses another.
    #[inline]
    fn meets(&mut self, number: u8) -> bool {
        let bit = 1_u64 << number;
        if self.face.begun & bit == 0 {
            self.face.begun |= bit;
            self.begun[self.height] = number;
            self.height += 1;
            return self.face.closed_in & bit != 0;
        }
        loop {
            self.height -= 1;
            let last = self.begun[self.height];
            self.face.begun &= !(1 << last);
            if last == number {
                return false;
            }
            self.face.closed_in |= 1 << last;
        }
    }

    /// Continues in the face inside a piece.
    fn enter(&mut self) {
        self.around[self.depth] = self.face;
        self.depth += 1;
        self.face = Face::default();
    }

    /// Continues in the face around the piece.
    fn leave(&mut self) {
        self.height -= self.face.begun.count_ones() as usize;
        self.depth -= 1;
        self.face = self.around[self.depth];
    }
}
