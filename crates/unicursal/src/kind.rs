//! What a puzzle fills in: its types, and what can be done with them.
//!
//! [`Kind`] is what a puzzle implements. Users never call it: the methods of a board, such as
//! [`coil::Board::solve`](crate::coil::Board::solve), and the [adapter](crate::adapter) that turns
//! a puzzle into trait objects which speak in text both refuse options that do not exist, keep
//! limits and show every answer to the independent checker.

use serde::Serialize;

use crate::picture::Picture;
use crate::reason::Explanation;
use crate::{
    Abilities, BigUint, Checked, Control, Counting, Error, Figures, Format, Generating, Hinting,
    LevelId, MethodSpec, Moves, OptionSpec, Options, Sheet, SolveRequest, Solved, TileSpec,
    Verdict, WithProof,
};
#[cfg(doc)]
use crate::{Counts, Generates, Hints};

/// A kind of puzzle, with its own types for boards, answers and requests.
///
/// What a puzzle may be able to do beyond that is in traits of its own, [`Counts`], [`Hints`] and
/// [`Generates`]; constants here name those that it has.
///
/// The functions here may trust what the adapter has made sure of: methods and options are those of
/// [`Kind::ABOUT`], and answers given to [`Kind::draw`] were read by [`Kind::parse_answer`].
pub trait Kind: Send + Sync + 'static {
    /// A level.
    type Board: Send + Sync;
    /// What solves a level, or the beginning of it.
    type Answer: Send + Sync;
    /// What is asked of an answer, and how it is looked for.
    type Request;

    /// Everything that front ends are told about the puzzle.
    const ABOUT: About;

    /// The forms of other programs in which levels can be read or written, in the order in which
    /// they are tried.
    const FORMATS: &'static [Format<Self::Board>] = &[];

    /// How solutions are counted, if they can be: `Some(Counting::BY_TRAIT)` of what [`Counts`]
    /// says.
    const COUNTING: Option<Counting<Self>> = None;

    /// How hints are given, if they can be, by [`Hints`].
    const HINTING: Option<Hinting<Self>> = None;

    /// Solves a level step by step as a person would, if there is code for that.
    const EXPLAIN: Option<Explain<Self>> = None;

    /// How levels are made, if they can be, by [`Generates`].
    const GENERATING: Option<Generating<Self>> = None;

    /// Judges the text of a level itself, if there is more to a good one than that it can be read.
    const CHECK_LEVEL: Option<CheckLevel> = None;

    /// Counts the solutions to a request again, from the text of a level, by code that shares
    /// nothing with the solvers, if there is such code.
    const RECOUNT: Option<Recount<Self>> = None;

    /// Whether [`Kind::prove`] and [`Kind::kernel_rules`] are there.
    const PROVES: bool = false;

    /// Reads a level in the puzzle's own form.
    fn parse(text: &[u8]) -> Result<Self::Board, Error>;

    /// The level in its file form, ended by a newline. Parsing it gives the same level.
    fn print(board: &Self::Board) -> String;

    /// Columns and rows.
    fn size(board: &Self::Board) -> (usize, usize);

    /// Whether the beginning of a stream is a whole level.
    fn is_whole(text: &[u8]) -> Whole {
        let _ = text;
        Whole::No
    }

    /// What a request means for a level.
    fn request(board: &Self::Board, request: &SolveRequest) -> Result<Self::Request, Error>;

    /// By which rule the level is to be solved, in words, where the puzzle has several.
    fn rule(board: &Self::Board) -> String {
        let _ = board;
        String::new()
    }

    /// The same level by the rule that these options ask for, which are among
    /// [`About::rule_options`].
    fn ruled(board: &Self::Board, options: &Options) -> Result<Self::Board, Error> {
        let _ = (board, options);
        Err(Error::Unsupported("rules to choose from"))
    }

    /// Looks for an answer within the limits of `control`.
    fn solve(
        board: &Self::Board,
        request: &Self::Request,
        control: &Control,
    ) -> Result<Solved<Self::Answer>, Error>;

    /// Reads an answer, which need not be complete.
    fn parse_answer(board: &Self::Board, text: &[u8]) -> Result<Self::Answer, Error>;

    /// Writes an answer as the request wants it.
    fn print_answer(board: &Self::Board, request: &Self::Request, answer: &Self::Answer) -> String;

    /// Judges the text of an answer to the text of a level, by code that shares nothing with the
    /// solvers. An error is an answer that cannot be read.
    fn check(level: &[u8], request: &Self::Request, answer: &[u8]) -> Result<Verdict, Error>;

    /// A proof, for others to check, that there is no solution; or, if one is given, none that is
    /// different. `None` if there is another.
    fn prove(
        board: &Self::Board,
        request: &Self::Request,
        answer: Option<&Self::Answer>,
        control: &Control,
    ) -> Result<Option<Checked>, Error> {
        let _ = (board, request, answer, control);
        Err(Error::Unsupported("proofs"))
    }

    /// A proof that a level which was made to have only this solution has no other. Where 'only'
    /// leaves room, as for the direction of a walk, the proof names all solutions.
    fn prove_known(
        board: &Self::Board,
        request: &Self::Request,
        answer: &Self::Answer,
        control: &Control,
    ) -> Result<Option<Checked>, Error> {
        Self::prove(board, request, Some(answer), control)
    }

    /// Looks for an answer and, if there is none, proves that; a puzzle may do so with what was
    /// found on the way.
    fn solve_with_proof(
        board: &Self::Board,
        request: &Self::Request,
        control: &Control,
    ) -> Result<WithProof<Self::Answer>, Error> {
        let solved = Self::solve(board, request, control)?;
        Ok(Checked::beside(solved, || {
            let proof = Self::prove(board, request, None, control)?;
            proof.ok_or_else(Checked::refuted)
        }))
    }

    /// By which rules the [kernel](unicursal_kernel) judges certificates about answers of any
    /// length to a request; `None` if it does not know the puzzle.
    fn kernel_rules(
        level: &[u8],
        request: &Self::Request,
    ) -> Result<Option<unicursal_kernel::Rules>, Error> {
        let _ = (level, request);
        Ok(None)
    }

    /// The columns and rows of the cells of an answer's paths, as the kernel wants them.
    fn kernel_paths(board: &Self::Board, answer: &Self::Answer) -> Vec<Vec<(usize, usize)>> {
        let _ = (board, answer);
        Vec::new()
    }

    /// The text of an answer that the kernel knows by its paths.
    fn kernel_answer(board: &Self::Board, paths: &[Vec<(usize, usize)>]) -> String {
        let _ = board;
        format!("{paths:?}\n")
    }

    /// The level as a picture, with an answer drawn into it if there is one.
    fn draw(board: &Self::Board, answer: Option<&Self::Answer>) -> Result<Picture, Error>;

    /// What a user may want to know about the level before solving it.
    fn facts(board: &Self::Board) -> Figures;

    /// How hard it is for a person, or why that cannot be said, if that takes no more than a moment.
    fn grade(board: &Self::Board) -> Figures {
        let _ = board;
        Figures::new()
    }

    /// How hard it is, by figures that are the same on every machine, if the puzzle has any.
    fn difficulty(board: &Self::Board, control: &Control) -> Result<Figures, Error> {
        let _ = (board, control);
        Ok(Figures::new())
    }

    /// The level cell by cell.
    fn sheet(board: &Self::Board) -> Sheet;

    /// The text of a level that is given cell by cell, whether it is a good one or not.
    fn print_sheet(sheet: &Sheet) -> String;
}

