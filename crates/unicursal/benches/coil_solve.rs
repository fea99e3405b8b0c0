//! Solving Coil levels: `cargo bench -p unicursal --bench coil_solve -- [OPTIONS] [FOLDER...]`.
//!
//! Solves every level of the folders, or generated ones of every profile if there are none, and
//! prints tables in Markdown: CPU and wall time, the slowest level, the peak of memory. Every
//! answer is shown to the independent checker. Levels that we generated have an answer, so that
//! 'unsolvable' is an error there.
//!
//! - `--threads N`: how many threads may be used; 1 unless told.
//! - `--sides 100,60x600`, `--seeds N`, `--profile NAME`, `--ends adjacent|near|far`: which levels
//!   are generated.
//! - `--first-seed N`: the first of the seeds; 0 unless told.
//! - `--flip N`: instead of each level, N copies with one cell changed at random: most have no
//!   answer.
//! - `--walls 5,20`: boards of these sides with this many per cent of walls at random, most without
//!   a answer.
//! - `--slides 85,97`: boards of these sides that random slides have made, this many per cent open.
//! - `--time-limit SECONDS`: for each level; 60 unless told.
//! - `--ticks MILLIONS`: likewise, counted in work: other load on the machine changes nothing.
//! - `--ablation`: once with everything, and once without each part of the engine.
//! - `--without PARTS`: without these parts of the engine.
//! - `--promise`: how many times the work of the best entry alone, with what it stands on, all
//!   entries of the schedule take together: what the schedule promises, which sets aside what
//!   locating the ends takes, and without setting anything aside.
//! - `--clock`: how long a tick of each entry takes, in nanoseconds of CPU time.
//! - `--timeline`: instead, for each level who did how much when, in ticks, what it handed on, and
//!   what came out.
//! - `--stats`: all figures of each level, too.
//! - `--each`: a line for each level, too.

#[path = "measure/flip.rs"]
mod flip;
#[path = "measure/slides.rs"]
mod slides;

use std::path::Path;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use unicursal::coil::generate::{Ends, Profile, Request, generate};
use unicursal::coil::{Board, text};
use unicursal::implement::Rng;
use unicursal::internals::coil::schedule::solve;
use unicursal::internals::coil::{NAMES, Parts};
use unicursal::schedule::Ticks;
use unicursal::{Control, Outcome};
use unicursal_check::coil::{Verdict, check};

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
struct Settings {
    folders: Vec<String>,
    threads: usize,
    /// Widths and heights.
    sides: Vec<(usize, usize)>,
    seeds: std::ops::Range<usize>,
    profiles: Vec<Profile>,
    ends: Ends,
    flips: usize,
    walls: Vec<usize>,
    slides: Vec<usize>,
    limit: Duration,
    most: Ticks,
    ablation: bool,
    promise: bool,
    clock: bool,
    timeline: bool,
    parts: Parts,
    each: bool,
    stats: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let settings = settings()?;
    let groups = groups(&settings)?;
    if settings.ablation {
        println!("| without | solved | proved unsolvable | unknown | CPU s | wall s |");
        println!("|---|---|---|---|---|---|");
        for without in [""].iter().chain(NAMES) {
            let parts = Parts::without(without)?;
            let mut all = Total::default();
            for group in &groups {
                all.add(&run(group, parts, &settings)?);
            }
            let name = if without.is_empty() { "-" } else { without };
            let [solved, unsolvable, unknown] = all.outcomes;
            println!(
                "| {name} | {solved} | {unsolvable} | {unknown} | {:.2} | {:.2} |",
                all.cpu, all.wall
            );
        }
        return Ok(());
    }
    if settings.timeline {
        for (group, (name, board)) in groups
            .iter()
            .flat_map(|group| group.levels.iter().map(move |level| (group, level)))
        {
            let solved = solve(board, 0, settings.parts, &Control::new());
            for (_, table) in solved.stats.tables() {
                println!("{} {name}\n{table}\n", group.name);
            }
        }
        return Ok(());
    }
    if settings.promise {
        promise(&groups, &settings);
        return Ok(());
    }
    if settings.clock {
        clock(&groups, &settings);
        return Ok(());
    }
    let mut rows = Vec::new();
    for group in &groups {
        let total = run(group, settings.parts, &settings)?;
        let [solved, unsolvable, unknown] = total.outcomes;
        rows.push(format!(
            "| {} | {} | {solved} | {unsolvable} | {unknown} | {:.3} | {:.3} | {:.4} | {:.4} ({}) | {:.0} | {:.0} ({}) | {:.0} |",
            group.name,
            solved + unsolvable + unknown,
            total.cpu,
            total.wall,
            median(&total.each),
            total.slowest.0,
            total.slowest.1,
            median(&total.ticks) / 1e3,
            total.most_ticks.0 / 1e3,
            total.most_ticks.1,
            total.megabytes,
        ));
    }
    println!(
        "| levels | number | solved | proved unsolvable | unknown | CPU s | wall s | median, CPU s | slowest, CPU s | median, 1000 ticks | slowest, 1000 ticks | peak MB |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    for row in rows {
        println!("{row}");
    }
    Ok(())
}

