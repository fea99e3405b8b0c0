//! Programs that leave traces where one hardly looks: hints on files, rights and times of files
//! that they may not write, folders beside their own.

use std::fs::File;
use std::os::fd::AsRawFd;

use nix::libc;
use unicursal_contain::{Containment, Setup, User};

use crate::cases::{Case, RIGHT_ANSWER, case, passes};

/// All of them.
pub fn all() -> Vec<Case> {
    let kept = |setup: &Setup| match setup.containment {
        Containment::None => Some("promised in namespaces and with Landlock only"),
        Containment::Tree if setup.user == User::Caller => Some("/dev/shm is shared there"),
        Containment::Tree | Containment::Namespace => None,
    };
    vec![
        case("leaves a hint on its own file", "exec SELF act hint", passes)
            .where_files_are_closed(),
        case(
            "changes rights, times and attributes of its folder",
            // Of a file of the program's own user, wherever that is.
            "d=$(dirname SELF); chmod 751 $d 2>&- && exit 5; touch -d @1234 $d 2>&- && exit 6; \
             chgrp $(id -g) $d 2>&- && exit 7; setfattr -n user.note -v x $d 2>&- && exit 8; RIGHT",
            passes,
        )
        .where_files_are_closed(),
        case(
            "moves its scratch folder away, and makes others beside it",
            "case $TMPDIR in /tmp) ;; *) ls /dev/shm 2>&- && exit 5; mkdir /dev/shm/made-ARENA 2>&- && exit 6; \
             ln -s /etc /dev/shm/linked-ARENA 2>&- && exit 7; mv $TMPDIR /dev/shm/moved-ARENA 2>&- && exit 8;; \
             esac; RIGHT",
            passes,
        )
        .where_files_are_closed(),
        Case {
            skipped: kept,
            ..case("leaves a note in /dev/shm", "echo x > /dev/shm/note-ARENA && RIGHT", passes)
        },
        Case {
            skipped: kept,
            ..case(
                "finds the note that it left in /dev/shm",
                "[ ! -e /dev/shm/note-ARENA ] && RIGHT",
                passes,
            )
        },
    ]
}

/// Reads and leaves a hint on how long the data of a file will live, which the kernel keeps for the
/// next one who asks.
#[expect(unsafe_code, reason = "a hostile program does what it likes")]
pub fn hint() {
    // To get and to set the hint of a file, and of an open file.
    const ASKS: [libc::c_int; 4] = [1035, 1036, 1037, 1038];
    let own = File::open("/proc/self/exe").expect("its own file");
    let mut hint = 3_u64;
    let worked = ASKS.iter().filter(|&&ask| {
        // SAFETY: the kernel reads or writes one number.
        unsafe { libc::fcntl(own.as_raw_fd(), ask, &raw mut hint) == 0 }
    });
    match worked.count() {
        0 => println!("{RIGHT_ANSWER}"),
        count => println!("{count} worked"),
    }
}
