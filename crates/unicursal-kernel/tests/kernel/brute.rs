//! All answers of small boards, by trying, and what is true of each of them. Written from the rules
//! of the puzzles alone.

use std::collections::{BTreeSet, HashMap};

/// Numbers that look random, and are the same every time; the first of them may be given.
pub struct Random {
    state: u64,
    /// Those that are given, the next one last.
    given: Vec<u8>,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self { state: seed, given: Vec::new() }
    }

    pub fn beginning_with(bytes: &[u8]) -> Self {
        Self { state: 0, given: bytes.iter().rev().copied().collect() }
    }

    pub fn below(&mut self, limit: usize) -> usize {
        if let Some(byte) = self.given.pop() {
            return usize::from(byte) % limit;
        }
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

/// A board of free cells and walls.
#[derive(Clone, Debug)]
pub struct Cells {
    pub width: usize,
    pub free: Vec<bool>,
    /// Thin walls: a cell, and 0 for its right side, 1 for the one below.
    pub walls: Vec<(usize, usize)>,
}

pub const RIGHT: usize = 0;

impl Cells {
    pub fn new(width: usize, free: Vec<bool>) -> Self {
        Self { width, free, walls: Vec::new() }
    }

    pub fn from_bits(width: usize, height: usize, bits: usize) -> Self {
        Self::new(width, (0..width * height).map(|cell| bits >> cell & 1 == 1).collect())
    }

    pub fn random(random: &mut Random, most: usize) -> Self {
        let (width, height) = (1 + random.below(most), 1 + random.below(most));
        let walls = 2 + random.below(9);
        Self::new(width, (0..width * height).map(|_| !random.one_in(walls)).collect())
    }

    pub fn height(&self) -> usize {
        self.free.len() / self.width
    }

    pub fn all(&self) -> Vec<usize> {
        (0..self.free.len()).filter(|&cell| self.free[cell]).collect()
    }

    pub fn place(&self, cell: usize) -> String {
        format!("{},{}", cell % self.width, cell / self.width)
    }

    /// The neighbour to the right, below, to the left, above.
    pub fn near(&self, cell: usize, side: usize) -> Option<usize> {
        let (x, y) = ((cell % self.width) as i64, (cell / self.width) as i64);
        let (dx, dy) = [(1, 0), (0, 1), (-1, 0), (0, -1)][side];
        let (x, y) = (x + dx, y + dy);
        let inside = x >= 0 && y >= 0 && x < self.width as i64 && y < self.height() as i64;
        let near = (y * self.width as i64 + x) as usize;
        let walled = self.walls.contains(&if side < 2 { (cell, side) } else { (near, side - 2) });
        (inside && self.free[near] && !walled).then_some(near)
    }

    /// Some thin walls, and numbers along a path if there is one: a level of Trail, whose cells
    /// they stand on.
    pub fn trail(random: &mut Random, most: usize) -> (Self, Vec<usize>) {
        let mut cells = Self::random(random, most);
        let free = cells.all();
        for cell in free.iter().copied().filter(|_| !free.is_empty()) {
            for side in 0..2 {
                if random.one_in(7) && cells.near(cell, side).is_some() {
                    cells.walls.push((cell, side));
                }
            }
        }
        let Some(&start) = free.get(random.below(free.len().max(1))) else {
            return (cells, Vec::new());
        };
        let mut path = cells.pellet_answers(start).pop().unwrap_or_else(|| free.clone());
        if random.one_in(4) && path.len() > 2 {
            path.swap(0, 1);
        }
        let last = path.len() - 1;
        let mut numbers: Vec<usize> = path[..last].iter().copied().filter(|_| random.one_in(4)).collect();
        numbers.retain(|&cell| cell != path[0]);
        numbers.insert(0, path[0]);
        if numbers.len() > 1 || last > 0 && random.one_in(2) {
            numbers.push(path[last]);
        }
        (cells, numbers)
    }

    /// All paths that meet the numbers in their order.
    pub fn trail_answers(&self, numbers: &[usize]) -> Vec<Vec<usize>> {
        let mut answers = self.pellet_answers(numbers[0]);
        answers.retain(|path| {
            let met: Vec<usize> = path.iter().copied().filter(|cell| numbers.contains(cell)).collect();
            met == numbers && (numbers.len() == 1 || path.last() == numbers.last())
        });
        answers
    }

    pub fn trail_text(&self, numbers: &[usize]) -> String {
        let digits = numbers.len().to_string().len();
        let mut text = format!("trail {}x{}\n", self.width, self.height());
        let tile = |cell: usize| match numbers.iter().position(|&other| other == cell) {
            Some(index) => (index + 1).to_string(),
            None if self.free[cell] => ".".to_owned(),
            None => "#".to_owned(),
        };
        for y in 0..self.height() {
            let row = y * self.width..(y + 1) * self.width;
            let part = |cell: usize| {
                format!("{:>digits$}{}", tile(cell), if self.walls.contains(&(cell, 0)) { '|' } else { ' ' })
            };
            let below =
                |cell: usize| if self.walls.contains(&(cell, 1)) { "-" } else { " " }.repeat(digits) + " ";
            text += row.clone().map(part).collect::<String>().trim_end();
            text.push('\n');
            let below: String = row.map(below).collect();
            if below.contains('-') {
                text += below.trim_end();
                text.push('\n');
            }
        }
        text
    }

    pub fn coil_text(&self) -> String {
        let cells: String = self.free.iter().map(|&free| if free { '.' } else { 'X' }).collect();
        format!("x={}&y={}&board={cells}\n", self.width, self.height())
    }

    pub fn pellet_text(&self, start: usize) -> String {
        let tile = |cell: usize| match self.free[cell] {
            true if cell == start => 'S',
            true => '.',
            false => '#',
        };
        let rows =
            (0..self.height()).map(|y| (0..self.width).map(|x| tile(y * self.width + x)).collect::<String>());
        rows.map(|row| row + "\n").collect()
    }

    /// All walks of Coil that visit every cell.
    pub fn coil_answers(&self) -> Vec<Vec<usize>> {
        let mut answers = Vec::new();
        for start in self.all() {
            self.slide(&mut vec![start], &mut answers);
        }
        answers
    }

    fn slide(&self, path: &mut Vec<usize>, answers: &mut Vec<Vec<usize>>) {
        if path.len() == self.all().len() {
            answers.push(path.clone());
            return;
        }
        for side in 0..4 {
            let before = path.len();
            while let Some(next) = self.near(path[path.len() - 1], side).filter(|next| !path.contains(next)) {
                path.push(next);
            }
            if path.len() > before {
                self.slide(path, answers);
            }
            path.truncate(before);
        }
    }

    /// All paths from a cell that visit every cell.
    pub fn pellet_answers(&self, start: usize) -> Vec<Vec<usize>> {
        let mut answers = Vec::new();
        self.step(&mut vec![start], &mut answers);
        answers
    }

    fn step(&self, path: &mut Vec<usize>, answers: &mut Vec<Vec<usize>>) {
        if path.len() == self.all().len() {
            answers.push(path.clone());
            return;
        }
        for side in 0..4 {
            if let Some(next) = self.near(path[path.len() - 1], side).filter(|next| !path.contains(next)) {
                path.push(next);
                self.step(path, answers);
                path.pop();
            }
        }
    }

    /// Which of the facts of the board, numbered from 1, are true of a path.
    pub fn facts(&self, path: &[usize]) -> Vec<bool> {
        let mut facts = vec![false; 6 * self.free.len() + 1];
        let time = |cell: usize| path.iter().position(|&other| other == cell);
        for &cell in path {
            for side in [RIGHT, 1] {
                let Some(near) = self.near(cell, side) else {
                    continue;
                };
                let (Some(here), Some(there)) = (time(cell), time(near)) else {
                    continue;
                };
                facts[6 * cell + 1 + side] = here.abs_diff(there) == 1;
                facts[6 * cell + 3 + side] = there > here;
            }
        }
        facts[6 * path[0] + 5] = true;
        facts[6 * path[path.len() - 1] + 6] = true;
        facts
    }

    /// A path as the text of an answer.
    pub fn answer_text(&self, path: &[usize]) -> String {
        let letter = |pair: &[usize]| {
            let side = (0..4).find(|&side| self.near(pair[0], side) == Some(pair[1]));
            char::from(b"RDLU"[side.expect("neighbours")])
        };
        format!("{} {}", self.place(path[0]), path.windows(2).map(letter).collect::<String>())
    }
}

/// A board of Connect the Colours.
#[derive(Clone, Debug)]
pub struct Tiles {
    pub width: usize,
    pub board: Vec<char>,
    pub checkpoints: Vec<(usize, char)>,
    pub no_touch: bool,
    pub blanks: bool,
    pub turns: Option<usize>,
}

/// An answer: the used pairs of neighbours, the corners, and each tile's colour.
pub struct Drawn {
    pub pairs: BTreeSet<(usize, usize)>,
    pub corners: Vec<usize>,
    pub colours: HashMap<usize, char>,
}

impl Tiles {
    pub fn random(random: &mut Random, most: usize) -> Self {
        let (width, height) = (1 + random.below(most), 1 + random.below(most));
        let mut tiles: Vec<char> = vec!['.'; width * height];
        for name in ['0', 'b', '~'].iter().take(random.below(4)) {
            for _ in 0..2 {
                let at = random.below(tiles.len());
                tiles[at] = *name;
            }
        }
        for tile in &mut tiles {
            let other = match random.below(14) {
                0 => 'X',
                1 => 'V',
                2 => 'H',
                _ => continue,
            };
            if *tile == '.' {
                *tile = other;
            }
        }
        let mut board = Self {
            width,
            board: tiles,
            checkpoints: Vec::new(),
            no_touch: random.one_in(4),
            blanks: random.one_in(3),
            turns: None,
        };
        // A colour with a single terminal is none.
        for at in 0..board.board.len() {
            let tile = board.board[at];
            if board.is_terminal(at) && board.board.iter().filter(|&&other| other == tile).count() == 1 {
                board.board[at] = '.';
            }
        }
        let names = board.names();
        let at = random.below(board.board.len());
        if !names.is_empty() && matches!(board.board[at], '.' | 'V' | 'H') && random.one_in(2) {
            board.checkpoints.push((at, names[random.below(names.len())]));
        }
        board.turns = random.one_in(3).then(|| names.len() + random.below(4));
        board
    }

    pub fn names(&self) -> Vec<char> {
        let mut names: Vec<char> =
            (0..self.board.len()).filter(|&at| self.is_terminal(at)).map(|at| self.board[at]).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    pub fn is_terminal(&self, at: usize) -> bool {
        !matches!(self.board[at], '.' | 'V' | 'H' | 'X')
    }

    pub fn text(&self) -> String {
        let mut text = format!("{} {}\n", self.board.len() / self.width, self.width);
        for row in self.board.chunks(self.width) {
            text.extend(row);
            text.push('\n');
        }
        text += &format!("{}\n", self.checkpoints.len());
        for (at, name) in &self.checkpoints {
            text += &format!("{} {} {name}\n", at % self.width, at / self.width);
        }
        text
    }

    pub fn facts_per_tile(&self) -> usize {
        3 + self.names().len()
    }

    /// The pairs of neighbours that may be joined.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for at in 0..self.board.len() {
            let fits = |other: usize, unwanted: char| {
                [at, other].iter().all(|&at| self.board[at] != 'X' && self.board[at] != unwanted)
            };
            if (at + 1) % self.width != 0 && fits(at + 1, 'V') {
                pairs.push((at, at + 1));
            }
            if at + self.width < self.board.len() && fits(at + self.width, 'H') {
                pairs.push((at, at + self.width));
            }
        }
        pairs
    }

    /// All answers: every set of pairs is tried.
    pub fn answers(&self) -> Vec<Drawn> {
        let pairs = self.pairs();
        (0..1_usize << pairs.len()).filter_map(|mask| self.judge(&pairs, mask)).collect()
    }

    fn judge(&self, pairs: &[(usize, usize)], mask: usize) -> Option<Drawn> {
        let mut near = vec![Vec::new(); self.board.len()];
        let mut used = BTreeSet::new();
        for (index, &(one, other)) in pairs.iter().enumerate() {
            if mask >> index & 1 == 1 {
                near[one].push(other);
                near[other].push(one);
                used.insert((one, other));
            }
        }
        let is_checkpoint = |at: usize| self.checkpoints.iter().any(|&(there, _)| there == at);
        for (at, near) in near.iter().enumerate() {
            let fits = match (self.board[at], near.len()) {
                ('X', _) => true,
                (_, 1) => self.is_terminal(at),
                (_, 2) => !self.is_terminal(at),
                (_, 0) => !self.is_terminal(at) && self.blanks && !is_checkpoint(at),
                _ => false,
            };
            if !fits {
                return None;
            }
        }
        let mut colours = HashMap::new();
        for start in (0..self.board.len()).filter(|&at| self.is_terminal(at)) {
            let (mut at, mut before) = (start, usize::MAX);
            loop {
                if *colours.entry(at).or_insert(self.board[start]) != self.board[start] {
                    return None;
                }
                match near[at].iter().find(|&&next| next != before) {
                    Some(&next) => (before, at) = (at, next),
                    None => break,
                }
                if at != start && self.is_terminal(at) {
                    colours.insert(at, self.board[start]);
                    break;
                }
            }
            if self.board[at] != self.board[start] || at == start {
                return None;
            }
        }
        let loops = (0..self.board.len()).any(|at| !near[at].is_empty() && !colours.contains_key(&at));
        let misses = self.checkpoints.iter().any(|(at, name)| colours.get(at) != Some(name));
        let touches = |&(one, other): &(usize, usize)| {
            colours.contains_key(&one)
                && colours.get(&one) == colours.get(&other)
                && !used.contains(&(one, other))
        };
        let beside = (0..self.board.len()).flat_map(|at| {
            let right = ((at + 1) % self.width != 0).then_some((at, at + 1));
            right.into_iter().chain([(at, at + self.width)])
        });
        if loops
            || misses
            || self.no_touch && beside.filter(|pair| pair.1 < self.board.len()).any(|pair| touches(&pair))
        {
            return None;
        }
        let straight = |at: usize| {
            let [x, y] = [0, 1].map(|index| (near[at][index] % self.width, near[at][index] / self.width));
            x.0 == y.0 || x.1 == y.1
        };
        let corners: Vec<usize> =
            (0..self.board.len()).filter(|&at| near[at].len() == 2 && !straight(at)).collect();
        if self.turns.is_some_and(|turns| corners.len() + self.names().len() > turns) {
            return None;
        }
        Some(Drawn { pairs: used, corners, colours })
    }

    /// Which of the facts, numbered from 1, are true of an answer.
    pub fn facts(&self, drawn: &Drawn) -> Vec<bool> {
        let (names, each) = (self.names(), self.facts_per_tile());
        let mut facts = vec![false; each * self.board.len() + 1];
        for &(one, other) in &drawn.pairs {
            facts[each * one + 1 + usize::from(other != one + 1 || self.width == 1)] = true;
        }
        for &at in &drawn.corners {
            facts[each * at + 3] = true;
        }
        for (at, name) in &drawn.colours {
            let colour = names.iter().position(|other| other == name).expect("a colour");
            facts[each * at + 4 + colour] = true;
        }
        facts
    }
}
