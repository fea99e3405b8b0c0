//! Draws what the engine knows about a Coil level after each stage, as pictures for `docs/coil.md`.
//!
//! ```console
//! cargo run --release -p unicursal --example coil_stages -- crates/unicursal/src/coil/example.txt docs
//! ```
//!
//! The first word is a level id or a level file, the second a directory for the pictures. In each,
//! a line joins two cells between which the path goes for certain: blue when also the direction is
//! known, orange when not. A grey line may still be used or not. No line: the path does not go
//! there. Cells that may be an end of the path are tinted.

use std::error::Error;
use std::path::Path;

use unicursal::coil::{Board, text};
use unicursal::internals::coil::RULES;
use unicursal::internals::coil::{EndsFirst, Query};
use unicursal::internals::coil::{Engine, Prober, Switches, blank_word};
use unicursal::internals::coil::{IN, OUT, UNUSED, USED, Word, role};
use unicursal::picture::{Colour, Fill, Line, Picture, Stroke};
use unicursal::{Control, Dir, LevelName};

const DIRECTED: Colour = Colour(33, 92, 173);
const USED_COLOUR: Colour = Colour(230, 126, 34);
const OPEN_COLOUR: Colour = Colour(216, 216, 210);
const END_TINT: Colour = Colour(255, 226, 138);

/// A name, the rules in force, the cells that may be ends, and whether to probe.
type Stage<'a> = (&'a str, Switches, MayEnd<'a>, bool);
type MayEnd<'a> = &'a dyn Fn(usize) -> bool;
type Fallible<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Fallible<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [level, directory] = &words[..] else {
        return Err("give a level id or file, and a directory".into());
    };
    let control = Control::new();
    let board = load(level, &control)?;
    let cores = cores(&board, &control);
    println!(
        "cores: {:?}",
        cores.iter().map(Vec::len).collect::<Vec<_>>()
    );
    let in_cores = |cell: usize| cores.iter().any(|core| core.contains(&cell));
    let anywhere = |_: usize| true;

    let cells_only = Switches {
        faces: false,
        loops: false,
        connectivity: false,
        ..Switches::default()
    };
    let all = Switches::default();
    let stages: [Stage; 4] = [
        ("1-ends-anywhere", all, &anywhere, true),
        ("2-cells", cells_only, &in_cores, false),
        ("3-rules", all, &in_cores, false),
        ("4-probes", all, &in_cores, true),
    ];
    for (name, switches, may_end, probing) in stages {
        let engine = deduce(&board, switches, may_end, probing)?;
        let (picture, decided) = draw(&board, &engine, may_end);
        let path = Path::new(directory).join(format!("coil-stage-{name}.svg"));
        std::fs::write(&path, picture.to_svg())?;
        println!("{}: {decided:.1}% of the edges decided", path.display());
    }
    Ok(())
}

fn load(word: &str, control: &Control) -> Fallible<Board> {
    let text = if word.starts_with("coil:") {
        let coil = unicursal::puzzle("coil").ok_or("Coil is missing")?;
        coil.make(&LevelName::Id(word.parse()?), control)?
            .level
            .text()
    } else {
        std::fs::read_to_string(word)?
    };
    Ok(text::parse_board(text.as_bytes())?)
}

/// Sets of cells with an end of the path in each.
fn cores(board: &Board, control: &Control) -> Vec<Vec<usize>> {
    let solver = EndsFirst::new(board, Switches::default(), Query::default());
    let found = solver.locate_cores(control).unwrap_or_default();
    found.cores.into_iter().map(|core| core.cells).collect()
}

/// Everything that the rules give for the whole board when only some cells may be ends.
fn deduce(board: &Board, switches: Switches, may_end: MayEnd, probing: bool) -> Fallible<Engine> {
    let rows = board.height() + 2;
    let mut engine = Engine::new(&RULES, switches);
    let mut sound = engine.load(board.stride(), rows, |x, y| {
        let cell = y * board.stride() + x;
        if !board.is_free(cell) {
            return (Word::WALL, role::MIDDLE);
        }
        let near = Dir::ALL.map(|dir| board.is_free(board.neighbour(cell, dir)));
        let roles = if may_end(cell) {
            role::ANY
        } else {
            role::MIDDLE
        };
        (blank_word(near), roles)
    });
    sound &= engine.propagate_all();
    if sound && probing {
        let cells: Vec<u32> = board.free_cells().map(|cell| cell as u32).collect();
        let mut prober = Prober::default();
        prober.reset(board.stride(), rows);
        sound = prober.run(&mut engine, &cells, &Control::new())?;
    }
    if sound {
        Ok(engine)
    } else {
        Err("the rules contradict each other here: choose a level with two cores".into())
    }
}

/// The picture of what an engine knows, and how many of the edges are decided, in percent.
fn draw(board: &Board, engine: &Engine, may_end: MayEnd) -> (Picture, f64) {
    let ends_matter = board.free_cells().any(|cell| !may_end(cell));
    let mut picture = Picture::new(board.width(), board.height(), |x, y| {
        let cell = board.cell(x, y);
        if !board.is_free(cell) {
            Fill::Wall
        } else if ends_matter && may_end(cell) {
            Fill::Tint(END_TINT)
        } else {
            Fill::Open
        }
    });
    let (mut edges, mut decided) = (0, 0);
    let mut lines: Vec<(usize, Line)> = Vec::new();
    for dir in 0..2 {
        for cell in board.free_cells() {
            let mask = engine.word(cell).towards(dir);
            edges += usize::from(mask != 0);
            decided += usize::from(mask != 0 && (mask & USED == 0 || mask & UNUSED == 0));
            let Some(look) = look(mask) else { continue };
            // One line for a whole run of edges that look alike, begun by its first edge.
            if self::look(engine.word(cell).towards(dir ^ 2)) == Some(look) {
                continue;
            }
            let mut last = cell;
            while self::look(engine.word(last).towards(dir)) == Some(look) {
                last = engine.neighbour(last, dir);
            }
            let corners = [cell, last].map(|cell| {
                let (x, y) = board.position(cell);
                (x as u32, y as u32)
            });
            let stroke = Stroke::Solid([OPEN_COLOUR, USED_COLOUR, DIRECTED][look]);
            let corners = corners.to_vec();
            lines.push((look, Line { corners, stroke }));
        }
    }
    lines.sort_by_key(|(look, _)| *look);
    picture.lines = lines.into_iter().map(|(_, line)| line).collect();
    (
        picture,
        100.0 * f64::from(decided as u32) / f64::from(edges.max(1) as u32),
    )
}

/// What an edge looks like: 0 open, 1 used, 2 used in a known direction; nothing if it is unused.
fn look(mask: u16) -> Option<usize> {
    match mask {
        OUT | IN => Some(2),
        USED => Some(1),
        mask if mask & USED != 0 => Some(0),
        _ => None,
    }
}
