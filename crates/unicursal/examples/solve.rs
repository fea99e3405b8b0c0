//! From the text of a level to an answer and a picture.
//!
//! `cargo run --release --example solve -- coil 'coil:40x30/original#spring' > spring.svg`

use unicursal::{Control, Error, LevelName, Outcome, SolveRequest};

fn main() -> Result<(), Error> {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "coil".to_owned());
    let Some(puzzle) = unicursal::puzzle(&name) else {
        return Err(Error::bad_request(format!("there is no puzzle '{name}'")));
    };
    let control = Control::new();
    let level = match words.next() {
        None => puzzle.parse(puzzle.about().example.as_bytes(), &control)?,
        Some(word) => match LevelName::read(puzzle.name(), &word)? {
            Some(id) => puzzle.make(&id, &control)?.level,
            None => puzzle.parse(word.as_bytes(), &control)?,
        },
    };
    match level.solve(&SolveRequest::default(), &control)?.outcome {
        Outcome::Solved(answer) => {
            eprint!("{answer}");
            println!("{}", level.draw(Some(answer.as_bytes()))?.to_svg());
        }
        Outcome::Unsolvable { proof } => eprintln!("no solution: {proof}"),
        Outcome::Unknown(unknown) => eprintln!("{unknown}"),
    }
    Ok(())
}
