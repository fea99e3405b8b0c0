//! Every input that once broke something, and every seed, goes through its target.

use std::path::Path;

use unicursal_fuzz::TARGETS;

#[test]
fn inputs_that_once_broke_something_do_no_harm() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions");
    let mut kept = 0;
    for target in TARGETS {
        for seed in (target.seeds)() {
            (target.run)(&seed);
        }
        let Ok(files) = std::fs::read_dir(folder.join(target.name)) else {
            continue;
        };
        for file in files {
            let path = file.expect("the folder can be read").path();
            println!("{}", path.display());
            (target.run)(&std::fs::read(path).expect("the file can be read"));
            kept += 1;
        }
    }
    assert!(kept > 0, "the kept inputs are missing");
}
