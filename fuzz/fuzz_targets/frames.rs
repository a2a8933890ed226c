//! `cargo fuzz run frames`; without cargo-fuzz, `cargo run --release --bin mutate frames` does what stable Rust can.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| quarry_fuzz::frames(bytes));

#[cfg(not(fuzzing))]
fn main() {
    println!("run me with cargo fuzz, or: cargo run --release --bin mutate frames");
}
