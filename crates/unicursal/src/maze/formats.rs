//! Mazes in the forms of micromouse collections, and with `#` for walls.
//!
//! A micromouse maze has walls between its cells; here a wall is a cell. So a maze of W by H cells
//! becomes a board of 2W-1 by 2H-1: a cell, a gap or wall, a cell, and so on. Contests have a goal of
//! several cells; it is the board's `E` where there is only one cell by which it can be entered, as
//! contests ask for, and refused where there are more.
//!
//! With `#` for walls the same text may be a maze in our own form, where `#` is path. It is recognised
//! only where it cannot be read in that form.

use super::{Board, text};
use crate::format::{NumberedLine, cannot_say, flaw, lines, utf8};
use crate::{Dir, Error, Format, Grid, Place};

/// Every foreign form, in the order in which they are tried.
pub(super) const FORMATS: &[Format<Board>] = &[
    Format {
        name: "micromouse",
        help: "the o---o text of micromouse collections, or +---+ as in mms, with S and G",
        recognises: |text| text.starts_with(b"o---") || text.starts_with(b"+---"),
        read: Some(read_micromouse),
        write: Some(write_micromouse),
    },
    Format {
        name: "maz",
        help: "the .maz file of micromouse collections: 256 bytes for 16x16 cells",
        recognises: |text| text.len() == MAZ * MAZ && text.iter().all(|walls| *walls < 16),
        read: Some(read_maz),
        write: Some(write_maz),
    },
    Format {
        name: "walls",
        help: "rows of '#' for walls and blanks for path with a frame of walls, with S and E",
        recognises: is_walls,
        read: Some(read_walls),
        write: Some(write_walls),
    },
];

/// Cells on each side of a `.maz` file.
const MAZ: usize = 16;

/// A maze with walls between its cells.
struct Cells {
    width: usize,
    height: usize,
    /// Whether one can go right from a cell.
    right: Vec<bool>,
    /// Whether one can go down from a cell.
    down: Vec<bool>,
    start: Option<(usize, usize)>,
    goals: Vec<(usize, usize)>,
}

impl Cells {
    fn can_go(&self, (x, y): (usize, usize), dir: Dir) -> Option<(usize, usize)> {
        let cell = |x: usize, y: usize| y * self.width + x;
        let (open, next) = match dir {
            Dir::Right => (self.right[cell(x, y)], (x + 1, y)),
            Dir::Down => (self.down[cell(x, y)], (x, y + 1)),
            Dir::Left => (x > 0 && self.right[cell(x - 1, y)], (x.wrapping_sub(1), y)),
            Dir::Up => (y > 0 && self.down[cell(x, y - 1)], (x, y.wrapping_sub(1))),
        };
        open.then_some(next)
    }

    /// The only cell of the goal that has a way out of it.
    fn end(&self) -> Result<(usize, usize), Error> {
        if let [goal] = self.goals[..] {
            return Ok(goal);
        }
        let leaves = |goal: &&(usize, usize)| {
            let mut ways = Dir::ALL
                .into_iter()
                .filter_map(|dir| self.can_go(**goal, dir));
            ways.any(|next| !self.goals.contains(&next))
        };
        let gates: Vec<_> = self.goals.iter().filter(leaves).collect();
        match gates[..] {
            [gate] => Ok(*gate),
            [] => Err(Error::bad_input("no way leads to the goal", None)),
            [(x1, y1), (x2, y2), ..] => Err(Error::bad_input(
                format!(
                    "the goal can be entered at row {}, column {} and at row {}, column {}; \
                     a maze here has one E",
                    y1 + 1,
                    x1 + 1,
                    y2 + 1,
                    x2 + 1
                ),
                None,
            )),
        }
    }

