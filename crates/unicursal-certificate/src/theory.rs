//! What clauses about single cells do not tell: no cell comes before itself, and all cells are connected.

use unicursal_kernel::Rules;

use crate::prover::{Move, Prover, cycle_line};
use crate::words;

/// Cells that paths join, as far as they are known: a stretch.
struct Stretches {
    /// The stretch of each cell.
    of: Vec<u32>,
    /// The cells of all, one stretch after the other, and where each begins.
    cells: Vec<u32>,
    begins: Vec<u32>,
    /// The cell before in the way that they were found, and the side to it.
    came: Vec<Option<(u32, u8)>>,
}

impl Prover<'_> {
    /// A clause that the board justifies and that fails as things stand, with its line.
    pub(crate) fn failing(&mut self) -> Option<(Vec<i32>, String)> {
        let found = self.failing_ends().or_else(|| self.failing_turns());
        found.or_else(|| self.failing_cut()).or_else(|| self.failing_cycle())
    }

    /// More corners than the lines of the game permit.
    fn failing_turns(&mut self) -> Option<(Vec<i32>, String)> {
        let Rules::Connect { turns: Some(turns), .. } = self.board.rules else { return None };
        let most = (turns + 1).saturating_sub(self.board.colours);
        let mut clause = Vec::new();
        for slot in 0..self.cells.len() {
            let corner = self.board.corner(self.cells[slot]);
            let lit = self.lit(corner);
            if clause.len() < most && self.value(lit) == 1 {
                clause.push(-corner);
            }
        }
        let line = format!("turns {}0", words(&clause));
        (clause.len() == most).then_some((clause, line))
    }

    fn near(&self, slot: u32, side: usize) -> Option<u32> {
        Some(self.sides[slot as usize].near[side]).filter(|&near| near != Self::NO_LIT)
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
                if self.value(self.sides[slot].ends[which]) != 1 {
                    continue;
                }
                let literal = self.board.end(cell, which);
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
        self.failing_cuts(1).pop()
    }

    /// The same, for some parts of the board at once.
    pub(crate) fn failing_cuts(&mut self, most: usize) -> Vec<(Vec<i32>, String)> {
        let mut found: Vec<(Vec<i32>, String)> = Vec::new();
        let mut seen = vec![false; self.cells.len()];
        let mut part: Vec<u32> = Vec::with_capacity(self.cells.len());
        for start in 0..self.cells.len() as u32 {
            if seen[start as usize] {
                continue;
            }
            let (mut leaves, mut next) = (false, 0);
            part.clear();
            part.push(start);
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
            let mut clause: Vec<i32> = Vec::new();
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
            // Of two parts the sides around both are the same.
            if found.iter().all(|(other, _)| other.len() != clause.len() || *other != clause) {
                found.push((clause, line));
            }
            if found.len() == most {
                break;
            }
        }
        found
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
        let (cells, begins) = (Vec::with_capacity(count), Vec::with_capacity(count + 1));
        let mut all = Stretches { of: vec![u32::MAX; count], cells, begins, came: vec![None; count] };
        for start in 0..count as u32 {
            if all.of[start as usize] != u32::MAX {
                continue;
            }
            let (number, mut next) = (all.begins.len() as u32, all.cells.len());
            all.begins.push(next as u32);
            all.cells.push(start);
            all.of[start as usize] = number;
            while let Some(&slot) = all.cells.get(next) {
                next += 1;
                for side in 0..4 {
                    let used = self.sides[slot as usize].used[side];
                    if used == Self::NO_LIT || self.value(used) != 1 {
                        continue;
                    }
                    let Some(near) = self.near(slot, side) else { continue };
                    if all.came[slot as usize] == Some((near, (side as u8 + 2) % 4)) {
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
                    all.came[near as usize] = Some((slot, side as u8));
                    all.cells.push(near);
                }
            }
        }
        all.begins.push(all.cells.len() as u32);
        Ok(all)
    }

    /// Stretches that come before themselves, or a loop.
    fn failing_cycle(&mut self) -> Option<(Vec<i32>, String)> {
        let stretches = match self.stretches() {
            Ok(stretches) => stretches,
            Err(ring) => {
                let steps: Vec<Move> = ring.iter().map(|&(_, side)| Move::Used(side)).collect();
                return Some(cycle_line(self.board, self.cells[ring[0].0 as usize], &steps));
            }
        };
        if !self.board.is_path() {
            return None;
        }
        let found = self.against_itself(&stretches).or_else(|| self.against_numbers(&stretches));
        if found.is_some() {
            return found;
        }
        let on_cycle = self.on_cycle(&stretches)?;
        // The shortest way round from there.
        let count = stretches.count();
        let mut came: Vec<Option<(u32, usize)>> = vec![None; count];
        let (mut queue, mut next) = (vec![on_cycle], 0);
        let last = 'found: loop {
            let number = queue[next];
            next += 1;
            for &slot in stretches.cells(number) {
                for way in 0..5 {
                    let Some(to) = self.strictly_later(&stretches, slot, way) else { continue };
                    let to = stretches.of[to as usize];
                    if to == on_cycle {
                        break 'found (slot, way);
                    }
                    if came[to as usize].is_none() {
                        came[to as usize] = Some((slot, way));
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
        for (at, &(slot, way)) in jumps.iter().enumerate() {
            let arrived = self.strictly_later(&stretches, slot, way)?;
            steps.push(if way < 4 { Move::Later(way) } else { Move::Jump(self.cells[arrived as usize]) });
            let leaves = jumps[(at + 1) % jumps.len()].0;
            steps.extend(used(&stretches.between(arrived, leaves)));
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
                    let step =
                        |(index, &(_, side))| if index == at { Move::Later(side) } else { Move::Used(side) };
                    let along = way.iter().enumerate().map(step);
                    let steps: Vec<Move> = [Move::Later(side)].into_iter().chain(along).collect();
                    return Some(cycle_line(self.board, self.cells[slot as usize], &steps));
                }
            }
        }
        None
    }

    /// Numbers on a stretch that is gone against them, or that does not meet them in an order.
    fn against_numbers(&self, stretches: &Stretches) -> Option<(Vec<i32>, String)> {
        for (cell, next) in &self.next_number {
            let (Some(one), Some(other)) = (self.slot(*cell), self.slot(*next)) else { continue };
            if stretches.of[one as usize] != stretches.of[other as usize] {
                continue;
            }
            // Back from the larger number to the smaller one: no step may lead to what comes later.
            let back = stretches.between(other, one);
            let goes = |&(from, side): &(u32, usize)| self.value(self.sides[from as usize].later[side]) == 1;
            let mut steps = used(&back);
            if let Some(at) = back.iter().position(goes) {
                steps[at] = Move::Later(back[at].1);
                steps.insert(0, Move::Jump(*next));
                return Some(cycle_line(self.board, *cell, &steps));
            }
        }
        if self.next_number.is_empty() {
            return None;
        }
        for cells in (0..stretches.count() as u32).map(|number| stretches.cells(number)) {
            // The numbered cells in their order along the stretch.
            let mut ends = cells.iter().filter(|&&slot| {
                (0..4).filter(|&side| self.value(self.sides[slot as usize].used[side]) == 1).count() < 2
            });
            let Some(&end) = ends.next() else { continue };
            let last = ends.next_back().copied().unwrap_or(end);
            let mut met: Vec<u32> = stretches.between(end, last).iter().map(|&(slot, _)| slot).collect();
            met.push(last);
            met.retain(|&slot| self.board.number[self.cells[slot as usize]] > 0);
            for three in met.windows(3) {
                let mut sorted = [three[0], three[1], three[2]];
                sorted.sort_unstable_by_key(|&slot| self.board.number[self.cells[slot as usize]]);
                let [a, b, c] = sorted;
                if b == three[1] {
                    continue;
                }
                let mut steps = vec![Move::Jump(self.cells[c as usize])];
                steps.extend(used(&stretches.between(c, a)));
                steps.push(Move::Jump(self.cells[b as usize]));
                return Some(cycle_line(self.board, self.cells[b as usize], &steps));
            }
        }
        None
    }

    /// The cell on a side if it is known to come later, or (way 4) the one with the next number, and it is of another stretch.
    fn strictly_later(&self, stretches: &Stretches, slot: u32, way: usize) -> Option<u32> {
        let to = if way == 4 {
            self.slot(*self.next_number.get(&self.cells[slot as usize])?)?
        } else if self.value(self.sides[slot as usize].later[way]) == 1 {
            self.near(slot, way)?
        } else {
            return None;
        };
        (stretches.of[to as usize] != stretches.of[slot as usize]).then_some(to)
    }

    /// A stretch that comes before itself.
    fn on_cycle(&self, stretches: &Stretches) -> Option<u32> {
        // How many come directly before each: those that nothing comes before are taken away, one by one.
        let count = stretches.count();
        let mut before = vec![0_u32; count];
        let all = 0..self.cells.len() as u32;
        let ways = if self.next_number.is_empty() { 4 } else { 5 };
        let jumps = |slot: u32| (0..ways).filter_map(move |way| self.strictly_later(stretches, slot, way));
        for slot in all {
            for to in jumps(slot) {
                before[stretches.of[to as usize] as usize] += 1;
            }
        }
        let mut first: Vec<u32> = (0..count as u32).filter(|&number| before[number as usize] == 0).collect();
        let mut next = 0;
        while let Some(&number) = first.get(next) {
            next += 1;
            for &slot in stretches.cells(number) {
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

/// Steps along used sides.
fn used(steps: &[(u32, usize)]) -> Vec<Move> {
    steps.iter().map(|&(_, side)| Move::Used(side)).collect()
}

impl Stretches {
    fn count(&self) -> usize {
        self.begins.len() - 1
    }

    /// The cells of a stretch.
    fn cells(&self, number: u32) -> &[u32] {
        &self.cells[self.begins[number as usize] as usize..self.begins[number as usize + 1] as usize]
    }

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
            let side = self.came[slot as usize].map_or(0, |(_, side)| usize::from(side + 2) % 4);
            steps.push((slot, side));
        }
        for &slot in b[..b.len() - 1].iter().rev() {
            if let Some((before, side)) = self.came[slot as usize] {
                steps.push((before, usize::from(side)));
            }
        }
        steps
    }
}
