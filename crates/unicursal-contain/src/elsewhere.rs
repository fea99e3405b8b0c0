//! This crate on systems other than Linux: its types, and an error that says so.
//!
//! No method of a [`Cage`] can be reached, because the type has no values.

use std::io::PipeReader;
use std::process::ExitCode;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Account, Command, ContainError, Limits, Policy, Run, Setup, Stop};

/// Where control groups can be made: nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {}

impl Place {
    /// Which version it is.
    pub fn version(&self) -> u8 {
        match *self {}
    }
}

/// Where programs run, on Linux.
#[derive(Debug)]
pub enum Cage {}

/// A program that runs, on Linux.
#[derive(Debug)]
pub enum Running {}

impl Cage {
    /// An error: programs are run on Linux only.
    pub fn new(_: &Policy, _: &[Command]) -> Result<Self, ContainError> {
        Err(ContainError::NotLinux)
    }

    /// How programs are contained.
    pub fn setup(&self) -> &Setup {
        match *self {}
    }

    /// What is not available.
    pub fn warning(&self) -> Option<String> {
        match *self {}
    }

    /// What is used, for the report.
    pub fn description(&self) -> String {
        match *self {}
    }

    /// The memory that a program can be given.
    pub fn memory(&self) -> Option<u64> {
        match *self {}
    }

    /// Runs a program on some input within limits.
    pub fn run(
        &self,
        _: &Command,
        _: &[u8],
        _: &Limits,
        _: &dyn Fn() -> bool,
    ) -> Result<Run, ContainError> {
        match *self {}
    }

    /// Starts a program whose input stays open.
    pub fn start(&self, _: &Command, _: &[u8], _: &Limits) -> Result<Running, ContainError> {
        match *self {}
    }
}

impl Running {
    /// The program's standard output.
    pub fn take_stdout(&mut self) -> Option<PipeReader> {
        match *self {}
    }

    /// The program's standard error.
    pub fn take_stderr(&mut self) -> Option<PipeReader> {
        match *self {}
    }

    /// Waits until the program has started.
    pub fn wait_for_start(&mut self) -> Duration {
        match *self {}
    }

    /// The processor time that it has used so far.
    pub fn processor_time(&mut self) -> Duration {
        match *self {}
    }

    /// Ends it.
    pub fn stop(&self, _: Stop) {
        match *self {}
    }

    /// Waits for its end.
    pub fn wait(&mut self, _: &dyn Fn() -> bool) -> Result<Account, ContainError> {
        match *self {}
    }
}

/// No process is started as a supervising one.
pub fn supervise() -> Option<ExitCode> {
    None
}
