//! Pellet Eater as front ends see it.

use unicursal_check::{pellet as checker, recount};
use unicursal_kernel::Rules;

use super::generate::{self, Difficulty, Shape};
use super::tuning::SCALE;
use super::{Board, draw, facts, rules, solve, text};
use crate::hamilton::level::{self, counted_walks, walked};
use crate::hamilton::{count, fast, path};
use crate::picture::Picture;
use crate::reason::{self as reasons, Explanation, Grade};
use crate::recount::recount as counted;
use crate::{
    About, Checked, Control, Count, Counting, Counts, Dir, Error, Explain, Figures,
    GenerateRequest, Generates, Generating, Hinting, Hints, Kind, Known, LevelId, Made, Moves,
    OptionSpec, Recount, Sheet, SolveRequest, Solved, Step, TileSpec, Verdict,
};

/// The puzzle Pellet Eater.
pub struct Pellet;

/// The default share of holes, in per cent.
const DEFAULT_HOLES: &str = "15";
/// The part of a variant that asks for only one path; a grade may follow it.
const UNIQUE: &str = "-unique";

impl Kind for Pellet {
    walked!(Pellet);

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
                &Grade::OR_ANY,
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

    fn parse_answer(board: &Board, text: &[u8]) -> Result<Vec<Dir>, Error> {
        let _ = board;
        #[cfg(feature = "formats")]
        if crate::tsplib::is_tour(text) {
            return crate::tsplib::read_tour(board, text);
        }
        text::parse_path(text)
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

counted_walks!(Pellet);

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
        let asked = |name| {
            request
                .options
                .get(name)
                .filter(|&word| word != Grade::OR_ANY[0])
        };
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
        let size = (request.width, request.height);
        let id = LevelId::new(Self::ABOUT.name, size, variant, &request.seed);
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
