//! `unicursal connect play`: draw the paths of a board in the terminal.
//!
//! The independent checker's game judges every line that is drawn, so what can be drawn is what the
//! game permits.

use std::io::IsTerminal;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::{Arg, ArgMatches, Command};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::json;
use unicursal::connect::{Board, Connect, Tile};
use unicursal::picture::{Colour, ramp};
use unicursal::{Control, Dir, Level, Outcome, Puzzle, board_of};
use unicursal_check::connect::Game;

use crate::canvas::{Canvas, Glyph, Map};
use crate::exit::Exit;
use crate::output::Guard;
use crate::session::Session;
use crate::terminal::Terminal;
use crate::{args, input, output};

/// How often to look whether someone wants the program to end.
const IDLE: Duration = Duration::from_millis(100);
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(10);
const KEYS: &str = "arrows move  enter takes and drops the pen  u undo  r reset  ? hint  q quit";
const CURSOR: Colour = Colour(255, 255, 255);

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    Command::new("play")
        .about("Play a board in the terminal")
        .arg(args::required_level())
        .args(args::puzzle_options(puzzle.about().rule_options))
        .arg(
            Arg::new("record")
                .long("record")
                .value_name("FILE")
                .help("Write the game as JSON, which every command takes as a LEVEL"),
        )
        .arg(output::force())
        .arg(args::json())
        .after_help(
            "Keys: arrows move (also: h j k l, w a s d); enter takes the pen on a tile that has a\n\
             colour, and drops it; u or backspace takes a step back, r resets, ? gives a hint, q quits.\n\
             A board that was solved is printed as a solution in the end.\n\n\
             Examples:\n  \
             unicursal connect play board.txt\n  \
             unicursal connect play connect:8x8#spring --record game.json",
        )
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let control = args::control(matches, session);
    let record = args::word(matches, "record");
    if let Some(path) = record {
        let mut guard = Guard::new(matches.get_flag("force"));
        guard.input(args::word(matches, "level"), "the board");
        output::probe(path)?;
        guard.output(path, "the recording", super::referee::is_recording)?;
    }
    let mut named = input::level(puzzle, args::word(matches, "level"), &control, session)?;
    named.level = args::by_rule(named.level, puzzle.about().rule_options, matches)?;
    let Some(board) = board_of::<Connect>(&*named.level) else {
        bail!("{}: this is no board of Connect the Colours", named.name);
    };
    if !std::io::stdout().is_terminal() {
        bail!("play needs a terminal");
    }
    let mut player = Player::new(board, &*named.level)?;
    let mut canvas = Canvas::new(session.colours_stdout());
    let terminal = Terminal::enter()?;
    let ended = play(&mut player, &mut canvas, session);
    drop(terminal);
    let exit = ended?;
    let won = player.game.is_complete() && player.game.verdict().is_ok();
    if let Some(path) = record {
        let turns = player.lines().into_iter().map(|line| json!({"line": line}));
        let report = json!({
            "puzzle": "connect",
            "name": named.name,
            "level": named.level.text(),
            "victory": won,
            "turns": turns.collect::<Vec<_>>(),
        });
        output::file(path, format!("{report}\n").as_bytes())?;
    }
    let lines: String = player.lines().into_iter().map(|line| line + "\n").collect();
    if session.is_json() {
        output::json(&json!({
            "level": named.name,
            "outcome": if won { "solved" } else { "unsolved" },
            "answer": won.then(|| lines.trim_end()),
        }))?;
    } else if won {
        output::stdout(lines.as_bytes())?;
    }
    Ok(exit)
}

/// A step of a path: from a tile to a neighbour, in a colour.
struct Step {
    from: (usize, usize),
    to: (usize, usize),
    colour: char,
}

struct Player<'a> {
    board: &'a Board,
    level: &'a (dyn Level + 'a),
    game: Game,
    steps: Vec<Step>,
    cursor: (usize, usize),
    /// The colour of the pen, while it is down.
    pen: Option<char>,
    message: String,
}

fn play(player: &mut Player, canvas: &mut Canvas, session: &Session) -> anyhow::Result<Exit> {
    player.draw(canvas)?;
    while !session.is_interrupted() {
        let (keys, changed) = canvas.keys(IDLE)?;
        for key in keys {
            if let Some(exit) = player.press(key, canvas, session)? {
                return Ok(exit);
            }
        }
        if changed {
            player.draw(canvas)?;
        }
    }
    Ok(Exit::Interrupted)
}

