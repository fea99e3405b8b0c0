//! Certificates: written from what a proof says, judged by the kernel, which shares no code with
//! this library.

use unicursal_certificate::{
    Exported, Learned, by_clauses, by_guide, export as export_certificate,
};
use unicursal_kernel::{Answer, Board as Facts, Rules, Verdict, check};

use crate::{Control, Error, Interruption, Judgement, Kind, Place};

/// How a certificate begins.
const BEGINNING: &[u8] = b"unicursal certificate";
/// The most entries of a certificate that is being written: a few hundred megabytes of memory, and a
/// hundred as text.
const MOST_ENTRIES: usize = 6_000_000;
/// Conflicts that clause learning on the whole board may take: where a cell must come before
/// another, which is looked for after each decision, and elsewhere.
const MOST_CONFLICTS: [u64; 2] = [30_000, 1_000_000];
/// The largest boards on which it is tried, of Coil and of others.
const MOST_CELLS: [usize; 2] = [1_500, 20_000];

/// Whether a text is a certificate, not a proof in the older form.
pub fn is_one(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(BEGINNING)
}

/// Whether a text is a proof in the older form, or means to be one.
pub fn is_older<K: Kind>(text: &[u8]) -> bool {
    let beginning = format!("unicursal {} proof", K::ABOUT.name);
    text.trim_ascii_start().starts_with(beginning.as_bytes())
}

fn facts<K: Kind>(level: &[u8], request: &K::Request) -> Result<Facts, Error> {
    let rules = K::kernel_rules(level, request)?.ok_or(Error::Unsupported("certificates"))?;
    Facts::read(level, rules).map_err(|bad| Error::bad_input(format!("level: {bad}"), None))
}

/// The error where clause learning gave up, and nothing else is tried.
pub fn none_found() -> Error {
    let why = "no certificate was found within its bounds";
    Error::interrupted(Interruption::GaveUp, why)
}

/// The error for a proof in the older form, or something else, about a puzzle of which only
/// certificates are judged.
pub fn retired<K: Kind>(level: &[u8], request: &K::Request) -> Error {
    let wanted = K::kernel_rules(level, request).ok().flatten();
    let wanted = wanted.map_or_else(String::new, |rules| rules.header());
    let message = format!(
        "line 1: it must begin with '{wanted}'; proofs in the older form are no longer judged, but \
         'solve --proof' writes a certificate"
    );
    Error::bad_input(message, Some(Place::line(1)))
}

/// What the kernel says of a certificate about a text of a level.
pub fn judge<K: Kind>(
    board: &K::Board,
    request: &K::Request,
    level: &[u8],
    certificate: &[u8],
    control: &Control,
) -> Result<Judgement, Error> {
    let facts = facts::<K>(level, request)?;
    let go_on = || control.interruption().is_none();
    let verdict = check(&facts, &mut &certificate[..], &go_on, &mut |_, _| {});
    let verdict = verdict.map_err(|error| Error::bad_input(error, None))?;
    let answers = accepted(verdict, control)?;
    let texts = |answers: &[Answer]| {
        let answers = answers.iter().map(|answer| {
            let place = |&cell: &usize| (cell % facts.width, cell / facts.width);
            let paths = answer.0.iter().map(|path| path.iter().map(place).collect());
            K::kernel_answer(board, &paths.collect::<Vec<_>>())
        });
        answers.collect::<Vec<String>>()
    };
    Ok(match answers {
        Err(rejected) => rejected,
        Ok(answers) => match (&answers[..], &texts(&answers)[..]) {
            ([], _) => Judgement::NoAnswer,
            ([_], [text]) => Judgement::OnlyAnswer(text.clone()),
            ([one, other], [a, b]) if is_reverse(one, other) => {
                Judgement::OnlyWay([a.clone(), b.clone()])
            }
            (_, texts) => Judgement::AllAnswers(texts.to_vec()),
        },
    })
}

fn is_reverse(one: &Answer, other: &Answer) -> bool {
    let cells = |answer: &Answer| answer.0.concat();
    cells(one).into_iter().rev().eq(cells(other))
}

