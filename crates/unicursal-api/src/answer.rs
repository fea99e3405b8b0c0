//! Requests that are answered by one object or one file.

use serde_json::{Value, json};
use unicursal::{Control, GenerateRequest, Moves, PromptStyle, SolveRequest};

use crate::ask::{
    AnswerAsked, ConvertAsked, GenerateAsked, LevelAsked, LevelInput, PromptAsked, RecordingAsked,
    SolveAsked, options,
};
use crate::level::describe;
use crate::{Api, Question, Refused, picture};

/// The answer to a question.
#[derive(Debug)]
pub enum Reply {
    /// An object.
    Json(Value),
    /// A file, with its kind.
    File(&'static str, Vec<u8>),
}

impl Api {
    /// Does what is asked for.
    pub fn answer(&self, question: &Question, control: &Control) -> Result<Reply, Refused> {
        let json = match question {
            Question::Draw(asked) => return self.draw(asked, control),
            Question::Level(asked) => {
                let (puzzle, level) = self.recognise(asked, control)?;
                describe(puzzle, &*level)
            }
            Question::Draft(asked) => self.draft(asked, control),
            Question::Check(asked) => self.check(asked, control),
            Question::Generate(asked) => self.generate(asked, control),
            Question::Recording(asked) => recording(asked),
            Question::Convert(asked) => self.convert(asked, control),
            Question::Hint(asked) => self.hint(asked, control),
            Question::Count(asked) => self.count(asked, control),
            Question::Prompt(asked) => self.prompt(asked, control),
            Question::Score(asked) => {
                let level = self.level(self.puzzle(&asked.puzzle)?, &asked.level, control)?;
                let text = asked.answer.as_deref().unwrap_or("");
                Ok(json!(unicursal::score(&*level, text)))
            }
            Question::Grade(asked) => {
                let puzzle = self.puzzle(&asked.puzzle)?;
                let level = self.level(puzzle, &asked.level, control)?;
                Ok(json!(level.difficulty(control)?))
            }
        };
        json.map(Reply::Json)
    }

    fn draft(&self, asked: &LevelAsked, control: &Control) -> Result<Value, Refused> {
        let puzzle = self.puzzle(&asked.puzzle)?;
        let text = match &asked.level {
            LevelInput::Text(text) => text.clone(),
            LevelInput::Sheet(sheet) => {
                self.admit_size((sheet.width, sheet.height))?;
                puzzle.print_sheet(sheet)?
            }
        };
        Ok(match puzzle.parse(text.as_bytes(), control) {
            Ok(level) => json!({"text": text, "facts": level.facts()}),
            Err(error) => json!({"text": text, "error": error.to_string()}),
        })
    }

    fn check(&self, asked: &AnswerAsked, control: &Control) -> Result<Value, Refused> {
        let level = self.level(self.puzzle(&asked.puzzle)?, &asked.level, control)?;
        let verdict = match &asked.answer {
            Some(answer) => level.check(&SolveRequest::default(), answer.as_bytes()),
            None => level.check_level(),
        };
        Ok(json!(verdict?))
    }

    fn draw(&self, asked: &AnswerAsked, control: &Control) -> Result<Reply, Refused> {
        let puzzle = self.puzzle(&asked.puzzle)?;
        let level = self.level(puzzle, &asked.level, control)?;
        let answer = asked.answer.as_deref().map(str::as_bytes);
        let drawn = level.draw(answer)?;
        // A board to be solved on paper must give nothing away, but pictures of mazes have tinted
        // blind alleys.
        let is_given_away = answer.is_none() && puzzle.about().moves == Moves::Walk;
        let drawn = if is_given_away && asked.format.as_deref() == Some("paper") {
            drawn.without_tints()
        } else {
            drawn
        };
        Ok(match asked.format.as_deref().unwrap_or("svg") {
            "svg" => Reply::File("image/svg+xml", drawn.to_svg().into_bytes()),
            "paper" => Reply::File("image/svg+xml", drawn.to_paper_svg().into_bytes()),
            "png" => Reply::File("image/png", drawn.to_png()?),
            "gif" => Reply::File("image/gif", drawn.to_gif()?),
            "apng" => Reply::File("image/apng", drawn.to_apng()?),
            "moving-svg" => Reply::File("image/svg+xml", drawn.to_moving_svg().into_bytes()),
            "json" => Reply::Json(picture::to_json(&drawn)),
            other => {
                return Err(Refused::bad(format!(
                    "there is no format '{other}'; there are svg, paper, png, gif, apng, moving-svg and json"
                )));
            }
        })
    }

