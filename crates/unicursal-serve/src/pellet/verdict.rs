//! Decides whether a server's line refuses a path. Servers differ in their words, and a key may
//! begin like any word, so a line is judged by its form: a word of refusal that stands alone or
//! before what was refused.

/// Words that refuse when they stand alone or before a mark.
const ALONE: [&str; 11] = [
    "wrong",
    "incorrect",
    "invalid",
    "sorry",
    "error",
    "fail",
    "failed",
    "failure",
    "no",
    "nope",
    "timeout",
];
/// What is refused, after such a word.
const REFUSED: [&str; 8] = [
    "answer", "path", "solution", "move", "step", "line", "input", "length",
];
/// What something can be 'too'.
const TOO: [&str; 6] = ["late", "long", "slow", "short", "many", "few"];

/// Whether a line refuses a path.
pub fn is_refusal(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    let mut words = line.split_whitespace();
    let (first, second) = (words.next().unwrap_or(""), words.next());
    // A word and the marks after it: "wrong:", "sorry,", "no!".
    let ended = |word: &str| -> (String, bool) {
        let plain = word.trim_end_matches([':', ',', '.', '!', ';']);
        (plain.to_owned(), plain.len() < word.len())
    };
    let (word, marked) = ended(first);
    let follows = |list: &[&str]| {
        second.is_some_and(|second| {
            let (second, marked) = ended(second);
            list.contains(&second.as_str())
                && (marked || list == REFUSED || line.ends_with(&second))
        })
    };
    if word == "too" {
        return !marked && follows(&TOO);
    }
    ALONE.contains(&word.as_str()) && (marked || second.is_none() || follows(&REFUSED))
}

#[cfg(test)]
mod tests {
    use super::is_refusal;

    #[test]
    fn a_key_may_begin_like_a_refusal() {
        for refusal in [
            "Wrong: step 2 (l): (0, 0) was visited before.",
            "Too late: a board takes 30 seconds.",
            "Too long: this board takes 2 letters.",
            "Sorry, all places are taken; please come back later.",
            "Wrong!",
            "wrong answer",
            "Wrong path, goodbye",
            "Incorrect.",
            "ERROR: bad path",
            "no",
            "Too slow!",
            "too late",
        ] {
            assert!(is_refusal(refusal), "{refusal}");
        }
        for key in [
            "Correct. The key is Sesame",
            "Wrongside-42",
            "wrong turns lead home",
            "Too many cooks",
            "Too late to apologise",
            "No country for old men",
            "Sorry Angel is the key",
            "failsafe",
            "Error-free",
            "KEY{no}",
            "",
        ] {
            assert!(!is_refusal(key), "{key}");
        }
    }
}
