//! Every mode in both editions, light and dark, at six sizes: pictures for people to look at, and a
//! comparison with how they looked when somebody last did.
//!
//! `gallery.png` keeps a small grey thumbnail of each. A picture that differs from its thumbnail by
//! more than letters, dates and fonts do is named, with its file. Where that is as it should be,
//! `UNICURSAL_ACCEPT=yes` with the same command keeps the new ones.

use std::io::Cursor;
use std::path::Path;

use crate::compare::results;
use crate::driver::Browser;
use crate::server::Server;
use crate::site::serve;

/// What is shown: a name, a link, and what holds when it is there.
const SCENES: [(&str, &str, &str); 11] = [
    (
        "play-trail",
        "puzzle=trail&level=trail:pack/150&mode=play",
        "!document.getElementById('game').hidden",
    ),
    (
        "today",
        "mode=today",
        "[...document.querySelectorAll('.day-card')].filter((card) => card.textContent.includes('\u{d7}')).length >= 5",
    ),
    ("home", "", "document.body.dataset.home === 'ready'"),
    (
        "watch",
        "puzzle=coil&level=coil:30x20/original%23spring&step=300",
        "!document.getElementById('transport').hidden",
    ),
    (
        "watch-connect",
        "puzzle=connect&level=connect:pack/40&step=30",
        "!document.getElementById('transport').hidden",
    ),
    (
        "play",
        "puzzle=coil&level=coil:pack/30&mode=play",
        "!document.getElementById('game').hidden",
    ),
    (
        "play-connect",
        "puzzle=connect&level=connect:pack/20&mode=play",
        "!document.getElementById('game').hidden",
    ),
    (
        "play-maze",
        "puzzle=maze&level=maze:17x13/dfs%23spring&mode=play",
        "!document.getElementById('game').hidden",
    ),
    (
        "play-pellet",
        "puzzle=pellet&level=pellet:12x9%23spring&mode=play",
        "!document.getElementById('game').hidden",
    ),
    (
        "make",
        "puzzle=connect&level=connect:pack/20&mode=make",
        "document.querySelector('#swatches button')",
    ),
    (
        "compare",
        "puzzle=coil&mode=compare",
        "document.getElementById('entries').offsetHeight",
    ),
];

const SIZES: [(u32, u32); 6] = [
    (1440, 900),
    (1280, 720),
    (1024, 768),
    (768, 1024),
    (390, 844),
    (844, 390),
];

/// The side of a thumbnail, whatever the shape of the screen.
const SIDE: usize = 40;
/// The most by which the pixels of a thumbnail may differ in the mean, of 255. The two editions
/// differ by 0.1; a page of today whose boards have not come yet differs by 4 to 32.
const TOLERANCE: f64 = 3.0;

#[test]
#[ignore = "makes pictures to look at: UNICURSAL_SITE=DIR cargo test -p unicursal-studio gallery -- --ignored"]
fn every_mode_looks_as_it_did_when_it_was_looked_at() {
    let folder = std::env::var_os("UNICURSAL_SITE").expect("UNICURSAL_SITE names a folder");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/gallery.png");
    let accepts = std::env::var_os("UNICURSAL_ACCEPT").is_some();
    let (width, height) = (SIDE * SCENES.len(), SIDE * SIZES.len() * 2);
    let mut sheet = if accepts {
        Grey::new(width, height)
    } else {
        Grey::read(&std::fs::read(&kept).expect("the thumbnails are there"))
    };
    assert_eq!((sheet.width, sheet.height()), (width, height));
    let server = Server::start("127.0.0.1:0");
    let editions = [
        ("server", server.page()),
        ("static", format!("http://{}/", serve(folder.into()))),
    ];
    let browser = Browser::start();
    // The same day always, since its puzzles are shown.
    browser.set_clock("2026-11-18T12:00:00");
    let (mut different, mut furthest) = (Vec::new(), 0.0f64);
    for (edition, page) in editions {
        for (row, (width, height)) in SIZES.into_iter().enumerate() {
            for (tone, dark) in [("light", false), ("dark", true)] {
                browser.emulate(dark, true);
                browser.resize(width, height);
                for (column, (name, link, condition)) in SCENES.into_iter().enumerate() {
                    open(&browser, &format!("{page}#{link}"), name, condition);
                    let name = format!("gallery-{edition}-{name}-{width}-{tone}");
                    let seen = Grey::read(&browser.shoot(&name)).shrunk(SIDE);
                    let place = (column * SIDE, (row * 2 + usize::from(dark)) * SIDE);
                    if accepts && edition == "server" {
                        sheet.put(place, &seen);
                    }
                    let distance = seen.distance(&sheet.part(place, SIDE));
                    furthest = furthest.max(distance);
                    if distance > TOLERANCE {
                        different.push(format!("studio-{name}.png by {distance:.1}"));
                    }
                }
            }
        }
    }
    if accepts {
        std::fs::write(&kept, sheet.write()).expect("the thumbnails can be written");
    }
    println!("the furthest is {furthest:.1} from its thumbnail");
    let folder = env!("CARGO_TARGET_TMPDIR");
    assert!(
        different.is_empty(),
        "these pictures in {folder} look different than before; if they should, UNICURSAL_ACCEPT=yes keeps \
         them: {different:#?}"
    );
}

