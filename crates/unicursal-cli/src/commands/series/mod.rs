//! `unicursal PUZZLE series`: a fresh series of levels, one half of it sealed.
//!
//! Two folders are made. `public` is for participants: numbered levels, a manifest with their
//! digests and a README. `secret` stays with the organiser until the end: the other half as an
//! archive, whose digest is in the public manifest, and the seeds from which all of it can be made
//! again.

mod harbor;

use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use clap::{Arg, Command};
use serde_json::{Value, json};
use unicursal::{Control, GenerateRequest, Options, Progress, Puzzle};
use unicursal_arena::digest;

use super::OfPuzzle;
use crate::args::{self, Given, Limits};
use crate::exit::Exit;
use crate::progress::ProgressLine;
use crate::session::Session;
use crate::{input, output, permissions, signals};

/// The sides of the first and of the last level, unless options say otherwise.
fn sides(puzzle: &'static dyn Puzzle) -> (&'static str, &'static str) {
    match puzzle.name() {
        "coil" => ("3", "60"),
        "pellet" => ("5", "40"),
        "trail" => ("4", "12"),
        "maze" => ("4", "40"),
        _ => ("4", "20"),
    }
}

/// See the [module](self).
pub struct Series {
    folder: String,
    count: u64,
    smallest: u64,
    largest: u64,
    seed: Option<String>,
    /// What counts in a task for agents, where one is wanted.
    harbor: Option<harbor::Reward>,
    options: Options,
    limits: Limits,
}

impl OfPuzzle for Series {
    const NAME: &'static str = "series";

    fn command(puzzle: &'static dyn Puzzle) -> Command {
        let name = puzzle.name();
        let (smallest, largest) = sides(puzzle);
        let side = |name: &'static str, default: &'static str| {
            args::option(name, "SIDE")
                .value_parser(args::whole::<u64>(2..=5000))
                .default_value(default)
        };
        Command::new(Self::NAME)
            .about("Make a benchmark of growing levels: one half public, the other sealed")
            .arg(
                Arg::new("folder")
                    .value_name("DIR")
                    .required(true)
                    .help("A new folder"),
            )
            .arg(
                args::option("count", "N")
                    .value_parser(args::whole::<u64>(2..=10_000))
                    .default_value("60")
                    .help("Levels in both halves together"),
            )
            .arg(side("smallest", smallest).help("Columns and rows of the first level"))
            .arg(side("largest", largest).help("Columns and rows of the last level"))
            .arg(
                args::option("seed", "TEXT")
                    .help("Make the same series again [default: from the system's randomness]"),
            )
            .args((puzzle.name() != "maze").then(|| {
                args::option("harbor", "REWARD")
                    .num_args(0..=1)
                    .require_equals(true)
                    .default_missing_value("sequence")
                    .value_parser(["sequence", "share"])
                    .help("Also DIR/harbor, a task for agents: the highest level in sequence counts, or the share solved")
            }))
            .args(args::puzzle_options(puzzle.about().generate_options))
            .arg(args::json())
            .args(args::limits())
            .after_help(format!(
                "Publish DIR/public; keep DIR/secret until the end, when everyone can compare its digest.\n\
                 Levels keep their numbers in the series: odd ones are public, even ones sealed. The latter are\n\
                 unpacked by: mkdir sealed && tar xf spring/secret/sealed.tar -C sealed\n\n\
                 Examples:\n  \
                 unicursal {name} series spring --count 60 --largest {largest}\n  \
                 unicursal {name} evaluate ./solver --levels spring/public --json=mine.jsonl\n  \
                 unicursal {name} evaluate ./solver --levels sealed\n  \
                 unicursal {name} merge mine.jsonl yours.jsonl --html leaderboard.html"
            ))
    }

    fn read(puzzle: &'static dyn Puzzle, given: Given) -> anyhow::Result<Self> {
        let number = |name| given.value::<u64>(name).unwrap_or(0);
        let (smallest, largest) = (number("smallest"), number("largest"));
        if smallest > largest {
            bail!("--smallest {smallest} is more than --largest {largest}");
        }
        Ok(Self {
            folder: given.text("folder").unwrap_or_default(),
            count: number("count"),
            smallest,
            largest,
            seed: given.text("seed"),
            harbor: given
                .maybe::<String>("harbor")
                .map(|word| match word.as_str() {
                    "share" => harbor::Reward::Share,
                    _ => harbor::Reward::Sequence,
                }),
            options: given.options(puzzle.about().generate_options),
            limits: given.limits(),
        })
    }

