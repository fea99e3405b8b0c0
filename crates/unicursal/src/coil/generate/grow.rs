//! Making the path longer until enough of the board is open.
//!
//! The board is worked on in tiles, so that the cells in use stay close together in memory: a first
//! pass to a little less than the requested share, then passes with shifted tiles, which leave no
//! seams, until the count is right. In a tile, round after round, the possible moves are listed and
//! made in random order; the lists make it fast, because on a board that is nearly full only one
//! random pick in a thousand is a possible move.
//!
//! Each tile aims at a share of its own. So the number of open cells varies from place to place as
//! it does in the original levels, where the variance of the count in a square is 0.225 times its
//! area, whatever its size.

use super::places::{Place, Places};
use super::weave::{Detour, Weave};
use crate::{Control, Interruption, Progress, Rng};

/// The side of a tile.
pub(super) const TILE: usize = 16;

/// A tile is left when this many rounds in a row have found nothing.
const PATIENCE: usize = 3;

/// How the path grows: what makes one kind of level different from another.
#[derive(Clone, Debug)]
pub(super) struct Habit {
    /// The share of corners that are flipped in a round, in 256ths.
    pub flips: u8,
    /// The shortest legs that a detour may have, along and aside.
    pub shortest: (usize, usize),
    /// The longest stretch that a detour replaces.
    pub length: usize,
    /// The share of stretches that continue for another cell, in 256ths.
    pub longer: usize,
    /// How far aside a detour goes at most.
    pub height: usize,
    /// The share of cells, in 256ths, that allow only detours that keep close to the path, so that
    /// the walls gather in clumps.
    pub shy: u8,
    /// How much of the outer side of such a detour may be walls, in hundredths.
    pub free: usize,
    /// How much the share of open cells may differ from place to place, in thousandths. Without it
    /// cells are opened in proportion to the walls that a place has.
    pub spread: Option<usize>,
}

impl Habit {
    /// The length of a detour for each value of a random byte.
    fn lengths(&self) -> [usize; 256] {
        let mut lengths = [self.length; 256];
        let (mut from, mut length) = (0, 1);
        while from < 256 && length < self.length {
            let to = 256 - (256 - from) * self.longer / 256;
            lengths[from..to].fill(length);
            (from, length) = (to, length + 1);
        }
        lengths
    }
}

/// The size of the board and the requested number of open cells.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    pub width: usize,
    pub height: usize,
    /// Open cells in thousandths of the board.
    pub density: usize,
}

/// Grows the path until the goal is reached, or nearly reached if there are no more moves.
pub(super) fn grow(
    weave: &mut Weave,
    goal: Goal,
    habit: &Habit,
    rng: &mut Rng,
    control: &Control,
) -> Result<(), Interruption> {
    let density = goal.density;
    let mut grower = Grower::new(weave, goal, habit, rng);
    if let Some(spread) = habit.spread {
        for (shift, less) in [(0, 40), (TILE / 2, 10)] {
            grower.pass(goal, shift, control, |grower, tile| {
                let more = grower.rng.below(2 * spread + 1);
                let share = (density + more).saturating_sub(less + spread);
                let wished = tile.size() * share / 1000;
                wished.saturating_sub(grower.open(tile))
            })?;
        }
    }
    grower.share_out(goal, control)
}

/// A move that was possible when it was listed.
#[derive(Clone, Copy)]
enum Move {
    Flip(usize),
    Detour(Detour),
}

/// Makes moves in one tile after another.
pub(super) struct Grower<'a> {
    weave: &'a mut Weave,
    habit: &'a Habit,
    rng: &'a mut Rng,
    /// The most open cells on the whole board.
    most: usize,
    /// The moves of the current round; kept to save allocations.
    moves: Vec<Move>,
    /// The places of the current round.
    places: Places,
    /// The lengths of detours, for one random byte.
    lengths: [usize; 256],
}

impl<'a> Grower<'a> {
    pub fn new(weave: &'a mut Weave, goal: Goal, habit: &'a Habit, rng: &'a mut Rng) -> Self {
        Self {
            weave,
            habit,
            rng,
            most: (goal.width * goal.height * goal.density + 500) / 1000,
            moves: Vec::new(),
            places: Places::new(),
            lengths: habit.lengths(),
        }
    }

    /// From now on, grows by another habit.
    pub fn follow(&mut self, habit: &'a Habit) {
        self.habit = habit;
        self.lengths = habit.lengths();
    }

    /// Opens the missing cells, evenly or in proportion to the walls that a place has.
    pub fn share_out(&mut self, goal: Goal, control: &Control) -> Result<(), Interruption> {
        let area = goal.width * goal.height;
        for _ in 0..20 {
            let before = self.weave.open();
            let missing = self.most.saturating_sub(before);
            if missing == 0 {
                break;
            }
            let shift = self.rng.below(TILE);
            self.pass(goal, shift, control, |grower, tile| {
                let size = tile.size();
                let (part, whole) = match grower.habit.spread {
                    Some(_) => (size, area),
                    None => (size - grower.open(tile), area - before),
                };
                (missing * part + grower.rng.below(whole)) / whole
            })?;
            // If hardly anything moves any more, the board is full.
            if (self.weave.open() - before) * 20 < missing {
                break;
            }
        }
        Ok(())
    }

