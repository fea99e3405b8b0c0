//! Why a walk of Coil must continue as it does, for people: what every other slide would lead to.
//!
//! | Technique | What it says | Grade |
//! |---|---|---|
//! | only way | there is one way to slide | easy |
//! | cut | another slide would cut cells off | medium |
//! | dead ends | another slide would leave two dead ends, and a path has one end | medium |
//! | forced slides | one of these would be so after slides that have no other way | hard |
//! | trial | every way on after another slide was tried | expert |
//!
//! A refuted slide begins no solution, so every answer continues by one of the others. There may be
//! several: many boards can be walked from both ends, and some in several ways.

use super::answer::start_walk;
use super::{Answer, Board, Walker};
use crate::reason::{Grade, Step, Technique};
use crate::{Control, Dir, Interruption};

/// No reason is looked for on boards with more cells: it would take too long.
const MOST_CELLS: usize = 60_000;
/// The most cells that are visited to try everything after a slide.
const MOST_LOOKED_AT: usize = 3_000_000;

const fn technique(name: &'static str, grade: Grade, help: &'static str) -> Technique {
    Technique { name, help, grade }
}

/// The techniques, the easiest first.
pub const TECHNIQUES: [Technique; 5] = [
    technique("only way", Grade::Easy, "There is one way to slide"),
    technique("cut", Grade::Medium, "Another slide would cut cells off"),
    technique(
        "dead ends",
        Grade::Medium,
        "Another slide would leave two dead ends, and a path has one end",
    ),
    technique(
        "forced slides",
        Grade::Hard,
        "Another slide would do so after slides that have no other way",
    ),
    technique(
        "trial",
        Grade::Expert,
        "Every way on after another slide was tried",
    ),
];
const ONLY_WAY: usize = 0;
const CUT: usize = 1;
const DEAD_ENDS: usize = 2;
const FORCED: usize = 3;
const TRIAL: usize = 4;

/// The slides by which every answer that begins with this walk continues, and why no others are
/// possible; `None` if no reason is found. A walk that cannot be followed has no reason.
pub fn reason(
    board: &Board,
    so_far: &Answer,
    control: &Control,
) -> Result<Option<Step>, Interruption> {
    let Ok(mut walker) = start_walk(board, so_far.start) else {
        return Ok(None);
    };
    if so_far.slides.iter().any(|&dir| walker.slide(dir) == 0) || board.free_count() > MOST_CELLS {
        return Ok(None);
    }
    let ways = ways(&walker);
    if let [only] = ways[..] {
        let text = format!("{} is the only move there is", word(only));
        return Ok(Some(step(board, ONLY_WAY, text, &[], &[only])));
    }
    let mut refuted = Vec::new();
    let mut left = Vec::new();
    for way in ways {
        match refute(board, &mut walker, way, control)? {
            Some(found) => refuted.push((way, found)),
            None => left.push(way),
        }
    }
    let Some(hardest) = refuted.iter().map(|(_, found)| found.technique).max() else {
        return Ok(None);
    };
    if left.is_empty() {
        return Ok(None);
    }
    let go_on: Vec<&str> = left.iter().map(|&way| word(way)).collect();
    let why: Vec<String> = refuted
        .iter()
        .map(|(way, found)| format!("{} {}", word(*way), found.text))
        .collect();
    let text = format!("{}, because {}", go_on.join(" or "), why.join(", and "));
    let cells: Vec<usize> = refuted
        .iter()
        .flat_map(|(_, found)| found.cells.clone())
        .collect();
    Ok(Some(step(board, hardest, text, &cells, &left)))
}

fn step(board: &Board, technique: usize, text: String, cells: &[usize], ways: &[Dir]) -> Step {
    let mut tiles: Vec<_> = cells.iter().map(|&cell| board.position(cell)).collect();
    tiles.sort_unstable_by_key(|&(x, y)| (y, x));
    tiles.dedup();
    Step {
        technique: TECHNIQUES[technique].name,
        text,
        tiles,
        moves: ways.iter().map(|way| way.letter().to_string()).collect(),
    }
}

fn word(way: Dir) -> &'static str {
    match way {
        Dir::Up => "up",
        Dir::Right => "right",
        Dir::Down => "down",
        Dir::Left => "left",
    }
}

fn ways(walker: &Walker) -> Vec<Dir> {
    Dir::ALL
        .into_iter()
        .filter(|&way| walker.can_go(way))
        .collect()
}

/// Why a slide begins no solution.
struct Refuted {
    technique: usize,
    /// Words that follow the direction: 'would cut off 3 cells'.
    text: String,
    cells: Vec<usize>,
}

