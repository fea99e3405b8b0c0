//! Any number of levels: boards of any size with a known solution, the same from the same seed.
//!
//! A level is grown around its answer. A thin path ([`skeleton`]) is laid over the board and made
//! longer by moves that keep it an answer ([`weave`]) until the requested share of the board is
//! open ([`grow`]); cells that the path does not visit are walls. All decisions are made with
//! integers, so that a request has the same answer on every platform. Time and memory grow with the
//! number of cells: about 0.5 microseconds and 10 bytes for each.

mod choose;
mod ends;
mod grow;
mod id;
mod lanes;
mod lattice;
mod offer;
mod places;
mod profile;
mod shape;
mod skeleton;
mod spiral;
mod state;
mod terrain;
#[cfg(test)]
mod tests;
mod weave;

use super::{Answer, Board};
use crate::{Control, Error, Grid, Interruption, Rng};
use profile::Growth;
use weave::Weave;

pub use ends::Ends;
pub(super) use id::Id;
pub(super) use offer::{OPTIONS, choose_id};
pub use profile::Profile;

/// What a level should be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The kind of level.
    pub profile: Profile,
    /// The share of open cells in thousandths, if it is not that of the profile.
    pub density: Option<usize>,
    /// How far apart the ends of the path are.
    pub ends: Ends,
    /// The text from which everything else follows.
    pub seed: String,
}

/// A level with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The board.
    pub board: Board,
    /// An answer of it, not always the only one.
    pub answer: Answer,
}

/// A share in thousandths as per cent, for messages.
fn percent(thousandths: usize) -> f64 {
    thousandths as f64 / 10.0
}

/// Makes the level that a request describes.
///
/// On boards of a few cells the requested density is met as nearly as their size allows.
///
/// ```
/// use unicursal::Control;
/// use unicursal::coil::generate::{Ends, Profile, Request, generate};
///
/// let request = Request {
///     width: 30,
///     height: 20,
///     profile: Profile::Original,
///     density: None,
///     ends: Ends::Any,
///     seed: "spring".into(),
/// };
/// let level = generate(&request, &Control::new())?;
/// assert_eq!((level.board.width(), level.board.height()), (30, 20));
/// # Ok::<(), unicursal::Error>(())
/// ```
pub fn generate(request: &Request, control: &Control) -> Result<Generated, Error> {
    let (width, height, profile) = (request.width, request.height, request.profile);
    if !Grid::is_size(width, height) {
        return Err(Error::bad_request(format!(
            "the board cannot be {width}x{height}: sides go from 1 to {}, with at most {} cells",
            Grid::MAX_SIDE,
            Grid::MAX_CELLS
        )));
    }
    let stopped = |why| Error::interrupted(why, "the level was not finished");
    // Ten bytes for each cell while the path grows, one for the board, and the path.
    if !control.allows_memory(width * height * 13) {
        return Err(stopped(Interruption::Memory));
    }
    // A seed means something else for each size and profile, so that levels do not look alike.
    let mut rng = Rng::from_text(&format!("{width}x{height}/{profile}#{}", request.seed));
    let density = match request.density {
        Some(density) => {
            let (least, most) = profile.densities_with(request.ends);
            if !(least..=most).contains(&density) {
                let [density, least, most] = [density, least, most].map(percent);
                return Err(Error::bad_request(format!(
                    "profile '{profile}' cannot be {density}% open: it goes from {least}% to {most}%"
                )));
            }
            density
        }
        None => profile.usual_density(request.ends, &mut rng),
    };
    let ends = request.ends;
    if !ends.suit(profile) {
        return Err(Error::bad_request(format!(
            "the ends of '{profile}' levels cannot be '{ends}': {}",
            profile.why_not_such_ends()
        )));
    }
    let distance = ends.distance(usize::midpoint(width, height), &mut rng);
    let goal = grow::Goal {
        width,
        height,
        density,
    };
    let mut attempt = 0;
    loop {
        let plan = profile.plan(density, attempt);
        let first = shape::skeleton((width, height), plan.shape, distance, &mut rng);
        let mut weave = Weave::new(width, height, &first);
        drop(first);
        match &plan.growth {
            Growth::Alike(habit) => grow::grow(&mut weave, goal, habit, &mut rng, control),
            Growth::Terrain(terrain) => terrain::grow(&mut weave, goal, terrain, &mut rng, control),
        }
        .map_err(stopped)?;
        let is_near = weave.open() * 1000 + width * height * 5 >= width * height * density;
        attempt += 1;
        if is_near || attempt == profile.attempts() {
            return Ok(finish(&weave, width, height));
        }
    }
}

/// The level that a path makes.
fn finish(weave: &Weave, width: usize, height: usize) -> Generated {
    let stride = weave.stride();
    let board = Board::from_fn(width, height, |x, y| {
        weave.is_open((y + 1) * stride + x + 1)
    });
    let mut slides = Vec::new();
    let mut cell = weave.start();
    while let Some(dir) = weave.leaves(cell) {
        if weave.enters(cell) != Some(dir) {
            slides.push(dir);
        }
        cell = board.neighbour(cell, dir);
    }
    let start = board.position(weave.start());
    Generated {
        board,
        answer: Answer { start, slides },
    }
}
