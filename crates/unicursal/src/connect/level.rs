//! Connect the Colours as front ends see it.

use serde_json::Value;
use unicursal_check::connect as checker;

use super::generate::{self, Recipe};
use super::solve::{self, Wish};
use super::text::Piece;
use super::{Board, Tile, count, draw, text};
use crate::picture::Picture;
use crate::puzzle::{
    Abilities, Count, Error, GenerateRequest, Generated, Hint, Level, LevelId, MethodSpec,
    OptionSpec, OptionValue, Puzzle, SolveRequest, Solved, Stats, Verdict, Whole,
};
use crate::{Control, Interruption};

/// The puzzle Connect the Colours.
pub struct Connect;

/// Up to so many answers are listed one by one, which also works where the border is too long.
const LISTED: u64 = 1000;

impl Puzzle for Connect {
    fn name(&self) -> &'static str {
        "connect"
    }

    fn summary(&self) -> &'static str {
        "Connect the Colours: join the two tiles of each colour by paths that fill the board"
    }

    fn example(&self) -> &'static str {
        "4 4\n0..e\nV...\n..H.\n0XXe\n2\n0 2 0\n2 0 e\n"
    }

    fn parse(&self, text: &[u8]) -> Result<Box<dyn Level>, Error> {
        Ok(Box::new(text::parse_board(text)?))
    }

    fn is_whole(&self, text: &[u8]) -> Whole {
        text::is_whole(text)
    }

    fn methods(&self) -> &'static [MethodSpec] {
        &solve::SPECS
    }

    fn solve_options(&self) -> &'static [OptionSpec] {
        &[OptionSpec {
            name: "turns",
            help: "At most N straight pieces, or 'any' number [default: the game's limit, 100 \
                       up to 15x15 and 60 without checkpoints up to 20x20; any beyond]",
            value: OptionValue::Text {
                placeholder: "N",
                default: "",
            },
            hidden: false,
        }]
    }

    fn check_options(&self) -> &'static [OptionSpec] {
        self.solve_options()
    }

    fn generate_options(&self) -> &'static [OptionSpec] {
        generate::OPTIONS
    }

    fn difference(&self) -> &'static str {
        "a colour takes another way"
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
        request.options.check(self.generate_options())?;
        let recipe = Recipe::from_options(
            &request.options,
            request.width.saturating_mul(request.height),
        )?;
        let id = LevelId {
            puzzle: self.name().to_owned(),
            width: request.width,
            height: request.height,
            variant: recipe.to_string(),
            seed: request.seed.clone(),
        };
        self.generate_id(&id, control)
    }

    fn generate_id(&self, id: &LevelId, control: &Control) -> Result<Generated, Error> {
        let recipe = match id.variant.as_str() {
            "" => Recipe::usual(id.width.saturating_mul(id.height)),
            variant => variant.parse()?,
        };
        let (board, answer) = generate::generate(id.width, id.height, &recipe, &id.seed, control)?;
        let answer = text::print_answer(&board, &answer);
        let id = LevelId {
            variant: recipe.to_string(),
            ..id.clone()
        };
        Ok(Generated {
            level: Box::new(board),
            answer: Some(answer),
            id: id.to_string(),
        })
    }
}

/// The lines of a game that the referee recorded as JSON, if the text is one.
fn lines_of_game(text: &[u8]) -> Result<Option<String>, Error> {
    if !text.trim_ascii_start().starts_with(b"{") {
        return Ok(None);
    }
    let game: Value = serde_json::from_slice(text)?;
    let turns = game["turns"].as_array();
    let turns = turns.ok_or("this JSON is no recorded game: it has no turns")?;
    let lines = turns.iter().filter_map(|turn| turn["line"].as_str());
    Ok(Some(lines.collect::<Vec<_>>().join("\n")))
}

