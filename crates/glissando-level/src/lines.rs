//! The lines of a text file of unknown encoding, with numbers; a backslash at the end continues a line.

use crate::error::Problem;
use std::borrow::Cow;

/// The UTF-8 byte order mark, which some editors write at the start of a text file.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The bytes of a text file after its byte order mark, if it has one.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(MARK).unwrap_or(bytes)
}

/// Calls `each` with the number (from 1) and the text of every line, without a byte order mark.
///
/// Bytes that are not UTF-8 become replacement characters: names in old files are often Latin-1.
pub(crate) fn for_each(
    bytes: &[u8],
    mut each: impl FnMut(usize, &str) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let mut continued: Option<String> = None;
    let mut last = 0;
    for (number, line) in (1..).zip(without_mark(bytes).split(|&b| b == b'\n')) {
        last = number;
        let text: Cow<'_, str> = String::from_utf8_lossy(line);
        let text = text.trim_end();
        let (text, goes_on) = text.strip_suffix('\\').map_or((text, false), |text| (text, true));
        match (&mut continued, goes_on) {
            (None, false) => each(number, text)?,
            (None, true) => continued = Some(format!("{text} ")),
            (Some(start), _) => {
                start.push_str(text);
                start.push(' ');
                if !goes_on {
                    each(number, start)?;
                    continued = None;
                }
            }
        }
    }
    continued.map_or(Ok(()), |text| each(last, &text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        let mut seen = Vec::new();
        for_each(b"\xEF\xBB\xBFv 1 2 3\n\xEF\xBB\xBFv", |_, line| {
            seen.push(line.to_owned());
            Ok(())
        })
        .unwrap();
        assert_eq!(seen, ["v 1 2 3", "\u{feff}v"], "only the start of a file has a mark");
    }

    #[test]
    fn a_continued_line_is_one_line_with_the_number_of_its_end() {
        let mut seen = Vec::new();
        for_each(b"a\r\nb \\\nc\nd\xff", |n, line| {
            seen.push((n, line.to_owned()));
            Ok(())
        })
        .unwrap();
        let expected = [(1, "a"), (3, "b  c "), (4, "d\u{fffd}")];
        assert_eq!(seen, expected.map(|(n, line)| (n, line.to_owned())));
    }
}
