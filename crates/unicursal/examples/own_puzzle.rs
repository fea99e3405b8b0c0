//! A fifth puzzle in one file: *Stroll*, step from any cell to a neighbour and visit every free
//! cell once.
//!
//! A puzzle is a type that implements [`Kind`] and a checker that shares nothing with its solver.
//! The adapter makes it a [`Puzzle`](unicursal::Puzzle) with limits, checked answers and pictures,
//! as every front end expects; in the library it would be a folder, and a line in `registry.rs`.
//!
//! `cargo run --example own_puzzle`

use unicursal::implement::{Kind, TileSpec};
use unicursal::picture::{Fill, Picture};
use unicursal::{
    About, Control, Dir, Error, Figures, Grid, Interruption, Moves, Outcome, Place, Sheet,
    SolveRequest, Solved, Verdict,
};

/// The puzzle.
pub struct Stroll;

/// A walk: the first cell, and a step for each further one.
pub struct Walk {
    start: (usize, usize),
    steps: Vec<Dir>,
}

impl Kind for Stroll {
    type Board = Grid;
    type Answer = Walk;
    type Request = ();

    const ABOUT: About = About {
        tiles: &[
            TileSpec::open('.', "free cell"),
            TileSpec::wall('#', "wall"),
        ],
        moves: Moves::Step,
        ..About::new(
            "stroll",
            "Stroll",
            "Step from any cell to a neighbour and visit every free cell once",
            "....\n.#..\n....\n",
        )
    };

    fn parse(text: &[u8]) -> Result<Grid, Error> {
        let text = String::from_utf8_lossy(text);
        let rows: Vec<&str> = text.lines().collect();
        let width = rows.first().map_or(0, |row| row.len());
        for (row, line) in rows.iter().zip(1..) {
            let bad = row.chars().position(|symbol| !matches!(symbol, '.' | '#'));
            let place = bad.or((row.len() != width).then_some(width.min(row.len())));
            if let Some(column) = place {
                let place = Place::column(line, column + 1);
                let message = format!(
                    "line {line}, column {}: a free cell or a wall is missing",
                    column + 1
                );
                return Err(Error::bad_input(message, Some(place)));
            }
        }
        if width == 0 || width > Grid::MAX_SIDE || rows.len() > Grid::MAX_SIDE {
            return Err(Error::bad_input("the board is empty or too large", None));
        }
        Ok(Grid::from_fn(width, rows.len(), |x, y| {
            rows[y].as_bytes()[x] == b'.'
        }))
    }

    fn print(board: &Grid) -> String {
        Self::sheet(board).lines()
    }

    fn size(board: &Grid) -> (usize, usize) {
        (board.width(), board.height())
    }

    fn request(_: &Grid, _: &SolveRequest) -> Result<(), Error> {
        Ok(())
    }

    fn solve(board: &Grid, (): &(), control: &Control) -> Result<Solved<Walk>, Error> {
        let outcome = match search(board, control) {
            Ok(Some(walk)) => Outcome::Solved(walk),
            Ok(None) => Outcome::Unsolvable {
                proof: "every walk from every cell was tried".to_owned(),
            },
            Err(why) => Outcome::unknown(why, "not every walk was tried"),
        };
        Ok(Solved::new(outcome))
    }

    fn parse_answer(_: &Grid, text: &[u8]) -> Result<Walk, Error> {
        let text = String::from_utf8_lossy(text);
        let walk = || {
            let mut words = text.split_whitespace();
            let start = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            let letters = words.next().unwrap_or("").chars();
            let dir = |letter| Dir::ALL.into_iter().find(|dir| dir.letter() == letter);
            Some(Walk {
                start,
                steps: letters.map(dir).collect::<Option<_>>()?,
            })
        };
        walk().ok_or_else(|| Error::bad_input("a walk looks like '0 0 RRDL'", None))
    }

    fn print_answer(_: &Grid, (): &(), walk: &Walk) -> String {
        let letters: String = walk.steps.iter().map(|dir| dir.letter()).collect();
        format!("{} {} {letters}\n", walk.start.0, walk.start.1)
    }

    fn check(level: &[u8], (): &(), answer: &[u8]) -> Result<Verdict, Error> {
        check(level, answer)
    }

    fn draw(board: &Grid, walk: Option<&Walk>) -> Result<Picture, Error> {
        let mut picture = Picture::new(board.width(), board.height(), |x, y| {
            if board.is_free(board.cell(x, y)) {
                Fill::Open
            } else {
                Fill::Wall
            }
        });
        if let Some(walk) = walk {
            let (mut x, mut y) = walk.start;
            let mut corners = vec![(x as u32, y as u32)];
            for &step in &walk.steps {
                (x, y) = stepped((x, y), step)
                    .filter(|&(x, y)| x < board.width() && y < board.height())
                    .ok_or_else(|| Error::bad_input("the walk leaves the board", None))?;
                corners.push((x as u32, y as u32));
            }
            picture.add_flow(corners);
        }
        Ok(picture)
    }

