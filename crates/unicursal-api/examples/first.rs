//! Prints what the page without a server shows before the library has arrived as WebAssembly: what
//! is offered, and each puzzle's example and first levels. `./site` writes it into a file beside the page.

use std::time::Duration;

use serde_json::{Map, Value, json};
use unicursal::{Control, Ladder};
use unicursal_api::{Api, Ask, Reply};

/// This many levels of each ladder are available at once.
const LEVELS: usize = 3;

fn main() -> Result<(), String> {
    let api = Api {
        puzzles: unicursal::puzzles(),
        most_bytes: 32 << 20,
        most_cells: 2000 * 2000,
        time_limit: Duration::from_secs(600),
    };
    let mut levels = Map::new();
    for puzzle in api.puzzles {
        let (about, ladder) = (puzzle.about(), puzzle.about().ladder());
        let rungs = ladder.iter().flat_map(|Ladder { prefix, .. }| {
            (1..=LEVELS).map(move |number| format!("{prefix}{number}"))
        });
        for name in rungs.chain([about.example.to_owned()]) {
            let asked = json!({"puzzle": puzzle.name(), "level": name}).to_string();
            let ask = Ask::read("level", asked.as_bytes()).ok_or("there is no such question")?;
            let ask = ask.map_err(|refused| refused.json.to_string())?;
            if let Ask::Once(question) = ask
                && let Ok(Reply::Json(level)) = api.answer(&question, &Control::new())
            {
                levels.insert(name.trim().to_owned(), level);
            }
        }
    }
    println!(
        "{}",
        json!({"offer": api.about(), "levels": Value::Object(levels)})
    );
    Ok(())
}
