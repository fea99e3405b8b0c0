//! `series --harbor`: a task for agents that write solvers, as a folder in the form of Harbor.
//!
//! The agent sees the public levels. Our program, which could solve them, and all levels are in
//! `tests`. These go into a second container, built like the agent's, to which only `/app` is
//! copied: an agent is root where it works, and could leave behind a program that waits for the
//! tests, another `awk`, or a reward of its own.

use anyhow::Context;
use unicursal::{PromptStyle, Puzzle, prompt};

use super::{Files, Halves, Maker};

/// Seconds for each level, and for the agent.
const TIMEOUT: u64 = 60;
const AGENT: u64 = 4 * 3600;

/// What counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reward {
    /// The highest level up to which all are solved.
    Sequence,
    /// The share of levels that are solved.
    Share,
}

/// The files of a task; those whose names end in `.sh` and our program can be run.
pub fn files(maker: &Maker, halves: &Halves, reward: Reward) -> anyhow::Result<Files> {
    let own = std::env::current_exe().and_then(std::fs::read);
    let own = own.context("our own program")?;
    let puzzle = maker.puzzle;
    let Halves { open, sealed } = halves;
    let by_share = reward == Reward::Share;
    let count = open.len() + sealed.len();
    let example = open.first().context("there are no levels")?;
    let example = puzzle.parse(example.text.as_bytes(), maker.control)?;
    let texts = [
        ("task.toml", config(puzzle, count)),
        (
            "instruction.md",
            instruction(
                puzzle,
                count,
                by_share,
                &prompt(&*example, PromptStyle::Own),
            ),
        ),
        ("environment/Dockerfile", DOCKERFILE.to_owned()),
        ("tests/test.sh", test(puzzle, count, by_share)),
        ("solution/solve.sh", solution(puzzle)),
    ];
    let mut files: Files = texts
        .into_iter()
        .map(|(name, text)| (format!("harbor/{name}"), text.into_bytes()))
        .collect();
    for made in open {
        let name = format!("harbor/environment/levels/{}", made.number);
        files.push((name, made.text.clone().into_bytes()));
    }
    for made in open.iter().chain(sealed) {
        let name = format!("harbor/tests/levels/{}", made.number);
        files.push((name, made.text.clone().into_bytes()));
    }
    for folder in ["tests", "solution"] {
        files.push((format!("harbor/{folder}/unicursal"), own.clone()));
    }
    Ok(files)
}

const DOCKERFILE: &str = "FROM debian:trixie-slim\n\
    RUN apt-get update && apt-get install -y --no-install-recommends \\\n    \
    ca-certificates g++ gcc make python3 rustc cargo && rm -rf /var/lib/apt/lists/*\n\
    WORKDIR /app\n\
    COPY levels /app/levels\n";

fn config(puzzle: &'static dyn Puzzle, count: usize) -> String {
    let name = puzzle.name();
    // All levels may take their whole time.
    let verify = count as u64 * (TIMEOUT + 5) + 60;
    format!(
        "schema_version = \"1.4\"\n\
         artifacts = [\"/app\"]\n\n\
         [metadata]\npuzzle = \"{name}\"\nlevels = {count}\nmade_by = \"unicursal {}\"\n\n\
         [agent]\ntimeout_sec = {AGENT}.0\n\n\
         [verifier]\ntimeout_sec = {verify}.0\nenvironment_mode = \"separate\"\n\n\
         [environment]\nbuild_timeout_sec = 1200.0\ncpus = 2\nmemory_mb = 8192\nstorage_mb = 10240\n",
        env!("CARGO_PKG_VERSION")
    )
}

fn instruction(puzzle: &'static dyn Puzzle, count: usize, by_share: bool, example: &str) -> String {
    // How a model should mark its answer does not concern a program.
    let example = match example.trim_end().rsplit_once("\n\n") {
        Some((rules, end)) if end.contains("<answer>") => rules,
        _ => example.trim_end(),
    };
    let goal = if by_share {
        "The reward is the share of all levels that it solves."
    } else {
        "Levels come in the order of their numbers until one is not solved. The reward is the number of the last \
         level before that, divided by the number of levels."
    };
    format!(
        "# Write a solver for {}\n\n\
         Write a program `/app/run_solver` that reads a level on standard input and prints an answer on standard \
         output. It must be executable; it may be a script that starts something else in `/app`. Only `/app` is taken \
         along to where it is judged: a new container with the same tools as this one had at the beginning.\n\n\
         `/app/levels` has the levels with odd numbers of a series of {count}, which grow. The others, made in the same way, \
         are not here. Each level has {TIMEOUT} seconds. The program runs by itself, without a network, sees no level but \
         the one that it is given, and may write to `/tmp` alone. {goal}\n\n\
         ## The puzzle, by the example of the first level\n\n{}\n",
        puzzle.about().title,
        example
    )
}

fn test(puzzle: &'static dyn Puzzle, count: usize, by_share: bool) -> String {
    let name = puzzle.name();
    let (option, reward) = if by_share {
        (" --keep-going", "/^Passed / { print $2 / total }")
    } else {
        (
            "",
            "/^Highest level passed in sequence: / { print $NF / total }",
        )
    };
    format!(
        "#!/bin/sh\n\
         # Lets the solver run on all levels, contained, and writes the reward. Where a container has no\n\
         # namespaces, a filter of system calls and Landlock keep the solver apart.\n\
         tests=$(cd \"$(dirname \"$0\")\" && pwd)\n\
         logs=${{LOGS:-/logs/verifier}}\n\
         mkdir -p \"$logs\" || exit 1\n\
         # Whatever lies there already is not ours.\n\
         for name in reward reward.txt reward.json levels.txt results.jsonl; do rm -rf \"${{logs:?}}/$name\"; done\n\
         echo 0 > \"$logs/reward.txt\"\n\
         cd \"${{APP:-/app}}\" || exit 1\n\
         chmod +x \"$tests/unicursal\"\n\
         evaluate() {{\n    \
         \"$tests/unicursal\" {name} evaluate ./run_solver --levels \"$tests/levels\" --timeout {TIMEOUT} \\\n        \
         --hide \"$tests\" --json=\"$logs/results.jsonl\"{option} \"$@\" > \"$logs/levels.txt\"\n\
         }}\n\
         evaluate\n\
         [ $? -eq 2 ] && evaluate --containment tree\n\
         awk -v total={count} '{reward}' \"$logs/levels.txt\" > \"$logs/reward\"\n\
         [ -s \"$logs/reward\" ] && mv \"$logs/reward\" \"$logs/reward.txt\"\n\
         cat \"$logs/levels.txt\" \"$logs/reward.txt\"\n"
    )
}

fn solution(puzzle: &'static dyn Puzzle) -> String {
    format!(
        "#!/bin/sh\n\
         # Puts our own solver where the task wants one.\n\
         here=$(cd \"$(dirname \"$0\")\" && pwd)\n\
         app=${{APP:-/app}}\n\
         cp \"$here/unicursal\" \"$app/unicursal\" && chmod +x \"$app/unicursal\"\n\
         printf '#!/bin/sh\\nexec ./unicursal {} solve\\n' > \"$app/run_solver\"\n\
         chmod +x \"$app/run_solver\"\n",
        puzzle.name()
    )
}
