//! Programs that only root can reach: they run all the same, as a user of their own, or not at all.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use unicursal_contain::{Cage, Command, ContainError, Containment, Groups, Limits, Policy};

use crate::cases::RIGHT_ANSWER;
use crate::plan::Plan;
use crate::stage::{Kind, judge};

/// Prints the right answer unless it has more rights than it should, and names what it has.
const SCRIPT: &str = r#"#!/bin/sh
[ $(id -u) != 0 ] || { echo root; exit; }
for f in core_pattern modprobe; do
    ! (: >> /proc/sys/kernel/$f) 2>&- || { echo $f; exit; }
done
! (: >> /proc/sysrq-trigger) 2>&- || { echo sysrq; exit; }
! cat "$0.secret" 2>&- || exit
! touch "$0" 2>&- || { echo touch; exit; }
[ -r "$0.data" ] || { echo no data; exit; }
"#;

/// Plays all of them; we are root.
pub fn play(plan: &mut Plan) {
    for (name, folder_mode, file_mode) in [
        ("lies where only root can go", 0o700, 0o755),
        ("can be run by root alone", 0o755, 0o700),
        ("lies in the home of someone else", 0o750, 0o750),
    ] {
        if !plan.has(name) {
            continue;
        }
        match place(folder_mode, file_mode) {
            Ok(folder) => {
                for containment in [Containment::Namespace, Containment::Tree, Containment::None] {
                    match one(&folder, containment) {
                        Ok(()) => println!("ok: {name}, {containment:?}"),
                        Err(why) => plan.failed(name, &format!("{containment:?}: {why}")),
                    }
                }
                let _ = fs::remove_dir_all(folder);
            }
            Err(error) => plan.failed(name, &error.to_string()),
        }
    }
}

/// A folder with a program, in one that only root can enter.
fn place(folder_mode: u32, file_mode: u32) -> std::io::Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("hostile-private-{}", std::process::id()));
    let inner = folder.join("inner");
    let file = inner.join("solver");
    fs::create_dir_all(&inner)?;
    fs::write(&file, format!("{SCRIPT}echo '{RIGHT_ANSWER}'\n"))?;
    fs::write(inner.join("solver.data"), "words\n")?;
    fs::write(inner.join("solver.secret"), "sealed\n")?;
    let chmod = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode));
    chmod(&file, file_mode)?;
    chmod(&inner, folder_mode)?;
    chmod(&folder, 0o700)?;
    Ok(folder)
}

fn one(folder: &Path, containment: Containment) -> Result<(), String> {
    let path = folder.join("inner/solver");
    let policy = Policy {
        containment,
        groups: Groups::None,
        hidden: vec![folder.join("inner/solver.secret")],
        ..Policy::default()
    };
    let command = Command {
        path,
        ..Command::default()
    };
    let cage = match (
        Cage::new(&policy, std::slice::from_ref(&command)),
        containment,
    ) {
        (Ok(cage), Containment::Namespace) => cage,
        // Without a view of the files, nobody but root can reach it.
        (Err(ContainError::WouldBeRoot { .. }), Containment::Tree | Containment::None) => {
            return Ok(());
        }
        (Ok(_), _) => return Err("it was not refused".to_owned()),
        (Err(error), _) => return Err(error.to_string()),
    };
    let run = cage.run(&command, b"", &Limits::default(), &|| false);
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