/// The limit of pieces that a request asks for.
fn turns(board: &Board, request: &SolveRequest) -> Result<Option<usize>, Error> {
    match request.options.get("turns") {
        None | Some("") => Ok(board.turn_limit()),
        Some("any") => Ok(None),
        Some(number) => {
            let turns = number.parse().map_err(|_| {
                format!("option 'turns' must be a whole number or 'any', not '{number}'")
            })?;
            Ok(Some(turns))
        }
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
        request.options.check(Connect.solve_options())?;
        let wish = Wish {
            turns: turns(self, request)?,
            seed: request.seed,
        };
        let solved = solve::solve(self, request.method.as_deref(), &wish, control)?;
        Ok(solved.map(|answer| text::print_answer(self, &answer)))
    }

    fn check(&self, answer: &[u8]) -> Result<Verdict, Error> {
        check(self, answer, self.turn_limit())
    }

    fn check_for(&self, request: &SolveRequest, answer: &[u8]) -> Result<Verdict, Error> {
        check(self, answer, turns(self, request)?)
    }

    fn check_hinted(&self, answer: &[u8]) -> Result<Verdict, Error> {
        // Whoever draws a path in many small pieces may ask for hints too.
        check(self, answer, None)
    }

    fn hint(&self, so_far: &[u8], control: &Control) -> Result<Solved<Hint>, Error> {
        let drawn = text::parse_pieces(self, so_far)?;
        let print = |pieces: &[Piece]| -> String {
            let lines = pieces.iter().map(|piece| text::print_piece(self, piece));
            lines.collect()
        };
        let before = print(&drawn);
        let mut game = checker::Game::new(self.text().as_bytes())?;
        for (index, line) in before.lines().enumerate() {
            let played = game.play(line.as_bytes());
            played.map_err(|loss| format!("line {}: {loss}", index + 1))?;
        }
        let rest = solve::hint::rest(self, &drawn, control);
        Ok(rest.map(|rest| {
            let next = print(&rest[..rest.len().min(1)]);
            Hint {
                next: next.trim_end().to_owned(),
                so_far: format!("{before}{next}"),
                answer: before + &print(&rest),
            }
        }))
    }

    fn draw(&self, answer: Option<&[u8]>) -> Result<Picture, Error> {
        let Some(answer) = answer else {
            return Ok(draw::picture(self, &[]));
        };
        let game = lines_of_game(answer)?;
        let lines = game.as_deref().map_or(answer, str::as_bytes);
        Ok(draw::picture(self, &text::parse_pieces(self, lines)?))
    }

    fn facts(&self) -> Stats {
        let number = |wanted: fn(&Tile) -> bool| self.tiles.iter().filter(|t| wanted(t)).count();
        let mut facts = Stats::new();
        let mut add = |name: &str, value: usize| facts.insert(name.to_owned(), value.into());
        add("width", self.width());
        add("height", self.height());
        add("colours", self.colours().len());
        add("empty", number(|tile| *tile == Tile::Empty));
        add("vertical", number(|tile| *tile == Tile::Vertical));
        add("horizontal", number(|tile| *tile == Tile::Horizontal));
        add("blockers", number(|tile| *tile == Tile::Blocker));
        add("checkpoints", self.checkpoints().len());
        let degrees = (0..self.cell_count()).map(|cell| self.degree(cell));
        add("steps", degrees.sum::<usize>() / 2);
        if let Some(limit) = self.turn_limit() {
            add("turn_limit", limit);
        }
        facts
    }

    fn count(&self, limit: u64, control: &Control) -> Result<Count, Error> {
        let mut found = 0;
        if limit > LISTED {
            match count::count(self, control) {
                Ok(found) => {
                    return Ok(Count {
                        found: found.min(limit),
                        complete: found <= limit && found < u64::MAX,
                    });
                }
                // The border is too long: answers are listed as far as time permits.
                Err(Interruption::Memory) => {}
                Err(_) => {
                    let complete = false;
                    return Ok(Count { found, complete });
                }
            }
        }
        let listed = solve::each_answer(self, control, |_| {
            found += 1;
            found <= limit
        });
        Ok(Count {
            found: found.min(limit),
            complete: listed.unwrap_or(false),
        })
    }
}

fn check(board: &Board, answer: &[u8], turns: Option<usize>) -> Result<Verdict, Error> {
    Ok(checker::check(board.text().as_bytes(), answer, turns)?.into())
}
