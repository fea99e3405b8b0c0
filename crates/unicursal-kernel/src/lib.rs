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
//! | `answer X,Y STEPS ...` | an answer that is known |
//! | `other K` | the clause 'not the K-th answer' |
//! | `c X,Y N` | the N-th clause of a cell |
//! | `cycle X,Y R< D~ ...` | not all of this is true |
//! | `cut LITERAL ... 0 X,Y` | one of these sides is used |
//! | `ends LITERAL ... 0` | wherever the ends are, one of these is true |
//! | `count LITERAL ... 0 CELLS` | one of these is true, or the cells could not have enough neighbours |
//! | `turns LITERAL ... 0` | one of these is true, or there are too many corners |
//! | `set CELLS` | no clause: two new facts, the start and the end are among these cells |
//! | `walk X,Y`, `slide S`, `back`, `split`, `dead`, `part` | beginnings of paths, see [`walk`] |
//! | `LITERAL ... 0 NUMBER ... 0` | a clause that follows from those with these numbers |
//! | `d NUMBER ...` | these clauses are no longer needed |

// The example of the README is run as a test.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod axioms;
mod board;
mod clauses;
mod premises;
mod walk;

use std::collections::HashSet;
use std::io::{BufRead, Read};

pub use axioms::{Answer, of_cell};
pub use board::{Board, SIDES};
use board::{ensure, number};
use clauses::Clauses;
use premises::Sets;
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
    /// A path visits every cell, and the numbers in their order.
    Trail,
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
    /// The first line of a certificate. It leaves out the number of lines: what was proved about longer answers is true of shorter ones.
    pub fn header(&self) -> String {
        let connect = [["connect", "connect blanks"], ["connect no-touch", "connect no-touch blanks"]];
        let name = match *self {
            Self::Coil => "coil",
            Self::Pellet => "pellet",
            Self::Trail => "trail",
            Self::Connect { no_touch, blanks, .. } => connect[usize::from(no_touch)][usize::from(blanks)],
        };
        format!("unicursal certificate 1 {name}")
    }
}

/// What the kernel says of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The level has these answers, all different, and no others.
    Proved(Vec<Answer>),
    /// It proves nothing: in this line, counted from 1, for this reason.
    Rejected(usize, String),
    /// Its first line is not that of a certificate about such a level, which would be this one.
    Other(String),
    /// The caller wanted to wait no longer.
    Stopped,
}

/// Is told each clause, with the numbers of those from which it follows if it is no premise.
pub type Told<'a> = dyn FnMut(&[i32], Option<&[u64]>) + 'a;

/// Judges a certificate about a level. An error is a certificate that cannot be read.
/// `go_on` is asked before each line, `told` gets each clause.
pub fn check(
    board: &Board,
    certificate: &mut dyn BufRead,
    go_on: &dyn Fn() -> bool,
    told: &mut Told,
) -> std::io::Result<Verdict> {
    let (mut kernel, header) = (Kernel::new(board, told), board.rules.header());
    let (mut line, mut number, mut proved) = (Vec::new(), 0, false);
    loop {
        line.clear();
        number += 1;
        let read = certificate.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        let text = std::str::from_utf8(&line).unwrap_or("\u{fffd}").trim();
        let judged = match text {
            _ if !go_on() => return Ok(Verdict::Stopped),
            _ if number == 1 && text != header => return Ok(Verdict::Other(header)),
            _ if number == 1 => Ok(false),
            _ if read == 0 && proved => return Ok(Verdict::Proved(kernel.answers)),
            _ if read == 0 => Err("it ends without a contradiction".to_owned()),
            _ if read as u64 == LONGEST_LINE => Err("the line is too long".to_owned()),
            "" => Ok(proved),
            _ if proved => Err("there is text after the end".to_owned()),
            _ => kernel.step(text),
        };
        match judged {
            Ok(done) => proved = done,
            Err(reason) => return Ok(Verdict::Rejected(number, reason)),
        }
    }
}

/// A certificate line by line. After an error nothing can be proved any more.
pub struct Kernel<'a> {
    board: &'a Board,
    clauses: Clauses,
    sets: Sets,
    walks: Walks,
    answers: Vec<Answer>,
    /// The clauses 'not this answer', sorted.
    given: HashSet<Vec<i32>>,
    /// The number of the latest fact.
    facts: usize,
    told: &'a mut Told<'a>,
}

