//! Connect the Colours as people solve it.
//!
//! | Technique | What it says | Grade |
//! |---|---|---|
//! | corner | a corner has two neighbours, and its path needs both | easy |
//! | forced tile | a tile has no more ways left than it needs | easy |
//! | dead end | were an edge used, or not, a tile beside it would have too few ways | medium |
//! | cut | one edge alone joins two parts of what is left, and a colour has an end on each side | medium |
//! | enclosed pair | one edge alone joins two parts, and every colour has both ends on one side: it is not used | medium |
//! | parity | black and white cells of a corner of the board need a certain number of edges out of it | hard |
//! | trial | were an edge used, or not, a few forced tiles would lead to a contradiction | hard |
//! | long trial | the same with any number of forced tiles, cuts and enclosed pairs | expert |
//! | trial within a trial | whichever way a second edge goes, there is a contradiction | expert |
//!
//! That a complete tile takes no further edge, that colours do not meet and that no loop closes is
//! obvious and is not a step of its own. Every step holds for every answer by the rules of the
//! board, so a board that is solved by them has one solution.

mod cuts;
mod parity;
mod state;

use self::state::{Clash, State};
use super::text::{self, Piece};
use super::{Answer, Board, Edges, Rules};
use crate::reason::{Grade, Step, Technique, Thinker, Thought};
use crate::{Control, Interruption};

/// How many forced tiles people follow in their heads.
const SHORT: usize = 8;
/// Trials within trials before they are given up; people would have given up long before.
const MOST_INNER: usize = 20_000;

const CORNER: usize = 0;
const FORCED: usize = 1;
const DEAD_END: usize = 2;
const CUT: usize = 3;
const ENCLOSED: usize = 4;
const PARITY: usize = 5;
const TRIAL: usize = 6;
const LONG_TRIAL: usize = 7;

const fn technique(name: &'static str, grade: Grade, help: &'static str) -> Technique {
    Technique { name, help, grade }
}

/// Solves a board as people do.
pub struct Solver<'a> {
    state: State<'a>,
    /// Why there is no solution, if that is obvious.
    clash: Option<Clash>,
}

impl<'a> Solver<'a> {
    /// A solver that knows the board, and these pieces, which must obey the rules.
    pub fn new(board: &'a Board, edges: &'a Edges, rules: Rules, drawn: &[Piece]) -> Self {
        let mut state = State::new(board, edges, rules);
        let mut clash = None;
        for piece in drawn {
            for step in super::solve::hint::cells(board, piece).windows(2) {
                if let Some(edge) = edges.between(step[0], step[1]) {
                    clash = clash.or(state.set(edge, true).err());
                }
            }
        }
        clash = clash.or_else(|| state.settle().err());
        clash = clash.or_else(|| state.touching());
        Self { state, clash }
    }

    /// The only solution, when everything is known.
    pub fn answer(&self) -> Answer {
        let used = self.state.used.iter().map(|used| *used == Some(true));
        let used: Vec<bool> = used.collect();
        self.state.edges.trace(self.state.board, &used).answer
    }

    fn at(&self, cell: usize) -> String {
        let (x, y) = self.state.board.position(cell);
        format!("({x}, {y})")
    }

    /// The two cells of an edge in words.
    fn ends(&self, edge: usize) -> String {
        let [a, b] = self.state.edges.cells[edge];
        format!("{} and {}", self.at(a), self.at(b))
    }

    /// Decides edges for a reason, and draws the obvious conclusions.
    fn conclude(
        &mut self,
        technique: usize,
        text: String,
        mut tiles: Vec<usize>,
        decided: &[(usize, bool)],
    ) -> Thought {
        for &(edge, _) in decided {
            tiles.extend(self.state.edges.cells[edge]);
        }
        tiles.sort_unstable();
        tiles.dedup();
        let board = self.state.board;
        let tiles = tiles.into_iter().map(|cell| board.position(cell)).collect();
        let name = Self::TECHNIQUES[technique].name;
        for &(edge, used) in decided {
            let set = self.state.set(edge, used);
            self.clash = self.clash.or(set.err());
        }
        let settled = self.state.settle();
        self.clash = self.clash.or(settled.err());
        self.clash = self.clash.or_else(|| self.state.touching());
        let used = decided.iter().filter(|(_, used)| *used);
        let moves = used.filter_map(|&(edge, _)| self.piece(edge)).collect();
        Thought::Step(Step {
            technique: name,
            text,
            tiles,
            moves,
        })
    }

    /// A used edge as a line of an answer, if its colour is known.
    fn piece(&self, edge: usize) -> Option<String> {
        let board = self.state.board;
        let [a, b] = self.state.edges.cells[edge];
        let colour = self.colour_along(edge)?;
        let piece = Piece {
            from: board.position(a),
            to: board.position(b),
            colour,
        };
        Some(text::print_piece(board, &piece).trim_end().to_owned())
    }

