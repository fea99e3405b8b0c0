//! The kernel: judges certificates that a level has no answer, or none but those that it gives.
//!
//! A level is a finite list of facts that are true or false of an answer ([`board`]). A certificate is a list of clauses, numbered
//! from 1; a clause is a list of literals, numbers of facts with a minus sign for 'not', one of which is true of every answer that is
//! not given. It is a *premise* if the level justifies it, by one of the rules in [`axioms`], [`premises`] and [`walk`]; or it follows from
//! those before it ([`clauses`]). The last clause is empty: none of its literals can be true, so there is no such answer.
//!
//! Nothing is searched for. Every line is judged by itself, as it is read, and only what has not been deleted is kept.
//!
//! | line | what it adds |
//! |---|---|
//! | `answer X,Y STEPS \| ...` | first of all: an answer that is known |
//! | `other K` | the clause 'not the K-th answer' |
//! | `c X,Y N` | the N-th clause of a cell |
//! | `cycle X,Y R< D~ ...` | not all of this is true |
//! | `cut LITERAL ... 0 X,Y` | one of these sides is used |
//! | `ends LITERAL ... 0` | wherever the ends are, one of these is true |
//! | `count LITERAL ... 0 CELLS` | one of these is true, or the cells could not have enough neighbours |
//! | `turns X,Y ...` | not all of these tiles are corners |
//! | `set CELLS` | no clause: two new facts, the start and the end are among these cells |
//! | `walk X,Y`, `slide S`, `back`, `split`, `dead`, `part`, `so`, `found` | beginnings of paths, see [`walk`] |
//! | `LITERAL ... 0 NUMBER ... 0` | a clause that follows from those with these numbers |
//! | `d NUMBER ...` | these clauses are no longer needed |

mod answer;
mod axioms;
mod board;
mod clauses;
mod premises;
mod walk;

use std::collections::HashSet;
use std::io::{BufRead, Read};

pub use answer::Answer;
pub use axioms::of_cell;
pub use board::{Board, SIDES};
use clauses::Clauses;
use premises::{Reached, Sets};
use walk::Walks;

/// The most bytes of a line.
const LONGEST_LINE: u64 = 1 << 28;

/// Of which puzzle a level is, and what is asked of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// A path slides until it is blocked, and visits every cell.
    Coil,
    /// A path from a given cell visits every cell.
    Pellet,
    /// Paths join tiles of one colour.
    Connect {
        /// No path may touch itself.
        no_touch: bool,
        /// Tiles may stay empty, but for checkpoints.
        blanks: bool,
        /// The most straight lines that all paths together may have.
        turns: Option<usize>,
    },
}

impl Rules {
    /// The first line of a certificate.
    pub fn header(&self) -> String {
        let name = match self {
            Self::Coil => "coil",
            Self::Pellet => "pellet",
            Self::Connect { .. } => "connect",
        };
        let mut header = format!("unicursal certificate 1 {name}");
        if let Self::Connect { no_touch, blanks, turns } = self {
            header += if *no_touch { " no-touch" } else { "" };
            header += if *blanks { " blanks" } else { "" };
            header += &turns.map(|turns| format!(" turns {turns}")).unwrap_or_default();
        }
        header
    }
}

/// What the kernel says of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The level has these answers, all different, and no others.
    Proved(Vec<Answer>),
    /// It proves nothing: in this line, counted from 1, for this reason.
    Rejected(usize, String),
    /// It is no certificate: in this line, for this reason.
    Malformed(usize, String),
    /// The caller wanted to wait no longer.
    Stopped,
}

/// What a line added, for those who write it down in another form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// A clause that the level justifies.
    Premise(&'a [i32]),
    /// A clause that follows from those with these numbers.
    Lemma(&'a [i32], &'a [u64]),
    /// A clause is no longer needed.
    Delete(u64),
}

/// Why a line is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not of the right form.
    Form(String),
    /// It is not true, or it is not known to be.
    Wrong(String),
}

