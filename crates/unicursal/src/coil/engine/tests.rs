//! The state as a whole: assumptions leave no trace when they are undone, and what each rule
//! concludes is what it should.

use super::probe::Prober;
use super::values::{ANY, EARLIER, UNUSED, USED, Word, role};
use super::{Engine, Rule, Switches, blank_word};
use crate::coil::solve::RULES;
use crate::{Control, Rng};

/// An engine with a whole board, given by its rows, framed by walls; ends may be anywhere.
fn engine(rows: &[&str]) -> Engine {
    let (width, height) = (rows[0].len() + 2, rows.len() + 2);
    let is_free = |x: usize, y: usize| {
        let row = rows.get(y.wrapping_sub(1)).map(|row| row.as_bytes());
        row.and_then(|row| row.get(x.wrapping_sub(1))) == Some(&b'.')
    };
    let mut engine = Engine::new(&RULES, Switches::default());
    assert!(engine.load(width, height, |x, y| {
        if !is_free(x, y) {
            return (Word::WALL, role::ANY);
        }
        let around = [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)];
        (blank_word(around.map(|(x, y)| is_free(x, y))), role::ANY)
    }));
    engine
}

/// The index of a cell of the board in its engine.
fn at(engine: &Engine, x: usize, y: usize) -> usize {
    (y + 1) * engine.stride() + x + 1
}

const RIGHT: usize = 0;
const DOWN: usize = 1;
const LEFT: usize = 2;

/// The cells around the middle of a 3x3 board, clockwise.
fn ring(engine: &Engine) -> [usize; 8] {
    let ring = [
        (0, 0),
        (1, 0),
        (2, 0),
        (2, 1),
        (2, 2),
        (1, 2),
        (0, 2),
        (0, 1),
    ];
    ring.map(|(x, y)| at(engine, x, y))
}

fn direction(engine: &Engine, from: usize, to: usize) -> usize {
    let dir = (0..4).find(|&dir| engine.neighbour(from, dir) == to);
    dir.expect("they are neighbours")
}

/// Everything that an assumption can change.
fn snapshot(engine: &Engine) -> String {
    let state = (&engine.cells, &engine.trail);
    let parts = (&engine.other_end, &engine.corners, &engine.ends);
    let queued = !(engine.cell_queue.is_empty() && engine.block_queue.is_empty());
    format!("{state:?} {parts:?} {queued} {:?}", engine.conflict)
}

#[test]
fn undoing_random_assumptions_restores_the_state_exactly() {
    let mut rng = Rng::from_text("undo");
    let mut conflicts = 0;
    for _ in 0..300 {
        let (width, height) = (3 + rng.below(6), 3 + rng.below(6));
        let rows: Vec<String> = (0..height)
            .map(|_| {
                (0..width)
                    .map(|_| if rng.chance(1, 5) { 'X' } else { '.' })
                    .collect()
            })
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut engine = engine(&rows);
        let expects = rng.chance(1, 2);
        if !engine.propagate_all() || expects && !(engine.expect_ends() && engine.propagate()) {
            continue;
        }
        engine.settle();
        engine.watch_order(rng.chance(1, 2));
        let mut levels = Vec::new();
        for _ in 0..30 {
            levels.push((engine.mark(), snapshot(&engine)));
            if !assume_something(&mut engine, &mut rng) {
                conflicts += 1;
            }
            // Back by one assumption or by several; always after a conflict.
            if engine.conflict().is_some() || rng.chance(1, 3) {
                levels.truncate(rng.below(levels.len()) + 1);
                let (mark, before) = levels.pop().expect("there is one");
                engine.undo(mark);
                assert_eq!(snapshot(&engine), before, "{rows:?}");
            }
        }
    }
    assert!(conflicts > 100, "only {conflicts} conflicts");
}

/// Takes a random value of a random edge, or a random role, and follows it, sometimes not to its
/// end.
fn assume_something(engine: &mut Engine, rng: &mut Rng) -> bool {
    let cell = rng.below(engine.len());
    if !engine.is_active(cell) {
        return true;
    }
    if rng.chance(1, 5) {
        let role = [role::START, role::END, role::MIDDLE][rng.below(3)];
        return engine.keep_roles(cell, role) && engine.propagate();
    }
    let (dir, value) = (rng.below(4), 1 << rng.below(4));
    if engine.edge(cell, dir) == 0 {
        return true;
    }
    let limit = if rng.chance(1, 2) { u64::MAX / 2 } else { 5 };
    engine.try_value(cell, dir, value, limit)
}

#[test]
fn probing_leaves_nothing_queued_and_only_removes() {
    let mut engine = engine(&["....", ".X..", "....", "..X."]);
    assert!(engine.propagate_all());
    let before = engine.cells.clone();
    let cells: Vec<u32> = (0..engine.len() as u32).collect();
    let mut prober = Prober::default();
    prober.reset(engine.stride(), engine.len() / engine.stride());
    assert_eq!(prober.run(&mut engine, &cells, &Control::new()), Ok(true));
    assert!(prober.probes > 0);
    assert!(engine.cell_queue.is_empty() && engine.block_queue.is_empty());
    assert!(
        engine
            .cells
            .iter()
            .zip(before)
            .all(|(now, then)| now.word().0 & !then.word().0 == 0)
    );
}

