//! What a level is: cells, the sides between them that a path may cross, and what the rules fix beforehand.
//!
//! The readers accept the forms in which levels are printed, and hardly another. A level becomes *facts*, numbered from 1: each
//! cell, in the order of reading, has [`Board::facts`] of them, whether it is free or not.

use std::collections::HashSet;

use crate::Rules;

/// Right, down, left, up: the sides of a cell.
pub const SIDES: [u8; 4] = *b"RDLU";

/// A level. Cells are numbered in the order of reading.
#[derive(Clone, Debug)]
pub struct Board {
    /// Columns.
    pub width: usize,
    /// The rules that hold.
    pub rules: Rules,
    /// Whether a path may visit each cell.
    pub free: Vec<bool>,
    /// How many cells are free, and how many of them are white on a chess board.
    pub count: usize,
    /// See `count`.
    pub white: usize,
    /// For each cell the sides, as bits, that a path may cross.
    pub open: Vec<u8>,
    /// Where the path starts, and ends, if the level says so.
    pub ends: [Option<usize>; 2],
    /// Trail: the number of each cell, or 0.
    pub number: Vec<usize>,
    /// Connect: how many colours there are, and the colour that the level gives each tile.
    pub colours: usize,
    /// See `colours`.
    pub colour: Vec<Option<usize>>,
    /// Connect: whether each tile is the end of a path.
    pub terminal: Vec<bool>,
}

impl Board {
    /// Reads a level.
    pub fn read(level: &[u8], rules: Rules) -> Result<Self, String> {
        let text = std::str::from_utf8(level).map_err(|_| "it is not text".to_owned())?;
        let board = match rules {
            Rules::Coil => coil(text),
            Rules::Pellet => pellet(text),
            Rules::Trail => trail(text),
            Rules::Connect { .. } => connect(text, rules),
        };
        let board = board.ok_or("it is not of the form in which such levels are printed")?;
        let facts = board.free.len().checked_mul(board.facts());
        ensure(facts.is_some_and(|facts| facts <= i32::MAX as usize / 4), "it is too large")?;
        Ok(board)
    }

    /// A board of free cells and others; `bars` says which sides are closed all the same.
    fn new(width: usize, free: Vec<bool>, rules: Rules, bars: impl Fn(usize, usize) -> bool) -> Self {
        let cells = free.len();
        let mut board = Self {
            width,
            rules,
            open: vec![0; cells],
            ends: [None; 2],
            number: vec![0; cells],
            colours: 0,
            colour: vec![None; cells],
            terminal: vec![false; cells],
            count: free.iter().filter(|&&free| free).count(),
            white: 0,
            free,
        };
        board.white = (0..cells).filter(|&cell| board.free[cell] && board.is_white(cell)).count();
        for cell in (0..cells).filter(|&cell| board.free[cell]) {
            for side in 0..4 {
                let near = board.near(cell, side).filter(|&near| board.free[near]);
                if near.is_some_and(|near| !bars(cell, side) && !bars(near, (side + 2) % 4)) {
                    board.open[cell] |= 1 << side;
                }
            }
        }
        board
    }

    /// The cell on a side of another, if it is on the board.
    pub fn near(&self, cell: usize, side: usize) -> Option<usize> {
        let (x, last) = (cell % self.width, self.width - 1);
        match side {
            0 if x < last => Some(cell + 1),
            1 if cell + self.width < self.free.len() => Some(cell + self.width),
            2 if x > 0 => Some(cell - 1),
            3 => cell.checked_sub(self.width),
            _ => None,
        }
    }

    /// The cell to which a path may go from another on this side.
    pub fn next(&self, cell: usize, side: usize) -> Option<usize> {
        self.near(cell, side).filter(|_| self.open[cell] >> side & 1 == 1)
    }

    /// Whether each cell is on one path, and which way it goes is told.
    pub fn is_path(&self) -> bool {
        !matches!(self.rules, Rules::Connect { .. })
    }

    /// Whether a cell is white on a chess board.
    pub fn is_white(&self, cell: usize) -> bool {
        (cell / self.width + cell % self.width).is_multiple_of(2)
    }

    /// Whether the level itself says that a cell is visited before another one.
    pub fn is_before(&self, cell: usize, other: usize) -> bool {
        let by_number = self.number[cell] > 0 && self.number[cell] < self.number[other];
        cell != other && (by_number || self.ends[0] == Some(cell) || self.ends[1] == Some(other))
    }

