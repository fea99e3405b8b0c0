//! What a level looks like, in numbers, to compare generated levels with others.
//!
//! All shares are between 0 and 1. One look at each cell, and one union of neighbouring walls.

use super::{Answer, Board};
use crate::Dir;
use crate::flood::Flood;

/// A named number about a level.
pub type Figure = (&'static str, f64);

/// What can be measured on the board alone.
///
/// ```
/// use unicursal::{coil::Board, internals::coil::statistics};
///
/// let board = Board::from_fn(3, 3, |x, y| (x, y) != (0, 0) && (x, y) != (2, 2));
/// let figures = statistics::of_board(&board);
/// assert_eq!(figures[0], ("open", 7.0 / 9.0));
/// ```
pub fn of_board(board: &Board) -> Vec<Figure> {
    let (width, height) = (board.width(), board.height());
    let open = board.free_count();
    let walls = width * height - open;
    let mut degrees = [0_usize; 5];
    let mut balance = 0_isize;
    for cell in board.free_cells() {
        degrees[free_neighbours(board, cell)] += 1;
        let (x, y) = board.position(cell);
        balance += if (x + y) % 2 == 0 { 1 } else { -1 };
    }
    let runs = runs(board);
    let run_count = runs.iter().sum::<usize>();
    let run_cells: usize = runs.iter().enumerate().map(|(i, n)| i * n).sum();
    let between = |from: usize, to: usize| {
        let to = to.min(runs.len());
        share(runs[from.min(to)..to].iter().sum(), run_count)
    };
    let (blocks_open, blocks_wall) = blocks(board);
    let block_count = (width - 1) * (height - 1);
    let (components, alone) = wall_components(board);
    let (border, border_open) = border(board);
    vec![
        ("open", share(open, width * height)),
        ("degree 2", share(degrees[2], open)),
        ("degree 3", share(degrees[3], open)),
        ("degree 4", share(degrees[4], open)),
        ("dead ends", (degrees[0] + degrees[1]) as f64),
        ("mean run", share(run_cells, run_count)),
        ("runs of 1", between(1, 2)),
        ("runs of 2", between(2, 3)),
        ("runs of 3", between(3, 4)),
        ("runs of 4", between(4, 5)),
        ("runs of 5", between(5, 6)),
        ("runs of 6-10", between(6, 11)),
        ("runs of 11+", between(11, usize::MAX)),
        ("isolated walls", share(alone, walls)),
        ("mean wall component", share(walls, components)),
        ("2x2 open", share(blocks_open, block_count)),
        ("2x2 wall", share(blocks_wall, block_count)),
        ("border open", share(border_open, border)),
        ("colour imbalance", balance as f64),
    ]
}

/// What can be measured on an answer, which must be a valid one.
pub fn of_path(board: &Board, answer: &Answer) -> Vec<Figure> {
    let path = &answer.slides;
    let start = board.cell(answer.start.0, answer.start.1);
    let mut visited = vec![false; board.cell_count()];
    visited[start] = true;
    let mut cell = start;
    let mut lengths = [0_usize; 4];
    let (mut cells, mut at_walls, mut choices, mut stops) = (0, 0, 0, 0);
    for (i, &dir) in path.iter().enumerate() {
        let mut length = 0;
        let mut ahead = board.neighbour(cell, dir);
        while board.is_free(ahead) && !visited[ahead] {
            visited[ahead] = true;
            cell = ahead;
            ahead = board.neighbour(cell, dir);
            length += 1;
        }
        cells += length;
        lengths[length.min(4) - 1] += 1;
        if i + 1 < path.len() {
            stops += 1;
            at_walls += usize::from(!board.is_free(ahead));
            let open = |dir| {
                let side = board.neighbour(cell, dir);
                board.is_free(side) && !visited[side]
            };
            choices += usize::from(open(dir.clockwise()) && open(dir.counter_clockwise()));
        }
    }
    let ((sx, sy), (ex, ey)) = (board.position(start), board.position(cell));
    vec![
        ("mean slide", share(cells, path.len())),
        ("slides of 1", share(lengths[0], path.len())),
        ("slides of 2", share(lengths[1], path.len())),
        ("slides of 3", share(lengths[2], path.len())),
        ("stops at walls", share(at_walls, stops)),
        ("stops with two choices", share(choices, stops)),
        (
            "distance of the ends",
            (sx.abs_diff(ex) + sy.abs_diff(ey)) as f64,
        ),
    ]
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

fn free_neighbours(board: &Board, cell: usize) -> usize {
    Dir::ALL
        .into_iter()
        .filter(|&dir| board.is_free(board.neighbour(cell, dir)))
        .count()
}

/// How many straight runs of free cells, across and down, have each length.
fn runs(board: &Board) -> Vec<usize> {
    let mut counts = vec![0; board.width().max(board.height()) + 1];
    for cell in board.free_cells() {
        for dir in [Dir::Right, Dir::Down] {
            if board.is_free(board.neighbour(cell, dir.opposite())) {
                continue;
            }
            let (mut length, mut x) = (0, cell);
            while board.is_free(x) {
                length += 1;
                x = board.neighbour(x, dir);
            }
            counts[length] += 1;
        }
    }
    counts
}

/// How many 2x2 blocks are free, and how many are walls.
fn blocks(board: &Board) -> (usize, usize) {
    let (mut open, mut wall) = (0, 0);
    for y in 1..board.height() {
        for x in 1..board.width() {
            let cells = [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)];
            let free = cells.map(|(x, y)| board.is_free(board.cell(x, y)));
            open += usize::from(free.iter().all(|&free| free));
            wall += usize::from(free.iter().all(|&free| !free));
        }
    }
    (open, wall)
}

/// How many groups of walls that touch by their sides there are, and how many of them are single.
fn wall_components(board: &Board) -> (usize, usize) {
    let (width, height) = (board.width(), board.height());
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| board.cell(x, y)));
    let walls = cells.filter(|&cell| !board.is_free(cell));
    let walls_beside = |cell: usize| {
        let (x, y) = board.position(cell);
        // The frame around the board does not count as wall.
        let inside = [x + 1 < width, y + 1 < height, x > 0, y > 0];
        let beside = Dir::ALL.into_iter().zip(inside);
        let beside = beside.filter_map(move |(dir, inside)| inside.then_some(dir));
        let beside = beside.map(move |dir| board.neighbour(cell, dir));
        beside.filter(|&near| !board.is_free(near))
    };
    let sizes = Flood::new(board.cell_count()).part_sizes(walls, walls_beside);
    (sizes.len(), sizes.iter().filter(|&&size| size == 1).count())
}

/// How many cells touch the border, and how many of them are free.
fn border(board: &Board) -> (usize, usize) {
    let (width, height) = (board.width(), board.height());
    let (mut cells, mut open) = (0, 0);
    for y in 0..height {
        for x in 0..width {
            if x == 0 || y == 0 || x + 1 == width || y + 1 == height {
                cells += 1;
                open += usize::from(board.is_free(board.cell(x, y)));
            }
        }
    }
    (cells, open)
}
