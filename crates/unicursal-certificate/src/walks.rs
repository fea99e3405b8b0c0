//! Coil: every walk from a start, tried until none is left, each given up for a reason that the kernel checks.

use std::collections::HashMap;

use unicursal_kernel::{Board, SIDES};

use crate::log::{ClauseId, Log};
use crate::prover::NamedSet;
use crate::{Stopped, words};

/// Walks between two looks at the limits.
const WALKS_PER_LOOK: u64 = 256;
/// How many cells are looked at, to see whether the walk parted what is left, for each entry of the log that may be written.
const SEEN_PER_ENTRY: usize = 32;
const NOWHERE: u32 = u32::MAX;

/// How the walks from a start ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walked {
    /// There is none: the clause 'not this start'.
    Refuted(ClauseId),
    /// One visits every cell.
    Found,
    /// It takes too long.
    TooLong,
}

/// See the [module](self).
pub struct Walks<'a> {
    board: &'a Board,
    log: &'a mut Log,
    sets: &'a [NamedSet],
    known: &'a [(Vec<i32>, ClauseId)],
    /// The most entries of the log.
    most: usize,
    go_on: &'a dyn Fn() -> bool,
    /// The cell on each side, if a path may go there.
    beside: Vec<[u32; 4]>,
    visited: Vec<bool>,
    left: usize,
    /// Cells that are not visited and have at most one neighbour that is not.
    low: Vec<usize>,
    is_low: Vec<bool>,
    marks: Vec<u32>,
    mark: u32,
    tried: u64,
    /// How many cells were looked at, and at most may be.
    seen: usize,
    most_seen: usize,
    /// Clauses about the ends that were stated.
    stated: HashMap<Vec<i32>, ClauseId>,
}

struct Frame {
    literal: i32,
    /// Cells visited by the slide, the cell where it began not counted.
    cells: Vec<usize>,
    head: usize,
    /// The sides that were not tried yet, and what refuted the others.
    sides: Vec<usize>,
    refuted: Vec<ClauseId>,
    /// Low cells before this walk.
    low: usize,
}

impl<'a> Walks<'a> {
    /// Walks on a board where sets were named, and some clauses about the ends are known.
    pub fn new(
        board: &'a Board,
        log: &'a mut Log,
        sets: &'a [NamedSet],
        known: &'a [(Vec<i32>, ClauseId)],
        most: usize,
        go_on: &'a dyn Fn() -> bool,
    ) -> Self {
        let cells = board.free.len();
        let room = most.saturating_sub(log.len());
        let near = |cell: usize, side: usize| board.next(cell, side).map_or(NOWHERE, |near| near as u32);
        let mut walks = Self {
            beside: (0..cells).map(|cell| [0, 1, 2, 3].map(|side| near(cell, side))).collect(),
            board,
            log,
            sets,
            known,
            most,
            go_on,
            visited: board.free.iter().map(|&free| !free).collect(),
            left: board.count,
            low: Vec::new(),
            is_low: vec![false; cells],
            marks: vec![0; cells],
            mark: 0,
            tried: 0,
            seen: 0,
            most_seen: SEEN_PER_ENTRY.saturating_mul(room),
            stated: HashMap::new(),
        };
        for cell in 0..cells {
            walks.look(cell);
        }
        walks
    }

    /// How many entries the log has.
    pub fn entries(&self) -> usize {
        self.log.len()
    }

    fn near(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        self.beside[cell].into_iter().filter(|&near| near != NOWHERE).map(|near| near as usize)
    }

    fn ahead(&self, cell: usize, side: usize) -> Option<usize> {
        let near = self.beside[cell][side];
        (near != NOWHERE && !self.visited[near as usize]).then_some(near as usize)
    }

    /// Notes a cell that has become low.
    fn look(&mut self, cell: usize) {
        if !self.visited[cell] && !self.is_low[cell] {
            let open = self.near(cell).filter(|&near| !self.visited[near]).count();
            if open < 2 {
                self.is_low[cell] = true;
                self.low.push(cell);
            }
        }
    }

    fn visit(&mut self, cell: usize) {
        self.visited[cell] = true;
        self.left -= 1;
        for near in self.near(cell) {
            self.look(near);
        }
    }

