//! `unicursal coil series`: a fresh series of levels, a half of it held back.
//!
//! Two folders are made. `public` is for participants: numbered levels, a manifest with their digests and
//! a README. `secret` stays with the organiser until the end: the other half as an archive, whose digest
//! is in the public manifest, and the seeds from which all of it can be made again.

use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::{Value, json};
use unicursal::{Control, GenerateRequest, Progress, Puzzle};
use unicursal_arena::digest;

use crate::exit::Exit;
use crate::progress::ProgressLine;
use crate::session::Session;
use crate::{args, output};

/// The side of the first level.
const SMALLEST: u64 = 3;

pub fn command(puzzle: &'static dyn Puzzle) -> Command {
    let name = puzzle.name();
    Command::new("series")
        .about("Make a benchmark: levels that grow, one half public, one half sealed")
        .arg(
            Arg::new("folder")
                .value_name("DIR")
                .required(true)
                .help("A new folder"),
        )
        .arg(
            Arg::new("count")
                .long("count")
                .value_name("N")
                .value_parser(value_parser!(u64).range(2..=10_000))
                .default_value("60")
                .help("Levels in both halves together"),
        )
        .arg(
            Arg::new("largest")
                .long("largest")
                .value_name("SIDE")
                .value_parser(value_parser!(u64).range(SMALLEST..=5000))
                .default_value("60")
                .help("Columns and rows of the last level; the first has 3"),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_name("TEXT")
                .help("Make the same series again [default: from the system's randomness]"),
        )
        .args(args::puzzle_options(puzzle.about().generate_options))
        .args(args::limits())
        .after_help(format!(
            "Publish DIR/public; keep DIR/secret until the end, when everyone can compare its digest.\n\
             tar makes a folder 'sealed' of DIR/secret/sealed.tar.\n\n\
             Examples:\n  \
             unicursal {name} series spring --count 60 --largest 100\n  \
             unicursal {name} evaluate ./my_solver --levels spring/public --json=mine.jsonl\n  \
             unicursal {name} evaluate ./my_solver --levels sealed\n  \
             unicursal {name} merge mine.jsonl yours.jsonl --html leaderboard.html"
        ))
}

pub fn run(
    puzzle: &'static dyn Puzzle,
    matches: &ArgMatches,
    session: &Session,
) -> anyhow::Result<Exit> {
    let word = |name| args::word(matches, name);
    let number = |name| matches.get_one::<u64>(name).copied().unwrap_or(0);
    let folder = Path::new(word("folder").unwrap_or_default());
    if folder.exists() {
        bail!("{}: this exists already", folder.display());
    }
    let seed = match word("seed") {
        Some(seed) => seed.to_owned(),
        None => random_seed()?,
    };
    let line = ProgressLine::new(session);
    let show = |progress: &Progress| line.show(progress);
    let control = args::control(matches, session).watched_by(&show);
    let maker = Maker {
        puzzle,
        matches,
        seed: &seed,
        control: &control,
    };
    let count = number("count");
    let (mut open, mut sealed) = (Vec::new(), Vec::new());
    for position in 1..=count {
        let made = maker.level(position, count, number("largest"))?;
        // By turns, so that both halves grow alike.
        if position % 2 == 1 {
            open.push(made);
        } else {
            sealed.push(made);
        }
    }
    let archive = archive(&sealed)?;
    let seeds = format!(
        "{}\n",
        json!({
            "seed": seed,
            "public": ids(&open),
            "sealed": ids(&sealed),
        })
    );
    let manifest = json!({
        "puzzle": puzzle.name(),
        "made_by": format!("unicursal {}", env!("CARGO_PKG_VERSION")),
        "levels": listed(&open),
        "sealed": {
            "count": sealed.len(),
            "largest": sealed.last().map(|made| [made.size.0, made.size.1]),
            "archive_sha256": digest::bytes(&archive),
            "seeds_sha256": digest::bytes(seeds.as_bytes()),
        },
    });
    let (public, secret) = (folder.join("public"), folder.join("secret"));
    let levels = public.join("levels");
    for folder in [&levels, &secret] {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    for (index, made) in open.iter().enumerate() {
        write(&levels.join((index + 1).to_string()), made.text.as_bytes())?;
    }
    let manifest = format!("{}\n", serde_json::to_string_pretty(&manifest)?);
    write(&public.join("manifest.json"), manifest.as_bytes())?;
    write(
        &public.join("README.md"),
        readme(puzzle, &open, &sealed, &archive).as_bytes(),
    )?;
    write(&secret.join("sealed.tar"), &archive)?;
    write(&secret.join("seeds.json"), seeds.as_bytes())?;
    session.say(&format!(
        "{} public levels in {}, {} sealed ones in {}",
        open.len(),
        public.display(),
        sealed.len(),
        secret.display()
    ));
    Ok(Exit::Yes)
}

/// A level of the series.
struct Made {
    id: String,
    text: String,
    size: (usize, usize),
}

struct Maker<'a> {
    puzzle: &'static dyn Puzzle,
    matches: &'a ArgMatches,
    seed: &'a str,
    control: &'a Control<'a>,
}

