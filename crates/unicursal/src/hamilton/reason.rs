//! Why a step is right, in words: the [techniques](super::technique) step by step, and what is
//! wrong with the alternatives.

use super::Graph;
use super::grade::{Scale, Uses};
use super::links::{Conflict, ENDS, Links, Reason};
use super::technique::{Drawn, Found, Person, Technique};
use crate::flood::Flood;
use crate::reason::{self, Explanation, Grade, Step, Thinker, Thought};
use crate::{Control, Dir, Interruption};

/// *Cells* up to which a hint's reason may be a chain of conclusions: the time for trials is
/// quadratic in them.
const MOST_EXPLAINED: usize = 225;
/// *Cells* up to which a reason is looked for at all: that takes a few passes over the whole board.
const MOST_LOOKED_AT: usize = 100_000;
/// The most tiles that a hint shows for each wrong alternative.
const MOST_SHOWN: usize = 12;

/// How a person solves a board; the cells of its numbers are given in order.
pub fn explain(
    graph: &Graph,
    numbered: &[usize],
    scale: Scale,
    control: &Control,
) -> Result<Explanation, Interruption> {
    let mut explained = reason::explain(&mut Person::new(graph, numbered), control)?;
    let mut uses = Uses::new(scale);
    for step in &explained.steps {
        let mut all = Technique::ALL.into_iter();
        if let Some(technique) = all.find(|one| one.name() == step.technique) {
            uses.add(technique);
        }
    }
    explained.grade = explained.grade.map(|_| uses.grade());
    Ok(explained)
}

/// Why the path must begin with a certain step: there is no other, or each of the others is wrong,
/// or it follows from conclusions about the whole board. `None` if a person cannot see it.
pub fn first_step(
    graph: &Graph,
    numbered: &[usize],
    control: &Control,
) -> Result<Option<Step>, Interruption> {
    let start = graph.start();
    let ways = Dir::ALL.into_iter().filter(|&dir| graph.opens(start, dir));
    let ways: Vec<Dir> = ways.collect();
    if ways.is_empty() || graph.free_count() > MOST_LOOKED_AT {
        return Ok(None);
    }
    if let [only] = ways[..] {
        return Ok(Some(Step {
            technique: FORCED,
            text: format!("{} is the only way on", word(only)),
            tiles: vec![graph.position(start)],
            moves: vec![letter(only)],
        }));
    }
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for &dir in &ways {
        control.check()?;
        match what_is_wrong(graph, numbered, dir) {
            Some(what) => wrong.push((dir, what)),
            None => right.push(dir),
        }
    }
    if let [right] = right[..] {
        let hardest = wrong.iter().map(|(_, what)| what.technique).max();
        let said: Vec<String> = (wrong.iter())
            .map(|(dir, what)| format!("{} {}", word(*dir), what.text))
            .collect();
        let cells = wrong.iter().flat_map(|(_, what)| &what.cells);
        return Ok(Some(Step {
            technique: hardest.unwrap_or(Technique::DeadEnds).name(),
            text: format!("{}, because {}", word(right), said.join(", and ")),
            tiles: cells.map(|&cell| graph.position(cell)).collect(),
            moves: vec![letter(right)],
        }));
    }
    if right.is_empty() || graph.free_count() > MOST_EXPLAINED {
        return Ok(None);
    }
    let tells = |step: &Step| !step.moves.is_empty();
    let mut person = Person::new(graph, numbered);
    let mut explained = reason::explain_until(&mut person, Grade::Hard, control, tells)?;
    let last = explained.steps.pop().filter(tells);
    // Where to begin, if the last step rests on others.
    let before = match &explained.steps[..] {
        [] => String::new(),
        [first] => format!("first, {}; then ", first.text),
        [first, ..] => {
            let n = explained.steps.len();
            format!("first, {}; after {n} such conclusions, ", first.text)
        }
    };
    Ok(last.map(|step| Step {
        text: format!("{before}{}", step.text),
        ..step
    }))
}

