//! Clauses that the whole board justifies. What makes each of them true of every answer is told above its function.

use std::collections::{HashMap, HashSet};

use crate::Fault::{self, Form, Wrong};
use crate::board::{Board, SIDES};
use crate::{Rules, wrong};

/// `cycle X,Y R< D~ ...`: a way round over cells that are all different, and back to the first. `<` says that the next cell
/// is visited later, `~` that a path goes between the two, `!X,Y` jumps to a cell that the level itself puts later.
///
/// Not all of it is true. Cells that are joined by `~` are a stretch of a path without another cell between them; if a
/// cell of one stretch comes before one of another, then so do all of its cells. So going round over two stretches or
/// more, each would come before itself. And if there are only `~`, it is a closed loop, which no path has.
pub fn cycle(board: &Board, text: &[&str]) -> Result<Vec<i32>, Fault> {
    let [first, steps @ ..] = text else {
        return Err(Form("where does it begin?".to_owned()));
    };
    let first = board.cell(first).map_err(Form)?;
    let (mut cell, mut clause, mut later, mut seen) = (first, Vec::new(), 0, HashSet::new());
    for step in steps {
        if !seen.insert(cell) {
            return wrong("it visits a cell twice");
        }
        let next = if let Some(place) = step.strip_prefix('!') {
            let next = board.cell(place).map_err(Form)?;
            let rank = |cell: usize| board.clues.iter().position(|&clue| clue == cell);
            let known = rank(cell).zip(rank(next)).is_some_and(|(one, other)| one < other);
            let of_ends = board.ends[0] == Some(cell) || board.ends[1] == Some(next);
            later += 1;
            Some(next).filter(|&next| next != cell && (known || of_ends))
        } else {
            let &[letter, relation] = step.as_bytes() else {
                return Err(Form(format!("'{}' is no step", crate::shown(step))));
            };
            let side = SIDES.iter().position(|&side| side == letter);
            let literal = side.and_then(|side| match relation {
                b'<' => board.later(cell, side),
                b'~' => board.used(cell, side),
                _ => None,
            });
            clause.extend(literal.map(|literal| -literal));
            later += usize::from(relation == b'<');
            side.filter(|_| literal.is_some()).and_then(|side| board.next(cell, side))
        };
        cell = next.ok_or_else(|| Wrong(format!("'{}' cannot be gone", crate::shown(step))))?;
    }
    match later {
        _ if cell != first => wrong("it does not come back"),
        0 if steps.len() > 2 => Ok(clause),
        0 | 1 => wrong("it is too short"),
        _ => Ok(clause),
    }
}

/// `cut LITERAL ... 0 X,Y`: one of the literals is true, because otherwise no path would go between the cells that can be
/// reached from this one, without crossing a side whose literal is listed, and the others.
///
/// A single path that visits all cells goes between them if there are others. Connect: a tile that is on a path is on the side of a terminal, and tiles of one
/// colour are on one path.
pub fn cut(board: &Board, clause: Vec<i32>, from: usize, reached: &mut Reached) -> Result<Vec<i32>, Fault> {
    let listed: HashSet<i32> = clause.iter().copied().collect();
    let crosses = |cell: usize, side: usize| board.used(cell, side).filter(|used| !listed.contains(used));
    let count = reached.flood(board, from, |cell, side| crosses(cell, side).is_some());
    if board.is_path() {
        return if count < board.count { Ok(clause) } else { wrong("this reaches every cell") };
    }
    // For each colour, and for tiles that must be on some path, whether there are any here and elsewhere.
    let mut colours = vec![[false; 2]; board.colours];
    let (mut ends, mut needs) = ([false; 2], [false; 2]);
    for cell in (0..board.free.len()).filter(|&cell| board.free[cell]) {
        let here = usize::from(reached.contains(cell));
        ends[here] |= board.terminal[cell];
        needs[here] |= !board.may_be_blank(cell);
        if let Some(colour) = board.colour[cell] {
            colours[colour][here] = true;
        }
    }
    let alone = (0..2).any(|here| needs[here] && !ends[here]);
    if alone || colours.contains(&[true; 2]) { Ok(clause) } else { wrong("nothing must cross it") }
}

/// Which cells can be reached from one, without memory that is proportional to the board for each question.
#[derive(Default)]
pub struct Reached {
    /// The latest round in which each cell was reached.
    rounds: Vec<u32>,
    round: u32,
    queue: Vec<usize>,
}

