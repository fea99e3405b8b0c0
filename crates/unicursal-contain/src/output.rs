//! What a program prints, collected by a thread, and cut off where the program had ended.

use std::io::{ErrorKind, PipeReader, Read};
use std::os::fd::AsFd;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

use crate::wire;

/// How long a pipe may stay open when everything has ended.
const CLEANUP: Duration = Duration::from_secs(5);
/// Times that are closer than this count as the same.
const EXACTNESS: Duration = Duration::from_millis(1);

/// Whether an error means that nothing came in time.
pub fn is_timeout(error: &std::io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

/// Output that a thread collects.
pub struct Collected {
    shared: Arc<Mutex<Shared>>,
    closed: Receiver<()>,
}

#[derive(Default)]
struct Shared {
    kept: Vec<u8>,
    /// When something was about to be read, and how much had been read after that.
    times: Vec<(Duration, u64)>,
}

impl Collected {
    /// Collects what arrives, as much of it as `keep` keeps.
    pub fn new(
        from: Option<PipeReader>,
        keep: impl Fn(&mut Vec<u8>, &[u8]) + Send + 'static,
    ) -> Self {
        let (sender, closed) = channel();
        let shared = Arc::new(Mutex::new(Shared::default()));
        let own = Arc::clone(&shared);
        std::thread::spawn(move || {
            if let Some(from) = from {
                read(from, &own, &keep);
            }
            // The receiver is gone if the run was given up.
            let _ = sender.send(());
        });
        Self { shared, closed }
    }

    /// What was collected when the pipe is closed, or until now if someone keeps it open. `last` is
    /// when the program ended, and how much was unread then: everything after that was written by
    /// others.
    pub fn finish(self, last: Option<(Duration, u64)>) -> Vec<u8> {
        let _ = self.closed.recv_timeout(CLEANUP);
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let mut kept = std::mem::take(&mut shared.kept);
        if let Some((end, unread)) = last {
            // A time is taken before the reading, so that nothing is lost that was read in time.
            let mut before = shared.times.iter().rev().filter(|(time, _)| *time <= end);
            let read = before.next().map_or(0, |(_, read)| *read);
            kept.truncate(usize::try_from(read.saturating_add(unread)).unwrap_or(usize::MAX));
        }
        kept
    }
}

fn read(mut from: PipeReader, shared: &Mutex<Shared>, keep: &dyn Fn(&mut Vec<u8>, &[u8])) {
    let mut buffer = vec![0; 64 << 10];
    let mut all = 0;
    loop {
        let mut watched = [PollFd::new(from.as_fd(), PollFlags::POLLIN)];
        let _ = poll(&mut watched, PollTimeout::NONE);
        let time = wire::now();
        match from.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => {
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                all += count as u64;
                match shared.times.last_mut() {
                    Some((first, read)) if time.saturating_sub(*first) < EXACTNESS => *read = all,
                    _ => shared.times.push((time, all)),
                }
                keep(&mut shared.kept, &buffer[..count]);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::time::Duration;

    use super::Collected;
    use crate::wire;

    #[test]
    fn what_comes_after_the_end_is_dropped() {
        let (reader, mut writer) = std::io::pipe().expect("a pipe");
        let collected = Collected::new(Some(reader), Vec::extend_from_slice);
        writer.write_all(b"in time").expect("written");
        std::thread::sleep(Duration::from_millis(50));
        let end = wire::now();
        std::thread::sleep(Duration::from_millis(50));
        writer.write_all(b", unread, late").expect("written");
        drop(writer);
        let kept = collected.finish(Some((end, ", unread".len() as u64)));
        assert_eq!(String::from_utf8_lossy(&kept), "in time, unread");
    }
}