/// What is wrong with a direction, as words that follow its name.
struct Wrong {
    technique: Technique,
    text: String,
    cells: Vec<usize>,
}

/// What goes wrong if the path begins in this direction; the simplest reason if there are several.
fn what_is_wrong(graph: &Graph, numbered: &[usize], dir: Dir) -> Option<Wrong> {
    let start = graph.start();
    let next = graph.neighbour(start, dir);
    let left = || graph.free_cells().filter(move |&cell| cell != start);
    let ways = |cell: usize| graph.neighbours(cell).filter(move |&near| near != start);
    let mut flood = Flood::new(graph.cell_count());
    if flood.fill(next, ways) + 1 < graph.free_count() {
        let mut cells: Vec<usize> = left().filter(|&cell| !flood.has(cell)).collect();
        let text = match cells.len() {
            1 => "cuts off one cell".to_owned(),
            more => format!("cuts off {more} cells"),
        };
        cells.truncate(MOST_SHOWN);
        return Some(Wrong {
            technique: Technique::Cuts,
            text,
            cells,
        });
    }
    let is_dead_end =
        |&cell: &usize| cell != next && Some(cell) != graph.end() && ways(cell).take(2).count() < 2;
    let cells: Vec<usize> = left().filter(is_dead_end).take(MOST_SHOWN).collect();
    if cells.len() > usize::from(graph.end().is_none()) {
        let ends = listed(cells.iter().map(|&cell| at(graph, cell)).collect());
        let text = match cells.len() {
            1 => format!("leaves a dead end at {ends}"),
            _ => format!("leaves dead ends at {ends}"),
        };
        return Some(Wrong {
            technique: Technique::DeadEnds,
            text,
            cells,
        });
    }
    let mut links = Links::new(graph, numbered);
    let bit = 1 << dir.index();
    let assumed = links.assume(start, bit, true);
    let by_steps = assumed.is_ok();
    let settled = assumed.and_then(|()| links.settle_all());
    let conflict = settled.err()?;
    let after = if by_steps { ", after forced steps" } else { "" };
    Some(Wrong {
        technique: Technique::of(conflict.reason),
        text: format!("leads to {}{after}", contradiction(graph, conflict)),
        cells: vec![conflict.cell],
    })
}

/// The name of a reason that needs no technique.
const FORCED: &str = "forced";

fn at(graph: &Graph, cell: usize) -> String {
    let (x, y) = graph.position(cell);
    format!("({x}, {y})")
}

fn listed(mut words: Vec<String>) -> String {
    match words.pop() {
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} and {last}", words.join(", ")),
        None => String::new(),
    }
}

fn word(dir: Dir) -> &'static str {
    match dir {
        Dir::Left => "left",
        Dir::Right => "right",
        Dir::Up => "up",
        Dir::Down => "down",
    }
}

fn letter(dir: Dir) -> String {
    dir.letter().to_ascii_lowercase().to_string()
}

/// A contradiction, as words that follow 'leads to'.
fn contradiction(graph: &Graph, conflict: Conflict) -> String {
    let at = at(graph, conflict.cell);
    match conflict.reason {
        Reason::Full => format!("a third step at {at}"),
        Reason::TwoWays => format!("a dead end at {at}"),
        Reason::Loop => format!("a loop, or an end too early, at {at}"),
        Reason::Order => format!("numbers in a wrong order at {at}"),
        Reason::Cut => format!("a board that falls apart at {at}"),
        Reason::Parity => format!("too many cells of one colour behind {at}"),
        Reason::Reach => {
            format!("a number that cannot be reached from the one before it, beside {at}")
        }
    }
}