/// Judges a certificate about a level. An error is a text that is no level, or a certificate that cannot be read.
/// `go_on` is asked before each line, `told` gets each step.
pub fn check(
    board: &Board,
    certificate: &mut dyn BufRead,
    go_on: &dyn Fn() -> bool,
    told: &mut dyn FnMut(Step),
) -> std::io::Result<Verdict> {
    let mut kernel = Kernel::new(board, told);
    let (mut line, mut number, mut proved) = (Vec::new(), 0, false);
    loop {
        line.clear();
        let read = certificate.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        number += 1;
        if !go_on() {
            return Ok(Verdict::Stopped);
        }
        if read == 0 && number > 1 {
            let unfinished = || Verdict::Rejected(number, "it ends without a contradiction".to_owned());
            return Ok(if proved { Verdict::Proved(kernel.answers) } else { unfinished() });
        }
        let Ok(text) = std::str::from_utf8(&line) else {
            return Ok(Verdict::Malformed(number, "this is no text".to_owned()));
        };
        let judged = match text.trim() {
            header if number == 1 && header == board.rules.header() => Ok(false),
            _ if number == 1 => Err(Fault::Form(format!("it must begin with '{}'", board.rules.header()))),
            "" => Ok(proved),
            _ if proved => Err(Fault::Form("there is text after the end".to_owned())),
            _ if read as u64 == LONGEST_LINE => Err(Fault::Form("the line is too long".to_owned())),
            text => kernel.step(text),
        };
        match judged {
            Ok(done) => proved = done,
            Err(Fault::Form(reason)) => return Ok(Verdict::Malformed(number, reason)),
            Err(Fault::Wrong(reason)) => return Ok(Verdict::Rejected(number, reason)),
        }
    }
}

/// A certificate line by line. After an error nothing can be proved any more.
pub struct Kernel<'a> {
    board: &'a Board,
    clauses: Clauses,
    sets: Sets,
    walks: Walks,
    reached: Reached,
    answers: Vec<Answer>,
    /// The number of the latest fact.
    facts: usize,
    begun: bool,
    told: &'a mut dyn FnMut(Step),
}

impl<'a> Kernel<'a> {
    /// Before the line after the first.
    pub fn new(board: &'a Board, told: &'a mut dyn FnMut(Step)) -> Self {
        Self {
            board,
            clauses: Clauses::default(),
            sets: Sets::default(),
            walks: Walks::new(board),
            reached: Reached::default(),
            answers: Vec::new(),
            facts: board.free.len() * board.facts(),
            begun: false,
            told,
        }
    }

