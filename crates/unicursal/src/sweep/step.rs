//! How a border moves over one cell: all borders that can come after it.

use super::border::{Border, Class, Key, MOST_LABEL_PLANES};
use super::field::{Cell, Kind};
use super::planar::Shore;

/// The cell that is taken, and what is known of the rest of the board without looking at borders.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of its own"
)]
pub struct Step {
    pub column: usize,
    pub last_column: bool,
    pub cell: Cell,
    /// The label of its colour; `None` where it has none.
    pub label: Option<usize>,
    /// Whether its colour's other terminal is behind, and the two become a numbered pair.
    pub makes_pair: bool,
    /// Labels from here on are those of pairs.
    pub first_pair: usize,
    /// The label of the leftmost pair.
    pub top: usize,
    /// What cells of one colour ask for.
    pub wanted: Wanted,
    pub terminals_ahead: bool,
    /// Whether a cell ahead must be used.
    pub cells_ahead: bool,
    /// The edges that lead on from here and are closed: down 1, right 2.
    pub closed: u32,
    /// For each pattern of plugs after this step whether it can be completed, as far as the numbers of
    /// edges at the cells go, and none stands at a closed edge; empty where that is not known.
    pub possible: Vec<u64>,
    pub shore: Shore,
}

/// Places whose edges lead to cells of one colour, and the labels that those ask for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    fixed: u32,
    /// Those of them where no plug with a label fits.
    none: u32,
    /// The labels of the others, a bit for each place in every plane.
    planes: [u32; MOST_LABEL_PLANES],
}

impl Wanted {
    /// The edge of this place leads to a cell that asks for a label, or that no label fits.
    pub fn ask(&mut self, place: usize, label: Option<usize>) {
        self.fixed |= 1 << place;
        match label {
            None => self.none |= 1 << place,
            Some(label) => {
                for (bit, plane) in self.planes.iter_mut().enumerate() {
                    *plane |= ((label >> bit & 1) as u32) << place;
                }
            }
        }
    }

    /// Whether every plug at such a place has no label yet, or the one that is asked for.
    #[inline]
    fn fits<const P: usize>(&self, border: &Border<P>) -> bool {
        let labels = || border.planes[2..].iter();
        let labelled = labels().fold(border.rooted(), |places, plane| places | plane) & self.fixed;
        let others = labels().zip(&self.planes);
        let wrong = others.fold(self.none, |wrong, (plane, wanted)| wrong | (plane ^ wanted));
        labelled & wrong == 0
    }
}

impl Step {
    /// Calls `found` with each border that can come after this one, once for each.
    ///
    /// Where plugs stand afterwards is known before what they are, and excludes most of what cannot be completed.
    #[inline]
    pub fn extend<K: Key, const P: usize>(&self, key: K, mut found: impl FnMut(K)) {
        let border: Border<P> = key.unpack();
        let (left, up) = (self.column, self.column + 1);
        let mut rest = border;
        rest.clear(1 << left | 1 << up);
        let comes = border.plugs() >> left & 3;
        match (self.cell.kind, comes) {
            (Kind::Wall, 0) => self.emit_if_allowed(&rest, &mut found),
            (Kind::Terminal, 0) => self.begin(&rest, &mut found),
            (Kind::Terminal, 1) => self.end(&border, rest, left, &mut found),
            (Kind::Terminal, 2) => self.end(&border, rest, up, &mut found),
            (Kind::Wall | Kind::Terminal, _) => {}
            (Kind::Through, 0) => {
                if self.cell.may_be_blank {
                    self.emit_if_allowed(&rest, &mut found);
                }
                if self.allows(rest.plugs() | 1 << left | 1 << up) {
                    let label = self.label.unwrap_or(0);
                    let mut next = rest;
                    next.put(left, Class::Left, label);
                    next.put(up, Class::Right, label);
                    self.emit(&next, false, &mut found);
                }
                if self.may_end(&border) {
                    self.begin(&rest, &mut found);
                }
            }
            (Kind::Through, 3) => {
                if self.allows(rest.plugs())
                    && let Some(next) = self.join(&border, rest)
                {
                    self.emit(&next, true, &mut found);
                }
            }
            (Kind::Through, comes) => {
                let from = if comes == 1 { left } else { up };
                self.pass(&border, rest, from, &mut found);
                if self.may_end(&border) {
                    self.end(&border, rest, from, &mut found);
                }
            }
        }
    }

    /// Whether the one path that may end anywhere has not ended yet.
    fn may_end<const P: usize>(&self, border: &Border<P>) -> bool {
        // Its start is behind if its plug is the only one, or else ahead.
        let ends = border.rooted_with(self.end_label()).count_ones();
        self.cell.may_end && ends == u32::from(!self.terminals_ahead)
    }

    /// Fields with free ends have one colour, whose label is the first.
    fn end_label(&self) -> usize {
        self.label.unwrap_or(1)
    }

    /// A path begins here and goes on by either edge.
    fn begin<K: Key, const P: usize>(&self, rest: &Border<P>, found: &mut impl FnMut(K)) {
        for place in self.exits(rest) {
            let mut next = *rest;
            self.root(&mut next, place);
            self.emit(&next, true, found);
        }
    }

