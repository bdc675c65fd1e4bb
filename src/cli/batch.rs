//! `--batch`: inputs of one line each, answered in parallel and printed in order. Lists are read by `evocube::list`; the command says
//! what an entry means.

use std::io::{self, Write};
use std::num::NonZeroUsize;

use evocube::list::ListLine;

use crate::cli::arguments::InputLines;
use crate::cli::parallel;
use crate::cli::result::{Failure, failure};
use crate::cli::terminal::{note, output};

/// The maximum number of lines that are read before they are answered.
const BLOCK: usize = 4096;

/// Answers every line of an input that is an entry of a list, as soon as no further line is waiting: computes the answers in parallel,
/// then prints them in order. The answer to a blank line or a comment is an empty line, and with `is_json` none.
///
/// `answer` gets a line and its text, with spaces in place of what is before it, and returns a failure for a
/// malformed one, which is also written to stderr. Returns whether a line was malformed.
pub(crate) fn answer_lines<T: Send>(
    input: &str,
    is_json: bool,
    threads: Option<NonZeroUsize>,
    answer: impl Fn(&ListLine, &str) -> Result<T, Failure> + Sync,
    mut print: impl FnMut(&mut dyn Write, &ListLine, Result<T, Failure>) -> io::Result<()>,
) -> Result<bool, Failure> {
    let mut lines = InputLines::open(input)?;
    let (mut is_malformed, mut failure) = (false, None);
    output(|out| {
        while failure.is_none() {
            let mut block = Vec::new();
            while block.len() < BLOCK && (block.is_empty() || lines.is_waiting()) {
                match lines.next_line() {
                    Ok(Some(line)) => block.push(line),
                    Ok(None) => break,
                    Err(error) => {
                        failure = Some(error);
                        break;
                    }
                }
            }
            if block.is_empty() {
                break;
            }
            let answer = |index: usize| {
                let line: &ListLine = &block[index];
                let text = || " ".repeat(line.column) + &line.text;
                line.is_entry().then(|| answer(line, &text()).map_err(|failure| named(&block, line, failure)))
            };
            let answers = parallel::map_in_order(parallel::threads(threads), block.len(), answer);
            for (line, answer) in block.iter().zip(answers) {
                let Some(answer) = answer else {
                    if !is_json {
                        writeln!(out)?;
                    }
                    continue;
                };
                if let Err(malformed) = &answer {
                    is_malformed = true;
                    let Failure { text, .. } = lines.failure(&malformed.text);
                    note(format_args!("error: {text}"));
                }
                print(out, line, answer)?;
            }
            out.flush()?;
        }
        Ok(())
    })?;
    failure.map_or(Ok(is_malformed), Err)
}

/// Returns a failure of an entry, with its name in front if its line has several.
fn named(block: &[ListLine], line: &ListLine, failure: Failure) -> Failure {
    let is_alone = block.iter().filter(|other| other.number == line.number).count() == 1;
    match &line.name {
        Some(name) if !is_alone => failure!("{name}: {}", failure.text),
        _ => failure,
    }
}