    /// Takes a line; whether that completes the certificate.
    pub fn step(&mut self, line: &str) -> Result<bool, Fault> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        if word == "answer" {
            return self.answer(rest).map(|()| false);
        }
        if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            return self.lemma(line);
        }
        self.begun = true;
        let (board, is_coil) = (self.board, self.board.rules == Rules::Coil);
        // The next fact, if the line names one.
        let next =
            i32::try_from(self.facts + 1).map_err(|_| Fault::Wrong("there are too many facts".to_owned()))?;
        let (clause, cells) = match word {
            "cut" | "ends" | "count" | "so" => self.literals(rest)?,
            "set" | "turns" | "walk" | "dead" | "part" => (Vec::new(), self.cells(&words)?),
            _ => (Vec::new(), Vec::new()),
        };
        let clause = match (word, &cells[..], &words[..]) {
            ("c", _, &[cell, count]) => {
                let clause = axioms::nth(board, board.cell(cell).map_err(Fault::Form)?, number(count)?);
                clause.ok_or_else(|| Fault::Wrong("the cell has no such clause".to_owned()))?
            }
            ("cycle", ..) => premises::cycle(board, &words)?,
            ("cut", &[cell], _) => premises::cut(board, clause, cell, &mut self.reached)?,
            ("ends", [], _) => self.sets.ends(board, clause)?,
            ("count", ..) => self.sets.count(board, clause, &cells)?,
            ("turns", ..) => premises::turns(board, &cells)?,
            ("other", _, [count]) => self.given(count)?.other(board),
            ("walk", &[cell], _) if is_coil => self.walks.begin(board, cell, next)?,
            ("split", _, []) if is_coil => self.walks.split(board)?,
            ("dead", ..) if is_coil => self.walks.dead(board, &cells)?,
            ("part", &[cell], _) if is_coil => self.walks.part(board, cell, &mut self.reached)?,
            ("so", [], _) if is_coil => self.walks.so(board, &self.sets, &clause)?,
            ("found", _, [count]) if is_coil => self.walks.found(&self.given(count)?.0[0])?,
            ("slide", _, [side]) if is_coil => {
                self.walks.slide(board, side, next)?;
                self.facts += 1;
                return Ok(false);
            }
            ("back", _, []) if is_coil => return self.walks.back().map(|()| false),
            ("set", ..) => {
                self.sets.insert(next, cells);
                self.facts += 2;
                return Ok(false);
            }
            ("d", ..) => return self.delete(&words).map(|()| false),
            _ => return Err(Fault::Form(format!("'{}' is no line of a certificate", shown(line)))),
        };
        self.facts += usize::from(word == "walk");
        self.clauses.add(&clause);
        (self.told)(Step::Premise(&clause));
        Ok(false)
    }

    fn delete(&mut self, words: &[&str]) -> Result<(), Fault> {
        for word in words {
            let number = number(word)? as u64;
            self.clauses.delete(number)?;
            (self.told)(Step::Delete(number));
        }
        Ok(())
    }

    fn answer(&mut self, text: &str) -> Result<(), Fault> {
        if self.begun {
            return wrong("answers come first");
        }
        let answer = Answer::read(self.board, text)?;
        let sides = |answer: &Answer| answer.other(self.board).into_iter().collect::<HashSet<i32>>();
        if self.answers.iter().any(|other| sides(other) == sides(&answer)) {
            return wrong("this answer was given before");
        }
        self.answers.push(answer);
        Ok(())
    }

    /// The answer with this number.
    fn given(&self, text: &str) -> Result<&Answer, Fault> {
        let given = number(text)?.checked_sub(1).and_then(|index| self.answers.get(index));
        given.ok_or_else(|| Fault::Wrong("there is no such answer".to_owned()))
    }

    fn lemma(&mut self, line: &str) -> Result<bool, Fault> {
        let (clause, rest) = self.clause(line)?;
        let [hints @ .., "0"] = &rest[..] else {
            return Err(Fault::Form("the hints end with 0".to_owned()));
        };
        let hints = hints.iter().map(|word| Ok(number(word)? as u64));
        let hints = hints.collect::<Result<Vec<u64>, Fault>>()?;
        self.clauses.follows(&clause, &hints)?;
        self.clauses.add(&clause);
        (self.told)(Step::Lemma(&clause, &hints));
        Ok(clause.is_empty())
    }

    /// Cells `X,Y`, and the free cells of boxes `X,Y-X,Y`.
    fn cells(&self, words: &[&str]) -> Result<Vec<usize>, Fault> {
        let mut cells = Vec::new();
        for word in words {
            let (one, other) = word.split_once('-').unwrap_or((word, word));
            let corners = self.board.place(one).zip(self.board.place(other));
            let Some(((left, top), (right, bottom))) = corners else {
                return Err(Fault::Form(format!("'{}' is no cell, and no box", shown(word))));
            };
            let all = (top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y)));
            cells.extend(all.map(|(x, y)| y * self.board.width + x).filter(|&cell| self.board.free[cell]));
        }
        Ok(cells)
    }

    /// The literals up to a 0, and the cells after it.
    fn literals(&self, text: &str) -> Result<(Vec<i32>, Vec<usize>), Fault> {
        let (clause, words) = self.clause(text)?;
        Ok((clause, self.cells(&words)?))
    }

    /// The literals up to a 0, and the words after it.
    fn clause<'t>(&self, text: &'t str) -> Result<(Vec<i32>, Vec<&'t str>), Fault> {
        let (mut clause, mut words) = (Vec::new(), text.split_ascii_whitespace());
        for word in words.by_ref() {
            let fact = number(word.strip_prefix('-').unwrap_or(word))?;
            if word == "0" {
                return Ok((clause, words.collect()));
            }
            if fact == 0 || fact > self.facts {
                return Err(Fault::Wrong(format!("there is no fact {fact}")));
            }
            // It fits: facts have numbers that do.
            clause.push(if word.starts_with('-') { -(fact as i32) } else { fact as i32 });
        }
        Err(Fault::Form("a clause ends with 0".to_owned()))
    }
}

fn number(word: &str) -> Result<usize, Fault> {
    board::number(word).ok_or_else(|| Fault::Form(format!("'{}' is no number", shown(word))))
}

fn wrong<T>(reason: &str) -> Result<T, Fault> {
    Err(Fault::Wrong(reason.to_owned()))
}

/// The beginning of a text, printable.
fn shown(text: &str) -> String {
    text.chars().take(30).flat_map(char::escape_default).collect()
}

/// The example of the README is run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
