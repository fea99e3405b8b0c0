//! The functions that a worker calls, and those that it provides. All of the crate's unsafe code is
//! here: texts cross the border as addresses and lengths.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

use serde_json::Value;

use crate::{Answer, Service};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some fixed moment.
    safe fn now() -> f64;
    /// Receives progress: the addresses and lengths of a name and of JSON.
    fn tell(name: *const u8, name_length: usize, json: *const u8, json_length: usize);
}

thread_local! {
    /// What the worker wrote, and the last answer.
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Option<Answer>> = const { RefCell::new(None) };
}

/// Room for a request: its name, and then its JSON. Returns where it begins.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        *question = vec![0; length];
        question.as_mut_ptr()
    })
}

/// Answers the request that was written there, whose first bytes are the name. Returns the status.
#[unsafe(no_mangle)]
pub extern "C" fn ask(name_length: usize) -> u32 {
    unicursal::set_clock(|| Duration::from_secs_f64(now() / 1000.0));
    let question = QUESTION.take();
    let (name, json) = question.split_at(name_length.min(question.len()));
    let answer = Service::default().ask(&String::from_utf8_lossy(name), json, &|name, data| {
        hear(name, data);
    });
    let status = answer.status;
    ANSWER.set(Some(answer));
    status.into()
}

fn hear(name: &str, data: &Value) {
    let json = data.to_string();
    // SAFETY: both texts live until the call returns, and the worker copies them during the call.
    unsafe { tell(name.as_ptr(), name.len(), json.as_ptr(), json.len()) }
}

/// Where the answer begins.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    ANSWER.with_borrow(|answer| {
        answer
            .as_ref()
            .map_or(std::ptr::null(), |answer| answer.bytes.as_ptr())
    })
}

/// How long it is.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(|answer| answer.as_ref().map_or(0, |answer| answer.bytes.len()))
}

/// Whether it is JSON: 1, or a file: 0.
#[unsafe(no_mangle)]
pub extern "C" fn answer_is_json() -> u32 {
    ANSWER.with_borrow(|answer| {
        let json = answer
            .as_ref()
            .map(|answer| answer.kind == "application/json");
        u32::from(json.unwrap_or(false))
    })
}
