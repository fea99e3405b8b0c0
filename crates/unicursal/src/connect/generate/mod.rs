//! New boards, solvable because they are cut from a path that fills the rectangle.
//!
//! A random path through all cells ([`backbite`]) is cut into one piece for each colour, with
//! blockers in the gaps between them. Directional tiles stand where the path goes straight,
//! checkpoints anywhere on it. Where the game has a turn limit, the path has so few corners that
//! the pieces keep it. Paths that do not touch themselves are grown side by side instead
//! ([`apart`]), around blockers anywhere.
//!
//! For a board with only one solution ([`unique`]), the solver looks for others, and each of them
//! is excluded by one more directional tile or checkpoint, until it proves that there are none.
//!
//! All decisions are made with integers and a seeded generator, so a seed means the same board
//! everywhere.

mod apart;
mod backbite;
mod pack;
mod recipe;
mod unique;

use super::{Answer, Board, Colour, Tile};
use crate::{Control, Error, Interruption, OptionSpec, Rng};

pub use pack::{GRADED_SIZE, PACK_SIZE, graded, pack};
pub use recipe::Recipe;
#[cfg(feature = "formats")]
pub(super) use recipe::{colour_name, colour_named};

/// The most cells of a generated board: shuffling a path takes time quadratic in its length.
const MOST_CELLS: usize = 10_000;
/// Paths to try for a board with one answer.
const ATTEMPTS: usize = 50;

const fn number(name: &'static str, help: &'static str, placeholder: &'static str) -> OptionSpec {
    OptionSpec::text(name, help, placeholder, "")
}

/// The options of a request, which make its [`Recipe`].
pub const OPTIONS: &[OptionSpec] = &[
    number(
        "colours",
        "Number of colours [default: one for 15 cells, with --difficulty for 10]",
        "C",
    ),
    number(
        "directional",
        "Share of V and H tiles, in per cent [default: 5, with --difficulty 0]",
        "P",
    ),
    number(
        "blockers",
        "Share of X tiles, in per cent [default: 5, with --difficulty 0]",
        "P",
    ),
    number("checkpoints", "Number of checkpoints [default: 0]", "K"),
    OptionSpec::flag(
        "apart",
        "Paths that do not touch themselves; blockers can be anywhere",
    ),
    OptionSpec::flag(
        "no-touch",
        "For the rule that no path touches itself: like --apart, and --unique means unique by that rule",
    ),
    OptionSpec::flag(
        "blanks",
        "For the rule that tiles may stay empty: some do, instead of blockers",
    ),
    OptionSpec::text(
        "difficulty",
        "How hard for a person: easy, medium, hard or expert; with exactly one solution, and no tile that is not needed for that",
        "GRADE",
        "",
    ),
    OptionSpec::flag(
        "unique",
        "Exactly one solution, which is proved; adds V, H and checkpoints where that needs them",
    ),
];

/// Paths to try for a board of a requested difficulty.
const GRADED_ATTEMPTS: usize = 2_000;

/// A number of things in words.
fn many(number: usize, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        _ => format!("{number} {thing}s"),
    }
}

fn not_finished(why: Interruption) -> Error {
    Error::interrupted(why, "the board was not finished")
}

/// A board of blockers by the rules of a recipe, and how many corners its path may have.
fn blank(width: usize, height: usize, recipe: &Recipe) -> Result<(Board, usize), Error> {
    let sides = 1..=Board::MAX_SIDE;
    let cells = width.saturating_mul(height);
    if !sides.contains(&width) || !sides.contains(&height) || !(2..=MOST_CELLS).contains(&cells) {
        return Err(Error::bad_request(format!(
            "the board cannot be {width}x{height}: it must have from 2 to {MOST_CELLS} cells"
        )));
    }
    let (colours, blockers) = (recipe.colours, cells * recipe.blockers / 100);
    if colours == 0 || colours.saturating_mul(2).saturating_add(blockers) > cells {
        let (colours, blockers) = (many(colours, "colour"), many(blockers, "blocker"));
        let message = format!("{colours} and {blockers} do not fit on {cells} cells");
        return Err(Error::BadRequest(message));
    }
    let blank = Board {
        width,
        height,
        tiles: vec![Tile::Blocker; cells],
        colours: Vec::new(),
        checkpoints: Vec::new(),
        counts_checkpoints: true,
        rules: recipe.rules,
        turns: None,
    };
    let limit = blank.limit_of_game();
    let blank = Board {
        turns: limit,
        ..blank
    };
    let corners = match limit {
        // A path that winds to and fro has the fewest corners that the shuffle starts from.
        Some(limit) if limit < colours + 2 * width.min(height) => {
            let colours = many(colours, "colour");
            let message = format!("{colours} take more than the {limit} turns of the game");
            return Err(Error::BadRequest(message));
        }
        limit => limit.map_or(usize::MAX, |limit| limit - colours),
    };
    Ok((blank, corners))
}

