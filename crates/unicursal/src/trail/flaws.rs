//! What can be wrong with the numbers of a board, in whatever form it was written.

/// A cell by column and row.
type Position = (usize, usize);

/// The cells of the numbers in their order, if they are 1 to N, each once; or what is wrong, and at
/// which cell.
pub fn in_order(
    mut numbers: Vec<(usize, Position)>,
) -> Result<Vec<Position>, (String, Option<Position>)> {
    // If two are the same, the fault is at the one that was written later.
    numbers.sort_by_key(|&(number, _)| number);
    let Some(&(largest, at)) = numbers.last() else {
        return Err((
            "the board has no number: the path starts at 1".to_owned(),
            None,
        ));
    };
    for (index, &(number, position)) in numbers.iter().enumerate() {
        let wanted = index + 1;
        let flaw = match number {
            0 => "numbers begin with 1, not 0".to_owned(),
            number if number == wanted => continue,
            number if number < wanted => format!("a second {number}"),
            _ => {
                let flaw = format!("{largest} stands here, but there is no {wanted}");
                return Err((flaw, Some(at)));
            }
        };
        return Err((flaw, Some(position)));
    }
    Ok(numbers.into_iter().map(|(_, position)| position).collect())
}