/// Opens a scene and waits until it is there.
fn open(browser: &Browser, address: &str, name: &str, condition: &str) {
    browser.open("about:blank");
    browser.open(address);
    browser.until("document.body?.dataset.mode");
    browser.until(condition);
    if name == "compare" {
        browser.drop_file("results.jsonl", &results());
        browser.until("document.querySelector('#rows tr')");
    }
    if name.starts_with("play") {
        browser.click("hint");
        browser.until("document.getElementById('message').textContent.endsWith('.')");
    }
}

/// A picture in shades of grey, row by row.
struct Grey {
    width: usize,
    pixels: Vec<u8>,
}

impl Grey {
    fn new(width: usize, height: usize) -> Self {
        let pixels = vec![0; width * height];
        Self { width, pixels }
    }

    fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// Reads a PNG of eight bits a channel.
    fn read(bytes: &[u8]) -> Self {
        let mut reader = png::Decoder::new(Cursor::new(bytes))
            .read_info()
            .expect("this is a PNG");
        let mut raw = vec![0; reader.output_buffer_size().expect("it has a size")];
        let info = reader.next_frame(&mut raw).expect("it is whole");
        let channels = info.color_type.samples();
        let colours = channels.min(3) - usize::from(channels == 2);
        let grey = |pixel: &[u8]| {
            let sum: usize = pixel[..colours].iter().map(|&part| usize::from(part)).sum();
            (sum / colours) as u8
        };
        let raw = &raw[..info.buffer_size()];
        Self {
            width: info.width as usize,
            pixels: raw.chunks_exact(channels).map(grey).collect(),
        }
    }

    fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height() as u32);
        encoder.set_color(png::ColorType::Grayscale);
        let mut writer = encoder.write_header().expect("memory takes it");
        writer
            .write_image_data(&self.pixels)
            .expect("memory takes it");
        writer.finish().expect("memory takes it");
        bytes
    }

    /// The same as a square, each pixel the mean of what it stands for.
    fn shrunk(&self, side: usize) -> Self {
        let (width, height) = (self.width, self.height());
        let mean = |x: usize, y: usize| {
            let columns = x * width / side..(x + 1) * width / side;
            let rows = y * height / side..(y + 1) * height / side;
            let count = columns.len() * rows.len();
            let at = |y: usize, x: usize| usize::from(self.pixels[y * width + x]);
            let sum: usize = rows
                .flat_map(|y| columns.clone().map(move |x| (y, x)))
                .map(|(y, x)| at(y, x))
                .sum();
            (sum / count.max(1)) as u8
        };
        Self {
            width: side,
            pixels: (0..side * side).map(|i| mean(i % side, i / side)).collect(),
        }
    }

    fn put(&mut self, (left, top): (usize, usize), small: &Self) {
        for (y, row) in small.pixels.chunks_exact(small.width).enumerate() {
            let from = (top + y) * self.width + left;
            self.pixels[from..from + row.len()].copy_from_slice(row);
        }
    }

    fn part(&self, (left, top): (usize, usize), side: usize) -> Self {
        let rows = (top..top + side).map(|y| y * self.width + left);
        let pixels = rows.flat_map(|from| &self.pixels[from..from + side]);
        Self {
            width: side,
            pixels: pixels.copied().collect(),
        }
    }

    /// The mean difference of two pictures of one size.
    fn distance(&self, other: &Self) -> f64 {
        let pairs = self.pixels.iter().zip(&other.pixels);
        let sum: u64 = pairs.map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        sum as f64 / self.pixels.len() as f64
    }
}

/// The comparison itself: a thumbnail survives being kept, and a page that lost a quarter of its
/// picture is told from it.
#[test]
fn pictures_are_compared_by_their_thumbnails() {
    let mut page = Grey::new(400, 200);
    for (i, pixel) in page.pixels.iter_mut().enumerate() {
        *pixel = if i % 400 < 200 { 40 } else { 200 };
    }
    let seen = page.shrunk(SIDE);
    let mut sheet = Grey::new(2 * SIDE, SIDE);
    sheet.put((SIDE, 0), &seen);
    let kept = Grey::read(&sheet.write()).part((SIDE, 0), SIDE);
    assert!(seen.distance(&kept) < f64::EPSILON);
    for (i, pixel) in page.pixels.iter_mut().enumerate() {
        if i % 400 < 100 {
            *pixel = 255;
        }
    }
    assert!(page.shrunk(SIDE).distance(&kept) > TOLERANCE);
}
