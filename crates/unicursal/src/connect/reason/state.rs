//! What is known about the edges of a board, and what obviously follows from it.
//!
//! An edge is used, unused or open. Used edges hold cells together in *strands*; the two ends of a
//! strand know each other and the strand's colour, as soon as it has one. [`State::settle`] draws
//! the obvious conclusions: a cell that has all its edges uses no others, and an edge that would
//! join two colours or close a loop is not used. That a cell has no more ways than it needs takes a
//! thought; it is left to be reported as a step or, in a trial, is followed by [`State::follow`].

use crate::connect::{Board, Edges, Rules, Tile};

/// Why something is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// A cell has fewer ways than it needs.
    TooFew(usize),
    /// A cell has more edges than it may.
    TooMany(usize),
    /// A loop closes at a cell.
    Loop(usize),
    /// Two colours meet at a cell.
    Colours(usize),
    /// The ends of a colour cannot be joined any more.
    Apart(usize),
}

/// What is known of a board.
#[derive(Clone)]
pub struct State<'a> {
    pub board: &'a Board,
    pub edges: &'a Edges,
    pub rules: Rules,
    pub used: Vec<Option<bool>>,
    /// The other end of the strand that ends at a cell; the cell itself if it is alone.
    end: Vec<usize>,
    /// The colour of the strand that ends at a cell.
    colour: Vec<Option<usize>>,
    /// Whether a cell may stay empty.
    may_be_blank: Vec<bool>,
    /// How many edges of a cell are used, and how many are open.
    taken: Vec<u8>,
    open: Vec<u8>,
    /// Cells whose surroundings changed.
    due: Vec<usize>,
}

impl<'a> State<'a> {
    /// Nothing but the board is known.
    pub fn new(board: &'a Board, edges: &'a Edges, rules: Rules) -> Self {
        let cells = board.cell_count();
        let mut colour = vec![None; cells];
        let through = |cell: usize| board.degree(cell) == 2;
        let mut may_be_blank: Vec<bool> = (0..cells)
            .map(|cell| rules.blanks && through(cell))
            .collect();
        for (cell, known) in board.fixed_colours() {
            colour[cell] = Some(known);
            may_be_blank[cell] = false;
        }
        let open = (0..cells).map(|cell| edges.at(cell).count() as u8);
        Self {
            board,
            edges,
            rules,
            used: vec![None; edges.cells.len()],
            end: (0..cells).collect(),
            colour,
            may_be_blank,
            taken: vec![0; cells],
            open: open.collect(),
            due: (0..cells).collect(),
        }
    }

    /// How many more edges a cell needs, if it is used at all.
    pub fn need(&self, cell: usize) -> usize {
        self.board
            .degree(cell)
            .saturating_sub(usize::from(self.taken[cell]))
    }

    /// Whether a cell can stay without any edge.
    pub fn is_optional(&self, cell: usize) -> bool {
        self.may_be_blank[cell] && self.taken[cell] == 0
    }

    /// The open edges at a cell, with the cells at their other ends.
    pub fn open_at(&self, cell: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.edges
            .at(cell)
            .filter(|&(edge, _)| self.used[edge].is_none())
    }

    /// The other end of the strand that ends at a cell.
    pub fn other_end(&self, cell: usize) -> usize {
        self.end[cell]
    }

    /// The colour of the strand that ends at a cell, if it is known.
    pub fn colour_of(&self, cell: usize) -> Option<usize> {
        self.colour[cell]
    }

    /// Whether no edge is open.
    pub fn is_done(&self) -> bool {
        self.used.iter().all(Option::is_some)
    }

    /// Where the path of a colour can continue from its two terminals; none if they are joined.
    pub fn free_ends(&self, colour: usize) -> Option<[usize; 2]> {
        let [one, two] = self.board.colours()[colour].terminals;
        let end = |cell: usize| match self.taken[cell] {
            0 => cell,
            _ => self.end[cell],
        };
        let ends = [end(one), end(two)];
        (ends != [two, one]).then_some(ends)
    }

    /// Decides an edge.
    pub fn set(&mut self, edge: usize, used: bool) -> Result<(), Clash> {
        match self.used[edge] {
            Some(known) if known == used => return Ok(()),
            Some(_) => return Err(Clash::TooMany(self.edges.cells[edge][0])),
            None => {}
        }
        self.used[edge] = Some(used);
        let [a, b] = self.edges.cells[edge];
        self.due.extend([a, b]);
        for cell in [a, b] {
            self.open[cell] -= 1;
        }
        if !used {
            return Ok(());
        }
        for cell in [a, b] {
            if self.need(cell) == 0 {
                return Err(Clash::TooMany(cell));
            }
        }
        let (from, to) = (self.end[a], self.end[b]);
        if from == b {
            return Err(Clash::Loop(a));
        }
        let colour = match (self.colour[a], self.colour[b]) {
            (Some(one), Some(other)) if one != other => return Err(Clash::Colours(b)),
            (one, other) => one.or(other),
        };
        for cell in [a, b] {
            self.taken[cell] += 1;
        }
        (self.end[from], self.end[to]) = (to, from);
        (self.colour[from], self.colour[to]) = (colour, colour);
        // Their neighbours may be of another colour, or the same strand.
        self.due.extend([from, to]);
        Ok(())
    }

