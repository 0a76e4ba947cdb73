//! What OBJ and STL files become.

use super::support::floats;
use glissando_level::{Format, Level, LevelError, LoadOptions, load_bytes};

fn obj(text: &str) -> Result<Level, LevelError> {
    load_bytes(Format::Obj, text.as_bytes(), &LoadOptions::default())
}

fn stl(bytes: &[u8]) -> Result<Level, LevelError> {
    load_bytes(Format::Stl, bytes, &LoadOptions::default())
}

const CORNERS: &str = "v 0 0 0\nv 1 0 0\nv 1 0 -1 1.0\nv 0 0 -1\n";

#[test]
fn groups_become_meshes_with_their_own_vertices_and_materials() {
    let text = format!(
        "# made by hand\nmtllib x.mtl\n{CORNERS}vt 0 0\no floor\nusemtl stone\nf 1/1 2/1 3/1 4/1\n\
         g wall-onesided-noimp\nusemtl glass-onesided\nf -4//1 -3//1 \\\n -2//1\no floor\nf 1 3 4\n"
    );
    let level = obj(&text).unwrap();
    assert_eq!(
        level.meshes.iter().map(|m| m.name.as_str()).collect::<Vec<_>>(),
        ["floor", "wall-onesided-noimp"]
    );
    assert_eq!(level.meshes[0].soup.triangles.len(), 3);
    assert_eq!(level.meshes[1].soup.vertices.len(), 3);
    assert_eq!(level.meshes[0].soup.materials, [1, 1, 2]);
    assert!(level.materials.iter().all(|m| !m.off_limits));
    assert_eq!(level.materials.iter().map(|m| m.one_sided).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(level.instances.iter().map(|i| i.solid).collect::<Vec<_>>(), [true, false]);
    assert_eq!(level.notes.len(), 1, "{:?}", level.notes);
}

#[test]
fn obj_errors_name_the_line_and_the_word() {
    for (text, expected) in [
        ("f 1 2 5\n", "line 5, f: corner \"5\" is beyond the 4 vertices"),
        ("f 1 2 0\n", "line 5, f: corner \"0\" is 0"),
        ("f 1 2\n", "line 5, f: has 2 corners"),
        ("v 1 2\n", "line 5, v: has fewer than 3"),
        ("v 1 2 x\n", "line 5, v: \"x\" is no number"),
        ("", "has no faces"),
    ] {
        let error = obj(&format!("{CORNERS}{text}")).unwrap_err().to_string();
        assert!(error.contains(expected), "{error:?} does not contain {expected:?}");
    }
}

#[test]
fn numbers_beyond_f32_are_passed_on_and_noted() {
    let level = obj("v 1e99 0 0\nv nan 0 0\nv 0 0 0\nf 1 2 3\n").unwrap();
    assert!(level.notes.iter().any(|n| n.contains("2 vertices are NaN or infinite")), "{:?}", level.notes);
}

#[test]
fn a_byte_order_mark_does_not_shift_the_indices_of_an_obj() {
    let faces = "f 2 3 4\nf -1 -2 -3\n";
    let plain = obj(&format!("v 100 0 100\n{CORNERS}{faces}")).unwrap();
    let marked = obj(&format!("\u{feff}v 100 0 100\n{CORNERS}{faces}")).unwrap();
    assert_eq!(marked.meshes[0].soup.vertices, plain.meshes[0].soup.vertices);
    assert_eq!(marked.meshes[0].soup.triangles, plain.meshes[0].soup.triangles);
    assert_eq!(marked.notes, [""; 0]);
}

fn binary_stl(header: &[u8], triangles: u32) -> Vec<u8> {
    let mut bytes = header.to_vec();
    bytes.resize(80, 0);
    bytes.extend_from_slice(&triangles.to_le_bytes());
    for _ in 0..triangles {
        bytes.extend(floats(&[0., 0., 1., 0., 0., 0., 2., 0., 0., 0., 3., 4.]));
        bytes.extend_from_slice(&[0, 0]);
    }
    bytes
}

#[test]
fn a_binary_stl_that_begins_with_solid_is_still_binary() {
    for header in [&b"solid made by a tool"[..], b"", b"anything"] {
        let level = stl(&binary_stl(header, 2)).unwrap();
        assert_eq!(level.triangle_count(), 2);
        assert_eq!(level.meshes[0].soup.vertices[2].to_array(), [0.0, 3.0, 4.0]);
        let up = level.flatten().unwrap().vertices[2].to_array();
        assert_eq!(up, [0.0, 4.0, -3.0], "STL is Z up unless told otherwise");
    }
    let mut cut = binary_stl(b"", 2);
    cut.truncate(150);
    assert!(stl(&cut).unwrap_err().to_string().contains("cut off"));
    let mut long = binary_stl(b"", 2);
    long.push(0);
    assert!(stl(&long).unwrap().notes[0].contains("1 bytes after the last triangle"));
}

const FACET: &str =
    "facet normal 0 0 1\n outer loop\n vertex 0 0 0\n vertex 2 0 0\n vertex 0 3 4\n endloop\nendfacet\n";

#[test]
fn facets_of_a_text_stl_without_endsolid_are_never_lost() {
    let level = stl(format!("\u{feff}solid stairs\n{FACET}endsolid\nsolid floor\n{FACET}{FACET}").as_bytes())
        .unwrap();
    assert_eq!(level.meshes.iter().map(|m| m.soup.triangles.len()).collect::<Vec<_>>(), [1, 2]);
    let note = "the file ends without endsolid, maybe cut off; facets kept of its last solid \"floor\": 2";
    assert_eq!(level.notes, [note]);
    let level = stl(format!("solid stairs\n{FACET}endsolid\nsolid floor\n").as_bytes()).unwrap();
    assert!(level.notes[0].ends_with("facets kept of its last solid \"floor\": 0"), "{:?}", level.notes);
    let one_line = format!("solid a {FACET}{FACET}endsolid a").replace('\n', " ");
    for (text, expected) in [
        (
            "solid x\n",
            "line 2, solid: the file ends before its first facet and without endsolid: it was cut off",
        ),
        (&one_line, "line 1, solid: is followed by facets on the same line: write each statement on"),
    ] {
        let error = stl(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error:?} does not contain {expected:?}");
    }
}

#[test]
fn each_solid_of_a_text_stl_is_a_mesh() {
    let facet = FACET;
    let text = format!("solid floor\n{facet}{facet}endsolid floor\nSOLID UCX_floor\n{facet}endsolid\n");
    let level = stl(text.as_bytes()).unwrap();
    assert_eq!(level.meshes.iter().map(|m| m.name.as_str()).collect::<Vec<_>>(), ["floor", "UCX_floor"]);
    assert_eq!((level.triangle_count(), level.solid_triangle_count()), (3, 1));
    for (text, expected) in [
        ("solid x\nfacet\nvertex 0 0 0\n", "ends inside a facet"),
        ("solid x\nfacet\nvertex 0 0 0\nendfacet\n", "line 4, facet: has 1 vertices"),
        ("solid x\nvertex 0 0 0\n", "line 2, \"vertex\": has no place here"),
    ] {
        let error = stl(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error:?} does not contain {expected:?}");
    }
}
