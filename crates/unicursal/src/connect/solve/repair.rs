//! Wrong paths are repaired window by window, in turns with a SAT solver on the whole board.
//!
//! Boards whose paths touch themselves have very many answers as a rule, and yet a SAT solver on the
//! whole board finds none when it is large. So a cover, which joins nearly
//! everything wrongly, is laid anew in one small window after the other, around strands with faults. A
//! window is asked to join all colours that it can join; if that is too much, any as many as before, so
//! that faults move until two meet and cancel. The number of faults never grows.
//!
//! In the end a cycle of faults may be left, each colour joined to the next one, which small windows can
//! move but not break. Then a large window around a fault is laid without regard to colours and repaired
//! again; the better of the two covers is kept.
//!
//! Only the solver and a sweep can prove that there is no answer, beyond there being no cover. The solver has the
//! first turn, and most boards need no other; the sweep has the last, because what is repaired is mostly
//! repaired in less time than a sweep takes.

use std::cell::OnceCell;

use super::cover::Cover;
use super::diagonal;
use super::patch::Patch;
use super::sat::Session;
use super::wish::{self, Wish, unknown};
use crate::area::Area;
use crate::connect::sweep::sweep;
use crate::connect::tuning::{
    DECISIONS, LARGE_DECISIONS, LARGE_SIDES, LEAST_DECISIONS, MOST_COMPARED, NARROW_BOARD,
    PATIENCE, SECOND_THOUGHTS, SHORT_TURN_DECISIONS, SHORT_TURN_SWEEP, SIDES, SMALL_BOARD,
    SMALL_BOARD_DECISIONS, SMALL_BOARD_GROWTH, SMALL_BOARD_SHARE, SMALL_BOARD_SWEEP, SWEEP_GROWTH,
    SWEEP_TURN, WINDOW_DECISIONS, WINDOWS,
};
use crate::connect::{Answer, Board, Edges, Rules};
use crate::sweep::Sweeping;
use crate::{Control, Interruption, Progress, Rng};
use crate::{Outcome, Solved};

/// Solves a board.
pub fn solve(board: &Board, wish: &Wish, control: &Control) -> Solved<Answer> {
    let edges = Edges::new(board);
    if wish.rules != Rules::default() {
        // Windows know the rules of the game alone.
        return relative(board, &edges, wish, control);
    }
    let mut repair = match Repair::new(board, &edges, wish.seed, control) {
        Ok(Some(repair)) => repair,
        Ok(None) => {
            let proof = "no choice of edges gives every tile as many as it needs".to_owned();
            return Solved::new(Outcome::Unsolvable { proof });
        }
        Err(why) => return unknown(why),
    };
    let mut session = match Session::new(board, &edges, wish.rules, wish.seed, control) {
        Ok(session) => session,
        Err(why) => return unknown(why),
    };
    let turns = Turns::new(board);
    let mut tried = Vec::new();
    let mut turn = turns.first();
    let sweep = OnceCell::new();
    let mut sweeping = None;
    let found = loop {
        let decisions = turns.decisions(turn);
        if decisions > 0 {
            match session.next_answer_within(decisions) {
                Err(Interruption::GaveUp) => tried.push(format!("SAT with {decisions} decisions")),
                found => break found,
            }
        }
        let windows = turns.windows(turn);
        if windows > 0 {
            match repair.work(windows) {
                Err(Interruption::GaveUp) => {
                    tried.push(format!("repair in {} windows", repair.windows));
                }
                found => break found,
            }
        }
        let sweep = sweep.get_or_init(|| self::sweep(board, &edges, wish.rules));
        let sweeping = sweep
            .as_ref()
            .map(|sweep| sweeping.get_or_insert_with(|| sweep.begin()));
        match swept(board, &edges, sweeping, turns.borders(turn), control) {
            Ok(Swept::NoAnswer) => {
                let proof = format!("swept: {SWEPT}");
                let solved = Solved::new(Outcome::Unsolvable { proof });
                return solved.with_stat("windows", repair.windows);
            }
            Ok(Swept::Answer(answer)) => break Ok(Some(answer)),
            Ok(Swept::TooWide) => {}
            Err(Interruption::GaveUp) => {
                tried.push("a sweep, which took too many borders".to_owned());
            }
            Err(why) => break Err(why),
        }
        turn += 1;
    };
    let mut solved = wish::finish(session, found, wish);
    if let Outcome::Unknown(unknown) = &mut solved.outcome {
        unknown.tried = tried;
        unknown
            .left
            .push("longer turns of SAT, sweep and repair".to_owned());
    }
    solved.with_stat("windows", repair.windows)
}

