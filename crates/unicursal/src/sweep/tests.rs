//! Sweeps against brute force: all sets of edges of small fields.

use std::collections::BTreeSet;

use super::{Cell, Field, Kind, Sweep};
use crate::{BigUint, Control, Interruption, Rng};

/// Whether these joined pairs are an answer.
fn is_answer(field: &Field, pairs: &[[usize; 2]]) -> bool {
    let mut around = vec![Vec::new(); field.cells.len()];
    for &[a, b] in pairs {
        around[a].push(b);
        around[b].push(a);
    }
    let mut ends = Vec::new();
    for (index, cell) in field.cells.iter().enumerate() {
        let fits = match (cell.kind, around[index].len()) {
            (Kind::Wall, 0) | (Kind::Through, 2) => true,
            (Kind::Terminal, 1) => {
                ends.push(index);
                true
            }
            (Kind::Through, 0) => cell.may_be_blank,
            (Kind::Through, 1) => {
                ends.push(index);
                cell.may_end
            }
            _ => false,
        };
        if !fits {
            return false;
        }
    }
    if ends.len() != 2 * field.colours {
        return false;
    }
    // Each path has one colour, and no cell is left over for loops.
    let mut seen = vec![false; field.cells.len()];
    for &start in &ends {
        let mut colours = BTreeSet::new();
        let (mut before, mut at) = (usize::MAX, start);
        loop {
            seen[at] = true;
            colours.extend(field.cells[at].colour);
            let next = around[at].iter().find(|&&near| near != before);
            let Some(&next) = next else { break };
            (before, at) = (at, next);
        }
        if colours.len() > 1 {
            return false;
        }
    }
    (0..seen.len()).all(|cell| seen[cell] || around[cell].is_empty())
}

/// All answers: for each cell in turn all ways to use its edges to the right and down, as long as
/// its number of edges is right, which no later cell changes.
fn brute(field: &Field) -> Vec<Vec<[usize; 2]>> {
    let mut found = Vec::new();
    let mut degrees = vec![0; field.cells.len()];
    search(field, 0, &mut degrees, &mut Vec::new(), &mut found);
    found
}

fn search(
    field: &Field,
    at: usize,
    degrees: &mut [usize],
    used: &mut Vec<[usize; 2]>,
    found: &mut Vec<Vec<[usize; 2]>>,
) {
    let Some(cell) = field.cells.get(at) else {
        if is_answer(field, used) {
            found.push(used.clone());
        }
        return;
    };
    for (right, down) in [(false, false), (true, false), (false, true), (true, true)] {
        if right && !cell.right || down && !cell.down {
            continue;
        }
        let degree = degrees[at] + usize::from(right) + usize::from(down);
        let possible = match cell.kind {
            Kind::Relay => unreachable!("Trail tries those"),
            Kind::Wall => degree == 0,
            Kind::Terminal => degree == 1,
            Kind::Through => match degree {
                0 => cell.may_be_blank,
                1 => cell.may_end,
                _ => degree == 2,
            },
        };
        if !possible {
            continue;
        }
        let before = used.len();
        used.extend(right.then_some([at, at + 1]));
        used.extend(down.then_some([at, at + field.width]));
        for &[_, near] in &used[before..] {
            degrees[near] += 1;
        }
        search(field, at + 1, degrees, used, found);
        for [_, near] in used.drain(before..) {
            degrees[near] -= 1;
        }
    }
}

/// A random field: walls, colours, checkpoints, blanks, edges that are closed or must be used.
fn random_field(rng: &mut Rng, most_cells: usize) -> Field {
    let width = 1 + rng.below(5);
    let height = 1 + rng.below(most_cells / width);
    let cells = width * height;
    let (walls, closed) = (rng.below(3), rng.below(3));
    let blanks = rng.below(3) == 0;
    let mut field = Field {
        width,
        cells: vec![Cell::default(); cells],
        colours: 0,
    };
    let edge = |rng: &mut Rng| rng.below(40) >= closed;
    for index in 0..cells {
        let wall = rng.below(10) < walls;
        field.cells[index] = Cell {
            kind: if wall { Kind::Wall } else { Kind::Through },
            right: index % width + 1 < width && edge(rng),
            down: index + width < cells && edge(rng),
            may_be_blank: blanks && rng.below(2) == 0,
            ..Cell::default()
        };
    }
    let mut places: Vec<usize> = (0..cells).collect();
    rng.shuffle(&mut places);
    if rng.below(4) == 0 {
        // One path from a start to anywhere.
        for cell in &mut field.cells {
            cell.may_end = cell.kind == Kind::Through;
            cell.may_be_blank = false;
        }
        set_terminal(&mut field, places[0], 0);
        field.colours = 1;
        return field;
    }
    field.colours = 1 + rng.below(6).min((cells / 2).saturating_sub(1));
    if cells < 2 {
        field.colours = 0;
    }
    for colour in 0..field.colours {
        set_terminal(&mut field, places[2 * colour], colour);
        set_terminal(&mut field, places[2 * colour + 1], colour);
    }
    if field.colours > 0 && rng.below(3) == 0 {
        for &place in places[2 * field.colours..].iter().take(rng.below(4)) {
            let cell = &mut field.cells[place];
            if cell.kind == Kind::Through {
                cell.colour = Some(rng.below(field.colours));
                cell.may_be_blank = false;
            }
        }
    }
    field
}

