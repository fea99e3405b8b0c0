//! Trail as front ends see it.

use std::collections::{HashMap, HashSet};

use unicursal_check::{recount, trail as checker};
use unicursal_kernel::Rules;

use super::generate::{self, Shape, Walls};
use super::tuning::SCALE;
use super::{Board, Side, count, draw, facts, solve, text};
use crate::hamilton::level::{self, counted_walks, walked};
use crate::hamilton::path;
use crate::picture::Picture;
use crate::reason::{self as reasons, Explanation, Grade};
use crate::recount::recount as counted;
use crate::{
    About, Checked, Control, Count, Counting, Counts, Dir, Error, Explain, Figures,
    GenerateRequest, Generates, Generating, Hinting, Hints, Kind, Known, LevelId, Made, Moves,
    Numbered, OptionSpec, Recount, Sheet, SolveRequest, Solved, Step, ThinWall, TileSpec, Verdict,
};

/// The rule in the sheet of a board that is a loop.
const LOOP: &str = "loop";

/// The puzzle Trail.
pub struct Trail;

impl Kind for Trail {
    walked!(Trail);

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
                &Grade::OR_ANY,
            ),
            OptionSpec::choice("walls", "How many thin walls there may be", &Walls::NAMES),
            OptionSpec::flag(
                "symmetric",
                "Numbers and walls are in the same places when the board is turned by half a turn",
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

    fn parse_answer(_: &Board, text: &[u8]) -> Result<Vec<Dir>, Error> {
        path::parse(text)
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

counted_walks!(Trail);

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
                .filter(|&word| word != Grade::OR_ANY[0] && word != Walls::NAMES[0])
                .map(str::to_owned),
        );
        if options.is_set(SYMMETRIC) {
            words.push(SYMMETRIC.to_owned());
        }
        let size = (request.width, request.height);
        let id = LevelId::new(Self::ABOUT.name, size, words.join("-"), &request.seed);
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

fn explain(board: &Board, control: &Control) -> Result<Explanation, Error> {
    level::explain(board, board.numbered(), SCALE, control)
}
