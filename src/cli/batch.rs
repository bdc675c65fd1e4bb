//! `--batch`: inputs of one line each, answered in order.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use crate::cli::arguments::InputLines;
use crate::cli::parallel;
use crate::cli::result::Failure;
use crate::cli::terminal::{note, output};

/// Lines that are read before they are answered.
const BLOCK: usize = 4096;

/// Answers every line of an input: computes the answers in parallel, then prints them in order.
///
/// `answer` gets the number of a line and the line, and returns an error message for a malformed one, which is also
/// written to stderr. Returns whether a line was malformed.
pub(crate) fn answer_lines<T: Send>(
    input: &str,
    threads: Option<NonZeroUsize>,
    answer: impl Fn(usize, &str) -> Result<T, String> + Sync,
    mut print: impl FnMut(&mut dyn Write, usize, Result<T, String>) -> io::Result<()>,
) -> Result<bool, Failure> {
    let mut lines = InputLines::open(input)?;
    let (mut is_malformed, mut failure) = (false, None);
    output(|out| {
        while failure.is_none() {
            let next = || {
                lines.next_line().unwrap_or_else(|error| {
                    failure = Some(error);
                    None
                })
            };
            let block: Vec<_> = std::iter::from_fn(next).take(BLOCK).collect();
            if block.is_empty() {
                break;
            }
            let answer = |index: usize| answer(block[index].0, &block[index].1);
            let answers = parallel::map_in_order(parallel::threads(threads), block.len(), answer);
            for (&(number, _), answer) in block.iter().zip(answers) {
                if let Err(message) = &answer {
                    is_malformed = true;
                    let Failure { text, .. } = lines.failure(message);
                    note(format_args!("error: {text}"));
                }
                print(out, number, answer)?;
            }
            out.flush()?;
        }
        Ok(())
    })?;
    failure.map_or(Ok(is_malformed), Err)
}
