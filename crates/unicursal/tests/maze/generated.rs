//! Properties of generated mazes and of walks through them.

use std::collections::HashMap;

use unicursal::maze::{Algorithm, Board, End, Rule, Walk, compass, generate, text};
use unicursal::{
    Control, Error, GenerateRequest, LevelName, Options, Outcome, SolveRequest, puzzle,
};
use unicursal_check::maze::{Verdict, check, check_level};

fn maze(width: usize, height: usize, algorithm: Algorithm, seed: u32) -> Board {
    generate(
        (width, height),
        algorithm,
        &seed.to_string(),
        &Control::new(),
    )
    .unwrap()
}

/// Mazes of many shapes, even and odd, narrow and wide.
fn mazes() -> impl Iterator<Item = Board> {
    let sizes = [
        (3, 1),
        (1, 3),
        (2, 3),
        (4, 1),
        (4, 4),
        (7, 5),
        (15, 8),
        (20, 21),
        (41, 30),
    ];
    sizes.into_iter().flat_map(|(width, height)| {
        (0..40).map(move |seed| {
            let algorithm = [Algorithm::Kruskal, Algorithm::DepthFirst][seed as usize % 2];
            maze(width, height, algorithm, seed)
        })
    })
}

#[test]
fn mazes_are_perfect_and_have_their_size() {
    for board in mazes() {
        let map = text::print(&board);
        assert_eq!(check_level(map.as_bytes()), Ok(Verdict::Valid), "\n{map}");
        let again = text::parse(map.as_bytes()).unwrap();
        assert_eq!(again, board);
        // Every room is there.
        for (x, y) in (0..board.height())
            .step_by(2)
            .flat_map(|y| (0..board.width()).step_by(2).map(move |x| (x, y)))
        {
            assert!(board.is_free(board.cell(x, y)), "\n{map}");
        }
    }
}

#[test]
fn both_hands_reach_the_end_and_take_no_passage_twice_in_a_direction() {
    for board in mazes() {
        let map = text::print(&board);
        let shortest = Walk::new(&board, Rule::Shortest).count();
        for rule in Rule::ALL {
            let mut walk = Walk::new(&board, rule);
            let mut taken = HashMap::new();
            let mut letters = format!("rule={}&path=", rule.name());
            let mut steps = 0;
            for state in walk.by_ref() {
                *taken.entry((state.at, state.facing)).or_insert(0) += 1;
                letters.push(compass(state.facing));
                steps += 1;
            }
            if rule == Rule::Pledge {
                // It is made to get out of a maze, and may pass an end inside.
                continue;
            }
            assert_eq!(walk.end(), Some(End::Found), "{rule:?}\n{map}");
            assert!(taken.values().all(|&times| times == 1), "{rule:?}\n{map}");
            assert!(steps >= shortest, "{rule:?}\n{map}");
            let verdict = check(map.as_bytes(), letters.as_bytes());
            assert_eq!(verdict, Ok(Verdict::Valid), "{rule:?}\n{map}");
        }
    }
}

#[test]
fn frames_are_those_of_a_naive_program() {
    use unicursal::maze::{Canvas, Style};
    for board in mazes() {
        let (wanted, found) = super::naive::left_hand(&text::print(&board));
        assert!(found);
        let mut canvas = Canvas::new(&board, Style::default());
        let mut count = 0;
        for (state, wanted) in Walk::new(&board, Rule::Left).zip(&wanted) {
            canvas.show(&board, state);
            assert_eq!(canvas.frame(&board), wanted.as_bytes());
            count += 1;
        }
        assert_eq!(count, wanted.len());
    }
}

/// An id that someone wrote down stays good.
#[test]
fn ids_never_change_their_meaning() {
    let maze = puzzle("maze").unwrap();
    for (id, map) in [
        ("maze:10x6/kruskal#spring", KRUSKAL),
        ("maze:11x5/dfs#spring", DEPTH_FIRST),
    ] {
        let name = LevelName::Id(id.parse().unwrap());
        let made = maze.make(&name, &Control::new()).unwrap();
        assert_eq!(made.level.text(), map);
        assert_eq!(made.id, id);
        let answer = made.answer(&Control::new()).unwrap().unwrap();
        assert!(answer.starts_with("rule=left&path="));
        let verdict = made
            .level
            .check(&SolveRequest::default(), answer.as_bytes());
        assert_eq!(verdict.unwrap(), unicursal::Verdict::Valid);
    }
    let request = GenerateRequest {
        width: 11,
        height: 5,
        seed: "spring".to_owned(),
        options: {
            let mut options = Options::default();
            options.set("algorithm", "dfs");
            options
        },
    };
    let made = maze.generate(&request, &Control::new()).unwrap();
    assert_eq!(made.id, "maze:11x5/dfs#spring");
    assert_eq!(made.level.text(), DEPTH_FIRST);
}

const KRUSKAL: &str = "####S ### \n# #   #   \n# ####### \n  #   #   \n### E#### \n#   #     \n";
const DEPTH_FIRST: &str = "### # ##S##\n# # #     #\n# # ### ###\n# #   # # #\n# ######E #\n";

#[test]
fn impossible_requests_are_refused() {
    let make = |size| generate(size, Algorithm::Kruskal, "", &Control::new()).map(|_| ());
    for (size, flaw) in [
        ((0, 5), "a maze of 0x5 is too small"),
        ((5, 0), "a maze of 5x0 is too small"),
        ((1, 1), "a maze of 1x1 is too small"),
        ((2, 2), "a maze of 2x2 is too small"),
        ((1 << 40, 1 << 40), "is too large"),
    ] {
        let refused = make(size).unwrap_err();
        assert!(matches!(refused, Error::BadRequest(_)), "{refused:?}");
        assert!(refused.to_string().contains(flaw), "{refused}");
    }
    let control = Control::new();
    control.cancel();
    for algorithm in [Algorithm::Kruskal, Algorithm::DepthFirst] {
        let stopped = generate((9, 9), algorithm, "", &control);
        assert!(matches!(stopped, Err(Error::Unfinished(_))));
    }
    let name = LevelName::Id("maze:9x9/prim#x".parse().unwrap());
    let refused = puzzle("maze").unwrap().make(&name, &Control::new());
    assert!(matches!(refused, Err(Error::BadRequest(_))));
}

#[test]
fn front_ends_get_checked_walks_of_every_rule() {
    let maze = puzzle("maze").unwrap();
    let about = maze.about();
    let level = maze
        .parse(about.example.as_bytes(), &Control::new())
        .unwrap();
    assert_eq!(about.methods.len(), Rule::ALL.len());
    for method in about.methods {
        let request = SolveRequest {
            method: Some(method.name.to_owned()),
            ..SolveRequest::default()
        };
        let solved = level.solve(&request, &Control::new()).unwrap();
        let Outcome::Solved(walk) = solved.outcome else {
            panic!("{} finds no way", method.name);
        };
        assert!(walk.starts_with(&format!("rule={}&path=", method.name)));
        assert_eq!(solved.stats.number("shortest"), Some(12.0));
        level.draw(Some(walk.as_bytes())).unwrap();
    }
    let control = Control::new();
    control.cancel();
    let stopped = level.solve(&SolveRequest::default(), &control).unwrap();
    assert!(matches!(stopped.outcome, Outcome::Unknown(_)));
}