impl Reached {
    /// Goes from a cell over all sides that may be crossed; how many cells that reaches.
    pub fn flood(&mut self, board: &Board, from: usize, may: impl Fn(usize, usize) -> bool) -> usize {
        self.rounds.resize(board.free.len(), 0);
        if self.round == u32::MAX {
            self.rounds.fill(0);
            self.round = 0;
        }
        self.round += 1;
        self.rounds[from] = self.round;
        self.queue.clear();
        self.queue.push(from);
        let mut next = 0;
        while let Some(&cell) = self.queue.get(next) {
            next += 1;
            for side in board.sides(cell).filter(|&side| may(cell, side)) {
                if let Some(near) = board.next(cell, side).filter(|&near| self.rounds[near] != self.round) {
                    self.rounds[near] = self.round;
                    self.queue.push(near);
                }
            }
        }
        next
    }

    /// Whether the latest flood reached a cell.
    fn contains(&self, cell: usize) -> bool {
        self.rounds[cell] == self.round
    }
}

/// `turns X,Y ...`: in a game of so many lines not all of these tiles are corners.
///
/// A path takes one line more than it has corners, so that there are at most as many corners as lines, less one for each colour.
pub fn turns(board: &Board, cells: &[usize]) -> Result<Vec<i32>, Fault> {
    let Rules::Connect { turns: Some(turns), .. } = board.rules else {
        return wrong("there is no limit of turns");
    };
    let different: HashSet<usize> = cells.iter().copied().collect();
    if different.len() + board.colours <= turns {
        return wrong("so many corners are possible");
    }
    Ok(cells.iter().map(|&cell| -board.corner(cell)).collect())
}

/// Sets of cells that a certificate has named; the literals for 'the start, or the end, is one of them'.
#[derive(Default)]
pub struct Sets(HashMap<i32, (usize, HashSet<usize>)>);

impl Sets {
    /// Names a set; its literals are this one and the next.
    pub fn insert(&mut self, first: i32, cells: Vec<usize>) {
        let cells: HashSet<usize> = cells.into_iter().collect();
        self.0.insert(first, (0, cells.clone()));
        self.0.insert(first + 1, (1, cells));
    }

    /// Whether a literal is about the start (0) or the end (1).
    fn about(&self, board: &Board, literal: i32) -> Option<usize> {
        let fact = literal.unsigned_abs() as usize - 1;
        let of_cell = board.is_path() && fact < board.free.len() * board.facts() && fact % board.facts() > 3;
        let named = self.0.get(&literal.abs()).map(|set| set.0);
        if of_cell { Some(fact % board.facts() - 4) } else { named }
    }

    /// The value of a literal about the start (0) or the end (1) if that is a certain cell; none if it is about something else.
    pub fn value(&self, board: &Board, literal: i32, which: usize, cell: usize) -> Option<bool> {
        let about = self.about(board, literal).filter(|&about| about == which);
        let set = self.0.get(&literal.abs());
        let holds = set.map_or(board.end(cell, which) == literal.abs(), |set| set.1.contains(&cell));
        about.map(|_| holds == (literal > 0))
    }

    /// The cells that can be the start, or the end, if all literals are false.
    fn places(&self, board: &Board, which: usize, clause: &[i32]) -> Vec<usize> {
        let single = |&literal: &i32| {
            let cell = (-literal - 1).max(0) as usize / board.facts();
            let is_end = cell < board.free.len() && board.free[cell] && -literal == board.end(cell, which);
            is_end.then_some(cell)
        };
        let listed = |&literal: &i32| {
            let (about, cells) = self.0.get(&-literal)?;
            (*about == which).then(|| cells.iter().copied().collect())
        };
        let mut places: Vec<usize> = if let Some(known) = board.ends[which] {
            vec![known]
        } else if let Some(cell) = clause.iter().find_map(single) {
            vec![cell]
        } else if let Some(cells) = clause.iter().find_map(listed) {
            cells
        } else {
            (0..board.free.len()).filter(|&cell| board.free[cell]).collect()
        };
        let (cells, others): (Vec<i32>, Vec<i32>) =
            clause.iter().partition(|&&literal| literal > 0 && !self.0.contains_key(&literal));
        let cells: HashSet<i32> = cells.into_iter().collect();
        places.retain(|&cell| {
            let holds = |&literal: &i32| self.value(board, literal, which, cell) == Some(true);
            !cells.contains(&board.end(cell, which)) && !others.iter().any(holds)
        });
        places
    }

