//! Every generated level is shown to the independent checker.

use unicursal_check::coil::{Verdict, check};

use super::{Ends, Generated, Id, Profile, Request, generate};
use crate::LevelId;
use crate::coil::Board;
use crate::coil::statistics::{self, Figure};
use crate::coil::text::{print_board, print_slides};
use crate::{Control, Error, Interruption};

fn make(width: usize, height: usize, profile: Profile, seed: &str) -> Generated {
    let request = Request {
        width,
        height,
        profile,
        density: None,
        ends: Ends::Any,
        seed: seed.into(),
    };
    let level = generate(&request, &Control::new()).expect("the request is sound");
    let (board, slides) = (print_board(&level.board), print_slides(&level.answer));
    let verdict = check(board.as_bytes(), slides.as_bytes());
    assert_eq!(verdict, Ok(Verdict::Valid), "{request:?}");
    level
}

#[test]
fn small_boards_of_every_size_are_solved_by_their_paths() {
    for profile in Profile::ALL {
        for width in 1..=12 {
            for height in 1..=12 {
                for seed in 0..10 {
                    make(width, height, profile, &seed.to_string());
                }
            }
        }
    }
}

#[test]
fn large_and_lean_boards_are_solved_by_their_paths() {
    for profile in Profile::ALL {
        for (width, height) in [
            (200, 200),
            (1, 3000),
            (3000, 1),
            (2, 2000),
            (5, 999),
            (999, 6),
        ] {
            make(width, height, profile, "lean");
        }
    }
}

/// The figures of the original levels 201, 203, ... 333: mean and standard deviation over the
/// levels.
const YARDSTICK: [(&str, f64, f64); 18] = [
    ("open", 0.6750, 0.0065),
    ("degree 2", 0.3016, 0.0151),
    ("degree 3", 0.5682, 0.0116),
    ("degree 4", 0.1302, 0.0154),
    ("dead ends", 0.1791, 0.3863),
    ("mean run", 3.4165, 0.0799),
    ("runs of 1", 0.1914, 0.0083),
    ("runs of 2", 0.1991, 0.0089),
    ("runs of 3", 0.2158, 0.0100),
    ("runs of 4", 0.1508, 0.0065),
    ("runs of 5", 0.0965, 0.0053),
    ("runs of 6-10", 0.1352, 0.0121),
    ("runs of 11+", 0.0111, 0.0024),
    ("isolated walls", 0.1247, 0.0135),
    ("mean wall component", 3.4356, 0.1773),
    ("2x2 open", 0.2150, 0.0122),
    ("2x2 wall", 0.0336, 0.0037),
    ("border open", 0.6894, 0.0323),
];

/// Figures of answers. Of the originals only the means are known; the deviation is that of our own
/// levels of 100x100 cells.
const YARDSTICK_OF_PATHS: [(&str, f64, f64); 6] = [
    ("mean slide", 1.89, 0.0220),
    ("slides of 1", 0.498, 0.0069),
    ("slides of 2", 0.281, 0.0077),
    ("slides of 3", 0.125, 0.0048),
    ("stops at walls", 0.925, 0.0045),
    ("stops with two choices", 0.171, 0.0054),
];

#[test]
fn original_levels_measure_like_the_originals() {
    const LEVELS: usize = 60;
    let rows: Vec<Vec<Figure>> = (0..LEVELS)
        .map(|seed| {
            let level = make(100, 100, Profile::Original, &format!("yardstick {seed}"));
            let mut row = statistics::of_board(&level.board);
            row.extend(statistics::of_path(&level.board, &level.answer));
            row
        })
        .collect();
    let values = |name: &str| -> Vec<f64> {
        let of_row = |row: &Vec<Figure>| row.iter().find(|(n, _)| *n == name).map(|(_, v)| *v);
        rows.iter().filter_map(of_row).collect()
    };
    let mean = |name: &str| values(name).iter().sum::<f64>() / LEVELS as f64;
    for (name, wished, deviation) in YARDSTICK.into_iter().chain(YARDSTICK_OF_PATHS) {
        let off = (mean(name) - wished) / deviation;
        assert!(off.abs() < 2.0, "{name}: {} is {off:.1} off", mean(name));
    }
    assert!(mean("colour imbalance").abs() < 0.5);
    let mut apart = values("distance of the ends");
    apart.sort_by(f64::total_cmp);
    // The originals: a tenth up to 3, half up to 13, nine tenths up to 31.
    assert!((1.0..=5.0).contains(&apart[LEVELS / 10]));
    assert!((8.0..=18.0).contains(&apart[LEVELS / 2]));
    assert!((22.0..=42.0).contains(&apart[LEVELS * 9 / 10]));
}

