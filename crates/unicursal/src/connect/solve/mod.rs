//! The ways to solve a board, one per file.

mod clauses;
mod cover;
mod diagonal;
pub(super) mod encoding;
mod few;
pub(super) mod hint;
pub(super) mod others;
mod patch;
mod portfolio;
mod repair;
mod route;
pub(super) mod sat;
mod shifts;
mod taut;
pub(super) mod turns;
mod wish;

use super::sweep::sweep;
use super::tuning::{BESIDE_TURN, JUDGE_TURN, KNOWN_FIRST, MOST_JUDGED};
use super::{Answer, Board, Edges, Rules, rule};
use crate::method::{self, Method};
use crate::schedule::Ticks;
use crate::{Control, Interruption, MethodSpec, Outcome, Solved};
use others::Others;
use portfolio::{Found, Portfolio, Rooms};
use sat::{REFUTED, Session};
use taut::Taut;

pub use wish::Wish;

type Run = fn(&Board, &Wish, &Control) -> Solved<Answer>;

/// What the argument why there is no answer contains, where a sweep has found that.
pub const SWEPT: &str = "swept: ";

/// All methods; the first is the default.
const METHODS: [Method<Run>; 3] = [
    Method {
        spec: MethodSpec {
            name: "repair",
            help: "A SAT solver, alternating with a sweep and with repairing wrong paths window by window",
        },
        run: portfolio::solve,
    },
    Method {
        spec: MethodSpec {
            name: "sat",
            help: "A SAT solver on edges and colours alone",
        },
        run: wish::solve,
    },
    Method {
        spec: MethodSpec {
            name: "sweep",
            help: "A border swept over the board, with every possible state of the part behind it",
        },
        run: solve_by_sweep,
    },
];

/// Names and help of all methods.
pub const SPECS: [MethodSpec; METHODS.len()] = method::specs(&METHODS);

/// Solves a board by the method with this name, or by the default one.
pub fn solve(
    board: &Board,
    method: Option<&str>,
    wish: &Wish,
    control: &Control,
) -> Solved<Answer> {
    method::choose(&METHODS, method)(board, wish, control)
}

/// Whether an answer is found soon.
pub fn soon(board: &Board, edges: &Edges, rules: Rules, most: Ticks, control: &Control) -> bool {
    if rules.no_touch {
        return false;
    }
    let rooms = Rooms::default();
    let made = Portfolio::new(board, edges, rules, 0, control, &rooms);
    let found = made.and_then(|mut portfolio| portfolio.run(most));
    matches!(found, Ok(Found::Answer(_)))
}

/// Says by which rule there is no solution, and whether there is one by a rule that permits more.
pub fn by_which_rule(board: &Board, wish: &Wish, proof: &str, control: &Control) -> String {
    let rule = wish.rules.describe();
    let turns = wish
        .turns
        .map(|turns| format!(", at most {}", rule::pieces(turns)));
    let turns = turns.unwrap_or_default();
    let because = match proof.strip_prefix(REFUTED) {
        Some(conflicts) => conflicts.to_owned(),
        None => format!(": {proof}"),
    };
    let mut said = format!("no solution by the rule '{rule}{turns}'{because}");
    // Whether there are longer answers is said already.
    if proof.contains("there are answers") || board.cell_count() > MOST_JUDGED {
        return said;
    }
    let edges = Edges::new(board);
    let mut all = true;
    let wider = wish.rules.wider();
    for wider in wider.filter(|_| !proof.starts_with(taut::NONE)) {
        match pieces_of_an_answer(board, &edges, wider, BESIDE_TURN, control) {
            Ok(Some(pieces)) => {
                let lacks = wish.rules.lacks(wider);
                // It may be longer than permitted, and then nobody looked for a shorter one.
                let is_long = wish.turns.is_some_and(|most| pieces > most);
                let long = if is_long {
                    format!(" of {}", rule::pieces(pieces))
                } else {
                    String::new()
                };
                return format!("{said}; there is one{long} if {lacks}");
            }
            Ok(None) => {}
            Err(_) => all = false,
        }
    }
    if wish.rules.wider().next().is_some() {
        said += if all {
            ", nor by any rule that permits more"
        } else {
            "; whether a rule that permits more has one is not known"
        };
    }
    said
}

