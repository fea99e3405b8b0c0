//! The solver that finds the two ends first, and then the path between them.
//!
//! First everything is deduced under the assumption that no end is anywhere; each contradiction
//! gives a [core](crate::coil::solve::deduce::cores), a small set of cells with an end in it, and
//! is allowed for from then on ([`locate`]).
//!
//! - *Three cores* that share no cell prove that there is no answer.
//! - *Two* hold one end each, and all that was deduced without assumptions about them is true: one
//!   world ([`core_world`]), whose end is a proof.
//! - *One*: the ends are close together as a rule. Worlds with both ends in a zone around the core
//!   are tried, the zone growing ([`zones`]). If that finds nothing,
//!   [counting](crate::coil::solve::deduce::parity) rules out an end at nearly all other places,
//!   and a last world allows it at all that are left.
//! - *None*: the ends are so close that the board looks like a closed loop. Going round it, cells
//!   come before themselves; the ends are in the fragment that lies on all such cycles
//!   ([`crate::coil::solve::ends::cut`]), and zones around that place are tried. If that finds
//!   nothing, the board is swept ([`sweep`]).
//!
//! In each world short walks come first. What they do not decide is deduced further, by the order
//! of whole [fragments](crate::coil::solve::deduce::fragments), and walked again with more
//! patience.

mod core_world;
mod cut;
mod limit;
mod locate;
mod proof;
pub(crate) mod rehearse;
mod state;
mod sweep;
mod trial;
mod zones;

pub use limit::Limit;
pub use state::Cost;
pub use sweep::boxes;

use core_world::CoreWorld;
use locate::{Locate, Located};
use state::State;
use sweep::Sweep;
use zones::Zones;

use crate::coil::Board;
use crate::coil::engine::Switches;
use crate::coil::engine::values::{Word, role};
use crate::coil::solve::evidence::Evidence;
use crate::coil::solve::on_path::OnPath;
use crate::coil::tuning::schedule::SLICE;
use crate::ended::Ended;
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// What is looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Query {
    /// The cell where the path starts, if that is given.
    pub start: Option<usize>,
    /// Whether every answer is wanted: nothing may be looked at twice or left out.
    pub all: bool,
    /// What may be used.
    pub tools: Tools,
}

/// What it may use besides the rules of the engine.
#[derive(Clone, Copy, Debug)]
pub struct Tools {
    /// The order of fragments.
    pub fragments: bool,
    /// Rehearsals.
    pub rehearsals: bool,
    /// Whether what is meant for hard boards is done on every board: it must change no verdict.
    pub always: bool,
}

impl Default for Tools {
    fn default() -> Self {
        Self {
            fragments: true,
            rehearsals: true,
            always: false,
        }
    }
}

impl Query {
    /// What a cell is if there is no end but the given start.
    fn role_without_ends(&self, cell: usize) -> u8 {
        if self.start == Some(cell) {
            role::START
        } else {
            role::MIDDLE
        }
    }
}

/// See the [module](self).
pub struct EndsFirst<'b> {
    state: State<'b>,
    stage: Stage,
    /// The work done to locate the ends.
    locating: Ticks,
}

/// What it is at, with all that only this stage needs.
enum Stage {
    /// Deducing, and looking for cores.
    Locate(Locate),
    /// Both ends in a zone.
    Zones(Zones),
    /// The world that one or two cores leave.
    CoreWorld(Box<CoreWorld>),
    /// No core, the start in one box after another.
    Sweep(Sweep),
    /// Nothing is left to try.
    Done,
}

/// What a turn found: an [`Ended`] that also says why nothing is left, and knows when
/// further turns would be in vain though nothing is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnResult {
    /// `on_path` was shown a complete path and returned false.
    Found,
    /// There are no other answers, and why.
    Exhausted(String),
    /// Nothing yet; another turn may find more.
    Undecided,
    /// Nothing, and no further turn will help.
    Lost,
}

impl<'b> EndsFirst<'b> {
    /// On a board with at least two free cells.
    pub fn new(board: &'b Board, switches: Switches, query: Query) -> Self {
        Self {
            state: State::new(board, switches, query),
            stage: Stage::Locate(Locate::default()),
            locating: Ticks(0),
        }
    }

    /// Sets of cells with an end in each.
    pub fn cores(&self) -> &[Vec<usize>] {
        &self.state.cores
    }

