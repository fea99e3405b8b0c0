//! What clauses about single cells do not tell: no cell comes before itself, and all cells hang together.

use crate::prover::{Prover, cycle_line};

/// Cells that paths join, as far as they are known: a stretch.
struct Stretches {
    /// The stretch of each cell.
    of: Vec<u32>,
    /// The cells of each, with the cell before in the way that they were found, and the side to it.
    cells: Vec<Vec<u32>>,
    came: Vec<Option<(u32, usize)>>,
}

impl Prover<'_> {
    /// A clause that the board justifies and that fails as things stand, with its line.
    pub(crate) fn failing(&mut self) -> Option<(Vec<i32>, String)> {
        self.failing_ends().or_else(|| self.failing_cut()).or_else(|| self.failing_cycle())
    }

    fn near(&self, slot: u32, side: usize) -> Option<u32> {
        let near = self.board.next(self.cells[slot as usize], side)?;
        self.slots.get(&near).copied()
    }

    /// Two starts, or two ends, or ends whose colours do not match.
    fn failing_ends(&mut self) -> Option<(Vec<i32>, String)> {
        if !self.board.is_path() || self.board.count < 2 {
            return None;
        }
        let mut ends: [Option<usize>; 2] = [None; 2];
        let mut failing = None;
        for slot in 0..self.cells.len() {
            let cell = self.cells[slot];
            for (which, known) in ends.iter_mut().enumerate() {
                let literal = self.board.end(cell, which);
                let lit = self.lit(literal);
                if self.value(lit) != 1 {
                    continue;
                }
                if let Some(other) = *known {
                    failing = Some([-literal, -self.board.end(other, which)]);
                }
                *known = Some(cell);
            }
        }
        if let ([Some(start), Some(end)], None) = (ends, failing) {
            let even = self.board.count.is_multiple_of(2);
            if even && self.board.is_white(start) == self.board.is_white(end) {
                failing = Some([-self.board.end(start, 0), -self.board.end(end, 1)]);
            }
        }
        failing.map(|[one, other]| (vec![one, other], format!("ends {one} {other} 0")))
    }

    /// Cells that nothing joins with the others any more.
    fn failing_cut(&mut self) -> Option<(Vec<i32>, String)> {
        let mut seen = vec![false; self.cells.len()];
        for start in 0..self.cells.len() as u32 {
            if seen[start as usize] {
                continue;
            }
            let (mut part, mut leaves, mut next) = (vec![start], false, 0);
            seen[start as usize] = true;
            while let Some(&slot) = part.get(next) {
                next += 1;
                for side in 0..4 {
                    let used = self.sides[slot as usize].used[side];
                    if used == Self::NO_LIT || self.value(used) == -1 {
                        continue;
                    }
                    match self.near(slot, side) {
                        None => leaves = true,
                        Some(near) if !seen[near as usize] => {
                            seen[near as usize] = true;
                            part.push(near);
                        }
                        Some(_) => {}
                    }
                }
            }
            if leaves || part.len() == self.board.count || !self.must_leave(&part) {
                continue;
            }
            let mut clause = Vec::new();
            let mut inside = vec![false; self.cells.len()];
            for &slot in &part {
                inside[slot as usize] = true;
            }
            for &slot in &part {
                for side in 0..4 {
                    let out = self.near(slot, side).is_none_or(|near| !inside[near as usize]);
                    let used = self.board.used(self.cells[slot as usize], side);
                    clause.extend(used.filter(|_| out));
                }
            }
            let cell = self.cells[start as usize];
            let literals: String =
                clause.iter().flat_map(|literal| [literal.to_string(), " ".to_owned()]).collect();
            let line = format!("cut {literals}0 {},{}", cell % self.board.width, cell / self.board.width);
            return Some((clause, line));
        }
        None
    }

    /// Whether some path must leave these cells.
    fn must_leave(&self, part: &[u32]) -> bool {
        if self.board.is_path() {
            return true;
        }
        let cells: Vec<usize> = part.iter().map(|&slot| self.cells[slot as usize]).collect();
        let has_end = cells.iter().any(|&cell| self.board.terminal[cell]);
        let needs = cells.iter().any(|&cell| !self.board.may_be_blank(cell));
        let here: Vec<usize> = cells.iter().filter_map(|&cell| self.board.colour[cell]).collect();
        let elsewhere = (0..self.board.free.len()).filter(|cell| !cells.contains(cell));
        needs && !has_end
            || elsewhere.filter_map(|cell| self.board.colour[cell]).any(|colour| here.contains(&colour))
    }

    fn stretches(&self) -> Result<Stretches, Vec<(u32, usize)>> {
        let count = self.cells.len();
        let mut all = Stretches { of: vec![u32::MAX; count], cells: Vec::new(), came: vec![None; count] };
        for start in 0..count as u32 {
            if all.of[start as usize] != u32::MAX {
                continue;
            }
            let number = all.cells.len() as u32;
            let (mut cells, mut next) = (vec![start], 0);
            all.of[start as usize] = number;
            while let Some(&slot) = cells.get(next) {
                next += 1;
                for side in 0..4 {
                    let used = self.sides[slot as usize].used[side];
                    if used == Self::NO_LIT || self.value(used) != 1 {
                        continue;
                    }
                    let Some(near) = self.near(slot, side) else { continue };
                    if all.came[slot as usize] == Some((near, (side + 2) % 4)) {
                        continue;
                    }
                    if all.of[near as usize] == number {
                        // A loop: from here back to where both came from, and to the other.
                        let way = all.between(near, slot);
                        let mut ring: Vec<(u32, usize)> = way;
                        ring.push((slot, side));
                        return Err(ring);
                    }
                    all.of[near as usize] = number;
                    all.came[near as usize] = Some((slot, side));
                    cells.push(near);
                }
            }
            all.cells.push(cells);
        }
        Ok(all)
    }

    /// Stretches that come before themselves, or a loop.
    fn failing_cycle(&mut self) -> Option<(Vec<i32>, String)> {
        let stretches = match self.stretches() {
            Ok(stretches) => stretches,
            Err(ring) => {
                let steps: Vec<(usize, bool)> = ring.iter().map(|&(_, side)| (side, true)).collect();
                return Some(cycle_line(self.board, self.cells[ring[0].0 as usize], &steps));
            }
        };
        if !self.board.is_path() {
            return None;
        }
        if let Some(found) = self.against_itself(&stretches) {
            return Some(found);
        }
        let on_cycle = self.on_cycle(&stretches)?;
        // The shortest way round from there.
        let count = stretches.cells.len();
        let mut came: Vec<Option<(u32, usize)>> = vec![None; count];
        let (mut queue, mut next) = (vec![on_cycle], 0);
        let last = 'found: loop {
            let number = queue[next];
            next += 1;
            for &slot in &stretches.cells[number as usize] {
                for side in 0..4 {
                    let Some(to) = self.strictly_later(&stretches, slot, side) else { continue };
                    let to = stretches.of[to as usize];
                    if to == on_cycle {
                        break 'found (slot, side);
                    }
                    if came[to as usize].is_none() {
                        came[to as usize] = Some((slot, side));
                        queue.push(to);
                    }
                }
            }
        };
        let mut jumps = vec![last];
        while stretches.of[jumps[jumps.len() - 1].0 as usize] != on_cycle {
            let number = stretches.of[jumps[jumps.len() - 1].0 as usize];
            jumps.push(came[number as usize]?);
        }
        jumps.reverse();
        let mut steps = Vec::new();
        let first = jumps[0].0;
        for (at, &(slot, side)) in jumps.iter().enumerate() {
            steps.push((side, false));
            let arrived = self.near(slot, side)?;
            let leaves = jumps[(at + 1) % jumps.len()].0;
            steps.extend(stretches.between(arrived, leaves).into_iter().map(|(_, side)| (side, true)));
        }
        Some(cycle_line(self.board, self.cells[first as usize], &steps))
    }

    /// A cell that comes before another of its stretch, which is gone the other way.
    fn against_itself(&self, stretches: &Stretches) -> Option<(Vec<i32>, String)> {
        for slot in 0..self.cells.len() as u32 {
            for side in 0..4 {
                let sides = self.sides[slot as usize];
                if self.value(sides.later[side]) != 1 || self.value(sides.used[side]) == 1 {
                    continue;
                }
                let Some(near) = self.near(slot, side) else { continue };
                if stretches.of[near as usize] != stretches.of[slot as usize] {
                    continue;
                }
                let way = stretches.between(near, slot);
                let goes =
                    |&(from, side): &(u32, usize)| self.value(self.sides[from as usize].later[side]) == 1;
                if let Some(at) = way.iter().position(goes) {
                    let along = way.iter().enumerate().map(|(index, &(_, side))| (side, index != at));
                    let steps: Vec<(usize, bool)> = [(side, false)].into_iter().chain(along).collect();
                    return Some(cycle_line(self.board, self.cells[slot as usize], &steps));
                }
            }
        }
        None
    }

    /// The cell on a side, if it is known to come later and is of another stretch.
    fn strictly_later(&self, stretches: &Stretches, slot: u32, side: usize) -> Option<u32> {
        if self.value(self.sides[slot as usize].later[side]) != 1 {
            return None;
        }
        let near = self.near(slot, side)?;
        (stretches.of[near as usize] != stretches.of[slot as usize]).then_some(near)
    }

    /// A stretch that comes before itself.
    fn on_cycle(&self, stretches: &Stretches) -> Option<u32> {
        // How many come directly before each: those that nothing comes before are taken away, one by one.
        let count = stretches.cells.len();
        let mut before = vec![0_u32; count];
        let all = 0..self.cells.len() as u32;
        let jumps = |slot: u32| (0..4).filter_map(move |side| self.strictly_later(stretches, slot, side));
        for slot in all {
            for to in jumps(slot) {
                before[stretches.of[to as usize] as usize] += 1;
            }
        }
        let mut first: Vec<u32> = (0..count as u32).filter(|&number| before[number as usize] == 0).collect();
        let mut next = 0;
        while let Some(&number) = first.get(next) {
            next += 1;
            for &slot in &stretches.cells[number as usize] {
                for to in jumps(slot) {
                    let to = stretches.of[to as usize];
                    before[to as usize] -= 1;
                    if before[to as usize] == 0 {
                        first.push(to);
                    }
                }
            }
        }
        let mut number = (0..count as u32).find(|&number| before[number as usize] > 0)?;
        // It may only come after a cycle: go back until one comes again.
        let mut predecessor = vec![u32::MAX; count];
        for slot in 0..self.cells.len() as u32 {
            let from = stretches.of[slot as usize];
            if before[from as usize] > 0 {
                for to in jumps(slot) {
                    predecessor[stretches.of[to as usize] as usize] = from;
                }
            }
        }
        for _ in 0..count {
            number = predecessor[number as usize];
        }
        Some(number)
    }
}

impl Stretches {
    /// The steps from a cell to another of the same stretch: the cell that is left, and the side.
    fn between(&self, from: u32, to: u32) -> Vec<(u32, usize)> {
        let up = |mut slot: u32| {
            let mut way = vec![slot];
            while let Some((before, _)) = self.came[slot as usize] {
                way.push(before);
                slot = before;
            }
            way
        };
        let (mut a, mut b) = (up(from), up(to));
        while a.len() > 1 && b.len() > 1 && a[a.len() - 2] == b[b.len() - 2] {
            a.pop();
            b.pop();
        }
        // Both end with the cell where they part.
        let mut steps = Vec::new();
        for &slot in &a[..a.len() - 1] {
            let side = self.came[slot as usize].map_or(0, |(_, side)| (side + 2) % 4);
            steps.push((slot, side));
        }
        for &slot in b[..b.len() - 1].iter().rev() {
            if let Some((before, side)) = self.came[slot as usize] {
                steps.push((before, side));
            }
        }
        steps
    }
}
