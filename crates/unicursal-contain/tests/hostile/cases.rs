//! The programs. In their scripts, `RIGHT` prints the right answer, `SLEEP` sleeps for a day,
//! `SELF` is this executable, `ARENA` the number of the process that judges, `PORT` one on which it
//! listens.

use std::time::Duration;

use unicursal_contain::{Containment, Limits, Setup, User};

use crate::stage::{Kind, Seen};

/// The right answer to the question.
pub const RIGHT_ANSWER: &str = "the answer";

/// The processes above the program, up to the arena; in a namespace there is one.
const ABOVE: &str = "above() { p=$PPID; while [ -n \"$p\" ] && [ \"$p\" -ge 1 ]; do echo $p; \
    [ $p = ARENA ] && break; p=$(sed -n 's/^PPid:[[:space:]]*//p' /proc/$p/status 2>&-); done; }; ";

/// A program and what it deserves.
pub struct Case {
    pub name: &'static str,
    pub script: String,
    pub limits: fn(&mut Limits),
    pub expected: fn(&Seen) -> bool,
    /// Why it is not played in some containment.
    pub skipped: fn(&Setup) -> Option<&'static str>,
}

pub fn case(name: &'static str, script: impl Into<String>, expected: fn(&Seen) -> bool) -> Case {
    Case {
        name,
        script: script.into(),
        limits: |_| {},
        expected,
        skipped: |_| None,
    }
}

impl Case {
    pub fn limited(self, limits: fn(&mut Limits)) -> Self {
        Self { limits, ..self }
    }

    pub fn soon(self) -> Self {
        self.limited(|limits| limits.wall = Duration::from_millis(800))
    }

    pub fn only_in_namespaces(self) -> Self {
        let skipped = |setup: &Setup| (!setup.is_apart()).then_some("promised in namespaces only");
        Self { skipped, ..self }
    }

    /// Where files are closed in one way or the other.
    pub fn where_files_are_closed(self) -> Self {
        let skipped = |setup: &Setup| {
            let is_open = setup.containment == Containment::None;
            is_open.then_some("promised in namespaces and with Landlock only")
        };
        Self { skipped, ..self }
    }

    /// Where the program cannot reach other processes, though it sees them.
    pub fn where_processes_are_closed(self) -> Self {
        let skipped = |setup: &Setup| match setup.containment {
            Containment::Namespace => Some("there is nobody to be seen"),
            Containment::None => Some("promised with a filter of system calls only"),
            Containment::Tree => None,
        };
        Self { skipped, ..self }
    }

    pub fn only_with_groups(self) -> Self {
        let skipped = |setup: &Setup| {
            setup
                .groups
                .is_none()
                .then_some("promised with control groups only")
        };
        Self { skipped, ..self }
    }
}

pub fn passes(seen: &Seen) -> bool {
    seen.is(Kind::Pass)
}

pub fn crashes(seen: &Seen) -> bool {
    seen.is(Kind::Crash)
}

pub fn times_out(seen: &Seen) -> bool {
    seen.is(Kind::Timeout)
}

pub fn fails(seen: &Seen) -> bool {
    seen.is(Kind::Fail)
}

pub fn has_output(seen: &Seen) -> bool {
    seen.is(Kind::Output)
}

pub fn exceeds_memory(seen: &Seen) -> bool {
    seen.is(Kind::Memory)
}

