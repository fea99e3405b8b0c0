//! Connect the Colours on the command line, and its referee with bots that are late, silent, wrong
//! and chatty.

use std::io::{Read, Write};

use crate::run::{Place, ended};

const BOARD: &str = "4 4\n0..e\nV...\n..H.\n0XXe\n2\n0 2 0\n2 0 e\n";
const ANSWER: &str =
    "0 0 0 3 0\n3 0 3 1 e\n3 1 2 1 e\n2 1 2 0 e\n2 0 1 0 e\n1 0 1 2 e\n1 2 3 2 e\n3 2 3 3 e\n";

fn place(test: &str) -> Place {
    Place::new(test).with("board", BOARD).with("answer", ANSWER)
}

#[test]
fn solves_checks_and_counts() {
    let place = place("connect_solves").with("several", "2 4\n0..0\n1..1\n");
    assert_eq!(
        place.run(&["connect", "solve", "board"]),
        ended(0, ANSWER, "")
    );
    let unique = place.run(&["connect", "solve", "board", "--unique", "--turns", "8"]);
    assert_eq!((unique.code, unique.stdout.as_str()), (Some(0), ANSWER));
    let short = place.run(&["connect", "solve", "board", "--turns", "7", "--explain"]);
    assert_eq!(short.code, Some(1));
    assert_eq!(short.stdout, "No solution found\n");
    assert!(
        short.stderr.contains("one of 8 pieces, but none of 7"),
        "{}",
        short.stderr
    );
    assert_eq!(
        place.run(&["connect", "check", "board", "answer"]),
        ended(0, "valid\n", "")
    );
    assert_eq!(
        place.run(&["connect", "count", "board"]),
        ended(0, "1\n", "")
    );
    assert_eq!(
        place.run(&["connect", "count", "board", "--limit", "5"]),
        ended(0, "1\n", "")
    );
    let free = Place::new("connect_counts").with("board", "3 4\n0..0\n....\n1..1\n");
    assert_eq!(
        free.run(&["connect", "count", "board"]),
        ended(0, "4\n", "")
    );
    assert_eq!(
        free.run(&["connect", "count", "board", "--limit", "3"]),
        ended(0, "at least 3\n", "")
    );
    assert_eq!(
        free.run(&["connect", "solve", "board", "--unique"]).code,
        Some(1)
    );
}

#[test]
fn bad_boards_and_wrong_answers_say_where() {
    let place = place("connect_bad")
        .with("short", "2 2\n00\n1\n")
        .with("wrong", "0 0 0 3 0\n0 3 1 3 0\n");
    let message = "unicursal: short: line 3: row 2 has 1 tiles, not 2\n";
    assert_eq!(
        place.run(&["connect", "solve", "short"]),
        ended(2, "", message)
    );
    let message = "unicursal: wrong: line 2: (1, 3) is a blocker\n0..e\n0...\n0.H.\n0@Xe\n";
    assert_eq!(
        place.run(&["connect", "check", "board", "wrong", "--debug"]),
        ended(1, "", message)
    );
}

#[test]
fn hints_go_on_from_what_is_drawn() {
    let place = place("connect_hint")
        .with("begun", "2 2 1 2 e\n")
        .with("wrong", "1 0 1 1 0\n")
        .with("bad", "1 3 1 2 0\n");
    let hint = |words: &[&str]| place.run(&[&["connect", "hint", "board"], words].concat());
    // What a person sees next comes first, and why.
    assert_eq!(hint(&["-q"]), ended(0, "0 2 0 3 0\n", ""));
    let message = "go on with 0 2 0 3 0, which leads to a solution\ncorner: the corner (0, 3) has one way left\n";
    assert_eq!(hint(&["--path", "begun"]), ended(0, "0 2 0 3 0\n", message));
    assert_eq!(hint(&["-q", "--path", "answer"]), ended(0, "", ""));
    let none = hint(&["-q", "--path", "wrong"]);
    assert_eq!(
        (none.code, none.stdout.as_str()),
        (Some(1), "No solution found\n")
    );
    let message = "unicursal: bad: line 1: (1, 3) is a blocker\n";
    assert_eq!(hint(&["--path", "bad"]), ended(2, "", message));
}