    /// The colour of the strand of a used edge.
    fn colour_along(&self, edge: usize) -> Option<usize> {
        let state = &self.state;
        let (mut before, mut at) = (usize::MAX, state.edges.cells[edge][0]);
        for _ in 0..state.board.cell_count() {
            let mut used = state
                .edges
                .at(at)
                .filter(|&(edge, _)| state.used[edge] == Some(true));
            match used.find(|&(edge, _)| edge != before) {
                Some((edge, next)) => (before, at) = (edge, next),
                None => break,
            }
        }
        state.colour_of(at)
    }

    /// Nothing but the reason why there is no solution.
    fn impossible(&self, technique: usize, clash: Clash) -> Thought {
        let board = self.state.board;
        let cells = self.state.cells_of(clash).into_iter();
        Thought::Impossible(Step {
            technique: Self::TECHNIQUES[technique].name,
            text: format!("there is no solution: {}", self.state.describe(clash)),
            tiles: cells.map(|cell| board.position(cell)).collect(),
            moves: Vec::new(),
        })
    }

    /// A tile that has no more ways than it needs, in a corner of the board or elsewhere.
    fn forced(&mut self, technique: usize) -> Thought {
        let board = self.state.board;
        let (width, height) = (board.width(), board.height());
        let is_corner = |cell: usize| {
            let (x, y) = board.position(cell);
            (x == 0 || x + 1 == width) && (y == 0 || y + 1 == height)
        };
        for cell in 0..board.cell_count() {
            if is_corner(cell) != (technique == CORNER) {
                continue;
            }
            let Some(edges) = self.state.forced_at(cell) else {
                continue;
            };
            let on = match edges.len() {
                1 => "one way left",
                _ => "two ways left, and needs both",
            };
            let kind = if technique == CORNER {
                "the corner "
            } else {
                ""
            };
            let text = format!("{kind}{} has {on}", self.at(cell));
            let decided: Vec<_> = edges.into_iter().map(|edge| (edge, true)).collect();
            return self.conclude(technique, text, vec![cell], &decided);
        }
        Thought::Nothing
    }

    /// An edge that cannot be decided in one of the two ways, since a number of forced tiles would
    /// lead to a contradiction.
    fn trial(
        &mut self,
        technique: usize,
        most: usize,
        control: &Control,
    ) -> Result<Thought, Interruption> {
        for edge in 0..self.state.used.len() {
            if self.state.used[edge].is_some() {
                continue;
            }
            control.check()?;
            for used in [true, false] {
                let mut tried = self.state.clone();
                let found = tried.set(edge, used).map_err(|clash| (clash, 0));
                let found = found.and_then(|()| tried.follow(most));
                let found = match found {
                    Ok(_) if technique == LONG_TRIAL => follow_far(&mut tried),
                    other => other,
                };
                let Err((clash, steps)) = found else {
                    continue;
                };
                return Ok(self.refuted(technique, edge, used, clash, steps));
            }
        }
        Ok(Thought::Nothing)
    }

    /// Decides that an edge is the opposite of what was tried.
    fn refuted(
        &mut self,
        technique: usize,
        edge: usize,
        used: bool,
        clash: Clash,
        steps: usize,
    ) -> Thought {
        let (if_so, so) = if used {
            ("joined", "not joined")
        } else {
            ("not joined", "joined")
        };
        let after = match steps {
            0 | 1 => String::new(),
            steps => format!("after {steps} forced tiles "),
        };
        let why = self.state.describe(clash);
        let text = format!(
            "were {} {if_so}, {after}{why}; so they are {so}",
            self.ends(edge)
        );
        let tiles = self.state.cells_of(clash);
        self.conclude(technique, text, tiles, &[(edge, !used)])
    }

    /// An edge after which every way of a second one ends in a contradiction.
    fn nested(&mut self, technique: usize, control: &Control) -> Result<Thought, Interruption> {
        let mut left = MOST_INNER;
        for edge in 0..self.state.used.len() {
            if self.state.used[edge].is_some() {
                continue;
            }
            for used in [true, false] {
                let mut tried = self.state.clone();
                if tried.set(edge, used).is_err() || follow_far(&mut tried).is_err() {
                    continue;
                }
                for second in 0..tried.used.len() {
                    if tried.used[second].is_some() {
                        continue;
                    }
                    control.check()?;
                    let Some(fewer) = left.checked_sub(1) else {
                        return Ok(Thought::Nothing);
                    };
                    left = fewer;
                    let clash_if = |way: bool| {
                        let mut inner = tried.clone();
                        let set = inner.set(second, way).map_err(|clash| (clash, 0));
                        set.and_then(|()| inner.follow(SHORT)).err()
                    };
                    let (Some((clash, steps)), Some(_)) = (clash_if(true), clash_if(false)) else {
                        continue;
                    };
                    let why = self.ends(second);
                    let thought = self.refuted(technique, edge, used, clash, steps + 2);
                    return Ok(match thought {
                        Thought::Step(mut step) => {
                            step.text = format!("{}, whether {why} are joined or not", step.text);
                            Thought::Step(step)
                        }
                        other => other,
                    });
                }
            }
        }
        Ok(Thought::Nothing)
    }

