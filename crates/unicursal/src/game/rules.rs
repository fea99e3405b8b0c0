//! What does not change in a game: the tiles, and between which of them a path can go.

use crate::{About, Error, Moves, Sheet};

/// The directions in the order of the moves: up, down, left, right.
pub(super) const DIRECTIONS: usize = 4;
/// No neighbour.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub moves: Moves,
    pub width: usize,
    pub height: usize,
    /// 0 free, 1 wall, 2 vertical, 3 horizontal.
    pub tiles: Vec<u8>,
    /// Numbers, or colours of checkpoints counted from 1.
    pub marks: Vec<i16>,
    /// Thin walls: 1 at the right, 2 below.
    pub walls: Vec<u8>,
    /// The neighbours to which a path can go.
    pub beside: Vec<[u32; DIRECTIONS]>,
    /// Cells that are not walls.
    pub free: usize,
    pub start: Option<usize>,
    /// The largest number.
    pub last: i16,
    /// The symbol of each colour, and its two cells.
    pub colours: Vec<(char, [usize; 2])>,
    pub may_stay_empty: bool,
    pub no_touch: bool,
}

impl Rules {
    pub fn new(about: &About, sheet: &Sheet) -> Result<Self, Error> {
        let symbols: Vec<char> = sheet.cells.chars().collect();
        let (width, height) = (sheet.width, sheet.height);
        let at = |x: usize, y: usize| y * width + x;
        let mut start = None;
        let mut colours: Vec<(char, Vec<usize>)> = Vec::new();
        let mut tiles = Vec::with_capacity(symbols.len());
        for (cell, &symbol) in symbols.iter().enumerate() {
            let tile = about.tiles.iter().find(|tile| tile.symbol == symbol);
            if tile.is_some_and(|tile| tile.single) {
                start = Some(cell);
            }
            if tile.is_none() && about.colours {
                match colours.iter_mut().find(|(known, _)| *known == symbol) {
                    Some((_, ends)) => ends.push(cell),
                    None => colours.push((symbol, vec![cell])),
                }
            }
            tiles.push(match (tile.map(|tile| tile.fill), symbol) {
                (Some("wall"), _) => 1,
                (Some(_), 'V') if about.colours => 2,
                (Some(_), 'H') if about.colours => 3,
                _ => 0,
            });
        }
        let mut marks = vec![0; tiles.len()];
        for mark in &sheet.numbers {
            marks[at(mark.x, mark.y)] = i16::try_from(mark.number).unwrap_or(i16::MAX);
        }
        for point in &sheet.checkpoints {
            let colour = colours.iter().position(|(known, _)| *known == point.colour);
            let colour = colour.and_then(|colour| i16::try_from(colour + 1).ok());
            marks[at(point.x, point.y)] = colour.unwrap_or(0);
        }
        let mut walls = vec![0; tiles.len()];
        for wall in &sheet.walls {
            walls[at(wall.x, wall.y)] |= if wall.below { 2 } else { 1 };
        }
        let pairs = colours
            .into_iter()
            .map(|(symbol, ends)| Some((symbol, ends.try_into().ok()?)));
        let colours: Option<Vec<(char, [usize; 2])>> = pairs.collect();
        let says = |word: &str| sheet.rule.split([',', ' ']).any(|part| part == word);
        let mut rules = Self {
            moves: about.moves,
            width,
            height,
            free: tiles.iter().filter(|&&tile| tile != 1).count(),
            tiles,
            last: sheet
                .numbers
                .iter()
                .map(|mark| marks[at(mark.x, mark.y)])
                .max()
                .unwrap_or(0),
            marks,
            walls,
            beside: Vec::new(),
            start,
            colours: colours
                .ok_or_else(|| Error::bad_request("a colour does not stand on two tiles"))?,
            may_stay_empty: says("blanks"),
            no_touch: says("no-touch"),
        };
        rules.beside = (0..rules.tiles.len())
            .map(|cell| std::array::from_fn(|dir| rules.next(cell, dir)))
            .collect();
        Ok(rules)
    }

    /// The neighbour in a direction, if it is on the board.
    pub fn neighbour(&self, cell: usize, dir: usize) -> Option<usize> {
        let (x, y) = (cell % self.width, cell / self.width);
        match dir {
            0 => (y > 0).then(|| cell - self.width),
            1 => (y + 1 < self.height).then(|| cell + self.width),
            2 => (x > 0).then(|| cell - 1),
            _ => (x + 1 < self.width).then(|| cell + 1),
        }
    }

    /// The same, if a path can go there.
    fn next(&self, cell: usize, dir: usize) -> u32 {
        let Some(other) = self.neighbour(cell, dir) else {
            return NONE;
        };
        let across = if dir < 2 { 3 } else { 2 };
        let fits = |cell: usize| self.tiles[cell] != 1 && self.tiles[cell] != across;
        let walled = match dir {
            0 => self.walls[other] & 2,
            1 => self.walls[cell] & 2,
            2 => self.walls[other] & 1,
            _ => self.walls[cell] & 1,
        };
        if walled == 0 && fits(cell) && fits(other) {
            other as u32
        } else {
            NONE
        }
    }
}
