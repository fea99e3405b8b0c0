//! Checks proofs about the edges that a path uses: those of Pellet Eater and of Connect the
//! Colours.
//!
//! The rules of the puzzle are written as clauses ([`formula`]) by the checker itself. A proof adds
//! clauses until they contradict each other. A clause may be added if it follows by
//! [unit propagation](crate::rup), or if the board justifies it ([`axioms`]):
//!
//! | step | meaning |
//! |---|---|
//! | `answer TEXT` | before everything else, a line for each of the answer: what is proved is that there is no other |
//! | `loop X,Y X,Y ...` | the edges around this loop are not all used |
//! | `cut X,Y ...` | some edge between these cells and the others is used |
//! | `cover X,Y ... by X,Y ... [or LITERAL ... 0]` | the first cells cannot get all of their edges, or one of the literals is true |
//! | `pocket X,Y ...` | in Pellet Eater: the path ends behind the only door of these cells |
//! | `take X,Y ...` | [sweep]: take these cells; the borders after them are listed |
//! | `border PIECE ...` | a border that is possible after the cells taken last |
//! | `swept` | after the cells taken last no border is possible, so there is no answer |
//! | `LITERAL ... 0` | a clause that follows from those so far by unit propagation |
//! | `d LITERAL ... 0` | a clause that is no longer needed |
//! | `0` | the empty clause: the proof is complete |

mod axioms;
mod border;
mod formula;
mod layers;
mod sweep;

use std::fmt::Write;

use crate::proof::{Claim, Fault, Malformed, Verdict, no_step, place, read, shown, wrong};
use crate::rup::Clauses;
use layers::Layers;

pub use border::Border;
pub use formula::Formula;
pub(crate) use formula::{Axis, neighbours, variable_of};
pub use layers::MOST_TAKEN;
pub use sweep::Sweep;

/// A proof in the form that checkers of SAT proofs read.
pub struct Drat {
    /// The clauses of the level, and those that the board justifies, in DIMACS.
    pub formula: String,
    /// The others, as a DRAT proof of the contradiction.
    pub proof: String,
}

/// Pairs of neighbours that an answer, if it is right, joins.
type Judge<'a> = &'a dyn Fn(&str) -> Result<Vec<[usize; 2]>, Fault>;

/// How a proof is judged.
pub(crate) struct Check<'a> {
    pub formula: &'a Formula,
    /// The first line.
    pub header: &'a str,
    pub proof: &'a [u8],
    pub judge: Judge<'a>,
    /// Asked before each step, and within those that take long.
    pub go_on: &'a dyn Fn() -> bool,
}

/// Judges a proof; `recorded` gets what is added.
pub(crate) fn check(check: &Check, recorded: Option<&mut Record>) -> Result<Verdict, Malformed> {
    let formula = check.formula;
    let clauses = clauses_of(formula);
    let mut reader = Reader {
        formula,
        clauses,
        judge: check.judge,
        go_on: check.go_on,
        answer: None,
        answer_edges: None,
        layers: None,
        begun: false,
        recorded,
    };
    read(check.header, check.proof, check.go_on, |line| {
        reader.step(line)
    })
}

/// What the clauses of a formula say of each edge by unit propagation: whether it is used.
pub fn known_edges(formula: &Formula) -> Vec<Option<bool>> {
    let clauses = clauses_of(formula);
    let edges = 0..formula.edges.len();
    edges.map(|edge| clauses.value(variable_of(edge))).collect()
}

fn clauses_of(formula: &Formula) -> Clauses {
    let mut clauses = Clauses::new(formula.variables());
    for clause in formula.clauses() {
        clauses.add(clause);
    }
    clauses
}

/// The pairs of cells between which a path of letters `u d l r` steps from the first terminal; it
/// stays on the board.
pub(crate) fn steps(formula: &Formula, path: &str) -> Vec<[usize; 2]> {
    let mut at = formula.terminals[0];
    let step = |letter: char| {
        let from = at;
        at = match letter {
            'u' => at - formula.width,
            'd' => at + formula.width,
            'l' => at - 1,
            _ => at + 1,
        };
        [from, at]
    };
    path.trim().chars().map(step).collect()
}

/// What a proof added to the formula.
#[derive(Default)]
pub(crate) struct Record {
    count: usize,
    axioms: String,
    lines: String,
}

impl Record {
    fn axiom(&mut self, clause: &[i32]) {
        self.count += 1;
        for literal in clause {
            let _ = write!(self.axioms, "{literal} ");
        }
        self.axioms.push_str("0\n");
    }

    /// The formula with what the board justified, and the rest of the proof.
    pub fn finish(self, formula: &Formula) -> Drat {
        let mut all = Self::default();
        for clause in formula.clauses() {
            all.axiom(clause);
        }
        let (variables, count) = (formula.variables(), all.count + self.count);
        Drat {
            formula: format!("p cnf {variables} {count}\n{}{}", all.axioms, self.axioms),
            proof: self.lines,
        }
    }
}

struct Reader<'a> {
    formula: &'a Formula,
    clauses: Clauses,
    judge: Judge<'a>,
    go_on: &'a dyn Fn() -> bool,
    answer: Option<String>,
    /// The edges of the answer, sorted.
    answer_edges: Option<Vec<usize>>,
    /// A sweep that was begun.
    layers: Option<Layers<'a>>,
    /// Whether there was a step that is no answer.
    begun: bool,
    recorded: Option<&'a mut Record>,
}

