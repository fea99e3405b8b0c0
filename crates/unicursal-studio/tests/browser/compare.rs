//! Comparing results of the arena.

use serde_json::json;

use crate::server::studio;

fn line(solver: &str, level: u64, seconds: f64, verdict: &str) -> String {
    // The third level of the pack has this size, the second another.
    let side = if level == 3 { 4 } else { 7 + level };
    let entry = json!({
        "puzzle": "coil", "solver": solver, "level": level, "width": side, "height": side,
        "position": level, "total": 3, "verdict": verdict, "seconds": seconds,
        "cpu_seconds": seconds, "peak_memory": 4_000_000, "timeout": 60.0, "loaded": false,
    });
    format!("{entry}\n")
}

/// Results of two solvers on three levels of the pack, one of which times out.
pub fn results() -> String {
    let mine = (1..=3).map(|level| line("./mine", level, 0.01 * level as f64, "PASS"));
    let other = line("./other", 1, 0.02, "PASS") + &line("./other", 2, 60.0, "TIMEOUT");
    mine.collect::<String>() + &other
}

#[test]
fn results_are_dropped_and_pasted_plotted_and_sorted() {
    let (_server, browser) = studio();
    browser.click("mode-compare");
    let mine: String = (1..=3)
        .map(|level| line("./mine", level, 0.01 * level as f64, "PASS"))
        .collect();
    browser.drop_file("mine.jsonl", &mine);
    browser.until_text("summary-rows", "3 of 3");
    let other = line("./other", 1, 0.02, "PASS") + &line("./other", 2, 60.0, "TIMEOUT");
    browser.fill("entries-text", &other);
    browser.submit("entries");
    browser.until_text("summary-rows", "1 of 2");
    assert!(browser.text("summary-rows").contains("× 2.00"));
    // A dot for each pass and a triangle for the timeout, of each solver.
    let drawn = |kind: &str| {
        browser.run(&format!(
            "return [...document.querySelectorAll('#plot .{kind}')].map((path) => \
             path.getAttribute('d').split('M').length - 1)"
        ))
    };
    assert_eq!(drawn("passed"), json!([3, 1]));
    assert_eq!(drawn("failed"), json!([0, 1]));

    let first = "return document.querySelector('#rows tr').textContent";
    browser.run("document.querySelectorAll('#head button')[4].click()");
    assert!(browser.run(first).as_str().unwrap().contains("10 ms"));
    browser.run("document.querySelectorAll('#head button')[4].click()");
    assert!(browser.run(first).as_str().unwrap().contains("TIMEOUT"));
    browser.shoot("compare");

    // A dot says what it is, and opens its level where that is the one of the pack.
    let point = |level: usize, kind: &str| {
        browser.run(&format!(
            "const svg = document.querySelector('#plot svg'); \
             const [, x, y] = svg.querySelector('.passed').getAttribute('d').split('M')[{level}].match(/(\\S+) (\\S+)h0/); \
             const {{ x: clientX, y: clientY }} = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); \
             svg.dispatchEvent(new MouseEvent('{kind}', {{ clientX, clientY, bubbles: true }}))"
        ));
    };
    point(3, "pointermove");
    browser.until_text(
        "plot-note",
        "\u{2068}./mine\u{2069} · level 3, 4×4 · PASS · 30 ms",
    );
    point(2, "click");
    browser.until_note("entries", "level 2 of 9×9 is not in the pack here");
    point(3, "click");
    browser.until("document.body.dataset.mode === 'watch'");
    browser.until("document.getElementById('text').value === 'coil:pack/3'");
    browser.click("mode-compare");
    browser.run("document.querySelector('[aria-label=\"Open level 3\"]').click()");
    browser.until("document.body.dataset.mode === 'watch'");
    browser.click("mode-compare");

    browser.fill("entries-text", &(mine + "{\"solver\": 1}\n"));
    browser.submit("entries");
    browser.until_note("entries", "line 4");
    browser.click("entries-clear");
    browser.until("document.getElementById('results').hidden");
}

#[test]
fn methods_are_compared_in_the_page_itself() {
    let (_server, browser) = studio();
    browser.click("mode-compare");
    browser.click("trial");
    browser.until_text("summary-rows", "engine");
    // Every level was tried by both, and what takes longer is no pass.
    assert!(browser.text("summary-rows").contains(" of 12"));
    let rows = browser.run("return document.querySelectorAll('#rows tr').length");
    assert_eq!(rows, 24);
    browser.until("document.getElementById('trial-field').hidden");
    browser.click("entries-clear");
    browser.until("!document.getElementById('trial-field').hidden");
}