fn set_terminal(field: &mut Field, cell: usize, colour: usize) {
    let cell = &mut field.cells[cell];
    cell.kind = Kind::Terminal;
    cell.colour = Some(colour);
    cell.may_end = false;
    cell.may_be_blank = false;
}

fn number(count: &BigUint) -> usize {
    usize::try_from(count).unwrap()
}

fn sorted(answer: &[[usize; 2]]) -> Vec<[usize; 2]> {
    let mut pairs: Vec<[usize; 2]> = answer.to_vec();
    for pair in &mut pairs {
        pair.sort_unstable();
    }
    pairs.sort_unstable();
    pairs
}

#[test]
fn small_fields_have_as_many_answers_as_brute_force_finds() {
    let boards = std::env::var("UNICURSAL_BOARDS").ok();
    let boards = boards.map_or(2_000, |number| number.parse().unwrap());
    let mut rng = Rng::from_text("sweep");
    let mut kinds = [0; 3];
    for _ in 0..boards {
        let most_cells = if rng.below(20) == 0 { 20 } else { 15 };
        let field = random_field(&mut rng, most_cells);
        let all: BTreeSet<_> = brute(&field).iter().map(|answer| sorted(answer)).collect();
        let sweep = Sweep::new(&field).unwrap();
        let control = Control::new();
        assert_eq!(
            number(&sweep.count(&control).unwrap()),
            all.len(),
            "{field:?}"
        );
        let most = rng.below(5);
        let listed = sweep.answers(most, &control).unwrap();
        let different: BTreeSet<_> = listed.iter().map(|answer| sorted(answer)).collect();
        assert_eq!(listed.len(), most.min(all.len()), "{field:?}");
        assert_eq!(different.len(), listed.len(), "{field:?}");
        assert!(different.is_subset(&all), "{field:?}");
        kinds[all.len().min(2)] += 1;
    }
    assert!(kinds.iter().all(|&kind| kind * 20 > boards), "{kinds:?}");
}

/// A field without walls and with terminals of one colour at two cells.
fn open(width: usize, height: usize, ends: [usize; 2]) -> Field {
    let cells = (0..width * height).map(|index| Cell {
        kind: Kind::Through,
        right: index % width + 1 < width,
        down: index / width + 1 < height,
        ..Cell::default()
    });
    let mut field = Field {
        width,
        cells: cells.collect(),
        colours: 1,
    };
    for end in ends {
        set_terminal(&mut field, end, 0);
    }
    field
}

/// Hamiltonian paths between opposite corners of (2n+1) x (2n+1) grids, OEIS A001184.
#[test]
fn paths_between_corners_are_as_many_as_is_known() {
    let known: [u64; 5] = [1, 2, 104, 111_712, 2_688_307_514];
    for (index, known) in known.into_iter().enumerate() {
        let side = 2 * index + 1;
        if side == 1 {
            continue;
        }
        let sweep = Sweep::new(&open(side, side, [0, side * side - 1])).unwrap();
        let counted = sweep.count(&Control::new()).unwrap();
        assert_eq!(number(&counted), known as usize, "{side}x{side}");
    }
}

#[test]
fn numbers_of_any_size_are_exact() {
    let count = |width: usize| {
        let sweep = Sweep::new(&open(3, width, [0, 3 * width - 1])).unwrap();
        sweep.count(&Control::new()).unwrap()
    };
    let mut previous = number(&count(4));
    // Paths between opposite corners of 3 x n: 2^(n-2).
    for width in 5..40 {
        let now = number(&count(width));
        assert_eq!(now, 2 * previous, "{width}");
        previous = now;
    }
    assert_eq!(count(202), BigUint::from(1_u8) << 200);
    assert_eq!(count(333), BigUint::from(1_u8) << 331);
}

#[test]
fn threads_count_the_same() {
    let field = open(11, 11, [0, 120]);
    let sweep = Sweep::new(&field).unwrap();
    let one = sweep.count(&Control::new()).unwrap();
    let four = sweep.count(&Control::new().threads(4)).unwrap();
    assert_eq!(one, four);
}

#[test]
fn limits_end_a_sweep() {
    let sweep = Sweep::new(&open(13, 13, [0, 168])).unwrap();
    let little = Control::new().memory_limit(1 << 20);
    assert_eq!(sweep.count(&little), Err(Interruption::Memory));
    let cancelled = Control::new();
    cancelled.cancel();
    assert_eq!(sweep.count(&cancelled), Err(Interruption::Cancelled));
    assert_eq!(sweep.answers(1, &cancelled), Err(Interruption::Cancelled));
}
