//! `evaluate --report`: results in the forms that other graders use.

use std::fmt::Write;

use anyhow::{anyhow, bail};
use clap::{Arg, ArgAction};
use serde_json::{Value, json};
use unicursal_arena::plot::escaped;
use unicursal_arena::{Entry, csv_field, page};

use super::grades::{Student, explained, is_unfair, noun};
use crate::args::{self, Given};
use crate::results::Results;
use crate::{output, results};

/// The forms.
const KINDS: [&str; 6] = ["junit", "gradescope", "check50", "json", "html", "csv"];
/// The beginning of the first line of a grade book.
const CSV_HEAD: &str = "rank,name,right,";

/// The options.
pub fn args() -> [Arg; 3] {
    [
        args::option("report", "KIND[=FILE]")
            .action(ArgAction::Append)
            .value_parser(kind)
            .help(
                "Write results as junit, gradescope, check50, json, html or csv (a row for each program), to FILE or instead of the text; may be given several times",
            ),
        args::option("points", "N")
            .value_parser(args::whole::<u32>(1..=1000))
            .default_value("1")
            .help("Points for each level, in reports"),
        args::option("visible", "N")
            .value_parser(args::positive)
            .help("Show students only the first N levels; for the others, reports give just the verdict"),
    ]
}

fn kind(word: &str) -> Result<(String, String), String> {
    let (kind, file) = word.split_once('=').unwrap_or((word, "-"));
    if !KINDS.contains(&kind) || file.is_empty() {
        return Err(format!(
            "it is one of {}, with '=FILE' or without",
            KINDS.join(", ")
        ));
    }
    Ok((kind.to_owned(), file.to_owned()))
}

/// The reports that are wanted.
pub struct Reports {
    wanted: Vec<(String, String)>,
    points: u32,
    visible: u64,
    /// The puzzle, and what a level of it is called.
    puzzle: String,
    noun: &'static str,
}

