//! Clauses that the whole board justifies. What makes each of them true of every answer is told above its function.

use std::collections::{HashMap, HashSet};

use crate::Rules;
use crate::board::{Board, SIDES, ensure};

const NO_STEP: &str = "there is a step that cannot be gone";

/// `cycle X,Y R< D~ ...`: a way round over cells that are all different, and back to the first. `<` says that the next cell
/// is visited later, `~` that a path goes between the two, `!X,Y` jumps to a cell that the level itself puts later.
///
/// Not all of it is true. Cells that are joined by `~` are a stretch of a path without another cell between them; if a
/// cell of one stretch comes before one of another, then so do all of its cells. So going round over two stretches or
/// more, each would come before itself. And if there are only `~`, it is a closed loop, which no path has.
pub fn cycle(board: &Board, first: usize, steps: &[&str]) -> Result<Vec<i32>, String> {
    let (mut cell, mut clause, mut later, mut seen) = (first, Vec::new(), 0, HashSet::new());
    for step in steps {
        ensure(seen.insert(cell), "it visits a cell twice")?;
        let next = if let Some(place) = step.strip_prefix('!') {
            later += 1;
            Some(board.cell(place)?).filter(|&next| board.is_before(cell, next))
        } else {
            let &[letter, relation @ (b'<' | b'~')] = step.as_bytes() else { return Err(NO_STEP.to_owned()) };
            let side = SIDES.iter().position(|&side| side == letter).ok_or(NO_STEP)?;
            let is_later = relation == b'<';
            let literal = if is_later { board.later(cell, side) } else { board.used(cell, side) };
            later += usize::from(is_later);
            clause.push(-literal.ok_or(NO_STEP)?);
            board.next(cell, side)
        };
        cell = next.ok_or(NO_STEP)?;
    }
    let is_round = cell == first && (later >= 2 || later == 0 && steps.len() > 2);
    ensure(is_round, "it does not come back, or is too short").map(|()| clause)
}

/// The cells that can be reached from one over sides that may be crossed, and how many they are.
pub fn flood(board: &Board, from: usize, may: impl Fn(usize, usize) -> bool) -> (Vec<bool>, usize) {
    let (mut reached, mut queue, mut count) = (vec![false; board.free.len()], vec![from], 0);
    reached[from] = true;
    while let Some(cell) = queue.pop() {
        count += 1;
        for near in (0..4).filter(|&side| may(cell, side)).filter_map(|side| board.next(cell, side)) {
            if !reached[near] {
                reached[near] = true;
                queue.push(near);
            }
        }
    }
    (reached, count)
}

/// `cut LITERAL ... 0 X,Y`: one of the literals is true, because otherwise no path would go between the cells that can be
/// reached from this one, without crossing a side whose literal is listed, and the others.
///
/// A single path that visits all cells goes between them if there are others. Connect: a tile that is on a path is on the side of a terminal, and tiles of one
/// colour are on one path.
pub fn cut(board: &Board, clause: &[i32], from: usize) -> bool {
    let listed: HashSet<i32> = clause.iter().copied().collect();
    let crosses = |cell, side| board.used(cell, side).is_some_and(|used| !listed.contains(&used));
    let (reached, count) = flood(board, from, crosses);
    if board.is_path() {
        return count < board.count;
    }
    // For each colour, and for tiles that must be on some path, whether there are any here and elsewhere.
    let mut colours = vec![[false; 2]; board.colours];
    let (mut ends, mut needs) = ([false; 2], [false; 2]);
    for cell in (0..board.free.len()).filter(|&cell| board.free[cell]) {
        let here = usize::from(reached[cell]);
        ends[here] |= board.terminal[cell];
        needs[here] |= !board.may_be_blank(cell);
        if let Some(colour) = board.colour[cell] {
            colours[colour][here] = true;
        }
    }
    (0..2).any(|here| needs[here] && !ends[here]) || colours.contains(&[true; 2])
}

/// `turns LITERAL ... 0`: in a game of this many lines one of the literals is true, because otherwise there would be too many corners.
///
/// A path takes one line more than it has corners, so that there are at most as many corners as lines, less one for each colour.
pub fn turns(board: &Board, clause: &[i32]) -> bool {
    let Rules::Connect { turns: Some(turns), .. } = board.rules else { return false };
    let listed: HashSet<i32> = clause.iter().copied().collect();
    (0..board.free.len()).filter(|&cell| listed.contains(&-board.corner(cell))).count() + board.colours
        > turns
}

/// Sets of cells that a certificate has named: 'the start (0), or the end (1), is one of these' is a fact.
#[derive(Default)]
pub struct Sets(HashMap<i32, (usize, HashSet<usize>)>);