impl<'a> Player<'a> {
    fn new(board: &'a Board, level: &'a (dyn Level + 'a)) -> anyhow::Result<Self> {
        let game = Game::new(level.text().as_bytes()).map_err(|error| anyhow!(error))?;
        let first = board.colours().first().map(|colour| colour.terminals[0]);
        Ok(Self {
            board,
            level,
            game,
            steps: Vec::new(),
            cursor: first.map_or((0, 0), |cell| board.position(cell)),
            pen: None,
            message: String::new(),
        })
    }

    fn press(
        &mut self,
        key: KeyEvent,
        canvas: &mut Canvas,
        session: &Session,
    ) -> anyhow::Result<Option<Exit>> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        self.message.clear();
        match key.code {
            KeyCode::Char('c') if control => return Ok(Some(Exit::Interrupted)),
            KeyCode::Char('q') | KeyCode::Esc => return Ok(Some(Exit::Yes)),
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.go(Dir::Up),
            KeyCode::Down | KeyCode::Char('j' | 's') => self.go(Dir::Down),
            KeyCode::Left | KeyCode::Char('h' | 'a') => self.go(Dir::Left),
            KeyCode::Right | KeyCode::Char('l' | 'd') => self.go(Dir::Right),
            KeyCode::Enter | KeyCode::Char(' ') => self.take_or_drop(),
            KeyCode::Backspace | KeyCode::Char('u') => self.take_back()?,
            KeyCode::Char('r') => {
                *self = Self::new(self.board, self.level)?;
            }
            KeyCode::Char('?') => {
                "thinking".clone_into(&mut self.message);
                self.draw(canvas)?;
                self.hint(session)?;
            }
            _ => {}
        }
        Ok(None)
    }

    fn go(&mut self, dir: Dir) {
        let (x, y) = self.cursor;
        let to = match dir {
            Dir::Right if x + 1 < self.board.width() => (x + 1, y),
            Dir::Down if y + 1 < self.board.height() => (x, y + 1),
            Dir::Left if x > 0 => (x - 1, y),
            Dir::Up if y > 0 => (x, y - 1),
            _ => return,
        };
        if let Some(colour) = self.pen {
            let step = Step {
                from: self.cursor,
                to,
                colour,
            };
            let back = self.steps.last().is_some_and(|last| {
                (last.from, last.to, last.colour) == (step.to, step.from, colour)
            });
            if back {
                // Going back along the path takes it back.
                self.steps.pop();
                if let Ok(game) = self.replayed() {
                    self.game = game;
                }
            } else {
                let mut game = self.game.clone();
                if let Err(loss) = game.play(step.line().as_bytes()) {
                    self.message = loss.to_string();
                    return;
                }
                self.game = game;
                self.steps.push(step);
                if self.terminal(to) == Some(colour) {
                    self.pen = None;
                }
            }
        }
        self.cursor = to;
    }

    /// The colour of a terminal.
    fn terminal(&self, (x, y): (usize, usize)) -> Option<char> {
        match self.board.tile(self.board.cell(x, y)) {
            Tile::Terminal(colour) => Some(self.board.colours()[colour].name),
            _ => None,
        }
    }

    /// The colour that is drawn on a tile.
    fn drawn(&self, at: (usize, usize)) -> Option<char> {
        let step = self
            .steps
            .iter()
            .rev()
            .find(|step| step.from == at || step.to == at);
        step.map(|step| step.colour)
    }

    fn take_or_drop(&mut self) {
        if self.pen.take().is_none() {
            self.pen = self
                .terminal(self.cursor)
                .or_else(|| self.drawn(self.cursor));
            if self.pen.is_none() {
                "take the pen where a colour is".clone_into(&mut self.message);
            }
        }
    }

    fn take_back(&mut self) -> anyhow::Result<()> {
        match self.steps.pop() {
            Some(step) => {
                self.cursor = step.from;
                self.pen = Some(step.colour);
                self.game = self.replayed()?;
            }
            None => "nothing to take back".clone_into(&mut self.message),
        }
        Ok(())
    }

    /// The game after the steps.
    fn replayed(&self) -> anyhow::Result<Game> {
        let mut game = Game::new(self.level.text().as_bytes()).map_err(|error| anyhow!(error))?;
        for step in &self.steps {
            game.play(step.line().as_bytes())
                .map_err(|error| anyhow!(error))?;
        }
        Ok(game)
    }