/// Makes the board that a seed stands for, and its answer.
pub fn generate(
    width: usize,
    height: usize,
    recipe: &Recipe,
    seed: &str,
    control: &Control,
) -> Result<(Board, Answer), Error> {
    let (blank, corners) = blank(width, height, recipe)?;
    let cells = blank.cell_count();
    let (colours, blockers) = (recipe.colours, cells * recipe.blockers / 100);
    let mut rng = Rng::from_text(seed);
    let mut failure = format!(
        "no board with this many colours ({colours}) whose paths do not touch themselves found in {ATTEMPTS} \
         attempts: try another seed, or more colours"
    );
    let attempts = recipe.grade.map_or(ATTEMPTS, |_| GRADED_ATTEMPTS);
    for _ in 0..attempts {
        let paths = if recipe.apart || recipe.rules.no_touch {
            let mut order: Vec<usize> = (0..cells).collect();
            rng.shuffle(&mut order);
            let free = &order[blockers..];
            let paths = apart::random_paths(&blank, free, colours, corners, &mut rng, control);
            match paths.map_err(not_finished)? {
                Some(paths) => paths,
                None => continue,
            }
        } else {
            let path = backbite::random_path(width, height, corners, &mut rng, control);
            cut(&path.map_err(not_finished)?, colours, blockers, &mut rng)
        };
        let (mut board, answer) = lay(&blank, paths, recipe.rules.blanks);
        if recipe.grade.is_some() && has_chains(&board) {
            continue;
        }
        let directions = cells * recipe.directional / 100;
        add_directions(&mut board, &answer, directions, &mut rng);
        add_checkpoints(&mut board, &answer, recipe.checkpoints, &mut rng)?;
        let must_be_unique = recipe.unique || recipe.grade.is_some();
        if must_be_unique
            && !unique::make_unique(&mut board, &answer, recipe.rules, &mut rng, control)
                .map_err(not_finished)?
        {
            failure = format!(
                "no board with one solution found in {ATTEMPTS} attempts: try another seed"
            );
            continue;
        }
        if let Some(grade) = recipe.grade {
            unique::prune(&mut board, &answer, recipe.rules, &mut rng, control)
                .map_err(not_finished)?;
            if unique::grade(&board, control).map_err(not_finished)? != Some(grade) {
                failure = format!(
                    "no {grade} board found in {GRADED_ATTEMPTS} attempts: try another seed, size or number of colours"
                );
                continue;
            }
        }
        return Ok((board, answer));
    }
    Err(Error::interrupted(Interruption::GaveUp, failure))
}

/// Whether the two ends of a colour are neighbours, or three ends stand in a row or around a
/// corner: such boards reveal how a long path was cut.
fn has_chains(board: &Board) -> bool {
    let end = |cell: usize| match board.tile(cell) {
        Tile::Terminal(colour) => Some(colour),
        _ => None,
    };
    (0..board.cell_count()).any(|cell| {
        let Some(colour) = end(cell) else {
            return false;
        };
        let (x, y) = board.position(cell);
        let near = [
            (x > 0).then(|| cell - 1),
            (x + 1 < board.width()).then_some(cell + 1),
            (y > 0).then(|| cell - board.width()),
            (y + 1 < board.height()).then_some(cell + board.width()),
        ];
        let near: Vec<usize> = near.into_iter().flatten().filter_map(end).collect();
        near.len() > 1 || near.contains(&colour)
    })
}

