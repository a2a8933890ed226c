//! The functions of the C interface are found in the program by the libraries that it loads.

fn main() {
    println!("cargo::rerun-if-changed=../c/exports");
    let exports = std::fs::read_to_string("../c/exports").expect("crates/c is beside this crate");
    for name in exports.split_whitespace() {
        match std::env::var("CARGO_CFG_TARGET_VENDOR").as_deref() {
            Ok("apple") => println!("cargo::rustc-link-arg-bins=-Wl,-exported_symbol,_{name}"),
            _ => println!("cargo::rustc-link-arg-bins=-Wl,--export-dynamic-symbol={name}"),
        }
    }
}
