//! Addresses of Penpa, as the editor itself wrote them for a board of 3x2.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use miniz_oxide::inflate::decompress_to_vec;

use super::examples::{BLANKS, BOARD, is, named};
use super::*;

const PAGE: &str = "https://swaroopg92.github.io/penpa-edit/";
const SOLVE: &str = "\
    tVRdT+M6EH3vr1j5FUvEDe0NkXjoF0gIuvRStgtRVbmpS0KdGJwEqlTw2xk7YVunAWl3tYoyGp9xxnPGc5I8ZVQybOMmth1sYaKe\
    VhMTcoSJBT68VvmMw5Qz9xvuZGkgJDgYfz89xUvKE4bPbx+6/VXnZdD5edi6s+2b4fLgoT+6eVhMfpCRFR5Ka8id+PKq3+UHZ/nd\
    ZdB5ZgPWvkqEH3BGFzS/m5yveXzq3AdL0jsPes6Sxlby5IyPn7ujk5OGVxYybXiIIIya8BI0fUO+iOYhevMQD2O2RtieNjb5/+4m\
    n7ne9BXnN1vX2brX7gbs0N0g0kaup5irdGAcWEILymXTNqLN1k4UEhCd5lbbMWTGua1tX1tL25a2F3rPQNuJtj1tj7Rt6z3/qdoa\
    DY+09VW0lFV8rzO5pD4Dxj0RPYokTBkCligRfJYUsRlbUz9FbnEfuxEDi7NozqQBcSEeVetqMnyEDDC8j4VktSEFssX9Z6lUqCbV\
    XMhFpaYXyrnJRU+qAfmh9LkJpTI01lRK8WIgEU0DA5jTFOY6CcJHMxOLK81MqVkiXdHKadG2Ha8NtEb69bS41Egeu3kH52euMb44\
    H8FMXrrlFKu59BCCW8coynga+oILOLfEYIj0101wB1t3ouPK6xUgscAflj64t+AW7ZpdFMiV6+VjjFQBXf21clEknoFBUaBaF0UB\
    sNMlIAN0s4VYZeVWooTQ+QMakOmDhnILGsqroaHY/TWNX3+ICoPj6WtxY9Zv/Tr+kf7XpbKF/ELc22AVrpE4oF+ofCdah38i6J1o\
    Fd9Tryp2X8CA1mgY0KqMAdpXMoB7YgbsEz2rrFVJq6qqqlZH7QlbHbWrbQ8VPYaOreA/rNF3";
const EDIT: &str = "\
    7VRbT+M8EH3vr1j5FUvEDe0XIvHQG0gIunQp24UoqtzUJaFODLlA5ar/nbHTqkkakHZXn8TDKsro+JxkPOPLSV4yGjNs4iY2LWxg\
    op5WExNygokBGF5j+4yDlDP7G+5kqS9iABh/Pz/HC8oThi/vn7r9Zedt0Pl13Howzbvh4uipP7p7mk9+kpERHMfGkFvR9U2/y48u\
    5MO133llA9a+SYTnc0bnVD5MLlc8Orce/QXpXfo9a0EjI3mxxqev3dHZWcPZFuI21vLUlh0sL2wHEYRRE16CXCxH9lpe28gT4SxA\
    WN6CjjBxMQozngae4CJGO05e5X83AQ72cKJ1hXo5SQzAwy0GeA/QC2KPs+lVztzYjhxjpAro6r8VRKF4ZWoyVaAa50UBMaMpLGTi\
    B88ImyAk2Vwss+2nxN1g2fmDNiDTrg0F8zYUqmlDdffXbfAgYquaDk7dzQZ26Af0MLUd1c7dHlp7eGuvIQ7tNSJt+FWdPL2JiFgw\
    hCO4HTbNktpsFVRIQHSaex3HkBlLU8e+joaOLR2v9DcDHSc69nQ80bGtv/lP1fZb1f9PJTikrS9jS0W34aDbLF5Qj8Eu9ET4LJIg\
    ZQhuAkoEnya5NmUr6qXIzm9kUSlxURbOGBygAsWFeFb7WZNhJ5XI4DESMauVFMnmjx+lUlJNqpmI55Wa3ijn5V60V5Wo/ACXqDSG\
    01kY0zgWbyUmpKlfIgoXspSJRZXFTGm5RLqkldnC/XJsGmiF9Otoe/1nW1/fttRuGV/h+n+FEvSBFvEn7rIXq3SNxwD7ic0U1Dr+\
    A0cpqFX+wD5UsYcOAmyNiQBb9RGgDq0EyAM3Ae4DQ1FZq56iqqraiprqwFnUVEVzcVC+xrBiS+Q23gE=";
