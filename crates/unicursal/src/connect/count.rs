//! The exact number of answers, by sweeping a border over the board.
//!
//! Cells are taken row by row. What matters about all paths so far is where they cross the border
//! between the cells taken and the rest, and for each crossing what hangs on it: a path that began at a
//! terminal, known by its colour, or a piece with two loose ends, which cross the border both. Ways that
//! agree in this are counted together. Memory grows exponentially with the shorter side, which the
//! border runs along; time is proportional to it for each cell. Nothing here is shared with the solvers
//! but the edges.

use std::collections::HashMap;

use super::{Board, Edges, Tile};
use crate::{Control, Dir, Interruption, Progress};

/// Ways between two looks at the control.
const WAYS_PER_LOOK: usize = 1 << 14;
/// Bytes of a way beside its crossings: the key, the number, and the map around them.
const BYTES_OF_WAY: usize = 64;
/// Without a limit of the caller's, the border may take this much.
const MOST_BYTES: usize = 4 << 30;

/// What crosses the border at a place: what hangs on it, and its colour.
///
/// Both are kept in 32 bits, because there are very many of them: the colour in the upper ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Crossing(u32);

/// Boards have at most half as many colours as cells, and a border a thousand places.
const BITS_OF_END: u32 = 14;
const _: () = assert!(Board::MAX_CELLS / 2 < 1 << (32 - BITS_OF_END));
const _: () = assert!(Board::MAX_SIDE + 2 < LOOSE as usize);

impl Crossing {
    fn new(end: u16, colour: u32) -> Self {
        Self(colour << BITS_OF_END | u32::from(end))
    }

    /// 0 for none, 1 for a terminal, and from 2 on numbers that two crossings share when they are the
    /// ends of one piece.
    fn end(self) -> u16 {
        (self.0 & u32::from(LOOSE)) as u16
    }

    /// 0 for unknown, else one more than the colour.
    fn colour(self) -> u32 {
        self.0 >> BITS_OF_END
    }
}

const NONE: Crossing = Crossing(0);
const TERMINAL: u16 = 1;
/// The end of a new piece: a number that no other has, because those are small.
const LOOSE: u16 = (1 << BITS_OF_END) - 1;

/// The crossings of the border, one below each column, and one to the right of the last cell taken.
type Border = Box<[Crossing]>;

/// Counts the answers of a board; numbers beyond 64 bits are cut off there.
pub fn count(board: &Board, control: &Control) -> Result<u64, Interruption> {
    if board.width() > board.height() {
        return sweep(&transposed(board), control);
    }
    sweep(board, control)
}

fn sweep(board: &Board, control: &Control) -> Result<u64, Interruption> {
    let edges = Edges::new(board);
    let mut colour_at = vec![None; board.cell_count()];
    for (cell, colour) in board.fixed_colours() {
        colour_at[cell] = Some(colour);
    }
    // Ways between two colours would be found wrong only a row later, when there are very many.
    let opens = |cell: usize, dir: Dir| {
        edges.around[cell][dir.index()].is_some_and(|edge| {
            let both = colour_at[cell].zip(colour_at[edges.other(edge, cell)]);
            both.is_none_or(|(one, two)| one == two)
        })
    };
    let places = board.width() + 1;
    let mut ways: HashMap<Border, u64> = HashMap::new();
    ways.insert(vec![NONE; places].into(), 1);
    let bytes_of_way = BYTES_OF_WAY + places * size_of::<Crossing>();
    let most = MOST_BYTES / bytes_of_way;
    for (cell, &colour) in colour_at.iter().enumerate() {
        control.report(|| Progress {
            phase: "counting",
            share: Some(cell as f64 / board.cell_count() as f64),
            figures: vec![("borders", ways.len() as u64)],
        });
        let taken = Taken {
            column: board.position(cell).0,
            tile: board.tile(cell),
            right: opens(cell, Dir::Right),
            down: opens(cell, Dir::Down),
            checkpoint: colour.map_or(0, |colour| colour as u32 + 1),
        };
        let mut next = HashMap::with_capacity(ways.len());
        for (index, (border, number)) in ways.into_iter().enumerate() {
            taken.extend(&border, |border| {
                let sum: &mut u64 = next.entry(border).or_default();
                *sum = sum.saturating_add(number);
            });
            if index % WAYS_PER_LOOK == 0 {
                control.interruption().map_or(Ok(()), Err)?;
                if next.len() > most || !control.allows_memory(2 * next.len() * bytes_of_way) {
                    return Err(Interruption::Memory);
                }
            }
        }
        ways = next;
    }
    Ok(ways.values().copied().fold(0, u64::saturating_add))
}

/// The cell that the border moves over.
struct Taken {
    column: usize,
    tile: Tile,
    /// Whether a path may leave it to the right, and downwards.
    right: bool,
    down: bool,
    /// 0 where no colour is asked for, else one more than it.
    checkpoint: u32,
}

