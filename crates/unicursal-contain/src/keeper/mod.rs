//! The keeper: watches one run from outside, keeps it within its limits, and reports how it went.
//!
//! It has a single thread, because a process whose children live in another PID namespace can have
//! no other, and waits for the next message or deadline. Nothing here waits without a deadline.
//!
//! Anything odd counts against the program: a report that no process of ours would write, or a
//! first process that is gone without a report, ends the run with that reason.

mod told;

use std::fs::File;
use std::io::{BufReader, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::exec::Orders;
use crate::group::Group;
use crate::policy::{Failure, Means, User};
use crate::wire::{self, Account, Ended, Request, Stop, Word};
use crate::{fork, handover, init, scratch, tree};
use told::Told;

/// How often we check limits that the kernel does not enforce for us.
const TICK: Duration = Duration::from_millis(50);
/// How long killed processes may take to vanish.
const CLEANUP: Duration = Duration::from_secs(5);
/// How long everything before the start of the program may take.
const SETTING_UP: Duration = Duration::from_secs(10);
/// More bytes than all reports of a run have.
const LONGEST_REPORTS: usize = 64 << 10;

/// Serves one request, which comes through standard input, and returns the exit code.
pub fn keep() -> u8 {
    let control = std::io::stdin().as_fd().try_clone_to_owned();
    let Ok(control) = control.map(UnixStream::from) else {
        return 1;
    };
    let Ok(reader) = control.try_clone() else {
        return 1;
    };
    let mut reader = BufReader::new(reader);
    let Ok((request, level)) = wire::read_request(&mut reader) else {
        return 1;
    };
    // The bytes after the request that were read with it.
    let early = reader.buffer().to_vec();
    drop(reader);
    let number = std::process::id();
    let group = request.setup.groups.as_ref();
    let group = group.map(|place| place.create(number, &request.limits));
    let account = match group.transpose() {
        Err(error) => Some(Account::failed(Some(Means::Groups), error.to_string())),
        Ok(mut group) => {
            let account = match Keeper::start(&request, level, group.as_ref(), &control, early) {
                Ok(keeper) => keeper.run(group.as_mut()),
                Err(failure) => Some(Account::failed(failure.means, failure.why)),
            };
            if let Some(group) = group {
                group.remove();
            }
            if !request.setup.is_apart() {
                let zygote = nix::unistd::getppid().as_raw() as u32;
                scratch::clear(number, request.setup.user.number(zygote));
            }
            account
        }
    };
    let Some(account) = account else {
        return 1;
    };
    let _ = control.set_nonblocking(false);
    match say(&control, &Word::Ended(account)) {
        Ok(()) => 0,
        Err(_) => 1,
    }
}

/// Tells the caller something, on a line by itself.
fn say(mut control: &UnixStream, word: &Word) -> std::io::Result<()> {
    let line = serde_json::to_string(word).unwrap_or_default();
    control.write_all(format!("{line}\n").as_bytes())
}

struct Keeper<'a> {
    request: &'a Request,
    control: &'a UnixStream,
    /// Bytes from the caller that were not yet understood.
    commands: Vec<u8>,
    reports: PipeReader,
    /// Bytes from inside that are not yet a line.
    unread: Vec<u8>,
    init: u32,
    /// The user whom only this run has.
    number: Option<u32>,
    input: Option<PipeWriter>,
    level: Vec<u8>,
    fed: usize,
    begun: Duration,
    told: Told,
    sampler: tree::Sampler,
    /// Where the file through which the filter asks arrives, until we have it.
    gate: Option<UnixStream>,
    guard: Option<OwnedFd>,
}

