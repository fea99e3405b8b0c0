"""Levels of all puzzles from the outside."""

import copy
import pathlib
import pickle
import subprocess
import sys

import pytest

import unicursal

BOARD = "x=3&y=3&board=X.......X"


def test_a_level_is_made_of_text_bytes_file_id_and_number(tmp_path: pathlib.Path) -> None:
    level = unicursal.Coil(BOARD)
    assert level.size == (3, 3) and level.text == BOARD + "\n" and level.id is None
    assert unicursal.Coil(BOARD.encode()) == level
    file = tmp_path / "level.txt"
    file.write_text(BOARD)
    assert unicursal.Coil(file) == level
    made = unicursal.Coil("coil:8x5/original#spring")
    assert made.id == "coil:8x5/original#spring" and made.size == (8, 5)
    assert unicursal.Coil(1).id is not None
    assert unicursal.Level.of("coil", BOARD) == level
    with pytest.raises(TypeError):
        unicursal.Level(BOARD)
    with pytest.raises(TypeError):
        unicursal.Coil(True)


def test_outcomes_are_types() -> None:
    solved = unicursal.Coil(BOARD).solve()
    assert isinstance(solved, unicursal.Solved) and solved
    none = unicursal.Coil("x=3&y=3&board=.X.....X.").solve()
    assert isinstance(none, unicursal.Unsolvable) and not none
    assert "dead ends" in none.proof
    unknown = unicursal.generate("coil", 60, 60, "late").solve(time_limit=0)
    assert isinstance(unknown, unicursal.Unknown) and not unknown
    assert unknown.why == "time limit reached"


def test_proofs_are_written_and_judged() -> None:
    none = {
        "coil": "x=5&y=3&board=.XX.X..........",
        "pellet": "S..\n#.#\n",
        "connect": "2 2\n01\n10\n0\n",
        "trail": "trail 3x1\n2 1 .\n",
    }
    for name, text in none.items():
        level = unicursal.Level.of(name, text)
        proof = level.prove()
        assert proof is not None and proof.startswith(f"unicursal certificate 1 {name}")
        assert level.check_proof(proof) == unicursal.ProvesNone()
        with pytest.raises(unicursal.BadInput):
            level.check_proof("nonsense")
    pellet = unicursal.Pellet("S..\n")
    assert pellet.prove() is None
    only = pellet.prove("rr")
    assert only is not None and pellet.check_proof(only) == unicursal.ProvesOnly("rr\n")
    nothing = pellet.check_proof("unicursal certificate 1 pellet\n0 0\n")
    assert isinstance(nothing, unicursal.ProvesNothing) and nothing.line == 2 and not nothing
    with pytest.raises(unicursal.Unfinished):
        unicursal.Connect("connect:20x20#late").prove(time_limit=0)


def test_answers_are_checked() -> None:
    level = unicursal.Coil(BOARD)
    assert level.check("x=0&y=1&path=DRURD") == unicursal.Valid()
    wrong = level.check("x=0&y=1&path=DRU")
    assert isinstance(wrong, unicursal.Wrong) and wrong.reason and wrong.board and not wrong
    with pytest.raises(unicursal.BadInput):
        level.check("nonsense")
    connect = unicursal.Connect("2 3\n1.2\n1.2\n")
    answer = connect.solve().answer
    assert connect.check(answer, turns="any")
    assert not connect.check(answer, turns=1)


def test_counts_are_exact_and_limits_are_said() -> None:
    level = unicursal.Coil(BOARD)
    assert level.count() == 4 and not level.unique()
    with pytest.raises(unicursal.Unfinished) as late:
        unicursal.generate("coil", 60, 60, "late").count(time_limit=0)
    assert late.value.at_least == 0
    # More than fits into 64 bits, and symmetric: the number from each of two corners is the same.
    rows = ["." * 5] * 60
    large = unicursal.Pellet("S" + rows[0][1:] + "\n" + "\n".join(rows[1:]) + "\n").count()
    other = unicursal.Pellet("\n".join(rows[1:]) + "\n" + rows[0][1:] + "S\n").count()
    assert large == other > 2**64
    connect = unicursal.Connect("3 3\n1..\n...\n..1\n")
    assert connect.count() < connect.count(blanks=True)
    assert connect.unique() == (connect.count() == 1)