impl Sets {
    /// `set X,Y ...` names two facts.
    pub fn name(&mut self, first: i32, cells: &[usize]) -> Option<Vec<i32>> {
        let cells: HashSet<usize> = cells.iter().copied().collect();
        self.0.extend([(first, (0, cells.clone())), (first + 1, (1, cells))]);
        None
    }

    /// Whether the start (0) or the end (1) can be some cell of a kind if all these literals are false.
    fn can_be(&self, board: &Board, which: usize, clause: &[i32], kind: impl Fn(usize) -> bool) -> bool {
        let (mut among, mut not) = (board.ends[which].map(|cell| HashSet::from([cell])), HashSet::new());
        for &literal in &clause.iter().copied().collect::<HashSet<i32>>() {
            let fact = literal.unsigned_abs() as usize - 1;
            let (cell, of_cell) = (fact / board.facts(), fact % board.facts());
            let cells = match self.0.get(&literal.abs()) {
                Some((about, cells)) if *about == which => cells.clone(),
                None if cell < board.free.len() && of_cell == 4 + which => HashSet::from([cell]),
                _ => continue,
            };
            if literal > 0 {
                not.extend(cells);
            } else {
                among = Some(among.map_or(cells.clone(), |among| &among & &cells));
            }
        }
        let fits = |cell: usize| board.free[cell] && !not.contains(&cell) && kind(cell);
        among.map_or_else(|| (0..board.free.len()).any(fits), |among| among.into_iter().any(fits))
    }

    /// `ends LITERAL ... 0`: wherever the start and the end are, one of the literals is true.
    ///
    /// There is exactly one start and one end. A path takes turns between the two colours of a chess board: of an even
    /// number of cells as many have one colour as the other, and the ends are of different ones; of an odd number one more
    /// has the colour of both ends.
    pub fn ends(&self, board: &Board, clause: &[i32]) -> bool {
        let can = |end, white| self.can_be(board, end, clause, |cell| board.is_white(cell) == white);
        let (white, black) = (board.white, board.count - board.white);
        let possible = match white.abs_diff(black) {
            0 => can(0, true) && can(1, false) || can(0, false) && can(1, true),
            1 => can(0, white > black) && can(1, white > black),
            _ => false,
        };
        board.is_path() && !possible
    }

    /// `count LITERAL ... 0 CELLS`: one of the literals is true, because otherwise these cells could not have as many
    /// neighbours on paths as they need.
    ///
    /// Each cell has two of them; a start, an end and a terminal have one; a blank tile may have none. Add those of the white
    /// cells and take away those of the black ones: sides between two of the cells count once for each colour, so that
    /// what is left are the used sides that lead elsewhere, with the sign of their cell. Both sums lie between bounds
    /// that follow if all literals are false; they must meet. If all of it is known, the sum of all must be even as well:
    /// a side between two of the cells counts twice.
    pub fn count(&self, board: &Board, clause: &[i32], cells: &[usize]) -> bool {
        let cells: HashSet<usize> = cells.iter().copied().collect();
        let listed: HashSet<i32> = clause.iter().copied().collect();
        let sign = |cell: usize| if board.is_white(cell) { 1 } else { -1 };
        // The least and the most of: what the cells need, less what leads elsewhere.
        let (mut least, mut most, mut ones) = (0_i64, 0_i64, 0_usize);
        let mut add = |low: i64, high: i64, sign: i64| {
            (least, most) = (least + (sign * low).min(sign * high), most + (sign * low).max(sign * high));
            ones += usize::from(low == high && low % 2 != 0);
        };
        for &cell in &cells {
            let low = if board.terminal[cell] { 1 } else { 2 * i64::from(!board.may_be_blank(cell)) };
            add(low, low.max(2 * i64::from(!board.terminal[cell])), sign(cell));
            let is_outside = |&side: &usize| board.next(cell, side).is_none_or(|near| !cells.contains(&near));
            for used in (0..4).filter(is_outside).filter_map(|side| board.used(cell, side)) {
                let (low, high) = (listed.contains(&-used), !listed.contains(&used));
                add(i64::from(low), i64::from(low || high), -sign(cell));
            }
        }
        for which in (0..2).filter(|_| board.is_path()) {
            let value = |cell: usize| if cells.contains(&cell) { sign(cell) } else { 0 };
            let can = |&wanted: &i64| self.can_be(board, which, clause, |cell| value(cell) == wanted);
            let values: Vec<i64> = [-1, 0, 1].into_iter().filter(can).collect();
            let (Some(&low), Some(&high)) = (values.first(), values.last()) else { return true };
            add(low, high, -1);
        }
        least > 0 || most < 0 || least == most && ones % 2 == 1
    }
}
