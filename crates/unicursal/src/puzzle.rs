//! Puzzles as front ends see them: trait objects whose inputs and outputs are text.
//!
//! A [`Puzzle`] is a kind of puzzle (Coil, ...), a [`Level`] is one board of it. A command line, a
//! web page or a server can offer a puzzle without knowing its rules: everything that differs is
//! data ([`About`]). Both are implemented once, by the [adapter](crate::adapter).

use std::any::Any;

use crate::picture::Picture;
use crate::reason::Explanation;
use crate::{
    About, BigUint, Control, Count, Drat, Error, Figures, FormatSpec, GenerateRequest, Hint,
    Judgement, LevelName, Options, Sheet, SolveRequest, Solved, Verdict, Whole, WithProof,
};

/// What a solver prints, instead of an answer, when there is none.
pub const REFUSAL: &str = "No solution found";

/// A kind of puzzle.
pub trait Puzzle: Send + Sync {
    /// Everything there is to know about it.
    fn about(&self) -> &'static About;

    /// Reads a level in the form in which it is recognised.
    fn parse(&self, text: &[u8], control: &Control) -> Result<Box<dyn Level>, Error>;

    /// Reads a level in the form with this name.
    fn parse_as(
        &self,
        format: &str,
        text: &[u8],
        control: &Control,
    ) -> Result<Box<dyn Level>, Error>;

    /// The forms in which levels are read or written; the first is the puzzle's own.
    fn formats(&self) -> Vec<FormatSpec>;

    /// Whether the beginning of a stream is a whole level, so that a front end need not wait for
    /// the end of the stream: the referee of a game keeps it open while a program plays.
    fn is_whole(&self, text: &[u8]) -> Whole;

    /// Makes a new level; the same request makes the same level on every machine.
    fn generate(&self, request: &GenerateRequest, control: &Control) -> Result<Generated, Error>;

    /// Makes the level that a name stands for.
    fn make(&self, name: &LevelName, control: &Control) -> Result<Generated, Error>;

    /// The text of a level that is given cell by cell, whether or not it is a valid level.
    fn print_sheet(&self, sheet: &Sheet) -> Result<String, Error>;

    /// One lower-case word, unique in the registry.
    fn name(&self) -> &'static str {
        self.about().name
    }
}

/// One level of some puzzle.
pub trait Level: Send + Sync {
    /// Everything there is to know about its puzzle.
    fn about(&self) -> &'static About;

    /// Columns and rows.
    fn size(&self) -> (usize, usize);

    /// The level in its file form, ended by a newline. Parsing it gives the same level.
    fn text(&self) -> String;

    /// The rule by which it is to be solved, in words; empty if the puzzle has only one rule.
    fn rule(&self) -> String;

    /// The same level by the rule that these options ask for, which are among
    /// [`About::rule_options`].
    fn ruled(&self, options: &Options) -> Result<Box<dyn Level>, Error>;

    /// The level in the form with this name. An error names the tile that the form cannot express.
    fn write_as(&self, format: &str) -> Result<Vec<u8>, Error>;

    /// Looks for an answer within the limits of `control`; the independent checker has accepted it.
    /// An error is a bad request; that there is no solution, or that none was found in time, is an
    /// [`Outcome`](crate::Outcome).
    fn solve(&self, request: &SolveRequest, control: &Control) -> Result<Solved, Error>;

    /// Judges an answer to a request with code that shares nothing with the solvers. The request's
    /// options may change what is asked of an answer. An error is an answer that cannot be read.
    fn check(&self, request: &SolveRequest, answer: &[u8]) -> Result<Verdict, Error>;

    /// An answer, or the beginning of one, rewritten as solvers write it: as given, it may be
    /// shorter or have blanks around it. An error is an answer that cannot be read.
    fn read_answer(&self, answer: &[u8]) -> Result<String, Error>;

    /// A proof, for others to check, that there is no solution, or no other than the one given; the
    /// independent checker has accepted it. `None` if there is another solution. The request's
    /// options may change what is asked of an answer.
    fn prove(
        &self,
        request: &SolveRequest,
        answer: Option<&[u8]>,
        control: &Control,
    ) -> Result<Option<String>, Error>;

    /// Looks for an answer as [`Level::solve`] does and, if there is none, proves that as
    /// [`Level::prove`] does, using what was found on the way. If no proof is found within the
    /// limits, that is an error beside the outcome.
    fn solve_with_proof(
        &self,
        request: &SolveRequest,
        control: &Control,
    ) -> Result<WithProof<String, String>, Error>;

    /// Judges a proof about the answers to a request with code that shares nothing with the
    /// solvers. An error means that the text is not a proof. The checker reads [`Level::text`]; to
    /// have it read the level as somebody else wrote it, use [`Level::check_proof_of`].
    fn check_proof(
        &self,
        request: &SolveRequest,
        proof: &[u8],
        control: &Control,
    ) -> Result<Judgement, Error> {
        self.check_proof_of(self.text().as_bytes(), request, proof, control)
    }

