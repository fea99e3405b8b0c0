//! Plays Connect the Colours by its written rules: line by line as the game does, or a whole
//! answer.
//!
//! A line `x1 y1 x2 y2 colour` draws a straight piece of a path. It loses the game when it is not
//! of that form, has no length, is diagonal, leaves the board, enters a blocker, crosses a
//! directional tile along the wrong axis, enters a tile of another colour or the checkpoint of one,
//! draws an edge again, or gives a terminal a second edge or another tile a third. Order and
//! direction of the lines are free. The game is won when every tile has its edges and each colour
//! is one path: a loop beside the paths breaks the rule that every tile belongs to a path. A text
//! may begin with a line that names another [rule](Rules).
//!
//! ```
//! use unicursal_check::connect::{Verdict, check};
//!
//! let board = b"2 3\n0.0\n1.1\n0\n";
//! assert_eq!(check(board, b"0 0 2 0 0\n2 1 0 1 1\n", Some(100)).unwrap(), Verdict::Valid);
//! let Verdict::Wrong(wrong) = check(board, b"0 0 1 0 0\n0 1 1 0 1\n", None).unwrap() else { panic!() };
//! assert_eq!(wrong.to_string(), "line 2: (0, 1) to (1, 0) is diagonal");
//! ```

mod rules;

use std::fmt;

pub use rules::{Instead, Rules};
use thiserror::Error;

use crate::Wrong;

/// What the checker says about an answer. On the board of a wrong one, tiles that are part of a
/// path show its colour, and `@` is the tile where it went wrong.
pub type Verdict = crate::Verdict<Lost>;

/// Where in an answer a game is lost, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The line of the answer, counted from 1; none when all lines are fine and something is
    /// missing.
    pub line: Option<usize>,
    /// What is wrong.
    pub loss: Loss,
}

/// A level that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("level: {0}")]
pub struct Malformed(String);

/// Why a game is lost. Tiles are (x, y) from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Loss {
    /// The line has another form.
    #[error("'{0}' is not of the form 'x1 y1 x2 y2 colour'")]
    Format(String),
    /// A tile is not on the board.
    #[error("({0}, {1}) is outside the board")]
    Outside(i64, i64),
    /// The colour has no terminals.
    #[error("there is no colour '{0}' on the board")]
    UnknownColour(String),
    /// Both ends are the same tile.
    #[error("({0}, {1}) to itself is no line")]
    NoLength(usize, usize),
    /// The ends share neither row nor column.
    #[error("({}, {}) to ({}, {}) is diagonal", .0.0, .0.1, .1.0, .1.1)]
    Diagonal((usize, usize), (usize, usize)),
    /// A path cannot use a blocker.
    #[error("({0}, {1}) is a blocker")]
    Blocker(usize, usize),
    /// A directional tile is crossed the other way.
    #[error("({0}, {1}) can only be crossed {2}")]
    WrongAxis(usize, usize, &'static str),
    /// The tile is part of another path, or its terminal.
    #[error("({0}, {1}) belongs to colour '{2}'")]
    OtherColour(usize, usize, String),
    /// The tile is a checkpoint of another colour.
    #[error("({0}, {1}) is a checkpoint of colour '{2}'")]
    OtherCheckpoint(usize, usize, String),
    /// An edge is drawn twice.
    #[error("({}, {}) and ({}, {}) are already joined", .0.0, .0.1, .1.0, .1.1)]
    DrawnAgain((usize, usize), (usize, usize)),
    /// A terminal has more than one edge.
    #[error("the terminal ({0}, {1}) already has its path")]
    SecondAtTerminal(usize, usize),
    /// A tile has more than two edges.
    #[error("the path already goes through ({0}, {1})")]
    ThirdAtTile(usize, usize),
    /// More lines than the game permits.
    #[error("this is more than the {0} turns that the game permits")]
    TooManyTurns(usize),
    /// A line after the board was complete.
    #[error("the board is already complete")]
    AfterTheEnd,
    /// The lines end too early.
    #[error("{count} tiles are not yet part of a complete path, one of them ({x}, {y})")]
    Incomplete {
        /// How many.
        count: usize,
        /// Column of the first.
        x: usize,
        /// Row of the first.
        y: usize,
    },
    /// A path touches itself, where that is not permitted.
    #[error("the path touches itself between ({}, {}) and ({}, {})", .0.0, .0.1, .1.0, .1.1)]
    Touches((usize, usize), (usize, usize)),
    /// A loop that no terminal is part of.
    #[error("({0}, {1}) is part of a loop, not of a path between two terminals")]
    Loop(usize, usize),
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.loss),
            None => self.loss.fmt(f),
        }
    }
}