    /// Draws the obvious conclusions.
    pub fn settle(&mut self) -> Result<(), Clash> {
        while let Some(cell) = self.due.pop() {
            let need = self.need(cell);
            if self.board.degree(cell) == 0 {
                continue;
            }
            if need == 0 || self.is_optional(cell) && self.open[cell] == 1 {
                let rest: Vec<usize> = self.open_at(cell).map(|(edge, _)| edge).collect();
                for edge in rest {
                    self.set(edge, false)?;
                }
                continue;
            }
            if usize::from(self.open[cell]) < need && !self.is_optional(cell) {
                return Err(Clash::TooFew(cell));
            }
            let around: Vec<(usize, usize)> = self.open_at(cell).collect();
            for (edge, near) in around {
                let closes = self.end[cell] == near && cell != near;
                let two = self.colour[cell].zip(self.colour[near]);
                let is_end = self.need(near) > 0;
                if is_end && (closes || two.is_some_and(|(one, other)| one != other)) {
                    self.set(edge, false)?;
                }
            }
            if self.rules.no_touch {
                self.keep_apart(cell)?;
            }
        }
        Ok(())
    }

    /// Three used edges around a square make a path touch itself.
    fn keep_apart(&mut self, cell: usize) -> Result<(), Clash> {
        let (x, y) = self.board.position(cell);
        // A board of one row or column has no squares.
        for left in x.saturating_sub(1)..(x + 1).min(self.board.width() - 1) {
            for top in y.saturating_sub(1)..(y + 1).min(self.board.height() - 1) {
                let at = |x: usize, y: usize| self.board.cell(x, y);
                let round = [
                    (at(left, top), at(left + 1, top)),
                    (at(left + 1, top), at(left + 1, top + 1)),
                    (at(left, top + 1), at(left + 1, top + 1)),
                    (at(left, top), at(left, top + 1)),
                ];
                let round = round.map(|(a, b)| self.edges.between(a, b));
                let present = round.into_iter().flatten();
                let (known, open): (Vec<usize>, Vec<usize>) =
                    present.partition(|&edge| self.used[edge].is_some());
                let used = known.iter().filter(|&&edge| self.used[edge] == Some(true));
                match used.count() {
                    3.. => return Err(Clash::Loop(cell)),
                    2 => {
                        for edge in open {
                            self.set(edge, false)?;
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// A path that touches itself although it must not, when every edge is decided.
    pub fn touching(&self) -> Option<Clash> {
        if !self.rules.no_touch || !self.is_done() {
            return None;
        }
        let used: Vec<bool> = self.used.iter().map(|&used| used == Some(true)).collect();
        let mut owner = vec![None; self.board.cell_count()];
        let traced = self.edges.trace(self.board, &used);
        for (colour, path) in traced.answer.paths.iter().enumerate() {
            for &cell in path {
                owner[cell] = Some(colour);
            }
        }
        let touches = |cell: usize, near: usize| {
            let joined = self
                .edges
                .between(cell, near)
                .is_some_and(|edge| used[edge]);
            owner[cell].is_some() && owner[cell] == owner[near] && !joined
        };
        let (width, cells) = (self.board.width(), self.board.cell_count());
        let is_touched = |&cell: &usize| {
            let right = (cell + 1) % width > 0 && touches(cell, cell + 1);
            right || cell + width < cells && touches(cell, cell + width)
        };
        (0..cells).find(is_touched).map(Clash::Loop)
    }

    /// The edges that a cell must use, because it has no more ways than it needs.
    pub fn forced_at(&self, cell: usize) -> Option<Vec<usize>> {
        let (need, open) = (self.need(cell), usize::from(self.open[cell]));
        let is_forced = need > 0 && open == need && !self.is_optional(cell);
        is_forced.then(|| self.open_at(cell).map(|(edge, _)| edge).collect())
    }

    /// Follows all that is forced, for at most this many cells; how many there were.
    pub fn follow(&mut self, most: usize) -> Result<usize, (Clash, usize)> {
        let mut steps = 0;
        let mut watched: Vec<usize> = Vec::new();
        loop {
            watched.extend(self.due.iter().copied());
            self.settle().map_err(|clash| (clash, steps))?;
            // Settling changes only cells near those that were due; when nothing is left there, all
            // cells are checked.
            let near = |state: &Self, cell: usize| state.forced_at(cell).map(|edges| (cell, edges));
            let found = watched
                .iter()
                .rev()
                .find_map(|&cell| near(self, cell))
                .or_else(|| (0..self.board.cell_count()).find_map(|cell| near(self, cell)));
            let Some((_, edges)) = found else {
                return Ok(steps);
            };
            if steps == most {
                return Ok(steps);
            }
            steps += 1;
            watched.clear();
            for edge in edges {
                watched.extend(self.edges.cells[edge]);
                self.set(edge, true).map_err(|clash| (clash, steps))?;
            }
        }
    }

    /// A clash in words.
    pub fn describe(&self, clash: Clash) -> String {
        let at = |cell: usize| {
            let (x, y) = self.board.position(cell);
            format!("({x}, {y})")
        };
        match clash {
            Clash::TooFew(cell) => match self.board.tile(cell) {
                Tile::Terminal(_) => format!("the end at {} could not be left", at(cell)),
                _ => format!("{} would have too few ways", at(cell)),
            },
            Clash::TooMany(cell) => format!("{} would have too many edges", at(cell)),
            Clash::Loop(cell) => format!("a path would come back to itself at {}", at(cell)),
            Clash::Colours(cell) => format!("two colours would meet at {}", at(cell)),
            Clash::Apart(colour) => {
                let name = self.board.colours()[colour].name;
                format!("the ends of {name} could not be joined")
            }
        }
    }

    /// The cells that a clash is about.
    pub fn cells_of(&self, clash: Clash) -> Vec<usize> {
        match clash {
            Clash::TooFew(cell)
            | Clash::TooMany(cell)
            | Clash::Loop(cell)
            | Clash::Colours(cell) => {
                vec![cell]
            }
            Clash::Apart(colour) => self.free_ends(colour).map_or(Vec::new(), Vec::from),
        }
    }
}