    /// A cut or an enclosed pair.
    fn cut(&mut self, technique: usize) -> Thought {
        match cuts::find(&self.state) {
            Err(clash) => self.impossible(technique, clash),
            Ok(Some(cut)) if cut.colour.is_some() == (technique == CUT) => {
                let ends = self.ends(cut.edge);
                let board = self.state.board;
                let Some(colour) = cut.colour else {
                    let text = format!(
                        "only the edge between {ends} joins two parts of what is left, and every colour has both of \
                         its ends on one side: it is not used"
                    );
                    return self.conclude(technique, text, Vec::new(), &[(cut.edge, false)]);
                };
                let name = board.colours()[colour].name;
                let text = format!("{name} can be joined only by the edge between {ends}");
                let tiles = self.state.free_ends(colour).map_or(Vec::new(), Vec::from);
                self.conclude(technique, text, tiles, &[(cut.edge, true)])
            }
            Ok(_) => Thought::Nothing,
        }
    }

    fn parity(&mut self, technique: usize) -> Thought {
        match parity::find(&self.state) {
            Err(clash) => self.impossible(technique, clash),
            Ok(None) => Thought::Nothing,
            Ok(Some(balance)) => {
                let ((left, right), (top, bottom)) = (balance.columns, balance.rows);
                let used = balance.edges.iter().filter(|(_, used)| *used).count();
                let number = match used {
                    0 => "none".to_owned(),
                    number => number.to_string(),
                };
                let text = format!(
                    "with the cells from ({left}, {top}) to ({}, {}) black and white by turns, those of one shade need \
                     more edges, so that {number} of those which lead out are used, all from that shade",
                    right - 1,
                    bottom - 1
                );
                self.conclude(technique, text, Vec::new(), &balance.edges)
            }
        }
    }
}

/// Follows forced tiles and cuts as far as they lead.
fn follow_far(state: &mut State) -> Result<usize, (Clash, usize)> {
    let mut steps = 0;
    loop {
        let more = state.follow(usize::MAX);
        steps += more.map_err(|(clash, more)| (clash, steps + more))?;
        match cuts::find(state).map_err(|clash| (clash, steps))? {
            None => return Ok(steps),
            Some(cut) => {
                let set = state.set(cut.edge, cut.colour.is_some());
                set.map_err(|clash| (clash, steps))?;
            }
        }
    }
}

impl Thinker for Solver<'_> {
    const TECHNIQUES: &'static [Technique] = &[
        technique(
            "corner",
            Grade::Easy,
            "A corner has two neighbours, and its path needs both",
        ),
        technique(
            "forced tile",
            Grade::Easy,
            "A tile has no more ways left than it needs",
        ),
        technique(
            "dead end",
            Grade::Medium,
            "Otherwise a tile beside it would have too few ways",
        ),
        technique(
            "cut",
            Grade::Medium,
            "Only this edge joins two parts, with an end of a colour in each",
        ),
        technique(
            "enclosed pair",
            Grade::Medium,
            "Only this edge joins two parts, and each colour is in one of them",
        ),
        technique(
            "parity",
            Grade::Hard,
            "Black and white cells of a part need a certain number of edges out of it",
        ),
        technique(
            "trial",
            Grade::Hard,
            "Otherwise a few forced tiles would lead to a contradiction",
        ),
        technique(
            "long trial",
            Grade::Expert,
            "Otherwise many forced tiles would lead to a contradiction",
        ),
        technique(
            "trial within a trial",
            Grade::Expert,
            "Otherwise both ways of a second edge would fail",
        ),
    ];

    fn think(&mut self, technique: usize, control: &Control) -> Result<Thought, Interruption> {
        if let Some(clash) = self.clash {
            return Ok(self.impossible(FORCED, clash));
        }
        Ok(match technique {
            CORNER | FORCED => self.forced(technique),
            DEAD_END => self.trial(technique, 1, control)?,
            CUT | ENCLOSED => self.cut(technique),
            PARITY => self.parity(technique),
            TRIAL => self.trial(technique, SHORT, control)?,
            LONG_TRIAL => self.trial(technique, usize::MAX, control)?,
            _ => self.nested(technique, control)?,
        })
    }

    fn is_done(&self) -> bool {
        self.clash.is_none() && self.state.is_done()
    }
}
