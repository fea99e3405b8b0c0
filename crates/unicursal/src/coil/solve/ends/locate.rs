//! Where the ends are: deducing that there are none, until that contradicts itself.

use super::cut;
use super::proof;
use super::state::{State, timed};
use crate::area::distance;
use crate::coil::engine::Engine;
use crate::coil::solve::deduce::cores::{Around, Finder, Progress};
use crate::coil::solve::deduce::fragments::{Fragments, Narrowing, Words};
use crate::coil::solve::deduce::whole;
use crate::coil::tuning::clock::ORDERED;
use crate::coil::tuning::distances;
use crate::coil::tuning::windows::{MARGIN, TILE};
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// What came of looking for cores. Not an [`Ended`](crate::ended::Ended): no path is looked for
/// here.
pub enum Located {
    /// There is no answer, and why.
    Proved(String),
    /// There are contradictions for which no core is found.
    Lost,
    /// There is more to do: a further core may be enough for the plain search.
    Paused,
    /// No contradictions are left.
    All,
}

/// The search for cores: deducing, then a core for each contradiction, and again. It can be paused
/// after each deduction and after each step towards a core.
#[derive(Default)]
pub struct Locate {
    /// The places of contradictions for which a core is to be found, the next one last.
    conflicts: Vec<usize>,
    /// The core that is being looked for.
    finder: Option<Finder>,
    /// How many cores there were before these contradictions, and the first of their places.
    before: usize,
    first: usize,
}

impl Locate {
    /// Deduces until there are no contradictions, and finds the cores; or does so much of that.
    pub fn go_on(
        &mut self,
        state: &mut State,
        slice: Ticks,
        control: &Control,
    ) -> Result<Located, Interruption> {
        let last = state.ticks() + slice;
        while state.ticks() < last {
            let located = if self.conflicts.is_empty() {
                self.deduce(state, control)?
            } else {
                self.find_core(state, control)?
            };
            if !matches!(located, Located::Paused) {
                return Ok(located);
            }
        }
        Ok(Located::Paused)
    }

    /// Deduces, and takes note of the contradictions.
    fn deduce(&mut self, state: &mut State, control: &Control) -> Result<Located, Interruption> {
        control.report(|| state.progress("deducing"));
        let mut conflicts = deduce(state, control)?;
        let Some(&first) = conflicts.first() else {
            return Ok(Located::All);
        };
        if state.cores.len() == 2 && state.blind == 0 {
            state.evidence.contradiction = Some(first);
            return Ok(Located::Proved(proof::of_cores(state)));
        }
        conflicts.reverse();
        *self = Self {
            conflicts,
            finder: None,
            before: state.cores.len(),
            first,
        };
        Ok(Located::Paused)
    }

    /// Goes one step towards a core.
    fn find_core(&mut self, state: &mut State, control: &Control) -> Result<Located, Interruption> {
        let Some(&place) = self.conflicts.last() else {
            return Ok(Located::Paused);
        };
        let stride = state.board.stride();
        let is_near = |core: &Vec<usize>| distance(stride, core[0], place) < TILE;
        if self.finder.is_none() && state.cores[self.before..].iter().any(is_near) {
            return Ok(self.next_conflict(state));
        }
        let finder = self.finder.get_or_insert_with(|| {
            control.report(|| state.progress("locating the ends"));
            Finder::default()
        });
        let colours = state.colours;
        let around = Around {
            board: state.board,
            switches: state.switches,
            near: place,
            roles: &|cell| colours.roles(cell),
            known: &state.cores,
        };
        let before = finder.ticks();
        let step = timed(&mut state.cost.seconds.cores, || {
            finder.step(around, control)
        });
        state.cost.cores += finder.ticks() - before;
        let Progress::Done(core) = step? else {
            return Ok(Located::Paused);
        };
        self.finder = None;
        if let Some(core) = core {
            let cells = core.cells.clone();
            state.evidence.cores.push(core);
            if cells.is_empty() {
                return Ok(Located::Proved(proof::of_contradiction(state, place)));
            }
            state.facts.allow(&cells, |cell| colours.roles(cell));
            state.cores.push(cells);
        }
        if state.cores.len() > 2 {
            return Ok(Located::Proved(proof::of_cores(state)));
        }
        Ok(self.next_conflict(state))
    }

