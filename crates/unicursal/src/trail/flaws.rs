//! What can be wrong with the numbers of a board, in whatever form it was written.

use thiserror::Error;

/// Why numbers are not 1 to N, each once.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NumberFlaw {
    /// There is none.
    #[error("the board has no number: the path starts at 1")]
    None,
    /// One stands twice.
    #[error("a second {0}")]
    Twice(usize),
    /// One is 0.
    #[error("numbers begin with 1, not 0")]
    Zero,
    /// One is missing below another.
    #[error("{largest} stands here, but there is no {missing}")]
    Missing {
        /// The smallest that is missing.
        missing: usize,
        /// The largest that is there.
        largest: usize,
    },
}

/// A cell by column and row.
type Position = (usize, usize);

/// The cells of the numbers in their order, if they are 1 to N, each once; or what is wrong, and at
/// which cell.
pub fn in_order(
    mut numbers: Vec<(usize, Position)>,
) -> Result<Vec<Position>, (NumberFlaw, Option<Position>)> {
    // If two are the same, the fault is at the one that was written later.
    numbers.sort_by_key(|&(number, _)| number);
    let Some(&(largest, at)) = numbers.last() else {
        return Err((NumberFlaw::None, None));
    };
    for (index, &(number, position)) in numbers.iter().enumerate() {
        let wanted = index + 1;
        let flaw = match number {
            0 => NumberFlaw::Zero,
            number if number == wanted => continue,
            number if number < wanted => NumberFlaw::Twice(number),
            _ => {
                let missing = wanted;
                return Err((NumberFlaw::Missing { missing, largest }, Some(at)));
            }
        };
        return Err((flaw, Some(position)));
    }
    Ok(numbers.into_iter().map(|(_, position)| position).collect())
}
