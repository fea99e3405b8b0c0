//! The Pellet Eater challenge over TCP: a [`Server`] for organisers, [`play()`] for teams.
//!
//! The server speaks first: a greeting, which is any text up to the line `Ready?`. Then for each
//! board a line `WIDTH HEIGHT`, the rows, and the player's answer: one line with a letter `u d l r`
//! for each `.` of the board. Before the first answer a player may send a line `team NAME`. The
//! server answers one verdict line and sends the next board; the verdict on the last board carries
//! the key. A wrong, late or overlong answer gets one line that says why, and the connection ends.

mod boards;
mod game;
mod line;
mod log;
mod maker;
mod play;
mod server;
mod verdict;

pub use boards::{BoardError, Boards};
pub use game::Limits;
pub use log::Log;
pub use play::{PlayError, Played, Player, Turn, play};
pub use server::{Server, Settings};
pub use verdict::is_refusal;

/// The line with which the greeting ends.
const READY: &str = "Ready?";
