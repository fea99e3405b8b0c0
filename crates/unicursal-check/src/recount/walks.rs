//! Counts the solutions of Coil by trying every walk from every start.

use super::{GoOn, Sum};

/// How often the caller is asked.
const SLIDES_BETWEEN: u64 = 1 << 16;

/// How many walks visit every free cell; `None` if the caller wants to stop.
pub fn count(width: usize, mut free: Vec<bool>, go_on: GoOn) -> Option<Sum> {
    let mut found = Sum::default();
    let mut left = free.iter().filter(|&&free| free).count();
    let mut slides = 0_u64;
    for start in (0..free.len())
        .filter(|&at| free[at])
        .collect::<Vec<usize>>()
    {
        // For each slide: where it ended, the cells that it visited, and the direction to try next.
        let mut walk = vec![(start, vec![start], 0)];
        free[start] = false;
        left -= 1;
        while let Some((at, cells, way)) = walk.last_mut() {
            slides += 1;
            if slides.is_multiple_of(SLIDES_BETWEEN) && !go_on(0) {
                return None;
            }
            if left == 0 && *way == 0 {
                found.add(&Sum::one());
            }
            if left == 0 || *way == 4 {
                for &cell in &*cells {
                    free[cell] = true;
                }
                left += cells.len();
                walk.pop();
                continue;
            }
            let (from, side) = (*at, *way);
            *way += 1;
            let next = |&at: &usize| neighbour(width, free.len(), at, side).filter(|&at| free[at]);
            let slid: Vec<usize> = std::iter::successors(next(&from), next).collect();
            if let Some(&end) = slid.last() {
                for &cell in &slid {
                    free[cell] = false;
                }
                left -= slid.len();
                walk.push((end, slid, 0));
            }
        }
    }
    Some(found)
}

/// The cell to the right, below, to the left, above.
fn neighbour(width: usize, cells: usize, at: usize, side: usize) -> Option<usize> {
    match side {
        0 => Some(at + 1).filter(|next| !next.is_multiple_of(width)),
        1 => Some(at + width).filter(|&next| next < cells),
        2 => at.checked_sub(1).filter(|_| !at.is_multiple_of(width)),
        _ => at.checked_sub(width),
    }
}
