//! The scripts of the grader, and the handout.

use std::fmt::Write;

use anyhow::Context;
use unicursal::maze::text;

use super::{Course, right_output};
use crate::commands::maze::solve::{FOUND, PROMPT};

/// A text as one word for the shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

impl Course<'_> {
    /// Runs once, when the grader's machine is made.
    pub fn setup(&self) -> String {
        let mut script = "#!/bin/sh\n\
             # Runs once, when the machine of the grader is made.\n\
             set -e\n\
             here=$(cd \"$(dirname \"$0\")\" && pwd)\n"
            .to_owned();
        if let Some(packages) = &self.asked.install {
            let names: Vec<&str> = packages.split_ascii_whitespace().collect();
            let names = names.join(" ");
            // Writing to a string cannot fail.
            let _ = writeln!(
                script,
                "export DEBIAN_FRONTEND=noninteractive\napt-get update\napt-get install -y --no-install-recommends {names}"
            );
        }
        script.push_str(
            "chmod +x \"$here/unicursal\"\n\
             # Better to learn it now than from the first submission.\n\
             \"$here/unicursal\" --version\n",
        );
        script
    }

    /// Grades one submission.
    pub fn run_autograder(&self) -> String {
        let (visible, points, timeout) =
            (self.asked.visible, self.asked.points, self.asked.timeout);
        let mut options = format!("--with {}", quoted(&self.asked.with));
        if let Some(line) = &self.asked.compile {
            options.extend([" --compile ", &quoted(line)]);
        }
        let facing = char::from(self.asked.style.facing_down);
        let _ = write!(options, " --facing-down {facing}");
        if self.asked.style.compact {
            options.push_str(" --compact");
        }
        format!(
            "#!/bin/sh\n\
             # Grades what is in submission, and writes results/results.json.\n\
             base=$(cd \"${{AUTOGRADER:-/autograder}}\" && pwd) || exit 1\n\
             results=$base/results/results.json\n\
             mkdir -p \"$base/results\"\n\
             rm -f \"$results\"\n\
             work=$(mktemp -d) || exit 1\n\
             trap 'rm -rf \"$work\"' EXIT\n\
             # A class of one student, whose folder may have several files.\n\
             mkdir -p \"$work/class/submission\"\n\
             cp -R \"$base/submission/.\" \"$work/class/submission\"\n\
             chmod -R a+rX \"$work\"\n\
             # As root, the program runs as a user of its own, who then cannot read the mazes anywhere.\n\
             chmod 700 \"$base/source\" \"$base/results\"\n\
             cd \"$work\" || exit 1\n\
             grade() {{\n    \
             \"$base/source/unicursal\" maze evaluate class --levels \"$base/source/mazes\" \\\n        \
             {options} \\\n        \
             --visible {visible} --points {points} --timeout {timeout} --hide \"$base/source\" \\\n        \
             --report gradescope=\"$results\" \"$@\"\n\
             }}\n\
             grade\n\
             # Where a container has no namespaces, a filter of system calls and Landlock keep the program apart.\n\
             [ $? -eq 2 ] && grade --containment tree\n\
             if [ ! -s \"$results\" ]; then\n    \
             echo '{{\"score\": 0, \"output\": \"The grader could not run. Please tell your teacher.\"}}' > \"$results\"\n    \
             exit 1\n\
             fi\n\
             exit 0\n"
        )
    }

    /// The exercise for students.
    pub fn handout(&self) -> anyhow::Result<String> {
        let example = text::parse(b"S#\n #\n E\n").context("the example of the handout")?;
        let example = right_output(&example, self.asked.style);
        let example = String::from_utf8_lossy(&example);
        let facing = char::from(self.asked.style.facing_down);
        let (hidden, timeout) = (self.asked.hidden, self.asked.timeout);
        let (points, all) = (self.asked.points, self.all_points());
        let frame = if self.asked.style.compact {
            "the map, and directly below it the two lines with the position and the direction, then an empty line"
        } else {
            "the map, an empty line, the two lines with the position and the direction, then an empty line"
        };
        let submit = match &self.asked.compile {
            Some(line) => format!(
                "Hand in your source files. They are built by `{line}`; the program is the file that can be run \
                 then, called `solution`, `main` or `run` if there are several."
            ),
            None => format!(
                "Hand in one file, or several of which one is called `solution`, `main` or `run`. It is run by `{}` \
                 unless it is executable.",
                self.asked.with
            ),
        };
        let mut handout = format!(
            "# Out of the maze with the left hand\n\n\
             Whoever keeps the left hand on the wall finds the way out of a maze without loops. Write a program that \
             shows such a walk, one picture for each step.\n\n\
             ## What you are given\n\n\
             Your program prints `{PROMPT}` and a line end, then reads one line from standard input: the name of a file. \
             The file is a map whose rows all have the same length:\n\n\
             | Sign | Meaning |\n|---|---|\n\
             | `#` | one can walk here |\n| blank | a wall |\n| `S` | the start, once |\n| `E` | the end, once |\n\n\
             Everything outside the map is wall. North is up. There are no steps across corners. The position `X,Y` is \
             the column and the row, both counted from 0 at the top left.\n\n\
             ## How to walk\n\n\
             1. At the start, look north. As long as you cannot walk in the direction you look, turn left.\n\
             2. After each step, try the directions in this order, as seen from the way you came: left, straight on, \
             right, back. Turn to the first in which you can walk.\n\
             3. Stop as soon as the cell in front of you is `E`. You do not enter it.\n\n\
             ## What to print\n\n\
             Print a frame at the start, after the first turn, and one after each step and the turn that follows it. \
             A frame is {frame}. In the map, the walker is `^`, `>`, `{facing}` or `<`, and each cell that it has left is \
             a dot. After the last frame print `{FOUND}`.\n\n\
             This map\n\n```text\nS#\n #\n E\n```\n\nleads to this output:\n\n```text\n{example}```\n\n\
             ## Examples\n\n\
             `examples` has maps and the right output for each. To compare:\n\n\
             ```sh\necho examples/1.txt | YOUR-PROGRAM | diff - examples/1.out\n```\n\n\
             | Map | Size | What is special |\n|---|---|---|\n"
        );
        for (index, made) in self.mazes[..self.asked.visible as usize].iter().enumerate() {
            let (width, height) = (made.board.width(), made.board.height());
            let (number, told) = (index + 1, made.kind.told());
            let _ = writeln!(handout, "| {number} | {width}x{height} | {told} |");
        }
        let _ = write!(
            handout,
            "\n## Handing in\n\n{submit}\n\n\
             The grader runs your program on these maps and on {hidden} more, which you do not see. \
             Each map is worth {points} points if the whole output is right, {all} in all. Your program has {timeout} \
             seconds for each, no network, and may write to the temporary folder only. For the examples you are shown \
             the first frame that is wrong.\n"
        );
        Ok(handout)
    }
}
