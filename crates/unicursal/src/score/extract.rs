//! Finds the answer in a text that may have other words around it.
//!
//! If the text marks an answer, by `<answer>` or `\boxed{}`, only what is marked counts; otherwise
//! a block between code fences, if there is an answer in it, or else the whole text. Of several
//! answers, the last counts. Case, blanks, commas and arrows do not matter, steps may be words
//! ('right, down'), and letters and digits may be wide ones of Chinese and Japanese texts. The work
//! is linear in the text.

use super::words::{BY_COMPASS, BY_SIDE, Names, Word, words};
use crate::Moves;

/// Words that may come before an answer on its line.
const BEFORE: [&str; 10] = [
    "answer", "final", "is", "moves", "path", "qpath", "slides", "solution", "steps", "the",
];

/// The answer that a text means, as solvers write it.
pub(super) fn answer(moves: Moves, text: &str) -> Option<String> {
    let narrow = || {
        let narrow: String = text.chars().map(narrowed).collect();
        (narrow != text).then(|| found(moves, &narrow)).flatten()
    };
    found(moves, text).or_else(narrow)
}

/// A letter or digit of ASCII for its wide form.
fn narrowed(symbol: char) -> char {
    match symbol {
        '\u{ff01}'..='\u{ff5e}' => {
            let code = u32::from(symbol) - 0xff01 + u32::from('!');
            char::from_u32(code).unwrap_or(symbol)
        }
        _ => symbol,
    }
}

fn found(moves: Moves, text: &str) -> Option<String> {
    // A board of one cell is solved by no step at all.
    if moves == Moves::Step && text.trim().is_empty() {
        return Some(String::new());
    }
    let lower = text.to_ascii_lowercase();
    if let Some(at) = lower.rfind("<answer>") {
        let from = at + "<answer>".len();
        let to = lower[from..]
            .find("</answer>")
            .map_or(text.len(), |to| from + to);
        return within(moves, &text[from..to], true);
    }
    if let Some(at) = lower.rfind("\\boxed{") {
        let from = at + "\\boxed{".len();
        return within(moves, &text[from..closing(text, from)], true);
    }
    let fenced = last_fenced(text).and_then(|block| within(moves, block, true));
    fenced.or_else(|| within(moves, text, false))
}

/// Where the brace before `from` is closed.
fn closing(text: &str, from: usize) -> usize {
    let mut depth = 1;
    for (at, symbol) in text[from..].char_indices() {
        match symbol {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return from + at;
        }
    }
    text.len()
}

/// The text between the last two fence lines, without the word that names its language.
fn last_fenced(text: &str) -> Option<&str> {
    let mut starts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            starts.push((at, at + line.len()));
        }
        at += line.len();
    }
    let (to, _) = starts.pop()?;
    let (_, from) = starts.pop()?;
    Some(&text[from..to])
}

/// The last answer in a part of a text; if it is marked, nothing else is expected in it.
fn within(moves: Moves, text: &str, is_marked: bool) -> Option<String> {
    match moves {
        Moves::Step => steps(&BY_SIDE, text, is_marked),
        Moves::Walk => {
            let path = steps(&BY_COMPASS, text, is_marked)?;
            Some(format!("rule=left&path={}", path.to_ascii_uppercase()))
        }
        Moves::Slide => slides(text),
        Moves::Join => pieces(text, is_marked),
        Moves::None => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
    }
}

/// A run of words that are directions.
struct Run {
    dirs: Vec<usize>,
    /// Whether it has its line to itself, apart from words that announce it.
    is_alone: bool,
}

fn runs(names: &Names, words: &[Word], joins_lines: bool) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let Some(mut dirs) = names.directions(words[at].text) else {
            at += 1;
            continue;
        };
        let from = at;
        let mut is_single = dirs.len() == 1;
        at += 1;
        while let Some(word) = words.get(at) {
            let Some(more) = names.directions(word.text) else {
                break;
            };
            // Lines of one move each belong together; lines of many moves are separate answers.
            let lines = word.line - words[at - 1].line;
            let goes_on = lines == 0 || joins_lines || (lines == 1 && is_single && more.len() == 1);
            if !goes_on {
                break;
            }
            is_single = more.len() == 1;
            dirs.extend(more);
            at += 1;
        }
        let line = words[from].line;
        let before = words[..from]
            .iter()
            .rev()
            .take_while(|word| word.line == line);
        let announces = |word: &Word| {
            BEFORE
                .iter()
                .any(|name| name.eq_ignore_ascii_case(word.text))
                || ["rule", "left"].contains(&word.text)
        };
        // An answer has few words before it on its line; more words are prose.
        let is_announced = before.take(BEFORE.len()).all(announces);
        let is_last = words
            .get(at)
            .is_none_or(|word| word.line != words[at - 1].line);
        runs.push(Run {
            dirs,
            is_alone: is_announced && is_last,
        });
    }
    runs
}

