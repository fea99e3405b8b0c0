//! Connect the Colours as front ends see it.

use unicursal_check::{connect as checker, recount};

use super::generate::{self, Recipe};
use super::reason::Solver as Thinker;
use super::rule::{self, Change};
use super::solve::{self, SWEPT, Wish};
use super::text::Piece;
use super::tuning::{MOST_JUDGED, SMALL_BOARD};
use super::{Board, Edges, Tile, count, draw, grade, text};
use crate::picture::Picture;
use crate::reason::{self, Explanation, Grade};
use crate::recount::recount as counted;
use crate::{
    About, Checked, Checkpoint, Control, Count, Counting, Counts, Error, Explain, Figures,
    GenerateRequest, Generates, Generating, Hinting, Hints, Kind, Known, LevelId, Made, Moves,
    Options, Outcome, Place, Recount, Sheet, SolveRequest, Solved, Step, TileSpec, Verdict, Whole,
    WithProof,
};

/// The puzzle Connect the Colours.
pub struct Connect;

/// The colour of the letters on directional tiles.
const LETTER: &str = "#787c84";

/// What is asked of an answer, and how it is looked for.
pub struct Request {
    method: Option<String>,
    wish: Wish,
    /// What is asked for instead of the board's own rules, which the checker reads from its text.
    change: Change,
}

impl Request {
    /// What a board and a change of its rules ask for.
    fn new(board: &Board, change: Change) -> Self {
        let wish = Wish {
            turns: change.turns.unwrap_or(board.turn_limit()),
            rules: change.apply(board.rules()),
            seed: 0,
        };
        Self {
            method: None,
            wish,
            change,
        }
    }

    /// What the checker should apply instead of the board's rules.
    fn instead(&self) -> checker::Instead {
        let Change {
            blanks,
            no_touch,
            turns,
        } = self.change;
        checker::Instead {
            turns,
            no_touch,
            blanks,
        }
    }

    /// By which rules the checker is to judge a proof about a board.
    fn rules(&self, level: &[u8]) -> Result<checker::Rules, Error> {
        let game = checker::Game::new(level).map_err(|bad| Error::bad_input(bad, None))?;
        Ok(game.rules().but(&self.instead()))
    }
}

impl Kind for Connect {
    type Board = Board;
    type Answer = Vec<Piece>;
    type Request = Request;