    fn run(self, puzzle: &'static dyn Puzzle, session: &Session) -> anyhow::Result<Exit> {
        let folder = Path::new(&self.folder);
        let shown = input::name(&self.folder);
        if fs::symlink_metadata(folder).is_ok() {
            bail!("{shown}: this exists already");
        }
        let seed = match &self.seed {
            Some(seed) => seed.clone(),
            None => random_seed()?,
        };
        let line = ProgressLine::new(session);
        let show = |progress: &Progress| line.show(progress);
        let control = self.limits.control(session).watched_by(&show);
        let maker = Maker {
            puzzle,
            asked: &self,
            seed: &seed,
            control: &control,
        };
        let halves = maker.halves()?;
        let (mut files, manifest) = halves.files(&maker)?;
        if let Some(reward) = self.harbor {
            files.extend(harbor::files(&maker, &halves, reward)?);
        }
        drop(line);
        write(folder, &files, &["secret", "harbor"]).with_context(|| shown.clone().into_owned())?;
        let (open, sealed) = (halves.open.len(), halves.sealed.len());
        if session.is_json() {
            output::json(&json!({
                "folder": self.folder,
                "public": open,
                "sealed": manifest["sealed"],
            }))?;
        } else {
            session.say(&format!(
                "{open} public levels in {shown}/public, {sealed} sealed ones in {shown}/secret"
            ));
        }
        Ok(Exit::Complete)
    }
}

/// The contents of the files of a new folder, by their names.
pub type Files = Vec<(String, Vec<u8>)>;

/// Programs by their names, besides scripts.
const PROGRAMS: [&str; 2] = ["unicursal", "run_autograder"];

/// Writes files into a new folder, which is made beside its place and then moved there as a whole.
/// Other users cannot look into parts that are `private`.
pub fn write(folder: &Path, files: &[(String, Vec<u8>)], private: &[&str]) -> anyhow::Result<()> {
    signals::tidies_up();
    let name = folder.file_name().context("this is no name of a folder")?;
    let name = name.to_string_lossy();
    let beside = folder.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = (|| -> anyhow::Result<()> {
        fs::create_dir(&beside)?;
        for (name, data) in files {
            let file = beside.join(name);
            let part = name.split('/').next().unwrap_or_default();
            if private.contains(&part) && !beside.join(part).exists() {
                // Solvers that run as another user cannot look into it.
                fs::create_dir(beside.join(part))?;
                permissions::set_mode(&beside.join(part), 0o700)?;
            }
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(&file, data).with_context(|| name.clone())?;
            let is_script = file.extension().is_some_and(|ending| ending == "sh");
            if is_script || PROGRAMS.iter().any(|program| file.ends_with(program)) {
                permissions::set_mode(&file, 0o755)?;
            }
        }
        Ok(fs::rename(&beside, folder)?)
    })();
    if written.is_err() {
        let _ = fs::remove_dir_all(&beside);
    }
    written
}

/// A level of the series.
struct Made {
    number: u64,
    id: String,
    text: String,
    size: (usize, usize),
}

/// All levels of a series.
struct Halves {
    open: Vec<Made>,
    sealed: Vec<Made>,
}

impl Halves {
    /// What is published and what is held back, by their names; and the manifest among them.
    fn files(&self, maker: &Maker) -> anyhow::Result<(Files, Value)> {
        let Self { open, sealed } = self;
        let archive = archive(sealed)?;
        let seeds = json!({
            "seed": maker.seed,
            "public": ids(open),
            "sealed": ids(sealed),
        });
        let seeds = format!("{seeds}\n");
        let manifest = json!({
            "puzzle": maker.puzzle.name(),
            "made_by": format!("unicursal {}", env!("CARGO_PKG_VERSION")),
            "levels": listed(open),
            "sealed": {
                "count": sealed.len(),
                "largest": sealed.last().map(|made| [made.size.0, made.size.1]),
                "archive_sha256": digest::bytes(&archive),
                "seeds_sha256": digest::bytes(seeds.as_bytes()),
            },
        });
        let text = format!("{}\n", serde_json::to_string_pretty(&manifest)?);
        let readme = readme(maker.puzzle, open, sealed, &archive);
        let mut files = vec![
            ("public/manifest.json".to_owned(), text.into_bytes()),
            ("public/README.md".to_owned(), readme.into_bytes()),
            ("secret/sealed.tar".to_owned(), archive),
            ("secret/seeds.json".to_owned(), seeds.into_bytes()),
        ];
        files.extend(open.iter().map(|made| {
            let name = format!("public/levels/{}", made.number);
            (name, made.text.clone().into_bytes())
        }));
        Ok((files, manifest))
    }
}

struct Maker<'a> {
    puzzle: &'static dyn Puzzle,
    asked: &'a Series,
    seed: &'a str,
    control: &'a Control<'a>,
}

