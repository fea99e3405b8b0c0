//! Hamiltonian cycle problems in the form of TSPLIB, for programs such as LKH and Concorde.
//!
//! A path is a cycle through vertices that are added to the graph: one that is joined to every cell
//! where both ends are free; two, one of which is joined to the start alone, where the path begins
//! there. Cells are numbered from 1, row by row.

use std::fmt::Write;

use crate::{Dir, Error, Grid};

/// The problem of a path through all free cells of a grid, from a start if there is one.
pub(crate) fn path_problem(
    name: &str,
    grid: &Grid,
    start: Option<usize>,
) -> Result<Vec<u8>, Error> {
    let cells = grid.free_count();
    if cells < 2 {
        return Err(Error::bad_request(format!(
            "the form 'tsplib' cannot say a board with {cells} free cells; two are needed"
        )));
    }
    let mut numbers = vec![0; grid.cell_count()];
    for (cell, number) in grid.free_cells().zip(1..) {
        numbers[cell] = number;
    }
    let (width, height) = (grid.width(), grid.height());
    let dimension = cells + if start.is_some() { 2 } else { 1 };
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
