//! Proofs about small levels: what the checker accepts must be true.
//!
//! The first byte chooses the puzzle and, for Connect the Colours, the rules. Two bytes say which of
//! 4x4 cells are open, two more where the start or the terminals are. The lines of a certificate
//! follow.

use unicursal::{Control, Judgement, Level, Outcome, SolveRequest};

/// How many bytes stand for a level.
const BYTES: usize = 5;

/// A level, what is asked of it, and the first line of its proofs.
struct Subject {
    level: Box<dyn Level>,
    request: SolveRequest,
    header: String,
}

impl Subject {
    fn new(bytes: [u8; BYTES]) -> Option<Self> {
        let [choice, low, high, one, two] = bytes;
        let is_open = |cell: u8| u16::from_le_bytes([low, high]) >> cell & 1 == 1;
        let places = [one & 15, one >> 4, two & 15, two >> 4];
        let mut request = SolveRequest::default();
        let mut rules = String::new();
        let (name, text) = match choice % 6 {
            0 => {
                let cells = (0..16).map(|cell| if is_open(cell) { '.' } else { 'X' });
                let text = format!("x=4&y=4&board={}\n", cells.collect::<String>());
                ("coil", text)
            }
            1 => {
                let tile = |cell: u8| match cell {
                    _ if cell == places[0] => 'S',
                    _ if is_open(cell) => '.',
                    _ => '#',
                };
                ("pellet", format!("4 4\n{}", rows(tile)))
            }
            choice => {
                for (bit, rule) in ["no-touch", "blanks"].into_iter().enumerate() {
                    if (choice - 2) >> bit & 1 == 1 {
                        request.options.set(rule, "true");
                        rules.push(' ');
                        rules.push_str(rule);
                    }
                }
                request.options.set("turns", "any");
                let terminal = |cell: u8| places.iter().position(|&place| place == cell);
                let tile = |cell: u8| match terminal(cell) {
                    Some(index) => ['0', '0', '1', '1'][index],
                    None if is_open(cell) => '.',
                    None => ['X', 'V', 'H'][usize::from(cell % 3)],
                };
                ("connect", format!("4 4\n{}0\n", rows(tile)))
            }
        };
        let level = unicursal::puzzle(name)?.parse(text.as_bytes(), &Control::new());
        Some(Self {
            level: level.ok()?,
            request,
            header: format!("unicursal certificate 1 {name}{rules}\n"),
        })
    }

    /// How many answers there are, up to a thousand, by code that no proof comes from.
    fn answers(&self) -> usize {
        let mut request = self.request.clone();
        let count = self.level.count(&request, Some(1000), &Control::new());
        let count = count.expect("a small level can be counted");
        if self.header.contains("coil") {
            request.method = Some("brute".to_owned());
            let solved = self.level.solve(&request, &Control::new());
            let solved = solved.expect("a good request").outcome;
            let is_solved = matches!(solved, Outcome::Solved(_));
            assert_eq!(is_solved, count.found != 0_u8.into());
        }
        usize::try_from(count.found).unwrap_or(usize::MAX)
    }
}

fn rows(tile: impl Fn(u8) -> char) -> String {
    let row = |y: u8| (0..4).map(|x| tile(4 * y + x)).chain(['\n']).collect();
    (0..4).map(row).collect::<Vec<String>>().concat()
}

/// Judges a proof; see the [module](self).
pub fn run(data: &[u8]) {
    let Some((bytes, steps)) = data.split_first_chunk::<BYTES>() else {
        return;
    };
    let Some(subject) = Subject::new(*bytes) else {
        return;
    };
    let proof = [subject.header.as_bytes(), steps].concat();
    let judged = subject
        .level
        .check_proof(&subject.request, &proof, &Control::new());
    let proved = match judged {
        Ok(Judgement::NoAnswer) => 0,
        Ok(Judgement::OnlyAnswer(_)) => 1,
        Ok(Judgement::OnlyWay(_)) => 2,
        Ok(Judgement::AllAnswers(answers)) => answers.len(),
        _ => return,
    };
    assert_eq!(subject.answers(), proved, "{}", subject.level.text());
}

/// Proofs of our own, that there is no answer and that there is one, and steps of every kind.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    let boards = [
        [0xef, 0x7f],
        [0xff, 0xdb],
        [0xbf, 0xf9],
        [0xfd, 0x7e],
        [0xff, 0xff],
    ];
    let places = [[0x10, 0x32], [0xf0, 0xc3], [0x51, 0xae], [0x83, 0x6c]];
    for choice in 0..6 {
        for ([low, high], [one, two]) in boards
            .into_iter()
            .flat_map(|board| places.map(|places| (board, places)))
        {
            let bytes = [choice, low, high, one, two];
            let Some(subject) = Subject::new(bytes) else {
                continue;
            };
            let (level, request) = (&subject.level, &subject.request);
            let answer = match level.solve(request, &Control::new()) {
                Ok(solved) => match solved.outcome {
                    Outcome::Solved(answer) => Some(answer),
                    _ => None,
                },
                Err(_) => continue,
            };
            let answer = answer.as_deref().map(str::as_bytes);
            let proof = level.prove(request, answer, &Control::new());
            let Ok(Some(proof)) = proof else { continue };
            if let Some((_, lines)) = proof.split_once('\n') {
                seeds.push([&bytes[..], lines.as_bytes()].concat());
            }
        }
    }
    let certificate = "c 0,0 3\ncycle 0,0 R< D~ L< U~\ncut 1 2 0 0,0\nset 0,0 1,0-2,1\nends -5 97 0\n\
                       count -1 2 0 0,0 1,0\nturns 0,0 1,1\nwalks 0,0 1\nwalk 0,0\nslide R\npart 0,1\ndead 0,1 1,1\n\
                       back\nsplit\nback\n1 0 1 0\nd 1\n0 2 3 0\n";
    for choice in 0..6 {
        let bytes = [choice, 0xef, 0x7f, 0x10, 0x32];
        seeds.push([&bytes[..], certificate.as_bytes()].concat());
    }
    seeds
}
