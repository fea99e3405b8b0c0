//! Pellet Eater as front ends see it.

use unicursal_check::{pellet as checker, recount};

use super::generate::{self, Difficulty, GenerateError, Shape};
use super::text::TextError;
use super::tuning::SCALE;
use super::{Board, draw, facts, rules, solve, text};
use crate::hamilton::{count, fast, level, path};
use crate::picture::Picture;
use crate::reason::{self as reasons, Explanation, Grade};
use crate::recount::recount as counted;
use crate::{
    About, Checked, Control, Count, Counting, Counts, Dir, Error, Explain, Figures,
    GenerateRequest, Generates, Generating, Hinting, Hints, Interruption, Kind, Known, LevelId,
    Made, Moves, OptionSpec, Recount, Sheet, SolveRequest, Solved, Step, TileSpec, Verdict,
};

/// The puzzle Pellet Eater.
pub struct Pellet;

/// The default share of holes, in per cent.
const DEFAULT_HOLES: &str = "15";
/// The part of a variant that asks for only one path; a grade may follow it.
const UNIQUE: &str = "-unique";
/// The names of grades; the first is any.
const GRADES: [&str; 5] = [
    "any",
    Grade::Easy.name(),
    Grade::Medium.name(),
    Grade::Hard.name(),
    Grade::Expert.name(),
];

impl Kind for Pellet {
    type Board = Board;
    type Answer = Vec<Dir>;
    type Request = SolveRequest;

    const ABOUT: About = About {
        rules: "Start on S. Step to the neighbour above, below, left or right, never onto a wall or off the board. \
                Visit every open cell exactly once; you may end anywhere.",
        answer_form: "Write the answer as one line of letters, one for each step: u for up, d for down, l for left, r for \
                right. For example rrd steps right twice and then down.",
        pack_size: generate::PACK_SIZE,
        graded_size: generate::GRADED_SIZE,
        graded_sides: Some([9, 11, 13, 14]),
        methods: &solve::SPECS,
        generate_options: &[
            OptionSpec::text(
                "holes",
                "Share of holes inside the border, in per cent",
                "P",
                DEFAULT_HOLES,
            ),
            OptionSpec::choice(
                "difficulty",
                "How hard it must be for a person, on a board with one path only; up to 1000 cells",
                &GRADES,
            ),
            OptionSpec::choice(
                "search",
                "How hard it must be for --method dfs",
                &Difficulty::NAMES,
            ),
            OptionSpec::flag(
                "unique",
                "One path only, proved; up to 1000 cells, with more holes where they are needed for it",
            ),
        ],
        difference: "their steps differ",
        has_recordings: true,
        tiles: &[
            TileSpec::open('.', "pellet"),
            TileSpec::wall('#', "wall"),
            TileSpec::single('S', "start", "#3e126e"),
        ],
        moves: Moves::Step,
        ..About::new(
            "pellet",
            "Pellet Eater",
            "Step from the start through every open cell once (Pellet Eater)",
            "6 5\n######\n#S...#\n#.##.#\n#....#\n######\n",
        )
    };

    #[cfg(feature = "formats")]
    const FORMATS: &'static [crate::Format<Board>] = super::formats::FORMATS;
    const RECOUNT: Option<Recount<Self>> =
        Some(|level, _, control| counted(control, |go_on| recount::pellet(level, go_on)));

    const PROVES: bool = true;
    const COUNTING: Option<Counting<Self>> = Some(Counting::BY_TRAIT);
    const HINTING: Option<Hinting<Self>> = Some(Hinting::BY_TRAIT);
    const EXPLAIN: Option<Explain<Self>> = Some(explain);
    const GENERATING: Option<Generating<Self>> = Some(Generating::BY_TRAIT);

    fn parse(text: &[u8]) -> Result<Board, Error> {
        Ok(text::parse_board(text)?)
    }

    fn print(board: &Board) -> String {
        text::print_board(board)
    }

    fn size(board: &Board) -> (usize, usize) {
        (board.width(), board.height())
    }

    fn request(_: &Board, request: &SolveRequest) -> Result<SolveRequest, Error> {
        Ok(request.clone())
    }

    fn solve(
        board: &Board,
        request: &SolveRequest,
        control: &Control,
    ) -> Result<Solved<Vec<Dir>>, Error> {
        Ok(solve::solve(board, request, control))
    }

    fn parse_answer(board: &Board, text: &[u8]) -> Result<Vec<Dir>, Error> {
        let _ = board;
        #[cfg(feature = "formats")]
        if crate::tsplib::is_tour(text) {
            return crate::tsplib::read_tour(board, text);
        }
        Ok(text::parse_path(text)?)
    }

    fn print_answer(_: &Board, _: &SolveRequest, answer: &Vec<Dir>) -> String {
        text::print_path(answer)
    }

    fn check(level: &[u8], _: &SolveRequest, answer: &[u8]) -> Result<Verdict, Error> {
        Verdict::of(checker::check(level, answer))
    }

    fn prove(
        board: &Board,
        request: &SolveRequest,
        answer: Option<&Vec<Dir>>,
        control: &Control,
    ) -> Result<Option<Checked>, Error> {
        Checked::learned::<Self>(
            board,
            request,
            answer.map_or(&[], std::slice::from_ref),
            control,
        )
    }

    fn kernel_rules(_: &[u8], _: &SolveRequest) -> Result<Option<unicursal_kernel::Rules>, Error> {
        Ok(Some(unicursal_kernel::Rules::Pellet))
    }

