//! Taut paths: what is left of an answer when its paths are drawn tight.
//!
//! Take any answer, whether or not it fills the board. Where a path touches itself, it may as well
//! go straight across and leave the tiles between empty, as long as no tile forbids the way and no
//! checkpoint lies on it. So on a board without directional tiles and checkpoints every answer has
//! within its tiles one by the rule that tiles may stay empty and no path touches itself: its
//! *taut* paths. Of these, too, not all are needed. A corner whose inner diagonal tile is empty
//! may be there instead of where it is, which shortens the path or leaves it as long. Shortened
//! and moved towards the first tile of the board for as long as that is possible, which ends since
//! the number of used tiles and then the sum of their indices shrinks, no corner has an empty
//! inner diagonal tile before it.
//!
//! Two things follow, for every rule that lets paths touch themselves:
//!
//! - **No answer.** A board without taut paths has none.
//! - **No other answer.** Let taut paths fill the board, and let there be no others. Then the taut
//!   paths within any other answer are these, or could be moved to these. But nothing is moved to
//!   paths that fill the board: a corner leaves its tile empty. So they are these, whose paths use
//!   all tiles already, and the other answer is the same.

use super::sat::Session;
use crate::connect::{Answer, Board, Edges, Rules, Tile};
use crate::{Control, Dir, Interruption};

/// Whether answers by these rules can be drawn tight on a board.
pub fn applies(board: &Board, rules: Rules) -> bool {
    let is_plain = |cell| !matches!(board.tile(cell), Tile::Horizontal | Tile::Vertical);
    !rules.no_touch && board.checkpoints().is_empty() && (0..board.cell_count()).all(is_plain)
}

/// Whether an answer uses every tile, and no path in it touches itself.
pub fn fills(board: &Board, edges: &Edges, answer: &Answer) -> bool {
    let mut owner = vec![usize::MAX; board.cell_count()];
    for (colour, path) in answer.paths.iter().enumerate() {
        for &cell in path {
            owner[cell] = colour;
        }
    }
    let is_used = |cell: usize| board.degree(cell) == 0 || owner[cell] != usize::MAX;
    let alike = |cells: &&[usize; 2]| owner[cells[0]] == owner[cells[1]];
    // A path without chords has as many edges between its tiles as it uses.
    let touching = edges.cells.iter().filter(alike).count();
    (0..board.cell_count()).all(is_used) && touching == edges.along(answer).count()
}

/// A solver that looks for taut paths.
pub fn session<'a>(
    board: &'a Board,
    edges: &'a Edges,
    seed: u64,
    control: &'a Control<'a>,
) -> Result<Session<'a>, Interruption> {
    let rules = Rules {
        no_touch: true,
        blanks: true,
    };
    let mut session = Session::new(board, edges, rules, seed, control)?;
    let clauses = &mut session.encoding.clauses;
    for cell in 0..board.cell_count() {
        if board.tile(cell) != Tile::Empty {
            continue;
        }
        for (side, up) in [(Dir::Left, Dir::Up), (Dir::Right, Dir::Up)] {
            let [Some(one), Some(two)] = [side, up].map(|dir| edges.around[cell][dir.index()])
            else {
                continue;
            };
            let beside = edges.other(one, cell);
            let Some(diagonal) = edges.around[beside][up.index()] else {
                continue;
            };
            let diagonal = edges.other(diagonal, beside);
            if board.tile(diagonal) == Tile::Empty {
                let used = edges.at(diagonal).map(|(edge, _)| clauses.used[edge]);
                let corner = [!clauses.used[one], !clauses.used[two]];
                let clause: Vec<_> = used.chain(corner).collect();
                clauses.add(clause);
            }
        }
    }
    Ok(session)
}
