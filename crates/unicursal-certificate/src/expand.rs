//! Certificates in which the lines of walks are left out, for a kernel that wants them all.
//!
//! `walks X,Y N ...` stands for the lines which refute that the path starts there: all walks from it, each given up for a reason
//! that the kernel checks. It counts as one clause, and N are those that say that an end is in a set. The lines are found again and
//! shown to the kernel one after the other, so that nobody needs room for them, and nobody believes who finds them.

use std::collections::HashMap;
use std::io::{BufRead, Read};

use unicursal_kernel::{Board, Rules, Told, Verdict, check};

use crate::log::Lines;
use crate::walks::{Core, Walked, Walks};

/// How many bytes are found at once, about.
const CHUNK: usize = 1 << 16;
/// The longest line that the kernel reads.
const LONGEST_LINE: u64 = 1 << 28;

/// Has the kernel judge a certificate in which walks may be left out. An error is one that cannot be read.
pub fn judge(
    board: &Board,
    certificate: &mut dyn BufRead,
    go_on: &dyn Fn() -> bool,
    told: &mut Told,
) -> std::io::Result<Verdict> {
    let mut expanded = Expanded::new(board, certificate);
    Ok(match check(board, &mut expanded, go_on, told)? {
        Verdict::Rejected(line, reason) => Verdict::Rejected(expanded.line(line), reason),
        verdict => verdict,
    })
}

/// The text of a certificate with all lines of walks.
pub struct Expanded<'a> {
    board: &'a Board,
    source: &'a mut dyn BufRead,
    lines: Lines,
    /// How many bytes of the lines were read.
    at: usize,
    walks: Option<Walks<'a>>,
    is_walking: bool,
    /// Clauses of the source so far, and from which on their numbers are larger by how much.
    clauses: u64,
    shifts: Vec<(u64, u64)>,
    /// Lines of the source so far; for lines of the text the lines of the source, and whether the next ones are others.
    source_lines: usize,
    places: Vec<(usize, usize, bool)>,
    sets: Vec<(i32, Vec<usize>)>,
    /// Clauses about sets.
    named: HashMap<u64, Vec<i32>>,
    /// The cores of the walks at hand.
    cores: Vec<Core>,
}

impl<'a> Expanded<'a> {
    /// The text of a certificate, about to be read.
    pub fn new(board: &'a Board, source: &'a mut dyn BufRead) -> Self {
        Self {
            board,
            source,
            lines: Lines::written(0, (board.free.len() * board.facts()) as i32),
            at: 0,
            walks: None,
            is_walking: false,
            clauses: 0,
            shifts: Vec::new(),
            source_lines: 0,
            places: Vec::new(),
            sets: Vec::new(),
            named: HashMap::new(),
            cores: Vec::new(),
        }
    }

    /// The line of the source to which a line of the text belongs, both counted from 1.
    fn line(&self, line: usize) -> usize {
        let after = self.places.partition_point(|&(first, ..)| first <= line);
        match after.checked_sub(1).map(|at| self.places[at]) {
            None => line,
            Some((_, of, true)) => of,
            Some((first, of, false)) => of + line - first,
        }
    }

    /// The number in the text of a clause of the source.
    fn number(&self, number: u64) -> u64 {
        let after = self.shifts.partition_point(|&(first, _)| first <= number);
        number + after.checked_sub(1).map_or(0, |at| self.shifts[at].1)
    }

    /// Adds lines, if there are any left.
    fn produce(&mut self) -> std::io::Result<()> {
        self.lines.text.clear();
        self.at = 0;
        if self.is_walking {
            self.walk();
            return Ok(());
        }
        let mut line = Vec::new();
        let read = (&mut *self.source).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        self.source_lines += usize::from(read > 0);
        let text = String::from_utf8_lossy(&line);
        if self.take(text.trim_ascii()).is_none() {
            self.lines.text.push_str(&text);
            self.lines.count += usize::from(read > 0);
        }
        Ok(())
    }

    /// Writes more lines of walks.
    fn walk(&mut self) {
        let Some(walks) = &mut self.walks else { return };
        while self.lines.text.len() < CHUNK {
            match walks.step(&self.cores, &mut self.lines) {
                Walked::Going => {}
                Walked::Refuted(number) => {
                    self.shifts.push((self.clauses, number - self.clauses));
                    self.places.push((self.lines.count + 1, self.source_lines + 1, false));
                    self.is_walking = false;
                    return;
                }
                Walked::Found => {
                    // The kernel says that this is no line.
                    self.lines.text.push_str("a walk visits every cell\n");
                    self.is_walking = false;
                    return;
                }
            }
        }
    }

