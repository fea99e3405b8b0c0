//! The generator as front ends see it: options, and levels by id.

use super::choose::{self, Effort};
use super::{GenerateError, Id, Profile, Request, id::parse_density};
use crate::coil::solve::count::has_one_way;
use crate::coil::solve::portfolio::{self, Parts};
use crate::coil::solve::search;
use crate::coil::{Board, pack, text};
use crate::puzzle::{
    Error, GenerateRequest, Generated, LevelId, OptionSpec, OptionValue, Outcome, Unfinished,
};
use crate::{Control, Interruption};

// A candidate that is hard to judge is passed over for the next. What is too hard is counted in work,
// not in time, so that a seed leads to the same level everywhere; each of these is some seconds.

/// The choices that the walks of a count may make.
const COUNT_CHOICES: u64 = 20_000;
/// The rounds in which the default method must prove that there is no solution.
const PROOF_ROUNDS: u32 = 3;
/// The cells that the method 'search' may walk over.
const SEARCH_CELLS: u64 = 100_000_000;

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
        help: "Only a level with exactly one solution, proved; a solution that can also be walked \
               backwards counts once",
        value: OptionValue::Flag,
        hidden: false,
    },
    OptionSpec {
        name: "hard",
        help: "Of N levels the one on which the method 'search' needs the most slides; the first \
               on which it walks over more than 100 million cells is hard enough",
        value: OptionValue::Text {
            placeholder: "N",
            default: "",
        },
        hidden: false,
    },
    OptionSpec {
        name: "unsolvable",
        help: "A level that looks like the others, with two cells changed, and is proved to have no \
               solution",
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
        id = choose::unique(&id, control, &|board| {
            has_one_way(board, COUNT_CHOICES, control)
        })?;
    } else if unsolvable {
        id = choose::unsolvable(&id, control, &|board| is_unsolvable(board, control))?;
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

/// Makes a level of the pack.
pub fn from_pack(number: u64, control: &Control) -> Result<Generated, Error> {
    let id = pack::level(number);
    let id =
        id.ok_or_else(|| format!("the pack has no level {number}, only 1 to {}", pack::SIZE))?;
    make(&id, control)
}

fn make(id: &Id, control: &Control) -> Result<Generated, Error> {
    let (board, solved) = id.make(control).map_err(unfinished)?;
    Ok(Generated {
        level: Box::new(board),
        answer: solved.map(|level| text::print_slides(&level.solution)),
        id: id.to_string(),
    })
}

/// Whether the default method proves that there is no solution.
fn is_unsolvable(board: &Board, control: &Control) -> bool {
    let parts = Parts {
        rounds: PROOF_ROUNDS,
        ..Parts::default()
    };
    let solved = portfolio::solve(board, 0, parts, control);
    matches!(solved.outcome, Outcome::Unsolvable { .. })
}

/// How many slides the method 'search' needs for a board.
fn effort(board: &Board, control: &Control) -> Result<Effort, Error> {
    let solved = search::solve_within(board, SEARCH_CELLS, control);
    match solved.outcome {
        Outcome::Unknown {
            why: Interruption::GaveUp,
            ..
        } => Ok(Effort::Limit),
        Outcome::Unknown { why, how_far } => Err(Unfinished {
            why: Some(why),
            how_far,
        }
        .into()),
        _ => {
            let slides = solved.stats.get("slides");
            let slides = slides.and_then(serde_json::Value::as_u64);
            Ok(Effort::Known(slides.unwrap_or(0)))
        }
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
