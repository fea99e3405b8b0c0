//! The JSON of public archives.
//!
//! It is an object with `grid_size`, rows before columns; `nodes`, the numbers as `{"id", "row",
//! "col"}`; and `walls`, pairs of neighbouring cells `[[row, column], [row, column]]`. Blocked
//! cells, which the archives do not have, are written as `blocked`, a list of `[row, column]`.
//! Other fields are ignored. Everything counts from 0.

use serde_json::{Map, Value, json};

use crate::format::{flaw, utf8};
use crate::trail::board::{Parts, Side};
use crate::trail::{Board, flaws};
use crate::{Error, Grid, Place};

pub(super) fn is_json(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let has = |word: &[u8]| text.windows(word.len()).any(|part| part == word);
    text.starts_with(b"{") && has(b"\"grid_size\"") && has(b"\"nodes\"")
}

pub(super) fn read(text: &[u8]) -> Result<Board, Error> {
    let value: Value = serde_json::from_str(utf8(text)?).map_err(|error| {
        let place = Place::column(error.line().max(1), error.column().max(1));
        flaw(place, "this is no JSON")
    })?;
    let bad = |what: String| Error::bad_input(what, None);
    let board = value.as_object();
    let board = board.ok_or_else(|| bad("the board is no object".to_owned()))?;
    let (height, width) = board
        .get("grid_size")
        .and_then(pair)
        .ok_or_else(|| bad("grid_size: this is no pair of rows and columns".to_owned()))?;
    if !Grid::is_size(width, height) {
        let what = format!("grid_size: a board of {width}x{height} is not supported");
        return Err(bad(what));
    }
    let inside =
        |(row, column): (usize, usize)| (row < height && column < width).then_some((column, row));
    let mut numbers = Vec::new();
    let nodes = list(board, "nodes");
    for (index, node) in nodes
        .ok_or_else(|| bad("nodes: this is no list".to_owned()))?
        .iter()
        .enumerate()
    {
        let field = |name: &str| node.get(name).and_then(whole);
        let position = field("row").zip(field("col")).and_then(inside);
        let node = field("id").zip(position);
        numbers.push(node.ok_or_else(|| {
            bad(format!(
                "nodes[{index}]: this is no id with a row and a col on the board"
            ))
        })?);
    }
    let mut parts = Parts {
        width,
        height,
        ..Parts::default()
    };
    for (index, wall) in list(board, "walls").into_iter().flatten().enumerate() {
        let cells = || {
            let [one, two] = wall.as_array()?.as_slice() else {
                return None;
            };
            between(inside(pair(one)?)?, inside(pair(two)?)?)
        };
        let wall = cells();
        parts.walls.push(wall.ok_or_else(|| {
            bad(format!(
                "walls[{index}]: this is no pair of neighbouring cells"
            ))
        })?);
    }
    for (index, cell) in list(board, "blocked").into_iter().flatten().enumerate() {
        let cell = pair(cell).and_then(inside);
        let cell = cell.filter(|at| !numbers.iter().any(|(_, number)| number == at));
        parts.blocked.push(cell.ok_or_else(|| {
            bad(format!(
                "blocked[{index}]: this is no cell of the board without a number"
            ))
        })?);
    }
    if let Some(index) = (1..numbers.len()).find(|&index| {
        numbers[..index]
            .iter()
            .any(|(_, at)| *at == numbers[index].1)
    }) {
        return Err(bad(format!(
            "nodes[{index}]: its cell has a number already"
        )));
    }
    parts.numbers = flaws::in_order(numbers).map_err(|(what, position)| match position {
        Some((x, y)) => bad(format!("nodes, row {y}, col {x}: {what}")),
        None => bad(format!("nodes: {what}")),
    })?;
    Ok(Board::new(&parts))
}

fn list<'a>(board: &'a Map<String, Value>, name: &str) -> Option<&'a Vec<Value>> {
    board.get(name)?.as_array()
}

fn whole(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

fn pair(value: &Value) -> Option<(usize, usize)> {
    match value.as_array()?.as_slice() {
        [one, two] => whole(one).zip(whole(two)),
        _ => None,
    }
}

/// The wall between two neighbours, by the first of them in reading order.
fn between(one: (usize, usize), two: (usize, usize)) -> Option<(usize, usize, Side)> {
    let (first, second) = if (one.1, one.0) <= (two.1, two.0) {
        (one, two)
    } else {
        (two, one)
    };
    match (second.0.checked_sub(first.0)?, second.1 - first.1) {
        (1, 0) => Some((first.0, first.1, Side::Right)),
        (0, 1) => Some((first.0, first.1, Side::Below)),
        _ => None,
    }
}

pub(super) fn write(board: &Board) -> Vec<u8> {
    let parts = board.parts();
    let nodes = (1..).zip(&parts.numbers);
    let nodes = nodes.map(|(id, &(x, y)): (usize, _)| json!({"id": id, "row": y, "col": x}));
    let walls = parts.walls.iter().map(|&(x, y, side)| match side {
        Side::Right => json!([[y, x], [y, x + 1]]),
        Side::Below => json!([[y, x], [y + 1, x]]),
    });
    let mut written = json!({
        "grid_size": [parts.height, parts.width],
        "nodes": nodes.collect::<Vec<Value>>(),
        "walls": walls.collect::<Vec<Value>>(),
    });
    if !parts.blocked.is_empty() {
        let blocked = parts.blocked.iter().map(|&(x, y)| json!([y, x]));
        written["blocked"] = blocked.collect();
    }
    (written.to_string() + "\n").into_bytes()
}
