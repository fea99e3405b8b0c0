//! What the API says, for every puzzle in the registry.

use std::io::Read;

use serde_json::json;
use unicursal::puzzle;
use unicursal_studio::Config;

use crate::client::{Server, event};

#[test]
fn every_puzzle_is_loaded_solved_drawn_and_checked() {
    let server = Server::start(Config::default());
    let listed = server.get("/api/puzzles").json();
    let listed = listed["puzzles"].as_array().unwrap();
    assert_eq!(listed.len(), unicursal::puzzles().len());
    for described in listed {
        let (name, example) = (&described["name"], &described["example"]);
        let level = server.post("/api/level", &json!({"puzzle": name, "level": example}));
        assert_eq!(level.status, 200, "{}", level.body);
        let level = level.json();
        let picture = &level["picture"];
        let number = |value: &serde_json::Value| value.as_u64().unwrap() as usize;
        let cells = number(&level["width"]) * number(&level["height"]);
        let bytes = (cells * number(&picture["bits"])).div_ceil(8);
        assert_eq!(
            picture["fills"].as_str().unwrap().len(),
            bytes.div_ceil(3) * 4
        );

        let asked = json!({"puzzle": name, "level": example});
        let done = event(&server.post("/api/solve", &asked), "done").unwrap();
        assert_eq!(done["outcome"], "solved", "{name}");
        assert!(!done["picture"]["lines"].as_array().unwrap().is_empty());

        let asked = json!({"puzzle": name, "level": example, "answer": done["answer"]});
        let verdict = server.post("/api/check", &asked);
        assert_eq!(verdict.json(), json!({"valid": true}), "{name}");
        let mut asked = asked;
        for (format, begins) in [
            ("svg", "<svg"),
            ("png", "\u{fffd}PNG"),
            ("gif", "GIF89a"),
            ("apng", "\u{fffd}PNG"),
            ("moving-svg", "<svg"),
            ("json", "{"),
        ] {
            asked["format"] = json!(format);
            let drawn = server.post("/api/draw", &asked);
            assert_eq!(drawn.status, 200);
            assert!(drawn.body.starts_with(begins), "{name} as {format}");
        }
    }
}

#[test]
fn what_a_puzzle_can_do_works_through_the_api() {
    let server = Server::start(Config::default());
    for puzzle in unicursal::puzzles() {
        let (name, able) = (puzzle.name(), puzzle.about().abilities);
        let example = json!({"puzzle": name, "level": puzzle.about().example});
        let count = server.post("/api/count", &example);
        assert_eq!(count.status == 200, able.count, "{name}: {}", count.body);
        let hint = server.post("/api/hint", &example);
        assert_eq!(hint.status == 200, able.hint, "{name}: {}", hint.body);
        let judged = server.post("/api/check", &example);
        assert_eq!(judged.status == 200, able.check_level, "{name}");
        if able.generate {
            let asked = json!({"puzzle": name, "width": 9, "height": 9, "seed": "spring"});
            let made = server.post("/api/generate", &asked).json();
            let again = server.post("/api/level", &json!({"puzzle": name, "level": made["id"]}));
            assert_eq!(again.json()["text"], made["text"], "{name}");
        }
    }
}

/// It was 2 and incomplete for everybody who did not say how many at most.
#[test]
fn all_answers_are_counted_where_nobody_says_how_many_at_most() {
    let server = Server::start(Config::default());
    let mut asked = json!({"puzzle": "coil", "level": "x=3&y=3&board=X.......X"});
    let all = server.post("/api/count", &asked).json();
    assert_eq!(all, json!({"found": 4, "complete": true}));
    asked["most"] = json!(2);
    let some = server.post("/api/count", &asked).json();
    assert_eq!(some, json!({"found": 2, "complete": false}));
}

#[test]
fn a_level_is_put_into_words_and_what_comes_back_is_scored() {
    let server = Server::start(Config::default());
    let mut asked = json!({"puzzle": "pellet", "level": "S..\n...\n"});
    let words = server.post("/api/prompt", &asked).json();
    let text = words["text"].as_str().expect("a text");
    assert!(text.contains("\nS..\n...\n"), "{text}");
    asked["answer"] = json!("So it is <answer>RRDLL</answer>");
    let score = server.post("/api/score", &asked).json();
    assert_eq!(
        (&score["score"], &score["answer"]),
        (&json!(1.0), &json!("rrdll"))
    );
    asked["style"] = json!("loud");
    assert_eq!(server.post("/api/prompt", &asked).status, 400);
}