/// Solves a board by the rules of a relative: by a search along diagonals where that applies, and by the solver.
fn relative(board: &Board, edges: &Edges, wish: &Wish, control: &Control) -> Solved<Answer> {
    if wish.rules.no_touch && !wish.rules.blanks {
        match diagonal::solve(board, edges, wish.seed, control) {
            Ok(None) => {
                let proof = "no way to place the tiles along the diagonals reaches the last one";
                return Solved::new(Outcome::Unsolvable {
                    proof: proof.to_owned(),
                });
            }
            Ok(Some(answer)) => return wish::fulfil(board, edges, answer, wish, control),
            // When it is the caller's limits, the solver says what is known then.
            Err(_) => {}
        }
    }
    wish::solve(board, wish, control)
}

/// How long the turns of the solver, of repair and of the sweep are. Turn 0 is a short one for narrow boards alone,
/// which decides most of those without an answer; repair has none then, and the solver none in turn 2 of small boards.
struct Turns {
    cells: u64,
    is_small: bool,
    is_narrow: bool,
}

impl Turns {
    fn new(board: &Board) -> Self {
        let cells = board.cell_count() as u64;
        let is_small = cells <= SMALL_BOARD;
        Self {
            cells,
            is_small,
            is_narrow: is_small && board.width().min(board.height()) <= NARROW_BOARD,
        }
    }

    /// The first turn.
    fn first(&self) -> u64 {
        u64::from(!self.is_narrow)
    }

    /// Decisions of the SAT solver.
    fn decisions(&self, turn: u64) -> u64 {
        let first = if self.is_small {
            SMALL_BOARD_DECISIONS
        } else {
            LEAST_DECISIONS.max(DECISIONS * self.cells)
        };
        match turn {
            0 => SHORT_TURN_DECISIONS,
            1 => first,
            // What it did not decide in its first turn is repaired or swept in less time.
            2 if self.is_small => 0,
            _ if self.is_small => first * (turn - 1),
            _ => first * (turn * turn).div_ceil(2),
        }
    }

    /// Windows of repair.
    fn windows(&self, turn: u64) -> u64 {
        if self.is_small && turn > 0 {
            let share = self.cells.div_ceil(SMALL_BOARD_SHARE);
            share << turn.saturating_sub(2).min(u64::from(u32::BITS))
        } else {
            WINDOWS * self.cells * turn
        }
    }

    /// Borders of the sweep by the end of a turn.
    fn borders(&self, turn: u64) -> usize {
        let (first, growth) = if self.is_small {
            (SMALL_BOARD_SWEEP, SMALL_BOARD_GROWTH)
        } else {
            (SWEEP_TURN, SWEEP_GROWTH)
        };
        match turn {
            0 => SHORT_TURN_SWEEP,
            _ => growth.saturating_pow(turn as u32 - 1).saturating_mul(first),
        }
    }
}

/// The proof of a sweep.
pub const SWEPT: &str = "no way to fill the board behind a border reaches its end";

/// What a sweep finds.
enum Swept {
    Answer(Answer),
    /// That is proved.
    NoAnswer,
    /// The board is too wide for a sweep.
    TooWide,
}

