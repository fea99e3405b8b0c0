//! How hard a board is for a person: which techniques it takes, and how often.
//!
//! The board is solved as people do, by the easiest conclusion that there is, until nothing is left to find out: no
//! technique is used as long as an easier one leads on. What the easy techniques cannot decide is *tried*: if a link
//! leads to a contradiction, it is not used; if leaving it out does, it is. A trial is short if plain conclusions
//! contradict each other, and long if one must look at the whole board as well.

use serde_json::json;

use super::Board;
use crate::hamilton::links::{Conflict, ENDS, Links, Reason};
use crate::{Control, Dir, Figures, Interruption};

/// What a person does to find the next link, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Technique {
    /// A cell with two ways left needs both, one with two links needs no more.
    DeadEnds,
    /// A link would close a loop.
    Loops,
    /// A link would join numbers that do not follow each other.
    Order,
    /// A part of the board can be reached through one cell only.
    Cuts,
    /// Such a part has too many cells of one colour.
    Parity,
    /// A link leads to a contradiction by plain conclusions.
    Trial,
    /// A link leads to a contradiction that shows on the board as a whole.
    LongTrial,
    /// Nothing else helps.
    Guess,
}

impl Technique {
    /// All of them, the easiest first.
    pub const ALL: [Self; 8] = [
        Self::DeadEnds,
        Self::Loops,
        Self::Order,
        Self::Cuts,
        Self::Parity,
        Self::Trial,
        Self::LongTrial,
        Self::Guess,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::DeadEnds => "dead ends",
            Self::Loops => "loops",
            Self::Order => "order of numbers",
            Self::Cuts => "cut cells",
            Self::Parity => "parity",
            Self::Trial => "trial",
            Self::LongTrial => "long trial",
            Self::Guess => "guess",
        }
    }

    fn of(reason: Reason) -> Self {
        match reason {
            Reason::Full | Reason::TwoWays => Self::DeadEnds,
            Reason::Loop => Self::Loops,
            Reason::Order => Self::Order,
            Reason::Cut | Reason::Reach => Self::Cuts,
            Reason::Parity => Self::Parity,
        }
    }
}

/// How hard a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    /// No trials, and no look at the whole board.
    Easy,
    /// A few short trials, or looks at the whole board.
    Medium,
    /// More short trials, or a few long ones.
    Hard,
    /// More long trials, or guesses.
    Expert,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }
}

/// Short trials of a board that is still medium.
const FEW_TRIALS: usize = 4;
/// Long trials of a board that is still hard.
const FEW_LONG_TRIALS: usize = 2;

/// What solving a board took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grade {
    /// How often each technique was used.
    pub uses: [usize; Technique::ALL.len()],
}

impl Grade {
    fn count(&mut self, technique: Technique) {
        self.uses[technique as usize] += 1;
    }

    fn of(&self, technique: Technique) -> usize {
        self.uses[technique as usize]
    }

    /// The hardest technique that was used.
    pub fn hardest(&self) -> Technique {
        let used = Technique::ALL
            .into_iter()
            .rev()
            .find(|&technique| self.of(technique) > 0);
        used.unwrap_or(Technique::DeadEnds)
    }

    /// How hard that makes the board.
    pub fn difficulty(&self) -> Difficulty {
        let (trials, long) = (self.of(Technique::Trial), self.of(Technique::LongTrial));
        if self.of(Technique::Guess) > 0 || long > FEW_LONG_TRIALS {
            Difficulty::Expert
        } else if long > 0 || trials > FEW_TRIALS {
            Difficulty::Hard
        } else if self.hardest() > Technique::Order {
            Difficulty::Medium
        } else {
            Difficulty::Easy
        }
    }

    /// The grade as figures.
    pub fn figures(&self) -> Figures {
        let used = Technique::ALL.into_iter().filter(|&one| self.of(one) > 0);
        let uses = used.map(|technique| (technique.name(), json!(self.of(technique))));
        Figures::from_rows([
            ("difficulty", json!(self.difficulty().name())),
            ("hardest", json!(self.hardest().name())),
            ("techniques", json!(Figures::from_rows(uses))),
        ])
    }
}

