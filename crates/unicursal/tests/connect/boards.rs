//! Boards for tests, and what the methods say about them.

use unicursal::connect::{Board, Connect, Tile, text};
use unicursal::implement::{Kind, Rng, level_of};
use unicursal::internals::connect::Edges;
use unicursal::{Control, Count, Outcome, SolveRequest};

/// A board from its rows and checkpoints.
pub fn board(rows: &[String], checkpoints: &[(usize, usize, char)]) -> Board {
    let width = rows[0].chars().count();
    let mut lines = vec![format!("{} {width}", rows.len())];
    lines.extend(rows.iter().cloned());
    lines.push(checkpoints.len().to_string());
    lines.extend(checkpoints.iter().map(|(x, y, c)| format!("{x} {y} {c}")));
    text::parse_board(lines.join("\n").as_bytes()).expect("a test's board can be read")
}

/// The names of all methods.
pub fn methods() -> impl Iterator<Item = &'static str> {
    Connect::ABOUT.methods.iter().map(|method| method.name)
}

/// What a method says, checked; panics when it says that it does not know.
pub fn solve(board: &Board, method: &str, options: &[(&str, &str)]) -> Option<String> {
    let mut request = SolveRequest {
        method: Some(method.to_owned()),
        ..SolveRequest::default()
    };
    for (name, value) in options {
        request.options.set(*name, *value);
    }
    let solved = level_of::<Connect>(board.clone()).solve(&request, &Control::new());
    match solved.expect("every answer passes the checker").outcome {
        Outcome::Solved(answer) => Some(answer),
        Outcome::Unsolvable { .. } => None,
        Outcome::Unknown(unknown) => panic!("{method} does not know: {unknown}"),
    }
}

/// The number of solutions by trying every edge, used or not, cell by cell. Exponential.
pub fn count_by_trying(board: &Board) -> u64 {
    let edges = Edges::new(board);
    let mut used = vec![false; edges.cells.len()];
    try_edges(board, &edges, &mut used, 0)
}

fn try_edges(board: &Board, edges: &Edges, used: &mut [bool], next: usize) -> u64 {
    // All edges of a cell before this edge's first cell are decided: it must have its degree.
    let decided = edges
        .cells
        .get(next)
        .map_or(board.cell_count(), |cells| cells[0]);
    let degree = |cell: usize, used: &[bool]| edges.at(cell).filter(|&(e, _)| used[e]).count();
    let complete = |cell: usize| degree(cell, used) == board.degree(cell);
    let first = decided.saturating_sub(board.width() + 1);
    if !(first..decided).all(complete) {
        return 0;
    }
    if next == edges.cells.len() {
        return u64::from((0..board.cell_count()).all(complete) && obeys(board, edges, used));
    }
    let mut sum = 0;
    for value in [false, true] {
        used[next] = value;
        if edges.cells[next]
            .iter()
            .all(|&cell| degree(cell, used) <= board.degree(cell))
        {
            sum += try_edges(board, edges, used, next + 1);
        }
    }
    used[next] = false;
    sum
}

/// Whether edges with the right degrees are paths between terminals of one colour.
fn obeys(board: &Board, edges: &Edges, used: &[bool]) -> bool {
    let mut seen = 0;
    for (colour, ends) in board.colours().iter().enumerate() {
        let (mut before, mut at) = (usize::MAX, ends.terminals[0]);
        loop {
            seen += 1;
            let wrong = |&(cell, c): &(usize, usize)| cell == at && c != colour;
            if board.checkpoints().iter().any(wrong) {
                return false;
            }
            let next = edges.at(at).find(|&(e, to)| used[e] && to != before);
            let Some((_, to)) = next else { break };
            (before, at) = (at, to);
        }
        if at != ends.terminals[1] {
            return false;
        }
    }
    let free = |&cell: &usize| board.tile(cell) != Tile::Blocker;
    seen == (0..board.cell_count()).filter(free).count()
}

/// A random board, seldom solvable unless it is small.
pub fn random(rng: &mut Rng, width: usize, height: usize) -> Board {
    let cells = width * height;
    let mut tiles: Vec<char> = (0..cells)
        .map(|_| match rng.below(20) {
            0 => 'X',
            1 => 'V',
            2 => 'H',
            _ => '.',
        })
        .collect();
    let mut places: Vec<usize> = (0..cells).collect();
    rng.shuffle(&mut places);
    let colours = 1 + rng.below((cells / 4).clamp(1, 5));
    for (index, &place) in places.iter().take(2 * colours).enumerate() {
        tiles[place] = char::from(b'0' + (index / 2) as u8);
    }
    let mut checkpoints = Vec::new();
    for &place in places.iter().skip(2 * colours) {
        if tiles[place] == '.' && rng.chance(1, 12) {
            let colour = char::from(b'0' + rng.below(colours) as u8);
            checkpoints.push((place % width, place / width, colour));
        }
    }
    let rows: Vec<String> = tiles
        .chunks(width)
        .map(|row| row.iter().collect())
        .collect();
    board(&rows, &checkpoints)
}

/// The number of solutions by the library's two ways, which must agree.
pub fn count(board: &Board) -> u64 {
    let control = Control::new();
    let level = level_of::<Connect>(board.clone());
    let request = SolveRequest::default();
    let swept = level
        .count(&request, None, &control)
        .expect("it can be counted");
    let listed = level
        .count(&request, Some(900), &control)
        .expect("it can be counted");
    assert!(swept.complete, "{}", text::print_board(board));
    let swept = u64::try_from(swept.found).expect("the board is small");
    let expected = Count::new(swept.min(900), swept <= 900);
    assert_eq!(listed, expected, "{}", text::print_board(board));
    swept
}