impl Maker<'_> {
    /// All levels, alternately open and sealed, so that both halves grow in the same way.
    fn halves(&self) -> anyhow::Result<Halves> {
        let (mut open, mut sealed) = (Vec::new(), Vec::new());
        for position in 1..=self.asked.count {
            let half = if position % 2 == 1 {
                &mut open
            } else {
                &mut sealed
            };
            half.push(self.level(position)?);
        }
        Ok(Halves { open, sealed })
    }

    fn level(&self, position: u64) -> anyhow::Result<Made> {
        let Series {
            count,
            smallest,
            largest,
            ..
        } = *self.asked;
        // Width and height together grow by the same number of cells from level to level.
        let sum = 2 * smallest + 2 * (largest - smallest) * (position - 1) / (count - 1);
        // Public files reveal nothing about the seed of the series.
        let seed = digest::bytes(format!("{}/{position}", self.seed).as_bytes());
        let request = GenerateRequest {
            width: sum.div_ceil(2) as usize,
            height: (sum / 2) as usize,
            seed: seed[..32].to_owned(),
            options: self.asked.options.clone(),
        };
        let made = self.puzzle.generate(&request, self.control);
        let made = made.with_context(|| {
            let (width, height) = (request.width, request.height);
            format!("level {position} of {count} ({width}x{height}; see --smallest and --largest)")
        })?;
        let text = made.level.text();
        Ok(Made {
            number: position,
            // As in the public benchmark of Coil, without a final line end.
            text: match self.puzzle.name() {
                "coil" => text.trim_end().to_owned(),
                _ => text,
            },
            size: made.level.size(),
            id: made.id,
        })
    }
}

pub fn random_seed() -> anyhow::Result<String> {
    let mut bytes = [0; 32];
    let mut source = fs::File::open("/dev/urandom").context("/dev/urandom")?;
    source.read_exact(&mut bytes).context("/dev/urandom")?;
    Ok(digest::bytes(&bytes))
}

fn ids(levels: &[Made]) -> Vec<&str> {
    levels.iter().map(|made| made.id.as_str()).collect()
}

fn listed(levels: &[Made]) -> Vec<Value> {
    let levels = levels.iter().map(|made| {
        json!({
            "number": made.number,
            "width": made.size.0,
            "height": made.size.1,
            "sha256": digest::bytes(made.text.as_bytes()),
        })
    });
    levels.collect()
}

/// The levels as an archive for `tar`, without a folder, as the public benchmark wants it. The same
/// levels make the same bytes: there is no time and no owner in it.
fn archive(levels: &[Made]) -> anyhow::Result<Vec<u8>> {
    let mut archive = Vec::new();
    for made in levels {
        let data = made.text.as_bytes();
        let mut head = [0_u8; 512];
        let mut put =
            |at: usize, text: &str| head[at..at + text.len()].copy_from_slice(text.as_bytes());
        put(0, &made.number.to_string());
        put(100, "0000644\0");
        put(108, "0000000\0");
        put(116, "0000000\0");
        if data.len() >= 1 << 33 {
            bail!("level {} is too large for the archive", made.number);
        }
        put(124, &format!("{:011o}\0", data.len()));
        put(136, "00000000000\0");
        put(148, "        ");
        put(156, "0");
        put(257, "ustar\x0000");
        let sum: u32 = head.iter().map(|&byte| u32::from(byte)).sum();
        head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        archive.extend_from_slice(&head);
        archive.extend_from_slice(data);
        archive.resize(archive.len().next_multiple_of(512), 0);
    }
    archive.resize(archive.len() + 1024, 0);
    Ok(archive)
}

/// What participants should know.
fn readme(puzzle: &'static dyn Puzzle, open: &[Made], sealed: &[Made], archive: &[u8]) -> String {
    let name = puzzle.name();
    let size = |made: Option<&Made>| {
        made.map_or_else(String::new, |made| {
            format!("{}x{}", made.size.0, made.size.1)
        })
    };
    format!(
        "# A series of {} levels\n\n\
         `levels/` has {} of them, those with odd numbers, from {} to {}. They grow with their numbers. Those \
         with even numbers, made in the same way, are held back: {} levels up to {}. They are \
         published at the end, as an archive with this SHA-256 digest:\n\n    {}\n\n\
         So nobody can have seen them before, and nobody can exchange them afterwards.\n\n\
         A solver reads a level on standard input and prints a solution on standard output:\n\n    \
         ./my_solver < levels/1\n\n\
         To measure it, contained and within limits, with results that can be joined and compared:\n\n    \
         unicursal {name} evaluate ./my_solver --levels . --timeout 60 --json=results.jsonl\n    \
         unicursal {name} merge results.jsonl others.jsonl --html leaderboard.html\n\n\
         `manifest.json` has the digest of every level; `evaluate` compares them.\n",
        open.len() + sealed.len(),
        open.len(),
        size(open.first()),
        size(open.last()),
        sealed.len(),
        size(sealed.last()),
        digest::bytes(archive),
    )
}
