//! Checks a solution of a Coil level.
//!
//! The walker starts on a free cell. For each letter it slides to the last cell before a wall, the
//! edge or a visited cell, and must move at least one cell. At the end every free cell is visited.
//! In a `qpath` a letter stands only where there is a choice: after a slide, while exactly one of
//! the two side cells is free, the walker turns there without a letter.
//!
//! ```
//! use unicursal_check::coil::{Verdict, check};
//!
//! let level = b"x=3&y=3&board=X.......X";
//! assert_eq!(check(level, b"x=1&y=0&path=RDLDR").unwrap(), Verdict::Valid);
//! assert_eq!(check(level, b"x=1&y=0&qpath=R").unwrap(), Verdict::Valid);
//! let Verdict::Wrong(wrong) = check(level, b"x=1&y=0&path=RDU").unwrap() else { panic!() };
//! assert_eq!(wrong.to_string(), "step 3 (U): the direction is blocked at (2, 1)");
//! ```

use crate::verdict::{missed, step};
use crate::{Malformed, Wrong};

/// What the checker says about a well-formed solution. The board of a wrong one shows `X` for a
/// wall, `#` visited, `.` free, `@` the walker. Columns and rows count from 0, steps from 1.
pub use crate::Verdict;

/// Judges a solution of a level.
pub fn check(level: &[u8], solution: &[u8]) -> Result<Verdict, Malformed> {
    judge(level, solution, |_| {})
}

/// Judges a solution of a level, and tells which places it visits, in order.
pub(crate) fn judge(
    level: &[u8],
    solution: &[u8],
    mut on_visit: impl FnMut(Place),
) -> Result<Verdict, Malformed> {
    let level = Level::read(level).map_err(Malformed::of("level"))?;
    let solution = Solution::read(solution).map_err(Malformed::of("solution"))?;
    Ok(level.walk(&solution, &mut on_visit))
}

/// A column and a row.
pub(crate) type Place = (usize, usize);

/// A level as it is given: `.` and `X`, row by row.
pub(crate) struct Level {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) cells: Vec<u8>,
}

struct Solution<'a> {
    x: u64,
    y: u64,
    letters: &'a [u8],
    turns_by_itself: bool,
}

impl Level {
    pub(crate) fn read(text: &[u8]) -> Result<Self, String> {
        let pairs = read_pairs(text, "x=3&y=3&board=X.......X")?;
        let (mut width, mut height, mut cells) = (None, None, None);
        for (name, value) in pairs {
            match name {
                b"x" => set(&mut width, name, read_number(name, value)?)?,
                b"y" => set(&mut height, name, read_number(name, value)?)?,
                b"board" => set(&mut cells, name, value)?,
                _ => return Err(format!("unknown field '{}'", show(name))),
            }
        }
        let width = width.ok_or("field 'x' is missing")?;
        let height = height.ok_or("field 'y' is missing")?;
        let cells = cells.ok_or("field 'board' is missing")?;
        if width == 0 || width.checked_mul(height) != Some(cells.len() as u64) {
            return Err(format!("{} cells are not {width}x{height}", cells.len()));
        }
        if let Some(bad) = cells.iter().find(|cell| !b".X".contains(cell)) {
            return Err(format!("'{}' is not a cell", bad.escape_ascii()));
        }
        // Both fit, because their product is the length of a slice.
        let (width, height) = (width as usize, height as usize);
        let cells = cells.to_vec();
        Ok(Self {
            width,
            height,
            cells,
        })
    }

    fn walk(mut self, solution: &Solution, on_visit: &mut impl FnMut(Place)) -> Verdict {
        let (x, y) = (solution.x, solution.y);
        if x >= self.width as u64 || y >= self.height as u64 {
            let (width, height) = (self.width, self.height);
            let reason = format!("the start ({x}, {y}) is outside the {width}x{height} board");
            return self.wrong(None, reason);
        }
        let mut at = (x as usize, y as usize);
        if self.cells[self.index(at)] == b'X' {
            return self.wrong(None, format!("the start ({x}, {y}) is a wall"));
        }
        self.visit(at, on_visit);
        for (index, &letter) in solution.letters.iter().enumerate() {
            let mut going = letter;
            loop {
                let before = at;
                while let Some(next) = self.free_beside(at, going) {
                    at = next;
                    self.visit(at, on_visit);
                }
                if at == before {
                    let (x, y) = at;
                    let step = step(index, letter);
                    let reason = format!("{step}: the direction is blocked at ({x}, {y})");
                    return self.wrong(Some(at), reason);
                }
                if !solution.turns_by_itself {
                    break;
                }
                let sides: [u8; 2] = if b"UD".contains(&going) {
                    *b"LR"
                } else {
                    *b"UD"
                };
                match sides.map(|side| self.free_beside(at, side).is_some()) {
                    [true, false] => going = sides[0],
                    [false, true] => going = sides[1],
                    _ => break,
                }
            }
        }
        let free = (0..self.cells.len()).filter(|&cell| self.cells[cell] == b'.');
        match missed(free.map(|cell| (cell % self.width, cell / self.width))) {
            None => Verdict::Valid,
            Some(reason) => self.wrong(Some(at), reason),
        }
    }

