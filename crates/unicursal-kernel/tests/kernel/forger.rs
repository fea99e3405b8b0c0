//! Forged certificates: lines of every kind with plausible arguments, on boards that have answers.
//!
//! The forger takes whatever the kernel accepts, lets unit propagation find what follows, with the
//! hints, and goes on from there. A certificate that ends with the empty clause would be one of a
//! falsehood.

use std::cell::RefCell;

use unicursal_kernel::{Board, Kernel, Rules};

use super::brute::{Cells, Random, Tiles};

struct Forger<'a> {
    board: &'a Board,
    shape: &'a Cells,
    random: &'a mut Random,
    clauses: Vec<Vec<i32>>,
    facts: usize,
    answers: usize,
}

impl Forger<'_> {
    fn literal(&mut self) -> i32 {
        // Mostly one of a clause that is there.
        let some = self.random.below(self.clauses.len().max(1));
        let known = self.clauses.get(some).filter(|clause| !clause.is_empty()).cloned();
        match known {
            Some(clause) if !self.random.one_in(4) => clause[self.random.below(clause.len())],
            _ => {
                let fact = 1 + self.random.below(self.facts) as i32;
                if self.random.one_in(2) { fact } else { -fact }
            }
        }
    }

    fn literals(&mut self, most: usize) -> String {
        let count = self.random.below(most + 1);
        (0..count).map(|_| format!("{} ", self.literal())).collect::<String>() + "0"
    }

    fn place(&mut self) -> String {
        let cell = self.random.below(self.board.free.len());
        self.shape.place(cell)
    }

    fn places(&mut self, most: usize) -> String {
        let count = self.random.below(most + 1);
        (0..count).map(|_| format!(" {}", self.place())).collect()
    }

    fn side(&mut self) -> char {
        char::from(b"RDLU"[self.random.below(4)])
    }

    /// A way round a block, or any way.
    fn cycle(&mut self) -> String {
        let turns = ["RDLU", "DRUL", "RRDLLU", "RDDLUU", "DLUR"];
        let mut text = format!("cycle {}", self.place());
        let steps: Vec<char> = match self.random.below(6) {
            5 => (0..2 + self.random.below(6)).map(|_| self.side()).collect(),
            index => turns[index].chars().collect(),
        };
        for step in steps {
            text += &format!(" {step}{}", if self.random.one_in(3) { '~' } else { '<' });
        }
        text
    }

    /// Not all of some tiles are corners.
    fn corners(&mut self) -> String {
        let cells: Vec<usize> =
            (0..self.random.below(5)).map(|_| self.random.below(self.board.free.len())).collect();
        cells
            .iter()
            .map(|&cell| format!(" {}", -self.board.corner(cell)))
            .fold("turns".to_owned(), |text, word| text + &word)
            + " 0"
    }

    /// A jump to a cell that may come later, and back.
    fn jump(&mut self) -> String {
        let (one, other) = (self.place(), self.place());
        let back = ["L<", "U<", "R~ U<", "L~", "D< L~"][self.random.below(5)];
        match self.random.below(3) {
            0 => format!("cycle {one} !{other} !{one}"),
            1 => format!("cycle {one} !{other} {back}"),
            _ => format!("cycle {one} !{other} {back} !{one}"),
        }
    }

    /// The sides around some cells.
    fn cut(&mut self) -> String {
        let mut cells = vec![self.random.below(self.board.free.len())];
        for _ in 0..self.random.below(6) {
            let (at, side) = (cells[self.random.below(cells.len())], self.random.below(4));
            cells.extend(self.shape.near(at, side));
        }
        let mut text = "cut".to_owned();
        for &cell in &cells {
            for side in 0..4 {
                let near = self.shape.near(cell, side).filter(|near| !cells.contains(near));
                if near.is_some() && self.shape.free[cell] && !self.random.one_in(20) {
                    text += &self.board.used(cell, side).map(|used| format!(" {used}")).unwrap_or_default();
                }
            }
        }
        text + " 0 " + &self.shape.place(cells[0])
    }

    fn line(&mut self) -> String {
        match self.random.below(24) {
            0..=5 => format!("c {} {}", self.place(), 1 + self.random.below(40)),
            6 | 7 => self.cycle(),
            8 | 9 => self.cut(),
            10 => format!("ends {}", self.literals(4)),
            11 => format!("count {}{}", self.literals(6), self.places(6)),
            12 => self.corners(),
            13 => format!("set{}", self.places(5)),
            14 => format!("other {}", 1 + self.random.below(self.answers + 1)),
            15 => format!("walk {}", self.place()),
            16 | 17 => format!("slide {}", self.side()),
            18 => ["back", "split"][self.random.below(2)].to_owned(),
            19 => format!("dead{}", self.places(2)),
            20 => format!("part {}", self.place()),
            21 | 22 => self.jump(),
            _ => {
                let (clause, most) = (self.literals(2), self.clauses.len() + 1);
                let hints: String =
                    (0..self.random.below(4)).map(|_| format!("{} ", self.random.below(most))).collect();
                format!("{clause} {hints}0")
            }
        }
    }

    /// What follows by unit propagation if these literals are false, as the hints of a
    /// contradiction.
    fn propagate(&self, clause: &[i32]) -> Option<Vec<usize>> {
        let mut known: Vec<i32> = clause.iter().map(|literal| -literal).collect();
        let mut hints = Vec::new();
        loop {
            let mut changed = false;
            for (index, clause) in self.clauses.iter().enumerate() {
                if clause.iter().any(|literal| known.contains(literal)) {
                    continue;
                }
                let left: Vec<i32> =
                    clause.iter().copied().filter(|literal| !known.contains(&-literal)).collect();
                if left.len() <= 1 {
                    hints.push(index + 1);
                    known.extend(&left);
                    changed = true;
                }
                if left.is_empty() {
                    return Some(hints);
                }
            }
            if !changed {
                return None;
            }
        }
    }
}

