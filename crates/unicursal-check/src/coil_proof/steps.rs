//! The lines of a proof.

use super::rules::{AFTER, BEFORE, END, IN, MIDDLE, OUT, START};
use crate::coil::Place;
use crate::proof::{Fault, no_step, place, shown};

/// A line; see the [table](super).
pub enum Step<'a> {
    Answer(&'a str),
    Core,
    Middle(Vec<Place>),
    Lone([Place; 2]),
    Away([Place; 2]),
    Keep([Place; 2]),
    Box([Place; 2]),
    World,
    Not(What),
    Try(What),
    Contradiction,
    OnlyAnswer,
    Search(u64),
}

/// What is supposed of a cell.
pub struct What {
    pub place: Place,
    pub aspect: Aspect,
}

/// The values of the pair on one side of a cell, or its roles.
#[derive(Clone, Copy)]
pub enum Aspect {
    Values(usize, u16),
    Roles(u8),
}

impl Aspect {
    /// That it is not so.
    pub fn opposite(self) -> Self {
        match self {
            Self::Values(dir, values) => Self::Values(dir, !values),
            Self::Roles(roles) => Self::Roles(!roles),
        }
    }
}

/// Reads a line.
pub fn parse(line: &str) -> Result<Step<'_>, Fault> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    Ok(match (word, rest) {
        ("core", "") => Step::Core,
        ("world", "") => Step::World,
        ("contradiction", "") => Step::Contradiction,
        ("answer", "") => Step::OnlyAnswer,
        ("answer", text) => Step::Answer(text),
        ("middle", cells) => Step::Middle(places(cells)?),
        ("lone", corners) => Step::Lone(corners_of(corners)?),
        ("away", corners) => Step::Away(corners_of(corners)?),
        ("keep", corners) => Step::Keep(corners_of(corners)?),
        ("box", corners) => Step::Box(corners_of(corners)?),
        ("not", text) => Step::Not(what(text)?),
        ("try", text) => Step::Try(what(text)?),
        ("search", number) => Step::Search(number.parse().map_err(|_| no_step(line))?),
        _ => return Err(no_step(line)),
    })
}

fn places(text: &str) -> Result<Vec<Place>, Fault> {
    text.split_whitespace().map(place).collect()
}

/// The corners of a box, `X,Y X,Y`.
fn corners_of(text: &str) -> Result<[Place; 2], Fault> {
    let corners = places(text)?;
    let two = corners.try_into();
    two.map_err(|_| Fault::Form("a box has two corners".to_owned()))
}

/// A cell and what is supposed of it: `X,Y start`, or `X,Y right out`.
fn what(text: &str) -> Result<What, Fault> {
    let no = |what: &str| Fault::Form(format!("'{}' {what}", shown(text)));
    let words: Vec<&str> = text.split_whitespace().collect();
    let aspect = match words[..] {
        [_, role] => Aspect::Roles(match role {
            "start" => START,
            "end" => END,
            "middle" => MIDDLE,
            _ => return Err(no("has no role of a cell")),
        }),
        [_, dir, value] => {
            let dirs = ["right", "down", "left", "up"];
            let dir = dirs.iter().position(|&name| name == dir);
            let value = match value {
                "out" => OUT,
                "in" => IN,
                "after" => AFTER,
                "before" => BEFORE,
                _ => return Err(no("has no value of a pair")),
            };
            Aspect::Values(dir.ok_or_else(|| no("has no direction"))?, value)
        }
        _ => return Err(no("says nothing about a cell")),
    };
    Ok(What {
        place: place(words[0])?,
        aspect,
    })
}
