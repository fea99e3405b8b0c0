//! The left-hand maze in its own types: the only choice is the rule of the walk.

use super::solved_in_types;
use crate::maze::{Board, Maze, Rule};
use crate::{Dir, SolveRequest};

impl From<&Rule> for SolveRequest {
    fn from(rule: &Rule) -> Self {
        Self {
            method: Some(rule.name().to_owned()),
            ..Self::default()
        }
    }
}

solved_in_types!(Maze, Board, Vec<Dir>, Rule);
