//! By which rules a board is to be solved, in the words that texts, options and messages share.
//!
//! A board carries its rules: whether tiles may stay empty, whether a path may touch itself, and
//! how many straight pieces there may be. Its text says so in a first line such as `rule: blanks,
//! no-touch, turns 40`; anything that is not mentioned is as in the game.

use crate::{Error, OptionSpec, Options};

/// The beginning of a line that names a rule.
pub const PREFIX: &str = "rule:";

/// The rules of related puzzles, beside its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// No path may touch itself: its tiles are neighbours only where it goes from one to the other.
    pub no_touch: bool,
    /// Tiles may stay empty, except checkpoints.
    pub blanks: bool,
}

impl Rules {
    /// The rules in words.
    pub fn describe(self) -> &'static str {
        match (self.blanks, self.no_touch) {
            (false, false) => "every tile is used, a path may touch itself",
            (false, true) => "every tile is used, no path touches itself",
            (true, false) => "tiles may stay empty, a path may touch itself",
            (true, true) => "tiles may stay empty, no path touches itself",
        }
    }

    /// What wider rules permit in addition, and the options that ask for it.
    pub fn lacks(self, wider: Self) -> &'static str {
        let (blanks, touch) = (
            wider.blanks && !self.blanks,
            self.no_touch && !wider.no_touch,
        );
        match (blanks, touch) {
            (true, true) => "tiles may stay empty and a path may touch itself (--blanks --touch)",
            (true, false) => "tiles may stay empty (--blanks)",
            (false, true) => "a path may touch itself (--touch)",
            (false, false) => "nothing else is permitted",
        }
    }

    /// All other rules that permit every answer that these permit, the strictest first.
    pub fn wider(self) -> impl Iterator<Item = Self> {
        let all = [(false, false), (true, true), (true, false)];
        let all = all.map(|(blanks, no_touch)| Self { no_touch, blanks });
        all.into_iter().filter(move |other| {
            *other != self && self.blanks <= other.blanks && other.no_touch <= self.no_touch
        })
    }
}

/// A change of rules: each part is left as it is or set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Whether tiles may stay empty.
    pub blanks: Option<bool>,
    /// Whether paths must not touch themselves.
    pub no_touch: Option<bool>,
    /// The most pieces: as they are, any number, or this one.
    pub turns: Option<Option<usize>>,
}

/// The options that ask for other rules than the board's own.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec::text(
        "turns",
        "At most N straight pieces, or 'any' number [default: the board's rule; in the game 100 \
     up to 15x15 and 60 without checkpoints up to 20x20]",
        "N",
        "",
    ),
    OptionSpec::flag(
        "no-touch",
        "A path may not touch itself: two of its tiles are neighbours only where one follows the other",
    ),
    OptionSpec::flag("blanks", "Tiles may stay empty, except checkpoints"),
    OptionSpec::flag(
        "touch",
        "A path may touch itself, whatever the board's rule",
    ),
    OptionSpec::flag("fill", "Every tile is used, whatever the board's rule"),
];

/// Those that do not depend on how an answer is cut into pieces.
pub const COUNT_OPTIONS: &[OptionSpec] = &[OPTIONS[1], OPTIONS[2], OPTIONS[3], OPTIONS[4]];

impl Change {
    /// What options ask for.
    pub fn of_options(options: &Options) -> Result<Self, Error> {
        let flag = |yes: &str, no: &str| {
            let said = |name: &str| options.get(name).map(|word| word == "true");
            match (said(yes), said(no)) {
                (Some(true), Some(true)) => Err(Error::bad_request(format!(
                    "options '{yes}' and '{no}' exclude each other"
                ))),
                (Some(yes), None | Some(false)) => Ok(Some(yes)),
                (_, Some(true)) => Ok(Some(false)),
                (None, _) => Ok(None),
            }
        };
        let turns = match options.get("turns") {
            None | Some("") => None,
            Some("any") => Some(None),
            Some(number) => Some(Some(number.parse().map_err(|_| {
                Error::bad_request(format!(
                    "option 'turns' must be a whole number or 'any', not '{number}'"
                ))
            })?)),
        };
        Ok(Self {
            blanks: flag("blanks", "fill")?,
            no_touch: flag("no-touch", "touch")?,
            turns,
        })
    }