fn settings() -> Result<Settings, Box<dyn std::error::Error>> {
    let mut settings = Settings {
        folders: Vec::new(),
        threads: 1,
        sides: [20, 50, 100, 200].map(|side| (side, side)).to_vec(),
        seeds: 0..5,
        profiles: Profile::ALL.to_vec(),
        ends: Ends::Any,
        flips: 0,
        walls: Vec::new(),
        slides: Vec::new(),
        limit: Duration::from_secs(60),
        most: Ticks::MAX,
        ablation: false,
        promise: false,
        clock: false,
        timeline: false,
        parts: Parts::default(),
        each: false,
        stats: false,
    };
    let (mut seeds, mut first_seed) = (5, 0);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            // What cargo itself says.
            "--bench" => {}
            "--threads" => settings.threads = value()?.parse()?,
            "--seeds" => seeds = value()?.parse()?,
            "--first-seed" => first_seed = value()?.parse()?,
            "--profile" => settings.profiles = vec![value()?.parse()?],
            "--ends" => settings.ends = value()?.parse()?,
            "--time-limit" => settings.limit = Duration::try_from_secs_f64(value()?.parse()?)?,
            "--ticks" => settings.most = Ticks(1_000_000).times(value()?.parse()?),
            "--ablation" => settings.ablation = true,
            "--promise" => settings.promise = true,
            "--clock" => settings.clock = true,
            "--timeline" => settings.timeline = true,
            "--without" => settings.parts = Parts::without(&value()?)?,
            "--each" => settings.each = true,
            "--stats" => settings.stats = true,
            "--flip" => settings.flips = value()?.parse()?,
            "--sides" => {
                settings.sides = value()?.split(',').map(sides).collect::<Result<_, _>>()?;
            }
            "--walls" => settings.walls = numbers(&value()?)?,
            "--slides" => settings.slides = numbers(&value()?)?,
            option if option.starts_with('-') => return Err(format!("what is {option}?").into()),
            folder => settings.folders.push(folder.to_owned()),
        }
    }
    settings.seeds = first_seed..first_seed + seeds;
    Ok(settings)
}

/// The width and height that `60x600` says, or `100` for both.
fn sides(word: &str) -> Result<(usize, usize), std::num::ParseIntError> {
    let (width, height) = word.split_once('x').unwrap_or((word, word));
    Ok((width.parse()?, height.parse()?))
}

fn numbers(list: &str) -> Result<Vec<usize>, std::num::ParseIntError> {
    list.split(',').map(str::parse).collect()
}

/// Levels of one kind.
struct Group {
    name: String,
    levels: Vec<(String, Board)>,
    /// Whether all have an answer.
    solvable: bool,
}

fn groups(settings: &Settings) -> Result<Vec<Group>, Box<dyn std::error::Error>> {
    if !settings.walls.is_empty() {
        return Ok(walled(settings));
    }
    let mut groups = if !settings.slides.is_empty() {
        slid(settings)
    } else if settings.folders.is_empty() {
        generated(settings)?
    } else {
        let folders = settings.folders.iter().map(|path| folder(path));
        folders.collect::<Result<_, _>>()?
    };
    if settings.flips > 0 {
        for group in &mut groups {
            flip_each(group, settings.flips);
        }
    }
    Ok(groups)
}

/// Boards with walls at random.
fn walled(settings: &Settings) -> Vec<Group> {
    let mut groups = Vec::new();
    for &percent in &settings.walls {
        for &(width, height) in &settings.sides {
            let name = format!("{percent}% walls {width}x{height}");
            let levels = settings.seeds.clone().map(|seed| {
                let mut rng = Rng::from_text(&format!("{name} {seed}"));
                let board = Board::from_fn(width, height, |_, _| rng.below(100) >= percent);
                (format!("#{seed}"), board)
            });
            groups.push(Group {
                levels: levels.collect(),
                name,
                solvable: false,
            });
        }
    }
    groups
}

/// Boards that random slides have made.
fn slid(settings: &Settings) -> Vec<Group> {
    let mut groups = Vec::new();
    for &percent in &settings.slides {
        for &(width, height) in &settings.sides {
            let name = format!("slides {percent}% {width}x{height}");
            let levels = settings.seeds.clone().filter_map(|seed| {
                let mut rng = Rng::from_text(&format!("{name} {seed}"));
                let board = slides::board((width, height), percent, &mut rng)?;
                Some((format!("#{seed}"), board))
            });
            groups.push(Group {
                levels: levels.collect(),
                name,
                solvable: true,
            });
        }
    }
    groups
}

