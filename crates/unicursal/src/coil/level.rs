//! Coil as front ends see it.

use unicursal_check::{coil as checker, recount};

use super::prove::{prove_none, prove_only_way, prove_others};
use super::{Answer, Board, Difficulty, draw, facts, generate, pack, reason, solve, text};
use crate::picture::Picture;
use crate::recount::recount as counted;
use crate::{
    About, Checked, Control, Count, Counting, Counts, Error, Figures, GenerateRequest, Generates,
    Generating, Hinting, Hints, Kind, Known, LevelId, Made, Moves, OptionSpec, Outcome, Recount,
    Sheet, SolveRequest, Solved, Step, TileSpec, Verdict, WithProof,
};

/// The puzzle Coil.
pub struct Coil;

/// What is asked of a solver, and how its answer is written.
pub struct Request {
    solve: solve::Request,
    /// Only the slides where there is a choice (`qpath`).
    short: bool,
}

impl Kind for Coil {
    type Board = Board;
    type Answer = Answer;
    type Request = Request;

    const ABOUT: About = About {
        rules: "Choose any free cell to start on. Then slide up, down, left or right: you move in a straight \
                line until a wall, the edge of the board or a cell that you have visited blocks you, at least by one cell. \
                Then choose a new direction and slide again, until you have visited every free cell.",
        answer_form: "Write the answer as x=X&y=Y&path=LETTERS: the cell (X, Y) where you start, and a letter for each \
                slide, U for up, D for down, L for left, R for right. For example x=0&y=1&path=DRU starts on (0, 1) and \
                slides down, right and up.",
        pack_size: pack::SIZE,
        methods: &solve::SPECS,
        solve_options: &[
            OptionSpec::choice(
                "format",
                "Write every slide (path), or only those where there is a choice (qpath)",
                &["path", "qpath"],
            ),
            OptionSpec::text("without", solve::parts::HELP, "LIST", "").hidden(),
        ],
        generate_options: &generate::OPTIONS,
        has_recordings: true,
        tiles: &[
            TileSpec::open('.', "free cell"),
            TileSpec::wall('X', "wall"),
        ],
        moves: Moves::Slide,
        ..About::new(
            "coil",
            "Coil",
            "Slide until blocked, from any start, and visit every free cell once",
            include_str!("example.txt"),
        )
    };

    #[cfg(feature = "formats")]
    const FORMATS: &'static [crate::Format<Board>] = super::formats::FORMATS;
    const RECOUNT: Option<Recount<Self>> =
        Some(|level, _, control| counted(control, |go_on| recount::coil(level, go_on)));

    const PROVES: bool = true;
    const COUNTING: Option<Counting<Self>> = Some(Counting::BY_TRAIT);
    const HINTING: Option<Hinting<Self>> = Some(Hinting::BY_TRAIT);
    const GENERATING: Option<Generating<Self>> = Some(Generating::BY_TRAIT);

    fn parse(text: &[u8]) -> Result<Board, Error> {
        text::parse_board(text)
    }

    fn print(board: &Board) -> String {
        text::print_board(board)
    }

    fn size(board: &Board) -> (usize, usize) {
        (board.width(), board.height())
    }

    fn request(_: &Board, request: &SolveRequest) -> Result<Request, Error> {
        Ok(Request {
            solve: solve::Request::new(request)?,
            short: request.options.get("format") == Some("qpath"),
        })
    }

    fn solve(board: &Board, request: &Request, control: &Control) -> Result<Solved<Answer>, Error> {
        Ok(solve::solve(board, &request.solve, control))
    }

    fn parse_answer(board: &Board, text: &[u8]) -> Result<Answer, Error> {
        text::parse_answer(board, text)
    }

    fn print_answer(board: &Board, request: &Request, answer: &Answer) -> String {
        // A walk that cannot be followed is a bug of the method: written in full, so that the
        // checker can say where it goes wrong.
        let short = request.short.then(|| text::print_choices(board, answer));
        match short {
            Some(Ok(choices)) => choices,
            _ => text::print_slides(answer),
        }
    }

    fn check(level: &[u8], _: &Request, answer: &[u8]) -> Result<Verdict, Error> {
        Verdict::of(checker::check(level, answer))
    }

    fn prove(
        board: &Board,
        request: &Request,
        answer: Option<&Answer>,
        control: &Control,
    ) -> Result<Option<Checked>, Error> {
        if let Some(answer) = answer {
            return prove_others(board, request, std::slice::from_ref(answer), control);
        }
        let (solved, proof) = Self::solve_with_proof(board, request, control)?;
        match solved.outcome {
            Outcome::Unknown(unknown) => Err(unknown.into()),
            _ => proof.transpose(),
        }
    }

