//! Comparing results of the arena.

use serde_json::json;

use crate::server::studio;

fn line(solver: &str, level: u64, seconds: f64, verdict: &str) -> String {
    let side = 3 + level;
    let entry = json!({
        "puzzle": "coil", "solver": solver, "level": level, "width": side, "height": side,
        "position": level, "total": 3, "verdict": verdict, "seconds": seconds,
        "cpu_seconds": seconds, "peak_memory": 4_000_000, "timeout": 60.0, "loaded": false,
    });
    format!("{entry}\n")
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

    browser.fill("entries-text", &(mine + "{\"solver\": 1}\n"));
    browser.submit("entries");
    browser.until_note("entries", "line 4");
    browser.click("entries-clear");
    browser.until("document.getElementById('results').hidden");
}