impl<'a> Kernel<'a> {
    /// Before the line after the first.
    pub fn new(board: &'a Board, told: &'a mut Told<'a>) -> Self {
        Self {
            board,
            clauses: Clauses::default(),
            sets: Sets::default(),
            walks: Walks::new(board),
            answers: Vec::new(),
            given: HashSet::new(),
            facts: board.free.len() * board.facts(),
            told,
        }
    }

    /// Takes a line; whether that completes the certificate.
    pub fn step(&mut self, line: &str) -> Result<bool, String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let (&word, rest) = words.split_first().ok_or("the line is empty")?;
        if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            return self.lemma(&words);
        }
        let board = self.board;
        // The number of the next fact, if the line names one, or two.
        let next = i32::try_from(self.facts + 2).map_err(|_| "there are too many facts")? - 1;
        // These two are kept, in a few words for each letter.
        self.clauses.keep(if word == "set" || word == "answer" { 8 * line.len() } else { 0 })?;
        let clause = match (word, rest) {
            ("answer", _) => self.answer(rest)?,
            ("d", _) => rest.iter().try_for_each(|word| self.clauses.delete(word)).map(|()| None)?,
            ("set", _) => self.sets.name(next, &board.cells(rest)?),
            ("c", &[cell, count]) => {
                let clauses = of_cell(board, board.cell(cell)?);
                let clause = clauses.into_iter().nth(number(count)?.wrapping_sub(1));
                Some(clause.ok_or("the cell has no such clause")?)
            }
            ("cycle", [first, steps @ ..]) => Some(premises::cycle(board, board.cell(first)?, steps)?),
            ("other", &[count]) => {
                let given = self.answers.get(number(count)?.wrapping_sub(1));
                Some(given.ok_or("there is no such answer")?.other(board))
            }
            ("cut" | "ends" | "count" | "turns", _) => {
                let (clause, rest) = self.clause(rest)?;
                let is_justified = match (word, &board.cells(rest)?[..]) {
                    ("cut", &[cell]) => premises::cut(board, &clause, cell),
                    ("ends", []) => self.sets.ends(board, &clause),
                    ("count", cells) => self.sets.count(board, &clause, cells),
                    ("turns", []) => premises::turns(board, &clause),
                    _ => false,
                };
                ensure(is_justified, "the level does not justify this")?;
                Some(clause)
            }
            ("walk", &[cell]) => Some(self.walks.begin(board, board.cell(cell)?, next)?),
            ("slide", &[side]) => self.walks.slide(board, side, next)?,
            ("back", []) => self.walks.back()?,
            ("split", []) => Some(self.walks.split(board)?),
            ("dead", _) => Some(self.walks.dead(board, &board.cells(rest)?)?),
            ("part", &[cell]) => Some(self.walks.part(board, board.cell(cell)?)?),
            _ => return Err("this is no line of a certificate".to_owned()),
        };
        self.facts += 2 * usize::from(word == "set") + usize::from(word == "walk" || word == "slide");
        if let Some(clause) = clause {
            self.clauses.add(&clause)?;
            (self.told)(&clause, None);
        }
        Ok(false)
    }

    fn lemma(&mut self, words: &[&str]) -> Result<bool, String> {
        let (clause, rest) = self.clause(words)?;
        let [hints @ .., "0"] = rest else { return Err("the hints end with 0".to_owned()) };
        let hints =
            hints.iter().map(|word| Ok(number(word)? as u64)).collect::<Result<Vec<u64>, String>>()?;
        self.clauses.follows(&clause, &hints)?;
        self.clauses.add(&clause)?;
        (self.told)(&clause, Some(&hints));
        Ok(clause.is_empty())
    }

    fn answer(&mut self, words: &[&str]) -> Result<Option<Vec<i32>>, String> {
        let answer = Answer::read(self.board, words)?;
        let mut sides = answer.other(self.board);
        sides.sort_unstable();
        ensure(self.given.insert(sides), "this answer was given before")?;
        self.answers.push(answer);
        Ok(None)
    }

    /// The literals up to a 0, and the words after it.
    fn clause<'w>(&self, words: &'w [&'w str]) -> Result<(Vec<i32>, &'w [&'w str]), String> {
        let end = words.iter().position(|&word| word == "0").ok_or("a clause ends with 0")?;
        let literal = |word: &&str| {
            let fact = number(word.strip_prefix('-').unwrap_or(word))?;
            ensure((1..=self.facts).contains(&fact), "there is no such fact")?;
            // It fits: facts have numbers that do.
            Ok(if word.starts_with('-') { -(fact as i32) } else { fact as i32 })
        };
        Ok((words[..end].iter().map(literal).collect::<Result<Vec<i32>, String>>()?, &words[end + 1..]))
    }
}