    fn hint(&mut self, session: &Session) -> anyhow::Result<()> {
        let control = Control::new()
            .time_limit(HINT)
            .cancelled_by(session.interrupted());
        let so_far: String = self.lines().into_iter().map(|line| line + "\n").collect();
        let hinted = self.level.hint(so_far.as_bytes(), &control)?;
        self.message = match hinted.outcome {
            Outcome::Solved(hint) if hint.next.is_empty() => "nothing is left to do".to_owned(),
            Outcome::Solved(hint) => match hint.reason {
                Some(reason) => format!("hint: draw {}: {}", hint.next.trim(), reason.text),
                None => format!("hint: draw {}", hint.next.trim()),
            },
            Outcome::Unsolvable { .. } => "no solution from here: take something back".to_owned(),
            Outcome::Unknown(unknown) => format!("no hint: {}", unknown.why),
        };
        Ok(())
    }

    /// The steps as lines of the game, straight ones joined.
    fn lines(&self) -> Vec<String> {
        let mut joined: Vec<Step> = Vec::new();
        for step in &self.steps {
            if let Some(last) = joined.last_mut() {
                let straight = (last.from.0 == last.to.0 && last.to.0 == step.to.0)
                    || (last.from.1 == last.to.1 && last.to.1 == step.to.1);
                if last.to == step.from && last.colour == step.colour && straight {
                    last.to = step.to;
                    continue;
                }
            }
            joined.push(Step { ..*step });
        }
        joined.iter().map(Step::line).collect()
    }

    fn draw(&self, canvas: &mut Canvas) -> std::io::Result<()> {
        let (x, y) = self.cursor;
        let map = Map {
            size: (2 * self.board.width() - 1, self.board.height()),
            focus: (2 * x, y),
            glyph: |column, y| {
                if column % 2 == 0 {
                    self.glyph((column / 2, y))
                } else {
                    self.gap((column / 2, y))
                }
            },
        };
        canvas.draw(&map, [&self.status(), KEYS])
    }

    fn glyph(&self, at: (usize, usize)) -> Glyph {
        let cell = self.board.cell(at.0, at.1);
        let checkpoint = self
            .board
            .checkpoints()
            .iter()
            .find(|(place, _)| *place == cell);
        let drawn = self.drawn(at);
        let letter = match (self.board.tile(cell), checkpoint) {
            (Tile::Terminal(colour), _) => self.board.colours()[colour].name,
            (Tile::Blocker, _) => '█',
            (_, Some((_, colour))) if drawn.is_none() => {
                // A checkpoint shows the colour that must come here.
                return Glyph {
                    letter: '◌',
                    colour: Some(self.shade(self.board.colours()[*colour].name)),
                };
            }
            (Tile::Horizontal, _) => '═',
            (Tile::Vertical, _) => '║',
            _ if drawn.is_some() => '●',
            _ => '.',
        };
        let colour = if at == self.cursor {
            Some(CURSOR)
        } else {
            self.terminal(at).or(drawn).map(|name| self.shade(name))
        };
        let letter = if at == self.cursor && !letter.is_alphanumeric() {
            if self.pen.is_some() { '◉' } else { '◎' }
        } else {
            letter
        };
        Glyph { letter, colour }
    }

    /// What stands between a tile and the one to its right.
    fn gap(&self, (x, y): (usize, usize)) -> Glyph {
        let ends = [(x, y), (x + 1, y)];
        let step = self
            .steps
            .iter()
            .find(|step| [step.from, step.to] == ends || [step.to, step.from] == ends);
        Glyph {
            letter: if step.is_some() { '─' } else { ' ' },
            colour: step.map(|step| self.shade(step.colour)),
        }
    }

    fn shade(&self, name: char) -> Colour {
        let colours = self.board.colours();
        let index = colours
            .iter()
            .position(|colour| colour.name == name)
            .unwrap_or(0);
        ramp((index as f64 + 0.5) / colours.len().max(1) as f64)
    }

    fn status(&self) -> String {
        let (x, y) = self.cursor;
        let turns = match self.lines().len() {
            1 => "1 line".to_owned(),
            turns => format!("{turns} lines"),
        };
        let state = if self.game.is_complete() {
            match self.game.verdict() {
                Ok(()) => format!("Solved in {turns}!"),
                Err(loss) => loss.to_string(),
            }
        } else {
            match self.pen {
                Some(colour) => format!("drawing {colour} · {x},{y} · {turns}"),
                None => format!("{x},{y} · {turns}"),
            }
        };
        if self.message.is_empty() {
            state
        } else {
            format!("{} · {state}", self.message)
        }
    }
}

impl Step {
    fn line(&self) -> String {
        let ((x1, y1), (x2, y2)) = (self.from, self.to);
        format!("{x1} {y1} {x2} {y2} {}", self.colour)
    }
}