    /// `ends LITERAL ... 0`: wherever the start and the end are, one of the literals is true.
    ///
    /// There is exactly one start and one end. A path takes turns between the two colours of a chess board: of an even
    /// number of cells as many have one colour as the other, and the ends are of different ones; of an odd number one more
    /// has the colour of both ends.
    pub fn ends(&self, board: &Board, clause: Vec<i32>) -> Result<Vec<i32>, Fault> {
        if !board.is_path() {
            return wrong("a path has two ends, but there are several");
        }
        let (white, black) = (board.white, board.count - board.white);
        let colours = [0, 1].map(|which| {
            // If nothing is said of it, it may be anywhere.
            if board.ends[which].is_none() && !clause.iter().any(|&l| self.about(board, l) == Some(which)) {
                return [white > 0, black > 0];
            }
            let places = self.places(board, which, &clause);
            [true, false].map(|white| places.iter().any(|&cell| board.is_white(cell) == white))
        });
        let main = usize::from(white < black);
        let possible = match white.abs_diff(black) {
            0 => (0..2).any(|colour| colours[0][colour] && colours[1][1 - colour]),
            1 => colours[0][main] && colours[1][main],
            _ => false,
        };
        if possible { wrong("the ends can be in other places") } else { Ok(clause) }
    }

    /// `count LITERAL ... 0 CELLS`: one of the literals is true, because otherwise these cells could not have as many
    /// neighbours on paths as they need.
    ///
    /// Each cell has two of them; a start, an end and a terminal have one; a blank tile may have none. Add those of the white
    /// cells and take away those of the black ones: sides between two of the cells count once for each colour, so that
    /// what is left are the used sides that lead elsewhere, with the sign of their cell. Both sums lie between bounds
    /// that follow if all literals are false; they must meet. If all of it is known, the sum of all must be even as well:
    /// a side between two of the cells counts twice.
    pub fn count(&self, board: &Board, clause: Vec<i32>, cells: &[usize]) -> Result<Vec<i32>, Fault> {
        let cells: HashSet<usize> = cells.iter().copied().collect();
        if board.is_path() && board.count == 1 {
            return wrong("a single cell needs nothing");
        }
        let sign = |cell: usize| if board.is_white(cell) { 1 } else { -1 };
        let listed: HashSet<i32> = clause.iter().copied().collect();
        // The least and the most of: what the cells need, less what leads elsewhere.
        let (mut least, mut most, mut ones) = (0_i64, 0_i64, 0_usize);
        let mut add = |bounds: [i64; 2], sign: i64| {
            let [one, other] = bounds.map(|bound| sign * bound);
            (least, most) = (least + one.min(other), most + one.max(other));
            ones += usize::from(bounds[0] == bounds[1] && bounds[0] % 2 != 0);
        };
        let certain = |literal: i32| match (listed.contains(&-literal), listed.contains(&literal)) {
            (true, _) => [1, 1],
            (_, true) => [0, 0],
            _ => [0, 1],
        };
        for &cell in &cells {
            let needs = match board.terminal[cell] {
                true => [1, 1],
                false if board.may_be_blank(cell) => [0, 2],
                false => [2, 2],
            };
            add(needs, sign(cell));
            for side in board.sides(cell) {
                let inside = board.next(cell, side).is_some_and(|near| cells.contains(&near));
                if let Some(used) = board.used(cell, side).filter(|_| !inside) {
                    add(certain(used), -sign(cell));
                }
            }
        }
        for which in (0..2).filter(|_| board.is_path()) {
            let places = self.places(board, which, &clause);
            let value = |&cell: &usize| if cells.contains(&cell) { sign(cell) } else { 0 };
            match (places.iter().map(value).min(), places.iter().map(value).max()) {
                (Some(low), Some(high)) => add([low, high], -1),
                _ => return Ok(clause),
            }
        }
        let odd = least == most && ones % 2 == 1;
        if least <= 0 && most >= 0 && !odd {
            return wrong("these cells may have what they need");
        }
        Ok(clause)
    }
}
