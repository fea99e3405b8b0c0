//! Groups of this machine, if it lets us make some; otherwise a folder that imitates them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

use super::{Group, Place};
use crate::policy::Limits;

fn limits(memory: Option<u64>, processes: Option<u64>) -> Limits {
    Limits {
        memory,
        processes,
        ..Limits::default()
    }
}

/// A folder of this test.
fn folder(name: &str) -> PathBuf {
    let name = format!("contain-group-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// A process in a group.
fn shell_in(group: &Group, script: &str) -> Child {
    // It waits for its input to end, by when it is in the group.
    let mut child = Command::new("sh")
        .args(["-c", &format!("read line; {script}")])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .expect("there is a shell");
    for door in group.doors() {
        fs::write(door, child.id().to_string()).expect("a process can be moved");
    }
    drop(child.stdin.take());
    child
}

/// Kill, processor time and removal are the same in both versions.
fn lives_and_dies(mut group: Group) {
    let mut child = shell_in(
        &group,
        "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; sleep 600 & sleep 600",
    );
    while group.members().len() < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(group.cpu() > Duration::from_millis(1), "{:?}", group.cpu());
    let _ = group.peak_memory();
    assert!(group.remove());
    assert!(!child.wait().expect("it ends").success());
    assert!(group.members().is_empty());
}

#[test]
fn real_groups_measure_and_kill() {
    let Some(place) = Place::find() else {
        println!("NOT TESTED: no groups with memory and processes here");
        return;
    };
    match place.create(std::process::id(), &limits(Some(64 << 20), Some(20))) {
        Ok(group) => lives_and_dies(group),
        Err(error) => println!("NOT TESTED: groups may not be made here: {error}"),
    }
}

#[test]
fn the_second_version_kills_on_machines_that_have_the_first() {
    let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let mount = mounts.lines().rfind(|line| line.contains(" - cgroup2 "));
    let point = mount.and_then(|line| line.split(' ').nth(4));
    let Some(point) = point else {
        println!("NOT TESTED: control groups of version 2 are not mounted here");
        return;
    };
    // Without controllers there is nothing to limit.
    let place = Place::V2(PathBuf::from(point));
    match place.create(std::process::id() + 1_000_000_000, &limits(None, None)) {
        Ok(group) => lives_and_dies(group),
        Err(error) => println!("NOT TESTED: groups of version 2 may not be made here: {error}"),
    }
}

#[test]
fn limits_and_figures_of_the_second_version() {
    let root = folder("v2");
    let own = root.join("user/session");
    fs::create_dir_all(&own).expect("a folder can be made");
    fs::write(
        root.join("user/cgroup.subtree_control"),
        "cpu memory pids\n",
    )
    .expect("a file");
    fs::write(root.join("user/memory.max"), "5000000\n").expect("a file");
    fs::write(root.join("memory.max"), "max\n").expect("a file");
    let mounts = format!(
        "30 1 0:26 / {} rw,nosuid - cgroup2 cgroup2 rw\n",
        root.display()
    );
    let place = Place::v2(&mounts, "0::/user/session\n").expect("it hands on");
    assert_eq!(place, Place::V2(root.join("user")));
    assert_eq!(place.memory_limit(), Some(5_000_000));
    let mut group = place
        .create(7, &limits(Some(1000), Some(9)))
        .expect("it can be made");
    let made = root.join("user/contained-7");
    let text = |name: &str| fs::read_to_string(made.join(name)).unwrap_or_default();
    assert_eq!(
        (text("memory.max").as_str(), text("pids.max").as_str()),
        ("1000", "9")
    );
    assert_eq!(group.doors(), [made.join("program/cgroup.procs")]);
    let put = |name: &str, text: &str| fs::write(made.join(name), text).expect("a file");
    put("cpu.stat", "usage_usec 1500\nuser_usec 1000\n");
    put("memory.events", "low 0\noom 2\noom_kill 0\n");
    put("program/cgroup.procs", "");
    assert_eq!(group.cpu(), Duration::from_micros(1500));
    assert!(!group.is_out_of_memory());
    put("memory.events", "low 0\noom 2\noom_kill 1\n");
    assert!(group.is_out_of_memory());
    // Kernels before 5.19 keep no peak: what was seen last counts.
    put("memory.current", "600\n");
    assert_eq!(group.peak_memory(), 600);
    put("memory.current", "500\n");
    assert_eq!(group.peak_memory(), 600);
    put("memory.peak", "900\n");
    assert_eq!(group.peak_memory(), 900);
    put("pids.peak", "3\n");
    assert_eq!(group.peak_processes(), Some(3));
    group.kill();
    assert_eq!(text("cgroup.kill"), "1");
    assert!(place.left_by(7).is_some() && place.left_by(8).is_none());
    let _ = fs::remove_dir_all(&root);
}

#[test]
fn the_first_version_is_found_below_its_mounts() {
    let root = folder("v1");
    for name in ["memory/box/me", "cpu/box", "pids"] {
        fs::create_dir_all(root.join(name)).expect("a folder can be made");
    }
    let shown = root.display();
    let mounts = format!(
        "31 1 0:26 /docker {shown}/memory rw - cgroup cgroup rw,memory\n\
         32 1 0:27 / {shown}/cpu rw - cgroup cgroup rw,cpu,cpuacct\n\
         33 1 0:28 / {shown}/pids rw - cgroup cgroup rw,pids\n\
         34 1 0:29 / / rw - ext4 /dev/memory rw,memory\n"
    );
    let own = "4:memory:/docker/box/me\n3:cpu,cpuacct:/box\n2:pids:/\n1:name=systemd:/\n";
    let expected = Place::V1 {
        memory: root.join("memory/box/me"),
        cpu: root.join("cpu/box"),
        pids: Some(root.join("pids")),
    };
    let found = Place::v1(&mounts, own);
    assert_eq!(found, Some(expected));
    assert_eq!(Place::v1(&mounts, "4:memory:/docker/box\n"), None);
    assert_eq!(Place::v1("", own), None);
    let _ = fs::remove_dir_all(Path::new(&root));
}
