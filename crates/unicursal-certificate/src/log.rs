//! A certificate in the making: what was stated and what followed, of which only what is needed is written.

use std::fmt::Write;

/// Clauses that are deleted together.
const DELETED_TOGETHER: usize = 32;

/// The number of a clause in the log, which is not its number in the certificate.
pub type ClauseId = u32;

enum Entry {
    /// A line that adds no clause, and is always written.
    Command(Box<str>),
    /// A line that adds a clause which the level justifies.
    Premise(Box<str>),
    /// The same, but always written, because it names a fact as well.
    Named(Box<str>),
    /// The same for the N-th clause of a cell, in less memory: column, row and N.
    Cell(u32, u32, u32),
    /// A clause that follows from others.
    Lemma(Box<[i32]>, Box<[ClauseId]>),
}

/// See the [module](self).
#[derive(Default)]
pub struct Log {
    entries: Vec<Entry>,
    /// The latest fact.
    facts: i32,
}

impl Log {
    /// A log about a board with this many facts.
    pub fn new(facts: i32) -> Self {
        Self { entries: Vec::new(), facts }
    }

    fn push(&mut self, entry: Entry) -> ClauseId {
        self.entries.push(entry);
        self.entries.len() as ClauseId - 1
    }

    /// A line that adds this many facts, and no clause; the first of the facts.
    pub fn command(&mut self, line: String, facts: i32) -> i32 {
        self.push(Entry::Command(line.into()));
        self.facts += facts;
        self.facts - facts + 1
    }

    /// A line that adds a clause.
    pub fn premise(&mut self, line: String) -> ClauseId {
        self.push(Entry::Premise(line.into()))
    }

    /// A line that adds a clause and a fact.
    pub fn premise_with_fact(&mut self, line: String) -> (ClauseId, i32) {
        self.facts += 1;
        (self.push(Entry::Named(line.into())), self.facts)
    }

    /// The N-th clause of a cell.
    pub fn cell(&mut self, (x, y): (usize, usize), number: usize) -> ClauseId {
        self.push(Entry::Cell(x as u32, y as u32, number as u32))
    }

    /// A clause that follows from those with these numbers, in the order in which they are used.
    pub fn lemma(&mut self, clause: Vec<i32>, hints: Vec<ClauseId>) -> ClauseId {
        self.push(Entry::Lemma(clause.into(), hints.into()))
    }

    /// The literals of a clause that follows from others.
    pub fn literals(&self, id: ClauseId) -> Option<&[i32]> {
        match &self.entries[id as usize] {
            Entry::Lemma(clause, _) => Some(clause),
            _ => None,
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Where it is, to come [back](Self::back) to.
    pub fn mark(&self) -> (usize, i32) {
        (self.entries.len(), self.facts)
    }

    /// Takes back everything after a mark. Nothing that is left may speak of it.
    pub fn back(&mut self, (entries, facts): (usize, i32)) {
        self.entries.truncate(entries);
        self.facts = facts;
    }

    /// The certificate whose last clause, the empty one, is this: first lines, then what that needs.
    pub fn finish(&mut self, beginning: String, mut last: ClauseId) -> String {
        if !matches!(self.entries[last as usize], Entry::Lemma(..)) {
            last = self.lemma(Vec::new(), vec![last]);
        }
        let entries = &self.entries[..=last as usize];
        // Where each clause is used last.
        let mut last_use = vec![None; entries.len()];
        last_use[last as usize] = Some(last);
        for (index, entry) in entries.iter().enumerate().rev() {
            if let (Entry::Lemma(_, hints), Some(_)) = (entry, last_use[index]) {
                for &hint in hints {
                    last_use[hint as usize].get_or_insert(index as ClauseId);
                }
            }
        }
        let mut numbers = vec![0_u32; entries.len()];
        let (mut text, mut count, mut done) = (beginning, 0, Vec::new());
        for (index, entry) in entries.iter().enumerate() {
            let is_needed = last_use[index].is_some();
            if !is_needed && !matches!(entry, Entry::Command(_) | Entry::Named(_)) {
                continue;
            }
            match entry {
                Entry::Command(line) => {
                    text.push_str(line);
                    text.push('\n');
                    continue;
                }
                Entry::Premise(line) | Entry::Named(line) => text.push_str(line),
                Entry::Cell(x, y, number) => {
                    let _ = write!(text, "c {x},{y} {number}");
                }
                Entry::Lemma(clause, hints) => {
                    for literal in clause {
                        let _ = write!(text, "{literal} ");
                    }
                    text.push('0');
                    for &hint in hints {
                        let _ = write!(text, " {}", numbers[hint as usize]);
                    }
                    text.push_str(" 0");
                    let over = |hint: &&ClauseId| last_use[**hint as usize] == Some(index as ClauseId);
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
        let (_, walk) = log.premise_with_fact("walk 0,0".to_owned());
        assert_eq!((walk, log.command("slide R".to_owned(), 1)), (25, 26));
        for _ in 0..2 {
            log.command("back".to_owned(), 0);
        }
        let cut = log.premise("cut 0 0,0".to_owned());
        let text = log.finish("unicursal certificate 1 coil\n".to_owned(), cut);
        let verdict = check(&board, &mut text.as_bytes(), &|| true, &mut |_, _| {});
        assert_eq!(verdict.expect("it can be read"), Verdict::Proved(Vec::new()), "{text}");
    }
}