/// Solves a board step by step as a person would.
pub type Explain<K> = fn(&<K as Kind>::Board, &Control) -> Result<Explanation, Error>;

/// Judges the text of a level.
pub type CheckLevel = fn(&[u8]) -> Result<Verdict, Error>;

/// Counts the solutions to a request about the text of a level.
pub type Recount<K> = fn(&[u8], &<K as Kind>::Request, &Control) -> Result<BigUint, Error>;

/// Everything that front ends are told about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of its own"
)]
pub struct About {
    /// One lower-case word, unique in the registry.
    pub name: &'static str,
    /// The name as people write it.
    pub title: &'static str,
    /// What the puzzle asks for, in one line.
    pub summary: &'static str,
    /// The rules in plain words, for somebody who has never seen the puzzle.
    pub rules: &'static str,
    /// How an answer is written, in plain words.
    pub answer_form: &'static str,
    /// The text of a small level that everybody has.
    pub example: &'static str,
    /// How many levels come with the puzzle, numbered from 1.
    pub pack_size: u64,
    /// How many levels the graded pack has, numbered from 1: `PUZZLE:pack2/NUMBER`.
    pub graded_size: u64,
    /// The side of a board that is easy, medium, hard or expert and takes a person some minutes;
    /// none where there are no grades.
    pub graded_sides: Option<[usize; 4]>,
    /// What a way to solve is called here, one lower-case word.
    pub method_word: &'static str,
    /// The ways to solve a level; the first is the default.
    pub methods: &'static [MethodSpec],
    /// Options of solving that only this puzzle has.
    pub solve_options: &'static [OptionSpec],
    /// Those of them that change what is asked of an answer.
    pub check_options: &'static [OptionSpec],
    /// Those of them that change which solutions are counted and listed.
    pub count_options: &'static [OptionSpec],
    /// Those of them that ask for another rule than the level's own.
    pub rule_options: &'static [OptionSpec],
    /// Options of generating that only this puzzle has.
    pub generate_options: &'static [OptionSpec],
    /// When two solutions are different, to be read after 'solutions are different when'.
    pub difference: &'static str,
    /// Whether its games are recorded: [`crate::recorded`] reads them.
    pub has_recordings: bool,
    /// What it can do beyond solving, so that front ends offer nothing that fails. The adapter
    /// fills this in from what the puzzle implements; what stands here before is not looked at.
    pub abilities: Abilities,
    /// What can stand on a cell; the first is what an empty board is made of.
    pub tiles: &'static [TileSpec],
    /// Whether other symbols than the tiles' stand for colours, each on two cells.
    pub colours: bool,
    /// Whether numbers stand on cells; the only tile that stands on a board once is the number 1.
    pub numbers: bool,
    /// Whether thin walls stand between cells.
    pub thin_walls: bool,
    /// How it is played by hand.
    pub moves: Moves,
}

