//! `unicursal connect referee`: let a program play under the game's limits.

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::{Arg, Command};
use serde_json::{Value, json};
use unicursal::connect::{Board, Connect};
use unicursal::{Level, Puzzle, board_of};
use unicursal_arena::{Levels, Program, printable};
use unicursal_check::connect::{self as check, Game};
use unicursal_contain::{Cage, Policy};

use super::bot::{self, Bot, Clock, Reply};
use crate::args::{self, Given, Rules};
use crate::commands::OfPuzzle;
use crate::commands::evaluate::containment;
use crate::exit::Exit;
use crate::output::Guard;
use crate::session::Session;
use crate::{input, output, signals};

/// See the [module](self).
pub struct Referee {
    /// A board, or a folder of boards, or all of ours.
    level: String,
    program: Program,
    limits: Limits,
    /// A rule other than that of the boards.
    rules: Rules,
    /// The numbers of boards of a folder or pack.
    range: RangeInclusive<u64>,
    record: Option<String>,
    /// What the program may see and do.
    policy: Policy,
}

impl OfPuzzle for Referee {
    const NAME: &'static str = "referee";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        let time = |name: &'static str, default: &'static str, help: &'static str| {
            args::option(name, "TIME")
                .value_parser(args::duration)
                .default_value(default)
                .help(help)
        };
        let number = |name: &'static str, help: &'static str| {
            args::option(name, "N")
                .value_parser(args::whole::<u64>(0..=u64::MAX))
                .help(help)
        };
        Command::new(Self::NAME)
            .about("Let a program play boards under the limits of the game")
            .arg(
                Arg::new("level")
                    .value_name("LEVEL")
                    .required(true)
                    .help("A file, '-', an id, a folder of files named by number, or connect:pack for all of ours"),
            )
            .arg(
                args::option("bot", "COMMAND")
                    .required(true)
                    .help("The program, as a command line for the shell"),
            )
            .arg(time("first", "2s", "Time for the first line"))
            .arg(time("next", "50ms", "Time for each later line"))
            .arg(
                args::option("clock", "CLOCK")
                    .value_parser(["wall", "processor"])
                    .default_value("wall")
                    .help("Which time counts: wall-clock time, as in the game, or processor time, which is fairer on a busy machine"),
            )
            .arg(number(
                "turns",
                "The most lines [default: the limit of the game that the board belongs to]",
            ))
            .args(args::puzzle_options(puzzle.about().count_options))
            .arg(number("start", "First board of a folder or pack").default_value("1"))
            .arg(number("end", "Last board [default: the last there is]"))
            .arg(
                args::option("record", "FILE")
                    .help("Write the game, or a line for each game, as JSON, which 'draw' and the studio show"),
            )
            .arg(output::force())
            .args(containment::args())
            .arg(args::json())
            .after_help(
                "The program gets the board on its standard input, which stays open, and prints a line \
                 'x1 y1 x2 y2 colour' for each turn. It runs contained, as with 'evaluate'. Exit code 0 \
                 for a victory on every board, 1 for a loss.\n\n\
                 Examples:\n  \
                 unicursal connect referee board.txt --bot 'unicursal connect solve'\n  \
                 unicursal connect referee boards --bot ./my-bot\n  \
                 unicursal connect referee board.txt --bot ./my-bot --record game.json\n  \
                 unicursal connect draw game.json --output game.svg",
            )
    }

    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        let level = given.text("level").unwrap_or_default();
        let record = given.text("record");
        if let Some(path) = &record {
            let mut guard = Guard::new(given.flag("force"));
            guard.input(Some(&level), "the board");
            output::probe(path)?;
            guard.output(path, "the recording", is_recording)?;
        }
        let mut policy = containment::policy(given)?;
        if Path::new(&level).exists() {
            policy
                .hidden
                .extend(containment::telling_of(Path::new(&level)));
        }
        policy
            .hidden
            .extend(containment::written(record.as_deref().into_iter()));
        Ok(Self {
            program: bot::program(&given.text("bot").unwrap_or_default())?,
            level,
            limits: Limits {
                first: given.time("first"),
                next: given.time("next"),
                clock: match given.text("clock").as_deref() {
                    Some("processor") => Clock::Processor,
                    _ => Clock::Wall,
                },
                turns: given.value("turns"),
            },
            rules: given.rules_among(puzzle.about().count_options),
            range: given.range(),
            record,
            policy,
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let cage = containment::cage(&self.policy, std::slice::from_ref(&self.program))?;
        if let Some(warning) = cage.warning() {
            session.say(&warning);
        }
        let table = Table {
            asked: &self,
            session,
            cage,
        };
        if self.level == "connect:pack" {
            return table.all(&Levels::pack(puzzle));
        }
        if Path::new(&self.level).is_dir() {
            return table.all(&Levels::open(Some(puzzle), Path::new(&self.level))?);
        }
        let control = args::Limits::default().control(session);
        let named = input::level(puzzle, Some(self.level.as_ref()), &control, session)?;
        table.one(&*self.rules.apply(named.level)?, &named.name)
    }
}

