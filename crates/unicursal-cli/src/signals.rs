//! Signals that end the program, and a time limit for work that does not look at the clock.
//!
//! Ctrl-C (SIGINT), SIGTERM and SIGHUP set a flag, which all work looks at. Work that does not look
//! in time is ended; the exit code is 128 plus the number of the signal, as usual in shells.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::time::{Duration, Instant};

use crate::terminal;

/// Set when the program is to end.
static FLAG: AtomicBool = AtomicBool::new(false);

/// The signal that came first.
static SIGNAL: AtomicI32 = AtomicI32::new(SIGINT);

/// Set if others must be told before the program ends.
static OTHERS_WAIT: AtomicBool = AtomicBool::new(false);

/// Set if the work has programs to end and results to sum up before the program ends.
static TIDIES_UP: AtomicBool = AtomicBool::new(false);

/// The number of Ctrl-C's signal, on every system.
const SIGINT: i32 = 2;

/// How long work may take to notice the flag before the program ends without it.
const PATIENCE: Duration = Duration::from_millis(300);

/// How long it may take if it depends on others: those who must be told, or programs that must end.
const LONG_PATIENCE: Duration = Duration::from_secs(5);

/// The flag that is set when the program is to end.
pub fn flag() -> &'static AtomicBool {
    &FLAG
}

/// Gives the work more time to end, because it has to say goodbye to others; being stopped is its
/// normal end.
pub fn others_wait() {
    OTHERS_WAIT.store(true, Ordering::Relaxed);
}

/// Gives the work more time to end, because it ends programs that it has started.
pub fn tidies_up() {
    TIDIES_UP.store(true, Ordering::Relaxed);
}

/// The exit code after a signal.
pub fn exit_code() -> u8 {
    128 + SIGNAL.load(Ordering::Relaxed) as u8
}

/// Begins to listen. Without a listener, signals still end the program in the system's default way.
pub fn listen() {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        use signal_hook::iterator::Signals;

        // Signals that we were started to ignore stay ignored: `nohup`, or a background job of a
        // script.
        let ignored = ignored();
        let wanted = [SIGINT, SIGTERM, SIGHUP];
        let wanted = wanted.into_iter().filter(|n| ignored >> (n - 1) & 1 == 0);
        if let Ok(mut signals) = Signals::new(wanted) {
            std::thread::spawn(move || {
                if let Some(signal) = signals.forever().next() {
                    SIGNAL.store(signal, Ordering::Relaxed);
                    end();
                }
            });
        }
    }
    #[cfg(not(unix))]
    let _ = ctrlc::set_handler(end);
}

/// The signals that this program was started to ignore, a bit for each. Known only on Linux.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    line.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok())
        .unwrap_or(0)
}

/// Asks the work to end, and ends the program if it does not.
fn end() {
    FLAG.store(true, Ordering::Relaxed);
    let others_wait = OTHERS_WAIT.load(Ordering::Relaxed);
    let takes_longer = others_wait || TIDIES_UP.load(Ordering::Relaxed);
    std::thread::sleep(if takes_longer {
        LONG_PATIENCE
    } else {
        PATIENCE
    });
    leave(if others_wait { 0 } else { exit_code() });
}

/// Ends the program from any thread.
fn leave(code: u8) -> ! {
    if terminal::is_changed() {
        // In a thread of its own, because a terminal that nobody reads would block it.
        std::thread::spawn(terminal::restore);
        std::thread::sleep(PATIENCE);
    }
    std::process::exit(i32::from(code));
}

/// Ends the program some time after a limit, unless `is_over` says that the work has ended or that
/// its result is being written: not everything that can take long looks at the clock. `tell` says
/// why the program ends.
pub fn end_after(
    limit: Duration,
    is_over: fn() -> bool,
    code: u8,
    tell: impl FnOnce() + Send + 'static,
) {
    let begun = Instant::now();
    std::thread::spawn(move || {
        let wait = limit.saturating_add(PATIENCE);
        std::thread::sleep(wait.saturating_sub(begun.elapsed()));
        if !is_over() && !FLAG.load(Ordering::Relaxed) {
            tell();
            leave(code);
        }
    });
}
