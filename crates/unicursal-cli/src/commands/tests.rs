//! What the commands do with a puzzle whose every answer is wrong.

use clap::Command;
use unicursal::implement::{
    Generates, Generating, Hinting, Hints, Kind, Known, Made, MethodSpec, Step, adapt,
};
use unicursal::picture::{Fill, Picture};
use unicursal::{
    About, Control, Error, Figures, GenerateRequest, LevelId, Outcome, Sheet, SolveRequest, Solved,
    Verdict,
};

use super::{demo, of_puzzle};
use crate::args;
use crate::exit::Exit;
use crate::output::Form;
use crate::session::Session;

struct Liar;

impl Kind for Liar {
    type Board = ();
    type Answer = String;
    type Request = ();

    const ABOUT: About = About {
        methods: &[MethodSpec {
            name: "lie",
            help: "Always wrong",
        }],
        ..About::new("liar", "Liar", "Answers wrongly", "?")
    };

    const HINTING: Option<Hinting<Self>> = Some(Hinting::BY_TRAIT);
    const GENERATING: Option<Generating<Self>> = Some(Generating::BY_TRAIT);

    fn parse(_: &[u8]) -> Result<(), Error> {
        Ok(())
    }

    fn print((): &()) -> String {
        "?\n".to_owned()
    }

    fn size((): &()) -> (usize, usize) {
        (1, 1)
    }

    fn request((): &(), _: &SolveRequest) -> Result<(), Error> {
        Ok(())
    }

    fn solve((): &(), (): &(), _: &Control) -> Result<Solved<String>, Error> {
        Ok(Solved::new(Outcome::Solved("nonsense\n".to_owned())))
    }

    fn parse_answer((): &(), _: &[u8]) -> Result<String, Error> {
        Ok(String::new())
    }

    fn print_answer((): &(), (): &(), answer: &String) -> String {
        answer.clone()
    }

    fn check(_: &[u8], (): &(), _: &[u8]) -> Result<Verdict, Error> {
        Ok(Verdict::Wrong {
            reason: "it is nonsense".to_owned(),
            board: String::new(),
        })
    }

    fn draw((): &(), _: Option<&String>) -> Result<Picture, Error> {
        Ok(Picture::new(1, 1, |_, _| Fill::Open))
    }

    fn facts((): &()) -> Figures {
        Figures::new()
    }

    fn sheet((): &()) -> Sheet {
        Sheet::from_fn(1, 1, |_, _| '?')
    }

    fn print_sheet(sheet: &Sheet) -> String {
        sheet.lines()
    }
}

impl Hints for Liar {
    fn hint((): &(), _: Option<String>, _: &Control) -> Result<Solved<Step<String>>, Error> {
        let answer = "nonsense\n".to_owned();
        Ok(Solved::new(Outcome::Solved(Step {
            next: "n".to_owned(),
            so_far: answer.clone(),
            answer,
        })))
    }
}

impl Generates for Liar {
    fn generate(_: &GenerateRequest, control: &Control) -> Result<Made<Self>, Error> {
        Self::generate_id(&"liar:1x1#a".parse()?, control)
    }

    fn generate_id(id: &LevelId, _: &Control) -> Result<Made<Self>, Error> {
        Ok(Made {
            board: (),
            answer: Known::Answer("nonsense\n".to_owned()),
            id: id.clone(),
        })
    }
}

/// How a command of the liar ends.
fn ends(words: &[&str]) -> Exit {
    let liar = adapt::<Liar>();
    let name = words[0];
    let command = of_puzzle(liar).find(|command| command.name == name);
    let command = command.expect("the liar has this command");
    // Global options stand at the root of the whole command line.
    let mut root = Command::new("unicursal");
    for arg in args::command().get_arguments() {
        root = root.arg(arg.clone());
    }
    let root = root.subcommand((command.build)(liar));
    let words = std::iter::once("unicursal").chain(words.iter().copied());
    let matches = root.try_get_matches_from(words).expect("good usage");
    let session = Session::new(&matches);
    let (_, inner) = matches.subcommand().expect("a command was given");
    let ended = (command.run)(liar, inner, &session);
    ended.unwrap_or_else(|error| Exit::of_error(&error))
}

#[test]
fn regression_a_wrong_answer_ends_every_command_as_a_bug() {
    assert_eq!(ends(&["solve", "liar:1x1#a"]), Exit::Bug);
    assert_eq!(ends(&["solve", "liar:1x1#a", "--json"]), Exit::Bug);
    assert_eq!(ends(&["hint", "liar:1x1#a"]), Exit::Bug);
    assert_eq!(ends(&["draw", "liar:1x1#a", "--method", "lie"]), Exit::Bug);
    let solution = std::env::temp_dir().join("unicursal-no-lie.txt");
    let path = solution.to_str().expect("a path of plain letters");
    assert_eq!(ends(&["generate", "1", "1", "-s", path]), Exit::Bug);
    assert!(!solution.exists());
    let session = Session::new(&args::command().get_matches_from(["unicursal", "demo"]));
    let shown = demo::show(adapt::<Liar>(), Form::Svg, &session);
    let error = shown.expect_err("the answer is wrong");
    assert_eq!(Exit::of_error(&error), Exit::Bug);
}
