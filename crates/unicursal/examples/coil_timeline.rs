//! Draws who did how much when while Coil's default method solves levels: for `docs/coil.md`.
//!
//! ```console
//! cargo run --release -p unicursal --example coil_timeline -- docs/coil-timeline.svg \
//!     coil:100x100/original#1 coil:100x100/lanes#1
//! ```
//!
//! The first word is the picture, the others are level ids or level files, each with `@x,y` behind
//! it if that cell is to be changed. Each level has a row for each entry of the schedule; time runs
//! to the right, in ticks, from 0 to the end of the run. A dot says that something was handed on to
//! another entry.

use std::error::Error;
use std::fmt::Write;

use unicursal::coil::{Board, text};
use unicursal::internals::coil::Parts;
use unicursal::internals::coil::schedule::{ENTRIES, solve};
use unicursal::schedule::Ticks;
use unicursal::{Control, LevelName};

type Fallible<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Pixels: a row, what is left of the rows, the rows themselves, and between two levels.
const ROW: usize = 20;
const LEFT: usize = 90;
const WIDTH: usize = 640;
const GAP: usize = 26;
const COLOURS: [&str; ENTRIES.len()] = ["#e67e22", "#215cad", "#4a9c5d", "#8e44ad"];

/// Turns of one entry in a row.
struct Stretch {
    entry: usize,
    from: f64,
    to: f64,
    handed_on: String,
    outcome: String,
}

fn main() -> Fallible<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [picture, levels @ ..] = &words[..] else {
        return Err("give a file for the picture, and levels".into());
    };
    let mut body = String::new();
    let mut top = 0;
    for word in levels {
        let stretches = stretches(&load(word)?)?;
        top += GAP;
        draw(&mut body, top, word, &stretches)?;
        top += ENTRIES.len() * ROW;
    }
    let (width, height) = (LEFT + WIDTH + 10, top + 10);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
    );
    std::fs::write(picture, svg)?;
    Ok(())
}

/// A level, with one cell changed if a place is behind its name.
fn load(word: &str) -> Fallible<Board> {
    let (name, place) = word.split_once('@').unwrap_or((word, ""));
    let text = if name.starts_with("coil:") {
        let coil = unicursal::puzzle("coil").ok_or("Coil is missing")?;
        let made = coil.make(&LevelName::Id(name.parse()?), &Control::new())?;
        made.level.text()
    } else {
        std::fs::read_to_string(name)?
    };
    let board = text::parse_board(text.as_bytes())?;
    if place.is_empty() {
        return Ok(board);
    }
    let (x, y) = place.split_once(',').ok_or("a cell is X,Y")?;
    let changed: (usize, usize) = (x.parse()?, y.parse()?);
    Ok(Board::from_fn(board.width(), board.height(), |x, y| {
        board.is_free(board.cell(x, y)) != ((x, y) == changed)
    }))
}

/// Solves a level, and says who did how much when.
fn stretches(board: &Board) -> Fallible<Vec<Stretch>> {
    let parts = Parts {
        most: Ticks(2_000_000_000),
        ..Parts::default()
    };
    let solved = solve(board, 0, parts, &Control::new());
    let figures: serde_json::Value = serde_json::from_str(&solved.stats.to_string())?;
    let list = figures["timeline"]
        .as_array()
        .ok_or("this needs no turns")?;
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let stretches = list.iter().map(|stretch| Stretch {
        entry: (ENTRIES.iter().position(|&name| stretch["entry"] == name)).unwrap_or(0),
        from: stretch["from"].as_f64().unwrap_or(0.0),
        to: stretch["to"].as_f64().unwrap_or(0.0),
        handed_on: word(&stretch["handed_on"]),
        outcome: word(&stretch["outcome"]),
    });
    Ok(stretches.collect())
}

fn draw(svg: &mut String, top: usize, name: &str, stretches: &[Stretch]) -> Fallible<()> {
    let Some(last) = stretches.last() else {
        return Ok(());
    };
    let thousands = (last.to / 1e3).round();
    writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"{}\" font-weight=\"bold\">{name}</text>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{thousands} thousand ticks, {}</text>",
        top - 6,
        LEFT + WIDTH,
        top - 6,
        last.outcome
    )?;
    for (number, entry) in ENTRIES.iter().enumerate() {
        let y = top + number * ROW;
        writeln!(
            svg,
            "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{}\" fill=\"#f1f1ee\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{entry}</text>",
            ROW - 2,
            LEFT - 8,
            y + ROW - 7
        )?;
    }
    let place = |ticks: f64| LEFT as f64 + ticks / last.to * WIDTH as f64;
    for stretch in stretches {
        let (x, y) = (place(stretch.from), top + stretch.entry * ROW);
        let width = (place(stretch.to) - x).max(1.0);
        let colour = COLOURS[stretch.entry];
        writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{}\" fill=\"{colour}\"/>",
            ROW - 2
        )?;
        // Starts that are struck off are for the slides themselves.
        let mut things = stretch.handed_on.split(", ");
        if things.any(|thing| !thing.is_empty() && !thing.ends_with("struck off")) {
            writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{}\" r=\"4\" fill=\"#ffffff\" stroke=\"#343840\">\
                 <title>{}</title></circle>",
                place(stretch.to),
                y + ROW / 2 - 1,
                stretch.handed_on
            )?;
        }
    }
    Ok(())
}
