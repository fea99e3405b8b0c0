//! The steps of a sweep: labels for colours, and what is known about each cell beforehand.

use super::Packing;
use super::border::MOST_PLACES;
use super::field::{Cell, Field, Kind};
use super::planar::{FIRST_UNLABELLED, NearTerminal, Shore};
use super::step::{Step, Wanted};

/// With up to this many places, each step knows which patterns of plugs can be completed: a bit for
/// each.
const PATTERN_PLACES: usize = 18;

/// All steps of a sweep over a field.
pub struct Plan {
    pub steps: Vec<Step>,
    pub packing: Packing,
    pub width: usize,
}

impl Plan {
    /// The plan for a field; `None` if its borders are too long to be packed.
    pub fn new(field: &Field) -> Option<Self> {
        let places = field.width + 1;
        if places > MOST_PLACES {
            return None;
        }
        let labels = Labels::new(field);
        let planes = 2 + (usize::BITS - (labels.count - 1).leading_zeros()).max(1) as usize;
        let packing = Packing::for_borders(planes, places)?;
        let mut steps: Vec<Step> = (0..field.cells.len())
            .map(|cell| step(field, &labels, cell, planes))
            .collect();
        if places <= PATTERN_PLACES {
            add_patterns(&mut steps, places);
        }
        Some(Self {
            steps,
            packing,
            width: field.width,
        })
    }
}

/// Labels of colours.
///
/// A colour that is asked for by some cell ahead of its terminals keeps a label of its own, counted
/// from 1; others have one from their first terminal to their second and then pass it on. Pairs
/// count down from the top.
struct Labels {
    label: Vec<Option<usize>>,
    keeps: Vec<bool>,
    /// The cells of the terminals, the first one first.
    terminals: Vec<Vec<usize>>,
    /// For each cell the first label of a pair after it.
    first_pair: Vec<usize>,
    count: usize,
}

impl Labels {
    fn new(field: &Field) -> Self {
        let mut terminals = vec![Vec::new(); field.colours];
        let mut keeps = vec![false; field.colours];
        for (index, cell) in field.cells.iter().enumerate() {
            for colour in cell.colours() {
                if cell.is_terminal() {
                    terminals[colour].push(index);
                } else {
                    keeps[colour] = true;
                }
            }
        }
        // A colour with one terminal may end anywhere.
        for (keeps, terminals) in keeps.iter_mut().zip(&terminals) {
            *keeps |= terminals.len() != 2;
        }
        let mut label = vec![None; field.colours];
        let mut kept = 0;
        for colour in (0..field.colours).filter(|&colour| keeps[colour]) {
            kept += 1;
            label[colour] = Some(kept);
        }
        let lent = |index: usize| if index == 0 { 0 } else { kept + index };
        let mut in_use: Vec<bool> = Vec::new();
        let mut slot = vec![0; field.colours];
        let mut closed = 0_usize;
        let mut first_pair = Vec::with_capacity(field.cells.len());
        let mut most = kept + 1;
        for (index, cell) in field.cells.iter().enumerate() {
            let mut before = highest(&in_use);
            let is_lent = |colour: &usize| cell.is_terminal() && !keeps[*colour];
            // A relay may lend a label and give back another; while it is taken, they must differ.
            for colour in cell.colours().filter(is_lent) {
                if terminals[colour][0] == index {
                    let free = in_use.iter().position(|used| !used);
                    slot[colour] = free.unwrap_or(in_use.len());
                    if free.is_none() {
                        in_use.push(false);
                    }
                    in_use[slot[colour]] = true;
                    label[colour] = Some(lent(slot[colour]));
                }
            }
            before = before.max(highest(&in_use));
            for colour in cell.colours().filter(is_lent) {
                if terminals[colour][0] != index {
                    in_use[slot[colour]] = false;
                    closed += 1;
                }
            }
            let after = highest(&in_use);
            let floor = |slots: usize| {
                if slots == 0 {
                    kept + 1
                } else {
                    lent(slots - 1).max(kept) + 1
                }
            };
            first_pair.push(floor(after));
            most = most.max(floor(before.max(after)) + closed.min(field.width / 2 + 1));
        }
        Self {
            label,
            keeps,
            terminals,
            first_pair,
            count: most,
        }
    }
}

/// One more than the highest slot in use.
fn highest(in_use: &[bool]) -> usize {
    in_use
        .iter()
        .rposition(|&used| used)
        .map_or(0, |slot| slot + 1)
}