    const ABOUT: About = About {
        rules: "Join the two tiles of each colour by a path. A path goes from a tile to the neighbour above, below, \
                left or right, never onto a blocker; no tile is used twice, and no path uses a tile of another colour. On a \
                vertical tile a path goes up or down only, on a horizontal tile left or right only. A checkpoint must be \
                visited by the path of its colour.",
        answer_form: "Write the answer as lines X1 Y1 X2 Y2 COLOUR, one for each straight piece of a path: it goes from tile \
                (X1, Y1) to tile (X2, Y2), which share a row or a column. The pieces of a colour follow each other from one \
                of its tiles to the other. For example 0 2 3 2 a draws colour a from (0, 2) to (3, 2).",
        pack_size: generate::PACK_SIZE,
        graded_size: generate::GRADED_SIZE,
        graded_sides: Some([7, 8, 8, 9]),
        methods: &solve::SPECS,
        solve_options: rule::OPTIONS,
        check_options: rule::OPTIONS,
        rule_options: rule::OPTIONS,
        count_options: rule::COUNT_OPTIONS,
        generate_options: generate::OPTIONS,
        difference: "a colour takes another way",
        has_recordings: true,
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

    #[cfg(feature = "formats")]
    const FORMATS: &'static [crate::Format<Board>] = super::formats::FORMATS;
    const RECOUNT: Option<Recount<Self>> = Some(|level, request, control| {
        counted(control, |go_on| {
            recount::connect(level, &request.instead(), go_on)
        })
    });

    const PROVES: bool = true;
    const COUNTING: Option<Counting<Self>> = Some(Counting::BY_TRAIT);
    const HINTING: Option<Hinting<Self>> = Some(Hinting::BY_TRAIT);
    const EXPLAIN: Option<Explain<Self>> = Some(explain);
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

    fn is_whole(text: &[u8]) -> Whole {
        text::is_whole(text)
    }

    fn rule(board: &Board) -> String {
        board.rule()
    }

    fn ruled(board: &Board, options: &Options) -> Result<Board, Error> {
        Ok(board.clone().changed(Change::of_options(options)?))
    }

    fn request(board: &Board, request: &SolveRequest) -> Result<Request, Error> {
        let mut asked = Request::new(board, Change::of_options(&request.options)?);
        asked.method.clone_from(&request.method);
        asked.wish.seed = request.seed;
        Ok(asked)
    }

    fn solve(
        board: &Board,
        request: &Request,
        control: &Control,
    ) -> Result<Solved<Vec<Piece>>, Error> {
        let wish = &request.wish;
        let mut solved = solve::solve(board, request.method.as_deref(), wish, control);
        if let Outcome::Unsolvable { proof } = &mut solved.outcome {
            *proof = solve::by_which_rule(board, wish, proof, control);
        }
        Ok(solved.map(|answer| text::pieces(board, &answer)))
    }

    fn parse_answer(board: &Board, text: &[u8]) -> Result<Vec<Piece>, Error> {
        text::parse_pieces(board, text)
    }

    fn print_answer(board: &Board, _: &Request, answer: &Vec<Piece>) -> String {
        let lines = answer.iter().map(|piece| text::print_piece(board, piece));
        lines.collect()
    }

    fn check(level: &[u8], request: &Request, answer: &[u8]) -> Result<Verdict, Error> {
        let verdict = checker::check_as_said(level, answer, &request.instead());
        let verdict = verdict.map_err(|bad| Error::bad_input(bad, None))?;
        Ok(verdict.into())
    }

    fn prove(
        board: &Board,
        request: &Request,
        answer: Option<&Vec<Piece>>,
        control: &Control,
    ) -> Result<Option<Checked>, Error> {
        let answers = answer.map_or(&[][..], std::slice::from_ref);
        Checked::learned::<Self>(board, request, answers, control)
    }

    fn solve_with_proof(
        board: &Board,
        request: &Request,
        control: &Control,
    ) -> Result<WithProof<Vec<Piece>>, Error> {
        let solved = Self::solve(board, request, control)?;
        // What a sweep decided may be too hard for clauses.
        let is_swept = match &solved.outcome {
            Outcome::Unsolvable { proof } => proof.contains(SWEPT),
            _ => false,
        };
        Ok(Checked::beside(solved, || {
            let proof = if is_swept {
                Checked::learned_or_swept::<Self>(board, request, control)?
            } else {
                Self::prove(board, request, None, control)?
            };
            proof.ok_or_else(Checked::refuted)
        }))
    }

    fn kernel_rules(
        level: &[u8],
        request: &Request,
    ) -> Result<Option<unicursal_kernel::Rules>, Error> {
        let rules = request.rules(level)?;
        Ok(Some(unicursal_kernel::Rules::Connect {
            no_touch: rules.no_touch,
            blanks: rules.blanks,
            turns: rules.turns,
        }))
    }

    fn kernel_paths(_: &Board, answer: &Vec<Piece>) -> Vec<Vec<(usize, usize)>> {
        super::text::paths(answer)
    }

    fn kernel_answer(board: &Board, paths: &[Vec<(usize, usize)>]) -> String {
        let mut lines = String::new();
        for path in paths {
            let colour = |&(x, y): &(usize, usize)| {
                let at = (board.colours().iter()).position(|colour| {
                    colour
                        .terminals
                        .iter()
                        .any(|&end| board.position(end) == (x, y))
                });
                at.unwrap_or(0)
            };
            let mut from = 0;
            for at in 1..path.len() {
                let straight = path
                    .get(at + 1)
                    .is_some_and(|next| next.0 == path[at - 1].0 || next.1 == path[at - 1].1);
                if !straight {
                    let colour = colour(&path[0]);
                    let (from_, to) = (path[from], path[at]);
                    let piece = Piece {
                        from: from_,
                        to,
                        colour,
                    };
                    lines += &text::print_piece(board, &piece);
                    from = at;
                }
            }
        }
        lines
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
        facts.add("rule", board.rule());
        if let Some(needs) = solve::needed_rules(board) {
            facts.add("solvable_by", needs);
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
        sheet.rule = text::rule_words(board);
        sheet
    }

    fn print_sheet(sheet: &Sheet) -> String {
        let rule = text::print_rule(&sheet.rule);
        if sheet.rows_only && sheet.checkpoints.is_empty() {
            return format!("{rule}{} {}\n{}", sheet.height, sheet.width, sheet.lines());
        }
        let checkpoints = sheet.checkpoints.iter();
        let checkpoints =
            checkpoints.map(|Checkpoint { x, y, colour }| format!("{x} {y} {colour}\n"));
        format!(
            "{rule}{} {}\n{}{}\n{}",
            sheet.height,
            sheet.width,
            sheet.lines(),
            sheet.checkpoints.len(),
            checkpoints.collect::<String>(),
        )
    }

    fn grade(board: &Board) -> Figures {
        grade::grade(board)
    }

    fn difficulty(board: &Board, control: &Control) -> Result<Figures, Error> {
        let explained = explain(board, control)?;
        let mut figures = Figures::new();
        figures.add(
            "grade",
            match (explained.grade, explained.end) {
                (Some(grade), _) => grade.name(),
                (None, _) => "beyond expert",
            },
        );
        figures.add("steps", explained.steps.len());
        for (technique, times) in explained.uses() {
            figures.add(&technique.replace(' ', "_"), times);
        }
        Ok(figures)
    }
}

impl Counts for Connect {
    /// All answers are counted, whatever their number of pieces.
    fn count_request(board: &Board, request: &SolveRequest) -> Result<Request, Error> {
        let mut change = Change::of_options(&request.options)?;
        change.turns = Some(None);
        Ok(Request::new(board, change))
    }

    fn count(
        board: &Board,
        request: &Request,
        most: Option<u64>,
        control: &Control,
    ) -> Result<Count, Error> {
        Ok(count::count(board, request.wish.rules, most, control))
    }

    fn count_few(
        board: &Board,
        request: &Request,
        most: u64,
        control: &Control,
    ) -> Result<Count, Error> {
        let (wish, few) = (&request.wish, Some(most));
        Ok(match wish.turns {
            None => count::count(board, wish.rules, few, control),
            Some(limit) => count::count_within(board, wish.rules, limit, most, control),
        })
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
}

impl Hints for Connect {
    /// Hints are also for players who draw a path in many small pieces.
    fn hint_request(board: &Board) -> Result<Request, Error> {
        let change = Change {
            turns: Some(None),
            ..Change::default()
        };
        Ok(Request::new(board, change))
    }

    fn reason(
        board: &Board,
        so_far: Option<&Vec<Piece>>,
        control: &Control,
    ) -> Result<Option<reason::Step>, Error> {
        if board.cell_count() > MOST_JUDGED {
            return Ok(None);
        }
        let edges = Edges::new(board);
        let drawn = so_far.map_or(&[][..], Vec::as_slice);
        let mut thinker = Thinker::new(board, &edges, board.rules(), drawn);
        // A hint need not wait for techniques that take long.
        let most = if board.cell_count() as u64 <= SMALL_BOARD {
            Grade::Hard
        } else {
            Grade::Medium
        };
        let tells = |step: &reason::Step| !step.moves.is_empty();
        match reason::explain_until(&mut thinker, most, control, tells) {
            Ok(mut explained) => Ok(explained.steps.pop().filter(tells)),
            Err(_) => Ok(None),
        }
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
        let reason = match &rest.outcome {
            Outcome::Solved(rest) if !rest.is_empty() => {
                Self::reason(board, Some(&drawn), control)?
            }
            _ => None,
        };
        Ok(rest.map(|mut rest| {
            if let Some(reason) = &reason {
                solve::hint::put_first(board, &mut rest, &reason.moves);
            }
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
}

impl Generates for Connect {
    fn generate(request: &GenerateRequest, control: &Control) -> Result<Made<Self>, Error> {
        let cells = request.width.saturating_mul(request.height);
        let recipe = Recipe::from_options(&request.options, cells)?;
        let size = (request.width, request.height);
        let id = LevelId::new(Self::ABOUT.name, size, recipe.to_string(), &request.seed);
        Self::generate_id(&id, control)
    }

    fn graded(number: u64) -> Option<LevelId> {
        generate::graded(number)
    }

    fn pack(number: u64) -> Option<LevelId> {
        generate::pack(number)
    }

    fn generate_id(id: &LevelId, control: &Control) -> Result<Made<Self>, Error> {
        let recipe = match id.variant.as_str() {
            "" => Recipe::usual(id.width.saturating_mul(id.height)),
            variant => variant.parse()?,
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

fn explain(board: &Board, control: &Control) -> Result<Explanation, Error> {
    let edges = Edges::new(board);
    let mut thinker = Thinker::new(board, &edges, board.rules(), &[]);
    let explained = reason::explain(&mut thinker, control);
    explained.map_err(|why| Error::interrupted(why, "the explanation is not complete"))
}