impl Reports {
    /// Reads the options and refuses those that cannot be met, before any work is done.
    pub fn read(puzzle: &str, given: Given) -> anyhow::Result<Self> {
        let wanted: Vec<(String, String)> = given.all("report");
        for (index, (kind, file)) in wanted.iter().enumerate() {
            if wanted[..index].iter().any(|(_, other)| other == file) {
                bail!("{file}: two reports cannot go there");
            }
            if file != "-" {
                let head = match kind.as_str() {
                    "html" => page::HEAD,
                    "csv" => CSV_HEAD,
                    "junit" => "<?xml",
                    _ => "{",
                };
                results::demand_own(file, head)?;
                output::probe(file)?;
            }
        }
        Ok(Self {
            wanted,
            points: given.value("points").unwrap_or(1),
            visible: given.value("visible").unwrap_or(u64::MAX),
            puzzle: puzzle.to_owned(),
            noun: if puzzle == "maze" { "maze" } else { "level" },
        })
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Whether a report goes to standard output.
    fn take_stdout(&self) -> bool {
        self.wanted.iter().any(|(_, file)| file == "-")
    }

    /// Keeps standard output for a report, where one goes there.
    pub fn claim_stdout(&self, results: &mut Results) -> anyhow::Result<()> {
        if self.take_stdout() && !results.prints_text() {
            bail!(
                "two kinds of results cannot both go to standard output; write --report KIND=FILE"
            );
        }
        results.is_silent = self.take_stdout();
        Ok(())
    }

    /// Refuses forms that cannot express a class.
    pub fn demand_fitting(&self, programs: usize) -> anyhow::Result<()> {
        let single = ["gradescope", "check50"];
        let mut wanted = self.wanted.iter();
        match wanted.find(|(kind, _)| single.contains(&kind.as_str())) {
            Some((kind, _)) if programs != 1 => Err(anyhow!(
                "--report {kind} is about one program, and there are {programs}"
            )),
            _ => Ok(()),
        }
    }

    /// Writes all of them.
    pub fn write(&self, students: &[Student], levels: usize) -> anyhow::Result<()> {
        for (kind, file) in &self.wanted {
            let text = match kind.as_str() {
                "junit" => self.junit(students),
                "gradescope" => lines(&self.gradescope(&students[0], levels)),
                "check50" => lines(&self.check50(&students[0])),
                "json" => lines(&self.json(students, levels)),
                "html" => self.html(students, levels),
                _ => self.csv(students, levels),
            };
            if file == "-" {
                output::stdout(text.as_bytes())?;
            } else {
                output::file(file, text.as_bytes())?;
            }
        }
        Ok(())
    }

    fn is_visible(&self, entry: &Entry) -> bool {
        entry.position as u64 <= self.visible
    }

    fn title(&self, entry: &Entry) -> String {
        let hidden = if self.is_visible(entry) {
            ""
        } else {
            ", hidden"
        };
        format!(
            "{} {} ({}x{}{hidden})",
            if noun(entry) == "maze" {
                "Maze"
            } else {
                "Level"
            },
            entry.level,
            entry.width,
            entry.height
        )
    }

    /// What a student may know.
    fn told(&self, entry: &Entry) -> String {
        if self.is_visible(entry) || entry.passed() {
            return explained(entry);
        }
        format!(
            "{}. This {} is hidden, so no more is told.",
            entry.verdict,
            noun(entry)
        )
    }

    fn score(&self, passed: usize) -> u64 {
        passed as u64 * u64::from(self.points)
    }

    fn gradescope(&self, student: &Student, levels: usize) -> Value {
        let tests = student.entries.iter().map(|entry| {
            json!({
                "name": self.title(entry),
                "score": self.score(usize::from(entry.passed())),
                "max_score": self.points,
                "status": if entry.passed() { "passed" } else { "failed" },
                "output": self.told(entry),
                "visibility": if self.is_visible(entry) { "visible" } else { "after_published" },
            })
        });
        // Students read this line at once, but the hidden tests only when marks are published.
        let shown = levels.min(usize::try_from(self.visible).unwrap_or(usize::MAX));
        let entries = student.entries.iter();
        let right = entries.filter(|entry| entry.passed() && self.is_visible(entry));
        let right = right.count();
        let output = if shown < levels {
            format!("{right} of {shown} visible {}s are right.", self.noun)
        } else {
            format!("{right} of {levels} {}s are right.", self.noun)
        };
        let mut report = json!({
            "score": self.score(student.passed),
            "execution_time": student.seconds.round() as u64,
            "tests": tests.collect::<Vec<_>>(),
            "output": output,
        });
        if let Some(why) = &student.refused {
            report["output"] = json!(why);
        }
        report
    }

    fn check50(&self, student: &Student) -> Value {
        let results = student.entries.iter().map(|entry| {
            json!({
                "name": format!("{}{}", self.noun, entry.level),
                "description": self.title(entry),
                // Neither right nor wrong: the program could not be run.
                "passed": if is_unfair(entry) { Value::Null } else { json!(entry.passed()) },
                "log": [],
                "cause": if entry.passed() { Value::Null } else {
                    let visible = self.is_visible(entry);
                    let reason = if visible { entry.reason.as_str() } else { "hidden" };
                    json!({"rationale": format!("{}: {reason}", entry.verdict), "help": self.told(entry)})
                },
                "data": {},
                "dependency": null,
            })
        });
        let mut report = json!({
            "slug": format!("unicursal/{}", self.puzzle),
            "version": env!("CARGO_PKG_VERSION"),
        });
        // This form has only the one or the other.
        match &student.refused {
            Some(why) => {
                report["error"] =
                    json!({"type": "NoProgram", "value": why, "traceback": [], "data": {}});
            }
            None => report["results"] = results.collect(),
        }
        report
    }

    fn json(&self, students: &[Student], levels: usize) -> Value {
        let plural = format!("{}s", self.noun);
        let each = students.iter().map(|student| {
            let entries = student.entries.iter().map(|entry| {
                json!({
                    self.noun: entry.level, "verdict": entry.verdict, "seconds": entry.seconds,
                    "visible": self.is_visible(entry), "told": self.told(entry),
                })
            });
            json!({
                "rank": student.rank, "name": student.name, "right": student.passed,
                "points": self.score(student.passed), "refused": student.refused,
                plural.clone(): entries.collect::<Vec<_>>(),
            })
        });
        json!({plural.clone(): levels, "of": self.score(levels), "students": each.collect::<Vec<_>>()})
    }

    fn csv(&self, students: &[Student], levels: usize) -> String {
        let mut text = format!("{CSV_HEAD}{}s,points,of,trouble\n", self.noun);
        for student in students {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{},{},{},{levels},{},{},{}",
                student.rank,
                csv_field(&student.name),
                student.passed,
                self.score(student.passed),
                self.score(levels),
                csv_field(&student.trouble()),
            );
        }
        text
    }