    /// Visits all tiles, whose corners are shifted, and opens as many cells in each as `quota`
    /// says.
    pub fn pass(
        &mut self,
        goal: Goal,
        shift: usize,
        control: &Control,
        mut quota: impl FnMut(&mut Self, Tile) -> usize,
    ) -> Result<(), Interruption> {
        let cuts = |size: usize| {
            let first = if shift == 0 { TILE } else { shift };
            let mut cuts = vec![0];
            cuts.extend((first..size).step_by(TILE));
            cuts.push(size);
            cuts
        };
        let (columns, rows) = (cuts(goal.width), cuts(goal.height));
        let stride = self.weave.stride();
        for y in rows.windows(2) {
            if let Some(why) = control.interruption() {
                return Err(why);
            }
            control.report(|| Progress {
                phase: "growing the path",
                share: Some(self.weave.open() as f64 / self.most.max(1) as f64),
                figures: vec![("cells", self.weave.open() as u64)],
            });
            for x in columns.windows(2) {
                let tile = Tile {
                    corner: (y[0] + 1) * stride + x[0] + 1,
                    width: x[1] - x[0],
                    height: y[1] - y[0],
                    stride,
                };
                let cells = quota(self, tile);
                self.fill(tile, cells);
            }
        }
        Ok(())
    }

    /// How many cells of a tile are open.
    pub fn open(&self, tile: Tile) -> usize {
        tile.cells()
            .filter(|&cell| self.weave.is_open(cell))
            .count()
    }

    /// Opens this many cells by moves that begin in a tile.
    fn fill(&mut self, tile: Tile, cells: usize) {
        let enough = (self.weave.open() + cells).min(self.most);
        let mut idle = 0;
        while self.weave.open() < enough && idle < PATIENCE {
            let before = self.weave.open();
            self.round(tile, enough);
            if self.places.is_empty() {
                break;
            }
            idle = if self.weave.open() == before {
                idle + 1
            } else {
                0
            };
        }
    }

    /// Lists the moves of a tile and makes them in random order until enough cells are open.
    fn round(&mut self, tile: Tile, enough: usize) {
        let mut places = std::mem::take(&mut self.places);
        let mut moves = std::mem::take(&mut self.moves);
        places.clear();
        moves.clear();
        for y in 0..tile.height {
            let first = tile.corner + y * tile.stride;
            self.weave.list_places(first, tile.width, &mut places);
        }
        for place in places.iter() {
            self.list_moves(place, &mut moves);
        }
        self.rng.shuffle(&mut moves);
        for &step in &moves {
            // What was listed may have become impossible since.
            match step {
                Move::Flip(cell) => self.weave.flip(cell),
                Move::Detour(detour) => self.weave.detour(detour),
            };
            if self.weave.open() >= enough {
                break;
            }
        }
        self.places = places;
        self.moves = moves;
    }

    /// Lists the possible moves at a place that the dice allow.
    fn list_moves(&mut self, place: Place, moves: &mut Vec<Move>) {
        let dice = self.rng.next_u64().to_le_bytes();
        let Some(side) = place.side else {
            if dice[0] < self.habit.flips {
                moves.push(Move::Flip(place.cell));
            }
            return;
        };
        let (weave, habit) = (&*self.weave, self.habit);
        let longest = self.lengths[usize::from(dice[1])];
        if longest < weave.shortest(place.cell, side) {
            return;
        }
        let shy = dice[2] < habit.shy;
        for height in 1..=habit.height {
            let goes_on = weave.list_detours(place.cell, side, height, longest, |detour| {
                let (along, aside) = habit.shortest;
                if detour.length >= along
                    && detour.height >= aside
                    && !(shy && weave.runs_free(&detour, habit.free))
                {
                    moves.push(Move::Detour(detour));
                }
            });
            if !goes_on {
                break;
            }
        }
    }
}

/// A rectangle of the board.
#[derive(Clone, Copy)]
pub(super) struct Tile {
    corner: usize,
    width: usize,
    height: usize,
    stride: usize,
}

impl Tile {
    /// How many cells it has.
    pub fn size(self) -> usize {
        self.width * self.height
    }

    /// The column and row of its middle.
    pub fn middle(self) -> (usize, usize) {
        let (x, y) = (self.corner % self.stride - 1, self.corner / self.stride - 1);
        (x + self.width / 2, y + self.height / 2)
    }

    fn cells(self) -> impl Iterator<Item = usize> {
        (0..self.height).flat_map(move |y| {
            let row = self.corner + y * self.stride;
            row..row + self.width
        })
    }
}

/// How far apart the two ends should be, as in the original levels: a tenth up to 3 cells, half up
/// to 13, nine tenths up to 31.
pub(super) fn ends_apart(rng: &mut Rng) -> usize {
    let stops = [(0, 1), (100, 3), (500, 13), (900, 31), (1000, 60)];
    let share = rng.below(1000);
    for pair in stops.windows(2) {
        let ((from, low), (to, high)) = (pair[0], pair[1]);
        if share < to {
            return low + (share - from) * (high - low) / (to - from);
        }
    }
    1
}