/// The same with a shaded cell.
const SHADED: &str = "\
    tVRdT+M6EH3vr1j5FUvECe2GSDykHyAh6NKlbBeiqnJTl4Q6MeQDqlTw2xk7YVunAa3u1SrK6PhMMp4Zz3H6lNOEYQub2LKxgYl8\
    2iYm5AgTAzC8RvWMw4wz5xt28ywQCQCMf5ye4iXlKcPntw/d/sp9Gbi/D9t3lnUzXB489Ec3D4vJLzIywsPEGHI7vrzqd/nBWXF3\
    GbjPbMA6V6nwA87oghZ3k/M1j0/t+2BJeudBz17S2Eif7PHxc3d0ctLyqkSmLQ8RhJEJL0HTN+SLaB6iNw/xMGZrhK1pa1P8dDbF\
    zPGmr7i42UJ7C6+dDTIN5BDAQ8CkgxxP1i+DgrFhCY2olqalec32jhcCEGcD9lbZMcTHhaVsX1lD2bayF+qbgbITZXvKHinbUd98\
    lxm2Wh7pqANpSyurvs6TJfUZ1N0T0aNIw4whqBWlgs/S0jdja+pnyClPZdejcXEezVmiUVyIR9nAhggfLo0M72ORsEaXJNni/rNQ\
    0tUQai6SRS2nF8q5XouaV43yw8TnOpUlobamSSJeNCaiWaARc5rBdKdB+KhHYnGtmRnVU6QrWtst2rbjtYXWSL2ekpgczGOncHFx\
    5mhDjIsRTOalU82ynE4PITh1jKKcZ6EvuIB9Kw6GSP1tAhxs4UT5JeqVJDEADysM8BZg2a7ZRclcOV4xxkgm0FV/S4gi8QwVlAnK\
    dZkUEDtdgmKg3HwhVnn1KZFCcP9DGRDpowwJyzIkaihDVve/y/hzT9QqOJ6+lidm/OUFUl4d/0j/60rZIvlC3FtnnW6QOLBfqHzH\
    28R/Iugdb53fU69Mdl/AwDZoGNi6jIHaVzKQe2IG7hM9y6h1Scus6qqWW+0JW261q20PlT2Gjq3gHlbsOw==";

#[test]
fn addresses_of_the_editor() {
    for (mode, data) in [("solve", SOLVE), ("edit", EDIT)] {
        for sign in ['#', '?'] {
            let address = format!("{PAGE}{sign}m={mode}&p={data}");
            is("connect", "penpa", &address, BLANKS);
            is("connect", "penpa", address.trim_end_matches('='), BLANKS);
            is(
                "connect",
                "penpa",
                &format!("{sign}m={mode}&p={data}"),
                BLANKS,
            );
            is("connect", "penpa", &format!("m={mode}&p={data}"), BLANKS);
        }
    }
}

#[test]
fn an_address_is_written_and_read_again() {
    let level = read(named("connect"), BOARD.as_bytes());
    let address = level.write_as("penpa").expect("it has no special tiles");
    assert!(address.starts_with(format!("{PAGE}#m=solve&p=").as_bytes()));
    assert_eq!(read(named("connect"), &address).text(), BLANKS);
}

/// Programs that go on with a board, Penpa's editor among them, read the modes and what a solver
/// drew as JSON.
#[test]
fn an_address_for_the_editor_has_what_a_solver_drew() {
    let lines = |address: &[u8]| {
        let address = std::str::from_utf8(address).expect("it is text").trim_end();
        let (_, data) = address.split_once("&p=").expect("it has a board");
        let packed = BASE64_STANDARD.decode(data).expect("it is base64");
        let text = decompress_to_vec(&packed).expect("it is deflated");
        let text = String::from_utf8(text).expect("it is text");
        text.split('\n').map(str::to_owned).collect::<Vec<_>>()
    };
    let level = read(named("connect"), BOARD.as_bytes());
    let ours = level
        .write_as("penpa-edit")
        .expect("it has no special tiles");
    assert!(ours.starts_with(format!("{PAGE}#m=edit&p=").as_bytes()));
    assert_eq!(read(named("connect"), &ours).text(), BLANKS);
    let (ours, theirs) = (lines(&ours), lines(format!("&p={EDIT}").as_bytes()));
    assert_eq!(ours.len(), theirs.len());
    // Beyond the size, nothing that is set on the page differs; of the first line we leave out the
    // background.
    for line in [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18] {
        assert_eq!(ours[line], theirs[line], "line {line}");
    }
    assert!(theirs[0].starts_with(&ours[0]));
}

#[test]
fn what_is_no_board_of_ours_is_refused() {
    for (data, expected) in [
        (
            SHADED,
            "something is drawn as 'surface', which cannot be said here",
        ),
        ("AAAA", "the board of this address is damaged"),
        ("!", "the board of this address is damaged"),
        (&SOLVE[..200], "the board of this address is damaged"),
    ] {
        let address = format!("{PAGE}#m=solve&p={data}");
        let refused = named("connect").parse(address.as_bytes(), &Control::new());
        let error = refused.err().expect("it is refused");
        assert_eq!(error.to_string(), format!("line 1, column 52: {expected}"));
    }
}
