//! The hunt for the two ends, and then for the path between them.
//!
//! First everything is deduced under the assumption that no end is anywhere; each contradiction gives
//! a [core](super::cores), a small set of cells with an end in it, and is allowed for from then on
//! ([`locate`]).
//!
//! - *Three cores* that share no cell prove that there is no answer.
//! - *Two* hold one end each, and all that was deduced without assumptions about them is true: one
//!   world ([`last`]), whose end is a proof.
//! - *One*: the ends are close together as a rule. Worlds with both ends in a zone around the core
//!   are tried, the zone growing ([`zones`]). If that finds nothing, [counting](super::parity) rules out
//!   an end at nearly all other places, and a last world allows it at all that are left.
//! - *None*: the ends are so close that the board looks like a closed loop. Going round it, cells come
//!   before themselves; the ends are in the fragment that lies on all such cycles ([`super::cut`]), or
//!   else where [cycles](super::cycles) of cells meet, and zones around that place are tried. If that
//!   finds nothing, the board is swept ([`sweep`]).
//!
//! In each world short walks come first. What they do not decide is deduced further, by the order of
//! whole [fragments](super::fragments), and walked again with more patience.

mod last;
mod limit;
mod locate;
mod proof;
mod state;
mod sweep;
mod trial;
mod zones;

pub use limit::Limit;
pub use state::Cost;
pub use sweep::boxes;

use last::Last;
use locate::Located;
use state::State;
use sweep::Sweep;
use zones::Zones;

use super::cores::Core;
use super::evidence::Evidence;
use super::on_path::OnPath;
use crate::coil::Board;
use crate::coil::engine::Switches;
use crate::coil::engine::values::role;
use crate::ended::Ended;
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// What is looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quest {
    /// The cell where the path starts, if that is given.
    pub start: Option<usize>,
    /// Whether every answer is wanted: nothing may be looked at twice or left out.
    pub all: bool,
    /// What may be used.
    pub means: Means,
}

/// What the hunt may use besides the rules of the engine.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// The order of fragments.
    pub fragments: bool,
    /// Rehearsals.
    pub rehearsals: bool,
    /// Whether what is meant for hard boards is done on every board: it must change no verdict.
    pub eager: bool,
}

impl Default for Means {
    fn default() -> Self {
        Self {
            fragments: true,
            rehearsals: true,
            eager: false,
        }
    }
}

impl Quest {
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
pub struct Hunt<'b> {
    state: State<'b>,
    stage: Stage,
    /// The work done to locate the ends.
    locating: Ticks,
}

/// What the hunt is at, with all that only this stage needs.
enum Stage {
    /// Deducing, and looking for cores.
    Locate,
    /// Both ends in a zone.
    Zones(Zones),
    /// The world that one or two cores leave.
    Last(Box<Last>),
    /// No core, the start in one box after another.
    Sweep(Sweep),
    /// Nothing is left to try.
    Done,
}

/// What a turn of the hunt found: an [`Ended`] that also says why nothing is left, and knows when further
/// turns would be in vain though nothing is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// `on_path` was shown a complete path and returned false.
    Found,
    /// There are no other answers, and why.
    Exhausted(String),
    /// Nothing yet; another turn may find more.
    Undecided,
    /// Nothing, and no further turn will help.
    Lost,
}

