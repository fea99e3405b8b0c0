//! The studio's API for a worker of a browser: the same questions and answers as over HTTP.
//!
//! The worker writes a question's name and JSON into memory that it asked for with `reserve`, calls
//! `ask`, and reads the answer where `answer_at` and `answer_length` say. On the way, `tell`
//! receives progress. There is one thread; a solve is cancelled by ending the worker.
//!
//! On systems other than WebAssembly there is only the [`Service`], so that tests can use it.

use serde_json::{Value, json};
use unicursal::Control;
use unicursal_api::{Api, Ask, Refused, Reply};

#[cfg(target_family = "wasm")]
mod exports;

/// The most bytes of a level, the same as for the server.
const MOST_BYTES: usize = 32 << 20;
/// The most cells of a level: as many as fit into the memory of a worker.
const MOST_CELLS: usize = 2000 * 2000;
/// The longest time for a solve.
const TIME_LIMIT: std::time::Duration = std::time::Duration::from_secs(600);

/// Answers questions by their name.
pub struct Service(Api);

/// An answer: its status, and JSON, or a file with its kind.
pub struct Answer {
    /// The status, with the numbers of HTTP.
    pub status: u16,
    /// What kind of file it is.
    pub kind: &'static str,
    /// The bytes of it.
    pub bytes: Vec<u8>,
}

impl Default for Service {
    fn default() -> Self {
        Self(Api {
            puzzles: unicursal::puzzles(),
            most_bytes: MOST_BYTES,
            most_cells: MOST_CELLS,
            time_limit: TIME_LIMIT,
        })
    }
}

impl Service {
    /// Answers the question with this name. `tell` receives progress while a level is solved.
    pub fn ask(&self, name: &str, json: &[u8], tell: &(dyn Fn(&str, &Value) + Sync)) -> Answer {
        match self.reply(name, json, tell) {
            Ok(Reply::Json(json)) => Answer::json(200, &json),
            Ok(Reply::File(kind, bytes)) => Answer {
                status: 200,
                kind,
                bytes,
            },
            Err(refused) => Answer::json(refused.status, &refused.json),
        }
    }

    fn reply(
        &self,
        name: &str,
        json: &[u8],
        tell: &(dyn Fn(&str, &Value) + Sync),
    ) -> Result<Reply, Refused> {
        if name == "puzzles" {
            return Ok(Reply::Json(self.0.about()));
        }
        let ask = Ask::read(name, json)
            .unwrap_or_else(|| Err(Refused::new(404, format!("there is no question '{name}'"))))?;
        let control = Control::new().time_limit(ask.time_limit(&self.0)?);
        match ask {
            Ask::Once(question) => self.0.answer(&question, &control),
            Ask::Solve(asked) => {
                tell("started", &json!({}));
                self.0.solve(&asked, control, tell).map(Reply::Json)
            }
        }
    }
}

impl Answer {
    fn json(status: u16, json: &Value) -> Self {
        Self {
            status,
            kind: "application/json",
            bytes: json.to_string().into_bytes(),
        }
    }
}