/// Puts copies with one changed cell in the place of each level.
fn flip_each(group: &mut Group, copies: usize) {
    let mut flipped = Vec::new();
    for (name, board) in &group.levels {
        for (copy, changed) in flip::flipped(board, name, copies).into_iter().enumerate() {
            flipped.push((format!("{name} flip {copy}"), changed));
        }
    }
    group.levels = flipped;
    group.name = format!("{}, one cell changed", group.name);
    group.solvable = false;
}

fn folder(path: &str) -> Result<Group, Box<dyn std::error::Error>> {
    let mut levels = Vec::new();
    for entry in std::fs::read_dir(path)? {
        let file = entry?.path();
        if file.is_file() {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let board = text::parse_board(&std::fs::read(&file)?);
            let board = board.map_err(|error| format!("{}: {error}", file.display()))?;
            levels.push((name.into_owned(), board));
        }
    }
    levels.sort_by(|a, b| a.0.cmp(&b.0));
    let name = Path::new(path).file_name().unwrap_or_default();
    Ok(Group {
        name: name.to_string_lossy().into_owned(),
        levels,
        solvable: false,
    })
}

fn generated(settings: &Settings) -> Result<Vec<Group>, unicursal::Error> {
    let mut groups = Vec::new();
    for &profile in &settings.profiles {
        for &(width, height) in &settings.sides {
            let mut levels = Vec::new();
            for seed in settings.seeds.clone() {
                let request = Request {
                    width,
                    height,
                    profile,
                    density: None,
                    ends: settings.ends,
                    seed: seed.to_string(),
                };
                let level = generate(&request, &Control::new())?;
                levels.push((format!("#{seed}"), level.board));
            }
            let ends = match settings.ends {
                Ends::Any => String::new(),
                ends => format!(", ends {ends}"),
            };
            groups.push(Group {
                name: format!("{profile} {width}x{height}{ends}"),
                levels,
                solvable: true,
            });
        }
    }
    Ok(groups)
}

/// What a group took.
#[derive(Default)]
struct Total {
    /// Solved, proved unsolvable, unknown.
    outcomes: [usize; 3],
    cpu: f64,
    wall: f64,
    /// CPU time of each level.
    each: Vec<f64>,
    /// The same of the slowest, and its name.
    slowest: (f64, String),
    /// The work of each level, in ticks.
    ticks: Vec<f64>,
    most_ticks: (f64, String),
    megabytes: f64,
}

fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

impl Total {
    fn add(&mut self, other: &Self) {
        for (sum, more) in self.outcomes.iter_mut().zip(other.outcomes) {
            *sum += more;
        }
        self.cpu += other.cpu;
        self.wall += other.wall;
    }
}

fn run(group: &Group, parts: Parts, settings: &Settings) -> Result<Total, String> {
    let mut total = Total::default();
    reset_peak();
    for (name, board) in &group.levels {
        let control = Control::new()
            .threads(settings.threads)
            .time_limit(settings.limit);
        let (cpu, wall) = (ProcessTime::now(), Instant::now());
        let most = settings.most;
        let solved = solve(board, 0, Parts { most, ..parts }, &control);
        let (cpu, wall) = (cpu.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64());
        let ticks = solved.stats.number("ticks").unwrap_or(0.0);
        let (place, word) = match solved.outcome {
            Outcome::Solved(answer) => {
                let (level, answer) = (text::print_board(board), text::print_slides(&answer));
                let verdict = check(level.as_bytes(), answer.as_bytes());
                if verdict != Ok(Verdict::Valid) {
                    return Err(format!("{} {name}: {verdict:?}", group.name));
                }
                (0, "solved")
            }
            Outcome::Unsolvable { proof } if group.solvable => {
                return Err(format!("{} {name} has a solution: {proof}", group.name));
            }
            Outcome::Unsolvable { .. } => (1, "unsolvable"),
            Outcome::Unknown(_) => (2, "unknown"),
        };
        if settings.each {
            println!(
                "{} {name}: {word}, CPU {cpu:.4} s, wall {wall:.3} s, {ticks} ticks",
                group.name
            );
        }
        if settings.stats {
            println!("{} {name}: {}", group.name, solved.stats);
        }
        total.outcomes[place] += 1;
        total.cpu += cpu;
        total.wall += wall;
        total.each.push(cpu);
        total.ticks.push(ticks);
        if ticks > total.most_ticks.0 {
            total.most_ticks = (ticks, name.clone());
        }
        if cpu > total.slowest.0 {
            total.slowest = (cpu, name.clone());
        }
    }
    total.megabytes = peak();
    Ok(total)
}