    /// What it has cost so far.
    pub fn cost(&self) -> Cost {
        self.state.cost
    }

    /// The work done so far.
    pub fn ticks(&self) -> Ticks {
        self.state.ticks()
    }

    /// The part of that which went into locating the ends.
    pub fn locating_ticks(&self) -> Ticks {
        self.locating
    }

    /// The part of that which went into rehearsing.
    pub fn rehearsed(&self) -> Ticks {
        self.state.cost.rehearsed
    }

    /// Whether it is known where the ends are, as far as deduction tells: the rest is trying.
    pub fn has_located(&self) -> bool {
        !matches!(self.stage, Stage::Locate(_))
    }

    /// The share of edges that are decided as far as the cores alone say.
    pub fn decided_share(&self) -> f64 {
        self.state.facts.decided_share()
    }

    /// The cores that were found so far, unless the start is given.
    pub fn proved_cores(&self) -> &[Vec<usize>] {
        if self.state.query.start.is_none() {
            &self.state.cores
        } else {
            &[]
        }
    }

    /// Looks for the cores alone, and returns them with what shows them, for a proof.
    pub fn locate_cores(mut self, control: &Control) -> Result<Evidence, Interruption> {
        while matches!(self.stage, Stage::Locate(_)) {
            if let TurnResult::Exhausted(_) = self.locate(Ticks::MAX, control)? {
                break;
            }
        }
        Ok(self.into_evidence())
    }

    /// What was found, for a proof.
    pub fn into_evidence(self) -> Evidence {
        self.state.evidence
    }

    /// What is known of each cell when both cores are found and nothing is left to deduce: it is
    /// true of every path.
    pub fn words_of_two_cores(&self) -> Option<&[Word]> {
        let is_sound = self.state.cores.len() == 2 && self.state.blind == 0;
        (is_sound && self.has_located()).then_some(&self.state.facts.words[..])
    }

    /// Takes note that no path starts in a core.
    pub fn rule_out_starts_in_cores(&mut self) {
        for &cell in self.state.cores.iter().flatten() {
            self.state.facts.roles[cell] &= !role::START;
        }
        if let Some(rehearsal) = &mut self.state.rehearsal {
            rehearsal.rule_out_cores();
        }
    }

    /// The proof that all places which the cores leave for the ends have been tried.
    pub fn cores_proof(&self) -> String {
        proof::of_cores(&self.state)
    }

