//! Programs that name files in order to see them: in the first line of a script, which says who is
//! to interpret it, and by links on the command line.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use unicursal_contain::{Cage, Command, Groups, Limits, Policy};

use crate::cases::RIGHT_ANSWER;
use crate::plan::Plan;
use crate::stage::{Kind, judge};

/// Prints the right answer if it can read neither of two files.
const READS: &str = "for f in LURES/hidden/level LURES/private/key; do cat $f 2>&- && exit; done";

/// Plays all of them, in namespaces.
pub fn play(plan: &mut Plan) {
    if let Err(why) = Cage::new(&Policy::default(), &[crate::stage::shell(":")]) {
        plan.not_tested("namespaces", &format!("what programs name: {why}"));
        return;
    }
    for wanted in ["hidden/level", "private/key"] {
        // `env` forgets a variable of that name, and goes on to the shell.
        let forgets = format!("#!/usr/bin/env -S -u LURES/{wanted} /bin/sh");
        let around = format!("#!/usr/..LURES/{wanted}");
        for (name, first, is_named, link) in [
            ("asks for a file by its first line", forgets, false, None),
            ("pretends that the system has it", around, true, None),
            // The shell is named, so that the first line is for us alone.
            (
                "pretends that a file interprets it",
                format!("#!LURES/{wanted}"),
                true,
                None,
            ),
            (
                "has a link to a file as its argument",
                "#!/bin/sh".to_owned(),
                false,
                Some(wanted),
            ),
        ] {
            if !plan.has(name) {
                continue;
            }
            // Whoever names a link lets its target be seen, but for what is hidden or is root's
            // alone.
            if link == Some("private/key") && !nix::unistd::geteuid().is_root() {
                continue;
            }
            match one(&first, is_named, link) {
                Ok(()) => println!("ok: {name} ({wanted})"),
                Err(why) => plan.failed(name, &format!("{wanted}: {why}")),
            }
        }
    }
}

/// A folder with a program, one that is hidden from it, and one that only its owner can enter.
fn place(first_line: &str) -> std::io::Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("hostile-lures-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    for name in ["program", "hidden", "private"] {
        fs::create_dir_all(folder.join(name))?;
    }
    fs::write(folder.join("hidden/level"), "sealed")?;
    fs::write(folder.join("private/key"), "sealed")?;
    let script = format!("{first_line}\n{READS}; echo '{RIGHT_ANSWER}'\n");
    let script = script.replace("LURES", &folder.display().to_string());
    let file = folder.join("program/solver");
    fs::write(&file, script)?;
    let chmod = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode));
    chmod(&file, 0o755)?;
    chmod(&folder.join("private/key"), 0o700)?;
    chmod(&folder.join("private"), 0o700)?;
    Ok(folder)
}

fn one(first_line: &str, is_named: bool, link: Option<&str>) -> Result<(), String> {
    let folder = place(first_line).map_err(|error| error.to_string())?;
    let program = folder.join("program/solver");
    let mut command = Command {
        path: program.clone(),
        ..Command::default()
    };
    if is_named {
        command.path = PathBuf::from("/bin/sh");
        command.args = vec![program.display().to_string()];
    }
    if let Some(target) = link {
        let link = folder.join("program/data");
        symlink(folder.join(target), &link).map_err(|error| error.to_string())?;
        command.args = vec![link.display().to_string()];
    }
    let policy = Policy {
        groups: Groups::None,
        hidden: vec![folder.join("hidden")],
        ..Policy::default()
    };
    let run = Cage::new(&policy, std::slice::from_ref(&command))
        .and_then(|cage| cage.run(&command, b"", &Limits::default(), &|| false));
    let _ = fs::remove_dir_all(&folder);
    let run = run.map_err(|error| error.to_string())?;
    match judge(&run) {
        Kind::Pass => Ok(()),
        kind => Err(format!(
            "{kind:?} {:?}: {}{}",
            run.ended,
            String::from_utf8_lossy(&run.stdout),
            String::from_utf8_lossy(&run.stderr)
        )),
    }
}