fn steps(names: &Names, text: &str, is_marked: bool) -> Option<String> {
    let words = words(text);
    let runs = runs(names, &words, is_marked);
    let alone = runs.iter().rev().find(|run| run.is_alone);
    // Letters of the compass form too many English words; those of the sides form few.
    let longest = || {
        let longest = runs.iter().max_by_key(|run| run.dirs.len())?;
        let is_path = is_marked || (longest.dirs.len() > 1 && names.letters[0] == 'u');
        is_path.then_some(longest)
    };
    let run = alone.or_else(longest)?;
    Some(run.dirs.iter().map(|&dir| names.letters[dir]).collect())
}

/// `x=0&y=1&path=DRURD`: two numbers and directions, with nothing but their names between.
fn slides(text: &str) -> Option<String> {
    let words = words(text);
    let number = |word: &Word| word.text.parse::<u32>().ok();
    let is = |at: usize, names: &[&str]| {
        let word = words.get(at).map_or("", |word| word.text);
        names.iter().any(|name| name.eq_ignore_ascii_case(word))
    };
    let mut found = None;
    let mut named = false;
    for (first, word) in words.iter().enumerate() {
        let Some(x) = number(word) else { continue };
        let mut at = first + 1;
        at += usize::from(is(at, &["y"]));
        let Some(y) = words.get(at).and_then(number) else {
            continue;
        };
        at += 1;
        let (from, is_short) = (at, is(at, &["qpath"]));
        at += usize::from(is(at, &["path", "qpath", "slides", "moves"]));
        let has_name = at > from;
        let mut letters = String::new();
        while let Some(dirs) = words.get(at).and_then(|word| BY_SIDE.directions(word.text)) {
            letters.extend(dirs.iter().map(|&dir| ['U', 'D', 'L', 'R'][dir]));
            at += 1;
        }
        // An answer that says 'path' is not replaced by one that does not.
        if (has_name || !letters.is_empty()) && has_name >= named {
            let name = if is_short { "qpath" } else { "path" };
            found = Some(format!("x={x}&y={y}&{name}={letters}"));
            named = has_name;
        }
    }
    found
}

/// Lines of `x1 y1 x2 y2 colour`: all of them if they are marked, otherwise the last consecutive
/// ones. In JSON, lines end by the two signs `\n`.
fn pieces(text: &str, is_marked: bool) -> Option<String> {
    let (mut found, mut open) = (Vec::new(), false);
    for line in text.lines().flat_map(|line| line.split("\\n")) {
        if let Some(piece) = piece(line) {
            let is_new = !open || after_name(line).is_some();
            if is_new && !is_marked {
                found.clear();
            }
            open = true;
            found.push(piece);
        } else {
            open &= line.trim().is_empty();
        }
    }
    (!found.is_empty()).then(|| found.join("\n"))
}

fn piece(line: &str) -> Option<String> {
    fn loose(line: &str) -> Vec<&str> {
        let words = words(line).into_iter().map(|word| word.text);
        words.filter(|word| *word != "to").collect()
    }
    let strict = line.split_whitespace().collect();
    let bare = unannounced(line);
    let bare = [bare.split_whitespace().collect(), loose(bare)];
    [strict, loose(line)]
        .into_iter()
        .chain(bare)
        .find_map(|words| {
            let [numbers @ .., colour] = &words[..] else {
                return None;
            };
            let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
            let is_piece =
                numbers.len() == 4 && numbers.iter().all(is_number) && colour.chars().count() == 1;
            is_piece.then(|| words.join(" "))
        })
}

/// A line without what announces or counts it: 'Answer: ', '3. '.
fn unannounced(line: &str) -> &str {
    let line = line.trim_start();
    let line = line.strip_prefix("\\text{").unwrap_or(line);
    if let Some(rest) = after_name(line) {
        return rest;
    }
    match line.split_once(['.', ')']) {
        Some((count, rest)) if count.parse::<u32>().is_ok() => rest,
        _ => line,
    }
}

