//! The plain search once it is known where an end of the path is.
//!
//! A [core](crate::coil::solve::deduce::cores) holds the start or the end. So there are two
//! searches: one over the few starts in the cores, which is what large rooms need, and, with a
//! single core, one over all starts for paths that end in it: a dead end anywhere else turns that
//! one back, and so does a walk through the whole core. With two cores both ends are in them, and
//! the first search is enough. When both have tried everything, there is no answer.
//!
//! Where the second search takes long, what
//! [small windows](crate::coil::solve::slides::window_facts) show turns it back sooner.

use crate::coil::Board;
use crate::coil::engine::Switches;
use crate::coil::engine::values::role;
use crate::coil::solve::deduce::colours::Colours;
use crate::coil::solve::slides::restarts::Forward;
use crate::coil::solve::slides::window_facts::{Division, LocalFacts, Shown};
use crate::coil::tuning::search::{DIVISION, FACTS_PER_CELL};
use crate::ended::Ended;
use crate::schedule::Ticks;
use crate::{Control, Interruption};

/// See the [module](self).
pub struct CoreSearch<'b> {
    board: &'b Board,
    switches: Switches,
    /// The cores.
    pub cores: Vec<Vec<usize>>,
    /// The search over the starts in the cores, and whether it has tried everything.
    from: Forward,
    from_done: bool,
    /// The search for paths that end in the only core, likewise, if there is one.
    to: Option<Forward>,
    /// What windows show, once that search uses it, and the work that took.
    pub shown: Option<Vec<Shown>>,
    showing: Ticks,
    to_done: bool,
}

impl<'b> CoreSearch<'b> {
    /// A search with these cores, one or two; starts that are `struck` have been tried before.
    pub fn new(
        board: &'b Board,
        switches: Switches,
        seed: u64,
        cores: &[Vec<usize>],
        struck: impl Fn(usize) -> bool,
    ) -> Self {
        let mut is_in_core = vec![false; board.cell_count()];
        let mut ends = Vec::new();
        for &cell in cores.iter().flatten() {
            is_in_core[cell] = true;
            ends.push(cell as u32);
        }
        let in_cores = |cell: usize| is_in_core[cell] && !struck(cell);
        let elsewhere = |cell: usize| !is_in_core[cell] && !struck(cell);
        let single = cores.len() == 1;
        Self {
            board,
            switches,
            cores: cores.to_vec(),
            from: Forward::new(board, seed, in_cores, (!single).then(|| ends.clone())),
            from_done: false,
            shown: None,
            showing: Ticks(0),
            to: single.then(|| Forward::new(board, seed, elsewhere, Some(ends))),
            to_done: !single,
        }
    }

    /// Whether a cell of a core was tried as a start, in vain.
    pub fn is_struck(&self, cell: usize) -> bool {
        self.from.is_struck(cell)
    }

    /// Whether it is proved that no path starts in a core.
    pub fn has_ruled_out_starts(&self) -> bool {
        self.from_done
    }

    /// Whether everything was tried.
    pub fn is_exhausted(&self) -> bool {
        self.from_done && self.to_done
    }

    /// How many times the given work a call of [`CoreSearch::run`] does.
    pub const SHARES: u64 = 5;

    /// Searches from the cores for about four times this much work, and for paths to the core for
    /// about as much.
    pub fn run(&mut self, work: u64, control: &Control) -> Result<Ended, Interruption> {
        if !self.from_done {
            match self
                .from
                .run(work.saturating_mul(Self::SHARES - 1), control)?
            {
                Ended::Found => return Ok(Ended::Found),
                Ended::Exhausted => self.from_done = true,
                Ended::Undecided => {}
            }
        }
        if let Some(to) = &mut self.to
            && !self.to_done
        {
            let last = to.work().saturating_add(work);
            let mut ended = Ended::Undecided;
            if self.shown.is_none() {
                let enough = FACTS_PER_CELL * self.board.free_count() as u64;
                ended = to.run(last.min(enough).saturating_sub(to.work()), control)?;
                if ended == Ended::Undecided && to.work() >= enough {
                    let (facts, shown) =
                        local_facts(self.board, self.switches, &self.cores[0], DIVISION, control)?;
                    self.showing = facts.ticks;
                    to.use_facts(facts);
                    self.shown = Some(shown);
                }
            }
            if ended == Ended::Undecided {
                ended = to.run(last.saturating_sub(to.work()), control)?;
            }
            match ended {
                Ended::Found => return Ok(Ended::Found),
                Ended::Exhausted => self.to_done = true,
                Ended::Undecided => {}
            }
        }
        Ok(if self.is_exhausted() {
            Ended::Exhausted
        } else {
            Ended::Undecided
        })
    }

    /// The cells of the complete path with which the last run ended, if it found one.
    pub fn found(&self) -> Option<&[u32]> {
        self.searches().find_map(Forward::found)
    }

    /// The work done so far.
    pub fn ticks(&self) -> Ticks {
        Ticks(self.searches().map(Forward::work).sum()) + self.showing
    }

    /// The searches, for their figures.
    pub fn searches(&self) -> impl Iterator<Item = &Forward> {
        [&self.from].into_iter().chain(&self.to)
    }
}

/// What windows show of paths that start elsewhere and end in the core, and what shows it.
pub fn local_facts(
    board: &Board,
    switches: Switches,
    core: &[usize],
    division: Division,
    control: &Control,
) -> Result<(LocalFacts, Vec<Shown>), Interruption> {
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
