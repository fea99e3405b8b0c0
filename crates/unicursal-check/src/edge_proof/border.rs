//! What crosses from the cells that a [sweep](super::sweep) has taken to the others.

use std::fmt::Write;

use crate::proof::{Fault, shown};

/// A piece of a path that crosses the border, at one place or at two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Piece {
    /// The variables of the edges at which it crosses. The first is the smaller one, or 0 if the
    /// piece begins or ends at a cell.
    pub edges: [i32; 2],
    /// The number of its colour, 0 if it is not known. A piece that begins or ends at a cell has
    /// one.
    pub label: usize,
}

/// What crosses the border, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Border {
    pub(super) pieces: Vec<Piece>,
}

impl Border {
    /// The border as a step of a proof.
    pub fn line(&self) -> String {
        let mut line = "border".to_owned();
        for Piece { edges, label } in &self.pieces {
            let _ = match edges {
                [0, edge] => write!(line, " {edge}"),
                [one, other] => write!(line, " {one}-{other}"),
            };
            if *label > 0 {
                let _ = write!(line, ":{label}");
            }
        }
        line
    }

    /// Reads `3-8 5:1 ...`, pieces with two edges or one, and with or without a label.
    pub(super) fn read(text: &str) -> Result<Self, Fault> {
        let piece = |word: &str| {
            let (edges, label) = match word.split_once(':') {
                Some((edges, label)) => (edges, label.parse().ok()?),
                None => (word, 0),
            };
            let (one, other) = match edges.split_once('-') {
                Some((one, other)) => (one.parse().ok()?, other.parse().ok()?),
                None => (0, edges.parse().ok()?),
            };
            let edges = [one, other];
            Some(Piece { edges, label })
        };
        let bad = |word: &str| Fault::Form(format!("'{}' is no piece of a path", shown(word)));
        let read = |word: &str| piece(word).ok_or_else(|| bad(word));
        let pieces = text.split_whitespace().map(read);
        let mut border = Self {
            pieces: pieces.collect::<Result<_, _>>()?,
        };
        border.pieces.sort_unstable();
        Ok(border)
    }
}
