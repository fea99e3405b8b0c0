//! A front end of one page: it knows no puzzle, only what puzzles say of themselves.
//!
//! `cargo run --example front_end` lists them; `cargo run --example front_end -- connect` plays the
//! example of one by asking for hints until it is solved.

use unicursal::{Control, Error, Outcome};

fn main() -> Result<(), Error> {
    let Some(name) = std::env::args().nth(1) else {
        for about in unicursal::puzzles().iter().map(|puzzle| puzzle.about()) {
            println!("{} ({}): {}", about.name, about.title, about.summary);
            for tile in about.tiles {
                println!("    {:?}  {}", tile.symbol, tile.name);
            }
        }
        return Ok(());
    };
    let Some(puzzle) = unicursal::puzzle(&name) else {
        return Err(Error::bad_request(format!("there is no puzzle '{name}'")));
    };
    let control = Control::new();
    let level = puzzle.parse(puzzle.about().example.as_bytes(), &control)?;
    let mut so_far = String::new();
    loop {
        print!(
            "{}",
            level
                .draw(Some(so_far.as_bytes()).filter(|text| !text.is_empty()))?
                .to_text(false)
        );
        match level.hint(so_far.as_bytes(), &control)?.outcome {
            Outcome::Solved(hint) if hint.next.is_empty() => break,
            Outcome::Solved(hint) => {
                println!("{}", hint.next);
                so_far = hint.so_far;
            }
            Outcome::Unsolvable { proof } => {
                println!("no solution from here: {proof}");
                break;
            }
            Outcome::Unknown(unknown) => {
                println!("{unknown}");
                break;
            }
        }
    }
    Ok(())
}
