//! What happens in a challenge, event by event.
//!
//! Events go through a queue to a thread of their own, so no game ever waits for their reader: a
//! terminal that is stopped, a pipe that nobody reads, a slow disk. When the queue is full, events
//! are left out and counted.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

/// The most events that may wait for a reader.
const QUEUE: usize = 1 << 14;

/// How long the end of a challenge waits until all events are read.
const LAST_READ: Duration = Duration::from_secs(2);

/// Where events go.
pub struct Log(Vec<Reader>);

/// A reader of events, with a queue of its own.
struct Reader {
    queue: SyncSender<Item>,
    left_out: AtomicU64,
}

enum Item {
    Event(Arc<Value>),
    /// When the sender in this is dropped, everything before it was read.
    Flush(#[expect(dead_code, reason = "it is dropped, and that is heard")] SyncSender<()>),
}

impl Log {
    /// Passes every event to this function, in a thread of its own: an object with `time` (seconds
    /// since 1970), `event` and further fields.
    pub fn new(read: impl FnMut(&Value) + Send + 'static) -> Self {
        Self(Vec::new()).and(read)
    }

    /// Also passes every event to this function, in another thread: neither waits for the other.
    #[must_use]
    pub fn and(mut self, mut read: impl FnMut(&Value) + Send + 'static) -> Self {
        let (queue, items): (_, Receiver<Item>) = sync_channel(QUEUE);
        std::thread::spawn(move || {
            for item in items {
                if let Item::Event(event) = item {
                    read(&event);
                }
            }
        });
        let left_out = AtomicU64::new(0);
        self.0.push(Reader { queue, left_out });
        self
    }

    /// Writes every event as a line of JSON. A log that cannot be written does not end the
    /// challenge.
    pub fn lines(mut out: impl Write + Send + 'static) -> Self {
        Self::new(move |event| {
            let _ = out.write_all(format!("{event}\n").as_bytes());
        })
    }

    /// Reports an event with further fields, which must be an object.
    pub(super) fn event(&self, name: &str, fields: Value) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let seconds = now.map_or(0.0, |now| now.as_secs_f64());
        let mut event = json!({"time": (seconds * 1e3).round() / 1e3, "event": name});
        if let (Value::Object(event), Value::Object(fields)) = (&mut event, fields) {
            event.extend(fields);
        }
        let event = Arc::new(event);
        for reader in &self.0 {
            reader.tell(&event);
        }
    }

    /// Waits, but not for long, until all events so far were read.
    pub(super) fn flush(&self) {
        let end = Instant::now() + LAST_READ;
        for reader in &self.0 {
            let (done, wait) = sync_channel(0);
            if reader.queue.try_send(Item::Flush(done)).is_ok() {
                let _ = wait.recv_timeout(end.saturating_duration_since(Instant::now()));
            }
        }
    }
}

impl Reader {
    fn tell(&self, event: &Arc<Value>) {
        let left_out = self.left_out.load(Ordering::Relaxed);
        let mut event = Arc::clone(event);
        if left_out > 0 {
            Arc::make_mut(&mut event)["left_out_before"] = json!(left_out);
        }
        match self.queue.try_send(Item::Event(event)) {
            Ok(()) => self.left_out.fetch_sub(left_out, Ordering::Relaxed),
            Err(TrySendError::Full(_)) => self.left_out.fetch_add(1, Ordering::Relaxed),
            Err(TrySendError::Disconnected(_)) => 0,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{Log, QUEUE};
    use serde_json::{Value, json};
    use std::sync::{Arc, Mutex};

    /// A reader of events may stop; the events it misses are counted.
    #[test]
    fn nobody_waits_for_the_log() {
        let gate = Arc::new(Mutex::new(()));
        let seen = Arc::new(Mutex::new(Vec::<Value>::new()));
        let (inner_gate, inner_seen) = (Arc::clone(&gate), Arc::clone(&seen));
        let log = Log::new(move |event| {
            let _open = inner_gate.lock().unwrap();
            inner_seen.lock().unwrap().push(event.clone());
        });
        let closed = gate.lock().unwrap();
        for number in 0..2 * QUEUE {
            log.event("board", json!({"number": number}));
        }
        drop(closed);
        log.flush();
        while seen.lock().unwrap().len() < QUEUE {
            std::thread::yield_now();
        }
        log.flush();
        log.event("end", json!({}));
        log.flush();
        let seen = seen.lock().unwrap();
        let told = seen.len() as u64;
        let left_out: u64 = seen
            .iter()
            .filter_map(|e| e["left_out_before"].as_u64())
            .sum();
        assert_eq!(told + left_out, 2 * QUEUE as u64 + 1);
    }
}