impl Person<'_> {
    /// A conclusion in words, with the first step of the path if that is now known.
    fn say(&self, technique: Technique, found: &Found, numbers: Option<(u32, u32)>) -> Step {
        let graph = self.links.graph;
        let here = at(graph, found.cell);
        let dirs = Dir::ALL.into_iter();
        let near = dirs.filter(|dir| found.bits >> dir.index() & 1 != 0);
        let near: Vec<usize> = near.map(|dir| graph.neighbour(found.cell, dir)).collect();
        let is_end = found.bits & ENDS != 0;
        let mut what: Vec<String> = near.iter().map(|&cell| at(graph, cell)).collect();
        if is_end {
            what.push("the end of the path".to_owned());
        }
        let steps = listed(what);
        let text = match (found.reason, found.otherwise) {
            (_, Some(conflict)) => {
                let (verb, tried) = match (found.is_used, is_end) {
                    (true, true) => ("is the end of the path", "were it not"),
                    (true, false) => ("is joined with", "were it not"),
                    (false, true) => ("is not the end of the path", "were it"),
                    (false, false) => ("is not joined with", "were it"),
                };
                let to = if is_end {
                    String::new()
                } else {
                    format!(" {steps}")
                };
                let why = contradiction(graph, conflict);
                format!("{here} {verb}{to}: {tried}, that would lead to {why}")
            }
            (Reason::TwoWays, _) if is_end && near.is_empty() => {
                format!("{here} has one step and no other way: the path ends there")
            }
            (Reason::TwoWays | Reason::Full, _) => {
                format!("{here} has no more ways than it needs: it is joined with {steps}")
            }
            (Reason::Loop, _) => format!(
                "{here} is not joined with {steps}: that would close a loop, or end the path too early"
            ),
            (Reason::Order, _) => match numbers {
                Some((one, two)) => {
                    format!(
                        "{here} is not joined with {steps}: {one} and {two} would follow each other"
                    )
                }
                None => format!("{here} is not joined with {steps}: numbers would be left out"),
            },
            (Reason::Cut | Reason::Parity | Reason::Reach, _) if is_end && !found.is_used => {
                format!("{here} is not the end: a part of the board behind a single cell has it")
            }
            (Reason::Cut | Reason::Parity | Reason::Reach, _) => {
                let verb = if found.is_used { "is" } else { "is not" };
                format!(
                    "{here} is the only way into a part of the board, in which the path ends: it {verb} joined with {steps}"
                )
            }
        };
        let first = self.links.used_at(graph.start()) & !ENDS;
        let first = (first != 0).then(|| Dir::from_index(first.trailing_zeros() as usize));
        let cells = std::iter::once(found.cell).chain(near);
        let cells = cells.chain(found.otherwise.map(|conflict| conflict.cell));
        Step {
            technique: technique.name(),
            text,
            tiles: cells.map(|cell| graph.position(cell)).collect(),
            moves: first.map(letter).into_iter().collect(),
        }
    }
}

impl Thinker for Person<'_> {
    const TECHNIQUES: &'static [reason::Technique] = &Technique::DESCRIBED;

    fn think(&mut self, technique: usize, control: &Control) -> Result<Thought, Interruption> {
        let technique = Technique::ALL[technique];
        Ok(match self.next(technique, control)? {
            Drawn::Nothing => Thought::Nothing,
            Drawn::Found(found) => {
                let numbers = match found.reason {
                    Reason::Order => self.links.numbers_beside(found.cell, found.bits),
                    _ => None,
                };
                Thought::Step(self.say(technique, &found, numbers))
            }
            Drawn::Conflict(conflict) => {
                let graph = self.links.graph;
                Thought::Impossible(Step {
                    technique: Technique::of(conflict.reason).name(),
                    text: format!("everything leads to {}", contradiction(graph, conflict)),
                    tiles: vec![graph.position(conflict.cell)],
                    moves: Vec::new(),
                })
            }
        })
    }

    fn is_done(&self) -> bool {
        Person::is_done(self)
    }
}
