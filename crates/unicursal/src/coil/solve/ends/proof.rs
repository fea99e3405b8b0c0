//! What was proved, in words.

use super::state::State;

/// The proof that there is no answer wherever the ends are.
pub fn of_contradiction(state: &State, place: usize) -> String {
    let (x, y) = state.board.position(place);
    format!("no way: wherever its ends are, no path visits all cells around ({x}, {y})")
}

/// The proof that all places which the cores leave for the ends have been tried; or that there are
/// too many cores.
pub fn of_cores(state: &State) -> String {
    let places: Vec<String> = state
        .cores
        .iter()
        .map(|core| describe(state, core))
        .collect();
    match &places[..] {
        [] => "exhausted: the start was looked for in every part of the board".to_owned(),
        [core] => format!(
            "ends: the path must have an end in {core}; wherever the other may be, no path between \
             them visits every cell"
        ),
        [one, two] => format!(
            "ends: the path must have one end in {one} and one in {two}, and no path between them \
             visits every cell"
        ),
        many => format!(
            "ends: the path would need an end in each of {}",
            many.join(", ")
        ),
    }
}

fn describe(state: &State, core: &[usize]) -> String {
    let (x, y) = state.board.position(core[0]);
    match core.len() {
        1 => format!("the cell ({x}, {y})"),
        n => format!("{n} cells around ({x}, {y})"),
    }
}
