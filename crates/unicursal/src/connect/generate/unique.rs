//! Excludes all solutions but one.

use super::direction;
use crate::connect::reason::Solver;
use crate::connect::solve::sat::Session;
use crate::connect::{Answer, Board, Edges, Rules, Tile};
use crate::reason::{self, Grade};
use crate::{Control, Dir, Interruption, Rng};

/// Adds directional tiles and checkpoints that the wanted answer permits until it is the only one;
/// false when another solution cannot be told from it.
///
/// One solver does all of it: a new tile is a few more clauses. Each answer that turns up is ruled
/// out by one tile, so it ends after at most as many solutions as there are tiles.
pub fn make_unique(
    board: &mut Board,
    wanted: &Answer,
    rules: Rules,
    rng: &mut Rng,
    control: &Control,
) -> Result<bool, Interruption> {
    let plain = board.clone();
    let edges = Edges::new(&plain);
    let mut session = Session::new(&plain, &edges, rules, 0, control)?;
    session.refuse(wanted);
    let plan = plan(board, wanted);
    while let Some(other) = session.next_answer()? {
        let has = self::plan(board, &other);
        let straight = |&cell: &usize| {
            let goes = plan[cell].direction;
            goes.is_some() && board.tiles[cell] == Tile::Empty && has[cell].direction != goes
        };
        let is_free = |cell: usize| {
            let free = board.checkpoints.iter().all(|&(known, _)| known != cell);
            free && board.tiles[cell] == Tile::Empty
        };
        let other_colour = |&cell: &usize| {
            let differs = has[cell].colour != plan[cell].colour;
            is_free(cell) && plan[cell].colour.is_some() && differs
        };
        let not_blank = |&cell: &usize| {
            is_free(cell) && plan[cell].colour.is_none() && has[cell].colour.is_some()
        };
        let cells = 0..board.cell_count();
        let mut tiles: Vec<usize> = cells.clone().filter(straight).collect();
        // The game has checkpoints on empty tiles only.
        tiles.retain(|&cell| board.checkpoints.iter().all(|&(known, _)| known != cell));
        let clauses = &mut session.encoding.clauses;
        if let Some(&cell) = tiles.get(rng.below(tiles.len())) {
            let Some(tile) = plan[cell].direction else {
                return Ok(false);
            };
            board.tiles[cell] = tile;
            let excluded = match tile {
                Tile::Vertical => [Dir::Left, Dir::Right],
                _ => [Dir::Up, Dir::Down],
            };
            let excluded = excluded
                .iter()
                .filter_map(|dir| edges.around[cell][dir.index()]);
            for edge in excluded {
                clauses.add([!clauses.used[edge]]);
            }
        } else {
            let painted: Vec<usize> = cells.clone().filter(other_colour).collect();
            if let Some(&cell) = painted.get(rng.below(painted.len()))
                && let Some(colour) = plan[cell].colour
            {
                board.checkpoints.push((cell, colour));
                clauses.add_colour(cell, colour);
                if rules.blanks {
                    // A checkpoint is not blank.
                    let around = edges.at(cell).map(|(edge, _)| clauses.used[edge]);
                    let around: Vec<_> = around.collect();
                    clauses.add(around);
                }
                continue;
            }
            let blank: Vec<usize> = cells.filter(not_blank).collect();
            let Some(&cell) = blank.get(rng.below(blank.len())) else {
                return Ok(false);
            };
            board.tiles[cell] = Tile::Blocker;
            for (edge, _) in edges.at(cell) {
                clauses.add([!clauses.used[edge]]);
            }
        }
    }
    Ok(true)
}

/// Takes away each directional tile and checkpoint without which the answer is still the only one.
pub fn prune(
    board: &mut Board,
    answer: &Answer,
    rules: Rules,
    rng: &mut Rng,
    control: &Control,
) -> Result<(), Interruption> {
    let special = |cell: &usize| {
        matches!(board.tiles[*cell], Tile::Vertical | Tile::Horizontal)
            || board.checkpoints.iter().any(|(known, _)| known == cell)
    };
    let mut cells: Vec<usize> = (0..board.cell_count()).filter(special).collect();
    rng.shuffle(&mut cells);
    for cell in cells {
        let mut plainer = board.clone();
        if plainer.tiles[cell] == Tile::Empty {
            plainer.checkpoints.retain(|&(known, _)| known != cell);
        } else {
            plainer.tiles[cell] = Tile::Empty;
        }
        let edges = Edges::new(&plainer);
        let mut session = Session::new(&plainer, &edges, rules, 0, control)?;
        session.refuse(answer);
        if session.next_answer()?.is_none() {
            *board = plainer;
        }
    }
    Ok(())
}

/// How hard a board is for a person; none if it is beyond people.
pub fn grade(board: &Board, control: &Control) -> Result<Option<Grade>, Interruption> {
    let edges = Edges::new(board);
    let mut thinker = Solver::new(board, &edges, board.rules(), &[]);
    let explained = reason::explain(&mut thinker, control)?;
    Ok(explained
        .grade
        .filter(|_| explained.end == reason::End::Solved))
}

/// What an answer does on a cell.
#[derive(Clone, Copy, Default)]
struct Use {
    /// None where no path goes.
    colour: Option<usize>,
    /// The directional tile that would permit it.
    direction: Option<Tile>,
}

fn plan(board: &Board, answer: &Answer) -> Vec<Use> {
    let mut plan = vec![Use::default(); board.cell_count()];
    for (colour, path) in answer.paths.iter().enumerate() {
        for (index, &cell) in path.iter().enumerate() {
            plan[cell] = Use {
                colour: Some(colour),
                direction: direction(board, path, index),
            };
        }
    }
    plan
}