    /// Whether what is left may fall apart where a cell was just visited, as far as its eight neighbours tell.
    fn may_part(&self, cell: usize) -> bool {
        let (width, height) = (self.board.width, self.board.free.len() / self.board.width);
        let (x, y) = (cell % width, cell / width);
        let open = |dx: i32, dy: i32| {
            let (x, y) = (x as i32 + dx, y as i32 + dy);
            let inside = x >= 0 && y >= 0 && (x as usize) < width && (y as usize) < height;
            inside && !self.visited[y as usize * width + x as usize]
        };
        let ring =
            [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)].map(|(x, y)| open(x, y));
        // Groups of neighbours by side that are joined over corners.
        let sides = (0..4).filter(|side| ring[2 * side]).count();
        let joined =
            (0..4).filter(|side| ring[2 * side] && ring[2 * side + 1] && ring[(2 * side + 2) % 8]).count();
        sides > 1 && sides - joined.min(sides) > usize::from(joined < 4)
    }

    /// A cell that is left from which not all others can be reached, if the walk parted them.
    fn parted(&mut self, cells: &[usize]) -> Option<usize> {
        let mut seeds: Vec<usize> = cells.iter().flat_map(|&cell| self.near(cell)).collect();
        seeds.retain(|&cell| !self.visited[cell]);
        seeds.sort_unstable();
        seeds.dedup();
        // All seeds grow in turns; those that meet are one.
        let base = self.mark;
        self.mark += seeds.len() as u32 + 1;
        if self.mark > u32::MAX / 2 {
            self.marks.fill(0);
            self.mark = seeds.len() as u32 + 1;
            return self.parted(cells);
        }
        let mut of: Vec<usize> = (0..seeds.len()).collect();
        let mut queues: Vec<(Vec<usize>, usize)> = seeds.iter().map(|&cell| (vec![cell], 0)).collect();
        for (index, &cell) in seeds.iter().enumerate() {
            self.marks[cell] = base + 1 + index as u32;
        }
        let mut groups = seeds.len();
        while groups > 1 {
            for index in 0..seeds.len() {
                if of[index] != index {
                    continue;
                }
                let Some(&cell) = queues[index].0.get(queues[index].1) else {
                    // This one has come to its end, and others are elsewhere.
                    return Some(seeds[index]);
                };
                queues[index].1 += 1;
                self.seen += 1;
                for near in self.near(cell) {
                    if self.visited[near] {
                        continue;
                    }
                    let mark = self.marks[near];
                    if mark <= base {
                        self.marks[near] = base + 1 + index as u32;
                        queues[index].0.push(near);
                        continue;
                    }
                    let other = root(&of, (mark - base - 1) as usize);
                    if other != index {
                        let (queue, at) = std::mem::take(&mut queues[other]);
                        queues[index].0.extend(&queue[at..]);
                        of[other] = index;
                        groups -= 1;
                    }
                }
            }
        }
        None
    }

    fn text(&self, cell: usize) -> String {
        format!("{},{}", cell % self.board.width, cell / self.board.width)
    }

    /// Why the walk cannot be completed, if that can be seen: the clause 'not this walk'.
    fn blocked(&mut self, frame: &Frame, start: usize, old_head: usize) -> Option<ClauseId> {
        let head = frame.head;
        let is_dead = |walks: &Self, cell: usize| {
            let ways = walks.near(cell).filter(|&near| !walks.visited[near] || near == head).count();
            !walks.visited[cell] && ways < 2
        };
        let mut dead = self.low.iter().copied().filter(|&cell| is_dead(self, cell));
        let (first, second) = (dead.next(), dead.next());
        drop(dead);
        if let (Some(one), Some(other)) = (first, second) {
            return Some(self.log.premise(&format!("dead {} {}", self.text(one), self.text(other))));
        }
        if let Some(id) = first.and_then(|end| self.wrong_end(frame.literal, start, end)) {
            return Some(id);
        }
        let may_part = frame.cells.iter().chain([&old_head]).any(|&cell| self.may_part(cell));
        if may_part {
            let mut cells = frame.cells.clone();
            cells.push(old_head);
            if let Some(cell) = self.parted(&cells) {
                return Some(self.log.premise(&format!("part {}", self.text(cell))));
            }
        }
        None
    }

    /// A clause about the ends, which is stated once.
    fn ends(&mut self, clause: Vec<i32>) -> ClauseId {
        if let Some(&id) = self.stated.get(&clause) {
            return id;
        }
        let id = self.log.premise(&format!("ends {}0", words(&clause)));
        self.stated.insert(clause, id);
        id
    }

    /// If the path must end in this cell, but cannot.
    fn wrong_end(&mut self, walk: i32, start: usize, end: usize) -> Option<ClauseId> {
        let board = self.board;
        let literal = board.end(end, 1);
        let dead = |walks: &mut Self| walks.log.premise(&format!("dead {}", walks.text(end)));
        let wrong_colour = board.count.is_multiple_of(2) && board.is_white(start) == board.is_white(end)
            || !board.count.is_multiple_of(2)
                && board.is_white(end) != (board.white > board.count - board.white);
        if wrong_colour {
            let first = -board.end(start, 0);
            let dead = dead(self);
            let ends = self.ends(vec![first, -literal]);
            return Some(self.log.lemma(&[-walk, first], &[dead, ends]));
        }
        for (clause, id) in self.known {
            // 'The start or the end is in this set.'
            let of_set = |set: &&NamedSet| clause.contains(&(set.first + 1));
            let Some(set) = self.sets.iter().find(of_set) else { continue };
            if set.contains(start)
                || set.contains(end)
                || !clause.iter().all(|&l| l == set.first || l == set.first + 1)
            {
                continue;
            }
            let (known, first) = (*id, -board.end(start, 0));
            let mut hints = vec![dead(self), self.ends(vec![-(set.first + 1), -literal])];
            if clause.contains(&set.first) {
                hints.push(self.ends(vec![-set.first, first]));
            }
            hints.push(known);
            return Some(self.log.lemma(&[-walk, first], &hints));
        }
        None
    }

    /// Tries all walks from a cell.
    pub fn from(&mut self, start: usize) -> Result<Walked, Stopped> {
        let board = self.board;
        let (begun, literal) = self.log.premise_with_fact(&format!("walk {}", self.text(start)));
        let low = self.low.len();
        self.visit(start);
        if self.left == 0 {
            return Ok(Walked::Found);
        }
        let mut stack = vec![self.frame(literal, vec![start], start, low)];
        let mut last = None;
        while let Some(frame) = stack.last_mut() {
            if let Some(id) = last.take() {
                frame.refuted.push(id);
            }
            if let Some(side) = frame.sides.pop() {
                let (head, low) = (frame.head, self.low.len());
                let literal = self.log.command(&format!("slide {}", char::from(SIDES[side])), 1);
                let (mut cells, mut cell) = (Vec::new(), head);
                while let Some(next) = self.ahead(cell, side) {
                    self.visit(next);
                    cells.push(next);
                    cell = next;
                }
                let mut frame = self.frame(literal, cells, cell, low);
                if self.left == 0 {
                    return Ok(Walked::Found);
                }
                self.tried += 1;
                if self.tried.is_multiple_of(WALKS_PER_LOOK) && !(self.go_on)() {
                    return Err(Stopped);
                }
                if self.log.len() > self.most || self.seen > self.most_seen {
                    return Ok(Walked::TooLong);
                }
                if let Some(id) = self.blocked(&frame, start, head) {
                    frame.sides.clear();
                    self.undo(&frame);
                    last = Some(id);
                } else {
                    stack.push(frame);
                }
                continue;
            }
            let Some(frame) = stack.pop() else { break };
            let mut hints = frame.refuted.clone();
            let split = self.log.premise("split");
            // A split without ways on is the clause itself.
            last = Some(if hints.is_empty() {
                split
            } else {
                hints.push(split);
                self.log.lemma(&[-frame.literal, -board.end(start, 0)], &hints)
            });
            self.undo(&frame);
        }
        let Some(refuted) = last else { return Ok(Walked::TooLong) };
        Ok(Walked::Refuted(self.log.lemma(&[-board.end(start, 0)], &[begun, refuted])))
    }

    fn frame(&self, literal: i32, cells: Vec<usize>, head: usize, low: usize) -> Frame {
        let sides = (0..4).filter(|&side| self.ahead(head, side).is_some()).collect();
        Frame { literal, cells, head, sides, refuted: Vec::new(), low }
    }

    /// Takes a walk back.
    fn undo(&mut self, frame: &Frame) {
        self.log.command("back", 0);
        for &cell in &frame.cells {
            self.visited[cell] = false;
            self.left += 1;
        }
        for cell in self.low.drain(frame.low..) {
            self.is_low[cell] = false;
        }
    }
}

/// The group that a seed belongs to now.
fn root(of: &[usize], mut index: usize) -> usize {
    while of[index] != index {
        index = of[index];
    }
    index
}
