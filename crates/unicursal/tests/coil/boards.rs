//! Boards for tests, and the answers of the methods in a form that tests compare.

use unicursal::coil::{Answer, Board, Coil, Walker};
use unicursal::implement::{Kind, level_of};
use unicursal::{Control, Dir, Outcome, SolveRequest};

/// A board from its rows.
pub fn from_rows(rows: &[&str]) -> Board {
    let rows: Vec<&[u8]> = rows.iter().map(|row| row.as_bytes()).collect();
    Board::from_fn(rows[0].len(), rows.len(), |x, y| rows[y][x] == b'.')
}

/// The board whose cells are the bits of a number, row by row.
pub fn from_bits(width: usize, height: usize, bits: u64) -> Board {
    Board::from_fn(width, height, |x, y| bits >> (y * width + x) & 1 == 1)
}

/// Whether a method finds an answer, which the independent checker has then accepted.
pub fn is_solved_by(method: &str, board: &Board) -> bool {
    let request = SolveRequest {
        method: Some(method.to_owned()),
        ..SolveRequest::default()
    };
    let level = level_of::<Coil>(board.clone());
    let solved = level.solve(&request, &Control::new());
    match solved.map(|solved| solved.outcome) {
        Ok(Outcome::Solved(_)) => true,
        Ok(Outcome::Unsolvable { proof }) => {
            assert!(!proof.is_empty(), "{method} gives no proof");
            false
        }
        other => panic!("{method} on {board:?}: {other:?}"),
    }
}

/// The names of all methods.
pub fn methods() -> impl Iterator<Item = &'static str> {
    Coil::ABOUT.methods.iter().map(|method| method.name)
}

/// A solvable board and its answer: what a random walk on a random board visits.
///
/// Cells that the walk does not visit become walls, which blocks nothing that was not blocked.
pub fn walked(board: &Board, start: usize, choices: &[u8]) -> Option<(Board, Answer)> {
    let start = board.free_cells().nth(start % board.free_count().max(1))?;
    let mut walker = Walker::new(board, start);
    let mut slides = Vec::new();
    for &choice in choices {
        let dirs: Vec<Dir> = Dir::ALL.into_iter().filter(|&d| walker.can_go(d)).collect();
        if dirs.is_empty() {
            break;
        }
        let dir = dirs[usize::from(choice) % dirs.len()];
        walker.slide(dir);
        slides.push(dir);
    }
    let visited = Board::from_fn(board.width(), board.height(), |x, y| {
        let cell = board.cell(x, y);
        board.is_free(cell) && !walker.is_left(cell)
    });
    let start = board.position(start);
    Some((visited, Answer { start, slides }))
}
