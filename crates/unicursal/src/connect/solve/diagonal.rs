//! A search along diagonals for paths that do not touch themselves.
//!
//! Where no path touches itself, no square of four cells has three used edges. So the cell inside a
//! corner, the fourth of its square, uses neither edge of that square: it is the same corner again,
//! or a terminal, or a blocker. Corners come in diagonal rows that end at one of these, and a cell
//! from which no such row can start is no corner.
//!
//! Cells are placed diagonal by diagonal from one corner of the board, and within a diagonal from
//! its end at the first row. When a cell's turn comes, its two edges *behind* are known. A cell
//! with none of them used has both edges *ahead*, one with two has none, and of the two ways to go
//! on with one of them the turn is mostly excluded. Pieces of paths have labels, their colour as
//! soon as it is known; two neighbours that have one label and are not joined are a path that
//! touches itself.
//!
//! All ways are tried, so that an end without an answer is a proof. A step takes some 20 ns, but
//! the search goes back one choice at a time and repeats itself: from one corner of the board it
//! may take a hundred times as long as from another. So all have short turns, and what they do not
//! decide is for a solver that learns.

use crate::connect::tuning::{DIAGONAL_CELLS, DIAGONAL_STEPS, DIAGONAL_TURNS};
use crate::connect::{Answer, Board, Edges};
use crate::{Control, Dir, Interruption};

/// The label of a cell that is not placed and whose colour is not known.
const NONE: u32 = u32::MAX;
/// The bit of the edge ahead in the row.
const ROW: u8 = 1;
/// The bit of the edge ahead in the column.
const COLUMN: u8 = 2;
/// Steps between two looks at the caller's limits.
const STEPS_PER_LOOK: u64 = 1024;

/// An answer, or that there is none; gives up when neither is found in a few turns. No cell may be
/// blank.
pub fn solve(
    board: &Board,
    edges: &Edges,
    seed: u64,
    control: &Control,
) -> Result<Option<Answer>, Interruption> {
    if board.cell_count() > DIAGONAL_CELLS {
        return Err(Interruption::GaveUp);
    }
    for turn in 0..DIAGONAL_TURNS {
        let corner = seed.wrapping_add(turn);
        let mut search = Search::new(board, edges, [corner & 1 == 1, corner & 2 == 2]);
        let steps = DIAGONAL_STEPS * (1 + turn / 4) * board.cell_count() as u64;
        match search.run(steps, control) {
            Err(Interruption::GaveUp) => {}
            found => return found.map(|found| found.then(|| search.answer(board, edges))),
        }
    }
    Err(Interruption::GaveUp)
}

/// A cell as the board gives it.
#[derive(Clone, Copy, Default)]
struct Place {
    /// How many edges it needs.
    degree: u8,
    /// Which edges ahead there are.
    open: u8,
    /// Whether a row of corners with both edges ahead can start here.
    both: bool,
    /// Whether a row of corners that turn from the row to the column can start here.
    turns: bool,
}

/// A choice that can be made otherwise.
struct Choice {
    /// The place of its cell in the order.
    at: usize,
    /// The other way.
    other: u8,
    /// How long the trail was before it.
    trail: usize,
}

/// A board inside a rim of walls, as seen from one of its corners.
struct Search {
    /// What to add to an index for the next cell ahead in the row.
    row: isize,
    /// What to add to an index for the next cell ahead in the column.
    column: isize,
    /// The index of each cell of the board.
    index: Vec<usize>,
    /// The indices of all cells that are not blockers, one diagonal after the other.
    order: Vec<usize>,
    places: Vec<Place>,
    /// The edges ahead that are used; none for cells that are not placed.
    ahead: Vec<u8>,
    /// The colour of a piece, or a number beyond all colours.
    labels: Vec<u32>,
    colours: u32,
    /// Labels that were changed: the cell and its label before.
    trail: Vec<(usize, u32)>,
    choices: Vec<Choice>,
}