impl Reader<'_> {
    /// Does one step; the claim, if that completes the proof.
    fn step(&mut self, line: &str) -> Result<Option<Claim>, Fault> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "answer" {
            if self.begun {
                return wrong("the answer comes first");
            }
            let answer = self.answer.get_or_insert_default();
            answer.push_str(rest.trim());
            answer.push('\n');
            return Ok(None);
        }
        if !self.begun {
            self.begun = true;
            self.exclude_answer()?;
        }
        match word {
            "loop" => {
                let cells = self.cells(rest)?;
                self.axiom(&axioms::no_loop(self.formula, &cells)?);
            }
            "cut" => {
                let cells = self.cells(rest)?;
                self.axiom(&axioms::cut(self.formula, &cells)?);
            }
            "cover" => {
                let (cells, unless) = match rest.split_once(" or ") {
                    Some((cells, literals)) => (cells, self.literals(literals)?),
                    None => (rest, Vec::new()),
                };
                let (needy, givers) = match cells.split_once(" by") {
                    Some((needy, givers)) => (self.cells(needy)?, self.cells(givers)?),
                    None => return Err(no_step(line)),
                };
                let clause = axioms::cover(self.formula, &self.clauses, &needy, &givers, &unless)?;
                self.axiom(&clause);
            }
            "pocket" => {
                let cells = self.cells(rest)?;
                for clause in axioms::pocket(self.formula, &cells)? {
                    self.axiom(&clause);
                }
            }
            "take" => {
                let cells = self.cells(rest)?;
                let begin = || Layers::new(self.formula, self.answer_edges.clone());
                let layers = self.layers.get_or_insert_with(begin);
                layers.take(cells, &self.clauses, self.go_on)?;
            }
            "border" => match &mut self.layers {
                Some(layers) => layers.list(rest)?,
                None => return wrong("no cell was taken"),
            },
            "swept" => match self.layers.take() {
                Some(mut layers) => {
                    layers.end(&self.clauses, self.go_on)?;
                    self.axiom(&[]);
                }
                None => return wrong("no cell was taken"),
            },
            "d" => {
                let clause = self.literals(rest)?;
                if !self.clauses.delete(&clause) {
                    return wrong("there is no such clause");
                }
                self.record(line);
            }
            _ if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                let clause = self.literals(line)?;
                if !self.clauses.add_if_implied(&clause) {
                    return wrong("this clause does not follow by unit propagation");
                }
                self.record(line);
                if clause.is_empty() {
                    return Ok(Some(match self.answer.take() {
                        Some(answer) => Claim::OnlyAnswer(answer),
                        None => Claim::NoAnswer,
                    }));
                }
            }
            _ => return Err(no_step(line)),
        }
        Ok(None)
    }

    /// Every other answer lacks an edge of this one: if it had all of them, nothing could be added
    /// to them.
    fn exclude_answer(&mut self) -> Result<(), Fault> {
        let Some(answer) = &self.answer else {
            return Ok(());
        };
        let mut edges = Vec::new();
        for [one, other] in (self.judge)(answer)? {
            match self.formula.edge(one, other) {
                Some(edge) => edges.push(edge),
                None => return wrong("the answer uses an edge that does not exist"),
            }
        }
        let clause: Vec<i32> = edges.iter().map(|&edge| -variable_of(edge)).collect();
        self.axiom(&clause);
        edges.sort_unstable();
        self.answer_edges = Some(edges);
        Ok(())
    }

    /// Adds a clause that the board justifies.
    fn axiom(&mut self, clause: &[i32]) {
        self.clauses.add(clause);
        if let Some(recorded) = &mut self.recorded {
            recorded.axiom(clause);
        }
    }

    fn record(&mut self, line: &str) {
        if let Some(recorded) = &mut self.recorded {
            recorded.lines.push_str(line);
            recorded.lines.push('\n');
        }
    }

    fn cells(&self, text: &str) -> Result<Vec<usize>, Fault> {
        text.split_whitespace()
            .map(|word| self.cell(word))
            .collect()
    }

    fn cell(&self, word: &str) -> Result<usize, Fault> {
        let (x, y) = place(word)?;
        let (width, most) = (self.formula.width, &self.formula.most);
        if x < width && y < most.len() / width && most[y * width + x] > 0 {
            return Ok(y * width + x);
        }
        Err(Fault::Wrong(format!("({x}, {y}) is no cell of a path")))
    }

    /// The literals of a clause, up to the 0 that ends it.
    fn literals(&self, text: &str) -> Result<Vec<i32>, Fault> {
        let parsed = text.split_whitespace().map(|word| {
            let number = word.parse::<i32>();
            number.map_err(|_| Fault::Form(format!("'{}' is no literal", shown(word))))
        });
        let mut literals = parsed.collect::<Result<Vec<i32>, Fault>>()?;
        if literals.pop() != Some(0) {
            return Err(Fault::Form("a clause ends with 0".to_owned()));
        }
        if !self.clauses.know(&literals) {
            return wrong("there is no such variable");
        }
        Ok(literals)
    }
}
