//! Forged proofs in the older form: steps of every kind with plausible arguments, about levels with
//! an answer that is not given.
//!
//! The forger adds steps and keeps those that the checker takes. A proof that is accepted in the
//! end proves a falsehood. The checkers before version 0.2 fail all three tests.

use unicursal_check::coil_proof::Verdict;
use unicursal_check::{coil_proof, connect, connect_proof};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn of<'t>(&mut self, words: &[&'t str]) -> &'t str {
        words[self.below(words.len())]
    }
}

/// How many proofs a test forges: as many as `UNICURSAL_BOARDS` says, or its usual number.
fn proofs(usual: usize) -> usize {
    let wished = std::env::var("UNICURSAL_BOARDS").ok();
    wished
        .and_then(|number| number.parse().ok())
        .unwrap_or(usual)
}

struct Coil {
    width: usize,
    free: Vec<bool>,
}

impl Coil {
    fn random(random: &mut Random) -> Self {
        let (width, height) = (3 + random.below(3), 3 + random.below(3));
        let walls = 1 + random.below(6);
        let mut free = vec![true; width * height];
        for _ in 0..walls {
            let cell = random.below(free.len());
            free[cell] = false;
        }
        Self { width, free }
    }

    fn text(&self) -> String {
        let cells = self
            .free
            .iter()
            .map(|&free| if free { '.' } else { 'X' })
            .collect::<String>();
        let height = self.free.len() / self.width;
        format!("x={}&y={height}&board={cells}\n", self.width)
    }

    fn next(&self, cell: usize, side: usize) -> Option<usize> {
        let (x, y) = (cell % self.width, cell / self.width);
        match side {
            0 if x + 1 < self.width => Some(cell + 1),
            1 if cell + self.width < self.free.len() => Some(cell + self.width),
            2 if x > 0 => Some(cell - 1),
            3 if y > 0 => Some(cell - self.width),
            _ => None,
        }
    }

    /// Whether a walk that stands here, with these cells left, can be completed.
    fn can_end(&self, left: &mut Vec<bool>, head: usize) -> bool {
        if !left.contains(&true) {
            return true;
        }
        for side in 0..4 {
            let (mut at, mut gone) = (head, Vec::new());
            while let Some(next) = self.next(at, side).filter(|&next| left[next]) {
                left[next] = false;
                gone.push(next);
                at = next;
            }
            let found = !gone.is_empty() && self.can_end(left, at);
            for cell in gone {
                left[cell] = true;
            }
            if found {
                return true;
            }
        }
        false
    }

    fn has_answer(&self) -> bool {
        let free = (0..self.free.len()).filter(|&cell| self.free[cell]);
        let mut left = self.free.clone();
        free.into_iter().any(|start| {
            left[start] = false;
            let found = self.can_end(&mut left, start);
            left[start] = true;
            found
        })
    }

    fn place(&self, random: &mut Random) -> String {
        let cell = random.below(self.free.len());
        format!("{},{}", cell % self.width, cell / self.width)
    }

    fn places(&self, random: &mut Random) -> String {
        let count = 1 + random.below(3);
        let places: Vec<String> = (0..count).map(|_| self.place(random)).collect();
        places.join(" ")
    }

    fn what(&self, random: &mut Random) -> String {
        let place = self.place(random);
        if random.below(3) > 0 {
            return format!("{place} {}", random.of(&["start", "end", "middle"]));
        }
        let side = random.of(&["right", "down", "left", "up"]);
        format!(
            "{place} {side} {}",
            random.of(&["out", "in", "after", "before"])
        )
    }

    /// What refutes each end, in any order, and a contradiction in between.
    fn ends(&self, random: &mut Random) -> Vec<String> {
        let mut cells: Vec<usize> = (0..self.free.len())
            .filter(|&cell| self.free[cell])
            .collect();
        for place in 1..cells.len() {
            cells.swap(place, random.below(place + 1));
        }
        let mut lines = Vec::new();
        for cell in cells {
            let place = format!("{},{}", cell % self.width, cell / self.width);
            for role in ["start", "end"] {
                lines.push(match random.below(3) {
                    0 => format!("not {place} {role}"),
                    _ => format!("try {place} {role}\nsearch 100000"),
                });
                lines.push("contradiction".to_owned());
            }
        }
        lines
    }

    fn step(&self, random: &mut Random) -> String {
        match random.below(24) {
            0 => "core".to_owned(),
            1 => format!("middle {}", self.places(random)),
            2 => format!("box {} {}", self.place(random), self.place(random)),
            3 => format!("lone {} {}", self.place(random), self.place(random)),
            4 => format!("away {} {}", self.place(random), self.place(random)),
            5 => format!("keep {} {}", self.place(random), self.place(random)),
            6 | 7 => "world".to_owned(),
            8..=14 => format!("not {}", self.what(random)),
            15 | 16 => format!("try {}", self.what(random)),
            17..=20 => format!("try {}\nsearch 100000", self.what(random)),
            21 => "search 100000".to_owned(),
            _ => "contradiction".to_owned(),
        }
    }
}