#[test]
fn a_level_without_a_solution_and_a_wrong_answer_are_told() {
    let server = Server::start(Config::default());
    let level = "x=3&y=3&board=.X.XXX.X.";
    let asked = json!({"puzzle": "coil", "level": level});
    let done = event(&server.post("/api/solve", &asked), "done").unwrap();
    assert_eq!(done["outcome"], "unsolvable");
    assert!(!done["proof"].as_str().unwrap().is_empty());
    let level = puzzle("coil").unwrap().about().example;
    let asked = json!({"puzzle": "coil", "level": level, "answer": "x=0&y=0&path=R"});
    let verdict = server.post("/api/check", &asked).json();
    assert_eq!(verdict["valid"], false);
    assert!(!verdict["reason"].as_str().unwrap().is_empty());
}

#[test]
fn a_solver_shows_what_it_has_decided() {
    let server = Server::start(Config::default());
    let asked = json!({"puzzle": "coil", "level": "coil:300x170/original#spring"});
    let reply = server.post("/api/solve", &asked);
    let sketch = event(&reply, "sketch").expect("something is decided on the way");
    let number = |name: &str| sketch[name].as_u64().unwrap();
    assert_eq!((number("width"), number("height")), (150, 85));
    assert_eq!(number("side"), 2);
    let decided = sketch["decided"].as_str().unwrap();
    assert_eq!(decided.len(), 150 * 85 / 3 * 4);
    assert!(decided.bytes().any(|letter| letter != b'A'));
    assert_eq!(event(&reply, "done").unwrap()["outcome"], "solved");
}

#[test]
fn plain_searches_show_their_walks() {
    let server = Server::start(Config::default());
    for (puzzle, method) in [("coil", "brute"), ("coil", "search"), ("pellet", "dfs")] {
        let id = match puzzle {
            "coil" => "coil:60x60/original#spring",
            _ => "pellet:60x60#spring",
        };
        let level = server.post("/api/level", &json!({"puzzle": puzzle, "level": id}));
        let level = &level.json()["text"];
        let asked = json!({"puzzle": puzzle, "level": level, "method": method, "time_limit": 1.5});
        let reply = server.post("/api/solve", &asked);
        let sketch = event(&reply, "sketch").expect(method);
        assert_eq!((&sketch["width"], &sketch["side"]), (&json!(60), &json!(1)));
        // A visited cell is all ones: some letters are the last of the alphabet.
        assert!(
            sketch["decided"].as_str().unwrap().contains('/'),
            "{method}"
        );
    }
}

#[test]
fn bad_input_is_named() {
    let server = Server::start(Config::default());
    let refused = |path: &str, body: serde_json::Value, status: u16, part: &str| {
        let reply = server.post(path, &body);
        assert_eq!(reply.status, status, "{}", reply.body);
        assert!(reply.error().contains(part), "{}", reply.body);
    };
    let coil = |level: &str| json!({"puzzle": "coil", "level": level});
    refused(
        "/api/level",
        json!({"puzzle": "chess", "level": ""}),
        404,
        "chess",
    );
    refused("/api/level", coil("x=3&y=3&board=X......?X"), 422, "?");
    refused("/api/level", coil("coil:pack/none"), 422, "number");
    refused("/api/level", coil("maze:9x9#a"), 422, "a level of maze");
    refused("/api/level", coil("coil:4x"), 422, "not a level id");
    refused("/api/level", json!({"puzzle": "coil"}), 400, "level");
    let mut draw = coil("x=3&y=3&board=X.......X");
    draw["format"] = json!("bmp");
    refused("/api/draw", draw, 422, "bmp");
    assert_eq!(server.get("/nowhere").status, 404);
    // No names of our types.
    let not_a_level = json!({"puzzle": "coil", "level": 5});
    refused(
        "/api/solve",
        not_a_level,
        400,
        "a level is a text, or a sheet {",
    );
    refused("/api/level", json!("coil"), 400, "expected an object");
    // The words are not there twice, nor empty.
    let reply = server.post("/api/level", &coil(""));
    assert_eq!(
        reply.json(),
        json!({"kind": "bad-input", "error": "the input is empty"})
    );

    let place = |puzzle: &str, level: &str| {
        let reply = server.post("/api/level", &json!({"puzzle": puzzle, "level": level}));
        reply.json()["place"].clone()
    };
    assert_eq!(
        place("coil", "x=3&y=3&board=X......?X"),
        json!({"byte": 21})
    );
    let second = json!({"line": 2, "column": 2});
    assert_eq!(place("pellet", "S.\n.?\n"), second);
    assert_eq!(place("maze", "S#\n#S\nE"), second);
    assert_eq!(place("connect", "2 3\n0\t.\n..0\n"), second);
}

