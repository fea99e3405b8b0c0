//! Every puzzle in its own types: what can be done with a board, with a check before any answer
//! leaves.
//!
//! [`Front`] is written once, over [`Kind`]. The text [adapter](crate::adapter) is built on it, and
//! so are the methods of the boards themselves, such as
//! [`coil::Board::solve`](crate::coil::Board::solve). Neither can return an answer that the
//! independent checker has not accepted.

pub mod coil;
pub mod connect;
pub mod maze;
pub mod pellet;
pub mod trail;

use std::collections::HashSet;

use crate::abilities::able;
use crate::request::named;
use crate::{
    Control, Count, Counting, Error, GenerateRequest, Grid, Instant, Interruption, Kind, Known,
    Made, Outcome, SolveRequest, Solved, Step, Verdict, WithProof,
};

/// Bytes that a board and reading it take, for each byte of its text or for each cell.
pub const BYTES_PER_BYTE: usize = 4;

/// An answer and its text. The independent checker has accepted the text.
pub struct Written<A> {
    pub answer: A,
    pub text: String,
}

/// A board, and what can be done with it.
pub struct Front<'a, K: Kind> {
    pub board: &'a K::Board,
}

impl<K: Kind> Front<'_, K> {
    /// What a request means here, if the puzzle has its method and options.
    pub fn request(&self, request: &SolveRequest) -> Result<K::Request, Error> {
        let about = &K::ABOUT;
        request.options.check(about.solve_options)?;
        if let Some(name) = &request.method
            && !about.methods.iter().any(|method| method.name == name)
        {
            let (title, word) = (about.title, about.method_word);
            let known = named(about.methods.iter().map(|method| method.name));
            return Err(Error::bad_request(format!(
                "{title} has no {word} '{name}'; {known}"
            )));
        }
        K::request(self.board, request)
    }

    fn counting() -> Result<Counting<K>, Error> {
        able(K::COUNTING, "counter of answers")
    }

    /// What it means for counting.
    fn count_request(&self, request: &SolveRequest) -> Result<K::Request, Error> {
        self.request(request)?;
        (Self::counting()?.count_request)(self.board, request)
    }

    pub fn solve(
        &self,
        request: &K::Request,
        control: &Control,
    ) -> Result<Solved<Written<K::Answer>>, Error> {
        let solved = K::solve(self.board, request, control)?;
        self.written(request, solved)
    }

    /// A proof instead of an answer comes with the outcome; it has passed its checker.
    pub fn solve_with_proof(
        &self,
        request: &K::Request,
        control: &Control,
    ) -> Result<WithProof<Written<K::Answer>>, Error> {
        let (solved, proof) = K::solve_with_proof(self.board, request, control)?;
        Ok((self.written(request, solved)?, proof))
    }

    /// The outcome of solving, with its text.
    fn written(
        &self,
        request: &K::Request,
        solved: Solved<K::Answer>,
    ) -> Result<Solved<Written<K::Answer>>, Error> {
        let clock = Instant::now();
        let solved = solved.map(|answer| Written {
            text: K::print_answer(self.board, request, &answer),
            answer,
        });
        if let Outcome::Solved(written) = &solved.outcome {
            self.demand_valid(request, &written.text)?;
            let seconds = clock.elapsed().as_secs_f64();
            return Ok(solved.with_stat("answer_seconds", seconds));
        }
        Ok(solved)
    }

    pub fn count(
        &self,
        request: &SolveRequest,
        most: Option<u64>,
        control: &Control,
    ) -> Result<Count, Error> {
        let request = self.count_request(request)?;
        let count = Self::counting()?.count;
        Ok(count(self.board, &request, most, control)?.up_to(most))
    }

    /// Different solutions.
    pub fn list(
        &self,
        request: &SolveRequest,
        most: usize,
        control: &Control,
    ) -> Result<Vec<Written<K::Answer>>, Error> {
        let request = self.count_request(request)?;
        let answers = (Self::counting()?.list)(self.board, &request, most, control)?;
        let answers = answers.into_iter().map(|answer| Written {
            text: K::print_answer(self.board, &request, &answer),
            answer,
        });
        let answers: Vec<Written<K::Answer>> = answers.collect();
        let mut seen = HashSet::new();
        for answer in &answers {
            self.demand_valid(&request, &answer.text)?;
            if !seen.insert(&answer.text) {
                return Err(Error::WrongAnswer {
                    reason: "it is in the list already".to_owned(),
                    answer: answer.text.clone(),
                });
            }
        }
        Ok(answers)
    }

    /// The next move, the state after it, and a whole answer that begins with it.
    pub fn hint(
        &self,
        so_far: Option<K::Answer>,
        control: &Control,
    ) -> Result<Solved<Step<Written<K::Answer>>>, Error> {
        let hinting = able(K::HINTING, "hints")?;
        let request = (hinting.hint_request)(self.board)?;
        let written = |answer: K::Answer| Written {
            text: K::print_answer(self.board, &request, &answer),
            answer,
        };
        let hinted = (hinting.hint)(self.board, so_far, control)?;
        let hinted = hinted.map(|step| Step {
            next: step.next,
            so_far: written(step.so_far),
            answer: written(step.answer),
        });
        if let Outcome::Solved(step) = &hinted.outcome {
            self.demand_valid(&request, &step.answer.text)?;
            if !step.answer.text.starts_with(step.so_far.text.trim_end()) {
                return Err(Error::WrongAnswer {
                    reason: "it does not begin as the hint does".to_owned(),
                    answer: step.answer.text.clone(),
                });
            }
        }
        Ok(hinted)
    }

    /// Judges an answer by its text, like anybody else's.
    fn check(&self, request: &SolveRequest, answer: &K::Answer) -> Result<Verdict, Error> {
        let request = self.request(request)?;
        let text = K::print_answer(self.board, &request, answer);
        K::check(K::print(self.board).as_bytes(), &request, text.as_bytes())
    }

    /// Turns an answer of our own that the independent checker refuses into an error.
    pub fn demand_valid(&self, request: &K::Request, answer: &str) -> Result<(), Error> {
        let level = K::print(self.board);
        let reason = match K::check(level.as_bytes(), request, answer.as_bytes()) {
            Ok(Verdict::Valid) => return Ok(()),
            Ok(Verdict::Wrong { reason, .. }) => reason,
            Err(error) => error.to_string(),
        };
        let answer = answer.to_owned();
        Err(Error::WrongAnswer { reason, answer })
    }
}

