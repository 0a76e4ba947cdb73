//! Writes the JavaScript and the types for a wasm file: `glissando-bindgen IN.wasm FOLDER NAME`.
//!
//! It is what `wasm-bindgen --target web` does. The library alone is built here, with a lock file of its own: the
//! program around it brings a test runner with a web client, three times as much to build.

use std::error::Error;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [wasm, folder, name] = arguments.as_slice() else {
        return Err("usage: glissando-bindgen IN.wasm FOLDER NAME".into());
    };
    Bindgen::new()
        .input_path(wasm)
        .out_name(name)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .omit_default_module_path(true)
        .generate(folder)
        .map_err(|error| format!("{wasm}: {error:#}"))?;
    Ok(())
}
