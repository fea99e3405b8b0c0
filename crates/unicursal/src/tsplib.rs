//! Hamiltonian cycle problems in the form of TSPLIB, for programs such as LKH and Concorde, and the
//! tours that they find.
//!
//! A path becomes a cycle through vertices that are added to the graph: one, joined to every cell,
//! if both ends are free; two, one of which is joined only to the start, if the path begins there.
//! Cells are numbered from 1, row by row.

use std::fmt::Write;

use crate::format::{flaw, lines, number};
use crate::hamilton::Graph;
use crate::{Dir, Error, Grid, Place};

/// The problem of a path through all free cells of a grid, from a start if there is one.
pub(crate) fn path_problem(
    name: &str,
    grid: &Grid,
    start: Option<usize>,
) -> Result<Vec<u8>, Error> {
    if grid.free_count() < 2 {
        return Err(Error::bad_request(
            "the form 'tsplib' cannot express a board with fewer than two free cells",
        ));
    }
    let mut numbers = vec![0; grid.cell_count()];
    for (cell, number) in grid.free_cells().zip(1..) {
        numbers[cell] = number;
    }
    let (width, height) = (grid.width(), grid.height());
    let dimension = grid.free_count() + if start.is_some() { 2 } else { 1 };
    let added = if start.is_some() {
        "vertices were added, the last joined to every other cell, the one before it to it and the start"
    } else {
        "the last vertex was added and is joined to every cell"
    };
    let mut text = format!(
        "NAME : {name}_{width}x{height}\n\
         TYPE : HCP\n\
         COMMENT : a path through all free cells is a cycle here: {added}\n\
         DIMENSION : {dimension}\n\
         EDGE_DATA_FORMAT : EDGE_LIST\n\
         EDGE_DATA_SECTION\n"
    );
    for cell in grid.free_cells() {
        for dir in [Dir::Right, Dir::Down] {
            let near = grid.neighbour(cell, dir);
            if grid.is_free(near) {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{} {}", numbers[cell], numbers[near]);
            }
        }
    }
    for cell in grid.free_cells().filter(|&cell| Some(cell) != start) {
        let _ = writeln!(text, "{} {dimension}", numbers[cell]);
    }
    if let Some(start) = start {
        let before = dimension - 1;
        let _ = writeln!(text, "{} {before}\n{before} {dimension}", numbers[start]);
    }
    text.push_str("-1\nEOF\n");
    Ok(text.into_bytes())
}

/// The line before the vertices of a tour.
const SECTION: &str = "TOUR_SECTION";

/// Whether a text is meant as a tour.
pub(crate) fn is_tour(text: &[u8]) -> bool {
    let section = SECTION.as_bytes();
    text.windows(section.len()).any(|part| part == section)
}

/// The path that a tour describes, for the problem of a board with a start. An error names the
/// vertex that does not fit.
pub(crate) fn read_tour(board: &Graph, text: &[u8]) -> Result<Vec<Dir>, Error> {
    let cells: Vec<usize> = board.free_cells().collect();
    let last = cells.len() + 2;
    let mut tour: Vec<(Place, usize)> = Vec::with_capacity(last);
    let mut visited = vec![false; last + 1];
    let lines = lines(text)?;
    let end = Place::line(lines.len());
    let mut after = lines
        .into_iter()
        .skip_while(|(_, line)| line.trim() != SECTION)
        .skip(1);
    'lines: for (line, words) in &mut after {
        for word in words.split_whitespace() {
            if word == "-1" || word == "EOF" {
                break 'lines;
            }
            let byte = word.as_ptr() as usize - words.as_ptr() as usize;
            let place = Place::column(line, words[..byte].chars().count() + 1);
            let vertex = number(place, "a vertex", word)?;
            if !(1..=last).contains(&vertex) {
                let what = format!("vertices are 1 to {last} for this board, not {vertex}");
                return Err(flaw(place, what));
            }
            if std::mem::replace(&mut visited[vertex], true) {
                return Err(flaw(place, format!("the tour visits {vertex} twice")));
            }
            tour.push((place, vertex));
        }
    }
    if tour.len() != last {
        let what = format!("the tour has {} vertices, not {last}", tour.len());
        return Err(flaw(end, what));
    }
    // From the last vertex through the one before it to the start.
    let at = tour.iter().position(|&(_, vertex)| vertex == last);
    tour.rotate_left(at.unwrap_or(0));
    if tour[1].1 != last - 1 {
        tour[1..].reverse();
    }
    let is_start = |vertex: usize| cells.get(vertex - 1) == Some(&board.start());
    if tour[1].1 != last - 1 || !is_start(tour[2].1) {
        let (before, place) = (last - 1, tour[0].0);
        let what = format!("the tour does not go from {last} by {before} to the start");
        return Err(flaw(place, what));
    }
    let step = |pair: &[(Place, usize)]| {
        let [(_, from), (place, to)] = pair else {
            unreachable!("windows of two have two");
        };
        let (cell, next) = (cells[from - 1], cells[to - 1]);
        let mut dirs = Dir::ALL.into_iter();
        let dir = dirs.find(|&dir| board.neighbour(cell, dir) == next);
        dir.ok_or_else(|| flaw(*place, format!("there is no edge from {from} to {to}")))
    };
    tour[2..].windows(2).map(step).collect()
}
