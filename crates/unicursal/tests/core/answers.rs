//! No answer leaves that the checker refuses.

use unicursal::implement::level_of;
use unicursal::{Control, Error, Level, LevelName, Outcome, SolveRequest, Verdict, board_of};

use crate::liar::{LIAR, Liar};
use crate::{name, request};

fn level(word: &str) -> Box<dyn Level> {
    level_of::<Liar>(word.to_owned())
}

/// The checker's reason and the answer that it refused.
fn refused<T>(result: Result<T, Error>) -> (String, String) {
    match result.map(|_| ()) {
        Err(Error::WrongAnswer { reason, answer }) => (reason, answer),
        other => panic!("a wrong answer came through: {other:?}"),
    }
}

/// What is refused wherever the answer is `no`.
fn no() -> (String, String) {
    ("'no' is not 'yes'".to_owned(), "no\n".to_owned())
}

#[test]
fn wrong_answers_of_a_solver_are_refused() {
    let (request, control) = (SolveRequest::default(), Control::new());
    assert_eq!(refused(level("wrong").solve(&request, &control)), no());
    let unreadable = refused(level("unreadable").solve(&request, &control));
    let expected = ("byte 0: no answer".to_owned(), "???\n".to_owned());
    assert_eq!(unreadable, expected);
    let solved = level("honest").solve(&request, &control);
    let outcome = solved.expect("a right answer").outcome;
    assert_eq!(outcome, Outcome::Solved("yes\n".to_owned()));
}

/// Only answers are checked; the other outcomes pass with their figures.
#[test]
fn other_outcomes_pass() {
    let mut request = SolveRequest::default();
    let solved = level("none").solve(&request, &Control::new());
    let solved = solved.expect("a proof");
    assert!(matches!(solved.outcome, Outcome::Unsolvable { .. }));
    assert_eq!(solved.stats.number("words"), Some(1.0));
    request.method = Some("slow".to_owned());
    let solved = level("wrong").solve(&request, &Control::new());
    let outcome = solved.expect("a limit is no error").outcome;
    assert!(matches!(outcome, Outcome::Unknown(_)));
}

#[test]
fn wrong_answers_behind_a_hint_are_refused() {
    let control = Control::new();
    assert_eq!(refused(level("wrong-hint").hint(b"", &control)), no());
    let unreadable = refused(level("unreadable").hint(b"", &control));
    assert_eq!(unreadable.1, "???\n");
    let hinted = level("honest").hint(b"", &control);
    let Outcome::Solved(hint) = hinted.expect("a right answer").outcome else {
        panic!("there is a hint");
    };
    assert_eq!((&*hint.next, &*hint.so_far), ("y", "y\n"));
    assert_eq!(hint.answer, "yes\n");
}

#[test]
fn wrong_and_repeated_answers_of_a_list_are_refused() {
    let list = |word: &str, most| {
        let (request, control) = (SolveRequest::default(), Control::new());
        level(word).list(&request, most, &control)
    };
    assert_eq!(refused(list("wrong", 1)), no());
    let (reason, answer) = refused(list("again", 2));
    assert_eq!(reason, "it is in the list already");
    assert_eq!(answer, "yes\n");
    for word in ["honest", "again"] {
        assert_eq!(list(word, 1), Ok(vec!["yes\n".to_owned()]));
    }
}

/// A right answer that does not begin with the hint would lead a player astray.
#[test]
fn a_hint_must_lead_to_its_answer() {
    let (reason, answer) = refused(level("astray").hint(b"", &Control::new()));
    assert_eq!(reason, "it does not begin as the hint does");
    assert_eq!(answer, "yes\n");
}

#[test]
fn wrong_answers_of_a_generator_are_refused() {
    let made = |seed: &str| LIAR.generate(&request(5, 1, seed), &Control::new());
    let answer = |seed: &str| made(seed)?.answer(&Control::new());
    assert_eq!(refused(answer("wrong")), no());
    assert_eq!(refused(answer("unreadable")).1, "???\n");
    assert_eq!(answer("honest"), Ok(Some("yes\n".to_owned())));
    let honest = made("honest").expect("a level");
    assert_eq!(honest.id, "liar:5x1#honest");
    // A level without an answer is no lie.
    let made = made("unanswered").expect("no answer is needed");
    assert_eq!(
        (made.level.text(), made.answer(&Control::new()).unwrap()),
        ("unanswered\n".to_owned(), None)
    );
}

#[test]
fn wrong_answers_of_an_id_and_of_the_pack_are_refused() {
    let make = |word: &str| LIAR.make(&name(LIAR, word), &Control::new());
    let answer = |word: &str| make(word)?.answer(&Control::new());
    assert_eq!(refused(answer("liar:5x1#wrong")), no());
    assert_eq!(refused(answer("liar:pack/2")), no());
    // The last one is the example, which a solver answers.
    assert_eq!(refused(answer("liar:pack/3")), no());
    for word in ["liar:6x1#honest", "liar:pack/1"] {
        let made = make(word).expect("a right answer");
        assert_eq!(
            made.answer(&Control::new()).unwrap().as_deref(),
            Some("yes\n")
        );
        assert_eq!(made.id, "liar:6x1#honest");
    }
}

/// Those of others are judged, and that is no error of ours.
#[test]
fn wrong_answers_of_others_are_judged() {
    let check = |answer: &str| level("wrong").check(&SolveRequest::default(), answer.as_bytes());
    assert_eq!(check("yes"), Ok(Verdict::Valid));
    assert!(matches!(check("no"), Ok(Verdict::Wrong { .. })));
    assert!(matches!(check("maybe"), Err(Error::BadInput(_))));
}

/// A board comes back as what it is, and only as that.
#[test]
fn a_level_holds_its_board() {
    let level = level("honest");
    assert_eq!(
        board_of::<Liar>(&*level).map(String::as_str),
        Some("honest")
    );
    assert!(board_of::<unicursal::coil::Coil>(&*level).is_none());
    let pack = LIAR.make(&LevelName::Pack(1), &Control::new());
    let pack = pack.expect("a right answer").level;
    assert_eq!(board_of::<Liar>(&*pack).map(String::as_str), Some("honest"));
}
