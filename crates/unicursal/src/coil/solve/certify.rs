//! Writing down why there is no answer, or no other, so that others can check it.
//!
//! The form is that of [`unicursal_check::coil_proof`], which judges cells, blocks, chains and cuts as the
//! engine does: so only what was tried has to be written, not what followed. First come the
//! [cores](super::cores), each with the values that were refuted in its window. Then the whole board is
//! played with the ends that the cores leave: values are refuted as far as that goes, and the rest is a
//! tree of choices along the path: from each start, or on and back from each cell of the smallest core.

use std::fmt::Write;

use unicursal_check::coil_proof::HEADER;

use super::colours::Colours;
use super::cores::Core;
use super::deduce::blank_word_of;
use super::hunt::{Hunt, Quest, boxes};
use super::parity::{self, excludes_single_end};
use super::proofs::quick_proof;
use super::rule::RULES;
use crate::area::{Area, Local};
use crate::coil::engine::probe::{Prober, Refutation};
use crate::coil::engine::values::{AFTER, BEFORE, IN, OUT, role, towards};
use crate::coil::engine::{Engine, Mark, Switches};
use crate::coil::{Answer, Board, text};
use crate::{Control, Interruption, Progress};

/// The proof that a board with at least two free cells, or none, has no answer, or none but the given one.
/// `None` if one was found that is not that.
pub fn certify(
    board: &Board,
    answer: Option<&Answer>,
    control: &Control,
) -> Result<Option<String>, Interruption> {
    let mut proof = format!("{HEADER}\n");
    if let Some(answer) = answer {
        let _ = write!(proof, "answer {}", text::print_slides(answer));
    }
    if quick_proof(board).is_some() {
        proof.push_str("world\ncontradiction\n");
        return Ok(Some(proof));
    }
    // The order of cells that are far apart is not judged by the checker.
    let switches = Switches {
        order: false,
        ..Switches::default()
    };
    let cores = Hunt::new(board, switches, Quest::default()).locate_cores(control)?;
    for core in &cores {
        write_core(&mut proof, board, core);
    }
    let sets: Vec<&[usize]> = cores.iter().map(|core| &core.cells[..]).collect();
    let mut may_end = vec![true; board.cell_count()];
    if let [core @ [_, ..]] = sets[..] {
        write_lone(&mut proof, board, core, switches, &mut may_end, control)?;
    }
    proof.push_str("world\n");
    if sets.len() > 2 || sets.iter().any(|core| core.is_empty()) {
        proof.push_str("contradiction\n");
        return Ok(Some(proof));
    }
    let mut tree = Tree {
        board,
        colours: Colours::new(board, true, None),
        engine: Engine::new(&RULES, switches),
        proof,
        path: Vec::new(),
        choices: Vec::new(),
        answer: answer.map(|answer| cells_of(board, answer)),
        most_bytes: usize::MAX,
        control,
    };
    let whole = tree.play(&sets, &may_end)?;
    tree.proof.push_str("contradiction\n");
    Ok(whole.then_some(tree.proof))
}

/// The cells that an answer visits, in order; none if it cannot be walked.
fn cells_of(board: &Board, answer: &Answer) -> Vec<usize> {
    let corners = answer.corners(board).unwrap_or_default();
    let mut cells = corners.first().copied().into_iter().collect::<Vec<_>>();
    for slide in corners.windows(2) {
        let (from, to) = (slide[0], slide[1]);
        let step = if from.abs_diff(to) < board.stride() {
            1
        } else {
            board.stride()
        };
        let count = from.abs_diff(to) / step;
        cells.extend((1..=count).map(|n| {
            if to > from {
                from + n * step
            } else {
                from - n * step
            }
        }));
    }
    cells
}

fn write_core(proof: &mut String, board: &Board, core: &Core) {
    let place = |cell: usize| {
        let (x, y) = board.position(cell);
        format!(" {x},{y}")
    };
    proof.push_str("core\nmiddle");
    for &cell in &core.cells {
        proof.push_str(&place(cell));
    }
    proof.push('\n');
    write_box(proof, core.window);
    for &refuted in &core.refuted {
        write_refuted(proof, board, refuted, |cell| {
            core.window.on_board(Local(cell))
        });
    }
    proof.push_str("contradiction\n");
}

/// The cells of a window that are judged: not its border. The frame is no part of the board.
fn write_box(proof: &mut String, window: Area) {
    let (columns, rows) = (window.columns(), window.rows());
    let (x, y) = (columns.start(), rows.start());
    let (last_x, last_y) = (columns.end() - 2, rows.end() - 2);
    let _ = writeln!(proof, "box {x},{y} {last_x},{last_y}");
}

/// Boxes in which there is no end when the other is in the only core: counting shows it.
fn write_lone(
    proof: &mut String,
    board: &Board,
    core: &[usize],
    switches: Switches,
    may_end: &mut [bool],
    control: &Control,
) -> Result<(), Interruption> {
    let colours = Colours::new(board, true, None);
    let is_core = |cell: usize| core.contains(&cell);
    for area in boxes(board) {
        if core.iter().any(|&cell| area.contains(cell)) {
            continue;
        }
        let excluded = excludes_single_end(board, switches, colours, area, &is_core, control)?;
        let Some(refuted) = excluded else {
            continue;
        };
        let window = parity::window(board, area);
        let (columns, rows) = (area.columns(), area.rows());
        let _ = writeln!(
            proof,
            "lone {},{} {},{}",
            columns.start() - 1,
            rows.start() - 1,
            columns.end() - 1,
            rows.end() - 1
        );
        write_box(proof, window);
        for refuted in refuted {
            write_refuted(proof, board, refuted, |cell| window.on_board(Local(cell)));
        }
        proof.push_str("contradiction\n");
        area.cells().for_each(|cell| may_end[cell] = false);
    }
    Ok(())
}

