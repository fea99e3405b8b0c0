//! The functions of the header.
#![allow(
    unsafe_code,
    reason = "C finds functions by their names, and two of the same name would be one"
)]

use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};
use std::time::Duration;

use unicursal::{
    Control, Error, GenerateRequest, LevelName, Options, Outcome, SolveRequest, Verdict,
};

use crate::border::{self, Handle, end, level, made, text};

/// How a function ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is done.
    Yes = 0,
    /// There is no solution, or the answer is wrong.
    No = 1,
    /// The input or the request makes no sense.
    Bad = 2,
    /// A limit ended the work.
    Unknown = 3,
    /// A bug in the library.
    Internal = 4,
}

impl Status {
    pub(crate) fn of(error: &Error) -> Self {
        match error {
            Error::BadInput(_) | Error::BadRequest(_) | Error::Unsupported(_) => Self::Bad,
            Error::Unfinished(_) => Self::Unknown,
            _ => Self::Internal,
        }
    }
}

/// Refuses NULL.
fn needed<T>(given: Option<T>, what: &str) -> Result<T, Error> {
    given.ok_or_else(|| Error::bad_request(format!("{what} is NULL")))
}

/// A text that must be there and UTF-8.
fn word<'a>(given: *const c_char, what: &str) -> Result<&'a str, Error> {
    let bytes = needed(text(given), what)?;
    std::str::from_utf8(bytes).map_err(|_| Error::bad_request(format!("{what} is no UTF-8")))
}

fn puzzle_named(name: &str) -> Result<&'static dyn unicursal::Puzzle, Error> {
    unicursal::puzzle(name).ok_or_else(|| {
        let names: Vec<&str> = unicursal::puzzles().iter().map(|one| one.name()).collect();
        let names = names.join(", ");
        Error::bad_request(format!("there is no puzzle '{name}'; there are {names}"))
    })
}

/// The limits of work: there is no limit if the seconds are 0 or less, or not a number.
fn within<'a>(seconds: f64) -> Control<'a> {
    let limit = Duration::try_from_secs_f64(seconds).ok();
    match limit.filter(|limit| !limit.is_zero()) {
        Some(limit) => Control::new().time_limit(limit),
        None => Control::new(),
    }
}

/// Lines of name=value.
fn lines<'a>(given: *const c_char) -> Result<Vec<(&'a str, &'a str)>, Error> {
    if given.is_null() {
        return Ok(Vec::new());
    }
    let lines = word(given, "the text of options")?.lines().map(str::trim);
    let pair = |line: &'a str| match line.split_once('=') {
        Some((name, value)) => Ok((name.trim(), value.trim())),
        None => Err(Error::bad_request(format!(
            "the option '{line}' is not name=value"
        ))),
    };
    lines.filter(|line| !line.is_empty()).map(pair).collect()
}

