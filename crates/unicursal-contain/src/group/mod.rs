//! Control groups, versions 1 and 2 behind one interface, in two layers.
//!
//! A [`Place`] is where groups can be made: below the group of this process in version 1, where
//! each kind of resource has a tree of its own; below the nearest group above it that hands on its
//! controllers in version 2. A [`Group`] is made for one run: the kernel keeps its limits, counts
//! everything that was ever in it exactly, and [`Group::kill`] ends all of it.
//!
//! The program is in a second group inside that one. Even if it managed to change its own group, it
//! would find none of our limits and counters there: those are in the outer one.
//!
//! The versions differ in names of files and in little else; the names are in [`Group::files`].

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use crate::policy::Limits;

/// The beginning of the names of our groups; the rest is the number of the process that made it.
const PREFIX: &str = "contained-";
/// The name of the group in which the program is.
const INNER: &str = "program";

/// Where groups can be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Version 1: a folder for each kind of resource.
    V1 {
        /// Memory.
        memory: PathBuf,
        /// Processor time.
        cpu: PathBuf,
        /// Numbers of processes; not every system has it.
        pids: Option<PathBuf>,
    },
    /// Version 2: one folder for all.
    V2(PathBuf),
}

/// The groups of one run, the outer ones. They are removed by [`Group::remove`] only.
#[derive(Debug)]
pub struct Group {
    files: Files,
    /// The folders that were made.
    folders: Vec<PathBuf>,
    /// The highest memory that was seen, for kernels that do not keep it.
    seen_memory: u64,
}

/// The names of the files that we need, in one version.
#[derive(Debug)]
struct Files {
    memory_limit: PathBuf,
    /// The limit of memory and swap together (version 1), or of swap alone (version 2).
    swap_limit: PathBuf,
    memory_peak: PathBuf,
    memory_now: PathBuf,
    /// Has a line `oom_kill N`; in version 1 the group counts that in which it happened.
    memory_events: PathBuf,
    /// Nanoseconds, or a line `usage_usec N`.
    cpu: PathBuf,
    pids: Option<PathBuf>,
    /// Ends everything at once (version 2).
    kill: Option<PathBuf>,
    is_v2: bool,
}

impl Place {
    /// Where this process can make groups, as far as the system's files tell; only trying shows
    /// whether it may.
    pub fn find() -> Option<Self> {
        let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        Self::v1(&mounts, &own).or_else(|| Self::v2(&mounts, &own))
    }

    fn v1(mounts: &str, own: &str) -> Option<Self> {
        let folder = |controller: &str| {
            let is_own = |line: &&str| {
                let controllers = line.split(':').nth(1).unwrap_or_default();
                controllers.split(',').any(|name| name == controller)
            };
            let own = own.lines().find(is_own)?.splitn(3, ':').nth(2)?;
            let mut found = mounts.lines().rev().filter_map(|line| {
                let (place, kind) = line.split_once(" - cgroup ")?;
                let options = kind.rsplit(' ').next()?;
                let is_it = options.split(',').any(|name| name == controller);
                is_it.then(|| below_mount(place, own))?
            });
            found.next()
        };
        Some(Self::V1 {
            memory: folder("memory")?,
            cpu: folder("cpuacct")?,
            pids: folder("pids"),
        })
    }

    /// The nearest group at or above our own that hands memory and processes on to those below it.
    fn v2(mounts: &str, own: &str) -> Option<Self> {
        let own = own.lines().find_map(|line| line.strip_prefix("0::"))?;
        let line = mounts.lines().rfind(|line| line.contains(" - cgroup2 "))?;
        let own = below_mount(line.split_once(" - ")?.0, own)?;
        settle(&own);
        let hands_on = |folder: &&Path| {
            let text = fs::read_to_string(folder.join("cgroup.subtree_control"));
            let text = text.unwrap_or_default();
            let has = |name| text.split_ascii_whitespace().any(|word| word == name);
            has("memory") && has("pids")
        };
        let found = own.ancestors().find(hands_on)?;
        Some(Self::V2(found.to_owned()))
    }

    /// The memory that groups above allow, if they limit it.
    pub fn memory_limit(&self) -> Option<u64> {
        match self {
            Self::V1 { memory, .. } => {
                let text = fs::read_to_string(memory.join("memory.stat")).ok()?;
                // No limit is written as almost all of 64 bits.
                value(&text, "hierarchical_memory_limit").filter(|&limit| limit < 1 << 60)
            }
            Self::V2(folder) => folder
                .ancestors()
                .filter_map(|folder| number(&folder.join("memory.max")))
                .min(),
        }
    }

    /// The version, for the report.
    pub fn version(&self) -> u8 {
        match self {
            Self::V1 { .. } => 1,
            Self::V2(_) => 2,
        }
    }