    /// Writes a line with the numbers that the text has, and begins walks; `None` if it can stay as it is.
    fn take(&mut self, line: &str) -> Option<()> {
        let mut words = line.split_ascii_whitespace();
        let first = words.next()?;
        let is_lemma = first.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        match first {
            "set" => {
                let words: Vec<&str> = words.collect();
                let mut cells = self.board.cells(&words).ok()?;
                cells.sort_unstable();
                self.sets.push((self.lines.facts + 1, cells));
                self.lines.facts += 2;
                return None;
            }
            "unicursal" | "answer" | "back" => return None,
            "slide" => {
                self.lines.facts += 1;
                return None;
            }
            "walk" => self.lines.facts += 1,
            "walks" => {
                let start = self.board.cell(words.next()?).ok()?;
                let known = words.map(|word| word.parse().ok()).collect::<Option<Vec<u64>>>()?;
                if self.board.rules != Rules::Coil {
                    return None;
                }
                self.cores = known.into_iter().filter_map(|number| self.core(number)).collect();
                self.clauses += 1;
                self.places.push((self.lines.count + 1, self.source_lines, true));
                let walks = self.walks.get_or_insert_with(|| Walks::new(self.board));
                walks.begin(start, &mut self.lines);
                self.is_walking = true;
                return Some(());
            }
            _ => {}
        }
        if first != "d" {
            self.clauses += 1;
            self.lines.clauses += 1;
        }
        if is_lemma {
            self.remember(line);
        }
        if self.shifts.is_empty() || !is_lemma && first != "d" {
            return None;
        }
        let end = if is_lemma { line.split_ascii_whitespace().position(|word| word == "0")? } else { 0 };
        for (at, word) in line.split_ascii_whitespace().enumerate() {
            let number = word.parse().ok().filter(|&number: &u64| at > end && number > 0);
            let word = number.map_or_else(|| word.to_owned(), |number| self.number(number).to_string());
            self.lines.text.push_str(&word);
            self.lines.text.push(' ');
        }
        self.lines.text.push('\n');
        self.lines.count += 1;
        Some(())
    }

    /// Keeps a clause that speaks of sets alone.
    fn remember(&mut self, line: &str) {
        let literals = line.split_ascii_whitespace().map_while(|word| word.parse().ok().filter(|&l| l != 0));
        let literals: Vec<i32> = literals.take(3).collect();
        if literals
            .iter()
            .all(|literal| self.sets.iter().any(|(first, _)| (0..2).contains(&(literal - first))))
        {
            self.named.insert(self.clauses, literals);
        }
    }

    /// The set of which a clause says that an end is in it, if it does.
    fn core(&self, number: u64) -> Option<Core> {
        let clause = self.named.get(&number)?;
        let (first, cells) = self.sets.iter().find(|(first, _)| clause.contains(&(first + 1)))?;
        let is_of_it = clause.iter().all(|&literal| literal == *first || literal == first + 1);
        is_of_it.then(|| Core {
            first: *first,
            cells: cells.clone(),
            clause: self.number(number),
            may_start: clause.contains(first),
        })
    }
}

impl BufRead for Expanded<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        while self.at == self.lines.text.len() {
            self.produce()?;
            if self.lines.text.is_empty() && !self.is_walking {
                break;
            }
        }
        Ok(&self.lines.text.as_bytes()[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
    }
}

impl Read for Expanded<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let read = self.fill_buf()?.read(bytes)?;
        self.consume(read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use unicursal_kernel::{Board, Rules, Verdict, check};

    use super::{Expanded, judge};
    use crate::{Guide, by_guide};

    fn judged(board: &Board, certificate: &str) -> Verdict {
        judge(board, &mut certificate.as_bytes(), &|| true, &mut |_, _| {}).expect("it can be read")
    }

    #[test]
    fn what_is_left_out_is_found_again_and_the_kernel_reads_it() {
        let board = Board::read(b"x=5&y=3&board=.XX.X..........", Rules::Coil).expect("a level");
        let certificate = by_guide(&board, &Guide::default(), 1_000, &|| true).expect("not stopped");
        let certificate = certificate.expect("a certificate");
        let walks = certificate.lines().position(|line| line.starts_with("walks ")).expect("there are walks");
        assert_eq!(judged(&board, &certificate), Verdict::Proved(Vec::new()));

        let mut text = String::new();
        Expanded::new(&board, &mut certificate.as_bytes()).read_to_string(&mut text).expect("it can be read");
        assert!(!text.contains("walks") && text.contains("\nslide R\n"), "{text}");
        let verdict = check(&board, &mut text.as_bytes(), &|| true, &mut |_, _| {});
        assert_eq!(verdict.expect("it can be read"), Verdict::Proved(Vec::new()));
        let verdict = check(&board, &mut certificate.as_bytes(), &|| true, &mut |_, _| {});
        let reason = "this is no line of a certificate".to_owned();
        assert_eq!(verdict.expect("it can be read"), Verdict::Rejected(walks + 1, reason));
    }

    #[test]
    fn lines_are_counted_as_in_the_file() {
        // The second level has an answer that begins in the corner.
        let levels = ["x=5&y=3&board=.XX.X..........", "x=3&y=2&board=......"];
        let [none, some] = levels.map(|text| Board::read(text.as_bytes(), Rules::Coil).expect("a level"));
        let header = "unicursal certificate 1 coil";
        for (board, lines, line) in [
            (&none, &["walks 0,0", "nonsense"][..], 3),
            (&none, &["walks 0,0", "", "walks 3,0", "c 0,0 1", "walks 9,9"], 6),
            (&none, &["walk 0,0", "walks 0,0"], 3),
            (&none, &["walks 0,0 1", "0 1 0"], 3),
            (&none, &["set 0,0", "walks 0,0 x"], 3),
            (&some, &["c 0,0 1", "walks 0,0", "c 0,0 1"], 3),
            (&none, &["walks 0,0"], 3),
        ] {
            let verdict = judged(board, &format!("{header}\n{}\n", lines.join("\n")));
            let Verdict::Rejected(found, reason) = verdict else { panic!("{lines:?}: {verdict:?}") };
            assert_eq!(found, line, "{lines:?}: {reason}");
        }
    }
}
