//! Each puzzle is won by mouse, by keys and by touch.

use crate::driver::Browser;
use crate::server::{Server, example, open};

type Cells = &'static [(f64, f64)];

/// A level that is played: its puzzle, its text in an address, its size, the cells at which each
/// move of a solution ends, and the keys for it.
struct Game {
    puzzle: &'static str,
    level: &'static str,
    size: (f64, f64),
    cells: Cells,
    keys: &'static str,
}

const WALKS: [Game; 4] = [
    Game {
        puzzle: "trail",
        level: "trail%203x2%0A1%20.%20.%0A.%20.%202%0A",
        size: (3.0, 2.0),
        cells: &[(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (2.0, 0.0), (2.0, 1.0)],
        keys: "DRURD",
    },
    Game {
        puzzle: "coil",
        level: "x%3D3%26y%3D3%26board%3DX.......X",
        size: (3.0, 3.0),
        // The first is the start.
        cells: &[
            (1.0, 0.0),
            (2.0, 0.0),
            (2.0, 1.0),
            (0.0, 1.0),
            (0.0, 2.0),
            (1.0, 2.0),
        ],
        keys: "RRERDLDR",
    },
    Game {
        puzzle: "pellet",
        level: "S..%0A...%0A",
        size: (3.0, 2.0),
        cells: &[(1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (0.0, 1.0)],
        keys: "RRDLL",
    },
    Game {
        puzzle: "maze",
        level: "S%23%23%0A%20%20%23%0A%20%23%23%0A%20E%20",
        size: (3.0, 4.0),
        cells: &[
            (1.0, 0.0),
            (2.0, 0.0),
            (2.0, 1.0),
            (2.0, 2.0),
            (1.0, 2.0),
            (1.0, 3.0),
        ],
        keys: "RRDDLD",
    },
];

const CONNECT: Game = Game {
    puzzle: "connect",
    level: "",
    size: (4.0, 4.0),
    cells: &[],
    keys: "REDDDEUUURRRE",
};
/// The two paths of the example.
const PATHS: [Cells; 2] = [
    &[(0.0, 0.0), (0.0, 3.0)],
    &[
        (3.0, 0.0),
        (3.0, 1.0),
        (2.0, 1.0),
        (2.0, 0.0),
        (1.0, 0.0),
        (1.0, 2.0),
        (3.0, 2.0),
        (3.0, 3.0),
    ],
];

/// Opens a game that nobody has begun.
fn begin(browser: &Browser, server: &Server, game: &Game) {
    let level = match game.level {
        "" => example(game.puzzle),
        level => level.to_owned(),
    };
    open(
        browser,
        server,
        &format!("puzzle={}&mode=play&level={level}", game.puzzle),
    );
    browser.until("!document.getElementById('game').hidden");
    browser.run("localStorage.clear()");
    browser.run("document.activeElement.blur()");
}

fn is_won(browser: &Browser) {
    browser.until_message("You solved it!");
    browser.until("!document.getElementById('win').hidden");
}

#[test]
fn each_puzzle_is_won_by_mouse() {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    for game in &WALKS {
        begin(&browser, &server, game);
        for point in browser.cells(game.size, game.cells) {
            browser.drag("mouse", &[point]);
        }
        is_won(&browser);
    }
    begin(&browser, &server, &CONNECT);
    for path in PATHS {
        browser.drag("mouse", &browser.cells(CONNECT.size, path));
    }
    is_won(&browser);
}

#[test]
fn each_puzzle_is_won_by_keys() {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    for game in WALKS.iter().chain([&CONNECT]) {
        begin(&browser, &server, game);
        browser.press(game.keys);
        if game.puzzle == "connect" {
            browser.press("DLULDDRRDE");
        }
        is_won(&browser);
    }
}

/// A finger on the board took the path away that was still to be seen on it.
#[test]
fn a_board_that_is_won_is_a_picture_which_nobody_moves_until_it_is_played_again() {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    browser.resize(390, 844);
    let won = "return import('./modes/table.js').then(({ table }) => \
               [table.game.answer(), document.getElementById('win').hidden])";
    for game in WALKS.iter().chain([&CONNECT]) {
        begin(&browser, &server, game);
        browser.press(game.keys);
        if game.puzzle == "connect" {
            browser.press("DLULDDRRDE");
        }
        is_won(&browser);
        let before = browser.run(won);
        let (width, height) = game.size;
        let middle = browser.cells(
            game.size,
            &[((width / 2.0).floor(), (height / 2.0).floor())],
        );
        let corner = browser.cells(game.size, &[(0.0, 0.0), (0.0, 1.0)]);
        for kind in ["touch", "mouse"] {
            browser.drag(kind, &middle);
            browser.drag(kind, &[middle[0], (middle[0].0 - 60.0, middle[0].1)]);
            browser.drag(kind, &corner);
        }
        browser.run("document.activeElement.blur()");
        browser.press("LRUDuh");
        assert_eq!(browser.run(won), before, "{}", game.puzzle);
        browser.click("win-again");
        browser.until("document.getElementById('win').hidden");
    }
}

/// It was put down for the level to which one had gone on meanwhile.
#[test]
fn a_win_counts_for_the_level_that_was_solved_however_late_the_checker_answers() {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    open(
        &browser,
        &server,
        "puzzle=trail&level=trail:pack/1&mode=play",
    );
    browser.until_text("game-text", "cells left");
    let keys = browser.run(
        "return Promise.all(['backend/server.js', 'page/shown.js', 'modes/table.js'].map((name) => import(`./${name}`))) \
         .then(async ([{ solve }, { asked }, { table: { game } }]) => { \
             const { answer } = await solve(asked(), () => {}); \
             const other = new game.constructor(game.sheet); \
             other.restore(answer); \
             return other.moves.map(({ way }) => way).join(''); \
         })",
    );
    browser.run(
        "const ask = window.fetch; \
         window.fetch = async (address, ...more) => { \
             if (/check/.test(address)) await new Promise((done) => { window.check = done; }); \
             return ask(address, ...more); \
         }",
    );
    browser.run("document.activeElement.blur()");
    browser.press(keys.as_str().unwrap());
    browser.until("window.check");
    browser.press("n");
    browser.until_text("level-name", "Level 2");
    browser.until_text("game-text", "cells left");
    browser.run("window.check()");
    browser.until("localStorage.getItem('unicursal solved trail')");
    browser.until_text("rung-solved", "1 solved");
    let solved = browser.run("return JSON.parse(localStorage.getItem('unicursal solved trail'))");
    assert!(
        solved.get("1").is_some() && solved.get("2").is_none(),
        "{solved}"
    );
    assert_eq!(
        browser.run("return document.getElementById('win').hidden"),
        true
    );
    assert!(browser.text("game-text").contains("cells left"));
}

/// All cells of a game's walk, from where it begins, as a finger draws it.
fn drawn(game: &Game) -> Vec<(f64, f64)> {
    let mut cells = vec![(0.0, 0.0)];
    cells.extend_from_slice(game.cells);
    cells
}

#[test]
fn each_puzzle_is_won_by_dragging_with_a_finger_and_a_mouse_and_the_board_stays() {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    for (kind, width, height) in [
        ("touch", 390, 844),
        ("touch", 844, 390),
        ("mouse", 1280, 800),
    ] {
        browser.resize(width, height);
        for game in &WALKS {
            begin(&browser, &server, game);
            if game.puzzle == "coil" {
                // A press chooses the start, and swipes slide.
                let start = browser.cells(game.size, &game.cells[..1])[0];
                browser.drag(kind, &[start, (start.0 + 40.0, start.1)]);
                browser.until_text("game-text", "5 cells left");
                let before = place(&browser);
                let middle = browser.cells(game.size, &[(1.0, 1.0)])[0];
                for way in "DLDR".chars() {
                    let (x, y) = match way {
                        'L' => (-30.0, 0.0),
                        'R' => (30.0, 0.0),
                        _ => (0.0, 30.0),
                    };
                    browser.drag(kind, &[middle, (middle.0 + x, middle.1 + y)]);
                }
                assert_eq!(place(&browser), before);
            } else {
                let before = place(&browser);
                let cells = drawn(game);
                // There and back takes back.
                browser.drag(
                    kind,
                    &browser.cells(
                        game.size,
                        &[cells[0], cells[1], cells[2], cells[1], cells[0]],
                    ),
                );
                browser.until("/^(0 steps|5 cells left)/.test(document.getElementById('game-text').textContent)");
                browser.drag(kind, &browser.cells(game.size, &cells));
                assert_eq!(place(&browser), before);
            }
            is_won(&browser);
        }
        begin(&browser, &server, &CONNECT);
        for path in PATHS {
            browser.drag(kind, &browser.cells(CONNECT.size, path));
        }
        is_won(&browser);
        browser.shoot(&format!("won-{width}"));
    }
}

/// Dead ends included: the way back out of one is drawn like the others.
#[test]
fn a_maze_is_won_by_drawing_the_walk_of_the_left_hand() {
    let server = Server::start("127.0.0.1:0");
    let browser = Browser::start();
    for (kind, width, height) in [("touch", 390, 844), ("mouse", 1280, 800)] {
        browser.resize(width, height);
        let level = "puzzle=maze&mode=play&level=maze%3A17x13%2Fdfs%23spring";
        open(&browser, &server, level);
        browser.until("!document.getElementById('game').hidden");
        browser.run("localStorage.clear()");
        let answer = browser.run(
            "return Promise.all(['backend/server.js', 'page/shown.js', 'modes/manner.js'].map((name) => import(`./${name}`))) \
             .then(([{ solve }, { asked }, { learnRule }]) => learnRule().then(() => solve(asked({ method: 'left' }), () => {}))) \
             .then(({ answer }) => answer.trim().split('=').at(-1))",
        );
        let start = browser.run(
            "return import('./modes/table.js').then(({ table }) => [table.game.start.x, table.game.start.y])",
        );
        let mut cells = vec![(start[0].as_f64().unwrap(), start[1].as_f64().unwrap())];
        for way in answer.as_str().unwrap().chars() {
            let (x, y) = *cells.last().unwrap();
            cells.push(match way {
                'N' => (x, y - 1.0),
                'S' => (x, y + 1.0),
                'W' => (x - 1.0, y),
                _ => (x + 1.0, y),
            });
        }
        assert!(
            (2..cells.len()).any(|i| cells[i - 2] == cells[i]),
            "it has a dead end"
        );
        browser.drag(kind, &browser.cells((17.0, 13.0), &cells));
        is_won(&browser);
    }
}

/// Where the board is.
fn place(browser: &Browser) -> serde_json::Value {
    browser.run(
        "return import('./page/shown.js').then(({ view }) => [view.left, view.top, view.scale])",
    )
}