    /// The same for a text of the level that only the checker reads. An error means that a text is
    /// not a proof, or not a level in the form that the checker knows.
    fn check_proof_of(
        &self,
        text: &[u8],
        request: &SolveRequest,
        proof: &[u8],
        control: &Control,
    ) -> Result<Judgement, Error>;

    /// A proof about this text of the level, if the proof is right, in the form that checkers of
    /// SAT proofs read.
    fn drat_of(
        &self,
        text: &[u8],
        request: &SolveRequest,
        proof: &[u8],
        control: &Control,
    ) -> Result<Drat, Error>;

    /// A certificate for the kernel that these are all solutions; `None` if none was found within
    /// the limits. That there is another solution is an error.
    fn certify_all(
        &self,
        request: &SolveRequest,
        answers: &[String],
        control: &Control,
    ) -> Result<Option<String>, Error>;

    /// A certificate about this text of the level, if it is right, as a formula and an LRAT proof.
    fn lrat_of(
        &self,
        text: &[u8],
        request: &SolveRequest,
        certificate: &[u8],
        control: &Control,
    ) -> Result<Drat, Error>;

    /// Judges the level itself, where a puzzle requires more of a level than that it can be read.
    fn check_level(&self) -> Result<Verdict, Error>;

    /// The level as a picture, with an answer drawn into it if there is one. The answer must be
    /// readable and stay on the board; it need not be complete.
    fn draw(&self, answer: Option<&[u8]>) -> Result<Picture, Error>;

    /// What a user may want to know about the level before solving it.
    fn facts(&self) -> Figures;

    /// How hard it is for a person, or why that cannot be said, if that takes no more than a
    /// moment; empty where the puzzle cannot tell so soon.
    fn grade(&self) -> Figures;

    /// How hard it is, by figures that are the same on every machine; empty where the puzzle has
    /// none.
    fn difficulty(&self, control: &Control) -> Result<Figures, Error>;

    /// The level cell by cell.
    fn sheet(&self) -> Sheet;

    /// The exact number of solutions to a request, or that there are more than `most`.
    fn count(
        &self,
        request: &SolveRequest,
        most: Option<u64>,
        control: &Control,
    ) -> Result<Count, Error>;

    /// How many solutions a request has, whatever its options, or that there are more than `most`,
    /// which is small. Unlike [`count`](Self::count), this respects what a puzzle requires of the
    /// form of an answer, such as its number of pieces.
    fn count_few(
        &self,
        request: &SolveRequest,
        most: u64,
        control: &Control,
    ) -> Result<Count, Error>;

    /// The exact number of solutions to a request, counted again from [`Level::text`] by code that
    /// shares nothing with the solvers. That is slow, and for small or narrow levels only; an error
    /// is a count that did not end within the limits of `control`.
    fn recount(&self, request: &SolveRequest, control: &Control) -> Result<BigUint, Error>;

    /// Up to `most` different solutions to a request. If the limits end the work early, those found
    /// so far, or an error if there are none. The independent checker has accepted them, and no two
    /// are the same.
    fn list(
        &self,
        request: &SolveRequest,
        most: usize,
        control: &Control,
    ) -> Result<Vec<String>, Error>;

    /// A next move of some answer that begins with `so_far`, which is written like an answer and is
    /// empty at the start. The independent checker has accepted the answer behind it. An error
    /// means that `so_far` cannot be read or followed.
    fn hint(&self, so_far: &[u8], control: &Control) -> Result<Solved<Hint>, Error>;

    /// How a person solves it, step by step, and how hard that is.
    fn explain(&self, control: &Control) -> Result<Explanation, Error>;

    /// An answer that comes with a generated level, where its generator knows one; the independent
    /// checker has accepted it. Printing and checking it takes time, so this happens only here.
    fn known_answer(&self, control: &Control) -> Result<Option<String>, Error>;

    /// A proof that the answer of a generated level is the only one or, if the generator knows no
    /// answer, that there is none; see [`Level::prove`].
    fn prove_known(&self, control: &Control) -> Result<Option<String>, Error>;

    /// The level as its concrete type; see [`board_of`](crate::board_of).
    fn as_any(&self) -> &dyn Any;
}

/// A generated level.
#[non_exhaustive]
pub struct Generated {
    /// The level.
    pub level: Box<dyn Level>,
    /// The name from which it can be made again.
    pub id: String,
}

impl Generated {
    /// See [`Level::known_answer`].
    pub fn answer(&self, control: &Control) -> Result<Option<String>, Error> {
        self.level.known_answer(control)
    }

    /// See [`Level::prove_known`].
    pub fn proof(&self, control: &Control) -> Result<Option<String>, Error> {
        self.level.prove_known(control)
    }
}
