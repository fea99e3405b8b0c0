//! Edges that alone join two parts of what is left of a board.
//!
//! What is left are the cells that need more edges, the open edges between them, and strands both
//! of whose ends can continue. A colour whose ends are in two separate parts cannot be joined.
//! Where a single open edge joins two parts, a path that takes it does not come back: the edge is
//! used if a colour has an end on each side, and unused if none has; two colours cannot both use
//! it. One search through the board finds all such edges, by the lowest place that each part leads
//! back to.

use super::state::{Clash, State};

/// What a cut says.
pub struct Cut {
    pub edge: usize,
    /// The colour that must go over it; none if no path can.
    pub colour: Option<usize>,
}

/// The first cut that says something new; a clash if there is no solution.
pub fn find(state: &State) -> Result<Option<Cut>, Clash> {
    let search = Search::new(state);
    let colours = 0..state.board.colours().len();
    let ends: Vec<(usize, [usize; 2])> = colours
        .filter_map(|colour| Some((colour, state.free_ends(colour)?)))
        .collect();
    for &(colour, [one, two]) in &ends {
        if search.part[one] != search.part[two] {
            return Err(Clash::Apart(colour));
        }
    }
    let mut first = None;
    for &(edge, below) in &search.bridges {
        let inside = |cell: usize| {
            let place = search.entered[cell];
            (search.entered[below]..search.left[below]).contains(&place)
        };
        let mut across = ends
            .iter()
            .filter(|&&(_, [one, two])| inside(one) != inside(two))
            .map(|&(colour, _)| colour);
        let colour = across.next();
        if let Some(second) = across.next() {
            return Err(Clash::Apart(second));
        }
        // An edge that must be used is more useful to the player.
        if first.is_none() || colour.is_some() {
            first = Some(Cut { edge, colour });
        }
        if colour.is_some() {
            break;
        }
    }
    Ok(first)
}

const NONE: usize = usize::MAX;

/// A search in depth through what is left.
struct Search {
    /// When a cell was entered, and when its part of the tree was left; [`NONE`] for cells that are
    /// complete.
    entered: Vec<usize>,
    left: Vec<usize>,
    /// The part of the board that a cell is in.
    part: Vec<usize>,
    /// Open edges that alone join two parts, with the cell below them in the tree.
    bridges: Vec<(usize, usize)>,
}

/// A way from a cell: over an open edge, or along a strand.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Way {
    edge: Option<usize>,
    to: usize,
}

impl Search {
    fn new(state: &State) -> Self {
        let cells = state.board.cell_count();
        let mut search = Self {
            entered: vec![NONE; cells],
            left: vec![NONE; cells],
            part: vec![NONE; cells],
            bridges: Vec::new(),
        };
        let mut lowest = vec![NONE; cells];
        let mut clock = 0;
        for root in 0..cells {
            if search.entered[root] != NONE || state.need(root) == 0 {
                continue;
            }
            // A cell, the way that led to it, its ways, and how many of them were tried.
            let mut stack = vec![(root, None::<Way>, ways(state, root), 0)];
            (search.entered[root], lowest[root], search.part[root]) = (clock, clock, root);
            clock += 1;
            while let Some((cell, came, ways_on, next)) = stack.last_mut() {
                let cell = *cell;
                if let Some(&way) = ways_on.get(*next) {
                    *next += 1;
                    if search.entered[way.to] == NONE {
                        (search.entered[way.to], lowest[way.to]) = (clock, clock);
                        search.part[way.to] = root;
                        clock += 1;
                        stack.push((
                            way.to,
                            Some(Way { to: cell, ..way }),
                            ways(state, way.to),
                            0,
                        ));
                    } else if Some(way) != *came {
                        lowest[cell] = lowest[cell].min(search.entered[way.to]);
                    }
                    continue;
                }
                search.left[cell] = clock;
                let came = *came;
                stack.pop();
                if let Some(Way { edge, to: above }) = came {
                    lowest[above] = lowest[above].min(lowest[cell]);
                    if let Some(edge) = edge
                        && lowest[cell] > search.entered[above]
                    {
                        search.bridges.push((edge, cell));
                    }
                }
            }
        }
        search
    }
}

/// The ways on from a cell.
fn ways(state: &State, cell: usize) -> Vec<Way> {
    let open = state.open_at(cell).map(|(edge, to)| Way {
        edge: Some(edge),
        to,
    });
    let end = state.other_end(cell);
    let strand = (end != cell && state.need(end) > 0).then_some(Way {
        edge: None,
        to: end,
    });
    open.filter(|way| state.need(way.to) > 0)
        .chain(strand)
        .collect()
}
