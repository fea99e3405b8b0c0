//! Checks a proof that a Coil level has no answer, or no other than a given one.
//!
//! A proof is text, a step in each line. The checker keeps what is possible of each pair of neighbouring
//! cells (`out`, `in`, `after`, `before`: see [`rules`]) and of each cell (`start`, `end`, `middle`), and
//! after each step takes away by itself what contradicts the rules: what no way of passing a cell and no
//! order of visiting a block of 2x2 cells allows, what closes a chain of used pairs, what cuts the board in
//! two. So a proof only has to say what to look at:
//!
//! | step | meaning |
//! |---|---|
//! | `core` | begins the proof that there is an end among some cells |
//! | `middle X,Y ...` | in a core: suppose that these cells are no ends |
//! | `lone X,Y X,Y` | after one core: begins the proof that no end is in this box; suppose that one is, and the other in the core |
//! | `box X,Y X,Y` | in a core or a `lone`: cells in this box are judged |
//! | `world` | begins the proof itself: one start, one end, an end in each core so far |
//! | `not X,Y WHAT` | supposing this leads to a contradiction, so it is not so |
//! | `try X,Y WHAT` | suppose this; the steps up to `contradiction` refute it |
//! | `contradiction` | ends what `core`, `try` or `world` began: it contradicts itself |
//! | `answer x=..&y=..&path=..` | before `world`: the proof is that there is no other answer |
//! | `answer` | ends a `try`, or `world`: nothing but that answer is left of it |
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

mod corners;
mod rules;
mod state;

use crate::coil::{Level, Place};
pub use crate::proof::{Claim, Malformed, Verdict};
use crate::proof::{Fault, no_step, place, read, shown, wrong};
use rules::{AFTER, BEFORE, END, IN, MIDDLE, OUT, START};
use state::State;

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
        one_cell: state.free() == 1,
        state,
        frames: Vec::new(),
        cores: Vec::new(),
        no_ends: Vec::new(),
        answer: None,
    };
    read(HEADER, proof, go_on, |line| reader.step(line))
}

/// What a step is about.
#[derive(Clone, Copy)]
enum What {
    Value { cell: usize, dir: usize, value: u16 },
    Role { cell: usize, role: u8 },
}

/// Something that was begun and has to end in a contradiction.
enum Frame {
    Core {
        middle: Vec<usize>,
    },
    /// The cells of a box, one of which is an end.
    Lone {
        cells: Vec<usize>,
    },
    World,
    /// `refuted`: there was a contradiction already, from which everything follows.
    Try {
        what: What,
        mark: usize,
        refuted: bool,
    },
}

/// An answer: its text, and the cells in the order of their visits.
struct Answer {
    text: String,
    cells: Vec<usize>,
}

struct Reader<'a> {
    level: &'a [u8],
    state: State,
    frames: Vec<Frame>,
    /// Sets of cells with an end in each.
    cores: Vec<Vec<usize>>,
    /// Cells that are shown to be no ends.
    no_ends: Vec<usize>,
    answer: Option<Answer>,
    one_cell: bool,
}

