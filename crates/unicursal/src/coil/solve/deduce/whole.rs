//! A whole board in one engine, where what the order of its
//! [fragments](crate::coil::solve::deduce::fragments) says takes effect at once.

use crate::area::Area;
use crate::coil::Board;
use crate::coil::engine::probe::Prober;
use crate::coil::engine::values::Word;
use crate::coil::engine::{Engine, Mark, Switches};
use crate::coil::solve::deduce::Deduction;
use crate::coil::solve::deduce::fragments::{Fragments, Narrowing};
use crate::coil::solve::deduce::rule::RULES;
use crate::coil::tuning::clock::ORDERED;
use crate::coil::tuning::ends::PROBED;
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// An engine with all that a deduction has found; `None` if that is contradictory at first sight. A
/// ring of all cells is a contradiction unless it is permitted.
pub fn engine(
    board: &Board,
    switches: Switches,
    facts: &Deduction,
    permit_ring: bool,
) -> Option<Engine> {
    let mut engine = Engine::new(&RULES, switches);
    engine.permit_ring(permit_ring);
    let sound = engine.load(board.stride(), board.height() + 2, |x, y| {
        let cell = y * board.stride() + x;
        (facts.words[cell], facts.roles[cell])
    });
    (sound && engine.propagate_all()).then_some(engine)
}

/// The words of all cells.
pub fn words(engine: &Engine) -> Vec<Word> {
    (0..engine.len()).map(|cell| engine.word(cell)).collect()
}

/// Deletes values, and what follows from that. Returns false on a conflict.
pub fn impose(engine: &mut Engine, narrowings: &[Narrowing]) -> bool {
    let mut edges = narrowings.iter();
    let kept = edges.all(|edge| {
        let (cell, dir) = (edge.cell as usize, usize::from(edge.dir));
        engine.keep(cell, dir, u16::from(edge.mask))
    });
    kept && engine.propagate()
}

/// Probes the edges around everything that has changed since a mark. Returns false on a conflict.
pub fn probe_changes(
    engine: &mut Engine,
    mark: Mark,
    control: &Control,
) -> Result<bool, Interruption> {
    let whole = Area::of_rows(engine.stride(), engine.len());
    let mut is_changed = vec![false; engine.len()];
    for (cell, _) in engine.changed_since(mark) {
        is_changed[cell] = true;
    }
    let mut is_near = vec![false; engine.len()];
    for cell in (0..engine.len()).filter(|&cell| is_changed[cell]) {
        for other in whole.around(cell, PROBED).cells() {
            is_near[other] = engine.is_active(other);
        }
    }
    let mut prober = Prober::default();
    prober.reset(engine.stride(), engine.len() / engine.stride());
    let mut cells = Vec::new();
    for (cell, is_near) in is_near.into_iter().enumerate() {
        if is_near {
            cells.push(cell as u32);
        } else {
            prober.trust(cell);
        }
    }
    prober.run(engine, &cells, control)
}

/// Deduces further by the order of fragments, once over, and counts that `work`. Returns false on a
/// conflict.
pub fn refine(engine: &mut Engine, board: &Board, work: &mut Ticks) -> bool {
    *work += ORDERED.times(board.free_count() as u64);
    // On a large board there is not room for the fragments when that is followed up.
    let narrowings = Fragments::new(board, &*engine).narrow(true);
    narrowings.is_ok_and(|narrowings| impose(engine, &narrowings))
}
