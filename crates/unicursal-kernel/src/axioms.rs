//! What the rules say about each cell by itself, as clauses: lists of literals one of which is true.
//!
//! Every answer makes all of these clauses true. The other way round, paths that make them true are an answer: that is how
//! answers are judged.

use crate::Rules;
use crate::board::Board;

/// Tells the clauses of a free cell, always in the same order.
pub fn of_cell(board: &Board, cell: usize, tell: &mut dyn FnMut(&[i32])) {
    if board.is_path() {
        path(board, cell, tell);
    } else {
        connect(board, cell, tell);
    }
}

/// One clause of a cell, counted from 1.
pub fn nth(board: &Board, cell: usize, number: usize) -> Option<Vec<i32>> {
    let (mut count, mut found) = (0, None);
    of_cell(board, cell, &mut |clause| {
        count += 1;
        if count == number {
            found = Some(clause.to_vec());
        }
    });
    found
}

/// One path visits all cells. Each but the first has one before it, each but the last one after it.
fn path(board: &Board, cell: usize, tell: &mut dyn FnMut(&[i32])) {
    let [start, end] = [0, 1].map(|which| board.end(cell, which));
    for (known, end) in board.ends.into_iter().zip([start, end]) {
        if let Some(known) = known {
            tell(&[if known == cell { end } else { -end }]);
        }
    }
    if board.count == 1 {
        return tell(&[start]);
    }
    let sides: Vec<usize> = board.sides(cell).collect();
    let used: Vec<i32> = sides.iter().filter_map(|&side| board.used(cell, side)).collect();
    let later: Vec<i32> = sides.iter().filter_map(|&side| board.later(cell, side)).collect();
    let all = 0..sides.len();
    // It has one neighbour on the path, or two if it is neither the start nor the end.
    tell(&[-start, -end]);
    tell(&used);
    for a in all.clone() {
        let others = all.clone().filter(|&b| b != a).map(|b| used[b]);
        tell(&[start, end].into_iter().chain(others).collect::<Vec<_>>());
        for b in 0..a {
            tell(&[-start, -used[a], -used[b]]);
            tell(&[-end, -used[a], -used[b]]);
            for c in 0..b {
                tell(&[-used[a], -used[b], -used[c]]);
            }
            // Of these one comes before it and the other after it.
            tell(&[-used[a], -used[b], later[a], later[b]]);
            tell(&[-used[a], -used[b], -later[a], -later[b]]);
        }
        // All others come after the start and before the end.
        tell(&[-start, later[a]]);
        tell(&[-end, -later[a]]);
    }
    // On some side the path goes on, used and later, or it ends here; and likewise where it comes from.
    for mask in 0..1_usize << sides.len() {
        let pick = |later: &[i32], sign: i32, end: i32| {
            let on = all.clone().map(|a| if mask >> a & 1 == 1 { used[a] } else { sign * later[a] });
            on.chain([end]).collect::<Vec<_>>()
        };
        tell(&pick(&later, 1, end));
        tell(&pick(&later, -1, start));
    }
    // Coil: who comes from one side and neither goes straight on nor ends here has been ahead before.
    if board.rules == Rules::Coil {
        for a in all.clone() {
            for b in all.clone().filter(|&b| sides[a] % 2 == sides[b] % 2 && a != b) {
                tell(&[-used[a], later[a], used[b], end, -later[b]]);
            }
        }
    }
}

/// Each tile is on one path between two terminals of a colour; with blanks it may be on none.
fn connect(board: &Board, cell: usize, tell: &mut dyn FnMut(&[i32])) {
    let Rules::Connect { no_touch, .. } = board.rules else {
        return;
    };
    let sides: Vec<usize> = board.sides(cell).collect();
    let used: Vec<i32> = sides.iter().filter_map(|&side| board.used(cell, side)).collect();
    let colours: Vec<i32> = (0..board.colours).map(|colour| board.has_colour(cell, colour)).collect();
    let (corner, all) = (board.corner(cell), 0..sides.len());
    // How many sides are used: one at a terminal, two elsewhere, or none if it may be blank.
    if !board.may_be_blank(cell) {
        tell(&used);
        tell(&colours);
    }
    for a in all.clone() {
        let others: Vec<i32> = all.clone().filter(|&b| b != a).map(|b| used[b]).collect();
        if board.may_be_blank(cell) {
            tell(&[&[-used[a]], &others[..]].concat());
            tell(&[&[-used[a]], &colours[..]].concat());
        } else if !board.terminal[cell] {
            tell(&others);
        }
        for b in 0..a {
            if board.terminal[cell] {
                tell(&[-used[a], -used[b]]);
            }
            for c in 0..b {
                tell(&[-used[a], -used[b], -used[c]]);
            }
            if sides[a] % 2 != sides[b] % 2 {
                tell(&[-used[a], -used[b], corner]);
            }
        }
    }
    // It is a corner only if a side of both axes is used.
    for axis in 0..2 {
        let along = all.clone().filter(|&a| sides[a] % 2 == axis).map(|a| used[a]);
        tell(&[-corner].into_iter().chain(along).collect::<Vec<_>>());
    }
    // It has one colour at most, the one that the level gives it, and that of the tiles which it is joined with.
    if let Some(colour) = board.colour[cell] {
        tell(&[colours[colour]]);
    }
    for (a, &one) in colours.iter().enumerate() {
        for &other in &colours[..a] {
            tell(&[-one, -other]);
        }
        for side in 0..4 {
            let Some(near) = board.near(cell, side).filter(|&near| board.free[near]) else {
                continue;
            };
            let there = board.has_colour(near, a);
            match board.used(cell, side) {
                Some(used) => tell(&[-used, -one, there]),
                None if no_touch && side < 2 => tell(&[-one, -there]),
                None => {}
            }
            if let Some(used) = board.used(cell, side).filter(|_| no_touch && side < 2) {
                tell(&[-one, -there, used]);
            }
        }
    }
}
