//! The parts of the default method that can be left out, to see what they are worth.

use crate::Error;
use crate::coil::engine::Switches;
use crate::schedule::Ticks;

/// What the method may use; everything unless someone studies it.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)]
pub struct Parts {
    /// The rules of the engine.
    pub rules: Switches,
    /// The plain search.
    pub slides: bool,
    /// The search for the ends, and all that follows from it.
    pub ends: bool,
    /// The plain search for paths that start or end in a core.
    pub core_slides: bool,
    /// The order of fragments.
    pub fragments: bool,
    /// Rehearsals of the path with what was deduced.
    pub rehearsals: bool,
    /// Walks with the engine once the ends are located.
    pub walks: bool,
    /// The work after which the method gives up.
    pub most: Ticks,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            rules: Switches::default(),
            slides: true,
            ends: true,
            core_slides: true,
            fragments: true,
            rehearsals: true,
            walks: true,
            most: Ticks::MAX,
        }
    }
}

/// A part: its name, and where it is switched.
type Part = (&'static str, fn(&mut Parts) -> &mut bool);

/// Makes the table of parts and the help that lists them from one list.
macro_rules! parts {
    ($first:literal => $first_place:expr, $($name:literal => $place:expr,)*) => {
        /// All parts.
        const TABLE: &[Part] = &[($first, $first_place), $(($name, $place)),*];

        /// The names of all parts.
        pub const NAMES: &[&str] = &[$first, $($name),*];

        /// The help of the option that leaves parts out.
        pub const HELP: &str = concat!(
            "Leave out parts of the engine, to see how much they help: ",
            $first,
            $(", ", $name),*
        );
    };
}

parts! {
    "faces" => |parts| &mut parts.rules.faces,
    "loops" => |parts| &mut parts.rules.loops,
    "connectivity" => |parts| &mut parts.rules.connectivity,
    "order" => |parts| &mut parts.rules.order,
    "probes" => |parts| &mut parts.rules.probes,
    "colours" => |parts| &mut parts.rules.colours,
    "fragments" => |parts| &mut parts.fragments,
    "rehearse" => |parts| &mut parts.rehearsals,
    "walk" => |parts| &mut parts.walks,
    "slides" => |parts| &mut parts.slides,
    "ends" => |parts| &mut parts.ends,
    "core-slides" => |parts| &mut parts.core_slides,
}

/// Names that parts had before, and what they are called now.
const FORMER: [(&str, &str); 5] = [
    ("rehearsals", "rehearse"),
    ("walks", "walk"),
    ("search", "slides"),
    ("hunt", "ends"),
    ("core-search", "core-slides"),
];

impl Parts {
    /// Everything but the parts in a list of names, separated by commas.
    pub fn without(list: &str) -> Result<Self, Error> {
        let mut parts = Self::default();
        for name in list.split(',').filter(|name| !name.is_empty()) {
            let former = FORMER.iter().find(|former| former.0 == name);
            let name = former.map_or(name, |former| former.1);
            let Some((_, place)) = TABLE.iter().find(|part| part.0 == name) else {
                let names: Vec<&str> = TABLE.iter().map(|part| part.0).collect();
                let message = format!(
                    "the engine has no part called '{name}'; its parts are {}",
                    names.join(", ")
                );
                return Err(Error::bad_request(message));
            };
            *place(&mut parts) = false;
        }
        if !parts.slides && !parts.ends {
            let message = "the engine needs one of its parts 'slides' and 'ends'";
            return Err(Error::bad_request(message));
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::{FORMER, HELP, NAMES, Parts};

    #[test]
    fn every_part_can_be_left_out() {
        for name in NAMES {
            let parts = Parts::without(name).expect("the name is in the table");
            assert_ne!(format!("{parts:?}"), format!("{:?}", Parts::default()));
            assert!(HELP.contains(name));
        }
        for (former, name) in FORMER {
            let [former, name] = [former, name].map(|name| Parts::without(name).expect("a part"));
            assert_eq!(format!("{former:?}"), format!("{name:?}"));
        }
        assert!(Parts::without("ends,slides").is_err());
        assert!(Parts::without("faces,nonsense").is_err());
    }
}