    fn kernel_paths(board: &Board, answer: &Vec<Dir>) -> Vec<Vec<(usize, usize)>> {
        path::positions(board, answer)
    }

    fn kernel_answer(_: &Board, paths: &[Vec<(usize, usize)>]) -> String {
        path::of_positions(paths)
    }

    fn draw(board: &Board, answer: Option<&Vec<Dir>>) -> Result<Picture, Error> {
        Ok(draw::picture(board, answer.map(Vec::as_slice))?)
    }

    fn facts(board: &Board) -> Figures {
        facts::facts(board)
    }

    fn difficulty(board: &Board, control: &Control) -> Result<Figures, Error> {
        level::difficulty(board, &[], SCALE, control)
    }

    fn sheet(board: &Board) -> Sheet {
        Sheet::from_fn(board.width(), board.height(), |x, y| {
            text::symbol(board, board.cell(x, y))
        })
    }

    fn print_sheet(sheet: &Sheet) -> String {
        format!("{} {}\n{}", sheet.width, sheet.height, sheet.lines())
    }
}

impl Counts for Pellet {
    fn count(
        board: &Board,
        _: &SolveRequest,
        most: Option<u64>,
        control: &Control,
    ) -> Result<Count, Error> {
        Ok(count::count(board, most, control))
    }

    fn list(
        board: &Board,
        _: &SolveRequest,
        most: usize,
        control: &Control,
    ) -> Result<Vec<Vec<Dir>>, Error> {
        let listed = count::list(board, most, control);
        listed.map_err(|why| Error::interrupted(why, "the list is not complete"))
    }
}

impl Hints for Pellet {
    fn reason(
        board: &Board,
        so_far: Option<&Vec<Dir>>,
        control: &Control,
    ) -> Result<Option<reasons::Step>, Error> {
        let cells = rules::walk(board, so_far.map_or(&[][..], Vec::as_slice))?;
        Ok(level::reason(&count::rest(board, &cells), &[], control))
    }

    fn hint(
        board: &Board,
        so_far: Option<Vec<Dir>>,
        control: &Control,
    ) -> Result<Solved<Step<Vec<Dir>>>, Error> {
        let so_far = so_far.unwrap_or_default();
        let cells = rules::walk(board, &so_far)?;
        let solved = fast::solve(&count::rest(board, &cells), 0, control);
        Ok(solved.map(|rest| level::next_step([&so_far[..], &rest].concat(), so_far.len())))
    }
}

impl Generates for Pellet {
    fn generate(request: &GenerateRequest, control: &Control) -> Result<Made<Self>, Error> {
        let holes = request.options.get("holes").unwrap_or(DEFAULT_HOLES);
        let asked = |name| request.options.get(name).filter(|&word| word != GRADES[0]);
        let mut variant = holes.to_owned();
        if let Some(search) = asked("search") {
            variant.extend(["-", search]);
        }
        let grade = asked("difficulty");
        if request.options.is_set("unique") || grade.is_some() {
            variant.push_str(UNIQUE);
        }
        if let Some(grade) = grade {
            variant.extend(["-", grade]);
        }
        let id = LevelId {
            puzzle: Self::ABOUT.name.to_owned(),
            width: request.width,
            height: request.height,
            variant,
            seed: request.seed.clone(),
        };
        Self::generate_id(&id, control)
    }

    fn generate_id(id: &LevelId, control: &Control) -> Result<Made<Self>, Error> {
        let variant = if id.variant.is_empty() {
            DEFAULT_HOLES
        } else {
            &id.variant
        };
        let (variant, unique, grade) = match variant.split_once(UNIQUE) {
            Some((variant, "")) => (variant, true, None),
            Some((variant, grade)) => {
                let grade = grade.strip_prefix('-').unwrap_or(grade);
                (variant, true, Some(grade.parse::<Grade>()?))
            }
            None => (variant, false, None),
        };
        let (holes, difficulty) = variant.split_once('-').unwrap_or((variant, "any"));
        let shape = Shape {
            width: id.width,
            height: id.height,
            holes: holes.parse().map_err(|_| {
                Error::bad_request(format!("holes must be a number of per cent, not '{holes}'"))
            })?,
            difficulty: Difficulty::from_name(difficulty).ok_or_else(|| {
                Error::bad_request(format!("there is no difficulty '{difficulty}'"))
            })?,
            unique,
            grade,
        };
        let made = generate::generate(&shape, &id.seed, control)?;
        Ok(Made {
            board: made.board,
            answer: Known::Answer(made.path),
            id: id.clone(),
        })
    }

    fn graded(number: u64) -> Option<LevelId> {
        generate::graded(number)
    }

    fn pack(number: u64) -> Option<LevelId> {
        generate::pack(number)
    }
}

fn explain(board: &Board, control: &Control) -> Result<Explanation, Error> {
    level::explain(board, &[], SCALE, control)
}

impl From<TextError> for Error {
    fn from(error: TextError) -> Self {
        let place = error.place();
        Self::bad_input(error, place)
    }
}

impl From<GenerateError> for Error {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Interrupted(why) => Self::interrupted(why, "the board was not finished"),
            GenerateError::NotFound(_) | GenerateError::NotGraded(_) => {
                Self::interrupted(Interruption::GaveUp, error.to_string())
            }
            other => Self::bad_request(other),
        }
    }
}
