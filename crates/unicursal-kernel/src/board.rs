//! What a level is: cells, the sides between them that a path may cross, and what the rules fix beforehand.
//!
//! The readers accept the written forms of the levels and nothing else. A level becomes *facts*, numbered from 1: each
//! cell, in the order of reading, has [`Board::facts`] of them, whether it is free or not.

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
    /// Cells that the path visits in this order.
    pub clues: Vec<usize>,
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
            Rules::Connect { .. } => connect(text, rules),
        }?;
        let most = i32::MAX as usize / 4;
        match board.free.len().checked_mul(board.facts()) {
            Some(facts) if facts <= most => Ok(board),
            _ => Err("it is too large".to_owned()),
        }
    }

    /// A board of free cells and others; `bars` says which sides are closed all the same.
    fn new(width: usize, free: Vec<bool>, rules: Rules, bars: impl Fn(usize, usize) -> bool) -> Self {
        let cells = free.len();
        let mut board = Self {
            width,
            rules,
            open: vec![0; cells],
            ends: [None; 2],
            clues: Vec::new(),
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
        let open = self.open[cell] >> side & 1 == 1;
        self.near(cell, side).filter(|_| open)
    }

    /// The sides of a cell that a path may cross.
    pub fn sides(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let open = self.open[cell];
        (0..4).filter(move |side| open >> side & 1 == 1)
    }

    /// Whether each cell is on one path, and which way it goes is told.
    pub fn is_path(&self) -> bool {
        !matches!(self.rules, Rules::Connect { .. })
    }

    /// Whether a cell is white on a chess board.
    pub fn is_white(&self, cell: usize) -> bool {
        (cell / self.width + cell % self.width).is_multiple_of(2)
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
        Some(match side {
            0 | 1 => self.fact(cell, 2 + side),
            _ => -self.fact(near, side),
        })
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
        let blanks = matches!(self.rules, Rules::Connect { blanks: true, .. });
        blanks && self.colour[cell].is_none()
    }

    /// The column and row `X,Y` of a cell, free or not.
    pub fn place(&self, text: &str) -> Option<(usize, usize)> {
        let (x, y) = text.split_once(',')?;
        let (x, y) = (number(x)?, number(y)?);
        (x < self.width && y < self.free.len() / self.width).then_some((x, y))
    }

    /// The free cell `X,Y`.
    pub fn cell(&self, text: &str) -> Result<usize, String> {
        let cell = self.place(text).map(|(x, y)| y * self.width + x);
        let free = cell.filter(|&cell| self.free[cell]);
        free.ok_or_else(|| format!("'{}' is no free cell: one looks like 3,7", crate::shown(text)))
    }
}

/// A number in decimal digits, and nothing else.
pub fn number(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// `x=3&y=3&board=X.......X`, the fields in any order.
fn coil(text: &str) -> Result<Board, String> {
    let mut fields = [("x", None), ("y", None), ("board", None)];
    for part in text.trim_end_matches(['\r', '\n']).split('&') {
        let (name, value) = part.split_once('=').ok_or("it is not of the form x=..&y=..&board=..")?;
        match fields.iter_mut().find(|field| field.0 == name) {
            Some((_, field @ None)) => *field = Some(value),
            _ => {
                return Err(format!("field '{}' is unknown, or there twice", crate::shown(name)));
            }
        }
    }
    let [Some(x), Some(y), Some(cells)] = fields.map(|field| field.1) else {
        return Err("one of x, y and board is missing".to_owned());
    };
    let size = number(x).zip(number(y)).filter(|&(x, y)| x > 0 && x.checked_mul(y) == Some(cells.len()));
    let (width, _) = size.ok_or("its cells are not as many as x and y say")?;
    if cells.bytes().any(|cell| cell != b'.' && cell != b'X') {
        return Err("there is a cell that is neither . nor X".to_owned());
    }
    let free = cells.bytes().map(|cell| cell == b'.').collect();
    Ok(Board::new(width, free, Rules::Coil, |_, _| false))
}

/// Rows of `.`, `#` and one `S`, with or without a line of width and height before them.
fn pellet(text: &str) -> Result<Board, String> {
    let mut rows: Vec<&str> = text.lines().skip_while(|line| line.trim().is_empty()).collect();
    while rows.last().is_some_and(|row| row.is_empty()) {
        rows.pop();
    }
    let size = rows.first().filter(|row| row.starts_with(|c: char| c.is_ascii_digit())).copied();
    let rows = &rows[usize::from(size.is_some())..];
    let width = rows.first().map_or(0, |row| row.len());
    if width == 0 || rows.iter().any(|row| row.len() != width) {
        return Err("its rows are not of one length".to_owned());
    }
    let is_size = |size: &str| {
        let numbers: Vec<_> = size.split_whitespace().map(number).collect();
        numbers == [Some(width), Some(rows.len())]
    };
    if size.is_some_and(|size| !is_size(size)) {
        return Err("its first line is not its width and height".to_owned());
    }
    let cells = rows.concat().into_bytes();
    let starts: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == b'S').collect();
    let (true, &[start]) = (cells.iter().all(|cell| b".#S".contains(cell)), &starts[..]) else {
        return Err("its cells are not one S, and else . and #".to_owned());
    };
    let free = cells.iter().map(|&cell| cell != b'#').collect();
    let mut board = Board::new(width, free, Rules::Pellet, |_, _| false);
    board.ends[0] = Some(start);
    Ok(board)
}

