//! Connect the Colours as front ends see it.

use unicursal_check::{connect as checker, connect_proof};

use super::generate::{self, Recipe};
use super::solve::{self, Wish};
use super::text::{Piece, TextError};
use super::{Board, Rules, Tile, count, draw, formats, text};
use crate::picture::Picture;
use crate::{
    Abilities, About, Checked, Checkpoint, Control, Count, Drat, Error, Figures, Format,
    GenerateRequest, Interruption, Judgement, Kind, Known, LevelId, Made, Moves, OptionSpec,
    Options, Place, Sheet, SolveRequest, Solved, Step, TileSpec, Verdict, Whole,
};

/// The puzzle Connect the Colours.
pub struct Connect;

/// The rules of the puzzle's relatives.
const RULES: &[OptionSpec] = &[
    OptionSpec::flag(
        "no-touch",
        "A path may not touch itself: its tiles are neighbours only where it goes on",
    ),
    OptionSpec::flag("blanks", "Tiles may stay empty, but for checkpoints"),
];

const SOLVE_OPTIONS: &[OptionSpec] = &[
    OptionSpec::text(
        "turns",
        "At most N straight pieces, or 'any' number [default: the game's limit, 100 \
     up to 15x15 and 60 without checkpoints up to 20x20; any beyond]",
        "N",
        "",
    ),
    RULES[0],
    RULES[1],
];

/// The colour of the letters on directional tiles.
const LETTER: &str = "#787c84";

/// What is asked of an answer, and how it is looked for.
pub struct Request {
    method: Option<String>,
    wish: Wish,
}

impl Request {
    /// What the checker is to ask of an answer.
    fn asked(&self) -> checker::Rules {
        checker::Rules {
            turns: self.wish.turns,
            no_touch: self.wish.rules.no_touch,
            blanks: self.wish.rules.blanks,
        }
    }
}

impl Kind for Connect {
    type Board = Board;
    type Answer = Vec<Piece>;
    type Request = Request;