/// One certificate; whether it was accepted, and how many of its lines were.
pub fn forge(board: &Board, shape: &Cells, answers: &[String], random: &mut Random) -> (bool, Vec<String>) {
    let added = RefCell::new(Vec::new());
    let mut told = |clause: &[i32], _: Option<&[u64]>| added.borrow_mut().push(clause.to_vec());
    let lines = 4 + random.below(60);
    let facts = board.free.len() * board.facts();
    let mut forger = Forger { board, shape, random, clauses: Vec::new(), facts, answers: answers.len() };
    let mut text: Vec<String> = answers.iter().map(|answer| format!("answer {answer}")).collect();
    let mut kernel = Kernel::new(board, &mut told);
    for line in &text {
        kernel.step(line).expect(line);
    }
    for round in 1..=lines {
        let derives = round == lines || forger.random.one_in(6);
        let size = if round == lines { 0 } else { forger.random.below(3) };
        let clause: Vec<i32> = (0..size).map(|_| forger.literal()).collect();
        let hints = if derives { forger.propagate(&clause) } else { None };
        let line = match hints {
            Some(hints) => {
                let clause: String = clause.iter().map(|literal| format!("{literal} ")).collect();
                let hints: String = hints.iter().map(|hint| format!("{hint} ")).collect();
                format!("{clause}0 {hints}0")
            }
            None => forger.line(),
        };
        let judged = kernel.step(&line);
        if judged.is_ok() {
            forger.facts += 2 * usize::from(line.starts_with("set"));
            forger.facts += usize::from(line.starts_with("walk") || line.starts_with("slide"));
            forger.clauses.clone_from(&added.borrow());
            text.push(line);
        }
        if judged == Ok(true) {
            return (true, text);
        }
    }
    (false, text)
}

/// A level that has answers, some of which are given, and its text; `None` if none was found.
fn subject(random: &mut Random) -> Option<(Board, Cells, Vec<String>, String)> {
    if random.one_in(2) {
        let tiles = Tiles::random(random, 4);
        if tiles.pairs().len() > 12 || tiles.answers().is_empty() {
            return None;
        }
        let rules = Rules::Connect { no_touch: tiles.no_touch, blanks: tiles.blanks, turns: tiles.turns };
        let board = Board::read(tiles.text().as_bytes(), rules).expect("a level");
        let cells = Cells::new(board.width, board.free.clone());
        return Some((board, cells, Vec::new(), tiles.text()));
    }
    let mut cells = Cells::random(random, 4);
    let all = cells.all();
    if all.is_empty() {
        return None;
    }
    let start = all[random.below(all.len())];
    let (trail, numbers) = Cells::trail(random, 4);
    let (rules, level, mut answers) = if random.one_in(3) && !numbers.is_empty() {
        cells = trail;
        (Rules::Trail, cells.trail_text(&numbers), cells.trail_answers(&numbers))
    } else if random.one_in(3) {
        (Rules::Pellet, cells.pellet_text(start), cells.pellet_answers(start))
    } else {
        (Rules::Coil, cells.coil_text(), cells.coil_answers())
    };
    if answers.is_empty() {
        return None;
    }
    // At least one answer is not given.
    answers.truncate(random.below(answers.len()).min(2));
    let given = answers.iter().map(|path| cells.answer_text(path)).collect();
    let board = Board::read(level.as_bytes(), rules).expect("a level");
    Some((board, cells, given, level))
}

/// Forges certificates about a level that has another answer. None must be accepted; how many lines
/// were, if there is such a level.
pub fn forge_some(count: usize, random: &mut Random) -> Option<usize> {
    let (board, cells, given, level) = subject(random)?;
    let forge = |_| {
        let (proved, lines) = forge(&board, &cells, &given, random);
        assert!(!proved, "accepted about {level}{}", lines.join("\n"));
        lines.len()
    };
    Some((0..count).map(forge).sum())
}
