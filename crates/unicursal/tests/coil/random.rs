//! Random boards that are hard to judge, the same in every run.
//!
//! Counting decides most random boards at once. Here it never does: the colours balance, at most
//! two cells are dead ends, the free area is in one piece. Some boards have a solution by
//! construction, some had one until a cell or two were flipped.

use unicursal::Dir;
use unicursal::coil::{Answer, Board, Walker};
use unicursal::implement::Rng;

/// How many boards a test tries: `usual`, or that many times more or fewer as the environment
/// variable `UNICURSAL_BOARDS` has of 10,000.
pub fn how_many(usual: usize) -> usize {
    let wished = std::env::var("UNICURSAL_BOARDS").ok();
    let wished = wished.and_then(|text| text.parse::<usize>().ok());
    wished.map_or(usual, |boards| (usual * boards).div_ceil(10_000))
}

/// A board with sides from `least` to `most` that counting does not decide.
pub fn hard_board(rng: &mut Rng, least: usize, most: usize) -> Board {
    loop {
        let mut side = || least + rng.below(most - least + 1);
        let (width, height) = (side(), side());
        let board = match rng.below(4) {
            0 => scattered(rng, width, height, 35),
            1 => walked(rng, width, height).0,
            _ => {
                let (board, _) = walked(rng, width, height);
                flipped(rng, &board)
            }
        };
        if counting_allows(&board) {
            return board;
        }
    }
}

/// Walls at random: each cell with one and the same chance, from 2% up to `most`%.
pub fn scattered(rng: &mut Rng, width: usize, height: usize, most: usize) -> Board {
    let share = 2 + rng.below(most - 1);
    Board::from_fn(width, height, |_, _| !rng.chance(share, 100))
}

/// What a random walk visits until it is stuck, and the walk: a solvable board and its answer.
pub fn walked(rng: &mut Rng, width: usize, height: usize) -> (Board, Answer) {
    loop {
        let board = scattered(rng, width, height, 30);
        let free: Vec<usize> = board.free_cells().collect();
        if free.is_empty() {
            continue;
        }
        let start = free[rng.below(free.len())];
        let mut walker = Walker::new(&board, start);
        let mut slides = Vec::new();
        loop {
            let ways: Vec<Dir> = Dir::ALL.into_iter().filter(|&d| walker.can_go(d)).collect();
            if ways.is_empty() {
                break;
            }
            let dir = ways[rng.below(ways.len())];
            walker.slide(dir);
            slides.push(dir);
        }
        let visited = Board::from_fn(width, height, |x, y| {
            let cell = board.cell(x, y);
            board.is_free(cell) && !walker.is_left(cell)
        });
        let start = board.position(start);
        return (visited, Answer { start, slides });
    }
}

/// The board with one or two cells flipped, walls into free cells or the other way round.
pub fn flipped(rng: &mut Rng, board: &Board) -> Board {
    let (width, height) = (board.width(), board.height());
    let mut cell = || (rng.below(width), rng.below(height));
    let (first, second) = (cell(), cell());
    let second = if rng.chance(1, 2) { first } else { second };
    Board::from_fn(width, height, |x, y| {
        let flip = (x, y) == first || (x, y) == second;
        board.is_free(board.cell(x, y)) != flip
    })
}

/// Whether colours, dead ends and connectedness leave open if there is an answer.
pub fn counting_allows(board: &Board) -> bool {
    let free = |cell: usize| board.is_free(cell);
    let around = |cell: usize| Dir::ALL.map(|dir| board.neighbour(cell, dir));
    let count = board.free_count();
    let black = board.free_cells().filter(|&cell| {
        let (x, y) = board.position(cell);
        (x + y) % 2 == 1
    });
    let dead_ends = board
        .free_cells()
        .filter(|&cell| around(cell).into_iter().filter(|&c| free(c)).count() < 2);
    if count < 3 || (2 * black.count()).abs_diff(count) > 1 || dead_ends.count() > 2 {
        return false;
    }
    let mut reached: Vec<usize> = board.free_cells().take(1).collect();
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        for other in around(cell) {
            if free(other) && !reached.contains(&other) {
                reached.push(other);
            }
        }
    }
    reached.len() == count
}
