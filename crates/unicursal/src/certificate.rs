//! Certificates: written from what a proof says, judged by the kernel, which shares no code with
//! this library.

use unicursal_certificate::{
    Exported, Guide, Learned, by_clauses, by_guide, export as export_certificate, judge as check,
    others_by_guide,
};
use unicursal_kernel::{Answer, Board as Facts, Rules, Verdict};

use crate::{Control, Error, Interruption, Judgement, Kind, Place};

/// How a certificate begins.
const BEGINNING: &[u8] = b"unicursal certificate";
/// The most lines of a certificate with those of all walks, which nobody keeps: some minutes.
const MOST_LINES: usize = 200_000_000;
/// Conflicts that clause learning on the whole board may take: where a cell must come before
/// another, which is looked for after each decision, and elsewhere.
const MOST_CONFLICTS: [u64; 2] = [100_000, 1_000_000];
/// Conflicts where there is another way.
pub const FEW_CONFLICTS: u64 = 30_000;
/// Conflicts before a guide is asked.
pub const BEFORE_A_GUIDE: u64 = 1_000;
/// The cells of the largest boards on which it is tried.
const MOST_CELLS: usize = 20_000;

fn facts<K: Kind>(level: &[u8], request: &K::Request) -> Result<Facts, Error> {
    let rules = K::kernel_rules(level, request)?.ok_or(Error::Unsupported("certificates"))?;
    Facts::read(level, rules).map_err(|bad| Error::bad_input(format!("level: {bad}"), None))
}

/// The error where clause learning gave up, and nothing else is tried.
pub fn none_found() -> Error {
    let why = "no certificate was found within its bounds";
    Error::interrupted(Interruption::GaveUp, why)
}

/// The error for a proof in the older form, whose checker had to be believed.
fn retired(wanted: &str) -> Error {
    let message = format!(
        "line 1: it must begin with '{wanted}'; proofs in the older form are no longer judged, but \
         'solve --proof' writes a certificate"
    );
    Error::bad_input(message, Some(Place::line(1)))
}

/// The first line of a file that says that the checker's sweep finds no answer, in place of a
/// certificate with this first line.
fn sweep_header(header: &str) -> String {
    header.replacen("certificate", "sweep", 1)
}

/// What the checker's own sweep says of a text of a level.
fn judge_sweep<K: Kind>(
    request: &K::Request,
    level: &[u8],
    control: &Control,
) -> Result<Judgement, Error> {
    let recount = K::RECOUNT.ok_or(Error::Unsupported("sweeps"))?;
    if recount(level, request, control)? == 0_u32.into() {
        return Ok(Judgement::NoAnswer);
    }
    let reason = "the sweep finds a solution".to_owned();
    Ok(Judgement::Rejected { line: 1, reason })
}

/// What says that the checker's own sweep finds no answer, if it finds none.
pub fn by_sweep<K: Kind>(
    board: &K::Board,
    request: &K::Request,
    control: &Control,
) -> Result<Option<String>, Error> {
    let level = K::print(board);
    let header = facts::<K>(level.as_bytes(), request)?.rules.header();
    let judged = judge_sweep::<K>(request, level.as_bytes(), control)?;
    Ok((judged == Judgement::NoAnswer).then(|| sweep_header(&header) + "\n"))
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
    let text = certificate.trim_ascii();
    if text.starts_with(format!("unicursal {} proof", K::ABOUT.name).as_bytes()) {
        return Err(retired(&facts.rules.header()));
    }
    if text == sweep_header(&facts.rules.header()).as_bytes() {
        return judge_sweep::<K>(request, level, control);
    }
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
    if !certificate.trim_ascii_start().starts_with(BEGINNING) {
        return Err(Error::bad_request(
            "checkers of SAT proofs judge certificates; this file is none",
        ));
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

/// A certificate by clause learning that there is no solution, or none but these; `most` are the
/// conflicts that it may take, if not as many as usual.
pub fn learned<K: Kind>(
    board: &K::Board,
    request: &K::Request,
    answers: &[K::Answer],
    most: Option<u64>,
    control: &Control,
) -> Result<Learned, Error> {
    let level = K::print(board);
    let Ok(facts) = facts::<K>(level.as_bytes(), request) else {
        return Ok(Learned::TooLong);
    };
    if facts.count > MOST_CELLS {
        return Ok(Learned::TooLong);
    }
    let answers = known::<K>(board, &facts, answers);
    let is_ordered = matches!(facts.rules, Rules::Coil | Rules::Trail);
    let most = most.unwrap_or(MOST_CONFLICTS[usize::from(!is_ordered)]);
    let go_on = || control.interruption().is_none();
    let learned = by_clauses(&facts, &answers, most, &go_on).map_err(|_| stopped(control))?;
    if let Learned::Certificate(text) = &learned {
        accept(&facts, text, answers.len(), control)?;
    }
    Ok(learned)
}

/// Answers as the kernel has them.
fn known<K: Kind>(board: &K::Board, facts: &Facts, answers: &[K::Answer]) -> Vec<Answer> {
    let cell = |(x, y): (usize, usize)| y * facts.width + x;
    let cells = |path: Vec<(usize, usize)>| path.into_iter().map(cell).collect();
    let paths = answers.iter().map(|answer| K::kernel_paths(board, answer));
    paths
        .map(|paths| Answer(paths.into_iter().map(cells).collect()))
        .collect()
}

/// A certificate that a level of Coil has no solution but these, with the help of a guide, which
/// nobody believes.
pub fn others_guided<K: Kind>(
    board: &K::Board,
    request: &K::Request,
    answers: &[K::Answer],
    guide: &Guide,
    control: &Control,
) -> Result<Learned, Error> {
    let facts = facts::<K>(K::print(board).as_bytes(), request)?;
    let answers = known::<K>(board, &facts, answers);
    let (most, go_on) = (MOST_CONFLICTS[0], || control.interruption().is_none());
    let learned = others_by_guide(&facts, guide, &answers, most, &go_on);
    let learned = learned.map_err(|_| stopped(control))?;
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

/// A certificate that a level of Coil has no solution, with the help of a guide, which nobody
/// believes; else one by clause learning.
pub fn guided<K: Kind>(
    board: &K::Board,
    request: &K::Request,
    guide: &Guide,
    control: &Control,
) -> Result<Learned, Error> {
    let facts = facts::<K>(K::print(board).as_bytes(), request)?;
    let go_on = || control.interruption().is_none();
    let certificate = by_guide(&facts, guide, MOST_LINES, &go_on).map_err(|_| stopped(control))?;
    let Some(text) = certificate else {
        return learned::<K>(board, request, &[], None, control);
    };
    accept(&facts, &text, 0, control)?;
    Ok(Learned::Certificate(text))
}

fn stopped(control: &Control) -> Error {
    let why = control.interruption().unwrap_or(Interruption::GaveUp);
    Error::interrupted(why, "the proof was not finished")
}
