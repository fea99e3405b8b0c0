//! What a puzzle fills in: its types, and what can be done with them.
//!
//! [`Kind`] is what a puzzle implements. Users never call it: the methods of a board, such as
//! [`coil::Board::solve`](crate::coil::Board::solve), and the [adapter](crate::adapter) that turns a puzzle
//! into trait objects which speak in text both refuse options that do not exist, keep limits and show
//! every answer to the independent checker.

use serde::Serialize;

use crate::picture::Picture;
use crate::reason::{self, Explanation};
use crate::{
    Checked, Control, Count, Drat, Error, Figures, Format, GenerateRequest, Judgement, LevelId,
    MethodSpec, Moves, OptionSpec, Options, Sheet, SolveRequest, Solved, TileSpec, Verdict,
    WithProof,
};

/// A kind of puzzle, with its own types for boards, answers and requests.
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

    /// The forms of other programs in which levels can be read or written, in the order in which they
    /// are tried.
    const FORMATS: &'static [Format<Self::Board>] = &[];

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

    /// What is asked of the answer behind a hint, which may be longer than a limit on the number of
    /// moves permits.
    fn hint_request(board: &Self::Board) -> Result<Self::Request, Error> {
        Self::request(board, &SolveRequest::default())
    }

    /// By which rule the level is to be solved, in words, where the puzzle has several.
    fn rule(board: &Self::Board) -> String {
        let _ = board;
        String::new()
    }

    /// The same level by the rule that these options ask for, which are among [`About::rule_options`].
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

    /// Judges the level itself, where a puzzle asks more of a good level than that it can be read.
    fn check_level(level: &[u8]) -> Result<Verdict, Error> {
        let _ = level;
        Err(Error::Unsupported("check of levels"))
    }

    /// A proof, for others to check, that there is no answer; or, if one is given, none that is
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

    /// A proof that a level, which was made with this answer and with the wish that it be the only one, is as wished.
    /// Where that wish leaves room, as for the direction of a walk, the proof names all answers that there are.
    fn prove_known(
        board: &Self::Board,
        request: &Self::Request,
        answer: &Self::Answer,
        control: &Control,
    ) -> Result<Option<Checked>, Error> {
        Self::prove(board, request, Some(answer), control)
    }

    /// Looks for an answer and, if there is none, proves that; a puzzle may do so with what was found on the way.
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

    /// Judges the text of a proof about the text of a level, by code that shares nothing with the
    /// solvers. An error is a text that is no proof.
    fn check_proof(
        level: &[u8],
        request: &Self::Request,
        proof: &[u8],
        control: &Control,
    ) -> Result<Judgement, Error> {
        let _ = (level, request, proof, control);
        Err(Error::Unsupported("proofs"))
    }

    /// By which rules the [kernel](unicursal_kernel) judges certificates about answers of any length to a request; `None` if it
    /// does not know the puzzle.
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

    /// The formula and the DRAT proof that a proof of ours is.
    fn drat(
        level: &[u8],
        request: &Self::Request,
        proof: &[u8],
        control: &Control,
    ) -> Result<Drat, Error> {
        let _ = (level, request, proof, control);
        Err(Error::Unsupported("proofs in DRAT"))
    }

    /// The level as a picture, with an answer drawn into it if there is one.
    fn draw(board: &Self::Board, answer: Option<&Self::Answer>) -> Result<Picture, Error>;

    /// What one may want to know about the level before solving it.
    fn facts(board: &Self::Board) -> Figures;

    /// How hard it is, by figures that are the same on every machine, where the puzzle has such.
    fn difficulty(board: &Self::Board, control: &Control) -> Result<Figures, Error> {
        let _ = (board, control);
        Ok(Figures::new())
    }

    /// The level cell by cell.
    fn sheet(board: &Self::Board) -> Sheet;

    /// The text of a level that is given cell by cell, whether it is a good one or not.
    fn print_sheet(sheet: &Sheet) -> String;

    /// What a request means for counting, where that differs.
    fn count_request(board: &Self::Board, request: &SolveRequest) -> Result<Self::Request, Error> {
        Self::request(board, request)
    }

    /// The exact number of answers; it may stop when it has found more than `most`.
    fn count(
        board: &Self::Board,
        request: &Self::Request,
        most: Option<u64>,
        control: &Control,
    ) -> Result<Count, Error> {
        let _ = (board, request, most, control);
        Err(Error::Unsupported("counter of answers"))
    }

    /// How many answers a request has, whatever it asks for, or that there are more than `most`, a small number: whether an answer
    /// is the only one.
    fn count_few(
        board: &Self::Board,
        request: &Self::Request,
        most: u64,
        control: &Control,
    ) -> Result<Count, Error> {
        Self::count(board, request, Some(most), control)
    }

    /// Up to `most` different answers; those found so far when the limits end the work, and an error if
    /// that is none.
    fn list(
        board: &Self::Board,
        request: &Self::Request,
        most: usize,
        control: &Control,
    ) -> Result<Vec<Self::Answer>, Error> {
        let _ = (board, request, most, control);
        Err(Error::Unsupported("list of answers"))
    }

    /// How a person solves the level, step by step.
    fn explain(board: &Self::Board, control: &Control) -> Result<Explanation, Error> {
        let _ = (board, control);
        Err(Error::Unsupported("explanations"))
    }

    /// Why a person goes on in some way after `so_far`: the first step that tells what to draw, if there is one. A hint that is
    /// one of its moves is shown with it.
    fn reason(
        board: &Self::Board,
        so_far: Option<&Self::Answer>,
        control: &Control,
    ) -> Result<Option<reason::Step>, Error> {
        let _ = (board, so_far, control);
        Ok(None)
    }

    /// A next move of some answer that begins with `so_far`, or with nothing.
    fn hint(
        board: &Self::Board,
        so_far: Option<Self::Answer>,
        control: &Control,
    ) -> Result<Solved<Step<Self::Answer>>, Error> {
        let _ = (board, so_far, control);
        Err(Error::Unsupported("hints"))
    }

    /// Makes a new level; the same request makes the same level on every machine.
    fn generate(request: &GenerateRequest, control: &Control) -> Result<Made<Self>, Error> {
        let _ = (request, control);
        Err(Error::Unsupported("generator"))
    }

    /// The id of a level of the graded pack, each of which has one answer and a known difficulty.
    fn graded(number: u64) -> Option<LevelId> {
        let _ = number;
        None
    }

    /// Makes the level that an id stands for.
    fn generate_id(id: &LevelId, control: &Control) -> Result<Made<Self>, Error> {
        let _ = (id, control);
        Err(Error::Unsupported("shareable ids"))
    }

    /// The id of a level of the pack; `None` for a puzzle whose only level is its example.
    fn pack(number: u64) -> Option<LevelId> {
        let _ = number;
        None
    }
}