/// Judges a whole answer by the rules of the game. A turn limit is the most lines that it may have.
pub fn check(level: &[u8], answer: &[u8], turn_limit: Option<usize>) -> Result<Verdict, Malformed> {
    let rules = Rules {
        turns: turn_limit,
        ..Rules::default()
    };
    check_by(level, answer, &rules)
}

/// Judges a whole answer by these rules, whatever the board says of its own.
///
/// ```
/// use unicursal_check::connect::{Rules, Verdict, check_by};
///
/// // The path leaves the middle of the lower row empty.
/// let board = b"2 3\n0.0\n...\n0\n";
/// let rules = Rules { blanks: true, ..Rules::default() };
/// assert_eq!(check_by(board, b"0 0 2 0 0\n", &rules).unwrap(), Verdict::Valid);
/// assert_ne!(check_by(board, b"0 0 2 0 0\n", &Rules::default()).unwrap(), Verdict::Valid);
/// ```
pub fn check_by(level: &[u8], answer: &[u8], rules: &Rules) -> Result<Verdict, Malformed> {
    Ok(match Game::new(level)?.won(answer, rules) {
        Ok(_) => Verdict::Valid,
        Err(wrong) => wrong,
    })
}

/// Judges a whole answer by the rules that the board names, but for what is wanted instead.
///
/// ```
/// use unicursal_check::connect::{Instead, Verdict, check_as_said};
///
/// let board = b"rule: blanks\n2 3\n0.0\n...\n0\n";
/// let said = Instead::default();
/// assert_eq!(check_as_said(board, b"0 0 2 0 0\n", &said).unwrap(), Verdict::Valid);
/// let filled = Instead { blanks: Some(false), ..said };
/// assert_ne!(check_as_said(board, b"0 0 2 0 0\n", &filled).unwrap(), Verdict::Valid);
/// ```
pub fn check_as_said(level: &[u8], answer: &[u8], instead: &Instead) -> Result<Verdict, Malformed> {
    let game = Game::new(level)?;
    let rules = game.rules().but(instead);
    Ok(match game.won(answer, &rules) {
        Ok(_) => Verdict::Valid,
        Err(wrong) => wrong,
    })
}

impl Game {
    /// The game after an answer that wins it; the verdict on one that does not.
    pub(crate) fn won(mut self, answer: &[u8], rules: &Rules) -> Result<Self, Verdict> {
        let game = &mut self;
        let answer = answer.trim_ascii_end();
        let lines = answer.split(|&byte| byte == b'\n');
        for (index, line) in lines.enumerate().filter(|_| !answer.is_empty()) {
            let judged = match rules.turns {
                Some(limit) if index >= limit => Err(Loss::TooManyTurns(limit)),
                _ if game.missing == 0 => Err(Loss::AfterTheEnd),
                _ => game.play(line),
            };
            if let Err(loss) = judged {
                return Err(game.wrong(Some(index + 1), loss));
            }
        }
        match game.verdict_by(rules) {
            Ok(()) => Ok(self),
            Err(loss) => Err(game.wrong(None, loss)),
        }
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) width: usize,
    height: usize,
    pub(crate) tiles: Vec<char>,
    /// Sorted.
    pub(crate) colours: Vec<char>,
    pub(crate) checkpoints: Vec<Option<char>>,
    /// What the text says about how it is to be solved.
    rules: Rules,
    /// The colour drawn on each tile.
    drawn: Vec<Option<char>>,
    /// Whether each tile is joined with the one to the right, and with the one below.
    joined: Vec<[bool; 2]>,
    /// Edges that all paths together still need.
    missing: usize,
}