/// What a sweep finds that goes on until it has so many borders: an answer, or that there is none.
fn swept(
    board: &Board,
    edges: &Edges,
    sweeping: Option<&mut Sweeping>,
    borders: usize,
    control: &Control,
) -> Result<Swept, Interruption> {
    let Some(sweeping) = sweeping else {
        return Ok(Swept::TooWide);
    };
    match sweeping.answers(1, borders, control) {
        Ok(found) => Ok(found.first().map_or(Swept::NoAnswer, |pairs| {
            Swept::Answer(edges.trace_pairs(board, pairs).answer)
        })),
        // It asks for no more than the caller permits; others may do with less.
        Err(Interruption::Memory) => Err(Interruption::GaveUp),
        Err(why) => Err(why),
    }
}

/// Repairs a cover of one board.
struct Repair<'a> {
    board: &'a Board,
    edges: &'a Edges,
    control: &'a Control<'a>,
    /// The colours of terminals and checkpoints.
    colour_at: Vec<Option<usize>>,
    rng: Rng,
    cover: Cover,
    /// The best cover when faults were stuck, none better than which was found since.
    best: Cover,
    /// The fewest faults since then, and how many windows ago.
    fewest: usize,
    idle: usize,
    /// How many windows were tried.
    windows: u64,
}

impl<'a> Repair<'a> {
    /// Begins with some cover; none if there is none.
    fn new(
        board: &'a Board,
        edges: &'a Edges,
        seed: u64,
        control: &'a Control<'a>,
    ) -> Result<Option<Self>, Interruption> {
        let mut rng = Rng::from_number(seed);
        let Some(cover) = Cover::find(board, edges, &mut rng, control)? else {
            return Ok(None);
        };
        let mut colour_at = vec![None; board.cell_count()];
        for (cell, colour) in board.fixed_colours() {
            colour_at[cell] = Some(colour);
        }
        Ok(Some(Self {
            board,
            edges,
            control,
            colour_at,
            rng,
            best: cover.clone(),
            fewest: cover.faults(),
            cover,
            idle: 0,
            windows: 0,
        }))
    }

    /// Tries so many windows of a cover. It never finds that there is no answer, and begins with
    /// another cover next time.
    fn work(&mut self, windows: u64) -> Result<Option<Answer>, Interruption> {
        for _ in 0..windows {
            if self.cover.faults() == 0 {
                break;
            }
            self.control.check()?;
            let window = self.choose(SIDES);
            self.repair(window)?;
            self.windows += 1;
            self.idle += 1;
            if self.cover.faults() < self.fewest {
                (self.fewest, self.idle) = (self.cover.faults(), 0);
            }
            if self.idle == PATIENCE {
                self.disturb()?;
            }
            self.control.report(|| Progress {
                phase: "repairing",
                share: None,
                figures: vec![("windows", self.windows), ("faults", self.fewest as u64)],
            });
        }
        if self.cover.faults() == 0 {
            let traced = self.edges.trace(self.board, &self.cover.used);
            return Ok(Some(traced.answer));
        }
        let cover = Cover::find(self.board, self.edges, &mut self.rng, self.control)?;
        if let Some(cover) = cover {
            (self.fewest, self.idle) = (cover.faults(), 0);
            self.best = cover.clone();
            self.cover = cover;
        }
        Err(Interruption::GaveUp)
    }

    /// A window around a strand with a fault, and around the strand with the other end of one of its
    /// colours, if that is near.
    fn choose(&mut self, [least, most]: [usize; 2]) -> Area {
        let side = least + self.rng.below(most - least + 1);
        let (board, cover) = (self.board, &self.cover);
        let faulty = cover.strands.iter().filter(|strand| strand.faults > 0);
        let faulty: Vec<_> = faulty.collect();
        let strand = faulty[self.rng.below(faulty.len())];
        let one = strand.cells[self.rng.below(strand.cells.len())];
        let mut centre = board.position(one);
        if let Some(ends) = strand.ends
            && self.rng.chance(3, 4)
        {
            let [a, b] = board.colours()[ends[self.rng.below(2)]].terminals;
            let a_is_here = cover.strand_of[a] == cover.strand_of[one];
            let other = &cover.strands[cover.strand_of[if a_is_here { b } else { a }]];
            let (from, to) = nearest(board, &strand.cells, &other.cells, &mut self.rng);
            if distance(from, to) < side {
                centre = (usize::midpoint(from.0, to.0), usize::midpoint(from.1, to.1));
            }
        }
        let mut start = |middle: usize, length: usize| {
            let shift = self.rng.below(side / 2 + 1);
            let start = (middle + shift).saturating_sub(3 * side / 4);
            start.min(length.saturating_sub(side))
        };
        let left = start(centre.0, board.width());
        let top = start(centre.1, board.height());
        board.area().part((left, left + side), (top, top + side))
    }

