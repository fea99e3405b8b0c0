//! The ways on the schedule: what each is, how it goes on for a slice, and what it hands on.

use super::super::core_search::CoreSearch;
use super::super::forward::Forward;
use super::super::hunt::{Hunt, Limit, Means, Quest, Turn};
use super::{Portfolio, solved};
use crate::coil::Answer;
use crate::coil::tuning::turns::{
    CELLS_PER_WALK_CHOICE, LARGE_CORE, TICKS_PER_WALK_CHOICE, WALK_CHOICES,
};
use crate::ended::Ended;
use crate::schedule::Ticks;
use crate::{Control, Interruption, Outcome, Progress};

/// A way to solve a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The plain search: over all starts, and as soon as the hunt has found a place with an end, for paths that start or
    /// end there.
    Search,
    /// The hunt for the ends, and then for the path between them.
    Hunt,
}

/// What a turn has found.
pub type Found = Result<Option<Outcome<Answer>>, Interruption>;

impl Portfolio<'_> {
    /// Lets a way go on for a slice of work.
    pub(super) fn go_on(&mut self, way: Way, slice: Ticks, control: &Control) -> Found {
        match way {
            Way::Hunt => self.hunt(slice, control),
            Way::Search if self.has_useful_cores() => self.search_with_cores(slice, control),
            Way::Search => self.search(slice, control),
        }
    }

    /// What a way has done so far.
    pub(super) fn done(&self, way: Way) -> Ticks {
        match way {
            Way::Search => {
                let over_all = self.forward.as_ref().map_or(0, Forward::work);
                let with_cores = self
                    .core_search
                    .as_ref()
                    .map_or(Ticks(0), CoreSearch::ticks);
                Ticks(over_all) + with_cores + self.given_up
            }
            Way::Hunt => self.hunt.as_ref().map_or(Ticks(0), Hunt::ticks),
        }
    }

    /// A slice of the plain search over all starts.
    fn search(&mut self, slice: Ticks, control: &Control) -> Found {
        self.stage = "searching from every start";
        let forward = self.forward.get_or_insert_with(|| {
            let may_start = |cell| self.start.is_none_or(|start| start == cell);
            Forward::new(self.board, self.seed, may_start, None)
        });
        control.report(|| Progress {
            phase: "plain search",
            share: Some(forward.longest() as f64 / self.board.free_count() as f64),
            figures: vec![
                ("starts", forward.live_starts() as u64),
                ("choices", forward.nodes()),
            ],
        });
        Ok(match forward.run(slice.0, control)? {
            Ended::Found => forward.found().map(|path| solved(self.board, path)),
            Ended::Exhausted => Some(Outcome::Unsolvable {
                proof: match forward.nodes() {
                    0 => {
                        "exhausted: from every start there is one way on at most, and it ends early"
                            .to_owned()
                    }
                    1 => "exhausted: every start was searched to the end, with 1 choice".to_owned(),
                    choices => format!(
                        "exhausted: every start was searched to the end, {choices} choices in all"
                    ),
                },
            }),
            Ended::Undecided => None,
        })
    }

    /// Whether the hunt has found cores that help a search.
    fn has_useful_cores(&self) -> bool {
        let cores = self.hunt.as_ref().map_or(&[][..], Hunt::proved_cores);
        self.parts.core_search && !useful(cores, self.board.free_count()).is_empty()
    }

    /// A slice of the plain search with the cores.
    fn search_with_cores(&mut self, slice: Ticks, control: &Control) -> Found {
        let Some(hunt) = &mut self.hunt else {
            return Ok(None);
        };
        self.stage = "searching from and to the cores";
        let cores = useful(hunt.proved_cores(), self.board.free_count());
        let all = cores.len() == hunt.proved_cores().len();
        let before = self.core_search.take();
        let search = self.core_search.insert(match before {
            Some(before) if before.cores == cores => before,
            before => {
                let tried = |cell| self.forward.as_ref().is_some_and(|all| all.is_struck(cell));
                let tried_here = |cell| before.as_ref().is_some_and(|one| one.is_struck(cell));
                let struck = |cell| tried(cell) || tried_here(cell);
                self.given_up += before.as_ref().map_or(Ticks(0), CoreSearch::ticks);
                CoreSearch::new(self.board, self.parts.rules, self.seed, cores, struck)
            }
        });
        let ended = search.run(slice.0 / CoreSearch::SHARES, control);
        if all && search.has_ruled_out_starts() {
            hunt.rule_out_starts_in_cores();
        }
        Ok(match ended? {
            Ended::Found => search.found().map(|path| solved(self.board, path)),
            Ended::Exhausted => Some(Outcome::Unsolvable {
                proof: hunt.cores_proof(),
            }),
            Ended::Undecided => None,
        })
    }

    /// A turn of the hunt.
    fn hunt(&mut self, slice: Ticks, control: &Control) -> Found {
        let quest = Quest {
            start: self.start,
            all: false,
            means: Means {
                fragments: self.parts.fragments,
                rehearsals: self.parts.rehearsals,
                eager: false,
            },
        };
        let hunt = self
            .hunt
            .get_or_insert_with(|| Hunt::new(self.board, self.parts.rules, quest));
        let least = WALK_CHOICES + self.board.free_count() as u64 / CELLS_PER_WALK_CHOICE;
        let choices = least.max(hunt.ticks().0 / TICKS_PER_WALK_CHOICE);
        let mut found = None;
        // The slides take a fraction of the room of the path.
        let mut first = |path: &[u32]| {
            found = Some(solved(self.board, path));
            false
        };
        self.stage = hunt.stage();
        let was_located = hunt.has_located();
        let turn = hunt.turn(Limit { slice, choices }, &mut first, control)?;
        if hunt.has_located() && !was_located {
            // To deduce is worth something only with the walks that follow: they may take as long again before
            // anything else does.
            self.schedule
                .set_head_start(Way::Hunt, hunt.ticks().times(2));
        }
        Ok(match turn {
            Turn::Found => found,
            Turn::Exhausted(proof) => Some(Outcome::Unsolvable { proof }),
            Turn::Undecided => None,
            Turn::Lost => {
                self.schedule.end(Way::Hunt);
                None
            }
        })
    }
}

/// The cores that help a search: one that holds much of the board rules out too few ends to be worth that the
/// other is not the only place to start from or to end at.
fn useful(cores: &[Vec<usize>], free_count: usize) -> &[Vec<usize>] {
    let small = |core: &Vec<usize>| core.len() * LARGE_CORE < free_count;
    match cores {
        [one, other] if small(one) && !small(other) => &cores[..1],
        [one, other] if small(other) && !small(one) => &cores[1..],
        _ => cores,
    }
}
