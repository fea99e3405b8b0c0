//! A maze with walls between its cells, like micromouse mazes, and the board that it becomes.
//!
//! On our boards a wall is a cell. So a maze of W by H cells becomes a board of 2W-1 by 2H-1: a
//! cell, a gap or wall, a cell, and so on. Contests have a goal of several cells. If only one of
//! these cells can be entered, it becomes the board's `E`. If there are more and the goal is a room
//! of two by two cells without walls inside, `E` is the post in its middle. Other goals are
//! refused.

use super::super::Board;
use crate::format::cannot_say;
use crate::{Dir, Error};

/// A maze with walls between its cells.
#[derive(Clone)]
pub(super) struct Cells {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Whether one can go right from a cell.
    pub(super) right: Vec<bool>,
    /// Whether one can go down from a cell.
    pub(super) down: Vec<bool>,
    pub(super) start: Option<(usize, usize)>,
    pub(super) goals: Vec<(usize, usize)>,
}

impl Cells {
    pub(super) fn can_go(&self, (x, y): (usize, usize), dir: Dir) -> Option<(usize, usize)> {
        let cell = |x: usize, y: usize| y * self.width + x;
        let (open, next) = match dir {
            Dir::Right => (self.right[cell(x, y)], (x + 1, y)),
            Dir::Down => (self.down[cell(x, y)], (x, y + 1)),
            Dir::Left => (x > 0 && self.right[cell(x - 1, y)], (x.wrapping_sub(1), y)),
            Dir::Up => (y > 0 && self.down[cell(x, y - 1)], (x, y.wrapping_sub(1))),
        };
        open.then_some(next)
    }

    /// The cells of the goal that have a way out of it.
    fn gates(&self) -> Vec<(usize, usize)> {
        let leaves = |goal: &(usize, usize)| {
            let mut ways = Dir::ALL
                .into_iter()
                .filter_map(|dir| self.can_go(*goal, dir));
            ways.any(|next| !self.goals.contains(&next))
        };
        self.goals.iter().copied().filter(leaves).collect()
    }

    /// The post in the middle of the goal, if it is a room of two by two cells.
    fn post(&self) -> Option<(usize, usize)> {
        let (x, y) = *self.goals.iter().min_by_key(|(x, y)| (*y, *x))?;
        let room = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        let is_room = self.goals.len() == room.len()
            && room.iter().all(|cell| self.goals.contains(cell))
            && self.can_go(room[0], Dir::Right).is_some()
            && self.can_go(room[0], Dir::Down).is_some()
            && self.can_go(room[3], Dir::Left).is_some()
            && self.can_go(room[3], Dir::Up).is_some();
        is_room.then_some((2 * x + 1, 2 * y + 1))
    }

    /// Where the board's end is: the only cell of the goal, its only gate, or its middle.
    fn end(&self) -> Result<(usize, usize), Error> {
        let place = |(x, y)| (2 * x, 2 * y);
        if let [goal] = self.goals[..] {
            return Ok(place(goal));
        }
        match self.gates()[..] {
            [gate] => Ok(place(gate)),
            [] => Err(Error::bad_input("no way leads to the goal", None)),
            [(x1, y1), (x2, y2), ..] => self.post().ok_or_else(|| {
                Error::bad_input(
                    format!(
                        "the goal can be entered at row {}, column {} and at row {}, column {}; \
                         a maze here has one E",
                        y1 + 1,
                        x1 + 1,
                        y2 + 1,
                        x2 + 1
                    ),
                    None,
                )
            }),
        }
    }

