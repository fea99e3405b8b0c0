//! Walkers: an iterator over the states of someone who follows a rule through a maze.
//!
//! The walk of every rule ends on every map. Either the walker faces `E`, or the rule shows that it
//! never will: a hand on the wall is back where it began, Trémaux has walked everything twice, or
//! there is no path at all. Beyond the map a walk needs O(1) memory for the left and right hand and
//! for Pledge, a byte for each cell for Trémaux and the shortest path.

mod hand;
mod pledge;
mod shortest;
mod tremaux;

use super::Board;
use crate::Dir;
use crate::named::named;
use hand::Hand;
use pledge::Pledge;
use shortest::Shortest;
use tremaux::Tremaux;

named! {
    /// A way to find the exit of a maze.
    pub enum Rule {
        /// The left hand on the wall: after each step left, else straight, else right, else back.
        Left "left",
        /// The right hand on the wall.
        Right "right",
        /// Straight on; the left hand on a wall in the way, until all turns cancel.
        Pledge "pledge",
        /// Marks passages, and takes no passage more than once in each direction.
        Tremaux "tremaux",
        /// Knows the map, and takes a shortest path.
        Shortest "shortest",
    }
}

/// Where a walker is, and the neighbouring path cell that the next step enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The cell.
    pub at: usize,
    /// The direction of the next step.
    pub facing: Dir,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The next step is onto `E`.
    Found,
    /// The rule never leads to `E`.
    Never(Why),
}

/// What shows that a rule never leads to `E`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The walker would be in this state again, and all that follows would repeat.
    Again(State),
    /// Every passage that can be reached was walked in both directions.
    Exhausted,
    /// No path joins `S` and `E`.
    NoPath,
}

impl Rule {
    /// What it does, in one line.
    pub const fn help(self) -> &'static str {
        match self {
            Self::Left => "The left hand on the wall",
            Self::Right => "The right hand on the wall",
            Self::Pledge => "Straight on, with the left hand around what is in the way",
            Self::Tremaux => "Mark passages, take none more than once in each direction",
            Self::Shortest => "A shortest path, for comparison",
        }
    }
}

/// What a rule remembers.
enum Guide {
    Hand(Hand),
    Pledge(Pledge),
    Tremaux(Tremaux),
    Shortest(Shortest),
}

/// The states of a walker from `S` on: one before each step, the last one facing `E` if it gets
/// there.
///
/// The number of states is the number of steps, because the last step enters `E` or proves that the
/// walk repeats itself.
///
/// ```
/// use unicursal::maze::{End, Rule, Walk, text};
///
/// let board = text::parse(b"S##\n# E")?;
/// let mut walk = Walk::new(&board, Rule::Left);
/// // Down is the first way in the order north, west, south, east; it is a dead end.
/// assert_eq!(walk.by_ref().count(), 5);
/// assert_eq!(walk.end(), Some(End::Found));
/// # Ok::<(), unicursal::Error>(())
/// ```
pub struct Walk<'a> {
    board: &'a Board,
    guide: Guide,
    /// The state to come; `None` at the end.
    next: Option<State>,
    end: Option<End>,
}

impl<'a> Walk<'a> {
    /// A walker at the start.
    pub fn new(board: &'a Board, rule: Rule) -> Self {
        let mut looks = Board::FIRST_LOOKS.into_iter();
        let first = looks.find(|&dir| board.can_go(board.start(), dir));
        let (guide, first) = match rule {
            Rule::Left => (Guide::Hand(Hand::left()), first),
            Rule::Right => {
                // The mirror image of the left hand's first looks.
                let looks = [Dir::Up, Dir::Right, Dir::Down, Dir::Left];
                let first = looks
                    .into_iter()
                    .find(|&dir| board.can_go(board.start(), dir));
                (Guide::Hand(Hand::right()), first)
            }
            Rule::Pledge => (Guide::Pledge(Pledge::new()), first),
            Rule::Tremaux => (Guide::Tremaux(Tremaux::new(board)), first),
            Rule::Shortest => {
                let shortest = Shortest::new(board);
                let first = shortest.towards_end(board.start());
                (Guide::Shortest(shortest), first)
            }
        };
        let mut walk = Self {
            board,
            guide,
            next: None,
            end: None,
        };
        match first {
            Some(facing) => {
                let state = State {
                    at: board.start(),
                    facing,
                };
                walk.next = Some(state);
                match &mut walk.guide {
                    Guide::Hand(hand) => hand.begin(state),
                    Guide::Tremaux(tremaux) => tremaux.leave(board, state),
                    Guide::Pledge(_) | Guide::Shortest(_) => {}
                }
            }
            None => walk.end = Some(End::Never(Why::NoPath)),
        }
        walk
    }

    /// How the walk ended, once the last state has been taken.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The state after the step ahead.
    fn step(&mut self, state: State) -> Result<State, Why> {
        let at = self.board.neighbour(state.at, state.facing);
        match &mut self.guide {
            Guide::Hand(hand) => hand.turn(self.board, at, state.facing),
            Guide::Pledge(pledge) => pledge.turn(self.board, at, state.facing),
            Guide::Tremaux(tremaux) => tremaux.turn(self.board, at, state.facing),
            Guide::Shortest(shortest) => {
                let facing = shortest.towards_end(at).ok_or(Why::NoPath)?;
                Ok(State { at, facing })
            }
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = State;

    fn next(&mut self) -> Option<State> {
        let state = self.next?;
        if self.board.neighbour(state.at, state.facing) == self.board.end() {
            self.next = None;
            self.end = Some(End::Found);
        } else {
            match self.step(state) {
                Ok(next) => self.next = Some(next),
                Err(why) => {
                    self.next = None;
                    self.end = Some(End::Never(why));
                }
            }
        }
        Some(state)
    }
}
