//! How a border moves over one cell: all its possible successors.

use super::border::{Border, Class, Code, Key, MOST_LABEL_PLANES, MOST_PLACES};
use super::field::{Cell, Kind};
use super::planar::Shore;

/// The cell that is taken, and what is known about the rest of the board without looking at
/// borders.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of its own"
)]
pub struct Step {
    pub column: usize,
    pub last_column: bool,
    pub cell: Cell,
    /// The label of its colour; `None` if it has none.
    pub label: Option<usize>,
    /// The label of the second colour of a relay.
    pub second: Option<usize>,
    /// Whether its colour's other terminal is behind, and the two become a numbered pair.
    pub makes_pair: bool,
    /// The same for the second colour of a relay.
    pub second_makes_pair: bool,
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
    /// For each pattern of plugs after this step, whether it can be completed as far as the numbers
    /// of edges at the cells are concerned, with no plug at a closed edge; empty if that is not
    /// known.
    pub possible: Vec<u64>,
    pub shore: Shore,
}

/// Places whose edges lead to cells of one colour, and the labels that those ask for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    fixed: u32,
    /// Places that ask for one of two labels; if they ask for one, the two are the same.
    asked: [Asked; 2],
}

/// A label for each of some places.
#[derive(Clone, Debug, Default)]
struct Asked {
    /// Those places where no plug with a label fits.
    none: u32,
    /// The labels of the others, a bit for each place in every plane.
    planes: [u32; MOST_LABEL_PLANES],
}

impl Wanted {
    /// Notes that the edge of this place leads to a cell that asks for one of two labels, or that
    /// no label fits.
    pub fn ask(&mut self, place: usize, labels: [Option<usize>; 2]) {
        self.fixed |= 1 << place;
        for (label, asked) in labels.into_iter().zip(&mut self.asked) {
            match label {
                None => asked.none |= 1 << place,
                Some(label) => {
                    for (bit, plane) in asked.planes.iter_mut().enumerate() {
                        *plane |= ((label >> bit & 1) as u32) << place;
                    }
                }
            }
        }
    }

    /// Whether every plug at such a place has no label yet, or the one that is asked for.
    #[inline]
    fn fits<K: Key, const P: usize>(&self, border: &Border<K, P>) -> bool {
        if border.plugs() & self.fixed == 0 {
            return true;
        }
        let labels = || (2..P).map(|bit| border.plane(bit));
        let labelled = labels().fold(border.rooted(), |places, plane| places | plane) & self.fixed;
        let wrong = |asked: &Asked| {
            let others = labels().zip(&asked.planes);
            others.fold(asked.none, |wrong, (plane, wanted)| {
                wrong | (plane ^ wanted)
            })
        };
        let [one, two] = &self.asked;
        labelled & wrong(one) & wrong(two) == 0
    }
}

/// A step for borders of one packing.
pub struct Move<'a, K, const P: usize> {
    step: &'a Step,
    /// A plug of a path that begins at this cell.
    own: Code<K, P>,
    /// A plug of the second path that begins at a relay.
    second: Code<K, P>,
    /// The first label of a pair; `None` if there is no such label.
    first_pair: Option<Code<K, P>>,
    /// The plugs of pairs, from left to right.
    numbers: [Code<K, P>; MOST_PLACES],
}

impl<'a, K: Key, const P: usize> Move<'a, K, P> {
    pub fn new(step: &'a Step) -> Self {
        let numbers = std::array::from_fn(|index| step.top.saturating_sub(index));
        Self {
            step,
            // Fields with free ends have one colour, whose label is the first.
            own: Code::new(Class::Rooted, step.label.unwrap_or(1)),
            second: Code::new(Class::Rooted, step.second.unwrap_or(1)),
            first_pair: (step.first_pair <= step.top)
                .then(|| Code::new(Class::None, step.first_pair)),
            numbers: numbers.map(|label| Code::new(Class::Rooted, label)),
        }
    }

