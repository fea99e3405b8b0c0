//! The maze as front ends see it.

use unicursal_check::maze as checker;

use super::{
    Algorithm, Board, End, NotMade, Rule, Tour, Walk, compass, draw, facts, generate, text,
};
use crate::Control;
use crate::picture::Picture;
use crate::puzzle::{
    Abilities, Error, GenerateRequest, Generated, Level, LevelId, MethodSpec, OptionSpec,
    OptionValue, Outcome, Puzzle, SolveRequest, Solved, Stats, Unfinished, Verdict,
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

impl Puzzle for Maze {
    fn name(&self) -> &'static str {
        "maze"
    }

    fn summary(&self) -> &'static str {
        "Walk from S to E with the left hand on the wall, or by another rule"
    }

    fn example(&self) -> &'static str {
        "####S##\n#   # #\n# ### #\n# #   #\n# # ###\n#   #\n### ##E\n"
    }

    fn parse(&self, text: &[u8]) -> Result<Box<dyn Level>, Error> {
        Ok(Box::new(text::parse(text)?))
    }

    fn method_word(&self) -> &'static str {
        "rule"
    }

    fn methods(&self) -> &'static [MethodSpec] {
        &METHODS
    }

    fn generate_options(&self) -> &'static [OptionSpec] {
        &[OptionSpec {
            name: "algorithm",
            help: "Many short dead ends (kruskal), or few long ones (dfs)",
            value: OptionValue::Choice(&["kruskal", "dfs"]),
            hidden: false,
        }]
    }

    fn abilities(&self) -> Abilities {
        Abilities {
            generate: true,
            check_level: true,
            ..Abilities::default()
        }
    }

    fn generate(&self, request: &GenerateRequest, control: &Control) -> Result<Generated, Error> {
        request.options.check(self.generate_options())?;
        let variant = request.options.get("algorithm").unwrap_or("kruskal");
        let id = LevelId {
            puzzle: self.name().to_owned(),
            width: request.width,
            height: request.height,
            variant: variant.to_owned(),
            seed: request.seed.clone(),
        };
        self.generate_id(&id, control)
    }

    fn generate_id(&self, id: &LevelId, control: &Control) -> Result<Generated, Error> {
        let algorithm = match id.variant.as_str() {
            "" => Some(Algorithm::Kruskal),
            name => Algorithm::from_name(name),
        };
        let algorithm = algorithm.ok_or_else(|| {
            let name = &id.variant;
            format!("there is no maze algorithm '{name}'; there are kruskal and dfs")
        })?;
        let board = generate((id.width, id.height), algorithm, &id.seed, control);
        let board = board.map_err(|error| match error {
            NotMade::Stopped(why) => Error::from(Unfinished {
                why: Some(why),
                how_far: "the maze is not finished".to_owned(),
            }),
            other => other.into(),
        })?;
        let id = LevelId {
            variant: algorithm.name().to_owned(),
            ..id.clone()
        };
        // On a perfect maze the left hand always gets there.
        let mut answer = answer_by(Rule::Left);
        answer.extend(Walk::new(&board, Rule::Left).map(|state| compass(state.facing)));
        answer.push('\n');
        Ok(Generated {
            level: Box::new(board),
            answer: Some(answer),
            id: id.to_string(),
        })
    }
}

impl Level for Board {
    fn size(&self) -> (usize, usize) {
        (self.width(), self.height())
    }

    fn text(&self) -> String {
        text::print(self)
    }

    fn solve(&self, request: &SolveRequest, control: &Control) -> Result<Solved, Error> {
        request.options.check(Maze.solve_options())?;
        let name = request.method.as_deref().unwrap_or(Rule::Left.name());
        let rule = Rule::from_name(name).ok_or_else(|| format!("there is no rule '{name}'"))?;
        let mut answer = answer_by(rule);
        let before = answer.len();
        let tour = Tour::of(self, rule, control, |state| {
            answer.push(compass(state.facing));
        });
        let tour = match tour {
            Ok(tour) => tour,
            Err(why) => {
                let how_far = format!("{} steps walked", answer.len() - before);
                return Ok(Solved::new(Outcome::Unknown { why, how_far }));
            }
        };
        answer.push('\n');
        let outcome = match tour.end {
            End::Found => Outcome::Solved(answer),
            End::Never(why) => Outcome::Unsolvable {
                proof: why.proof(self, rule),
            },
        };
        let shortest = Walk::new(self, Rule::Shortest).count();
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

    fn check(&self, answer: &[u8]) -> Result<Verdict, Error> {
        Ok(checker::check(self.text().as_bytes(), answer)?.into())
    }

    fn check_level(&self) -> Result<Verdict, Error> {
        Ok(checker::check_level(self.text().as_bytes())?.into())
    }

    fn draw(&self, answer: Option<&[u8]>) -> Result<Picture, Error> {
        let walk = answer.map(text::parse_walk).transpose()?;
        Ok(draw::picture(self, walk.as_deref())?)
    }

    fn facts(&self) -> Stats {
        facts::facts(self)
    }
}

/// The beginning of an answer: the rule that the letters after it follow.
fn answer_by(rule: Rule) -> String {
    format!("rule={}&path=", rule.name())
}