    fn index(&self, (x, y): Place) -> usize {
        y * self.width + x
    }

    fn visit(&mut self, place: Place, on_visit: &mut impl FnMut(Place)) {
        on_visit(place);
        let index = self.index(place);
        self.cells[index] = b'#';
    }

    /// The next place in a direction, if it is on the board, free and not visited.
    fn free_beside(&self, (x, y): Place, letter: u8) -> Option<Place> {
        let next = match letter {
            b'U' => (x, y.checked_sub(1)?),
            b'D' => (x, y + 1),
            b'L' => (x.checked_sub(1)?, y),
            b'R' => (x + 1, y),
            _ => return None,
        };
        let inside = next.0 < self.width && next.1 < self.height;
        (inside && self.cells[self.index(next)] == b'.').then_some(next)
    }

    fn wrong(&self, at: Option<Place>, reason: String) -> Verdict {
        let at = at.map(|at| self.index(at));
        let mut board = String::with_capacity(self.cells.len() + self.height);
        for (index, &cell) in self.cells.iter().enumerate() {
            let here = at == Some(index);
            board.push(if here { '@' } else { char::from(cell) });
            if (index + 1) % self.width == 0 {
                board.push('\n');
            }
        }
        Verdict::Wrong(Wrong { reason, board })
    }
}

impl<'a> Solution<'a> {
    fn read(text: &'a [u8]) -> Result<Self, String> {
        let (mut x, mut y, mut path) = (None, None, None);
        for (name, value) in read_pairs(text, "x=0&y=1&path=DRURD")? {
            match name {
                b"x" => set(&mut x, name, read_number(name, value)?)?,
                b"y" => set(&mut y, name, read_number(name, value)?)?,
                b"path" | b"qpath" if path.is_some() => {
                    return Err("there is more than one path".to_owned());
                }
                b"path" => path = Some((value, false)),
                b"qpath" => path = Some((value, true)),
                _ => return Err(format!("unknown field '{}'", show(name))),
            }
        }
        let x = x.ok_or("field 'x' is missing")?;
        let y = y.ok_or("field 'y' is missing")?;
        let (letters, turns_by_itself) = path.ok_or("field 'path' is missing")?;
        if let Some(index) = letters.iter().position(|c| !b"UDLR".contains(c)) {
            let letter = show(&letters[index..=index]);
            return Err(format!(
                "letter {} of the path, '{letter}', is none of U, D, L, R",
                index + 1
            ));
        }
        Ok(Self {
            x,
            y,
            letters,
            turns_by_itself,
        })
    }
}

/// A name and a value.
type Pair<'a> = (&'a [u8], &'a [u8]);

/// Splits `a=1&b=2` into names and values, as in the example; ends of line at the end do not count.
fn read_pairs<'a>(text: &'a [u8], example: &str) -> Result<Vec<Pair<'a>>, String> {
    let Some(last) = text.iter().rposition(|c| !b"\r\n".contains(c)) else {
        return Err("it is empty".to_owned());
    };
    let mut pairs = Vec::new();
    for part in text[..=last].split(|&c| c == b'&') {
        let mut halves = part.splitn(2, |&c| c == b'=');
        let (Some(name), Some(value)) = (halves.next(), halves.next()) else {
            let part = show(part);
            return Err(format!(
                "'{part}' is not of the form name=value, as in {example}"
            ));
        };
        pairs.push((name, value));
    }
    Ok(pairs)
}

fn read_number(name: &[u8], text: &[u8]) -> Result<u64, String> {
    let mut number: u64 = 0;
    for digit in text {
        if !digit.is_ascii_digit() {
            return Err(format!("{} is not a number: '{}'", show(name), show(text)));
        }
        number = number
            .checked_mul(10)
            .and_then(|number| number.checked_add(u64::from(digit - b'0')))
            .ok_or_else(|| format!("{} is too large: '{}'", show(name), show(text)))?;
    }
    if text.is_empty() {
        return Err(format!("{} is not a number: it is empty", show(name)));
    }
    Ok(number)
}

fn set<T>(slot: &mut Option<T>, name: &[u8], value: T) -> Result<(), String> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(format!("field '{}' is repeated", show(name))),
    }
}

/// The beginning of some bytes, printable.
fn show(bytes: &[u8]) -> String {
    bytes[..bytes.len().min(20)].escape_ascii().to_string()
}
