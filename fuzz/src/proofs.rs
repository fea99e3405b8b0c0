//! Proofs about small levels: what the checker accepts must be true.
//!
//! The first byte chooses the puzzle and, for Connect the Colours, the rules; its highest bit a
//! certificate for the kernel in place of a proof in the older form. Two bytes say which of 4x4
//! cells are open, two more where the start or the terminals are. The steps of a proof follow.

use unicursal::coil::{Board, Coil};
use unicursal::implement::Kind;
use unicursal::internals::coil::{By, certify};
use unicursal::internals::refute::write_layers;
use unicursal::{Control, Judgement, Level, Outcome, SolveRequest, board_of};

/// How many bytes stand for a level.
const BYTES: usize = 5;

/// The bit that chooses certificates.
const CERTIFICATE: u8 = 0x80;

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
        let (name, text) = match (choice & !CERTIFICATE) % 6 {
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
            header: if choice & CERTIFICATE == 0 {
                format!("unicursal {name} proof 1{rules}\n")
            } else {
                format!("unicursal certificate 1 {name}{rules}\n")
            },
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

/// A proof about Coil by a tree of choices, where there is one.
fn tree(board: &Board, answer: Option<&[u8]>) -> Option<String> {
    let answer = answer.map(|text| Coil::parse_answer(board, text));
    let answer = answer.transpose().ok()?;
    certify(board, answer.as_slice(), By::Tree, &Control::new()).ok()?
}

/// A proof by layers, if the level has no answer.
fn layered(bytes: [u8; BYTES]) -> Option<Vec<u8>> {
    let subject = Subject::new(bytes)?;
    let text = subject.level.text();
    let is_asked = |rule: &str| subject.header.contains(rule);
    if is_asked("pellet") {
        return None;
    }
    let rules = unicursal_check::connect::Rules {
        turns: None,
        no_touch: is_asked("no-touch"),
        blanks: is_asked("blanks"),
    };
    let formula = unicursal_check::connect_proof::formula(text.as_bytes(), &rules);
    let layers = write_layers(&formula.ok()?, None, &Control::new());
    let steps = layers.ok()??;
    Some([&bytes[..], steps.as_bytes(), b"0\n"].concat())
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
            if let Ok(Some(certificate)) = level.certify(request, &proof, &Control::new())
                && let Some((_, lines)) = certificate.split_once('\n')
            {
                let bytes = [choice | CERTIFICATE, low, high, one, two];
                seeds.push([&bytes[..], lines.as_bytes()].concat());
            }
            let tree = board_of::<Coil>(&**level).and_then(|board| tree(board, answer));
            for proof in [Some(proof), tree].into_iter().flatten() {
                if let Some((_, steps)) = proof.split_once('\n') {
                    seeds.push([&bytes[..], steps.as_bytes()].concat());
                }
            }
        }
    }
    let coil = "core\nmiddle 0,0\nbox 0,0 3,3\ncontradiction\nlone 2,2 3,3\nworld\n\
                not 1,1 right out\ntry 0,0 start\ncontradiction\nanswer\n";
    let walks = "core\nmiddle 0,0 1,0\nbox 0,0 3,3\ncontradiction\nworld\ntry 0,0 start\nsearch 9999\n\
                 not 1,0 end\nsearch 9999\n";
    let windows = "core\nmiddle 0,0 1,0\nbox 0,0 3,3\ncontradiction\naway 2,2 3,3\nnot 2,2 right out\nkeep 2,2 3,3\n\
                   away 0,1 2,3\ncontradiction\nworld\nsearch 9999\n";
    let edges = "loop 0,0 1,0 1,1 0,1\ncut 0,0 1,0\ncover 0,0 2,0 by 1,0 or -1 2 0\ncover 0,0 by 1,0\n\
                 pocket 3,3\n1 -2 0\nd 1 -2 0\n0\n";
    let layers = "take 0,0 1,0\nborder 1:1\nborder 2-4:2 3:1\nborder\ntake 2,0\nborder\nswept\n0\n";
    let layers_of_answer =
        "answer 0 0 1 0 0\ntake 0,0 1,0 2,0 3,0\nborder 2-4\ntake 0,1\nswept\n0\n";
    for (choice, steps) in [
        (0, coil),
        (0, walks),
        (0, windows),
        (1, edges),
        (2, edges),
        (5, edges),
        (1, layers),
        (2, layers),
        (4, layers),
        (2, layers_of_answer),
    ] {
        let bytes = [choice, 0xef, 0x7f, 0x10, 0x32];
        seeds.push([&bytes[..], steps.as_bytes()].concat());
    }
    let certificate = "c 0,0 3\ncycle 0,0 R< D~ L< U~\ncut 1 2 0 0,0\nset 0,0 1,0-2,1\nends -5 97 0\n\
                       count -1 2 0 0,0 1,0\nturns 0,0 1,1\nwalk 0,0\nslide R\npart 0,1\ndead 0,1 1,1\nso 1 0\n\
                       back\nsplit\nback\n1 0 1 0\nd 1\n0 2 3 0\n";
    for choice in 0..6 {
        let bytes = [choice | CERTIFICATE, 0xef, 0x7f, 0x10, 0x32];
        seeds.push([&bytes[..], certificate.as_bytes()].concat());
    }
    // Whole proofs by layers.
    for places in [
        [0x10, 0x32],
        [0xf0, 0xc3],
        [0x51, 0xae],
        [0x83, 0x6c],
        [0x30, 0xcf],
    ] {
        for choice in 1..6 {
            seeds.extend(layered([choice, 0xff, 0xff, places[0], places[1]]));
        }
    }
    seeds
}