#[test]
fn densities_are_met() {
    for profile in Profile::ALL {
        let (least, most) = profile.densities();
        for density in [least, usize::midpoint(least, most), most] {
            let request = Request {
                width: 90,
                height: 70,
                profile,
                density: Some(density),
                ends: Ends::Any,
                seed: "dense".into(),
            };
            let level = generate(&request, &Control::new()).expect("the request is sound");
            let share = level.board.free_count() as f64 / 6300.0;
            let wished = density as f64 / 1000.0;
            assert!((share - wished).abs() < 0.02, "{request:?}: {share}");
        }
    }
}

#[test]
fn profiles_are_of_their_kind() {
    let figure = |profile, name: &str| {
        let level = make(100, 100, profile, "kind");
        let mut figures = statistics::of_board(&level.board);
        figures.extend(statistics::of_path(&level.board, &level.answer));
        let found = figures.into_iter().find(|(n, _)| *n == name);
        found.expect("there is such a figure").1
    };
    assert!((0.80..=0.97).contains(&figure(Profile::Open, "open")));
    assert!(figure(Profile::Sparse, "open") > 0.8);
    assert!(figure(Profile::Sparse, "2x2 open") > 0.6);
    let slide = |profile| figure(profile, "mean slide");
    assert!(slide(Profile::Corridor) > 1.4 * slide(Profile::Original));
    assert!(slide(Profile::Lanes) > 1.8 * slide(Profile::Original));
    // Chambers: some column between the first and the last is nearly all wall.
    let rooms = make(100, 100, Profile::Rooms, "kind").board;
    let open = |x: usize| {
        (0..100)
            .filter(|&y| rooms.is_free(rooms.cell(x, y)))
            .count()
    };
    let narrow = (1..99).filter(|&x| open(x) <= 20).count();
    assert!(
        (4..=12).contains(&narrow),
        "{narrow} walls between chambers"
    );
}

/// The share of open cells among those for which a condition holds.
fn open_where(board: &Board, condition: impl Fn(usize, usize) -> bool) -> f64 {
    let all = (0..board.height()).flat_map(|y| (0..board.width()).map(move |x| (x, y)));
    let cells: Vec<_> = all.filter(|&(x, y)| condition(x, y)).collect();
    let open = cells
        .iter()
        .filter(|&&(x, y)| board.is_free(board.cell(x, y)));
    open.count() as f64 / cells.len() as f64
}

#[test]
fn boards_of_several_kinds_differ_from_place_to_place() {
    let gradient = make(160, 80, Profile::Gradient, "kind").board;
    let left = open_where(&gradient, |x, _| x < 40);
    let right = open_where(&gradient, |x, _| x >= 120);
    assert!(right > left + 0.15, "{left} to {right}");
    let nested = make(112, 112, Profile::Nested, "kind").board;
    let frame = |number: usize| {
        open_where(&nested, |x, y| {
            x.min(y).min(111 - x).min(111 - y) / 14 == number
        })
    };
    let frames = [0, 1, 2].map(frame);
    assert!(frames[1] > frames[0].max(frames[2]) + 0.04, "{frames:?}");
    let mixed = make(150, 150, Profile::Mixed, "kind").board;
    let squares = (0..25).map(|i| open_where(&mixed, |x, y| (x / 30, y / 30) == (i % 5, i / 5)));
    let (least, most) = squares.fold((1.0_f64, 0.0_f64), |(least, most), share| {
        (least.min(share), most.max(share))
    });
    assert!(most > least + 0.15, "{least} to {most}");
}

#[test]
fn lanes_with_ends_that_are_asked_for_are_no_denser_than_they_can_be() {
    let mut request = Request {
        width: 60,
        height: 60,
        profile: Profile::Lanes,
        density: Some(850),
        ends: Ends::Adjacent,
        seed: String::new(),
    };
    let refused = generate(&request, &Control::new()).unwrap_err().to_string();
    assert!(refused.contains("from 70% to 76%"), "{refused}");
    request.density = Some(760);
    let made = generate(&request, &Control::new()).expect("the request is sound");
    assert!(made.board.free_count() > 2650);
}