def test_the_same_request_makes_the_same_level() -> None:
    for puzzle, options in [("coil", {}), ("connect", {"colours": 4}), ("maze", {"algorithm": "dfs"}), ("pellet", {}), ("trail", {"difficulty": "easy"})]:
        first = unicursal.generate(puzzle, 9, 7, "spring", **options)
        again = unicursal.generate(puzzle, 9, 7, "spring", **options)
        assert first == again and hash(first) == hash(again) and first.id == again.id
        assert type(first).__name__.lower() == puzzle
        assert first.id is not None
        assert unicursal.Level.of(puzzle, first.id) == first
        answer = first.known_answer()
        assert answer is None or first.check(answer)
        assert pickle.loads(pickle.dumps(first)) == first
        outcome = first.solve(time_limit=30)
        assert isinstance(outcome, unicursal.Solved)
        assert first.check(outcome.answer)


def test_errors_know_the_place() -> None:
    with pytest.raises(unicursal.BadInput) as bad:
        unicursal.Connect("2 3\n1.2\n1.\n")
    assert (bad.value.line, bad.value.column, bad.value.byte) == (3, None, None)
    assert bad.value.kind == "bad-input" and isinstance(bad.value, ValueError)
    with pytest.raises(unicursal.BadInput) as bad:
        unicursal.Coil("x=3&y=2&board=X...*.")
    assert bad.value.byte == 18
    for wrong in [
        lambda: unicursal.Coil(BOARD).solve(method="guess"),
        lambda: unicursal.Coil(BOARD).solve(word="no"),
        lambda: unicursal.Coil(BOARD).solve(time_limit=-1),
        lambda: unicursal.Coil(BOARD).solve(time_limit=float("nan")),
        lambda: unicursal.Coil(BOARD).solve(threads=0),
        lambda: unicursal.Coil("coil:pack/0"),
        lambda: unicursal.Coil(BOARD).convert("word"),
        lambda: unicursal.generate("chess", 8, 8),
        lambda: unicursal.generate("coil", -1, 8),
    ]:
        with pytest.raises(unicursal.BadRequest):
            wrong()
    with pytest.raises(unicursal.Unsupported):
        unicursal.Maze("S#E\n").count()


def test_refusals_say_what_there_is() -> None:
    with pytest.raises(unicursal.BadRequest, match="there are coil, connect, maze, pellet, trail"):
        unicursal.generate("chess", 8, 8)
    for source in (None, True, 2.5, ["x=1"]):
        with pytest.raises(TypeError, match="a level is made of its text"):
            unicursal.Coil(source)  # type: ignore[arg-type]


def test_a_level_without_a_seed_is_another_each_time_and_its_id_makes_it_again() -> None:
    first, second = unicursal.generate("coil", 12, 9), unicursal.generate("coil", 12, 9)
    assert first.id != second.id
    assert first.id is not None and unicursal.Coil(first.id) == first
    # An empty seed is a seed.
    assert unicursal.generate("coil", 12, 9, "") == unicursal.generate("coil", 12, 9, "")


def test_a_level_is_printed_as_its_text() -> None:
    assert str(unicursal.Coil(BOARD)) == BOARD
    assert str(unicursal.Pellet("S..\n...\n")) == "3 2\nS..\n..."


