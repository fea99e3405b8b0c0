//! Every premise of every kind, on all boards up to 3x4 and 4x3 and on random ones up to 5x5,
//! against all answers.

use unicursal_kernel::{Board, Kernel, Rules};

use crate::brute::{Cells, Random, Tiles};

/// How many boards are tried, if not as many as usual.
fn boards(usual: usize) -> usize {
    std::env::var("UNICURSAL_BOARDS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// What the lines added, the last of which may be refused.
fn premise(board: &Board, before: &[String], line: &str) -> Option<Vec<i32>> {
    let mut last = None;
    let mut told = |clause: &[i32], _: Option<&[u64]>| last = Some(clause.to_vec());
    let mut kernel = Kernel::new(board, &mut told);
    for line in before {
        kernel.step(line).expect(line);
    }
    let accepted = kernel.step(line).is_ok();
    last.filter(|_| accepted)
}

/// Whether a clause is true of an answer.
fn holds(clause: &[i32], facts: &[bool]) -> bool {
    clause.iter().any(|&literal| facts[literal.unsigned_abs() as usize] == (literal > 0))
}

/// A level, its answers, and how many lines of each kind were taken for premises.
struct Trial {
    board: Board,
    shape: Cells,
    text: String,
    /// The facts of each answer, those of the sets among them.
    truths: Vec<Vec<bool>>,
    before: Vec<String>,
    accepted: usize,
    refused: usize,
}

impl Trial {
    fn new(shape: &Cells, text: String, rules: Rules, truths: Vec<Vec<bool>>) -> Self {
        let board = Board::read(text.as_bytes(), rules).expect(&text);
        let shape = shape.clone();
        Self { board, shape, text, truths, before: Vec::new(), accepted: 0, refused: 0 }
    }

    fn coil(cells: &Cells) -> (Self, Vec<Vec<usize>>) {
        let answers = cells.coil_answers();
        let truths = answers.iter().map(|path| cells.facts(path)).collect();
        (Self::new(cells, cells.coil_text(), Rules::Coil, truths), answers)
    }

    fn pellet(cells: &Cells, start: usize) -> (Self, Vec<Vec<usize>>) {
        let answers = cells.pellet_answers(start);
        let truths = answers.iter().map(|path| cells.facts(path)).collect();
        (Self::new(cells, cells.pellet_text(start), Rules::Pellet, truths), answers)
    }

    fn trail(cells: &Cells, numbers: &[usize]) -> (Self, Vec<Vec<usize>>) {
        let answers = cells.trail_answers(numbers);
        let truths = answers.iter().map(|path| cells.facts(path)).collect();
        (Self::new(cells, cells.trail_text(numbers), Rules::Trail, truths), answers)
    }

    fn connect(tiles: &Tiles) -> Self {
        let truths = tiles.answers().iter().map(|drawn| tiles.facts(drawn)).collect();
        let rules = Rules::Connect { no_touch: tiles.no_touch, blanks: tiles.blanks, turns: tiles.turns };
        let free = tiles.board.iter().map(|&tile| tile != 'X').collect();
        Self::new(&Cells::new(tiles.width, free), tiles.text(), rules, truths)
    }

    /// Names a set of cells.
    fn name(&mut self, cells: &[usize], answers: &[Vec<usize>]) {
        let places: Vec<String> = cells.iter().map(|&cell| self.shape.place(cell)).collect();
        self.before.push(format!("set {}", places.join(" ")));
        for (truth, path) in self.truths.iter_mut().zip(answers) {
            truth.push(cells.contains(&path[0]));
            truth.push(cells.contains(&path[path.len() - 1]));
        }
    }

    /// Tries a line: if it is taken for a premise, its clause must be true of every answer.
    fn line(&mut self, line: &str) -> bool {
        let Some(clause) = premise(&self.board, &self.before, line) else {
            self.refused += 1;
            return false;
        };
        self.accepted += 1;
        for truth in &self.truths {
            assert!(holds(&clause, truth), "'{line}' is wrong on {}: {clause:?}", self.text);
        }
        true
    }

    fn literal(&self, random: &mut Random) -> i32 {
        let most =
            self.truths.first().map_or(self.board.free.len() * self.board.facts(), |truth| truth.len() - 1);
        let fact = 1 + random.below(most) as i32;
        if random.one_in(2) { fact } else { -fact }
    }

    fn literals(&self, random: &mut Random, literals: &[i32], most: usize) -> String {
        let pick = |random: &mut Random| match literals {
            [] => self.literal(random),
            _ => literals[random.below(literals.len())] * if random.one_in(2) { 1 } else { -1 },
        };
        let words: Vec<String> = (0..random.below(most + 1)).map(|_| pick(random).to_string()).collect();
        words.join(" ") + " 0"
    }
}

/// All clauses of all cells.
fn cells(trial: &mut Trial) {
    for cell in trial.shape.all() {
        let place = trial.shape.place(cell);
        let count = (1..100_000).take_while(|number| trial.line(&format!("c {place} {number}"))).count();
        assert!(count > 0 || !trial.board.is_path());
    }
}

/// All ways round, or some, with all relations, or some.
fn cycles(trial: &mut Trial, random: &mut Random, relations: usize) {
    fn extend(shape: &Cells, cells: &mut Vec<usize>, steps: &mut String, found: &mut Vec<(usize, String)>) {
        let last = cells[cells.len() - 1];
        for side in 0..4 {
            let Some(next) = shape.near(last, side) else { continue };
            steps.push(char::from(b"RDLU"[side]));
            if next == cells[0] && cells.len() > 1 {
                found.push((cells[0], steps.clone()));
            } else if !cells.contains(&next) && next > cells[0] {
                cells.push(next);
                extend(shape, cells, steps, found);
                cells.pop();
            }
            steps.pop();
        }
    }
    let mut found = Vec::new();
    for cell in trial.shape.all() {
        extend(&trial.shape, &mut vec![cell], &mut String::new(), &mut found);
    }
    for (first, steps) in found {
        let place = trial.shape.place(first);
        let all = 1_usize << steps.len();
        for index in 0..all.min(relations) {
            let mask = if all <= relations { index } else { random.below(all) };
            let step = |(at, letter): (usize, char)| format!(" {letter}{}", ['<', '~'][mask >> at & 1]);
            let steps: String = steps.chars().enumerate().map(step).collect();
            trial.line(&format!("cycle {place}{steps}"));
        }
        let loops: String = steps.chars().map(|letter| format!(" {letter}~")).collect();
        trial.line(&format!("cycle {place}{loops}"));
    }
    // Ways that are none, and jumps that only some levels permit.
    for _ in 0..20 {
        let step = |random: &mut Random| match random.below(6) {
            0 => format!("!{},{}", random.below(4), random.below(4)),
            other => format!("{}{}", ["R", "D", "L", "U", "R"][other - 1], ['<', '~'][random.below(2)]),
        };
        let steps: Vec<String> = (0..2 + random.below(5)).map(|_| step(random)).collect();
        let (x, y) = (random.below(4), random.below(4));
        trial.line(&format!("cycle {x},{y} {}", steps.join(" ")));
    }
}

/// The cells of some sets, or of all if there are few.
fn some_sets(shape: &Cells, random: &mut Random, most: usize) -> Vec<Vec<usize>> {
    let all = shape.all();
    let count = 1_usize << all.len().min(30);
    let member = |mask: usize| (0..all.len()).filter(move |at| mask >> at & 1 == 1);
    let mask = |index: usize, random: &mut Random| if count <= most { index } else { random.below(count) };
    (0..count.min(most))
        .map(|index| mask(index, random))
        .map(|mask| member(mask).map(|at| all[at]).collect())
        .collect()
}

/// The sides around sets of cells, one of them left out at times.
fn cuts(trial: &mut Trial, random: &mut Random, most: usize) {
    for set in some_sets(&trial.shape, random, most).into_iter().filter(|set| !set.is_empty()) {
        let mut around: Vec<i32> = Vec::new();
        for &cell in &set {
            for side in 0..4 {
                let out = trial.board.next(cell, side).is_some_and(|near| !set.contains(&near));
                around.extend(trial.board.used(cell, side).filter(|_| out));
            }
        }
        if random.one_in(4) && !around.is_empty() {
            around.remove(random.below(around.len()));
        }
        let literals: String = around.iter().map(|literal| format!("{literal} ")).collect();
        let place = trial.shape.place(set[random.below(set.len())]);
        trial.line(&format!("cut {literals}0 {place}"));
    }
}

/// Sets of cells with literals about the sides around them and about the ends.
fn counts(trial: &mut Trial, random: &mut Random, most: usize) {
    for set in some_sets(&trial.shape, random, most) {
        let mut literals = Vec::new();
        for &cell in &set {
            literals.extend((0..4).filter_map(|side| trial.board.used(cell, side)));
            if trial.board.is_path() {
                literals.extend([0, 1].map(|which| trial.board.end(cell, which)));
            }
        }
        if let Some(truth) = trial.truths.first() {
            literals.extend((trial.board.free.len() * trial.board.facts()) as i32 + 1..truth.len() as i32);
        }
        let places: Vec<String> = set.iter().map(|&cell| trial.shape.place(cell)).collect();
        for size in [0, 3, 8, 2 * literals.len()] {
            let clause =
                if literals.is_empty() { "0".to_owned() } else { trial.literals(random, &literals, size) };
            trial.line(&format!("count {clause} {}", places.join(" ")));
        }
    }
}

/// Clauses about the ends: all with one literal or two, and others.
fn ends(trial: &mut Trial, random: &mut Random, most: usize) {
    let mut literals: Vec<i32> = Vec::new();
    for cell in trial.shape.all() {
        literals.extend([0, 1].map(|which| trial.board.end(cell, which)));
    }
    let truths = trial.truths.first().map_or(0, Vec::len) as i32;
    literals.extend((6 * trial.board.free.len()) as i32 + 1..truths);
    let signed: Vec<i32> = literals.iter().flat_map(|&literal| [literal, -literal]).collect();
    trial.line("ends 0");
    for _ in 0..most.min(signed.len() * signed.len()) {
        let pick = |random: &mut Random| signed[random.below(signed.len())];
        let (one, other) = (pick(random), pick(random));
        trial.line(&format!("ends {one} 0"));
        trial.line(&format!("ends {one} {other} 0"));
        let clause = trial.literals(random, &literals, 2 * literals.len());
        trial.line(&format!("ends {clause}"));
    }
    for which in 0..2 {
        let all: String =
            trial.shape.all().iter().map(|&cell| format!("{} ", trial.board.end(cell, which))).collect();
        let accepted = trial.line(&format!("ends {all}0"));
        assert!(accepted, "there is one of each");
    }
}

/// All walks of Coil, and everything that can be said of each.
fn walks(trial: &mut Trial, answers: &[Vec<usize>], most: usize) {
    let mut left = most;
    for start in trial.shape.all() {
        let (before, truths) = (trial.before.clone(), trial.truths.clone());
        let line = format!("walk {}", trial.shape.place(start));
        for (truth, path) in trial.truths.iter_mut().zip(answers) {
            truth.push(path[0] == start);
        }
        assert!(trial.line(&line));
        trial.before.push(line);
        walk(trial, answers, &mut vec![start], &mut left);
        (trial.before, trial.truths) = (before, truths);
    }
}

fn walk(trial: &mut Trial, answers: &[Vec<usize>], path: &mut Vec<usize>, left: &mut usize) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    trial.line("split");
    let all = trial.shape.all();
    for &cell in &all {
        let place = trial.shape.place(cell);
        trial.line(&format!("dead {place}"));
        trial.line(&format!("part {place}"));
        for &other in &all {
            trial.line(&format!("dead {place} {}", trial.shape.place(other)));
        }
    }
    for side in 0..4 {
        let length = path.len();
        while let Some(next) =
            trial.shape.near(path[path.len() - 1], side).filter(|next| !path.contains(next))
        {
            path.push(next);
        }
        if path.len() > length {
            trial.before.push(format!("slide {}", ["R", "D", "L", "U"][side]));
            for (truth, answer) in trial.truths.iter_mut().zip(answers) {
                truth.push(answer.starts_with(path));
            }
            walk(trial, answers, path, left);
            path.truncate(length);
            trial.before.push("back".to_owned());
            trial.line("split");
        }
    }
}

/// Everything about a level of one path; how many lines were accepted and refused.
fn try_path(trial: &mut Trial, answers: &[Vec<usize>], random: &mut Random, size: usize) -> [usize; 2] {
    cells(trial);
    cycles(trial, random, size / 8);
    cuts(trial, random, size);
    let sets = some_sets(&trial.shape, random, 3);
    for set in sets {
        trial.name(&set, answers);
    }
    ends(trial, random, size / 2);
    counts(trial, random, size / 4);
    if trial.board.rules == Rules::Coil {
        walks(trial, answers, size / 16);
    }
    [trial.accepted, trial.refused]
}

fn add(sum: &mut [usize; 2], more: [usize; 2]) {
    sum[0] += more[0];
    sum[1] += more[1];
}

/// Boards up to nine cells are tried with nearly all arguments, those of twelve with some.
#[test]
fn premises_about_coil_are_true_of_every_answer_on_all_boards_up_to_twelve_cells() {
    let mut random = Random::new(1);
    let mut sum = [0; 2];
    for (width, height) in [(1, 1), (2, 1), (1, 3), (2, 2), (4, 1), (3, 2), (2, 3), (3, 3), (3, 4), (4, 3)] {
        let all = 1_usize << (width * height);
        for bits in 0..all {
            let board = Cells::from_bits(width, height, bits);
            let (mut trial, answers) = Trial::coil(&board);
            // Boards without an answer show nothing: any clause is true of none.
            if answers.is_empty() {
                continue;
            }
            let size = if all <= 64 {
                4096
            } else if all <= 512 {
                256
            } else {
                32
            };
            add(&mut sum, try_path(&mut trial, &answers, &mut random, size));
        }
    }
    assert!(sum[0] > 400_000 && sum[1] > 500_000, "{sum:?}");
}

#[test]
fn premises_about_pellet_are_true_of_every_answer_on_all_boards_up_to_nine_cells() {
    let mut random = Random::new(2);
    let mut sum = [0; 2];
    for (width, height) in [(1, 1), (2, 1), (1, 3), (2, 2), (3, 2), (2, 3), (3, 3), (3, 4), (4, 3)] {
        let all = 1_usize << (width * height);
        for bits in 0..all {
            let board = Cells::from_bits(width, height, bits);
            let starts = board.all();
            for (index, &start) in starts.iter().enumerate() {
                // Of larger boards one start each.
                if all > 512 && index != bits % starts.len() {
                    continue;
                }
                let (mut trial, answers) = Trial::pellet(&board, start);
                if !answers.is_empty() {
                    let size = if all <= 64 { 512 } else { 48 };
                    add(&mut sum, try_path(&mut trial, &answers, &mut random, size));
                }
            }
        }
    }
    assert!(sum[0] > 100_000 && sum[1] > 100_000, "{sum:?}");
}

#[test]
fn premises_are_true_of_every_answer_on_random_boards_up_to_five_by_five() {
    let mut random = Random::new(3);
    let mut sum = [0; 2];
    for _ in 0..boards(1_500) {
        let board = Cells::random(&mut random, 5);
        let all = board.all();
        if all.is_empty() {
            continue;
        }
        let (mut trial, answers) = Trial::coil(&board);
        if !answers.is_empty() {
            add(&mut sum, try_path(&mut trial, &answers, &mut random, 48));
        }
        let (mut trial, answers) = Trial::pellet(&board, all[random.below(all.len())]);
        if !answers.is_empty() && answers.len() < 1_000 {
            add(&mut sum, try_path(&mut trial, &answers, &mut random, 48));
        }
    }
    assert!(sum[0] > 10_000 && sum[1] > 10_000, "{sum:?}");
}

/// Jumps between cells that the level puts in an order, closed by what is visited later.
fn jumps(trial: &mut Trial, random: &mut Random, most: usize) {
    let all = trial.shape.all();
    for _ in 0..most {
        let pick = |random: &mut Random| all[random.below(all.len())];
        let (one, other) = (pick(random), pick(random));
        let mut line = format!("cycle {} !{}", trial.shape.place(one), trial.shape.place(other));
        let mut cell = other;
        for _ in 0..=random.below(6) {
            let side = random.below(4);
            let Some(near) = trial.shape.near(cell, side) else { continue };
            line += &format!(" {}{}", ["R", "D", "L", "U"][side], ['<', '~'][random.below(2)]);
            cell = near;
            if cell == one {
                break;
            }
        }
        if cell != one {
            line += &format!(" !{}", trial.shape.place(one));
        }
        trial.line(&line);
    }
}

/// Random levels up to 3x3, and some up to 5x5, with thin walls and numbers.
#[test]
fn premises_about_trail_are_true_of_every_answer() {
    let mut random = Random::new(6);
    let (mut sum, mut solvable) = ([0; 2], 0);
    for index in 0..boards(4_000) {
        let (cells, numbers) = Cells::trail(&mut random, if index % 4 == 0 { 5 } else { 3 });
        if numbers.is_empty() {
            continue;
        }
        let (mut trial, answers) = Trial::trail(&cells, &numbers);
        if !answers.is_empty() && answers.len() < 1_000 {
            solvable += 1;
            jumps(&mut trial, &mut random, 40);
            add(&mut sum, try_path(&mut trial, &answers, &mut random, 32));
        }
    }
    assert!(solvable > 1_000 && sum[0] > 50_000 && sum[1] > 50_000, "{solvable} {sum:?}");
}

/// Every solvable level up to six cells: each set of free cells and of thin walls, and the numbers
/// at each set of cells of each path.
#[test]
fn premises_about_trail_are_true_of_every_answer_on_all_levels_up_to_six_cells() {
    let mut random = Random::new(7);
    let (mut sum, mut levels) = ([0; 2], 0_usize);
    for (width, height) in [(1, 1), (2, 1), (1, 3), (2, 2), (4, 1), (3, 2), (2, 3)] {
        for bits in 1..1_usize << (width * height) {
            let mut cells = Cells::from_bits(width, height, bits);
            let pairs: Vec<(usize, usize)> = cells
                .all()
                .into_iter()
                .flat_map(|cell| [(cell, 0), (cell, 1)])
                .filter(|&(cell, side)| cells.near(cell, side).is_some())
                .collect();
            for walls in 0..1_usize << pairs.len() {
                let among = |at: &usize| walls >> at & 1 == 1;
                cells.walls = (0..pairs.len()).filter(among).map(|at| pairs[at]).collect();
                let mut seen = std::collections::HashSet::new();
                for path in cells.all().into_iter().flat_map(|start| cells.pellet_answers(start)) {
                    let inner = path.len().saturating_sub(2);
                    for mask in 0..2_usize << inner {
                        // The first cell, some of those between, and the last one or, if it is the
                        // only number, not.
                        let among = |at: &usize| mask >> at & 1 == 1;
                        let mut numbers = vec![path[0]];
                        numbers.extend((0..inner).filter(among).map(|at| path[at + 1]));
                        if path.len() > 1 && (numbers.len() > 1 || mask >> inner & 1 == 1) {
                            numbers.push(path[path.len() - 1]);
                        }
                        if !seen.insert(numbers.clone()) {
                            continue;
                        }
                        levels += 1;
                        let (mut trial, answers) = Trial::trail(&cells, &numbers);
                        assert!(answers.contains(&path));
                        jumps(&mut trial, &mut random, 12);
                        add(&mut sum, try_path(&mut trial, &answers, &mut random, 16));
                    }
                }
            }
        }
    }
    assert!(levels > 3_000 && sum[0] > 100_000 && sum[1] > 100_000, "{levels} {sum:?}");
}

/// Everything about a level of Connect.
fn try_connect(tiles: &Tiles, random: &mut Random, size: usize) -> [usize; 2] {
    let mut trial = Trial::connect(tiles);
    if trial.truths.is_empty() {
        return [0; 2];
    }
    cells(&mut trial);
    cycles(&mut trial, random, 1);
    cuts(&mut trial, random, size);
    counts(&mut trial, random, size);
    for set in some_sets(&trial.shape, random, size) {
        let corners: String = set.iter().map(|&cell| format!("{} ", -trial.board.corner(cell))).collect();
        trial.line(&format!("turns {corners}0"));
    }
    for line in ["ends 0", "walk 0,0", "split", "back", "slide R", "cycle 0,0 R< D< L< U<", "cycle 0,0 R~ L~"]
    {
        assert!(!trial.line(line), "{line}");
    }
    [trial.accepted, trial.refused]
}

#[test]
fn premises_about_connect_are_true_of_every_answer_on_all_boards_of_six_tiles() {
    let mut random = Random::new(4);
    let mut sum = [0; 2];
    let (alphabet, mut solvable) = (['.', 'X', 'V', 'H', '0', '1'], 0);
    for (width, height) in [(1_usize, 1_usize), (2, 1), (1, 3), (2, 2), (3, 2), (2, 3)] {
        for number in 0..6_usize.pow((width * height) as u32) {
            let tile = |at: usize| alphabet[number / 6_usize.pow(at as u32) % 6];
            let tiles: Vec<char> = (0..width * height).map(tile).collect();
            let count = |name: char| tiles.iter().filter(|&&tile| tile == name).count();
            if ![0, 2].contains(&count('0')) || ![0, 2].contains(&count('1')) {
                continue;
            }
            for rule in 0..4 {
                let checkpoint =
                    tiles.iter().position(|&tile| tile == '.').zip((count('0') > 0).then_some('0'));
                let board = Tiles {
                    width,
                    board: tiles.clone(),
                    checkpoints: checkpoint.into_iter().filter(|_| number % 3 == 0).collect(),
                    no_touch: rule & 1 == 1,
                    blanks: rule & 2 == 2,
                    turns: (number % 2 == 0).then_some(2 + number % 5),
                };
                let tried = try_connect(&board, &mut random, 16);
                solvable += usize::from(tried[0] > 0);
                add(&mut sum, tried);
            }
        }
    }
    assert!(solvable > 1_000 && sum[0] > 100_000 && sum[1] > 10_000, "{solvable} {sum:?}");
}

#[test]
fn premises_about_connect_are_true_of_every_answer_on_random_boards() {
    let mut random = Random::new(5);
    let mut sum = [0; 2];
    let mut solvable = 0;
    for _ in 0..boards(2_000) {
        let tiles = Tiles::random(&mut random, 4);
        if tiles.pairs().len() <= 17 {
            let tried = try_connect(&tiles, &mut random, 48);
            solvable += usize::from(tried[0] > 0);
            add(&mut sum, tried);
        }
    }
    assert!(solvable > 200 && sum[0] > 40_000 && sum[1] > 10_000, "{solvable} {sum:?}");
}
