//! The native half of the Python package `unicursal`: levels as objects, work in a thread of its
//! own.
//!
//! The interface for users is written in Python, in the folder `unicursal`; here is only what must
//! be close to the library. Results have the JSON form of all front ends, converted to Python's own
//! types.

mod batch;
mod error;
mod game;
mod level;
mod pool;
mod value;
mod work;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use unicursal::{Control, GenerateRequest, LevelName, Puzzle, Sheet};

use level::NativeLevel;
use work::Limits;

/// The puzzle with this name.
fn puzzle(name: &str) -> PyResult<&'static dyn Puzzle> {
    unicursal::puzzle(name).ok_or_else(|| {
        error::raise(&unicursal::Error::bad_request(format!(
            "there is no puzzle '{name}'"
        )))
    })
}

/// Reads a level, in the form that is named or recognised.
#[pyfunction]
fn read(puzzle_name: &str, text: &[u8], format: Option<&str>) -> PyResult<NativeLevel> {
    let puzzle = puzzle(puzzle_name)?;
    let control = Control::new();
    let level = match format {
        Some(format) => puzzle.parse_as(format, text, &control),
        None => puzzle.parse(text, &control),
    };
    let level = level.map_err(|error| error::raise(&error))?;
    Ok(NativeLevel::new(level, None))
}

/// Reads a level of any puzzle.
#[pyfunction]
fn recognise(text: &[u8]) -> PyResult<(&'static str, NativeLevel)> {
    let read = unicursal::recognise(text, &Control::new());
    let mut read = read.map_err(|error| error::raise(&error))?;
    if read.len() > 1 {
        let titles: Vec<&str> = read
            .iter()
            .map(|(puzzle, _)| puzzle.about().title)
            .collect();
        let message = format!("this could be a level of {}", titles.join(" or "));
        return Err(error::raise(&unicursal::Error::bad_input(message, None)));
    }
    let (puzzle, level) = read.pop().ok_or_else(|| error::unexpected(&"no level"))?;
    Ok((puzzle.name(), NativeLevel::new(level, None)))
}

/// A level that was made before: its text, and the id that makes it again.
#[pyfunction]
fn restore(puzzle_name: &str, text: &[u8], id: Option<String>) -> PyResult<NativeLevel> {
    let level = puzzle(puzzle_name)?.parse_as(unicursal::OWN, text, &Control::new());
    let level = level.map_err(|error| error::raise(&error))?;
    Ok(NativeLevel::new(level, id))
}

/// Makes the level with this id, or of this number in the pack.
#[pyfunction]
fn make(py: Python<'_>, puzzle_name: &str, word: &str, limits: Limits) -> PyResult<NativeLevel> {
    let puzzle = puzzle(puzzle_name)?;
    let name = LevelName::read(puzzle_name, word).and_then(|name| {
        name.ok_or_else(|| {
            unicursal::Error::bad_request(format!(
                "'{word}' is not the id of a level of {puzzle_name}"
            ))
        })
    });
    let name = name.map_err(|error| error::raise(&error))?;
    let made = work::run(py, limits, move |control| puzzle.make(&name, control))?;
    Ok(NativeLevel::new(made.level, Some(made.id)))
}

/// Whether a word looks like the name of a level of this puzzle.
#[pyfunction]
fn is_name(puzzle_name: &str, word: &str) -> bool {
    LevelName::is_meant(puzzle_name, word)
}

/// Makes a new level.
#[pyfunction]
fn generate(
    py: Python<'_>,
    puzzle_name: &str,
    size: (usize, usize),
    seed: String,
    options: Vec<(String, String)>,
    limits: Limits,
) -> PyResult<NativeLevel> {
    let puzzle = puzzle(puzzle_name)?;
    let request = GenerateRequest {
        width: size.0,
        height: size.1,
        seed,
        options: level::options(options),
    };
    let made = work::run(py, limits, move |control| {
        puzzle.generate(&request, control)
    })?;
    Ok(NativeLevel::new(made.level, Some(made.id)))
}

/// The text of a level that is given cell by cell.
#[pyfunction]
fn print_sheet(puzzle_name: &str, sheet: &str) -> PyResult<String> {
    let sheet: Sheet = serde_json::from_str(sheet).map_err(|error| {
        let error = format!("bad sheet: {error}");
        error::raise(&unicursal::Error::bad_request(error))
    })?;
    let text = puzzle(puzzle_name)?.print_sheet(&sheet);
    text.map_err(|error| error::raise(&error))
}

/// Everything there is to know about a puzzle.
#[pyfunction]
fn about<'py>(py: Python<'py>, puzzle_name: &str) -> PyResult<Bound<'py, PyAny>> {
    let puzzle = puzzle(puzzle_name)?;
    let about = value::of(py, puzzle.about())?;
    let formats = PyList::empty(py);
    for format in puzzle.formats() {
        formats.append(value::of(py, &format)?)?;
    }
    about.cast::<PyDict>()?.set_item("formats", formats)?;
    Ok(about)
}

/// The names of all puzzles.
#[pyfunction]
fn puzzles() -> Vec<&'static str> {
    unicursal::puzzles()
        .iter()
        .map(|puzzle| puzzle.name())
        .collect()
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<NativeLevel>()?;
    module.add_class::<game::NativeGame>()?;
    module.add_class::<batch::Batch>()?;
    module.add_function(wrap_pyfunction!(recognise, module)?)?;
    module.add_function(wrap_pyfunction!(restore, module)?)?;
    module.add_function(wrap_pyfunction!(read, module)?)?;
    module.add_function(wrap_pyfunction!(make, module)?)?;
    module.add_function(wrap_pyfunction!(is_name, module)?)?;
    module.add_function(wrap_pyfunction!(generate, module)?)?;
    module.add_function(wrap_pyfunction!(print_sheet, module)?)?;
    module.add_function(wrap_pyfunction!(about, module)?)?;
    module.add_function(wrap_pyfunction!(puzzles, module)?)
}
