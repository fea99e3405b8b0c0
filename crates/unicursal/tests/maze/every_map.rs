//! Every map of twelve cells: all rules end, and what they say is true.

use unicursal::Dir;
use unicursal::maze::{Board, End, Rule, State, Walk, Why, compass, text};
use unicursal_check::maze::{Verdict, check};

const WIDTH: usize = 4;
const HEIGHT: usize = 3;

#[test]
fn all_rules_end_on_every_small_map() {
    let cells = WIDTH * HEIGHT;
    let (mut endless, mut cut_off, mut maps) = (0, 0, 0);
    for walls in 0_u32..1 << cells {
        let ends = (0..cells).filter(|cell| walls & 1 << cell == 0);
        for start in ends.clone() {
            // Half of the pairs are enough for a quick test, and every shape is among them.
            for end in ends
                .clone()
                .filter(|end| *end != start && (end + start + walls as usize) % 2 == 1)
            {
                let place = |cell| (cell % WIDTH, cell / WIDTH);
                let board = Board::from_fn((WIDTH, HEIGHT), place(start), place(end), |x, y| {
                    walls & 1 << (y * WIDTH + x) == 0
                });
                if board.exits(board.start()) == 0 {
                    continue;
                }
                maps += 1;
                let reachable = Walk::new(&board, Rule::Shortest).next().is_some();
                cut_off += usize::from(!reachable);
                for rule in Rule::ALL {
                    endless += usize::from(judge(&board, rule, reachable));
                }
            }
        }
    }
    assert!(maps > 50_000 && endless > 100 && cut_off > 1_000);
}

/// Follows a rule and checks how it ends; says whether it is endless though there is a path.
fn judge(board: &Board, rule: Rule, reachable: bool) -> bool {
    let map = || text::print(board);
    let mut walk = Walk::new(board, rule);
    let states: Vec<State> = walk.by_ref().collect();
    let letters: String = states.iter().map(|state| compass(state.facing)).collect();
    let claim = format!("rule={}&path={letters}", rule.name());
    let verdict = check(map().as_bytes(), claim.as_bytes()).unwrap();
    match walk.end().expect("the walk has ended") {
        End::Found => {
            assert!(reachable);
            assert_eq!(verdict, Verdict::Valid, "{claim}\n{}", map());
            false
        }
        End::Never(Why::NoPath | Why::Exhausted) => {
            assert!(!reachable, "{claim}\n{}", map());
            false
        }
        End::Never(Why::Again(_)) => {
            assert!(matches!(rule, Rule::Left | Rule::Right | Rule::Pledge));
            assert_endless(board, rule, &states);
            reachable
        }
    }
}

/// Walks on for long, by the rules' text, and never meets the end.
fn assert_endless(board: &Board, rule: Rule, states: &[State]) {
    let first = states[0];
    let (mut at, mut facing, mut turns) = (first.at, first.facing, 0_i32);
    for step in 0..states.len() + 200 {
        assert!(board.neighbour(at, facing) != board.end(), "{rule:?}");
        if let Some(state) = states.get(step) {
            assert_eq!(*state, State { at, facing }, "step {step} of {rule:?}");
        }
        at = board.neighbour(at, facing);
        let (left, right) = (facing.counter_clockwise(), facing.clockwise());
        let back = facing.opposite();
        let looks: [(Dir, i32); 4] = match rule {
            Rule::Right => [(right, 0), (facing, 0), (left, 0), (back, 0)],
            // Straight while nothing is in the way; nowhere further than back.
            Rule::Pledge if turns == 0 => [(facing, 0), (right, -1), (back, -2), (back, -2)],
            _ => [(left, 1), (facing, 0), (right, -1), (back, -2)],
        };
        let way = looks.into_iter().find(|(dir, _)| board.can_go(at, *dir));
        let (dir, turn) = way.expect("there is the way back");
        (facing, turns) = (dir, turns + turn);
    }
}

#[test]
fn the_end_inside_a_ring_needs_the_other_hand() {
    let board = text::parse(b"#####\n# # #\nS E #\n#   #\n#####").unwrap();
    let end = |rule| {
        let mut walk = Walk::new(&board, rule);
        (walk.by_ref().count(), walk.end())
    };
    let state = State {
        at: board.start(),
        facing: Dir::Up,
    };
    assert_eq!(
        end(Rule::Left),
        (16, Some(End::Never(Why::Again(state)))),
        "once round the ring"
    );
    assert_eq!(end(Rule::Right), (6, Some(End::Found)));
    assert_eq!(end(Rule::Shortest), (6, Some(End::Found)));
    assert_eq!(end(Rule::Tremaux).1, Some(End::Found));
}

#[test]
fn an_end_that_is_cut_off_is_recognised_by_every_rule() {
    let board = text::parse(b"S##\n# #\n###\n\nE").unwrap();
    for rule in Rule::ALL {
        let mut walk = Walk::new(&board, rule);
        walk.by_ref().count();
        assert!(matches!(walk.end(), Some(End::Never(_))), "{rule:?}");
    }
    let mut walk = Walk::new(&board, Rule::Tremaux);
    // Eight passages, each walked there and back.
    assert_eq!(walk.by_ref().count(), 16);
    assert_eq!(walk.end(), Some(End::Never(Why::Exhausted)));
}
