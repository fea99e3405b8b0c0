//! A puzzle that misbehaves: the text of a level says how.
//!
//! A level is one word; `yes` solves each. `no` is a wrong answer, and any other one cannot be
//! read. The seed of a level that is to be made is its word.

use std::time::Duration;

use unicursal::implement::{
    Abilities, Counting, Counts, Generates, Generating, Hinting, Hints, Kind, Known, Made,
    MethodSpec, Step, TileSpec, adapt,
};
use unicursal::picture::{Fill, Picture};
use unicursal::{
    About, Control, Count, Error, Figures, GenerateRequest, Interruption, LevelId, OptionSpec,
    Outcome, Place, Puzzle, Sheet, SolveRequest, Solved, Verdict,
};

pub const LIAR: &dyn Puzzle = adapt::<Liar>();

pub struct Liar;

/// What a board is told to do; a word that is no lie leads to `yes`.
fn answer(word: &str) -> String {
    let answer = match word {
        "wrong" | "wrong-hint" => "no",
        "unreadable" => "???",
        _ => "yes",
    };
    answer.to_owned()
}

impl Kind for Liar {
    type Board = String;
    type Answer = String;
    type Request = SolveRequest;

    const ABOUT: About = About {
        pack_size: 3,
        method_word: "trick",
        methods: &[
            MethodSpec {
                name: "plain",
                help: "Say it",
            },
            MethodSpec {
                name: "slow",
                help: "Say it when the time is over",
            },
        ],
        solve_options: &[
            OptionSpec::flag("loud", "Say it loudly"),
            OptionSpec::choice("tone", "How to say it", &["low", "high"]),
            OptionSpec::text("reason", "Why", "TEXT", ""),
        ],
        generate_options: &[OptionSpec::flag("small", "Make it small")],
        abilities: {
            let mut claimed = Abilities::NONE;
            claimed.explain = true;
            claimed
        },
        tiles: &[TileSpec::open('.', "letter")],
        ..About::new("liar", "Liar", "Say yes", "wrong\n")
    };
    const COUNTING: Option<Counting<Self>> = Some(Counting::BY_TRAIT);
    const HINTING: Option<Hinting<Self>> = Some(Hinting::BY_TRAIT);
    const GENERATING: Option<Generating<Self>> = Some(Generating::BY_TRAIT);

    fn parse(text: &[u8]) -> Result<String, Error> {
        let word = String::from_utf8_lossy(text).trim_end().to_owned();
        match word.as_str() {
            "" => Err(Error::bad_input("line 1: no word", Some(Place::line(1)))),
            "sleep" => {
                std::thread::sleep(Duration::from_millis(30));
                Ok(word)
            }
            _ => Ok(word),
        }
    }

    fn print(board: &String) -> String {
        format!("{board}\n")
    }

    fn size(board: &String) -> (usize, usize) {
        (board.chars().count(), 1)
    }

    fn request(_: &String, request: &SolveRequest) -> Result<SolveRequest, Error> {
        Ok(request.clone())
    }

    fn solve(board: &String, request: &SolveRequest, _: &Control) -> Result<Solved<String>, Error> {
        let outcome = match board.as_str() {
            "none" => Outcome::Unsolvable {
                proof: "there is none".to_owned(),
            },
            _ if request.method.as_deref() == Some("slow") => {
                Outcome::unknown(Interruption::Time, "too slow")
            }
            word => Outcome::Solved(answer(word)),
        };
        Ok(Solved::new(outcome).with_stat("words", 1))
    }

    fn parse_answer(_: &String, text: &[u8]) -> Result<String, Error> {
        Ok(String::from_utf8_lossy(text).into_owned())
    }

    fn print_answer(_: &String, _: &SolveRequest, answer: &String) -> String {
        format!("{answer}\n")
    }

    fn check(_: &[u8], _: &SolveRequest, answer: &[u8]) -> Result<Verdict, Error> {
        match answer.trim_ascii_end() {
            b"yes" => Ok(Verdict::Valid),
            b"no" => Ok(Verdict::Wrong {
                reason: "'no' is not 'yes'".to_owned(),
                board: String::new(),
            }),
            _ => Err(Error::bad_input("byte 0: no answer", Some(Place::byte(0)))),
        }
    }

    fn draw(board: &String, _: Option<&String>) -> Result<Picture, Error> {
        Ok(Picture::new(board.len(), 1, |_, _| Fill::Open))
    }

    fn facts(_: &String) -> Figures {
        Figures::new()
    }

    fn sheet(board: &String) -> Sheet {
        let letters: Vec<char> = board.chars().collect();
        Sheet::from_fn(letters.len(), 1, |x, _| letters[x])
    }

    fn print_sheet(sheet: &Sheet) -> String {
        sheet.lines()
    }
}

impl Counts for Liar {
    fn count(_: &String, _: &SolveRequest, _: Option<u64>, _: &Control) -> Result<Count, Error> {
        Ok(Count::new(1u64, true))
    }

    fn list(
        board: &String,
        _: &SolveRequest,
        most: usize,
        _: &Control,
    ) -> Result<Vec<String>, Error> {
        let said = if board == "again" { 2 } else { 1 };
        Ok(vec![answer(board); said.min(most)])
    }
}

impl Hints for Liar {
    fn hint(
        board: &String,
        so_far: Option<String>,
        _: &Control,
    ) -> Result<Solved<Step<String>>, Error> {
        let so_far = match board.as_str() {
            // The answer is right, but not one that begins like this.
            "astray" => "yet".to_owned(),
            _ => answer(board)[..1].to_owned() + so_far.as_deref().unwrap_or("").trim_end(),
        };
        let (next, answer) = (so_far[..1].to_owned(), answer(board));
        Ok(Solved::new(Outcome::Solved(Step {
            next,
            so_far,
            answer,
        })))
    }
}

impl Generates for Liar {
    fn generate(request: &GenerateRequest, control: &Control) -> Result<Made<Self>, Error> {
        let id = LevelId {
            puzzle: "liar".to_owned(),
            width: request.width,
            height: request.height,
            variant: String::new(),
            seed: request.seed.clone(),
        };
        Self::generate_id(&id, control)
    }

    fn generate_id(id: &LevelId, control: &Control) -> Result<Made<Self>, Error> {
        if id.seed == "cancel" {
            // Work that does not look at its limits again.
            control.cancel();
        }
        Ok(Made {
            board: id.seed.clone(),
            answer: if id.seed == "unanswered" {
                Known::Nothing
            } else {
                Known::Answer(answer(&id.seed))
            },
            id: id.clone(),
        })
    }

    fn pack(number: u64) -> Option<LevelId> {
        let seed = match number {
            1 => "honest",
            2 => "wrong",
            // The example, which is solved.
            _ => return None,
        };
        Some(LevelId {
            puzzle: "liar".to_owned(),
            width: seed.len(),
            height: 1,
            variant: String::new(),
            seed: seed.to_owned(),
        })
    }
}
