//! Checks a proof that a board of Connect the Colours has no answer, or no other than a given one.
//!
//! The [steps](crate::edge_proof) are about these variables: the edges that the tiles permit, then
//! for each tile in the order of reading, and for each colour in the order of its name, that the
//! tile has it. The first line ends with the rules that differ from those of the game: `no-touch`,
//! `blanks`.
//!
//! ```
//! use unicursal_check::connect::Rules;
//! use unicursal_check::connect_proof::{Claim, Verdict, check};
//!
//! // The paths of 0 and 1 would have to cross.
//! let board = b"2 2\n01\n10\n0\n";
//! let proof = b"unicursal connect proof 1\n0\n";
//! let verdict = check(board, proof, &Rules::default()).unwrap();
//! assert_eq!(verdict, Verdict::Accepted(Claim::NoAnswer));
//! ```

use crate::connect::{self, Game, Rules, is_terminal, wanted};
use crate::edge_proof::{self, Axis, Check, Record, neighbours, variable_of};
pub use crate::edge_proof::{Drat, Formula};
pub use crate::proof::{Claim, Malformed, Verdict};
use crate::proof::{Fault, wrong};

/// The first line of every proof, but for the rules.
const HEADER: &str = "unicursal connect proof 1";

/// The most literals that the clauses of a board may have: beyond this it has no proof.
const MOST_LITERALS: usize = 100_000_000;

/// The first line of a proof by these rules, whatever the number of turns.
pub fn header(rules: &Rules) -> String {
    let mut header = HEADER.to_owned();
    for (word, asked) in [(" no-touch", rules.no_touch), (" blanks", rules.blanks)] {
        if asked {
            header.push_str(word);
        }
    }
    header
}

/// Judges a proof about a board by these rules, whatever the number of turns.
pub fn check(board: &[u8], proof: &[u8], rules: &Rules) -> Result<Verdict, Malformed> {
    check_while(board, proof, rules, &|| true)
}

/// [`check`], as long as `go_on`, which is asked before each step, says so.
pub fn check_while(
    board: &[u8],
    proof: &[u8],
    rules: &Rules,
    go_on: &dyn Fn() -> bool,
) -> Result<Verdict, Malformed> {
    let formula = formula(board, rules)?;
    judge((board, rules), proof, &formula, go_on, None)
}

/// The clauses of a board and of a proof about it, for other checkers.
pub fn drat(
    board: &[u8],
    proof: &[u8],
    rules: &Rules,
    go_on: &dyn Fn() -> bool,
) -> Result<(Verdict, Drat), Malformed> {
    let formula = formula(board, rules)?;
    let mut record = Record::default();
    let verdict = judge((board, rules), proof, &formula, go_on, Some(&mut record))?;
    Ok((verdict, record.finish(&formula)))
}

fn judge(
    (board, rules): (&[u8], &Rules),
    proof: &[u8],
    formula: &Formula,
    go_on: &dyn Fn() -> bool,
    recorded: Option<&mut Record>,
) -> Result<Verdict, Malformed> {
    let judge = |answer: &str| match Game::new(board).map(|game| game.won(answer.as_bytes(), rules))
    {
        Err(error) => Err(Fault::Form(error.to_string())),
        Ok(Err(connect::Verdict::Wrong(why))) => Err(Fault::Wrong(why.to_string())),
        Ok(Err(connect::Verdict::Valid)) => wrong("the answer is not judged"),
        Ok(Ok(game)) => Ok(game.pairs()),
    };
    let check = Check {
        formula,
        header: &header(rules),
        proof,
        judge: &judge,
        go_on,
    };
    edge_proof::check(&check, recorded)
}

/// What the rules say about a board.
///
/// - Edges join neighbours that are no blockers, along the axis that `V` and `H` permit. One is
///   used at a terminal, two at every other tile; with blanks two or none, but for checkpoints.
/// - A terminal and a checkpoint have their colour. A tile has at most one colour, and one that is
///   used has one. The two tiles of a used edge have the same.
/// - Without touching, two neighbours of one colour are joined.
/// - The four edges around a square are not all used.
pub fn formula(board: &[u8], rules: &Rules) -> Result<Formula, Malformed> {
    let game = Game::new(board).map_err(|error| Malformed::Level(error.reason().to_owned()))?;
    let (tiles, colours) = (&game.tiles, &game.colours);
    let joins = |pair: [usize; 2], axis: Axis| {
        let unwanted = match axis {
            Axis::Horizontal => 'V',
            Axis::Vertical => 'H',
        };
        pair.iter()
            .all(|&cell| tiles[cell] != 'X' && tiles[cell] != unwanted)
    };
    let pairs = colours.len().saturating_mul(colours.len());
    if tiles.len().saturating_mul(pairs.saturating_add(100)) > MOST_LITERALS {
        let many = "there are too many tiles and colours for a proof";
        return Err(Malformed::Level(many.to_owned()));
    }
    let most = tiles.iter().map(|&tile| wanted(tile)).collect();
    let mut formula = Formula::new(game.width, most, joins);
    let first = formula.variables() as i32 + 1;
    for _ in 0..tiles.len() * colours.len() {
        formula.variable();
    }
    let has_colour = |cell: usize, colour: usize| first + (cell * colours.len() + colour) as i32;
    let number = |name: char| colours.binary_search(&name).ok();
    let all = 0..colours.len();
    formula.alike = vec![Vec::new(); colours.len()];
    for cell in (0..tiles.len()).filter(|&cell| tiles[cell] != 'X') {
        let terminal = number(tiles[cell]).filter(|_| is_terminal(tiles[cell]));
        let checkpoint = game.checkpoints[cell].and_then(number);
        formula.terminals.extend(terminal.map(|_| cell));
        for colour in terminal.into_iter().chain(checkpoint) {
            formula.alike[colour].push(cell);
            formula.add([has_colour(cell, colour)]);
        }
        let edges = formula.variables_at(cell);
        let degree = formula.most[cell];
        formula.at_most(degree, &edges, None);
        if rules.blanks && terminal.is_none() && checkpoint.is_none() {
            formula.least[cell] = 0;
            for &edge in &edges {
                formula.at_least(2, &edges, Some(-edge));
            }
        } else {
            formula.at_least(degree, &edges, None);
            formula.add(all.clone().map(|colour| has_colour(cell, colour)));
        }
        for one in all.clone() {
            for other in 0..one {
                formula.add([-has_colour(cell, one), -has_colour(cell, other)]);
            }
        }
    }
    for edge in 0..formula.edges.len() {
        let [a, b] = formula.edges[edge];
        for (one, other) in [(a, b), (b, a)] {
            for colour in all.clone() {
                let [one, other] = [one, other].map(|cell| has_colour(cell, colour));
                formula.add([-variable_of(edge), -one, other]);
            }
        }
    }
    if rules.no_touch {
        for cell in 0..tiles.len() {
            for (near, _) in neighbours(cell, game.width, tiles.len()) {
                let joined = formula.edge(cell, near).map(variable_of);
                for colour in all.clone() {
                    let [one, other] = [cell, near].map(|cell| -has_colour(cell, colour));
                    formula.add([one, other].into_iter().chain(joined));
                }
            }
        }
    }
    formula.forbid_squares();
    Ok(formula)
}
