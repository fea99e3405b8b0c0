//! The process from which keepers are copied.
//!
//! The caller has threads and cannot be copied itself, and starting our executable for each run
//! would cost more than everything else. So it is started once, with a hidden first argument; for
//! each run it gets the streams of a keeper, copies itself into one, and reports when that has
//! ended. A zygote serves one run at a time.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use nix::sys::wait::waitpid;

use crate::{HIDDEN, fork, handover, keeper, output, tree};

/// How long it may take to copy itself.
const BIRTH: Duration = Duration::from_secs(10);
/// How often we look whether someone has stopped it.
const TICK: Duration = Duration::from_millis(50);
/// Its message when the keeper has ended.
const ENDED: u8 = b'.';

/// A zygote, seen from the caller. It ends when this value is dropped.
#[derive(Debug)]
pub struct Zygote {
    process: Child,
    control: UnixStream,
}

/// Processes of ours, of all threads.
#[derive(Debug, Default)]
pub struct Own {
    /// Idle zygotes.
    pub idle: Vec<Zygote>,
    /// The numbers of all zygotes, and of the keepers that run now.
    pub numbers: BTreeSet<u32>,
}

impl Zygote {
    /// Starts one.
    pub fn start(executable: &Path) -> std::io::Result<Self> {
        let (control, far_end) = UnixStream::pair()?;
        let process = Command::new(executable)
            .arg(HIDDEN)
            .stdin(Stdio::from(OwnedFd::from(far_end)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Otherwise Ctrl-C in a terminal would end it before it has ended the program.
            .process_group(0)
            .spawn()?;
        control.set_read_timeout(Some(BIRTH))?;
        Ok(Self { process, control })
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Starts a keeper with these standard streams; returns its number.
    pub fn keeper(&mut self, streams: [&OwnedFd; 3]) -> std::io::Result<u32> {
        handover::send(&self.control, &streams)?;
        let mut number = [0; 4];
        self.control.read_exact(&mut number)?;
        match u32::from_le_bytes(number) {
            0 => Err(std::io::Error::other("no process can be started")),
            number => Ok(number),
        }
    }

    /// Waits until the keeper has ended; `false` if that cannot be known.
    pub fn has_ended(&mut self, patience: Duration) -> bool {
        let give_up = Instant::now() + patience;
        let _ = self.control.set_read_timeout(Some(TICK));
        let mut said = [0];
        while Instant::now() < give_up && !tree::is_stopped(self.id()) {
            match self.control.read(&mut said) {
                Ok(count) => {
                    let _ = self.control.set_read_timeout(Some(BIRTH));
                    return count == 1 && said == [ENDED];
                }
                Err(error) if output::is_timeout(&error) => {}
                Err(_) => return false,
            }
        }
        false
    }
}

impl Drop for Zygote {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Acts as a zygote until the caller is gone; its socket is standard input.
pub fn serve() -> ExitCode {
    close_all_but_streams();
    #[cfg(target_os = "linux")]
    {
        let _ = nix::sys::prctl::set_dumpable(false);
    }
    let Ok(control) = std::io::stdin().as_fd().try_clone_to_owned() else {
        return ExitCode::FAILURE;
    };
    let mut control = UnixStream::from(control);
    while let Some(streams) = handover::receive(&control) {
        let own = control.as_raw_fd();
        let keeper = fork::copy(move || {
            // Closes its copy of our socket, on which the caller would otherwise wait.
            let taken = nix::unistd::close(own).and_then(|()| take(streams));
            match taken {
                Ok(()) => keeper::keep(),
                Err(_) => 1,
            }
        });
        let number = keeper.map_or(0, |keeper| keeper.as_raw() as u32);
        if control.write_all(&number.to_le_bytes()).is_err() {
            break;
        }
        if let Ok(keeper) = keeper {
            let _ = waitpid(keeper, None);
            if control.write_all(&[ENDED]).is_err() {
                break;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Makes these the standard streams.
fn take(streams: [OwnedFd; 3]) -> nix::Result<()> {
    let [input, output, error] = streams;
    nix::unistd::dup2_stdin(input)?;
    nix::unistd::dup2_stdout(output)?;
    nix::unistd::dup2_stderr(error)
}

/// Closes what was inherited from the process that started the caller: files, sockets, other runs'
/// pipes.
fn close_all_but_streams() {
    let Ok(open) = std::fs::read_dir("/proc/self/fd") else {
        return;
    };
    let numbers: Vec<i32> = open
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    for number in numbers.into_iter().filter(|&number| number > 2) {
        // One of them was the folder itself, which is closed already.
        let _ = nix::unistd::close(number);
    }
}
