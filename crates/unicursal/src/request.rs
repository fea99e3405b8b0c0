//! What front ends ask for: methods and options as data, and the requests made of them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::Error;

/// A way to solve levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MethodSpec {
    /// One lower-case word.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
}

/// An option of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct OptionSpec {
    /// The name, without dashes in front.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// The value it takes.
    #[serde(flatten)]
    pub value: OptionValue,
    /// Left out of the short help, because it is for people who study the solvers.
    pub hidden: bool,
}

/// The value that an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum OptionValue {
    /// No value: the option is present or absent.
    Flag,
    /// One of these; the first is the default.
    Choice {
        /// The names.
        choices: &'static [&'static str],
    },
    /// Any text, shown under this name in the help, with this default (empty: none).
    Text {
        /// The name of the value in the help, e.g. `N`.
        placeholder: &'static str,
        /// The value when the option is not given.
        default: &'static str,
    },
}

impl OptionSpec {
    /// An option without a value.
    pub const fn flag(name: &'static str, help: &'static str) -> Self {
        Self {
            name,
            help,
            value: OptionValue::Flag,
            hidden: false,
        }
    }

    /// One of several; the first is the default.
    pub const fn choice(
        name: &'static str,
        help: &'static str,
        choices: &'static [&'static str],
    ) -> Self {
        Self {
            name,
            help,
            value: OptionValue::Choice { choices },
            hidden: false,
        }
    }

    /// Any text; an empty default means that there is none.
    pub const fn text(
        name: &'static str,
        help: &'static str,
        placeholder: &'static str,
        default: &'static str,
    ) -> Self {
        Self {
            name,
            help,
            value: OptionValue::Text {
                placeholder,
                default,
            },
            hidden: false,
        }
    }

    /// The same, left out of the short help.
    #[must_use]
    pub const fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }
}

/// The options given in a request, by name. A flag that is set has the value `true`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options(BTreeMap<String, String>);

impl Options {
    /// Sets an option.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.insert(name.into(), value.into());
    }

    /// The value of an option, if it was given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Whether a flag is set.
    pub fn is_set(&self, name: &str) -> bool {
        self.get(name) == Some("true")
    }

    /// Refuses options that are not in the list, and choices that the list does not have.
    pub fn check(&self, specs: &[OptionSpec]) -> Result<(), Error> {
        for (name, value) in &self.0 {
            let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
                let shown = specs.iter().filter(|spec| !spec.hidden);
                let known = named(shown.map(|spec| spec.name));
                return Err(Error::bad_request(format!(
                    "there is no option '{name}' here; {known}"
                )));
            };
            let choices: &[&str] = match spec.value {
                OptionValue::Flag => &["true", "false"],
                OptionValue::Choice { choices } => choices,
                OptionValue::Text { .. } => continue,
            };
            if !choices.contains(&value.as_str()) {
                let choices = choices.join(", ");
                return Err(Error::bad_request(format!(
                    "option '{name}' cannot be '{value}', only {choices}"
                )));
            }
        }
        Ok(())
    }
}

/// The names to choose from, for messages about an unknown name: `there are a, b`.
pub(crate) fn named<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match names[..] {
        [] => "there are none".to_owned(),
        [name] => format!("there is {name}"),
        _ => format!("there are {}", names.join(", ")),
    }
}

/// What to solve with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SolveRequest {
    /// The method's name; the puzzle's default if there is none.
    pub method: Option<String>,
    /// The seed of the method's random choices: the same seed leads to the same choices.
    pub seed: u64,
    /// The puzzle's own options.
    pub options: Options,
}

/// What to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateRequest {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Any text; the same text makes the same level.
    pub seed: String,
    /// The puzzle's own options.
    pub options: Options,
}
