//! The hunt for the two ends, and then for the path between them.
//!
//! First everything is deduced under the assumption that no end is anywhere; each contradiction gives
//! a [core](super::cores), a small set of cells with an end in it, and is allowed for from then on.
//!
//! - *Three cores* that share no cell prove that there is no solution.
//! - *Two* hold one end each, and all that was deduced without assumptions about them is true: one
//!   [world](super::world), whose refutation is a proof.
//! - *One*: the ends are close together as a rule. Worlds with both ends in a zone around the core
//!   are tried, the zone growing.
//! - *None*: the ends are so close that the board looks like a closed loop. Going round it, cells come
//!   before themselves; the ends are where such [cycles](super::cycles) meet.

use std::time::Instant;

use super::cores;
use super::cycles;
use super::deduce::{Deduction, Effort};
use super::walk::WalkEffort;
use super::world::{Played, World};
use crate::Control;
use crate::coil::Board;
use crate::engine::Switches;

/// The radii of the zones around a core in which both ends are looked for.
const ZONES: [usize; 8] = [0, 3, 6, 10, 15, 22, 32, 48];
/// How far ends are allowed around a contradiction for which no core was found.
const BLIND_RADIUS: usize = 8;

/// See the [module](self).
pub struct Hunt<'b> {
    board: &'b Board,
    switches: Switches,
    facts: Deduction<'b>,
    /// Sets of cells with an end in each.
    pub cores: Vec<Vec<usize>>,
    /// Whether ends were also allowed where no proof demands it: then two cores are no longer a proof
    /// of where the ends are.
    blind: bool,
    stage: Stage,
    zone: usize,
    worlds: Vec<World>,
    /// Seconds spent in each phase.
    pub seconds: Seconds,
    /// Work of the deductions.
    pub effort: Effort,
    /// Work of the walks.
    pub walks: WalkEffort,
}

/// Wall-clock time by phase.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seconds {
    /// Deducing in windows.
    pub deduce: f64,
    /// Looking for cores.
    pub cores: f64,
    /// Setting up worlds and trying their starts.
    pub worlds: f64,
    /// Walking.
    pub walks: f64,
}

/// Runs a piece of work and adds the time that it took.
fn timed<T>(seconds: &mut f64, work: impl FnOnce() -> T) -> T {
    let clock = Instant::now();
    let result = work();
    *seconds += clock.elapsed().as_secs_f64();
    result
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Locate,
    Pair,
    Zones,
    Done,
}

/// What a turn of the hunt found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The cells of a complete path.
    Complete(Vec<u32>),
    /// There is no solution, and why.
    Unsolvable(String),
    /// Nothing yet; another turn may find more.
    Undecided,
    /// Nothing, and no further turn will help.
    Lost,
}

impl<'b> Hunt<'b> {
    /// A hunt on a board with at least two free cells.
    pub fn new(board: &'b Board, switches: Switches) -> Self {
        Self {
            board,
            switches,
            facts: Deduction::new(board, switches, |_| false),
            cores: Vec::new(),
            blind: false,
            stage: Stage::Locate,
            zone: 0,
            worlds: Vec::new(),
            seconds: Seconds::default(),
            effort: Effort::default(),
            walks: WalkEffort::default(),
        }
    }

    /// Goes on, with walks of at most `limit` choices.
    pub fn turn(&mut self, limit: u64, control: &Control) -> Turn {
        if self.stage == Stage::Locate {
            if let Some(turn) = self.locate(control) {
                return turn;
            }
            self.stage = if self.cores.len() == 2 {
                Stage::Pair
            } else {
                Stage::Zones
            };
            if self.stage == Stage::Pair {
                let world = timed(&mut self.seconds.worlds, || {
                    World::new(self.board, self.switches, &self.facts, control)
                });
                match world {
                    Some(world) => self.worlds.push(world),
                    None if self.blind => self.stage = Stage::Done,
                    None => return Turn::Unsolvable(self.pair_proof()),
                }
            }
        }
        if control.interruption().is_some() {
            return Turn::Undecided;
        }
        match self.stage {
            Stage::Pair => self.play_pair(limit, control),
            Stage::Zones => self.play_zones(limit, control),
            Stage::Locate | Stage::Done => Turn::Lost,
        }
    }

