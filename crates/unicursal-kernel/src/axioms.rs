//! What the rules say about each cell by itself, as clauses: lists of literals one of which is true.
//!
//! Every answer makes all of these clauses true. The other way round, paths that make them true are an answer: that is how
//! answers are judged.

use std::collections::{HashMap, HashSet};

use crate::Rules;
use crate::board::{Board, SIDES, ensure};

/// The clauses of a free cell, always in the same order.
pub fn of_cell(board: &Board, cell: usize) -> Vec<Vec<i32>> {
    let sides: Vec<usize> = (0..4).filter(|&side| board.next(cell, side).is_some()).collect();
    let used: Vec<i32> = sides.iter().filter_map(|&side| board.used(cell, side)).collect();
    if board.is_path() { path(board, cell, &sides, &used) } else { connect(board, cell, &sides, &used) }
}

/// One path visits all cells. Each but the first has one before it, each but the last one after it.
fn path(board: &Board, cell: usize, sides: &[usize], used: &[i32]) -> Vec<Vec<i32>> {
    let [start, end] = [0, 1].map(|which| board.end(cell, which));
    let mut all = Vec::new();
    for (known, end) in board.ends.into_iter().zip([start, end]) {
        all.extend(known.map(|known| vec![if known == cell { end } else { -end }]));
    }
    if board.count == 1 {
        all.push(vec![start]);
        return all;
    }
    let later: Vec<i32> = sides.iter().filter_map(|&side| board.later(cell, side)).collect();
    // It has one neighbour on the path, or two if it is neither the start nor the end.
    all.push(vec![-start, -end]);
    all.push(used.to_vec());
    for a in 0..used.len() {
        all.push([&[start, end], &used[..a], &used[a + 1..]].concat());
        for b in 0..a {
            all.push(vec![-start, -used[a], -used[b]]);
            all.push(vec![-end, -used[a], -used[b]]);
            all.extend((0..b).map(|c| vec![-used[a], -used[b], -used[c]]));
            // Of these one comes before it and the other after it.
            all.push(vec![-used[a], -used[b], later[a], later[b]]);
            all.push(vec![-used[a], -used[b], -later[a], -later[b]]);
        }
        // All others come after the start and before the end.
        all.push(vec![-start, later[a]]);
        all.push(vec![-end, -later[a]]);
    }
    // On some side the path goes on, used and later, or it ends here; and likewise where it comes from.
    for mask in 0..1_usize << used.len() {
        for (sign, end) in [(1, end), (-1, start)] {
            let on = (0..used.len()).map(|a| if mask >> a & 1 == 1 { used[a] } else { sign * later[a] });
            all.push(on.chain([end]).collect());
        }
    }
    // Coil: who comes from one side and neither goes straight on nor ends here has been ahead before.
    for a in (0..used.len()).filter(|_| board.rules == Rules::Coil) {
        for b in (0..used.len()).filter(|&b| b != a && sides[a] % 2 == sides[b] % 2) {
            all.push(vec![-used[a], later[a], used[b], end, -later[b]]);
        }
    }
    all
}

/// Each tile is on one path between two terminals of a colour; with blanks it may be on none.
fn connect(board: &Board, cell: usize, sides: &[usize], used: &[i32]) -> Vec<Vec<i32>> {
    let colours: Vec<i32> = (0..board.colours).map(|colour| board.has_colour(cell, colour)).collect();
    let (corner, mut all) = (board.corner(cell), Vec::new());
    // How many sides are used: one at a terminal, two elsewhere, or none if it may be blank.
    if !board.may_be_blank(cell) {
        all.push(used.to_vec());
        all.push(colours.clone());
    }
    for a in 0..used.len() {
        let others = [&used[..a], &used[a + 1..]].concat();
        if board.may_be_blank(cell) {
            all.push([&[-used[a]], &others[..]].concat());
            all.push([&[-used[a]], &colours[..]].concat());
        } else if !board.terminal[cell] {
            all.push(others);
        }
        for b in 0..a {
            if board.terminal[cell] {
                all.push(vec![-used[a], -used[b]]);
            }
            all.extend((0..b).map(|c| vec![-used[a], -used[b], -used[c]]));
            if sides[a] % 2 != sides[b] % 2 {
                all.push(vec![-used[a], -used[b], corner]);
            }
        }
    }
    // It is a corner only if a side of both axes is used.
    for axis in 0..2 {
        let along = (0..used.len()).filter(|&a| sides[a] % 2 == axis).map(|a| used[a]);
        all.push([-corner].into_iter().chain(along).collect());
    }
    // It has one colour at most, the one that the level gives it, and that of the tiles which it is joined with.
    all.extend(board.colour[cell].map(|colour| vec![colours[colour]]));
    let no_touch = matches!(board.rules, Rules::Connect { no_touch: true, .. });
    for (a, &one) in colours.iter().enumerate() {
        all.extend(colours[..a].iter().map(|&other| vec![-one, -other]));
        for side in 0..4 {
            let Some(near) = board.near(cell, side).filter(|&near| board.free[near]) else { continue };
            let (there, used) = (board.has_colour(near, a), board.used(cell, side));
            all.extend(used.map(|used| vec![-used, -one, there]));
            // No path touches itself: neighbours of one colour are joined.
            if no_touch && side < 2 {
                all.push([-one, -there].into_iter().chain(used).collect());
            }
        }
    }
    all
}

