//! The generator as front ends see it: options, and levels by id.

use super::{GenerateError, Id, Profile, Request, choose, id::parse_density};
use crate::Control;
use crate::coil::solve::{brute, search};
use crate::coil::{Board, text};
use crate::puzzle::{
    Error, GenerateRequest, Generated, LevelId, OptionSpec, OptionValue, Outcome, Unfinished,
};

/// The options of the generator.
pub const OPTIONS: [OptionSpec; 5] = [
    OptionSpec {
        name: "profile",
        help: "What kind of level",
        value: OptionValue::Choice(&Profile::NAMES),
        hidden: false,
    },
    OptionSpec {
        name: "density",
        help: "The share of free cells, 0 to 1 [default: what is usual for the profile]",
        value: OptionValue::Text {
            placeholder: "P",
            default: "",
        },
        hidden: false,
    },
    OptionSpec {
        name: "unique",
        help: "Only a level with exactly one solution, up to its direction (small boards)",
        value: OptionValue::Flag,
        hidden: false,
    },
    OptionSpec {
        name: "hard",
        help: "Of N levels the one on which the method 'search' needs the most slides",
        value: OptionValue::Text {
            placeholder: "N",
            default: "",
        },
        hidden: false,
    },
    OptionSpec {
        name: "unsolvable",
        help: "A level that looks like the others and is proved to have no solution (small boards)",
        value: OptionValue::Flag,
        hidden: false,
    },
];

/// Makes the level that a front end asks for.
pub fn offer(request: &GenerateRequest, control: &Control) -> Result<Generated, Error> {
    let options = &request.options;
    options.check(&OPTIONS)?;
    let profile = options.get("profile").map(str::parse).transpose()?;
    let density = options.get("density").map(parse_density).transpose()?;
    let mut id = Id {
        request: Request {
            width: request.width,
            height: request.height,
            profile: profile.unwrap_or(Profile::ALL[0]),
            density,
            seed: request.seed.clone(),
        },
        changes: Vec::new(),
    };
    let (unique, unsolvable) = (options.is_set("unique"), options.is_set("unsolvable"));
    let hard = options.get("hard");
    if usize::from(unique) + usize::from(unsolvable) + usize::from(hard.is_some()) > 1 {
        return Err("of 'unique', 'hard' and 'unsolvable' there can only be one".into());
    }
    if unique {
        id = choose::unique(&id, control, &|board, limit| {
            Ok(brute::count_ways(board, limit, control))
        })?;
    } else if unsolvable {
        id = choose::unsolvable(&id, control, &|board| Ok(search::solve(board, control)))?;
    } else if let Some(text) = hard {
        let among = text
            .parse()
            .ok()
            .filter(|among| (1..=10_000).contains(among));
        let among = among.ok_or_else(|| format!("'{text}' is not a number from 1 to 10000"))?;
        id = choose::hardest(&id, among, control, &|board| effort(board, control))?;
    }
    make(&id, control)
}

/// Makes the level that an id stands for.
pub fn by_id(id: &LevelId, control: &Control) -> Result<Generated, Error> {
    make(&Id::try_from(id)?, control)
}

fn make(id: &Id, control: &Control) -> Result<Generated, Error> {
    let (board, solved) = id.make(control).map_err(unfinished)?;
    Ok(Generated {
        level: Box::new(board),
        answer: solved.map(|level| text::print_slides(&level.solution)),
        id: id.to_string(),
    })
}

/// How many slides the method 'search' needs for a board.
fn effort(board: &Board, control: &Control) -> Result<u64, Error> {
    let solved = search::solve(board, control);
    match solved.outcome {
        Outcome::Unknown { why, how_far } => Err(Unfinished {
            why: Some(why),
            how_far,
        }
        .into()),
        _ => Ok(solved
            .stats
            .get("slides")
            .and_then(serde_json::Value::as_u64)
            .unwrap_or(0)),
    }
}

/// An interruption is not the fault of the request, and front ends tell the two apart.
pub(super) fn unfinished(error: GenerateError) -> Error {
    match error {
        GenerateError::Interrupted(why) => Unfinished {
            why: Some(why),
            how_far: "the level was not finished".to_owned(),
        }
        .into(),
        other => other.into(),
    }
}
