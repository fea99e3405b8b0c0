//! A running program, seen from the caller: its output, its end, and the messages of its keeper.

use std::collections::BTreeSet;
use std::io::{PipeReader, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;

use crate::group::Place;
use crate::output::{Collected, is_timeout};
use crate::policy::{Limits, Setup, User};
use crate::wire::{self, Account, Ended, Stop, Word};
use crate::zygote::{Own, Zygote};
use crate::{ContainError, Run, scratch, tree};

/// How often we ask whether to go on.
const TICK: Duration = Duration::from_millis(50);
/// How long after the time limit the keeper may take to clean up and answer.
const GRACE: Duration = Duration::from_secs(25);
/// How long everything may take to end.
const CLEANUP: Duration = Duration::from_secs(5);
/// How much of the end of standard error is kept.
const STDERR_KEPT: usize = 8 << 10;
/// More than any answer of a keeper.
const LONGEST_ANSWER: usize = 64 << 10;

/// A running program. It ends when this value is dropped.
#[derive(Debug)]
pub struct Running {
    keeper: u32,
    /// Its parent, until it has ended.
    zygote: Option<Zygote>,
    /// Closed when nothing more is wanted.
    control: Option<UnixStream>,
    stdout: Option<PipeReader>,
    stderr: Option<PipeReader>,
    wall: Duration,
    groups: Option<Place>,
    /// Whether the program could harm its keeper, so that what it leaves becomes our child.
    is_exposed: bool,
    in_tree: bool,
    user: User,
    /// Bytes of the keeper that are not yet a whole message.
    heard: Vec<u8>,
    /// Its last word.
    account: Option<Account>,
    sampler: tree::Sampler,
    own: Arc<Mutex<Own>>,
}

/// The connections to a running program and its keeper.
pub(crate) struct Streams {
    pub control: UnixStream,
    pub stdout: PipeReader,
    pub stderr: PipeReader,
}

impl Running {
    pub(crate) fn new(
        setup: &Setup,
        own: Arc<Mutex<Own>>,
        (zygote, keeper): (Zygote, u32),
        streams: Streams,
        limits: &Limits,
    ) -> Self {
        Self {
            keeper,
            zygote: Some(zygote),
            control: Some(streams.control),
            stdout: Some(streams.stdout),
            stderr: Some(streams.stderr),
            wall: limits.wall,
            groups: setup.groups.clone(),
            is_exposed: setup.is_exposed(),
            in_tree: !setup.is_apart(),
            user: setup.user,
            heard: Vec::new(),
            account: None,
            sampler: tree::Sampler::default(),
            own,
        }
    }

    /// The program's standard output; it can be taken once.
    pub fn take_stdout(&mut self) -> Option<PipeReader> {
        self.stdout.take()
    }

    /// The program's standard error; it can be taken once.
    pub fn take_stderr(&mut self) -> Option<PipeReader> {
        self.stderr.take()
    }

    /// Waits until a program that [`Cage::start`](crate::Cage::start) was asked for has started, or
    /// has failed to; returns how long ago that was.
    pub fn wait_for_start(&mut self) -> Duration {
        let give_up = Instant::now() + GRACE;
        loop {
            match self.word() {
                Some(Ok(Word::Started(when))) => return wire::now().saturating_sub(when),
                // Waiting for the end tells why.
                Some(Ok(Word::Ended(account))) => {
                    self.account = Some(account);
                    return Duration::ZERO;
                }
                Some(Err(_)) => return Duration::ZERO,
                None if Instant::now() > give_up || !self.listen() => return Duration::ZERO,
                None => {}
            }
        }
    }

    /// The next whole line that the keeper has said.
    fn word(&mut self) -> Option<serde_json::Result<Word>> {
        let end = self.heard.iter().position(|&byte| byte == b'\n')?;
        let line: Vec<u8> = self.heard.drain(..=end).collect();
        Some(serde_json::from_slice(&line))
    }

    /// The processor time that everything in the program has used so far.
    pub fn processor_time(&mut self) -> Duration {
        let group = self.groups.as_ref();
        if let Some(group) = group.and_then(|place| place.left_by(self.keeper)) {
            return group.cpu();
        }
        self.sampler.look(&tree::descendants(self.keeper));
        self.sampler.cpu()
    }

    /// Reads messages of the keeper, for at most a moment; `false` if there will be no more.
    fn listen(&mut self) -> bool {
        let Some(control) = &self.control else {
            return false;
        };
        let _ = control.set_read_timeout(Some(TICK));
        let mut part = [0; 4096];
        match { control }.read(&mut part) {
            Ok(0) => false,
            Ok(count) => {
                self.heard.extend_from_slice(&part[..count]);
                true
            }
            Err(error) => is_timeout(&error),
        }
    }

    /// Asks for the end of the program. [`Running::wait`] returns when and how it ended.
    pub fn stop(&self, why: Stop) {
        if let Some(control) = &self.control {
            ask_to_stop(control, why);
        }
    }

    /// Collects its output until it ends.
    pub(crate) fn collect(
        &mut self,
        most: u64,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Run, ContainError> {
        let to_stop = self.control.as_ref().and_then(|c| c.try_clone().ok());
        let stdout = Collected::new(self.stdout.take(), move |kept, part| {
            let room = (most + 1).saturating_sub(kept.len() as u64);
            kept.extend_from_slice(&part[..part.len().min(room as usize)]);
            if room > 0
                && kept.len() as u64 > most
                && let Some(control) = &to_stop
            {
                ask_to_stop(control, Stop::Output);
            }
        });
        let stderr = Collected::new(self.stderr.take(), |kept, part| {
            kept.extend_from_slice(part);
            kept.drain(..kept.len().saturating_sub(STDERR_KEPT));
        });
        let account = self.wait(cancelled)?;
        let mut ended = account.ended;
        let mut stdout = stdout.finish(account.last);
        if stdout.len() as u64 > most {
            stdout.truncate(most as usize);
            if matches!(ended, Ended::Exited(_) | Ended::Signalled(_)) {
                ended = Ended::Stopped(Stop::Output);
            }
        }
        Ok(Run {
            ended,
            wall: account.wall,
            cpu: account.cpu,
            peak_memory: account.peak_memory,
            processes: account.processes,
            stdout,
            stderr: stderr.finish(None),
        })
    }

    /// Waits until it has ended and nothing of it is left. Whatever happens to the keeper, there is
    /// a result.
    pub fn wait(&mut self, cancelled: &dyn Fn() -> bool) -> Result<Account, ContainError> {
        let give_up = Instant::now().checked_add(self.wall.saturating_add(GRACE));
        let mut trouble = None;
        while self.account.is_none() && trouble.is_none() {
            match self.word() {
                Some(Ok(Word::Started(_))) => continue,
                Some(Ok(Word::Ended(account))) => self.account = Some(account),
                Some(Err(_)) => trouble = Some("the supervisor's answer is unreadable"),
                None if self.heard.len() > LONGEST_ANSWER => {
                    trouble = Some("the supervisor's answer is too long");
                }
                None if !self.listen() => trouble = Some("the supervisor was killed"),
                None => {}
            }
            if cancelled() {
                self.end();
                return Err(ContainError::Cancelled);
            }
            if self.is_exposed && tree::is_stopped(self.keeper) {
                trouble = Some("the supervisor was stopped");
            }
            if give_up.is_some_and(|time| Instant::now() > time) {
                trouble = Some("the supervisor does not answer");
            }
        }
        if self.account.is_none() {
            self.kill_keeper();
        }
        self.end();
        let why = trouble.unwrap_or_default();
        Ok(match self.account.take() {
            Some(account) => account,
            // Only a program that can reach its supervisor could have done that.
            None if self.is_exposed => Account {
                ended: Ended::Cheated(why.to_owned()),
                ..Account::failed(None, "")
            },
            None => Account::failed(None, why),
        })
    }

    /// Waits for the keeper, and does its work if it could not.
    fn end(&mut self) {
        // The keeper sees that its end is closed, and ends the program. The thread that collects
        // the output has a copy of ours, so dropping it is not enough.
        if let Some(control) = self.control.take() {
            let _ = control.shutdown(Shutdown::Both);
        }
        let Some(mut zygote) = self.zygote.take() else {
            return;
        };
        let (number, parent) = (self.keeper, zygote.id());
        let all = || self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if zygote.has_ended(CLEANUP + CLEANUP) {
            let mut own = all();
            own.numbers.remove(&number);
            own.idle.push(zygote);
        } else {
            self.kill_keeper();
            drop(zygote);
            // Now it is our child, or nobody's.
            let _ = waitpid(Pid::from_raw(number as i32), Some(WaitPidFlag::WNOHANG));
            let mut own = all();
            own.numbers.remove(&number);
            own.numbers.remove(&parent);
        }
        if let Some(group) = self.groups.as_ref().and_then(|place| place.left_by(number)) {
            group.remove();
        }
        if self.in_tree {
            end_orphans(&all().numbers);
            // The keeper has removed it, if it could.
            scratch::clear(number, self.user.number(parent));
        }
    }

    /// Only while its number cannot belong to another process: before it is waited for.
    fn kill_keeper(&self) {
        let _ = kill(Pid::from_raw(self.keeper as i32), Signal::SIGKILL);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}

/// Kills processes that have become our children because their keeper was killed. Zygotes are our
/// children too; they and their descendants are left alone.
fn end_orphans(own: &BTreeSet<u32>) {
    let give_up = Instant::now() + CLEANUP;
    let own_number = std::process::id();
    while Instant::now() < give_up {
        let mut orphans = tree::children(own_number);
        orphans.retain(|child| !own.contains(child));
        if orphans.is_empty() {
            return;
        }
        for orphan in orphans {
            let mut family = tree::descendants(orphan);
            family.push(orphan);
            tree::kill_family(&family, orphan);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn ask_to_stop(mut control: &UnixStream, why: Stop) {
    let word = serde_json::to_string(&why).unwrap_or_default();
    // A keeper that is gone has stopped it already.
    let _ = control.write_all(format!("{word}\n").as_bytes());
}
