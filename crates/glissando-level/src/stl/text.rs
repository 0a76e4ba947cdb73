//! Text STL: `solid`, then `facet`, three times `vertex`, `endfacet`, and so on; one mesh a solid.

use crate::error::{Problem, clip};
use crate::level::LevelMesh;
use crate::lines;
use crate::notes::Notes;
use glissando::{Soup, Vec3};

/// All solids of a text file that have triangles.
pub(super) fn read(bytes: &[u8], notes: &mut Notes) -> Result<Vec<LevelMesh>, Problem> {
    let mut reader = Reader::default();
    let mut last = 0;
    lines::for_each(bytes, |number, line| {
        last = number;
        reader.line(line).map_err(|problem| problem.within(&format_args!("line {number}")))
    })?;
    reader.end(notes).map_err(|problem| problem.within(&format_args!("line {last}")))?;
    if reader.empty > 0 {
        notes.add(|| format!("{} solids without facets were skipped", reader.empty));
    }
    Ok(reader.meshes)
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    #[default]
    Outside,
    InSolid,
    InFacet,
}

#[derive(Default)]
struct Reader {
    state: State,
    name: String,
    soup: Soup,
    corners: Vec<Vec3>,
    meshes: Vec<LevelMesh>,
    empty: usize,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Problem> {
        let line = line.trim();
        let (keyword, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (self.state, keyword.to_ascii_lowercase().as_str()) {
            (_, "") | (State::InFacet, "outer" | "endloop") => Ok(()),
            (State::Outside | State::InSolid, "solid") => self.begin_solid(rest.trim()),
            (State::InSolid, "endsolid") => {
                self.end_solid();
                Ok(())
            }
            (State::InSolid, "facet") => {
                self.state = State::InFacet;
                Ok(())
            }
            (State::InFacet, "vertex") => self.vertex(rest),
            (State::InFacet, "endfacet") => self.end_facet(),
            (_, other) => {
                Err(Problem::malformed(format!("{:?}", clip(other)), "has no place here: no STL, or damaged"))
            }
        }
    }

    fn begin_solid(&mut self, name: &str) -> Result<(), Problem> {
        // A file without line breaks would be one long name, and its facets would be lost.
        let mut words = name.split_whitespace().map(str::to_ascii_lowercase);
        if words.any(|word| word == "facet") && words.next().is_some_and(|word| word == "normal") {
            let what = "is followed by facets on the same line: write each statement on a line of its own";
            return Err(Problem::malformed("solid", what));
        }
        self.end_solid();
        self.name = name.to_owned();
        self.state = State::InSolid;
        Ok(())
    }

    fn vertex(&mut self, text: &str) -> Result<(), Problem> {
        let mut numbers = text.split_whitespace();
        let mut coordinate = || {
            let word =
                numbers.next().ok_or_else(|| Problem::malformed("vertex", "has fewer than 3 numbers"))?;
            word.parse::<f32>()
                .map_err(|_| Problem::malformed("vertex", format!("{:?} is no number", clip(word))))
        };
        let vertex = Vec3::new(coordinate()?, coordinate()?, coordinate()?);
        self.corners.push(vertex);
        Ok(())
    }

    fn end_facet(&mut self) -> Result<(), Problem> {
        let &[a, b, c] = self.corners.as_slice() else {
            let what = format!("has {} vertices: a facet has 3", self.corners.len());
            return Err(Problem::malformed("facet", what));
        };
        self.soup.push([a, b, c], 0);
        self.corners.clear();
        self.state = State::InSolid;
        Ok(())
    }

    /// Takes in the end of the file; a last solid without `endsolid` keeps its facets.
    fn end(&mut self, notes: &mut Notes) -> Result<(), Problem> {
        match self.state {
            State::Outside => return Ok(()),
            State::InFacet => {
                return Err(Problem::malformed("facet", "the file ends inside a facet: it was cut off"));
            }
            State::InSolid => {}
        }
        let facets = self.soup.triangles.len();
        if facets == 0 && self.meshes.is_empty() {
            let what = "the file ends before its first facet and without endsolid: it was cut off";
            return Err(Problem::malformed("solid", what));
        }
        let name = clip(&self.name);
        notes.add(|| {
            format!(
                "the file ends without endsolid, maybe cut off; facets kept of its last solid {name:?}: {facets}"
            )
        });
        self.end_solid();
        Ok(())
    }

    fn end_solid(&mut self) {
        if self.state == State::InSolid {
            let soup = std::mem::take(&mut self.soup);
            if soup.triangles.is_empty() {
                self.empty += 1;
            } else {
                self.meshes.push(LevelMesh { name: std::mem::take(&mut self.name), soup });
            }
        }
        self.state = State::Outside;
    }
}
