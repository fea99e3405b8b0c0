//! What the colours of a chessboard say.
//!
//! Every edge joins a black and a white cell. So in any part of the board the black cells need as
//! many more edges than the white ones as edges lead out of it from black cells, less those from
//! white ones. If that is as many as can lead out from cells of one shade, all of these are used
//! and none of the other. The parts that are looked at are rectangles in the corners of the board.
//! It holds only where every tile is used.

use super::state::{Clash, State};

/// What a part of the board says.
pub struct Balance {
    /// Its columns and rows, each from the first to the one after the last.
    pub columns: (usize, usize),
    pub rows: (usize, usize),
    /// The open edges that lead out, and whether each is used.
    pub edges: Vec<(usize, bool)>,
}

/// The first rectangle, the smallest first, that says something new; a clash if there is no
/// solution.
pub fn find(state: &State) -> Result<Option<Balance>, Clash> {
    let (width, height) = (state.board.width(), state.board.height());
    if state.rules.blanks {
        return Ok(None);
    }
    let mut sizes: Vec<(usize, usize)> = (1..=width)
        .flat_map(|across| (1..=height).map(move |down| (across, down)))
        .collect();
    sizes.sort_by_key(|(across, down)| across * down);
    for (across, down) in sizes {
        for corner in 0..4 {
            let columns = if corner & 1 == 0 {
                (0, across)
            } else {
                (width - across, width)
            };
            let rows = if corner & 2 == 0 {
                (0, down)
            } else {
                (height - down, height)
            };
            if let Some(edges) = balance(state, columns, rows)? {
                return Ok(Some(Balance {
                    columns,
                    rows,
                    edges,
                }));
            }
        }
    }
    Ok(None)
}

fn balance(
    state: &State,
    columns: (usize, usize),
    rows: (usize, usize),
) -> Result<Option<Vec<(usize, bool)>>, Clash> {
    let board = state.board;
    let is_inside = |cell: usize| {
        let (x, y) = board.position(cell);
        (columns.0..columns.1).contains(&x) && (rows.0..rows.1).contains(&y)
    };
    let mut more = 0_i64;
    // Edges that lead out from black cells, and from white ones.
    let mut out = [Vec::new(), Vec::new()];
    let mut cell = 0;
    for y in rows.0..rows.1 {
        for x in columns.0..columns.1 {
            cell = board.cell(x, y);
            let is_white = (x + y) % 2;
            let need = state.need(cell) as i64;
            more += if is_white == 1 { -need } else { need };
            let is_rim = x == columns.0 || x + 1 == columns.1 || y == rows.0 || y + 1 == rows.1;
            if is_rim {
                let leads_out = state.open_at(cell).filter(|&(_, to)| !is_inside(to));
                out[is_white].extend(leads_out.map(|(edge, _)| edge));
            }
        }
    }
    let [black, white] = [out[0].len() as i64, out[1].len() as i64];
    if more > black || -more > white {
        return Err(Clash::TooFew(cell));
    }
    if black + white == 0 || (more != black && -more != white) {
        return Ok(None);
    }
    let used = usize::from(more != black);
    let [black, white] = out;
    let decided = [black, white].into_iter().enumerate();
    let decided =
        decided.flat_map(|(shade, edges)| edges.into_iter().map(move |e| (e, shade == used)));
    Ok(Some(decided.collect()))
}