    fn board(&self) -> Result<Board, Error> {
        let Some(start) = self.start else {
            return Err(Error::bad_input("no cell is marked S", None));
        };
        if self.goals.is_empty() {
            return Err(Error::bad_input("no cell is marked G", None));
        }
        let end = self.end()?;
        if start == end {
            return Err(Error::bad_input("the start is the goal", None));
        }
        let size = (2 * self.width - 1, 2 * self.height - 1);
        let place = |(x, y)| (2 * x, 2 * y);
        let board = Board::from_fn(size, place(start), place(end), |x, y| {
            let cell = (x / 2, y / 2);
            match (x % 2, y % 2) {
                (0, 0) => true,
                (1, 0) => self.can_go(cell, Dir::Right).is_some(),
                (0, 1) => self.can_go(cell, Dir::Down).is_some(),
                _ => false,
            }
        });
        if board.exits(board.start()) == 0 {
            return Err(Error::bad_input("the start is walled in", None));
        }
        Ok(board)
    }

    /// A board as cells with walls between them, if it is one.
    fn of(board: &Board, form: &str) -> Result<Self, Error> {
        let (columns, rows) = (board.width(), board.height());
        if columns % 2 == 0 || rows % 2 == 0 {
            return Err(Error::bad_request(format!(
                "the form '{form}' cannot say a maze of {columns}x{rows}: its sides must be odd"
            )));
        }
        for y in 0..rows {
            for x in 0..columns {
                let cell = board.cell(x, y);
                let special = cell == board.start() || cell == board.end();
                let what = match (x % 2, y % 2, board.is_free(cell)) {
                    (0, 0, false) => "a wall where it has a cell",
                    (1, 1, true) => "path where it has a post",
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
        Ok(Self {
            width,
            height,
            right: opens(1, 0),
            down: opens(0, 1),
            start: Some(position(board.start())),
            goals: vec![position(board.end())],
        })
    }

    /// Where contests begin, and where their goal is, in a maze without marks.
    fn mark_as_usual(&mut self) {
        self.start = Some((0, self.height - 1));
        let middle = |side: usize| (side - 1) / 2..=side / 2;
        self.goals = middle(self.height)
            .flat_map(|y| middle(self.width).map(move |x| (x, y)))
            .collect();
    }
}

fn read_micromouse(text: &[u8]) -> Result<Board, Error> {
    let lines = lines(text)?;
    let rows: Vec<Vec<char>> = lines.iter().map(|(_, row)| row.chars().collect()).collect();
    let (width, height) = (rows[0].len() / 4, rows.len() / 2);
    if rows[0].len() % 4 != 1 || rows.len() % 2 != 1 || width == 0 || height == 0 {
        let what = format!(
            "a maze has 4 characters and 2 lines for each cell, and one more; not {} and {}",
            rows[0].len(),
            rows.len()
        );
        return Err(flaw(Place::line(1), what));
    }
    if width > Grid::MAX_SIDE / 2
        || height > Grid::MAX_SIDE / 2
        || 4 * width * height > Grid::MAX_CELLS
    {
        return Err(flaw(
            Place::line(1),
            format!("a maze of {width}x{height} is too large"),
        ));
    }
    let at = |x: usize, y: usize| rows[y].get(x).copied().unwrap_or(' ');
    let mut cells = Cells {
        width,
        height,
        right: vec![false; width * height],
        down: vec![false; width * height],
        start: None,
        goals: Vec::new(),
    };
    for (y, row) in rows.iter().enumerate() {
        if row.len() > rows[0].len() {
            return Err(flaw(
                Place::line(y + 1),
                "this line is longer than the first",
            ));
        }
        for x in 0..rows[0].len() {
            let (mark, place) = (at(x, y), Place::column(y + 1, x + 1));
            let edge = x == 0 || y == 0 || x == 4 * width || y == 2 * height;
            let cell = (x.saturating_sub(1) / 4, y.saturating_sub(1) / 2);
            let index = cell.1 * width + cell.0;
            match (x % 4, y % 2, mark) {
                (0, 0, 'o' | '+') | (1..=3, 0, '-') | (0, 1, '|') | (1..=3, 1, ' ') => {}
                (1..=3, 0, ' ') | (0, 1, ' ') if edge => {
                    return Err(flaw(place, "the outer wall is open here"));
                }
                (0, 1, ' ') => cells.right[index] = true,
                (1 | 3, 0, ' ') if at(x / 4 * 4 + 2, y) == ' ' => {}
                (2, 0, ' ') => cells.down[index] = true,
                (2, 1, 'S') if cells.start.is_none() => cells.start = Some(cell),
                (2, 1, 'S') => return Err(flaw(place, "there is an S already")),
                (2, 1, 'G') => cells.goals.push(cell),
                (0, 0, _) => return Err(flaw(place, "expected a post, 'o' or '+'")),
                _ => {
                    let what = format!("'{}' does not belong here", mark.escape_debug());
                    return Err(flaw(place, what));
                }
            }
        }
    }
    if cells.start.is_none() && cells.goals.is_empty() {
        cells.mark_as_usual();
    }
    cells.board()
}

fn write_micromouse(board: &Board) -> Result<Vec<u8>, Error> {
    let cells = Cells::of(board, "micromouse")?;
    let mut text = format!("o{}\n", "---o".repeat(cells.width));
    for y in 0..cells.height {
        text.push('|');
        for x in 0..cells.width {
            text.push(' ');
            text.push(match (x, y) {
                cell if Some(cell) == cells.start => 'S',
                cell if cells.goals.contains(&cell) => 'G',
                _ => ' ',
            });
            text.push(' ');
            text.push(if cells.can_go((x, y), Dir::Right).is_some() {
                ' '
            } else {
                '|'
            });
        }
        text.push_str("\no");
        for x in 0..cells.width {
            let open = cells.can_go((x, y), Dir::Down).is_some();
            text.push_str(if open { "   o" } else { "---o" });
        }
        text.push('\n');
    }
    Ok(text.into_bytes())
}

/// The walls in a byte of a `.maz` file.
const WALLS: [(Dir, u8); 4] = [
    (Dir::Up, 1),
    (Dir::Right, 2),
    (Dir::Down, 4),
    (Dir::Left, 8),
];

/// The cell of a byte: columns from the left, each from the bottom.
fn maz_cell(byte: usize) -> (usize, usize) {
    (byte / MAZ, MAZ - 1 - byte % MAZ)
}

fn read_maz(text: &[u8]) -> Result<Board, Error> {
    if text.len() != MAZ * MAZ {
        let what = format!("a .maz file has {} bytes, not {}", MAZ * MAZ, text.len());
        return Err(Error::bad_input(what, None));
    }
    let has_wall = |(x, y): (usize, usize), wall: u8| text[x * MAZ + MAZ - 1 - y] & wall != 0;
    for (byte, &walls) in text.iter().enumerate() {
        let place = Place::byte(byte);
        if walls >= 16 {
            return Err(flaw(
                place,
                format!("0x{walls:02x} holds more than four walls"),
            ));
        }
        let (x, y) = maz_cell(byte);
        let (right, below) = (has_wall((x, y), 2), has_wall((x, y), 4));
        let twins = [
            (x + 1 < MAZ, right, x + 1 < MAZ && has_wall((x + 1, y), 8)),
            (y + 1 < MAZ, below, y + 1 < MAZ && has_wall((x, y + 1), 1)),
        ];
        for (inside, here, there) in twins {
            if inside && here != there {
                return Err(flaw(place, "a wall stands on one of its two sides only"));
            }
            if !inside && !here {
                return Err(flaw(place, "the outer wall is open here"));
            }
        }
        if (x == 0 && !has_wall((x, y), 8)) || (y == 0 && !has_wall((x, y), 1)) {
            return Err(flaw(place, "the outer wall is open here"));
        }
    }
    let opens = |wall| {
        let cells = (0..MAZ).flat_map(|y| (0..MAZ).map(move |x| (x, y)));
        cells.map(|cell| !has_wall(cell, wall)).collect()
    };
    let mut cells = Cells {
        width: MAZ,
        height: MAZ,
        right: opens(2),
        down: opens(4),
        start: None,
        goals: Vec::new(),
    };
    cells.mark_as_usual();
    cells.board()
}

fn write_maz(board: &Board) -> Result<Vec<u8>, Error> {
    const FORM: &str = "maz";
    let cells = Cells::of(board, FORM)?;
    if (cells.width, cells.height) != (MAZ, MAZ) {
        return Err(Error::bad_request(format!(
            "the form '{FORM}' cannot say a maze of {}x{} cells, only {MAZ}x{MAZ}",
            cells.width, cells.height
        )));
    }
    let walls = |byte| {
        let cell = maz_cell(byte);
        let walls = WALLS
            .into_iter()
            .filter(|(dir, _)| cells.can_go(cell, *dir).is_none());
        walls.map(|(_, wall)| wall).sum()
    };
    let bytes: Vec<u8> = (0..MAZ * MAZ).map(walls).collect();
    // Start and goal are not in the file: they are where contests have them, or cannot be said.
    let again = read_maz(&bytes)?;
    for (cell, usual, what) in [
        (
            board.start(),
            again.start(),
            "an S that is not at the bottom left",
        ),
        (
            board.end(),
            again.end(),
            "an E that is not the gate of the middle",
        ),
    ] {
        if cell != usual {
            return Err(cannot_say(FORM, board.position(cell), what));
        }
    }
    Ok(bytes)
}

fn is_walls(text: &[u8]) -> bool {
    text.starts_with(b"###")
        && lines(text).is_ok_and(|rows| is_framed(&rows))
        && text::parse(text).is_err()
        && read_walls(text).is_ok()
}

/// Whether walls stand all around.
fn is_framed(rows: &[NumberedLine]) -> bool {
    let edge = |(_, row): &NumberedLine| row.bytes().all(|cell| cell == b'#');
    let closed =
        |(_, row): &NumberedLine| row.len() > 2 && row.starts_with('#') && row.ends_with('#');
    rows.len() > 2 && edge(&rows[0]) && edge(&rows[rows.len() - 1]) && rows.iter().all(closed)
}

fn read_walls(text: &[u8]) -> Result<Board, Error> {
    // Blanks at the end of a row are path.
    let rows: Vec<NumberedLine> = (1..)
        .zip(utf8(text)?.trim_end_matches(['\r', '\n']).split('\n'))
        .map(|(line, row)| (line, row.strip_suffix('\r').unwrap_or(row)))
        .collect();
    // Our own form with the two swapped, which then says what is wrong and where.
    let mut swapped = String::with_capacity(text.len());
    for (line, row) in &rows {
        for (x, cell) in row.chars().enumerate() {
            swapped.push(match cell {
                '#' => ' ',
                ' ' | '.' => '#',
                'S' | 'E' => cell,
                _ => {
                    let what = format!("'{}' is none of '#', ' ', '.', S, E", cell.escape_debug());
                    return Err(flaw(Place::column(*line, x + 1), what));
                }
            });
        }
        swapped.push('\n');
    }
    if !is_framed(&rows) {
        return Ok(text::parse(swapped.as_bytes())?);
    }
    let inside = swapped.lines().skip(1).take(rows.len() - 2);
    let inside: Vec<&str> = inside.map(|row| &row[1..row.len() - 1]).collect();
    text::parse((inside.join("\n") + "\n").as_bytes()).map_err(|error| {
        let place = error
            .place()
            .map(|place| Place::column(place.row + 1, place.column + 1));
        Error::bad_input(format!("inside the frame: {error}"), place)
    })
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "other forms cannot say every board"
)]
fn write_walls(board: &Board) -> Result<Vec<u8>, Error> {
    let edge = "#".repeat(board.width() + 2);
    let mut text = format!("{edge}\n");
    for row in text::print(board).lines() {
        let swap = |cell| match cell {
            '#' => ' ',
            ' ' => '#',
            cell => cell,
        };
        text.push('#');
        text.extend(row.chars().map(swap));
        text.push_str("#\n");
    }
    text += &edge;
    text.push('\n');
    Ok(text.into_bytes())
}