fn step(field: &Field, labels: &Labels, index: usize, planes: usize) -> Step {
    let width = field.width;
    let (column, row) = (index % width, index / width);
    let cell = field.cells[index];
    // The cell to which the edge of a place leads after this step.
    let ahead = |place: usize| {
        let cell = match place {
            place if place <= column => (row + 1) * width + place,
            place => row * width + place - 1,
        };
        // There is none to the right of the last column; the place at the end of the row points to
        // the next row.
        let exists = !(place == column + 1 && column + 1 == width) && cell < field.cells.len();
        let cell = if place == column + 1 { index + 1 } else { cell };
        exists.then(|| field.cells[cell]).zip(Some(cell))
    };
    let mut wanted = Wanted::default();
    for place in 0..=width {
        if let Some((cell, _)) = ahead(place)
            && let Some(colour) = cell.colour
        {
            let label = |colour: usize| {
                let started = labels.keeps[colour] || labels.terminals[colour][0] <= index;
                labels.label[colour].filter(|_| started)
            };
            let second = cell.second.unwrap_or(colour);
            wanted.ask(place, [label(colour), label(second)]);
        }
    }
    let rest = &field.cells[index + 1..];
    let makes_pair = |colour: Option<usize>| {
        cell.is_terminal()
            && colour
                .is_some_and(|colour| !labels.keeps[colour] && labels.terminals[colour][1] == index)
    };
    Step {
        column,
        last_column: column + 1 == width,
        cell,
        label: cell.colour.and_then(|colour| labels.label[colour]),
        second: cell.second.and_then(|colour| labels.label[colour]),
        makes_pair: makes_pair(cell.colour),
        second_makes_pair: makes_pair(cell.second),
        first_pair: labels.first_pair[index],
        top: (1 << (planes - 2)) - 1,
        wanted,
        terminals_ahead: rest.iter().any(Cell::is_terminal),
        cells_ahead: rest
            .iter()
            .any(|cell| cell.kind != Kind::Wall && !cell.may_be_blank),
        closed: u32::from(!cell.down) | u32::from(!cell.right) << 1,
        possible: Vec::new(),
        shore: shore(field, labels, index, 1 << (planes - 2), ahead),
    }
}

/// The terminals at the border after a cell, and those on the edge of the board, clockwise.
fn shore(
    field: &Field,
    labels: &Labels,
    index: usize,
    label_count: usize,
    ahead: impl Fn(usize) -> Option<(Cell, usize)>,
) -> Shore {
    let (width, height) = (field.width, field.height());
    let row = index / width;
    let label = |cell: usize| {
        let Cell { kind, colour, .. } = field.cells[cell];
        let colour = colour.filter(|_| kind == Kind::Terminal)?;
        let started = labels.keeps[colour] || labels.terminals[colour][0] <= index;
        let label = labels.label[colour].filter(|_| started);
        Some(label.unwrap_or(FIRST_UNLABELLED + colour))
    };
    let mut near: Vec<(usize, NearTerminal)> = Vec::new();
    for place in 0..=width {
        let Some((_, cell)) = ahead(place) else {
            continue;
        };
        if let Some((_, known)) = near.iter_mut().find(|&&mut (known, _)| known == cell) {
            known.places |= 1 << place;
        } else if let Some(label) = label(cell) {
            let places = 1 << place;
            near.push((cell, NearTerminal { label, places }));
        }
    }
    let right = (row..height).map(|y| y * width + width - 1);
    let bottom = (0..width.saturating_sub(1))
        .rev()
        .map(|x| (height - 1) * width + x);
    let left = (row..height.saturating_sub(1)).rev().map(|y| y * width);
    let left = left.filter(|_| width > 1);
    let is_near = |cell: usize| near.iter().any(|&(known, _)| known == cell);
    let cells = right.chain(bottom).chain(left);
    let ashore: Vec<usize> = cells
        .filter(|&cell| cell > index && !is_near(cell))
        .filter_map(label)
        .collect();
    let is_new = is_near(index + width) || (row == 0 && is_near(index + 1));
    let next = u32::from(is_near(index + 1)) << (index % width + 1);
    let near: Vec<NearTerminal> = near.into_iter().map(|(_, near)| near).collect();
    let mut shore = Shore::new(&ashore, &near, label_count, field.colours > 1);
    (shore.is_new, shore.next) = (is_new, next);
    shore
}

