//! The one implementation of [`Puzzle`] and [`Level`], over [`Kind`]. It
//!
//! - refuses methods and options that the puzzle does not have,
//! - keeps the limits of [`Control`] while a level is read or made,
//! - hands out answers (of a solver, a hint, a generator, a pack) only as [`Front`] gives them,
//!   which shows every one to the independent checker, so that no front end can forget to.

use std::any::Any;
use std::marker::PhantomData;

use unicursal_certificate::Learned;

use crate::abilities::able;
use crate::certificate;
use crate::picture::Picture;
use crate::puzzle::{Generated, Level, Puzzle};
use crate::reason::Explanation;
use crate::request::named;
use crate::typed::{self, BYTES_PER_BYTE, Front, begin, not_finished};
use crate::{
    Abilities, About, BadInput, BigUint, Checked, Control, Count, Drat, Error, Figures, Format,
    FormatSpec, GenerateRequest, Hint, Judgement, Kind, Known, LevelId, LevelName, Made, OWN,
    Options, Outcome, Reader, Sheet, SolveRequest, Solved, Verdict, Whole, WithProof,
};

/// The typed board of a level, for code that knows one puzzle: its own commands.
///
/// ```
/// use unicursal::coil::Coil;
/// use unicursal::{Control, board_of, puzzle};
///
/// let coil = puzzle("coil").expect("Coil is in the registry");
/// let level = coil.parse(b"x=3&y=3&board=X.......X", &Control::new())?;
/// assert_eq!(board_of::<Coil>(&*level).map(|board| board.free_count()), Some(7));
/// # Ok::<(), unicursal::Error>(())
/// ```
pub fn board_of<K: Kind<Board: 'static>>(level: &dyn Level) -> Option<&K::Board> {
    let held = level.as_any().downcast_ref::<Held<K>>()?;
    Some(&held.board)
}

/// A level that holds this board.
pub fn level_of<K: Kind<Board: 'static>>(board: K::Board) -> Box<dyn Level> {
    Box::new(Held::<K>::new(board))
}

/// The puzzle of a kind. `PUZZLES.push(adapt::<Mine>())` is all that a front end needs.
pub const fn adapt<K: Kind<Board: 'static>>() -> &'static dyn Puzzle {
    Adapter::<K>::INSTANCE
}

struct Adapter<K>(PhantomData<fn() -> K>);

struct Held<K: Kind> {
    board: K::Board,
    known: Known<K::Answer>,
}

impl<K: Kind<Board: 'static>> Adapter<K> {
    const ABOUT: &'static About = &About {
        abilities: Abilities::of::<K>(),
        ..K::ABOUT
    };
    const INSTANCE: &'static dyn Puzzle = &Self(PhantomData);

    /// Puts what was made behind the interface.
    fn finish(made: Made<K>, control: &Control) -> Result<Generated, Error> {
        control.check().map_err(not_finished)?;
        let (board, known) = (made.board, made.answer);
        Ok(Generated {
            level: Box::new(Held::<K> { board, known }),
            id: made.id.to_string(),
        })
    }

    /// Reads a level within the limits.
    fn read(
        read: Reader<K::Board>,
        text: &[u8],
        control: &Control,
    ) -> Result<Box<dyn Level>, Error> {
        let not_read = |why| Error::interrupted(why, "the level was not read");
        control
            .demand(text.len().saturating_mul(BYTES_PER_BYTE))
            .map_err(not_read)?;
        control.check().map_err(not_read)?;
        let plain = without_mark(text);
        refuse_utf16(text)?;
        let board = read(plain).map_err(|bad| bad.after_bytes(text.len() - plain.len()))?;
        control.check().map_err(not_read)?;
        Ok(level_of::<K>(board))
    }

    /// The example as a level of a pack.
    fn example() -> Result<Generated, Error> {
        let board = K::parse(K::ABOUT.example.as_bytes())?;
        let mut level = Held::<K>::new(board);
        level.known = Known::BySolving;
        Ok(Generated {
            level: Box::new(level),
            id: format!("{}:pack/1", K::ABOUT.name),
        })
    }
}

/// A text without the byte order mark that some editors put before it.
fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// Refuses UTF-16, which some editors write by default, with a clear message: no puzzle could read
/// it.
fn refuse_utf16(text: &[u8]) -> Result<(), Error> {
    let is_wide = match text {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        // Without a byte order mark.
        [0, letter, ..] | [letter, 0, ..] => letter.is_ascii_graphic() || *letter == b' ',
        _ => false,
    };
    if is_wide {
        let message = "this text is in UTF-16; save it as UTF-8";
        return Err(Error::bad_input(message, None));
    }
    Ok(())
}