impl Search {
    /// Nothing is placed yet. The first corner is at the right, and at the bottom, if so wished.
    fn new(board: &Board, edges: &Edges, [from_right, from_below]: [bool; 2]) -> Self {
        let (width, height) = (board.width(), board.height());
        let stride = width + 2;
        let index = |cell: usize| {
            let (x, y) = board.position(cell);
            (y + 1) * stride + x + 1
        };
        let (row, row_dir) = if from_right {
            (-1, Dir::Left)
        } else {
            (1, Dir::Right)
        };
        let (column, column_dir) = if from_below {
            (-(stride as isize), Dir::Up)
        } else {
            (stride as isize, Dir::Down)
        };
        let mut order = Vec::with_capacity(board.cell_count());
        let mut places = vec![Place::default(); stride * (height + 2)];
        for diagonal in 0..width + height - 1 {
            for down in (diagonal + 1).saturating_sub(width)..=diagonal.min(height - 1) {
                let across = diagonal - down;
                let x = if from_right {
                    width - 1 - across
                } else {
                    across
                };
                let y = if from_below { height - 1 - down } else { down };
                let cell = board.cell(x, y);
                let place = &mut places[index(cell)];
                place.degree = board.degree(cell) as u8;
                for (dir, bit) in [(row_dir, ROW), (column_dir, COLUMN)] {
                    if edges.around[cell][dir.index()].is_some() {
                        place.open |= bit;
                    }
                }
                if place.degree > 0 {
                    order.push(index(cell));
                }
            }
        }
        // Rows of corners, from their ends.
        for &cell in order.iter().rev() {
            let place = places[cell];
            if place.degree < 2 {
                continue;
            }
            let inside = places[step(cell, row + column)];
            places[cell].both = place.open == ROW | COLUMN && (inside.degree < 2 || inside.both);
            let inside = places[step(cell, column - row)];
            let has_edges = places[step(cell, -row)].open & ROW > 0 && place.open & COLUMN > 0;
            places[cell].turns = has_edges && (inside.degree < 2 || inside.turns);
        }
        let mut labels = vec![NONE; places.len()];
        for (cell, colour) in board.fixed_colours() {
            labels[index(cell)] = colour as u32;
        }
        Self {
            row,
            column,
            index: (0..board.cell_count()).map(index).collect(),
            order,
            ahead: vec![0; places.len()],
            places,
            labels,
            colours: board.colours().len() as u32,
            trail: Vec::new(),
            choices: Vec::new(),
        }
    }

    /// Whether there is an answer, which is then placed; gives up after this many steps.
    fn run(&mut self, steps: u64, control: &Control) -> Result<bool, Interruption> {
        let mut at = 0;
        // The way that is left of a cell whose first way failed.
        let mut again = None;
        for taken in 0..steps {
            if taken % STEPS_PER_LOOK == 0 {
                control.check()?;
            }
            let Some(&cell) = self.order.get(at) else {
                return Ok(true);
            };
            let [way, other] = match again.take() {
                Some(way) => [Some(way), None],
                None => self.ways(cell),
            };
            if let Some(other) = other {
                let trail = self.trail.len();
                self.choices.push(Choice { at, other, trail });
            }
            if way.is_some_and(|way| self.place(cell, way)) {
                at += 1;
                continue;
            }
            let Some(choice) = self.choices.pop() else {
                return Ok(false);
            };
            for (cell, label) in self.trail.drain(choice.trail..).rev() {
                self.labels[cell] = label;
            }
            for &cell in &self.order[choice.at..=at] {
                self.ahead[cell] = 0;
            }
            at = choice.at;
            again = Some(choice.other);
        }
        Err(Interruption::GaveUp)
    }

    /// The edges ahead of a cell that may be used, as its edges behind and the squares around it
    /// permit.
    fn ways(&self, cell: usize) -> [Option<u8>; 2] {
        let place = self.places[cell];
        let [left, above] = self.behind(cell);
        let aslant = step(above, self.row);
        let from_left = self.ahead[left] & ROW > 0;
        let known = u8::from(from_left) + u8::from(self.ahead[above] & COLUMN > 0);
        let edges_above = self.ahead[above].count_ones();
        let edge_aslant = u32::from(self.ahead[aslant] & COLUMN > 0);
        let closes_above = edges_above + edge_aslant > 1;
        let closes_left = self.ahead[left] == ROW | COLUMN;
        let fits = |way: u8| {
            let has_edges = way & place.open == way;
            let closes = way & ROW > 0 && closes_above || way & COLUMN > 0 && closes_left;
            (has_edges && !closes).then_some(way)
        };
        match place.degree.checked_sub(known) {
            None => [None; 2],
            Some(0) => [Some(0), None],
            Some(2) => [fits(ROW | COLUMN).filter(|_| place.both), None],
            // Turns first: there are few places for them, and what is wrong about one shows soon.
            Some(_) => {
                let may_turn = place.degree < 2 || !from_left || place.turns;
                let turn = fits(COLUMN).filter(|_| may_turn);
                match (from_left, turn, fits(ROW)) {
                    (_, None, way) | (_, way, None) => [way, None],
                    (true, down, along) => [down, along],
                    (false, down, along) => [along, down],
                }
            }
        }
    }

    /// Places a cell with these edges ahead. Returns false when that cannot be part of an answer.
    fn place(&mut self, cell: usize, way: u8) -> bool {
        self.ahead[cell] = way;
        let Some(own) = self.join(cell) else {
            return false;
        };
        if self.labels[cell] != own {
            self.trail.push((cell, self.labels[cell]));
            self.labels[cell] = own;
        }
        for (near, is_joined) in self.around(cell) {
            let label = self.labels[near];
            let is_other = label < self.colours && own < self.colours && label != own;
            if is_joined && is_other || !is_joined && label == own {
                return false;
            }
        }
        // The next cell in the row knows its edges behind by now.
        let next = step(cell, self.row);
        let [_, over] = self.behind(next);
        let known = u8::from(way & ROW > 0) + u8::from(self.ahead[over] & COLUMN > 0);
        match self.places[next] {
            Place { degree: 1, .. } => known < 2,
            Place {
                degree: 2, both, ..
            } => known > 0 || both,
            _ => true,
        }
    }

