//! The example page of the npm package, served as mere files from the unpacked package. `./test`
//! packs it and names its folder in `UNICURSAL_NPM`.

use std::path::PathBuf;

use crate::driver::Browser;
use crate::site::serve;

#[test]
#[ignore = "needs an unpacked npm package: UNICURSAL_NPM=DIR cargo test -p unicursal-studio -- --ignored"]
fn the_example_of_the_npm_package_solves_a_level() {
    let folder = std::env::var_os("UNICURSAL_NPM").expect("UNICURSAL_NPM names a folder");
    let address = serve(PathBuf::from(folder));
    let browser = Browser::start();
    browser.open(&format!("http://{address}/example.html"));
    browser.until_text("said", "coil:24x16");
    browser.until("document.querySelector('#picture svg')");
    let first = browser.text("said");
    let unsolved = browser.run("return document.getElementById('picture').innerHTML");
    browser.click("solve");
    browser.until_text("said", "solved in ");
    let solved = browser.run("return document.getElementById('picture').innerHTML");
    assert_ne!(unsolved, solved, "the picture shows the path");
    browser.click("another");
    browser.until_text("said", "coil:24x16");
    assert_ne!(browser.text("said"), first, "another level has another id");
    browser.shoot("example");
}
