//! A certificate in the making: what was stated and what followed, of which only what is needed is written.

use std::fmt::{Arguments, Write};

/// Clauses that are deleted together.
const DELETED_TOGETHER: usize = 32;

/// The number of a clause in the log, which is not its number in the certificate.
pub type ClauseId = u32;

/// Lines and clauses are parts of lists: where they begin and how long they are, or, of a clause, where its hints begin
/// and end.
#[derive(Clone, Copy)]
enum Entry {
    /// A line that adds no clause, and is always written.
    Command(u32, u32),
    /// A line that adds a clause which the level justifies.
    Premise(u32, u32),
    /// The same for the N-th clause of a cell, in less memory: column, row and N.
    Cell(u32, u32, u32),
    /// A clause that follows from others.
    Lemma(u32, u32, u32),
    /// The clause that all walks from a cell are refuted, for which these clauses are needed.
    Walks(u32, u32, u32),
}

/// See the [module](self).
#[derive(Default)]
pub struct Log {
    entries: Vec<Entry>,
    /// The lines of all entries, and the literals and hints of all that follow from others.
    lines: String,
    clauses: Vec<i32>,
    /// The latest fact.
    facts: i32,
}

impl Log {
    /// A log about a board with this many facts.
    pub fn new(facts: i32) -> Self {
        Self { facts, ..Self::default() }
    }

    fn push(&mut self, entry: Entry) -> ClauseId {
        self.entries.push(entry);
        self.entries.len() as ClauseId - 1
    }

    fn line(&mut self, line: &str) -> (u32, u32) {
        self.lines.push_str(line);
        ((self.lines.len() - line.len()) as u32, line.len() as u32)
    }

    /// A line that adds this many facts, and no clause; the first of the facts.
    pub fn command(&mut self, line: &str, facts: i32) -> i32 {
        let (begin, length) = self.line(line);
        self.push(Entry::Command(begin, length));
        self.facts += facts;
        self.facts - facts + 1
    }

    /// A line that adds a clause.
    pub fn premise(&mut self, line: &str) -> ClauseId {
        let (begin, length) = self.line(line);
        self.push(Entry::Premise(begin, length))
    }

    /// The N-th clause of a cell.
    pub fn cell(&mut self, (x, y): (usize, usize), number: usize) -> ClauseId {
        self.push(Entry::Cell(x as u32, y as u32, number as u32))
    }

    /// A clause that follows from those with these numbers, in the order in which they are used.
    pub fn lemma(&mut self, clause: &[i32], hints: &[ClauseId]) -> ClauseId {
        let begin = self.clauses.len();
        self.clauses.extend_from_slice(clause);
        self.clauses.extend(hints.iter().map(|&hint| hint as i32));
        self.push(Entry::Lemma(begin as u32, (begin + clause.len()) as u32, self.clauses.len() as u32))
    }

    /// The clause that the path does not start in a cell, for which all walks from it are to be tried.
    pub fn walks(&mut self, cell: usize, hints: &[ClauseId]) -> ClauseId {
        let begin = self.clauses.len() as u32;
        self.clauses.extend(hints.iter().map(|&hint| hint as i32));
        self.push(Entry::Walks(cell as u32, begin, self.clauses.len() as u32))
    }

    /// The literals of a clause that follows from others.
    pub fn literals(&self, id: ClauseId) -> Option<&[i32]> {
        match self.entries[id as usize] {
            Entry::Lemma(begin, hints, _) => Some(&self.clauses[begin as usize..hints as usize]),
            _ => None,
        }
    }