    /// The stage, in words.
    pub fn stage(&self) -> &'static str {
        match (&self.stage, self.state.cores.len()) {
            (Stage::Locate(_), _) => "deducing where the ends are",
            (Stage::Zones(_), 0) => "both ends near the place where a loop is cut",
            (Stage::Zones(_), _) => "both ends near the core",
            (Stage::CoreWorld(_), 2) => "one end in each of two cores",
            (Stage::CoreWorld(_), _) => "one end in the core, the other anywhere",
            (Stage::Sweep(_), _) => "the start in one box after another",
            (Stage::Done, _) => "nothing is left to try",
        }
    }

    /// How far it is, in one line.
    pub fn how_far(&self) -> String {
        let cores = self.state.cores.len();
        match &self.stage {
            Stage::Locate(_) => format!("{cores} cores so far"),
            Stage::Zones(zones) => {
                let (tried, all) = zones.tried();
                format!("{cores} cores, {tried} of {all} zones tried")
            }
            Stage::CoreWorld(_) => format!(
                "{cores} cores, {} choices walked",
                self.state.cost.walks.nodes
            ),
            Stage::Sweep(sweep) => format!("no core, {} boxes left", sweep.left()),
            Stage::Done => format!("{cores} cores, every guess tried"),
        }
    }

    /// Looks for both ends around these cells first, wherever they really are. For tests: a wrong
    /// guess must never become a proof.
    #[doc(hidden)]
    pub fn mislead(&mut self, cells: Vec<usize>) {
        if let Stage::Zones(zones) = &mut self.stage {
            zones.centres = vec![cells];
        }
    }

    /// Goes on, within this limit as far as that is possible, for callers that do nothing else. The
    /// first turns look for the cores, and then the path is rehearsed for a while before worlds are
    /// walked in.
    pub fn turn(
        &mut self,
        limit: Limit,
        on_path: OnPath,
        control: &Control,
    ) -> Result<TurnResult, Interruption> {
        if !self.has_located() {
            return self.locate(Ticks::MAX, control);
        }
        if self.state.rehearsal.is_some() && self.rehearsed() == Ticks(0) {
            let slice = SLICE.times(self.state.board.free_count() as u64);
            if self.rehearse(slice, &mut *on_path, control)? == Ended::Found {
                return Ok(TurnResult::Found);
            }
        }
        self.walk(limit, on_path, control)
    }

    /// Whether a rehearsal was prepared.
    pub fn may_rehearse(&self) -> bool {
        self.state.rehearsal.is_some()
    }

    /// Rehearses the path. `Exhausted` says that nothing is left to rehearse, which proves nothing.
    pub fn rehearse(
        &mut self,
        slice: Ticks,
        on_path: OnPath,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        self.state.rehearse(slice, on_path, control)
    }

    /// Walks in the worlds that the places of the ends leave.
    pub fn walk(
        &mut self,
        limit: Limit,
        on_path: OnPath,
        control: &Control,
    ) -> Result<TurnResult, Interruption> {
        let state = &mut self.state;
        let ended = match &mut self.stage {
            Stage::Locate(_) => return Ok(TurnResult::Undecided),
            Stage::Zones(zones) => zones.go_on(state, limit, on_path, control)?,
            Stage::CoreWorld(world) => world.go_on(state, limit, on_path, control)?,
            Stage::Sweep(sweep) => sweep.go_on(state, limit, on_path, control)?,
            Stage::Done => return Ok(TurnResult::Lost),
        };
        match ended {
            Ended::Found => Ok(TurnResult::Found),
            Ended::Undecided => Ok(TurnResult::Undecided),
            Ended::Exhausted => {
                control.check()?;
                Ok(self.after_exhaustion())
            }
        }
    }

    /// Finds the cores, and chooses what to do with them.
    pub fn locate(&mut self, slice: Ticks, control: &Control) -> Result<TurnResult, Interruption> {
        let Stage::Locate(locate) = &mut self.stage else {
            return Ok(TurnResult::Undecided);
        };
        let located = locate.go_on(&mut self.state, slice, control);
        self.locating = self.state.ticks();
        match located? {
            Located::Proved(proof) => return Ok(TurnResult::Exhausted(proof)),
            Located::Lost => {
                self.stage = Stage::Done;
                return Ok(TurnResult::Lost);
            }
            Located::Paused => return Ok(TurnResult::Undecided),
            Located::All => {}
        }
        let state = &mut self.state;
        self.stage = match state.cores.len() {
            2 => Stage::CoreWorld(Box::default()),
            _ if !state.query.all => Stage::Zones(Zones::new(state, control)?),
            1 => Stage::CoreWorld(Box::default()),
            _ => Stage::Sweep(Sweep::new(state.board)),
        };
        if let Some(groups) = self.starts_to_rehearse() {
            self.state.prepare_rehearsal(&groups);
        }
        self.locating = self.state.ticks();
        Ok(TurnResult::Undecided)
    }

    /// The starts from which the path is worth rehearsing, the most likely ones in the first group.
    fn starts_to_rehearse(&self) -> Option<Vec<Vec<usize>>> {
        let state = &self.state;
        match &self.stage {
            _ if !state.may_rehearse() => None,
            Stage::Zones(zones) => Some(zones.groups(state)),
            Stage::CoreWorld(_) if state.cores.len() == 2 => {
                let mut cores = state.cores.clone();
                // The start is in the one as often as in the other.
                cores.sort_by_key(Vec::len);
                Some(cores)
            }
            _ => None,
        }
    }

    /// What comes after a stage that has nothing left.
    fn after_exhaustion(&mut self) -> TurnResult {
        let blind = self.state.blind > 0;
        let before = std::mem::replace(&mut self.stage, Stage::Done);
        match before {
            Stage::Zones(_) if !blind => {
                self.stage = if self.state.cores.is_empty() {
                    Stage::Sweep(Sweep::new(self.state.board))
                } else {
                    Stage::CoreWorld(Box::default())
                };
                TurnResult::Undecided
            }
            // Where ends were allowed by a guess, refuting it proves nothing.
            _ if blind => TurnResult::Lost,
            _ => TurnResult::Exhausted(proof::of_cores(&self.state)),
        }
    }
}