impl<'a> Keeper<'a> {
    /// Makes the namespace and starts the first process in it.
    fn start(
        request: &'a Request,
        level: Vec<u8>,
        group: Option<&Group>,
        control: &'a UnixStream,
        commands: Vec<u8>,
    ) -> Result<Self, Failure> {
        let (user, user_group) = (nix::unistd::getuid(), nix::unistd::getgid());
        let zygote = nix::unistd::getppid().as_raw() as u32;
        let number = request.setup.user.number(zygote);
        #[cfg(target_os = "linux")]
        {
            use nix::sys::prctl;
            if request.setup.is_apart() {
                // It has to write files in /proc, and as a copy of a process that is not dumpable
                // it is not dumpable itself.
                let _ = prctl::set_dumpable(true);
                let entered = crate::isolate::own_processes();
                let _ = prctl::set_dumpable(false);
                entered.map_err(Failure::of(Means::Namespaces))?;
            } else {
                let _ = prctl::set_child_subreaper(true);
            }
        }
        let pipe = || std::io::pipe().map_err(Failure::other);
        let ((reports, far_end), (far_input, input)) = (pipe()?, pipe()?);
        let asks = request.setup.is_filtered() && !request.setup.is_apart();
        let gates = asks.then(UnixStream::pair).transpose();
        let (gate, far_gate) = gates.map_err(Failure::other)?.unzip();
        let scratch = (!request.setup.is_apart())
            .then(|| scratch::make(std::process::id(), number))
            .transpose()
            .map_err(|error| Failure::other(format_args!("no folder for its files: {error}")))?;
        let orders = Orders {
            gate: far_gate,
            scratch,
            request,
            number,
            doors: group.map(Group::doors).unwrap_or_default(),
            outer: (user.as_raw(), user_group.as_raw()),
        };
        // Our ends. If one were left open, others would not notice that we are gone.
        let mut own = vec![control.as_raw_fd(), reports.as_raw_fd(), input.as_raw_fd()];
        own.extend(gate.as_ref().map(AsRawFd::as_raw_fd));
        let init = fork::copy(move || {
            let released = nix::unistd::dup2_stdin(&far_input)
                .and_then(|()| own.into_iter().try_for_each(nix::unistd::close));
            drop(far_input);
            if released.is_err() {
                return 1;
            }
            init::init(&orders, &File::from(OwnedFd::from(far_end)))
        });
        let init = init.map_err(Failure::other)?;
        // The program's streams are not kept open by us: they close when it is gone.
        let nothing = File::options().read(true).write(true).open("/dev/null");
        let nothing = nothing.map_err(Failure::other)?;
        let released = nix::unistd::dup2_stdin(&nothing)
            .and_then(|()| nix::unistd::dup2_stdout(&nothing))
            .and_then(|()| nix::unistd::dup2_stderr(&nothing));
        released.map_err(Failure::other)?;
        fcntl(&input, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).map_err(Failure::other)?;
        fcntl(&reports, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).map_err(Failure::other)?;
        let _ = control.set_nonblocking(true);
        Ok(Self {
            request,
            control,
            commands,
            reports,
            unread: Vec::new(),
            init: init.as_raw() as u32,
            number,
            input: Some(input),
            level,
            fed: 0,
            begun: wire::now(),
            told: Told::default(),
            sampler: tree::Sampler::default(),
            gate,
            guard: None,
        })
    }

    /// Watches until the end; `None` if the caller is gone.
    fn run(mut self, group: Option<&mut Group>) -> Option<Account> {
        let limits = &self.request.limits;
        let mut stop = None;
        let mut cheat = None;
        let mut last_look = Instant::now();
        let mut announced = false;
        let is_over = |told: &Told| told.end.is_some() || told.failed.is_some() || told.closed;
        while !is_over(&self.told) && self.told.odd.is_none() && stop.is_none() {
            let deadline = match self.told.start {
                Some(start) => start.saturating_add(limits.wall),
                None => self
                    .begun
                    .saturating_add(limits.wall)
                    .saturating_add(SETTING_UP),
            };
            let left = deadline.saturating_sub(wire::now());
            self.listen(left.min(TICK.saturating_sub(last_look.elapsed())));
            if let Some(start) = self
                .told
                .start
                .filter(|_| !announced && self.request.stays_open)
            {
                announced = true;
                let _ = say(self.control, &Word::Started(start));
            }
            match self.command() {
                Wish::None => {}
                Wish::Stop(why) => stop = Some(why),
                Wish::Abandoned => {
                    self.end_everything(group.as_deref());
                    return None;
                }
            }
            if is_over(&self.told) {
                break;
            }
            if wire::now() >= deadline {
                stop = stop.or(Some(Stop::Time));
            }
            if last_look.elapsed() >= TICK && stop.is_none() {
                last_look = Instant::now();
                stop = self.look(group.as_deref());
                cheat = self.escaped(group.as_deref());
                if cheat.is_some() {
                    break;
                }
            }
        }
        let now = wire::now();
        self.end_everything(group.as_deref());
        let account = self.account(stop, cheat, now, group);
        Some(account)
    }