    /// The certificate about a board of this width whose last clause, the empty one, is this: first lines, then what that needs.
    pub fn finish(&mut self, width: usize, beginning: String, mut last: ClauseId) -> String {
        if !matches!(self.entries[last as usize], Entry::Lemma(..)) {
            last = self.lemma(&[], &[last]);
        }
        let entries = &self.entries[..=last as usize];
        // Where each clause is used last.
        let mut last_use = vec![None; entries.len()];
        last_use[last as usize] = Some(last);
        for (index, entry) in entries.iter().enumerate().rev() {
            if let (&(Entry::Lemma(_, hints, end) | Entry::Walks(_, hints, end)), Some(_)) =
                (entry, last_use[index])
            {
                for &hint in &self.clauses[hints as usize..end as usize] {
                    last_use[hint as usize].get_or_insert(index as ClauseId);
                }
            }
        }
        let mut numbers = vec![0_u32; entries.len()];
        let (mut text, mut count, mut done) = (beginning, 0, Vec::new());
        for (index, entry) in entries.iter().enumerate() {
            let is_needed = last_use[index].is_some();
            if !is_needed && !matches!(entry, Entry::Command(..)) {
                continue;
            }
            match *entry {
                Entry::Command(begin, length) => {
                    text.push_str(&self.lines[begin as usize..(begin + length) as usize]);
                    text.push('\n');
                    continue;
                }
                Entry::Premise(begin, length) => {
                    text.push_str(&self.lines[begin as usize..(begin + length) as usize]);
                }
                Entry::Cell(x, y, number) => {
                    let _ = write!(text, "c {x},{y} {number}");
                }
                Entry::Walks(cell, hints, end) | Entry::Lemma(cell, hints, end) => {
                    let begin = cell as usize;
                    let is_lemma = matches!(entry, Entry::Lemma(..));
                    if is_lemma {
                        for literal in &self.clauses[begin..hints as usize] {
                            let _ = write!(text, "{literal} ");
                        }
                        text.push('0');
                    } else {
                        let _ = write!(text, "walks {},{}", begin % width, begin / width);
                    }
                    let hints = &self.clauses[hints as usize..end as usize];
                    for &hint in hints {
                        let _ = write!(text, " {}", numbers[hint as usize]);
                    }
                    if is_lemma {
                        text.push_str(" 0");
                    }
                    let over = |hint: &&i32| last_use[**hint as usize] == Some(index as ClauseId);
                    done.extend(hints.iter().filter(over).map(|&hint| numbers[hint as usize]));
                }
            }
            text.push('\n');
            count += 1;
            numbers[index] = count;
            if done.len() >= DELETED_TOGETHER && index != last as usize {
                done.sort_unstable();
                done.dedup();
                text.push('d');
                for number in done.drain(..) {
                    let _ = write!(text, " {number}");
                }
                text.push('\n');
            }
        }
        text
    }
}

/// The lines of a certificate, written, or counted only.
#[derive(Default)]
pub struct Lines {
    pub text: String,
    is_written: bool,
    /// How many lines there were.
    pub count: usize,
    /// The numbers of the latest clause and the latest fact.
    pub clauses: u64,
    pub facts: i32,
    /// Clauses that are needed no longer.
    done: Vec<u64>,
}

impl Lines {
    /// Lines that come after so many clauses and facts, and are written.
    pub fn written(clauses: u64, facts: i32) -> Self {
        Self { is_written: true, clauses, facts, ..Self::default() }
    }

    /// The next fact, which the next line names.
    pub fn fact(&mut self) -> i32 {
        self.facts += 1;
        self.facts
    }

    /// A line that adds no clause.
    pub fn command(&mut self, line: Arguments) {
        self.count += 1;
        if self.is_written {
            let _ = self.text.write_fmt(line);
            self.text.push('\n');
        }
    }

    /// A line that adds a clause.
    pub fn premise(&mut self, line: Arguments) -> u64 {
        self.command(line);
        self.clauses += 1;
        self.clauses
    }

    /// A clause that follows from others, in the order in which they are used. After it those are deleted that were to be forgotten.
    pub fn lemma(&mut self, clause: &[i32], hints: &[u64]) -> u64 {
        self.count += 1;
        self.clauses += 1;
        let is_full = self.done.len() >= DELETED_TOGETHER;
        self.count += usize::from(is_full);
        if self.is_written {
            for literal in clause {
                let _ = write!(self.text, "{literal} ");
            }
            self.text.push('0');
            for hint in hints {
                self.word(hint);
            }
            self.text.push_str(" 0\n");
            if is_full {
                self.text.push('d');
                for at in 0..self.done.len() {
                    self.word(self.done[at]);
                }
                self.text.push('\n');
            }
        }
        if is_full {
            self.done.clear();
        }
        self.clauses
    }

    fn word(&mut self, number: impl std::fmt::Display) {
        let _ = write!(self.text, " {number}");
    }

    /// A clause will not be used after the next lemma.
    pub fn forget(&mut self, clause: u64) {
        self.done.push(clause);
    }
}