impl Taken {
    /// All borders that come after this one.
    fn extend(&self, border: &[Crossing], mut found: impl FnMut(Border)) {
        let last = border.len() - 1;
        let (from_left, from_above) = (border[last], border[self.column]);
        let comes = [from_left, from_above].into_iter().filter(|&c| c != NONE);
        let comes: Vec<Crossing> = comes.collect();
        let mut rest = border.to_vec();
        (rest[last], rest[self.column]) = (NONE, NONE);
        let exits = [(self.right, last), (self.down, self.column)];
        let exits = exits
            .into_iter()
            .filter(|&(open, _)| open)
            .map(|(_, place)| place);
        match self.tile {
            Tile::Blocker => {
                if comes.is_empty() {
                    found(canonical(rest));
                }
            }
            Tile::Terminal(colour) => {
                let own = Crossing::new(TERMINAL, colour as u32 + 1);
                match comes[..] {
                    [] => exits.for_each(|place| {
                        let mut next = rest.clone();
                        next[place] = own;
                        found(canonical(next));
                    }),
                    [one] if join(&mut rest, one, own) => found(canonical(rest)),
                    _ => {}
                }
            }
            Tile::Empty | Tile::Horizontal | Tile::Vertical => match comes[..] {
                [] => {
                    if self.right && self.down {
                        let own = Crossing::new(LOOSE, self.checkpoint);
                        (rest[last], rest[self.column]) = (own, own);
                        found(canonical(rest));
                    }
                }
                [one] => exits.for_each(|place| {
                    let mut next = rest.clone();
                    next[place] = one;
                    if self.checkpoint == 0 || paint(&mut next, place, self.checkpoint) {
                        found(canonical(next));
                    }
                }),
                [one, two] => {
                    // The checkpoint's colour must be that of both; painting either end asks for it.
                    let fits = |c: Crossing| [0, self.checkpoint].contains(&c.colour());
                    if self.checkpoint != 0 && !(fits(one) && fits(two)) {
                        return;
                    }
                    let painted =
                        |c: Crossing| Crossing::new(c.end(), c.colour().max(self.checkpoint));
                    if join(&mut rest, painted(one), painted(two)) {
                        found(canonical(rest));
                    }
                }
                _ => unreachable!("a cell has two cells before it"),
            },
        }
    }
}

/// Joins two crossings that are gone from the border; false when that breaks a rule.
fn join(rest: &mut [Crossing], one: Crossing, two: Crossing) -> bool {
    let colour = one.colour().max(two.colour());
    if [one, two]
        .iter()
        .any(|c| ![0, colour].contains(&c.colour()))
    {
        return false;
    }
    let mate = |end: u16, rest: &[Crossing]| rest.iter().position(|c| c.end() == end);
    match (one.end(), two.end()) {
        // Both terminals of a colour: the path is complete.
        (TERMINAL, TERMINAL) => true,
        (TERMINAL, loose) | (loose, TERMINAL) => {
            if let Some(place) = mate(loose, rest) {
                rest[place] = Crossing::new(TERMINAL, colour);
            }
            true
        }
        (a, b) if a == b => false,
        (a, b) => {
            for place in [mate(a, rest), mate(b, rest)].into_iter().flatten() {
                rest[place] = Crossing::new(a, colour);
            }
            true
        }
    }
}

/// Gives a piece a colour, at both of its ends; false when it has another.
fn paint(border: &mut [Crossing], place: usize, colour: u32) -> bool {
    let (end, has) = (border[place].end(), border[place].colour());
    if has != 0 {
        return has == colour;
    }
    for crossing in border.iter_mut().filter(|c| c.end() == end) {
        *crossing = Crossing::new(end, colour);
    }
    true
}

/// Numbers the pieces from left to right.
fn canonical(mut border: Vec<Crossing>) -> Border {
    let mut numbers: Vec<u16> = Vec::new();
    for crossing in &mut border {
        if crossing.end() > TERMINAL {
            let known = numbers.iter().position(|&number| number == crossing.end());
            let index = known.unwrap_or(numbers.len());
            if known.is_none() {
                numbers.push(crossing.end());
            }
            *crossing = Crossing::new(index as u16 + 2, crossing.colour());
        }
    }
    border.into()
}

/// The board with rows and columns exchanged.
fn transposed(board: &Board) -> Board {
    let turned = |cell: usize| {
        let (x, y) = board.position(cell);
        x * board.height() + y
    };
    let mut tiles = board.tiles.clone();
    for cell in 0..board.cell_count() {
        tiles[turned(cell)] = match board.tile(cell) {
            Tile::Horizontal => Tile::Vertical,
            Tile::Vertical => Tile::Horizontal,
            tile => tile,
        };
    }
    let colours = board.colours.iter().map(|colour| super::Colour {
        name: colour.name,
        terminals: colour.terminals.map(turned),
    });
    let checkpoints = board.checkpoints.iter().map(|&(cell, c)| (turned(cell), c));
    Board {
        width: board.height,
        height: board.width,
        tiles,
        colours: colours.collect(),
        checkpoints: checkpoints.collect(),
        counts_checkpoints: board.counts_checkpoints,
        of_game: board.of_game,
    }
}
