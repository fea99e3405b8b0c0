//! Borders that no plane has room for.
//!
//! Two plugs that must be joined, or a plug and a terminal ahead on the edge of the board, are a *pair*. Draw
//! the pieces with two loose ends as arcs over the border: they part the plane above it into faces. The
//! paths of two pairs whose ends all lie in one face cannot pass each other: close each path by a
//! curve in that face. The two curves cross once there if the pairs interleave, arcs cross neither, and two
//! closed curves cross an even number of times, so that the paths themselves would cross.
//!
//! The terminals on the edge of the board, clockwise from the right end of the border to the left one, lie
//! in the outer face.

use super::border::{Border, MOST_PLACES, ones};

/// The terminals ahead that lie on the edge of the board, or at the border.
#[derive(Clone, Debug, Default)]
pub struct Shore {
    /// Whether to look at all: with fewer than two pairs nothing crosses.
    active: bool,
    /// Where the terminal with each label stands, counted clockwise from 0; `NOWHERE` for none.
    position: Vec<u8>,
    /// The ends of pairs that are both ashore: the position of the one and of the other.
    pairs: Vec<(u8, u8)>,
    /// For each place the terminal to which its edge leads: its label, and where the other one stands ashore.
    near: Vec<(u16, u8)>,
    /// The places whose edges lead to terminals.
    near_places: u32,
    /// Two of them lead to the next cell; this is the edge from the left, and the next place is the other one.
    from_left: u32,
    /// Whether the cell just taken brought a terminal to the border.
    pub is_new: bool,
}

/// A terminal ahead: its number, and the places whose edges lead to it.
pub struct NearTerminal {
    pub label: usize,
    pub places: u32,
}

const NOWHERE: u8 = u8::MAX;
/// Numbers of colours without labels start here.
pub const FIRST_UNLABELLED: usize = 1024;

impl Shore {
    /// The shore with these labels, clockwise, and the terminals at the border. Colours that have no
    /// label yet have other numbers of their own.
    pub fn new(labels: &[usize], near: &[NearTerminal], active: bool) -> Self {
        let mut shore = Self {
            active,
            near: vec![(0, NOWHERE); MOST_PLACES],
            ..Self::default()
        };
        // What does not fit in is not looked at.
        for (at, &label) in labels.iter().enumerate().take(NOWHERE.into()) {
            let other = labels[..at].iter().position(|&other| other == label);
            if let Some(other) = other {
                shore.pairs.push((other as u8, at as u8));
            } else if label < FIRST_UNLABELLED {
                let length = shore.position.len().max(label + 1);
                shore.position.resize(length, NOWHERE);
                shore.position[label] = at as u8;
            }
        }
        for terminal in near {
            let at = labels.iter().position(|&other| other == terminal.label);
            let at = at.map_or(NOWHERE, |at| at.min(NOWHERE.into()) as u8);
            for place in ones(terminal.places) {
                shore.near[place] = (terminal.label as u16, at);
            }
            shore.near_places |= terminal.places;
            if terminal.places.count_ones() == 2 {
                shore.from_left = 1 << terminal.places.trailing_zeros();
            }
        }
        shore
    }

    /// Whether the paths of two pairs would have to cross.
    pub fn crosses<const P: usize>(&self, border: &Border<P>) -> bool {
        let (rooted, plugs) = (border.rooted(), border.plugs());
        // The next cell is come to from the left if there is a plug, and else from above.
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
        // The ends of pairs in order, each with its label, its face and where the other end stands ashore;
        // the outer face is 0.
        let mut ends = [(0_u16, 0_u8); MOST_PLACES];
        let mut landing = [NOWHERE; MOST_PLACES];
        let mut count = 0;
        let mut faces = [0_u8; MOST_PLACES];
        let (mut depth, mut newest) = (0, 0);
        let lefts = border.lefts();
        for place in ones(plugs | near) {
            let (is_near, bit) = (near >> place & 1 == 1, 1_u32 << place);
            let mut end = |label: u16, face: u8, at: u8| {
                ends[count] = (label, face);
                landing[count] = at;
                count += 1;
            };
            let (label, at) = self.near[place];
            if rooted & bit != 0 {
                // One that leads to its own terminal is done.
                if !is_near {
                    let label = border.label(place);
                    let at = self.position.get(label).copied().unwrap_or(NOWHERE);
                    end(label as u16, faces[depth], at);
                }
            } else if plugs & bit == 0 {
                end(label, faces[depth], at);
            } else if lefts & bit != 0 {
                // The other end of this piece is one of the pair; outside, the two ends of a piece are one place.
                if is_near {
                    end(label, faces[depth], at);
                }
                depth += 1;
                newest += 1;
                faces[depth] = newest;
            } else {
                depth -= 1;
                if is_near {
                    end(label, faces[depth], at);
                }
            }
        }
        let ends = &ends[..count];
        // In each face pairs must be nested: what was begun last is ended first. Pairs with an end ashore
        // are ended there in the reverse order.
        let mut begun = [(0_u16, 0_u8); MOST_PLACES];
        let mut height = 0;
        let mut ashore = [0_u8; MOST_PLACES];
        let mut afloat = 0;
        for (index, &end) in ends.iter().enumerate() {
            if ends[index + 1..].contains(&end) {
                begun[height] = end;
                height += 1;
            } else if ends[..index].contains(&end) {
                // Whatever was begun since in this face is not ended yet.
                let mut at = height;
                while begun[at - 1] != end {
                    at -= 1;
                    if begun[at].1 == end.1 {
                        return true;
                    }
                }
                // Pairs of other faces stay.
                begun.copy_within(at..height, at - 1);
                height -= 1;
            } else if end.1 == 0 {
                let at = landing[index];
                if at != NOWHERE {
                    // A pair around it separates it from the shore.
                    if begun[..height].iter().any(|other| other.1 == 0) {
                        return true;
                    }
                    if afloat > 0 && ashore[afloat - 1] < at {
                        return true;
                    }
                    let parts = |&(one, two): &(u8, u8)| one < at && at < two;
                    if self.pairs.iter().any(parts) {
                        return true;
                    }
                    ashore[afloat] = at;
                    afloat += 1;
                }
            }
        }
        false
    }
}
