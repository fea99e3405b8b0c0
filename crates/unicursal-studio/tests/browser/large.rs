//! A level of four million cells: shown, moved, zoomed, solved and played.

use serde_json::{Value, json};

use crate::driver::Browser;
use crate::server::studio;

/// The colours of the middle of the canvas, after what was asked for is drawn.
fn middle(browser: &Browser) -> Value {
    browser.run(
        "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => { \
         const c = document.getElementById('canvas'); done(Array.from(\
         c.getContext('2d').getImageData(c.width / 2, c.height / 2, 1, 1).data)) })))",
    )
}

/// Rows that are joined at their ends in turn: one long walk, which a solver finds at once.
pub fn winding() -> String {
    let rows = (0..2000).map(|y| match y % 4 {
        0 | 2 => ".".repeat(2000),
        1 => "X".repeat(1999) + ".",
        _ => ".".to_owned() + &"X".repeat(1999),
    });
    format!("x=2000&y=2000&board={}", rows.collect::<String>())
}

#[test]
fn a_level_of_2000x2000_is_shown_moved_zoomed_solved_and_played() {
    let (_server, browser) = studio();
    browser.load(&winding());
    browser.until_message("2000 columns");
    // As close as it goes, one sees single cells: walls and free ones.
    browser.press("+++++++++++++++++++++++++++++++");
    let (open, wall) = (json!([253, 253, 251, 255]), json!([47, 53, 66, 255]));
    let mut seen = Vec::new();
    for _ in 0..4 {
        browser.press("sd");
        seen.push(middle(&browser));
    }
    assert!(seen.contains(&open) && seen.contains(&wall), "{seen:?}");
    browser.shoot("large");
    browser.press("0");
    browser.click("solve-button");
    browser.until_message("Solved");
    let length: usize = 1000 * 2000 + 1000;
    let steps = browser.run("return Number(document.getElementById('step').max)");
    assert_eq!(steps.as_u64(), Some(length as u64));
    browser.press("<");
    browser.until_text("step-text", "0 / ");
    browser.press(" ");
    browser.until("Number(document.getElementById('step').value) > 10000");
    browser.press(" ");
    browser.drag("mouse", &[(300.0, 400.0), (350.0, 420.0), (400.0, 440.0)]);
    browser.press("+++");
    browser.shoot("large-solved");
}
