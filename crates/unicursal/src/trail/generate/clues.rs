//! The numbers and thin walls along a path: more than enough at first, then only those that are
//! needed.

use super::Shape;
use crate::hamilton::links::{Links, Searched};
use crate::named::named;
use crate::trail::tuning::CHOICES_WHILE_MADE;
use crate::trail::{Board, Parts, Side};
use crate::{Control, Dir, Interruption, Rng};

named! {
    /// How many thin walls a board may have.
    pub enum Walls {
        /// Few: numbers and walls share the work.
        Few "few",
        /// None.
        None "none",
        /// As many as are needed for few numbers.
        Many "many",
    }
}

impl Walls {
    /// At first, one of this many cells or steps gets a number or a wall.
    fn shares(self) -> (usize, usize) {
        match self {
            Self::Few => (4, 3),
            Self::None => (6, 0),
            Self::Many => (1, 9),
        }
    }
}

/// What is kept or taken away as a whole: one number or wall, or two that a half turn exchanges.
type Group = Vec<Clue>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clue {
    /// A number at this place of the path.
    Number(usize),
    /// A wall, by its number in the list.
    Wall(usize),
}

/// The clues of a board in the making.
pub struct Clues {
    size: (usize, usize),
    path: Vec<(usize, usize)>,
    /// Whether each place of the path has a number.
    numbered: Vec<bool>,
    /// The sides of cells that the path does not cross, and whether a wall stands there.
    sides: Vec<(usize, usize, Side)>,
    walled: Vec<bool>,
    groups: Vec<Group>,
    walls: Walls,
}

impl Clues {
    /// Random clues along a path.
    pub fn new(shape: &Shape, path: Vec<(usize, usize)>, rng: &mut Rng) -> Self {
        let size = (shape.width, shape.height);
        let sides = sides(size, &path);
        let mut clues = Self {
            size,
            numbered: vec![false; path.len()],
            walled: vec![false; sides.len()],
            groups: Vec::new(),
            walls: shape.walls,
            path,
            sides,
        };
        clues.groups = clues.groups(shape.symmetric);
        let (numbers, walls) = shape.walls.shares();
        let mut chosen = Vec::new();
        for group in &clues.groups {
            let share = match group[0] {
                Clue::Number(_) => numbers,
                Clue::Wall(_) => walls,
            };
            if rng.chance(share, 12) {
                chosen.push(group.clone());
            }
        }
        for group in chosen {
            clues.set(&group, true);
        }
        let last = clues.path.len() - 1;
        clues.numbered[0] = true;
        clues.numbered[last] = true;
        clues
    }

    /// Everything that may be added or taken away. The ends keep their numbers.
    fn groups(&self, symmetric: bool) -> Vec<Group> {
        let (width, height) = self.size;
        let last = self.path.len() - 1;
        let mut groups: Vec<Group> = Vec::new();
        let place = |at: (usize, usize)| self.path.iter().position(|&cell| cell == at);
        for index in 0..=last {
            let (x, y) = self.path[index];
            let mut group = vec![Clue::Number(index)];
            if symmetric && let Some(other) = place((width - 1 - x, height - 1 - y)) {
                if other < index {
                    continue;
                }
                group.extend((other != index).then_some(Clue::Number(other)));
            }
            group.retain(
                |clue| !matches!(clue, Clue::Number(place) if *place == 0 || *place == last),
            );
            if !group.is_empty() {
                groups.push(group);
            }
        }
        for (index, &(x, y, side)) in self.sides.iter().enumerate() {
            let mut group = vec![Clue::Wall(index)];
            if symmetric {
                let turned = match side {
                    Side::Right => (width - 2 - x, height - 1 - y, side),
                    Side::Below => (width - 1 - x, height - 2 - y, side),
                };
                // The path may pass where the other wall would be.
                match self.sides.iter().position(|&known| known == turned) {
                    Some(other) if other > index => group.push(Clue::Wall(other)),
                    Some(other) if other == index => {}
                    _ => continue,
                }
            }
            groups.push(group);
        }
        groups
    }

