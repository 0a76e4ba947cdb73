//! The name that programs look for at run time: a version whose functions or structures differ has another one.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    if variable("CARGO_CFG_TARGET_OS") == "linux" {
        let [major, minor] = ["CARGO_PKG_VERSION_MAJOR", "CARGO_PKG_VERSION_MINOR"].map(variable);
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libglissando_c.so.{major}.{minor}");
    }
}