/// Slides, follows what is forced, tries what is not, and takes it all back.
fn refute(
    board: &Board,
    walker: &mut Walker,
    way: Dir,
    control: &Control,
) -> Result<Option<Refuted>, Interruption> {
    let mut slides = vec![(way, walker.slide(way))];
    let mut found = flaw(board, walker);
    while found.is_none() && walker.left() > 0 {
        control.check()?;
        let [only] = ways(walker)[..] else {
            break;
        };
        slides.push((only, walker.slide(only)));
        found = flaw(board, walker);
    }
    let forced = slides.len() - 1;
    let mut refuted = found.map(|flaw| flaw.told(forced));
    if refuted.is_none() && walker.left() > 0 {
        let mut trial = Trial {
            board,
            nodes: MOST_LOOKED_AT / board.cell_count().max(1),
            tried: 0,
        };
        if trial.fails(walker, control)? {
            let ways_on = match trial.tried {
                1 => "the one way on was tried".to_owned(),
                tried => format!("all {tried} ways on were tried"),
            };
            refuted = Some(Refuted {
                technique: TRIAL,
                text: format!("leads nowhere ({ways_on})"),
                cells: Vec::new(),
            });
        }
    }
    while let Some((dir, length)) = slides.pop() {
        walker.take_back(dir, length);
    }
    Ok(refuted)
}

/// A flaw that no way on can repair.
enum Flaw {
    /// There is no way on, and these cells are left.
    Stuck(Vec<usize>),
    /// These cells can no longer be reached.
    Cut(Vec<usize>),
    /// This many cells can be entered and not left.
    Ends(Vec<usize>),
}

impl Flaw {
    /// The flaw in words, after this many forced slides.
    fn told(self, forced: usize) -> Refuted {
        let (technique, text, cells) = match self {
            Self::Stuck(cells) => {
                let text = match cells.len() {
                    1 => "would get stuck with one cell left".to_owned(),
                    many => format!("would get stuck with {many} cells left"),
                };
                (CUT, text, cells)
            }
            Self::Cut(cells) => {
                let text = match cells.len() {
                    1 => "would cut off one cell".to_owned(),
                    many => format!("would cut off {many} cells"),
                };
                (CUT, text, cells)
            }
            Self::Ends(cells) => {
                let many = cells.len();
                let text = format!("would leave {many} dead ends where a path has one end");
                (DEAD_ENDS, text, cells)
            }
        };
        let (technique, after) = match forced {
            0 => (technique, String::new()),
            1 => (FORCED, " after one forced move".to_owned()),
            _ => (FORCED, format!(" after {forced} forced moves")),
        };
        Refuted {
            technique,
            text: text + &after,
            cells,
        }
    }
}

/// Cells that can no longer be reached, or too many dead ends.
fn flaw(board: &Board, walker: &Walker) -> Option<Flaw> {
    if walker.left() == 0 {
        return None;
    }
    let mut reached = vec![false; board.cell_count()];
    let mut next = vec![walker.at()];
    while let Some(cell) = next.pop() {
        for way in Dir::ALL {
            let beside = board.neighbour(cell, way);
            if walker.is_left(beside) && !reached[beside] {
                reached[beside] = true;
                next.push(beside);
            }
        }
    }
    let unvisited = || (0..board.cell_count()).filter(|&cell| walker.is_left(cell));
    let lost: Vec<usize> = unvisited().filter(|&cell| !reached[cell]).collect();
    if lost.len() == walker.left() {
        return Some(Flaw::Stuck(lost));
    }
    if !lost.is_empty() {
        return Some(Flaw::Cut(lost));
    }
    let sides = |cell: usize| {
        let beside = Dir::ALL.map(|way| board.neighbour(cell, way));
        let is_open = |other: usize| walker.is_left(other) || other == walker.at();
        beside.into_iter().filter(|&other| is_open(other)).count()
    };
    let ends: Vec<usize> = unvisited().filter(|&cell| sides(cell) < 2).collect();
    (ends.len() > 1).then_some(Flaw::Ends(ends))
}

/// Tries every way on, as long as that does not take too long.
struct Trial<'a> {
    board: &'a Board,
    nodes: usize,
    tried: usize,
}

impl Trial<'_> {
    /// Whether every way on goes wrong.
    fn fails(&mut self, walker: &mut Walker, control: &Control) -> Result<bool, Interruption> {
        for way in ways(walker) {
            let Some(fewer) = self.nodes.checked_sub(1) else {
                return Ok(false);
            };
            self.nodes = fewer;
            control.check()?;
            let length = walker.slide(way);
            let is_wrong = if walker.left() == 0 {
                false
            } else if flaw(self.board, walker).is_some() {
                self.tried += 1;
                true
            } else {
                self.fails(walker, control)?
            };
            walker.take_back(way, length);
            if !is_wrong {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
