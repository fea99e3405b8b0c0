//! A tree of choices along the path, after what single values refute.

use std::fmt::Write;

use super::Tried;
use super::lone::lone;
use super::write::{self, SIDES, value_name};
use crate::coil::Board;
use crate::coil::engine::probe::{Prober, Refutation};
use crate::coil::engine::values::{AFTER, BEFORE, IN, OUT, role, towards};
use crate::coil::engine::{Engine, Mark, Switches};
use crate::coil::solve::deduce::blank_word_of;
use crate::coil::solve::deduce::colours::Colours;
use crate::coil::solve::deduce::parity::Counted;
use crate::coil::solve::deduce::rule::RULES;
use crate::coil::tuning::certify::{FIRST_BYTES, NEAR};
use crate::{Control, Interruption, Progress};

/// A way along the path: from its start on, or back from its end.
#[derive(Clone, Copy)]
enum Way {
    On,
    Back,
}

impl Way {
    /// The role of the first cell, of the last one, the value of a step and of a cell that is left
    /// aside.
    fn values(self) -> (u8, u8, u16, u16) {
        match self {
            Self::On => (role::START, role::END, OUT, AFTER),
            Self::Back => (role::END, role::START, IN, BEFORE),
        }
    }

    fn role_name(self) -> &'static str {
        match self {
            Self::On => "start",
            Self::Back => "end",
        }
    }
}

/// A step that was tried where there were others.
struct Choice {
    /// Cells walked before.
    length: usize,
    mark: Mark,
    dir: usize,
}

/// See the [module](self).
pub struct Tree<'a> {
    board: &'a Board,
    colours: Colours,
    engine: Engine,
    pub proof: String,
    /// How long the proof was before the first choice.
    begun: usize,
    /// The smallest core, if there is one.
    smallest: Option<&'a [usize]>,
    /// Whether nothing is left to be tried.
    refuted: bool,
    path: Vec<u32>,
    choices: Vec<Choice>,
    /// The cells of each answer that may be found, in order.
    answers: &'a [Vec<u32>],
    /// How long the proof may become before another plan has its turn.
    most_bytes: usize,
    control: &'a Control<'a>,
}

/// What all paths are refuted by.
#[derive(Clone, Copy)]
enum Plan<'a> {
    /// From the cells of a core on, and back from them: one of them is an end.
    From(&'a [usize]),
    /// From each start on. There are more of them, but one slides on more surely than back.
    Starts,
}