/// What rules a board can be solved by, the strictest first; nothing when that takes more than a
/// moment.
pub fn needed_rules(board: &Board) -> Option<&'static str> {
    if board.cell_count() > MOST_JUDGED {
        return None;
    }
    let (edges, control) = (Edges::new(board), Control::new());
    let kinds = [
        (true, false, "all tiles are used and no path touches itself"),
        (false, false, "all tiles are used and a path touches itself"),
        (true, true, "tiles stay empty and no path touches itself"),
        (false, true, "tiles stay empty and a path touches itself"),
    ];
    for (no_touch, blanks, needs) in kinds {
        let rules = Rules { no_touch, blanks };
        let pieces = pieces_of_an_answer(board, &edges, rules, JUDGE_TURN, &control);
        if pieces.ok()?.is_some() {
            return Some(needs);
        }
    }
    Some("none of the rules")
}

/// How many pieces some answer by these rules has, if there is one; an error if that is not known
/// after this many decisions.
fn pieces_of_an_answer(
    board: &Board,
    edges: &Edges,
    rules: Rules,
    decisions: u64,
    control: &Control,
) -> Result<Option<usize>, Interruption> {
    let pieces = |answer: &Answer| answer.segments().len();
    if rules.blanks && taut::fits(board, edges) {
        let mut taut = Taut::new(board, edges, 0, control)?;
        match taut.next_within(decisions)? {
            None => return Ok(None),
            Some(answer) if taut::is_answer(board, edges, rules, &answer) => {
                return Ok(Some(pieces(&answer)));
            }
            Some(_) => {}
        }
    }
    let mut session = Session::new(board, edges, rules, 0, control)?;
    let found = session.next_answer_within(decisions)?;
    Ok(found.as_ref().map(pieces))
}

/// How many answers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Few {
    None,
    One,
    More,
}

/// How many answers a board has by its rule, as far as that is known after a moment.
pub fn few(board: &Board, edges: &Edges, control: &Control) -> Option<Few> {
    let rules = board.rules();
    let rooms = Rooms::default();
    let first = if rules == Rules::default() {
        let mut portfolio = Portfolio::new(board, edges, rules, 0, control, &rooms).ok()?;
        match portfolio.run(Ticks(KNOWN_FIRST)).ok()? {
            Found::Answer(answer) => Some(answer),
            Found::None(_) => None,
        }
    } else {
        // Answers by other rules are found at once, or take longer than a moment.
        let mut session = Session::new(board, edges, rules, 0, control).ok()?;
        session.next_answer_within(JUDGE_TURN).ok()?
    };
    let Some(first) = first else {
        return Some(Few::None);
    };
    let mut others = Others::new(board, edges, rules, None, control).ok()?;
    let second = others.soon(&first, JUDGE_TURN).ok()?;
    // One that is too long does not count, and there may be others that are not.
    let most = board.turn_limit().unwrap_or(usize::MAX);
    let fits = |answer: &Answer| answer.segments().len() <= most;
    match second {
        None => fits(&first).then_some(Few::One),
        Some(second) => (fits(&first) && fits(&second)).then_some(Few::More),
    }
}

/// Solves a board whose paths must not touch themselves: by a search along diagonals where that
/// applies, and by the ways that know what touches.
fn relative(board: &Board, edges: &Edges, wish: &Wish, control: &Control) -> Solved<Answer> {
    match diagonal::solve(board, edges, wish.seed, control) {
        // That every tile cannot be used says nothing about some.
        Ok(None) if wish.rules.blanks => {}
        Ok(None) => {
            let proof = "no way to place the tiles along the diagonals reaches the last one";
            return Solved::new(Outcome::Unsolvable {
                proof: proof.to_owned(),
            });
        }
        Ok(Some(answer)) => return wish::fulfil(board, edges, answer, wish, control),
        // When it is the caller's limits, the other ways say what is known then.
        Err(_) => {}
    }
    portfolio::race(board, edges, wish, control)
}

fn solve_by_sweep(board: &Board, wish: &Wish, control: &Control) -> Solved<Answer> {
    let edges = Edges::new(board);
    let Some(sweep) = sweep(board, &edges, wish.rules) else {
        let why = "the board is too wide for a sweep, or has a rule that it cannot know";
        return Solved::new(Outcome::unknown(Interruption::GaveUp, why));
    };
    let found = sweep.answers(1, control);
    match found.map(|all| all.into_iter().next()) {
        Ok(None) => Solved::new(Outcome::Unsolvable {
            proof: format!("{SWEPT}{}", repair::SWEPT),
        }),
        Ok(Some(pairs)) => {
            let answer = edges.trace_pairs(board, &pairs).answer;
            wish::fulfil(board, &edges, answer, wish, control)
        }
        Err(why) => match Session::new(board, &edges, wish.rules, wish.seed, control) {
            Ok(session) => wish::finish(session, Err(why), wish),
            Err(why) => wish::unknown(why),
        },
    }
}