    /// Goes on with the next contradiction, or after the last of them.
    fn next_conflict(&mut self, state: &mut State) -> Located {
        self.conflicts.pop();
        if !self.conflicts.is_empty() || state.cores.len() > self.before {
            return Located::Paused;
        }
        // From here on nothing is proved any more.
        let mut radii = distances(MARGIN, TILE / 2);
        let radius = radii.nth(state.blind).filter(|_| !state.query.all);
        let Some(radius) = radius else {
            return Located::Lost;
        };
        state.blind += 1;
        let zone = state.around(&[self.first], radius);
        let colours = state.colours;
        state.facts.allow(&zone, |cell| colours.roles(cell));
        Located::Paused
    }
}

/// Deduces. With both cores known walks tell sooner than further windows whether that was enough.
fn deduce(state: &mut State, control: &Control) -> Result<Vec<usize>, Interruption> {
    let enough = state.cores.len() == 2 && !state.query.all;
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

/// Where the ends are if the board looks like a closed loop. What is deduced on the way rests on
/// there being no end, and is wrong somewhere: it tells where to look, nothing more. So the first
/// cycle, or the first contradiction, is the best: going on would only spread what is wrong. For
/// the same reason chains of relations are followed only when single ones were not enough.
///
/// The guesses are to be tried in this order.
pub fn find_cut(state: &mut State, control: &Control) -> Result<Vec<Vec<usize>>, Interruption> {
    control.report(|| state.progress("looking where a loop is cut"));
    let mut engine = None;
    let mut work = Ticks(0);
    let places = order_fragments(state, &mut engine, &mut work, control);
    state.cost.ordering += work;
    let mut effort = state.facts.effort;
    effort.ticks += engine.as_ref().map_or(Ticks(0), Engine::ticks);
    state.take_effort(effort);
    Ok(places?.unwrap_or_default())
}

/// The guesses that cycles or contradictions in the order of fragments give, if there are any. An
/// engine with the whole board is made when the first look tells nothing.
fn order_fragments(
    state: &State,
    engine: &mut Option<Engine>,
    work: &mut Ticks,
    control: &Control,
) -> Result<Option<Vec<Vec<usize>>>, Interruption> {
    let board = state.board;
    let mut far = false;
    loop {
        control.check()?;
        *work += ORDERED.times(board.free_count() as u64);
        // On a large board there is not room for the fragments when what they say is followed up.
        let said = match engine {
            Some(engine) => what_fragments_say(state, engine, far),
            None => what_fragments_say(state, &state.facts.words[..], far),
        };
        let narrowings = match said {
            Some(Ok(narrowings)) => narrowings,
            Some(Err(places)) => return Ok(Some(places)),
            None => break,
        };
        let is_first = !std::mem::replace(&mut far, true);
        if narrowings.is_empty() {
            if is_first {
                continue;
            }
            break;
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

/// What the order of the fragments says of edges, or the places where a loop may be cut; nothing if
/// their order may not be used.
fn what_fragments_say<W: Words + ?Sized>(
    state: &State,
    words: &W,
    far: bool,
) -> Option<Result<Vec<Narrowing>, Vec<Vec<usize>>>> {
    let fragments = Fragments::new(state.board, words);
    let places = cut::places(state.board, words, &fragments);
    if !places.is_empty() {
        return Some(Err(places));
    }
    let narrow = || fragments.narrow(far).map_err(|cells| vec![cells]);
    state.query.tools.fragments.then(narrow)
}