impl Reader<'_> {
    /// Does one step; the claim, if that completes the proof.
    fn step(&mut self, line: &str) -> Result<Option<Claim>, Fault> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if self.one_cell {
            return wrong("a board with a single free cell has an answer");
        }
        match (word, rest) {
            ("core", "") if self.frames.is_empty() => {
                self.frames.push(Frame::Core { middle: Vec::new() });
            }
            ("world", "") if self.frames.is_empty() => {
                self.frames.push(Frame::World);
                for cell in std::mem::take(&mut self.no_ends) {
                    self.state.narrow_roles(cell, MIDDLE);
                }
                self.state.count_ends(std::mem::take(&mut self.cores));
                if !self.state.conflict() {
                    self.state.judge((0, 0), (usize::MAX, usize::MAX));
                }
            }
            ("answer", text) if self.frames.is_empty() && !text.is_empty() => {
                self.answer = Some(self.read_answer(text)?);
            }
            ("middle", cells) => {
                let read = cells.split_whitespace().map(|text| self.cell(text));
                let cells = read.collect::<Result<Vec<_>, _>>()?;
                let Some(Frame::Core { middle }) = self.frames.last_mut() else {
                    return wrong("this belongs directly into a core");
                };
                middle.extend(&cells);
                for cell in cells {
                    self.state.narrow_roles(cell, MIDDLE);
                }
            }
            ("box", corners) => {
                let (first, last) = area(corners)?;
                match self.frames.last() {
                    Some(Frame::Core { .. }) => {}
                    Some(Frame::Lone { cells }) => {
                        // The other end is in the core, so no other cell is an end.
                        let around = self.state.cells_in(first, last);
                        let may_end =
                            |cell: &usize| cells.contains(cell) || self.cores[0].contains(cell);
                        for cell in around.into_iter().filter(|cell| !may_end(cell)) {
                            self.state.narrow_roles(cell, MIDDLE);
                        }
                    }
                    _ => return wrong("this belongs directly into a core or a lone box"),
                }
                self.state.judge(first, last);
            }
            ("lone", corners) if self.frames.is_empty() => {
                let (first, last) = area(corners)?;
                let cells = self.state.cells_in(first, last);
                match &self.cores[..] {
                    [core] if !core.iter().any(|cell| cells.contains(cell)) => {}
                    _ => return wrong("this needs one core, outside the box"),
                }
                self.frames.push(Frame::Lone { cells });
            }
            ("not", what) if !self.frames.is_empty() => {
                let what = self.what(what)?;
                if self.state.conflict() {
                    return Ok(None);
                }
                let mark = self.state.mark();
                self.suppose(what);
                if !self.state.conflict() {
                    return wrong("no contradiction follows from this");
                }
                self.state.undo(mark);
                self.refute(what);
            }
            ("try", what) if !self.frames.is_empty() => {
                let what = self.what(what)?;
                self.frames.push(Frame::Try {
                    what,
                    mark: self.state.mark(),
                    refuted: self.state.conflict(),
                });
                self.suppose(what);
            }
            ("contradiction", "") if self.state.conflict() || self.is_miscounted() => {
                return self.close();
            }
            ("contradiction", "") => return wrong("there is no contradiction here"),
            ("answer", "") => {
                if !self.state.conflict() && !self.only_answer_is_left() {
                    return wrong("more than the answer is left here");
                }
                return self.close();
            }
            ("core" | "lone" | "world" | "not" | "try" | "answer", _) => {
                return wrong("this is not the place for it");
            }
            _ => return Err(no_step(line)),
        }
        Ok(None)
    }

    /// Ends what was begun last, which is refuted.
    fn close(&mut self) -> Result<Option<Claim>, Fault> {
        match self.frames.pop() {
            None => wrong("nothing was begun that this could end"),
            Some(Frame::Core { middle }) => {
                self.state.undo(0);
                self.state.judge_none();
                self.cores.push(middle);
                Ok(None)
            }
            Some(Frame::Lone { cells }) => {
                self.state.undo(0);
                self.state.judge_none();
                self.no_ends.extend(cells);
                Ok(None)
            }
            Some(Frame::Try {
                what,
                mark,
                refuted,
            }) => {
                self.state.undo(mark);
                if refuted {
                    self.state.give_up();
                } else {
                    self.refute(what);
                }
                Ok(None)
            }
            Some(Frame::World) => Ok(Some(match self.answer.take() {
                None => Claim::NoAnswer,
                Some(answer) => Claim::OnlyAnswer(answer.text),
            })),
        }
    }

    /// Whether a box with a single end is impossible, because what enters and leaves it does not match.
    fn is_miscounted(&self) -> bool {
        match self.frames.last() {
            Some(Frame::Lone { cells }) => self.state.is_miscounted(cells, &self.cores[0]),
            _ => false,
        }
    }

    fn suppose(&mut self, what: What) {
        match what {
            What::Value { cell, dir, value } => self.state.narrow(cell, dir, value),
            What::Role { cell, role } => self.state.narrow_roles(cell, role),
        }
    }

    fn refute(&mut self, what: What) {
        match what {
            What::Value { cell, dir, value } => self.state.narrow(cell, dir, !value),
            What::Role { cell, role } => self.state.narrow_roles(cell, !role),
        }
    }

    /// Whether every path that is still possible is the answer: it starts there, and each of its steps is
    /// certain.
    fn only_answer_is_left(&self) -> bool {
        let Some(Answer { cells, .. }) = &self.answer else {
            return false;
        };
        self.state.roles(cells[0]) == START
            && cells.windows(2).all(|step| {
                let dir = (0..4).find(|&dir| self.state.beside(step[0], dir) == step[1]);
                dir.is_some_and(|dir| self.state.values(step[0], dir) == OUT)
            })
    }

    /// An answer that is right, and the cells that it visits.
    fn read_answer(&self, text: &str) -> Result<Answer, Fault> {
        if self.answer.is_some() {
            return wrong("there is an answer already");
        }
        let mut places = Vec::new();
        match crate::coil::judge(self.level, text.as_bytes(), |place| places.push(place)) {
            Err(error) => return Err(Fault::Form(error.to_string())),
            Ok(crate::Verdict::Wrong(why)) => return Err(Fault::Wrong(why.to_string())),
            Ok(crate::Verdict::Valid) => {}
        }
        let cells = places
            .into_iter()
            .filter_map(|(x, y)| self.state.cell(x, y));
        Ok(Answer {
            text: text.to_owned(),
            cells: cells.collect(),
        })
    }

    fn cell(&self, text: &str) -> Result<usize, Fault> {
        let (x, y) = place(text)?;
        let cell = self.state.cell(x, y);
        cell.ok_or_else(|| Fault::Wrong(format!("({x}, {y}) is no free cell")))
    }

    fn what(&self, text: &str) -> Result<What, Fault> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            [place, role] => {
                let role = match role {
                    "start" => START,
                    "end" => END,
                    "middle" => MIDDLE,
                    _ => {
                        return Err(Fault::Form(format!(
                            "'{}' is no role of a cell",
                            shown(role)
                        )));
                    }
                };
                Ok(What::Role {
                    cell: self.cell(place)?,
                    role,
                })
            }
            [place, dir, value] => {
                let Some(dir) = ["right", "down", "left", "up"]
                    .iter()
                    .position(|name| *name == dir)
                else {
                    return Err(Fault::Form(format!("'{}' is no direction", shown(dir))));
                };
                let value = match value {
                    "out" => OUT,
                    "in" => IN,
                    "after" => AFTER,
                    "before" => BEFORE,
                    _ => return Err(Fault::Form(format!("'{}' is no value", shown(value)))),
                };
                let cell = self.cell(place)?;
                if self.state.values(cell, dir) == 0 {
                    return wrong("there is no free cell in that direction");
                }
                Ok(What::Value { cell, dir, value })
            }
            _ => Err(Fault::Form(format!(
                "'{}' says nothing about a cell",
                shown(text)
            ))),
        }
    }
}

/// The corners of a box, `X,Y X,Y`.
fn area(text: &str) -> Result<(Place, Place), Fault> {
    let mut corners = text.split_whitespace().map(place);
    match (corners.next(), corners.next(), corners.next()) {
        (Some(first), Some(last), None) => Ok((first?, last?)),
        _ => Err(Fault::Form("a box has two corners".to_owned())),
    }
}