/// Cuts a path into one piece for each colour, with blockers between them.
fn cut(path: &[usize], colours: usize, blockers: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    // No piece is much shorter than the others would be on average.
    let free = path.len() - blockers;
    let shortest = (free / colours / 3).max(2);
    let lengths = split(free - shortest * colours, colours, rng);
    let mut gaps = vec![0; colours + 1];
    for _ in 0..blockers {
        gaps[rng.below(colours + 1)] += 1;
    }
    let mut paths = Vec::with_capacity(colours);
    let mut at = 0;
    for (extra, gap) in lengths.into_iter().zip(gaps) {
        at += gap;
        let piece = path[at..at + shortest + extra].to_vec();
        at += piece.len();
        paths.push(piece);
    }
    paths
}

/// A board with the terminals of these paths; where there is none, blockers or tiles that stay
/// empty.
fn lay(blank: &Board, mut paths: Vec<Vec<usize>>, may_be_empty: bool) -> (Board, Answer) {
    // Colours are numbered in reading order, so that their numbers reveal nothing about the paths.
    for path in &mut paths {
        if path.first() > path.last() {
            path.reverse();
        }
    }
    paths.sort_unstable();
    let mut board = blank.clone();
    if may_be_empty {
        board.tiles.fill(Tile::Empty);
    }
    for (colour, piece) in paths.iter().enumerate() {
        let terminals = [piece[0], piece[piece.len() - 1]];
        for &cell in piece {
            board.tiles[cell] = Tile::Empty;
        }
        for cell in terminals {
            board.tiles[cell] = Tile::Terminal(colour);
        }
        board.colours.push(Colour {
            name: recipe::colour_name(colour),
            terminals,
        });
    }
    (board, Answer { paths })
}

/// Splits a number into random parts, which may be 0.
fn split(number: usize, parts: usize, rng: &mut Rng) -> Vec<usize> {
    let mut ends: Vec<usize> = (1..parts).map(|_| rng.below(number + 1)).collect();
    ends.sort_unstable();
    ends.push(number);
    let starts = std::iter::once(0).chain(ends.clone());
    starts.zip(ends).map(|(start, end)| end - start).collect()
}

/// The directional tile that suits a cell where a path goes straight.
fn direction(board: &Board, path: &[usize], index: usize) -> Option<Tile> {
    let (&before, &after) = (path.get(index.checked_sub(1)?)?, path.get(index + 1)?);
    let ((x1, y1), (x2, y2)) = (board.position(before), board.position(after));
    match (x1 == x2, y1 == y2) {
        (true, _) => Some(Tile::Vertical),
        (_, true) => Some(Tile::Horizontal),
        _ => None,
    }
}

fn add_directions(board: &mut Board, answer: &Answer, wanted: usize, rng: &mut Rng) {
    let mut straight = Vec::new();
    for path in &answer.paths {
        for (index, &cell) in path.iter().enumerate() {
            straight.extend(direction(board, path, index).map(|tile| (cell, tile)));
        }
    }
    rng.shuffle(&mut straight);
    for (cell, tile) in straight.into_iter().take(wanted) {
        board.tiles[cell] = tile;
    }
}

fn add_checkpoints(
    board: &mut Board,
    answer: &Answer,
    wanted: usize,
    rng: &mut Rng,
) -> Result<(), Error> {
    let paths = answer.paths.iter().enumerate();
    let cells = paths.flat_map(|(colour, path)| path.iter().map(move |&cell| (cell, colour)));
    let mut empty: Vec<_> = cells
        .filter(|&(cell, _)| board.tiles[cell] == Tile::Empty)
        .collect();
    if empty.len() < wanted {
        let wanted = many(wanted, "checkpoint");
        return Err(Error::BadRequest(format!("there is no room for {wanted}")));
    }
    rng.shuffle(&mut empty);
    empty.truncate(wanted);
    board.checkpoints = empty;
    Ok(())
}
