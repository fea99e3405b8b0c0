//! Coil: visit every free cell by sliding until blocked, starting anywhere.

mod board;

pub use board::Board;
