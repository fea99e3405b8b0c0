//! The entries of the schedule: what each is, how it goes on for a slice, and what it hands on.
//!
//! | entry | can run | share | hands on |
//! |---|---|---|---|
//! | [`Slides`](Way::Slides) | always | 1 | to itself, the starts that it has struck off, when there are cores |
//! | [`Locate`](Way::Locate) | always | 2 | cores, one by one, to the slides; then facts and places of the ends to the next two |
//! | [`Rehearse`](Way::Rehearse) | when the ends are located, unless the path is very long or there is a handful of starts | 1 | the order of starts to the walks |
//! | [`Walk`](Way::Walk) | when the ends are located | 1 | nothing |
//!
//! Locating is over when rehearsals and walks begin: so three at most are alive at any time.

use super::{Engine, solved};
use crate::coil::solve::ends::{Hunt, Limit, Query, Tools, Turn};
use crate::coil::solve::slides::field::Field;
use crate::coil::solve::slides::restarts::Forward;
use crate::coil::solve::slides::with_cores::CoreSearch;
use crate::coil::tuning::turns::{
    CELLS_PER_WALK_CHOICE, LARGE_CORE, SLICE, TICKS_PER_WALK_CHOICE, WALK_CHOICES,
};
use crate::coil::{Answer, Board};
use crate::ended::Ended;
use crate::schedule::Ticks;
use crate::{Control, Interruption, Outcome, Progress};

/// An entry of the schedule: a way to come nearer to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The plain search: over all starts, and as soon as a place with an end is known, for paths
    /// that start or end there.
    Slides,
    /// Deducing where the ends are.
    Locate,
    /// The plain search with what was deduced, from likely starts.
    Rehearse,
    /// Walks with the engine in the worlds that the places of the ends leave.
    Walk,
}

/// The names of all entries.
pub const ENTRIES: [&str; 4] = ["slides", "locate", "rehearse", "walk"];

impl Way {
    /// Its name.
    pub const fn name(self) -> &'static str {
        ENTRIES[self as usize]
    }
}

/// What a turn has found.
pub type Found = Result<Option<Outcome<Answer>>, Interruption>;

impl<'b> Engine<'b> {
    /// Lets an entry go on for a slice of work.
    pub(super) fn go_on(&mut self, way: Way, slice: Ticks, control: &Control) -> Found {
        match way {
            Way::Slides if !self.useful_cores().is_empty() => {
                self.search_with_cores(slice, control)
            }
            Way::Slides => self.search(slice, control),
            Way::Locate => self.locate(slice, control),
            Way::Rehearse => self.rehearse(slice, control),
            Way::Walk => self.walk(slice, control),
        }
    }

    /// What an entry has done so far.
    pub(super) fn done(&self, way: Way) -> Ticks {
        let hunt = self.hunt.as_ref();
        match way {
            Way::Slides => {
                let over_all = self.forward.as_ref().map_or(0, Forward::work);
                let with_cores = self
                    .core_search
                    .as_ref()
                    .map_or(Ticks(0), CoreSearch::ticks);
                Ticks(over_all) + with_cores + self.given_up.0
            }
            Way::Locate => hunt.map_or(Ticks(0), Hunt::locating_ticks),
            Way::Rehearse => hunt.map_or(Ticks(0), Hunt::rehearsed),
            Way::Walk => hunt.map_or(Ticks(0), |hunt| {
                hunt.ticks() - hunt.locating_ticks() - hunt.rehearsed()
            }),
        }
    }