/// Everything that front ends are told about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
    /// What a way to solve is called here, one lower-case word.
    pub method_word: &'static str,
    /// The ways to solve a level; the first is the default.
    pub methods: &'static [MethodSpec],
    /// Options of solving that only this puzzle has.
    pub solve_options: &'static [OptionSpec],
    /// Those of them that change what is asked of an answer.
    pub check_options: &'static [OptionSpec],
    /// Those of them that change which answers are counted and listed.
    pub count_options: &'static [OptionSpec],
    /// Those of them that ask for another rule than the level's own.
    pub rule_options: &'static [OptionSpec],
    /// Options of generating that only this puzzle has.
    pub generate_options: &'static [OptionSpec],
    /// When two answers are different, to be read after 'solutions are different when'.
    pub difference: &'static str,
    /// What it can do beyond solving, so that front ends offer nothing that fails.
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
    /// A puzzle that can be read, solved, checked and drawn, and nothing else. What it has beyond that
    /// is added with `..`.
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
            method_word: "method",
            methods: &[],
            solve_options: &[],
            check_options: &[],
            count_options: &[],
            rule_options: &[],
            generate_options: &[],
            difference: "they are written differently",
            abilities: Abilities::NONE,
            tiles: &[],
            colours: false,
            numbers: false,
            thin_walls: false,
            moves: Moves::None,
        }
    }

    /// The levels from easy to hard that people climb, one after the other: the graded pack where there is one, else the pack. `None`
    /// for a puzzle whose only level is its example.
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

/// What a puzzle can do beyond solving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of its own"
)]
pub struct Abilities {
    /// [`Kind::generate`] and [`Kind::generate_id`].
    pub generate: bool,
    /// [`Kind::count`].
    pub count: bool,
    /// [`Kind::hint`].
    pub hint: bool,
    /// [`Kind::explain`].
    pub explain: bool,
    /// [`Kind::check_level`].
    pub check_level: bool,
    /// [`Kind::prove`] and [`Kind::check_proof`].
    pub prove: bool,
    /// [`Kind::drat`].
    pub drat: bool,
    /// Games are recorded: [`crate::recorded`] reads them.
    pub games: bool,
}

impl Abilities {
    /// Nothing beyond solving; what a puzzle can do is named before it: `Abilities { hint: true, ..Abilities::NONE }`.
    pub const NONE: Self = Self {
        generate: false,
        count: false,
        hint: false,
        explain: false,
        check_level: false,
        prove: false,
        drat: false,
        games: false,
    };
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

/// What is known about the answers of a level.
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
    /// What the generator knows about its answers.
    pub answer: Known<K::Answer>,
    /// The id that makes it again.
    pub id: LevelId,
}
