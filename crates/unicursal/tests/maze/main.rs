//! Mazes: walks against a second, naive program, on all small maps and on generated ones.

mod every_map;
mod frames;
mod generated;
mod naive;
