//! Fuzz target of sweep files: one that is read and written is read again as the same sweep, with the same trials. No trial is run, and
//! texts with the word `file` are skipped.
#![no_main]

use std::path::Path;

use evocube::experiment::plan::Plan;
use evocube::experiment::sweep::Sweep;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // Files and devices of this machine are none of the fuzzer's business.
    if text.contains("file") {
        return;
    }
    let Ok(sweep) = Sweep::parse(text, Path::new("fuzz.toml")) else { return };
    let table = sweep.to_table();
    let again = toml::to_string(&table).expect("a table prints");
    let again = Sweep::parse(&again, Path::new("again.toml")).unwrap_or_else(|error| panic!("{error}\n{again}"));
    assert_eq!(again.to_table(), table);
    let (plan, planned_again) = (Plan::new(&sweep), Plan::new(&again));
    assert!(plan.trials().eq(planned_again.trials()));
});
