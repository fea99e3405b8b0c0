//! How hard a board is for a person: which techniques are needed, and how often.
//!
//! The board is solved as people do it, always by the easiest conclusion available, until
//! everything is known: no technique is used while an easier one leads on. Links that the easy
//! techniques cannot decide are *tried*: if using a link leads to a contradiction, it is not used;
//! if leaving it out does, it is used. A trial is short if simple conclusions contradict each
//! other, and long if the whole board must be considered as well.

use serde_json::json;

use super::Graph;
use super::technique::{Drawn, Person, Technique};
use crate::reason::Grade;
use crate::{Control, Figures, Interruption};

/// How many trials make a board harder: the less a board shows, the more people try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Short trials of a board that is still medium.
    pub few: usize,
    /// Short trials of a board that is still hard.
    pub many: usize,
    /// Long trials of a board that is still hard.
    pub few_long: usize,
}

/// The techniques that solving a board took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uses {
    /// How often each technique was used.
    times: [usize; Technique::ALL.len()],
    scale: Scale,
}

impl Uses {
    /// Nothing was used yet.
    pub fn new(scale: Scale) -> Self {
        Self {
            times: [0; Technique::ALL.len()],
            scale,
        }
    }

    /// Counts a technique once more.
    pub fn add(&mut self, technique: Technique) {
        self.times[technique as usize] += 1;
    }

    fn of(&self, technique: Technique) -> usize {
        self.times[technique as usize]
    }

    /// The hardest technique that was used.
    pub fn hardest(&self) -> Technique {
        let mut all = Technique::ALL.into_iter().rev();
        let used = all.find(|&technique| self.of(technique) > 0);
        used.unwrap_or(Technique::DeadEnds)
    }

    /// How hard that makes the board. Easy: no trials, and no conclusions about the whole board.
    /// Medium: such conclusions, or a few short trials. Hard: more short trials, or a few long
    /// ones. Expert: very many short trials, more long ones, or guesses.
    pub fn grade(&self) -> Grade {
        let (trials, long) = (self.of(Technique::Trial), self.of(Technique::LongTrial));
        let scale = self.scale;
        let beyond = long > scale.few_long || trials > scale.many;
        if self.of(Technique::Guess) > 0 || beyond {
            Grade::Expert
        } else if long > 0 || trials > scale.few {
            Grade::Hard
        } else if self.hardest() > Technique::Order {
            Grade::Medium
        } else {
            Grade::Easy
        }
    }

    /// The grade as figures.
    pub fn figures(&self) -> Figures {
        let used = Technique::ALL.into_iter().filter(|&one| self.of(one) > 0);
        let uses = used.map(|technique| (technique.name(), json!(self.of(technique))));
        Figures::from_rows([
            ("difficulty", json!(self.grade().name())),
            ("hardest", json!(self.hardest().name())),
            ("techniques", json!(Figures::from_rows(uses))),
        ])
    }
}

/// Solves a board as a person does, with techniques up to this one; the cells of its numbers are
/// given in order. `None` if they do not suffice, or if there is no path. Guesses, where allowed,
/// are right, and the rest of the board is solved after them.
pub fn grade(
    graph: &Graph,
    numbered: &[usize],
    scale: Scale,
    hardest: Technique,
    control: &Control,
) -> Result<Option<Uses>, Interruption> {
    let mut person = Person::new(graph, numbered);
    let mut uses = Uses::new(scale);
    'steps: while !person.is_done() {
        if hardest == Technique::Trial && uses.grade() > Grade::Medium {
            // Callers who allow only short trials want few of them.
            return Ok(None);
        }
        for technique in Technique::ALL.into_iter().filter(|&one| one <= hardest) {
            match person.next(technique, control)? {
                Drawn::Conflict(_) => return Ok(None),
                Drawn::Nothing => {}
                Drawn::Found(_) => {
                    uses.add(technique);
                    continue 'steps;
                }
            }
        }
        if hardest < Technique::Guess || !guess(&mut person, control)? {
            return Ok(None);
        }
        uses.add(Technique::Guess);
    }
    Ok(Some(uses))
}

/// Takes a link that some path uses, like a person who guesses well.
fn guess(person: &mut Person, control: &Control) -> Result<bool, Interruption> {
    let mut found = None;
    let open = person.candidates();
    person.links.search(u64::MAX, &mut 0, control, |links| {
        let used = |&&(cell, bit): &&(usize, u8)| links.used_at(cell) & bit != 0;
        found = open.iter().find(used).copied();
        false
    })?;
    let Some((cell, bit)) = found else {
        return Ok(false);
    };
    // It leads to a path, so it contradicts nothing.
    let _ = person.links.assume(cell, bit, true);
    Ok(true)
}
