//! A real terminal for the players: a pseudo-terminal whose output a terminal emulator turns into a
//! screen.
#![cfg(unix)]

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::run::Place;

/// Long enough for a busy machine; nothing waits for it when all is well.
const PATIENCE: Duration = Duration::from_secs(60);

/// A shell in a terminal, which runs the player and says how the terminal was before and after.
pub struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    pub screen: vt100::Parser,
}

impl Terminal {
    pub fn start(place: &Place, size: (u16, u16), words: &str) -> Self {
        let (rows, cols) = size;
        let pair = native_pty_system()
            .openpty(PtySize {
                rows,
                cols,
                pixel_width: 0,
                pixel_height: 0,
            })
            .expect("a pseudo-terminal can be opened");
        let program = env!("CARGO_BIN_EXE_unicursal");
        let script = format!(
            "before=$(stty -g); sh -c 'echo $$ > pid; exec \"$0\" \"$@\"' '{program}' {words}; code=$?; \
             [ \"$before\" = \"$(stty -g)\" ] && echo \"restored, code $code\" || stty -a"
        );
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", &script]);
        command.cwd(place.path());
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        pair.slave.spawn_command(command).expect("a shell starts");
        let mut reader = pair.master.try_clone_reader().expect("it can be read");
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            keys: pair.master.take_writer().expect("it can be written to"),
            master: pair.master,
            output,
            screen: vt100::Parser::new(rows, cols, 0),
        }
    }

    /// What it shows, without blanks at the ends of lines.
    pub fn text(&self) -> String {
        let text = self.screen.screen().contents();
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n")
    }

    /// Waits until the screen shows all of these.
    #[track_caller]
    pub fn shows(&mut self, parts: &[&str]) {
        let wanted = format!("show {parts:?}");
        self.wait(&wanted, |text| parts.iter().all(|part| text.contains(part)));
    }

    /// Waits until the screen does not show this any more.
    #[track_caller]
    pub fn hides(&mut self, part: &str) {
        self.wait(&format!("hide {part:?}"), |text| !text.contains(part));
    }

    #[track_caller]
    fn wait(&mut self, wanted: &str, is_there: impl Fn(&str) -> bool) {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if is_there(&text) {
                return;
            }
            let more = self.output.recv_timeout(Duration::from_millis(100));
            if let Ok(bytes) = more {
                self.screen.process(&bytes);
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "the screen should {wanted}, not\n{text}"
            );
        }
    }

    pub fn press(&mut self, keys: &str) {
        let written = self.keys.write_all(keys.as_bytes());
        written
            .and_then(|()| self.keys.flush())
            .expect("keys arrive");
    }

    pub fn resize(&mut self, rows: u16, cols: u16) {
        self.screen.screen_mut().set_size(rows, cols);
        let size = PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        };
        self.master.resize(size).expect("the size can change");
    }

    /// The player has ended with this code and left nothing behind.
    #[track_caller]
    pub fn is_restored(&mut self, code: i32) {
        self.shows(&[&format!("restored, code {code}")]);
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen(), "on the first screen");
        assert!(!screen.hide_cursor(), "with a cursor");
    }
}

/// Sends a signal to the player whose number stands in the file `pid`.
pub fn signal(place: &Place, signal: &str) {
    let player = String::from_utf8(place.read("pid")).expect("the shell wrote a number");
    let killed = std::process::Command::new("sh")
        .args(["-c", &format!("kill -{signal} {player}")])
        .status();
    assert!(killed.expect("there is a shell").success());
}
