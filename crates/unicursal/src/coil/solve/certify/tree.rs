//! A tree of choices along the path, after what single values refute.

use unicursal_certificate::{Step, Value};

use super::value;
use crate::area::Area;
use crate::coil::Board;
use crate::coil::engine::probe::{Prober, Refutation};
use crate::coil::engine::values::{AFTER, BEFORE, EARLIER, IN, OUT, USED, role};
use crate::coil::engine::{Engine, Mark, Switches};
use crate::coil::solve::deduce::blank_word_of;
use crate::coil::solve::deduce::colours::Colours;
use crate::coil::solve::deduce::parity::excludes_single_end;
use crate::coil::solve::deduce::rule::RULES;
use crate::coil::solve::ends::boxes;
use crate::coil::tuning::certify::{FIRST_STEPS, NEAR};
use crate::schedule::Ticks;
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

    fn role(self) -> Value {
        match self {
            Self::On => Value::Start,
            Self::Back => Value::End,
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
    pub steps: Vec<Step>,
    /// How many steps there were before the first choice.
    begun: usize,
    /// The smallest core, if there is one.
    smallest: Option<&'a [usize]>,
    /// Whether nothing is left to be tried.
    refuted: bool,
    path: Vec<u32>,
    choices: Vec<Choice>,
    /// How many steps there may be before another plan has its turn.
    most_steps: usize,
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
    /// A tree that begins with ends that counting excludes, and values that are refuted.
    pub fn new(
        board: &'a Board,
        cores: &[&'a [usize]],
        counted: &[Area],
        switches: Switches,
        control: &'a Control<'a>,
    ) -> Result<Self, Interruption> {
        let mut tree = Self {
            board,
            colours: Colours::new(board, true, None),
            engine: Engine::new(&RULES, switches),
            begun: 0,
            steps: Vec::new(),
            smallest: cores.iter().copied().min_by_key(|core| core.len()),
            refuted: false,
            path: Vec::new(),
            choices: Vec::new(),
            most_steps: usize::MAX,
            control,
        };
        let mut may_end: Vec<bool> = (0..board.cell_count())
            .map(|cell| cores.len() < 2 || cores.iter().any(|core| core.contains(&cell)))
            .collect();
        tree.refuted = !tree.load(&may_end) || tree.is_soon_refuted()?;
        if let [core] = *cores
            && !tree.refuted
        {
            tree.exclude_lone(core, counted, switches, &mut may_end)?;
            tree.refuted = !tree.load(&may_end) || tree.is_soon_refuted()?;
        }
        tree.refuted = tree.refuted || !tree.probe()?;
        tree.begun = tree.steps.len();
        Ok(tree)
    }

    /// Boxes in which there is no end when the other is in the only core: counting shows it. Those
    /// that were `counted` before are all, if there are any.
    fn exclude_lone(
        &self,
        core: &[usize],
        counted: &[Area],
        switches: Switches,
        may_end: &mut [bool],
    ) -> Result<(), Interruption> {
        let is_core = |cell: usize| core.contains(&cell);
        let (board, work) = (self.board, &mut Ticks(0));
        let mut excluded = counted.to_vec();
        if excluded.is_empty() {
            for area in boxes(board) {
                if !core.iter().any(|&cell| area.contains(cell))
                    && excludes_single_end(
                        board,
                        switches,
                        self.colours,
                        area,
                        &is_core,
                        work,
                        self.control,
                    )?
                {
                    excluded.push(area);
                }
            }
        }
        for area in excluded {
            area.cells().for_each(|cell| may_end[cell] = false);
        }
        Ok(())
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
        let (mark, begun) = (self.engine.mark(), self.steps.len());
        self.most_steps = begun + FIRST_STEPS;
        if self.follow(Plan::From(core))? {
            return Ok(true);
        }
        self.engine.undo(mark);
        self.steps.truncate(begun);
        Ok(false)
    }

    /// Whether everything is refuted if each way takes no more than about this many steps.
    pub fn refute(&mut self, steps: usize) -> Result<bool, Interruption> {
        self.most_steps = self.begun.saturating_add(steps);
        let plans = [self.smallest.map(Plan::From), Some(Plan::Starts)];
        let mark = self.engine.mark();
        for plan in plans.into_iter().flatten() {
            if self.refuted || self.follow(plan)? {
                self.steps.push(Step::End);
                return Ok(true);
            }
            self.engine.undo(mark);
            self.steps.truncate(self.begun);
        }
        Ok(false)
    }

    /// Refutes everything in one way, unless that takes too long.
    fn follow(&mut self, plan: Plan) -> Result<bool, Interruption> {
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
                if !self.walk_from(cell, way)? {
                    return Ok(false);
                }
                if !(self.engine.keep_roles(cell, !first) && self.engine.propagate()) {
                    return Ok(true);
                }
            }
        }
        Ok(true)
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
            let place = self.board.position(refuted.cell as usize);
            self.steps.push(Step::Not(place, value(refuted)));
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

    /// Refutes all paths that start, or end, at a cell, unless that takes too long.
    fn walk_from(&mut self, cell: usize, way: Way) -> Result<bool, Interruption> {
        let (first, ..) = way.values();
        let mark = self.engine.mark();
        let colours = self.colours;
        let fits = match way {
            Way::On => self
                .engine
                .start_at(cell, |other| !colours.fit(cell, other)),
            Way::Back => self.engine.keep_roles(cell, first) && self.engine.propagate(),
        };
        let place = self.board.position(cell);
        if !fits {
            self.steps.push(Step::Not(place, way.role()));
            self.engine.undo(mark);
            return Ok(true);
        }
        self.steps.push(Step::Try(place, way.role()));
        self.visit(cell);
        let walked = self.walk(way);
        self.shorten(0);
        self.choices.clear();
        self.engine.undo(mark);
        walked
    }

    /// Tries all ways on from the path so far, unless that takes too long.
    fn walk(&mut self, way: Way) -> Result<bool, Interruption> {
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
            if self.path.len() == self.board.free_count() {
                // An answer, which the writer will not refute.
                return Ok(false);
            }
            if self.step(way) {
                continue;
            }
            self.steps.push(Step::End);
            if !self.back(way) {
                return Ok(true);
            }
            if self.steps.len() > self.most_steps {
                return Ok(false);
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
        let mut ways = (0..4).filter(|&dir| word.towards(dir) & used != 0);
        let Some(dir) = ways.next() else {
            return false;
        };
        if ways.next().is_some() {
            let mark = engine.mark();
            let place = self.board.position(head);
            let value = Value::Side {
                side: dir,
                is_used: used & USED != 0,
                is_later: used & EARLIER != 0,
            };
            if !(engine.keep(head, dir, used) && engine.propagate()) {
                engine.undo(mark);
                self.steps.push(Step::Not(place, value));
                return engine.keep(head, dir, !used) && engine.propagate();
            }
            self.steps.push(Step::Try(place, value));
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
            self.steps.push(Step::End);
        }
        false
    }
}