/// The cells of each path, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer(pub Vec<Vec<usize>>);

impl Answer {
    /// Reads an answer, a start and steps for each path, `0,0 RRD 3,1 LL`, and judges it.
    pub(crate) fn read(board: &Board, words: &[&str]) -> Result<Self, String> {
        let mut paths: Vec<Vec<usize>> = Vec::new();
        for word in words {
            if word.contains(',') {
                paths.push(vec![board.cell(word)?]);
                continue;
            }
            let path = paths.last_mut().ok_or("a path begins with a cell")?;
            for letter in word.bytes() {
                let (side, last) = (SIDES.iter().position(|&side| side == letter), path[path.len() - 1]);
                path.push(side.and_then(|side| board.next(last, side)).ok_or("a step is none, or blocked")?);
            }
        }
        let answer = Self(paths);
        ensure(answer.is_right(board), "this is no answer").map(|()| answer)
    }

    /// Whether no cell is visited twice, the numbers are met in their order, and the clauses of all cells are true.
    fn is_right(&self, board: &Board) -> bool {
        let all = self.0.concat();
        let when: HashMap<usize, usize> = all.iter().copied().zip(1..).collect();
        let used: HashSet<i32> = self.0.iter().flat_map(|path| sides(board, path)).collect();
        let (mut facts, mut corners) = (used.clone(), 0);
        for path in &self.0 {
            if board.is_path() {
                facts.extend([board.end(path[0], 0), board.end(path[path.len() - 1], 1)]);
            }
            for &cell in path {
                facts.extend(board.colour[path[0]].map(|colour| board.has_colour(cell, colour)));
                let goes = |&side: &usize| board.used(cell, side).is_some_and(|side| used.contains(&side));
                let axes: HashSet<usize> = (0..4).filter(goes).map(|side| side % 2).collect();
                let is_corner = !board.is_path() && axes.len() == 2;
                facts.extend(is_corner.then(|| board.corner(cell)));
                corners += usize::from(is_corner);
                for side in 0..2 {
                    let near = board.next(cell, side).filter(|near| when.get(near) > when.get(&cell));
                    facts.extend(near.and_then(|_| board.later(cell, side)));
                }
            }
        }
        let numbered = (0..all.len()).map(|at| board.number[all[at]]).filter(|&number| number > 0);
        let is_true = |clause: &Vec<i32>| clause.iter().any(|&l| facts.contains(&l.abs()) == (l > 0));
        let fits = match board.rules {
            Rules::Connect { turns, .. } => turns.is_none_or(|turns| corners + board.colours <= turns),
            _ => all.len() == board.count && numbered.is_sorted(),
        } && self.0.len() == if board.is_path() { 1 } else { board.colours };
        let mut free = (0..board.free.len()).filter(|&cell| board.free[cell]);
        fits && when.len() == all.len() && free.all(|cell| of_cell(board, cell).iter().all(is_true))
    }

    /// `other K`: every other answer lacks a side that this one uses, or starts elsewhere. With all of them its
    /// paths would be the same, and whatever else it used would be loops.
    pub fn other(&self, board: &Board) -> Vec<i32> {
        let starts = self.0.iter().filter(|_| board.is_path()).map(|path| -board.end(path[0], 0));
        starts.chain(self.0.iter().flat_map(|path| sides(board, path)).map(|used| -used)).collect()
    }
}

/// The literals of the sides that a path crosses.
fn sides(board: &Board, path: &[usize]) -> Vec<i32> {
    let side = |pair: &[usize]| (0..4).find(|&side| board.next(pair[0], side) == Some(pair[1]));
    path.windows(2).filter_map(|pair| board.used(pair[0], side(pair)?)).collect()
}