    /// A slice of the plain search over all starts.
    fn search(&mut self, slice: Ticks, control: &Control) -> Found {
        self.stage = "searching from every start";
        let board = self.board;
        let field = self.field.get_or_insert_with(|| Field::new(board));
        let forward = self.forward.get_or_insert_with(|| {
            let may_start = |&cell: &usize| self.start.is_none_or(|start| start == cell);
            let starts = board.free_cells().filter(may_start);
            Forward::new(board, field, self.seed, starts, None)
        });
        control.report(|| Progress {
            phase: "plain search",
            share: Some(forward.longest() as f64 / self.board.free_count() as f64),
            figures: vec![
                ("starts", forward.live_starts() as u64),
                ("choices", forward.nodes()),
            ],
        });
        Ok(match forward.run(field, slice.0, control)? {
            Ended::Found => field.found().map(|path| solved(board, path)),
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

    /// The cores that help a search.
    fn useful_cores(&self) -> &[Vec<usize>] {
        match &self.hunt {
            Some(hunt) if self.parts.core_slides => {
                let cores = hunt.proved_cores();
                // What was deduced helps more than the cores.
                if hunt.words_of_two_cores().is_some() {
                    cores
                } else {
                    useful(cores, self.board.free_count())
                }
            }
            _ => &[],
        }
    }

    /// A slice of the plain search with the cores.
    fn search_with_cores(&mut self, slice: Ticks, control: &Control) -> Found {
        self.stage = "searching from and to the cores";
        let before = self.core_search.take();
        let board = self.board;
        let mut field = self.field.take().unwrap_or_else(|| Field::new(board));
        let cores = self.useful_cores();
        let search = match before {
            Some(search) if search.cores == cores => search,
            before => {
                let tried = |cell| self.forward.as_ref().is_some_and(|all| all.is_struck(cell));
                let tried_here = |cell| before.as_ref().is_some_and(|one| one.is_struck(cell));
                let struck = |cell| tried(cell) || tried_here(cell);
                let (rules, seed) = (self.parts.rules, self.seed);
                let search = CoreSearch::new(board, &mut field, rules, seed, cores, struck);
                if let Some(before) = &before {
                    self.given_up.0 += before.ticks();
                    self.given_up.1 += before.searches().map(Forward::entered).sum::<u64>();
                }
                search
            }
        };
        let search = self.core_search.insert(search);
        let field = self.field.insert(field);
        let Some(hunt) = &mut self.hunt else {
            return Ok(None);
        };
        if let Some(words) = hunt.words_of_two_cores() {
            search.use_words(words);
        }
        let ended = search.run(field, slice.0, control);
        let all = search.cores.len() == hunt.proved_cores().len();
        if all && search.has_ruled_out_starts() {
            hunt.rule_out_starts_in_cores();
        }
        Ok(match ended? {
            Ended::Found => field.found().map(|path| solved(board, path)),
            Ended::Exhausted => Some(Outcome::Unsolvable {
                proof: hunt.cores_proof(),
            }),
            Ended::Undecided => None,
        })
    }

    /// The hunt for the ends, with nothing done yet if it is new.
    fn hunt(&mut self) -> &mut Hunt<'b> {
        let query = Query {
            start: self.start,
            all: false,
            tools: Tools {
                fragments: self.parts.fragments,
                rehearsals: self.parts.rehearsals,
                always: false,
            },
        };
        let (board, rules) = (self.board, self.parts.rules);
        self.hunt
            .get_or_insert_with(|| Hunt::new(board, rules, query))
    }

    /// A slice of deducing where the ends are. When that is known, the next entries join.
    fn locate(&mut self, slice: Ticks, control: &Control) -> Found {
        let hunt = self.hunt();
        let stage = hunt.stage();
        let turn = hunt.locate(slice, control);
        let (is_over, may_rehearse) = (hunt.has_located(), hunt.may_rehearse());
        self.stage = stage;
        match turn? {
            Turn::Exhausted(proof) => return Ok(Some(Outcome::Unsolvable { proof })),
            Turn::Lost => self.schedule.end(Way::Locate),
            Turn::Found | Turn::Undecided if is_over => {
                self.schedule.end(Way::Locate);
                // To deduce is worth something only with what follows.
                let first = SLICE.times(self.board.free_count() as u64);
                if may_rehearse {
                    self.schedule.add_with_head_start(Way::Rehearse, 1, first);
                }
                if self.parts.walks {
                    // Where nothing is rehearsed, a walk is what follows.
                    let rest = self.schedule.head_start(Way::Locate) - self.done(Way::Locate);
                    let first = if may_rehearse { first } else { first.max(rest) };
                    self.schedule.add_with_head_start(Way::Walk, 1, first);
                }
            }
            Turn::Found | Turn::Undecided => {}
        }
        Ok(None)
    }

    /// A slice of rehearsing the path.
    fn rehearse(&mut self, slice: Ticks, control: &Control) -> Found {
        self.stage = "rehearsing the path";
        let (board, mut found) = (self.board, None);
        let ended = self
            .hunt()
            .rehearse(slice, &mut first(board, &mut found), control)?;
        if ended == Ended::Exhausted {
            self.schedule.end(Way::Rehearse);
        }
        Ok(found)
    }

    /// A slice of walks.
    fn walk(&mut self, slice: Ticks, control: &Control) -> Found {
        let (board, mut found) = (self.board, None);
        let done = self.done(Way::Walk).0;
        let hunt = self.hunt();
        let least = WALK_CHOICES + board.free_count() as u64 / CELLS_PER_WALK_CHOICE;
        let choices = least.max(done / TICKS_PER_WALK_CHOICE);
        let stage = hunt.stage();
        let turn = hunt.walk(
            Limit { slice, choices },
            &mut first(board, &mut found),
            control,
        );
        self.stage = stage;
        Ok(match turn? {
            Turn::Found => found,
            Turn::Exhausted(proof) => Some(Outcome::Unsolvable { proof }),
            Turn::Undecided => None,
            Turn::Lost => {
                self.schedule.end(Way::Walk);
                None
            }
        })
    }
}

/// Makes an answer of the first complete path, and wants no more.
fn first<'f>(
    board: &'f Board,
    found: &'f mut Option<Outcome<Answer>>,
) -> impl FnMut(&[u32]) -> bool + 'f {
    |path| {
        *found = Some(solved(board, path));
        false
    }
}

/// The cores that help a search: one that holds much of the board rules out too few ends to be
/// worth that the other is not the only place to start from or to end at.
fn useful(cores: &[Vec<usize>], free_count: usize) -> &[Vec<usize>] {
    let small = |core: &Vec<usize>| core.len() * LARGE_CORE < free_count;
    match cores {
        [one, other] if small(one) && !small(other) => &cores[..1],
        [one, other] if small(other) && !small(one) => &cores[1..],
        [one] if !small(one) => &[],
        _ => cores,
    }
}
