//! Programs that cheat, flood, fork, hide and refuse to die, in every containment that is available
//! here: with and without namespaces and control groups, as root and as an ordinary user. Each must
//! get the verdict that it deserves and leave nothing behind, and the next program must not notice.
//!
//! What this machine does not allow is printed as NOT TESTED. Where `CI` is set, that is a failure,
//! unless `CONTAIN_MAY_LACK` names it (`root`, `groups`, `namespaces`, `landlock`, separated by
//! commas). Nothing here can hurt the machine: all programs are bounded by themselves, they meddle
//! with the processes of this test only, and settings of the system are opened at most, never
//! written.

mod acts;
mod cases;
mod kernel;
mod lures;
mod odd;
mod plan;
mod private;
mod reach;
mod secrets;
mod stage;
mod traces;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use plan::Plan;
use stage::Stage;
use unicursal_contain::{Containment, Place};

/// An ordinary user whom nobody is.
const SOMEONE: u32 = 54_321;
/// The argument of the copy that runs as this user.
const AS_SOMEONE: &str = "as-someone";
/// That of one to whom groups were delegated.
const WITH_GROUPS: &str = "with-groups";

fn main() -> ExitCode {
    if let Some(code) = unicursal_contain::supervise() {
        return code;
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["act", name] => return acts::act(name),
        ["join", ref rest @ ..] => return join(rest),
        // Asked by tools that list tests.
        ["--list", ..] => return ExitCode::SUCCESS,
        _ => {}
    }
    // As with other tests, a word chooses some; numbers belong to options of theirs.
    let is_name = |word: &&&str| {
        let is_ours = [AS_SOMEONE, WITH_GROUPS].contains(word);
        !word.starts_with('-') && !is_ours && word.parse::<u64>().is_err()
    };
    let filter = words.iter().find(is_name).copied();
    let mut plan = Plan::new(filter);
    if !cfg!(target_os = "linux") {
        plan.not_tested("linux", "there is no containment but on Linux");
        return plan.end();
    }
    let has_groups = nix::unistd::geteuid().is_root() || words.contains(&WITH_GROUPS);
    play(&mut plan, has_groups, words.contains(&WITH_GROUPS));
    lures::play(&mut plan);
    if nix::unistd::geteuid().is_root() {
        private::play(&mut plan);
        play_as_someone(filter, &mut plan);
    } else if !words.contains(&AS_SOMEONE) {
        plan.not_tested("root", "this is not root");
    }
    plan.end()
}

/// All cases in all ways, as who we are; or only in those with groups.
fn play(plan: &mut Plan, has_groups: bool, only_groups: bool) {
    use Containment::{Namespace, None, Tree};

    for (containment, groups) in [
        (Namespace, true),
        (Namespace, false),
        (Tree, true),
        (Tree, false),
        (None, false),
    ] {
        let lacks = match containment {
            _ if !groups && only_groups || groups && !has_groups => continue,
            _ if groups => "groups",
            Namespace => "namespaces",
            Tree | None => "landlock",
        };
        match Stage::new(containment, groups) {
            Ok(stage) if containment == None => stage.play(&cases::cheats(), plan),
            Ok(stage) => stage.play(&cases::all(), plan),
            Err(why) => plan.not_tested(lacks, &format!("{containment:?}, groups {groups}: {why}")),
        }
    }
}

/// The same as an ordinary user, from a copy that he can reach; then with groups that are his.
fn play_as_someone(filter: Option<&str>, plan: &mut Plan) {
    use std::os::unix::fs::chown;
    use std::os::unix::process::CommandExt;

    let folder = std::env::temp_dir().join(format!("hostile-{}", std::process::id()));
    let copy = folder.join("hostile");
    let someone = Some(SOMEONE);
    let made = std::fs::create_dir(&folder)
        .and_then(|()| std::fs::copy("/proc/self/exe", &copy))
        .and_then(|_| chown(&folder, someone, someone));
    let played = made.and_then(|()| {
        let mut command = Command::new(&copy);
        command.arg(AS_SOMEONE).args(filter).current_dir(&folder);
        command.uid(SOMEONE).gid(SOMEONE).status()
    });
    told("as an ordinary user", played, plan);
    match delegate() {
        Ok(groups) => {
            let mut command = Command::new(&copy);
            command
                .arg("join")
                .arg(&copy)
                .args(&groups)
                .current_dir(&folder);
            command.arg(AS_SOMEONE).arg(WITH_GROUPS).args(filter);
            told("as one who has groups", command.status(), plan);
            for group in groups {
                let _ = std::fs::remove_dir(group);
            }
        }
        Err(why) => plan.not_tested("groups", &format!("groups of an ordinary user: {why}")),
    }
    let _ = std::fs::remove_dir_all(&folder);
}

fn told(name: &str, played: std::io::Result<std::process::ExitStatus>, plan: &mut Plan) {
    match played {
        Ok(status) if status.success() => {}
        Ok(status) => plan.failed(name, &status.to_string()),
        Err(error) => plan.not_tested("root", &format!("{name}: {error}")),
    }
}

/// Makes groups that belong to an ordinary user, in version 1, one for each kind of resource.
fn delegate() -> Result<Vec<PathBuf>, String> {
    let Some(Place::V1 { memory, cpu, pids }) = Place::find() else {
        return Err("tried in version 1 of groups only".to_owned());
    };
    let mut made = Vec::new();
    for place in [Some(memory), Some(cpu), pids].into_iter().flatten() {
        let group = place.join(format!("hostile-{}", std::process::id()));
        let someone = Some(SOMEONE);
        let done = std::fs::create_dir(&group).and_then(|()| {
            std::os::unix::fs::chown(&group, someone, someone)?;
            std::os::unix::fs::chown(group.join("cgroup.procs"), someone, someone)
        });
        done.map_err(|error| format!("{}: {error}", group.display()))?;
        made.push(group);
    }
    Ok(made)
}

/// Joins groups, and becomes the copy as an ordinary user: the copy, the groups, its words.
fn join(words: &[&str]) -> ExitCode {
    use std::os::unix::process::CommandExt;

    let Some((copy, words)) = words.split_first() else {
        return ExitCode::FAILURE;
    };
    let (groups, words): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| word.starts_with('/'));
    for group in groups {
        let joined = std::fs::write(PathBuf::from(group).join("cgroup.procs"), "0");
        if let Err(error) = joined {
            eprintln!("{group}: {error}");
            return ExitCode::FAILURE;
        }
    }
    let error = Command::new(copy)
        .args(words)
        .uid(SOMEONE)
        .gid(SOMEONE)
        .exec();
    eprintln!("{copy}: {error}");
    ExitCode::FAILURE
}