    /// Checks the limits for all processes together.
    fn look(&mut self, group: Option<&Group>) -> Option<Stop> {
        let limits = &self.request.limits;
        let (memory, cpu) = if let Some(group) = group {
            (group.is_out_of_memory(), group.cpu())
        } else {
            let memory = self.sampler.look(&tree::descendants(self.init));
            let exceeded = limits.memory.is_some_and(|limit| memory > limit);
            (exceeded, self.sampler.cpu())
        };
        if memory {
            return Some(Stop::Memory);
        }
        let limit = limits.cpu_seconds.map(Duration::from_secs);
        limit
            .is_some_and(|limit| cpu > limit)
            .then_some(Stop::Processor)
    }

    /// Whether a process has left the group in which it is measured. That is possible if the same
    /// user made the group and nothing hides its files.
    fn escaped(&self, group: Option<&Group>) -> Option<String> {
        let setup = &self.request.setup;
        let group = group.filter(|_| setup.is_exposed())?;
        self.told.start?;
        let processes = tree::descendants(self.init);
        let members = group.members();
        let is_out = |process: &&u32| {
            !members.contains(&(**process as i32))
                && !matches!(tree::state(**process), None | Some('Z' | 'X'))
        };
        let found = processes.iter().find(is_out)?;
        Some(format!("process {found} left its control group"))
    }

    /// Waits for the next message, at most for this long, and feeds the program.
    fn listen(&mut self, patience: Duration) {
        let patience = PollTimeout::try_from(patience.saturating_add(Duration::from_micros(999)));
        let mut watched = vec![
            PollFd::new(self.control.as_fd(), PollFlags::POLLIN),
            PollFd::new(self.reports.as_fd(), PollFlags::POLLIN),
        ];
        let feeds = self.fed < self.level.len();
        if let Some(input) = self.input.as_ref().filter(|_| feeds) {
            watched.push(PollFd::new(input.as_fd(), PollFlags::POLLOUT));
        }
        let guard = self.guard.as_ref().map(AsFd::as_fd);
        if let Some(asking) = guard.or(self.gate.as_ref().map(AsFd::as_fd)) {
            watched.insert(0, PollFd::new(asking, PollFlags::POLLIN));
        }
        let _ = poll(&mut watched, patience.unwrap_or(PollTimeout::ZERO));
        let asked = watched[0].revents().unwrap_or(PollFlags::empty());
        drop(watched);
        self.guard(asked);
        self.feed();
        self.hear();
    }

    /// Takes the file through which the filter asks, and answers. Closes it when nobody is left to
    /// ask.
    fn guard(&mut self, asked: PollFlags) {
        if let Some(guard) = &self.guard {
            #[cfg(target_os = "linux")]
            if asked.contains(PollFlags::POLLIN) {
                crate::filter::answer(guard, self.init);
                return;
            }
            let _ = guard;
            if !asked.is_empty() {
                self.guard = None;
            }
        } else if let Some(gate) = self.gate.take_if(|_| !asked.is_empty()) {
            self.guard = handover::receive(&gate).map(|[guard]| guard);
        }
    }

    fn feed(&mut self) {
        if let Some(input) = &mut self.input {
            while self.fed < self.level.len() {
                match input.write(&self.level[self.fed..]) {
                    Ok(count) => self.fed += count,
                    Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return,
                    // A program need not read.
                    Err(_) => self.fed = self.level.len(),
                }
            }
        }
        if !self.request.stays_open {
            self.input = None;
        }
    }

