//! Counts paths by going over the board cell by cell, in the order of reading.
//!
//! All that matters about the cells behind is what crosses the *border* to those ahead: which
//! sides are used, which of them belong to one path, and its colour as far as that is known. Ways
//! to draw the cells behind that leave the same border are counted together.

use std::collections::HashMap;

use super::{GoOn, Sum};

/// A board, in the terms of any puzzle.
pub struct Layout {
    pub width: usize,
    pub cells: Vec<Cell>,
    /// How many colours paths have.
    pub colours: usize,
    /// Whether one path, of the last colour, ends in a cell that the board does not name.
    pub has_free_end: bool,
    /// Whether neighbours of one colour must be joined.
    pub apart: bool,
}

/// What a board says about a cell.
#[derive(Clone)]
pub struct Cell {
    /// Whether a path may go on to the right, and down.
    pub sides: [bool; 2],
    pub may_be_empty: bool,
    /// The colours of the paths that end here. Where there is none, a path passes through.
    pub ends: Vec<usize>,
    /// The colour of the path that passes through, if the board says that.
    pub colour: Option<usize>,
    free: bool,
}

impl Cell {
    /// A free cell whose sides are open, or a wall.
    pub fn open(free: bool) -> Self {
        Self {
            sides: [free; 2],
            may_be_empty: !free,
            ends: Vec::new(),
            colour: None,
            free,
        }
    }

    pub fn is_wall(&self) -> bool {
        !self.free
    }
}

/// Closes the sides at walls and at the edges of the board.
pub fn close_sides(cells: &mut [Cell], width: usize) {
    for at in 0..cells.len() {
        let is_free = |next: usize| cells.get(next).is_some_and(|cell| cell.free);
        let right = !(at + 1).is_multiple_of(width) && is_free(at + 1);
        let below = is_free(at + width);
        cells[at].sides[0] &= right;
        cells[at].sides[1] &= below;
    }
}

/// A side of the border that is used: the number of the path that crosses it, and its colour.
type Plug = (u16, Option<u16>);

/// What crosses from the cells behind to those ahead.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Border {
    /// The plug above each column, and last the one to the left of the next cell.
    plugs: Vec<Option<Plug>>,
    /// Where neighbours must be joined: the colour of the last cell of each column.
    above: Vec<Option<u16>>,
    /// Whether the free end is still to come.
    free_end: bool,
}

/// Paths that begin at a cell get these numbers, until they are numbered again.
const NEW: [u16; 2] = [u16::MAX - 1, u16::MAX];

/// How many ways there are to draw the paths; `None` if the caller wants to stop.
pub fn count(layout: &Layout, go_on: GoOn) -> Option<Sum> {
    // Numbers of paths and colours must fit.
    if layout.width.max(layout.colours) >= usize::from(NEW[0]) {
        return None;
    }
    let first = Border {
        plugs: vec![None; layout.width + 1],
        above: if layout.apart {
            vec![None; layout.width]
        } else {
            Vec::new()
        },
        free_end: layout.has_free_end,
    };
    let bytes = size_of::<(Border, Sum)>() + 16 + (first.plugs.len() + first.above.len()) * 6;
    let mut borders = HashMap::from([(first, Sum::one())]);
    for (at, cell) in layout.cells.iter().enumerate() {
        let mut next: HashMap<Border, Sum> = HashMap::new();
        for (done, (border, ways)) in borders.iter().enumerate() {
            if done.is_multiple_of(1024) && !go_on((borders.len() + next.len()) * bytes) {
                return None;
            }
            border.draw(layout, at % layout.width, cell, &mut |drawn: Border| {
                next.entry(drawn.numbered_anew()).or_default().add(ways);
            });
        }
        borders = next;
    }
    let mut all = Sum::default();
    for (_, ways) in borders.iter().filter(|(border, _)| !border.free_end) {
        all.add(ways);
    }
    Some(all)
}