impl About {
    /// A puzzle that can be read, solved, checked and drawn, and nothing else. What it has beyond
    /// that is added with `..`.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        summary: &'static str,
        example: &'static str,
    ) -> Self {
        Self {
            name,
            title,
            summary,
            rules: summary,
            answer_form: "Write the answer as the puzzle's solvers do.",
            example,
            pack_size: 1,
            graded_size: 0,
            graded_sides: None,
            method_word: "method",
            methods: &[],
            solve_options: &[],
            check_options: &[],
            count_options: &[],
            rule_options: &[],
            generate_options: &[],
            difference: "they are written differently",
            has_recordings: false,
            abilities: Abilities::NONE,
            tiles: &[],
            colours: false,
            numbers: false,
            thin_walls: false,
            moves: Moves::None,
        }
    }

    /// The levels from easy to hard that people climb, one after the other: the graded pack where
    /// there is one, else the pack. `None` for a puzzle whose only level is its example.
    pub fn ladder(&self) -> Option<Ladder> {
        let (pack, size) = match self.graded_size {
            0 => ("pack", self.pack_size),
            graded => ("pack2", graded),
        };
        let prefix = format!("{}:{pack}/", self.name);
        (size > 1).then_some(Ladder { prefix, size })
    }
}

/// Levels that are climbed one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ladder {
    /// What stands before the number in the name of a level.
    pub prefix: String,
    /// How many there are, numbered from 1.
    pub size: u64,
}

/// Whether a text that may still grow is a whole level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// Something is missing, or one cannot tell.
    No,
    /// It is one if nothing follows soon.
    IfItEnds,
    /// Everything that was announced is there.
    Yes,
}

/// A next move, with the answer that it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<A> {
    /// The move alone, as one writes it; empty if the answer is complete already.
    pub next: String,
    /// What there is after the move.
    pub so_far: A,
    /// A whole answer that begins with it.
    pub answer: A,
}

/// What is known about the solutions of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known<A> {
    /// This is one.
    Answer(A),
    /// There is one, and solving the level is the way to get it.
    BySolving,
    /// Nothing: perhaps there is none.
    Nothing,
}

/// A level that was made.
pub struct Made<K: Kind + ?Sized> {
    /// The level.
    pub board: K::Board,
    /// What the generator knows about its solutions.
    pub answer: Known<K::Answer>,
    /// The id that makes it again.
    pub id: LevelId,
}
