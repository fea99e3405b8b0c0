//! Judges a walk step by step, so that nobody has to keep it.

use super::map::{Map, Place};
use crate::verdict::step;
use crate::{Malformed, Wrong};

/// The compass, counter-clockwise from north: a turn to the left is one further.
const COMPASS: [u8; 4] = *b"NWSE";

/// Follows a walk on its map. Memory is a word for each row, and what the claimed rule needs: some
/// bytes for each cell to judge `tremaux` and `shortest`, nothing for the others.
pub struct Judge<'a> {
    map: Map<'a>,
    claim: Claim,
    at: Place,
    /// The direction of the last step, as an index into the compass.
    heading: Option<usize>,
    steps: usize,
}

/// The rule that the walk claims to follow, and what judging it needs.
enum Claim {
    None,
    Left,
    Right,
    /// Turns to the left, less those to the right, since the first step.
    Pledge {
        turns: i64,
    },
    /// For each cell a bit for each direction in which it was left.
    Tremaux(Vec<u8>),
    Shortest,
}

impl<'a> Judge<'a> {
    /// A judge at the start of a map; `rule` is the name of the rule that the walk claims to
    /// follow.
    pub fn new(map: &'a [u8], rule: Option<&[u8]>) -> Result<Self, Malformed> {
        let map = Map::read(map).map_err(Malformed::of("map"))?;
        let claim = match rule {
            None => Claim::None,
            Some(b"left") => Claim::Left,
            Some(b"right") => Claim::Right,
            Some(b"pledge") => Claim::Pledge { turns: 0 },
            Some(b"tremaux") => Claim::Tremaux(vec![0; map.size()]),
            Some(b"shortest") => Claim::Shortest,
            Some(other) => {
                let other = other.escape_ascii();
                return Err(Malformed(format!("walk: there is no rule '{other}'")));
            }
        };
        Ok(Self {
            at: map.start,
            map,
            claim,
            heading: None,
            steps: 0,
        })
    }

    /// Takes a step, a letter `N W S E`.
    pub fn step(&mut self, letter: u8) -> Result<(), Wrong> {
        self.steps += 1;
        let (x, y) = self.at;
        let step = step(self.steps - 1, letter);
        if self.at == self.map.end {
            return Err(self.wrong(format!("{step}: the walk goes on after it entered E")));
        }
        let way = COMPASS.iter().position(|&known| known == letter);
        let Some((way, next)) = way.zip(self.map.beside(self.at, letter)) else {
            return Err(self.wrong(format!("{step}: there is no way from {x},{y}")));
        };
        let (rule, expected) = match &self.claim {
            Claim::Left => ("left", self.first_open(&[1, 0, 3, 2])),
            Claim::Right => ("right", self.first_open(&[3, 0, 1, 2])),
            Claim::Pledge { turns } if *turns == 0 && self.heading.is_some() => {
                ("pledge", self.first_open(&[0, 3, 2]))
            }
            Claim::Pledge { .. } => ("pledge", self.first_open(&[1, 0, 3, 2])),
            Claim::None | Claim::Tremaux(_) | Claim::Shortest => ("", way),
        };
        if way != expected {
            let expected = char::from(COMPASS[expected]);
            let reason = format!("{step}: at {x},{y} the rule {rule} goes {expected}");
            return Err(self.wrong(reason));
        }
        let turn = (way + 4 - self.heading.unwrap_or(way)) % 4;
        match &mut self.claim {
            Claim::Pledge { turns } => *turns += [0, 1, -2, -1][turn],
            Claim::Tremaux(left) => {
                let left = &mut left[self.map.number((x, y))];
                if *left & (1 << way) != 0 {
                    let reason =
                        format!("{step}: the passage from {x},{y} was walked this way before");
                    return Err(self.wrong(reason));
                }
                *left |= 1 << way;
            }
            Claim::None | Claim::Left | Claim::Right | Claim::Shortest => {}
        }
        self.at = next;
        self.heading = Some(way);
        Ok(())
    }

    /// Ends the walk, which must have entered the end.
    pub fn finish(&self) -> Result<(), Wrong> {
        if self.at != self.map.end {
            let (x, y) = self.at;
            return Err(self.wrong(format!("the walk ends at {x},{y} and not on E")));
        }
        if matches!(self.claim, Claim::Shortest) {
            let distances = self.map.distances();
            let shortest = distances[self.map.number(self.map.end)] as usize;
            let steps = self.steps;
            if steps != shortest {
                let reason =
                    format!("the walk has {steps} steps, and a shortest one has {shortest}");
                return Err(self.wrong(reason));
            }
        }
        Ok(())
    }

    /// The first of these turns to the left (of the first step: from north) where there is a path.
    fn first_open(&self, turns: &[usize]) -> usize {
        let right_handed = matches!(self.claim, Claim::Right);
        let (from, turns): (usize, &[usize]) = match self.heading {
            Some(heading) => (heading, turns),
            None if right_handed => (0, &[0, 3, 2, 1]),
            None => (0, &[0, 1, 2, 3]),
        };
        let mut ways = turns.iter().map(|turn| (from + turn) % 4);
        let open = |way: &usize| self.map.beside(self.at, COMPASS[*way]).is_some();
        ways.find(open).unwrap_or(0)
    }

    fn wrong(&self, reason: String) -> Wrong {
        let board = self.map.with_mark(Some(self.at));
        Wrong { reason, board }
    }
}