    /// Lays a window anew if that leaves no more faults than before.
    fn repair(&mut self, window: Area) -> Result<(), Interruption> {
        let patch = self.patch(window);
        let wrong = patch.colours.len() - patch.right;
        let mut wishes = Vec::new();
        if wrong > 0 {
            wishes.push(patch.colours.clone());
            for _ in 0..SECOND_THOUGHTS {
                let mut wish = patch.colours.clone();
                self.rng.shuffle(&mut wish);
                wish.truncate(patch.right + self.rng.below(wrong));
                wishes.push(wish);
            }
        }
        wishes.push(patch.colours[..patch.right].to_vec());
        for wish in wishes {
            if let Some(laid) = self.lay(&patch, &wish, WINDOW_DECISIONS)? {
                if laid.faults() <= self.cover.faults() {
                    self.cover = laid;
                }
                break;
            }
        }
        Ok(())
    }

    /// Faults are stuck: keeps the better cover, and lays a large window of it anew.
    fn disturb(&mut self) -> Result<(), Interruption> {
        if self.cover.faults() <= self.best.faults() {
            self.best = self.cover.clone();
        } else {
            self.cover = self.best.clone();
        }
        let window = self.choose(LARGE_SIDES);
        let patch = self.patch(window);
        if let Some(laid) = self.lay(&patch, &[], LARGE_DECISIONS)? {
            self.cover = laid;
        }
        (self.fewest, self.idle) = (self.cover.faults(), 0);
        Ok(())
    }

    fn patch(&self, window: Area) -> Patch {
        Patch::new(self.board, self.edges, &self.colour_at, &self.cover, window)
    }

    /// The cover with a patch that joins these colours.
    fn lay(
        &mut self,
        patch: &Patch,
        wish: &[usize],
        decisions: u64,
    ) -> Result<Option<Cover>, Interruption> {
        // Never 0, which the solver would take for no seed.
        let seed = 1 + (self.rng.next_u64() >> 32);
        let Some(laid) = patch.lay(wish, decisions, seed, self.control)? else {
            return Ok(None);
        };
        let mut used = self.cover.used.clone();
        for (edge, is_used) in laid {
            used[edge] = is_used;
        }
        Ok(Some(Cover::new(self.board, self.edges, used)))
    }
}

/// The positions of two cells, one of each strand, that are as near to each other as any; of long strands
/// only some cells are compared.
fn nearest(
    board: &Board,
    one: &[usize],
    two: &[usize],
    rng: &mut Rng,
) -> ((usize, usize), (usize, usize)) {
    let mut best = (board.position(one[0]), board.position(two[0]));
    let mut least = usize::MAX;
    let some = |cells: &[usize]| 1 + cells.len() / MOST_COMPARED;
    for &from in one.iter().step_by(some(one)) {
        let from = board.position(from);
        for &to in two.iter().step_by(some(two)) {
            let to = board.position(to);
            let far = distance(from, to);
            // Among equals any may win, so that windows differ.
            if far < least || (far == least && rng.chance(1, 3)) {
                (least, best) = (far, (from, to));
            }
        }
    }
    best
}

/// The side of the smallest square that has both positions, less one.
fn distance(one: (usize, usize), two: (usize, usize)) -> usize {
    one.0.abs_diff(two.0).max(one.1.abs_diff(two.1))
}

#[cfg(test)]
mod tests {
    use super::Repair;
    use crate::connect::tuning::PATIENCE;
    use crate::connect::{Answer, Board, Connect, Edges, Rules, count, text};
    use crate::{Control, Interruption, Kind, Rng, Verdict};

