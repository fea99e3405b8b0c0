//! The hunt for the two ends, and then for the path between them.
//!
//! First everything is deduced under the assumption that no end is anywhere; each contradiction gives
//! a [core](cores), a small set of cells with an end in it, and is allowed for from then on.
//!
//! - *Three cores* that share no cell prove that there is no solution.
//! - *Two* hold one end each, and all that was deduced without assumptions about them is true: one
//!   [world](World), whose end is a proof.
//! - *One*: the ends are close together as a rule. Worlds with both ends in a zone around the core
//!   are tried, the zone growing. If that finds nothing, [counting](super::parity) rules out an end
//!   at nearly all other places, and a last world allows it at all that are left.
//! - *None*: the ends are so close that the board looks like a closed loop. Going round it, cells come
//!   before themselves; the ends are in the fragment that lies on all such circles ([`cut`]), or else
//!   where [cycles] of cells meet, and zones around that place are tried. If that finds nothing, the
//!   board is swept: the start in one box after another, the end near it if counting says so, else
//!   anywhere.

use std::time::Instant;

use super::colours::Colours;
use super::cores;
use super::cut;
use super::cycles;
use super::deduce::{Deduction, Effort};
use super::fragments::Fragments;
use super::portfolio::is_open;
use super::walk::{Manner, OnPath, WalkEffort};
use super::world::{Played, World};
use crate::coil::Board;
use crate::engine::Switches;
use crate::engine::values::role;
use crate::{Control, Progress};

/// The radii of the zones around a core in which both ends are looked for.
const ZONES: [usize; 7] = [0, 3, 6, 10, 15, 22, 32];
/// How far ends are allowed around a contradiction for which no core was found, the first time, the
/// second, and so on.
const BLIND_RADII: [usize; 4] = [8, 12, 18, 27];
/// A turn that goes from zone to zone, or from box to box, pauses after this many revisions for each
/// choice that its walks may make. On open boards, where walks decide little, less is spent on them, and
/// a turn goes from start to start likewise.
const TURN_REVISIONS: u64 = 1_000;
const OPEN_TURN_REVISIONS: u64 = 20;
/// How many choices the first walks from several starts may make: most wrong starts fail sooner.
const TRIAL: u64 = 50;
/// Paths with fewer cells are walked from all starts without a trial.
const LONG_WALK: usize = 100_000;
/// How often the order of fragments is used to locate the ends, and to deduce more in a world.
const LOCATE_ROUNDS: usize = 20;
const REFINE_ROUNDS: usize = 3;
/// Contradictions this close to a core that was just found may have the same cause.
const SAME_CAUSE: usize = 40;

/// What is looked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quest {
    /// The cell where the path starts, if that is given.
    pub start: Option<usize>,
    /// Whether every solution is wanted: nothing may be looked at twice or left out.
    pub all: bool,
    /// Whether what is meant for hard boards is done on every board: it must change no verdict.
    pub eager: bool,
}

/// See the [module](self).
pub struct Hunt<'b> {
    pub(super) board: &'b Board,
    open: bool,
    pub(super) switches: Switches,
    quest: Quest,
    pub(super) colours: Colours,
    facts: Deduction<'b>,
    /// Sets of cells with an end in each.
    pub cores: Vec<Vec<usize>>,
    /// How often ends were allowed where no proof demands it: after that nothing is proved any more.
    pub(super) blind: usize,
    pub(super) stage: Stage,
    /// The next zone, or the next of the boxes.
    pub(super) next: usize,
    /// The boxes in which the start was not looked for to the end, once the sweep has begun.
    pub(super) boxes: Option<Vec<(usize, usize)>>,
    /// The world that the cores leave, once it is there.
    last: Option<LastWorld<'b>>,
    /// Cells revised while looking for cores.
    core_revisions: u64,
    /// Where the ends may be when there is no core.
    centre: Option<Vec<usize>>,
    /// Seconds spent in each phase.
    pub seconds: Seconds,
    /// Work of the deductions.
    pub effort: Effort,
    /// Work of the walks.
    pub walks: WalkEffort,
}

