//! Coil as front ends see it.

use unicursal_check::coil as checker;

use super::{Board, Solution, draw, facts, generate, pack, solve, text};
use crate::Control;
use crate::picture::Picture;
use crate::puzzle::{
    Abilities, Count, Error, GenerateRequest, Generated, Hint, Level, LevelId, MethodSpec,
    OptionSpec, OptionValue, Puzzle, SolveRequest, Solved, Stats, Verdict,
};

/// The puzzle Coil.
pub struct Coil;

impl Puzzle for Coil {
    fn name(&self) -> &'static str {
        "coil"
    }

    fn summary(&self) -> &'static str {
        "Slide until blocked, from any start, and visit every free cell once"
    }

    fn example(&self) -> &'static str {
        include_str!("example.txt")
    }

    fn parse(&self, text: &[u8]) -> Result<Box<dyn Level>, Error> {
        Ok(Box::new(text::parse_board(text)?))
    }

    fn methods(&self) -> &'static [MethodSpec] {
        &solve::SPECS
    }

    fn solve_options(&self) -> &'static [OptionSpec] {
        &[
            OptionSpec {
                name: "format",
                help: "Write every slide (path), or only those where there is a choice (qpath)",
                value: OptionValue::Choice(&["path", "qpath"]),
                hidden: false,
            },
            OptionSpec {
                name: "without",
                help: "Leave out parts of the engine, to see what they are worth: \
                       faces, loops, connectivity, order, probes, colours, search, hunt, core-search",
                value: OptionValue::Text {
                    placeholder: "LIST",
                    default: "",
                },
                hidden: true,
            },
        ]
    }

    fn generate_options(&self) -> &'static [OptionSpec] {
        &generate::OPTIONS
    }

    fn abilities(&self) -> Abilities {
        Abilities {
            generate: true,
            count: true,
            hint: true,
            ..Abilities::default()
        }
    }

    fn generate(&self, request: &GenerateRequest, control: &Control) -> Result<Generated, Error> {
        generate::offer(request, control)
    }

    fn generate_id(&self, id: &LevelId, control: &Control) -> Result<Generated, Error> {
        generate::by_id(id, control)
    }

    fn pack_size(&self) -> u64 {
        pack::SIZE
    }

    fn pack_level(&self, number: u64, control: &Control) -> Result<Box<dyn Level>, Error> {
        Ok(generate::from_pack(number, control)?.level)
    }

    fn generate_pack_level(&self, number: u64, control: &Control) -> Result<Generated, Error> {
        generate::from_pack(number, control)
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
        request.options.check(Coil.solve_options())?;
        let solved = solve::solve(self, request, control)?;
        let short = request.options.get("format") == Some("qpath");
        // A walk that cannot be followed is a bug of the method: written in full, so that the
        // checker can say where it goes wrong.
        Ok(
            solved.map(|solution| match text::print_choices(self, &solution) {
                Ok(choices) if short => choices,
                _ => text::print_slides(&solution),
            }),
        )
    }

    fn check(&self, answer: &[u8]) -> Result<Verdict, Error> {
        Ok(checker::check(self.text().as_bytes(), answer)?.into())
    }

    fn draw(&self, answer: Option<&[u8]>) -> Result<Picture, Error> {
        let solution = answer.map(|answer| text::parse_solution(self, answer));
        let solution: Option<Solution> = solution.transpose()?;
        Ok(draw::picture(self, solution.as_ref())?)
    }

    fn count(&self, limit: u64, control: &Control) -> Result<Count, Error> {
        Ok(solve::count::count(self, limit, control))
    }

    fn hint(&self, so_far: &[u8], control: &Control) -> Result<Solved<Hint>, Error> {
        let walk = match so_far {
            [] => None,
            walk => Some(text::parse_solution(self, walk)?),
        };
        let before = walk.as_ref().map_or(0, |walk| walk.slides.len());
        let hint = solve::hint::hint(self, walk, control)?;
        Ok(hint.map(|(whole, length)| {
            let answer = text::print_slides(&whole);
            let mut walk = whole;
            walk.slides.truncate(length);
            Hint {
                next: walk.slides[before..]
                    .iter()
                    .map(|dir| dir.letter())
                    .collect(),
                so_far: text::print_slides(&walk),
                answer,
            }
        }))
    }

    fn facts(&self) -> Stats {
        facts::facts(self)
    }
}