    fn generated(recipe: &str, seed: u64) -> Board {
        let id = format!("connect:{recipe}#{seed}").parse().unwrap();
        Connect::generate_id(&id, &Control::new()).unwrap().board
    }

    fn assert_right(board: &Board, answer: &Answer) {
        let (level, answer) = (Connect::print(board), text::print_answer(board, answer));
        let request = Connect::hint_request(board).unwrap();
        let verdict = Connect::check(level.as_bytes(), &request, answer.as_bytes());
        assert_eq!(verdict.unwrap(), Verdict::Valid, "{level}");
    }

    fn number(board: &Board) -> u64 {
        let count = count::count(board, Rules::default(), None, &Control::new());
        u64::try_from(count.found).unwrap()
    }

    /// Repairs cover after cover until one is an answer.
    fn answer_of(mut repair: Repair) -> Answer {
        loop {
            match repair.work(1000) {
                Err(Interruption::GaveUp) => {}
                result => return result.unwrap().unwrap(),
            }
        }
    }

    #[test]
    fn covers_become_answers() {
        for recipe in ["8x8/c6-d0-b0-k0", "10x9/c6-d10-b5-k4", "16x16/c15-d5-b5-k3"] {
            for seed in 0..8 {
                let board = generated(recipe, seed);
                let (edges, control) = (Edges::new(&board), Control::new());
                let repair = Repair::new(&board, &edges, seed, &control);
                assert_right(&board, &answer_of(repair.unwrap().unwrap()));
            }
        }
    }

    /// With one colour every cover without loops is an answer, so a window as large as the board is one.
    #[test]
    fn a_large_window_may_be_the_last_one() {
        for seed in 0..8 {
            let board = generated("12x12/c1-d0-b0-k0", seed);
            let (edges, control) = (Edges::new(&board), Control::new());
            let mut repair = Repair::new(&board, &edges, seed, &control)
                .unwrap()
                .unwrap();
            // Unless it finds the answer itself, the first window is the last without progress.
            (repair.fewest, repair.idle) = (1, PATIENCE - 1);
            assert_right(&board, &repair.work(2).unwrap().unwrap());
        }
    }

    #[test]
    fn small_boards_are_repaired_exactly_if_they_have_answers() {
        let mut rng = Rng::from_text("repair");
        let mut numbers = [0; 2];
        for _ in 0..400 {
            let (width, height) = (1 + rng.below(6), 3 + rng.below(3));
            let tiles = (0..width * height).map(|_| b"......XVH"[rng.below(9)] as char);
            let mut tiles: Vec<char> = tiles.collect();
            let mut places: Vec<usize> = (0..tiles.len()).collect();
            rng.shuffle(&mut places);
            let colours = 1 + rng.below(1 + tiles.len() / 5);
            for (index, &place) in places.iter().take(2 * colours).enumerate() {
                tiles[place] = char::from(b'0' + (index / 2) as u8);
            }
            if 2 * colours > tiles.len() {
                continue;
            }
            let rows = tiles.chunks(width).map(|row| row.iter().collect());
            let rows: Vec<String> = rows.collect();
            let text = format!("{height} {width}\n{}\n0\n", rows.join("\n"));
            let board = text::parse_board(text.as_bytes()).unwrap();
            let (edges, control) = (Edges::new(&board), Control::new());
            let Some(mut repair) = Repair::new(&board, &edges, 0, &control).unwrap() else {
                assert_eq!(number(&board), 0, "{text}");
                continue;
            };
            let solvable = number(&board) > 0;
            numbers[usize::from(solvable)] += 1;
            if solvable {
                assert_right(&board, &answer_of(repair));
            } else {
                let result = repair.work(3 * PATIENCE as u64);
                assert_eq!(result, Err(Interruption::GaveUp), "{text}");
            }
        }
        assert!(numbers.iter().all(|&number| number > 10), "{numbers:?}");
    }
}
