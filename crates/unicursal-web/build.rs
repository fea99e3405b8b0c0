//! Gives WebAssembly a stack large enough for deep searches (the default is one megabyte), and
//! leaves out the names of functions.

/// As much as each thread of the server has.
const STACK_BYTES: usize = 64 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK_BYTES}");
        println!("cargo::rustc-link-arg-cdylib=--strip-all");
    }
}