#[test]
fn the_page_and_its_parts_are_there() {
    let server = Server::start(Config::default());
    let page = server.get("/");
    assert!(page.head.contains("text/html") && page.body.contains("<canvas"));
    assert!(page.head.to_lowercase().contains("content-security-policy"));
    assert!(page.head.contains("form-action 'none'"), "{}", page.head);
    // Whatever the page and its scripts name is there.
    let mut parts = vec!["/style.css".to_owned(), "/main.js".to_owned()];
    let mut next = 0;
    while let Some(part) = parts.get(next).cloned() {
        let reply = server.get(&part);
        assert_eq!(reply.status, 200, "{part}");
        let folder = part.rsplit_once('/').map_or("", |(folder, _)| folder);
        let named = reply.body.split("from \".").skip(1);
        for name in named.filter_map(|rest| rest.split('"').next()) {
            // From beside it, or from another folder.
            let name = match name.strip_prefix("./") {
                Some(other) => format!("/{other}"),
                None => format!("{folder}{name}"),
            };
            if !parts.contains(&name) {
                parts.push(name);
            }
        }
        next += 1;
    }
    assert!(parts.len() > 20, "{parts:?}");
    assert!(server.get("/api").body.contains("/api/solve"));
    for part in ["/manifest.webmanifest", "/icons/icon-192.png", "/sw.js"] {
        let headers = format!("Host: {}\r\nConnection: close\r\n", server.address);
        let mut stream = server.send(&format!("HEAD {part}"), &headers, "");
        let mut head = String::new();
        stream.read_to_string(&mut head).unwrap();
        assert!(head.starts_with("HTTP/1.1 200"), "{part}: {head}");
    }
}

/// What a browser has already is not sent again, and the rest is sent compressed to whoever takes
/// that.
#[test]
fn the_page_is_compressed_and_known_by_its_tag() {
    let server = Server::start(Config::default());
    let get = |more: &str| {
        let headers = format!("Host: {}\r\nConnection: close\r\n{more}", server.address);
        let mut bytes = Vec::new();
        let mut stream = server.send("GET /style.css", &headers, "");
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes
            .windows(4)
            .position(|part| part == b"\r\n\r\n")
            .unwrap()
            + 4;
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        (head, bytes.len() - end)
    };
    let (plain, length) = get("");
    assert!(!plain.contains("content-encoding") && plain.contains("vary: accept-encoding"));
    let (packed, shorter) = get("Accept-Encoding: br, gzip\r\n");
    assert!(
        packed.contains("content-encoding: gzip") && packed.contains("cache-control: no-cache")
    );
    assert!(shorter * 2 < length, "{shorter} of {length}");
    let tag = plain
        .lines()
        .find_map(|line| line.strip_prefix("etag: "))
        .unwrap();
    let (same, nothing) = get(&format!("If-None-Match: \"other\", W/{tag}\r\n"));
    assert!(same.starts_with("http/1.1 304") && nothing == 0, "{same}");
    let (other, _) = get("If-None-Match: \"other\"\r\n");
    assert!(other.starts_with("http/1.1 200"), "{other}");
}

