//! `unicursal man`: manual pages.

use anyhow::bail;
use clap::{Arg, ArgAction, ArgMatches, Command};
use clap_mangen::Man;

use crate::exit::Exit;
use crate::session::Session;
use crate::{args, output};

pub fn command() -> Command {
    Command::new("man")
        .about("Print the manual page of the program or of a command")
        .arg(
            Arg::new("command")
                .value_name("COMMAND")
                .action(ArgAction::Append)
                .num_args(0..)
                .help("The command, e.g. 'coil solve'; the whole program if not given"),
        )
        .after_help(
            "Examples:\n  \
             unicursal man > unicursal.1\n  \
             unicursal man coil solve | man -l -",
        )
}

pub fn run(matches: &ArgMatches, _: &Session) -> anyhow::Result<Exit> {
    let mut command = args::command();
    command.build();
    for word in matches.get_many::<String>("command").into_iter().flatten() {
        let Some(inner) = command.find_subcommand(word) else {
            bail!("'{}' has no command '{word}'", command.get_name());
        };
        command = inner.clone();
    }
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    output::stdout(&page)?;
    Ok(Exit::Yes)
}
