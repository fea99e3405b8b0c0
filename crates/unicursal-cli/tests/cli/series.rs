//! A benchmark with a sealed half, from `series` to the leaderboard.
#![cfg(target_os = "linux")]

use serde_json::Value;

use crate::run::{Place, ended};

#[test]
fn a_series_is_made_evaluated_and_ranked() {
    let place = Place::new("series");
    let words = [
        "coil",
        "series",
        "s",
        "--count",
        "8",
        "--largest",
        "9",
        "--seed",
        "spring",
    ];
    let made = place.run(&words);
    assert_eq!(made.code, Some(0), "{made:?}");
    assert_eq!(place.run(&words).code, Some(2), "it does not replace one");
    let manifest: Value = serde_json::from_slice(&place.read("s/public/manifest.json")).unwrap();
    assert_eq!(manifest["levels"].as_array().map(Vec::len), Some(4));
    let text = place.read("s/public/levels/1");
    assert!(text.starts_with(b"x=3&y=3&board=") && !text.ends_with(b"\n"));
    let digest = unicursal_arena::digest::bytes(&place.read("s/secret/sealed.tar"));
    assert_eq!(manifest["sealed"]["archive_sha256"], digest.as_str());
    let readme = String::from_utf8(place.read("s/public/README.md")).unwrap();
    assert!(readme.contains(&digest), "{readme}");
    let numbers = manifest["levels"].as_array().expect("a list").iter();
    let numbers: Vec<u64> = numbers
        .filter_map(|level| level["number"].as_u64())
        .collect();
    assert_eq!(numbers, [1, 3, 5, 7]);
    std::fs::create_dir(place.path().join("sealed")).expect("a folder can be made");
    let unpacked = std::process::Command::new("tar")
        .args(["xf", "s/secret/sealed.tar", "-C", "sealed"])
        .current_dir(place.path())
        .status();
    assert!(unpacked.is_ok_and(|status| status.success()));
    assert!(place.read("sealed/8").starts_with(b"x=9&y=9&board="));

    for folder in ["s/public", "sealed"] {
        let file = format!("--json={}.jsonl", folder.replace('/', "-"));
        let ended = place.run(&["coil", "evaluate", "--levels", folder, &file]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert!(ended.stdout.contains("Passed 4 of 4 levels"), "{ended:?}");
    }
    let other = [
        "coil",
        "evaluate",
        "echo '<b>'",
        "--levels",
        "s/public",
        "--json=other.jsonl",
    ];
    assert_eq!(place.run(&other).code, Some(1));
    let html = [
        "coil",
        "merge",
        "s-public.jsonl",
        "other.jsonl",
        "--html",
        "page.html",
    ];
    assert_eq!(place.run(&html).code, Some(1));
    let page = String::from_utf8(place.read("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>"), "{page}");
    assert!(
        page.contains("</i>unicursal coil solve<td>4 of 4<td>7<td>"),
        "{page}"
    );
    assert!(
        page.contains("echo '&lt;b&gt;'<td>0 of 4<td><span class=\"none\">-</span><td><span"),
        "{page}"
    );
    assert!(
        !page.contains("-0.00") && !page.contains("time limits differ"),
        "{page}"
    );
    assert!(
        page.contains("<polyline") && !page.contains("<b>"),
        "{page}"
    );
    let place = place.with("s/public/levels/3", "x=1&y=1&board=.");
    let changed = place.run(&["coil", "evaluate", "--levels", "s/public"]);
    let message = "unicursal: s/public/manifest.json: level 3 is not the one that is listed here\n";
    assert_eq!(changed, ended(2, "", message));
}

#[test]
fn a_solver_cannot_look_into_the_half_that_is_held_back() {
    let peek = "cat s/secret/* answers/* 2> /dev/null";
    let place = Place::new("series_peek").with("peek", peek);
    std::fs::create_dir(place.path().join("answers")).expect("a folder can be made");
    let place = place.with("answers/1", "the answer");
    let made = place.run(&["coil", "series", "s", "--count", "4", "--largest", "6"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let mut words = vec!["coil", "evaluate", "sh peek", "--levels", "s/public"];
    let seen = place.run(&words);
    assert!(
        seen.stdout.contains("wrong answer"),
        "without --hide: {seen:?}"
    );
    words.extend(["--hide", "answers"]);
    let hidden = place.run(&words);
    if hidden.stdout.contains("namespaces for processes, files") {
        assert!(
            hidden.stdout.contains("CRASH - exit code 1 ("),
            "{hidden:?}"
        );
    } else {
        eprintln!("NOT TESTED: there is no mount namespace here");
    }
    let bad = place.run(&["coil", "evaluate", "sh peek", "--hide", "nowhere"]);
    assert_eq!(bad.code, Some(2), "{bad:?}");
}