/// A world, and its facts as long as the order of fragments was not asked.
struct LastWorld<'b> {
    world: World,
    facts: Option<Deduction<'b>>,
}

/// Wall-clock time by phase.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seconds {
    /// Deducing in windows.
    pub deduce: f64,
    /// Looking for cores.
    pub cores: f64,
    /// Looking for the place where a ring must be cut.
    pub cut: f64,
    /// Deducing from the order of fragments.
    pub refine: f64,
    /// Counting where there cannot be a single end.
    pub parity: f64,
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
pub(super) enum Stage {
    /// Deducing, and looking for cores.
    Locate,
    /// Two cores.
    Pair,
    /// Both ends in a zone.
    Zones,
    /// One core, the other end wherever counting does not exclude it.
    Rest,
    /// No core, the start in one box after another.
    Sweep,
    /// Nothing is left to try.
    Done,
}

/// What a turn of the hunt found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Whoever looks at complete paths wanted no more.
    Stopped,
    /// There are no other solutions, and why.
    Exhausted(String),
    /// Nothing yet; another turn may find more.
    Undecided,
    /// Nothing, and no further turn will help.
    Lost,
}

impl<'b> Hunt<'b> {
    /// A hunt on a board with at least two free cells.
    pub fn new(board: &'b Board, switches: Switches, quest: Quest) -> Self {
        let colours = Colours::new(board, switches.colours, quest.start);
        let roles = |cell| {
            if quest.start == Some(cell) {
                role::START
            } else {
                role::MIDDLE
            }
        };
        Self {
            board,
            open: is_open(board),
            switches,
            quest,
            colours,
            facts: Deduction::new(board, switches, roles),
            cores: quest.start.map(|start| vec![start]).into_iter().collect(),
            blind: 0,
            stage: Stage::Locate,
            next: 0,
            boxes: None,
            last: None,
            core_revisions: 0,
            centre: None,
            seconds: Seconds::default(),
            effort: Effort::default(),
            walks: WalkEffort::default(),
        }
    }

    /// The share of edges that are decided as far as the cores alone say.
    pub fn decided_share(&self) -> f64 {
        self.facts.decided_share()
    }

    /// The cores that were found so far, unless the start is given.
    pub fn proved_cores(&self) -> &[Vec<usize>] {
        if self.quest.start.is_none() {
            &self.cores
        } else {
            &[]
        }
    }

    /// Takes note that no path starts in a core.
    pub fn rule_out_starts_in_cores(&mut self) {
        for &cell in self.cores.iter().flatten() {
            self.facts.roles[cell] &= !role::START;
        }
    }

    /// The proof that all places which the cores leave for the ends have been tried.
    pub fn cores_proof(&self) -> String {
        match self.cores.len() {
            1 => self.one_core_proof(),
            _ => self.pair_proof(),
        }
    }

    /// Goes on, with walks of at most `limit` choices. The first turns look for the cores only.
    pub fn turn(&mut self, limit: u64, on_path: OnPath, control: &Control) -> Turn {
        if self.stage == Stage::Locate {
            return self.locate(control).unwrap_or(Turn::Undecided);
        }
        let turn = match self.stage {
            Stage::Pair | Stage::Rest => self.play_last_world(limit, on_path, control),
            Stage::Zones => self.play_zones(limit, on_path, control),
            Stage::Sweep => self.sweep(limit, on_path, control),
            Stage::Locate | Stage::Done => Turn::Lost,
        };
        let interrupted = control.interruption().is_some();
        if matches!(turn, Turn::Exhausted(_)) && interrupted {
            Turn::Undecided
        } else {
            turn
        }
    }

