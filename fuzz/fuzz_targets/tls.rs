//! `cargo fuzz run tls`; without cargo-fuzz, `cargo run --release --bin mutate tls` does what stable Rust can.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quarry_fuzz::tls(bytes));

#[cfg(not(fuzzing))]
fn main() {
    println!("run me with cargo fuzz, or: cargo run --release --bin mutate tls");
}
