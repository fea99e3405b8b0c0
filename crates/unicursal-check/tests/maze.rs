//! The maze checker against walks and maps that are right and wrong in known ways.

use unicursal_check::maze::{Verdict, check, check_level};

/// A junction at 2,0 with a dead end below it.
const MAP: &[u8] = b"S###E\n  #\n";

fn reason(verdict: Verdict) -> String {
    match verdict {
        Verdict::Valid => "valid".to_owned(),
        Verdict::Wrong(wrong) => wrong.to_string(),
    }
}

#[test]
fn judges_walks() {
    for (walk, said) in [
        ("EEEE", "valid"),
        ("EESNEE", "valid"),
        ("path=EEEE\r\n", "valid"),
        ("rule=left&path=EEEE\n", "valid"),
        ("rule=right&path=EESNEE", "valid"),
        ("rule=pledge&path=EEEE", "valid"),
        ("rule=tremaux&path=EESNEE", "valid"),
        ("rule=shortest&path=EEEE", "valid"),
        ("", "the walk ends at 0,0 and not on E"),
        ("EE", "the walk ends at 2,0 and not on E"),
        ("EN", "step 2 (N): there is no way from 1,0"),
        ("W", "step 1 (W): there is no way from 0,0"),
        ("EEEEW", "step 5 (W): the walk goes on after it entered E"),
        (
            "rule=left&path=EESNEE",
            "step 3 (S): at 2,0 the rule left goes E",
        ),
        (
            "rule=right&path=EEEE",
            "step 3 (E): at 2,0 the rule right goes S",
        ),
        (
            "rule=pledge&path=EESNEE",
            "step 3 (S): at 2,0 the rule pledge goes E",
        ),
        (
            "rule=tremaux&path=EWEEEE",
            "step 3 (E): the passage from 0,0 was walked this way before",
        ),
        (
            "rule=shortest&path=EESNEE",
            "the walk has 6 steps, and a shortest one has 4",
        ),
    ] {
        let verdict = check(MAP, walk.as_bytes()).unwrap();
        assert_eq!(reason(verdict), said, "{walk}");
    }
}

#[test]
fn pledge_counts_turns() {
    // North until blocked, right, and left again as soon as the turns cancel.
    let map = b" ##\n ##\n###\n#\nS   E\n#####\n";
    let wrong = check(map, b"rule=pledge&path=NNEEN").unwrap();
    assert_eq!(
        reason(wrong),
        "step 4 (E): at 1,2 the rule pledge goes N",
        "the turns cancel at 1,2"
    );
    let wrong = check(map, b"rule=pledge&path=NNENNW").unwrap();
    assert_eq!(reason(wrong), "step 6 (W): there is no way from 1,0");
}

#[test]
fn refuses_what_it_cannot_read() {
    for (walk, said) in [
        ("EX", "walk: step 2, 'X', is none of N, W, S, E"),
        ("rule=north&path=E", "walk: there is no rule 'north'"),
        ("rule=left", "walk: there is no '&path=' after the rule"),
    ] {
        let error = check(MAP, walk.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), said);
    }
    for (map, said) in [
        ("", "map: 0 S and 0 E"),
        ("SES", "map: 2 S and 1 E"),
        ("S.E", "map: '.' at 1,0"),
    ] {
        let error = check(map.as_bytes(), b"E").unwrap_err();
        assert_eq!(error.to_string(), said);
        assert_eq!(check_level(map.as_bytes()).unwrap_err().to_string(), said);
    }
}

#[test]
fn judges_maps() {
    for (map, said) in [
        ("S###E\n  #", "valid"),
        ("SE", "valid"),
        ("S##\n# #\n##E", "the maze has 1 loop, one through 2,2"),
        ("S##\n###\n##E", "the maze has 4 loops, one through 1,1"),
        (
            "S# E\n   #",
            "2 cells cannot be reached from S, beginning at 3,0",
        ),
        (
            "S#E\n\n#",
            "1 cell cannot be reached from S, beginning at 0,2",
        ),
        (
            "S##\n# #\n###\n\nE#",
            "the maze has 1 loop, one through 2,2; \
             2 cells cannot be reached from S, beginning at 0,4",
        ),
    ] {
        assert_eq!(reason(check_level(map.as_bytes()).unwrap()), said, "{map}");
    }
}

#[test]
fn shows_where_it_went_wrong() {
    let Verdict::Wrong(wrong) = check(MAP, b"EN").unwrap() else {
        panic!("there is no way north");
    };
    assert_eq!(wrong.board(), "S@##E\n  #\n");
}