    /// Deduces until there are no contradictions. Returns early with a proof or an interruption.
    fn locate(&mut self, control: &Control) -> Option<Turn> {
        loop {
            let conflicts = timed(&mut self.seconds.deduce, || self.facts.run(control));
            self.effort = self.facts.effort;
            if control.interruption().is_some() {
                return Some(Turn::Undecided);
            }
            if conflicts.is_empty() {
                return None;
            }
            if self.cores.len() == 2 && !self.blind {
                return Some(Turn::Unsolvable(self.pair_proof()));
            }
            let before = self.cores.len();
            for &place in &conflicts {
                let known = &self.cores;
                let unknown = |cell: usize| !known.iter().any(|core| core.contains(&cell));
                let mut interrupted = || control.interruption().is_some();
                let core = timed(&mut self.seconds.cores, || {
                    cores::find(self.board, self.switches, place, &unknown, &mut interrupted)
                });
                if let Some(core) = core {
                    self.facts.allow_ends(&core);
                    self.cores.push(core);
                }
                if self.cores.len() > 2 {
                    return Some(Turn::Unsolvable(self.three_cores_proof()));
                }
            }
            if self.cores.len() == before {
                self.allow_blindly(conflicts[0]);
            }
        }
    }

    /// Allows ends around a contradiction that no core explains.
    fn allow_blindly(&mut self, place: usize) {
        self.blind = true;
        let zone = self.around(&[place], BLIND_RADIUS);
        self.facts.allow_ends(&zone);
    }

    fn around(&self, cells: &[usize], radius: usize) -> Vec<usize> {
        let stride = self.board.stride();
        let reach = |at: usize, last: usize| at.saturating_sub(radius)..=(at + radius).min(last);
        let mut zone: Vec<usize> = cells
            .iter()
            .flat_map(|&cell| {
                reach(cell / stride, self.board.height() + 1).flat_map(move |y| {
                    reach(cell % stride, stride - 1).map(move |x| y * stride + x)
                })
            })
            .filter(|&cell| self.board.is_free(cell))
            .collect();
        zone.sort_unstable();
        zone.dedup();
        zone
    }

    fn play_pair(&mut self, limit: u64, control: &Control) -> Turn {
        let Some(world) = self.worlds.last_mut() else {
            return Turn::Lost;
        };
        let played = timed(&mut self.seconds.walks, || {
            world.play(limit, control, &mut self.walks)
        });
        match played {
            Played::Complete(path) => Turn::Complete(path),
            Played::Undecided => Turn::Undecided,
            Played::Refuted if self.blind => {
                self.stage = Stage::Done;
                Turn::Lost
            }
            Played::Refuted => Turn::Unsolvable(self.pair_proof()),
        }
    }

    fn play_zones(&mut self, limit: u64, control: &Control) -> Turn {
        let centre = match self.cores.first() {
            Some(core) => core.clone(),
            None => cycles::meeting_point(self.board, &self.facts.words)
                .into_iter()
                .collect(),
        };
        if centre.is_empty() {
            self.stage = Stage::Done;
            return Turn::Lost;
        }
        while self.zone < ZONES.len() {
            let radius = ZONES[self.zone];
            self.zone += 1;
            let mut facts = self.facts.clone();
            facts.allow_ends(&self.around(&centre, radius));
            let conflicts = timed(&mut self.seconds.deduce, || facts.run(control));
            self.effort = facts.effort;
            if control.interruption().is_some() {
                return Turn::Undecided;
            }
            if !conflicts.is_empty() {
                continue;
            }
            let world = timed(&mut self.seconds.worlds, || {
                World::new(self.board, self.switches, &facts, control)
            });
            let Some(mut world) = world else { continue };
            let played = timed(&mut self.seconds.walks, || {
                world.play(limit, control, &mut self.walks)
            });
            match played {
                Played::Complete(path) => return Turn::Complete(path),
                Played::Refuted => {}
                Played::Undecided => self.worlds.push(world),
            }
        }
        self.stage = Stage::Done;
        Turn::Undecided
    }

    fn pair_proof(&self) -> String {
        let places: Vec<String> = self.cores.iter().map(|core| self.describe(core)).collect();
        format!(
            "ends: the path must have one end in {} and one in {}, and no path between them visits \
             every cell",
            places[0], places[1]
        )
    }

    fn three_cores_proof(&self) -> String {
        let places: Vec<String> = self.cores.iter().map(|core| self.describe(core)).collect();
        format!(
            "ends: the path would need an end in each of {}",
            places.join(", ")
        )
    }

    fn describe(&self, core: &[usize]) -> String {
        let (x, y) = self.board.position(core[0]);
        match core.len() {
            1 => format!("the cell ({x}, {y})"),
            n => format!("{n} cells around ({x}, {y})"),
        }
    }
}
