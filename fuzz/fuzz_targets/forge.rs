#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| unicursal_fuzz::forge::run(data));