    /// Deduces until there are no contradictions, and chooses what to do with the cores. Returns
    /// early with a proof, or when interrupted, or on an open board with the first core: the plain
    /// search may need no more.
    fn locate(&mut self, control: &Control) -> Option<Turn> {
        loop {
            control.report(|| self.progress("deducing"));
            let conflicts = timed(&mut self.seconds.deduce, || self.facts.run(control));
            self.effort = self.facts.effort;
            if control.interruption().is_some() {
                return Some(Turn::Undecided);
            }
            if conflicts.is_empty() {
                break;
            }
            if self.cores.len() == 2 && self.blind == 0 {
                return Some(Turn::Exhausted(self.pair_proof()));
            }
            control.report(|| self.progress("locating the ends"));
            let before = self.cores.len();
            for &place in &conflicts {
                if self.cores[before..]
                    .iter()
                    .any(|core| self.distance(core[0], place) < SAME_CAUSE)
                {
                    continue;
                }
                if let Some(core) = self.find_core(place, control) {
                    if core.is_empty() {
                        return Some(Turn::Exhausted(self.local_proof(place)));
                    }
                    self.facts.allow(&core, |cell| self.colours.roles(cell));
                    self.cores.push(core);
                }
                if self.cores.len() > 2 {
                    return Some(Turn::Exhausted(self.three_cores_proof()));
                }
            }
            if self.cores.len() == before {
                if self.quest.all {
                    return Some(Turn::Lost);
                }
                let Some(radius) = BLIND_RADII.get(self.blind) else {
                    self.stage = Stage::Done;
                    return Some(Turn::Lost);
                };
                self.blind += 1;
                let zone = self.around(&[conflicts[0]], *radius);
                self.facts.allow(&zone, |cell| self.colours.roles(cell));
            } else if self.open && self.blind == 0 && !self.quest.all {
                return Some(Turn::Undecided);
            }
        }
        self.stage = match self.cores.len() {
            2 => Stage::Pair,
            _ if !self.quest.all => Stage::Zones,
            1 => Stage::Rest,
            _ => Stage::Sweep,
        };
        None
    }

    fn find_core(&mut self, place: usize, control: &Control) -> Option<Vec<usize>> {
        let colours = self.colours;
        let mut interrupted = || control.interruption().is_some();
        timed(&mut self.seconds.cores, || {
            cores::find(
                self.board,
                self.switches,
                place,
                &|cell| colours.roles(cell),
                &self.cores,
                &mut self.core_revisions,
                &mut interrupted,
            )
        })
    }

    fn distance(&self, a: usize, b: usize) -> usize {
        let stride = self.board.stride();
        (a % stride)
            .abs_diff(b % stride)
            .max((a / stride).abs_diff(b / stride))
    }

    /// The free cells within a distance of the given ones.
    pub(super) fn around(&self, cells: &[usize], radius: usize) -> Vec<usize> {
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

    /// The world of the pair of cores, or of one core and what counting leaves.
    fn play_last_world(&mut self, limit: u64, on_path: OnPath, control: &Control) -> Turn {
        let Some(mut last) = self.last.take().or_else(|| self.last_world(control)) else {
            return if control.interruption().is_some() {
                Turn::Undecided
            } else {
                self.exhausted()
            };
        };
        let patient = last.facts.is_none();
        let mut played = self.play(&mut last.world, limit, patient, on_path, control);
        if played == Played::Undecided
            && self.may_repeat(control)
            && let Some(mut facts) = last.facts.take()
        {
            match self.refined_world(&mut facts, control) {
                Some(world) => {
                    last.world = world;
                    played = self.play(&mut last.world, limit, true, on_path, control);
                }
                None => played = contradicted(control),
            }
        }
        self.last = Some(last);
        match played {
            Played::Stopped => Turn::Stopped,
            Played::Undecided => Turn::Undecided,
            Played::Exhausted => self.exhausted(),
        }
    }

    /// The world that the cores leave; `None` if it is contradictory, or interrupted.
    fn last_world(&mut self, control: &Control) -> Option<LastWorld<'b>> {
        let mut facts = if self.stage == Stage::Pair {
            self.facts.clone()
        } else {
            self.facts_of_the_rest(control)?
        };
        if self.quest.eager {
            let world = self.refined_world(&mut facts, control)?;
            return Some(LastWorld { world, facts: None });
        }
        let world = self.world(&facts, control)?;
        let facts = Some(facts);
        Some(LastWorld { world, facts })
    }

