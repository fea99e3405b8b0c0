//! What the engine deduces, compared with an answer that is known: a fact that rules it out is
//! wrong.
//!
//! A wrong fact need not spoil an answer, so comparing answers alone would miss it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use unicursal::coil::generate::Profile;
use unicursal::coil::{Answer, Board, text};
use unicursal::implement::Rng;
use unicursal::internals::coil::Colours;
use unicursal::internals::coil::Deduction;
use unicursal::internals::coil::Switches;
use unicursal::internals::coil::WalkEffort;
use unicursal::internals::coil::answer_of;
use unicursal::internals::coil::cores;
use unicursal::internals::coil::{AFTER, BEFORE, IN, OUT, Word, flip, role};
use unicursal::internals::coil::{EndsFirst, Limit, Query, Tools, TurnResult};
use unicursal::internals::coil::{Plan, Stage, World};
use unicursal::schedule::Ticks;
use unicursal::{Control, Dir, Progress};

use crate::engine::switches;
use crate::generated::generated;
use crate::random::{how_many, walked};

/// When an answer visits each cell, counted from 1; 0 for walls.
pub fn times(board: &Board, answer: &Answer) -> Vec<usize> {
    let mut times = vec![0; board.cell_count()];
    let corners = answer.corners(board).expect("the solution is valid");
    let mut at = corners[0];
    let mut now = 1;
    times[at] = now;
    for &corner in &corners[1..] {
        let dir = Dir::ALL.into_iter().find(|&dir| {
            let (x, y) = board.position(at);
            let (to_x, to_y) = board.position(corner);
            match dir {
                Dir::Right => to_x > x,
                Dir::Left => to_x < x,
                Dir::Down => to_y > y,
                Dir::Up => to_y < y,
            }
        });
        while at != corner {
            at = board.neighbour(at, dir.expect("corners differ"));
            now += 1;
            times[at] = now;
        }
    }
    assert_eq!(now, board.free_count());
    times
}

/// The first and the last cell of an answer.
pub fn ends(board: &Board, times: &[usize]) -> [usize; 2] {
    [1, board.free_count()].map(|time| {
        let place = times.iter().position(|&t| t == time);
        place.expect("every cell is visited")
    })
}

/// Asserts that words leave room for the answer and that both sides of each edge agree.
fn assert_true(board: &Board, times: &[usize], words: &[Word], when: &str) {
    for cell in board.free_cells() {
        for dir in Dir::ALL {
            let other = board.neighbour(cell, dir);
            let mask = words[cell].towards(dir.index());
            let place = || format!("{when}: {dir:?} of {:?}", board.position(cell));
            if !board.is_free(other) {
                assert_eq!(mask, 0, "{}", place());
                continue;
            }
            let back = words[other].towards(dir.opposite().index());
            assert_eq!(flip(mask), back, "{} seen from both sides", place());
            let value = match times[other] as isize - times[cell] as isize {
                1 => OUT,
                -1 => IN,
                2.. => AFTER,
                _ => BEFORE,
            };
            assert_ne!(
                mask & value,
                0,
                "{}: {value} is the truth, not {mask}",
                place()
            );
        }
    }
}

/// Deduces under the assumption that there are no ends, then takes it back where they are.
pub fn facts_are_true(board: &Board, answer: &Answer, sets: &[Switches], control: &Control) {
    let times = times(board, answer);
    let ends = ends(board, &times);
    for &rules in sets {
        let mut facts = Deduction::new(board, rules, |_| role::MIDDLE);
        run(&mut facts, control);
        for end in ends {
            facts.allow(&[end], |_| role::ANY);
            let conflicts = run(&mut facts, control);
            let both = end == ends[1];
            if both {
                let places: Vec<_> = conflicts.iter().map(|&c| board.position(c)).collect();
                assert_eq!(places, [], "{rules:?}: {}", text::print_board(board));
                assert_true(board, &times, &facts.words, &format!("{rules:?}"));
            }
        }
        may_be_walked(board, &facts, rules, false, control);

        let level = text::print_board(board);
        let mut world = world(board, &facts, rules);
        let sound = world.refine(board, &mut Ticks(0));
        assert!(sound, "order of fragments, {rules:?}: {level}");
        assert_true(
            board,
            &times,
            &world.words(),
            &format!("refined, {rules:?}"),
        );
        may_be_walked(board, &facts, rules, true, control);

        // Taking back all within reach of the ends leaves nothing that is wrong if that is
        // everything.
        let mut facts = Deduction::new(board, rules, |_| role::MIDDLE);
        run(&mut facts, control);
        facts.allow_near(&ends, board.width() + board.height(), |_| role::ANY);
        let conflicts = facts.run_once(control).expect("nobody interrupts it");
        assert!(conflicts.is_empty(), "taken back, {rules:?}: {level}");
        assert_true(
            board,
            &times,
            &facts.words,
            &format!("taken back, {rules:?}"),
        );
    }
}

/// The world of facts that are true.
fn world(board: &Board, facts: &Deduction, rules: Switches) -> World {
    let colours = Colours::new(board, rules.colours, None);
    World::new(board, rules, colours, facts).expect("the world is sound")
}

/// Deduces all there is. Returns the places of conflicts.
fn run(facts: &mut Deduction, control: &Control) -> Vec<usize> {
    facts.run_on(control).expect("nobody interrupts it")
}

