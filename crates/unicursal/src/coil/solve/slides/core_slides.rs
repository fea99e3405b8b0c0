//! The plain search once it is known where an end of the path is.
//!
//! A [core](crate::coil::solve::deduce::cores) holds the start or the end. So there are two
//! searches. With a single core they are one over its few starts, which is what large rooms need,
//! and one over all other starts for paths that end in it: a dead end anywhere else turns that one
//! back, and so does a walk through the whole core. With two cores one goes from the first to the
//! second, the other back. When both have tried everything, there is no answer.
//!
//! Before the search to a single core has tried all starts, walks [backwards](super::backwards) from
//! there may have shown that most of them are none: both take turns, with as much work each.
//!
//! What turns them back sooner: with two cores all that was deduced, once that is over, for there
//! are no ends elsewhere; with a single one, where the second search takes long, what [small
//! windows](crate::coil::solve::slides::window_facts) show.

use crate::coil::Board;
use crate::coil::engine::Switches;
use crate::coil::engine::values::{Word, role};
use crate::coil::solve::deduce::colours::Colours;
use crate::coil::solve::slides::backwards::Survey;
use crate::coil::solve::slides::cell_set::CellSet;
use crate::coil::solve::slides::field::Field;
use crate::coil::solve::slides::restarts::Restarts;
use crate::coil::solve::slides::window_facts::{Division, LocalFacts};
use crate::coil::tuning::schedule::{HEAD_START, SLICE};
use crate::coil::tuning::slides::DIVISION;
use crate::ended::Ended;
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// See the [module](self).
pub struct CoreSlides<'b> {
    board: &'b Board,
    switches: Switches,
    /// The cores.
    pub cores: Vec<Vec<usize>>,
    /// From the core, and to it; or from the first to the second, and back.
    parts: [Part; 2],
    /// Where paths to the only core may start, while that is being found out.
    survey: Option<Survey>,
    surveyed: Ticks,
    has_surveyed: bool,
    /// Whether all that was deduced is used.
    knows_facts: bool,
    /// Whether the search to the core uses what windows show, and the work that took.
    knows_windows: bool,
    showing: Ticks,
}

/// One of the two searches.
struct Part {
    search: Restarts,
    /// Its share of the work.
    share: u64,
    /// Whether it has tried everything.
    is_done: bool,
}

impl<'b> CoreSlides<'b> {
    /// A search with these cores, one or two; starts that are `struck` have been tried before. The
    /// field is empty, and shared with whoever else searches.
    pub fn new(
        board: &'b Board,
        field: &mut Field,
        switches: Switches,
        seed: u64,
        cores: &[Vec<usize>],
        struck: impl Fn(usize) -> bool,
    ) -> Self {
        let mut part = |share, from: &mut dyn Iterator<Item = usize>, to: Option<&Vec<usize>>| {
            let starts = from.filter(|&cell| !struck(cell));
            let ends = to.map(|core| core.iter().map(|&cell| cell as u32).collect());
            Part {
                search: Restarts::new(board, field, seed, starts, ends),
                share,
                is_done: false,
            }
        };
        let sorted = |core: &Vec<usize>| {
            let mut core = core.clone();
            core.sort_unstable();
            core.into_iter()
        };
        let parts = if let [one, other] = cores {
            [
                part(1, &mut sorted(one), Some(other)),
                part(1, &mut sorted(other), Some(one)),
            ]
        } else {
            let mut is_inside = CellSet::new(board.cell_count());
            for &cell in cores.iter().flatten() {
                is_inside.insert(cell);
            }
            let elsewhere = |&cell: &usize| !is_inside.contains(cell);
            [
                part(4, &mut cores.iter().flat_map(sorted), None),
                part(1, &mut board.free_cells().filter(elsewhere), cores.first()),
            ]
        };
        Self {
            board,
            switches,
            cores: cores.to_vec(),
            parts,
            survey: None,
            surveyed: Ticks(0),
            has_surveyed: false,
            knows_facts: false,
            knows_windows: false,
            showing: Ticks(0),
        }
    }

    /// Takes note of the words that were deduced from there being no ends outside both cores.
    pub fn use_words(&mut self, words: &[Word]) {
        if self.cores.len() == 2 && !std::mem::replace(&mut self.knows_facts, true) {
            let facts = LocalFacts::of_words(self.board, words, 0);
            for part in &mut self.parts {
                part.search.use_facts(facts.clone());
            }
        }
    }

