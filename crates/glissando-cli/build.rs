//! Takes the built page, `web/dist`, into the program where it is there.

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "serve")]
    page::take_in()?;
    Ok(())
}

/// Files that the page's build has packed with brotli are taken so; the others are gzip'ed here. A page that was not built is no fault of the
/// build: the program says then how to get it.
#[cfg(feature = "serve")]
mod page {
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::error::Error;
    use std::fmt::Write as _;
    use std::io::Write as _;
    use std::path::Path;

    /// Writes the files for `src/serve/built_in.rs`, and the list of them.
    pub(super) fn take_in() -> Result<(), Box<dyn Error>> {
        let dist = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../../web/dist");
        // A path that is not there would have the program built again each time. The repository always has it.
        if dist.is_dir() {
            println!("cargo::rerun-if-changed={}", dist.display());
        }
        let out = std::env::var("OUT_DIR")?;
        let list = write_files(&dist, Path::new(&out))?;
        std::fs::write(Path::new(&out).join("page.rs"), list)?;
        Ok(())
    }

    /// The files of the page as a Rust expression.
    fn write_files(dist: &Path, out: &Path) -> Result<String, Box<dyn Error>> {
        let mut names = Vec::new();
        if dist.join("index.html").is_file() {
            list(dist, "", &mut names)?;
        }
        // The order of a folder differs between machines.
        names.sort();
        let mut text = String::from("&[");
        for (index, name) in names.iter().enumerate() {
            let bytes = std::fs::read(dist.join(name))?;
            let file = out.join(format!("page-{index}"));
            let brotli = dist.join(format!("{name}.br"));
            let (coding, packed) =
                if brotli.is_file() { ("Brotli", std::fs::read(brotli)?) } else { ("Gzip", gzip(&bytes)?) };
            let (coding, bytes) =
                if packed.len() < bytes.len() { (coding, packed) } else { ("Plain", bytes) };
            std::fs::write(&file, bytes)?;
            let file = file.display().to_string();
            write!(
                text,
                "BuiltIn {{ path: {name:?}, bytes: include_bytes!({file:?}), coding: Coding::{coding} }},"
            )?;
        }
        text.push(']');
        Ok(text)
    }

    /// The paths of the files in a folder and its folders, with `/`; hidden files are left out.
    fn list(folder: &Path, prefix: &str, names: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().into_string().map_err(|name| format!("{name:?} is not UTF-8"))?;
            let path = format!("{prefix}{name}");
            if name.starts_with('.') || name.ends_with(".br") {
            } else if entry.file_type()?.is_dir() {
                list(&entry.path(), &format!("{path}/"), names)?;
            } else {
                names.push(path);
            }
        }
        Ok(())
    }

    fn gzip(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes)?;
        Ok(encoder.finish()?)
    }
}