/// Makes a new level. An answer that comes with it is not checked yet.
pub fn make<K: Kind>(request: &GenerateRequest, control: &Control) -> Result<Made<K>, Error> {
    request.options.check(K::ABOUT.generate_options)?;
    begin(request.width, request.height, control)?;
    (able(K::GENERATING, "generator")?.generate)(request, control)
}

/// The same with its answer checked.
fn make_checked<K: Kind>(request: &GenerateRequest, control: &Control) -> Result<Made<K>, Error> {
    let made = make::<K>(request, control)?;
    if let Known::Answer(answer) = &made.answer {
        let front = Front::<K> { board: &made.board };
        let request = front.request(&SolveRequest::default())?;
        front.demand_valid(&request, &K::print_answer(&made.board, &request, answer))?;
    }
    Ok(made)
}

/// Refuses to begin a level if there is no time left, or not enough memory for the board alone.
pub fn begin(width: usize, height: usize, control: &Control) -> Result<(), Error> {
    let cells = width.saturating_mul(height);
    if cells > Grid::MAX_CELLS {
        // No amount of memory would do; the generator reports that.
        return Ok(());
    }
    control
        .demand(cells.saturating_mul(BYTES_PER_BYTE))
        .and_then(|()| control.check())
        .map_err(not_finished)
}

pub fn not_finished(why: Interruption) -> Error {
    Error::interrupted(why, "the level was not finished")
}

