#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sigcodegen_fuzz::target::no_silent_loss(data));