/// The answers that an accepted certificate leaves, or why the kernel rejects it.
fn accepted(verdict: Verdict, control: &Control) -> Result<Result<Vec<Answer>, Judgement>, Error> {
    match verdict {
        Verdict::Proved(answers) => Ok(Ok(answers)),
        Verdict::Rejected(line, reason) => Ok(Err(Judgement::Rejected { line, reason })),
        Verdict::Other(wanted) => {
            let message = format!("proof: line 1: it must begin with '{wanted}'");
            Err(Error::bad_input(message, Some(Place::line(1))))
        }
        Verdict::Stopped => {
            let why = control.interruption().unwrap_or(Interruption::GaveUp);
            Err(Error::interrupted(why, "the certificate was not checked"))
        }
    }
}

/// A certificate in the forms of other checkers.
pub fn export<K: Kind>(
    request: &K::Request,
    level: &[u8],
    certificate: &[u8],
    control: &Control,
) -> Result<Exported, Error> {
    if !is_one(certificate) {
        return Err(Error::Unsupported("proofs of the older form in LRAT"));
    }
    let facts = facts::<K>(level, request)?;
    let go_on = || control.interruption().is_none();
    let made = export_certificate(&facts, &mut &certificate[..], &go_on);
    let (verdict, exported) = made.map_err(|error| Error::bad_input(error, None))?;
    match accepted(verdict, control)? {
        Err(Judgement::Rejected { line, reason }) => {
            let message = format!("proof: line {line}: {reason}");
            Err(Error::bad_input(message, Some(Place::line(line))))
        }
        _ => Ok(exported),
    }
}

/// A certificate by clause learning that there is no solution, or none but these.
pub fn learned<K: Kind>(
    board: &K::Board,
    request: &K::Request,
    answers: &[K::Answer],
    control: &Control,
) -> Result<Learned, Error> {
    let level = K::print(board);
    let Ok(facts) = facts::<K>(level.as_bytes(), request) else {
        return Ok(Learned::TooLong);
    };
    if facts.count > MOST_CELLS[usize::from(facts.rules != Rules::Coil)] {
        return Ok(Learned::TooLong);
    }
    let cell = |(x, y): (usize, usize)| y * facts.width + x;
    let cells = |path: Vec<(usize, usize)>| path.into_iter().map(cell).collect();
    let paths = answers.iter().map(|answer| K::kernel_paths(board, answer));
    let answers: Vec<Answer> = paths
        .map(|paths| Answer(paths.into_iter().map(cells).collect()))
        .collect();
    let is_ordered = matches!(facts.rules, Rules::Coil | Rules::Trail);
    let most = MOST_CONFLICTS[usize::from(!is_ordered)];
    let go_on = || control.interruption().is_none();
    let learned = by_clauses(&facts, &answers, most, &go_on);
    let learned = learned.map_err(|_| {
        let why = control.interruption().unwrap_or(Interruption::GaveUp);
        Error::interrupted(why, "the proof was not finished")
    })?;
    if let Learned::Certificate(text) = &learned {
        accept(&facts, text, answers.len(), control)?;
    }
    Ok(learned)
}

/// Shows a certificate of ours to the kernel.
fn accept(facts: &Facts, text: &str, answers: usize, control: &Control) -> Result<(), Error> {
    let go_on = || control.interruption().is_none();
    let verdict = check(facts, &mut text.as_bytes(), &go_on, &mut |_, _| {});
    let verdict = verdict.map_err(|error| Error::bad_input(error, None))?;
    match accepted(verdict, control)? {
        Ok(found) if found.len() == answers => Ok(()),
        other => Err(Error::WrongProof {
            reason: format!("the kernel does not accept a certificate: {other:?}"),
            proof: text.to_owned(),
        }),
    }
}

/// A certificate that a level of Coil has no solution, of which a proof in the older form says why;
/// `None` if none was found.
pub fn write<K: Kind>(
    board: &K::Board,
    request: &K::Request,
    proof: &str,
    control: &Control,
) -> Result<Option<String>, Error> {
    let level = K::print(board);
    let Ok(facts) = facts::<K>(level.as_bytes(), request) else {
        return Ok(None);
    };
    if facts.rules != Rules::Coil {
        return Ok(None);
    }
    let go_on = || control.interruption().is_none();
    let certificate = by_guide(&facts, proof, MOST_ENTRIES, &go_on).unwrap_or(None);
    if let Some(text) = &certificate {
        accept(&facts, text, 0, control)?;
        return Ok(certificate);
    }
    match learned::<K>(board, request, &[], control) {
        Ok(Learned::Certificate(text)) => Ok(Some(text)),
        Ok(_) | Err(Error::Unfinished(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