/// The text of a board that a bot gets. Bots for the game do not expect a line that names a rule,
/// and the referee counts the turns.
fn told(board: &str) -> &str {
    match board.split_once('\n') {
        Some((rule, rest)) if rule.starts_with("rule: turns ") => rest,
        _ => board,
    }
}

/// Whether a file begins as a recorded game does.
pub(super) fn is_recording(beginning: &[u8]) -> bool {
    beginning.starts_with(b"{\"puzzle\":\"connect\"")
}

/// What all games of one run share.
struct Table<'a> {
    asked: &'a Referee,
    session: &'a Session,
    cage: Cage,
}

impl Table<'_> {
    /// Plays one board.
    fn game(&self, level: &dyn Level) -> anyhow::Result<Played> {
        let text = level.text();
        let game = Game::new(text.as_bytes()).map_err(|error| anyhow!(error))?;
        let limit = board_of::<Connect>(level).and_then(Board::turn_limit);
        let limits = Limits {
            turns: self.asked.limits.turns.or(limit.map(|turns| turns as u64)),
            ..self.asked.limits
        };
        let mut bot = Bot::start(&self.cage, &self.asked.program, told(&text).as_bytes())?;
        Ok(play(game, &mut bot, &limits, self.session))
    }

    /// Plays one board and tells how it went.
    fn one(&self, level: &dyn Level, name: &str) -> anyhow::Result<Exit> {
        let played = self.game(level)?;
        let report = played.report(name, &level.text());
        self.record(&format!("{report}\n"))?;
        if self.session.is_json() {
            output::json(&report)?;
        } else {
            output::stdout(format!("{}\n{}", played.line(), played.details()).as_bytes())?;
        }
        Ok(match played.loss {
            None => Exit::Yes,
            Some(_) => Exit::No,
        })
    }

    /// Writes the recording that `--record` asks for.
    fn record(&self, games: &str) -> anyhow::Result<()> {
        match &self.asked.record {
            Some(path) => output::file(path, games.as_bytes()),
            None => Ok(()),
        }
    }

    /// Plays numbered boards and sums up.
    fn all(&self, levels: &Levels) -> anyhow::Result<Exit> {
        for note in &levels.notes {
            self.session.say(note);
        }
        let numbers = levels.numbers_in(&self.asked.range)?;
        let (mut won, mut played, mut slowest) = (0, 0, Duration::ZERO);
        let mut recorded = String::new();
        let mut interrupted_at = None;
        signals::tidies_up();
        for number in numbers.iter().copied() {
            let level = levels.load(number)?.level.context("this is no board")?;
            let level = self.asked.rules.apply(level)?;
            let game = self.game(&*level)?;
            if self.session.is_interrupted() {
                interrupted_at = Some(number);
                break;
            }
            played += 1;
            won += usize::from(game.loss.is_none());
            slowest = slowest.max(game.slowest());
            let report = game.report(&levels.name(number), &level.text());
            recorded.extend([report.to_string(), "\n".to_owned()]);
            if self.session.is_json() {
                output::json(&report)?;
            } else {
                let (width, height) = level.size();
                let line = format!("Board {number} ({width}x{height}): {}\n", game.line());
                output::stdout(line.as_bytes())?;
            }
        }
        self.record(&recorded)?;
        if !self.session.is_json() {
            let (all, slowest) = (numbers.len(), slowest.as_secs_f64() * 1e3);
            let left = match all - played {
                0 => String::new(),
                left => format!(", {left} not played"),
            };
            let text = format!("\nWon {won} of {all} boards{left}; slowest line {slowest:.1} ms\n");
            output::stdout(text.as_bytes())?;
        }
        if let Some(number) = interrupted_at {
            let text = format!("interrupted: the rest is played with --start {number}");
            self.session.say(&text);
        }
        Ok(Exit::yes_if(won == numbers.len()))
    }
}

/// The limits of a game.
#[derive(Clone, Copy)]
struct Limits {
    /// For the first line, and for each later one.
    first: Duration,
    next: Duration,
    clock: Clock,
    turns: Option<u64>,
}

/// A good line, and how long it took.
struct Turn {
    line: String,
    after: Duration,
}

/// The end of a lost game.
struct Loss {
    reason: String,
    /// The line that lost it, if it was a line.
    line: Option<String>,
    /// How long the bot had been thinking.
    after: Duration,
    /// The board then, with `@` where it went wrong or is not complete.
    board: String,
}

struct Played {
    turns: Vec<Turn>,
    loss: Option<Loss>,
}

impl Loss {
    /// A loss without a line, because of what is missing on the board.
    fn new(game: &Game, reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            line: None,
            after: Duration::ZERO,
            board: game
                .verdict()
                .err()
                .map_or_else(String::new, |loss| wrong(game, loss)),
        }
    }
}

