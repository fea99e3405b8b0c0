//! What a class has reached: ranks, points, and words for each student.

use std::fmt::Write;

use unicursal_arena::verdict::Kind;
use unicursal_arena::{Entry, printable, ranks};

use super::submissions::Class;
use super::trial::Tried;

/// What one student reached.
pub struct Student {
    pub name: String,
    /// Equal students have equal ranks.
    pub rank: usize,
    pub passed: usize,
    pub seconds: f64,
    pub entries: Vec<Entry>,
    /// Why there is no program to run.
    pub refused: Option<String>,
}

/// All students, the best first.
pub fn students(tried: &Tried, class: &Class) -> Vec<Student> {
    let ran = tried.reports.iter().map(|report| Student {
        name: report.solver.clone(),
        rank: 0,
        passed: report.passed(),
        seconds: report.seconds(),
        entries: report.entries.clone(),
        refused: None,
    });
    let refused = class.refused.iter().map(|(name, why)| Student {
        name: name.clone(),
        rank: 0,
        passed: 0,
        seconds: 0.0,
        entries: Vec::new(),
        refused: Some(why.clone()),
    });
    let mut students: Vec<Student> = ran.chain(refused).collect();
    students.sort_by_key(|student| std::cmp::Reverse(student.passed));
    let ranks = ranks(&students, |a, b| a.passed == b.passed);
    for (student, rank) in students.iter_mut().zip(ranks) {
        student.rank = rank;
    }
    students
}

/// Whether the arena, not the program, is to blame.
pub fn is_unfair(entry: &Entry) -> bool {
    matches!(entry.verdict, Kind::Arena | Kind::Unreadable)
}

impl Student {
    /// The first thing that went wrong, in one line.
    pub fn trouble(&self) -> String {
        if let Some(why) = &self.refused {
            return why.lines().next().unwrap_or_default().to_owned();
        }
        let mut entries = self.entries.iter();
        let first = entries.find(|entry| !entry.passed() && !is_unfair(entry));
        match first.or_else(|| self.entries.iter().find(|entry| is_unfair(entry))) {
            Some(entry) => {
                let (level, verdict, reason) = (entry.level, entry.verdict, &entry.reason);
                format!("{} {level}: {verdict} - {reason}", noun(entry))
            }
            None => String::new(),
        }
    }
}

/// All students in lines.
pub fn summary(students: &[Student], levels: usize) -> String {
    let name = |student: &Student| printable(&student.name).into_owned();
    let widths = students.iter().map(|student| name(student).chars().count());
    let width = widths.max().unwrap_or(0).min(40);
    let mut text = "\n".to_owned();
    for student in students {
        // Writing to a string cannot fail.
        if students.len() > 1 {
            let _ = write!(text, "{:>3}. ", student.rank);
        }
        let (passed, seconds) = (student.passed, student.seconds);
        let _ = write!(
            text,
            "{:width$}  {passed} of {levels} right, {seconds:.2}s",
            name(student)
        );
        // It is nobody's fault if the arena could not run the program.
        let not_judged = student
            .entries
            .iter()
            .filter(|entry| is_unfair(entry))
            .count();
        if not_judged > 0 {
            let _ = write!(text, ", {not_judged} not judged");
        }
        match printable(&student.trouble()) {
            trouble if trouble.is_empty() => {}
            trouble => {
                let _ = write!(text, "; {trouble}");
            }
        }
        text.push('\n');
    }
    let entries = students.iter().flat_map(|student| &student.entries);
    let mut ways: Vec<&str> = entries.map(|entry| entry.contained.as_str()).collect();
    ways.sort_unstable();
    ways.dedup();
    for way in ways {
        let _ = writeln!(text, "Contained by: {}", printable(way));
    }
    text
}

/// What a level is called.
pub fn noun(entry: &Entry) -> &'static str {
    if entry.puzzle == "maze" {
        "maze"
    } else {
        "level"
    }
}

/// What a student should know about a level.
pub fn explained(entry: &Entry) -> String {
    let (reason, limit) = (&entry.reason, entry.timeout);
    let is_maze = noun(entry) == "maze";
    let advice = match entry.verdict {
        Kind::Pass => return "Right.".to_owned(),
        Kind::Fail if reason.contains("printed nothing") => {
            "The program printed nothing on standard output. Does it read what it is given on standard input, and \
             does it come to its end?"
                .to_owned()
        }
        Kind::NoSolution => {
            "The program says that there is no solution, and nobody has judged that.".to_owned()
        }
        Kind::Fail if !is_maze => {
            "The answer is not right. Where a board is below, @ or a mark shows the place.".to_owned()
        }
        Kind::Fail => {
            "The output differs from the right one. Lines above the first difference are right.".to_owned()
        }
        Kind::Timeout => format!(
            "The program had not ended after {limit} s. Mostly that is a loop that does not stop, \
             or a wait for more input; a slow search also takes long."
        ),
        Kind::Output if !is_maze => {
            "The program printed too much, or something that is not text.".to_owned()
        }
        Kind::Output => {
            "The program printed far more than the walk has frames: it probably walks in a circle.".to_owned()
        }
        Kind::Memory => "The program used too much memory. Does a list grow without end?".to_owned(),
        Kind::Crash => "The program ended with an error. The last lines that it wrote are below.".to_owned(),
        Kind::Cheat => "The program tampered with the grader.".to_owned(),
        Kind::Arena | Kind::Unreadable => {
            format!("This {} could not be judged. It is not the fault of the program.", noun(entry))
        }
    };
    let mut text = format!("{advice}\n{}\n", printable(reason));
    for line in &entry.stderr {
        text.extend(["  | ", &printable(line), "\n"]);
    }
    if let Some(board) = &entry.board {
        text.extend(["\n", board]);
    }
    text
}
