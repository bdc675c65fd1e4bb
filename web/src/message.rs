//! [`Message`]: the kinds of messages that a trial sends to the page, as bytes. `page/worker.js` receives them; the calls of the page are
//! in `interface`.
//!
//! The one function that is imported from the page is declared in an `unsafe` block and safe to call.
#![allow(unsafe_code)]

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Receives a message: its kind, and the address and length of its bytes, which are valid during the call.
    safe fn receive(kind: u32, start: *const u8, length: usize);
}

/// Kind of a message to the page. The numbers are those of `KINDS` in `page/worker.js`.
#[derive(Clone, Copy)]
#[repr(u32)]
pub(super) enum Message {
    /// Facelets of the start state.
    Start,
    /// A generation: its number, the numbers of evaluations, of individuals generated and of restarts so far, then the number of
    /// individuals with each penalty from 0; 32 bits each, little-endian, and larger numbers as the largest.
    Generation,
    /// Moves of the fittest individual so far, sent before its generation.
    Best,
    /// The line of `trials.csv`.
    Trial,
    /// The lines of `convergence.csv`.
    Convergence,
    /// The line of `solutions.csv`.
    Solution,
    /// A sentence for the reader.
    Error,
    /// The symbols of the alphabet: a line for each, its name and its moves.
    Symbols,
    /// The matings of a generation, in JSON: its number, the fitness of each individual before it, the matings, and for each of them
    /// the moves of its parents and offspring.
    Matings,
}

impl Message {
    /// Sends the message with its content.
    pub(super) fn send(self, bytes: &[u8]) {
        receive(self as u32, bytes.as_ptr(), bytes.len());
    }
}
