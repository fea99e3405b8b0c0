//! Wrong paths are repaired window by window.
//!
//! Boards whose paths touch themselves have very many solutions as a rule, and yet a SAT solver on
//! the whole board finds none when it is large. So a cover, which joins nearly everything wrongly,
//! is laid anew in one small window after the other, around strands with faults. A window is asked
//! to join all colours that it can join; if that is too much, any as many as before, so that faults
//! move until two meet and cancel. The number of faults never grows.
//!
//! In the end a cycle of faults may be left, each colour joined to the next one, which small
//! windows can move but not break. Then a large window around a fault is laid without regard to
//! colours and repaired again; the better of the two covers is kept.
//!
//! It cannot prove that there is no solution, beyond there being no cover. After some windows it
//! begins with another cover, each time for longer.

use super::cover::Cover;
use super::patch::Patch;
use crate::area::Area;
use crate::connect::tuning::{
    LARGE_DECISIONS, LARGE_SIDES, MOST_COMPARED, PATIENCE, SECOND_THOUGHTS, SIDES, SMALL_BOARD,
    SMALL_BOARD_SHARE, WINDOW_DECISIONS, WINDOWS,
};
use crate::connect::{Answer, Board, Edges};
use crate::{Control, Interruption, Progress, Rng};

/// The proof of a sweep.
pub const SWEPT: &str = "no way to fill the board behind a border reaches its end";
/// The proof that repair has when it has nothing to begin with.
pub const NO_COVER: &str = "no choice of edges gives every tile as many as it needs";

/// Repairs a cover of one board.
pub struct Repair<'a> {
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
    pub windows: u64,
    /// After how many of them it begins with another cover, and how often it did.
    until: u64,
    begun: u64,
}

impl<'a> Repair<'a> {
    /// Begins with some cover; none if there is none, and so no solution.
    pub fn new(
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
        let mut repair = Self {
            board,
            edges,
            control,
            colour_at,
            rng,
            best: cover.clone(),
            fewest: 0,
            cover: cover.clone(),
            idle: 0,
            windows: 0,
            until: 0,
            begun: 0,
        };
        repair.begin(cover);
        Ok(Some(repair))
    }

    /// Begins with a cover, for longer than with the one before.
    fn begin(&mut self, cover: Cover) {
        (self.fewest, self.idle) = (cover.faults(), 0);
        self.best = cover.clone();
        self.cover = cover;
        let cells = self.board.cell_count() as u64;
        self.until = self.windows
            + if cells <= SMALL_BOARD {
                let share = cells.div_ceil(SMALL_BOARD_SHARE);
                share << self.begun.saturating_sub(1).min(u64::from(u32::BITS))
            } else {
                WINDOWS * cells * (self.begun + 1)
            };
        self.begun += 1;
    }

    /// Tries this many windows. It never finds that there is no solution.
    pub fn work(&mut self, windows: u64) -> Result<Option<Answer>, Interruption> {
        for _ in 0..windows {
            self.control.check()?;
            if self.windows == self.until {
                let cover = Cover::find(self.board, self.edges, &mut self.rng, self.control)?;
                if let Some(cover) = cover {
                    self.begin(cover);
                }
            }
            if self.cover.faults() == 0 {
                break;
            }
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
        Err(Interruption::GaveUp)
    }

    /// A window around a strand with a fault, and around the strand with the other end of one of
    /// its colours, if that is near.
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

/// The positions of two cells, one of each strand, that are as near to each other as any; of long
/// strands only some cells are compared.
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
    use crate::{Control, Generates, Hints, Interruption, Kind, Rng, Verdict};

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

    /// With one colour every cover without loops is an answer, so a window as large as the board is
    /// one.
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
