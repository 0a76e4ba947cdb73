//! Compiles the C sources that `boxddd-sys` carries, as Box3D's own release build would, and our side of Embree.
//!
//! Left to itself `boxddd-sys` compiles with Box3D's assertions switched on, which would not be fair.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=Cargo.lock");
    #[cfg(feature = "box3d")]
    compile_box3d();
    #[cfg(feature = "embree")]
    compile_embree();
}

/// Embree itself comes from the system.
#[cfg(feature = "embree")]
fn compile_embree() {
    println!("cargo:rerun-if-changed=src/engines/embree.c");
    cc::Build::new().file("src/engines/embree.c").opt_level(3).compile("embree_peer");
    println!("cargo:rustc-link-lib=embree3");
}

#[cfg(feature = "box3d")]
fn compile_box3d() {
    let target = std::env::var("TARGET").expect("cargo names the target");
    let metadata = cargo_metadata::MetadataCommand::new()
        .other_options(["--offline", "--locked", "--filter-platform", &target].map(String::from))
        .exec()
        .expect("cargo metadata of the benches");
    let package = metadata.packages.iter().find(|p| p.name.as_str() == "boxddd-sys").expect("boxddd-sys");
    let root = package.manifest_path.parent().expect("a manifest lies in a folder").join("third-party/box3d");
    let mut sources: Vec<_> = std::fs::read_dir(root.join("src"))
        .expect("the sources of Box3D")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    sources.sort();
    let mut build = cc::Build::new();
    build.files(sources).include(root.join("include")).include(root.join("src"));
    build.define("NDEBUG", None).opt_level(3).warnings(false);
    build.flag_if_supported("-std=c17").flag_if_supported("/std:c17").flag_if_supported("-ffp-contract=off");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        build.define("_POSIX_C_SOURCE", Some("199309L"));
        println!("cargo:rustc-link-lib=m");
    }
    build.compile("box3d");
}