    /// A path that comes from a place ends here.
    fn end<K: Key, const P: usize>(
        &self,
        border: &Border<P>,
        mut rest: Border<P>,
        from: usize,
        found: &mut impl FnMut(K),
    ) {
        if !self.allows(rest.plugs()) {
            return;
        }
        let own = self.end_label();
        let label = border.label(from);
        if border.class(from) == Class::Rooted {
            if label == own && self.completes(&rest) {
                self.emit(&rest, true, found);
            }
        } else if label == 0 || label == own {
            self.root(&mut rest, border.mate(from));
            self.emit(&rest, true, found);
        }
    }

    /// Puts the plug of a piece that begins at this cell's terminal.
    fn root<const P: usize>(&self, next: &mut Border<P>, place: usize) {
        let label = self.end_label();
        next.put(place, Class::Rooted, label);
        if self.makes_pair {
            next.number_pairs(|other| other >= self.first_pair || other == label, self.top);
        }
    }

    /// A path passes from one edge to another.
    fn pass<K: Key, const P: usize>(
        &self,
        border: &Border<P>,
        mut rest: Border<P>,
        from: usize,
        found: &mut impl FnMut(K),
    ) {
        let (class, mut label) = (border.class(from), border.label(from));
        if let Some(own) = self.label {
            if class != Class::Rooted && label == 0 {
                label = own;
                let mate = border.mate(from);
                rest.put(mate, rest.class(mate), own);
            } else if label != own {
                return;
            }
        }
        for place in self.exits(&rest) {
            let mut next = rest;
            next.put(place, class, label);
            self.emit(&next, false, found);
        }
    }

    /// Two pieces meet here.
    fn join<const P: usize>(&self, border: &Border<P>, mut rest: Border<P>) -> Option<Border<P>> {
        let places = [self.column, self.column + 1];
        let [one, two] = places.map(|place| border.class(place));
        let [first, second] = places.map(|place| border.label(place));
        let fits = |label: usize| self.label.is_none_or(|own| label == own);
        match (one, two) {
            (Class::Rooted, Class::Rooted) => {
                if first != second || !fits(first) || !self.completes(&rest) {
                    return None;
                }
                if first >= self.first_pair {
                    rest.number_pairs(|label| label >= self.first_pair, self.top);
                }
            }
            (Class::Rooted, _) | (_, Class::Rooted) => {
                let (label, loose, at) = if one == Class::Rooted {
                    (first, second, places[1])
                } else {
                    (second, first, places[0])
                };
                if !fits(label) || (loose != 0 && loose != label) {
                    return None;
                }
                rest.put(border.mate(at), Class::Rooted, label);
                if label >= self.first_pair {
                    rest.number_pairs(|label| label >= self.first_pair, self.top);
                }
            }
            _ => {
                let mates = places.map(|place| border.mate(place));
                let label = first.max(second);
                let agrees = |other: usize| other == 0 || other == label;
                if mates[0] == places[1] || !agrees(first) || !agrees(second) {
                    return None;
                }
                let label = match self.label {
                    Some(own) if label == 0 => own,
                    Some(own) if label != own => return None,
                    _ => label,
                };
                rest.put(mates[0].min(mates[1]), Class::Left, label);
                rest.put(mates[0].max(mates[1]), Class::Right, label);
            }
        }
        Some(rest)
    }

    /// Whether a path may be completed when this is left: the last one leaves nothing to be done.
    fn completes<const P: usize>(&self, rest: &Border<P>) -> bool {
        let is_last = rest.rooted() == 0 && !self.terminals_ahead;
        !is_last || (rest.plugs() == 0 && !self.cells_ahead)
    }

    /// The places of the edges down and to the right, as far as a plug may stand there alone.
    #[inline]
    fn exits<const P: usize>(&self, rest: &Border<P>) -> impl Iterator<Item = usize> + use<'_, P> {
        let plugs = rest.plugs();
        let exits = [self.column, self.column + 1].into_iter();
        exits.filter(move |place| self.allows(plugs | 1 << place))
    }

    /// Whether plugs may stand on these places, and on no others.
    #[inline]
    fn allows(&self, plugs: u32) -> bool {
        match self.possible.get(plugs as usize / 64) {
            Some(word) => word >> (plugs % 64) & 1 == 1,
            None => plugs & self.closed << self.column == 0,
        }
    }

    fn emit_if_allowed<K: Key, const P: usize>(&self, next: &Border<P>, found: &mut impl FnMut(K)) {
        if self.allows(next.plugs()) {
            self.emit(next, false, found);
        }
    }

    /// Hands on a border whose places are allowed, unless it cannot be completed. `changed`: whether ends
    /// of pieces were joined, or one got a label; if not, pairs cross no more than before.
    #[inline]
    fn emit<K: Key, const P: usize>(
        &self,
        next: &Border<P>,
        changed: bool,
        found: &mut impl FnMut(K),
    ) {
        if !self.wanted.fits(next) {
            return;
        }
        if (changed || self.shore.is_new) && self.shore.crosses(next) {
            return;
        }
        let mut next = *next;
        if self.last_column {
            for plane in &mut next.planes {
                *plane <<= 1;
            }
        }
        found(K::pack(&next));
    }
}