/// Finds, from the last step to the first, which patterns of plugs can be completed if only the
/// number of edges at each cell matters.
fn add_patterns(steps: &mut [Step], places: usize) {
    let mut after = Patterns::none(places);
    after.words[0] = 1;
    for step in steps.iter_mut().rev() {
        if step.last_column {
            after = after.unshifted();
        }
        // The edges that this cell itself closes are not checked again when borders are made.
        let closed = step.closed as usize;
        for comes in (0..4).filter(|comes| comes & closed != 0) {
            after.remove(step.column, comes);
        }
        step.possible.clone_from(&after.words);
        let mut before = Patterns::none(places);
        for comes in 0..4 {
            for goes in (0..4).filter(|&goes| turns(step.cell, comes, goes)) {
                before.add(&after, step.column, [comes, goes]);
            }
        }
        after = before;
    }
}

/// A set of patterns of plugs, a bit for each.
struct Patterns {
    words: Vec<u64>,
}

/// For each of the lowest six places the patterns of a word that have a plug there.
const WITH_PLUG: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

impl Patterns {
    fn none(places: usize) -> Self {
        Self {
            words: vec![0; (1_usize << places).div_ceil(64)],
        }
    }

    /// The patterns of a word that have these plugs at a place and the next one, 0 to 3.
    fn having(word: usize, place: usize, plugs: usize) -> u64 {
        let one = |place: usize, is_plug: bool| {
            let with = match WITH_PLUG.get(place) {
                Some(&with) => with,
                None if word >> (place - 6) & 1 == 1 => u64::MAX,
                None => 0,
            };
            if is_plug { with } else { !with }
        };
        one(place, plugs & 1 == 1) & one(place + 1, plugs & 2 == 2)
    }

    /// Removes all patterns with these plugs at a place and the next one.
    fn remove(&mut self, place: usize, plugs: usize) {
        for (index, word) in self.words.iter_mut().enumerate() {
            *word &= !Self::having(index, place, plugs);
        }
    }

    /// Adds all patterns of another set that have the plugs `from` at a place and the next one,
    /// with the plugs `to` instead.
    fn add(&mut self, others: &Self, place: usize, [to, from]: [usize; 2]) {
        // A pattern moves up or down by this many bits of the whole set.
        let (up, down) = (
            to.saturating_sub(from) << place,
            from.saturating_sub(to) << place,
        );
        for (index, word) in others.words.iter().enumerate() {
            let word = word & Self::having(index, place, from);
            if word == 0 {
                continue;
            }
            let (words, bits) = ((up + down) / 64, (up + down) % 64);
            let (at, moved, over) = if down == 0 {
                (
                    index + words,
                    word << bits,
                    word.unbounded_shr(64 - bits as u32),
                )
            } else {
                (
                    index - words,
                    word >> bits,
                    word.unbounded_shl(64 - bits as u32),
                )
            };
            self.words[at] |= moved;
            if over != 0 {
                let beside = if down == 0 { at + 1 } else { at - 1 };
                self.words[beside] |= over;
            }
        }
    }

    /// The patterns before the border moved on by a place: the same without place 0, which is free.
    fn unshifted(&self) -> Self {
        let mut words = vec![0; self.words.len()];
        for (index, &word) in self.words.iter().enumerate() {
            let half = compress(word & !WITH_PLUG[0]);
            words[index / 2] |= half << (index % 2 * 32);
        }
        Self { words }
    }
}

/// Moves the bits with even numbers together.
fn compress(word: u64) -> u64 {
    let mut word = word;
    for (shift, mask) in [
        (1, 0x3333_3333_3333_3333),
        (2, 0x0f0f_0f0f_0f0f_0f0f),
        (4, 0x00ff_00ff_00ff_00ff),
        (8, 0x0000_ffff_0000_ffff),
        (16, 0x0000_0000_ffff_ffff),
    ] {
        word = (word | word >> shift) & mask;
    }
    word
}

/// Whether a cell can be passed with these edges: from the left 1, from above 2; down 1, right 2.
fn turns(cell: Cell, comes: usize, goes: usize) -> bool {
    let degree = comes.count_ones() + goes.count_ones();
    (cell.down || goes & 1 == 0)
        && (cell.right || goes & 2 == 0)
        && match cell.kind {
            Kind::Wall => degree == 0,
            Kind::Terminal => degree == 1,
            Kind::Relay => degree == 2,
            Kind::Through => {
                degree == 2 || (degree == 0 && cell.may_be_blank) || (degree == 1 && cell.may_end)
            }
        }
}