    /// How many facts each cell has.
    pub fn facts(&self) -> usize {
        if self.is_path() { 6 } else { 3 + self.colours }
    }

    /// The literal of a fact of a cell.
    fn fact(&self, cell: usize, fact: usize) -> i32 {
        (cell * self.facts() + fact + 1) as i32
    }

    /// A path crosses this side of a cell: facts 0 (right) and 1 (down).
    pub fn used(&self, cell: usize, side: usize) -> Option<i32> {
        let near = self.next(cell, side)?;
        Some(self.fact(if side < 2 { cell } else { near }, side % 2))
    }

    /// The cell on this side is visited after this one: facts 2 (right) and 3 (down).
    pub fn later(&self, cell: usize, side: usize) -> Option<i32> {
        let near = self.next(cell, side).filter(|_| self.is_path())?;
        Some(if side < 2 { self.fact(cell, 2 + side) } else { -self.fact(near, side) })
    }

    /// The path starts (0) or ends (1) in a cell: facts 4 and 5.
    pub fn end(&self, cell: usize, which: usize) -> i32 {
        self.fact(cell, 4 + which)
    }

    /// Connect: the path bends in a tile: fact 2.
    pub fn corner(&self, cell: usize) -> i32 {
        self.fact(cell, 2)
    }

    /// Connect: a tile has a colour: facts 3 and more.
    pub fn has_colour(&self, cell: usize, colour: usize) -> i32 {
        self.fact(cell, 3 + colour)
    }

    /// Connect: whether no path need visit a tile.
    pub fn may_be_blank(&self, cell: usize) -> bool {
        matches!(self.rules, Rules::Connect { blanks: true, .. }) && self.colour[cell].is_none()
    }

    /// The free cell `X,Y`.
    pub fn cell(&self, text: &str) -> Result<usize, String> {
        let place = text.split_once(',').and_then(|(x, y)| number(x).ok().zip(number(y).ok()));
        let inside = place.filter(|&(x, y)| x < self.width && y < self.free.len() / self.width);
        let cell = inside.map(|(x, y)| y * self.width + x).filter(|&cell| self.free[cell]);
        cell.ok_or_else(|| "a free cell is missing, which looks like 3,7".to_owned())
    }

    /// Free cells.
    pub fn cells(&self, words: &[&str]) -> Result<Vec<usize>, String> {
        words.iter().map(|word| self.cell(word)).collect()
    }
}

/// A number in decimal digits, and nothing else.
pub fn number(text: &str) -> Result<usize, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(|| "a number is missing".to_owned())
}

/// An error if something is not so.
pub fn ensure(is_so: bool, reason: &str) -> Result<(), String> {
    if is_so { Ok(()) } else { Err(reason.to_owned()) }
}

/// `x=3&y=3&board=X.......X`.
fn coil(text: &str) -> Option<Board> {
    let (x, rest) = text.trim_end().strip_prefix("x=")?.split_once("&y=")?;
    let (y, cells) = rest.split_once("&board=")?;
    let (width, height) = (number(x).ok()?, number(y).ok()?);
    let is_level = width > 0 && width.checked_mul(height) == Some(cells.len());
    let is_level = is_level && cells.bytes().all(|cell| cell == b'.' || cell == b'X');
    let free = cells.bytes().map(|cell| cell == b'.').collect();
    is_level.then(|| Board::new(width, free, Rules::Coil, |_, _| false))
}

/// Rows of `.`, `#` and one `S`, with or without a line of width and height before them.
fn pellet(text: &str) -> Option<Board> {
    let mut lines = text.trim_end().lines().peekable();
    let size = lines.next_if(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let rows: Vec<&str> = lines.collect();
    let (width, cells) = (rows.first()?.len(), rows.concat().into_bytes());
    let starts: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == b'S').collect();
    let is_row = |row: &&str| row.len() == width && row.bytes().all(|cell| b".#S".contains(&cell));
    let is_size = |size: &str| size.trim_end() == format!("{width} {}", rows.len());
    let is_level = width > 0 && rows.iter().all(is_row) && size.is_none_or(is_size) && starts.len() == 1;
    let free = cells.iter().map(|&cell| cell != b'#').collect();
    let mut board = is_level.then(|| Board::new(width, free, Rules::Pellet, |_, _| false))?;
    board.ends[0] = Some(starts[0]);
    Some(board)
}