    /// Joins the pieces that lead to a cell. Returns its label, or nothing when they cannot be one
    /// piece.
    fn join(&mut self, cell: usize) -> Option<u32> {
        let [left, above] = self.behind(cell);
        let mut own = self.labels[cell];
        let mut before = None;
        for (near, bit) in [(left, ROW), (above, COLUMN)] {
            if self.ahead[near] & bit == 0 {
                continue;
            }
            let label = self.labels[near];
            let fits = if own == NONE {
                own = label;
                true
            } else if own == label {
                before.is_none_or(|before| !self.leads(cell, before, near))
            } else if label >= self.colours {
                self.relabel(near, own)
            } else if own >= self.colours {
                own = label;
                before.is_none_or(|before| self.relabel(before, label))
            } else {
                false
            };
            if !fits {
                return None;
            }
            before = Some(near);
        }
        Some(if own == NONE {
            self.colours + cell as u32
        } else {
            own
        })
    }

    /// Gives a piece without a colour another label, from its end on. Returns false when it now
    /// touches a piece with that label.
    fn relabel(&mut self, end: usize, label: u32) -> bool {
        let from = self.labels[end];
        let mut next = Some(end);
        while let Some(cell) = next {
            self.trail.push((cell, from));
            self.labels[cell] = label;
            next = None;
            for (near, is_joined) in self.around(cell) {
                if !is_joined && self.labels[near] == label {
                    return false;
                }
                if is_joined && self.labels[near] == from {
                    next = Some(near);
                }
            }
        }
        true
    }

    /// Whether a piece that ends beside a cell leads from one of two neighbours of that cell to the
    /// other.
    fn leads(&self, cell: usize, from: usize, to: usize) -> bool {
        let (mut before, mut at) = (cell, from);
        while at != to {
            let around = self.around(at).into_iter();
            let mut joined = around.filter(|&(near, is_joined)| is_joined && near != before);
            let Some((next, _)) = joined.next() else {
                return false;
            };
            (before, at) = (at, next);
        }
        true
    }

    /// The neighbours of a cell, and whether an edge to them is used.
    #[inline]
    fn around(&self, cell: usize) -> [(usize, bool); 4] {
        let [left, above] = self.behind(cell);
        let ahead = self.ahead[cell];
        [
            (left, self.ahead[left] & ROW > 0),
            (above, self.ahead[above] & COLUMN > 0),
            (step(cell, self.row), ahead & ROW > 0),
            (step(cell, self.column), ahead & COLUMN > 0),
        ]
    }

    /// The neighbours behind a cell, in its row and in its column.
    #[inline]
    fn behind(&self, cell: usize) -> [usize; 2] {
        [step(cell, -self.row), step(cell, -self.column)]
    }

    /// What is placed.
    fn answer(&self, board: &Board, edges: &Edges) -> Answer {
        let is_used = |cells: &[usize; 2]| {
            let [one, two] = cells.map(|cell| self.index[cell]);
            let around = self.around(one);
            around
                .iter()
                .any(|&(near, is_joined)| is_joined && near == two)
        };
        let used: Vec<bool> = edges.cells.iter().map(is_used).collect();
        edges.trace(board, &used).answer
    }
}

/// The index beside another one.
fn step(cell: usize, by: isize) -> usize {
    cell.wrapping_add_signed(by)
}

#[cfg(test)]
mod tests {
    use super::solve;
    use crate::connect::{Board, Connect, Edges, text};
    use crate::{Control, Generates, Interruption};

    fn generated(recipe: &str, seed: usize) -> Board {
        let id = format!("connect:{recipe}#{seed}").parse().unwrap();
        Connect::generate_id(&id, &Control::new()).unwrap().board
    }

    #[test]
    fn boards_of_every_kind_are_solved_from_every_corner() {
        let kinds = [
            "12x12/c9-d0-b0-k0-n",
            "14x10/c9-d5-b5-k0-n",
            "9x13/c8-d5-b5-k4-n",
        ];
        for recipe in kinds {
            for seed in 0..8 {
                let board = generated(recipe, seed);
                let edges = Edges::new(&board);
                let found = solve(&board, &edges, seed as u64, &Control::new());
                let answer = found
                    .expect("it does not give up")
                    .expect("there is an answer");
                let cells: usize = answer.paths.iter().map(Vec::len).sum();
                let used = (0..board.cell_count()).filter(|&cell| board.degree(cell) > 0);
                assert_eq!(cells, used.count(), "{}", text::print_board(&board));
            }
        }
    }

    #[test]
    fn the_limits_of_the_caller_end_the_search() {
        let board = generated("20x20/c20-d0-b0-k0-n", 1);
        let control = Control::new();
        control.cancel();
        let found = solve(&board, &Edges::new(&board), 0, &control);
        assert_eq!(found, Err(Interruption::Cancelled));
    }

    #[test]
    fn large_boards_are_left_to_the_solver() {
        let board = generated("40x40/c80-d0-b0-k0-n", 1);
        let found = solve(&board, &Edges::new(&board), 0, &Control::new());
        assert_eq!(found, Err(Interruption::GaveUp));
    }
}
