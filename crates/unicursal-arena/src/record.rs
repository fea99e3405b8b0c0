//! A Markdown table of runs, to which each run adds a row.

use std::fs::OpenOptions;
use std::io::{Read, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The head of the table.
const HEAD: &str = "| Date | Solver | Timeout | Highest passed | Mode | Command |\n\
                    |---|---|---|---|---|---|\n";

/// A row of the table; the date is today's, in UTC.
pub struct Row<'a> {
    /// The solver's command line.
    pub solver: &'a str,
    /// The time limit in seconds.
    pub timeout: f64,
    /// The highest level passed in sequence.
    pub highest: Option<u64>,
    /// How the run went through the levels.
    pub mode: &'a str,
    /// The command that was given.
    pub command: &'a str,
}

/// Appends a row; a new or empty file gets the table's head first.
pub fn append(path: &Path, row: &Row) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options.create(true).read(true).append(true).open(path)?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    let mut added = String::new();
    if text.trim_ascii().is_empty() {
        added.push_str(HEAD);
    } else if text.last() != Some(&b'\n') {
        added.push('\n');
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let days = now.map_or(0, |now| now.as_secs() / 86_400);
    let highest = row
        .highest
        .map_or_else(|| "none".to_owned(), |n| n.to_string());
    let cells = [
        &date(days),
        row.solver,
        &format!("{}s", row.timeout),
        &highest,
        row.mode,
        row.command,
    ];
    let cells = cells.map(|cell| cell.replace('|', "\\|").replace(['\n', '\r'], " "));
    added.extend(["| ", &cells.join(" | "), " |\n"]);
    file.write_all(added.as_bytes())
}

/// The command line of this process, quoted for a shell.
pub fn own_command_line() -> String {
    let mut words = typed_words();
    if let Some(program) = words.first_mut() {
        let name = Path::new(program).file_name();
        let name = name.map(|name| name.to_string_lossy().into_owned());
        *program = name.unwrap_or_default();
    }
    shell_words::join(words)
}

/// The same, in a form that can be typed again.
pub fn typed_command_line() -> String {
    shell_words::join(typed_words())
}

fn typed_words() -> Vec<String> {
    let words = std::env::args_os();
    words
        .map(|word| word.to_string_lossy().into_owned())
        .collect()
}

/// The date of a day counted from 1 January 1970.
fn date(mut day: u64) -> String {
    let leap = |year: u64| {
        (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400)
    };
    let mut year = 1970;
    loop {
        let length = if leap(year) { 366 } else { 365 };
        if day < length {
            break;
        }
        day -= length;
        year += 1;
    }
    let february = if leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", day + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(20_453), "2025-12-31");
        assert_eq!(date(20_454), "2026-01-01");
    }
}
