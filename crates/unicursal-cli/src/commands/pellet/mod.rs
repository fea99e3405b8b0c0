//! Commands that only Pellet Eater has: the challenge over TCP, and a look at recorded games.

pub mod play;
pub mod replay;
mod scoreboard;
pub mod serve;
