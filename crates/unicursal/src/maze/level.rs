//! The maze as front ends see it.

use unicursal_check::maze as checker;

use super::{Algorithm, Board, End, Rule, Tour, Walk, draw, facts, generate, text};
use crate::picture::Picture;
use crate::{
    About, CheckLevel, Control, Dir, Error, Figures, GenerateRequest, Generates, Generating, Kind,
    Known, LevelId, Made, MethodSpec, Moves, OptionSpec, Outcome, Sheet, SolveRequest, Solved,
    TileSpec, Verdict,
};

/// The left-hand maze.
pub struct Maze;

const METHODS: [MethodSpec; Rule::ALL.len()] = {
    let mut specs = [MethodSpec { name: "", help: "" }; Rule::ALL.len()];
    let mut index = 0;
    while index < specs.len() {
        let rule = Rule::ALL[index];
        specs[index] = MethodSpec {
            name: rule.name(),
            help: rule.help(),
        };
        index += 1;
    }
    specs
};

/// The levels that come with the puzzle.
const PACK_SIZE: u64 = 300;

impl Kind for Maze {
    type Board = Board;
    type Answer = Vec<Dir>;
    type Request = Rule;

    const ABOUT: About = About {
        rules: "Walk from S to E along the path with your left hand on the wall. The first step goes north, if there is a \
                way, else west, else south, else east. After each step turn left if there is a way, else go straight, else \
                turn right, else go back. The walk ends on E.",
        answer_form: "Write the answer as rule=left&path=LETTERS with a letter for each step: N for north (up), E for east, S \
                for south, W for west.",
        pack_size: PACK_SIZE,
        method_word: "rule",
        methods: &METHODS,
        generate_options: &[OptionSpec::choice(
            "algorithm",
            "Many short dead ends (kruskal), or few long ones (dfs)",
            &["kruskal", "dfs"],
        )],
        tiles: &[
            TileSpec::open('#', "path"),
            TileSpec::wall(' ', "wall"),
            TileSpec::single('S', "start", "#3e126e"),
            TileSpec::single('E', "end", "#be3c28"),
        ],
        moves: Moves::Walk,
        ..About::new(
            "maze",
            "Left-hand maze",
            "Walk from S to E with the left hand on the wall, or by another rule",
            "####S##\n#   # #\n# ### #\n# #   #\n# # ###\n#   #\n### ##E\n",
        )
    };

    #[cfg(feature = "formats")]
    const FORMATS: &'static [crate::Format<Board>] = super::formats::FORMATS;

    const GENERATING: Option<Generating<Self>> = Some(Generating::BY_TRAIT);
    const CHECK_LEVEL: Option<CheckLevel> = Some(check_level);

    fn parse(text: &[u8]) -> Result<Board, Error> {
        text::parse(text)
    }

    fn print(board: &Board) -> String {
        text::print(board)
    }

    fn size(board: &Board) -> (usize, usize) {
        (board.width(), board.height())
    }

    fn request(_: &Board, request: &SolveRequest) -> Result<Rule, Error> {
        let name = request.method.as_deref().unwrap_or(Rule::Left.name());
        Rule::from_name(name)
            .ok_or_else(|| Error::bad_request(format!("there is no rule '{name}'")))
    }

    fn solve(board: &Board, rule: &Rule, control: &Control) -> Result<Solved<Vec<Dir>>, Error> {
        let mut steps = Vec::new();
        let tour = Tour::of(board, *rule, control, |state| steps.push(state.facing));
        let tour = match tour {
            Ok(tour) => tour,
            Err(why) => {
                let how_far = format!("{} steps walked", steps.len());
                return Ok(Solved::new(Outcome::unknown(why, how_far)));
            }
        };
        let outcome = match tour.end {
            End::Found => Outcome::Solved(steps),
            End::Never(why) => Outcome::Unsolvable {
                proof: why.proof(board, *rule),
            },
        };
        let shortest = Walk::new(board, Rule::Shortest).count();
        let solved = Solved::new(outcome)
            .with_stat("steps", tour.steps)
            .with_stat("cells_seen", tour.cells_seen);
        Ok(if shortest == 0 {
            solved
        } else {
            let ratio = tour.steps as f64 / shortest as f64;
            solved
                .with_stat("shortest", shortest)
                .with_stat("ratio", (ratio * 1e4).round() / 1e4)
        })
    }

    fn parse_answer(_: &Board, text: &[u8]) -> Result<Vec<Dir>, Error> {
        text::parse_walk(text)
    }

    fn print_answer(_: &Board, rule: &Rule, answer: &Vec<Dir>) -> String {
        text::print_walk(*rule, answer)
    }

    fn check(level: &[u8], _: &Rule, answer: &[u8]) -> Result<Verdict, Error> {
        Verdict::of(checker::check(level, answer))
    }

    fn draw(board: &Board, answer: Option<&Vec<Dir>>) -> Result<Picture, Error> {
        draw::picture(board, answer.map(Vec::as_slice))
    }

    fn facts(board: &Board) -> Figures {
        facts::facts(board)
    }

    fn sheet(board: &Board) -> Sheet {
        Sheet::from_fn(board.width(), board.height(), |x, y| {
            text::symbol(board, board.cell(x, y))
        })
    }

    fn print_sheet(sheet: &Sheet) -> String {
        sheet.lines()
    }
}

impl Generates for Maze {
    fn generate(request: &GenerateRequest, control: &Control) -> Result<Made<Self>, Error> {
        let variant = request.options.get("algorithm").unwrap_or("kruskal");
        let size = (request.width, request.height);
        let id = LevelId::new(Self::ABOUT.name, size, variant, &request.seed);
        Self::generate_id(&id, control)
    }

    /// The first is the example; then come mazes from 11x7 to 99x67, every second one with long
    /// dead ends. The size of all frames grows with the square of the area: even for the largest
    /// maze it is less than an evaluation lets a program print.
    fn pack(number: u64) -> Option<LevelId> {
        let step = number.checked_sub(2)? as usize;
        let last = PACK_SIZE as usize - 2;
        let (width, height) = (11 + 2 * (44 * step / last), 7 + 2 * (30 * step / last));
        let algorithm = ["kruskal", "dfs"][step % 2];
        let (puzzle, seed) = (Self::ABOUT.name, format!("pack-{number}"));
        Some(LevelId::new(puzzle, (width, height), algorithm, seed))
    }

    fn generate_id(id: &LevelId, control: &Control) -> Result<Made<Self>, Error> {
        let algorithm = match id.variant.as_str() {
            "" => Some(Algorithm::Kruskal),
            name => Algorithm::from_name(name),
        };
        let algorithm = algorithm.ok_or_else(|| {
            let name = &id.variant;
            Error::bad_request(format!(
                "there is no maze algorithm '{name}'; there are kruskal and dfs"
            ))
        })?;
        let board = generate((id.width, id.height), algorithm, &id.seed, control)?;
        let id = LevelId {
            variant: algorithm.name().to_owned(),
            ..id.clone()
        };
        Ok(Made {
            board,
            // On a perfect maze the left hand always gets there.
            answer: Known::BySolving,
            id,
        })
    }
}

fn check_level(level: &[u8]) -> Result<Verdict, Error> {
    Verdict::of(checker::check_level(level))
}