/// The foreign form with this name; `None` is the puzzle's own.
fn form<K: Kind>(name: &str) -> Result<Option<&'static Format<K::Board>>, Error> {
    if name == OWN {
        return Ok(None);
    }
    let format = K::FORMATS.iter().find(|format| format.name == name);
    format.map(Some).ok_or_else(|| {
        let title = K::ABOUT.title;
        let foreign = K::FORMATS.iter().map(|format| format.name);
        let known = named(std::iter::once(OWN).chain(foreign));
        Error::bad_request(format!("{title} has no form '{name}'; {known}"))
    })
}

impl<K: Kind<Board: 'static>> Puzzle for Adapter<K> {
    fn about(&self) -> &'static About {
        Self::ABOUT
    }

    fn parse(&self, text: &[u8], control: &Control) -> Result<Box<dyn Level>, Error> {
        let plain = without_mark(text);
        let format = K::FORMATS.iter().find(|format| (format.recognises)(plain));
        let read = format.and_then(|format| format.read);
        Self::read(read.unwrap_or(K::parse), text, control)
    }

    fn parse_as(
        &self,
        name: &str,
        text: &[u8],
        control: &Control,
    ) -> Result<Box<dyn Level>, Error> {
        let read = match form::<K>(name)? {
            None => K::parse,
            Some(format) => format.read.ok_or_else(|| {
                Error::bad_request(format!("the form '{name}' can be written, not read"))
            })?,
        };
        Self::read(read, text, control)
    }

    fn formats(&self) -> Vec<FormatSpec> {
        let own = FormatSpec {
            name: OWN,
            help: "the puzzle's own form, which can express everything",
            reads: true,
            writes: true,
        };
        let foreign = K::FORMATS.iter().map(Format::spec);
        std::iter::once(own).chain(foreign).collect()
    }

    fn is_whole(&self, text: &[u8]) -> Whole {
        K::is_whole(text)
    }

    fn generate(&self, request: &GenerateRequest, control: &Control) -> Result<Generated, Error> {
        Self::finish(typed::make::<K>(request, control)?, control)
    }

    fn make(&self, name: &LevelName, control: &Control) -> Result<Generated, Error> {
        let by_id = |id: &LevelId| {
            if id.puzzle != K::ABOUT.name {
                let (theirs, ours) = (&id.puzzle, K::ABOUT.name);
                let message = format!("'{id}' is the id of a level of {theirs}, not of {ours}");
                return Err(Error::bad_request(message));
            }
            begin(id.width, id.height, control)?;
            let made = able(K::GENERATING, "shareable ids")?.generate_id;
            Self::finish(made(id, control)?, control)
        };
        match name {
            LevelName::Id(id) => by_id(id),
            LevelName::Pack(number) => {
                let size = K::ABOUT.pack_size;
                if !(1..=size).contains(number) {
                    return Err(Error::bad_request(format!(
                        "the pack has no level {number}, only 1 to {size}"
                    )));
                }
                let pack = K::GENERATING.and_then(|table| (table.pack)(*number));
                if let Some(id) = pack {
                    return by_id(&id);
                }
                begin(K::ABOUT.example.len(), 1, control)?;
                Self::example()
            }
            LevelName::Graded(number) => {
                let size = K::ABOUT.graded_size;
                let graded = || K::GENERATING.and_then(|table| (table.graded)(*number));
                let known = (1..=size).contains(number).then(graded);
                known.flatten().map_or_else(
                    || {
                        Err(Error::bad_request(match size {
                            0 => format!("{} has no graded pack", K::ABOUT.title),
                            _ => format!("the graded pack has no level {number}, only 1 to {size}"),
                        }))
                    },
                    |id| by_id(&id),
                )
            }
        }
    }

    fn print_sheet(&self, sheet: &Sheet) -> Result<String, Error> {
        let cells = sheet.width.checked_mul(sheet.height);
        if cells != Some(sheet.cells.chars().count()) {
            return Err(Error::bad_request(format!(
                "a sheet of {}x{} does not have {} cells",
                sheet.width,
                sheet.height,
                sheet.cells.chars().count()
            )));
        }
        if sheet.rule.contains(char::is_control) {
            return Err(Error::bad_request("the rule holds a control character"));
        }
        if sheet.cells.contains(char::is_control) {
            return Err(Error::bad_request("a cell holds a control character"));
        }
        Ok(K::print_sheet(sheet))
    }
}

