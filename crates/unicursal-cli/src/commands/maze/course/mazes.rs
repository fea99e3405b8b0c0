//! Mazes for a course. Each tests something that programs get wrong, and in all of them the left
//! hand reaches the end, because they have no loops.

use std::collections::BTreeSet;

use anyhow::{Context, anyhow};
use unicursal::maze::{Board, Maze, Rule, Walk, text};
use unicursal::{Control, Dir, GenerateRequest, Options, Puzzle, board_of};
use unicursal_arena::digest;

/// What a maze tries out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Plain,
    FacingWalls,
    North,
    DeadEnds,
    Row,
    Column,
}

/// A maze of the course.
pub struct Made {
    pub kind: Kind,
    pub board: Board,
}

/// Mazes that are made for each that is taken.
const TRIES: u32 = 400;
/// The shorter side of the first mazes, and how much longer it is in each round of all kinds.
const SIDE: u32 = 5;
const GROWTH: u32 = 4;

impl Kind {
    const ALL: [Self; 6] = [
        Self::Plain,
        Self::FacingWalls,
        Self::North,
        Self::DeadEnds,
        Self::Row,
        Self::Column,
    ];

    /// In words for students.
    pub fn told(self) -> &'static str {
        match self {
            Self::Plain => "many short dead ends",
            Self::FacingWalls => "walls north, west and south of the start",
            Self::North => "a way north of the start",
            Self::DeadEnds => "a long way back out of a dead end",
            Self::Row => "a single row, with a dead end behind the start",
            Self::Column => "a single column",
        }
    }

    /// Columns and rows.
    fn size(self, side: usize) -> (usize, usize) {
        match self {
            Self::Plain | Self::DeadEnds => (side + 2, side),
            Self::FacingWalls => (side, side),
            Self::North => (side, side + 2),
            Self::Row => (2 * side + 1, 1),
            Self::Column => (1, 2 * side + 1),
        }
    }

    fn algorithm(self) -> &'static str {
        match self {
            Self::DeadEnds => "dfs",
            _ => "kruskal",
        }
    }

    /// How well a maze tests it; `None`: not at all.
    fn worth(self, board: &Board) -> Option<usize> {
        let goes = |dir| board.can_go(board.start(), dir);
        let suits = match self {
            Self::Plain | Self::Column => true,
            Self::FacingWalls => !goes(Dir::Up) && !goes(Dir::Left) && !goes(Dir::Down),
            Self::North => goes(Dir::Up),
            Self::DeadEnds => return Some(longest_way_back(board)),
            Self::Row => goes(Dir::Left) && board.start() < board.end(),
        };
        suits.then_some(0)
    }
}

/// The most steps in a row over cells that the walker has seen.
fn longest_way_back(board: &Board) -> usize {
    let mut seen = BTreeSet::new();
    let (mut steps, mut most) = (0, 0);
    for state in Walk::new(board, Rule::Left) {
        steps = if seen.insert(state.at) { 0 } else { steps + 1 };
        most = most.max(steps);
    }
    most
}

/// The mazes of a course, the small ones first. No two have the same kind and size.
pub fn make(
    puzzle: &'static dyn Puzzle,
    count: u32,
    seed: &str,
    control: &Control,
) -> anyhow::Result<Vec<Made>> {
    let kinds = Kind::ALL.len() as u32;
    let mazes = (0..count).map(|index| {
        let kind = Kind::ALL[(index % kinds) as usize];
        let side = SIDE + GROWTH * (index / kinds);
        let mut best: Option<(usize, Board)> = None;
        for try_number in 0..TRIES {
            // Public files reveal nothing about the seed of the course.
            let seed = digest::bytes(format!("{seed}/{index}/{try_number}").as_bytes());
            let board = one(puzzle, kind, side as usize, &seed, control)?;
            let Some(worth) = kind.worth(&board) else {
                continue;
            };
            let is_better = best.as_ref().is_none_or(|(other, _)| worth > *other);
            if is_better {
                best = Some((worth, board));
            }
            if kind != Kind::DeadEnds {
                break;
            }
        }
        let (_, board) = best.with_context(|| {
            let (number, told) = (index + 1, kind.told());
            format!("maze {number} ({told}): none was found; try another --seed")
        })?;
        Ok(Made { kind, board })
    });
    mazes.collect()
}

fn one(
    puzzle: &'static dyn Puzzle,
    kind: Kind,
    side: usize,
    seed: &str,
    control: &Control,
) -> anyhow::Result<Board> {
    let (width, height) = kind.size(side);
    let mut options = Options::default();
    options.set("algorithm", kind.algorithm());
    let request = GenerateRequest {
        width,
        height,
        seed: seed[..32].to_owned(),
        options,
    };
    let made = puzzle.generate(&request, control)?;
    let board = board_of::<Maze>(&*made.level).context("this is no maze")?;
    if kind != Kind::North {
        return Ok(board.clone());
    }
    // Mazes are made with the start in the first row, where nothing is north of it.
    let rows = text::print(board);
    let mut turned: Vec<&str> = rows.lines().collect();
    turned.reverse();
    text::parse(turned.join("\n").as_bytes()).map_err(|error| anyhow!(error))
}