    fn prove_known(
        board: &Board,
        request: &Request,
        answer: &Answer,
        control: &Control,
    ) -> Result<Option<Checked>, Error> {
        prove_only_way(board, request, answer, control)
    }

    fn solve_with_proof(
        board: &Board,
        request: &Request,
        control: &Control,
    ) -> Result<WithProof<Answer>, Error> {
        let (solved, evidence) = solve::solve_with_evidence(board, &request.solve, control);
        let prove = || prove_none(board, request, evidence, control);
        Ok(Checked::beside(solved, prove))
    }

    fn kernel_rules(_: &[u8], _: &Request) -> Result<Option<unicursal_kernel::Rules>, Error> {
        Ok(Some(unicursal_kernel::Rules::Coil))
    }

    fn kernel_paths(board: &Board, answer: &Answer) -> Vec<Vec<(usize, usize)>> {
        let cells = solve::cells::cells_of(board, answer).into_iter();
        vec![cells.map(|cell| board.position(cell as usize)).collect()]
    }

    fn kernel_answer(board: &Board, paths: &[Vec<(usize, usize)>]) -> String {
        let cells = paths
            .iter()
            .flatten()
            .map(|&(x, y)| board.cell(x, y) as u32);
        let cells: Vec<u32> = cells.collect();
        text::print_slides(&solve::cells::answer_of(board, &cells))
    }

    fn draw(board: &Board, answer: Option<&Answer>) -> Result<Picture, Error> {
        draw::picture(board, answer)
    }

    fn facts(board: &Board) -> Figures {
        facts::facts(board)
    }

    fn difficulty(board: &Board, control: &Control) -> Result<Figures, Error> {
        Ok(Difficulty::of(board, control)?.figures())
    }

    fn sheet(board: &Board) -> Sheet {
        Sheet::from_fn(board.width(), board.height(), |x, y| {
            if board.is_free(board.cell(x, y)) {
                '.'
            } else {
                'X'
            }
        })
    }

    fn print_sheet(sheet: &Sheet) -> String {
        let Sheet {
            width,
            height,
            cells,
            ..
        } = sheet;
        format!("x={width}&y={height}&board={cells}\n")
    }
}

impl Counts for Coil {
    fn count(
        board: &Board,
        _: &Self::Request,
        most: Option<u64>,
        control: &Control,
    ) -> Result<Count, Error> {
        let enough = most.map_or(u64::MAX, |most| most.saturating_add(1));
        Ok(solve::count::count(board, enough, control))
    }

    fn list(
        board: &Board,
        _: &Request,
        most: usize,
        control: &Control,
    ) -> Result<Vec<Answer>, Error> {
        let listed = solve::count::list(board, most, control);
        listed.map_err(|why| Error::interrupted(why, "the list is not complete"))
    }
}

impl Hints for Coil {
    /// Without a start there is no reason to give; and if a reason takes too long, a hint does
    /// without one.
    fn reason(
        board: &Board,
        so_far: Option<&Answer>,
        control: &Control,
    ) -> Result<Option<crate::reason::Step>, Error> {
        let found = so_far.map(|walk| reason::reason(board, walk, control));
        Ok(found.and_then(Result::ok).flatten())
    }

    fn hint(
        board: &Board,
        so_far: Option<Answer>,
        control: &Control,
    ) -> Result<Solved<Step<Answer>>, Error> {
        let before = so_far.as_ref().map_or(0, |walk| walk.slides.len());
        let hint = solve::hint::hint(board, so_far, control)?;
        Ok(hint.map(|(answer, length)| {
            let next = answer.slides[before..length].iter();
            Step {
                next: next.map(|dir| dir.letter()).collect(),
                so_far: Answer {
                    start: answer.start,
                    slides: answer.slides[..length].to_vec(),
                },
                answer,
            }
        }))
    }
}

impl Generates for Coil {
    fn generate(request: &GenerateRequest, control: &Control) -> Result<Made<Self>, Error> {
        made(&generate::choose_id(request, control)?, control)
    }

    fn generate_id(id: &LevelId, control: &Control) -> Result<Made<Self>, Error> {
        made(&generate::Id::try_from(id)?, control)
    }

    fn pack(number: u64) -> Option<LevelId> {
        pack::level(number).map(|id| id.level_id())
    }
}

fn made(id: &generate::Id, control: &Control) -> Result<Made<Coil>, Error> {
    let (board, solved) = id.make(control)?;
    Ok(Made {
        board,
        answer: solved.map_or(Known::Nothing, |level| Known::Answer(level.answer)),
        id: id.level_id(),
    })
}