/// A level of a caller.
fn of<'a>(handle: *const Handle) -> Result<&'a Handle, Error> {
    needed(level(handle), "the level")
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_version() -> *const c_char {
    let version = concat!(env!("CARGO_PKG_VERSION"), "\0");
    CStr::from_bytes_with_nul(version.as_bytes()).map_or(null(), CStr::as_ptr)
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_read(
    puzzle: *const c_char,
    bytes: *const c_char,
    length: usize,
    error: *mut *mut c_char,
) -> *mut Handle {
    made(error, || {
        let bytes = needed(border::bytes(bytes, length), "the text of the level")?;
        let control = Control::new();
        if !puzzle.is_null() {
            return puzzle_named(word(puzzle, "the puzzle")?)?.parse(bytes, &control);
        }
        let mut read = unicursal::recognise(bytes, &control)?;
        Ok(read.swap_remove(0).1)
    })
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_make(
    name: *const c_char,
    seconds: f64,
    error: *mut *mut c_char,
) -> *mut Handle {
    made(error, || {
        let name = word(name, "the name")?;
        let of = name.split_once(':').map_or("", |(puzzle, _)| puzzle);
        let puzzle = puzzle_named(of)?;
        let name = LevelName::read(of, name)?;
        let name = needed(name, "the name of a level")?;
        Ok(puzzle.make(&name, &within(seconds))?.level)
    })
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_generate(
    puzzle: *const c_char,
    width: usize,
    height: usize,
    seed: *const c_char,
    given: *const c_char,
    seconds: f64,
    error: *mut *mut c_char,
) -> *mut Handle {
    made(error, || {
        let mut options = Options::default();
        for (name, value) in lines(given)? {
            options.set(name, value);
        }
        let request = GenerateRequest {
            width,
            height,
            seed: word(seed, "the seed")?.to_owned(),
            options,
        };
        let puzzle = puzzle_named(word(puzzle, "the puzzle")?)?;
        Ok(puzzle.generate(&request, &within(seconds))?.level)
    })
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_free(level: *mut Handle) {
    border::take(level);
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_free_text(text: *mut c_char) {
    border::drop_text(text);
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_puzzle(handle: *const Handle) -> *const c_char {
    level(handle).map_or(null(), |handle| handle.name.as_ptr())
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_width(handle: *const Handle) -> usize {
    level(handle).map_or(0, |handle| handle.level.size().0)
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_height(handle: *const Handle) -> usize {
    level(handle).map_or(0, |handle| handle.level.size().1)
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_cancel(handle: *const Handle) {
    if let Some(handle) = level(handle) {
        handle.cancel();
    }
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_solve(
    handle: *const Handle,
    given: *const c_char,
    seconds: f64,
    answer: *mut *mut c_char,
) -> Status {
    end(answer, null_mut(), || {
        let handle = of(handle)?;
        let work = handle.begin();
        let mut control = within(seconds).cancelled_by(&work.stop);
        let mut request = SolveRequest::default();
        let number = |name: &str, value: &str| {
            let number = value.parse::<u64>();
            number.map_err(|_| Error::bad_request(format!("{name} is no whole number: '{value}'")))
        };
        for (name, value) in lines(given)? {
            match name {
                "method" => request.method = Some(value.to_owned()),
                "seed" => request.seed = number(name, value)?,
                "threads" => {
                    let threads = usize::try_from(number(name, value)?).unwrap_or(usize::MAX);
                    control = control.threads(threads);
                }
                _ => request.options.set(name, value),
            }
        }
        Ok(match handle.level.solve(&request, &control)?.outcome {
            Outcome::Solved(answer) => (Status::Yes, answer.into_bytes()),
            Outcome::Unsolvable { proof } => (Status::No, proof.into_bytes()),
            Outcome::Unknown(unknown) => (Status::Unknown, unknown.to_string().into_bytes()),
        })
    })
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_check(
    handle: *const Handle,
    answer: *const c_char,
    reason: *mut *mut c_char,
) -> Status {
    end(reason, null_mut(), || {
        let level = &of(handle)?.level;
        let answer = needed(text(answer), "the answer")?;
        Ok(match level.check(&SolveRequest::default(), answer)? {
            Verdict::Valid => (Status::Yes, Vec::new()),
            Verdict::Wrong { reason, .. } => (Status::No, reason.into_bytes()),
        })
    })
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_count(
    handle: *const Handle,
    most: u64,
    seconds: f64,
    count: *mut *mut c_char,
) -> Status {
    end(count, null_mut(), || {
        let handle = of(handle)?;
        let work = handle.begin();
        let control = within(seconds).cancelled_by(&work.stop);
        let most = (most > 0).then_some(most);
        let count = handle
            .level
            .count(&SolveRequest::default(), most, &control)?;
        let found = count.found.to_string().into_bytes();
        Ok(if count.complete {
            (Status::Yes, found)
        } else {
            (Status::Unknown, found)
        })
    })
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_hint(
    handle: *const Handle,
    so_far: *const c_char,
    seconds: f64,
    next: *mut *mut c_char,
) -> Status {
    end(next, null_mut(), || {
        let handle = of(handle)?;
        let so_far = needed(text(so_far), "the beginning")?;
        let work = handle.begin();
        let control = within(seconds).cancelled_by(&work.stop);
        let hint = handle.level.hint(so_far, &control)?;
        Ok(match hint.outcome {
            Outcome::Solved(hint) => (Status::Yes, hint.next.into_bytes()),
            Outcome::Unsolvable { proof } => (Status::No, proof.into_bytes()),
            Outcome::Unknown(unknown) => (Status::Unknown, unknown.to_string().into_bytes()),
        })
    })
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_convert(
    handle: *const Handle,
    form: *const c_char,
    written: *mut *mut c_char,
    length: *mut usize,
) -> Status {
    end(written, length, || {
        let level = &of(handle)?.level;
        Ok((Status::Yes, level.write_as(word(form, "the form")?)?))
    })
}

/// See `unicursal.h`.
#[unsafe(no_mangle)]
pub extern "C" fn unicursal_draw(
    handle: *const Handle,
    answer: *const c_char,
    format: *const c_char,
    picture: *mut *mut c_char,
    length: *mut usize,
) -> Status {
    end(picture, length, || {
        let drawn = of(handle)?.level.draw(text(answer))?;
        let bytes = match word(format, "the format")? {
            "svg" => Ok(drawn.to_svg().into_bytes()),
            "text" => Ok(drawn.to_text(false).into_bytes()),
            "png" => drawn.to_png(),
            "gif" => drawn.to_gif(),
            "apng" => drawn.to_apng(),
            other => {
                return Err(Error::bad_request(format!(
                    "there is no format '{other}'; there are svg, png, gif, apng and text"
                )));
            }
        };
        Ok((Status::Yes, bytes?))
    })
}
