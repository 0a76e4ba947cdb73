//! Lines in, lines out, in order: many at a time where many have come, at once where one has.
//!
//! A read returns what has arrived. Its complete lines are answered, on several threads if there are
//! many, and the answers are written and flushed before the next read waits. So a million lines from a
//! file go in large pieces, and a partner that waits for each answer gets it.

use rayon::prelude::*;
use std::io::{self, Read, Write};

/// Bytes asked for at once.
const CHUNK: usize = 1 << 20;

/// The longest line that is looked at, in bytes. A question is below a thousand.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// Lines that one thread takes at a time.
const LINES_PER_THREAD: usize = 64;

/// Answers every line that is not blank. `answer(number, line, out)` appends to `out` and tells whether the
/// line could be answered; `number` counts from 1. Returns how many could not.
///
/// # Errors
/// Input that cannot be read and output that cannot be written.
pub(super) fn answer_all<A>(mut input: impl Read, mut output: impl Write, answer: A) -> anyhow::Result<u64>
where
    A: Fn(u64, &[u8], &mut Vec<u8>) -> serde_json::Result<bool> + Sync,
{
    let mut pending = Pending::new();
    let mut refused = 0;
    loop {
        let is_end = pending.read(&mut input)? == 0;
        let (first, text) = pending.take_lines(is_end);
        for (lines, refusals) in answer_text(first, &text, &answer)? {
            output.write_all(&lines)?;
            refused += refusals;
        }
        output.flush()?;
        if is_end {
            return Ok(refused);
        }
    }
}

/// Answers to some lines, and how many of them are refusals.
type Answered = (Vec<u8>, u64);

fn answer_text<A>(first: u64, text: &[u8], answer: &A) -> serde_json::Result<Vec<Answered>>
where
    A: Fn(u64, &[u8], &mut Vec<u8>) -> serde_json::Result<bool> + Sync,
{
    let numbered = (first..).zip(text.split(|&byte| byte == b'\n'));
    let lines: Vec<(u64, &[u8])> = numbered.filter(|(_, line)| !line.trim_ascii().is_empty()).collect();
    let answer_some = |lines: &[(u64, &[u8])]| -> serde_json::Result<Answered> {
        let (mut out, mut refused) = (Vec::new(), 0);
        for &(number, line) in lines {
            refused += u64::from(!answer(number, line, &mut out)?);
        }
        Ok((out, refused))
    };
    if lines.len() <= LINES_PER_THREAD {
        return Ok(vec![answer_some(&lines)?]);
    }
    lines.par_chunks(LINES_PER_THREAD).map(answer_some).collect()
}

/// What was read and not yet answered.
struct Pending {
    bytes: Vec<u8>,
    chunk: Vec<u8>,
    /// Lines taken so far.
    taken: u64,
}

impl Pending {
    fn new() -> Self {
        Self { bytes: Vec::new(), chunk: vec![0; CHUNK], taken: 0 }
    }

    /// Waits for more bytes; 0 at the end of the input.
    fn read(&mut self, input: &mut impl Read) -> io::Result<usize> {
        let count = loop {
            match input.read(&mut self.chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.bytes.extend_from_slice(self.chunk.get(..count).unwrap_or_default());
        Ok(count)
    }

    /// The complete lines, and at the end of the input the last one too, with the number of the first.
    ///
    /// Of a line that is too long only so much is kept that it is still seen to be.
    fn take_lines(&mut self, is_end: bool) -> (u64, Vec<u8>) {
        let first = self.taken + 1;
        let end = match self.bytes.iter().rposition(|&byte| byte == b'\n') {
            _ if is_end => self.bytes.len(),
            Some(last) => last + 1,
            None => {
                self.bytes.truncate(LONGEST_LINE + 1);
                return (first, Vec::new());
            }
        };
        let rest = self.bytes.split_off(end);
        let text = std::mem::replace(&mut self.bytes, rest);
        self.taken += text.iter().filter(|&&byte| byte == b'\n').count() as u64;
        (first, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte a read.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            out[0] = *first;
            self.0 = rest;
            Ok(1)
        }
    }

    fn echo(input: impl Read) -> (String, u64) {
        let mut output = Vec::new();
        let refused = answer_all(input, &mut output, |number, line, out| {
            out.extend_from_slice(format!("{number}:{};", line.len()).as_bytes());
            Ok(line.len() <= LONGEST_LINE)
        });
        (String::from_utf8(output).unwrap(), refused.unwrap())
    }

    #[test]
    fn lines_keep_their_order_and_number_however_they_arrive() {
        let text = b"a\n\n  \nbb\r\nccc";
        assert_eq!(echo(&text[..]), ("1:1;4:3;5:3;".into(), 0));
        assert_eq!(echo(Slow(text)), ("1:1;4:3;5:3;".into(), 0));
        let many = "x\n".repeat(10_000);
        let expected: String = (1..=10_000).map(|n| format!("{n}:1;")).collect();
        assert_eq!(echo(many.as_bytes()).0, expected);
    }

    #[test]
    fn a_line_without_end_is_refused_and_takes_no_memory() {
        let endless = io::repeat(b'[').take(20 << 20).chain(&b"\nok"[..]);
        let (answers, refused) = echo(endless);
        assert_eq!(refused, 1);
        assert!(answers.ends_with("2:2;"), "{answers}");
    }
}
