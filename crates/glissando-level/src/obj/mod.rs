//! Wavefront OBJ to a level: polygons, groups and material names.
//!
//! Read: `v`, `f` (with texture and normal indices, which are ignored), `o`, `g`, `usemtl`, continued lines.
//! Indices count from 1, or backwards from the newest vertex if negative. The newest `o` or `g` names the
//! group; equal names are one mesh. Polygons are cut by [`polygon`]. Anything else is counted in the notes.
//!
//! Source: Wavefront Technologies, "Object Files", Appendix B1 of the Advanced Visualizer manual.

mod face;
mod groups;
mod polygon;

use crate::budget::Budget;
use crate::convention;
use crate::error::{Problem, clip};
use crate::level::{Level, LevelMaterial};
use crate::lines;
use crate::notes::Notes;
use crate::place::Frame;
use face::FaceReader;
use glissando::Vec3;
use groups::Groups;
use std::collections::BTreeMap;

/// The level in the bytes of an OBJ.
pub(crate) fn read(bytes: &[u8], frame: Frame, notes: &mut Notes) -> Result<Level, Problem> {
    let mut reader = Reader {
        vertices: Vec::new(),
        groups: Groups::default(),
        materials: Materials::new(),
        faces: FaceReader::default(),
        budget: Budget::new(bytes.len() as u64),
        ignored: Ignored::default(),
    };
    lines::for_each(bytes, |number, line| {
        reader.line(line).map_err(|problem| problem.within(&format_args!("line {number}")))
    })?;
    reader.ignored.report(notes);
    reader.faces.report(notes);
    if reader.groups.is_empty() {
        return Err(Problem::malformed(
            "OBJ",
            "has no faces: this is no OBJ, or it is only points and lines",
        ));
    }
    let (meshes, instances) = reader.groups.finish(frame.world_from_file(), notes);
    Ok(Level { meshes, instances, materials: reader.materials.list, ..Level::default() })
}

struct Reader {
    vertices: Vec<Vec3>,
    groups: Groups,
    materials: Materials,
    faces: FaceReader,
    budget: Budget,
    ignored: Ignored,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Problem> {
        let line = line.split('#').next().unwrap_or("").trim();
        let (keyword, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match keyword {
            "" | "vt" | "vn" | "vp" | "s" | "mtllib" => Ok(()),
            "v" => self.vertex(rest),
            "f" | "fo" => {
                let polygon = self.faces.read(rest, &self.vertices)?;
                self.groups.add(polygon, &self.vertices, self.materials.current, &mut self.budget)
            }
            "o" | "g" => {
                self.groups.switch(rest.trim());
                Ok(())
            }
            "usemtl" => self.materials.switch(rest.trim(), &mut self.budget),
            other => {
                self.ignored.add(other);
                Ok(())
            }
        }
    }

    fn vertex(&mut self, text: &str) -> Result<(), Problem> {
        let mut numbers = text.split_whitespace();
        let mut coordinate = || {
            let word = numbers.next().ok_or_else(|| Problem::malformed("v", "has fewer than 3 numbers"))?;
            word.parse::<f32>().map_err(|_| Problem::malformed("v", format!("{:?} is no number", clip(word))))
        };
        let vertex = Vec3::new(coordinate()?, coordinate()?, coordinate()?);
        self.vertices.push(vertex);
        Ok(())
    }
}

/// Materials in the order of their first use; 0 is none.
struct Materials {
    list: Vec<LevelMaterial>,
    ids: BTreeMap<String, u16>,
    current: u16,
}

impl Materials {
    fn new() -> Self {
        let none = LevelMaterial::default();
        Self { list: vec![none], ids: BTreeMap::from([(String::new(), 0)]), current: 0 }
    }

    fn switch(&mut self, name: &str, budget: &mut Budget) -> Result<(), Problem> {
        if let Some(&id) = self.ids.get(name) {
            self.current = id;
            return Ok(());
        }
        let id = u16::try_from(self.list.len())
            .map_err(|_| Problem::malformed("usemtl", "is one material more than the accepted 65535"))?;
        budget.spend(1, 256 + 2 * name.len() as u64, || "usemtl".into())?;
        let (one_sided, off_limits) = (convention::names_one_sided(name), convention::names_sky(name));
        let material = LevelMaterial { name: name.into(), one_sided, off_limits, ..LevelMaterial::default() };
        self.list.push(material);
        self.ids.insert(name.into(), id);
        self.current = id;
        Ok(())
    }
}

/// Statements that were passed over.
#[derive(Default)]
struct Ignored {
    first: String,
    count: usize,
}

impl Ignored {
    fn add(&mut self, keyword: &str) {
        if self.count == 0 {
            self.first = clip(keyword).into();
        }
        self.count += 1;
    }

    fn report(&self, notes: &mut Notes) {
        if self.count > 0 {
            notes.add(|| format!("{} OBJ statements like {:?} were skipped", self.count, self.first));
        }
    }
}
