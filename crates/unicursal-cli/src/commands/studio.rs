//! `unicursal studio`: a local web page for all puzzles.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};
use std::process::Stdio;
use std::time::Duration;

use anyhow::anyhow;
use clap::Command;
use unicursal_studio::Config;

use super::General;
use crate::args::Given;
use crate::exit::Exit;
use crate::session::Session;
use crate::{args, memory, output};

/// See the [module](self).
pub struct Studio {
    listen: SocketAddr,
    open: bool,
    /// The longest time for one solve.
    time_limit: Duration,
}

impl General for Studio {
    const NAME: &'static str = "studio";

    fn command() -> Command {
        Command::new(Self::NAME)
            .about("Watch, play and make levels in the browser, and compare solvers")
            .arg(
                args::option("listen", "ADDRESS")
                    .default_value("127.0.0.1:8080")
                    .value_parser(address)
                    .help("The address to listen on; port 0 picks a free port"),
            )
            .arg(args::flag(
                "open",
                "Open the page in the browser: by xdg-open or the like, or by $BROWSER",
            ))
            .arg(
                args::option("time-limit", "TIME")
                    .alias("timeout")
                    .default_value("2m")
                    .value_parser(args::duration)
                    .help("The longest time for one solve: 10, 1.5s, 2m, 1h"),
            )
            .after_help(
                "Prints the address of the page and runs until Ctrl-C. Only this machine can reach it unless --listen gives another address.\n\n\
                 Examples:\n  unicursal studio --open\n  unicursal studio --listen 127.0.0.1:0",
            )
    }

    fn read(given: Given) -> anyhow::Result<Self> {
        let local = SocketAddr::from((Ipv4Addr::LOCALHOST, 8080));
        Ok(Self {
            listen: given.value("listen").unwrap_or(local),
            open: given.flag("open"),
            time_limit: given.value("time-limit").unwrap_or_default(),
        })
    }

    fn run(self, session: &Session) -> anyhow::Result<Exit> {
        let mut config = Config {
            time_limit: self.time_limit,
            ..Config::default()
        };
        let free = memory::available().and_then(|bytes| usize::try_from(bytes).ok());
        config.memory_limit = free.map(|bytes| bytes / config.at_once.max(1));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        config.threads = cores.div_ceil(config.at_once.max(1));
        let ready = |address| self.tell(address, session);
        let served = unicursal_studio::run(self.listen, config, ready, session.interrupted());
        served.map_err(|error| match error.kind() {
            ErrorKind::AddrInUse => {
                let (address, free) = (self.listen, SocketAddr::new(self.listen.ip(), 0));
                anyhow!("{address}: {error}; --listen {free} takes a free port")
            }
            _ => anyhow!(error).context(self.listen.to_string()),
        })?;
        Ok(Exit::Complete)
    }
}

impl Studio {
    /// Says where the page is, and opens it where that was asked for.
    fn tell(&self, mut address: SocketAddr, session: &Session) {
        if !address.ip().is_loopback() {
            session.say("others can reach this address, and let this machine work for them");
        }
        if address.ip().is_unspecified() {
            address.set_ip(IpAddr::from(Ipv4Addr::LOCALHOST));
        }
        let page = format!("http://{address}/");
        // If nobody reads standard output any more, the server still runs.
        let _ = output::stdout(format!("{page}\n").as_bytes());
        session.say("The studio is open; Ctrl-C ends it");
        if self.open && !open(&page) {
            session.say("no browser could be started; open the address above");
        }
    }
}

/// Reads an address with a port; a name such as `localhost` is looked up.
fn address(text: &str) -> Result<SocketAddr, String> {
    let found = text.to_socket_addrs().map(Iterator::collect::<Vec<_>>);
    let found = found.unwrap_or_default();
    let usual = found.iter().find(|address| address.is_ipv4());
    let address = usual.or(found.first()).copied();
    address.ok_or_else(|| "an address looks like 127.0.0.1:8080".to_owned())
}

/// Asks the system to show a page: by its own command, or by the programs that `BROWSER` names.
fn open(page: &str) -> bool {
    let usual = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let named = std::env::var("BROWSER").unwrap_or_default();
    let programs = std::iter::once(usual).chain(named.split(':'));
    programs
        .filter(|program| !program.is_empty())
        .any(|program| {
            let mut command = std::process::Command::new(program);
            let command = command.arg(page).stdin(Stdio::null());
            let started = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
            started.is_ok()
        })
}