impl<'a> Tree<'a> {
    /// A tree that begins after what a proof says so far: ends that counting excludes, values that
    /// are refuted.
    pub fn new(
        board: &'a Board,
        cores: &[&'a [usize]],
        counted: &[Counted],
        answers: &'a [Vec<u32>],
        begun: &str,
        switches: Switches,
        control: &'a Control<'a>,
    ) -> Result<Self, Interruption> {
        let mut tree = Self {
            board,
            colours: Colours::new(board, true, None),
            engine: Engine::new(&RULES, switches),
            begun: 0,
            proof: format!("{begun}world\n"),
            smallest: cores.iter().copied().min_by_key(|core| core.len()),
            refuted: false,
            path: Vec::new(),
            choices: Vec::new(),
            answers,
            most_bytes: usize::MAX,
            control,
        };
        let mut may_end: Vec<bool> = (0..board.cell_count())
            .map(|cell| cores.len() < 2 || cores.iter().any(|core| core.contains(&cell)))
            .collect();
        tree.refuted = !tree.load(&may_end) || tree.is_soon_refuted()?;
        if let [core] = *cores
            && !tree.refuted
        {
            begun.clone_into(&mut tree.proof);
            lone(
                &mut tree.proof,
                board,
                core,
                counted,
                switches,
                &mut may_end,
                control,
            )?;
            tree.proof.push_str("world\n");
            tree.refuted = !tree.load(&may_end) || tree.is_soon_refuted()?;
        }
        tree.refuted = tree.refuted || !tree.probe()?;
        tree.begun = tree.proof.len();
        Ok(tree)
    }

    /// Plays the whole board with the ends that are left. Returns false on a contradiction.
    fn load(&mut self, may_end: &[bool]) -> bool {
        let (board, colours) = (self.board, self.colours);
        let sound = self
            .engine
            .load(board.stride(), board.height() + 2, |x, y| {
                let cell = y * board.stride() + x;
                let roles = if may_end[cell] {
                    colours.roles(cell)
                } else {
                    role::MIDDLE
                };
                (blank_word_of(board, cell), roles)
            });
        sound && self.engine.propagate_all() && self.engine.expect_ends() && self.engine.propagate()
    }

    /// Whether a short walk from a core decides, so that nothing else needs to be refuted.
    fn is_soon_refuted(&mut self) -> Result<bool, Interruption> {
        let Some(core) = self.smallest else {
            return Ok(false);
        };
        let (mark, begun) = (self.engine.mark(), self.proof.len());
        self.most_bytes = begun + FIRST_BYTES;
        if self.follow(Plan::From(core))? == Tried::Refuted {
            return Ok(true);
        }
        self.engine.undo(mark);
        self.proof.truncate(begun);
        Ok(false)
    }

    /// Refutes everything but the answer, if each way takes no more than about this many bytes.
    pub fn refute(&mut self, bytes: usize) -> Result<Tried, Interruption> {
        self.most_bytes = self.begun.saturating_add(bytes);
        let plans = [self.smallest.map(Plan::From), Some(Plan::Starts)];
        let mark = self.engine.mark();
        for plan in plans.into_iter().flatten() {
            let tried = if self.refuted {
                Tried::Refuted
            } else {
                self.follow(plan)?
            };
            match tried {
                Tried::Refuted => {
                    self.proof.push_str("contradiction\n");
                    return Ok(tried);
                }
                Tried::Another => return Ok(tried),
                Tried::TooLong => {
                    self.engine.undo(mark);
                    self.proof.truncate(self.begun);
                }
            }
        }
        Ok(Tried::TooLong)
    }

    /// Refutes everything but the answer in one way.
    fn follow(&mut self, plan: Plan) -> Result<Tried, Interruption> {
        let ways: &[Way] = match plan {
            Plan::From(_) => &[Way::On, Way::Back],
            Plan::Starts => &[Way::On],
        };
        for &way in ways {
            let (first, ..) = way.values();
            let candidates: Vec<usize> = self.engine.candidates(first).collect();
            for cell in candidates {
                if matches!(plan, Plan::From(core) if !core.contains(&cell)) {
                    continue;
                }
                let walked = self.walk_from(cell, way)?;
                if walked != Tried::Refuted {
                    return Ok(walked);
                }
                if !(self.engine.keep_roles(cell, !first) && self.engine.propagate()) {
                    return Ok(Tried::Refuted);
                }
            }
        }
        Ok(Tried::Refuted)
    }

    /// Refutes single values. Returns false on a contradiction.
    fn probe(&mut self) -> Result<bool, Interruption> {
        let mark = self.engine.mark();
        let mut prober = Prober::default();
        prober.reset(self.board.stride(), self.board.height() + 2);
        let cells: Vec<u32> = (0..self.engine.len() as u32)
            .filter(|&cell| self.engine.is_active(cell as usize))
            .collect();
        let sound = prober.run(&mut self.engine, &cells, self.control)?;
        if !sound {
            self.keep_near(&mut prober, mark);
        }
        for &refuted in &prober.log {
            write::refuted(&mut self.proof, self.board, refuted, |cell| cell);
        }
        self.engine.settle();
        Ok(sound)
    }

    /// After a contradiction: keeps only the values that were refuted near its place, if that
    /// suffices.
    fn keep_near(&mut self, prober: &mut Prober, mark: Mark) {
        let all = std::mem::take(&mut prober.log);
        let Some(last) = all.last() else { return };
        let place = |cell: u32| self.board.position(cell as usize);
        let (x, y) = place(last.cell);
        for radius in NEAR {
            let is_near = |refuted: &&Refutation| {
                let (a, b) = place(refuted.cell);
                a.abs_diff(x) <= radius && b.abs_diff(y) <= radius
            };
            let near: Vec<Refutation> = all.iter().filter(is_near).copied().collect();
            self.engine.undo(mark);
            prober.reset(self.board.stride(), self.board.height() + 2);
            if !prober.repeat(&mut self.engine, &near) {
                return;
            }
        }
        prober.log = all;
    }

    /// Refutes all paths but the answer that start, or end, at a cell.
    fn walk_from(&mut self, cell: usize, way: Way) -> Result<Tried, Interruption> {
        let (first, ..) = way.values();
        let mark = self.engine.mark();
        let colours = self.colours;
        let fits = match way {
            Way::On => self
                .engine
                .start_at(cell, |other| !colours.fit(cell, other)),
            Way::Back => self.engine.keep_roles(cell, first) && self.engine.propagate(),
        };
        let (x, y) = self.board.position(cell);
        let name = way.role_name();
        if !fits {
            let _ = writeln!(self.proof, "not {x},{y} {name}");
            self.engine.undo(mark);
            return Ok(Tried::Refuted);
        }
        let _ = writeln!(self.proof, "try {x},{y} {name}");
        self.visit(cell);
        let walked = self.walk(way);
        self.shorten(0);
        self.choices.clear();
        self.engine.undo(mark);
        walked
    }

    /// Tries all ways on from the path so far.
    fn walk(&mut self, way: Way) -> Result<Tried, Interruption> {
        let mut steps = 0_u32;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1024) {
                self.control.check()?;
                self.control.report(|| Progress {
                    phase: "writing the proof",
                    ..Progress::default()
                });
            }
            let complete = self.path.len() == self.board.free_count();
            if complete {
                let mut cells = self.path.clone();
                if matches!(way, Way::Back) {
                    cells.reverse();
                }
                if !self.answers.contains(&cells) {
                    return Ok(Tried::Another);
                }
            } else if self.step(way) {
                continue;
            }
            let closing = if complete {
                "answer\n"
            } else {
                "contradiction\n"
            };
            self.proof.push_str(closing);
            if !self.back(way) {
                return Ok(Tried::Refuted);
            }
            if self.proof.len() > self.most_bytes {
                return Ok(Tried::TooLong);
            }
        }
    }

    fn head(&self) -> Option<usize> {
        self.path.last().map(|&cell| cell as usize)
    }

    fn visit(&mut self, cell: usize) {
        self.engine.pass(cell, true);
        self.path.push(cell as u32);
    }

    fn shorten(&mut self, length: usize) {
        for cell in self.path.drain(length..) {
            self.engine.pass(cell as usize, false);
        }
    }

    /// Goes one cell on. Returns false on a contradiction.
    fn step(&mut self, way: Way) -> bool {
        let (_, last, used, aside) = way.values();
        let Some(head) = self.head() else {
            return false;
        };
        let engine = &mut self.engine;
        if engine.roles(head) & last != 0 && !engine.keep_roles(head, !last) {
            return false;
        }
        // What is not visited yet comes later, or earlier if one walks back.
        for side in 0..4 {
            let other = engine.neighbour(head, side);
            if engine.is_free(other)
                && !engine.is_passed(other)
                && !engine.keep(head, side, used | aside)
            {
                return false;
            }
        }
        if !engine.propagate() {
            return false;
        }
        let word = engine.word(head);
        let mut ways = (0..4).filter(|&dir| towards(word, dir) & used != 0);
        let Some(dir) = ways.next() else {
            return false;
        };
        if ways.next().is_some() {
            let mark = engine.mark();
            let (x, y) = self.board.position(head);
            let (side, value) = (SIDES[dir], value_name(used));
            if !(engine.keep(head, dir, used) && engine.propagate()) {
                engine.undo(mark);
                let _ = writeln!(self.proof, "not {x},{y} {side} {value}");
                return engine.keep(head, dir, !used) && engine.propagate();
            }
            let _ = writeln!(self.proof, "try {x},{y} {side} {value}");
            self.choices.push(Choice {
                length: self.path.len(),
                mark,
                dir,
            });
        }
        let next = self.engine.neighbour(head, dir);
        if self.engine.is_passed(next) {
            return false;
        }
        self.visit(next);
        true
    }

    /// Goes back to the latest choice that leaves another. Returns false if there is none.
    fn back(&mut self, way: Way) -> bool {
        let (_, _, used, _) = way.values();
        while let Some(choice) = self.choices.pop() {
            self.engine.undo(choice.mark);
            self.shorten(choice.length);
            let Some(head) = self.head() else {
                return false;
            };
            if self.engine.keep(head, choice.dir, !used) && self.engine.propagate() {
                return true;
            }
            self.proof.push_str("contradiction\n");
        }
        false
    }
}
