//! The inside of the solvers, for white-box tests, benchmarks and the pictures of the
//! documentation.
//!
//! Not part of the public interface: it changes without notice.

pub use crate::ended::Ended;

/// Coil.
pub mod coil {
    pub use crate::coil::engine::values::{AFTER, BEFORE, IN, OUT, UNUSED, USED, Word, flip, role};
    pub use crate::coil::engine::{Engine, Switches, blank_word, probe::Prober};
    pub use crate::coil::solve::RULES;
    pub use crate::coil::solve::cells::answer_of;
    pub use crate::coil::solve::certify::guide;
    pub use crate::coil::solve::deduce::Deduction;
    pub use crate::coil::solve::deduce::colours::Colours;
    pub use crate::coil::solve::ends::{EndsFirst, Limit, Query, Tools, TurnResult};
    pub use crate::coil::solve::evidence::Evidence;
    pub use crate::coil::solve::parts::{NAMES, Parts};
    pub use crate::coil::solve::slides::backwards::Survey;
    pub use crate::coil::solve::slides::core_slides::CoreSlides;
    pub use crate::coil::solve::slides::field::Field;
    pub use crate::coil::solve::slides::restarts::Restarts;
    pub use crate::coil::solve::slides::window_facts::{Division, LocalFacts};
    pub use crate::coil::solve::walk::WalkEffort;
    pub use crate::coil::solve::walk::world::{Plan, Stage, World};

    /// Backtracking over everything.
    pub mod brute {
        pub use crate::coil::solve::reference::brute::{count, count_ways};
    }
    /// Unsat cores.
    pub mod cores {
        pub use crate::coil::solve::deduce::cores::find;
    }
    /// Counting.
    pub mod count {
        pub use crate::coil::solve::count::{count, has_one_way};
    }
    /// The default method.
    pub mod schedule {
        pub use crate::coil::solve::schedule::{ENTRIES, solve};
    }
    /// What boards and their answers look like in numbers.
    pub mod statistics {
        pub use crate::coil::statistics::{of_board, of_path};
    }
}

/// Connect the Colours.
pub mod connect {
    pub use crate::connect::count::{count, list};
    pub use crate::connect::rules::Edges;
}

/// Pellet Eater.
pub mod pellet {
    pub use crate::pellet::solve::dfs::count_states;
}