/// Asserts that walks do not refute what is true, however far they go back.
fn may_be_walked(
    board: &Board,
    facts: &Deduction,
    rules: Switches,
    refined: bool,
    control: &Control,
) {
    let stages: [&[Stage]; 4] = [
        &[Stage::Thorough],
        &[Stage::Quick, Stage::Near(64), Stage::Thorough],
        &[Stage::Near(2)],
        &[Stage::Near(0), Stage::Near(1)],
    ];
    for stages in stages {
        let mut world = world(board, facts, rules);
        if refined {
            assert!(world.refine(board, &mut Ticks(0)), "it is still sound");
        }
        let mut effort = WalkEffort::default();
        let mut found = false;
        for &stage in stages {
            let plan = Plan {
                choices: 100,
                last: Ticks::MAX,
                stage,
            };
            let walked = world.walk_all(plan, &mut |_| false, control, &mut effort);
            found |= walked.expect("nobody interrupts it");
            let is_left = found || world.start_count() > 0;
            assert!(is_left, "{}", text::print_board(board));
        }
    }
}

#[test]
fn facts_leave_room_for_a_known_answer_of_small_boards() {
    let mut rng = Rng::from_text("facts");
    for _ in 0..how_many(500) {
        let side = 3 + rng.below(8);
        let (board, answer) = walked(&mut rng, side, 11);
        if board.free_count() > 1 {
            facts_are_true(&board, &answer, &switches(), &Control::new());
        }
    }
}

/// Boards of several windows, which the parts of the engine share.
#[test]
fn facts_leave_room_for_the_answer_of_generated_boards() {
    let mut tried = 0;
    for profile in Profile::ALL {
        for (width, height) in [(30, 40), (200, 70), (170, 170)] {
            for seed in 0..how_many(1) {
                let level = generated(width, height, profile, seed);
                let control = Control::new().threads(1 + seed % 3);
                let sets = switches();
                let sets = [sets[0], sets[tried % sets.len()]];
                facts_are_true(&level.board, &level.answer, &sets, &control);
                tried += 1;
            }
        }
    }
}

#[test]
fn every_core_contains_an_end() {
    let mut rng = Rng::from_text("cores");
    let mut found = 0;
    for _ in 0..how_many(500) {
        let (side, rules) = (3 + rng.below(10), switches()[rng.below(6)]);
        let (board, answer) = walked(&mut rng, side, 12);
        let times = times(&board, &answer);
        let ends = ends(&board, &times);
        let free: Vec<usize> = board.free_cells().collect();
        if free.len() < 2 {
            continue;
        }
        for _ in 0..3 {
            let near = free[rng.below(free.len())];
            // Sometimes an end is known already: then the core must contain the other.
            let known: Vec<Vec<usize>> = ends[..side % 2].iter().map(|&end| vec![end]).collect();
            let any = |_: usize| role::ANY;
            let core = cores::find(
                &board,
                rules,
                near,
                &any,
                &known,
                &mut Ticks(0),
                &Control::new(),
            );
            if let Some(core) = core.expect("nobody interrupts it") {
                found += 1;
                assert!(
                    core.cells.iter().any(|cell| ends.contains(cell)),
                    "{rules:?}: {core:?} for {}",
                    text::print_board(&board)
                );
            }
        }
    }
    assert!(found > 100, "only {found} cores");
}

/// Whether the solver for all answers comes to an end within this many reports; then the known answer
/// must have been among them.
fn sees(board: &Board, answer: &Answer, rules: Switches, always: bool, reports: usize) -> bool {
    let left = AtomicUsize::new(reports);
    let flag = AtomicBool::new(false);
    let watch = |_: &Progress| {
        if left.fetch_sub(1, Ordering::Relaxed) <= 1 {
            flag.store(true, Ordering::Relaxed);
        }
    };
    let control = Control::new().watched_by(&watch).cancelled_by(&flag);
    let query = Query {
        start: None,
        all: true,
        tools: Tools {
            always,
            ..Tools::default()
        },
    };
    let mut solver = EndsFirst::new(board, rules, query);
    let mut seen = false;
    let mut on_path = |path: &[u32]| {
        seen |= answer_of(board, path) == *answer;
        true
    };
    let mut turn = Ok(TurnResult::Undecided);
    while turn == Ok(TurnResult::Undecided) {
        turn = solver.turn(Limit::of_choices(u64::MAX), &mut on_path, &control);
    }
    let complete = matches!(turn, Ok(TurnResult::Exhausted(_)));
    assert!(
        seen || !complete,
        "{turn:?} without {} of {}",
        text::print_slides(answer),
        text::print_board(board)
    );
    complete
}

/// Boards of several boxes, in which the ends are looked for one box after another.
#[test]
fn showing_all_answers_does_not_miss_a_known_one() {
    let mut rng = Rng::from_text("all");
    let winding = [Profile::Original, Profile::Corridor, Profile::Rooms];
    let mut complete = [0; 2];
    for i in 0..how_many(60) {
        let (width, height) = (13 + rng.below(30), 13 + rng.below(20));
        let rules = switches()[if i % 2 == 0 { 0 } else { rng.below(6) }];
        let (board, answer) = walked(&mut rng, width, 3 + height % 3);
        if board.free_count() > 1 {
            complete[0] += usize::from(sees(&board, &answer, rules, i % 3 == 0, 30));
        }
        let level = generated(width, height, winding[i % winding.len()], i);
        complete[1] += usize::from(sees(&level.board, &level.answer, rules, i % 3 == 0, 30));
    }
    assert!(complete.iter().all(|&count| count > 10), "{complete:?}");
}
