//! Finds or makes the level that was asked for.

use serde_json::{Value, json};
use unicursal::{Control, Level, LevelName, Puzzle};

use crate::ask::{LevelAsked, LevelInput};
use crate::{Api, Refused, picture};

/// A puzzle with a level of it.
pub type Found = (&'static dyn Puzzle, Box<dyn Level>);

impl Api {
    /// The puzzle with this name.
    pub(crate) fn puzzle(&self, name: &str) -> Result<&'static dyn Puzzle, Refused> {
        let mut puzzles = self.puzzles.iter().copied();
        let puzzle = puzzles.find(|puzzle| puzzle.name() == name);
        puzzle.ok_or_else(|| Refused::new(404, format!("there is no puzzle '{name}'")))
    }

    /// Refuses sizes beyond the limit, before anything of that size is made.
    pub(crate) fn admit_size(&self, (width, height): (usize, usize)) -> Result<(), Refused> {
        if width.saturating_mul(height) <= self.most_cells {
            return Ok(());
        }
        let most = self.most_cells;
        Err(Refused::new(
            413,
            format!("a level of {width}x{height} cells is too large here; at most {most} cells"),
        ))
    }

    /// The level that was asked for.
    pub(crate) fn level(
        &self,
        puzzle: &'static dyn Puzzle,
        input: &LevelInput,
        control: &Control,
    ) -> Result<Box<dyn Level>, Refused> {
        let level = match input {
            LevelInput::Text(word) => self.named(puzzle, word, control)?,
            LevelInput::Sheet(sheet) => {
                self.admit_size((sheet.width, sheet.height))?;
                puzzle.parse(puzzle.print_sheet(sheet)?.as_bytes(), control)?
            }
        };
        self.admit_size(level.size())?;
        Ok(level)
    }

    fn named(
        &self,
        puzzle: &'static dyn Puzzle,
        word: &str,
        control: &Control,
    ) -> Result<Box<dyn Level>, Refused> {
        let id = word.trim();
        if let Some(name) = LevelName::read(puzzle.name(), id)? {
            if let LevelName::Id(id) = &name {
                self.admit_size((id.width, id.height))?;
            }
            return Ok(puzzle.make(&name, control)?.level);
        }
        if let Some(other) = unicursal::puzzle_of_id(id) {
            let (other, name) = (other.name(), puzzle.name());
            return Err(Refused::bad(format!(
                "this is the id of a level of {other}, not of {name}"
            )));
        }
        Ok(puzzle.parse(word.as_bytes(), control)?)
    }

    /// The level. If it is not a level of the named puzzle and the request allows others, it may be
    /// of another one. If no puzzle can read it, the error is that of the named one.
    pub(crate) fn recognise(
        &self,
        asked: &LevelAsked,
        control: &Control,
    ) -> Result<Found, Refused> {
        let puzzle = self.puzzle(&asked.puzzle)?;
        let first = self.level(puzzle, &asked.level, control);
        if first.is_ok() || !asked.any {
            return first.map(|level| (puzzle, level));
        }
        let others = self.puzzles.iter().copied();
        let mut others = others.filter(|other| other.name() != puzzle.name());
        let found = others.find_map(|other| {
            let level = self.level(other, &asked.level, control).ok()?;
            Some((other, level))
        });
        found.map_or_else(|| first.map(|level| (puzzle, level)), Ok)
    }
}

/// A level in the form that the page needs.
pub fn describe(puzzle: &dyn Puzzle, level: &dyn Level) -> Result<Value, Refused> {
    let (width, height) = level.size();
    let drawn = level.draw(None)?;
    Ok(json!({
        "puzzle": puzzle.name(),
        "text": level.text(),
        "width": width,
        "height": height,
        "rule": level.rule(),
        "facts": level.facts(),
        "sheet": level.sheet(),
        "picture": picture::to_json(&drawn),
    }))
}
