//! The page: the one built in, or one in a folder.

use super::built_in::{BuiltIn, FILES};
use super::files::{Files, Packed, Source};
use anyhow::{Context, bail};
use std::path::Path;

/// Serves the page in `folder`, or else the one that was built in.
///
/// # Errors
/// There is no page.
pub(super) fn add(files: &mut Files, folder: Option<&Path>) -> anyhow::Result<()> {
    match folder {
        Some(folder) => add_folder(files, folder),
        None => add_built_in(files, FILES),
    }
}

fn add_built_in(files: &mut Files, built_in: &[BuiltIn]) -> anyhow::Result<()> {
    if built_in.is_empty() {
        bail!(
            "the page was not built into this program: run `web/open` in the repository, which builds the page and the \
             program and opens it, or name a folder with --page; `glissando walk` needs no page"
        );
    }
    for file in built_in {
        let packed = Packed { bytes: file.bytes.into(), coding: file.coding };
        files.add(file.path.to_owned(), Source::Memory(packed));
    }
    Ok(())
}

fn add_folder(files: &mut Files, folder: &Path) -> anyhow::Result<()> {
    let at = || format!("--page {}", folder.display());
    list(files, folder, "").with_context(at)?;
    if files.find("index.html").is_none() {
        return Err(anyhow::anyhow!(
            "there is no index.html: name the folder that `npx vite build` made, web/dist"
        ))
        .with_context(at);
    }
    Ok(())
}

/// Takes in a folder and its folders; hidden files are left out.
fn list(files: &mut Files, folder: &Path, prefix: &str) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        // A page refers to its files by text.
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = format!("{prefix}{name}");
        // What is packed beside a file is for servers that hand it out so.
        if name.starts_with('.') || name.ends_with(".br") {
        } else if entry.file_type()?.is_dir() {
            list(files, &entry.path(), &format!("{path}/"))?;
        } else {
            files.add(path, Source::Disk(entry.path()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_the_page_says_how_to_get_it_and_what_works_without() {
        let error = add_built_in(&mut Files::default(), &[]).unwrap_err().to_string();
        assert!(error.contains("web/open") && error.contains("glissando walk"), "{error}");
    }
}
