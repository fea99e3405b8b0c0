//! The challenge as its organiser sees it: a line for what happens, and who is how far.

use std::collections::BTreeMap;
use std::fmt::Write;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::Value;

use crate::printable::printable;
use crate::session::{self, Session};

/// How many players the table shows.
const SHOWN: usize = 12;

/// Those who play or have played, and how many of which.
#[derive(Default)]
pub struct Scoreboard {
    players: BTreeMap<u64, Player>,
    playing: usize,
    won: usize,
    lost: usize,
    refused: usize,
}

struct Player {
    from: String,
    solved: u64,
    boards: u64,
    playing: bool,
}

impl Scoreboard {
    /// Takes an event of the server in; a line about it, if it is worth one.
    pub fn take(&mut self, event: &Value) -> Option<String> {
        let number = |name: &str| event[name].as_u64().unwrap_or(0);
        let text = |name: &str| printable(event[name].as_str().unwrap_or("")).into_owned();
        let player = number("player");
        let clock = clock(event["time"].as_f64().unwrap_or(0.0));
        match event["event"].as_str()? {
            "connect" => {
                self.playing += 1;
                let from = text("from");
                let line = format!(
                    "{clock} player {player} from {from} ({} playing)",
                    self.playing
                );
                let new = Player {
                    from,
                    solved: 0,
                    boards: 0,
                    playing: true,
                };
                self.players.insert(player, new);
                Some(line)
            }
            "refuse" => {
                self.refused += 1;
                Some(format!(
                    "{clock} player {player} was refused: {}",
                    text("why")
                ))
            }
            "accept" => Some(format!("{clock} nobody can be let in: {}", text("error"))),
            "board" => {
                if let Some(row) = self.players.get_mut(&player) {
                    row.boards = number("of");
                    row.solved = number("board").saturating_sub(1);
                }
                None
            }
            "end" => {
                self.playing = self.playing.saturating_sub(1);
                let won = event["how"] == "won";
                let row = self.players.get_mut(&player)?;
                row.playing = false;
                if won {
                    self.won += 1;
                    row.solved = row.boards;
                } else {
                    self.lost += 1;
                }
                let seconds = event["seconds"].as_f64().unwrap_or(0.0);
                let (solved, boards) = (row.solved, row.boards);
                let line = format!("{clock} player {player}: ");
                Some(if won {
                    format!("{line}won, {boards} boards in {seconds:.1} s")
                } else {
                    let how = text("how");
                    let said = text("line");
                    format!("{line}{how} after {solved} of {boards} boards, {seconds:.1} s: {said}")
                })
            }
            "stop" => Some(format!(
                "{clock} closed: {} won, {} did not, {} were refused",
                self.won, self.lost, self.refused
            )),
            _ => None,
        }
    }

    /// The state of the challenge: one line, and the players who are furthest.
    pub fn table(&self) -> String {
        let mut table = format!(
            "{} playing · {} won · {} out · {} refused",
            self.playing, self.won, self.lost, self.refused
        );
        let mut rows: Vec<(&u64, &Player)> = self.players.iter().collect();
        // Those who play first, and of those the furthest.
        rows.sort_by_key(|(number, row)| (!row.playing, std::cmp::Reverse(row.solved), **number));
        for (number, row) in rows.iter().take(SHOWN) {
            let state = match row {
                row if row.playing => "",
                row if row.solved == row.boards && row.boards > 0 => "  won",
                _ => "  out",
            };
            // Writing to a string cannot fail.
            let _ = write!(
                table,
                "\nplayer {number:<5} {:>3} of {:<3} {}{state}",
                row.solved, row.boards, row.from
            );
        }
        table
    }
}

/// Shows events on standard error, and the table below them when that is a terminal. Runs in the log's
/// own thread, which may wait for a terminal as long as it likes.
pub fn viewer(session: &Session) -> impl FnMut(&Value) + Send + use<> {
    let target = if session.shows_progress() {
        ProgressDrawTarget::stderr_with_hz(4)
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(None, target);
    if let Ok(style) = ProgressStyle::with_template("{msg}") {
        bar.set_style(style);
    }
    let quiet = session.is_quiet();
    let mut scores = Scoreboard::default();
    move |event| {
        let line = scores.take(event);
        if quiet {
            return;
        }
        if let Some(line) = line {
            bar.suspend(|| session::note(&line));
        }
        if event["event"] == "stop" {
            bar.finish_and_clear();
        } else if !bar.is_hidden() {
            bar.set_message(scores.table());
        }
    }
}

/// The time of day, which is that of Greenwich.
fn clock(seconds: f64) -> String {
    let seconds = seconds as u64 % 86_400;
    format!(
        "{:02}:{:02}:{:02}Z",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}

#[cfg(test)]
mod tests {
    use super::Scoreboard;
    use serde_json::json;

    #[test]
    fn the_furthest_stand_first() {
        let mut scores = Scoreboard::default();
        let mut take = |event| scores.take(&event);
        for player in 1..=3 {
            let from = format!("10.0.0.{player}:4000");
            take(json!({"event": "connect", "time": 3_661.5, "player": player, "from": from}));
            take(json!({"event": "board", "player": player, "board": player, "of": 10}));
        }
        let line = take(json!({
            "event": "end", "time": 3_662.0, "player": 2, "how": "wrong",
            "line": "Wrong: \u{1b}[31m.", "seconds": 1.25,
        }));
        assert_eq!(
            line.as_deref(),
            Some("01:01:02Z player 2: wrong after 1 of 10 boards, 1.2 s: Wrong: \\u{1b}[31m.")
        );
        assert_eq!(
            scores.table(),
            "2 playing · 0 won · 1 out · 0 refused\n\
             player 3       2 of 10  10.0.0.3:4000\n\
             player 1       0 of 10  10.0.0.1:4000\n\
             player 2       1 of 10  10.0.0.2:4000  out"
        );
    }
}