impl Maker<'_> {
    fn level(&self, position: u64, count: u64, largest: u64) -> anyhow::Result<Made> {
        // Width and height together grow by the same number of cells from level to level.
        let sum = 2 * SMALLEST + 2 * (largest - SMALLEST) * (position - 1) / (count - 1);
        let options = self.puzzle.about().generate_options;
        // What is public tells nothing about the seed of the series.
        let seed = digest::bytes(format!("{}/{position}", self.seed).as_bytes());
        let request = GenerateRequest {
            width: sum.div_ceil(2) as usize,
            height: (sum / 2) as usize,
            seed: seed[..32].to_owned(),
            options: args::puzzle_option_values(options, self.matches),
        };
        let made = self.puzzle.generate(&request, self.control)?;
        Ok(Made {
            // As in the public benchmark, without a final line end.
            text: made.level.text().trim_end().to_owned(),
            size: made.level.size(),
            id: made.id,
        })
    }
}

fn random_seed() -> anyhow::Result<String> {
    let mut bytes = [0; 32];
    let mut source = fs::File::open("/dev/urandom").context("/dev/urandom")?;
    source.read_exact(&mut bytes).context("/dev/urandom")?;
    Ok(digest::bytes(&bytes))
}

fn ids(levels: &[Made]) -> Vec<&str> {
    levels.iter().map(|made| made.id.as_str()).collect()
}

fn listed(levels: &[Made]) -> Vec<Value> {
    let levels = levels.iter().enumerate().map(|(index, made)| {
        json!({
            "number": index + 1,
            "width": made.size.0,
            "height": made.size.1,
            "sha256": digest::bytes(made.text.as_bytes()),
        })
    });
    levels.collect()
}

fn write(path: &Path, data: &[u8]) -> anyhow::Result<()> {
    output::file(&path.display().to_string(), data)
}

/// The levels as an archive that `tar` unpacks into the folder `sealed`. The same levels make the same
/// bytes: there is no time and no owner in it.
fn archive(levels: &[Made]) -> anyhow::Result<Vec<u8>> {
    let mut archive = Vec::new();
    for (index, made) in levels.iter().enumerate() {
        let data = made.text.as_bytes();
        let mut head = [0_u8; 512];
        let mut put =
            |at: usize, text: &str| head[at..at + text.len()].copy_from_slice(text.as_bytes());
        put(0, &format!("sealed/{}", index + 1));
        put(100, "0000644\0");
        put(108, "0000000\0");
        put(116, "0000000\0");
        if data.len() >= 1 << 33 {
            bail!("level {} is too large for the archive", index + 1);
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
         `levels/` has {} of them, numbered in the order of their size, from {} to {}. As many again, of \
         the same sizes and made in the same way, are held back: {} levels up to {}. They are \
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
