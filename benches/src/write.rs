//! Tables, figures and plots as files.

use crate::curves::Curves;
use crate::options::Options;
use crate::results::Results;
use crate::{csv, machine, report};
use std::error::Error;
use std::path::Path;

/// Prints the summary, and writes all there is: `NAME.md`, `NAME.csv` and the plots in `NAME/`.
pub fn everything(options: &Options, scenes: &Results, curves: &Curves) -> Result<(), Box<dyn Error>> {
    let text = report::markdown(scenes, curves);
    println!("\n{text}");
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let Some(folder) = options.out.clone().or_else(|| options.is_whole().then(usual)) else { return Ok(()) };
    let name = machine::name();
    let pictures = folder.join(&name);
    std::fs::create_dir_all(&pictures)?;
    std::fs::write(folder.join(format!("{name}.md")), format!("# {name}\n\n{text}"))?;
    let parts = [("scenes", scenes), ("walkers", &curves.walkers), ("triangles", &curves.triangles)];
    std::fs::write(folder.join(format!("{name}.csv")), csv::csv(&parts))?;
    #[cfg(feature = "plots")]
    crate::plots::draw(&pictures, scenes, curves)?;
    println!("written to {}", folder.display());
    Ok(())
}
