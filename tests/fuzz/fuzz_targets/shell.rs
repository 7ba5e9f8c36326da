#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| azml_fuzz::run("shell", bytes));