/// What a board takes, in ticks: all of it, and locating the ends; nothing if there is no answer
/// within the limit.
fn ticks(board: &Board, parts: Parts, settings: &Settings) -> Option<(u64, u64)> {
    // Counted in ticks, so that other work on the machine changes nothing.
    let most = settings.most;
    let solved = solve(board, 0, Parts { most, ..parts }, &Control::new());
    let figure = |name: &str| solved.stats.number(name).unwrap_or(0.0) as u64;
    let is_known = !matches!(solved.outcome, Outcome::Unknown(_));
    is_known.then(|| (figure("ticks"), figure("locating_ticks")))
}

/// What leaves each entry of the schedule alone.
const ALONE: [(&str, &str); 3] = [
    ("slides", "ends"),
    ("rehearsals", "slides,walks"),
    ("walks", "slides,rehearsals"),
];

/// Prints how many times the work of the best entry alone the schedule takes.
fn promise(groups: &[Group], settings: &Settings) {
    let names = ALONE.map(|(name, _)| format!("best: {name}")).join(" | ");
    println!(
        "| levels | number | unknown | {names} | median | worst | median of all | worst of all |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for group in groups {
        let (mut unknown, mut best_of) = (0, [0; 3]);
        // Locating the ends set aside, and nothing.
        let mut ratios = [Vec::new(), Vec::new()];
        for (name, board) in &group.levels {
            let alone = ALONE.map(|(_, without)| {
                let parts = Parts::without(without).ok()?;
                ticks(board, parts, settings).map(|(all, _)| all)
            });
            let best = alone.iter().flatten().min().copied();
            let Some(((all, locating), best)) = ticks(board, settings.parts, settings).zip(best)
            else {
                unknown += 1;
                if settings.each {
                    println!("{} {name}: unknown, alone {alone:?}", group.name);
                }
                continue;
            };
            let ratio = [all - locating, all].map(|ticks| ticks as f64 / best as f64);
            for (count, alone) in best_of.iter_mut().zip(alone) {
                *count += usize::from(alone == Some(best));
            }
            if settings.each {
                println!(
                    "{} {name}: {:.2}, {:.2} of all: {all} ticks, locating {locating}, alone {alone:?}",
                    group.name, ratio[0], ratio[1]
                );
            }
            for (ratios, ratio) in ratios.iter_mut().zip(ratio) {
                ratios.push((ratio, name.clone()));
            }
        }
        let columns = ratios.map(|mut ratios| {
            ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
            let median = ratios.get(ratios.len() / 2).map_or(0.0, |ratio| ratio.0);
            let (worst, name) = ratios.last().cloned().unwrap_or_default();
            format!("{median:.2} | {worst:.2} ({name})")
        });
        println!(
            "| {} | {} | {unknown} | {} | {} | {} | {} |",
            group.name,
            group.levels.len(),
            best_of[0],
            best_of[1],
            best_of[2],
            columns.join(" | ")
        );
    }
}

/// Prints how long a tick of each entry takes, and how many there were. Rehearsals and walks are
/// what is left when locating the ends alone is taken away.
fn clock(groups: &[Group], settings: &Settings) {
    println!("nanoseconds for each tick (millions of ticks)\n");
    println!("| levels | slides | locating | rehearsals | walks |");
    println!("|---|---|---|---|---|");
    let alone = [
        "ends",
        "slides,rehearsals,walks",
        "slides,walks",
        "slides,rehearsals",
    ];
    for group in groups {
        let taken = alone.map(|without| {
            let parts = Parts::without(without).expect("these are parts");
            let most = settings.most;
            let (clock, mut ticks) = (ProcessTime::now(), 0.0);
            for (_, board) in &group.levels {
                let solved = solve(board, 0, Parts { most, ..parts }, &Control::new());
                ticks += solved.stats.number("ticks").unwrap_or(0.0);
            }
            (clock.elapsed().as_secs_f64() * 1e9, ticks)
        });
        let locating = taken[1];
        let rest = |(time, ticks): (f64, f64)| (time - locating.0, ticks - locating.1);
        let entries = [taken[0], locating, rest(taken[2]), rest(taken[3])];
        let cells = entries.map(|(time, ticks)| {
            if ticks < 1e5 {
                "-".to_owned()
            } else {
                format!("{:.1} ({:.1})", time / ticks, ticks / 1e6)
            }
        });
        println!("| {} | {} |", group.name, cells.join(" | "));
    }
}

/// Forgets the peak of memory, where Linux lets us: then each group has its own.
fn reset_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The most memory that was resident, in millions of bytes; 0 where the system does not tell.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) * 1024.0 / 1e6
}
