//! Checks a proof that a Coil level has no answer, or no other than a given one.
//!
//! A proof is text, a step in each line. The checker keeps what is possible of each pair of
//! neighbouring cells (`out`, `in`, `after`, `before`: see [`rules`]) and of each cell (`start`,
//! `end`, `middle`), and after each step takes away by itself what contradicts the rules: what no
//! way of passing a cell and no order of visiting a block of 2x2 cells allows, what closes a chain
//! of used pairs, what cuts the board in two. So a proof only has to say what to look at:
//!
//! | step | meaning |
//! |---|---|
//! | `core` | begins the proof that there is an end among some cells |
//! | `middle X,Y ...` | in a core: suppose that these cells are no ends |
//! | `lone X,Y X,Y` | after one core: begins the proof that no end is in this box; suppose that one is, and the other in the core |
//! | `box X,Y X,Y` | in a core or a `lone`: cells in this box are judged |
//! | `away X,Y X,Y` | after a core: the cells of this box are judged; suppose that none is an end, but for those of the first core |
//! | `keep X,Y X,Y` | ends an `away`: what is known of the cells of this box is true of walks that start neither in that core nor in the box that was judged |
//! | `world` | begins the proof itself: one start, one end, an end in each core so far |
//! | `not X,Y WHAT` | supposing this leads to a contradiction, so it is not so |
//! | `try X,Y WHAT` | suppose this; the steps up to `contradiction` refute it |
//! | `contradiction` | ends what `core`, `lone`, `away`, `try` or `world` began: it contradicts itself |
//! | `answer x=..&y=..&path=..` | before `world`: the proof is that there is no other answer; a second one must be the first walked backwards |
//! | `answer` | ends a `try`, or `world`: nothing but such an answer is left of it |
//! | `search N` | ends a `try`, or `world`: no walk visits every cell, but for such an answer; the checker tries them all, and enters N cells at most |
//!
//! WHAT is a direction and a value (`right out`), or a role (`start`).
//!
//! ```
//! use unicursal_check::coil_proof::{Claim, Verdict, check};
//!
//! // Three dead ends; each must be an end of the path.
//! let level = b"x=3&y=2&board=...X.X";
//! let proof = b"unicursal coil proof 1\nworld\ncontradiction\n";
//! assert_eq!(check(level, proof).unwrap(), Verdict::Accepted(Claim::NoAnswer));
//! ```

mod answer;
mod facts;
mod forest;
mod rules;
mod search;
mod state;
mod steps;

use crate::coil::{Level, Place};
pub use crate::proof::{Claim, Malformed, Verdict};
use crate::proof::{Fault, read, wrong};
use answer::Answer;
use facts::Facts;
use rules::MIDDLE;
use search::search;
use state::State;
use steps::{Aspect, Step, What, parse};

/// The first line of every proof.
pub const HEADER: &str = "unicursal coil proof 1";

/// Judges a proof about a level. Takes time for each step as its consequences go, and memory in
/// proportion to the level and the depth of the proof.
pub fn check(level: &[u8], proof: &[u8]) -> Result<Verdict, Malformed> {
    check_while(level, proof, &|| true)
}

/// [`check`], as long as `go_on`, which is asked before each step, says so.
pub fn check_while(
    level: &[u8],
    proof: &[u8],
    go_on: &dyn Fn() -> bool,
) -> Result<Verdict, Malformed> {
    let board = Level::read(level).map_err(Malformed::Level)?;
    let state = State::new(board.width, board.height, |x, y| {
        board.cells[y * board.width + x] == b'.'
    });
    let mut reader = Reader {
        level,
        go_on,
        state,
        frames: Vec::new(),
        cores: Vec::new(),
        no_ends: Vec::new(),
        facts: Facts::default(),
        answers: Vec::new(),
    };
    read(HEADER, proof, go_on, |line| reader.step(parse(line)?))
}

/// Something that was begun and has to be refuted.
enum Frame {
    /// Supposed to have no end.
    Core(Vec<usize>),
    /// The same of a box, where something else may come out of it.
    Away(Vec<usize>),
    /// Supposed to have a single one.
    Lone(Vec<usize>),
    World,
    Try {
        cell: usize,
        aspect: Aspect,
        mark: usize,
        /// There was a contradiction already, from which everything follows.
        refuted: bool,
    },
}