#[test]
fn the_neighbouring_ends_of_a_fragment_are_not_joined() {
    let mut engine = engine(&["...", ".X.", "..."]);
    // Around the wall: seven used edges leave the last one unused.
    let ring = ring(&engine);
    for pair in ring.windows(2) {
        let dir = direction(&engine, pair[0], pair[1]);
        assert!(engine.keep(pair[0], dir, USED));
    }
    assert_eq!(engine.other_end(ring[0]), ring[7]);
    assert_eq!(engine.edge(ring[0], DOWN) & USED, 0);
    assert!(!engine.keep(ring[0], DOWN, USED));
}

#[test]
fn a_ring_of_all_cells_may_be_permitted() {
    let mut engine = engine(&["...", ".X.", "..."]);
    let ring = ring(&engine);
    for permitted in [false, true, false] {
        engine.permit_ring(permitted);
        let mark = engine.mark();
        for pair in ring.windows(2) {
            let dir = direction(&engine, pair[0], pair[1]);
            assert!(engine.keep(pair[0], dir, USED));
        }
        assert_eq!(engine.keep(ring[0], DOWN, USED), permitted);
        engine.undo(mark);
    }
}

#[test]
fn a_ring_that_leaves_cells_out_is_never_permitted() {
    let mut engine = engine(&["....", ".X..", "...."]);
    engine.permit_ring(true);
    let ring = ring(&engine);
    for pair in ring.windows(2) {
        let dir = direction(&engine, pair[0], pair[1]);
        assert!(engine.keep(pair[0], dir, USED));
    }
    assert!(!engine.keep(ring[0], DOWN, USED));
}

/// A window whose left and right sides are free: the path enters at 12 and leaves at 11, and both
/// go on outside.
#[test]
fn ends_of_consecutive_rows_are_no_neighbours() {
    let is_free = |i: usize| (9..=15).contains(&i);
    let mut engine = Engine::new(&RULES, Switches::default());
    assert!(engine.load(6, 4, |x, y| {
        let i = 6 * y + x;
        let sides = [i + 1, i + 6, i.wrapping_sub(1), i.wrapping_sub(6)].map(is_free);
        let word = if is_free(i) {
            blank_word(sides)
        } else {
            Word::WALL
        };
        (word, role::MIDDLE)
    }));
    for (cell, dir) in [
        (12, RIGHT),
        (13, RIGHT),
        (14, RIGHT),
        (9, DOWN),
        (9, RIGHT),
        (10, RIGHT),
    ] {
        assert!(engine.keep(cell, dir, USED));
    }
    assert_eq!((engine.other_end(11), engine.other_end(12)), (12, 11));
    assert_eq!((engine.edge(11, RIGHT), engine.edge(12, LEFT)), (ANY, ANY));
}

#[test]
fn cutting_the_area_in_two_is_noticed_at_once() {
    let mut engine = engine(&["...", "..."]);
    let [upper, lower] = [0, 1].map(|y| at(&engine, 0, y));
    assert!(engine.keep(upper, RIGHT, UNUSED));
    let mark = engine.mark();
    assert!(!engine.keep(lower, RIGHT, UNUSED));
    assert_eq!(engine.conflict().map(|c| c.rule), Some(Rule::Connectivity));
    engine.undo(mark);
    assert!(engine.keep(upper + 1, DOWN, UNUSED));
}

#[test]
fn a_certain_end_excludes_the_others_and_the_last_candidate_is_it() {
    let mut engine = engine(&["...", "..."]);
    assert!(engine.expect_ends());
    let (first, second) = (at(&engine, 0, 0), at(&engine, 2, 1));
    assert!(engine.keep_roles(first, role::START));
    assert_eq!(engine.candidates(role::START).collect::<Vec<_>>(), [first]);
    assert_eq!(engine.roles(second) & role::START, 0);
    let others: Vec<usize> = engine.candidates(role::END).collect();
    for cell in others.into_iter().filter(|&cell| cell != second) {
        assert!(engine.keep_roles(cell, !role::END));
    }
    assert_eq!(engine.roles(second), role::END);
    assert!(!engine.keep_roles(second, role::MIDDLE));
    assert_eq!(engine.conflict().map(|c| c.rule), Some(Rule::Ends));
}

#[test]
fn a_cycle_of_before_around_a_wall_is_found() {
    let mut engine = engine(&["...", ".X.", "..."]);
    engine.watch_order(true);
    let ring = ring(&engine);
    for pair in ring.windows(2) {
        let dir = direction(&engine, pair[0], pair[1]);
        assert!(engine.keep(pair[0], dir, EARLIER));
        assert!(engine.check_order(pair[0], dir));
    }
    let dir = direction(&engine, ring[7], ring[0]);
    assert!(engine.keep(ring[7], dir, EARLIER));
    assert!(!engine.check_order(ring[7], dir));
    assert_eq!(engine.conflict().map(|c| c.rule), Some(Rule::Order));
}