    /// Calls `found` with each border that can come after this one, once for each.
    ///
    /// Where the plugs will be is known before what they are, and excludes most borders that cannot
    /// be completed.
    #[inline]
    pub fn extend(&self, key: K, mut found: impl FnMut(K)) {
        let border = Border { key };
        let (left, up) = (self.step.column, self.step.column + 1);
        let rest = border.without_both(left);
        let comes = border.plugs() >> left & 3;
        match (self.step.cell.kind, comes) {
            (Kind::Wall, 0) => self.emit_if_allowed(rest, &mut found),
            (Kind::Terminal, 0) => self.begin(rest, &mut found),
            (Kind::Terminal, 1) => self.end(&border, rest, left, &mut found),
            (Kind::Terminal, 2) => self.end(&border, rest, up, &mut found),
            (Kind::Relay, _) => self.relay(&border, rest, comes, &mut found),
            (Kind::Wall | Kind::Terminal, _) => {}
            (Kind::Through, 0) => {
                if self.step.cell.may_be_blank {
                    self.emit_if_allowed(rest, &mut found);
                }
                if self.allows(rest.plugs() | 1 << left | 1 << up) {
                    let label = self
                        .step
                        .label
                        .map_or(Code::new(Class::None, 0), |_| self.own);
                    let mut next = rest;
                    next.put(left, label.as_class(Class::Left));
                    next.put(up, label.as_class(Class::Right));
                    self.emit(next, false, &mut found);
                }
                if self.may_end(&border) {
                    self.begin(rest, &mut found);
                }
            }
            (Kind::Through, 3) => {
                if self.allows(rest.plugs())
                    && let Some((next, exposes)) = self.join(&border, rest)
                {
                    self.emit(next, exposes, &mut found);
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
    fn may_end(&self, border: &Border<K, P>) -> bool {
        // Its start is behind if its plug is the only one, and otherwise ahead.
        self.step.cell.may_end
            && border
                .rooted_with(self.step.label.unwrap_or(1))
                .count_ones()
                == u32::from(!self.step.terminals_ahead)
    }

    fn is_pair(&self, code: Code<K, P>) -> bool {
        self.first_pair.is_some_and(|first| code.label() >= first)
    }

    /// A path begins here and goes on through either edge.
    fn begin(&self, rest: Border<K, P>, found: &mut impl FnMut(K)) {
        for place in self.exits(&rest) {
            let mut next = rest;
            self.root(&mut next, place);
            self.emit(next, false, found);
        }
    }

    /// A path that comes from a place ends here.
    fn end(
        &self,
        border: &Border<K, P>,
        mut rest: Border<K, P>,
        from: usize,
        found: &mut impl FnMut(K),
    ) {
        if !self.allows(rest.plugs()) {
            return;
        }
        let code = border.code(from);
        if code.is_rooted() {
            if code == self.own && self.completes(&rest) {
                self.emit(rest, false, found);
            }
        } else if !code.has_label() || code.label() == self.own.label() {
            let mate = border.mate(from);
            self.root(&mut rest, mate);
            self.emit(rest, self.ends_between(border, from, mate), found);
        }
    }

    /// Puts the plug of a piece that begins at this cell's terminal.
    fn root(&self, next: &mut Border<K, P>, place: usize) {
        next.replace(place, self.own);
        if self.step.makes_pair {
            let is_pair = |code: Code<K, P>| self.is_pair(code) || code == self.own;
            next.number_pairs(is_pair, &self.numbers);
        }
    }

    /// Two paths begin or end here, one of each colour of a relay: for each of the two edges that
    /// are used, one of the two colours.
    fn relay(
        &self,
        border: &Border<K, P>,
        rest: Border<K, P>,
        comes: u32,
        found: &mut impl FnMut(K),
    ) {
        let (left, up) = (self.step.column, self.step.column + 1);
        for colours in [[self.own, self.second], [self.second, self.own]] {
            match comes {
                0 => {
                    if self.allows(rest.plugs() | 1 << left | 1 << up) {
                        let mut next = rest;
                        next.put(left, colours[0]);
                        next.put(up, colours[1]);
                        self.emit_relay(next, found);
                    }
                }
                3 => {
                    if self.allows(rest.plugs())
                        && let Some(next) = self.arrive(border, rest, left, colours[0])
                        && let Some(next) = self.arrive(border, next, up, colours[1])
                        && self.completes(&next)
                    {
                        self.emit_relay(next, found);
                    }
                }
                comes => {
                    let from = if comes == 1 { left } else { up };
                    if let Some(next) = self.arrive(border, rest, from, colours[0]) {
                        for place in self.exits(&rest) {
                            let mut next = next;
                            next.put(place, colours[1]);
                            self.emit_relay(next, found);
                        }
                    }
                }
            }
        }
    }

    /// The border after a piece that comes from a place has ended at a terminal of this colour,
    /// unless it is of another, or a loop.
    fn arrive(
        &self,
        border: &Border<K, P>,
        mut rest: Border<K, P>,
        from: usize,
        colour: Code<K, P>,
    ) -> Option<Border<K, P>> {
        let code = border.code(from);
        if code.is_rooted() {
            return (code == colour).then_some(rest);
        }
        if code.has_label() && code.label() != colour.label() {
            return None;
        }
        let mate = border.mate(from);
        // Both ends of one piece cannot be at the same number.
        if mate == self.step.column || mate == self.step.column + 1 {
            return None;
        }
        rest.replace(mate, colour);
        Some(rest)
    }

    /// Numbers the pairs that a relay made, and passes the border on.
    fn emit_relay(&self, mut next: Border<K, P>, found: &mut impl FnMut(K)) {
        let Step {
            makes_pair,
            second_makes_pair,
            ..
        } = *self.step;
        if makes_pair || second_makes_pair || self.first_pair.is_some() {
            let is_pair = |code: Code<K, P>| {
                self.is_pair(code)
                    || makes_pair && code == self.own
                    || second_makes_pair && code == self.second
            };
            next.number_pairs(is_pair, &self.numbers);
        }
        self.emit(next, true, found);
    }

    /// A path passes from one edge to another.
    fn pass(
        &self,
        border: &Border<K, P>,
        mut rest: Border<K, P>,
        from: usize,
        found: &mut impl FnMut(K),
    ) {
        let mut code = border.code(from);
        if self.step.label.is_some() {
            if !code.is_rooted() && !code.has_label() {
                let mate = border.mate(from);
                rest.replace(mate, self.own.as_class(border.code(mate).class()));
                code = self.own.as_class(code.class());
            } else if code.label() != self.own.label() {
                return;
            }
        }
        for place in self.exits(&rest) {
            let mut next = rest;
            next.put(place, code);
            self.emit(next, false, found);
        }
    }

    /// Two pieces meet here. Returns what follows, and whether this brings ends of pairs into the
    /// same face.
    fn join(&self, border: &Border<K, P>, mut rest: Border<K, P>) -> Option<(Border<K, P>, bool)> {
        let places = [self.step.column, self.step.column + 1];
        let [one, two] = places.map(|place| border.code(place));
        let fits = |code: Code<K, P>| self.step.label.is_none() || code.label() == self.own.label();
        let exposes = match (one.is_rooted(), two.is_rooted()) {
            (true, true) => {
                if one != two || !fits(one) || !self.completes(&rest) {
                    return None;
                }
                if self.is_pair(one) {
                    rest.number_pairs(|code| self.is_pair(code), &self.numbers);
                }
                false
            }
            (false, false) => {
                let mates = places.map(|place| border.mate(place));
                if mates[0] == places[1] {
                    return None;
                }
                let label = one.label().max(two.label());
                let agrees = |code: Code<K, P>| !code.has_label() || code.label() == label;
                if !agrees(one) || !agrees(two) {
                    return None;
                }
                let label = if self.step.label.is_none() || label == self.own.label() {
                    label
                } else if label.has_label() {
                    return None;
                } else {
                    self.own
                };
                rest.replace(mates[0].min(mates[1]), label.as_class(Class::Left));
                rest.replace(mates[0].max(mates[1]), label.as_class(Class::Right));
                self.exposes(border, places, mates)
            }
            (first, _) => {
                let (rooted, loose, at) = if first {
                    (one, two, places[1])
                } else {
                    (two, one, places[0])
                };
                if !fits(rooted) || (loose.has_label() && loose.label() != rooted.label()) {
                    return None;
                }
                let mate = border.mate(at);
                rest.replace(mate, rooted);
                if self.is_pair(rooted) {
                    rest.number_pairs(|code| self.is_pair(code), &self.numbers);
                }
                self.ends_between(border, at, mate)
            }
        };
        Some((rest, exposes))
    }

    /// Whether two pieces that are joined have ends of pairs between their ends, which then come
    /// into the face of others.
    fn exposes(&self, border: &Border<K, P>, places: [usize; 2], mates: [usize; 2]) -> bool {
        let within = |index: usize| self.ends_between(border, places[index], mates[index]);
        match (mates[0] < places[0], mates[1] > places[1]) {
            // Side by side.
            (true, true) => within(0) && within(1),
            // One inside the other: what lies in the inner one.
            (true, false) => within(0),
            (false, _) => within(1),
        }
    }

    /// Whether a pair may have an end between two places.
    fn ends_between(&self, border: &Border<K, P>, one: usize, two: usize) -> bool {
        let between = ((1_u32 << one.max(two)) - 1) & !((2_u32 << one.min(two)) - 1);
        (border.rooted() | self.step.shore.near_places) & between != 0
    }

    /// Whether a path may be completed if this is what remains: the last path must leave nothing to
    /// do.
    fn completes(&self, rest: &Border<K, P>) -> bool {
        let is_last = rest.rooted() == 0 && !self.step.terminals_ahead;
        !is_last || (rest.plugs() == 0 && !self.step.cells_ahead)
    }

    /// The places of the edges down and to the right where a single plug is allowed.
    #[inline]
    fn exits(&self, rest: &Border<K, P>) -> impl Iterator<Item = usize> + use<'_, K, P> {
        let plugs = rest.plugs();
        let exits = [self.step.column, self.step.column + 1].into_iter();
        exits.filter(move |place| self.allows(plugs | 1 << place))
    }

    /// Whether there may be plugs on exactly these places.
    #[inline]
    fn allows(&self, plugs: u32) -> bool {
        match self.step.possible.get(plugs as usize / 64) {
            Some(word) => word >> (plugs % 64) & 1 == 1,
            None => plugs & self.step.closed << self.step.column == 0,
        }
    }

    fn emit_if_allowed(&self, next: Border<K, P>, found: &mut impl FnMut(K)) {
        if self.allows(next.plugs()) {
            self.emit(next, false, found);
        }
    }

    /// Passes on a border whose places are allowed, unless it cannot be completed. `exposes` says
    /// whether ends of pairs came into the face of others; if not, no pairs cross that did not
    /// cross before.
    #[inline]
    fn emit(&self, next: Border<K, P>, exposes: bool, found: &mut impl FnMut(K)) {
        let Step { shore, wanted, .. } = self.step;
        if !wanted.fits(&next) {
            return;
        }
        if (exposes || shore.is_new_to(next.plugs())) && shore.crosses(&next) {
            return;
        }
        let next = if self.step.last_column {
            next.shifted()
        } else {
            next
        };
        found(next.key);
    }
}