    /// Whether a cell was tried as a start, in vain.
    pub fn is_struck(&self, cell: usize) -> bool {
        self.searches().any(|search| search.is_struck(cell))
    }

    /// Whether it is proved that no path starts in a core.
    pub fn has_ruled_out_starts(&self) -> bool {
        self.parts[0].is_done && (self.cores.len() == 1 || self.parts[1].is_done)
    }

    /// Whether everything was tried.
    pub fn is_exhausted(&self) -> bool {
        self.parts.iter().all(|part| part.is_done)
    }

    /// Whether it was found out where paths to the only core may start.
    pub fn has_surveyed(&self) -> bool {
        self.has_surveyed
    }

    /// Searches for about this much work. The field holds the complete path with which that ended,
    /// if it found one.
    pub fn run(
        &mut self,
        field: &mut Field,
        work: u64,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        let shares = self.parts.iter().filter(|part| !part.is_done);
        let unit = work / shares.map(|part| part.share).sum::<u64>().max(1);
        for number in 0..2 {
            let part = &self.parts[number];
            if part.is_done {
                continue;
            }
            let mut work = unit * part.share;
            if number == 1 && self.cores.len() == 1 {
                work -= self.look_for_starts(field, work / 2, control)?.0.min(work);
            }
            let last = self.parts[number].search.work().saturating_add(work);
            let ended = if number == 1 && self.cores.len() == 1 && !self.knows_windows {
                self.run_to_core(field, last, control)?
            } else {
                self.run_part(field, number, last, control)?
            };
            match ended {
                Ended::Found => return Ok(Ended::Found),
                Ended::Exhausted => self.parts[number].is_done = true,
                Ended::Undecided => {}
            }
        }
        Ok(if self.is_exhausted() {
            Ended::Exhausted
        } else {
            Ended::Undecided
        })
    }

    /// Goes on with the survey of starts for paths to the only core, unless it is complete or the
    /// search has hardly begun. Returns the work it took.
    fn look_for_starts(
        &mut self,
        field: &Field,
        work: u64,
        control: &Control,
    ) -> Result<Ticks, Interruption> {
        let search = &mut self.parts[1].search;
        let first = SLICE.times(self.board.free_count() as u64);
        if self.has_surveyed || search.work() < first.0 {
            return Ok(Ticks(0));
        }
        let before = self.surveyed;
        let begin = || Survey::new(self.board, field, &self.cores[0]);
        let survey = self.survey.get_or_insert_with(begin);
        let is_complete = survey.run(Ticks(work), control)?;
        self.surveyed = survey.ticks();
        if is_complete {
            search.strike_others(|cell| survey.may_start(cell));
            self.survey = None;
            self.has_surveyed = true;
        }
        Ok(self.surveyed - before)
    }

    /// Goes on with one search until it has done this much work.
    fn run_part(
        &mut self,
        field: &mut Field,
        number: usize,
        last: u64,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        let search = &mut self.parts[number].search;
        search.run(field, last.saturating_sub(search.work()), control)
    }

    /// The same with the search to the only core; asks what windows show when that is worth it.
    fn run_to_core(
        &mut self,
        field: &mut Field,
        last: u64,
        control: &Control,
    ) -> Result<Ended, Interruption> {
        let enough = HEAD_START.times(self.board.free_count() as u64).0;
        let ended = self.run_part(field, 1, last.min(enough), control)?;
        let search = &mut self.parts[1].search;
        if ended != Ended::Undecided || search.work() < enough {
            return Ok(ended);
        }
        let core = &self.cores[0];
        let facts = local_facts(self.board, self.switches, core, DIVISION, control)?;
        self.showing = facts.ticks;
        search.use_facts(facts);
        self.knows_windows = true;
        self.run_part(field, 1, last, control)
    }

    /// The work done so far.
    pub fn ticks(&self) -> Ticks {
        Ticks(self.searches().map(Restarts::work).sum()) + self.showing + self.surveyed
    }

    /// The searches, for their figures.
    pub fn searches(&self) -> impl Iterator<Item = &Restarts> {
        self.parts.iter().map(|part| &part.search)
    }
}

/// What windows show of paths that start elsewhere and end in the core.
fn local_facts(
    board: &Board,
    switches: Switches,
    core: &[usize],
    division: Division,
    control: &Control,
) -> Result<LocalFacts, Interruption> {
    let colours = Colours::new(board, switches.colours, None);
    let roles = |cell| {
        if core.contains(&cell) {
            colours.roles(cell)
        } else {
            role::MIDDLE
        }
    };
    LocalFacts::new(board, switches, roles, division, control)
}
