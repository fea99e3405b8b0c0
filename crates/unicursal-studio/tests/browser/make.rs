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
fn drawing_is_taken_back_and_done_again_and_a_badge_says_what_it_is_worth() {
    let (_server, browser) = studio();
    browser.load("x=3&y=3&board=X.......X");
    browser.until_message("3 columns");
    browser.click("mode-make");
    let is = |board: &str| {
        browser.until(&format!(
            "document.getElementById('text').value.includes('board={board}')"
        ));
    };
    browser.run("document.activeElement.blur()");
    // Walls on either side of the middle: two rooms.
    browser.press("2DRDE");
    is("X...X...X");
    browser.press("RE");
    is("X...XX..X");
    browser.until_text("badge", "no solution");
    browser.fill("width", "2");
    browser.fill("height", "1");
    browser.click("clear");
    is("..");
    // Two ends, and a way in each direction.
    browser.until_text("badge", "solvable");
    browser.press("uuu");
    is("X.......X");
    browser.press("rr");
    is("X...XX..X");
    browser.click("draw-redo");
    is("..");
    browser.click("draw-undo");
    is("X...XX..X");
    // What is generated can be taken back as well.
    browser.fill("width", "5");
    browser.fill("height", "4");
    browser.click("generate-button");
    browser.until_message("5 columns, 4 rows");
    browser.press("u");
    is("X...XX..X");
    // As everywhere else.
    let command = |shift: bool| {
        browser.run(&format!(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', \
             {{ key: 'z', ctrlKey: true, shiftKey: {shift}, bubbles: true }}))"
        ));
    };
    command(false);
    is("X...X...X");
    command(true);
    is("X...XX..X");
}

#[test]
fn colours_are_chosen_from_swatches_and_options_are_explained() {
    let (_server, browser) = studio();
    browser.choose("connect");
    browser.click("mode-make");
    browser.fill("width", "3");
    browser.fill("height", "1");
    browser.click("clear");
    browser.until_message("3 columns, 1 row");
    let swatches =
        "return [...document.querySelectorAll('#swatches button')].map((b) => b.textContent)";
    assert_eq!(browser.run(swatches), serde_json::json!(["●"]));
    browser.drag("mouse", &browser.cells((3.0, 1.0), &[(0.0, 0.0)]));
    browser.until("document.querySelectorAll('#swatches button').length === 2");
    browser.run("document.querySelectorAll('#swatches button')[1].click()");
    browser.drag("mouse", &browser.cells((3.0, 1.0), &[(1.0, 0.0)]));
    browser.until("document.getElementById('text').value.includes('\\n01.')");
    browser.run("document.querySelectorAll('#swatches button')[0].click()");
    browser.drag("mouse", &browser.cells((3.0, 1.0), &[(2.0, 0.0)]));
    browser.until("document.getElementById('text').value.includes('\\n010')");
    // Each field has words beside it that belong to it.
    let unexplained = browser.run(
        "return [...document.querySelectorAll('[data-option]')].filter((field) => \
         !document.getElementById(field.getAttribute('aria-describedby'))?.textContent.trim()).length",
    );
    assert_eq!(unexplained, 0);
}

#[test]
fn a_cleared_maze_can_be_drawn_on_and_its_end_and_its_rule_are_two_questions() {
    let (_server, browser) = studio();
    browser.choose("maze");
    browser.click("mode-make");
    browser.fill("width", "5");
    browser.fill("height", "3");
    browser.click("clear");
    browser.run("document.activeElement.blur()");
    let put = |brush: &str, cell: (f64, f64)| {
        browser.press(brush);
        browser.drag("mouse", &browser.cells((5.0, 3.0), &[cell]));
    };
    // The end stands in the middle of a room, where no hand on a wall leads.
    put("3", (0.0, 0.0));
    put("4", (2.0, 1.0));
    browser.until("document.getElementById('text').value.includes('E')");
    browser.until_text("badge", "the left hand never arrives");
    browser.click("solvable");
    browser.until_message("Yes, the end can be reached, but the rule 'left' never arrives");
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

#[test]
fn numbers_and_thin_walls_are_drawn_by_mouse_finger_and_keys_and_graded_at_once() {
    let (_server, browser) = studio();
    browser.click("mode-make");
    browser.choose("trail");
    browser.fill("width", "3");
    browser.fill("height", "2");
    browser.click("clear");
    browser.until_message("3 columns, 2 rows");
    let text = |wanted: &str| {
        let wanted = serde_json::json!(wanted);
        browser.until(&format!(
            "document.getElementById('text').value.includes({wanted})"
        ));
    };
    // The brush for numbers is chosen at first.
    for (kind, cell) in [("mouse", (0.0, 0.0)), ("touch", (2.0, 0.0))] {
        browser.drag(kind, &browser.cells((3.0, 2.0), &[cell]));
    }
    text("1 . 2\n. . .\n");
    assert_eq!(browser.value("numeral"), "3");
    browser.until_text("badge", "no solution");
    // A number is taken up and put down elsewhere.
    browser.drag("mouse", &browser.cells((3.0, 2.0), &[(2.0, 0.0)]));
    assert_eq!(browser.value("numeral"), "2");
    browser.press("DDREEU");
    text("1 . .\n. . .\n");
    browser.press("R");
    browser.drag("touch", &browser.cells((3.0, 2.0), &[(0.0, 1.0)]));
    text("1 . .\n2 . .\n");
    browser.until_text("badge", "solvable, unique · easy");

    // Thin walls: near a side, along a row, and beside the cursor.
    browser.press("4");
    browser.drag("mouse", &browser.cells((3.0, 2.0), &[(0.4, 0.0)]));
    text("1|. .");
    browser.until_text("badge", "no solution");
    browser.click("draw-undo");
    text("1 . .");
    browser.drag(
        "touch",
        &browser.cells((3.0, 2.0), &[(0.0, 0.4), (1.0, 0.4)]),
    );
    text("1 . .\n- -\n2 . .");
    browser.until_text("badge", "solvable, unique · easy");
    browser.run(
        "import('./page/shown.js').then(({ view }) => { view.setCursor({ x: 1, y: 1 }); \
         document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', shiftKey: true, bubbles: true })); })",
    );
    text("1 . .\n-\n2 . .");
}
