//! A summary of a whole walk: steps, cells seen, and how it ended.

use super::{Board, End, Rule, State, Walk, Why, compass};
use crate::{Control, Interruption};

/// Steps between two looks at the limits.
const PERIOD: usize = 1 << 16;

/// The figures of a walk. Gathering them needs a bit more than a byte for each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tour {
    /// Steps walked, including the one onto `E`.
    pub steps: usize,
    /// Different cells on which the walker stood, `S` and `E` included.
    pub cells_seen: usize,
    /// How it ended.
    pub end: End,
}

impl Tour {
    /// Walks to the end, showing each state to `visit`.
    pub fn of(
        board: &Board,
        rule: Rule,
        control: &Control,
        mut visit: impl FnMut(State),
    ) -> Result<Self, Interruption> {
        let mut seen = vec![false; board.cell_count()];
        let (mut steps, mut cells_seen) = (0, 0);
        let mut walk = Walk::new(board, rule);
        for state in walk.by_ref() {
            if steps % PERIOD == 0
                && let Some(why) = control.interruption()
            {
                return Err(why);
            }
            steps += 1;
            cells_seen += usize::from(!seen[state.at]);
            seen[state.at] = true;
            visit(state);
        }
        let end = walk.end().unwrap_or(End::Never(Why::NoPath));
        cells_seen += usize::from(end == End::Found);
        Ok(Self {
            steps,
            cells_seen,
            end,
        })
    }
}

impl Why {
    /// The argument in one line.
    pub fn proof(self, board: &Board, rule: Rule) -> String {
        match self {
            Self::Again(state) => {
                let (x, y) = board.position(state.at);
                let facing = compass(state.facing);
                let rule = rule.name();
                format!(
                    "the rule '{rule}' never reaches E: \
                     it is at {x},{y} facing {facing} again, and repeats itself for ever"
                )
            }
            Self::Exhausted => {
                "E cannot be reached: every way was walked there and back".to_owned()
            }
            Self::NoPath => "E cannot be reached: no path joins it with S".to_owned(),
        }
    }
}
