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

pub use rules::{Instead, Rules};
use thiserror::Error;

use crate::{Malformed, Wrong};

/// What the checker says about an answer. On the board of a wrong one, tiles that are part of a
/// path show its colour, and `@` is the tile where it went wrong. Tiles are (x, y) from 0.
pub use crate::Verdict;

/// Why a game is lost.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct Loss {
    reason: String,
    at: Option<Tile>,
    /// Whether the line has not even the form of one.
    pub is_malformed: bool,
}

/// A column and a row.
type Tile = (usize, usize);

impl Loss {
    fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            at: None,
            is_malformed: false,
        }
    }

    fn at(at: Tile, reason: String) -> Self {
        Self {
            at: Some(at),
            ..Self::new(reason)
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
    let mut game = Game::new(level)?;
    Ok(match game.win(answer, rules) {
        Ok(()) => Verdict::Valid,
        Err((line, loss)) => game.wrong(line, loss),
    })
}

/// Judges a whole answer by the rules that the board names, but for what is wanted instead. Here a
/// line without the form of one is an error.
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
    let mut game = Game::new(level)?;
    let rules = game.rules().but(instead);
    Ok(match game.win(answer, &rules) {
        Ok(()) => Verdict::Valid,
        Err((Some(line), loss)) if loss.is_malformed => {
            return Err(Malformed(format!("line {line}: {loss}")));
        }
        Err((line, loss)) => game.wrong(line, loss),
    })
}

impl Game {
    /// Plays a whole answer; where it does not win, in which line, and why.
    fn win(&mut self, answer: &[u8], rules: &Rules) -> Result<(), (Option<usize>, Loss)> {
        let answer = answer.trim_ascii_end();
        let lines = answer.split(|&byte| byte == b'\n');
        for (index, line) in lines.enumerate().filter(|_| !answer.is_empty()) {
            let judged = match rules.turns {
                Some(limit) if index >= limit => Err(Loss::new(format!(
                    "this is more than the {limit} turns that the game permits"
                ))),
                _ if self.missing == 0 => Err(Loss::new("the board is already complete")),
                _ => self.play(line),
            };
            judged.map_err(|loss| (Some(index + 1), loss))?;
        }
        self.verdict_by(rules).map_err(|loss| (None, loss))
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
        Self::read(level).map_err(Malformed::of("level"))
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
        let format = || {
            let text: String = text.trim().chars().take(40).collect();
            Loss {
                is_malformed: true,
                ..Loss::new(format!("'{text}' is not of the form 'x1 y1 x2 y2 colour'"))
            }
        };
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let &[x1, y1, x2, y2, colour] = words.as_slice() else {
            return Err(format());
        };
        let number = |word: &str| word.parse::<i64>().map_err(|_| format());
        let [x1, y1, x2, y2] = [number(x1)?, number(y1)?, number(x2)?, number(y2)?];
        let from = self.on_board(x1, y1)?;
        let to = self.on_board(x2, y2)?;
        let known = one_char(colour).filter(|c| self.colours.binary_search(c).is_ok());
        let colour = known
            .ok_or_else(|| Loss::new(format!("there is no colour '{colour}' on the board")))?;
        let ((x1, y1), (x2, y2)) = (from, to);
        if from == to {
            return Err(Loss::at(from, format!("({x1}, {y1}) to itself is no line")));
        }
        if x1 != x2 && y1 != y2 {
            let reason = format!("({x1}, {y1}) to ({x2}, {y2}) is diagonal");
            return Err(Loss::at(from, reason));
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
            let reason = format!(
                "{count} tiles are not yet part of a complete path, one of them ({x}, {y})"
            );
            return Err(Loss::at((x, y), reason));
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
            let reason =
                format!("({x}, {y}) is part of a loop, not of a path between two terminals");
            return Err(Loss::at((x, y), reason));
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
            for (near, (x2, y2), way) in [right, below].into_iter().flatten() {
                let alike = self.drawn[at].is_some() && self.drawn[at] == self.drawn[near];
                if alike && !self.joined[at][way] {
                    let reason =
                        format!("the path touches itself between ({x}, {y}) and ({x2}, {y2})");
                    return Err(Loss::at((x, y), reason));
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
            let axis = |axis: &str| format!("({x}, {y}) can only be crossed {axis}");
            let refused = match tile {
                'X' => Some(format!("({x}, {y}) is a blocker")),
                'V' if !vertical => Some(axis("vertically")),
                'H' if vertical => Some(axis("horizontally")),
                _ => None,
            };
            if let Some(reason) = refused {
                return Err(Loss::at((x, y), reason));
            }
            let owner = if is_terminal(tile) {
                Some(tile)
            } else {
                self.drawn[at]
            };
            if let Some(owner) = other(owner) {
                let reason = format!("({x}, {y}) belongs to colour '{owner}'");
                return Err(Loss::at((x, y), reason));
            }
            if let Some(owner) = other(self.checkpoints[at]) {
                let reason = format!("({x}, {y}) is a checkpoint of colour '{owner}'");
                return Err(Loss::at((x, y), reason));
            }
        }
        let first = from.min(to);
        let joined = &mut self.joined[first.1 * self.width + first.0][usize::from(vertical)];
        if std::mem::replace(joined, true) {
            let ((x1, y1), (x2, y2)) = (from, to);
            let reason = format!("({x1}, {y1}) and ({x2}, {y2}) are already joined");
            return Err(Loss::at(from, reason));
        }
        self.missing = self.missing.saturating_sub(1);
        for (x, y) in [from, to] {
            let at = y * self.width + x;
            self.drawn[at] = Some(colour);
            if self.degree(at) > self.wanted(at) {
                let reason = if is_terminal(self.tiles[at]) {
                    format!("the terminal ({x}, {y}) already has its path")
                } else {
                    format!("the path already goes through ({x}, {y})")
                };
                return Err(Loss::at((x, y), reason));
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
            _ => Err(Loss::new(format!("({x}, {y}) is outside the board"))),
        }
    }

    fn position(&self, at: usize) -> (usize, usize) {
        (at % self.width, at / self.width)
    }

    /// A verdict that shows the board.
    pub fn wrong(&self, line: Option<usize>, loss: Loss) -> Verdict {
        let at = loss.at.map(|(x, y)| y * self.width + x);
        let mut board = String::new();
        for (index, &tile) in self.tiles.iter().enumerate() {
            let shown = self.drawn[index].unwrap_or(tile);
            board.push(if at == Some(index) { '@' } else { shown });
            if (index + 1) % self.width == 0 {
                board.push('\n');
            }
        }
        let reason = match line {
            Some(line) => format!("line {line}: {loss}"),
            None => loss.reason,
        };
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