#[test]
fn a_turn_limit_is_part_of_the_check() {
    let place = place("connect_check_turns");
    let check = |turns: &str| place.run(&["connect", "check", "board", "answer", "--turns", turns]);
    assert_eq!(check("8"), ended(0, "valid\n", ""));
    assert_eq!(check("any"), ended(0, "valid\n", ""));
    let message =
        "unicursal: answer: line 8: this is more than the 7 turns that the game permits\n";
    assert_eq!(check("7"), ended(1, "", message));
    assert_eq!(check("many").code, Some(2));
}

/// On the game's site the input stays open while a program plays.
#[test]
fn answers_while_its_input_is_still_open() {
    for board in [BOARD, "2 4\n0..0\n1..1\n"] {
        let place = Place::new(&format!("connect_open_{}", board.len()));
        let mut child = place
            .command(&["connect", "solve"])
            .spawn()
            .expect("it starts");
        let mut input = child.stdin.take().expect("its input is a pipe");
        input
            .write_all(board.as_bytes())
            .and_then(|()| input.flush())
            .expect("it reads");
        let mut answer = String::new();
        let mut output = child.stdout.take().expect("its output is a pipe");
        output.read_to_string(&mut answer).expect("it prints text");
        assert!(answer.starts_with("0 0 "), "{answer}");
        assert!(child.wait().expect("it ends").success());
        drop(input);
    }
}

/// What the referee says about a bot that is a shell script.
fn referee(test: &str, bot: &str, more: &[&str]) -> (Option<i32>, String) {
    let mut words = vec!["connect", "referee", "board", "--bot", bot];
    words.extend(more);
    let ended = place(test).run(&words);
    // Some machines contain less, and a shell that is ended while it writes may complain.
    let other = |line: &&str| {
        !line.starts_with("warning: not available here: ") && !line.contains("sh: 1:")
    };
    assert_eq!(ended.stderr.lines().find(other), None);
    (ended.code, ended.stdout)
}

#[test]
#[cfg(unix)]
fn the_referee_lets_good_bots_win() {
    let program = env!("CARGO_BIN_EXE_unicursal");
    // Time limits that a busy machine keeps; the real ones are for real bots.
    let patient = ["--first", "60s", "--next", "60s"];
    let (code, said) = referee(
        "referee_ours",
        &format!("{program} connect solve"),
        &patient,
    );
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.starts_with("victory in 8 turns: first line after "),
        "{said}"
    );
    // Chatty: what comes after the victory does not matter, even without end.
    // (A shell that is killed while it starts another program would complain about that.)
    let (code, said) = referee("referee_chatty", "cat answer; exec yes hello", &patient);
    assert_eq!(code, Some(0), "{said}");
}

#[test]
#[cfg(unix)]
fn a_bot_that_waits_uses_no_processor_time() {
    let (code, said) = referee(
        "referee_clock",
        "sleep 1.2; cat answer",
        &["--first", "1s", "--next", "1s", "--clock", "processor"],
    );
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("victory in "), "{said}");
}

