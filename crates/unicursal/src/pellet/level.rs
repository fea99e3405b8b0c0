//! Pellet Eater as front ends see it.

use unicursal_check::pellet as checker;

use super::generate::{self, Difficulty, Shape};
use super::{Board, draw, facts, solve, text};
use crate::Control;
use crate::picture::Picture;
use crate::puzzle::{
    Abilities, Error, GenerateRequest, Generated, Level, LevelId, MethodSpec, OptionSpec,
    OptionValue, Puzzle, SolveRequest, Solved, Stats, Verdict,
};

/// The puzzle Pellet Eater.
pub struct Pellet;

/// The levels that come with the puzzle.
const PACK_SIZE: u64 = 60;
/// The share of holes, in percent, where none is given.
const DEFAULT_HOLES: &str = "15";

impl Puzzle for Pellet {
    fn name(&self) -> &'static str {
        "pellet"
    }

    fn summary(&self) -> &'static str {
        "Step from the start through every open cell once (Pellet Eater)"
    }

    fn example(&self) -> &'static str {
        "6 5\n######\n#S...#\n#.##.#\n#....#\n######\n"
    }

    fn parse(&self, text: &[u8]) -> Result<Box<dyn Level>, Error> {
        Ok(Box::new(text::parse_board(text)?))
    }

    fn pack_size(&self) -> u64 {
        PACK_SIZE
    }

    fn pack_level(&self, number: u64, control: &Control) -> Result<Box<dyn Level>, Error> {
        if !(1..=PACK_SIZE).contains(&number) {
            return Err(format!("the pack has levels 1 to {PACK_SIZE}, not {number}").into());
        }
        // From 8x8 to 28x21 in ten steps, as the challenge server does, and on at the same pace.
        let step = number as usize - 1;
        let id = LevelId {
            puzzle: self.name().to_owned(),
            width: 8 + step * 20 / 9,
            height: 8 + step * 13 / 9,
            variant: DEFAULT_HOLES.to_owned(),
            seed: format!("pack-{number}"),
        };
        Ok(self.generate_id(&id, control)?.level)
    }

    fn methods(&self) -> &'static [MethodSpec] {
        &solve::SPECS
    }

    fn generate_options(&self) -> &'static [OptionSpec] {
        &[
            OptionSpec {
                name: "holes",
                help: "Share of holes inside the border, in percent",
                value: OptionValue::Text {
                    placeholder: "P",
                    default: DEFAULT_HOLES,
                },
                hidden: false,
            },
            OptionSpec {
                name: "difficulty",
                help: "How hard it must be for --method dfs",
                value: OptionValue::Choice(&Difficulty::NAMES),
                hidden: false,
            },
        ]
    }

    fn abilities(&self) -> Abilities {
        Abilities {
            generate: true,
            ..Abilities::default()
        }
    }

    fn generate(&self, request: &GenerateRequest, control: &Control) -> Result<Generated, Error> {
        request.options.check(self.generate_options())?;
        let holes = request.options.get("holes").unwrap_or(DEFAULT_HOLES);
        let difficulty = request.options.get("difficulty").unwrap_or("any");
        let id = LevelId {
            puzzle: self.name().to_owned(),
            width: request.width,
            height: request.height,
            variant: if difficulty == "any" {
                holes.to_owned()
            } else {
                format!("{holes}-{difficulty}")
            },
            seed: request.seed.clone(),
        };
        self.generate_id(&id, control)
    }

    fn generate_id(&self, id: &LevelId, control: &Control) -> Result<Generated, Error> {
        let variant = if id.variant.is_empty() {
            DEFAULT_HOLES
        } else {
            &id.variant
        };
        let (holes, difficulty) = variant.split_once('-').unwrap_or((variant, "any"));
        let shape = Shape {
            width: id.width,
            height: id.height,
            holes: holes
                .parse()
                .map_err(|_| format!("holes must be a number of percent, not '{holes}'"))?,
            difficulty: Difficulty::from_name(difficulty)
                .ok_or_else(|| format!("there is no difficulty '{difficulty}'"))?,
        };
        let made = generate::generate(&shape, &id.seed, control)?;
        Ok(Generated {
            level: Box::new(made.board),
            answer: Some(text::print_path(&made.path)),
            id: id.to_string(),
        })
    }
}

impl Level for Board {
    fn size(&self) -> (usize, usize) {
        (self.width(), self.height())
    }

    fn text(&self) -> String {
        text::print_board(self)
    }

    fn solve(&self, request: &SolveRequest, control: &Control) -> Result<Solved, Error> {
        request.options.check(Pellet.solve_options())?;
        let solved = solve::solve(self, request, control)?;
        Ok(solved.map(|path| text::print_path(&path)))
    }

    fn check(&self, answer: &[u8]) -> Result<Verdict, Error> {
        Ok(checker::check(self.text().as_bytes(), answer)?.into())
    }

    fn draw(&self, answer: Option<&[u8]>) -> Result<Picture, Error> {
        let path = answer.map(text::parse_path).transpose()?;
        Ok(draw::picture(self, path.as_deref())?)
    }

    fn facts(&self) -> Stats {
        facts::facts(self)
    }
}