impl Game {
    /// The game on a board, before the first line.
    pub fn new(level: &[u8]) -> Result<Self, Malformed> {
        Self::read(level).map_err(Malformed)
    }

    fn read(level: &[u8]) -> Result<Self, String> {
        let level = std::str::from_utf8(level).map_err(|error| error.to_string())?;
        let mut lines = level.trim_end().lines().map(str::trim_end).peekable();
        let said = lines.next_if(|line| line.starts_with(RULE));
        let said = said.map(|line| Instead::read(&line[RULE.len()..]));
        let said = said.transpose()?.unwrap_or_default();
        let mut next = |what: &str| lines.next().ok_or(format!("{what} is missing"));
        let size: Vec<usize> = numbers(next("the size")?)?;
        let &[height, width] = size.as_slice() else {
            return Err("the first line is not 'height width'".to_owned());
        };
        let mut tiles = Vec::new();
        for row in 1..=height {
            let before = tiles.len();
            tiles.extend(next(&format!("row {row}"))?.chars());
            if tiles.len() - before != width {
                return Err(format!("row {row} does not have {width} tiles"));
            }
        }
        let mut ends: Vec<char> = tiles.iter().copied().filter(|&t| is_terminal(t)).collect();
        ends.sort_unstable();
        for alike in ends.chunk_by(|one, other| one == other) {
            if alike.len() != 2 {
                return Err(format!("colour '{}' does not have two terminals", alike[0]));
            }
        }
        ends.dedup();
        let colours = ends;
        let mut checkpoints = vec![None; tiles.len()];
        let count = lines.next();
        let rules = Rules::of_game(width, height, count.is_some()).but(&said);
        if let Some(count) = count {
            let &[count] = numbers(count)?.as_slice() else {
                return Err("the number of checkpoints is missing".to_owned());
            };
            for index in 1..=count {
                let line = lines.next();
                let line = line.ok_or(format!("checkpoint {index} is missing"))?;
                let words: Vec<&str> = line.split_ascii_whitespace().collect();
                let place = match words[..] {
                    [x, y, colour] => place(x, y, width, height).zip(one_char(colour)),
                    _ => None,
                };
                match place {
                    Some((at, _)) if !matches!(tiles[at], '.' | 'V' | 'H') => {
                        return Err(format!("checkpoint {index} is on a tile '{}'", tiles[at]));
                    }
                    Some((at, _)) if checkpoints[at].is_some() => {
                        return Err(format!("checkpoint {index} is where another one is"));
                    }
                    Some((at, colour)) if colours.binary_search(&colour).is_ok() => {
                        checkpoints[at] = Some(colour);
                    }
                    _ => return Err(format!("checkpoint {index} is none: '{line}'")),
                }
            }
        }
        let edge_ends: usize = tiles.iter().map(|&tile| wanted(tile)).sum();
        Ok(Self {
            width,
            height,
            missing: edge_ends / 2,
            colours,
            rules,
            drawn: vec![None; tiles.len()],
            joined: vec![[false; 2]; tiles.len()],
            tiles,
            checkpoints,
        })
    }

    /// By which rules the board says that it is to be solved.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Plays a line. After a loss the game is over.
    pub fn play(&mut self, line: &[u8]) -> Result<(), Loss> {
        let text = String::from_utf8_lossy(line);
        let format = || Loss::Format(text.trim().chars().take(40).collect());
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let &[x1, y1, x2, y2, colour] = words.as_slice() else {
            return Err(format());
        };
        let number = |word: &str| word.parse::<i64>().map_err(|_| format());
        let [x1, y1, x2, y2] = [number(x1)?, number(y1)?, number(x2)?, number(y2)?];
        let from = self.on_board(x1, y1)?;
        let to = self.on_board(x2, y2)?;
        let known = one_char(colour).filter(|c| self.colours.binary_search(c).is_ok());
        let colour = known.ok_or_else(|| Loss::UnknownColour(colour.to_owned()))?;
        let ((x1, y1), (x2, y2)) = (from, to);
        if from == to {
            return Err(Loss::NoLength(x1, y1));
        }
        if x1 != x2 && y1 != y2 {
            return Err(Loss::Diagonal(from, to));
        }
        let (mut x, mut y) = from;
        while (x, y) != to {
            let step = |at: usize, goal: usize| match at.cmp(&goal) {
                std::cmp::Ordering::Less => at + 1,
                std::cmp::Ordering::Equal => at,
                std::cmp::Ordering::Greater => at - 1,
            };
            let next = (step(x, x2), step(y, y2));
            self.join((x, y), next, colour)?;
            (x, y) = next;
        }
        Ok(())
    }