    fn set(&mut self, group: &[Clue], is_there: bool) {
        for clue in group {
            match *clue {
                Clue::Number(place) => self.numbered[place] = is_there,
                Clue::Wall(wall) => self.walled[wall] = is_there,
            }
        }
    }

    fn has(&self, group: &[Clue]) -> bool {
        match group[0] {
            Clue::Number(place) => self.numbered[place],
            Clue::Wall(wall) => self.walled[wall],
        }
    }

    /// Adds clues until the board is fine; with all of them it is.
    pub fn add_until(
        &mut self,
        rng: &mut Rng,
        is_fine: impl Fn(&Board) -> Result<bool, Interruption>,
    ) -> Result<(), Interruption> {
        let mut missing: Vec<Group> = self.groups.clone();
        missing.retain(|group| !self.has(group));
        let no_walls = self.walls == Walls::None;
        missing.retain(|group| !(no_walls && matches!(group[0], Clue::Wall(_))));
        rng.shuffle(&mut missing);
        let batch = missing.len().div_ceil(8).max(1);
        while !is_fine(&self.board())? {
            if missing.is_empty() {
                return Ok(());
            }
            for group in missing.split_off(missing.len().saturating_sub(batch)) {
                self.set(&group, true);
            }
        }
        Ok(())
    }

    /// Takes away, in random order, all clues without which the board is still fine.
    pub fn take_away(
        &mut self,
        rng: &mut Rng,
        is_fine: impl Fn(&Board) -> Result<bool, Interruption>,
    ) -> Result<(), Interruption> {
        let mut present: Vec<Group> = self.groups.clone();
        present.retain(|group| self.has(group));
        rng.shuffle(&mut present);
        for group in present {
            self.set(&group, false);
            if !is_fine(&self.board())? {
                self.set(&group, true);
            }
        }
        Ok(())
    }

    /// The board with these clues.
    pub fn board(&self) -> Board {
        let places = self.path.iter().zip(&self.numbered);
        let numbers = places.filter(|&(_, &is_there)| is_there);
        let walls = self.sides.iter().zip(&self.walled);
        let walls = walls.filter(|&(_, &is_there)| is_there);
        Board::new(&Parts {
            width: self.size.0,
            height: self.size.1,
            numbers: numbers.map(|(&cell, _)| cell).collect(),
            walls: walls.map(|(&side, _)| side).collect(),
            ..Parts::default()
        })
    }

    /// The steps of the path.
    pub fn steps(&self) -> Vec<Dir> {
        steps(&self.path)
    }
}

/// The sides of cells, inside the board, that the path does not cross.
fn sides((width, height): (usize, usize), path: &[(usize, usize)]) -> Vec<(usize, usize, Side)> {
    let mut place = vec![0; width * height];
    for (index, &(x, y)) in path.iter().enumerate() {
        place[y * width + x] = index;
    }
    let mut sides = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let own = place[y * width + x];
            if x + 1 < width && place[y * width + x + 1].abs_diff(own) != 1 {
                sides.push((x, y, Side::Right));
            }
            if y + 1 < height && place[(y + 1) * width + x].abs_diff(own) != 1 {
                sides.push((x, y, Side::Below));
            }
        }
    }
    sides
}

/// The steps along a path.
pub fn steps(path: &[(usize, usize)]) -> Vec<Dir> {
    let step = |pair: &[(usize, usize)]| {
        let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
        match (to_x > x, to_x < x, to_y > y) {
            (true, ..) => Dir::Right,
            (_, true, _) => Dir::Left,
            (.., true) => Dir::Down,
            _ => Dir::Up,
        }
    };
    path.windows(2).map(step).collect()
}

/// Whether a search with a limited number of choices proves that a board has no second path.
pub fn is_unique(board: &Board, control: &Control) -> Result<bool, Interruption> {
    let mut links = Links::new(board, board.numbered());
    let mut found = 0;
    let ended = links.search(CHOICES_WHILE_MADE, &mut 0, control, |_| {
        found += 1;
        found < 2
    })?;
    Ok(ended == Searched::All && found == 1)
}