    const ABOUT: About = About {
        pack_size: generate::PACK_SIZE,
        methods: &solve::SPECS,
        solve_options: SOLVE_OPTIONS,
        check_options: SOLVE_OPTIONS,
        count_options: RULES,
        generate_options: generate::OPTIONS,
        difference: "a colour takes another way",
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
            TileSpec::open('.', "empty tile"),
            TileSpec::tinted('V', "vertical tile", "#d6e2f2", LETTER),
            TileSpec::tinted('H', "horizontal tile", "#f4e4ce", LETTER),
            TileSpec::wall('X', "blocker"),
        ],
        colours: true,
        moves: Moves::Join,
        ..About::new(
            "connect",
            "Connect the Colours",
            "Connect the Colours: join the two tiles of each colour by paths that fill the board",
            "4 4\n0..e\nV...\n..H.\n0XXe\n2\n0 2 0\n2 0 e\n",
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

    fn is_whole(text: &[u8]) -> Whole {
        text::is_whole(text)
    }

    fn request(board: &Board, request: &SolveRequest) -> Result<Request, Error> {
        let wish = Wish {
            turns: turns(board, request)?,
            rules: Rules {
                no_touch: request.options.is_set("no-touch"),
                blanks: request.options.is_set("blanks"),
            },
            seed: request.seed,
        };
        let method = request.method.clone();
        Ok(Request { method, wish })
    }

    /// All answers are counted, whatever their number of pieces.
    fn count_request(board: &Board, request: &SolveRequest) -> Result<Request, Error> {
        let mut counted = Self::request(board, request)?;
        counted.wish.turns = None;
        Ok(counted)
    }

    fn hint_request(_: &Board) -> Result<Request, Error> {
        // A player who draws a path in many small pieces may ask for hints too.
        Ok(Request {
            method: None,
            wish: Wish::default(),
        })
    }

    fn solve(
        board: &Board,
        request: &Request,
        control: &Control,
    ) -> Result<Solved<Vec<Piece>>, Error> {
        let solved = solve::solve(board, request.method.as_deref(), &request.wish, control);
        Ok(solved.map(|answer| text::pieces(board, &answer)))
    }

    fn parse_answer(board: &Board, text: &[u8]) -> Result<Vec<Piece>, Error> {
        Ok(text::parse_pieces(board, text)?)
    }

    fn print_answer(board: &Board, _: &Request, answer: &Vec<Piece>) -> String {
        let lines = answer.iter().map(|piece| text::print_piece(board, piece));
        lines.collect()
    }

    fn check(level: &[u8], request: &Request, answer: &[u8]) -> Result<Verdict, Error> {
        let verdict = checker::check_by(level, answer, &request.asked());
        let verdict = verdict.map_err(|bad| Error::bad_input(bad, None))?;
        // A line of another form loses a game, but as an answer it cannot be read.
        if let checker::Verdict::Wrong(wrong) = &verdict
            && let checker::Loss::Format(_) = wrong.reason.loss
        {
            let place = wrong.reason.line.map(Place::line);
            return Err(Error::bad_input(wrong, place));
        }
        Ok(verdict.into())
    }

    fn prove(
        board: &Board,
        request: &Request,
        answer: Option<&Vec<Piece>>,
        control: &Control,
    ) -> Result<Option<Checked>, Error> {
        let rules = request.wish.rules;
        let proof = solve::certify::certify(board, answer.map(Vec::as_slice), rules, control)?;
        match (proof, request.wish.turns) {
            (Some(proof), _) => {
                Checked::new::<Self>(board, request, answer, proof, control).map(Some)
            }
            (None, Some(turns)) if answer.is_none() => {
                let why = format!(
                    "there are answers of more than {turns} pieces, and no proof about their number"
                );
                Err(Error::interrupted(Interruption::GaveUp, why))
            }
            (None, _) => Ok(None),
        }
    }

    fn check_proof(
        level: &[u8],
        request: &Request,
        proof: &[u8],
        control: &Control,
    ) -> Result<Judgement, Error> {
        let (rules, go_on) = (request.asked(), || control.interruption().is_none());
        let checked = connect_proof::check_while(level, proof, &rules, &go_on);
        Judgement::of(checked, control)
    }

    fn drat(
        level: &[u8],
        request: &Request,
        proof: &[u8],
        control: &Control,
    ) -> Result<Drat, Error> {
        let (rules, go_on) = (request.asked(), || control.interruption().is_none());
        let checked = connect_proof::drat(level, proof, &rules, &go_on);
        Judgement::as_drat(checked, control)
    }

    fn draw(board: &Board, answer: Option<&Vec<Piece>>) -> Result<Picture, Error> {
        Ok(draw::picture(board, answer.map_or(&[], Vec::as_slice)))
    }

    fn facts(board: &Board) -> Figures {
        let number = |wanted: fn(&Tile) -> bool| board.tiles.iter().filter(|t| wanted(t)).count();
        let degrees = (0..board.cell_count()).map(|cell| board.degree(cell));
        let mut facts = Figures::new()
            .with("width", board.width())
            .with("height", board.height())
            .with("colours", board.colours().len())
            .with("empty", number(|tile| *tile == Tile::Empty))
            .with("vertical", number(|tile| *tile == Tile::Vertical))
            .with("horizontal", number(|tile| *tile == Tile::Horizontal))
            .with("blockers", number(|tile| *tile == Tile::Blocker))
            .with("checkpoints", board.checkpoints().len())
            .with("steps", degrees.sum::<usize>() / 2);
        if let Some(limit) = board.turn_limit() {
            facts.add("turn_limit", limit);
        }
        if let Some(needs) = solve::needed_rules(board) {
            facts.add("rules", needs);
        }
        facts
    }

    fn sheet(board: &Board) -> Sheet {
        let mut sheet = Sheet::from_fn(board.width(), board.height(), |x, y| {
            text::symbol(board, board.tile(board.cell(x, y)))
        });
        let checkpoints = board.checkpoints().iter().map(|&(cell, colour)| {
            let (x, y) = board.position(cell);
            let colour = board.colours()[colour].name;
            Checkpoint { x, y, colour }
        });
        sheet.checkpoints = checkpoints.collect();
        sheet.rows_only = !board.counts_checkpoints;
        sheet
    }

    fn print_sheet(sheet: &Sheet) -> String {
        if sheet.rows_only && sheet.checkpoints.is_empty() {
            return format!("{} {}\n{}", sheet.height, sheet.width, sheet.lines());
        }
        let checkpoints = sheet.checkpoints.iter();
        let checkpoints =
            checkpoints.map(|Checkpoint { x, y, colour }| format!("{x} {y} {colour}\n"));
        format!(
            "{} {}\n{}{}\n{}",
            sheet.height,
            sheet.width,
            sheet.lines(),
            sheet.checkpoints.len(),
            checkpoints.collect::<String>(),
        )
    }

    fn count(
        board: &Board,
        request: &Request,
        most: Option<u64>,
        control: &Control,
    ) -> Result<Count, Error> {
        Ok(count::count(board, request.wish.rules, most, control))
    }

    fn list(
        board: &Board,
        request: &Request,
        most: usize,
        control: &Control,
    ) -> Result<Vec<Vec<Piece>>, Error> {
        let listed = count::list(board, request.wish.rules, most, control);
        let listed = listed.map_err(|why| Error::interrupted(why, "the list is not complete"))?;
        Ok(listed
            .iter()
            .map(|answer| text::pieces(board, answer))
            .collect())
    }

    fn hint(
        board: &Board,
        so_far: Option<Vec<Piece>>,
        control: &Control,
    ) -> Result<Solved<Step<Vec<Piece>>>, Error> {
        let drawn = so_far.unwrap_or_default();
        let malformed = |bad| Error::bad_input(bad, None);
        let mut game = checker::Game::new(Self::print(board).as_bytes()).map_err(malformed)?;
        for (piece, line) in drawn.iter().zip(1..) {
            let played = game.play(text::print_piece(board, piece).trim_end().as_bytes());
            played.map_err(|loss| {
                Error::bad_input(format!("line {line}: {loss}"), Some(Place::line(line)))
            })?;
        }
        let rest = solve::hint::rest(board, &drawn, control);
        Ok(rest.map(|rest| {
            let next = rest.first().map(|piece| text::print_piece(board, piece));
            let mut so_far = drawn.clone();
            so_far.extend(rest.first());
            let mut answer = drawn;
            answer.extend(&rest);
            Step {
                next: next.unwrap_or_default().trim_end().to_owned(),
                so_far,
                answer,
            }
        }))
    }

    fn generate(request: &GenerateRequest, control: &Control) -> Result<Made<Self>, Error> {
        let cells = request.width.saturating_mul(request.height);
        let recipe = Recipe::from_options(&request.options, cells)?;
        let id = LevelId {
            puzzle: Self::ABOUT.name.to_owned(),
            width: request.width,
            height: request.height,
            variant: recipe.to_string(),
            seed: request.seed.clone(),
        };
        Self::generate_id(&id, control)
    }

    fn options_of_id(id: &LevelId) -> Options {
        let mut options = Options::default();
        if let Ok(recipe) = id.variant.parse::<Recipe>() {
            let rules = recipe.rules;
            for (name, asked) in [("no-touch", rules.no_touch), ("blanks", rules.blanks)] {
                if asked {
                    options.set(name, "true");
                }
            }
        }
        options
    }

    fn pack(number: u64) -> Option<LevelId> {
        generate::pack(number)
    }

    fn generate_id(id: &LevelId, control: &Control) -> Result<Made<Self>, Error> {
        let recipe = match id.variant.as_str() {
            "" => Recipe::usual(id.width.saturating_mul(id.height)),
            variant => variant
                .parse()
                .map_err(|bad: generate::BadRecipe| Error::bad_request(bad))?,
        };
        let (board, answer) = generate::generate(id.width, id.height, &recipe, &id.seed, control)?;
        let id = LevelId {
            variant: recipe.to_string(),
            ..id.clone()
        };
        Ok(Made {
            answer: Known::Answer(text::pieces(&board, &answer)),
            board,
            id,
        })
    }
}

/// The limit of pieces that a request asks for.
fn turns(board: &Board, request: &SolveRequest) -> Result<Option<usize>, Error> {
    match request.options.get("turns") {
        None | Some("") => Ok(board.turn_limit()),
        Some("any") => Ok(None),
        Some(number) => {
            let turns = number.parse().map_err(|_| {
                Error::bad_request(format!(
                    "option 'turns' must be a whole number or 'any', not '{number}'"
                ))
            })?;
            Ok(Some(turns))
        }
    }
}

impl From<TextError> for Error {
    fn from(error: TextError) -> Self {
        let place = Place {
            column: error.what.column(),
            ..Place::line(error.line)
        };
        Self::bad_input(error, Some(place))
    }
}
