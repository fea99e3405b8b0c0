//! A level that someone plays: where they are, where they were, what is left.
//!
//! Before the first slide a cursor looks for a start. From then on the walk only grows by slides
//! and shrinks by taking them back, so [`Walker`] keeps the rule. Memory is five bytes for each
//! cell.

use unicursal::Dir;
use unicursal::coil::{Answer, Board, Walker};

/// A game in progress.
pub struct Game<'a> {
    pub board: &'a Board,
    /// Where the walk starts, or would start.
    pub start: usize,
    walk: Option<Walk<'a>>,
}

struct Walk<'a> {
    walker: Walker<'a>,
    /// The slides so far, and how many cells each entered.
    slides: Vec<(Dir, usize)>,
    /// How many cells were visited before each; meaningful for visited cells only.
    entered: Vec<u32>,
}

/// How a cell looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    Wall,
    /// Not visited.
    Open,
    /// Not visited, and can be entered from one side at most, as only the last cell may.
    DeadEnd,
    /// Visited, as the cell of the walk with this number.
    Visited(usize),
}

impl<'a> Game<'a> {
    /// A game on a board that has a free cell, with the cursor on the first.
    pub fn new(board: &'a Board) -> Option<Self> {
        let start = board.free_cells().next()?;
        Some(Self {
            board,
            start,
            walk: None,
        })
    }

    /// Whether the start is chosen.
    pub fn has_begun(&self) -> bool {
        self.walk.is_some()
    }

    /// The walker, or the cursor.
    pub fn at(&self) -> usize {
        self.walk
            .as_ref()
            .map_or(self.start, |walk| walk.walker.at())
    }

    /// How many cells are still to be visited.
    pub fn left(&self) -> usize {
        let all = self.board.free_count();
        self.walk.as_ref().map_or(all, |walk| walk.walker.left())
    }

    /// How many cells are visited.
    pub fn visited(&self) -> usize {
        self.board.free_count() - self.left()
    }

    /// The slides so far.
    pub fn slides(&self) -> impl Iterator<Item = Dir> + '_ {
        let slides = self.walk.iter().flat_map(|walk| &walk.slides);
        slides.map(|&(dir, _)| dir)
    }

    /// Begins the walk; false if the cursor is on a wall.
    pub fn begin(&mut self) -> bool {
        if self.board.is_free(self.start) && self.walk.is_none() {
            self.walk = Some(Walk {
                walker: Walker::new(self.board, self.start),
                slides: Vec::new(),
                entered: vec![0; self.board.cell_count()],
            });
        }
        self.walk.is_some()
    }

    /// Slides, or moves the cursor by a cell; false if the way is blocked.
    pub fn go(&mut self, dir: Dir) -> bool {
        let Some(walk) = &mut self.walk else {
            let (x, y) = self.board.position(self.start);
            let inside = match dir {
                Dir::Right => x + 1 < self.board.width(),
                Dir::Down => y + 1 < self.board.height(),
                Dir::Left => x > 0,
                Dir::Up => y > 0,
            };
            if inside {
                self.start = self.board.neighbour(self.start, dir);
            }
            return inside;
        };
        let mut cell = walk.walker.at();
        let visited = self.board.free_count() - walk.walker.left();
        let length = walk.walker.slide(dir);
        for number in visited..visited + length {
            cell = self.board.neighbour(cell, dir);
            walk.entered[cell] = number as u32;
        }
        if length > 0 {
            walk.slides.push((dir, length));
        }
        length > 0
    }

    /// Takes the last slide back, or the choice of the start; false if there is nothing.
    pub fn take_back(&mut self) -> bool {
        let Some(walk) = &mut self.walk else {
            return false;
        };
        match walk.slides.pop() {
            Some((dir, length)) => walk.walker.take_back(dir, length),
            None => self.walk = None,
        }
        true
    }

    /// Takes everything back; the cursor stays on the start.
    pub fn reset(&mut self) {
        self.walk = None;
    }

    /// Whether there is no way on although cells are left.
    pub fn is_stuck(&self) -> bool {
        self.walk.as_ref().is_some_and(|walk| {
            walk.walker.left() > 0 && Dir::ALL.into_iter().all(|dir| !walk.walker.can_go(dir))
        })
    }

    /// The walk as an answer, or the beginning of one; none before it has begun.
    pub fn answer(&self) -> Option<Answer> {
        self.walk.as_ref().map(|_| Answer {
            start: self.board.position(self.start),
            slides: self.slides().collect(),
        })
    }

    /// How a cell looks now.
    pub fn look(&self, cell: usize) -> Look {
        if !self.board.is_free(cell) {
            return Look::Wall;
        }
        let Some(walk) = &self.walk else {
            return Look::Open;
        };
        if !walk.walker.is_left(cell) {
            return Look::Visited(walk.entered[cell] as usize);
        }
        let is_side = |dir: &Dir| {
            let near = self.board.neighbour(cell, *dir);
            walk.walker.is_left(near) || near == walk.walker.at()
        };
        if Dir::ALL.iter().filter(|&dir| is_side(dir)).count() < 2 {
            Look::DeadEnd
        } else {
            Look::Open
        }
    }

    /// How many cells can be entered from one side at most. Linear in the board.
    pub fn dead_ends(&self) -> usize {
        let looks = self.board.free_cells().map(|cell| self.look(cell));
        looks.filter(|look| *look == Look::DeadEnd).count()
    }
}

