//! A certificate in the making: what was stated and what followed, of which only what is needed is written.

use std::fmt::Write;

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
    /// The same, but always written, because it names a fact as well.
    Named(u32, u32),
    /// The same for the N-th clause of a cell, in less memory: column, row and N.
    Cell(u32, u32, u32),
    /// A clause that follows from others.
    Lemma(u32, u32, u32),
}

/// Where a log is, to come [back](Log::back) to.
#[derive(Clone, Copy)]
pub struct Mark {
    pub entries: usize,
    lines: usize,
    clauses: usize,
    facts: i32,
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

    /// A line that adds a clause and a fact.
    pub fn premise_with_fact(&mut self, line: &str) -> (ClauseId, i32) {
        self.facts += 1;
        let (begin, length) = self.line(line);
        (self.push(Entry::Named(begin, length)), self.facts)
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

    /// The literals of a clause that follows from others.
    pub fn literals(&self, id: ClauseId) -> Option<&[i32]> {
        match self.entries[id as usize] {
            Entry::Lemma(begin, hints, _) => Some(&self.clauses[begin as usize..hints as usize]),
            _ => None,
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Where it is, to come [back](Self::back) to.
    pub fn mark(&self) -> Mark {
        let (lines, clauses) = (self.lines.len(), self.clauses.len());
        Mark { entries: self.entries.len(), lines, clauses, facts: self.facts }
    }

    /// Takes back everything after a mark. Nothing that is left may speak of it.
    pub fn back(&mut self, mark: Mark) {
        self.entries.truncate(mark.entries);
        self.lines.truncate(mark.lines);
        self.clauses.truncate(mark.clauses);
        self.facts = mark.facts;
    }

    /// The certificate whose last clause, the empty one, is this: first lines, then what that needs.
    pub fn finish(&mut self, beginning: String, mut last: ClauseId) -> String {
        if !matches!(self.entries[last as usize], Entry::Lemma(..)) {
            last = self.lemma(&[], &[last]);
        }
        let entries = &self.entries[..=last as usize];
        // Where each clause is used last.
        let mut last_use = vec![None; entries.len()];
        last_use[last as usize] = Some(last);
        for (index, entry) in entries.iter().enumerate().rev() {
            if let (&Entry::Lemma(_, hints, end), Some(_)) = (entry, last_use[index]) {
                for &hint in &self.clauses[hints as usize..end as usize] {
                    last_use[hint as usize].get_or_insert(index as ClauseId);
                }
            }
        }
        let mut numbers = vec![0_u32; entries.len()];
        let (mut text, mut count, mut done) = (beginning, 0, Vec::new());
        for (index, entry) in entries.iter().enumerate() {
            let is_needed = last_use[index].is_some();
            if !is_needed && !matches!(entry, Entry::Command(..) | Entry::Named(..)) {
                continue;
            }
            match *entry {
                Entry::Command(begin, length) => {
                    text.push_str(&self.lines[begin as usize..(begin + length) as usize]);
                    text.push('\n');
                    continue;
                }
                Entry::Premise(begin, length) | Entry::Named(begin, length) => {
                    text.push_str(&self.lines[begin as usize..(begin + length) as usize]);
                }
                Entry::Cell(x, y, number) => {
                    let _ = write!(text, "c {x},{y} {number}");
                }
                Entry::Lemma(begin, hints, end) => {
                    for literal in &self.clauses[begin as usize..hints as usize] {
                        let _ = write!(text, "{literal} ");
                    }
                    text.push('0');
                    let hints = &self.clauses[hints as usize..end as usize];
                    for &hint in hints {
                        let _ = write!(text, " {}", numbers[hint as usize]);
                    }
                    text.push_str(" 0");
                    let over = |hint: &&i32| last_use[**hint as usize] == Some(index as ClauseId);
                    done.extend(hints.iter().filter(over).map(|&hint| numbers[hint as usize]));
                }
            }
            text.push('\n');
            count += 1;
            numbers[index] = count;
            done.extend((!is_needed).then_some(count));
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

#[cfg(test)]
mod tests {
    use unicursal_kernel::{Board, Rules, Verdict, check};

    use super::Log;

    #[test]
    fn a_line_that_names_a_fact_is_written_even_if_its_clause_is_not_needed() {
        let board = Board::read(b"x=4&y=1&board=..X.", Rules::Coil).expect("a level");
        let mut log = Log::new(24);
        let (_, walk) = log.premise_with_fact("walk 0,0");
        assert_eq!((walk, log.command("slide R", 1)), (25, 26));
        for _ in 0..2 {
            log.command("back", 0);
        }
        let cut = log.premise("cut 0 0,0");
        let text = log.finish("unicursal certificate 1 coil\n".to_owned(), cut);
        let verdict = check(&board, &mut text.as_bytes(), &|| true, &mut |_, _| {});
        assert_eq!(verdict.expect("it can be read"), Verdict::Proved(Vec::new()), "{text}");
    }
}
