//! The challenge as its organiser sees it: a line for each event, and how far each team is.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::Value;
use unicursal_arena::csv_field;
use unicursal_arena::printable;

use crate::output;
use crate::session::{self, Session};

/// How many players the table shows.
const SHOWN: usize = 12;
/// How many of those who have left are kept: the best.
const KEPT: usize = 1000;
/// The first line of a file of results.
pub const RESULTS: &str = "place,team,player,from,solved,boards,seconds,how";

/// Those who play or have played, and how many of each there are.
#[derive(Default)]
pub struct Scoreboard {
    players: BTreeMap<u64, Player>,
    playing: usize,
    won: usize,
    lost: usize,
    refused: usize,
}

struct Player {
    team: Option<String>,
    from: String,
    solved: u64,
    boards: u64,
    playing: bool,
    /// How long the whole game took, when it is over.
    seconds: f64,
    /// How it ended.
    how: String,
}

impl Player {
    /// Who this is: a team, or a connection.
    fn name(&self, number: u64) -> String {
        let team = self.team.clone();
        team.unwrap_or_else(|| format!("player {number}"))
    }
}

impl Scoreboard {
    /// Takes note of an event of the server; returns a line about it, if it is worth one.
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
                    team: None,
                    from,
                    solved: 0,
                    boards: 0,
                    playing: true,
                    seconds: 0.0,
                    how: "playing".to_owned(),
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
            "team" => {
                let team = text("team");
                let line = format!("{clock} player {player} is {team}");
                self.players.get_mut(&player)?.team = Some(team);
                Some(line)
            }
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
                row.seconds = seconds;
                row.how = text("how");
                let (solved, boards) = (row.solved, row.boards);
                self.forget(player);
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
        // Those who are playing come first, the furthest of them at the top.
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
                "\n{:<12} {:>3} of {:<3} {}{state}",
                row.name(**number),
                row.solved,
                row.boards,
                row.from
            );
        }
        table
    }
}

impl Scoreboard {
    /// Forgets a game that is over and worth nothing, or else the worst when there are too many.
    fn forget(&mut self, player: u64) {
        let is_nothing = |row: &Player| row.solved == 0 && !row.playing;
        if self.players.get(&player).is_some_and(is_nothing) {
            self.players.remove(&player);
        } else if self.players.len() > KEPT + self.playing {
            let over = self.players.iter().filter(|(_, row)| !row.playing);
            let worst = over.max_by(|one, other| order(*one, *other));
            if let Some(worst) = worst.map(|(&number, _)| number) {
                self.players.remove(&worst);
            }
        }
    }

    /// How far each got, the furthest first, and the fastest first among equals: the best game of
    /// each team, and every game of players without a team.
    fn standings(&self) -> Vec<(u64, &Player)> {
        let mut rows: Vec<(&u64, &Player)> = self.players.iter().collect();
        rows.retain(|(_, row)| row.solved > 0);
        rows.sort_by(|one, other| order(*one, *other));
        let mut seen = HashSet::new();
        rows.retain(|(_, row)| row.team.as_ref().is_none_or(|team| seen.insert(team)));
        rows.iter().map(|&(&number, row)| (number, row)).collect()
    }

    /// The standings as lines to read.
    pub fn places(&self) -> Vec<String> {
        let line = |(place, (number, row)): (usize, &(u64, &Player))| {
            let Player {
                solved,
                boards,
                seconds,
                from,
                ..
            } = row;
            let (place, name) = (place + 1, row.name(*number));
            format!("{place:>3}. {name:<12} {solved:>3} of {boards:<3} {seconds:>7.1} s  {from}")
        };
        let standings = self.standings();
        standings.iter().enumerate().take(SHOWN).map(line).collect()
    }