#[test]
#[cfg(unix)]
fn the_referee_names_the_loss() {
    let patient = ["--first", "60s", "--next", "60s"];
    for (test, bot, more, expected) in [
        (
            "wrong",
            "echo 0 3 1 3 0",
            &patient[..],
            "loss at turn 1: (1, 3) is a blocker\n",
        ),
        (
            "form",
            "head -n 2 answer; echo; cat answer",
            &patient,
            "loss at turn 3: '' is not of the form 'x1 y1 x2 y2 colour'\n",
        ),
        (
            "ended",
            "head -n 3 answer",
            &patient,
            "loss at turn 4: the program ended before the board was complete (exit code 0)\n0@.e\n",
        ),
        (
            "mute",
            "true",
            &patient,
            "loss at turn 1: the program ended before the board was complete (exit code 0)\n",
        ),
        (
            "silent",
            "sleep 60",
            &["--first", "100ms"],
            "loss at turn 1: no line within 100 ms (",
        ),
        (
            "late",
            "head -n 1 answer; sleep 60",
            &["--first", "60s"],
            "loss at turn 2: no line within 50 ms (",
        ),
        (
            "busy",
            "while :; do :; done",
            &["--first", "100ms", "--clock", "processor"],
            "loss at turn 1: no line within 100 ms of processor time (used ",
        ),
        (
            "turns",
            "cat answer",
            &["--first", "60s", "--next", "60s", "--turns", "7"],
            "loss at turn 8: the turn limit of 7 is exceeded\n",
        ),
        (
            "noise",
            "head -c 100000 /dev/zero",
            &patient,
            "loss at turn 1: ",
        ),
    ] {
        let (code, said) = referee(&format!("referee_{test}"), bot, more);
        assert_eq!(code, Some(1), "{bot}: {said}");
        assert!(said.starts_with(expected), "{bot}: {said}");
    }
}

#[test]
#[cfg(unix)]
fn a_recorded_game_can_be_drawn() {
    let place = place("referee_record");
    let words = [
        "connect",
        "referee",
        "board",
        "--bot",
        "head -n 5 answer; echo 0 0 1 1 e",
    ];
    let more = ["--first", "60s", "--next", "60s", "--record", "game.json"];
    let lost = place.run(&[&words[..], &more[..]].concat());
    assert_eq!(lost.code, Some(1), "{lost:?}");
    let told = "loss at turn 6: (0, 0) to (1, 1) is diagonal\nthe line was: 0 0 1 1 e\n@eee\n";
    assert!(lost.stdout.starts_with(told), "{}", lost.stdout);
    let drawn = place.run(&["connect", "draw", "board", "--solution", "game.json"]);
    assert_eq!(drawn.code, Some(0), "{}", drawn.stderr);
    assert!(
        drawn.stdout.contains("| 0 ╶─e e |\n| │ . └─┘ |\n"),
        "{}",
        drawn.stdout
    );
    let named = place.run(&["connect", "draw", "board", "--answer", "game.json"]);
    assert_eq!(named, drawn);
    // The game has its board.
    let alone = place.run(&["connect", "draw", "game.json"]);
    let expected = drawn.stdout.replace("Level: board", "Level: game.json");
    assert_eq!(alone, ended(0, &expected, ""));
    let svg = ["connect", "draw", "game.json", "-o", "game.svg"];
    assert_eq!(place.run(&svg), ended(0, "", ""));
    assert!(place.read("game.svg").starts_with(b"<svg"));
}

#[test]
#[cfg(unix)]
fn the_line_that_lost_a_game_is_in_its_picture() {
    let place = place("referee_losing_line");
    let words = ["connect", "referee", "board", "--bot", "echo 0 0 3 0 0"];
    let more = ["--first", "60s", "--record", "game.json"];
    let lost = place.run(&[&words[..], &more[..]].concat());
    assert_eq!(lost.code, Some(1), "{lost:?}");
    let drawn = place.run(&["connect", "draw", "game.json"]);
    assert!(drawn.stdout.contains("| 0───e─e |\n"), "{drawn:?}");
}

#[test]
#[cfg(unix)]
fn the_referee_says_how_a_bot_ended() {
    let patient = ["--first", "60s", "--next", "60s"];
    for (test, bot, told) in [
        ("code", "head -n 1 answer; exit 4", "(exit code 4)\n"),
        ("signal", "kill -SEGV $$", "(signal 11 (SIGSEGV))\n"),
    ] {
        let (code, said) = referee(&format!("referee_end_{test}"), bot, &patient);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(told), "{said}");
    }
    let place = place("referee_missing");
    let missing = place.run(&["connect", "referee", "board", "--bot", "./nobody"]);
    assert_eq!(
        missing,
        ended(2, "", "unicursal: ./nobody: no such program\n")
    );
}

