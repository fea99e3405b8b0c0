//! The one implementation of [`Puzzle`] and [`Level`], over [`Kind`]. It
//!
//! - refuses methods and options that the puzzle does not have,
//! - keeps the limits of [`Control`] while a level is read or made,
//! - shows every answer that leaves (of a solver, a hint, a generator, a pack) to the independent
//!   checker, so that no front end can forget to.

use std::any::Any;
use std::collections::HashSet;
use std::marker::PhantomData;

use crate::certificate;
use crate::picture::Picture;
use crate::puzzle::{Generated, Level, Puzzle};
use crate::reason::Explanation;
use crate::{
    About, BadInput, Checked, Control, Count, Drat, Error, Figures, Format, FormatSpec,
    GenerateRequest, Grid, Hint, Instant, Judgement, Kind, Known, LevelId, LevelName, Made, OWN,
    Options, Outcome, Reader, Sheet, SolveRequest, Solved, Verdict, Whole, WithProof,
};

/// Bytes of a board, and of what reading it takes, for each byte of its text.
const BYTES_PER_BYTE: usize = 4;

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
    const ABOUT: &'static About = &K::ABOUT;
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

/// Refuses to begin with a level for which there is no time, or no memory for the board alone.
fn begin(width: usize, height: usize, control: &Control) -> Result<(), Error> {
    let cells = width.saturating_mul(height);
    if cells > Grid::MAX_CELLS {
        // No memory would do: the generator says so.
        return Ok(());
    }
    control
        .demand(cells.saturating_mul(BYTES_PER_BYTE))
        .and_then(|()| control.check())
        .map_err(not_finished)
}

/// The foreign form with this name; `None` is the puzzle's own.
fn named<K: Kind>(name: &str) -> Result<Option<&'static Format<K::Board>>, Error> {
    if name == OWN {
        return Ok(None);
    }
    let format = K::FORMATS.iter().find(|format| format.name == name);
    format.map(Some).ok_or_else(|| {
        let title = K::ABOUT.title;
        Error::bad_request(format!("{title} has no form '{name}'"))
    })
}