    fn folders(&self) -> Vec<&Path> {
        match self {
            Self::V1 { memory, cpu, pids } => {
                let all = [Some(memory), Some(cpu), pids.as_ref()];
                let mut folders: Vec<&Path> = all.into_iter().flatten().map(|p| &**p).collect();
                // Two kinds can share a tree.
                folders.dedup();
                folders
            }
            Self::V2(folder) => vec![folder],
        }
    }

    /// Makes a group with limits. What was made is removed again if something fails.
    pub fn create(&self, owner: u32, limits: &Limits) -> io::Result<Group> {
        let name = format!("{PREFIX}{owner}");
        let mut made = Group {
            files: self.files(&name),
            folders: Vec::new(),
            seen_memory: 0,
        };
        let filled = self.folders().into_iter().try_for_each(|folder| {
            let folder = folder.join(&name);
            fs::create_dir(&folder).map_err(|error| named(&folder, &error))?;
            // Old kernels count what is below only if they are told to, before there is something.
            let _ = fs::write(folder.join("memory.use_hierarchy"), "1");
            let inner = folder.join(INNER);
            let has_inner = made.has_inner(&folder);
            made.folders.push(folder);
            if !has_inner {
                return Ok(());
            }
            fs::create_dir(&inner).map_err(|error| named(&inner, &error))
        });
        let filled = filled.and_then(|()| made.limit(limits));
        if let Err(error) = filled {
            made.remove();
            return Err(error);
        }
        Ok(made)
    }

    /// The group that a process made and could not remove, if it is there.
    pub fn left_by(&self, owner: u32) -> Option<Group> {
        let name = format!("{PREFIX}{owner}");
        let folders = self.folders().into_iter().map(|folder| folder.join(&name));
        let folders: Vec<PathBuf> = folders.filter(|folder| folder.is_dir()).collect();
        (!folders.is_empty()).then(|| Group {
            files: self.files(&name),
            folders,
            seen_memory: 0,
        })
    }

    /// Removes groups that were left by processes that are no more.
    pub fn tidy(&self) {
        for folder in self.folders() {
            let Ok(entries) = fs::read_dir(folder) else {
                continue;
            };
            for entry in entries.flatten() {
                let name = entry.file_name();
                let owner = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
                let owner: Option<i32> = owner.and_then(|owner| owner.parse().ok());
                let is_dead = |owner: i32| {
                    owner > 0 && kill(Pid::from_raw(owner), None) == Err(nix::errno::Errno::ESRCH)
                };
                if owner.is_some_and(is_dead) {
                    // One that still has processes cannot be removed, and is left alone.
                    remove(&entry.path());
                }
            }
        }
    }

    fn files(&self, name: &str) -> Files {
        match self {
            Self::V1 { memory, cpu, pids } => {
                let memory = memory.join(name);
                Files {
                    memory_limit: memory.join("memory.limit_in_bytes"),
                    swap_limit: memory.join("memory.memsw.limit_in_bytes"),
                    memory_peak: memory.join("memory.max_usage_in_bytes"),
                    memory_now: memory.join("memory.usage_in_bytes"),
                    memory_events: memory.join(INNER).join("memory.oom_control"),
                    cpu: cpu.join(name).join("cpuacct.usage"),
                    pids: pids.as_ref().map(|pids| pids.join(name)),
                    kill: None,
                    is_v2: false,
                }
            }
            Self::V2(folder) => {
                let folder = folder.join(name);
                Files {
                    memory_limit: folder.join("memory.max"),
                    swap_limit: folder.join("memory.swap.max"),
                    memory_peak: folder.join("memory.peak"),
                    memory_now: folder.join("memory.current"),
                    memory_events: folder.join("memory.events"),
                    cpu: folder.join("cpu.stat"),
                    kill: Some(folder.join("cgroup.kill")),
                    pids: Some(folder),
                    is_v2: true,
                }
            }
        }
    }
}

impl Group {
    fn limit(&self, limits: &Limits) -> io::Result<()> {
        let files = &self.files;
        if let Some(memory) = limits.memory {
            set(&files.memory_limit, memory)?;
            let swap = if files.is_v2 { 0 } else { memory };
            // Without swap there is nothing to limit, and often no file.
            if files.swap_limit.exists() {
                set(&files.swap_limit, swap)?;
            }
        }
        if let Some((pids, limit)) = files.pids.as_ref().zip(limits.processes) {
            set(&pids.join("pids.max"), limit)?;
        }
        Ok(())
    }

    /// The files into which a process writes `0` to join.
    pub fn doors(&self) -> Vec<PathBuf> {
        let door = |folder: &PathBuf| {
            if self.has_inner(folder) {
                folder.join(INNER).join("cgroup.procs")
            } else {
                folder.join("cgroup.procs")
            }
        };
        self.folders.iter().map(door).collect()
    }

    /// Whether there is a second group in this one. A tree that only counts processes measures
    /// nothing that could be forged, and each group costs a tenth of a millisecond.
    fn has_inner(&self, folder: &Path) -> bool {
        self.files.is_v2
            || self.files.pids.as_deref() != Some(folder)
            || self.files.memory_limit.starts_with(folder)
    }