    pub(super) fn board(&self) -> Result<Board, Error> {
        let Some(start) = self.start else {
            return Err(Error::bad_input("no cell is marked S", None));
        };
        if self.goals.is_empty() {
            return Err(Error::bad_input("no cell is marked G", None));
        }
        let end = self.end()?;
        let start = (2 * start.0, 2 * start.1);
        if start == end {
            return Err(Error::bad_input("the start is the goal", None));
        }
        let size = (2 * self.width - 1, 2 * self.height - 1);
        let board = Board::from_fn(size, start, end, |x, y| {
            let cell = (x / 2, y / 2);
            match (x % 2, y % 2) {
                (0, 0) => true,
                (1, 0) => self.can_go(cell, Dir::Right).is_some(),
                (0, 1) => self.can_go(cell, Dir::Down).is_some(),
                _ => (x, y) == end,
            }
        });
        if board.exits(board.start()) == 0 {
            return Err(Error::bad_input("the start is walled in", None));
        }
        Ok(board)
    }

    /// A board as cells with walls between them, if it is one.
    pub(super) fn of(board: &Board, form: &str) -> Result<Self, Error> {
        let (columns, rows) = (board.width(), board.height());
        if columns % 2 == 0 || rows % 2 == 0 {
            return Err(Error::bad_request(format!(
                "the form '{form}' cannot express a maze of {columns}x{rows}: its sides must be odd"
            )));
        }
        for y in 0..rows {
            for x in 0..columns {
                let cell = board.cell(x, y);
                let special = cell == board.start() || cell == board.end();
                let what = match (x % 2, y % 2, board.is_free(cell)) {
                    (0, 0, false) => "a wall where it has a cell",
                    (1, 1, true) if cell != board.end() => "path where it has a post",
                    (1, 0, true) | (0, 1, true) if special => "S or E between two of its cells",
                    _ => continue,
                };
                return Err(cannot_say(form, (x, y), what));
            }
        }
        let (width, height) = (columns.div_ceil(2), rows.div_ceil(2));
        let opens = |dx: usize, dy: usize| {
            let cells = (0..height).flat_map(|y| (0..width).map(move |x| (2 * x + dx, 2 * y + dy)));
            let free = |(x, y)| x < columns && y < rows && board.is_free(board.cell(x, y));
            cells.map(free).collect()
        };
        let position = |cell| {
            let (x, y) = board.position(cell);
            (x / 2, y / 2)
        };
        let (x, y) = position(board.end());
        let mut cells = Self {
            width,
            height,
            right: opens(1, 0),
            down: opens(0, 1),
            start: Some(position(board.start())),
            goals: vec![(x, y)],
        };
        let end = board.position(board.end());
        if (end.0 % 2, end.1 % 2) == (1, 1) {
            cells.goals = vec![(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
            // When read again, a room with one gate would have its E at the gate.
            if cells.gates().len() < 2 || cells.post() != Some(end) {
                return Err(cannot_say(form, end, "this E where it has a post"));
            }
        }
        Ok(cells)
    }

    /// Sets the start and the goal of a maze without marks, where contests put them.
    pub(super) fn mark_as_usual(&mut self) {
        self.start = Some((0, self.height - 1));
        let middle = |side: usize| (side - 1) / 2..=side / 2;
        self.goals = middle(self.height)
            .flat_map(|y| middle(self.width).map(move |x| (x, y)))
            .collect();
    }

    /// Refuses a board whose start and end are not where contests put them, for a form without
    /// marks.
    pub(super) fn must_be_as_usual(&self, board: &Board, form: &str) -> Result<(), Error> {
        let mut usual = self.clone();
        usual.mark_as_usual();
        if usual.start != self.start {
            let place = board.position(board.start());
            return Err(cannot_say(
                form,
                place,
                "an S that is not at the bottom left",
            ));
        }
        let what = match usual.end() {
            Ok(end) if end == board.position(board.end()) => return Ok(()),
            Ok(_) => "an E that is not the goal in the middle".to_owned(),
            // The form has no marks, and without them the maze cannot become one of our boards.
            Err(why) => format!("this E: its goal is the middle, and {why}"),
        };
        Err(cannot_say(form, board.position(board.end()), &what))
    }
}