/// Adds lines to a proof as long as they are taken; whether it was accepted, and how many were.
fn forge(
    mut proof: String,
    tries: usize,
    mut line: impl FnMut(usize) -> String,
    judge: impl Fn(&str) -> Option<Verdict>,
) -> (Option<String>, usize) {
    let mut taken = 0;
    for number in 0..tries {
        let length = proof.len();
        proof += &line(number);
        proof.push('\n');
        let last = proof.lines().count();
        match judge(&proof) {
            Some(Verdict::Accepted(_)) => return (Some(proof), taken + 1),
            // What is wrong is that it is not complete.
            Some(Verdict::Rejected { line, .. }) if line > last => taken += 1,
            _ => proof.truncate(length),
        }
    }
    (None, taken)
}

/// Forges a proof about a level that has an answer; how many of its steps were taken.
fn forge_coil(coil: &Coil, random: &mut Random) -> usize {
    let level = coil.text();
    let begun = random.below(4) > 0;
    let world = if begun { "world\n" } else { "" };
    let header = format!("{}\n{world}", coil_proof::HEADER);
    // Most refute the ends one after the other, as far as they can be, and nothing else.
    let ends = if begun && random.below(4) > 0 {
        coil.ends(random)
    } else {
        Vec::new()
    };
    let tries = ends.len().max(8 + random.below(60));
    let line = |number: usize| {
        let end = ends.get(number).cloned();
        end.unwrap_or_else(|| coil.step(random))
    };
    let judge = |proof: &str| coil_proof::check(level.as_bytes(), proof.as_bytes()).ok();
    let (forged, taken) = forge(header, tries, line, judge);
    assert_eq!(forged, None, "{level}");
    taken
}

#[test]
fn no_forged_proof_about_a_coil_level_with_an_answer_is_accepted() {
    let mut random = Random(1);
    let (mut tried, mut taken) = (0, 0);
    while tried < proofs(4_000) {
        let coil = Coil::random(&mut random);
        if coil.free.iter().filter(|&&free| free).count() < 2 || !coil.has_answer() {
            continue;
        }
        for _ in 0..8 {
            tried += 1;
            taken += forge_coil(&coil, &mut random);
        }
    }
    assert!(
        taken > 2 * tried,
        "the forger finds steps that are taken: {taken}"
    );
}

/// The checker read a role again after it had changed, and called that a contradiction: of this
/// level.
#[test]
fn no_forged_proof_about_the_level_of_an_earlier_hole_is_accepted() {
    let free = "XX...X............XX".chars().map(|tile| tile == '.');
    let (width, free) = (5, free.collect());
    let coil = Coil { width, free };
    let mut random = Random(3);
    let taken: usize = (0..proofs(3_000))
        .map(|_| forge_coil(&coil, &mut random))
        .sum();
    assert!(taken > 4 * proofs(3_000), "{taken}");
}

/// Boards with two answers or more; one of them is given, with numbers in every form.
#[test]
fn no_forged_proof_of_the_only_answer_of_connect_is_accepted() {
    let rules = connect::Rules {
        turns: None,
        no_touch: false,
        blanks: true,
    };
    let boards = [
        ("2 3\n0.0\n...\n0\n", "0 0 1 0 0\nanswer 1 0 2 0 0"),
        ("2 2\n0.\n.0\n0\n", "0 0 1 0 0\nanswer 1 0 1 1 0"),
        ("2 2\n00\n..\n0\n", "0 0 1 0 0"),
    ];
    let header = connect_proof::header(&rules);
    let mut random = Random(2);
    let mut taken = 0;
    for number in 0..proofs(3_000) {
        let (board, answer) = boards[number % boards.len()];
        let formula = connect_proof::formula(board.as_bytes(), &rules).expect("a board");
        let facts = formula.variables();
        let mut lines = Vec::new();
        for line in answer.split("answer") {
            let numeral = |word: &str| {
                let form = random.of(&["", "", "", "", "", "", "-", "+", "0", "0x"]);
                format!("{form}{word}")
            };
            let words: Vec<String> = line.split_whitespace().map(numeral).collect();
            lines.push(format!("answer {}", words.join(" ")));
        }
        let places = |random: &mut Random| {
            let count = 1 + random.below(4);
            let place = |random: &mut Random| format!(" {},{}", random.below(3), random.below(2));
            (0..count).map(|_| place(random)).collect::<String>()
        };
        let line = |number: usize| {
            if let Some(line) = lines.get(number) {
                return line.clone();
            }
            match random.below(10) {
                0 => format!("loop{}", places(&mut random)),
                1 => format!("cut{}", places(&mut random)),
                2 => format!("cover{} by{}", places(&mut random), places(&mut random)),
                3 => format!("take{}", places(&mut random)),
                4 => "swept".to_owned(),
                5..=8 => {
                    let sign = random.of(&["", "-"]);
                    format!("{sign}{} 0", 1 + random.below(facts))
                }
                _ => "0".to_owned(),
            }
        };
        let judge =
            |proof: &str| connect_proof::check(board.as_bytes(), proof.as_bytes(), &rules).ok();
        let (forged, count) = forge(format!("{header}\n"), 40, line, judge);
        assert_eq!(forged, None, "{board} after {number} proofs");
        taken += count;
    }
    assert!(
        taken > proofs(3_000),
        "the forger finds steps that are taken: {taken}"
    );
}
