//! The server from the outside, over real sockets.

mod answers;
mod client;
mod limits;