impl<'b> Hunt<'b> {
    /// A hunt on a board with at least two free cells.
    pub fn new(board: &'b Board, switches: Switches, quest: Quest) -> Self {
        Self {
            state: State::new(board, switches, quest),
            stage: Stage::Locate,
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

    /// Whether it is known where the ends are, as far as deduction tells: the rest is trying.
    pub fn has_located(&self) -> bool {
        !matches!(self.stage, Stage::Locate)
    }

    /// The share of edges that are decided as far as the cores alone say.
    pub fn decided_share(&self) -> f64 {
        self.state.facts.decided_share()
    }

    /// The cores that were found so far, unless the start is given.
    pub fn proved_cores(&self) -> &[Vec<usize>] {
        if self.state.quest.start.is_none() {
            &self.state.cores
        } else {
            &[]
        }
    }

    /// Looks for the cores alone, and returns them with what shows them.
    pub fn locate_cores(mut self, control: &Control) -> Result<Vec<Core>, Interruption> {
        while matches!(self.stage, Stage::Locate) {
            if let Turn::Exhausted(_) = self.locate(control)? {
                break;
            }
        }
        Ok(self.state.proved)
    }

    /// What was found, for a proof.
    pub fn into_evidence(self) -> Evidence {
        Evidence {
            cores: self.state.proved,
            counted: self.state.counted,
            ..Evidence::default()
        }
    }

    /// Takes note that no path starts in a core.
    pub fn rule_out_starts_in_cores(&mut self) {
        for &cell in self.state.cores.iter().flatten() {
            self.state.facts.roles[cell] &= !role::START;
        }
    }

    /// The proof that all places which the cores leave for the ends have been tried.
    pub fn cores_proof(&self) -> String {
        proof::of_cores(&self.state)
    }

    /// The stage, in words.
    pub fn stage(&self) -> &'static str {
        match (&self.stage, self.state.cores.len()) {
            (Stage::Locate, _) => "deducing where the ends are",
            (Stage::Zones(_), 0) => "both ends near the place where a loop is cut",
            (Stage::Zones(_), _) => "both ends near the core",
            (Stage::Last(_), 2) => "one end in each of two cores",
            (Stage::Last(_), _) => "one end in the core, the other anywhere",
            (Stage::Sweep(_), _) => "the start in one box after another",
            (Stage::Done, _) => "nothing is left to try",
        }
    }

    /// How far the hunt is, in one line.
    pub fn how_far(&self) -> String {
        let cores = self.state.cores.len();
        match &self.stage {
            Stage::Locate => format!("{cores} cores so far"),
            Stage::Zones(zones) => {
                let (tried, all) = zones.tried();
                format!("{cores} cores, {tried} of {all} zones tried")
            }
            Stage::Last(_) => format!(
                "{cores} cores, {} choices walked",
                self.state.cost.walks.nodes
            ),
            Stage::Sweep(sweep) => format!("no core, {} boxes left", sweep.left()),
            Stage::Done => format!("{cores} cores, every guess tried"),
        }
    }

    /// Looks for both ends around these cells first, wherever they really are. For tests: a wrong guess
    /// must never become a proof.
    #[doc(hidden)]
    pub fn mislead(&mut self, cells: Vec<usize>) {
        if let Stage::Zones(zones) = &mut self.stage {
            zones.centres = Some(vec![cells]);
        }
    }

    /// Goes on, within this limit as far as that is possible. The first turns look for the cores only, and each ends with
    /// a new one.
    pub fn turn(
        &mut self,
        limit: Limit,
        on_path: OnPath,
        control: &Control,
    ) -> Result<Turn, Interruption> {
        let state = &mut self.state;
        let ended = match &mut self.stage {
            Stage::Locate => {
                let turn = self.locate(control);
                self.locating = self.state.ticks();
                return turn;
            }
            Stage::Zones(zones) => zones.play(state, limit, on_path, control)?,
            Stage::Last(last) => last.play(state, limit, on_path, control)?,
            Stage::Sweep(sweep) => sweep.play(state, limit, on_path, control)?,
            Stage::Done => return Ok(Turn::Lost),
        };
        match ended {
            Ended::Found => Ok(Turn::Found),
            Ended::Undecided => Ok(Turn::Undecided),
            Ended::Exhausted => {
                control.check()?;
                Ok(self.after_exhaustion())
            }
        }
    }

    /// Finds the cores, and chooses what to do with them.
    fn locate(&mut self, control: &Control) -> Result<Turn, Interruption> {
        match locate::locate(&mut self.state, control)? {
            Located::Proved(proof) => return Ok(Turn::Exhausted(proof)),
            Located::Lost => {
                self.stage = Stage::Done;
                return Ok(Turn::Lost);
            }
            Located::Core => return Ok(Turn::Undecided),
            Located::All => {}
        }
        self.stage = match self.state.cores.len() {
            2 => Stage::Last(Box::default()),
            _ if !self.state.quest.all => Stage::Zones(Zones::default()),
            1 => Stage::Last(Box::default()),
            _ => Stage::Sweep(Sweep::new(self.state.board)),
        };
        Ok(Turn::Undecided)
    }

    /// What comes after a stage that has nothing left.
    fn after_exhaustion(&mut self) -> Turn {
        let blind = self.state.blind > 0;
        let before = std::mem::replace(&mut self.stage, Stage::Done);
        self.state.rehearsal = None;
        match before {
            Stage::Zones(_) if !blind => {
                self.stage = if self.state.cores.is_empty() {
                    Stage::Sweep(Sweep::new(self.state.board))
                } else {
                    Stage::Last(Box::default())
                };
                Turn::Undecided
            }
            // Where ends were allowed by a guess, refuting it proves nothing.
            _ if blind => Turn::Lost,
            _ => Turn::Exhausted(proof::of_cores(&self.state)),
        }
    }
}