    /// Whether as many edges are drawn as all paths together have or, where tiles may stay empty,
    /// all colours are joined.
    pub fn is_complete(&self) -> bool {
        // No tile has more edges than it wants, so none is missing when the sums are equal.
        self.missing == 0 || self.rules.blanks && self.verdict().is_ok()
    }

    /// Whether the game is won by the rules of the board, whatever the number of lines was; the
    /// reason if not.
    pub fn verdict(&self) -> Result<(), Loss> {
        self.verdict_by(&self.rules)
    }

    /// Whether the game is won by other rules, whatever the number of lines was; the reason if not.
    pub fn verdict_by(&self, rules: &Rules) -> Result<(), Loss> {
        let is_blank = |at: usize| {
            let may_be = rules.blanks && self.wanted(at) == 2 && self.checkpoints[at].is_none();
            may_be && self.degree(at) == 0
        };
        let missing = |&at: &usize| self.degree(at) != self.wanted(at) && !is_blank(at);
        let mut open = (0..self.tiles.len()).filter(missing);
        if let Some(first) = open.next() {
            let (x, y) = self.position(first);
            let count = 1 + open.count();
            return Err(Loss::Incomplete { count, x, y });
        }
        let mut reached = vec![false; self.tiles.len()];
        for start in (0..self.tiles.len()).filter(|&at| is_terminal(self.tiles[at])) {
            let mut at = Some(start);
            while let Some(here) = at {
                reached[here] = true;
                at = self
                    .neighbours(here)
                    .into_iter()
                    .find(|&next| !reached[next]);
            }
        }
        let looping = |&at: &usize| !reached[at] && self.wanted(at) > 0 && !is_blank(at);
        if let Some(at) = (0..self.tiles.len()).find(looping) {
            let (x, y) = self.position(at);
            return Err(Loss::Loop(x, y));
        }
        if rules.no_touch {
            self.touching()?;
        }
        Ok(())
    }

    /// Refuses neighbours of one colour that no line joins.
    fn touching(&self) -> Result<(), Loss> {
        for at in 0..self.tiles.len() {
            let (x, y) = self.position(at);
            let right = (x + 1 < self.width).then_some((at + 1, (x + 1, y), 0));
            let below = (y + 1 < self.height).then_some((at + self.width, (x, y + 1), 1));
            for (near, place, way) in [right, below].into_iter().flatten() {
                let alike = self.drawn[at].is_some() && self.drawn[at] == self.drawn[near];
                if alike && !self.joined[at][way] {
                    return Err(Loss::Touches((x, y), place));
                }
            }
        }
        Ok(())
    }

    fn join(&mut self, from: (usize, usize), to: (usize, usize), colour: char) -> Result<(), Loss> {
        let vertical = from.0 == to.0;
        for (x, y) in [from, to] {
            let at = y * self.width + x;
            let other = |known: Option<char>| known.filter(|&known| known != colour);
            let tile = self.tiles[at];
            match tile {
                'X' => return Err(Loss::Blocker(x, y)),
                'V' if !vertical => return Err(Loss::WrongAxis(x, y, "vertically")),
                'H' if vertical => return Err(Loss::WrongAxis(x, y, "horizontally")),
                _ => {}
            }
            let owner = if is_terminal(tile) {
                Some(tile)
            } else {
                self.drawn[at]
            };
            if let Some(owner) = other(owner) {
                return Err(Loss::OtherColour(x, y, owner.to_string()));
            }
            if let Some(owner) = other(self.checkpoints[at]) {
                return Err(Loss::OtherCheckpoint(x, y, owner.to_string()));
            }
        }
        let first = from.min(to);
        let joined = &mut self.joined[first.1 * self.width + first.0][usize::from(vertical)];
        if std::mem::replace(joined, true) {
            return Err(Loss::DrawnAgain(from, to));
        }
        self.missing = self.missing.saturating_sub(1);
        for (x, y) in [from, to] {
            let at = y * self.width + x;
            self.drawn[at] = Some(colour);
            if self.degree(at) > self.wanted(at) {
                return Err(if is_terminal(self.tiles[at]) {
                    Loss::SecondAtTerminal(x, y)
                } else {
                    Loss::ThirdAtTile(x, y)
                });
            }
        }
        Ok(())
    }

