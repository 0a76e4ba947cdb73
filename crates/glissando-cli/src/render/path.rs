//! Files of points: a way to be drawn over a picture.

use anyhow::{Context, bail};
use glissando::DVec3;
use std::fs;
use std::path::Path;

/// The most bytes of a path file that are read.
const MOST_BYTES: u64 = 1 << 28;

/// The points of a file: three numbers a line (metres), with commas or blanks between; `#` starts a remark.
///
/// # Errors
/// A file that cannot be read; the first line that is no point.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<DVec3>> {
    let file = path.display();
    let bytes = fs::metadata(path).with_context(|| format!("{file}: the path cannot be read"))?.len();
    if bytes > MOST_BYTES {
        bail!("{file}: {bytes} bytes are too many for a path: {MOST_BYTES} are the most");
    }
    let text = fs::read_to_string(path).with_context(|| format!("{file}: the path cannot be read"))?;
    parse(&text).with_context(|| file.to_string())
}

fn parse(text: &str) -> anyhow::Result<Vec<DVec3>> {
    let mut points = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        let words = line.split([',', ' ', '\t']).map(str::trim).filter(|word| !word.is_empty());
        let numbers: Result<Vec<f64>, _> = words.map(str::parse).collect();
        match numbers.as_deref() {
            Ok([]) => {}
            Ok(&[x, y, z]) if DVec3::new(x, y, z).is_finite() => points.push(DVec3::new(x, y, z)),
            _ => bail!("line {number}: {line:?} is not three numbers like 1 2.5 -3"),
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_point_is_named() {
        let good = "# way\n1,2,3\n\n 4  5.5\t-6 # end\n";
        assert_eq!(parse(good).unwrap(), [DVec3::new(1.0, 2.0, 3.0), DVec3::new(4.0, 5.5, -6.0)]);
        for bad in ["1 2", "1 2 3 4", "a b c", "1 2 nan", "1 2 inf"] {
            let error = parse(&format!("0 0 0\n{bad}")).unwrap_err().to_string();
            assert!(error.starts_with("line 2"), "{error}");
        }
    }
}
