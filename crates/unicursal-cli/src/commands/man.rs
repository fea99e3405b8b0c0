//! `unicursal man`: manual pages.

use anyhow::{Context, bail};
use clap::{Arg, ArgAction, Command};

use super::General;
use crate::args::Given;
use crate::exit::Exit;
use crate::session::Session;
use crate::{args, output};

/// See the [module](self).
pub struct Man {
    /// The names of a command and of those that it is inside of.
    command: Vec<String>,
    /// Where the pages of all commands go.
    all: Option<String>,
    force: bool,
}

impl General for Man {
    const NAME: &'static str = "man";

    fn command() -> Command {
        Command::new(Self::NAME)
            .about("Print the manual page of the program or of a command")
            .arg(
                Arg::new("command")
                    .value_name("COMMAND")
                    .action(ArgAction::Append)
                    .num_args(0..)
                    .help("The command, e.g. 'coil solve'; the whole program if not given"),
            )
            .arg(
                args::option("all", "DIR")
                    .conflicts_with("command")
                    .help("Write a page for every command into this directory, as packages do"),
            )
            .arg(output::force())
            .after_help(
                "Examples:\n  \
                 unicursal man > unicursal.1\n  \
                 unicursal man coil solve | man -l -\n  \
                 unicursal man --all man1",
            )
    }

    fn read(given: Given) -> anyhow::Result<Self> {
        Ok(Self {
            command: given.all("command"),
            all: given.text("all"),
            force: given.flag("force"),
        })
    }

    fn run(self, _: &Session) -> anyhow::Result<Exit> {
        let mut command = args::command();
        command.build();
        if let Some(directory) = &self.all {
            std::fs::create_dir_all(directory).with_context(|| directory.to_owned())?;
            let mut guard = output::Guard::new(self.force);
            write_all(&command, directory, &mut guard)?;
            return Ok(Exit::Yes);
        }
        for word in &self.command {
            let Some(inner) = command.find_subcommand(word) else {
                bail!("'{}' has no command '{word}'", command.get_name());
            };
            command = inner.clone();
        }
        output::stdout(&page(command)?)?;
        Ok(Exit::Yes)
    }
}

fn page(command: Command) -> anyhow::Result<Vec<u8>> {
    // Otherwise options that are hidden in short help would be left out here too.
    let command = command.mut_args(|arg| arg.hide_short_help(false));
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(page)
}

/// Writes the pages of a command and of those inside it, but for `help`, which says the same.
fn write_all(command: &Command, directory: &str, guard: &mut output::Guard) -> anyhow::Result<()> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let path = format!("{directory}/{name}.1");
    guard.output(&path, "a page", |beginning| beginning.starts_with(b".ie"))?;
    output::file(&path, &page(command.clone())?)?;
    let inner = command.get_subcommands();
    inner
        .filter(|inner| inner.get_name() != "help")
        .try_for_each(|inner| write_all(inner, directory, guard))
}