    fn wanted(&self, at: usize) -> usize {
        wanted(self.tiles[at])
    }

    fn degree(&self, at: usize) -> usize {
        self.neighbours(at).len()
    }

    /// The tiles that a tile is joined with.
    fn neighbours(&self, at: usize) -> Vec<usize> {
        let (x, y) = self.position(at);
        let mut tiles = Vec::new();
        if self.joined[at][0] {
            tiles.push(at + 1);
        }
        if self.joined[at][1] {
            tiles.push(at + self.width);
        }
        if x > 0 && self.joined[at - 1][0] {
            tiles.push(at - 1);
        }
        if y > 0 && self.joined[at - self.width][1] {
            tiles.push(at - self.width);
        }
        tiles
    }

    fn on_board(&self, x: i64, y: i64) -> Result<(usize, usize), Loss> {
        match (usize::try_from(x), usize::try_from(y)) {
            (Ok(x), Ok(y)) if x < self.width && y < self.height => Ok((x, y)),
            _ => Err(Loss::Outside(x, y)),
        }
    }

    fn position(&self, at: usize) -> (usize, usize) {
        (at % self.width, at / self.width)
    }

    /// A verdict that shows the board.
    pub fn wrong(&self, line: Option<usize>, loss: Loss) -> Verdict {
        let at = match loss {
            Loss::NoLength(x, y)
            | Loss::Blocker(x, y)
            | Loss::WrongAxis(x, y, _)
            | Loss::OtherColour(x, y, _)
            | Loss::OtherCheckpoint(x, y, _)
            | Loss::SecondAtTerminal(x, y)
            | Loss::ThirdAtTile(x, y)
            | Loss::Incomplete { x, y, .. }
            | Loss::Loop(x, y)
            | Loss::Diagonal((x, y), _)
            | Loss::Touches((x, y), _)
            | Loss::DrawnAgain((x, y), _) => Some(y * self.width + x),
            _ => None,
        };
        let mut board = String::new();
        for (index, &tile) in self.tiles.iter().enumerate() {
            let shown = self.drawn[index].unwrap_or(tile);
            board.push(if at == Some(index) { '@' } else { shown });
            if (index + 1) % self.width == 0 {
                board.push('\n');
            }
        }
        let reason = Lost { line, loss };
        Verdict::Wrong(Wrong { reason, board })
    }
}

/// How the line begins that names a rule.
const RULE: &str = "rule:";

/// How many edges a tile has in the end.
pub(crate) fn wanted(tile: char) -> usize {
    match tile {
        'X' => 0,
        tile if is_terminal(tile) => 1,
        _ => 2,
    }
}

pub(crate) fn is_terminal(tile: char) -> bool {
    !matches!(tile, '.' | 'V' | 'H' | 'X')
}

fn numbers(line: &str) -> Result<Vec<usize>, String> {
    let words = line.split_ascii_whitespace();
    let numbers = words.map(|word| word.parse().map_err(|_| format!("'{word}' is no number")));
    numbers.collect()
}

fn place(x: &str, y: &str, width: usize, height: usize) -> Option<usize> {
    let (x, y): (usize, usize) = (x.parse().ok()?, y.parse().ok()?);
    (x < width && y < height).then_some(y * width + x)
}

fn one_char(word: &str) -> Option<char> {
    let mut chars = word.chars();
    chars.next().filter(|_| chars.next().is_none())
}
