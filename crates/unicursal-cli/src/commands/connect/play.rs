//! `unicursal connect play`: draw the paths of a board in the terminal.
//!
//! The independent checker's game judges every line that is drawn, so what can be drawn is what the
//! game permits.

use std::ffi::OsString;
use std::io;

use anyhow::{anyhow, bail};
use clap::Command;
use crossterm::event::KeyEvent;
use serde_json::json;
use unicursal::connect::{Board, Connect, Tile};
use unicursal::picture::{Colour, ramp};
use unicursal::{Dir, Hint, Level, Puzzle, board_of};
use unicursal_check::connect::Game;

use crate::args::{Given, Limits, Rules};
use crate::canvas::{Canvas, Glyph, Map};
use crate::commands::OfPuzzle;
use crate::exit::Exit;
use crate::player::{self, Game as _, Key, Record, WithHints as _};
use crate::session::Session;
use crate::{args, input};

const KEYS: &[&str] = &[
    "arrows move",
    "enter takes and drops the pen",
    "u undo",
    "r reset",
    "? hint",
    "q quit",
];

/// See the [module](self).
pub struct Play {
    level: Option<OsString>,
    rules: Rules,
    record: Record,
}

impl OfPuzzle for Play {
    const NAME: &'static str = "play";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        Command::new(Self::NAME)
            .about("Play a board in the terminal")
            .arg(args::required_level())
            .args(args::puzzle_options(puzzle.about().rule_options))
            .args(Record::args())
            .arg(args::json())
            .after_help(
                "Keys: arrows move (also: h j k l, w a s d); enter takes the pen on a tile that has a\n\
                 colour, and drops it; u or backspace takes a step back, r resets, ? gives a hint, q quits.\n\
                 If the board is solved, the solution is printed at the end; if not, the exit code is 1.\n\n\
                 Examples:\n  \
                 unicursal connect play board.txt\n  \
                 unicursal connect play connect:8x8#spring --record game.json",
            )
    }

    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            level: given.level(),
            rules: given.rules(puzzle),
            record: Record::read(given),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let control = Limits::default().control(session);
        self.record.guard(self.level.as_deref(), puzzle)?;
        let mut named = input::level(puzzle, self.level.as_deref(), &control, session)?;
        named.level = self.rules.apply(named.level)?;
        let Some(board) = board_of::<Connect>(&*named.level) else {
            bail!("{}: this is no board of Connect the Colours", named.name);
        };
        player::demand_terminal("")?;
        let mut player = Player::new(board, &*named.level)?;
        let exit = player::play(&mut player, session)?;
        let is_won = player.is_won();
        let turns = player.lines().into_iter().map(|line| json!({"line": line}));
        let turns = json!(turns.collect::<Vec<_>>());
        self.record
            .write(puzzle, &named, is_won, ("turns", &turns))?;
        let lines = player.so_far();
        player::print_end(&named, is_won.then_some(lines.as_str()), session)?;
        Ok(exit)
    }
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

impl player::Game for Player<'_> {
    fn press(&mut self, key: KeyEvent, canvas: &mut Canvas) -> anyhow::Result<()> {
        self.message.clear();
        match Key::of(key) {
            Key::Go(dir) => self.go(dir),
            Key::Enter => self.take_or_drop(),
            Key::TakeBack => self.take_back()?,
            Key::Reset => *self = Self::new(self.board, self.level)?,
            Key::Hint => player::think(self, canvas)?,
            Key::Quit | Key::Interrupt | Key::Other => {}
        }
        Ok(())
    }

    fn is_won(&self) -> bool {
        self.game.is_complete() && self.game.verdict().is_ok()
    }

    fn draw(&self, canvas: &mut Canvas) -> io::Result<()> {
        let (x, y) = self.cursor;
        let map = Map {
            // Between two tiles there is room for the line that joins them.
            size: (2 * self.board.width() - 1, 2 * self.board.height() - 1),
            focus: (2 * x, 2 * y),
            glyph: |column, row| {
                let (x, y) = (column / 2, row / 2);
                match (column % 2, row % 2) {
                    (0, 0) => self.glyph((x, y)),
                    (1, 0) => self.join([(x, y), (x + 1, y)], '─'),
                    (0, 1) => self.join([(x, y), (x, y + 1)], '│'),
                    _ => Glyph::new(' ', None),
                }
            },
        };
        canvas.draw(&map, &self.status(), KEYS)
    }
}

impl player::WithHints for Player<'_> {
    fn level(&self) -> &dyn Level {
        self.level
    }

    fn so_far(&self) -> String {
        self.lines().into_iter().map(|line| line + "\n").collect()
    }

    fn next_move(&mut self, hint: &Hint) -> anyhow::Result<String> {
        Ok(format!("draw {}", hint.next.trim()))
    }

    fn say(&mut self, message: String) {
        self.message = message;
    }
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
                // Going back along the path undoes it.
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

    fn glyph(&self, at: (usize, usize)) -> Glyph {
        let cell = self.board.cell(at.0, at.1);
        let mut checkpoints = self.board.checkpoints().iter();
        let checkpoint = checkpoints.find(|(place, _)| *place == cell);
        let checkpoint = checkpoint.map(|(_, colour)| self.board.colours()[*colour].name);
        let drawn = self.drawn(at);
        let (letter, name) = match self.board.tile(cell) {
            Tile::Terminal(colour) => {
                let name = self.board.colours()[colour].name;
                (name, Some(name))
            }
            Tile::Blocker => ('█', None),
            // A checkpoint shows the colour that must come here.
            _ if drawn.is_none() && checkpoint.is_some() => ('◌', checkpoint),
            Tile::Horizontal => ('═', drawn),
            Tile::Vertical => ('║', drawn),
            Tile::Empty if drawn.is_some() => ('●', drawn),
            Tile::Empty => ('.', None),
        };
        let is_cursor = at == self.cursor;
        let letter = if is_cursor && self.pen.is_some() && !letter.is_alphanumeric() {
            '◉'
        } else {
            letter
        };
        Glyph {
            letter,
            colour: name.map(|name| self.shade(name)),
            reversed: is_cursor,
        }
    }

    /// What stands between two neighbours.
    fn join(&self, ends: [(usize, usize); 2], line: char) -> Glyph {
        let mut steps = self.steps.iter();
        let step = steps.find(|step| [step.from, step.to] == ends || [step.to, step.from] == ends);
        match step {
            Some(step) => Glyph::new(line, Some(self.shade(step.colour))),
            None => Glyph::new(' ', None),
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