def test_levels_are_converted() -> None:
    level = unicursal.Connect("https://puzz.link/p?numlin/3/2/1g21g2")
    assert level.text == "rule: blanks, turns any\n2 3\n1.2\n1.2\n"
    level = unicursal.Connect("2 3\n1.2\n1.2\n")
    for form in unicursal.Connect.about()["formats"]:
        if form["name"] != "flow-solver":
            # Not every form has the same rule; the tiles are the same.
            again = unicursal.Connect(level.convert(form["name"]), format=form["name"])
            assert again.text.endswith("2 3\n1.2\n1.2\n")
    with pytest.raises(unicursal.BadRequest, match="row 1, column 2"):
        unicursal.Connect("2 2\n0V\n0V\n0\n").convert("adc")


def test_hints_lead_to_the_answer() -> None:
    level = unicursal.Coil(BOARD)
    so_far = ""
    for _ in range(20):
        hint = level.hint(so_far)
        assert isinstance(hint, unicursal.Hint)
        if not hint.next:
            break
        so_far = hint.so_far
    assert level.check(so_far)


def test_pictures(tmp_path: pathlib.Path) -> None:
    level = unicursal.Coil(BOARD)
    picture = level.draw(level.solve().answer)
    assert picture._repr_svg_().startswith("<svg") and level._repr_svg_().startswith("<svg")
    assert picture.png.startswith(b"\x89PNG")
    for name in ["a.svg", "a.png", "a.txt"]:
        picture.save(tmp_path / name)
    assert (tmp_path / "a.txt").read_text().startswith("+---")
    for name, begins in [("a.gif", b"GIF89a"), ("a.apng", b"\x89PNG")]:
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begins)
    with pytest.raises(unicursal.BadRequest, match="'.jpg' is no kind of picture"):
        picture.save(tmp_path / "a.jpg")
    assert not (tmp_path / "a.jpg").exists()
    with pytest.raises(unicursal.BadInput):
        level.draw("nonsense")


def test_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    level = unicursal.Coil(BOARD)
    array = level.array()
    assert array.shape == (3, 3) and array[0, 0] == "X"
    assert unicursal.Coil.from_array(array) == level
    assert unicursal.Coil.from_array(array == ".") == level
    assert unicursal.Maze.from_array(numpy.array([list("S#E")])).text == "S#E\n"
    with pytest.raises(unicursal.BadRequest):
        unicursal.Pellet.from_array([[1, 2]])
    with pytest.raises(unicursal.BadRequest):
        unicursal.Coil.from_array([[True], [True, False]])
    with pytest.raises(unicursal.Error):
        unicursal.Coil.from_array([])


def test_arrays_keep_checkpoints_numbers_and_walls() -> None:
    pytest.importorskip("numpy")
    connect = unicursal.Connect("4 4\n0..e\nV...\n..H.\n0XXe\n2\n0 2 0\n2 0 e\n")
    again = unicursal.Connect.from_array(connect.array())
    points = [{"x": 2, "y": 0, "colour": "e"}, {"x": 0, "y": 2, "colour": "0"}]
    assert again.sheet()["checkpoints"] == points
    assert (again.array() == connect.array()).all()
    assert unicursal.Connect.from_sheet(connect.sheet()) == connect
    trail = unicursal.Trail("1|2 . .\n    -\n. . . .\n. . . 3\n")
    assert unicursal.Trail.from_array(trail.array()) == trail
    walled = unicursal.Trail("1|2\n-\n4 3\n")
    assert unicursal.Trail.from_array(walled.array()) == walled
    blanks = unicursal.Connect("rule: blanks\n2 3\n0.0\n...\n0\n")
    assert unicursal.Connect.from_array(blanks.array(), rule=blanks.sheet()["rule"]) == blanks
    for bad in (["S", "12"], [["1", None]], [["99999999999"]], [["ab_"]], "S"):
        with pytest.raises((unicursal.Error, TypeError)):
            unicursal.Trail.from_array(bad)


