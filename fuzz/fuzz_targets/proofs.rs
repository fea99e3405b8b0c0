#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| unicursal_fuzz::proofs::run(data));
