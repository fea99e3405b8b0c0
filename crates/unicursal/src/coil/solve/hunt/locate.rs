//! Where the ends are: deducing that there are none, until that contradicts itself.

use std::borrow::Cow;

use super::proof;
use super::state::{State, timed};
use crate::area::distance;
use crate::coil::engine::Engine;
use crate::coil::solve::cores::Core;
use crate::coil::solve::fragments::Fragments;
use crate::coil::solve::{cores, cut, cycles, whole};
use crate::coil::tuning::cores::SAME_CAUSE;
use crate::coil::tuning::hunt::{BLIND_RADII, FEW_NARROWINGS, LOCATE_ROUNDS};
use crate::{Control, Interruption};

/// What came of looking for cores. Not an [`Ended`](crate::ended::Ended): no path is looked for here.
pub enum Located {
    /// There is no answer, and why.
    Proved(String),
    /// There are contradictions for which no core is found.
    Lost,
    /// A further core: the plain search may need no more.
    Core,
    /// No contradictions are left.
    All,
}

/// Deduces until there are no contradictions, and finds the cores.
pub fn locate(state: &mut State, control: &Control) -> Result<Located, Interruption> {
    loop {
        control.report(|| state.progress("deducing"));
        let conflicts = deduce(state, control)?;
        if conflicts.is_empty() {
            return Ok(Located::All);
        }
        if state.cores.len() == 2 && state.blind == 0 {
            return Ok(Located::Proved(proof::of_cores(state)));
        }
        control.report(|| state.progress("locating the ends"));
        let before = state.cores.len();
        let stride = state.board.stride();
        for &place in &conflicts {
            let new = &state.cores[before..];
            if new
                .iter()
                .any(|core| distance(stride, core[0], place) < SAME_CAUSE)
            {
                continue;
            }
            if let Some(core) = find_core(state, place, control)? {
                let cells = core.cells.clone();
                state.proved.push(core);
                if cells.is_empty() {
                    return Ok(Located::Proved(proof::of_contradiction(state, place)));
                }
                let colours = state.colours;
                state.facts.allow(&cells, |cell| colours.roles(cell));
                state.cores.push(cells);
            }
            if state.cores.len() > 2 {
                return Ok(Located::Proved(proof::of_cores(state)));
            }
        }
        if state.cores.len() > before {
            if state.blind == 0 && !state.quest.all {
                return Ok(Located::Core);
            }
            continue;
        }
        // From here on nothing is proved any more.
        let radius = BLIND_RADII.get(state.blind).filter(|_| !state.quest.all);
        let Some(&radius) = radius else {
            return Ok(Located::Lost);
        };
        state.blind += 1;
        let zone = state.around(&[conflicts[0]], radius);
        let colours = state.colours;
        state.facts.allow(&zone, |cell| colours.roles(cell));
    }
}

/// Deduces. With both cores known walks tell sooner than further windows whether that was enough.
fn deduce(state: &mut State, control: &Control) -> Result<Vec<usize>, Interruption> {
    let enough = state.cores.len() == 2 && !state.quest.all;
    let facts = &mut state.facts;
    let conflicts = timed(&mut state.cost.seconds.deduce, || {
        let conflicts = facts.run(control)?;
        if conflicts.is_empty() && !enough {
            facts.run_on(control)
        } else {
            Ok(conflicts)
        }
    });
    state.cost.deductions = state.facts.effort;
    conflicts
}

fn find_core(
    state: &mut State,
    place: usize,
    control: &Control,
) -> Result<Option<Core>, Interruption> {
    let colours = state.colours;
    timed(&mut state.cost.seconds.cores, || {
        cores::find(
            state.board,
            state.switches,
            place,
            &|cell| colours.roles(cell),
            &state.cores,
            &mut state.cost.core_revisions,
            control,
        )
    })
}

/// Where the ends are if the board looks like a closed loop. What is deduced on the way rests on there
/// being no end, and is wrong somewhere: it tells where to look, nothing more. So the first cycle, or
/// the first contradiction, is the best: going on would only spread what is wrong. For the same reason chains of
/// relations are followed only when single ones tell hardly anything more.
///
/// The guesses are to be tried in this order.
pub fn find_cut(state: &mut State, control: &Control) -> Result<Vec<Vec<usize>>, Interruption> {
    control.report(|| state.progress("looking where a loop is cut"));
    let mut engine = None;
    let mut ordered = 0;
    let places = order_fragments(state, &mut engine, &mut ordered, control);
    state.cost.ordered += ordered;
    let mut effort = state.facts.effort;
    effort.revisions += engine.as_ref().map_or(0, Engine::revisions);
    state.take_effort(effort);
    Ok(match places? {
        Some(places) => places,
        None => cycles::meeting_point(state.board, &state.facts.words)
            .map(|cell| vec![cell])
            .into_iter()
            .collect(),
    })
}

/// The guesses that cycles or contradictions in the order of fragments give, if there are any. An engine with the whole board
/// is made when the first look tells nothing.
fn order_fragments(
    state: &State,
    engine: &mut Option<Engine>,
    ordered: &mut u64,
    control: &Control,
) -> Result<Option<Vec<Vec<usize>>>, Interruption> {
    let board = state.board;
    let mut first = None;
    let mut far = false;
    for _ in 0..LOCATE_ROUNDS {
        control.check()?;
        *ordered += board.free_count() as u64;
        // On a large board there is not room for words and fragments when what they say is followed up.
        let narrowings = {
            let words = match engine {
                Some(engine) => Cow::from(whole::words(engine)),
                None => Cow::from(&state.facts.words),
            };
            let fragments = Fragments::new(board, &words);
            let places = cut::places(board, &words, &fragments);
            if !places.is_empty() {
                return Ok(Some(places));
            }
            if !state.quest.means.fragments {
                break;
            }
            match fragments.narrow(far) {
                Err(contradictions) => return Ok(Some(vec![contradictions])),
                Ok(narrowings) => narrowings,
            }
        };
        if narrowings.is_empty() && far {
            break;
        }
        let first = *first.get_or_insert(narrowings.len());
        far |= narrowings.len() * FEW_NARROWINGS <= first;
        if narrowings.is_empty() {
            continue;
        }
        if engine.is_none() {
            *engine = whole::engine(board, state.switches, &state.facts, true);
        }
        let Some(engine) = engine else { break };
        engine.settle();
        let mark = engine.mark();
        let sound =
            whole::impose(engine, &narrowings) && whole::probe_changes(engine, mark, control)?;
        if !sound {
            return Ok(engine.conflict().map(|conflict| vec![vec![conflict.cell]]));
        }
    }
    Ok(None)
}
