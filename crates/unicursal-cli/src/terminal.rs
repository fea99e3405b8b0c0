//! A terminal in raw mode on its second screen, which is put back whatever happens.
//!
//! There are three ways out: the guard is dropped (a quit or an error), the program panics (before
//! the message is written, so that it can be read), or a signal ends it. All lead to [`restore`].

use std::io::{self, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::terminal;

/// Set while the terminal is not as it was.
static CHANGED: AtomicBool = AtomicBool::new(false);

/// The terminal is changed while this lives.
pub struct Terminal(());

impl Terminal {
    /// Takes the terminal over.
    pub fn enter() -> io::Result<Self> {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                restore();
                before(panic);
            }));
        });
        CHANGED.store(true, Ordering::SeqCst);
        let guard = Self(());
        terminal::enable_raw_mode()?;
        // Second screen, no cursor.
        write("\x1b[?1049h\x1b[?25l")?;
        Ok(guard)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Whether there is something to put back.
pub fn is_changed() -> bool {
    CHANGED.load(Ordering::SeqCst)
}

/// Puts the terminal back as it was, if it was changed. Safe to call from any thread, any number of
/// times.
pub fn restore() {
    if CHANGED.swap(false, Ordering::SeqCst) {
        // First what needs no one to read the output. Errors have nowhere to go.
        let _ = terminal::disable_raw_mode();
        // No pending picture, cursor, colours, first screen.
        let _ = write("\x1b[?2026l\x1b[?25h\x1b[0m\x1b[?1049l");
    }
}

fn write(codes: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(codes.as_bytes())?;
    out.flush()
}
