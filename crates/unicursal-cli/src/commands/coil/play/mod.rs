//! `unicursal coil play`: play a level in the terminal.

mod game;
mod screen;

use std::ffi::OsString;
use std::io;

use anyhow::{anyhow, bail};
use clap::Command;
use crossterm::event::KeyEvent;
use serde_json::json;
use unicursal::coil::{Coil, text};
use unicursal::{Error, Hint, Level, Puzzle, SolveRequest, Verdict, board_of};

use crate::args::{Given, Limits};
use crate::canvas::Canvas;
use crate::commands::OfPuzzle;
use crate::commands::hint::in_words;
use crate::exit::Exit;
use crate::player::{self, Game as _, Key, Record, WithHints as _};
use crate::session::Session;
use crate::{args, input};
use game::Game;

/// See the [module](self).
pub struct Play {
    level: Option<OsString>,
    record: Record,
}

impl OfPuzzle for Play {
    const NAME: &'static str = "play";

    fn command(_: &'static dyn Puzzle) -> Command {
        Command::new(Self::NAME)
            .about("Play a level in the terminal")
            .arg(args::required_level())
            .args(Record::args())
            .arg(args::json())
            .after_help(
                "Keys: arrows choose the start, enter begins there; then arrows slide (also: h j k l,\n\
                 w a s d). u or backspace takes a slide back, r resets, ? gives a hint, q quits.\n\
                 If the level is solved, the solution is printed at the end; if not, the exit code is 1.\n\n\
                 Examples:\n  \
                 unicursal coil play level.txt\n  \
                 unicursal coil play coil:20x12#spring --record game.json",
            )
    }

    fn read(_: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            level: given.level(),
            record: Record::read(given),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        self.record.guard(self.level.as_deref(), puzzle)?;
        let control = Limits::default().control(session);
        let named = input::level(puzzle, self.level.as_deref(), &control, session)?;
        let Some(game) = board_of::<Coil>(&*named.level).and_then(Game::new) else {
            bail!("{}: there is no free cell to start from", named.name);
        };
        player::demand_terminal("")?;
        let mut player = Player {
            game,
            level: &*named.level,
            message: String::new(),
        };
        let exit = player::play(&mut player, session)?;
        let solution = player.solved()?;
        let path = json!(player.so_far().trim_end());
        self.record
            .write(puzzle, &named, solution.is_some(), ("path", &path))?;
        player::print_end(&named, solution.as_deref(), session)?;
        Ok(exit)
    }
}

struct Player<'a> {
    game: Game<'a>,
    level: &'a (dyn Level + 'a),
    /// What there is to say besides the state of the game.
    message: String,
}

impl player::Game for Player<'_> {
    fn draw(&self, canvas: &mut Canvas) -> io::Result<()> {
        screen::draw(canvas, &self.game, &self.message)
    }

    fn press(&mut self, key: KeyEvent, canvas: &mut Canvas) -> anyhow::Result<()> {
        let problem = match Key::of(key) {
            Key::Hint => return player::think(self, canvas),
            Key::Go(dir) if !self.game.go(dir) => "blocked",
            Key::Enter if !self.game.begin() => "this is a wall",
            Key::TakeBack if !self.game.take_back() => "nothing to take back",
            Key::Reset => {
                self.game.reset();
                ""
            }
            _ => "",
        };
        problem.clone_into(&mut self.message);
        Ok(())
    }

    fn is_won(&self) -> bool {
        self.game.has_begun() && self.game.left() == 0
    }
}

impl player::WithHints for Player<'_> {
    fn level(&self) -> &dyn Level {
        self.level
    }

    fn so_far(&self) -> String {
        let walk = self.game.answer();
        walk.map_or_else(String::new, |walk| text::print_slides(&walk))
    }

    /// Before the walk has begun the cursor goes where it should begin.
    fn next_move(&mut self, hint: &Hint) -> anyhow::Result<String> {
        let way = in_words(&hint.next);
        if self.game.has_begun() {
            return Ok(way);
        }
        let walk = text::parse_answer(self.game.board, hint.so_far.as_bytes())?;
        self.game.start = self.game.board.cell(walk.start.0, walk.start.1);
        Ok(format!("start here and {way}"))
    }

    fn say(&mut self, message: String) {
        self.message = message;
    }
}

impl Player<'_> {
    /// The solution, if the level is solved; the independent checker has seen it.
    fn solved(&self) -> anyhow::Result<Option<String>> {
        if !self.is_won() {
            return Ok(None);
        }
        let answer = self.so_far();
        let request = SolveRequest::default();
        match self.level.check(&request, answer.as_bytes())? {
            Verdict::Valid => Ok(Some(answer)),
            Verdict::Wrong { reason, .. } => Err(anyhow!(Error::WrongAnswer { reason, answer })),
        }
    }
}
