//! The generator as front ends see it: options, and the id of the level that they ask for.

use std::ops::RangeInclusive;

use super::choose;
use super::{Ends, Id, Profile, Request, id::parse_density};
use crate::coil::Board;
use crate::coil::difficulty;
use crate::coil::solve::count::has_one_way;
use crate::coil::solve::parts::Parts;
use crate::coil::solve::schedule;
use crate::coil::tuning::judges::{COUNT_CHOICES, PROOF_TICKS};
use crate::{Control, Error, GenerateRequest, OptionSpec, Outcome};

/// The options of the generator.
pub const OPTIONS: [OptionSpec; 7] = [
    OptionSpec::choice("profile", "What kind of level", &Profile::NAMES),
    OptionSpec::text(
        "density",
        "The share of free cells, 0 to 1 [default: that of the profile]",
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
        "Make a level with exactly one solution, which is proved; a solution that can also be walked backwards counts once. With --hard or --difficulty, all levels are of this kind",
    ),
    OptionSpec::text(
        "hard",
        "Make N levels and keep the one on which the method 'search' needs the most slides, or the first on which it walks over more than 100 million cells",
        "N",
        "",
    ),
    OptionSpec::text(
        "difficulty",
        "Make a level on which the method 'search' needs this many slides: 1000..20000, 1000.. or ..20000",
        "RANGE",
        "",
    ),
    OptionSpec::flag(
        "unsolvable",
        "Make a level that is proved to have no solution: one like the others, with two cells changed",
    ),
];

/// The id of the level that a front end asks for.
pub fn choose_id(request: &GenerateRequest, control: &Control) -> Result<Id, Error> {
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
    let (hard, range) = (options.get("hard"), options.get("difficulty"));
    if unsolvable && (unique || hard.is_some() || range.is_some()) {
        let message = "'unsolvable' cannot be combined with 'unique', 'hard' or 'difficulty'";
        return Err(Error::bad_request(message));
    }
    if hard.is_some() && range.is_some() {
        let message = "'hard' cannot be combined with 'difficulty'";
        return Err(Error::bad_request(message));
    }
    let is_unique = |board: &Board| {
        if unique {
            has_one_way(board, COUNT_CHOICES, control)
        } else {
            Ok(Some(true))
        }
    };
    let effort = |board: &Board| {
        let (slides, is_beyond, _) = difficulty::slides(board, control)?;
        Ok((slides, is_beyond))
    };
    if unsolvable {
        id = choose::unsolvable(&id, control, &|board| is_unsolvable(board, control))?;
    } else if let Some(text) = hard {
        let among = text
            .parse()
            .ok()
            .filter(|among| (1..=10_000).contains(among));
        let among = among.ok_or_else(|| {
            Error::bad_request(format!("'{text}' is not a number from 1 to 10000"))
        })?;
        id = choose::hardest(&id, among, control, &is_unique, &effort)?;
    } else if let Some(text) = range {
        id = choose::within(&id, &parse_range(text)?, control, &is_unique, &effort)?;
    } else if unique {
        id = choose::unique(&id, control, &is_unique)?;
    }
    Ok(id)
}

/// Whether the default method proves that there is no solution.
fn is_unsolvable(board: &Board, control: &Control) -> bool {
    let parts = Parts {
        most: PROOF_TICKS,
        ..Parts::default()
    };
    let solved = schedule::solve(board, 0, parts, control);
    matches!(solved.outcome, Outcome::Unsolvable { .. })
}

/// Reads `1000..20000`, where either number may be missing.
fn parse_range(text: &str) -> Result<RangeInclusive<u64>, Error> {
    let number = |word: &str, missing| match word {
        "" => Some(missing),
        word => word.parse().ok(),
    };
    let ends = text.split_once("..").filter(|_| text != "..");
    let range = ends.and_then(|(least, most)| Some(number(least, 0)?..=number(most, u64::MAX)?));
    range.filter(|range| !range.is_empty()).ok_or_else(|| {
        let message = format!("'{text}' is not a range of slides; one looks like 1000..20000");
        Error::bad_request(message)
    })
}
