//! A path as its cells, one after the other, and as an answer: its start and its slides.

use crate::Dir;
use crate::coil::{Answer, Board};

/// The slides of a path that is given by its cells.
pub fn answer_of(board: &Board, path: &[u32]) -> Answer {
    let mut slides: Vec<Dir> = Vec::new();
    for step in path.windows(2) {
        let (from, to) = (step[0] as usize, step[1] as usize);
        let dir = Dir::ALL
            .into_iter()
            .find(|&dir| board.neighbour(from, dir) == to);
        if let Some(dir) = dir
            && slides.last() != Some(&dir)
        {
            slides.push(dir);
        }
    }
    let start = path
        .first()
        .map_or((0, 0), |&cell| board.position(cell as usize));
    Answer { start, slides }
}

/// The cells that an answer visits, in order; none if it cannot be walked.
pub fn cells_of(board: &Board, answer: &Answer) -> Vec<u32> {
    let corners = answer.corners(board).unwrap_or_default();
    let mut cells: Vec<u32> = corners
        .first()
        .map(|&cell| cell as u32)
        .into_iter()
        .collect();
    for slide in corners.windows(2) {
        let (from, to) = (slide[0], slide[1]);
        let step = if from.abs_diff(to) < board.stride() {
            1
        } else {
            board.stride()
        };
        let count = from.abs_diff(to) / step;
        cells.extend((1..=count).map(|n| {
            let cell = if to > from {
                from + n * step
            } else {
                from - n * step
            };
            cell as u32
        }));
    }
    cells
}
