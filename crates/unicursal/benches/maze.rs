//! Walking through a large maze: `cargo bench -p unicursal --bench maze`.
//!
//! Prints the median and the best CPU time of several runs of each step, on a maze of 5000x5000 (or
//! the side given as an argument).

mod measure;

use unicursal::Control;
use unicursal::maze::{Algorithm, Canvas, Rule, Style, Walk, compass, generate, text};
use unicursal_check::maze::{Judge, check_level};

use measure::measure;

fn main() {
    let side = std::env::args().find_map(|word| word.parse().ok());
    let side: usize = side.unwrap_or(5000);
    let make = |algorithm| generate((side, side), algorithm, "bench", &Control::new());
    for algorithm in [Algorithm::Kruskal, Algorithm::DepthFirst] {
        let name = algorithm.name();
        measure(&format!("generate, {name}"), || make(algorithm).is_ok());
        let board = make(algorithm).expect("the size is possible");
        let map = text::print(&board);
        measure(&format!("parse, {name}"), || {
            text::parse(map.as_bytes()).is_ok()
        });
        measure(&format!("check the maze, {name}"), || {
            check_level(map.as_bytes()).is_ok()
        });
        for rule in Rule::ALL {
            let steps = Walk::new(&board, rule).count();
            measure(
                &format!("walk {steps} steps, {name}, {}", rule.name()),
                || Walk::new(&board, rule).count(),
            );
        }
        measure(&format!("walk and judge, {name}, left"), || {
            let mut judge = Judge::new(map.as_bytes(), Some(b"left")).expect("a map");
            Walk::new(&board, Rule::Left)
                .all(|state| judge.step(compass(state.facing) as u8).is_ok())
        });
    }
    let board = generate((201, 201), Algorithm::Kruskal, "bench", &Control::new());
    let board = board.expect("the size is possible");
    let frames = Walk::new(&board, Rule::Left).count();
    measure(&format!("{frames} frames of 201x201"), || {
        let mut canvas = Canvas::new(&board, Style::default());
        let mut bytes = 0;
        for state in Walk::new(&board, Rule::Left) {
            canvas.show(&board, state);
            bytes += canvas.frame(&board).len();
        }
        bytes
    });
}
