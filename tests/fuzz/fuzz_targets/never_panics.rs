#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sigcodegen_fuzz::target::never_panics(data));
