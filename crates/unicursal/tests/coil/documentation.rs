//! The documentation of the method cites files: they exist, and so do those that are named without
//! a link.

use std::path::Path;

#[test]
fn every_file_that_is_cited_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let documentation = include_str!("../../../../docs/coil.md");
    let mut cited = 0;
    // Links, from the folder of the document.
    for link in documentation.split("](").skip(1) {
        let path = link.split([')', '#']).next().unwrap_or_default();
        if path.is_empty() || path.contains("://") {
            continue;
        }
        assert!(root.join("docs").join(path).exists(), "{path}");
        cited += 1;
    }
    // Names of files in the solver's rooms.
    let solver = root.join("crates/unicursal/src");
    for name in documentation.split('`').skip(1).step_by(2) {
        let is_room = [
            "slides/",
            "ends/",
            "deduce/",
            "walk/",
            "reference/",
            "coil/",
        ];
        if is_room.iter().any(|room| name.starts_with(room)) && !name.contains(' ') {
            let places = [solver.join("coil/solve").join(name), solver.join(name)];
            assert!(places.iter().any(|place| place.exists()), "{name}");
            cited += 1;
        }
    }
    assert!(cited > 50, "{cited}");
}
