//! The task of a class: to walk through a maze and print a frame after every step.
//!
//! A program is given the name of a maze file, as `maze solve` asks for one, or the maze itself.
//! The file is a copy that the user who runs the program can read.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use unicursal::maze::{Board, Canvas, Maze, Rule, Style, Walk};
use unicursal::{Control, board_of};
use unicursal_arena::levels::Loaded;
use unicursal_arena::verdict::{Kind, Verdict};
use unicursal_arena::{Task, units};

use super::check;
use crate::commands::evaluate::folder::Folder;

/// To walk through a maze and print a frame after every step.
pub struct Frames<'a> {
    pub rule: Rule,
    pub style: Style,
    /// Whether the program gets the name of the maze's file, or the maze.
    pub gives_name: bool,
    pub folder: &'a Folder,
    pub most_output: u64,
    pub interrupted: &'static AtomicBool,
}

impl Frames<'_> {
    /// The copy of a maze.
    fn file(&self, number: u64) -> PathBuf {
        self.folder.path().join(format!("maze-{number}.txt"))
    }
}

impl Task for Frames<'_> {
    fn input(&self, number: u64, loaded: &Loaded) -> Result<Vec<u8>, String> {
        let board = maze(loaded)?;
        let bytes = output_bytes(board, self.rule, self.style);
        if bytes > self.most_output {
            let (bytes, most) = (units::bytes(bytes), units::bytes(self.most_output));
            return Err(format!(
                "the right output has about {bytes}, and --output-limit is {most}"
            ));
        }
        if !self.gives_name {
            return Ok(loaded.text.clone());
        }
        let file = self.file(number);
        let name = format!("maze-{number}.txt");
        let put = self.folder.put(&name, &loaded.text);
        put.map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(format!("{}\n", file.display()).into_bytes())
    }

    fn files(&self, number: u64) -> Vec<PathBuf> {
        if self.gives_name {
            vec![self.file(number)]
        } else {
            Vec::new()
        }
    }

    fn judge(&self, loaded: &Loaded, output: &[u8]) -> Verdict {
        if output.trim_ascii().is_empty() {
            return Verdict::new(Kind::Fail, "it printed nothing");
        }
        let board = match maze(loaded) {
            Ok(board) => board,
            Err(why) => return Verdict::new(Kind::Arena, why),
        };
        let control = Control::new().cancelled_by(self.interrupted);
        match check::compare(board, self.rule, self.style, output, &control) {
            Ok(None) => Verdict::new(Kind::Pass, ""),
            Ok(Some(difference)) => Verdict {
                board: Some(difference.side_by_side()),
                ..Verdict::new(Kind::Fail, difference.to_string())
            },
            Err(error) => Verdict::new(Kind::Arena, error.to_string()),
        }
    }

    /// For a program that was ended, too, the report says where it first went wrong.
    fn remark(&self, loaded: &Loaded, output: &[u8]) -> Option<(String, Option<String>)> {
        // A last line without a line end may be incomplete.
        let finished = output.iter().rposition(|&byte| byte == b'\n');
        let output = &output[..finished.map_or(0, |at| at + 1)];
        if output.is_empty() {
            return Some(("it had printed nothing".to_owned(), None));
        }
        let control = Control::new().cancelled_by(self.interrupted);
        let compared = check::compare(maze(loaded).ok()?, self.rule, self.style, output, &control);
        match compared.ok()? {
            Some(wrong) if wrong.found.is_some() => {
                Some((wrong.to_string(), Some(wrong.side_by_side())))
            }
            Some(_) => Some(("what it had printed is right so far".to_owned(), None)),
            None => Some(("what it had printed is right".to_owned(), None)),
        }
    }
}

fn maze(loaded: &Loaded) -> Result<&Board, String> {
    let level = loaded.level.as_deref();
    let board = level.and_then(board_of::<Maze>);
    board.ok_or_else(|| "this is no maze".to_owned())
}

/// How many bytes the frames of a walk have; numbers that grow longer add some.
fn output_bytes(board: &Board, rule: Rule, style: Style) -> u64 {
    let mut walk = Walk::new(board, rule);
    let mut canvas = Canvas::new(board, style);
    let Some(first) = walk.next() else { return 0 };
    canvas.show(board, first);
    let frame = canvas.frame(board).len() as u64;
    let steps = 1 + walk.count() as u64;
    steps.saturating_mul(frame)
}
