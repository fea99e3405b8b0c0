//! The generator as front ends see it: options, and levels by id.

use super::choose::{self, Effort};
use super::{
    Ends, GenerateError, Id, IdError, Profile, Request, UnknownEnds, UnknownProfile,
    id::parse_density,
};
use crate::coil::solve::count::has_one_way;
use crate::coil::solve::parts::Parts;
use crate::coil::solve::portfolio;
use crate::coil::solve::search;
use crate::coil::{Board, Coil};
use crate::{
    Control, Error, GenerateRequest, Interruption, Known, LevelId, Made, OptionSpec, Outcome,
};

// A candidate that is hard to judge is passed over for the next. What is too hard is counted in work,
// not in time, so that a seed leads to the same level everywhere; each of these is some seconds.

/// The choices that the walks of a count may make.
const COUNT_CHOICES: u64 = 20_000;
/// The rounds in which the default method must prove that there is no solution.
const PROOF_ROUNDS: u32 = 3;
/// The cells that the method 'search' may walk over.
const SEARCH_CELLS: u64 = 100_000_000;

/// The options of the generator.
pub const OPTIONS: [OptionSpec; 6] = [
    OptionSpec::choice("profile", "What kind of level", &Profile::NAMES),
    OptionSpec::text(
        "density",
        "The share of free cells, 0 to 1 [default: what is usual for the profile]",
        "P",
        "",
    ),
    OptionSpec::choice(
        "ends",
        "How far apart the ends of the path are; not for the profiles open and sparse, and never \
         far in rooms",
        &Ends::NAMES,
    ),
    OptionSpec::flag(
        "unique",
        "Only a level with exactly one solution, proved; a solution that can also be walked \
         backwards counts once",
    ),
    OptionSpec::text(
        "hard",
        "Of N levels the one on which the method 'search' needs the most slides; the first \
         on which it walks over more than 100 million cells is hard enough",
        "N",
        "",
    ),
    OptionSpec::flag(
        "unsolvable",
        "A level that looks like the others, with two cells changed, and is proved to have no \
         solution",
    ),
];

/// Makes the level that a front end asks for.
pub fn offer(request: &GenerateRequest, control: &Control) -> Result<Made<Coil>, Error> {
    let options = &request.options;
    let profile = options.get("profile").map(str::parse).transpose()?;
    let density = options.get("density").map(parse_density).transpose()?;
    let ends = options.get("ends").map(str::parse).transpose()?;
    let mut id = Id {
        request: Request {
            width: request.width,
            height: request.height,
            profile: profile.unwrap_or(Profile::ALL[0]),
            density,
            ends: ends.unwrap_or_default(),
            seed: request.seed.clone(),
        },
        changes: Vec::new(),
    };
    let (unique, unsolvable) = (options.is_set("unique"), options.is_set("unsolvable"));
    let hard = options.get("hard");
    if usize::from(unique) + usize::from(unsolvable) + usize::from(hard.is_some()) > 1 {
        let message = "of 'unique', 'hard' and 'unsolvable' there can only be one";
        return Err(Error::bad_request(message));
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
        let among = among.ok_or_else(|| {
            Error::bad_request(format!("'{text}' is not a number from 1 to 10000"))
        })?;
        id = choose::hardest(&id, among, control, &|board| effort(board, control))?;
    }
    make(&id, control)
}

/// Makes the level that an id stands for.
pub fn by_id(id: &LevelId, control: &Control) -> Result<Made<Coil>, Error> {
    make(&Id::try_from(id)?, control)
}

fn make(id: &Id, control: &Control) -> Result<Made<Coil>, Error> {
    let (board, solved) = id.make(control)?;
    Ok(Made {
        board,
        answer: solved.map_or(Known::Nothing, |level| Known::Answer(level.solution)),
        id: id.level_id(),
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
    let (outcome, effort) = search::solve_within(board, SEARCH_CELLS, control);
    match outcome {
        Outcome::Unknown(unknown) if unknown.why == Interruption::GaveUp => Ok(Effort::Limit),
        Outcome::Unknown(unknown) => Err(unknown.into()),
        _ => Ok(Effort::Known(effort.slides)),
    }
}

impl From<GenerateError> for Error {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Interrupted(why) => Self::interrupted(why, "the level was not finished"),
            other => Self::bad_request(other),
        }
    }
}

impl From<IdError> for Error {
    fn from(error: IdError) -> Self {
        Self::bad_request(error)
    }
}

impl From<UnknownProfile> for Error {
    fn from(error: UnknownProfile) -> Self {
        Self::bad_request(error)
    }
}

impl From<UnknownEnds> for Error {
    fn from(error: UnknownEnds) -> Self {
        Self::bad_request(error)
    }
}
