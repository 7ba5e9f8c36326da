//! The functions that JavaScript calls.
//!
//! A text is passed in the memory of the module: JavaScript asks for room with `reserve`, writes a request there, calls
//! `answer`, and reads as many bytes as that returns from `answered`. The attributes are all that is unsafe: the names
//! must be unique, and no function reads memory that it does not own.
#![expect(unsafe_code, reason = "an exported name is an unsafe attribute")]

use std::cell::RefCell;

use crate::Session;

/// The session of this instance and the texts at its border.
#[derive(Default)]
struct Border {
    session: Session,
    request: Vec<u8>,
    answer: String,
}

thread_local! {
    static BORDER: RefCell<Border> = RefCell::default();
}

/// Makes room for a request of `length` bytes, and returns its address.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn reserve(length: usize) -> *mut u8 {
    BORDER.with_borrow_mut(|border| {
        border.request.clear();
        border.request.resize(length, 0);
        border.request.as_mut_ptr()
    })
}

/// Answers the request, and returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> usize {
    BORDER.with_borrow_mut(|border| {
        let request = String::from_utf8_lossy(&border.request);
        border.answer = border.session.answer(&request);
        border.answer.len()
    })
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answered() -> *const u8 {
    BORDER.with_borrow(|border| border.answer.as_ptr())
}
