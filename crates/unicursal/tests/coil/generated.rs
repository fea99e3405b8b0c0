//! Generated levels for tests that need boards of several windows.

use unicursal::Control;
use unicursal::coil::generate::{Ends, Generated, Profile, Request, generate};

/// A level of a profile.
pub fn generated(width: usize, height: usize, profile: Profile, seed: usize) -> Generated {
    make(width, height, profile, Ends::Any, seed)
}

/// A level like the original ones, with ends so far apart.
pub fn with_ends(width: usize, height: usize, ends: Ends, seed: usize) -> Generated {
    make(width, height, Profile::Original, ends, seed)
}

fn make(width: usize, height: usize, profile: Profile, ends: Ends, seed: usize) -> Generated {
    let request = Request {
        width,
        height,
        profile,
        density: None,
        ends,
        seed: seed.to_string(),
    };
    generate(&request, &Control::new()).expect("the size is possible")
}