    fn exhausted(&mut self) -> Turn {
        self.stage = Stage::Done;
        if self.blind > 0 {
            Turn::Lost
        } else {
            Turn::Exhausted(self.cores_proof())
        }
    }

    /// The world of these facts; `None` if it is contradictory.
    fn world(&mut self, facts: &Deduction, control: &Control) -> Option<World> {
        control.report(|| self.progress("trying starts"));
        let world = timed(&mut self.seconds.worlds, || {
            World::new(self.board, self.switches, self.colours, facts, control)
        });
        self.walks.revisions += world.as_ref().map_or(0, World::revisions);
        world
    }

    /// The world of these facts and what the order of fragments adds to them; `None` if it is
    /// contradictory.
    fn refined_world(&mut self, facts: &mut Deduction, control: &Control) -> Option<World> {
        control.report(|| self.progress("ordering fragments"));
        let conflicts = timed(&mut self.seconds.refine, || {
            facts.refine(REFINE_ROUNDS, control)
        });
        self.take_effort(facts);
        if !conflicts.is_empty() || control.interruption().is_some() {
            return None;
        }
        self.world(facts, control)
    }

    /// Counts the work of a deduction that began as a copy of the facts.
    fn take_effort(&mut self, facts: &Deduction) {
        self.effort = facts.effort;
        self.facts.effort = facts.effort;
    }

    /// The count of revised cells at which a turn with walks of `limit` choices pauses.
    pub(super) fn last_revision(&self, limit: u64) -> u64 {
        let turn = limit.saturating_mul(self.turn_revisions());
        self.cost().saturating_add(turn)
    }

    fn turn_revisions(&self) -> u64 {
        if self.open {
            OPEN_TURN_REVISIONS
        } else {
            TURN_REVISIONS
        }
    }

    /// Cells revised so far, by all engines together.
    pub fn cost(&self) -> u64 {
        self.effort.revisions + self.core_revisions + self.walks.revisions
    }

    fn play(
        &mut self,
        world: &mut World,
        limit: u64,
        patient: bool,
        on_path: OnPath,
        control: &Control,
    ) -> Played {
        let budget = if self.open {
            limit.saturating_mul(self.turn_revisions())
        } else {
            u64::MAX
        };
        let mut manner = Manner {
            patient,
            ..Manner::default()
        };
        if self.quest.eager {
            manner.look_back_after = 0;
        }
        let limits = [limit.min(TRIAL), limit];
        // A walk that is begun again shows again what it has shown.
        let without_trial = self.quest.all || self.board.free_count() < LONG_WALK;
        let limits = &limits[usize::from(without_trial)..];
        timed(&mut self.seconds.walks, || {
            world.play(limits, budget, manner, on_path, control, &mut self.walks)
        })
    }

    /// Looks for paths in the world in which more cells may have these roles, as far as the colours
    /// admit them. If short walks do not decide it, more is deduced, and then longer ones.
    pub(super) fn try_roles(
        &mut self,
        cells: &[(Vec<usize>, u8)],
        limit: u64,
        on_path: OnPath,
        control: &Control,
    ) -> Played {
        let Some(mut facts) = self.facts_with(cells, control) else {
            return contradicted(control);
        };
        if !(self.quest.eager || self.stage == Stage::Zones && self.cores.is_empty()) {
            let Some(mut world) = self.world(&facts, control) else {
                return contradicted(control);
            };
            let played = self.play(&mut world, limit, false, on_path, control);
            if played != Played::Undecided || !self.may_repeat(control) {
                return played;
            }
        }
        let Some(mut world) = self.refined_world(&mut facts, control) else {
            return contradicted(control);
        };
        self.play(&mut world, limit, true, on_path, control)
    }

    /// Whether what was walked may be walked again. If every solution is wanted, that would show some
    /// twice.
    fn may_repeat(&self, control: &Control) -> bool {
        !self.quest.all && !self.open && control.interruption().is_none()
    }

