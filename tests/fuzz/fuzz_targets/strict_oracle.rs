#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sigcodegen_fuzz::target::strict_oracle(data));
