//! The entries of the schedule: what each is, how it goes on for a slice, and what it hands on.
//!
//! | entry | can run | share | hands on |
//! |---|---|---|---|
//! | [`Slides`](Entry::Slides) | always | 1 | to itself, the starts that it has struck off, when there are cores |
//! | [`Locate`](Entry::Locate) | always | 2 | cores, one by one, to the slides; then facts and places of the ends to the next two |
//! | [`Rehearse`](Entry::Rehearse) | when the ends are located, unless the path is very long | 1 | the order of starts to the walks |
//! | [`Walk`](Entry::Walk) | when the ends are located | 1 | nothing |
//!
//! Locating is over when rehearsals and walks begin: so three at most are alive at any time.

use super::{Solver, first_slice, solved};
use crate::coil::solve::ends::{EndsFirst, Limit, Query, Tools, TurnResult};
use crate::coil::solve::slides::core_slides::CoreSlides;
use crate::coil::solve::slides::field::Field;
use crate::coil::solve::slides::restarts::Restarts;
use crate::coil::tuning::schedule::WALK_CHOICE;
use crate::coil::{Answer, Board};
use crate::ended::Ended;
use crate::schedule::Ticks;
use crate::{Control, Interruption, Outcome, Progress};

/// An entry of the schedule: a way to come nearer to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
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

impl Entry {
    /// Its name.
    pub const fn name(self) -> &'static str {
        ENTRIES[self as usize]
    }
}

/// What a turn has found.
pub type Found = Result<Option<Outcome<Answer>>, Interruption>;

impl<'b> Solver<'b> {
    /// Lets an entry go on for a slice of work.
    pub(super) fn go_on(&mut self, entry: Entry, slice: Ticks, control: &Control) -> Found {
        match entry {
            Entry::Slides if !self.cores_to_search_with().is_empty() => {
                self.search_with_cores(slice, control)
            }
            Entry::Slides => self.search(slice, control),
            Entry::Locate => self.locate(slice, control),
            Entry::Rehearse => self.rehearse(slice, control),
            Entry::Walk => self.walk(slice, control),
        }
    }

    /// What an entry has done so far.
    pub(super) fn done(&self, entry: Entry) -> Ticks {
        let ends = self.ends.as_ref();
        match entry {
            Entry::Slides => {
                let over_all = self.restarts.as_ref().map_or(0, Restarts::work);
                let with_cores = self
                    .core_slides
                    .as_ref()
                    .map_or(Ticks(0), CoreSlides::ticks);
                Ticks(over_all) + with_cores + self.given_up
            }
            Entry::Locate => ends.map_or(Ticks(0), EndsFirst::locating_ticks),
            Entry::Rehearse => ends.map_or(Ticks(0), EndsFirst::rehearsed),
            Entry::Walk => ends.map_or(Ticks(0), |ends| {
                ends.ticks() - ends.locating_ticks() - ends.rehearsed()
            }),
        }
    }

