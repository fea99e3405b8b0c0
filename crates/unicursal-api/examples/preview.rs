//! Writes the preview picture that other sites show for a link to the page: a level of Coil with
//! its answer, about 1.9 times as wide as high, as is usual for such pictures. `./site` puts it
//! beside the page.

use std::io::{self, Write};

use unicursal::{Control, Error, LevelName};

const LEVEL: &str = "coil:40x21/original#unicursal";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let control = Control::new();
    let puzzles = unicursal::puzzles().iter();
    let mut named = puzzles
        .filter_map(|puzzle| Some((puzzle, LevelName::read(puzzle.name(), LEVEL).transpose()?)));
    let (puzzle, name) = named.next().ok_or(Error::Unsupported("Coil"))?;
    let made = puzzle.make(&name?, &control)?;
    let answer = made.answer(&control)?;
    let drawn = made.level.draw(answer.as_deref().map(str::as_bytes))?;
    io::stdout().write_all(&drawn.to_png()?)?;
    Ok(())
}
