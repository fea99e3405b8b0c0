//! `unicursal maze play` in a real terminal: a pseudo-terminal whose output a terminal emulator
//! turns into a screen.
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
struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
}

impl Terminal {
    fn start(place: &Place, size: (u16, u16), words: &str) -> Self {
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
    fn text(&self) -> String {
        let text = self.screen.screen().contents();
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        lines.join("\n")
    }

    /// Waits until the screen shows all of these.
    #[track_caller]
    fn shows(&mut self, parts: &[&str]) {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if parts.iter().all(|part| text.contains(part)) {
                return;
            }
            let more = self.output.recv_timeout(Duration::from_millis(100));
            if let Ok(bytes) = more {
                self.screen.process(&bytes);
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "the screen should show {parts:?}, not\n{text}"
            );
        }
    }

    fn press(&mut self, keys: &str) {
        let written = self.keys.write_all(keys.as_bytes());
        written
            .and_then(|()| self.keys.flush())
            .expect("keys arrive");
    }

    fn resize(&mut self, rows: u16, cols: u16) {
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
    fn is_restored(&mut self, code: i32) {
        self.shows(&[&format!("restored, code {code}")]);
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen(), "on the first screen");
        assert!(!screen.hide_cursor(), "with a cursor");
    }
}

const MAZE: &str = "##S##\n#   #\n### ##E\n";

const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";
const HOME: &str = "\x1b[H";
const END: &str = "\x1b[F";

#[test]
fn every_key_does_what_it_says() {
    let place = Place::new("play_keys").with("maze.txt", MAZE);
    let mut terminal = Terminal::start(&place, (24, 80), "maze play maze.txt --paused");
    terminal.shows(&["##<##\n#   #\n### ##E\nleft: step 0 of", "2,0 W", "paused"]);
    assert!(terminal.screen.screen().alternate_screen());
    assert!(terminal.screen.screen().hide_cursor());
    terminal.press(RIGHT);
    terminal.shows(&["#<.##", "step 1 of", "1,0 W"]);
    terminal.press(RIGHT);
    terminal.shows(&["v..##", "step 2 of", "0,0 S"]);
    terminal.press(LEFT);
    terminal.shows(&["#<.##", "step 1 of"]);
    terminal.press(END);
    terminal.shows(&[".....\n.   .\n... .>E", "step 17 of 17", "Solution Found!"]);
    terminal.press(RIGHT);
    terminal.press(LEFT);
    terminal.shows(&["step 16 of 17", "paused"]);
    terminal.press(HOME);
    terminal.press(LEFT);
    terminal.shows(&["##<##", "step 0 of 17"]);
    terminal.press("+");
    terminal.shows(&["20 steps/s"]);
    terminal.press("--");
    terminal.shows(&["5 steps/s"]);
    terminal.press("+++++++");
    terminal.shows(&["1000 steps/s"]);
    terminal.press(" ");
    terminal.shows(&["step 17 of 17", "Solution Found!"]);
    terminal.press("q");
    terminal.is_restored(0);
}

#[test]
fn plays_by_itself_and_pauses() {
    let place = Place::new("play_itself").with("maze.txt", MAZE);
    let words = "maze play maze.txt --rule right --speed 1000";
    let mut terminal = Terminal::start(&place, (24, 80), words);
    terminal.shows(&["right: step 5 of 5", "Solution Found!"]);
    terminal.press("\x1b");
    terminal.is_restored(0);

    let long = "maze play maze:99x99/dfs#long --speed 1";
    let mut terminal = Terminal::start(&place, (24, 80), long);
    terminal.shows(&["step 1 of"]);
    terminal.press(" ");
    terminal.shows(&["paused"]);
    terminal.press("\x03");
    terminal.is_restored(130);
}

#[test]
fn follows_the_size_of_the_terminal() {
    let place = Place::new("play_resize");
    let words = "maze play maze:199x99#size --paused";
    let mut terminal = Terminal::start(&place, (12, 40), words);
    terminal.shows(&["step 0 of", "space play/pause"]);
    // The keys are in the last line, and the walker is in view wherever it goes.
    for (rows, cols) in [(30, 100), (6, 20), (1, 1), (50, 250)] {
        terminal.resize(rows, cols);
        if cols > 1 {
            terminal.shows(&["left: step"]);
        }
        terminal.press(END);
        if cols >= 100 {
            terminal.shows(&["Solution Found!", "q quit"]);
            let text = terminal.text();
            let map = text.split("left: ").next().unwrap_or("");
            assert_eq!(map.matches(['<', '>', '^', 'v']).count(), 1, "\n{text}");
            assert_eq!(map.lines().count(), usize::from(rows) - 2, "\n{text}");
        }
        terminal.press(HOME);
    }
    terminal.press("q");
    terminal.is_restored(0);
}

#[test]
fn signals_restore_the_terminal() {
    for (signal, test) in [
        ("TERM", "play_term"),
        ("HUP", "play_hup"),
        ("INT", "play_int"),
    ] {
        let place = Place::new(test).with("maze.txt", MAZE);
        let mut terminal = Terminal::start(&place, (24, 80), "maze play maze.txt --paused");
        terminal.shows(&["step 0 of"]);
        let player = String::from_utf8(place.read("pid")).expect("the shell wrote a number");
        let killed = std::process::Command::new("sh")
            .args(["-c", &format!("kill -{signal} {player}")])
            .status();
        assert!(killed.expect("there is a shell").success());
        terminal.is_restored(130);
    }
}

#[test]
fn without_a_terminal_it_says_so() {
    let place = Place::new("play_nowhere").with("maze.txt", MAZE);
    let run = place.run(&["maze", "play", "maze.txt"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(
        run.stderr.contains("play needs a terminal"),
        "{}",
        run.stderr
    );
}
