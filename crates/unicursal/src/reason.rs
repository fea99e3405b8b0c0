//! How a person solves a level: one technique at a time, each step with its reason.
//!
//! A fast solver explains nothing. A [`Thinker`] is a solver that thinks as people do: it has a
//! list of [`Technique`]s from the easiest to the hardest, and each [`Step`] it takes is the
//! easiest one available, in words, with the tiles that one has to look at. The hardest technique
//! it needed says how hard the level is: its [`Grade`].
//!
//! A puzzle fills in the thinker; going through the techniques, grading and printing are the same
//! for all. Steps are facts about every solution, so a level that is solved by them has only one
//! solution.

use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::named::named;
use crate::{Control, Error, Interruption};

named! {
    /// How hard a technique is, and a level that needs it.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Grade {
        /// One tile shows it.
        Easy "easy",
        /// It can be seen at a tile and its surroundings.
        Medium "medium",
        /// It takes counting, or trying something that soon fails.
        Hard "hard",
        /// It takes trying something and following it for long.
        Expert "expert",
    }
}

impl Grade {
    /// The choices where any grade will do, which is the first.
    pub(crate) const OR_ANY: [&'static str; 5] = {
        let [a, b, c, d] = Self::NAMES;
        ["any", a, b, c, d]
    };
}

impl FromStr for Grade {
    type Err = Error;

    fn from_str(word: &str) -> Result<Self, Error> {
        Self::from_name(word).ok_or_else(|| {
            let word: String = word.chars().take(24).collect();
            let word = word.escape_debug();
            Error::bad_request(format!(
                "'{word}' is no difficulty; there are easy, medium, hard and expert"
            ))
        })
    }
}

impl Serialize for Grade {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A way of thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Technique {
    /// What it is called, in lower case.
    pub name: &'static str,
    /// What it says, in one line.
    pub help: &'static str,
    /// How hard it is.
    pub grade: Grade,
}

/// One thing that follows from what was known before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The name of the technique.
    pub technique: &'static str,
    /// What follows and why, in one sentence.
    pub text: String,
    /// The tiles to look at, (x, y) from 0.
    pub tiles: Vec<(usize, usize)>,
    /// What can be drawn now, each move written like a line of an answer, if anything can be drawn
    /// yet.
    pub moves: Vec<String>,
}

/// The result of a technique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thought {
    /// Something follows.
    Step(Step),
    /// There is no solution; the step says why.
    Impossible(Step),
    /// Nothing.
    Nothing,
}

/// A solver that thinks as people do.
pub trait Thinker {
    /// Its techniques, from the easiest to the hardest.
    const TECHNIQUES: &'static [Technique];

    /// Takes the first step that this technique, counted from 0, has to offer.
    fn think(&mut self, technique: usize, control: &Control) -> Result<Thought, Interruption>;

    /// Whether everything is known.
    fn is_done(&self) -> bool;
}

/// How a level was solved, or how far the techniques got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Explanation {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// How it ended.
    pub end: End,
    /// The hardest technique that was needed; `None` if the techniques did not suffice.
    pub grade: Option<Grade>,
}

/// How thinking ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// Everything is known: the level has this one solution.
    Solved,
    /// The last step shows that there is no solution.
    Impossible,
    /// No technique helps any more.
    Stuck,
}

impl Explanation {
    /// How often each technique was needed; techniques that were not needed are left out.
    pub fn uses(&self) -> Vec<(&'static str, usize)> {
        let mut uses: Vec<(&'static str, usize)> = Vec::new();
        for step in &self.steps {
            match uses.iter_mut().find(|(name, _)| *name == step.technique) {
                Some((_, times)) => *times += 1,
                None => uses.push((step.technique, 1)),
            }
        }
        uses
    }
}

/// Takes the easiest step available until everything is known or `enough` accepts a step.
/// Techniques harder than `most` are left out.
pub fn explain_until<T: Thinker>(
    thinker: &mut T,
    most: Grade,
    control: &Control,
    mut enough: impl FnMut(&Step) -> bool,
) -> Result<Explanation, Interruption> {
    let mut steps = Vec::new();
    let mut hardest = Grade::Easy;
    let end = 'steps: loop {
        if thinker.is_done() {
            break End::Solved;
        }
        let techniques = T::TECHNIQUES.iter().enumerate();
        for (index, technique) in techniques.filter(|(_, known)| known.grade <= most) {
            control.check()?;
            match thinker.think(index, control)? {
                Thought::Nothing => {}
                Thought::Impossible(step) => {
                    hardest = hardest.max(technique.grade);
                    steps.push(step);
                    break 'steps End::Impossible;
                }
                Thought::Step(step) => {
                    hardest = hardest.max(technique.grade);
                    let is_enough = enough(&step);
                    steps.push(step);
                    if is_enough {
                        break 'steps End::Stuck;
                    }
                    continue 'steps;
                }
            }
        }
        break End::Stuck;
    };
    Ok(Explanation {
        steps,
        end,
        grade: (end != End::Stuck).then_some(hardest),
    })
}

/// Takes the easiest step available until everything is known.
pub fn explain<T: Thinker>(
    thinker: &mut T,
    control: &Control,
) -> Result<Explanation, Interruption> {
    explain_until(thinker, Grade::Expert, control, |_| false)
}

#[cfg(test)]
mod tests {
    use super::{End, Grade, Step, Technique, Thinker, Thought, explain};
    use crate::{Control, Interruption};

    /// Counts down, by one easily and by two with effort.
    struct Down(u32);

    impl Thinker for Down {
        const TECHNIQUES: &'static [Technique] = &[
            Technique {
                name: "one",
                help: "odd numbers go down by one",
                grade: Grade::Easy,
            },
            Technique {
                name: "two",
                help: "even numbers above two go down by two",
                grade: Grade::Hard,
            },
        ];

        fn think(&mut self, technique: usize, _: &Control) -> Result<Thought, Interruption> {
            let by = match (technique, self.0) {
                (0, number) if number % 2 == 1 => 1,
                (1, number) if number % 2 == 0 && number > 2 => 2,
                _ => return Ok(Thought::Nothing),
            };
            self.0 -= by;
            Ok(Thought::Step(Step {
                technique: Self::TECHNIQUES[technique].name,
                text: format!("down by {by}"),
                tiles: Vec::new(),
                moves: Vec::new(),
            }))
        }

        fn is_done(&self) -> bool {
            self.0 == 0
        }
    }

    #[test]
    fn the_easiest_step_is_taken_and_the_hardest_is_the_grade() {
        let explained = |number| explain(&mut Down(number), &Control::new()).expect("no limits");
        let one = explained(1);
        assert_eq!((one.end, one.grade), (End::Solved, Some(Grade::Easy)));
        let stuck = explained(7);
        assert_eq!((stuck.end, stuck.grade), (End::Stuck, None));
        assert_eq!(stuck.uses(), [("one", 1), ("two", 2)]);
        assert!(Grade::Easy < Grade::Expert);
        assert!(
            Grade::ALL
                .iter()
                .all(|grade| grade.name().parse() == Ok(*grade))
        );
        assert!("harder".parse::<Grade>().is_err());
    }
}
