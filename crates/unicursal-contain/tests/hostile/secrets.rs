//! Programs that look for what was not meant for them, leave what should be gone, or come too late.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use nix::unistd::{ForkResult, fork};
use unicursal_contain::Containment;

use crate::cases::{Case, RIGHT_ANSWER, case, fails, passes, times_out};
use crate::stage::{Kind, Seen};

/// All of them.
pub fn all() -> Vec<Case> {
    vec![
        case("reads a file in the real /tmp", "! cat SECRET 2>&- || exit 5; RIGHT", passes)
            .where_files_are_closed(),
        case("calls a service in the real /tmp", "exec SELF act 'call file SOCKET'", passes)
            .where_files_are_closed(),
        case(
            "writes into a pipe with a name beside it",
            // Landlock lets a program write everywhere below /tmp, also where its own folder lies
            // there.
            "case PIPE in /tmp/*) ;; *) ! (echo x > PIPE) 2>&- || exit 5;; esac; RIGHT",
            passes,
        )
        .where_files_are_closed(),
        case(
            "finds the machine's folders",
            "for f in /home/* /root/* /run/* /var/log /var/lib /sys/fs /sys/class /dev/sd* /dev/vd* \
             /dev/tty /dev/ptmx /dev/mem /dev/kvm /dev/fuse /srv /mnt/*; do [ ! -e $f ] || { echo $f; exit 5; }; done; \
             [ \"$(ls /var)\" = tmp ] && [ ! -s SECRET ] && RIGHT",
            passes,
        )
        .only_in_namespaces(),
        case(
            "writes where the system is",
            "for f in /usr /etc /bin/sh /proc/self/comm / /dev/x /home/x; do \
             ! (: > $f/x || : > $f) 2>&- || exit 5; done; RIGHT",
            passes,
        )
        .only_in_namespaces(),
        case(
            "reads its caller's environment",
            "env | grep -vE '^(PATH|HOME|LANG|TMPDIR|TMP|TEMP|PWD|OLDPWD|SHLVL|_)=' && exit 5; \
             [ \"$LANG\" = C.UTF-8 ] && [ \"$HOME\" = \"$TMPDIR\" ] && RIGHT",
            passes,
        ),
        case("leaves folders 1500 deep", "exec SELF act 'deep 1500'", passes),
        case("leaves 400 that race to fork", "exec SELF act racers", passes)
            .limited(|limits| limits.processes = Some(2000)),
        case("answers too late behind a crowd", "exec SELF act crowd", times_out)
            .limited(|limits| {
                limits.wall = Duration::from_millis(900);
                limits.processes = Some(400);
            }),
        case(
            "lets a child answer at the moment of its end",
            "(exec 2>&-; while kill -0 $$; do :; done; sleep 0.02; RIGHT) & sleep 0.1; exit 0",
            fails,
        ),
        case("counts its processes", "i=0; while [ $i -lt 20 ]; do SLEEP & i=$((i+1)); done; RIGHT", |seen: &Seen| {
            let counted = seen.run.processes.is_none_or(|count| (20..64).contains(&count));
            seen.is(Kind::Pass) && counted
        }),
    ]
}

/// One whose folders would overflow the stack of whoever removes them one in the other. Landlock
/// looks at each folder above, so that making them would take minutes there.
pub fn deepest() -> Case {
    Case {
        skipped: |setup| {
            let is_it = setup.containment == Containment::None;
            (!is_it).then_some("tried without Landlock, which takes minutes for it")
        },
        ..case(
            "leaves folders 20000 deep",
            "exec SELF act 'deep 20000'",
            passes,
        )
    }
}

/// Makes folders in folders, deeper than any path is long.
pub fn deep(depth: &str) -> ExitCode {
    let scratch = std::env::var_os("TMPDIR").unwrap_or_default();
    let made = std::env::set_current_dir(scratch).and_then(|()| {
        (0..depth.parse().unwrap_or(0_u32)).try_for_each(|_| {
            std::fs::create_dir("d")?;
            std::env::set_current_dir("d")
        })
    });
    match made {
        Ok(()) => println!("{RIGHT_ANSWER}"),
        Err(error) => println!("{error}"),
    }
    ExitCode::SUCCESS
}

/// Leaves 400 processes of which each is always about to be followed by another.
pub fn racers() -> ExitCode {
    let end = Instant::now() + Duration::from_secs(4);
    for _ in 0..400 {
        if is_child() {
            let _ = nix::unistd::setsid();
            close_streams();
            // Its child goes on.
            while Instant::now() < end && is_child() {}
            std::process::exit(0);
        }
    }
    std::thread::sleep(Duration::from_millis(100));
    println!("{RIGHT_ANSWER}");
    ExitCode::SUCCESS
}

/// Answers 200 ms after a limit of 900, with 300 processes around it that take the keeper's time.
pub fn crowd() -> ExitCode {
    let begun = Instant::now();
    for _ in 0..300 {
        if is_child() {
            close_streams();
            std::thread::sleep(Duration::from_secs(5));
            std::process::exit(0);
        }
    }
    std::thread::sleep(Duration::from_millis(1100).saturating_sub(begun.elapsed()));
    println!("{RIGHT_ANSWER}");
    ExitCode::SUCCESS
}

fn is_child() -> bool {
    #[expect(unsafe_code, reason = "a hostile program does what it likes")]
    // SAFETY: there is a single thread.
    let forked = unsafe { fork() };
    matches!(forked, Ok(ForkResult::Child))
}

fn close_streams() {
    for stream in 0..=2 {
        let _ = nix::unistd::close(stream);
    }
}
