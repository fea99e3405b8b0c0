//! Frames, byte for byte.

use unicursal::maze::{Board, Canvas, End, Rule, Style, Walk, text};

fn frames(board: &Board, style: Style) -> (Vec<String>, Option<End>) {
    let mut canvas = Canvas::new(board, style);
    let mut walk = Walk::new(board, Rule::Left);
    let frames = walk.by_ref().map(|state| {
        canvas.show(board, state);
        String::from_utf8(canvas.frame(board).to_vec()).unwrap()
    });
    let frames = frames.collect();
    (frames, walk.end())
}

/// A dead end round two corners, and a way that is passed first and taken on the way back.
#[test]
fn the_worked_example_step_by_step() {
    let map = "####\n#  #\n   ##E\n   S\n#####\n#\n#####";
    let style = Style {
        facing_down: b'V',
        compact: false,
    };
    let below = "#####\n#    \n#####\n";
    // The upper four rows, 6 columns wide, then where and which way.
    let expected = [
        ("####  |#  #  |   ##E|   ^  ", "3,3", 'N'),
        ("####  |#  #  |   ^#E|   .  ", "3,2", 'N'),
        ("####  |#  ^  |   .#E|   .  ", "3,1", 'N'),
        ("###<  |#  .  |   .#E|   .  ", "3,0", 'W'),
        ("##<.  |#  .  |   .#E|   .  ", "2,0", 'W'),
        ("#<..  |#  .  |   .#E|   .  ", "1,0", 'W'),
        ("V...  |#  .  |   .#E|   .  ", "0,0", 'S'),
        ("....  |^  .  |   .#E|   .  ", "0,1", 'N'),
        (">...  |.  .  |   .#E|   .  ", "0,0", 'E'),
        (".>..  |.  .  |   .#E|   .  ", "1,0", 'E'),
        ("..>.  |.  .  |   .#E|   .  ", "2,0", 'E'),
        ("...V  |.  .  |   .#E|   .  ", "3,0", 'S'),
        ("....  |.  V  |   .#E|   .  ", "3,1", 'S'),
        ("....  |.  .  |   >#E|   .  ", "3,2", 'E'),
        ("....  |.  .  |   .>E|   .  ", "4,2", 'E'),
    ];
    let (frames, end) = frames(&text::parse(map.as_bytes()).unwrap(), style);
    assert_eq!(end, Some(End::Found));
    assert_eq!(frames.len(), expected.len());
    for (frame, (upper, position, facing)) in frames.iter().zip(expected) {
        let rows = format!("{}\n{below}", upper.replace('|', "\n"));
        let rows: Vec<String> = rows.lines().map(|row| format!("{row:6}")).collect();
        let rows = rows.join("\n");
        let wanted =
            format!("{rows}\n\nCurrent Position:  {position}\nCurrent Direction: {facing}\n\n");
        assert_eq!(*frame, wanted);
    }
}

#[test]
fn compact_frames_have_no_empty_line() {
    let board = text::parse(b"E\nS").unwrap();
    let style = Style {
        compact: true,
        ..Style::default()
    };
    let (frames, _) = frames(&board, style);
    assert_eq!(
        frames,
        ["E\n^\nCurrent Position:  0,1\nCurrent Direction: N\n\n"]
    );
}

#[test]
fn the_same_frames_as_a_naive_program() {
    let maps = [
        "S#E",
        "E\n#\nS",
        "##S##\n#   #\n### E\n",
        // Ragged, and with trailing blanks.
        "#  \n##S   \n#\n###E",
        // A loop that the left hand leaves.
        "#####\n# # #\nS####\n  E",
        // A loop that it does not leave.
        "#####\n# # #\nS E #\n#   #\n#####",
    ];
    let mut found = 0;
    for map in maps {
        let board = text::parse(map.as_bytes()).unwrap();
        let (frames, end) = frames(&board, Style::default());
        let (wanted, wanted_end) = super::naive::left_hand(map);
        assert_eq!(frames, wanted, "{map}");
        assert_eq!(end == Some(End::Found), wanted_end, "{map}");
        found += usize::from(wanted_end);
    }
    assert_eq!(found, 5);
}
