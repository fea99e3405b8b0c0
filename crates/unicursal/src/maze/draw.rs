//! The picture of a maze: the colour of the walk follows time, blind alleys are tinted.

use super::Board;
use crate::picture::{Colour, Fill, Picture, Shape};
use crate::{Dir, Error};

/// The tint of cells that lead nowhere.
const BLIND: Colour = Colour(244, 214, 204);
const START: Colour = Colour(62, 18, 110);
const END: Colour = Colour(190, 60, 40);

/// The map, and a walk from the start if there is one. Where a walk visits a cell again, the later
/// visit is shown.
pub fn picture(board: &Board, walk: Option<&[Dir]>) -> Result<Picture, Error> {
    let blind = blind_alleys(board);
    let mut picture = Picture::new(board.width(), board.height(), |x, y| {
        let cell = board.cell(x, y);
        match (board.is_free(cell), blind[cell]) {
            (false, _) => Fill::Wall,
            (true, true) => Fill::Tint(BLIND),
            (true, false) => Fill::Open,
        }
    });
    if let Some(walk) = walk {
        picture.add_walk(board, corners(board, walk)?.into_iter());
        picture.marks.clear();
    }
    let ends = [
        (board.start(), Shape::Disc, START, "S"),
        (board.end(), Shape::Square, END, "E"),
    ];
    for (cell, shape, colour, label) in ends {
        picture.add_mark(board.position(cell), shape, colour, label);
    }
    Ok(picture)
}

/// The cells at which a walk begins, turns and ends.
fn corners(board: &Board, walk: &[Dir]) -> Result<Vec<usize>, Error> {
    let mut at = board.start();
    let mut corners = vec![at];
    for (index, &dir) in walk.iter().enumerate() {
        if !board.can_go(at, dir) {
            let (x, y) = board.position(at);
            let (step, dir) = (index + 1, super::compass(dir));
            let message = format!("step {step}: there is no way from {x},{y} to the {dir}");
            return Err(Error::bad_input(message, None));
        }
        if index > 0 && walk[index - 1] != dir {
            corners.push(at);
        }
        at = board.neighbour(at, dir);
    }
    corners.push(at);
    Ok(corners)
}

/// The cells that are removed by repeatedly filling in dead ends other than `S` and `E`.
fn blind_alleys(board: &Board) -> Vec<bool> {
    let mut blind = vec![false; board.cell_count()];
    for tip in board.free_cells() {
        let mut at = tip;
        // From a tip along the alley until it forks.
        while at != board.start() && at != board.end() && !blind[at] {
            let open = |dir: &Dir| board.can_go(at, *dir) && !blind[board.neighbour(at, *dir)];
            let mut ways = Dir::ALL.into_iter().filter(open);
            let (way, other) = (ways.next(), ways.next());
            if other.is_some() {
                break;
            }
            blind[at] = true;
            let Some(way) = way else { break };
            at = board.neighbour(at, way);
        }
    }
    blind
}

#[cfg(test)]
mod tests {
    use super::picture;
    use crate::maze::text;
    use crate::picture::Fill;

    #[test]
    fn tints_blind_alleys_and_nothing_else() {
        let board = text::parse(b"##S##\n#   #\n### E\n  # #\n  ###").unwrap();
        let picture = picture(&board, None).unwrap();
        let tinted = picture.fills.iter().enumerate();
        let tinted = tinted.filter(|(_, fill)| matches!(fill, Fill::Tint(_)));
        // Nothing in the lower left is blind: it is a way round to E.
        assert_eq!(tinted.count(), 0);

        let board = text::parse(b"##S##\n#   #\n### E\n  #  \n ####").unwrap();
        let picture = super::picture(&board, None).unwrap();
        let tinted: Vec<usize> = (0..25)
            .filter(|&cell| matches!(picture.fills[cell], Fill::Tint(_)))
            .collect();
        assert_eq!(tinted, [0, 1, 5, 10, 11, 12, 17, 21, 22, 23, 24]);
    }

    #[test]
    fn a_walk_must_stay_on_the_path() {
        let board = text::parse(b"S#E").unwrap();
        let walk = text::parse_walk(b"ES").unwrap();
        let error = picture(&board, Some(&walk)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "step 2: there is no way from 1,0 to the S"
        );
    }
}
