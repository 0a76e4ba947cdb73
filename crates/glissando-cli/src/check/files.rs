//! The folder of a check: report, data, boxes for editors, and a recording for each finding.

use super::html::{self, Shown};
use super::{Arguments, clips, lines, map, obj, picture};
use crate::beside::Beside;
use crate::output;
use crate::picture::{Faces, Model};
use anyhow::Context;
use glissando_check::level::Parts;
use glissando_check::{Finding, Graph, Options, Severity, Summary};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where everything is.
pub(super) struct Written {
    pub(super) report: PathBuf,
    pub(super) data: PathBuf,
    pub(super) boxes: PathBuf,
    /// The number of the first finding with a recording, and the recording.
    pub(super) first_clip: Option<(usize, PathBuf)>,
}

/// The folder for the files; it is made.
///
/// # Errors
/// A folder that cannot be made.
pub(super) fn folder(out: Option<&Path>) -> anyhow::Result<PathBuf> {
    let folder = out.unwrap_or(Path::new("out/check")).to_owned();
    let refused = || format!("{}: cannot be made: name another folder with --out", folder.display());
    fs::create_dir_all(&folder).with_context(refused)?;
    Ok(folder)
}

/// Makes the folder and tries it, so that no check is lost to a folder that cannot be written.
///
/// # Errors
/// A folder that cannot be made or written.
pub(super) fn prepare(arguments: &Arguments) -> anyhow::Result<()> {
    if is_wanted(arguments) {
        let path = folder(arguments.out.as_deref())?.join("findings.jsonl");
        Beside::probe(&path).with_context(|| format!("{}: cannot be written", path.display()))?;
    }
    Ok(())
}

/// Whether files are written: not for `--json` without `--out`.
const fn is_wanted(arguments: &Arguments) -> bool {
    !arguments.json || arguments.out.is_some()
}

/// Writes all files; none for `--json` without `--out`.
///
/// # Errors
/// Files that cannot be written.
pub(super) fn write(
    arguments: &Arguments,
    parts: &mut Parts,
    graph: &Graph,
    summary: &Summary,
    findings: &[Finding],
    options: &Options,
) -> anyhow::Result<Option<Written>> {
    if !is_wanted(arguments) {
        return Ok(None);
    }
    let folder = folder(arguments.out.as_deref())?;
    let whole = |name: &str, write: &mut dyn FnMut(&mut Beside) -> anyhow::Result<()>| {
        let path = folder.join(name);
        let mut done = || -> anyhow::Result<()> {
            let mut file = Beside::create(&path)?;
            write(&mut file)?;
            Ok(file.finish()?)
        };
        done().with_context(|| format!("{}: cannot be written", path.display()))?;
        anyhow::Ok(path)
    };
    let data = whole("findings.jsonl", &mut |file| lines::write(file, summary, findings))?;
    let boxes = whole("findings.obj", &mut |file| Ok(obj::write(file, findings)?))?;
    let clip_folder = folder.join("clips");
    fs::create_dir_all(&clip_folder).with_context(|| format!("{}: cannot be made", clip_folder.display()))?;
    let model = Model::new(&parts.setup.scene.levels, Faces::Fronts)?;
    let drawn = (1..).zip(findings).take(arguments.pictures).filter(|(_, finding)| html::has_view(finding));
    let drawn: Vec<(usize, &Finding)> = drawn.collect();
    let bar = output::bar(drawn.len() as u64, "pictures");
    let (mut shown, mut first_clip) = (Vec::new(), None);
    for (number, finding) in drawn {
        let name = format!("{number}-{}.jsonl", finding.kind.name());
        let path = clip_folder.join(&name);
        let way = clips::record(parts, finding, &path)?;
        if way.is_some() && finding.severity != Severity::Note {
            first_clip.get_or_insert((number, path));
        }
        let picture = match picture::draw(&model, finding, way.as_deref()) {
            Some(canvas) => {
                let mut bytes = Vec::new();
                canvas.write_png(&mut bytes)?;
                Some(bytes)
            }
            None => None,
        };
        shown.push(Shown { number, clip: way.map(|_| name), picture });
        bar.inc(1);
    }
    bar.finish_and_clear();
    let maps = map::maps(graph, findings, options.cell, parts.config.shape(false).half_extents().y)?;
    let name = parts.setup.name.clone();
    let page =
        html::Page { name: &name, summary, findings, shown: &shown, maps: &maps, movers: parts.movers };
    let report = whole("report.html", &mut |file| Ok(file.write_all(html::page(&page).as_bytes())?))?;
    Ok(Some(Written { report, data, boxes, first_clip }))
}
