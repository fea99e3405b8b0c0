//! What is to be played, and how that went.

use std::process::ExitCode;

/// What is to be played, and what failed or could not be tried.
pub struct Plan<'a> {
    filter: Option<&'a str>,
    failures: usize,
    /// Whether what cannot be tried is a failure.
    is_strict: bool,
    may_lack: String,
}

impl<'a> Plan<'a> {
    pub fn new(filter: Option<&'a str>) -> Self {
        Self {
            filter,
            failures: 0,
            is_strict: std::env::var_os("CI").is_some(),
            may_lack: std::env::var("CONTAIN_MAY_LACK").unwrap_or_default(),
        }
    }

    /// Whether a case is to be played.
    pub fn has(&self, name: &str) -> bool {
        self.filter.is_none_or(|filter| name.contains(filter))
    }

    pub fn failed(&mut self, name: &str, why: &str) {
        self.failures += 1;
        println!("FAILED: {name}: {why}");
    }

    /// That something is missing here, by its short name, and what could not be tried.
    pub fn not_tested(&mut self, lacks: &str, why: &str) {
        println!("NOT TESTED: {why}");
        let may_lack = self.may_lack.split(',').any(|word| word.trim() == lacks);
        if self.is_strict && !may_lack {
            self.failures += 1;
            println!("FAILED: CI is to test everything, unless CONTAIN_MAY_LACK has '{lacks}'");
        }
    }

    pub fn end(self) -> ExitCode {
        ExitCode::from(u8::from(self.failures > 0))
    }
}
