//! Coil: every walk from a start, tried until none is left, each given up for a reason that the kernel checks.
//!
//! What comes out are [lines](Lines) of a certificate, or only their number: there may be more of them than anybody wants to keep.

use std::collections::HashMap;

use unicursal_kernel::{Board, SIDES};

use crate::log::Lines;

const NOWHERE: u32 = u32::MAX;
/// The group of what is outside the board, and of walls that touch it; and that of the path.
const OUTSIDE: u32 = 0;
const PATH: u32 = u32::MAX;

/// A set that the certificate has named, in which an end must be.
#[derive(Clone, Debug)]
pub struct Core {
    /// The fact that the start is in it; the next fact says it of the end.
    pub first: i32,
    /// In their order.
    pub cells: Vec<usize>,
    /// The clause that says so, by its number, and whether it leaves it open that the start is meant.
    pub clause: u64,
    pub may_start: bool,
}

impl Core {
    fn contains(&self, cell: usize) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }
}

/// How far the walks from a start have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walked {
    /// Some are left.
    Going,
    /// There was none: the number of the clause 'not this start'.
    Refuted(u64),
    /// One visits every cell.
    Found,
}

/// See the [module](self).
pub struct Walks<'a> {
    board: &'a Board,
    /// The cell on each side, if a path may go there.
    beside: Vec<[u32; 4]>,
    visited: Vec<bool>,
    left: usize,
    /// Cells that are not visited and have at most one neighbour that is not.
    low: Vec<usize>,
    is_low: Vec<bool>,
    /// The group of each wall: those touch each other by a side or a corner.
    groups: Vec<u32>,
    /// The groups that the path has touched, which are one with it, and in which order.
    touched: Vec<bool>,
    touches: Vec<u32>,
    marks: Vec<u32>,
    mark: u32,
    /// Cells that were reached from two.
    queues: [Vec<u32>; 2],
    /// How many cells were looked at, to see whether a walk parted what is left.
    pub seen: usize,
    start: usize,
    /// The clause that the start begins with a walk.
    begun: u64,
    stack: Vec<Frame>,
    /// The clause 'not the walk that was tried last'.
    last: Option<u64>,
    /// Clauses about the ends that were stated since the start.
    stated: HashMap<[i32; 2], u64>,
}

struct Frame {
    literal: i32,
    /// Cells visited by the slide, the cell where it began not counted.
    cells: Vec<usize>,
    head: usize,
    /// The sides that were not tried yet, and what refuted the others.
    sides: Vec<usize>,
    refuted: Vec<u64>,
    /// Low cells, and touched groups, before this walk.
    low: usize,
    touches: usize,
}

