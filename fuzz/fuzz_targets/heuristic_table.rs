#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bayeschess_fuzz::check("heuristic_table", bytes));
