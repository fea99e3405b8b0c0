//! Coil: every walk from a start, tried until none is left, each given up for a reason that the kernel checks.
//!
//! What comes out are [lines](Lines) of a certificate, or only their number: there may be more of them than anybody wants to keep.

use std::collections::HashMap;

use unicursal_kernel::{Board, SIDES};

use crate::log::Lines;

const NOWHERE: u32 = u32::MAX;

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
    marks: Vec<u32>,
    mark: u32,
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
    /// Low cells before this walk.
    low: usize,
}

impl<'a> Walks<'a> {
    /// A board on which nothing is visited.
    pub fn new(board: &'a Board) -> Self {
        let cells = board.free.len();
        let near = |cell: usize, side: usize| board.next(cell, side).map_or(NOWHERE, |near| near as u32);
        let mut walks = Self {
            beside: (0..cells).map(|cell| [0, 1, 2, 3].map(|side| near(cell, side))).collect(),
            board,
            visited: board.free.iter().map(|&free| !free).collect(),
            left: board.count,
            low: Vec::new(),
            is_low: vec![false; cells],
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

    fn place(&self, cell: usize) -> (usize, usize) {
        (cell % self.board.width, cell / self.board.width)
    }

    /// Why the walk cannot be completed, if that can be seen: the clause 'not this walk'.
    fn blocked(&mut self, frame: &Frame, old_head: usize, cores: &[Core], lines: &mut Lines) -> Option<u64> {
        let head = frame.head;
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
        let may_part = frame.cells.iter().chain([&old_head]).any(|&cell| self.may_part(cell));
        if may_part {
            let mut cells = frame.cells.clone();
            cells.push(old_head);
            if let Some(cell) = self.parted(&cells) {
                let (x, y) = self.place(cell);
                return Some(lines.premise(format_args!("part {x},{y}")));
            }
        }
        None
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
        (self.stack, self.last) = (vec![frame], None);
        self.stated.clear();
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
            if let Some(id) = self.blocked(&frame, head, cores, lines) {
                self.undo(&frame, lines);
                self.last = Some(id);
            } else {
                self.stack.push(frame);
            }
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

    fn frame(&self, literal: i32, cells: Vec<usize>, head: usize, low: usize) -> Frame {
        let sides = (0..4).filter(|&side| self.ahead(head, side).is_some()).collect();
        Frame { literal, cells, head, sides, refuted: Vec::new(), low }
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
    }
}

/// The group that a seed belongs to now.
fn root(of: &[usize], mut index: usize) -> usize {
    while of[index] != index {
        index = of[index];
    }
    index
}
