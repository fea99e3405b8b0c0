//! Certificates in the forms that checkers of SAT proofs read.

use std::fmt::Write;

use unicursal_kernel::{Board, Verdict};

use crate::{judge, words};

/// A certificate as a formula and proofs of its contradiction. That the formula is true of all other answers, the kernel says.
#[derive(Debug, Default)]
pub struct Exported {
    /// All premises, in DIMACS.
    pub cnf: String,
    /// The other clauses, in DRAT.
    pub drat: String,
    /// The same with hints, in LRAT.
    pub lrat: String,
}

/// A clause, and the numbers of those that show it.
type Clause = (Vec<i32>, Option<Vec<u64>>);

/// Judges a certificate and, if the kernel accepts it, writes it in other forms.
pub fn export(
    board: &Board,
    certificate: &mut dyn std::io::BufRead,
    go_on: &dyn Fn() -> bool,
) -> std::io::Result<(Verdict, Exported)> {
    // Clauses, and the hints of those that are no premises.
    let mut steps: Vec<Clause> = Vec::new();
    let mut told = |clause: &[i32], hints: Option<&[u64]>| {
        steps.push((clause.to_vec(), hints.map(<[u64]>::to_vec)));
    };
    let verdict = judge(board, certificate, go_on, &mut told)?;
    let mut all = Exported::default();
    if !matches!(verdict, Verdict::Proved(_)) {
        return Ok((verdict, all));
    }
    let clauses = || steps.iter();
    let most = clauses().flat_map(|(clause, _)| clause).map(|literal| literal.abs()).max().unwrap_or(0);
    let premises = clauses().filter(|(_, hints)| hints.is_none()).count();
    let _ = writeln!(all.cnf, "p cnf {most} {premises}");
    // Premises have the first numbers, in their order; lemmas the following ones.
    let (mut premise, mut lemma) = (0, premises);
    let numbers: Vec<usize> = clauses()
        .map(|(_, hints)| {
            let next = if hints.is_none() { &mut premise } else { &mut lemma };
            *next += 1;
            *next
        })
        .collect();
    for ((clause, hints), number) in steps.iter().zip(&numbers) {
        let clause = words(clause);
        let Some(hints) = hints else {
            let _ = writeln!(all.cnf, "{clause}0");
            continue;
        };
        let hints = hints.iter().map(|&hint| numbers[hint as usize - 1]);
        let hints = hints.fold(String::new(), |text, hint| text + &format!("{hint} "));
        let _ = writeln!(all.drat, "{clause}0");
        let _ = writeln!(all.lrat, "{number} {clause}0 {hints}0");
    }
    Ok((verdict, all))
}
