//! `include/glissando.h` is what cbindgen makes of the sources, between a preface and the asserted sizes.
//!
//! After a change of the surface: `GLISSANDO_WRITE_HEADER=1 cargo test -p glissando-c --test header`.

use glissando_c::layout::SIZES;
use std::fmt::Write;
use std::path::Path;

const PREFACE: &str = include_str!("../cbindgen-preface.h");

/// The part of the header that a compiler checks the sizes of the structures by.
fn assertions() -> String {
    let mut text = String::from(
        "
// Sizes on machines with pointers of 64 bits, the same on both sides: a program for another layout does not compile.
#if UINTPTR_MAX == UINT64_MAX
#if defined(__cplusplus)
#define GLS_ASSERT_SIZE(type, size) static_assert(sizeof(type) == (size), \"another size of \" #type)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define GLS_ASSERT_SIZE(type, size) _Static_assert(sizeof(type) == (size), \"another size of \" #type)
#else
#define GLS_ASSERT_SIZE(type, size) typedef char gls_assert_##type[sizeof(type) == (size) ? 1 : -1]
#endif
",
    );
    for (name, size) in SIZES {
        writeln!(text, "GLS_ASSERT_SIZE({name}, {size});").unwrap();
    }
    text + "#undef GLS_ASSERT_SIZE\n#endif\n"
}

fn generated() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).unwrap();
    config.header = Some(PREFACE.trim_end().to_owned());
    let bindings = cbindgen::Builder::new().with_crate(folder).with_config(config).generate().unwrap();
    let mut header = Vec::new();
    bindings.write(&mut header);
    let header = String::from_utf8(header).unwrap();
    let end = "\n#endif  /* GLISSANDO_H */\n";
    assert!(header.contains(end));
    let header = header.replace(end, &(assertions() + end));
    // Contracts of pointers under a heading that C programmers know, and types without `struct` where they are used.
    let header = header.replace("// # Safety\n", "// Arrays:\n");
    let lines = header.lines().map(|line| {
        let is_definition = line.starts_with("typedef ");
        if is_definition { line.to_owned() } else { line.replace("struct gls_", "gls_") }
    });
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[test]
fn the_header_is_that_of_the_sources() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/glissando.h");
    let header = generated();
    if std::env::var_os("GLISSANDO_WRITE_HEADER").is_some() {
        std::fs::write(&path, &header).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == header,
        "include/glissando.h is not up to date: GLISSANDO_WRITE_HEADER=1 cargo test -p glissando-c --test header"
    );
}

#[test]
fn every_structure_has_an_asserted_size_and_every_function_a_text() {
    let header = generated();
    let structures = header.matches("\ntypedef struct gls_").count();
    let opaque = header.lines().filter(|l| l.starts_with("typedef struct gls_") && l.ends_with(';')).count();
    assert_eq!(structures - opaque, SIZES.len());
    let lines: Vec<&str> = header.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        if !line.starts_with([' ', '/', '#', '}', 'G']) && line.contains("gls_") && line.contains('(') {
            assert!(lines[index - 1].starts_with("//"), "a function without a text: {line}");
        }
    }
}
