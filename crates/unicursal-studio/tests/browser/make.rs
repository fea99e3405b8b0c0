//! Making levels: drawing, generating, judging, and a link to what was made.

use crate::server::studio;

#[test]
fn a_level_of_each_puzzle_is_drawn_and_judged() {
    let (_server, browser) = studio();
    browser.click("mode-make");
    let clear = |width: &str, height: &str| {
        browser.fill("width", width);
        browser.fill("height", height);
        browser.click("clear");
    };
    clear("4", "3");
    browser.until_message("4 columns, 3 rows");
    browser.drag(
        "mouse",
        &browser.cells((4.0, 3.0), &[(0.0, 1.0), (2.0, 1.0)]),
    );
    browser.until("document.getElementById('text').value.includes('board=....XXX.....')");
    browser.click("solvable");
    browser.until_message("Yes, it can be solved");
    browser.click("unique");
    browser.until_message("more than one");
    browser.click("draw-undo");
    browser.until("document.getElementById('text').value.includes('board=............')");
    // The same by keys.
    browser.run("document.activeElement.blur()");
    browser.press("DDRE");
    browser.until("document.getElementById('text').value.includes('board=.....X......')");
    let link =
        browser.run("return new Promise((done) => setTimeout(() => done(location.href), 300))");

    browser.choose("pellet");
    clear("3", "2");
    browser.until_text("draw-note", "no start");
    browser.press("3");
    browser.drag("touch", &browser.cells((3.0, 2.0), &[(0.0, 0.0)]));
    browser.until("document.getElementById('text').value.includes('S')");
    browser.click("solvable");
    browser.until_message("Yes");

    browser.choose("maze");
    clear("3", "1");
    // What is no level yet can be neither watched nor played.
    browser.click("mode-play");
    browser.until_message("This is not a level yet");
    browser.press("3");
    browser.drag("mouse", &browser.cells((3.0, 1.0), &[(0.0, 0.0)]));
    browser.press("4");
    browser.drag("mouse", &browser.cells((3.0, 1.0), &[(2.0, 0.0)]));
    browser.until_message("3 columns, 1 row");
    browser.until("document.getElementById('text').value.includes('E')");
    browser.click("perfect");
    browser.until_message("Yes, it is connected");

    browser.choose("connect");
    clear("2", "2");
    browser.press("5");
    browser.drag("mouse", &browser.cells((2.0, 2.0), &[(0.0, 0.0)]));
    browser.until_text("draw-note", "colour '0'");
    browser.drag("mouse", &browser.cells((2.0, 2.0), &[(1.0, 0.0)]));
    browser.press("6");
    browser.drag("mouse", &browser.cells((2.0, 2.0), &[(1.0, 1.0)]));
    browser.until("document.getElementById('text').value === '2 2\\n00\\n..\\n1\\n1 1 0\\n'");
    browser.click("unique");
    browser.until_message("exactly one");
    browser.shoot("make");
    browser.fill("colour", "H");
    browser.until("document.getElementById('draw-note').textContent.includes('not a colour')");

    browser.open("about:blank");
    browser.open(link.as_str().unwrap());
    browser.until("document.getElementById('text')?.value.includes('board=.....X......')");
    browser.until("document.body.dataset.mode === 'make'");
}

#[test]
fn a_level_of_each_puzzle_is_generated_by_its_own_options() {
    let (_server, browser) = studio();
    browser.click("mode-make");
    let options = [
        ("coil", "profile", "maze", "coil:13x11/"),
        ("connect", "colours", "4", "connect:13x11/c4"),
        ("maze", "algorithm", "dfs", "maze:13x11/dfs#leaf"),
        ("pellet", "", "", "pellet:13x11"),
    ];
    for (puzzle, option, value, id) in options {
        browser.choose(puzzle);
        browser.fill("width", "13");
        browser.fill("height", "11");
        browser.fill("seed", "leaf");
        if !option.is_empty() {
            browser.run(&format!(
                "const field = document.querySelector('#generate-options [data-option={option}]'); \
                 field.value = '{value}' || field.value"
            ));
        }
        browser.click("generate-button");
        browser.until_message("13 columns, 11 rows");
        assert!(
            browser.value("text").starts_with(id),
            "{}",
            browser.value("text")
        );
        assert!(browser.value("text").ends_with("#leaf"));
        browser.click("solvable");
        browser.until_message("Yes");
    }
}
