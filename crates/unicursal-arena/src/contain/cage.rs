//! What containment can be had here, and how to start a program in it.

use std::collections::BTreeSet;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use super::group::Place;
use super::nursery::Nursery;
use super::running::Running;
use super::wire::{self, Request};
use super::{
    ContainError, Ended, Failure, Limits, Means, Run, Setup, User, machine_memory, own_executable,
};
use crate::Program;

/// How a program is kept together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Containment {
    /// In a PID namespace: the kernel ends all of it at once.
    Namespace,
    /// By adopting orphans and killing process by process. Where a program of the same user can kill its
    /// supervisors, the arena itself adopts what is left and kills it.
    Tree,
}

/// What containment is wanted.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// This or nothing; `None` is the best that can be had.
    pub containment: Option<Containment>,
    /// Control groups, where they can be had.
    pub groups: bool,
    /// A filter of system calls and Landlock, where there are no namespaces and these can be had.
    pub fences: bool,
    /// Whether programs may use the network.
    pub network: bool,
    /// Folders that programs may change.
    pub writable: Vec<PathBuf>,
    /// Folders that programs may read though they lie where files are hidden from them.
    pub readable: Vec<PathBuf>,
    /// Folders that programs must not see, as far as files can be hidden here.
    pub hidden: Vec<PathBuf>,
}

impl Default for Wanted {
    /// As much as can be had.
    fn default() -> Self {
        Self {
            containment: None,
            groups: true,
            fences: true,
            network: false,
            writable: Vec::new(),
            readable: Vec::new(),
            hidden: Vec::new(),
        }
    }
}

/// Starts programs under supervision.
#[derive(Clone, Debug)]
pub struct Cage {
    executable: PathBuf,
    setup: Setup,
    /// What could not be had, and why.
    missing: Vec<Failure>,
    pub(super) own: Arc<Mutex<Own>>,
}

/// Processes of ours, of all threads.
#[derive(Debug, Default)]
pub(super) struct Own {
    /// Nurseries that have nothing to do now.
    pub idle: Vec<Nursery>,
    /// The numbers of all nurseries, and of the keepers that run now.
    pub numbers: BTreeSet<u32>,
}

impl Cage {
    /// Finds out which containment works here for these programs: by trying everything but to start
    /// them, and doing without what fails.
    pub fn new(wanted: &Wanted, programs: &[Program]) -> Result<Self, ContainError> {
        let failed = |error: std::io::Error| ContainError::Supervisor(error.to_string());
        let is_root = nix::unistd::geteuid().is_root();
        let is_linux = cfg!(target_os = "linux");
        let apart = is_linux && wanted.containment != Some(Containment::Tree);
        let groups = wanted.groups.then(Place::find).flatten();
        if let Some(place) = &groups {
            place.tidy();
        }
        let mut cage = Self {
            executable: own_executable().map_err(failed)?,
            setup: Setup {
                processes: apart,
                files: apart,
                ipc: apart,
                network: apart && !wanted.network,
                guard: is_linux && !apart && wanted.fences,
                fence: is_linux && !apart && wanted.fences,
                may_connect: wanted.network,
                user: match (is_root, apart) {
                    (true, _) => User::nobody(),
                    (false, true) => User::Unprivileged,
                    (false, false) => User::Same,
                },
                writable: wanted.writable.clone(),
                readable: wanted.readable.clone(),
                hidden: wanted.hidden.clone(),
                #[cfg(target_os = "linux")]
                terminals: super::view::own_terminals(),
                #[cfg(not(target_os = "linux"))]
                terminals: Vec::new(),
                groups,
            },
            missing: Vec::new(),
            own: Arc::default(),
        };
        if wanted.groups && cage.setup.groups.is_none() {
            cage.missing.push(Failure {
                means: Some(Means::Groups),
                why: "no group hands memory and processes on".to_owned(),
            });
        }
        #[cfg(target_os = "linux")]
        {
            // The program may run as the same user; this keeps it away from our memory and files.
            let _ = nix::sys::prctl::set_dumpable(false);
        }
        for program in programs {
            while let Some(failure) = cage.try_out(program)? {
                let Some(means) = failure.means.filter(|&means| cage.has(means)) else {
                    return Err(ContainError::Supervisor(failure.why));
                };
                if means == Means::Processes && wanted.containment == Some(Containment::Namespace) {
                    return Err(ContainError::NoNamespace(failure.why));
                }
                // Root's rights are never lent, with or without privileges: whoever has user 0
                // outside can write the kernel's settings and have it start programs there.
                if means == Means::User && is_root {
                    let program = program.shown.clone();
                    return Err(ContainError::WouldBeRoot(program, failure.why));
                }
                cage.do_without(means, is_root);
                cage.missing.push(failure);
            }
        }
        #[cfg(target_os = "linux")]
        if !cage.setup.processes {
            let _ = nix::sys::prctl::set_child_subreaper(true);
        }
        Ok(cage)
    }

    /// Does everything but start a program; says what failed.
    fn try_out(&self, program: &Program) -> Result<Option<Failure>, ContainError> {
        let mut running = self.spawn(program, b"", &Limits::default(), false, true)?;
        let account = running.wait(&|| false)?;
        Ok(match account.ended {
            Ended::Exited(0) => None,
            Ended::Failed(failure) => Some(failure),
            other => Some(Failure {
                means: None,
                why: format!("a trial ended as {other:?}"),
            }),
        })
    }

    fn has(&self, means: Means) -> bool {
        let setup = &self.setup;
        match means {
            Means::Groups => setup.groups.is_some(),
            Means::Processes => setup.processes,
            Means::Files => setup.files,
            Means::Ipc => setup.ipc,
            Means::Network => setup.network,
            Means::User => setup.user != User::Same,
            Means::Guard => setup.guard,
            Means::Fence => setup.fence,
        }
    }