    fn facts(board: &Grid) -> Figures {
        Figures::new().with("free", board.free_count())
    }

    fn sheet(board: &Grid) -> Sheet {
        Sheet::from_fn(board.width(), board.height(), |x, y| {
            if board.is_free(board.cell(x, y)) {
                '.'
            } else {
                '#'
            }
        })
    }

    fn print_sheet(sheet: &Sheet) -> String {
        sheet.lines()
    }
}

/// Depth-first search over all walks.
fn search(board: &Grid, control: &Control) -> Result<Option<Walk>, Interruption> {
    fn go(
        board: &Grid,
        path: &mut Vec<usize>,
        steps: &mut Vec<Dir>,
        control: &Control,
    ) -> Result<bool, Interruption> {
        if path.len() == board.free_count() {
            return Ok(true);
        }
        control.check()?;
        for dir in Dir::ALL {
            let next = board.neighbour(path[path.len() - 1], dir);
            if board.is_free(next) && !path.contains(&next) {
                path.push(next);
                steps.push(dir);
                if go(board, path, steps, control)? {
                    return Ok(true);
                }
                path.pop();
                steps.pop();
            }
        }
        Ok(false)
    }
    for cell in board.free_cells() {
        let mut steps = Vec::new();
        if go(board, &mut vec![cell], &mut steps, control)? {
            let start = board.position(cell);
            return Ok(Some(Walk { start, steps }));
        }
    }
    Ok(None)
}

/// The cell after a step, unless it lies left of or above the board.
fn stepped((x, y): (usize, usize), step: Dir) -> Option<(usize, usize)> {
    Some(match step {
        Dir::Right => (x + 1, y),
        Dir::Down => (x, y + 1),
        Dir::Left => (x.checked_sub(1)?, y),
        Dir::Up => (x, y.checked_sub(1)?),
    })
}

/// The checker, from the rules and from text alone: it knows neither the grid nor the search.
fn check(level: &[u8], answer: &[u8]) -> Result<Verdict, Error> {
    let mut rows: Vec<Vec<u8>> = level.lines_of_bytes();
    let wrong = |reason: &str, rows: &[Vec<u8>]| {
        Ok(Verdict::Wrong {
            reason: reason.to_owned(),
            board: String::from_utf8_lossy(&rows.join(&b'\n')).into_owned(),
        })
    };
    let answer = String::from_utf8_lossy(answer);
    let words: Vec<&str> = answer.split_whitespace().collect();
    let [x, y, letters @ ..] = &words[..] else {
        return Err(Error::bad_input("the walk has no start", None));
    };
    let (Ok(mut x), Ok(mut y)) = (x.parse::<i64>(), y.parse::<i64>()) else {
        return Err(Error::bad_input("the start is no pair of numbers", None));
    };
    let moves =
        std::iter::once((0, 0)).chain(letters.concat().into_bytes().into_iter().map(|letter| {
            match letter {
                b'R' => (1, 0),
                b'D' => (0, 1),
                b'L' => (-1, 0),
                b'U' => (0, -1),
                _ => (0, 0),
            }
        }));
    for (dx, dy) in moves {
        (x, y) = (x.saturating_add(dx), y.saturating_add(dy));
        let cell = usize::try_from(y).ok().and_then(|y| rows.get_mut(y));
        let cell = cell.and_then(|row| row.get_mut(usize::try_from(x).ok()?));
        match cell {
            Some(cell @ b'.') => *cell = b'@',
            _ => return wrong("the walk enters a wall, a visited cell or nothing", &rows),
        }
    }
    if rows.iter().flatten().any(|&cell| cell == b'.') {
        return wrong("the walk misses a cell", &rows);
    }
    Ok(Verdict::Valid)
}

/// Lines without their ends.
trait Lines {
    fn lines_of_bytes(&self) -> Vec<Vec<u8>>;
}

impl Lines for [u8] {
    fn lines_of_bytes(&self) -> Vec<Vec<u8>> {
        let lines = self.split(|&byte| byte == b'\n');
        lines.map(<[u8]>::to_vec).collect()
    }
}

#[allow(dead_code, reason = "a test uses the puzzle without it")]
fn main() -> Result<(), Error> {
    let stroll = unicursal::implement::adapt::<Stroll>();
    let control = Control::new();
    let level = stroll.parse(stroll.about().example.as_bytes(), &control)?;
    if let Outcome::Solved(answer) = level.solve(&SolveRequest::default(), &control)?.outcome {
        print!(
            "{}{answer}",
            level.draw(Some(answer.as_bytes()))?.to_text(false)
        );
    }
    Ok(())
}