/// A flood of words neither fills the terminal nor keeps the bot from its answer, and obeys nobody.
#[test]
#[cfg(unix)]
fn the_referee_shows_the_beginning_of_what_a_bot_says() {
    let place = place("referee_words");
    let bot = "printf '\\033[2Jfirst\\n' >&2; yes 'some words' | head -c 5000000 >&2; cat answer";
    let words = [
        "connect", "referee", "board", "--bot", bot, "--first", "60s", "--next", "60s",
    ];
    let played = place.run(&words);
    assert_eq!(played.code, Some(0), "{}", played.stdout);
    let said: Vec<&str> = played.stderr.lines().collect();
    let first = said.iter().position(|line| line.ends_with("[2Jfirst"));
    let first = first.expect("the first line is shown");
    let rest = "the rest of what the bot writes to standard error is not shown";
    assert_eq!(said.last(), Some(&rest));
    let shown = said[first..said.len() - 1]
        .iter()
        .map(|line| line.len() + 1);
    let shown: usize = shown.sum();
    assert!((64 << 10..65 << 10).contains(&shown), "{shown}");
    assert!(!played.stderr.contains('\x1b'));
}

#[test]
#[cfg(unix)]
fn the_referee_leaves_no_process_behind() {
    let place = place("referee_daemon");
    let sleep = "sleep 86531";
    let bot = format!("setsid {sleep} & head -n 1 answer; {sleep}");
    let lost = place.run(&[
        "connect", "referee", "board", "--bot", &bot, "--first", "60s",
    ]);
    assert_eq!(lost.code, Some(1), "{lost:?}");
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    for process in processes {
        let line = std::fs::read(process.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        assert_ne!(line.trim_end(), sleep);
    }
}

#[test]
#[cfg(unix)]
fn the_referee_plays_a_folder() {
    let place = place("referee_folder");
    std::fs::create_dir(place.path().join("boards")).expect("a folder can be made");
    let place = place
        .with("boards/1", BOARD)
        .with("boards/2", "2 4\n0..0\n1..1\n");
    let words = ["connect", "referee", "boards", "--bot", "cat answer"];
    let played = place.run(&[&words[..], &["--first", "60s", "--next", "60s"]].concat());
    assert_eq!(played.code, Some(1), "{played:?}");
    let lines: Vec<&str> = played.stdout.lines().collect();
    assert!(
        lines[0].starts_with("Board 1 (4x4): victory in 8 turns"),
        "{lines:?}"
    );
    assert!(
        lines[1].starts_with("Board 2 (4x2): loss at turn "),
        "{lines:?}"
    );
    assert!(
        lines[3].starts_with("Won 1 of 2 boards; slowest line "),
        "{lines:?}"
    );
    // All games are kept, the lost one too; of several boards the last is drawn.
    let more = ["--first", "60s", "--next", "60s", "--record", "games.json"];
    assert_eq!(place.run(&[&words[..], &more[..]].concat()).code, Some(1));
    let kept = String::from_utf8(place.read("games.json")).expect("it is text");
    let victories: Vec<bool> = kept
        .lines()
        .map(|line| {
            let game: serde_json::Value = serde_json::from_str(line).expect("a line is a game");
            game["victory"].as_bool().expect("it says who won")
        })
        .collect();
    assert_eq!(victories, [true, false]);
    let drawn = place.run(&["connect", "draw", "games.json"]);
    assert_eq!(drawn.code, Some(0), "{drawn:?}");
    assert!(drawn.stdout.contains("| 1 . . 1 |\n"), "{drawn:?}");
}
