//! The steps of a sweep: labels for colours, and what can be known of each cell beforehand.

use super::Packing;
use super::border::MOST_PLACES;
use super::field::{Cell, Field, Kind};
use super::planar::{FIRST_UNLABELLED, Shore};
use super::step::Step;

/// Up to so many places it is known which patterns of plugs can be completed: a bit for each in each step.
const PATTERN_PLACES: usize = 18;

/// All steps of a sweep over a field.
pub struct Plan {
    pub steps: Vec<Step>,
    pub packing: Packing,
    pub width: usize,
}

impl Plan {
    /// The plan for a field; none when its borders are too long to be packed.
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
/// A colour that some cell ahead of its terminals asks for keeps a label of its own from 1 on; others have
/// one from their first terminal to their second and leave it to later ones. Pairs count down from the top.
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
            if let Some(colour) = cell.colour {
                if cell.kind == Kind::Terminal {
                    terminals[colour].push(index);
                } else {
                    keeps[colour] = true;
                }
            }
        }
        // A colour with one terminal ends anywhere.
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
            let before = highest(&in_use);
            if let (Kind::Terminal, Some(colour)) = (cell.kind, cell.colour)
                && !keeps[colour]
            {
                if terminals[colour][0] == index {
                    let free = in_use.iter().position(|used| !used);
                    slot[colour] = free.unwrap_or(in_use.len());
                    if free.is_none() {
                        in_use.push(false);
                    }
                    in_use[slot[colour]] = true;
                    label[colour] = Some(lent(slot[colour]));
                } else {
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
    let (width, height) = (field.width, field.height());
    let (column, row) = (index % width, index / width);
    let cell = field.cells[index];
    // The cell to which the edge of a place leads after this step.
    let ahead = |place: usize| {
        let cell = match place {
            place if place <= column => (row + 1) * width + place,
            place => row * width + place - 1,
        };
        // Right of the last column there is none; the place of the row's end points to the next row.
        let exists = !(place == column + 1 && column + 1 == width) && cell < field.cells.len();
        let cell = if place == column + 1 { index + 1 } else { cell };
        exists.then(|| field.cells[cell]).zip(Some(cell))
    };
    let mut fixed = 0;
    let mut wanted = vec![usize::MAX; width + 1];
    for (place, wanted) in wanted.iter_mut().enumerate() {
        if let Some((cell, _)) = ahead(place)
            && let Some(colour) = cell.colour
        {
            fixed |= 1 << place;
            let started = labels.keeps[colour] || labels.terminals[colour][0] <= index;
            if started && let Some(label) = labels.label[colour] {
                *wanted = label;
            }
        }
    }
    let rest = &field.cells[index + 1..];
    let makes_pair = cell.kind == Kind::Terminal
        && cell
            .colour
            .is_some_and(|colour| !labels.keeps[colour] && labels.terminals[colour][1] == index);
    Step {
        column,
        last_column: column + 1 == width,
        cell,
        label: cell.colour.and_then(|colour| labels.label[colour]),
        makes_pair,
        first_pair: labels.first_pair[index],
        top: (1 << (planes - 2)) - 1,
        fixed,
        wanted,
        terminals_ahead: rest.iter().any(|cell| cell.kind == Kind::Terminal),
        cells_ahead: rest
            .iter()
            .any(|cell| cell.kind != Kind::Wall && !cell.may_be_blank),
        possible: Vec::new(),
        shore: shore(field, labels, index, (row, column), height),
    }
}

/// The terminals on the edge of the board after a cell, clockwise.
fn shore(
    field: &Field,
    labels: &Labels,
    index: usize,
    (row, _): (usize, usize),
    height: usize,
) -> Shore {
    let width = field.width;
    let right = (row..height).map(|y| y * width + width - 1);
    let bottom = (0..width.saturating_sub(1))
        .rev()
        .map(|x| (height - 1) * width + x);
    let left = (row..height.saturating_sub(1)).rev().map(|y| y * width);
    let left = left.filter(|_| width > 1);
    let cells = right.chain(bottom).chain(left).filter(|&cell| cell > index);
    let mut list = Vec::new();
    for cell in cells {
        if let (Kind::Terminal, Some(colour)) = (field.cells[cell].kind, field.cells[cell].colour) {
            let started = labels.keeps[colour] || labels.terminals[colour][0] <= index;
            list.push(match labels.label[colour] {
                Some(label) if started => label,
                _ => FIRST_UNLABELLED + colour,
            });
        }
    }
    Shore::new(&list, field.colours > 1)
}

/// Finds, from the last step to the first, which patterns of plugs can be completed when nothing but the
/// number of edges at each cell is asked for.
fn add_patterns(steps: &mut [Step], places: usize) {
    let mut after = vec![false; 1 << places];
    after[0] = true;
    for step in steps.iter_mut().rev() {
        if step.last_column {
            // Before the border moved on by a place, the pattern was the same without place 0.
            let mut unshifted = vec![false; 1 << places];
            for (pattern, possible) in unshifted.iter_mut().enumerate().take(1 << (places - 1)) {
                *possible = after[pattern << 1];
            }
            after = unshifted;
        }
        step.possible = pack(&after);
        let cell = step.cell;
        let mut before = vec![false; 1 << places];
        let (low, size) = (step.column, 1 << step.column);
        for comes in 0..4_usize {
            for goes in 0..4_usize {
                if !turns(cell, comes, goes) {
                    continue;
                }
                // Blocks of patterns that agree above the two places, and run through all below.
                for high in (0..1 << places).step_by(4 << low) {
                    let from = high + (comes << low);
                    let to = high + (goes << low);
                    let after = &after[to..to + size];
                    for (before, &after) in before[from..from + size].iter_mut().zip(after) {
                        *before |= after;
                    }
                }
            }
        }
        after = before;
    }
}

fn pack(bits: &[bool]) -> Vec<u64> {
    let words = bits.chunks(64);
    words
        .map(|word| {
            let bits = word.iter().enumerate();
            bits.fold(0, |word, (index, &bit)| word | u64::from(bit) << index)
        })
        .collect()
}

/// Whether a cell can be passed with these edges: from the left 1, from above 2; down 1, right 2.
fn turns(cell: Cell, comes: usize, goes: usize) -> bool {
    let degree = comes.count_ones() + goes.count_ones();
    (cell.down || goes & 1 == 0)
        && (cell.right || goes & 2 == 0)
        && match cell.kind {
            Kind::Wall => degree == 0,
            Kind::Terminal => degree == 1,
            Kind::Through => {
                degree == 2 || (degree == 0 && cell.may_be_blank) || (degree == 1 && cell.may_end)
            }
        }
}
