//! Certificates: written from what a proof says, judged by the kernel, which shares no code with
//! this library.

use unicursal_certificate::{Exported, by_clauses, by_guide, export as export_certificate};
use unicursal_kernel::{Answer, Board as Facts, Rules, Verdict, check};

use crate::{Control, Error, Interruption, Judgement, Kind, Place};

/// How a certificate begins.
const BEGINNING: &[u8] = b"unicursal certificate";
/// The most entries of a certificate that is being written: a few hundred megabytes.
const MOST_ENTRIES: usize = 1_500_000;
/// Conflicts that clause learning on the whole board may take, and the largest board on which it is
/// tried.
const MOST_CONFLICTS: u64 = 30_000;
const MOST_CELLS: usize = 1_500;

/// Whether a text is a certificate, not a proof in the older form.
pub fn is_one(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(BEGINNING)
}

fn facts<K: Kind>(level: &[u8], request: &K::Request) -> Result<Facts, Error> {
    let rules = K::kernel_rules(level, request)?.ok_or(Error::Unsupported("certificates"))?;
    Facts::read(level, rules).map_err(|bad| Error::bad_input(format!("level: {bad}"), None))
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
            (more, _) => Judgement::Rejected {
                line: 1,
                reason: format!("it is about {} answers, which nobody asked for", more.len()),
            },
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

/// A certificate for what a proof says according to its judgement; `None` if none was found.
pub fn write<K: Kind>(
    board: &K::Board,
    request: &K::Request,
    judged: &Judgement,
    proof: &str,
    control: &Control,
) -> Result<Option<String>, Error> {
    let level = K::print(board);
    let Ok(facts) = facts::<K>(level.as_bytes(), request) else {
        return Ok(None);
    };
    let texts: &[String] = match judged {
        Judgement::NoAnswer => &[],
        Judgement::OnlyAnswer(answer) => std::slice::from_ref(answer),
        Judgement::OnlyWay(answers) => answers,
        Judgement::Rejected { .. } => return Ok(None),
    };
    let mut answers = Vec::new();
    for text in texts {
        let answer = K::parse_answer(board, text.as_bytes())?;
        let paths = K::kernel_paths(board, &answer).into_iter();
        let cell = |(x, y): (usize, usize)| y * facts.width + x;
        answers.push(Answer(
            paths
                .map(|path| path.into_iter().map(cell).collect())
                .collect(),
        ));
    }
    let go_on = || control.interruption().is_none();
    let mut certificate = None;
    if facts.rules == Rules::Coil && answers.is_empty() {
        certificate = by_guide(&facts, proof, MOST_ENTRIES, &go_on).unwrap_or(None);
    }
    if certificate.is_none() && facts.count <= MOST_CELLS {
        certificate = by_clauses(&facts, &answers, MOST_CONFLICTS, &go_on).unwrap_or(None);
    }
    let Some(text) = certificate else {
        return Ok(None);
    };
    let again = judge::<K>(board, request, level.as_bytes(), text.as_bytes(), control)?;
    if std::mem::discriminant(&again) == std::mem::discriminant(judged) {
        return Ok(Some(text));
    }
    Err(Error::WrongProof {
        reason: format!("the kernel does not accept a certificate: {again:?}"),
        proof: text,
    })
}