#[test]
fn bad_requests_are_refused() {
    let request = Request {
        width: 10,
        height: 10,
        profile: Profile::Open,
        density: Some(500),
        ends: Ends::Any,
        seed: String::new(),
    };
    let refused = |request: &Request| generate(request, &Control::new()).unwrap_err().to_string();
    let text = "profile 'open' cannot be 50% open: it goes from 80% to 97%";
    assert_eq!(refused(&request), text);
    let empty = Request {
        width: 0,
        density: None,
        ends: Ends::Any,
        ..request.clone()
    };
    assert!(refused(&empty).contains("0x10"));
    let control = Control::new();
    control.cancel();
    let plain = Request {
        density: None,
        ends: Ends::Any,
        ..request
    };
    let cancelled = Error::interrupted(Interruption::Cancelled, "the level was not finished");
    assert_eq!(generate(&plain, &control), Err(cancelled));
}

/// A name means the same level for ever: when one of these changes, the version must.
#[test]
fn ids_keep_their_meaning() {
    let golden = [
        ("coil:3x3/original#corner-4", 16_286_272_120_022_413_368),
        ("coil:40x30/original#spring", 12_996_970_600_603_003_971),
        ("coil:40x30/original@0.6#spring", 1_166_976_748_586_391_458),
        ("coil:200x150/original#", 15_665_733_758_395_206_495),
        ("coil:40x30/open#spring", 8_901_746_093_951_955_916),
        ("coil:40x30/sparse#spring", 601_971_812_582_274_470),
        ("coil:40x30/corridor#spring", 15_379_570_981_102_787_925),
        ("coil:40x30/rooms#spring", 12_591_586_797_567_440_581),
        ("coil:60x50/lanes#spring", 14_408_580_031_574_871_250),
        ("coil:60x50/lanes@0.86#spring", 12_125_430_966_170_964_821),
        ("coil:60x50/mixed#spring", 6_504_581_523_269_601_187),
        ("coil:60x50/gradient#spring", 3_430_735_996_346_076_045),
        (
            "coil:60x50/nested~adjacent#spring",
            5_496_407_133_917_162_576,
        ),
        (
            "coil:40x30/original~adjacent#spring",
            4_379_821_274_132_808_086,
        ),
        ("coil:40x30/rooms~near#spring", 5_429_963_388_437_608_553),
        (
            "coil:60x60/corridor@0.4~far#spring",
            8_786_550_897_209_053_631,
        ),
        ("coil:1x9/original#thin", 4_831_412_548_509_205_730),
        (
            "coil:8x8/original+0.0+7.7#spring",
            2_122_493_684_157_516_797,
        ),
    ];
    let hash = |text: &str| {
        text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    };
    let found = golden.map(|(word, _)| {
        let id: LevelId = word.parse().expect("the outer form is right");
        let id = Id::try_from(&id).expect("the inner form is right");
        let (board, level) = id.make(&Control::new()).expect("the request is sound");
        let slides = level.map_or(String::new(), |level| print_slides(&level.answer));
        (word, hash(&(print_board(&board) + &slides)))
    });
    assert_eq!(found, golden);
}

#[test]
fn ends_are_as_far_apart_as_asked() {
    let far = |side: usize| (side / 4)..=side;
    for profile in Profile::ALL {
        if !Ends::Near.suit(profile) {
            continue;
        }
        for side in [8, 15, 30, 64, 150] {
            for (ends, apart) in [
                (Ends::Adjacent, 1..=1),
                (Ends::Near, 2..=12),
                (Ends::Far, far(side)),
            ] {
                let request = Request {
                    width: side,
                    height: side + 1,
                    profile,
                    density: None,
                    ends,
                    seed: side.to_string(),
                };
                let made = generate(&request, &Control::new());
                if !ends.suit(profile) {
                    let refused = made.expect_err("there are no such ends").to_string();
                    let beginning = format!("the ends of '{profile}' levels cannot be '{ends}': ");
                    assert!(refused.starts_with(&beginning), "{refused}");
                    continue;
                }
                let level = made.expect("the request is sound");
                let (board, slides) = (print_board(&level.board), print_slides(&level.answer));
                let verdict = check(board.as_bytes(), slides.as_bytes());
                assert_eq!(verdict, Ok(Verdict::Valid), "{request:?}");
                let (start, end) = ends_of(&level);
                let distance = start.0.abs_diff(end.0) + start.1.abs_diff(end.1);
                assert!(apart.contains(&distance), "{distance}: {request:?}");
            }
        }
    }
}

/// The first and the last cell of a level's answer.
fn ends_of(level: &Generated) -> ((usize, usize), (usize, usize)) {
    let mut walker = crate::coil::walker::Walker::new(
        &level.board,
        level.board.cell(level.answer.start.0, level.answer.start.1),
    );
    for &dir in &level.answer.slides {
        walker.slide(dir);
    }
    (level.answer.start, level.board.position(walker.at()))
}