def test_arrays_that_are_no_boards_are_refused() -> None:
    np = pytest.importorskip("numpy")
    free = unicursal.Coil.from_array(np.ones((2, 3), dtype=">i4"))
    assert free.text == "x=3&y=2&board=......\n"
    assert unicursal.Coil.from_array(np.array([[1, 0], [1, 1]], order="F")).text == "x=2&y=2&board=.X..\n"
    for wrong in [np.zeros((2, 2, 2)), np.zeros(3), [[[1]]], [[None]], np.full((2, 2), np.nan)]:
        for puzzle in (unicursal.Coil, unicursal.Pellet):
            with pytest.raises(unicursal.BadRequest):
                puzzle.from_array(wrong)


def test_a_name_of_a_file_is_no_level_but_is_recognised() -> None:
    for name in ("C:\\Users\\me\\level.txt", "levels/7.txt", "board.csv"):
        for read in (unicursal.Coil, unicursal.Trail, unicursal.read):
            with pytest.raises(unicursal.BadInput, match=r"if this is a file, say pathlib\.Path"):
                read(name)
    with pytest.raises(unicursal.BadInput) as refused:
        unicursal.Coil("x=3&y=3&board=X")
    assert "pathlib" not in str(refused.value)


def test_copies_and_pickles_do_not_generate_again(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = [
        unicursal.generate("pellet", 9, 9, "spring", unique=True),
        unicursal.generate("maze", 9, 9, "spring"),
        unicursal.Coil(3),
        unicursal.Coil(BOARD),
    ]
    answers = [level.known_answer() for level in levels]
    written = [pickle.dumps(level) for level in levels]

    def never(*_: object) -> None:
        raise AssertionError("it is made again")

    monkeypatch.setattr(unicursal._levels._native, "make", never)
    monkeypatch.setattr(unicursal._levels._native, "generate", never)
    for level, text in zip(levels, written):
        again = pickle.loads(text)
        assert again == level and again.id == level.id and type(again) is type(level)
        assert copy.copy(level) == level == copy.deepcopy([level])[0]
        # And from there once more.
        assert pickle.loads(pickle.dumps(again)) == level
    # The maze's answer has to be looked for, the others come along.
    kept = [pickle.loads(text).known_answer() for text in (written[0], written[2], written[3])]
    assert kept == [answers[0], answers[2], None]
    monkeypatch.undo()
    assert [pickle.loads(text).known_answer() for text in written] == answers


def test_a_pickled_answer_is_not_trusted() -> None:
    level = unicursal.generate("pellet", 9, 9, "spring")
    lying = unicursal._levels._restored(level.puzzle, level.id, level.text, "uuuu")
    assert lying.known_answer() == level.known_answer()


def test_the_package_is_imported_from_its_own_folder() -> None:
    """It failed where the sources without the native half lay beside."""
    folder = pathlib.Path(__file__).parent.parent
    command = [sys.executable, "-c", "import unicursal; print(unicursal.__version__)"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert run.stdout.strip() == unicursal.__version__, run.stderr


def test_outcomes_can_be_in_sets() -> None:
    unknown = unicursal.generate("coil", 60, 60, "late").solve(time_limit=0)
    assert isinstance(unknown, unicursal.Unknown) and isinstance(unknown.tried, tuple)
    level = unicursal.Connect("2 3\n1.2\n1.2\n")
    hint = level.hint()
    assert {unknown, hint, level.solve(), unicursal.Valid(), level.check(level.solve().answer)}


def test_numbers_that_fit_nowhere_are_refused() -> None:
    level = unicursal.Coil(BOARD)
    for wrong in [
        lambda: level.solve(seed=-1),
        lambda: level.solve(seed=1 << 64),
        lambda: level.solve(seed="spring"),
        lambda: level.answers(2.5),
        lambda: unicursal.generate("coil", 3.0, 3),
        lambda: level.solve(memory_limit=1 << 70),
        lambda: level.solve(threads=1 << 40),
        lambda: level.answers(-1),
        lambda: level.answers(1 << 64),
        lambda: unicursal.generate("coil", 1 << 70, 3),
        lambda: unicursal.generate("coil", 3, 1 << 40),
    ]:
        with pytest.raises(unicursal.BadRequest):
            wrong()
    for text in (7, None, 2.5, ["rr"]):
        for call in (level.check, level.score, level.hint, unicursal.read):
            with pytest.raises(TypeError):
                call(text)  # type: ignore[operator]


def test_refusals_name_the_choices() -> None:
    level = unicursal.Coil(BOARD)
    for wrong, choice in [
        (lambda: level.solve(method="guess"), "engine"),
        (lambda: level.solve(word="no"), "format"),
        (lambda: level.solve(format="odd"), "qpath"),
        (lambda: unicursal.generate("maze", 9, 9, algorithm="x"), "kruskal, dfs"),
        (lambda: level.convert("word"), "framed"),
        (lambda: level.prompt("loud"), "rows, cells, own"),
    ]:
        with pytest.raises(unicursal.BadRequest, match=choice):
            wrong()


def test_what_ended_a_count_is_said() -> None:
    level = unicursal.generate("coil", 60, 60, "late")
    for call in (level.unique, level.count):
        with pytest.raises(unicursal.Unfinished) as late:
            call(time_limit=0)
        assert late.value.why == "time limit reached"
        assert late.value.how_far == "there are at least 0 answers"


def test_a_text_shows_which_puzzle_it_is() -> None:
    texts = {
        "coil": BOARD,
        "connect": "2 3\n1.2\n1.2\n0\n",
        "maze": "S#E\n",
        "pellet": "S..\n...\n",
        "trail": "trail 2x2\n1 2\n4 3\n",
    }
    for puzzle, text in texts.items():
        for given in (text, text.encode()):
            assert unicursal.read(given).puzzle == puzzle
    assert unicursal.read("maze:9x9/dfs#a").id == "maze:9x9/dfs#a"
    with pytest.raises(unicursal.BadInput, match="not a level of any puzzle; as one of Coil"):
        unicursal.read("x=3&y=3&board=X....")
    with pytest.raises(unicursal.BadInput, match="empty"):
        unicursal.read("")


def test_different_answers_are_listed() -> None:
    level = unicursal.Coil(BOARD)
    answers = level.answers()
    assert len(answers) == len(set(answers)) == level.count() and all(map(level.check, answers))
    assert len(level.answers(2)) == 2
    assert unicursal.Coil("x=3&y=3&board=.X.....X.").answers() == []


def test_difficulty_is_that_of_the_command_line() -> None:
    trail = unicursal.generate("trail", 6, 6, "spring", difficulty="easy")
    assert trail.difficulty()["difficulty"] == "easy"
    assert unicursal.Maze("S#E\n").difficulty() == {}


HOSTILE = [
    "", "\0" * 1000, "```" * 5000, "<answer>" * 5000, "\\boxed{" * 5000, "\ud800", "u" * 3_000_000,
    "x=1&y=1&path=" * 10_000, "0 0 0 1 a\n" * 50_000, "\u202e\u200d→" * 5000, b"\xff\xfe" * 1000,
    "9" * 100_000, "-1 -1 -1 -1 a", "x=-1&y=0&path=R", "<answer>" + "(" * 100_000,
]


def test_no_text_breaks_the_score() -> None:
    for puzzle in unicursal.puzzles():
        level = unicursal.generate(puzzle, 7, 7, "spring")
        right = level.known_answer() or level.solve().answer
        for text in HOSTILE:
            score = level.score(text)
            assert 0.0 <= score <= 0.1 and not score.valid and score.reason
        for wrap in ("{}", "So:\n\n```\n{}\n```\nDone.", "<answer>\n{}\n</answer>", "\n\n{}\n\n"):
            score = level.score(wrap.format(right))
            assert score == 1.0 and score.valid and score.filled == 1.0 and not score.reason, wrap


def test_facts() -> None:
    assert unicursal.Coil(BOARD).info()["width"] == 3
    assert unicursal.Maze("S#E\n").check_level()