    /// What the words after [`PREFIX`] ask for.
    pub fn of_words(words: &str) -> Result<Self, Error> {
        let mut change = Self::default();
        for part in words.split(',') {
            let words: Vec<&str> = part.split_ascii_whitespace().collect();
            let number = |word: &str| {
                let digits = word.bytes().all(|byte| byte.is_ascii_digit());
                digits.then(|| word.parse().ok()).flatten()
            };
            let before = match words[..] {
                ["fill"] => change.blanks.replace(false).is_some(),
                ["blanks"] => change.blanks.replace(true).is_some(),
                ["touch"] => change.no_touch.replace(false).is_some(),
                ["no-touch"] => change.no_touch.replace(true).is_some(),
                ["turns", "any"] => change.turns.replace(None).is_some(),
                ["turns", word] if number(word).is_some() => {
                    change.turns.replace(number(word)).is_some()
                }
                _ => return Err(bad_rule(&short(part))),
            };
            if before {
                return Err(bad_rule(&format!("{} (it is said twice)", short(part))));
            }
        }
        Ok(change)
    }

    /// Changes these rules.
    pub fn apply(self, rules: Rules) -> Rules {
        Rules {
            no_touch: self.no_touch.unwrap_or(rules.no_touch),
            blanks: self.blanks.unwrap_or(rules.blanks),
        }
    }
}

/// The error for words that are no part of a rule.
fn bad_rule(words: &str) -> Error {
    Error::bad_request(format!(
        "'{words}' is no part of a rule; there are fill or blanks, touch or no-touch, turns N or \
         turns any, with commas between"
    ))
}

/// The words of a line that changes the rules of the game to these; empty if there is nothing to
/// change.
pub fn words(rules: Rules, turns: Option<usize>, of_game: Option<usize>) -> String {
    let turns = (turns != of_game).then(|| match turns {
        Some(most) => format!("turns {most}"),
        None => "turns any".to_owned(),
    });
    let flags = [(rules.blanks, "blanks"), (rules.no_touch, "no-touch")];
    let flags = flags.into_iter().filter(|(is_set, _)| *is_set);
    let mut parts: Vec<String> = flags.map(|(_, word)| word.to_owned()).collect();
    parts.extend(turns);
    parts.join(", ")
}

fn short(words: &str) -> String {
    let words: String = words.trim().chars().take(24).collect();
    words.escape_debug().to_string()
}

/// '1 piece', '2 pieces' and so on.
pub fn pieces(number: usize) -> String {
    format!("{number} piece{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::{Change, Rules, words};
    use crate::Options;

    #[test]
    fn words_are_read_as_they_are_written() {
        for (blanks, no_touch) in [(false, false), (false, true), (true, false), (true, true)] {
            for turns in [None, Some(0), Some(60), Some(100)] {
                let rules = Rules { no_touch, blanks };
                let line = words(rules, turns, Some(100));
                if line.is_empty() {
                    assert_eq!((rules, turns), (Rules::default(), Some(100)));
                    continue;
                }
                let read = Change::of_words(&line).expect("it was written");
                assert_eq!(read.apply(Rules::default()), rules, "{line}");
                assert_eq!(read.turns.unwrap_or(Some(100)), turns, "{line}");
            }
        }
        for bad in [
            "",
            "blank",
            "blanks no-touch",
            "fill, blanks",
            "turns",
            "turns -1",
            "turns 1, turns 2",
            "blanks,",
        ] {
            assert!(Change::of_words(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn wider_rules_permit_what_stricter_ones_do() {
        let rules = |blanks, no_touch| Rules { no_touch, blanks };
        let wider = |rules: Rules| rules.wider().collect::<Vec<_>>();
        assert_eq!(wider(rules(false, false)), [rules(true, false)]);
        assert_eq!(wider(rules(true, true)), [rules(true, false)]);
        assert_eq!(wider(rules(true, false)), []);
        assert_eq!(
            wider(rules(false, true)),
            [rules(false, false), rules(true, true), rules(true, false)]
        );
    }

    #[test]
    fn options_that_exclude_each_other_are_refused() {
        let mut options = Options::default();
        options.set("blanks", "true");
        let change = Change::of_options(&options).expect("one alone is fine");
        assert_eq!((change.blanks, change.no_touch), (Some(true), None));
        options.set("fill", "true");
        assert!(Change::of_options(&options).is_err());
    }
}
