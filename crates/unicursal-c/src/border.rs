//! Texts and levels on their way between C and Rust: all unsafe code but the export of names.
#![allow(
    unsafe_code,
    reason = "C hands over addresses, and the header says what must lie behind them"
)]

use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use unicursal::{Error, Level};

use crate::Status;

// The heap of C: texts are given away without their length, and may have zero bytes in them.
unsafe extern "C" {
    fn malloc(size: usize) -> *mut u8;
    fn free(memory: *mut u8);
}

/// What C calls `unicursal_level`.
pub struct Handle {
    pub(crate) level: Box<dyn Level>,
    /// The name of its puzzle.
    pub(crate) name: CString,
    /// A flag for each running piece of work on it, which is set when the work is to end.
    stops: Mutex<Vec<Arc<AtomicBool>>>,
}

/// A running piece of work on a level.
pub(crate) struct Work<'a> {
    handle: &'a Handle,
    pub(crate) stop: Arc<AtomicBool>,
}

impl Handle {
    fn stops(&self) -> MutexGuard<'_, Vec<Arc<AtomicBool>>> {
        self.stops.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins some work.
    pub(crate) fn begin(&self) -> Work<'_> {
        let stop = Arc::new(AtomicBool::new(false));
        self.stops().push(Arc::clone(&stop));
        Work { handle: self, stop }
    }

    /// Ends all running work.
    pub(crate) fn cancel(&self) {
        for stop in self.stops().iter() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        let mut stops = self.handle.stops();
        stops.retain(|stop| !Arc::ptr_eq(stop, &self.stop));
    }
}

/// The end of a function: its status, and the bytes of its text.
pub(crate) type End = (Status, Vec<u8>);

/// A text of a caller; `None` for NULL.
pub(crate) fn text<'a>(text: *const c_char) -> Option<&'a [u8]> {
    // SAFETY: the header asks for NULL or for a text with a zero byte at its end, which lives
    // during the call.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_bytes())
}

/// This many bytes of a caller; `None` for NULL.
pub(crate) fn bytes<'a>(bytes: *const c_char, length: usize) -> Option<&'a [u8]> {
    // SAFETY: the header asks for NULL or for this many bytes, which live during the call.
    (!bytes.is_null()).then(|| unsafe { std::slice::from_raw_parts(bytes.cast(), length) })
}

/// A level of a caller; `None` for NULL.
pub(crate) fn level<'a>(level: *const Handle) -> Option<&'a Handle> {
    // SAFETY: the header asks for NULL or for a level that was given by `give` and not taken back.
    unsafe { level.as_ref() }
}

/// Gives a level away.
fn give(level: Box<dyn Level>) -> *mut Handle {
    let name = CString::new(level.about().name).unwrap_or_default();
    let stops = Mutex::default();
    Box::into_raw(Box::new(Handle { level, name, stops }))
}

/// Takes a level back, and ends it.
pub(crate) fn take(level: *mut Handle) {
    if !level.is_null() {
        // SAFETY: the header asks for a level that was given by `give`, once.
        drop(unsafe { Box::from_raw(level) });
    }
}

/// Gives a text away, with a zero byte after it, to where the caller wants it and its length.
fn put(text: &[u8], to: *mut *mut c_char, length: *mut usize) {
    if !length.is_null() {
        // SAFETY: the header asks for NULL or for a place that can be written.
        unsafe { length.write(text.len()) };
    }
    if to.is_null() {
        return;
    }
    // SAFETY: the memory is as large as the text and its zero byte, and new, so that they do not
    // overlap; without memory the caller gets NULL. `to` is a place that can be written, as above.
    unsafe {
        let memory = malloc(text.len() + 1);
        if !memory.is_null() {
            memory.copy_from_nonoverlapping(text.as_ptr(), text.len());
            memory.add(text.len()).write(0);
        }
        to.write(memory.cast());
    }
}

/// Takes a text back.
pub(crate) fn drop_text(text: *mut c_char) {
    // SAFETY: the header asks for NULL or for a text that was given by `put`; `free` leaves NULL
    // alone.
    unsafe { free(text.cast()) }
}

/// Does the work and gives its text away, however it ends.
pub(crate) fn end(
    to: *mut *mut c_char,
    length: *mut usize,
    work: impl FnOnce() -> Result<End, Error>,
) -> Status {
    let (status, text) = done(work).unwrap_or_else(|end| end);
    put(&text, to, length);
    status
}

/// Makes a level and gives it away, or says why not.
pub(crate) fn made(
    error: *mut *mut c_char,
    work: impl FnOnce() -> Result<Box<dyn Level>, Error>,
) -> *mut Handle {
    let made = done(work);
    match &made {
        Err((_, text)) => put(text, error, null_mut()),
        // SAFETY: the header asks for NULL or for a place that can be written.
        Ok(_) if !error.is_null() => unsafe { error.write(null_mut()) },
        Ok(_) => {}
    }
    made.map_or(null_mut(), give)
}

/// Does the work. An error or a panic is a result with a text, too.
fn done<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, End> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error)) => Err((Status::of(&error), error.to_string().into_bytes())),
        Err(_) => {
            let text = b"INTERNAL ERROR, please report this level";
            Err((Status::Internal, text.to_vec()))
        }
    }
}
