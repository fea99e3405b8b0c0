//! What a puzzle may be able to do beyond reading, solving, checking and drawing.
//!
//! [`Counts`], [`Hints`] and [`Generates`] are traits. A puzzle that implements one names its table
//! in a constant of [`Kind`], as in `const COUNTING: Option<Counting<Self>> =
//! Some(Counting::BY_TRAIT)`; an ability that is a single function, such as [`Kind::EXPLAIN`], is
//! the constant itself. Generic code finds it there, or reports what is missing. So no puzzle can
//! claim what it does not implement: [`Abilities`], which front ends see, follows from these
//! constants.

use serde::Serialize;

use crate::reason;
use crate::{
    Control, Count, Error, GenerateRequest, Kind, LevelId, Made, SolveRequest, Solved, Step,
};

/// A puzzle whose solutions can be counted and listed.
pub trait Counts: Kind {
    /// What a request means for counting, where that differs from solving.
    fn count_request(board: &Self::Board, request: &SolveRequest) -> Result<Self::Request, Error> {
        Self::request(board, request)
    }

    /// The exact number of solutions; counting may stop once more than `most` are found.
    fn count(
        board: &Self::Board,
        request: &Self::Request,
        most: Option<u64>,
        control: &Control,
    ) -> Result<Count, Error>;

    /// How many solutions a request has, whatever its options, or that there are more than `most`,
    /// which is small: this tells whether a solution is the only one.
    fn count_few(
        board: &Self::Board,
        request: &Self::Request,
        most: u64,
        control: &Control,
    ) -> Result<Count, Error> {
        Self::count(board, request, Some(most), control)
    }

    /// Up to `most` different solutions. If the limits end the work early, those found so far, or
    /// an error if there are none.
    fn list(
        board: &Self::Board,
        request: &Self::Request,
        most: usize,
        control: &Control,
    ) -> Result<Vec<Self::Answer>, Error>;
}

/// A puzzle that can suggest a next move.
pub trait Hints: Kind {
    /// What the answer behind a hint must satisfy; it may be longer than a limit on the number of
    /// moves permits.
    fn hint_request(board: &Self::Board) -> Result<Self::Request, Error> {
        Self::request(board, &SolveRequest::default())
    }

    /// A next move of some answer that begins with `so_far`, or with nothing.
    fn hint(
        board: &Self::Board,
        so_far: Option<Self::Answer>,
        control: &Control,
    ) -> Result<Solved<Step<Self::Answer>>, Error>;

    /// Why a person would go on in some way after `so_far`: the first step that says what to draw,
    /// if there is one. It is shown with a hint that is one of its moves.
    fn reason(
        board: &Self::Board,
        so_far: Option<&Self::Answer>,
        control: &Control,
    ) -> Result<Option<reason::Step>, Error> {
        let _ = (board, so_far, control);
        Ok(None)
    }
}

/// A puzzle whose levels can be made.
pub trait Generates: Kind {
    /// Makes a new level; the same request makes the same level on every machine.
    fn generate(request: &GenerateRequest, control: &Control) -> Result<Made<Self>, Error>;

    /// The id of a level of the graded pack, each of which has one solution and a known difficulty.
    fn graded(number: u64) -> Option<LevelId> {
        let _ = number;
        None
    }

    /// Makes the level that an id stands for.
    fn generate_id(id: &LevelId, control: &Control) -> Result<Made<Self>, Error>;

    /// The id of a level of the pack; `None` for a puzzle whose only level is its example.
    fn pack(number: u64) -> Option<LevelId> {
        let _ = number;
        None
    }
}

/// The table of [`Counts`].
#[expect(
    clippy::type_complexity,
    reason = "these are the functions of the trait"
)]
pub struct Counting<K: Kind + ?Sized> {
    pub(crate) count_request: fn(&K::Board, &SolveRequest) -> Result<K::Request, Error>,
    pub(crate) count: fn(&K::Board, &K::Request, Option<u64>, &Control) -> Result<Count, Error>,
    pub(crate) count_few: fn(&K::Board, &K::Request, u64, &Control) -> Result<Count, Error>,
    pub(crate) list: fn(&K::Board, &K::Request, usize, &Control) -> Result<Vec<K::Answer>, Error>,
}

impl<K: Counts> Counting<K> {
    /// What the trait says.
    pub const BY_TRAIT: Self = Self {
        count_request: K::count_request,
        count: K::count,
        count_few: K::count_few,
        list: K::list,
    };
}

/// The table of [`Hints`].
#[expect(
    clippy::type_complexity,
    reason = "these are the functions of the trait"
)]
pub struct Hinting<K: Kind + ?Sized> {
    pub(crate) hint_request: fn(&K::Board) -> Result<K::Request, Error>,
    pub(crate) hint:
        fn(&K::Board, Option<K::Answer>, &Control) -> Result<Solved<Step<K::Answer>>, Error>,
    pub(crate) reason:
        fn(&K::Board, Option<&K::Answer>, &Control) -> Result<Option<reason::Step>, Error>,
}

impl<K: Hints> Hinting<K> {
    /// What the trait says.
    pub const BY_TRAIT: Self = Self {
        hint_request: K::hint_request,
        hint: K::hint,
        reason: K::reason,
    };
}

/// The table of [`Generates`].
pub struct Generating<K: Kind + ?Sized> {
    pub(crate) generate: fn(&GenerateRequest, &Control) -> Result<Made<K>, Error>,
    pub(crate) generate_id: fn(&LevelId, &Control) -> Result<Made<K>, Error>,
    pub(crate) pack: fn(u64) -> Option<LevelId>,
    pub(crate) graded: fn(u64) -> Option<LevelId>,
}

impl<K: Generates> Generating<K> {
    /// What the trait says.
    pub const BY_TRAIT: Self = Self {
        generate: K::generate,
        generate_id: K::generate_id,
        pack: K::pack,
        graded: K::graded,
    };
}

/// What a puzzle can do beyond solving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of its own"
)]
#[non_exhaustive]
pub struct Abilities {
    /// [`Generates`].
    pub generate: bool,
    /// [`Counts`].
    pub count: bool,
    /// [`Hints`].
    pub hint: bool,
    /// [`Kind::EXPLAIN`].
    pub explain: bool,
    /// [`Kind::CHECK_LEVEL`].
    pub check_level: bool,
    /// [`Kind::RECOUNT`].
    pub recount: bool,
    /// [`Kind::prove`] and [`Kind::kernel_rules`].
    pub prove: bool,
}

impl Abilities {
    /// Nothing beyond solving.
    pub const NONE: Self = Self {
        generate: false,
        count: false,
        hint: false,
        explain: false,
        check_level: false,
        recount: false,
        prove: false,
    };

    /// What a puzzle can do, by its constants.
    pub(crate) const fn of<K: Kind>() -> Self {
        Self {
            generate: K::GENERATING.is_some(),
            count: K::COUNTING.is_some(),
            hint: K::HINTING.is_some(),
            explain: K::EXPLAIN.is_some(),
            check_level: K::CHECK_LEVEL.is_some(),
            recount: K::RECOUNT.is_some(),
            prove: K::PROVES,
        }
    }
}

/// The table of an ability, or an error that names what is missing.
pub fn able<T>(table: Option<T>, what: &'static str) -> Result<T, Error> {
    table.ok_or(Error::Unsupported(what))
}
