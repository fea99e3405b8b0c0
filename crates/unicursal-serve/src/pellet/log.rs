//! One line of JSON for each event.

use std::io::Write;
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

/// Where events are written.
pub struct Log(Mutex<Box<dyn Write + Send>>);

impl Log {
    /// A log that is written to this.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        Self(Mutex::new(Box::new(out)))
    }

    /// Writes an event with further fields, which must be an object.
    pub(super) fn event(&self, name: &str, fields: Value) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = now.map_or(0.0, |now| now.as_secs_f64());
        let mut line = json!({"time": (seconds * 1e3).round() / 1e3, "event": name});
        if let (Value::Object(line), Value::Object(fields)) = (&mut line, fields) {
            line.extend(fields);
        }
        // A log that cannot be written must not end the challenge.
        if let Ok(mut out) = self.0.lock() {
            let _ = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    }
}
