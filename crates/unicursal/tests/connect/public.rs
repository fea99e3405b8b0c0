//! Boards of other people, in a folder that `UNICURSAL_CONNECT` names: they are not part of this
//! repository. What is said of a board by one rule must fit what is said by the others; answers are
//! checked anyway.

use std::path::PathBuf;
use std::time::Duration;

use unicursal::{Control, Outcome, puzzle};

use crate::relatives::request;

/// Time for each question, after which it counts as open.
const LIMIT: Duration = Duration::from_secs(2);

#[test]
fn rules_agree_on_the_boards_of_other_people() {
    let Some(folder) = std::env::var_os("UNICURSAL_CONNECT").map(PathBuf::from) else {
        eprintln!("LEFT OUT: UNICURSAL_CONNECT names no folder of boards");
        return;
    };
    let connect = puzzle("connect").expect("it is in the registry");
    let entries = std::fs::read_dir(&folder).expect("UNICURSAL_CONNECT is a folder");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let (mut read, mut open) = (0, 0);
    for file in files {
        let text = std::fs::read(&file).expect("a board can be read");
        let Ok(level) = connect.parse(&text, &Control::new()) else {
            eprintln!("not a board: {}", file.display());
            continue;
        };
        read += 1;
        // 1 stands for `no-touch`, 2 for `blanks`.
        let has_answer = [0, 1, 2, 3].map(|index: usize| {
            let request = request(index & 1 == 1, index & 2 == 2);
            let control = Control::new().threads(1).time_limit(LIMIT);
            let solved = level.solve(&request, &control);
            match solved.expect("every answer passes the checker").outcome {
                Outcome::Solved(_) => Some(true),
                Outcome::Unsolvable { .. } => Some(false),
                Outcome::Unknown(_) => None,
            }
        });
        open += has_answer.iter().filter(|known| known.is_none()).count();
        let name = file.display();
        for (strict, permits) in [(1, 0), (1, 3), (1, 2), (0, 2), (3, 2)] {
            let contradicts =
                has_answer[strict] == Some(true) && has_answer[permits] == Some(false);
            assert!(!contradicts, "{name}: {strict} but not {permits}");
        }
    }
    assert!(read > 0, "there are no boards in {}", folder.display());
    eprintln!("{read} boards, {open} questions open after {LIMIT:?} each");
}
