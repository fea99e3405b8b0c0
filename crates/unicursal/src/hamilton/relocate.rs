//! Moves the end of the path elsewhere: a breadth-first search over the board.

use std::collections::VecDeque;

use super::{Graph, cover::Cover};
use crate::Dir;

/// Moves the end to the nearest possible cell where it is wanted; false if there is none.
///
/// The end lacks a link. Give it one, to a cell which then has one too many and drops another,
/// which makes the next cell the end; a shortest sequence of such exchanges leads to the wanted
/// cell. The parts of the cover change: loops may form on the way.
pub fn relocate_end(board: &Graph, cover: &mut Cover, is_wanted: impl Fn(usize) -> bool) -> bool {
    let is_end = |&cell: &usize| cell != board.start() && cover.degree(cell) == 1;
    let Some(end) = board.free_cells().find(is_end) else {
        return false;
    };
    // How each cell became the end: the link it dropped, and the link that took its place.
    let mut came: Vec<Option<(Dir, Dir)>> = vec![None; board.cell_count()];
    let mut queue = VecDeque::from([end]);
    let mut reached = None;
    while let Some(cell) = queue.pop_front() {
        // The start may exchange its link for another, but it is never the end.
        if cell != board.start() && is_wanted(cell) {
            reached = Some(cell);
            break;
        }
        for made in Dir::ALL {
            let middle = board.neighbour(cell, made);
            if !board.opens(cell, made) || cover.has(cell, made) {
                continue;
            }
            for dropped in cover.dirs(middle) {
                let next = board.neighbour(middle, dropped);
                if next != end && came[next].is_none() {
                    came[next] = Some((dropped, made));
                    queue.push_back(next);
                }
            }
        }
    }
    let Some(mut cell) = reached else {
        return false;
    };
    while cell != end {
        let Some((dropped, made)) = came[cell] else {
            break;
        };
        let middle = board.neighbour(cell, dropped.opposite());
        cover.toggle(middle, dropped);
        cell = board.neighbour(middle, made.opposite());
        cover.toggle(cell, made);
    }
    true
}
