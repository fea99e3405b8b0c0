//! `unicursal coil play`: play a level in the terminal.

mod game;
mod screen;

use std::io::IsTerminal;
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::{ArgMatches, Command};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::json;
use unicursal::coil::Coil;
use unicursal::coil::text;
use unicursal::{
    Control, Dir, Error, Hint, Level, Outcome, Puzzle, SolveRequest, Solved, Verdict, board_of,
};

use crate::canvas::Canvas;
use crate::exit::Exit;
use crate::session::Session;
use crate::terminal::Terminal;
use crate::{args, input, output};
use game::Game;

/// How often to look whether someone wants the program to end.
const IDLE: Duration = Duration::from_millis(100);
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(20);

pub fn command(_: &'static dyn Puzzle) -> Command {
    Command::new("play")
        .about("Play a level in the terminal")
        .arg(args::required_level())
        .arg(args::json())
        .after_help(
            "Keys: arrows choose the start, enter begins there; then arrows slide (also: h j k l,\n\
             w a s d). u or backspace takes a slide back, r resets, ? gives a hint, q quits.\n\
             A level that was solved is printed as a solution in the end.\n\n\
             Examples:\n  \
             unicursal coil play level.txt\n  \
             unicursal coil play coil:20x12#spring",
        )
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let control = args::control(matches, session);
    let named = input::level(puzzle, args::word(matches, "level"), &control, session)?;
    let Some(game) = board_of::<Coil>(&*named.level).and_then(Game::new) else {
        bail!("{}: there is no free cell to start from", named.name);
    };
    if !std::io::stdout().is_terminal() {
        bail!("play needs a terminal");
    }
    let mut player = Player {
        game,
        level: &*named.level,
        message: String::new(),
    };
    let mut canvas = Canvas::new(session.colours_stdout());
    let terminal = Terminal::enter()?;
    let ended = play(&mut player, &mut canvas, session);
    drop(terminal);
    let exit = ended?;
    let solution = player.solved()?;
    if session.is_json() {
        output::json(&json!({
            "level": named.name,
            "outcome": if solution.is_some() { "solved" } else { "unsolved" },
            "answer": solution.as_deref().map(str::trim_end),
        }))?;
    } else if let Some(solution) = solution {
        output::stdout(solution.as_bytes())?;
    }
    Ok(exit)
}

struct Player<'a> {
    game: Game<'a>,
    level: &'a (dyn Level + 'a),
    /// What there is to say besides the state of the game.
    message: String,
}

/// What a key stands for.
enum Wish {
    Go(Dir),
    Begin,
    TakeBack,
    Reset,
    Hint,
    End(Exit),
    Nothing,
}

fn play(player: &mut Player, canvas: &mut Canvas, session: &Session) -> anyhow::Result<Exit> {
    screen::draw(canvas, &player.game, "")?;
    while !session.is_interrupted() {
        let (keys, changed) = canvas.keys(IDLE)?;
        for key in keys {
            player.message.clear();
            match wish(key) {
                Wish::End(exit) => return Ok(exit),
                Wish::Hint => {
                    screen::draw(canvas, &player.game, "thinking; any key stops")?;
                    if let Some(exit) = player.think(canvas, session)? {
                        return Ok(exit);
                    }
                }
                wish => player.fulfil(&wish),
            }
        }
        if changed {
            screen::draw(canvas, &player.game, &player.message)?;
        }
    }
    Ok(Exit::Interrupted)
}

fn wish(key: KeyEvent) -> Wish {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('c') if control => Wish::End(Exit::Interrupted),
        KeyCode::Char('q') | KeyCode::Esc => Wish::End(Exit::Yes),
        KeyCode::Up | KeyCode::Char('k' | 'w') => Wish::Go(Dir::Up),
        KeyCode::Down | KeyCode::Char('j' | 's') => Wish::Go(Dir::Down),
        KeyCode::Left | KeyCode::Char('h' | 'a') => Wish::Go(Dir::Left),
        KeyCode::Right | KeyCode::Char('l' | 'd') => Wish::Go(Dir::Right),
        KeyCode::Enter | KeyCode::Char(' ') => Wish::Begin,
        KeyCode::Backspace | KeyCode::Char('u') => Wish::TakeBack,
        KeyCode::Char('r') => Wish::Reset,
        KeyCode::Char('?') => Wish::Hint,
        _ => Wish::Nothing,
    }
}

impl Player<'_> {
    fn fulfil(&mut self, wish: &Wish) {
        let problem = match *wish {
            Wish::Go(dir) if !self.game.go(dir) => "blocked",
            Wish::Begin if !self.game.begin() => "this is a wall",
            Wish::TakeBack if !self.game.take_back() => "nothing to take back",
            Wish::Reset => {
                self.game.reset();
                ""
            }
            _ => "",
        };
        problem.clone_into(&mut self.message);
    }

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
                    if let Wish::End(code) = wish(key) {
                        exit = Some(code);
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