    /// Deduces further where more cells may have these roles; `None` if that is contradictory, or
    /// interrupted.
    pub(super) fn facts_with(
        &mut self,
        cells: &[(Vec<usize>, u8)],
        control: &Control,
    ) -> Option<Deduction<'b>> {
        let mut facts = self.facts.clone();
        for (cells, roles) in cells {
            facts.allow(cells, |cell| roles & self.colours.roles(cell));
        }
        control.report(|| self.progress("deducing"));
        let conflicts = timed(&mut self.seconds.deduce, || facts.run(control));
        self.take_effort(&facts);
        (conflicts.is_empty() && control.interruption().is_none()).then_some(facts)
    }

    /// Where the ends are if the board looks like a closed ring. What is deduced on the way rests on
    /// there being no end, and is wrong somewhere: it tells where to look, nothing more.
    fn locate_cut(&mut self, control: &Control) -> Vec<usize> {
        let mut facts = self.facts.clone();
        let mut cells = Vec::new();
        for _ in 0..LOCATE_ROUNDS {
            let fragments = Fragments::new(self.board, &facts.words);
            cells = cut::cut_cells(self.board, &facts.words, &fragments);
            if !cells.is_empty() {
                break;
            }
            match fragments.narrow(false) {
                Err(contradictions) => {
                    cells = contradictions;
                    break;
                }
                Ok(narrowings) if narrowings.is_empty() => break,
                Ok(narrowings) => facts.impose(&narrowings),
            }
            let conflicts = facts.run(control);
            if !conflicts.is_empty() {
                cells = conflicts;
                break;
            }
        }
        self.take_effort(&facts);
        if cells.is_empty() {
            cells.extend(cycles::meeting_point(self.board, &self.facts.words));
        }
        cells
    }

    /// The cells around which there are zones.
    fn centre(&mut self, control: &Control) -> Vec<usize> {
        if let Some(core) = self.cores.first() {
            return core.clone();
        }
        if self.centre.is_none() {
            control.report(|| self.progress("looking where the ring is cut"));
            let clock = Instant::now();
            self.centre = Some(self.locate_cut(control));
            self.seconds.cut += clock.elapsed().as_secs_f64();
        }
        self.centre.clone().unwrap_or_default()
    }

    /// Tries zones around the core, or around the place where circles meet.
    fn play_zones(&mut self, limit: u64, on_path: OnPath, control: &Control) -> Turn {
        let centre = self.centre(control);
        if control.interruption().is_some() {
            return Turn::Undecided;
        }
        let last = self.last_revision(limit);
        while self.next < ZONES.len() && !centre.is_empty() {
            if self.cost() > last {
                return Turn::Undecided;
            }
            let zone = self.around(&centre, ZONES[self.next]);
            self.next += 1;
            let zone = [(zone, role::ANY)];
            let played = self.try_roles(&zone, limit, on_path, control);
            if control.interruption().is_some() {
                return Turn::Undecided;
            }
            if played == Played::Stopped {
                return Turn::Stopped;
            }
        }
        self.next = 0;
        self.stage = match self.cores.len() {
            _ if self.blind > 0 => Stage::Done,
            1 => Stage::Rest,
            _ => Stage::Sweep,
        };
        Turn::Undecided
    }

    pub(super) fn progress(&self, phase: &'static str) -> Progress {
        Progress {
            phase,
            share: None,
            figures: vec![
                ("cores", self.cores.len() as u64),
                ("probes", self.effort.probes),
                ("choices", self.walks.nodes),
            ],
        }
    }

    fn local_proof(&self, place: usize) -> String {
        let (x, y) = self.board.position(place);
        format!("no way: wherever its ends are, no path visits all cells around ({x}, {y})")
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

    fn one_core_proof(&self) -> String {
        format!(
            "ends: the path must have an end in {}; wherever the other may be, no path between them \
             visits every cell",
            self.describe(&self.cores[0])
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

/// What it means that there is no world: a contradiction, unless the work was interrupted.
fn contradicted(control: &Control) -> Played {
    if control.interruption().is_some() {
        Played::Undecided
    } else {
        Played::Exhausted
    }
}