impl<'a> Walks<'a> {
    /// A board on which nothing is visited.
    pub fn new(board: &'a Board) -> Self {
        let cells = board.free.len();
        let near = |cell: usize, side: usize| board.next(cell, side).map_or(NOWHERE, |near| near as u32);
        let (groups, count) = groups(board);
        let mut walks = Self {
            beside: (0..cells).map(|cell| [0, 1, 2, 3].map(|side| near(cell, side))).collect(),
            board,
            visited: board.free.iter().map(|&free| !free).collect(),
            left: board.count,
            low: Vec::new(),
            is_low: vec![false; cells],
            groups,
            touched: vec![false; count],
            touches: Vec::new(),
            queues: [Vec::new(), Vec::new()],
            marks: vec![0; cells],
            mark: 0,
            seen: 0,
            start: 0,
            begun: 0,
            stack: Vec::new(),
            last: None,
            stated: HashMap::new(),
        };
        for cell in 0..cells {
            walks.look(cell);
        }
        walks
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

    /// The group of walls, and of the cells that joined it to the path, to which a cell belongs; `None` if it is left.
    fn group(&self, (x, y): (i32, i32)) -> Option<u32> {
        let (width, height) = (self.board.width as i32, (self.board.free.len() / self.board.width) as i32);
        if !((0..width).contains(&x) && (0..height).contains(&y)) {
            return Some(if self.touched[OUTSIDE as usize] { PATH } else { OUTSIDE });
        }
        let cell = (y * width + x) as usize;
        let group = self.groups[cell];
        match group {
            PATH => self.visited[cell].then_some(PATH),
            group => Some(if self.touched[group as usize] { PATH } else { group }),
        }
    }

    /// The cells around a straight line of cells, one after the other; every other one of four corners follows a side.
    fn ring(&self, cells: &[usize]) -> Vec<(i32, i32)> {
        let at = |cell: usize| {
            let (x, y) = self.place(cell);
            (x as i32, y as i32)
        };
        let (first, last) = (at(cells[0]), at(cells[cells.len() - 1]));
        let length = cells.len() as i32;
        let (dx, dy) = ((last.0 - first.0).signum(), (last.1 - first.1).signum());
        let (dx, dy) = if (dx, dy) == (0, 0) { (1, 0) } else { (dx, dy) };
        let left = (-1..=length).map(|step| (first.0 + dx * step + dy, first.1 + dy * step - dx));
        let right = (-1..=length).rev().map(|step| (first.0 + dx * step - dy, first.1 + dy * step + dx));
        let (behind, ahead) = ((first.0 - dx, first.1 - dy), (last.0 + dx, last.1 + dy));
        [behind].into_iter().chain(left).chain([ahead]).chain(right).collect()
    }

    /// Two cells that are left and that the cells which were just visited have parted. These are a line, which joins what is blocked
    /// around it; what belonged together before encloses what lies between.
    fn encloses(&mut self, cells: &[usize]) -> Option<[usize; 2]> {
        let ring = self.ring(cells);
        let mut around: Vec<Option<u32>> = ring.iter().map(|&place| self.group(place)).collect();
        let count = around.len();
        // A corner between two that are blocked: these touch each other.
        let corners = [1, cells.len() + 2, cells.len() + 4, count - 1];
        for at in corners {
            if around[at].is_none() && around[at - 1].is_some() {
                around[at] = around[(at + 1) % count].and(around[at - 1]);
            }
        }
        // Stretches that are blocked, and where they begin.
        let is_begin = |&at: &usize| around[at].is_some() && around[(at + count - 1) % count].is_none();
        let runs: Vec<usize> = (0..count).filter(is_begin).collect();
        let pairs =
            runs.iter().enumerate().flat_map(|(at, &other)| runs[..at].iter().map(move |&one| (one, other)));
        let found = pairs.into_iter().find(|&(one, other)| around[one] == around[other]);
        let side = |from: usize, to: usize| {
            let at =
                (from..to).map(|at| at % count).find(|at| around[*at].is_none() && !corners.contains(at))?;
            Some(ring[at].1 as usize * self.board.width + ring[at].0 as usize)
        };
        let parted = found.and_then(|(one, other)| Some([side(one, other)?, side(other, one + count)?]));
        for group in around.into_iter().flatten().filter(|&group| group != PATH) {
            if !self.touched[group as usize] {
                self.touched[group as usize] = true;
                self.touches.push(group);
            }
        }
        parted
    }

    /// The one of two cells from which fewer others can be reached, if one cannot be reached from the other.
    fn parted(&mut self, seeds: [usize; 2]) -> Option<usize> {
        if self.mark > u32::MAX - 4 {
            self.marks.fill(0);
            self.mark = 0;
        }
        self.mark += 2;
        let mut queues = std::mem::take(&mut self.queues);
        for (index, &seed) in seeds.iter().enumerate() {
            self.marks[seed] = self.mark + index as u32;
            queues[index].clear();
            queues[index].push(seed as u32);
        }
        let mut at = 0;
        let found = 'grow: loop {
            for (index, &seed) in seeds.iter().enumerate() {
                let Some(&cell) = queues[index].get(at) else { break 'grow Some(seed) };
                self.seen += 1;
                for near in self.beside[cell as usize] {
                    if near == NOWHERE || self.visited[near as usize] {
                        continue;
                    }
                    let mark = &mut self.marks[near as usize];
                    if *mark < self.mark {
                        *mark = self.mark + index as u32;
                        queues[index].push(near);
                    } else if *mark != self.mark + index as u32 {
                        break 'grow None;
                    }
                }
            }
            at += 1;
        };
        self.queues = queues;
        found
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        (cell % self.board.width, cell / self.board.width)
    }

    /// Why the walk cannot be completed, if that can be seen: the clause 'not this walk'.
    fn blocked(&mut self, frame: &Frame, cores: &[Core], lines: &mut Lines) -> Option<u64> {
        let head = frame.head;
        let parted = self.encloses(&frame.cells);
        let is_dead = |walks: &Self, cell: usize| {
            let ways = walks.near(cell).filter(|&near| !walks.visited[near] || near == head).count();
            !walks.visited[cell] && ways < 2
        };
        let mut dead = self.low.iter().copied().filter(|&cell| is_dead(self, cell));
        let (first, second) = (dead.next(), dead.next());
        drop(dead);
        if let (Some(one), Some(other)) = (first, second) {
            let ((x, y), (a, b)) = (self.place(one), self.place(other));
            return Some(lines.premise(format_args!("dead {x},{y} {a},{b}")));
        }
        if let Some(id) = first.and_then(|end| self.wrong_end(frame.literal, end, cores, lines)) {
            return Some(id);
        }
        let cell = self.parted(parted?)?;
        let (x, y) = self.place(cell);
        Some(lines.premise(format_args!("part {x},{y}")))
    }

    /// 'Not both', a clause about the ends, which is stated once.
    fn ends(&mut self, clause: [i32; 2], lines: &mut Lines) -> u64 {
        let [one, other] = clause;
        *(self.stated.entry(clause)).or_insert_with(|| lines.premise(format_args!("ends {one} {other} 0")))
    }

    /// If the path must end in this cell, but cannot.
    fn wrong_end(&mut self, walk: i32, end: usize, cores: &[Core], lines: &mut Lines) -> Option<u64> {
        let (board, start) = (self.board, self.start);
        let (first, literal) = (-board.end(start, 0), board.end(end, 1));
        let (x, y) = self.place(end);
        let wrong_colour = board.count.is_multiple_of(2) && board.is_white(start) == board.is_white(end)
            || !board.count.is_multiple_of(2)
                && board.is_white(end) != (board.white > board.count - board.white);
        let core = cores.iter().find(|core| !core.contains(start) && !core.contains(end));
        if !wrong_colour && core.is_none() {
            return None;
        }
        let dead = lines.premise(format_args!("dead {x},{y}"));
        lines.forget(dead);
        let mut hints = vec![dead];
        match core.filter(|_| !wrong_colour) {
            None => hints.push(self.ends([first, -literal], lines)),
            Some(core) => {
                hints.push(self.ends([-(core.first + 1), -literal], lines));
                if core.may_start {
                    hints.push(self.ends([-core.first, first], lines));
                }
                hints.push(core.clause);
            }
        }
        Some(lines.lemma(&[-walk, first], &hints))
    }

    /// Begins to try the walks from a cell.
    pub fn begin(&mut self, start: usize, lines: &mut Lines) {
        let low = self.low.len();
        let (x, y) = self.place(start);
        self.start = start;
        let literal = lines.fact();
        self.begun = lines.premise(format_args!("walk {x},{y}"));
        self.visit(start);
        let frame = self.frame(literal, vec![start], start, low);
        self.last = None;
        self.stated.clear();
        self.push(frame, &[], lines);
    }

    /// Goes on by one slide.
    pub fn step(&mut self, cores: &[Core], lines: &mut Lines) -> Walked {
        let start = -self.board.end(self.start, 0);
        let Some(mut frame) = self.stack.pop() else {
            let Some(last) = self.last.take() else { return Walked::Found };
            lines.forget(last);
            lines.forget(self.begun);
            self.stated.drain().for_each(|(_, stated)| lines.forget(stated));
            return Walked::Refuted(lines.lemma(&[start], &[self.begun, last]));
        };
        frame.refuted.extend(self.last.take());
        if self.left == 0 {
            return Walked::Found;
        }
        if let Some(side) = frame.sides.pop() {
            let (head, low) = (frame.head, self.low.len());
            self.stack.push(frame);
            let literal = lines.fact();
            lines.command(format_args!("slide {}", char::from(SIDES[side])));
            let (mut cells, mut cell) = (Vec::new(), head);
            while let Some(next) = self.ahead(cell, side) {
                self.visit(next);
                cells.push(next);
                cell = next;
            }
            let frame = self.frame(literal, cells, cell, low);
            if self.left == 0 {
                return Walked::Found;
            }
            self.push(frame, cores, lines);
        } else {
            let split = lines.premise(format_args!("split"));
            // A split without ways on is the clause itself.
            self.last = Some(if frame.refuted.is_empty() {
                split
            } else {
                frame.refuted.push(split);
                frame.refuted.iter().for_each(|&hint| lines.forget(hint));
                lines.lemma(&[-frame.literal, start], &frame.refuted)
            });
            self.undo(&frame, lines);
        }
        Walked::Going
    }

    /// Goes on from a walk, if it is not blocked.
    fn push(&mut self, frame: Frame, cores: &[Core], lines: &mut Lines) {
        self.last = self.blocked(&frame, cores, lines);
        if self.last.is_some() {
            self.undo(&frame, lines);
        } else {
            self.stack.push(frame);
        }
    }

    fn frame(&self, literal: i32, cells: Vec<usize>, head: usize, low: usize) -> Frame {
        let sides = (0..4).filter(|&side| self.ahead(head, side).is_some()).collect();
        Frame { literal, cells, head, sides, refuted: Vec::new(), low, touches: self.touches.len() }
    }

    /// Takes a walk back.
    fn undo(&mut self, frame: &Frame, lines: &mut Lines) {
        lines.command(format_args!("back"));
        for &cell in &frame.cells {
            self.visited[cell] = false;
            self.left += 1;
        }
        for cell in self.low.drain(frame.low..) {
            self.is_low[cell] = false;
        }
        for group in self.touches.drain(frame.touches..) {
            self.touched[group as usize] = false;
        }
    }
}

/// The groups of walls, and how many there are.
fn groups(board: &Board) -> (Vec<u32>, usize) {
    let (width, height) = (board.width, board.free.len() / board.width);
    let mut groups: Vec<u32> = vec![PATH; board.free.len()];
    let edge = |cell: &usize| {
        let (x, y) = (cell % width, cell / width);
        x == 0 || y == 0 || x + 1 == width || y + 1 == height
    };
    let (mut count, mut queue): (u32, Vec<usize>) = (1, Vec::new());
    let walls = || (0..board.free.len()).filter(|&cell| !board.free[cell]);
    for seed in walls().filter(edge).chain(walls()) {
        if groups[seed] != PATH {
            continue;
        }
        let group = if edge(&seed) { OUTSIDE } else { count };
        count += u32::from(group == count);
        groups[seed] = group;
        queue.push(seed);
        while let Some(cell) = queue.pop() {
            let (x, y) = (cell % width, cell / width);
            for y in y.saturating_sub(1)..(y + 2).min(height) {
                for near in (x.saturating_sub(1)..(x + 2).min(width)).map(|x| y * width + x) {
                    if !board.free[near] && groups[near] == PATH {
                        groups[near] = group;
                        queue.push(near);
                    }
                }
            }
        }
    }
    (groups, count as usize)
}