impl Border {
    /// Shows every border that a way to draw the next cell leaves.
    fn draw(&self, layout: &Layout, x: usize, cell: &Cell, on_border: &mut dyn FnMut(Self)) {
        let mut rest = self.clone();
        let came: Vec<Plug> = [layout.width, x]
            .into_iter()
            .filter_map(|side| rest.plugs[side].take())
            .collect();
        for mask in 0..4 {
            let goes = [mask & 1 == 1, mask & 2 == 2];
            if goes[0] && !cell.sides[0] || goes[1] && !cell.sides[1] {
                continue;
            }
            let to: Vec<usize> = [(goes[0], layout.width), (goes[1], x)]
                .into_iter()
                .filter_map(|(goes, side)| goes.then_some(side))
                .collect();
            let used = came.len() + to.len();
            let mut keep = |border: Option<Self>, colour: Option<u16>| {
                let fits = border.filter(|_| self.is_apart(x, &came, layout, colour));
                if let Some(mut border) = fits {
                    border
                        .above
                        .get_mut(x)
                        .into_iter()
                        .for_each(|above| *above = colour);
                    on_border(border);
                }
            };
            if used == 0 && cell.may_be_empty {
                keep(Some(rest.clone()), None);
            } else if !cell.ends.is_empty() {
                for ends in orders(&cell.ends).filter(|ends| ends.len() == used) {
                    keep(
                        rest.clone().end_all(&came, &to, &ends),
                        ends.first().copied(),
                    );
                }
            } else if used == 2 {
                for colour in colours_through(layout, cell, &came) {
                    let drawn = rest.clone().through(&came, &to, colour);
                    keep(drawn, colour);
                }
            } else if used == 1 && self.free_end {
                let mut ended = rest.clone();
                ended.free_end = false;
                keep(
                    ended.end_all(&came, &to, &[(layout.colours - 1) as u16]),
                    None,
                );
            }
        }
    }

    /// Whether the cells above and to the left of the next one have other colours, or are joined
    /// with it.
    fn is_apart(&self, x: usize, came: &[Plug], layout: &Layout, colour: Option<u16>) -> bool {
        if !layout.apart || colour.is_none() {
            return true;
        }
        let left = x.checked_sub(1).and_then(|left| self.above[left]);
        let alike = usize::from(left == colour) + usize::from(self.above[x] == colour);
        alike == came.len()
    }

    /// Ends paths here, one for each used side in turn.
    fn end_all(mut self, came: &[Plug], to: &[usize], ends: &[u16]) -> Option<Self> {
        // A path that ends here twice would be a loop.
        if let [one, other] = came
            && one.0 == other.0
        {
            return None;
        }
        for (&plug, &colour) in came.iter().zip(ends) {
            self.paint(plug, Some(colour))?;
        }
        for ((&side, &colour), number) in to.iter().zip(&ends[came.len()..]).zip(NEW) {
            self.plugs[side] = Some((number, Some(colour)));
        }
        Some(self)
    }

    /// Draws a path through the cell, over two sides.
    fn through(mut self, came: &[Plug], to: &[usize], colour: Option<u16>) -> Option<Self> {
        match (came, to) {
            ([], to) => to
                .iter()
                .for_each(|&side| self.plugs[side] = Some((NEW[0], colour))),
            (&[plug], &[side]) => {
                self.paint(plug, colour)?;
                self.plugs[side] = Some((plug.0, colour));
            }
            // The same path on both sides would be closed to a loop.
            (&[one, other], _) if one.0 != other.0 => {
                self.paint(one, colour)?;
                self.paint(other, colour)?;
                for plug in self
                    .plugs
                    .iter_mut()
                    .flatten()
                    .filter(|plug| plug.0 == other.0)
                {
                    plug.0 = one.0;
                }
            }
            _ => return None,
        }
        Some(self)
    }

    /// Gives the rest of a path a colour, which must be its own if it has one.
    fn paint(&mut self, (number, before): Plug, colour: Option<u16>) -> Option<()> {
        for plug in self
            .plugs
            .iter_mut()
            .flatten()
            .filter(|plug| plug.0 == number)
        {
            plug.1 = colour;
        }
        (before.is_none() || before == colour).then_some(())
    }

    /// The same border with the paths numbered in the order of their plugs.
    fn numbered_anew(mut self) -> Self {
        let mut seen: Vec<u16> = Vec::new();
        for plug in self.plugs.iter_mut().flatten() {
            let number = seen.iter().position(|&number| number == plug.0);
            let number = number.unwrap_or_else(|| {
                seen.push(plug.0);
                seen.len() - 1
            });
            plug.0 = number as u16;
        }
        self
    }
}

/// The colours that a path which passes through the next cell may have there. Where neighbours
/// must be joined, each colour is tried; elsewhere it may stay open.
fn colours_through(layout: &Layout, cell: &Cell, came: &[Plug]) -> Vec<Option<u16>> {
    let known = cell.colour.map(|colour| colour as u16);
    let known = came
        .iter()
        .fold(known, |known, &(_, colour)| known.or(colour));
    if layout.apart && known.is_none() {
        (0..layout.colours as u16).map(Some).collect()
    } else {
        vec![known]
    }
}

/// One or two colours in every order.
fn orders(ends: &[usize]) -> impl Iterator<Item = Vec<u16>> {
    let ends: Vec<u16> = ends.iter().map(|&end| end as u16).collect();
    let other: Vec<u16> = ends.iter().rev().copied().collect();
    let is_other = other != ends;
    [Some(ends), is_other.then_some(other)]
        .into_iter()
        .flatten()
}
