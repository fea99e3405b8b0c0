//! Trail as front ends see it.

use std::collections::{HashMap, HashSet};

use unicursal_check::{recount, trail as checker};

use super::generate::{self, GenerateError, Shape, Walls};
use super::text::TextError;
use super::tuning::SCALE;
use super::{Board, Side, count, draw, facts, solve, text};
use crate::hamilton::{level, path};
use crate::picture::Picture;
use crate::reason::{self as reasons, Explanation, Grade};
use crate::recount::recount as counted;
use crate::{
    About, Checked, Control, Count, Counting, Counts, Dir, Error, Explain, Figures,
    GenerateRequest, Generates, Generating, Hinting, Hints, Interruption, Kind, Known, LevelId,
    Made, Moves, Numbered, OptionSpec, Recount, Sheet, SolveRequest, Solved, Step, ThinWall,
    TileSpec, Verdict,
};

/// The rule in the sheet of a board that is a loop.
const LOOP: &str = "loop";

/// The puzzle Trail.
pub struct Trail;

impl Kind for Trail {
    type Board = Board;
    type Answer = Vec<Dir>;
    type Request = SolveRequest;

    const ABOUT: About = About {
        rules: "Start on the number 1. Step to the neighbour above, below, left or right, never onto a blocked cell, \
                off the board or through a thin wall. Visit every cell that is not blocked exactly once, meet the numbers in \
                increasing order and end on the last of them.",
        answer_form: "Write the answer as one line of letters, one for each step: u for up, d for down, l for left, r for \
                right. For example rrd steps right twice and then down.",
        pack_size: generate::PACK_SIZE,
        graded_sides: Some([6, 7, 8, 9]),
        methods: &solve::SPECS,
        generate_options: &[
            OptionSpec::choice(
                "difficulty",
                "How hard it must be for a person: which techniques it takes, and how often",
                &DIFFICULTIES,
            ),
            OptionSpec::choice("walls", "How many thin walls there may be", &Walls::NAMES),
            OptionSpec::flag(
                "symmetric",
                "Numbers and walls stand where they do when the board is turned by half a turn",
            ),
            OptionSpec::text(
                "numbers",
                "This many numbers and no walls, on a board that may have more than one path",
                "N",
                "",
            ),
        ],
        difference: "their steps differ",
        has_recordings: true,
        tiles: &[
            TileSpec::open('.', "cell"),
            TileSpec::wall('#', "blocked cell"),
            TileSpec::single('1', "start", "#3e126e"),
        ],
        numbers: true,
        thin_walls: true,
        moves: Moves::Step,
        ..About::new(
            "trail",
            "Trail",
            "Fill the board with a path that meets the numbers in order, past thin walls (Trail)",
            "trail 4x3\n1|2 . .\n    -\n. . . .\n. . . 3\n",
        )
    };

    #[cfg(feature = "formats")]
    const FORMATS: &'static [crate::Format<Board>] = super::formats::FORMATS;
    const RECOUNT: Option<Recount<Self>> =
        Some(|level, _, control| counted(control, |go_on| recount::trail(level, go_on)));

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

    fn parse_answer(_: &Board, text: &[u8]) -> Result<Vec<Dir>, Error> {
        Ok(path::parse(text)?)
    }

    fn print_answer(_: &Board, _: &SolveRequest, answer: &Vec<Dir>) -> String {
        path::print(answer)
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
        Ok(Some(unicursal_kernel::Rules::Trail))
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
        level::difficulty(board, board.numbered(), SCALE, control)
    }

    fn sheet(board: &Board) -> Sheet {
        let symbol = |x: usize, y: usize| match board.cell(x, y) {
            cell if cell == board.start() => '1',
            cell if board.is_free(cell) => '.',
            _ => '#',
        };
        let numbers = (1..).zip(board.numbered());
        let walls = board.walls();
        Sheet {
            numbers: numbers
                .map(|(number, &cell)| {
                    let (x, y) = board.position(cell);
                    Numbered { x, y, number }
                })
                .collect(),
            walls: walls
                .map(|(x, y, side)| ThinWall {
                    x,
                    y,
                    below: side == Side::Below,
                })
                .collect(),
            rule: if board.is_loop() { LOOP } else { "" }.to_owned(),
            ..Sheet::from_fn(board.width(), board.height(), symbol)
        }
    }