/// The methods of a board that every puzzle has.
macro_rules! solved_in_types {
    ($kind:ty, $board:ty, $answer:ty, $options:ty) => {
        impl $board {
            /// Looks for an answer within the limits of `control`; the independent checker has
            /// accepted it. That there is none, or that none was found in time, is an
            /// [`Outcome`](crate::Outcome), not an error.
            pub fn solve(
                &self,
                options: &$options,
                control: &$crate::Control,
            ) -> Result<$crate::Solved<$answer>, $crate::Error> {
                let front = $crate::typed::Front::<$kind> { board: self };
                let request = front.request(&options.into())?;
                let solved = front.solve(&request, control)?;
                Ok(solved.map(|written| written.answer))
            }

            /// Judges an answer with code that shares nothing with the solvers.
            pub fn check(
                &self,
                options: &$options,
                answer: &$answer,
            ) -> Result<$crate::Verdict, $crate::Error> {
                $crate::typed::Front::<$kind> { board: self }.check(&options.into(), answer)
            }

            /// Makes a new board; the same request makes the same one on every machine. If it comes
            /// with an answer, the independent checker has accepted it.
            pub fn generate(
                request: &$crate::GenerateRequest,
                control: &$crate::Control,
            ) -> Result<$crate::implement::Made<$kind>, $crate::Error> {
                $crate::typed::make_checked::<$kind>(request, control)
            }
        }
    };
}

/// The methods of a board whose answers can be counted, hinted at and proved.
macro_rules! counted_in_types {
    ($kind:ty, $board:ty, $answer:ty, $options:ty) => {
        impl $board {
            /// The exact number of solutions, or that there are more than `most`.
            pub fn count(
                &self,
                options: &$options,
                most: Option<u64>,
                control: &$crate::Control,
            ) -> Result<$crate::Count, $crate::Error> {
                $crate::typed::Front::<$kind> { board: self }.count(&options.into(), most, control)
            }

            /// Up to `most` different solutions, all of which the independent checker has accepted.
            /// If the limits end the work early, those found so far, or an error if there are none.
            pub fn list(
                &self,
                options: &$options,
                most: usize,
                control: &$crate::Control,
            ) -> Result<Vec<$answer>, $crate::Error> {
                let front = $crate::typed::Front::<$kind> { board: self };
                let listed = front.list(&options.into(), most, control)?;
                Ok(listed.into_iter().map(|written| written.answer).collect())
            }

            /// A next move of some answer that begins with `so_far`, or with nothing; the
            /// independent checker has accepted that answer.
            pub fn hint(
                &self,
                so_far: Option<$answer>,
                control: &$crate::Control,
            ) -> Result<$crate::Solved<$crate::implement::Step<$answer>>, $crate::Error> {
                let front = $crate::typed::Front::<$kind> { board: self };
                let hinted = front.hint(so_far, control)?;
                Ok(hinted.map(|step| $crate::implement::Step {
                    next: step.next,
                    so_far: step.so_far.answer,
                    answer: step.answer.answer,
                }))
            }

            /// A proof, for others to check, that there is no solution or, if `only` is given, no
            /// other one; its checker has accepted it. `None` if there is another solution.
            pub fn prove(
                &self,
                options: &$options,
                only: Option<&$answer>,
                control: &$crate::Control,
            ) -> Result<Option<String>, $crate::Error> {
                let front = $crate::typed::Front::<$kind> { board: self };
                let request = front.request(&options.into())?;
                let proof = <$kind as $crate::Kind>::prove(self, &request, only, control)?;
                Ok(proof.map($crate::Checked::into_text))
            }
        }
    };
}

/// The options of a puzzle of which nothing but the method and its seed can be chosen.
macro_rules! plain_options {
    () => {
        /// How to look for an answer.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Options {
            /// The way.
            pub method: Method,
            /// The seed of the method's random choices: the same seed leads to the same choices.
            pub seed: u64,
        }

        impl From<&Options> for $crate::SolveRequest {
            fn from(options: &Options) -> Self {
                Self {
                    method: Some(options.method.name().to_owned()),
                    seed: options.seed,
                    ..Self::default()
                }
            }
        }
    };
}

use {counted_in_types, plain_options, solved_in_types};
