//! Pellet Eater as front ends see it.

use unicursal_check::{pellet as checker, pellet_proof};

use super::generate::{self, Difficulty, GenerateError, Shape};
use super::text::TextError;
use super::{Board, draw, facts, formats, rules, solve, text};
use crate::hamilton::{count, fast};
use crate::picture::Picture;
use crate::{
    Abilities, About, Checked, Control, Count, Dir, Drat, Error, Figures, Format, GenerateRequest,
    Interruption, Judgement, Kind, Known, LevelId, Made, Moves, OptionSpec, Sheet, SolveRequest,
    Solved, Step, TileSpec, Verdict,
};

/// The puzzle Pellet Eater.
pub struct Pellet;

/// The share of holes, in per cent, where none is given.
const DEFAULT_HOLES: &str = "15";
/// The end of a variant that asks for one path only.
const UNIQUE: &str = "-unique";

impl Kind for Pellet {
    type Board = Board;
    type Answer = Vec<Dir>;
    type Request = SolveRequest;

    const ABOUT: About = About {
        pack_size: generate::PACK_SIZE,
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
                "How hard it must be for --method dfs",
                &Difficulty::NAMES,
            ),
            OptionSpec::flag(
                "unique",
                "One path only, proved; up to 1000 cells, with more holes where they are needed for it",
            ),
        ],
        difference: "their steps differ",
        abilities: Abilities {
            generate: true,
            count: true,
            hint: true,
            prove: true,
            drat: true,
            games: true,
            ..Abilities::NONE
        },
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

    const FORMATS: &'static [Format<Board>] = formats::FORMATS;

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

    fn parse_answer(_: &Board, text: &[u8]) -> Result<Vec<Dir>, Error> {
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
        let proof = solve::certify::certify(board, answer.map(Vec::as_slice), control)?;
        proof
            .map(|proof| Checked::new::<Self>(board, request, answer, proof, control))
            .transpose()
    }

    fn check_proof(
        level: &[u8],
        _: &SolveRequest,
        proof: &[u8],
        control: &Control,
    ) -> Result<Judgement, Error> {
        let go_on = || control.interruption().is_none();
        Judgement::of(pellet_proof::check_while(level, proof, &go_on), control)
    }

    fn drat(
        level: &[u8],
        _: &SolveRequest,
        proof: &[u8],
        control: &Control,
    ) -> Result<Drat, Error> {
        let go_on = || control.interruption().is_none();
        Judgement::as_drat(pellet_proof::drat(level, proof, &go_on), control)
    }

    fn kernel_rules(_: &[u8], _: &SolveRequest) -> Result<Option<unicursal_kernel::Rules>, Error> {
        Ok(Some(unicursal_kernel::Rules::Pellet))
    }

    fn kernel_paths(board: &Board, answer: &Vec<Dir>) -> Vec<Vec<(usize, usize)>> {
        let (mut x, mut y) = board.position(board.start());
        let steps = answer.iter().map(|dir| {
            let (dx, dy) = dir.delta();
            x = x.saturating_add_signed(dx);
            y = y.saturating_add_signed(dy);
            (x, y)
        });
        let first = board.position(board.start());
        vec![std::iter::once(first).chain(steps).collect()]
    }

    fn kernel_answer(_: &Board, paths: &[Vec<(usize, usize)>]) -> String {
        let step = |pair: &[(usize, usize)]| {
            let delta = |to: usize, from: usize| to as isize - from as isize;
            let delta = (delta(pair[1].0, pair[0].0), delta(pair[1].1, pair[0].1));
            Dir::ALL.into_iter().find(|dir| dir.delta() == delta)
        };
        let steps = paths
            .iter()
            .flat_map(|path| path.windows(2).filter_map(step));
        text::print_path(&steps.collect::<Vec<Dir>>())
    }

    fn draw(board: &Board, answer: Option<&Vec<Dir>>) -> Result<Picture, Error> {
        Ok(draw::picture(board, answer.map(Vec::as_slice))?)
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
        format!("{} {}\n{}", sheet.width, sheet.height, sheet.lines())
    }

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

    fn hint(
        board: &Board,
        so_far: Option<Vec<Dir>>,
        control: &Control,
    ) -> Result<Solved<Step<Vec<Dir>>>, Error> {
        let so_far = so_far.unwrap_or_default();
        let cells = rules::walk(board, &so_far)?;
        let solved = fast::solve(&count::rest(board, &cells), 0, control);
        Ok(solved.map(|rest| {
            let next = &rest[..rest.len().min(1)];
            Step {
                next: text::print_path(next).trim_end().to_owned(),
                so_far: [&so_far, next].concat(),
                answer: [&so_far[..], &rest].concat(),
            }
        }))
    }

    fn generate(request: &GenerateRequest, control: &Control) -> Result<Made<Self>, Error> {
        let holes = request.options.get("holes").unwrap_or(DEFAULT_HOLES);
        let difficulty = request.options.get("difficulty").unwrap_or("any");
        let mut variant = holes.to_owned();
        if difficulty != "any" {
            variant.extend(["-", difficulty]);
        }
        if request.options.is_set("unique") {
            variant.push_str(UNIQUE);
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
        let (variant, unique) = match variant.strip_suffix(UNIQUE) {
            Some(variant) => (variant, true),
            None => (variant, false),
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
        };
        let made = generate::generate(&shape, &id.seed, control)?;
        Ok(Made {
            board: made.board,
            answer: Known::Answer(made.path),
            id: id.clone(),
        })
    }

    fn pack(number: u64) -> Option<LevelId> {
        generate::pack(number)
    }
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
            GenerateError::NotFound(_) => {
                Self::interrupted(Interruption::GaveUp, error.to_string())
            }
            other => Self::bad_request(other),
        }
    }
}