/// A line of height and width, rows of tiles, and perhaps a number of checkpoints and a line `x y colour` for each.
fn connect(text: &str, rules: Rules) -> Result<Board, String> {
    // A first line may name the rules; those of the certificate are in its own first line.
    let mut lines = text.trim_end().lines().map(str::trim_end).peekable();
    lines.next_if(|line| line.starts_with("rule:"));
    let numbers =
        |line: Option<&str>| -> Option<Vec<usize>> { line?.split_ascii_whitespace().map(number).collect() };
    let Some(&[height @ 1..=usize::MAX, width @ 1..=usize::MAX]) = numbers(lines.next()).as_deref() else {
        return Err("its first line is not its height and width".to_owned());
    };
    let mut tiles: Vec<char> = Vec::new();
    for row in 1..=height {
        let before = tiles.len();
        tiles.extend(lines.next().unwrap_or_default().chars());
        if tiles.len() - before != width {
            return Err(format!("row {row} does not have {width} tiles"));
        }
    }
    let is_terminal = |&tile: &char| !matches!(tile, '.' | 'V' | 'H' | 'X');
    let mut names: Vec<char> = tiles.iter().copied().filter(is_terminal).collect();
    names.sort_unstable();
    if names.chunk_by(|one, other| one == other).any(|pair| pair.len() != 2) {
        return Err("a colour does not have two terminals".to_owned());
    }
    names.dedup();
    let free = tiles.iter().map(|&tile| tile != 'X').collect();
    let bars = |cell: usize, side: usize| tiles[cell] == ['V', 'H'][side % 2];
    let mut board = Board::new(width, free, rules, bars);
    board.colours = names.len();
    board.colour = tiles.iter().map(|tile| names.binary_search(tile).ok()).collect();
    board.terminal = tiles.iter().map(is_terminal).collect();
    let count = lines.next().map_or(Some(0), number).ok_or("the number of checkpoints is none")?;
    for _ in 0..count {
        let words: Vec<&str> = lines.next().unwrap_or_default().split_ascii_whitespace().collect();
        let checkpoint = match words[..] {
            [x, y, name] => board
                .cell(&format!("{x},{y}"))
                .ok()
                .zip((0..names.len()).find(|&colour| name.chars().eq([names[colour]]))),
            _ => None,
        };
        match checkpoint {
            Some((cell, colour)) if board.colour[cell].is_none() => {
                board.colour[cell] = Some(colour);
            }
            _ => {
                return Err("a checkpoint is not of the form 'x y colour', or cannot be there".to_owned());
            }
        }
    }
    match lines.next() {
        None => Ok(board),
        Some(_) => Err("there is more text after the checkpoints".to_owned()),
    }
}