    /// Reads what the processes inside report.
    fn hear(&mut self) {
        let mut part = [0; 4096];
        loop {
            match self.reports.read(&mut part) {
                Ok(0) => {
                    self.told.closed = true;
                    break;
                }
                Ok(count) => self.unread.extend_from_slice(&part[..count]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
            if self.unread.len() > LONGEST_REPORTS {
                self.told.odd = Some("too much was reported".to_owned());
                return;
            }
        }
        while let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.unread.drain(..=end).collect();
            self.told.note(&line);
        }
    }

    /// The caller's wish at this moment.
    fn command(&mut self) -> Wish {
        let mut part = [0; 256];
        match (&*self.control).read(&mut part) {
            Ok(0) => return Wish::Abandoned,
            Ok(count) => self.commands.extend_from_slice(&part[..count]),
            Err(_) => {}
        }
        match self.commands.iter().position(|&byte| byte == b'\n') {
            Some(end) => {
                let line: Vec<u8> = self.commands.drain(..=end).collect();
                Wish::Stop(serde_json::from_slice(&line).unwrap_or(Stop::Unwanted))
            }
            None => Wish::None,
        }
    }

    /// Kills whatever is left, and waits until it is gone, for as long as is reasonable.
    fn end_everything(&mut self, group: Option<&Group>) {
        let give_up = Instant::now() + CLEANUP;
        // From now on every question is refused.
        (self.guard, self.gate) = (None, None);
        let init = Pid::from_raw(self.init as i32);
        let own = std::process::id();
        while Instant::now() < give_up {
            if let Some(group) = group {
                group.kill();
            }
            if self.request.setup.is_apart() {
                // Without a group, it counts what the others used, unless it was never asked to
                // end.
                if group.is_some() || self.told.end.is_none() {
                    let _ = kill(init, Signal::SIGKILL);
                }
                if self.told.closed {
                    break;
                }
            } else {
                let mut left = tree::descendants(own);
                // The first process ends by itself when nothing else is left.
                if left == [self.init] && !self.told.closed {
                    left.clear();
                } else if left.is_empty() {
                    break;
                } else {
                    left.retain(|&process| process != self.init || self.told.closed);
                }
                tree::kill_all(&left);
                self.kill_user();
            }
            self.listen(Duration::from_millis(2));
        }
        let _ = kill(init, Signal::SIGKILL);
        let _ = nix::sys::wait::waitpid(init, None);
        self.hear();
    }

    /// Kills everything of the user whom only this run has: at once, however fast it forks.
    fn kill_user(&self) {
        #[cfg(target_os = "linux")]
        if let (User::Own(_), Some(number)) = (self.request.setup.user, self.number)
            && number != crate::policy::NOBODY
        {
            let killer = fork::copy(|| match crate::isolate::become_other(number) {
                Ok(()) => u8::from(kill(Pid::from_raw(-1), Signal::SIGKILL).is_err()),
                Err(_) => 1,
            });
            if let Ok(killer) = killer {
                let _ = nix::sys::wait::waitpid(killer, None);
            }
        }
    }

    /// Sums up.
    fn account(
        self,
        stop: Option<Stop>,
        cheat: Option<String>,
        now: Duration,
        group: Option<&mut Group>,
    ) -> Account {
        let told = self.told;
        let start = told.start.unwrap_or(self.begun);
        let end = told.end.as_ref().map_or(now, |(_, when, _)| *when);
        let last = told.end.as_ref().map(|(_, _, unread)| *unread);
        let wall = end.saturating_sub(start);
        let (inner_cpu, largest) = told.gone.unwrap_or_else(init::usage);
        // A keeper that is late on a busy machine must not be a way around a limit.
        let is_late = told.start.is_some() && wall > self.request.limits.wall;
        let mut stop = stop.or(is_late.then_some(Stop::Time));
        let (cpu, peak_memory, processes) = match group {
            Some(group) => {
                if group.is_out_of_memory() {
                    stop = Some(Stop::Memory);
                }
                (group.cpu(), group.peak_memory(), group.peak_processes())
            }
            None => (
                inner_cpu.max(self.sampler.cpu()),
                self.sampler.peak_memory.max(largest),
                None,
            ),
        };
        let lost = || {
            let why = "the first process of the run was killed".to_owned();
            if self.request.setup.is_apart() {
                Ended::Failed(Failure::other(why))
            } else {
                Ended::Cheated(why)
            }
        };
        let ended = match (told.odd.or(cheat), told.failed, stop, told.end) {
            (Some(why), ..) => Ended::Cheated(why),
            (None, Some(failure), ..) => Ended::Failed(failure),
            (None, None, Some(stop), _) => Ended::Stopped(stop),
            (None, None, None, Some((how, ..))) => how,
            (None, None, None, None) => lost(),
        };
        Account {
            ended,
            wall,
            cpu,
            peak_memory,
            processes,
            last,
        }
    }
}

/// What the caller wants.
enum Wish {
    None,
    Stop(Stop),
    /// It is gone, or does not want an answer.
    Abandoned,
}
