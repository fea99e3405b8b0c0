//! Which containment is available here, and how to start a program in it.

use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use crate::group::Place;
use crate::needs::Needs;
use crate::policy::{Command, Containment, Failure, Groups, Limits, Means, Policy, Setup, User};
use crate::running::{Running, Streams};
use crate::staging::Staging;
use crate::wire::{self, Ended, Request, Shown, View};
use crate::zygote::{Own, Zygote};
use crate::{ContainError, Run, machine_memory, own_executable};

/// Where programs are looked for when the caller has no `PATH`.
const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Starts programs under supervision.
#[derive(Clone, Debug)]
pub struct Cage {
    executable: PathBuf,
    setup: Setup,
    policy: Arc<Policy>,
    /// What each of the programs needs; no program sees what another needs.
    needs: Arc<Vec<Needs>>,
    /// Copies of what programs need but their user cannot reach.
    staging: Arc<Staging>,
    /// What is not available, and why.
    missing: Vec<Failure>,
    own: Arc<Mutex<Own>>,
}

impl Cage {
    /// Finds out whether these programs can be contained as the policy demands, by doing everything
    /// except starting them.
    pub fn new(policy: &Policy, programs: &[Command]) -> Result<Self, ContainError> {
        let failed = |error: std::io::Error| ContainError::Supervisor(error.to_string());
        if !cfg!(target_os = "linux") && policy.containment != Containment::None {
            return Err(ContainError::Missing {
                means: Means::Namespaces,
                why: "this is not Linux".to_owned(),
            });
        }
        let groups = (policy.groups != Groups::None).then(Place::find).flatten();
        if let Some(place) = &groups {
            place.tidy();
        }
        let mut cage = Self {
            executable: own_executable().map_err(failed)?,
            setup: Setup {
                containment: policy.containment,
                landlock: policy.containment != Containment::None,
                user: user(policy),
                network: policy.network,
                env: environment(policy),
                groups,
            },
            policy: Arc::new(policy.clone()),
            needs: Arc::new(programs.iter().map(|p| Needs::of(p, policy)).collect()),
            staging: Arc::default(),
            missing: Vec::new(),
            own: Arc::default(),
        };
        if cage.setup.groups.is_none() && policy.groups != Groups::None {
            let why = "no group hands memory and processes on".to_owned();
            let means = Some(Means::Groups);
            cage.do_without(Failure { means, why }, None)?;
        }
        #[cfg(target_os = "linux")]
        {
            // The program may run as the same user; this keeps it away from our memory and files.
            let _ = nix::sys::prctl::set_dumpable(false);
        }
        for program in programs {
            while let Some(failure) = cage.try_out(program)? {
                cage.do_without(failure, Some(program))?;
            }
        }
        #[cfg(target_os = "linux")]
        if !cage.setup.is_apart() {
            let _ = nix::sys::prctl::set_child_subreaper(true);
        }
        Ok(cage)
    }

    /// Does everything except starting a program; says what failed.
    fn try_out(&self, program: &Command) -> Result<Option<Failure>, ContainError> {
        let mut running = self.spawn(program, b"", &Limits::default(), false, true)?;
        let account = running.wait(&|| false)?;
        Ok(match account.ended {
            Ended::Exited(0) => None,
            Ended::Failed(failure) => Some(failure),
            other => Some(Failure::other(format!("a trial ended as {other:?}"))),
        })
    }

    /// Continues without a measure that only adds to others, or refuses.
    fn do_without(
        &mut self,
        failure: Failure,
        program: Option<&Command>,
    ) -> Result<(), ContainError> {
        let Some(means) = failure.means else {
            return Err(ContainError::Supervisor(failure.why));
        };
        let why = failure.why.clone();
        match means {
            Means::Groups if self.policy.groups != Groups::Required => self.setup.groups = None,
            // There, the view keeps files apart.
            Means::Landlock if self.setup.is_apart() && self.setup.landlock => {
                self.setup.landlock = false;
            }
            Means::User if nix::unistd::geteuid().is_root() => {
                let program = program.map(|program| program.path.display().to_string());
                let program = program.unwrap_or_default();
                return Err(ContainError::WouldBeRoot { program, why });
            }
            _ => return Err(ContainError::Missing { means, why }),
        }
        self.missing.push(failure);
        Ok(())
    }

    /// How programs are contained.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What is not available, as one line; `None` when nothing is missing.
    pub fn warning(&self) -> Option<String> {
        let missing = self
            .missing
            .iter()
            .filter_map(|failure| Some(format!("{} ({})", failure.means?.name(), failure.why)));
        let mut missing: Vec<String> = missing.collect();
        if !self.setup.is_apart() {
            let is_open = |hidden: &&PathBuf| {
                let mut shown = self.needs.iter().flat_map(|needs| &needs.shown);
                self.setup.containment == Containment::None
                    || shown.any(|shown| hidden.starts_with(shown))
            };
            let open = self.policy.hidden.iter().find(is_open);
            missing.extend(open.map(|open| format!("a view without {}", open.display())));
        }
        let missing = missing.join(", ");
        let what = if self.setup.groups.is_none() {
            "; memory and processor time are measured by looking 20 times per second"
        } else {
            ""
        };
        (!missing.is_empty()).then(|| format!("warning: not available here: {missing}{what}"))
    }

    /// What is used, for the report.
    pub fn description(&self) -> String {
        self.setup.description()
    }