fn not_finished(why: crate::Interruption) -> Error {
    Error::interrupted(why, "the level was not finished")
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
        let read = match named::<K>(name)? {
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
            help: "the puzzle's own form, which can say everything",
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
        request.options.check(K::ABOUT.generate_options)?;
        begin(request.width, request.height, control)?;
        Self::finish(K::generate(request, control)?, control)
    }

    fn make(&self, name: &LevelName, control: &Control) -> Result<Generated, Error> {
        let by_id = |id: &LevelId| {
            if id.puzzle != K::ABOUT.name {
                let (theirs, ours) = (&id.puzzle, K::ABOUT.name);
                let message = format!("'{id}' is the id of a level of {theirs}, not of {ours}");
                return Err(Error::bad_request(message));
            }
            begin(id.width, id.height, control)?;
            Self::finish(K::generate_id(id, control)?, control)
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
                if let Some(id) = K::pack(*number) {
                    return by_id(&id);
                }
                begin(K::ABOUT.example.len(), 1, control)?;
                Self::example()
            }
            LevelName::Graded(number) => {
                let size = K::ABOUT.graded_size;
                let known = (1..=size).contains(number).then(|| K::graded(*number));
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
    /// A level of which nothing else is known.
    fn new(board: K::Board) -> Self {
        Self {
            board,
            known: Known::Nothing,
        }
    }

    /// What a request means here, if the puzzle has its method and options.
    fn request(&self, request: &SolveRequest) -> Result<K::Request, Error> {
        let about = &K::ABOUT;
        request.options.check(about.solve_options)?;
        if let Some(name) = &request.method
            && !about.methods.iter().any(|method| method.name == name)
        {
            let (title, word) = (about.title, about.method_word);
            return Err(Error::bad_request(format!(
                "{title} has no {word} '{name}'"
            )));
        }
        K::request(&self.board, request)
    }

    /// What came out of solving, as text.
    fn printed(&self, request: &K::Request, solved: Solved<K::Answer>) -> Result<Solved, Error> {
        let clock = Instant::now();
        let solved = solved.map(|answer| K::print_answer(&self.board, request, &answer));
        if let Outcome::Solved(answer) = &solved.outcome {
            self.demand_valid(request, answer)?;
            let seconds = clock.elapsed().as_secs_f64();
            return Ok(solved.with_stat("answer_seconds", seconds));
        }
        Ok(solved)
    }

    /// Refuses an answer of our own that the independent checker refuses.
    fn demand_valid(&self, request: &K::Request, answer: &str) -> Result<(), Error> {
        let reason = match K::check(self.text().as_bytes(), request, answer.as_bytes()) {
            Ok(Verdict::Valid) => return Ok(()),
            Ok(Verdict::Wrong { reason, .. }) => reason,
            Err(error) => error.to_string(),
        };
        let answer = answer.to_owned();
        Err(Error::WrongAnswer { reason, answer })
    }
}

impl<K: Kind<Board: 'static>> Level for Held<K> {
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
        let Some(format) = named::<K>(name)? else {
            return Ok(self.text().into_bytes());
        };
        let write = format.write.ok_or_else(|| {
            Error::bad_request(format!("the form '{name}' can be read, not written"))
        })?;
        write(&self.board)
    }

    fn solve(&self, request: &SolveRequest, control: &Control) -> Result<Solved, Error> {
        let request = self.request(request)?;
        let solved = K::solve(&self.board, &request, control)?;
        self.printed(&request, solved)
    }

    fn check(&self, request: &SolveRequest, answer: &[u8]) -> Result<Verdict, Error> {
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

    fn prove(
        &self,
        request: &SolveRequest,
        answer: Option<&[u8]>,
        control: &Control,
    ) -> Result<Option<String>, Error> {
        let known = answer.map(|text| K::parse_answer(&self.board, text));
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
        let (solved, proof) = K::solve_with_proof(&self.board, &request, control)?;
        let proof = proof.map(|proof| proof.map(Checked::into_text));
        Ok((self.printed(&request, solved)?, proof))
    }

    fn check_proof_of(
        &self,
        text: &[u8],
        request: &SolveRequest,
        proof: &[u8],
        control: &Control,
    ) -> Result<Judgement, Error> {
        let request = self.request(request)?;
        if certificate::is_one(proof) {
            return certificate::judge::<K>(&self.board, &request, text, proof, control);
        }
        K::check_proof(text, &request, proof, control)
    }

    fn drat_of(
        &self,
        text: &[u8],
        request: &SolveRequest,
        proof: &[u8],
        control: &Control,
    ) -> Result<Drat, Error> {
        let request = self.request(request)?;
        if certificate::is_one(proof) {
            let exported = certificate::export::<K>(&request, text, proof, control)?;
            return Ok(Drat {
                formula: exported.cnf,
                proof: exported.drat,
            });
        }
        K::drat(text, &request, proof, control)
    }

    fn certify(
        &self,
        request: &SolveRequest,
        proof: &str,
        control: &Control,
    ) -> Result<Option<String>, Error> {
        let judged = self.check_proof(request, proof.as_bytes(), control)?;
        let request = self.request(request)?;
        certificate::write::<K>(&self.board, &request, &judged, proof, control)
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
        K::check_level(self.text().as_bytes())
    }

    fn draw(&self, answer: Option<&[u8]>) -> Result<Picture, Error> {
        let answer = answer.map(|text| K::parse_answer(&self.board, text));
        K::draw(&self.board, answer.transpose()?.as_ref())
    }

    fn facts(&self) -> Figures {
        K::facts(&self.board)
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
        self.request(request)?;
        let request = K::count_request(&self.board, request)?;
        Ok(K::count(&self.board, &request, most, control)?.up_to(most))
    }

    fn list(
        &self,
        request: &SolveRequest,
        most: usize,
        control: &Control,
    ) -> Result<Vec<String>, Error> {
        self.request(request)?;
        let request = K::count_request(&self.board, request)?;
        let answers = K::list(&self.board, &request, most, control)?;
        let print = |answer| K::print_answer(&self.board, &request, answer);
        let answers: Vec<String> = answers.iter().map(print).collect();
        let mut seen = HashSet::new();
        for answer in &answers {
            self.demand_valid(&request, answer)?;
            if !seen.insert(answer) {
                return Err(Error::WrongAnswer {
                    reason: "it is in the list already".to_owned(),
                    answer: answer.clone(),
                });
            }
        }
        Ok(answers)
    }

    fn hint(&self, so_far: &[u8], control: &Control) -> Result<Solved<Hint>, Error> {
        let request = K::hint_request(&self.board)?;
        let so_far = match so_far {
            [] => None,
            text => Some(K::parse_answer(&self.board, text)?),
        };
        let print = |answer: &K::Answer| K::print_answer(&self.board, &request, answer);
        let reason = K::reason(&self.board, so_far.as_ref(), control)?;
        let hinted = K::hint(&self.board, so_far, control)?;
        let hinted = hinted.map(|step| Hint {
            reason: reason.filter(|reason| reason.moves.contains(&step.next)),
            next: step.next,
            so_far: print(&step.so_far),
            answer: print(&step.answer),
        });
        if let Outcome::Solved(hint) = &hinted.outcome {
            self.demand_valid(&request, &hint.answer)?;
            if !hint.answer.starts_with(hint.so_far.trim_end()) {
                return Err(Error::WrongAnswer {
                    reason: "it does not begin as the hint does".to_owned(),
                    answer: hint.answer.clone(),
                });
            }
        }
        Ok(hinted)
    }

    fn explain(&self, control: &Control) -> Result<Explanation, Error> {
        K::explain(&self.board, control)
    }

    fn known_answer(&self, control: &Control) -> Result<Option<String>, Error> {
        let request = &SolveRequest::default();
        match &self.known {
            Known::Nothing => Ok(None),
            Known::Answer(answer) => {
                let request = self.request(request)?;
                let answer = K::print_answer(&self.board, &request, answer);
                self.demand_valid(&request, &answer)?;
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
