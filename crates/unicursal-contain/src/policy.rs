//! What is to be run, within which limits, and how much containment is asked for.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Place;

/// A program and its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Command {
    /// The executable file, as an absolute path.
    pub path: PathBuf,
    /// Its arguments. Files that they name can be read by the program.
    pub args: Vec<String>,
    /// Further files and folders that this program may read.
    pub files: Vec<PathBuf>,
}

/// Limits of one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Wall-clock time; then everything is killed.
    pub wall: Duration,
    /// Processor time of all processes together; also `RLIMIT_CPU` of each.
    pub cpu_seconds: Option<u64>,
    /// Memory of all processes together, in bytes.
    pub memory: Option<u64>,
    /// Processes and threads at the same time.
    pub processes: Option<u64>,
    /// Address space of each process, in bytes (`RLIMIT_AS`).
    pub address_space: Option<u64>,
    /// Size of each file written, in bytes (`RLIMIT_FSIZE`).
    pub file_size: Option<u64>,
    /// All files in the scratch folder together, in bytes.
    pub scratch: u64,
    /// Bytes on standard output.
    pub output: u64,
}

impl Default for Limits {
    /// A minute, 64 MiB of output, 1 GiB of files, 4096 processes.
    fn default() -> Self {
        Self {
            wall: Duration::from_secs(60),
            cpu_seconds: None,
            memory: None,
            processes: Some(4096),
            address_space: None,
            file_size: Some(1 << 30),
            scratch: 1 << 30,
            output: 64 << 20,
        }
    }
}

/// How a program is kept apart from everything else. Anything that is not available is an error,
/// never a weaker run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Containment {
    /// In namespaces: processes, files, IPC and network of its own; behind a filter of system
    /// calls, and behind Landlock where the kernel has it.
    #[default]
    Namespace,
    /// Without namespaces: behind the filter and Landlock. Its processes are found and killed one
    /// by one.
    Tree,
    /// Only followed, measured and killed. As root it still runs as another user.
    None,
}

/// Whether control groups measure and limit a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Groups {
    /// Where they are available; [`Cage::warning`](crate::Cage::warning) tells when they are not.
    #[default]
    Auto,
    /// Not at all.
    None,
    /// Or nothing is run.
    Required,
}

/// What containment is asked for.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// How programs are kept apart.
    pub containment: Containment,
    /// Whether they are measured by control groups.
    pub groups: Groups,
    /// Whether programs run as the user who runs this, even if that is root; otherwise, root's
    /// programs run as a user of their own.
    pub as_caller: bool,
    /// Whether programs may use the network.
    pub network: bool,
    /// Folders that programs may change.
    pub writable: Vec<PathBuf>,
    /// Files and folders that programs may read besides their own.
    pub readable: Vec<PathBuf>,
    /// Files and folders that programs must not see.
    pub hidden: Vec<PathBuf>,
    /// Whether the files that programs come with are taken out of the page cache before each run,
    /// as far as the system follows that advice: which of them an earlier run has read is then
    /// harder to tell.
    pub evict: bool,
    /// Variables of their environment besides `PATH`, `HOME`, `LANG` and `TMPDIR`.
    pub env: Vec<(String, String)>,
}

/// A measure of containment that some systems do not offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Means {
    /// Control groups.
    Groups,
    /// Namespaces for processes, IPC and the network.
    Namespaces,
    /// A view of the files of its own.
    View,
    /// Another user, or the same without privileges, who can reach the program.
    User,
    /// A filter of system calls.
    Filter,
    /// Landlock.
    Landlock,
}

impl Means {
    /// What is missing, in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Groups => "control groups",
            Self::Namespaces => "namespaces",
            Self::View => "a view of the files of its own",
            Self::User => "a user without rights who can reach the program",
            Self::Filter => "a filter of system calls",
            Self::Landlock => "Landlock",
        }
    }
}

/// What could not be done for a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The measure that is not available; `None` for everything else.
    pub means: Option<Means>,
    /// Why.
    pub why: String,
}

impl Failure {
    /// An error that is not about a measure.
    pub(crate) fn other(why: impl std::fmt::Display) -> Self {
        let why = why.to_string();
        Self { means: None, why }
    }

    /// An error that a measure is not available, with the reason.
    pub(crate) fn of<E: std::fmt::Display>(means: Means) -> impl Fn(E) -> Self {
        move |why| Self {
            means: Some(means),
            why: why.to_string(),
        }
    }
}

