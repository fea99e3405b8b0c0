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

/// The terminals ahead that lie on the edge of the board.
#[derive(Clone, Debug, Default)]
pub struct Shore {
    /// Whether to look at all: with fewer than two pairs nothing crosses.
    active: bool,
    /// Where the terminal with each label stands, counted clockwise from 0; `NOWHERE` for none.
    position: Vec<u8>,
    /// The ends of pairs that are both ashore: the position of the one and of the other.
    pairs: Vec<(u8, u8)>,
}

const NOWHERE: u8 = u8::MAX;
/// Numbers of colours without labels start here.
pub const FIRST_UNLABELLED: usize = 1024;

impl Shore {
    /// The shore with these labels, clockwise. Colours that have none yet have other numbers of their own.
    pub fn new(labels: &[usize], active: bool) -> Self {
        let mut shore = Self {
            active,
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
        shore
    }

    /// Whether the paths of two pairs would have to cross.
    pub fn crosses<const P: usize>(&self, border: &Border<P>) -> bool {
        let rooted = border.rooted();
        if !self.active || rooted & (rooted.wrapping_sub(1)) == 0 {
            return false;
        }
        // The rooted plugs in order, each with its label and face; the outer face is 0.
        let mut ends = [(0_u16, 0_u8); MOST_PLACES];
        let mut count = 0;
        let mut faces = [0_u8; MOST_PLACES];
        let (mut depth, mut newest) = (0, 0);
        let lefts = border.lefts();
        for place in ones(border.plugs()) {
            if rooted >> place & 1 == 1 {
                ends[count] = (border.label(place) as u16, faces[depth]);
                count += 1;
            } else if lefts >> place & 1 == 1 {
                depth += 1;
                newest += 1;
                faces[depth] = newest;
            } else {
                depth -= 1;
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
                let at = self
                    .position
                    .get(end.0 as usize)
                    .copied()
                    .unwrap_or(NOWHERE);
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
