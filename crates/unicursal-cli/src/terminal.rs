//! A terminal in raw mode on its second screen, which is put back whatever happens.
//!
//! There are three ways out: the guard is dropped (a quit or an error), the program panics (before
//! the message is written, so that it can be read), or a signal ends it. All lead to [`restore`].

use std::io::{self, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::terminal;

/// Set while the terminal is changed.
static CHANGED: AtomicBool = AtomicBool::new(false);

/// The terminal is changed while this value exists.
pub struct Terminal(());

impl Terminal {
    /// Takes over the terminal.
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

/// Whether there is something to restore.
pub fn is_changed() -> bool {
    CHANGED.load(Ordering::SeqCst)
}

/// Puts the terminal back as it was, if it was changed. Safe to call from any thread, any number of
/// times.
pub fn restore() {
    if CHANGED.swap(false, Ordering::SeqCst) {
        // First the part that works even if nobody reads the output. Errors have nowhere to go.
        let _ = terminal::disable_raw_mode();
        // End a pending picture; show the cursor; reset colours; back to the first screen.
        let _ = write("\x1b[?2026l\x1b[?25h\x1b[0m\x1b[?1049l");
    }
}

fn write(codes: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(codes.as_bytes())?;
    out.flush()
}

#[cfg(all(test, unix))]
mod tests {
    use super::Terminal;
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};
    use std::io::Read;

    /// Set in the process that must panic.
    const CHILD: &str = "UNICURSAL_TEST_PANICS";

    /// Runs itself again in a pseudo-terminal, where it takes over the terminal and panics.
    #[test]
    fn a_panic_restores_the_terminal_before_its_message() {
        if std::env::var_os(CHILD).is_some() {
            let _terminal = Terminal::enter().expect("there is a terminal");
            panic!("the message of the panic");
        }
        let pair = native_pty_system()
            .openpty(PtySize::default())
            .expect("a pseudo-terminal can be opened");
        let this = std::env::current_exe().expect("the test has a path");
        let mut command = CommandBuilder::new("sh");
        command.args([
            "-c",
            "before=$(stty -g); \"$0\" --exact --nocapture \"$1\"; \
             [ \"$before\" = \"$(stty -g)\" ] && echo same settings; echo the end",
        ]);
        command.arg(this);
        command.arg("terminal::tests::a_panic_restores_the_terminal_before_its_message");
        command.env(CHILD, "1");
        pair.slave.spawn_command(command).expect("a shell starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("it can be read");
        let mut output = Vec::new();
        let mut bytes = [0; 1024];
        // A terminal whose other side is closed ends with an error on some systems.
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            output.extend_from_slice(&bytes[..count]);
        }
        let output = String::from_utf8_lossy(&output);
        let place = |part: &str| {
            output
                .find(part)
                .unwrap_or_else(|| panic!("{part}: {output}"))
        };
        assert!(place("\x1b[?1049h") < place("\x1b[?1049l"));
        assert!(place("\x1b[?25h") < place("the message of the panic"));
        assert!(place("\x1b[?1049l") < place("the message of the panic"));
        place("same settings");
    }
}