/// A line `trail 3x2`, perhaps with `loop` (a path whose ends lie side by side), then rows of numbers, `.` and `#` in columns of one width, where `|` in place of a blank is a thin wall;
/// dashes in a line between two rows are thin walls below the cells that they stand under.
fn trail(text: &str) -> Option<Board> {
    let (title, rows) = text.split_once('\n').filter(|_| text.is_ascii())?;
    let (x, y) = title.trim_end().strip_prefix("trail ")?.split_once('x')?;
    let (width, height) = (number(x).ok()?, number(y.strip_suffix(" loop").unwrap_or(y)).ok()?);
    let digits = rows.split(|c: char| !c.is_ascii_digit()).map(str::len).max()?;
    let length = (digits + 1).checked_mul(width).filter(|length| (1..=text.len() + 1).contains(length))?;
    // The number of each cell, none for blocked ones; walls at sides of cells.
    let (mut tiles, mut walls) = (Vec::new(), HashSet::new());
    for line in rows.trim_end().lines().map(str::trim_end) {
        let (columns, last) = (format!("{line:<length$} "), tiles.len().checked_sub(width));
        for x in 0..width {
            let (tile, mark) = columns[x * (digits + 1)..(x + 1) * (digits + 1)].split_at(digits);
            walls.extend((mark == "|").then_some((tiles.len(), 0)));
            match (tile.trim_start(), mark) {
                (".", " " | "|") => tiles.push(Some(0)),
                ("#", " " | "|") => tiles.push(None),
                ("", " ") if line.contains('-') => {}
                (dashes, " ") if dashes == "-".repeat(digits) => walls.extend([(last? + x, 1)]),
                (digits, " " | "|") => tiles.push(Some(number(digits).ok().filter(|&number| number > 0)?)),
                _ => return None,
            }
        }
        (columns.len() == length + 1 && tiles.len().is_multiple_of(width)).then_some(())?;
    }
    let free = tiles.iter().map(Option::is_some).collect();
    let mut clues: Vec<_> = tiles.iter().copied().zip(0..).filter(|clue| clue.0 > Some(0)).collect();
    clues.sort_unstable();
    let in_order = clues.iter().zip(1..).all(|(clue, wanted)| clue.0 == Some(wanted));
    (width.checked_mul(height) == Some(tiles.len()) && in_order).then_some(())?;
    let mut board = Board::new(width, free, Rules::Trail, |cell, side| walls.contains(&(cell, side)));
    board.number = tiles.into_iter().map(Option::unwrap_or_default).collect();
    board.ends = [Some(clues.first()?.1), clues.get(1).and(clues.last()).map(|clue| clue.1)];
    Some(board)
}

/// A line of height and width, rows of tiles, and perhaps a number of checkpoints and a line `x y colour` for each.
fn connect(text: &str, rules: Rules) -> Option<Board> {
    // A first line may name the rules; those of the certificate are in its own first line.
    let mut lines = text.trim_end().lines().map(str::trim_end).peekable();
    lines.next_if(|line| line.starts_with("rule:"));
    let (height, width) = lines.next()?.split_once(' ')?;
    let (height, width) = (number(height).ok()?, number(width).ok().filter(|&width| width > 0)?);
    let mut tiles: Vec<char> = Vec::new();
    for _ in 0..height {
        let row: Vec<char> = lines.next()?.chars().collect();
        tiles.extend(Some(row).filter(|row| row.len() == width)?);
    }
    let is_terminal = |&tile: &char| !matches!(tile, '.' | 'V' | 'H' | 'X');
    let mut names: Vec<char> = tiles.iter().copied().filter(is_terminal).collect();
    names.sort_unstable();
    let in_pairs = names.chunk_by(|one, other| one == other).all(|pair| pair.len() == 2);
    names.dedup();
    let free = tiles.iter().map(|&tile| tile != 'X').collect();
    let bars = |cell: usize, side: usize| tiles[cell] == ['V', 'H'][side % 2];
    let mut board = (in_pairs && height > 0).then(|| Board::new(width, free, rules, bars))?;
    board.colours = names.len();
    board.colour = tiles.iter().map(|tile| names.binary_search(tile).ok()).collect();
    board.terminal = tiles.iter().map(is_terminal).collect();
    for _ in 0..lines.next().map_or(Ok(0), number).ok()? {
        let &[x, y, name] = &lines.next()?.split(' ').collect::<Vec<_>>()[..] else { return None };
        let cell = board.cell(&format!("{x},{y}")).ok().filter(|&cell| board.colour[cell].is_none())?;
        board.colour[cell] = Some((0..names.len()).find(|&colour| name.chars().eq([names[colour]]))?);
    }
    lines.next().is_none().then_some(board)
}