/// Solves a board as a person does, with techniques up to this one. `None` if they do not suffice, or there is no
/// path; with guesses, one that was made is right, and the rest of the board is solved.
pub fn grade(
    board: &Board,
    hardest: Technique,
    control: &Control,
) -> Result<Option<Grade>, Interruption> {
    let mut links = Links::new(board, board.numbered());
    let mut grade = Grade::default();
    if board.free_count() == 1 {
        return Ok(Some(grade));
    }
    loop {
        control.check()?;
        let Ok(settled) = settle(&mut links, hardest, &mut grade) else {
            return Ok(None);
        };
        if links.is_complete() {
            return Ok(Some(grade));
        }
        if hardest == Technique::Trial && grade.difficulty() > Difficulty::Medium {
            // Those who ask for short trials alone want few.
            return Ok(None);
        }
        if settled || try_links(&mut links, hardest, &mut grade) {
            continue;
        }
        if hardest < Technique::Guess || !guess(&mut links, &mut grade, control)? {
            return Ok(None);
        }
    }
}

/// Draws all plain conclusions, and one about the whole board. Whether there was one of those.
fn settle(links: &mut Links, hardest: Technique, grade: &mut Grade) -> Result<bool, Conflict> {
    while let Some((reason, ..)) = links.settle_once()? {
        // That a cell has two links already is no discovery.
        if reason != Reason::Full {
            grade.count(Technique::of(reason));
        }
    }
    if links.is_complete() || hardest < Technique::Cuts {
        return Ok(false);
    }
    links.look_for_reach()?;
    let found = links.look_for_cuts()?;
    if let Some((reason, ..)) = found {
        grade.count(Technique::of(reason));
    }
    Ok(found.is_some())
}

/// Looks for a link that leads to a contradiction, and draws the conclusion.
fn try_links(links: &mut Links, hardest: Technique, grade: &mut Grade) -> bool {
    for technique in [Technique::Trial, Technique::LongTrial] {
        if technique > hardest {
            return false;
        }
        for (cell, bit) in candidates(links) {
            for is_used in [true, false] {
                let point = links.point();
                let assumed = links.assume(cell, bit, is_used);
                let settled = assumed.and_then(|()| match technique {
                    Technique::Trial => links.settle(),
                    _ => links.settle_all(),
                });
                links.go_back(point);
                if settled.is_err() {
                    grade.count(technique);
                    // A contradiction either way shows at the next conclusion.
                    let _ = links.assume(cell, bit, !is_used);
                    return true;
                }
            }
        }
    }
    false
}

/// The undecided links, those at the ends of pieces first: there a person looks first.
fn candidates(links: &Links) -> Vec<(usize, u8)> {
    let mut candidates = Vec::new();
    for cell in links.graph.free_cells() {
        let open = links.open_at(cell);
        for bit in [1 << Dir::Right.index(), 1 << Dir::Down.index(), ENDS] {
            if open & bit != 0 {
                let dir = Dir::from_index(bit.trailing_zeros() as usize & 3);
                let near = links.graph.neighbour(cell, dir);
                let begun = links.used_at(cell) != 0 || links.used_at(near) != 0;
                candidates.push((!begun, cell, bit));
            }
        }
    }
    candidates.sort_by_key(|&(later, ..)| later);
    let candidates = candidates.into_iter();
    candidates.map(|(_, cell, bit)| (cell, bit)).collect()
}

/// Takes a link that some path uses, as somebody would who guesses well.
fn guess(links: &mut Links, grade: &mut Grade, control: &Control) -> Result<bool, Interruption> {
    let mut found = None;
    let open = candidates(links);
    links.search(u64::MAX, &mut 0, control, |links| {
        let used = |&&(cell, bit): &&(usize, u8)| links.used_at(cell) & bit != 0;
        found = open.iter().find(used).copied();
        false
    })?;
    let Some((cell, bit)) = found else {
        return Ok(false);
    };
    grade.count(Technique::Guess);
    let _ = links.assume(cell, bit, true);
    Ok(true)
}