    fn junit(&self, students: &[Student]) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
        for student in students {
            let name = escaped(&student.name);
            let refused = usize::from(student.refused.is_some());
            let tests = student.entries.len() + refused;
            let failures = student.entries.len() - student.passed;
            let _ = writeln!(
                text,
                "<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{refused}\" \
                 time=\"{:.3}\">",
                student.seconds
            );
            if let Some(why) = &student.refused {
                let _ = writeln!(
                    text,
                    "<testcase classname=\"{name}\" name=\"program\"><error message=\"no program\">{}</error></testcase>",
                    escaped(why)
                );
            }
            for entry in &student.entries {
                let title = escaped(&self.title(entry));
                let _ = write!(
                    text,
                    "<testcase classname=\"{name}\" name=\"{title}\" time=\"{:.3}\"",
                    entry.seconds
                );
                if entry.passed() {
                    text.push_str("/>\n");
                } else {
                    let (kind, told) = (entry.verdict, escaped(&self.told(entry)));
                    let _ = writeln!(
                        text,
                        "><failure message=\"{kind}\">{told}</failure></testcase>"
                    );
                }
            }
            text.push_str("</testsuite>\n");
        }
        text.push_str("</testsuites>\n");
        text
    }

    fn html(&self, students: &[Student], levels: usize) -> String {
        let mut html = format!(
            "{}<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width, initial-scale=1\"><title>{}: results</title>\n\
             <style>:root{{color-scheme:light dark}}body{{font-family:system-ui,sans-serif;max-width:60rem;margin:2rem \
             auto;padding:0 1rem}}td,th{{padding:.2rem .7rem;text-align:left}}pre{{overflow-x:auto}}</style>\n\
             <h1>{}: results</h1>\n<table><tr><th>Rank<th>Program<th>Right<th>Points</tr>\n",
            page::HEAD,
            escaped(&self.puzzle),
            escaped(&self.puzzle),
        );
        for (index, student) in students.iter().enumerate() {
            let _ = writeln!(
                html,
                "<tr><td>{}<td><a href=\"#s{index}\">{}</a><td>{} of {levels}<td>{} of {}</tr>",
                student.rank,
                escaped(&student.name),
                student.passed,
                self.score(student.passed),
                self.score(levels),
            );
        }
        html.push_str("</table>\n");
        for (index, student) in students.iter().enumerate() {
            let _ = writeln!(html, "<h2 id=\"s{index}\">{}</h2>", escaped(&student.name));
            if let Some(why) = &student.refused {
                let _ = writeln!(html, "<pre>{}</pre>", escaped(why));
            }
            for entry in &student.entries {
                let (title, verdict) = (escaped(&self.title(entry)), entry.verdict);
                let told = escaped(&self.told(entry));
                let _ = writeln!(html, "<h3>{title}: {verdict}</h3>\n<pre>{told}</pre>");
            }
        }
        html
    }
}

fn lines(value: &Value) -> String {
    format!("{value:#}\n")
}