fn write_refuted(
    proof: &mut String,
    board: &Board,
    refuted: Refutation,
    on_board: impl Fn(usize) -> usize,
) {
    let (x, y) = board.position(on_board(refuted.cell as usize));
    let side = SIDES[usize::from(refuted.dir)];
    let value = value_name(u16::from(refuted.value));
    let _ = writeln!(proof, "not {x},{y} {side} {value}");
}

const SIDES: [&str; 4] = ["right", "down", "left", "up"];

fn value_name(value: u16) -> &'static str {
    match value {
        OUT => "out",
        IN => "in",
        AFTER => "after",
        _ => "before",
    }
}

/// A way along the path: from its start on, or back from its end.
#[derive(Clone, Copy)]
enum Way {
    On,
    Back,
}

impl Way {
    /// The role of the first cell, of the last one, the value of a step and of a cell that is left aside.
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

struct Tree<'a> {
    board: &'a Board,
    colours: Colours,
    engine: Engine,
    proof: String,
    path: Vec<usize>,
    choices: Vec<Choice>,
    /// The cells of the answer that may be found, in order.
    answer: Option<Vec<usize>>,
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

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Walked {
    Refuted,
    /// There is an answer that is not the one that is known.
    Complete,
    TooLong,
}

/// Bytes that each plan may take in turns: which of them is shorter cannot be told beforehand.
const LIMITS: [usize; 4] = [50_000, 400_000, 3_200_000, usize::MAX];

impl Tree<'_> {
    /// Refutes everything but the answer. Returns false if there is another one.
    fn play(&mut self, cores: &[&[usize]], may_end: &[bool]) -> Result<bool, Interruption> {
        let (board, colours) = (self.board, self.colours);
        let may_end = |cell: usize| {
            may_end[cell] && (cores.len() < 2 || cores.iter().any(|core| core.contains(&cell)))
        };
        let sound = self
            .engine
            .load(board.stride(), board.height() + 2, |x, y| {
                let cell = y * board.stride() + x;
                let roles = if may_end(cell) {
                    colours.roles(cell)
                } else {
                    role::MIDDLE
                };
                (blank_word_of(board, cell), roles)
            });
        let sound = sound
            && self.engine.propagate_all()
            && self.engine.expect_ends()
            && self.engine.propagate();
        if !sound || !self.probe()? {
            return Ok(true);
        }
        let smallest = cores.iter().min_by_key(|core| core.len());
        let plans = [smallest.map(|&core| Plan::From(core)), Some(Plan::Starts)];
        let (mark, begun) = (self.engine.mark(), self.proof.len());
        let limits = match smallest {
            Some(_) => &LIMITS[..],
            None => &[usize::MAX],
        };
        for &limit in limits {
            self.most_bytes = begun.saturating_add(limit);
            for plan in plans.into_iter().flatten() {
                match self.follow(plan)? {
                    Walked::Refuted => return Ok(true),
                    Walked::Complete => return Ok(false),
                    Walked::TooLong => {}
                }
                self.engine.undo(mark);
                self.proof.truncate(begun);
            }
        }
        Ok(false)
    }

    /// Refutes everything but the answer in one way.
    fn follow(&mut self, plan: Plan) -> Result<Walked, Interruption> {
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
                if walked != Walked::Refuted {
                    return Ok(walked);
                }
                if !(self.engine.keep_roles(cell, !first) && self.engine.propagate()) {
                    return Ok(Walked::Refuted);
                }
            }
        }
        Ok(Walked::Refuted)
    }

    /// Refutes single values. Returns false on a contradiction.
    fn probe(&mut self) -> Result<bool, Interruption> {
        let mut prober = Prober::default();
        prober.reset(self.board.stride(), self.board.height() + 2);
        let cells: Vec<u32> = (0..self.engine.len() as u32)
            .filter(|&cell| self.engine.is_active(cell as usize))
            .collect();
        let sound = prober.run(&mut self.engine, &cells, self.control)?;
        for &refuted in &prober.log {
            write_refuted(&mut self.proof, self.board, refuted, |cell| cell);
        }
        self.engine.settle();
        Ok(sound)
    }

    /// Refutes all paths but the answer that start, or end, at a cell.
    fn walk_from(&mut self, cell: usize, way: Way) -> Result<Walked, Interruption> {
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
            return Ok(Walked::Refuted);
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
    fn walk(&mut self, way: Way) -> Result<Walked, Interruption> {
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
                if self.answer.as_ref() != Some(&cells) {
                    return Ok(Walked::Complete);
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
                return Ok(Walked::Refuted);
            }
            if self.proof.len() > self.most_bytes {
                return Ok(Walked::TooLong);
            }
        }
    }

    fn visit(&mut self, cell: usize) {
        self.engine.pass(cell, true);
        self.path.push(cell);
    }

    fn shorten(&mut self, length: usize) {
        for cell in self.path.drain(length..) {
            self.engine.pass(cell, false);
        }
    }

    /// Goes one cell on. Returns false on a contradiction.
    fn step(&mut self, way: Way) -> bool {
        let (_, last, used, aside) = way.values();
        let Some(&head) = self.path.last() else {
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
            let Some(&head) = self.path.last() else {
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
