"""Levels of all puzzles from the outside."""

import pathlib
import pickle

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
    }
    for name, text in none.items():
        level = unicursal.Level.of(name, text)
        proof = level.prove()
        assert proof is not None and proof.startswith(f"unicursal {name} proof 1\n")
        assert level.check_proof(proof) == unicursal.ProvesNone()
        with pytest.raises(unicursal.BadInput):
            level.check_proof("nonsense")
    pellet = unicursal.Pellet("S..\n")
    assert pellet.prove() is None
    only = pellet.prove("rr")
    assert only is not None and pellet.check_proof(only) == unicursal.ProvesOnly("rr\n")
    nothing = pellet.check_proof("unicursal pellet proof 1\n0\n")
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
    # It was text under a name that says something else.
    with pytest.raises(unicursal.BadRequest, match="'.gif' is no kind of picture"):
        picture.save(tmp_path / "a.gif")
    assert not (tmp_path / "a.gif").exists()
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


def test_facts() -> None:
    assert unicursal.Coil(BOARD).info()["width"] == 3
    assert unicursal.Maze("S#E\n").check_level()