impl<K: Kind<Board: 'static>> Held<K> {
    /// A level about which nothing else is known.
    fn new(board: K::Board) -> Self {
        Self {
            board,
            known: Known::Nothing,
        }
    }

    fn front(&self) -> Front<'_, K> {
        Front { board: &self.board }
    }

    fn request(&self, request: &SolveRequest) -> Result<K::Request, Error> {
        self.front().request(request)
    }

    /// Reads an answer that somebody wrote, or the beginning of one.
    fn read(&self, answer: &[u8]) -> Result<K::Answer, Error> {
        refuse_utf16(answer)?;
        K::parse_answer(&self.board, answer)
    }
}

impl<K: Kind<Board: 'static>> Level for Held<K> {
    fn about(&self) -> &'static About {
        Adapter::<K>::ABOUT
    }

    fn size(&self) -> (usize, usize) {
        K::size(&self.board)
    }

    fn text(&self) -> String {
        K::print(&self.board)
    }

    fn rule(&self) -> String {
        K::rule(&self.board)
    }

    fn ruled(&self, options: &Options) -> Result<Box<dyn Level>, Error> {
        options.check(K::ABOUT.rule_options)?;
        Ok(level_of::<K>(K::ruled(&self.board, options)?))
    }

    fn write_as(&self, name: &str) -> Result<Vec<u8>, Error> {
        let Some(format) = form::<K>(name)? else {
            return Ok(self.text().into_bytes());
        };
        let write = format.write.ok_or_else(|| {
            Error::bad_request(format!("the form '{name}' can be read, not written"))
        })?;
        write(&self.board)
    }

    fn solve(&self, request: &SolveRequest, control: &Control) -> Result<Solved, Error> {
        let request = self.request(request)?;
        let solved = self.front().solve(&request, control)?;
        Ok(solved.map(|written| written.text))
    }

    fn check(&self, request: &SolveRequest, answer: &[u8]) -> Result<Verdict, Error> {
        refuse_utf16(answer)?;
        let request = self.request(request)?;
        let checked = K::check(self.text().as_bytes(), &request, answer);
        checked.map_err(|mut error| {
            // The checker says what cannot be read; where that is, the parser knows.
            if let Error::BadInput(BadInput { place, .. }) = &mut error
                && place.is_none()
                && let Err(unread) = K::parse_answer(&self.board, answer)
            {
                *place = unread.place();
            }
            error
        })
    }

    fn read_answer(&self, answer: &[u8]) -> Result<String, Error> {
        let answer = self.read(answer)?;
        let request = self.request(&SolveRequest::default())?;
        Ok(K::print_answer(&self.board, &request, &answer))
    }

    fn prove(
        &self,
        request: &SolveRequest,
        answer: Option<&[u8]>,
        control: &Control,
    ) -> Result<Option<String>, Error> {
        let known = answer.map(|text| self.read(text));
        let known = known.transpose()?;
        let asked = self.request(request)?;
        let proof = K::prove(&self.board, &asked, known.as_ref(), control)?;
        Ok(proof.map(Checked::into_text))
    }

    fn solve_with_proof(
        &self,
        request: &SolveRequest,
        control: &Control,
    ) -> Result<WithProof<String, String>, Error> {
        let request = self.request(request)?;
        let (solved, proof) = self.front().solve_with_proof(&request, control)?;
        let proof = proof.map(|proof| proof.map(Checked::into_text));
        Ok((solved.map(|written| written.text), proof))
    }

    fn check_proof_of(
        &self,
        text: &[u8],
        request: &SolveRequest,
        proof: &[u8],
        control: &Control,
    ) -> Result<Judgement, Error> {
        let request = self.request(request)?;
        certificate::judge::<K>(&self.board, &request, text, proof, control)
    }

    fn drat_of(
        &self,
        text: &[u8],
        request: &SolveRequest,
        proof: &[u8],
        control: &Control,
    ) -> Result<Drat, Error> {
        let request = self.request(request)?;
        let exported = certificate::export::<K>(&request, text, proof, control)?;
        Ok(Drat {
            formula: exported.cnf,
            proof: exported.drat,
        })
    }

    fn certify_all(
        &self,
        request: &SolveRequest,
        answers: &[String],
        control: &Control,
    ) -> Result<Option<String>, Error> {
        let known = answers.iter();
        let known = known.map(|text| K::parse_answer(&self.board, text.as_bytes()));
        let known = known.collect::<Result<Vec<_>, _>>()?;
        let asked = self.request(request)?;
        match certificate::learned::<K>(&self.board, &asked, &known, None, control)? {
            Learned::Certificate(text) => Ok(Some(text)),
            Learned::TooLong => Ok(None),
            Learned::Another => Err(Error::WrongProof {
                reason: "there are more answers than were counted".to_owned(),
                proof: String::new(),
            }),
        }
    }

    fn lrat_of(
        &self,
        text: &[u8],
        request: &SolveRequest,
        proof: &[u8],
        control: &Control,
    ) -> Result<Drat, Error> {
        let request = self.request(request)?;
        let exported = certificate::export::<K>(&request, text, proof, control)?;
        Ok(Drat {
            formula: exported.cnf,
            proof: exported.lrat,
        })
    }

    fn check_level(&self) -> Result<Verdict, Error> {
        able(K::CHECK_LEVEL, "check of levels")?(self.text().as_bytes())
    }

    fn draw(&self, answer: Option<&[u8]>) -> Result<Picture, Error> {
        let answer = answer.map(|text| self.read(text));
        K::draw(&self.board, answer.transpose()?.as_ref())
    }

    fn facts(&self) -> Figures {
        K::facts(&self.board)
    }

    fn grade(&self) -> Figures {
        K::grade(&self.board)
    }

    fn difficulty(&self, control: &Control) -> Result<Figures, Error> {
        K::difficulty(&self.board, control)
    }

    fn sheet(&self) -> Sheet {
        K::sheet(&self.board)
    }

    fn count(
        &self,
        request: &SolveRequest,
        most: Option<u64>,
        control: &Control,
    ) -> Result<Count, Error> {
        self.front().count(request, most, control)
    }

    fn count_few(
        &self,
        request: &SolveRequest,
        most: u64,
        control: &Control,
    ) -> Result<Count, Error> {
        let request = self.request(request)?;
        let count_few = able(K::COUNTING, "counter of answers")?.count_few;
        Ok(count_few(&self.board, &request, most, control)?.up_to(Some(most)))
    }

    fn recount(&self, request: &SolveRequest, control: &Control) -> Result<BigUint, Error> {
        let recount = able(K::RECOUNT, "second counter of answers")?;
        let count_request = able(K::COUNTING, "counter of answers")?.count_request;
        let request = count_request(&self.board, request)?;
        recount(self.text().as_bytes(), &request, control)
    }

    fn list(
        &self,
        request: &SolveRequest,
        most: usize,
        control: &Control,
    ) -> Result<Vec<String>, Error> {
        let listed = self.front().list(request, most, control)?;
        Ok(listed.into_iter().map(|written| written.text).collect())
    }

    fn hint(&self, so_far: &[u8], control: &Control) -> Result<Solved<Hint>, Error> {
        let so_far = match so_far {
            [] => None,
            text => Some(self.read(text)?),
        };
        let reason = able(K::HINTING, "hints")?.reason;
        let reason = reason(&self.board, so_far.as_ref(), control)?;
        let hinted = self.front().hint(so_far, control)?;
        Ok(hinted.map(|step| Hint {
            reason: reason.filter(|reason| reason.moves.contains(&step.next)),
            next: step.next,
            so_far: step.so_far.text,
            answer: step.answer.text,
        }))
    }

    fn explain(&self, control: &Control) -> Result<Explanation, Error> {
        able(K::EXPLAIN, "explanations")?(&self.board, control)
    }

    fn known_answer(&self, control: &Control) -> Result<Option<String>, Error> {
        let request = &SolveRequest::default();
        match &self.known {
            Known::Nothing => Ok(None),
            Known::Answer(answer) => {
                let request = self.request(request)?;
                let answer = K::print_answer(&self.board, &request, answer);
                self.front().demand_valid(&request, &answer)?;
                Ok(Some(answer))
            }
            Known::BySolving => match self.solve(request, control)?.outcome {
                Outcome::Solved(answer) => Ok(Some(answer)),
                Outcome::Unsolvable { .. } => Ok(None),
                Outcome::Unknown(unknown) => Err(unknown.into()),
            },
        }
    }

    fn prove_known(&self, control: &Control) -> Result<Option<String>, Error> {
        let request = SolveRequest::default();
        let Some(answer) = self.known_answer(control)? else {
            return self.prove(&request, None, control);
        };
        let answer = K::parse_answer(&self.board, answer.as_bytes())?;
        let asked = self.request(&request)?;
        let proof = K::prove_known(&self.board, &asked, &answer, control)?;
        Ok(proof.map(Checked::into_text))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