#[cfg(test)]
mod tests {
    use super::{Game, Look};
    use unicursal::Dir;
    use unicursal::coil::text::parse_board;

    #[test]
    fn everything_can_be_taken_back() {
        let board = parse_board(b"x=3&y=3&board=X.......X").unwrap();
        let mut game = Game::new(&board).unwrap();
        let looks = |game: &Game| -> Vec<Look> {
            let cells = 0..9;
            cells.map(|n| game.look(board.cell(n % 3, n / 3))).collect()
        };
        let fresh = looks(&game);
        assert!(game.go(Dir::Down) && !game.take_back());
        assert_eq!(board.position(game.start), (1, 1));
        assert!(game.begin());
        let begun = looks(&game);
        assert_ne!(begun, fresh);
        assert!(game.go(Dir::Up) && game.go(Dir::Right) && !game.go(Dir::Right));
        assert_eq!((game.left(), game.slides().count()), (4, 2));
        assert_eq!(game.look(board.cell(2, 0)), Look::Visited(2));
        assert!(game.take_back() && game.take_back());
        assert_eq!(looks(&game), begun);
        assert!(game.take_back() && !game.take_back());
        assert_eq!(looks(&game), fresh);
    }

    #[test]
    fn dead_ends_are_cells_with_one_way_in() {
        // The walker leaves cells behind on both sides.
        let board = parse_board(b"x=3&y=2&board=...X.X").unwrap();
        let mut game = Game::new(&board).unwrap();
        assert_eq!(game.dead_ends(), 0);
        game.go(Dir::Right);
        game.go(Dir::Down);
        assert!(game.begin() && game.dead_ends() == 2);
        assert!(game.go(Dir::Up) && game.dead_ends() == 2 && !game.is_stuck());
        assert!(game.go(Dir::Left) && game.is_stuck());
    }

    #[test]
    fn a_wall_is_no_start() {
        let board = parse_board(b"x=2&y=1&board=.X").unwrap();
        let mut game = Game::new(&board).unwrap();
        assert!(game.go(Dir::Right) && !game.go(Dir::Right) && !game.begin());
        assert!(game.go(Dir::Left) && game.begin() && game.left() == 0);
        let nothing = parse_board(b"x=2&y=1&board=XX").unwrap();
        assert!(Game::new(&nothing).is_none());
    }
}
