//! `unicursal completions`: what a shell needs to complete our command lines.

use anyhow::Context;
use clap::{Arg, Command, builder::EnumValueParser};
use clap_complete::Shell;

use super::General;
use crate::args::Given;
use crate::exit::Exit;
use crate::session::Session;
use crate::{args, output};

/// See the [module](self).
pub struct Completions(Shell);

impl General for Completions {
    const NAME: &'static str = "completions";

    fn command() -> Command {
        Command::new(Self::NAME)
            .about("Print a completion script for a shell")
            .arg(
                Arg::new("shell")
                    .value_name("SHELL")
                    .required(true)
                    .value_parser(EnumValueParser::<Shell>::new())
                    .help("The shell"),
            )
            .after_help(
                "Examples, for the shell's startup file:\n  \
                 source <(unicursal completions bash)\n  \
                 unicursal completions fish | source",
            )
    }

    fn read(given: Given) -> anyhow::Result<Self> {
        given.value("shell").map(Self).context("give a shell")
    }

    fn run(self, _: &Session) -> anyhow::Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.0, &mut args::command(), "unicursal", &mut script);
        output::stdout(&script)?;
        Ok(Exit::Yes)
    }
}