    /// A slice of the plain search over all starts.
    fn search(&mut self, slice: Ticks, control: &Control) -> Found {
        self.stage = "searching from every start";
        let board = self.board;
        let field = self.field.get_or_insert_with(|| Field::new(board));
        let restarts = self.restarts.get_or_insert_with(|| {
            let may_start = |&cell: &usize| self.start.is_none_or(|start| start == cell);
            let starts = board.free_cells().filter(may_start);
            Restarts::new(board, field, self.seed, starts, None)
        });
        control.report(|| Progress {
            phase: "plain search",
            share: Some(restarts.longest() as f64 / self.board.free_count() as f64),
            figures: vec![
                ("starts", restarts.live_starts() as u64),
                ("choices", restarts.nodes()),
            ],
        });
        Ok(match restarts.run(field, slice.0, control)? {
            Ended::Found => field.found().map(|path| solved(board, path)),
            Ended::Exhausted => Some(Outcome::Unsolvable {
                proof: match restarts.nodes() {
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

    /// The cores that help a search: a single one that holds most of the cells says too little.
    fn cores_to_search_with(&self) -> &[Vec<usize>] {
        match &self.ends {
            Some(ends) if self.parts.core_slides => match ends.proved_cores() {
                [one] if 2 * one.len() > self.board.free_count() => &[],
                cores => cores,
            },
            _ => &[],
        }
    }

    /// A slice of the plain search with the cores.
    fn search_with_cores(&mut self, slice: Ticks, control: &Control) -> Found {
        self.stage = "searching from and to the cores";
        let before = self.core_slides.take();
        let board = self.board;
        let mut field = self.field.take().unwrap_or_else(|| Field::new(board));
        let cores = self.cores_to_search_with();
        let search = match before {
            Some(search) if search.cores == cores => search,
            before => {
                let tried = |cell| {
                    self.restarts
                        .as_ref()
                        .is_some_and(|all| all.is_struck(cell))
                };
                let tried_here = |cell| before.as_ref().is_some_and(|one| one.is_struck(cell));
                let struck = |cell| tried(cell) || tried_here(cell);
                let (rules, seed) = (self.parts.rules, self.seed);
                let search = CoreSlides::new(board, &mut field, rules, seed, cores, struck);
                if let Some(before) = &before {
                    self.given_up += before.ticks();
                }
                search
            }
        };
        let search = self.core_slides.insert(search);
        let field = self.field.insert(field);
        let Some(ends) = &mut self.ends else {
            return Ok(None);
        };
        if let Some(words) = ends.words_of_two_cores() {
            search.use_words(words);
        }
        let ended = search.run(field, slice.0, control);
        let all = search.cores.len() == ends.proved_cores().len();
        if all && search.has_ruled_out_starts() {
            ends.rule_out_starts_in_cores();
        }
        Ok(match ended? {
            Ended::Found => field.found().map(|path| solved(board, path)),
            Ended::Exhausted => Some(Outcome::Unsolvable {
                proof: ends.cores_proof(),
            }),
            Ended::Undecided => None,
        })
    }

    /// The solver that finds the ends first, with nothing done yet if it is new.
    fn ends_first(&mut self) -> &mut EndsFirst<'b> {
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
        self.ends
            .get_or_insert_with(|| EndsFirst::new(board, rules, query))
    }

    /// A slice of deducing where the ends are. When that is known, the next entries join.
    fn locate(&mut self, slice: Ticks, control: &Control) -> Found {
        let ends = self.ends_first();
        let stage = ends.stage();
        let turn = ends.locate(slice, control);
        let (is_over, may_rehearse) = (ends.has_located(), ends.may_rehearse());
        self.stage = stage;
        match turn? {
            TurnResult::Exhausted(proof) => return Ok(Some(Outcome::Unsolvable { proof })),
            TurnResult::Lost => self.schedule.end(Entry::Locate),
            TurnResult::Found | TurnResult::Undecided if is_over => {
                self.schedule.end(Entry::Locate);
                // To deduce is worth something only with what follows.
                let first = first_slice(self.board);
                if may_rehearse {
                    self.schedule.add_with_head_start(Entry::Rehearse, 1, first);
                }
                if self.parts.walks {
                    // Where nothing is rehearsed, a walk is what follows.
                    let rest = self.schedule.head_start(Entry::Locate) - self.done(Entry::Locate);
                    let first = if may_rehearse { first } else { first.max(rest) };
                    self.schedule.add_with_head_start(Entry::Walk, 1, first);
                }
            }
            TurnResult::Found | TurnResult::Undecided => {}
        }
        Ok(None)
    }

    /// A slice of rehearsing the path.
    fn rehearse(&mut self, slice: Ticks, control: &Control) -> Found {
        self.stage = "rehearsing the path";
        let (board, mut found) = (self.board, None);
        let ended = self
            .ends_first()
            .rehearse(slice, &mut first(board, &mut found), control)?;
        if ended == Ended::Exhausted {
            self.schedule.end(Entry::Rehearse);
        }
        Ok(found)
    }

    /// A slice of walks.
    fn walk(&mut self, slice: Ticks, control: &Control) -> Found {
        let (board, mut found) = (self.board, None);
        let most = first_slice(board) + self.done(Entry::Walk);
        let ends = self.ends_first();
        let choices = most.0 / WALK_CHOICE.0;
        let stage = ends.stage();
        let turn = ends.walk(
            Limit { slice, choices },
            &mut first(board, &mut found),
            control,
        );
        self.stage = stage;
        Ok(match turn? {
            TurnResult::Found => found,
            TurnResult::Exhausted(proof) => Some(Outcome::Unsolvable { proof }),
            TurnResult::Undecided => None,
            TurnResult::Lost => {
                self.schedule.end(Entry::Walk);
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