    /// The standings as CSV.
    pub fn results(&self) -> String {
        let mut text = format!("{RESULTS}\n");
        for (place, (number, row)) in self.standings().into_iter().enumerate() {
            let Player {
                solved,
                boards,
                seconds,
                ..
            } = row;
            let team = csv_field(row.team.as_deref().unwrap_or(""));
            let (from, how) = (csv_field(&row.from), csv_field(&row.how));
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{},{team},{number},{from},{solved},{boards},{seconds:.3},{how}",
                place + 1
            );
        }
        text
    }
}

/// The better game first.
fn order((a, one): (&u64, &Player), (b, other): (&u64, &Player)) -> std::cmp::Ordering {
    let further = other.solved.cmp(&one.solved);
    further
        .then(one.seconds.total_cmp(&other.seconds))
        .then(a.cmp(b))
}

/// Keeps a file of the standings, which is rewritten when a game that changes them has ended.
pub fn keeper(path: String) -> impl FnMut(&Value) + Send {
    let mut scores = Scoreboard::default();
    let mut written = String::new();
    let mut failed = false;
    move |event| {
        scores.take(event);
        if !matches!(event["event"].as_str(), Some("end" | "stop")) {
            return;
        }
        let results = scores.results();
        if results != written {
            let done = output::file(&path, results.as_bytes());
            if let Err(error) = &done
                && !failed
            {
                session::error(&format!("{error:#}: the results are not up to date"));
            }
            failed = done.is_err();
            if !failed {
                written = results;
            }
        }
    }
}

/// Shows events on standard error, and the table below them when that is a terminal. Runs in the
/// log's own thread, which may wait for a terminal as long as it likes.
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
            for line in scores.places() {
                session::note(&line);
            }
        } else if !bar.is_hidden() {
            bar.set_message(scores.table());
        }
    }
}

/// The time of day in UTC.
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
    use super::{KEPT, RESULTS, Scoreboard};
    use serde_json::json;

    #[test]
    fn at_the_end_the_furthest_stand_first_and_then_the_fastest() {
        let mut scores = Scoreboard::default();
        for (player, seconds) in [(1, 9.0), (2, 3.5), (3, 1.0)] {
            scores.take(&json!({"event": "connect", "player": player, "from": "10.0.0.1:4"}));
            let board = if player == 3 { 2 } else { 5 };
            scores.take(&json!({"event": "board", "player": player, "board": board, "of": 5}));
            let how = if player == 3 { "late" } else { "won" };
            scores.take(&json!({"event": "end", "player": player, "how": how, "seconds": seconds}));
        }
        let expected = [
            "  1. player 2       5 of 5       3.5 s  10.0.0.1:4",
            "  2. player 1       5 of 5       9.0 s  10.0.0.1:4",
            "  3. player 3       1 of 5       1.0 s  10.0.0.1:4",
        ];
        assert_eq!(scores.places(), expected);
        let team = json!({"event": "team", "player": 1, "team": "=Owls, \u{1b}[1m"});
        scores.take(&team);
        scores.take(&json!({"event": "team", "player": 3, "team": team["team"]}));
        assert_eq!(
            scores.results(),
            format!(
                "{RESULTS}\n1,,2,10.0.0.1:4,5,5,3.500,won\n\
                 2,\"'=Owls, \\u{{1b}}[1m\",1,10.0.0.1:4,5,5,9.000,won\n"
            )
        );
    }

    #[test]
    fn those_who_come_and_go_are_forgotten() {
        let mut scores = Scoreboard::default();
        for player in 0..3 * KEPT {
            scores.take(&json!({"event": "connect", "player": player, "from": "10.0.0.1:4"}));
            let board = 1 + player % 3;
            scores.take(&json!({"event": "board", "player": player, "board": board, "of": 5}));
            scores.take(&json!({"event": "end", "player": player, "how": "left", "seconds": 1.0}));
        }
        assert_eq!(scores.players.len(), KEPT);
        assert!(scores.players.values().all(|row| row.solved == 2));
    }

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
