//! Programs that cheat, flood, fork, hide and refuse to die, in every containment that can be had here:
//! with and without namespaces and control groups, as root and as an ordinary user. Each must get the
//! verdict that it deserves and leave nothing behind, and the next program must not notice.
//!
//! What this machine does not allow is named, not passed over. Nothing here can hurt the machine: all
//! programs are bounded by themselves, and they meddle with the processes of the arena only.

mod acts;
mod cases;
mod reach;
mod stage;

use std::process::{Command, ExitCode};

use stage::Stage;
use unicursal_arena::contain::{self, Containment};

/// An ordinary user whom nobody is.
const SOMEONE: u32 = 54_321;
/// The argument of the copy that runs as this user.
const AS_SOMEONE: &str = "as-someone";

fn main() -> ExitCode {
    if let Some(code) = contain::supervise() {
        return code;
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["act", name] => return acts::act(name),
        // Asked by tools that list tests.
        ["--list", ..] => return ExitCode::SUCCESS,
        _ => {}
    }
    if !cfg!(target_os = "linux") {
        println!("NOT TESTED: there is no containment but on Linux");
        return ExitCode::SUCCESS;
    }
    // As with other tests, a word chooses some; numbers belong to options of theirs.
    let is_name = |word: &&&str| {
        !word.starts_with('-') && **word != AS_SOMEONE && word.parse::<u64>().is_err()
    };
    let filter = words.iter().find(is_name).copied();
    let mut failures = play(filter);
    if nix::unistd::geteuid().is_root() && !words.contains(&AS_SOMEONE) {
        failures += play_as_someone(filter);
    } else {
        println!("NOT TESTED: as root");
    }
    ExitCode::from(u8::from(failures > 0))
}

/// All cases in all ways, as who we are; returns the number of failures.
fn play(filter: Option<&str>) -> usize {
    let mut failures = 0;
    for containment in [Containment::Namespace, Containment::Tree] {
        for groups in [true, false] {
            match Stage::new(containment, groups, true) {
                Ok(stage) => failures += stage.play(&cases::all(), filter),
                Err(why) => println!("NOT TESTED: {containment:?}, groups {groups}: {why}"),
            }
        }
    }
    // As on systems that have nothing: what cannot be prevented is noticed.
    match Stage::new(Containment::Tree, false, false) {
        Ok(stage) => failures += stage.play(&cases::cheats(), filter),
        Err(why) => println!("NOT TESTED: without anything: {why}"),
    }
    failures
}

/// The same as an ordinary user, from a copy that he can reach.
fn play_as_someone(filter: Option<&str>) -> usize {
    use std::os::unix::process::CommandExt;

    let folder = std::env::temp_dir().join(format!("hostile-{}", std::process::id()));
    let copy = folder.join("hostile");
    let made = std::fs::create_dir(&folder)
        .and_then(|()| std::fs::copy("/proc/self/exe", &copy))
        .and_then(|_| {
            let mut command = Command::new(&copy);
            command.arg(AS_SOMEONE).args(filter).current_dir(&folder);
            command.uid(SOMEONE).gid(SOMEONE).status()
        });
    let _ = std::fs::remove_dir_all(&folder);
    match made {
        Ok(status) => usize::from(!status.success()),
        Err(error) => {
            println!("NOT TESTED: as an ordinary user: {error}");
            0
        }
    }
}
