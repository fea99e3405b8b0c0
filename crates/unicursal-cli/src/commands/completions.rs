//! `unicursal completions`: what a shell needs to complete our command lines.

use clap::{Arg, ArgMatches, Command, builder::EnumValueParser};
use clap_complete::Shell;

use crate::exit::Exit;
use crate::session::Session;
use crate::{args, output};

pub fn command() -> Command {
    Command::new("completions")
        .about("Print a completion script for a shell")
        .arg(
            Arg::new("shell")
                .value_name("SHELL")
                .required(true)
                .value_parser(EnumValueParser::<Shell>::new())
                .help("The shell"),
        )
        .after_help(
            "Examples, for the start file of the shell:\n  \
             source <(unicursal completions bash)\n  \
             unicursal completions fish | source",
        )
}

pub fn run(matches: &ArgMatches, _: &Session) -> anyhow::Result<Exit> {
    if let Some(&shell) = matches.get_one::<Shell>("shell") {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut args::command(), "unicursal", &mut script);
        output::stdout(&script)?;
    }
    Ok(Exit::Yes)
}