    fn generate(&self, asked: &GenerateAsked, control: &Control) -> Result<Value, Refused> {
        let puzzle = self.puzzle(&asked.puzzle)?;
        self.admit_size((asked.width, asked.height))?;
        let request = GenerateRequest {
            width: asked.width,
            height: asked.height,
            seed: asked.seed.clone(),
            options: options(&asked.options),
        };
        let made = puzzle.generate(&request, control)?;
        let mut report = describe(puzzle, &*made.level)?;
        report["id"] = json!(made.id);
        report["answer"] = json!(made.answer(control)?);
        Ok(report)
    }

    fn convert(&self, asked: &ConvertAsked, control: &Control) -> Result<Value, Refused> {
        let level = self.level(self.puzzle(&asked.puzzle)?, &asked.level, control)?;
        let written = level.write_as(&asked.to)?;
        Ok(json!({"text": String::from_utf8_lossy(&written)}))
    }

    fn hint(&self, asked: &AnswerAsked, control: &Control) -> Result<Value, Refused> {
        let level = self.level(self.puzzle(&asked.puzzle)?, &asked.level, control)?;
        let so_far = asked.answer.as_deref().unwrap_or("");
        Ok(json!(level.hint(so_far.as_bytes(), control)?))
    }

    fn prompt(&self, asked: &PromptAsked, control: &Control) -> Result<Value, Refused> {
        let level = self.level(self.puzzle(&asked.puzzle)?, &asked.level, control)?;
        let style = match &asked.style {
            None => PromptStyle::default(),
            Some(name) => PromptStyle::from_name(name).ok_or_else(|| {
                Refused::bad(format!(
                    "there is no style '{name}'; there are rows, cells and own"
                ))
            })?,
        };
        Ok(json!({"text": unicursal::prompt(&*level, style)}))
    }

    fn count(&self, asked: &SolveAsked, control: &Control) -> Result<Value, Refused> {
        let level = self.level(self.puzzle(&asked.puzzle)?, &asked.level, control)?;
        let request = SolveRequest::default();
        Ok(json!(level.count(&request, asked.most, control)?))
    }
}

/// The boards of a recorded game, each with its puzzle, level, answer, verdict and line. A text that
/// is no game has none: a level may begin with a brace, too.
fn recording(asked: &RecordingAsked) -> Result<Value, Refused> {
    if !unicursal::is_recording(asked.text.as_bytes()) {
        return Ok(json!({"boards": []}));
    }
    let boards: Result<Vec<_>, _> = unicursal::recorded(asked.text.as_bytes()).collect();
    Ok(json!({"boards": boards?}))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;
    use unicursal::Control;

    use super::{SolveAsked, recording};
    use crate::Api;
    use crate::ask::RecordingAsked;

    #[test]
    fn a_level_as_json_is_no_recorded_game() {
        let boards = |text: &str| {
            let text = text.to_owned();
            let found = recording(&RecordingAsked { text });
            found.map_or(None, |found| found["boards"].as_array().map(Vec::len))
        };
        assert_eq!(boards("{\"grid_size\": [2, 1], \"nodes\": []}"), Some(0));
        assert_eq!(boards("{"), Some(0));
        let game = "{\"board\":\"1 2\\nS.\\n\",\"path\":\"D\",\"verdict\":\"Correct\"}";
        assert_eq!(boards(game), Some(1));
        assert_eq!(boards("{\"board\":\"1 2\\nS."), None, "it is cut off");
    }

    /// Without `most` it stopped at two, and said that it was not complete.
    #[test]
    fn a_count_without_a_limit_counts_all_answers() {
        let api = Api {
            puzzles: unicursal::puzzles(),
            most_bytes: 1000,
            most_cells: 100,
            time_limit: Duration::from_secs(60),
        };
        let counted = |most: serde_json::Value| {
            let mut body = json!({"puzzle": "pellet", "level": "S..\n...\n...\n"});
            if !most.is_null() {
                body["most"] = most;
            }
            let asked: SolveAsked = serde_json::from_value(body).expect("it is a question");
            let count = api.count(&asked, &Control::default());
            let count = count.map_err(|_| "refused").expect("the level is fine");
            (count["found"].clone(), count["complete"].clone())
        };
        assert_eq!(counted(json!(null)), (json!(8), json!(true)));
        assert_eq!(counted(json!(2)), (json!(2), json!(false)));
    }
}