    /// The memory that a program can be given here: all of the machine's, or what the groups above
    /// allow.
    pub fn memory(&self) -> Option<u64> {
        let groups = self.setup.groups.as_ref().and_then(Place::memory_limit);
        [machine_memory(), groups].into_iter().flatten().min()
    }

    /// Runs a program on some input within limits. `cancelled` is asked several times per second.
    pub fn run(
        &self,
        command: &Command,
        input: &[u8],
        limits: &Limits,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Run, ContainError> {
        let mut running = self.spawn(command, input, limits, false, false)?;
        running.collect(limits.output, cancelled)
    }

    /// Starts a program whose input stays open, and whose output is the caller's to read.
    pub fn start(
        &self,
        command: &Command,
        input: &[u8],
        limits: &Limits,
    ) -> Result<Running, ContainError> {
        self.spawn(command, input, limits, true, false)
    }

    fn spawn(
        &self,
        command: &Command,
        input: &[u8],
        limits: &Limits,
        stays_open: bool,
        trial: bool,
    ) -> Result<Running, ContainError> {
        let failed = |error: std::io::Error| ContainError::Supervisor(error.to_string());
        let view = self.view(command)?;
        if self.policy.evict && !trial {
            crate::evict::files(&Needs::of(command, &self.policy).shown);
        }
        let (mut control, far_end) = UnixStream::pair().map_err(failed)?;
        let (stdout, stdout_end) = std::io::pipe().map_err(failed)?;
        let (stderr, stderr_end) = std::io::pipe().map_err(failed)?;
        let streams = [far_end.into(), stdout_end.into(), stderr_end.into()];
        let (zygote, keeper) = self.keeper(&streams).map_err(failed)?;
        // Our copies of the far ends.
        drop(streams);
        let request = Request {
            command: command.clone(),
            limits: limits.clone(),
            setup: self.setup.clone(),
            view,
            stays_open,
            trial,
            input_bytes: input.len(),
        };
        // If the keeper is gone already, waiting for it reveals why.
        let _ = wire::send_request(&mut control, &request, input);
        let streams = Streams {
            control,
            stdout,
            stderr,
        };
        let own = Arc::clone(&self.own);
        let keeper = (zygote, keeper);
        Ok(Running::new(&self.setup, own, keeper, streams, limits))
    }

    /// The files that a program gets to see.
    fn view(&self, command: &Command) -> Result<View, ContainError> {
        let mut needs = Needs::of(command, &self.policy);
        let others = self.needs.iter().filter(|other| other.files != needs.files);
        let hidden = needs.hides(others, &self.policy.hidden);
        needs.leave(&hidden);
        let mut shown = needs.views(&self.policy.writable);
        if self.setup.is_apart() && matches!(self.setup.user, User::Own(_)) {
            let refused = |error: std::io::Error| ContainError::WouldBeRoot {
                program: command.path.display().to_string(),
                why: error.to_string(),
            };
            let (writable, readable): (Vec<Shown>, Vec<Shown>) =
                shown.into_iter().partition(|shown| shown.writable);
            shown = writable;
            for read in readable {
                let staged = self.staging.stage(&read.path, &needs.files);
                let staged = staged.map_err(refused)?.into_iter();
                shown.extend(staged.map(|(path, source)| Shown {
                    path,
                    source,
                    writable: false,
                }));
            }
        }
        Ok(View {
            working: needs.working,
            shown,
            hidden,
        })
    }

    /// Starts a keeper, in a zygote that is idle or new.
    fn keeper(&self, streams: &[OwnedFd; 3]) -> std::io::Result<(Zygote, u32)> {
        let all = || self.own.lock().unwrap_or_else(PoisonError::into_inner);
        let each = || [&streams[0], &streams[1], &streams[2]];
        let begun = |mut zygote: Zygote| {
            let keeper = zygote.keeper(each());
            match keeper {
                Ok(keeper) => {
                    all().numbers.insert(keeper);
                    Ok((zygote, keeper))
                }
                Err(error) => {
                    all().numbers.remove(&zygote.id());
                    Err(error)
                }
            }
        };
        let idle = all().idle.pop();
        // One that does not answer was stopped or killed by a program that was able to.
        if let Some(Ok(keeper)) = idle.map(begun) {
            return Ok(keeper);
        }
        let zygote = {
            let mut own = all();
            let zygote = Zygote::start(&self.executable)?;
            own.numbers.insert(zygote.id());
            zygote
        };
        begun(zygote)
    }
}

/// The user as whom programs run, never root: user 0 of the machine, with or without privileges,
/// can write the kernel's settings and have it start programs outside.
fn user(policy: &Policy) -> User {
    let is_root = nix::unistd::geteuid().is_root();
    match (policy.as_caller, is_root, policy.containment) {
        (false, true, _) => {
            let map = std::fs::read_to_string("/proc/self/uid_map");
            User::own(&map.unwrap_or_default())
        }
        (_, false, Containment::Namespace) => User::Unprivileged,
        _ => User::Caller,
    }
}

/// The environment that we make.
fn environment(policy: &Policy) -> Vec<(String, String)> {
    let path = std::env::var("PATH").unwrap_or_else(|_| DEFAULT_PATH.to_owned());
    let own = [("PATH", path), ("LANG", "C.UTF-8".to_owned())];
    let own = own.map(|(name, value)| (name.to_owned(), value));
    own.into_iter().chain(policy.env.clone()).collect()
}