    fn do_without(&mut self, means: Means, is_root: bool) {
        let setup = &mut self.setup;
        match means {
            Means::Groups => setup.groups = None,
            Means::Files => setup.files = false,
            Means::Ipc => setup.ipc = false,
            Means::Network => setup.network = false,
            Means::Guard => setup.guard = false,
            Means::Fence => setup.fence = false,
            // An ordinary user is root in the namespace until the program starts: if it cannot be
            // made to give that up, there must be no namespace.
            Means::User | Means::Processes => {
                (setup.processes, setup.files) = (false, false);
                (setup.ipc, setup.network) = (false, false);
                (setup.guard, setup.fence) = (true, true);
                if !is_root {
                    setup.user = User::Same;
                }
            }
        }
    }

    /// How programs are kept together.
    pub fn containment(&self) -> Containment {
        if self.setup.processes {
            Containment::Namespace
        } else {
            Containment::Tree
        }
    }

    /// How programs are contained.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What could not be had, as one line; `None` when nothing is missing.
    pub fn warning(&self) -> Option<String> {
        let missing = self
            .missing
            .iter()
            .filter_map(|failure| Some(format!("{} ({})", failure.means?.name(), failure.why)));
        let mut missing: Vec<String> = missing.collect();
        if let Some(folder) = self.setup.hidden.first().filter(|_| !self.setup.files) {
            missing.push(format!("a view without {}", folder.display()));
        }
        let what = match self.setup.processes {
            false if !self.setup.fence => {
                "a program that means to can leave processes behind and change files"
            }
            false => "a program that means to can leave processes behind",
            true => "programs are less well contained and measured",
        };
        let missing = missing.join(", ");
        (!missing.is_empty()).then(|| format!("warning: not to be had here: {missing}; {what}"))
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
        program: &Program,
        input: &[u8],
        limits: &Limits,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Run, ContainError> {
        let mut running = self.spawn(program, input, limits, false, false)?;
        running.collect(limits.output, cancelled)
    }

    /// Starts a program whose input stays open, and whose output is the caller's to read.
    pub fn start(
        &self,
        program: &Program,
        input: &[u8],
        limits: &Limits,
    ) -> Result<Running, ContainError> {
        self.spawn(program, input, limits, true, false)
    }

    fn spawn(
        &self,
        program: &Program,
        input: &[u8],
        limits: &Limits,
        stays_open: bool,
        trial: bool,
    ) -> Result<Running, ContainError> {
        let failed = |error: std::io::Error| ContainError::Supervisor(error.to_string());
        let (mut control, far_end) = UnixStream::pair().map_err(failed)?;
        let (stdout, stdout_end) = std::io::pipe().map_err(failed)?;
        let (stderr, stderr_end) = std::io::pipe().map_err(failed)?;
        let streams = [far_end.into(), stdout_end.into(), stderr_end.into()];
        let (nursery, keeper) = self.keeper(&streams).map_err(failed)?;
        // Our copies of the far ends.
        drop(streams);
        let request = Request {
            program: program.clone(),
            limits: limits.clone(),
            setup: self.setup.clone(),
            stays_open,
            trial,
            input_bytes: input.len(),
        };
        // If the keeper is gone already, waiting for it tells why.
        let _ = wire::send_request(&mut control, &request, input);
        let keeper = (nursery, keeper);
        Ok(Running::new(self, keeper, control, stdout, stderr, limits))
    }

    /// Starts a keeper, in a nursery that is idle or new.
    fn keeper(&self, streams: &[OwnedFd; 3]) -> std::io::Result<(Nursery, u32)> {
        let all = || self.own.lock().unwrap_or_else(PoisonError::into_inner);
        let each = || [&streams[0], &streams[1], &streams[2]];
        let begun = |mut nursery: Nursery| {
            let keeper = nursery.keeper(each());
            match keeper {
                Ok(keeper) => {
                    all().numbers.insert(keeper);
                    Ok((nursery, keeper))
                }
                Err(error) => {
                    all().numbers.remove(&nursery.id());
                    Err(error)
                }
            }
        };
        let idle = all().idle.pop();
        // One that does not answer was stopped or killed by a program that could.
        if let Some(Ok(keeper)) = idle.map(begun) {
            return Ok(keeper);
        }
        let nursery = {
            let mut own = all();
            let nursery = Nursery::start(&self.executable)?;
            own.numbers.insert(nursery.id());
            nursery
        };
        begun(nursery)
    }
}

impl Setup {
    /// In words, for the report.
    pub fn description(&self) -> String {
        let groups = match &self.groups {
            Some(place) => format!("control groups v{}", place.version()),
            None => "no control groups".to_owned(),
        };
        let own = [
            (self.processes, "processes"),
            (self.files, "files"),
            (self.ipc, "IPC"),
            (self.network, "network"),
        ];
        let own: Vec<&str> = own
            .iter()
            .filter(|(has, _)| *has)
            .map(|own| own.1)
            .collect();
        let own = if own.is_empty() {
            "no namespaces".to_owned()
        } else {
            format!("namespaces for {}", own.join(", "))
        };
        let fences = match (self.guard, self.fence) {
            (true, true) => "; fenced in by seccomp and Landlock",
            (true, false) => "; fenced in by seccomp",
            (false, true) => "; fenced in by Landlock",
            (false, false) => "",
        };
        let user = match self.user {
            User::Same => "as the same user",
            User::Nobody(..) => "as nobody",
            User::Unprivileged => "without privileges",
        };
        format!("{groups}; {own}{fences}; {user}")
    }
}
