//! What the default method leaves behind when it has found that there is no answer: with that a
//! proof need not look for everything again.

use crate::area::Area;
use crate::coil::solve::deduce::cores::Core;

/// See the [module](self).
#[derive(Debug, Default)]
pub struct Evidence {
    /// The cores that were used.
    pub cores: Vec<Core>,
    /// Where that contradicts itself, if two cores leave a contradiction.
    pub contradiction: Option<usize>,
    /// Boxes without an end if the other is in the only core, if that was asked.
    pub counted: Vec<Area>,
    /// Whether trying every walk had the last word.
    pub searched: bool,
}
