//! Commands that only Connect the Colours has.

mod bot;
pub mod play;
pub mod referee;