/// As whom a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum User {
    /// As the user who runs this.
    Caller,
    /// As a user that nobody else is: this number plus that of the zygote, which serves one run at
    /// a time. If the system has no such numbers, as [`NOBODY`].
    Own(u32),
    /// As the caller in a user namespace, without any privilege.
    Unprivileged,
}

/// The first number of our own users. Systems do not give such numbers to anybody.
const FIRST_OWN: u32 = 1_900_000_000;
/// The user without rights of systems in containers that have few users.
pub const NOBODY: u32 = 65_534;

impl User {
    /// A user of its own, by what `/proc/self/uid_map` says.
    pub(crate) fn own(map: &str) -> Self {
        let has = |number: u32| {
            map.lines().any(|line| {
                let mut words = line.split_ascii_whitespace();
                let mut word = || words.next()?.parse::<u64>().ok();
                let (first, _, count) = (word(), word(), word());
                let range = first.zip(count).map(|(first, count)| first..first + count);
                range.is_some_and(|range| range.contains(&u64::from(number)))
            })
        };
        Self::Own(if has(FIRST_OWN + (1 << 22)) {
            FIRST_OWN
        } else {
            NOBODY
        })
    }

    /// The number of the user for a run from this zygote.
    pub(crate) fn number(self, zygote: u32) -> Option<u32> {
        match self {
            Self::Own(NOBODY) => Some(NOBODY),
            Self::Own(first) => Some(first + zygote),
            Self::Caller | Self::Unprivileged => None,
        }
    }
}

/// How programs are contained, as was found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// How they are kept apart.
    pub containment: Containment,
    /// The groups that measure them.
    pub groups: Option<Place>,
    /// Whether Landlock is used.
    pub landlock: bool,
    /// As whom they run.
    pub user: User,
    /// Whether they may use the network.
    pub network: bool,
    /// Their environment, except for where their files go.
    pub env: Vec<(String, String)>,
}

impl Setup {
    /// Whether programs have namespaces of their own.
    pub fn is_apart(&self) -> bool {
        self.containment == Containment::Namespace
    }

    /// Whether there is a filter of system calls.
    pub fn is_filtered(&self) -> bool {
        self.containment != Containment::None
    }

    /// Whether a program could harm the processes that watch it.
    pub fn is_exposed(&self) -> bool {
        !self.is_filtered() && !matches!(self.user, User::Own(_))
    }

    /// In words, for reports.
    pub fn description(&self) -> String {
        let groups = match &self.groups {
            Some(place) => format!("control groups v{}", place.version()),
            None => "no control groups".to_owned(),
        };
        let apart = match (self.containment, self.network) {
            (Containment::Namespace, false) => "namespaces for processes, files, IPC, network",
            (Containment::Namespace, true) => "namespaces for processes, files, IPC",
            _ => "no namespaces",
        };
        let fences = match (self.is_filtered(), self.landlock) {
            (true, true) => "seccomp and Landlock",
            (true, false) => "seccomp",
            (false, _) => "NO filter of system calls",
        };
        let user = match self.user {
            #[cfg(target_os = "linux")]
            User::Caller if nix::unistd::geteuid().is_root() => "AS ROOT",
            User::Caller => "as the same user",
            User::Own(_) => "as a user of its own",
            User::Unprivileged => "without privileges",
        };
        format!("{groups}; {apart}; {fences}; {user}")
    }
}

/// The memory of this machine in bytes, where the system tells.
pub fn machine_memory() -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        use nix::unistd::{SysconfVar, sysconf};
        let pages = sysconf(SysconfVar::_PHYS_PAGES).ok()??;
        let page = sysconf(SysconfVar::PAGE_SIZE).ok()??;
        u64::try_from(pages.checked_mul(page)?).ok()
    }
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(test)]
mod tests {
    use super::{FIRST_OWN, NOBODY, User};

    #[test]
    fn a_container_with_few_users_has_nobody() {
        let whole = "         0          0 4294967295\n";
        assert_eq!(User::own(whole), User::Own(FIRST_OWN));
        let few = "         0       1000          1\n         1     100000      65536\n";
        assert_eq!(User::own(few), User::Own(NOBODY));
        assert_eq!(User::own(""), User::Own(NOBODY));
    }

    #[test]
    fn runs_at_the_same_time_have_users_of_their_own() {
        let own = User::Own(FIRST_OWN);
        assert_ne!(own.number(7), own.number(8));
        assert_eq!(User::Caller.number(7), None);
    }
}