    fn print_sheet(sheet: &Sheet) -> String {
        let cells: Vec<char> = sheet.cells.chars().collect();
        let numbers: HashMap<(usize, usize), usize> = sheet
            .numbers
            .iter()
            .map(|numbered| ((numbered.x, numbered.y), numbered.number))
            .collect();
        let walls: HashSet<(usize, usize, bool)> = sheet
            .walls
            .iter()
            .map(|wall| (wall.x, wall.y, wall.below))
            .collect();
        let written = |x: usize, y: usize| match cells[y * sheet.width + x] {
            // The start is the tile of the number 1; other tiles show their numbers.
            '.' => numbers
                .get(&(x, y))
                .map_or(".".to_owned(), usize::to_string),
            symbol => symbol.to_string(),
        };
        let has_wall = |x: usize, y: usize, side| walls.contains(&(x, y, side == Side::Below));
        let size = (sheet.width, sheet.height);
        let text = text::print(size, false, written, has_wall);
        // A board that can no longer be a loop becomes a path.
        let board = (sheet.rule == LOOP).then(|| text::parse_board(text.as_bytes()).ok());
        let as_loop = board.flatten().and_then(Board::as_loop);
        as_loop.map_or(text, |board| text::print_board(&board))
    }
}

impl Counts for Trail {
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

impl Hints for Trail {
    fn reason(
        board: &Board,
        so_far: Option<&Vec<Dir>>,
        control: &Control,
    ) -> Result<Option<reasons::Step>, Error> {
        let begun = path::walk(board, so_far.map_or(&[][..], Vec::as_slice))?;
        let rest = board.after(&begun).ok();
        Ok(rest.and_then(|rest| level::reason(&rest, rest.numbered(), control)))
    }

    fn hint(
        board: &Board,
        so_far: Option<Vec<Dir>>,
        control: &Control,
    ) -> Result<Solved<Step<Vec<Dir>>>, Error> {
        let so_far = so_far.unwrap_or_default();
        let begun = path::walk(board, &so_far)?;
        let solved = solve::solve_from(board, &begun, control);
        Ok(solved.map(|answer| level::next_step(answer, so_far.len())))
    }
}

impl Generates for Trail {
    fn generate(request: &GenerateRequest, control: &Control) -> Result<Made<Self>, Error> {
        let options = &request.options;
        let mut words: Vec<String> = Vec::new();
        if let Some(numbers) = options.get("numbers").filter(|text| !text.is_empty()) {
            words.push(format!("{NUMBERS}{numbers}"));
        }
        let choices = ["difficulty", "walls"].map(|name| options.get(name));
        let choices = choices.into_iter().flatten();
        words.extend(
            choices
                .filter(|&word| word != DIFFICULTIES[0] && word != Walls::NAMES[0])
                .map(str::to_owned),
        );
        if options.is_set(SYMMETRIC) {
            words.push(SYMMETRIC.to_owned());
        }
        let id = LevelId {
            puzzle: Self::ABOUT.name.to_owned(),
            width: request.width,
            height: request.height,
            variant: words.join("-"),
            seed: request.seed.clone(),
        };
        Self::generate_id(&id, control)
    }

    fn generate_id(id: &LevelId, control: &Control) -> Result<Made<Self>, Error> {
        let shape = shape(id)?;
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

/// The kind of board that an id asks for: words of its variant, in any order.
fn shape(id: &LevelId) -> Result<Shape, Error> {
    let mut shape = Shape {
        width: id.width,
        height: id.height,
        difficulty: None,
        walls: Walls::Few,
        symmetric: false,
        numbers: None,
    };
    let words = id.variant.split('-').filter(|word| !word.is_empty());
    for word in words {
        let difficulty = Grade::ALL.into_iter().find(|one| one.name() == word);
        let numbers = word
            .strip_prefix(NUMBERS)
            .and_then(|word| word.parse().ok());
        if difficulty.is_some() {
            shape.difficulty = difficulty;
        } else if let Some(walls) = Walls::from_name(word) {
            shape.walls = walls;
        } else if word == SYMMETRIC {
            shape.symmetric = true;
        } else if numbers.is_some() {
            shape.numbers = numbers;
        } else {
            return Err(Error::bad_request(format!(
                "there is no kind of board '{word}': it is a difficulty, 'none', 'many', 'symmetric' or 'n' and a \
                 number of numbers"
            )));
        }
    }
    let asks_more = shape.difficulty.is_some() || shape.symmetric || shape.walls == Walls::Many;
    if shape.numbers.is_some() && asks_more {
        return Err(Error::bad_request(
            "a board with a given number of numbers has no walls, no difficulty and no symmetry",
        ));
    }
    Ok(shape)
}

/// The letter before the number of numbers in an id.
const NUMBERS: &str = "n";
const SYMMETRIC: &str = "symmetric";
/// The names of difficulties; the first is any.
const DIFFICULTIES: [&str; 5] = [
    "any",
    Grade::Easy.name(),
    Grade::Medium.name(),
    Grade::Hard.name(),
    Grade::Expert.name(),
];

fn explain(board: &Board, control: &Control) -> Result<Explanation, Error> {
    level::explain(board, board.numbered(), SCALE, control)
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
            GenerateError::NotFound(..) => {
                Self::interrupted(Interruption::GaveUp, error.to_string())
            }
            other => Self::bad_request(other),
        }
    }
}
