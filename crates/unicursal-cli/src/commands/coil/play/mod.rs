//! `unicursal coil play`: play a level in the terminal.

mod game;
mod screen;

use std::ffi::OsString;
use std::io;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::Command;
use crossterm::event::KeyEvent;
use serde_json::json;
use unicursal::coil::{Coil, text};
use unicursal::{
    Control, Error, Hint, Level, Outcome, Puzzle, SolveRequest, Solved, Verdict, board_of,
};

use crate::args::{Given, Limits};
use crate::canvas::Canvas;
use crate::commands::OfPuzzle;
use crate::exit::Exit;
use crate::player::{self, Key, Record};
use crate::session::Session;
use crate::{args, input};
use game::Game;

/// How long a hint may take.
const HINT: Duration = Duration::from_secs(20);

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
                 If the level is solved, the solution is printed at the end.\n\n\
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
        let walk = player.game.answer();
        let walk = walk.map_or_else(String::new, |walk| text::print_slides(&walk));
        let path = json!(walk.trim_end());
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

    fn press(
        &mut self,
        key: KeyEvent,
        canvas: &mut Canvas,
        session: &Session,
    ) -> anyhow::Result<Option<Exit>> {
        let problem = match Key::of(key) {
            Key::Interrupt => return Ok(Some(Exit::Interrupted)),
            Key::Quit => return Ok(Some(Exit::Yes)),
            Key::Hint => {
                screen::draw(canvas, &self.game, "thinking; any key stops")?;
                return self.think(canvas, session);
            }
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
        Ok(None)
    }
}

impl Player<'_> {
    /// Asks for a hint, while any key stops that; an exit code if the key was one that quits.
    fn think(&mut self, canvas: &mut Canvas, session: &Session) -> anyhow::Result<Option<Exit>> {
        let so_far = self.game.answer();
        let so_far = so_far.map_or_else(String::new, |walk| text::print_slides(&walk));
        let control = Control::new()
            .time_limit(HINT)
            .cancelled_by(session.interrupted());
        let level = self.level;
        let mut exit = None;
        let hinted = std::thread::scope(|scope| -> anyhow::Result<_> {
            let work = scope.spawn(|| level.hint(so_far.as_bytes(), &control));
            while !work.is_finished() {
                let (keys, _) = canvas.keys(Duration::from_millis(20)).inspect_err(|_| {
                    control.cancel();
                })?;
                for key in keys {
                    control.cancel();
                    match Key::of(key) {
                        Key::Quit => exit = Some(Exit::Yes),
                        Key::Interrupt => exit = Some(Exit::Interrupted),
                        _ => {}
                    }
                }
            }
            match work.join() {
                Ok(hinted) => hinted.map_err(anyhow::Error::new),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })?;
        self.tell(hinted)?;
        Ok(exit)
    }

    /// Puts a hint into words; before the walk has begun the cursor goes where it should begin.
    fn tell(&mut self, hinted: Solved<Hint>) -> anyhow::Result<()> {
        self.message = match hinted.outcome {
            Outcome::Solved(hint) => {
                if !self.game.has_begun() {
                    let walk = text::parse_answer(self.game.board, hint.so_far.as_bytes())?;
                    self.game.start = self.game.board.cell(walk.start.0, walk.start.1);
                }
                let way = match hint.next.as_str() {
                    "U" => "go up",
                    "D" => "go down",
                    "L" => "go left",
                    "R" => "go right",
                    _ => "nothing is left to do",
                };
                if self.game.has_begun() {
                    format!("hint: {way}")
                } else {
                    format!("hint: start here and {way}")
                }
            }
            Outcome::Unsolvable { .. } if !self.game.has_begun() => {
                "this level has no solution".to_owned()
            }
            Outcome::Unsolvable { .. } => "no solution from here: take something back".to_owned(),
            Outcome::Unknown(unknown) => format!("no hint: {}", unknown.why),
        };
        Ok(())
    }

    /// The solution, if the level is solved; the independent checker has seen it.
    fn solved(&self) -> anyhow::Result<Option<String>> {
        let Some(walk) = self.game.answer().filter(|_| self.game.left() == 0) else {
            return Ok(None);
        };
        let answer = text::print_slides(&walk);
        let request = SolveRequest::default();
        match self.level.check(&request, answer.as_bytes())? {
            Verdict::Valid => Ok(Some(answer)),
            Verdict::Wrong { reason, .. } => Err(anyhow!(Error::WrongAnswer { reason, answer })),
        }
    }
}