struct Reader<'a> {
    level: &'a [u8],
    go_on: &'a dyn Fn() -> bool,
    state: State,
    frames: Vec<Frame>,
    /// Sets of cells with an end in each.
    cores: Vec<Vec<usize>>,
    /// Cells that are shown to be no ends.
    no_ends: Vec<usize>,
    facts: Facts,
    /// None, one, or one and the same walked backwards.
    answers: Vec<Answer>,
}

impl Reader<'_> {
    /// Does one step; the claim, if that completes the proof.
    fn step(&mut self, step: Step) -> Result<Option<Claim>, Fault> {
        if self.state.free() == 1 && self.answers.is_empty() && !matches!(step, Step::Answer(_)) {
            return wrong("a board with a single free cell has an answer");
        }
        match (step, self.frames.last()) {
            (Step::Answer(text), None) => self.read_answer(text)?,
            (Step::Core, None) => self.frames.push(Frame::Core(Vec::new())),
            (Step::Middle(places), Some(Frame::Core(_))) => self.suppose_middle(&places)?,
            (Step::Lone(corners), None) => self.begin_lone(corners)?,
            (Step::Box(corners), Some(Frame::Core(_) | Frame::Lone(_))) => self.judge(corners),
            (Step::Away(corners), None) => self.begin_away(corners)?,
            (Step::Keep(corners), Some(Frame::Away(_))) => self.keep(corners),
            (Step::World, None) => self.begin_world(),
            (Step::Not(what), Some(_)) => self.refute_at_once(&what)?,
            (Step::Try(what), Some(_)) => self.begin_try(&what)?,
            (Step::Contradiction, Some(_)) => {
                if !self.state.conflict() && !self.is_miscounted() {
                    return wrong("there is no contradiction here");
                }
                return Ok(self.close());
            }
            (Step::OnlyAnswer, Some(_)) => {
                let is_left = |answer: &Answer| answer.is_all_that_is_left(&self.state);
                // A walk through a single cell has no steps that could be different.
                let single = self.state.free() == 1;
                if !single && !self.state.conflict() && !self.answers.iter().any(is_left) {
                    return wrong("more than the answer is left here");
                }
                return Ok(self.close());
            }
            (Step::Search(most), Some(_)) if matches!(self.frames[0], Frame::World) => {
                self.search(most)?;
                return Ok(self.close());
            }
            _ => return wrong("this is not the place for it"),
        }
        Ok(None)
    }

    fn read_answer(&mut self, text: &str) -> Result<(), Fault> {
        let answer = Answer::read(self.level, text, &self.state)?;
        let is_first_back = |first: &Answer| first.cells.iter().rev().eq(&answer.cells);
        match &self.answers[..] {
            [] => {}
            [first] if first.cells.len() > 1 && is_first_back(first) => {}
            _ => return wrong("this is not the answer before walked backwards"),
        }
        self.answers.push(answer);
        Ok(())
    }

    fn suppose_middle(&mut self, places: &[Place]) -> Result<(), Fault> {
        for &place in places {
            let cell = self.cell(place)?;
            if let Some(Frame::Core(cells)) = self.frames.last_mut() {
                cells.push(cell);
            }
            self.state.narrow_roles(cell, MIDDLE);
        }
        Ok(())
    }

    fn begin_lone(&mut self, corners: [Place; 2]) -> Result<(), Fault> {
        let cells = self.state.cells_in(corners);
        match &self.cores[..] {
            [core] if !core.iter().any(|cell| cells.contains(cell)) => {}
            _ => return wrong("this needs one core, outside the box"),
        }
        self.frames.push(Frame::Lone(cells));
        Ok(())
    }

    /// Judges the cells of a box. In a lone box and around it no cell is an end that is not in the
    /// box; the other end is in the core.
    fn judge(&mut self, corners: [Place; 2]) {
        if let Some(Frame::Lone(cells)) = self.frames.last() {
            let mut others = self.state.cells_in(corners);
            others.retain(|cell| !cells.contains(cell) && !self.cores[0].contains(cell));
            for cell in others {
                self.state.narrow_roles(cell, MIDDLE);
            }
        }
        self.state.judge(corners);
    }

    fn begin_away(&mut self, corners: [Place; 2]) -> Result<(), Fault> {
        let Some(core) = self.cores.first() else {
            return wrong("this needs a core");
        };
        let mut cells = self.state.cells_in(corners);
        cells.retain(|cell| !core.contains(cell));
        for &cell in &cells {
            self.state.narrow_roles(cell, MIDDLE);
        }
        self.state.judge(corners);
        self.frames.push(Frame::Away(cells));
        Ok(())
    }

    /// Ends a box without ends: takes note of what is known of some cells.
    fn keep(&mut self, corners: [Place; 2]) {
        if let Some(Frame::Away(without_ends)) = self.frames.pop() {
            let cells = self.state.cells_in(corners);
            self.facts.keep(&self.state, &cells, without_ends);
        }
        self.state.forget();
    }

    fn begin_world(&mut self) {
        self.frames.push(Frame::World);
        for cell in std::mem::take(&mut self.no_ends) {
            self.state.narrow_roles(cell, MIDDLE);
        }
        self.state.count_ends(std::mem::take(&mut self.cores));
        if !self.state.conflict() && self.state.free() != 1 {
            self.state.judge([(0, 0), (usize::MAX, usize::MAX)]);
        }
    }

    fn refute_at_once(&mut self, what: &What) -> Result<(), Fault> {
        let cell = self.cell_of(what)?;
        if self.state.conflict() {
            return Ok(());
        }
        let mark = self.state.mark();
        self.suppose(cell, what.aspect);
        if !self.state.conflict() {
            return wrong("no contradiction follows from this");
        }
        self.state.undo(mark);
        self.suppose(cell, what.aspect.opposite());
        Ok(())
    }

    fn begin_try(&mut self, what: &What) -> Result<(), Fault> {
        let cell = self.cell_of(what)?;
        self.frames.push(Frame::Try {
            cell,
            aspect: what.aspect,
            mark: self.state.mark(),
            refuted: self.state.conflict(),
        });
        self.suppose(cell, what.aspect);
        Ok(())
    }

    fn suppose(&mut self, cell: usize, aspect: Aspect) {
        match aspect {
            Aspect::Values(dir, values) => self.state.narrow(cell, dir, values),
            Aspect::Roles(roles) => self.state.narrow_roles(cell, roles),
        }
    }

    fn search(&mut self, most: u64) -> Result<(), Fault> {
        if self.state.conflict() {
            return Ok(());
        }
        let answers = self.answers.iter().map(|answer| &answer.cells[..]);
        let answers: Vec<&[usize]> = answers.collect();
        search(&mut self.state, &mut self.facts, &answers, most, self.go_on)
    }

    /// Ends what was begun last, which is refuted.
    fn close(&mut self) -> Option<Claim> {
        match self.frames.pop()? {
            Frame::Core(cells) | Frame::Away(cells) => {
                self.state.forget();
                self.cores.push(cells);
            }
            Frame::Lone(cells) => {
                self.state.forget();
                self.no_ends.extend(cells);
            }
            Frame::Try {
                cell,
                aspect,
                mark,
                refuted,
            } => {
                self.state.undo(mark);
                if refuted {
                    self.state.give_up();
                } else {
                    self.suppose(cell, aspect.opposite());
                }
            }
            Frame::World => {
                return Some(match &mut self.answers[..] {
                    [] => Claim::NoAnswer,
                    [answer] => Claim::OnlyAnswer(std::mem::take(&mut answer.text)),
                    [one, other, ..] => {
                        Claim::OnlyWay([one, other].map(|answer| std::mem::take(&mut answer.text)))
                    }
                });
            }
        }
        None
    }

    /// Whether a box with a single end is impossible, because what enters and leaves it does not
    /// match.
    fn is_miscounted(&self) -> bool {
        match self.frames.last() {
            Some(Frame::Lone(cells)) => self.state.is_miscounted(cells, &self.cores[0]),
            _ => false,
        }
    }

    fn cell(&self, place: Place) -> Result<usize, Fault> {
        let (x, y) = place;
        let cell = self.state.cell(place);
        cell.ok_or_else(|| Fault::Wrong(format!("({x}, {y}) is no free cell")))
    }

    fn cell_of(&self, what: &What) -> Result<usize, Fault> {
        let cell = self.cell(what.place)?;
        match what.aspect {
            Aspect::Values(dir, _) if self.state.values(cell, dir) == 0 => {
                wrong("there is no free cell in that direction")
            }
            _ => Ok(cell),
        }
    }
}