    /// Processor time of everything that was ever in it.
    pub fn cpu(&self) -> Duration {
        let text = fs::read_to_string(&self.files.cpu).unwrap_or_default();
        if self.files.is_v2 {
            return Duration::from_micros(value(&text, "usage_usec").unwrap_or(0));
        }
        Duration::from_nanos(text.trim().parse().unwrap_or(0))
    }

    /// Peak of all memory: of processes, of files in memory, and of the kernel for them.
    pub fn peak_memory(&mut self) -> u64 {
        let peak = number(&self.files.memory_peak);
        let found = peak.or_else(|| number(&self.files.memory_now)).unwrap_or(0);
        self.seen_memory = self.seen_memory.max(found);
        self.seen_memory
    }

    /// The most processes and threads at the same time.
    pub fn peak_processes(&self) -> Option<u64> {
        number(&self.files.pids.as_ref()?.join("pids.peak"))
    }

    /// Whether the kernel has killed a process for lack of memory.
    pub fn is_out_of_memory(&self) -> bool {
        let text = fs::read_to_string(&self.files.memory_events).unwrap_or_default();
        value(&text, "oom_kill").is_some_and(|count| count > 0)
    }

    /// The processes in it.
    pub fn members(&self) -> Vec<i32> {
        let mut members = Vec::new();
        for door in self.doors() {
            let text = fs::read_to_string(door).unwrap_or_default();
            members.extend(text.lines().filter_map(|line| line.parse::<i32>().ok()));
        }
        members.sort_unstable();
        members.dedup();
        members
    }

    /// Kills everything in it, once. In version 1 no process can start while this goes on, so that
    /// a second call finds less.
    pub fn kill(&self) {
        if self
            .files
            .kill
            .as_ref()
            .is_some_and(|file| set(file, 1).is_ok())
        {
            return;
        }
        if let Some(pids) = &self.files.pids {
            let _ = set(&pids.join("pids.max"), 0);
        }
        for member in self.members().into_iter().filter(|&member| member > 0) {
            let _ = kill(Pid::from_raw(member), Signal::SIGKILL);
        }
    }

    /// Kills everything in it, waits until it is gone, and removes it. Gives up after some seconds:
    /// a process that the kernel cannot end keeps its group.
    pub fn remove(&self) -> bool {
        let give_up = Instant::now() + Duration::from_secs(5);
        loop {
            let left = self.folders.iter().filter(|folder| {
                remove(folder);
                folder.exists()
            });
            if left.count() == 0 {
                return true;
            }
            if Instant::now() > give_up {
                return false;
            }
            self.kill();
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Removes a group and those in it, if no process is left in them. A group has no other folders.
fn remove(folder: &Path) {
    if fs::remove_dir(folder).is_ok() {
        return;
    }
    let mut all = vec![folder.to_owned()];
    let mut next = 0;
    while let Some(folder) = all.get(next) {
        next += 1;
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let below = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        let below: Vec<PathBuf> = below.map(|entry| entry.path()).collect();
        all.extend(below);
    }
    for folder in all.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}

/// Makes the group of this process delegate its controllers, if it may and is alone in it: then it
/// moves into a group below, because a group that delegates may have no processes itself.
fn settle(own: &Path) {
    let control = own.join("cgroup.subtree_control");
    let wanted = "+memory +pids";
    if fs::write(&control, wanted).is_ok() {
        return;
    }
    let process = std::process::id().to_string();
    let members = fs::read_to_string(own.join("cgroup.procs")).unwrap_or_default();
    if !members.lines().eq([process.as_str()]) {
        return;
    }
    let home = own.join(format!("{PREFIX}home"));
    if (home.is_dir() || fs::create_dir(&home).is_ok())
        && fs::write(home.join("cgroup.procs"), &process).is_ok()
    {
        let _ = fs::write(&control, wanted);
    }
}

/// The folder of a group, given the part of a line of `mountinfo` before its dash.
fn below_mount(line: &str, group: &str) -> Option<PathBuf> {
    let mut words = line.split(' ').skip(3);
    let (root, point) = (words.next()?, words.next()?);
    let group = Path::new(group);
    // In a container the mount shows only a part of the tree.
    let below = group.strip_prefix(root).ok()?;
    Some(Path::new(point).join(below)).filter(|folder| folder.is_dir())
}

fn set(file: &Path, value: u64) -> io::Result<()> {
    fs::write(file, value.to_string()).map_err(|error| named(file, &error))
}

fn named(file: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

fn number(file: &Path) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

/// The number in a line `name N`.
fn value(text: &str, name: &str) -> Option<u64> {
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    let mut found = lines.filter(|(word, _)| *word == name);
    found.next()?.1.trim().parse().ok()
}

#[cfg(test)]
mod tests;