#[test]
fn a_level_is_written_in_the_forms_that_its_puzzle_names() {
    let server = Server::start(Config::default());
    let offered = server.get("/api/puzzles").json();
    for puzzle in offered["puzzles"].as_array().unwrap() {
        let forms = puzzle["formats"].as_array().unwrap();
        assert_eq!(forms[0]["name"], "own");
    }
    let asked = |to: &str| {
        let level = "4 4\n0..1\n....\n....\n0..1\n0\n";
        server.post(
            "/api/convert",
            &json!({"puzzle": "connect", "level": level, "to": to}),
        )
    };
    let address = asked("puzz.link").json()["text"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(address.contains("puzz.link"), "{address}");
    assert_eq!(asked("nothing").status, 422);
    let drawn = server.post(
        "/api/draw",
        &json!({"puzzle": "maze", "level": "maze:9x9#1", "format": "paper"}),
    );
    assert!(drawn.body.starts_with("<svg") && drawn.body.contains("stroke-width=\".06\""));
}

#[test]
fn a_sheet_is_a_level_and_a_draft_says_what_is_missing() {
    let server = Server::start(Config::default());
    for puzzle in unicursal::puzzles() {
        let (name, example) = (puzzle.name(), puzzle.about().example);
        let level = server.post("/api/level", &json!({"puzzle": name, "level": example}));
        let level = level.json();
        let same = server.post(
            "/api/level",
            &json!({"puzzle": name, "level": level["sheet"]}),
        );
        assert_eq!(same.json()["text"], level["text"], "{}", same.body);
        let draft = server.post(
            "/api/draft",
            &json!({"puzzle": name, "level": level["sheet"]}),
        );
        assert_eq!(draft.json()["text"], level["text"]);
        assert_eq!(draft.json()["facts"], level["facts"]);
    }
    let sheet = json!({"width": 3, "height": 1, "cells": "..."});
    let draft = server.post("/api/draft", &json!({"puzzle": "pellet", "level": sheet}));
    assert_eq!(draft.status, 200);
    assert_eq!(draft.json()["text"], "3 1\n...\n");
    let error = draft.json()["error"].as_str().unwrap().to_owned();
    assert!(error.contains("no start"), "{error}");
    for sheet in [
        json!({"width": 3, "height": 2, "cells": "..."}),
        json!({"width": 3, "height": 1, "cells": "..\n"}),
    ] {
        let refused = server.post("/api/draft", &json!({"puzzle": "coil", "level": sheet}));
        assert_eq!(refused.status, 422, "{}", refused.body);
    }
    let large = json!({"width": 100_000, "height": 100_000, "cells": ""});
    let refused = server.post("/api/level", &json!({"puzzle": "coil", "level": large}));
    assert_eq!(refused.status, 413, "{}", refused.body);
}

#[test]
fn a_text_of_another_puzzle_is_recognised_where_it_may_be() {
    let server = Server::start(Config::default());
    for puzzle in unicursal::puzzles() {
        for other in unicursal::puzzles() {
            let asked =
                json!({"puzzle": other.name(), "level": puzzle.about().example, "any": true});
            let level = server.post("/api/level", &asked);
            assert_eq!(level.json()["puzzle"], puzzle.name(), "{}", level.body);
        }
    }
    // The forms of other programs are recognised like our own.
    let address = "https://puzz.link/p?numlin/3/2/1g21g2";
    for level in [
        address,
        "SIZE 3X2\nLINE_NUM 2\nLINE#1 (0,0)-(0,1)\nLINE#2 (2,0)-(2,1)\n",
    ] {
        let asked = json!({"puzzle": "coil", "level": level, "any": true});
        let found = server.post("/api/level", &asked);
        assert_eq!(found.status, 200, "{}", found.body);
        assert_eq!(found.json()["puzzle"], "connect", "{level}");
        assert_eq!(found.json()["width"], 3, "{level}");
    }
    // What nobody can read is refused in the words of the puzzle that was asked for.
    let asked = json!({"puzzle": "coil", "level": "x=3&y=3&board=X......?X", "any": true});
    let refused = server.post("/api/level", &asked);
    assert_eq!(refused.status, 422);
    assert!(refused.error().contains('?'), "{}", refused.body);
}
