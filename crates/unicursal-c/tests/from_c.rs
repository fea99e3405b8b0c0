//! The library as C sees it: a program that uses every function is compiled by `cc` and run, with
//! the library both ways.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::ptr::{null, null_mut};
use std::thread;
use std::time::Duration;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// Where cargo puts the library in its forms for C.
fn built() -> PathBuf {
    let test = std::env::current_exe().expect("a test is a file");
    let folder = test.parent().expect("a file is in a folder");
    folder.to_owned()
}

/// Whether there is a compiler for C. Without one nothing is tested, which is said, and is a
/// failure in CI.
fn has_compiler() -> bool {
    let found = Command::new("cc").arg("--version").output().is_ok();
    if !found {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "there is no cc");
        eprintln!("!! LEFT OUT: the interface for C was NOT TESTED: there is no cc !!");
    }
    found
}

fn run(command: &mut Command) -> String {
    let ended = command.output().expect("it can be started");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{command:?}: {said}");
    String::from_utf8_lossy(&ended.stdout).into_owned()
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_in_c_uses_every_function() {
    if !has_compiler() {
        return;
    }
    let libraries = built();
    let version = concat!("-DVERSION=\"", env!("CARGO_PKG_VERSION"), "\"");
    let search = format!("-L{}", libraries.display());
    let rpath = format!("-Wl,-rpath,{}", libraries.display());
    let archive = libraries.join("libunicursal_c.a");
    let archive = archive.to_str().expect("the name is text");
    let shared = [search.as_str(), "-lunicursal_c", rpath.as_str()];
    let fixed = [archive, "-lpthread", "-ldl", "-lm"];
    let warnings = "-std=c99 -Wall -Wextra -Werror -pedantic -Iinclude";
    let said = |name: &str, source: &Path, link: &[&str]| {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        run(Command::new("cc")
            .args(warnings.split(' '))
            .arg(version)
            .arg(source)
            .arg("-o")
            .arg(&program)
            .args(link)
            .current_dir(HERE));
        run(&mut Command::new(&program))
    };
    let source = Path::new("tests/use.c");
    assert_eq!(said("use-shared", source, &shared), "every line holds\n");
    assert_eq!(said("use-fixed", source, &fixed), "every line holds\n");

    // The example of the documentation, where that is at hand.
    let Ok(text) = fs::read_to_string(Path::new(HERE).join("../../docs/c.md")) else {
        return;
    };
    let example = text
        .split("```c\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("example.c");
    fs::write(&source, example.expect("there is one")).expect("it is written");
    let answer = said("example", &source, &shared);
    assert!(answer.starts_with("x="), "{answer}");
}

/// C++ reads the header as well.
#[test]
fn the_header_is_cpp_too() {
    if !has_compiler() || Command::new("c++").arg("--version").output().is_err() {
        return;
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("use.cpp");
    fs::write(&file, "#include <unicursal.h>\nint main() { return 0; }\n").expect("it is written");
    let mut compiler = Command::new("c++");
    run(compiler
        .args(["-Wall", "-Werror", "-fsyntax-only", "-Iinclude"])
        .arg(&file)
        .current_dir(HERE));
}

/// What the header declares is what there is, and the program above uses all of it.
#[test]
fn the_header_names_what_is_exported() {
    let names = |text: &str, before: &str| {
        let mut names: Vec<String> = text
            .match_indices(before)
            .map(|(at, _)| &text[at + before.len()..])
            .filter_map(|rest| rest.split_once('(').map(|(name, _)| name))
            .filter(|name| {
                name.bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
            })
            .map(str::to_owned)
            .collect();
        names.sort();
        names.dedup();
        names
    };
    let read = |file: &str| fs::read_to_string(Path::new(HERE).join(file)).expect("it is there");
    let exported = names(&read("src/exports.rs"), "extern \"C\" fn unicursal_");
    assert!(exported.len() > 12);
    assert_eq!(names(&read("include/unicursal.h"), "unicursal_"), exported);
    assert_eq!(names(&read("tests/use.c"), "unicursal_"), exported);
}

/// All work on a level that goes on is ended, and none that begins later.
#[test]
fn work_is_cancelled_from_another_thread() {
    let board = format!("S{}\n", ".".repeat(29)) + &format!("{}\n", ".".repeat(30)).repeat(29);
    let read = unicursal_c::unicursal_read(null(), board.as_ptr().cast(), board.len(), null_mut());
    // Addresses do not go to other threads by themselves.
    let address = read as usize;
    let count = move || {
        let level = address as *const unicursal_c::Handle;
        unicursal_c::unicursal_count(level, 0, 0.0, null_mut())
    };
    let workers = [0, 1].map(|_| thread::spawn(count));
    while !workers.iter().all(thread::JoinHandle::is_finished) {
        thread::sleep(Duration::from_millis(20));
        unicursal_c::unicursal_cancel(read);
    }
    for worker in workers {
        let status = worker.join().expect("it does not panic");
        assert_eq!(status, unicursal_c::Status::Unknown);
    }
    let solved = unicursal_c::unicursal_solve(read, null(), 0.0, null_mut());
    assert_eq!(solved, unicursal_c::Status::Yes);
    unicursal_c::unicursal_free(read);
}