/// What follows after 'Answer:' and the like.
fn after_name(line: &str) -> Option<&str> {
    let (before, rest) = line.split_once(':')?;
    let before = words(before);
    let is_name = |word: &Word| {
        let mut names = BEFORE.iter();
        names.any(|name| name.eq_ignore_ascii_case(word.text))
    };
    (!before.is_empty() && before.iter().all(is_name)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::answer;
    use crate::Moves;

    fn step(text: &str) -> Option<String> {
        answer(Moves::Step, text)
    }

    #[test]
    fn steps_are_found_among_words() {
        for text in [
            "rrd",
            "RRD\n",
            "r r d",
            "r, r, d.",
            "right, right, down",
            "→ → ↓",
            "→→↓",
            "Answer: rrd",
            "**Answer:** `RRD`",
            "The final answer is rrd.\n",
            "path=rrd",
            "I tried lll.\nThen\n```text\nrrd\n```\nDone, and all cells are visited.",
            "<think>uuu</think><answer> r r\nd </answer> bye, the rest is dull",
            "so \\boxed{\\text{rrd}}",
            "Step by step:\nright\nright\ndown\n",
            "rll\n\nNo: it goes\nrrd\nwhich fills all.",
            "<answer>uuu</answer> wait <ANSWER>rrd",
            "<answer>ｒｒｄ</answer>",
            "答案：ＲＲＤ",
        ] {
            assert_eq!(step(text).as_deref(), Some("rrd"), "{text}");
        }
        for text in ["I give up.", "<answer></answer> rrd", "r\0x", "\u{feff}"] {
            assert_eq!(step(text), None, "{text}");
        }
    }

    #[test]
    fn slides_need_a_start() {
        let slide = |text: &str| answer(Moves::Slide, text);
        for text in [
            "x=0&y=1&path=DRU",
            "X = 0, Y = 1, path = d r u",
            "Start at (0, 1) and slide; so (2, 2): l, then\n(0, 1): down, right, up",
            "ｘ＝０＆ｙ＝１＆ｐａｔｈ＝ＤＲＵ",
            "x=5&y=5&path=L\nbetter:\nx=0&y=1&path=DRU\nwhich ends at (2, 2) right of (1, 2).",
        ] {
            assert_eq!(slide(text).as_deref(), Some("x=0&y=1&path=DRU"), "{text}");
        }
        assert_eq!(slide("x=0&y=0&path=").as_deref(), Some("x=0&y=0&path="));
        let short = slide("`x=0&y=0&qpath=r`");
        assert_eq!(short.as_deref(), Some("x=0&y=0&qpath=R"));
        assert_eq!(slide("DRU"), None);
        assert_eq!(slide("x=99999999999999999999&y=0&path=R"), None);
    }

    #[test]
    fn pieces_are_lines() {
        let join = |text: &str| answer(Moves::Join, text);
        let right = Some("0 0 0 2 a\n1 0 1 2 0");
        for text in [
            "0 0 0 2 a\n1 0 1 2 0",
            "- (0, 0) - (0, 2): a\n- (1, 0) - (1, 2): 0\n",
            "9 9 9 9 z\nno\n0 0 0 2 a\n\n1 0 1 2 0\nThat is all.",
            "<answer>\nfirst\n0 0 0 2 a\nthen\n1 0 1 2 0\n</answer>",
            "9 9 9 9 z\n**Answer:** `0 0 0 2 a\n1 0 1 2 0`",
            "The answer is: 0 0 0 2 a\n1 0 1 2 0.",
            "$\\boxed{\\text{0 0 0 2 a\n1 0 1 2 0}}$",
            "{\"answer\": \"0 0 0 2 a\\n1 0 1 2 0\\n\"}",
            "1. (0, 0) to (0, 2): a\n2. (1, 0) to (1, 2): 0",
            "1) 0 0 0 2 a\n2) 1 0 1 2 0",
            "０ ０ ０ ２ ａ\n１ ０ １ ２ ０",
        ] {
            assert_eq!(join(text).as_deref(), right, "{text}");
        }
        assert_eq!(join("0 0 0 2\n-1 0 0 2 ab"), None);
        // Symbols are colours too.
        assert_eq!(join("0 0 0 2 @").as_deref(), Some("0 0 0 2 @"));
    }

    #[test]
    fn walks_are_never_made_of_prose() {
        let walk = |text: &str| answer(Moves::Walk, text);
        let right = Some("rule=left&path=EESW");
        for text in [
            "rule=left&path=EESW",
            "E, E, S, W",
            "We see news.\nees w\n",
            "answer: east east south west",
        ] {
            assert_eq!(walk(text).as_deref(), right, "{text}");
        }
        assert_eq!(walk("We see new ways, as we were sewn."), None);
    }

    /// None of these may take long, or panic.
    #[test]
    fn hostile_texts_are_read_in_linear_time() {
        for part in [
            "```\n",
            "\\boxed{",
            "<answer>",
            "r ",
            "0 0 0 2 a\n",
            "x=1&y=1&path=",
            "é→\u{200d}\0",
            "1 ",
        ] {
            let text = part.repeat(100_000);
            for moves in [
                Moves::Step,
                Moves::Walk,
                Moves::Slide,
                Moves::Join,
                Moves::None,
            ] {
                let _ = answer(moves, &text);
            }
        }
    }
}