/// The board with `@` where it went wrong.
fn wrong(game: &Game, loss: check::Loss) -> String {
    match game.wrong(None, loss) {
        unicursal_check::Verdict::Wrong(wrong) => wrong.board().to_owned(),
        unicursal_check::Verdict::Valid => String::new(),
    }
}

/// Plays until the board is complete or the game is lost.
fn play(mut game: Game, bot: &mut Bot, limits: &Limits, session: &Session) -> Played {
    let mut turns = Vec::new();
    while !game.is_complete() {
        match next_turn(&mut game, bot, limits, turns.len(), session) {
            Ok(turn) => turns.push(turn),
            Err(loss) => {
                let loss = Some(loss);
                return Played { turns, loss };
            }
        }
    }
    // All edges that can be drawn are drawn; what can still be wrong is a loop, or a path that
    // touches itself.
    let loss = game.verdict().err();
    let loss = loss.map(|loss| Loss::new(&game, loss.to_string()));
    Played { turns, loss }
}

/// Asks the bot for a line, after this many, and plays it.
fn next_turn(
    game: &mut Game,
    bot: &mut Bot,
    limits: &Limits,
    turns: usize,
    session: &Session,
) -> Result<Turn, Loss> {
    if let Some(limit) = limits.turns.filter(|&limit| turns as u64 >= limit) {
        let reason = format!("the turn limit of {limit} is exceeded");
        return Err(Loss::new(game, reason));
    }
    let is_unwanted = || session.is_interrupted();
    if is_unwanted() {
        return Err(Loss::new(game, "interrupted"));
    }
    let time = if turns == 0 {
        limits.first
    } else {
        limits.next
    };
    let (line, after) = match bot.next_line(time, limits.clock, &is_unwanted) {
        Reply::Line(line, after) => (line, after),
        Reply::Late(_) if is_unwanted() => return Err(Loss::new(game, "interrupted")),
        Reply::Late(used) => {
            let (ms, used_ms) = (time.as_millis(), used.as_millis());
            let (after, reason) = match limits.clock {
                Clock::Wall => (
                    time,
                    format!("no line within {ms} ms ({used_ms} ms of processor time)"),
                ),
                Clock::Processor => (
                    used,
                    format!("no line within {ms} ms of processor time (used {used_ms} ms)"),
                ),
            };
            return Err(Loss {
                after,
                ..Loss::new(game, reason)
            });
        }
        Reply::Ended => {
            let how = bot.ending();
            let reason = format!("the program ended before the board was complete ({how})");
            return Err(Loss::new(game, reason));
        }
    };
    let shown = printable(String::from_utf8_lossy(&line).trim()).into_owned();
    match game.play(&line) {
        Ok(()) => Ok(Turn { line: shown, after }),
        Err(loss) => Err(Loss {
            reason: printable(&loss.to_string()).into_owned(),
            line: Some(shown).filter(|line| !line.is_empty()),
            after,
            board: wrong(game, loss),
        }),
    }
}

impl Played {
    /// The result in one line.
    fn line(&self) -> String {
        let turns = self.turns.len();
        let slowest = |turns: &[Turn]| {
            let times = turns.iter().map(|turn| turn.after.as_secs_f64());
            times.fold(0.0, f64::max) * 1e3
        };
        match &self.loss {
            None => format!(
                "victory in {turns} turns: first line after {:.1} ms, later ones after {:.1} ms at most",
                slowest(&self.turns[..turns.min(1)]),
                slowest(&self.turns[turns.min(1)..]),
            ),
            Some(loss) => format!("loss at turn {}: {}", turns + 1, loss.reason),
        }
    }

    /// What helps to understand a loss: the line and the board.
    fn details(&self) -> String {
        let Some(loss) = &self.loss else {
            return String::new();
        };
        let line = loss.line.as_ref();
        let line = line.map_or_else(String::new, |line| format!("the line was: {line}\n"));
        format!("{line}{}", loss.board)
    }

    /// The longest time that the bot took for a line, including one that lost or never came.
    fn slowest(&self) -> Duration {
        let times = self.turns.iter().map(|turn| turn.after);
        let last = self.loss.as_ref().map(|loss| loss.after);
        times.chain(last).max().unwrap_or_default()
    }

    /// The game as data.
    fn report(&self, name: &str, level: &str) -> Value {
        let turns = self.turns.iter().map(|turn| {
            let ms = (turn.after.as_secs_f64() * 1e5).round() / 100.0;
            json!({"line": turn.line, "ms": ms})
        });
        let mut report = json!({
            "puzzle": "connect",
            "name": name,
            "level": level,
            "victory": self.loss.is_none(),
            "turns": turns.collect::<Vec<_>>(),
        });
        if let Some(loss) = &self.loss {
            report["loss"] = json!({
                "turn": self.turns.len() + 1,
                "reason": loss.reason,
                "line": loss.line,
                "board": loss.board,
            });
        }
        report
    }
}