/// All of them.
pub fn all() -> Vec<Case> {
    [
        cheats(),
        attacks(),
        escapes(),
        limits(),
        ends(),
        outputs(),
        files(),
        crate::secrets::all(),
        crate::kernel::all(),
        crate::odd::all(),
        crate::traces::all(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Those that want another verdict than they deserve.
pub fn cheats() -> Vec<Case> {
    let forge = format!(
        "{ABOVE} for p in $(above); do for f in /proc/$p/fd/*; do \
         (echo '{{\"end\":[{{\"exited\":0}},{{\"secs\":1,\"nanos\":0}}]}}' > $f; \
         echo '{{\"ended\":{{\"exited\":0}},\"wall\":{{\"secs\":0,\"nanos\":1000}},\"cpu\":{{\"secs\":0,\"nanos\":0}},\
         \"peak_memory\":1024,\"processes\":1}}' > $f) 2>&-; done; done; exit 7"
    );
    let stop = |signal: &str| {
        format!(
            "{ABOVE} for p in $(above); do [ $p = ARENA ] || kill -{signal} $p; done 2>&-; sleep 0.4; RIGHT"
        )
    };
    // In the same tree, whoever is the same user can do that; it is noticed.
    let noticed = |seen: &Seen| {
        if seen.setup.is_exposed() {
            seen.is(Kind::Cheat) || seen.is(Kind::Timeout)
        } else {
            seen.is(Kind::Pass)
        }
    };
    vec![
        crate::secrets::deepest(),
        case("forges a reply", forge, |seen| {
            seen.run.ended == unicursal_contain::Ended::Exited(7)
        }),
        case(
            "writes a byte into every pipe above it",
            format!(
                "{ABOVE} for p in $(above); do for f in /proc/$p/fd/*; do (printf x > $f) 2>&-; done; done; RIGHT"
            ),
            passes,
        ),
        case(
            "holds every pipe above it open",
            format!(
                "{ABOVE} for p in $(above); do for f in /proc/$p/fd/*; do (exec 9>$f; SLEEP) 2>&- & done; done; RIGHT"
            ),
            passes,
        ),
        case("kills its supervisors", stop("KILL"), noticed),
        case("stops its supervisors", stop("STOP"), noticed).limited(|limits| {
            limits.wall = Duration::from_secs(4);
        }),
        case("terminates its supervisors", stop("TERM"), noticed),
        case(
            "reads its supervisors",
            format!(
                "{ABOVE} for p in $(above); do for f in environ mem maps; do \
                     head -c 1 /proc/$p/$f >&- 2>&- && exit 5; done; done; RIGHT"
            ),
            passes,
        ),
        case(
            "writes into its supervisors",
            format!(
                "{ABOVE} for p in $(above); do echo x 2>&- > /proc/$p/mem && exit 5; done; RIGHT"
            ),
            passes,
        ),
        case(
            "gets files that were not meant for it",
            "for f in /proc/self/fd/*; do n=${f##*/}; [ $n -le 2 ] || [ ! -e /proc/$$/fd/$n ] || exit 5; done; RIGHT",
            passes,
        ),
        case(
            "burns time in a child that nobody waits for",
            "exec env --ignore-signal=CHLD SELF act 'burn unseen'",
            |seen| {
                // Without groups it is seen 20 times per second, on a busy machine less often.
                let least = if seen.has_groups() { 700 } else { 300 };
                seen.is(Kind::Pass) && seen.run.cpu >= Duration::from_millis(least)
            },
        ),
        case(
            "burns time in a daemon",
            "(setsid SELF act burn > /dev/null &) ; SELF act burn",
            |seen| seen.is(Kind::Pass) && seen.run.cpu >= Duration::from_millis(690),
        ),
        case(
            "ignores the processor limit",
            "trap '' XCPU; while :; do :; done",
            times_out,
        )
        .limited(|limits| limits.cpu_seconds = Some(1)),
        case(
            "shares the processor limit among children",
            "for i in 1 2 3 4; do SELF act burn & done > /dev/null; wait; RIGHT",
            times_out,
        )
        .limited(|limits| limits.cpu_seconds = Some(1)),
        case(
            "hides memory in a file",
            "exec SELF act 'hide memory'",
            exceeds_memory,
        )
        .limited(|limits| limits.memory = Some(100 << 20))
        .only_with_groups(),
        case(
            "is counted once for memory that children share",
            "x=$(head -c 20000000 /dev/zero | tr '\\0' a); mkfifo /tmp/f; i=0; \
             while [ $i -lt 20 ]; do (read z < /tmp/f) & i=$((i+1)); done; sleep 0.3; RIGHT",
            |seen| seen.is(Kind::Pass) && (!seen.has_groups() || seen.run.peak_memory < 200 << 20),
        )
        .limited(|limits| limits.memory = None)
        .only_in_namespaces(),
        case(
            "leaves its control group",
            "find /sys/fs/cgroup -name cgroup.procs 2>&- | while read f; do echo 0 2>&- > $f; done; exec SELF act burn",
            |seen| {
                let measured = seen.run.cpu >= Duration::from_millis(690);
                seen.is(Kind::Cheat) || seen.is(Kind::Pass) && measured
            },
        ),
    ]
}

/// Those that lay hands on the arena itself, and on what it stands on.
fn attacks() -> Vec<Case> {
    let lethal = |kill: &str| format!("trap '' TERM; {kill} 2>&-; sleep 0.1; RIGHT");
    vec![
        case("reaches for processes above it", "SELF act 'reach ARENA'", passes)
            .where_processes_are_closed(),
        case("kills the arena", lethal("kill -KILL ARENA"), passes).where_processes_are_closed(),
        case("stops the arena", lethal("kill -STOP ARENA"), passes).where_processes_are_closed(),
        case(
            "kills the arena's group",
            lethal("kill -KILL -$(ps -o pgid= ARENA | tr -d ' ')"),
            passes,
        )
        .where_processes_are_closed(),
        case("kills everyone", lethal("kill -KILL -1"), passes).where_processes_are_closed(),
        case(
            "kills its own children",
            "SLEEP & SLEEP & kill -KILL $! && kill -TERM $(ps -o pid= --ppid $$ | head -1); RIGHT",
            passes,
        ),
        case(
            "kills a group of its own",
            "setsid sh -c 'echo $$ >&2; SLEEP & exec SLEEP' 2> ${TMPDIR:-/tmp}/pid & \
             while [ ! -s ${TMPDIR:-/tmp}/pid ]; do sleep 0.01; done; \
             kill -KILL -$(cat ${TMPDIR:-/tmp}/pid) && wait; RIGHT",
            passes,
        )
        .where_files_are_closed(),
        case("calls a service", "exec SELF act 'call hostile-ARENA'", passes).where_files_are_closed(),
        case(
            "writes to a terminal",
            "[ ! -e TERMINAL ] || ! (echo PASS > TERMINAL) 2>&- || exit 5; ! (: > /dev/tty) 2>&- || exit 6; RIGHT",
            passes,
        )
        .where_files_are_closed(),
        case("sets the clock", "date -s @$(date +%s) >&- 2>&- && exit 5; RIGHT", passes),
        case(
            "goes before others",
            "renice -n -5 -p $$ >&- 2>&- && exit 5; renice -n 19 -p $$ >&- 2>&- || exit 6; RIGHT",
            passes,
        ),
        case(
            "wants a picture of its memory",
            "[ $(ulimit -c) = 0 ] || exit 5; (ulimit -c 100) 2>&- && exit 6; \
             ! grep -q '^Max core file size *[2-9u]' /proc/self/limits || exit 7; RIGHT",
            passes,
        ),
        case("writes into its own input", "echo x > /proc/self/fd/0; RIGHT", passes),
    ]
}

/// Those that do not want to end.
fn escapes() -> Vec<Case> {
    vec![
        case("starts a daemon", "setsid SLEEP & RIGHT", passes),
        case(
            "forks twice",
            "(setsid sh -c 'SLEEP & SLEEP' &) ; RIGHT",
            passes,
        ),
        case(
            "starts a daemon that ignores signals",
            "(setsid sh -c 'trap \"\" TERM HUP INT QUIT; SLEEP; :' &) ; RIGHT",
            passes,
        ),
        case(
            "has many children and does not end",
            "trap '' TERM; for i in 1 2 3 4 5; do SLEEP & setsid SLEEP & done; SLEEP",
            times_out,
        )
        .soon(),
        case(
            "dies and leaves children",
            "SLEEP & setsid SLEEP & kill -KILL $$",
            crashes,
        ),
        case(
            "forks without end",
            "i=0; while [ $i -lt 300 ]; do SLEEP & i=$((i+1)); done; SLEEP",
            |seen| {
                // A shell that cannot fork ends.
                let few = seen.run.processes.is_none_or(|count| count <= 64);
                (seen.is(Kind::Crash) || seen.is(Kind::Timeout)) && few
            },
        )
        .soon(),
        case(
            "forks a tree",
            "f() { [ $1 -gt 0 ] && { f $(($1-1)) & f $(($1-1)) & }; SLEEP; }; f 7; SLEEP",
            |seen| seen.is(Kind::Crash) || seen.is(Kind::Timeout),
        )
        .soon(),
        case(
            "becomes another process again and again",
            "i=0; while [ $i -lt 200 ]; do (exec setsid true); i=$((i+1)); done; RIGHT",
            passes,
        ),
        case(
            "leaves zombies",
            "sh -c 'for i in 1 2 3 4 5 6 7 8; do true & done; exec SLEEP' & sleep 0.2; RIGHT",
            passes,
        ),
        case("stops itself", "kill -STOP $$", times_out).soon(),
        case("stops its group", "SLEEP & kill -STOP 0", times_out).soon(),
        case("kills its group", "SLEEP & kill -KILL 0", crashes),
        case(
            "kills the first process",
            "kill -KILL 1 2>&-; RIGHT",
            passes,
        ),
        case(
            "kills everything it may",
            "trap '' TERM; SLEEP & kill -TERM -1; RIGHT",
            passes,
        )
        .only_in_namespaces(),
        case(
            "lets children keep the pipes",
            "SLEEP 2>&1 & (SLEEP >&2 &) ; RIGHT",
            passes,
        ),
        case(
            "answers by a child after its own end",
            "(sleep 0.5; RIGHT) & exit 0",
            fails,
        ),
    ]
}

/// Those that take too much.
fn limits() -> Vec<Case> {
    let small = |limits: &mut Limits| limits.memory = Some(100 << 20);
    vec![
        case("runs for ever", "while :; do :; done", times_out).soon(),
        case("sleeps for ever", "SLEEP", times_out).soon(),
        case("ignores being ended", "trap '' TERM INT HUP; while :; do :; done", times_out).soon(),
        case("answers and does not end", "RIGHT; exec SLEEP", times_out).soon(),
        case("takes memory fast", "exec SELF act 'take memory'", exceeds_memory).limited(small),
        case("takes memory slowly", "exec SELF act 'take memory slowly'", exceeds_memory)
            .limited(small),
        case(
            "takes memory in a child and goes on",
            "SELF act 'take memory' > /dev/null; RIGHT",
            exceeds_memory,
        )
        .limited(small),
        case(
            "takes memory in many children",
            "for i in 1 2 3 4 5 6 7 8; do (x=$(head -c 40000000 /dev/zero | tr '\\0' a); sleep 1) & done; wait; RIGHT",
            exceeds_memory,
        )
        .limited(small),
        case(
            "fills its scratch folder",
            "head -c 20000000 /dev/zero > /tmp/big 2>&- && exit 5; RIGHT",
            passes,
        )
        .limited(|limits| limits.scratch = 8 << 20)
        .only_in_namespaces(),
        case(
            "writes a large file",
            "exec head -c 2000000 /dev/zero > /tmp/big",
            crashes,
        )
        .limited(|limits| limits.file_size = Some(1 << 20))
        .only_in_namespaces(),
    ]
}

/// Those that end in odd ways.
fn ends() -> Vec<Case> {
    vec![
        case("ends with an error", "exit 3", crashes),
        case(
            "answers right, then crashes",
            "RIGHT; kill -SEGV $$",
            crashes,
        ),
        case(
            "answers right, then ends with an error",
            "RIGHT; exit 3",
            crashes,
        ),
        case("is killed by a signal", "kill -KILL $$", crashes),
        case(
            "is killed by a signal without a name",
            "kill -64 $$",
            crashes,
        ),
        case("closes its streams", "exec <&- >&- 2>&-; exit 0", fails),
        case("does not read", "exec <&-; RIGHT", passes),
        case(
            "reads for ever",
            "cat > /dev/null; cat > /dev/null; RIGHT",
            passes,
        ),
        case("is not there", "exec /no/such/program", crashes),
    ]
}

/// Those that print odd things.
fn outputs() -> Vec<Case> {
    let small = |limits: &mut Limits| limits.output = 1 << 20;
    vec![
        case("floods", "yes", has_output).limited(small),
        case(
            "floods in one line",
            "head -c 3000000 /dev/zero | tr '\\0' R",
            has_output,
        )
        .limited(small),
        case(
            "floods standard error",
            "yes 2>&- | head -c 3000000 >&2; RIGHT",
            passes,
        ),
        case("prints nothing", ":", fails),
        case("prints two answers", "RIGHT; RIGHT", fails),
    ]
}

/// Those that reach for files, the network and privileges.
fn files() -> Vec<Case> {
    vec![
        case(
            "changes files",
            "for f in ./here /etc/there /usr/x /var/x /home/x /mnt/x; do \
             (: > $f) 2>&- && exit 5; done; \
             : > $TMPDIR/ours && RIGHT",
            passes,
        )
        .where_files_are_closed(),
        case(
            "leaves a file",
            "[ ! -e $TMPDIR/left ] && : > $TMPDIR/left && RIGHT",
            passes,
        )
        .where_files_are_closed(),
        case(
            "finds the file that it left",
            "[ ! -e $TMPDIR/left ] && RIGHT",
            passes,
        )
        .where_files_are_closed(),
        case(
            "leaves files that cannot be removed",
            "mkdir -p $TMPDIR/a/b && : > $TMPDIR/a/b/c && ln -s /etc $TMPDIR/a/d && { chmod 0 $TMPDIR/a/b $TMPDIR/a 2>&-; RIGHT; }",
            passes,
        )
        .where_files_are_closed(),
        case(
            "makes a large file out of nothing",
            "truncate -s 100G $TMPDIR/big 2>&-; \
             [ $(stat -c %s $TMPDIR/big) -le 1073741824 ] && RIGHT",
            passes,
        )
        .where_files_are_closed(),
        case("leaves shared memory", "exec SELF act 'keep notes'", passes).where_files_are_closed(),
        case(
            "finds the shared memory that it left",
            "exec SELF act 'keep notes'",
            passes,
        )
        .where_files_are_closed(),
        case(
            "sees other processes",
            "set -- /proc/[0-9]*; [ $# -le 3 ] && RIGHT",
            passes,
        )
        .only_in_namespaces(),
        case("uses the network", "exec SELF act PORT", passes).where_files_are_closed(),
        case(
            "undoes its view",
            "mount -o remount,rw / 2>&- && exit 5; umount /proc 2>&- && exit 6; RIGHT",
            passes,
        )
        .only_in_namespaces(),
        case(
            "has privileges",
            "grep -q '^NoNewPrivs:.*1$' /proc/self/status || exit 5; \
             grep -q '^CapEff:[[:space:]]*0*$' /proc/self/status || exit 6; RIGHT",
            passes,
        ),
        Case {
            skipped: |setup| {
                (setup.user == User::Caller).then_some("an ordinary user without namespaces stays who he is")
            },
            ..case("is root", "[ $(id -u) != 0 ] && RIGHT", passes)
        },
        case("uses its streams by name", "cat /dev/stdin > /dev/null; RIGHT > /dev/stdout; echo x > /dev/stderr", passes),
    ]
}
