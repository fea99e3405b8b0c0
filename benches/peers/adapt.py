"""Lets a solver of others play in the arena: adapt.py NAME [PROGRAM] < level > answer

What comes in is a level in our form, what goes out an answer in our form. Each adapter writes the
level as the program wants it, runs it, and reads back what it printed; where it found nothing,
nothing is printed. `start` only reads the level: what the adapter itself costs.
"""

import os
import subprocess
import sys
import tempfile
from typing import Dict, Iterable, List, Tuple

from board import Board, Cell, answer, read

HERE = os.path.dirname(os.path.abspath(__file__))


def ours(board: Board, program: str, text: str) -> str:
    return _run([program, "-q", board.puzzle, "solve", "--threads", "1"], text)


def start(board: Board, program: str, text: str) -> str:
    return "none"


def lkh(board: Board, program: str, text: str) -> str:
    """A path from S is a cycle through two more vertices: one beside S, one beside every cell."""
    cells = list(board.next_to)
    number = {cell: at for at, cell in enumerate(cells, 1)}
    begin, free = len(cells) + 1, len(cells) + 2
    edges = [(number[a], number[b]) for a in cells for b in board.next_to[a].values() if a < b]
    edges += [(begin, number[board.ends[0][0]]), (begin, free)]
    edges += [(at, free) for at in range(1, begin)]
    with open("problem.hcp", "w") as file:
        file.write(f"NAME : board\nTYPE : HCP\nDIMENSION : {free}\n")
        file.write("EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n")
        file.writelines(f"{a} {b}\n" for a, b in edges)
        file.write("-1\nEOF\n")
    with open("parameters", "w") as file:
        file.write("PROBLEM_FILE = problem.hcp\nTOUR_FILE = tour\nOPTIMUM = 0\nTRACE_LEVEL = 0\n")
    _run([program, "parameters"], "")
    with open("tour") as file:
        words = file.read().split("TOUR_SECTION")[1].split()
    tour = [int(word) for word in words[: words.index("-1")]]
    tour = tour[tour.index(begin) :] + tour[: tour.index(begin)]
    if tour[1] == free:
        tour = tour[:1] + tour[:0:-1]
    path = [cells[at - 1] for at in tour[1:-1]]
    right = all(b in board.next_to[a].values() for a, b in zip(path, path[1:]))
    return answer(board, dict(zip(path, path[1:]))) if right and tour[-1] == free else ""


def numberlink(board: Board, program: str, text: str) -> str:
    """thomasahle/numberlink: columns, rows and the board itself; letters come back."""
    rows = text.splitlines()[2 : board.height + 2]
    size = f"{board.width} {board.height}"
    painted = _run([program], "\n".join([size, *rows]) + "\n").splitlines()
    if len(painted) <= board.height:
        return ""
    sign = {cell: painted[1 + cell[1]][cell[0]] for cell in board.next_to}
    links = [
        (a, b) for a, beside in board.next_to.items() for b in beside.values() if sign[a] == sign[b]
    ]
    return _linked(board, links)


def flowfree(board: Board, program: str, text: str) -> str:
    """HoustonWeHaveABug/FlowFree: pairs of ends; a line of cells for each colour comes back."""
    lines = [f"{len(board.ends)} {board.width} {board.height}"]
    lines += [f"({a[0]}, {a[1]}) ({b[0]}, {b[1]})" for a, b in board.ends]
    links: List[Tuple[Cell, Cell]] = []
    for line in _run([program], "\n".join(lines) + "\n").splitlines():
        if line.startswith("("):
            places = [tuple(map(int, pair.split(","))) for pair in line.strip("() ").split(") (")]
            links += zip(places, places[1:])
        if len(links) == len(board.next_to) - len(board.ends):
            break
    return _linked(board, links)


def tdzdd(board: Board, program: str, text: str) -> str:
    """TdZdd's numberlink: rows of numbers; a drawing comes back. Paths may touch only with -a."""
    numbers = {cell: str(at) for at, pair in enumerate(board.ends, 1) for cell in pair}
    with open("board", "w") as file:
        file.write(f"{board.width} {board.height}\n")
        for y in range(board.height):
            file.write(" ".join(numbers.get((x, y), "-") for x in range(board.width)) + "\n")
    rule = [] if board.apart else ["-a"]
    drawn = _run([program, *rule, "-k", "0", "-m", "1", "board"], "").splitlines()
    rows = [line.strip()[1:-1] for line in drawn if line.strip().startswith("┃")]
    wide = (len(rows[0]) - 1) // board.width if rows else 0
    if not wide:
        return ""
    sign = {(x, y): rows[y][wide * (x + 1) - 1] for x, y in board.next_to}
    links = []
    for x, y in board.next_to:
        if rows[y][wide * (x + 1)] in "─━" or sign[x, y] in "─┌└":
            links.append(((x, y), (x + 1, y)))
        if sign[x, y] in "│┌┐" or sign.get((x, y + 1), " ") in "│└┘":
            links.append(((x, y), (x, y + 1)))
    # Two numbers side by side are drawn without a line between them.
    links += [(a, b) for a, b in board.ends if b in board.next_to[a].values()]
    return _linked(board, links)


def clingo(board: Board, program: str, text: str) -> str:
    """The Python module of clingo, and path.lp."""
    import clingo as module

    name = {cell: at for at, cell in enumerate(board.next_to)}
    facts = [f"cell({at})." for at in name.values()]
    facts += [
        f"beside({name[a]},{letter},{name[b]})."
        for a in name
        for letter, b in board.next_to[a].items()
    ]
    facts += [f"begin({name[a]})." for a, _ in board.ends if a]
    facts += [f"end({name[b]})." for _, b in board.ends if b]
    facts += [f"order({name[a]},{name[b]})." for a, b in zip(board.order, board.order[1:])]
    facts += ["slides."] * (board.puzzle == "coil") + ["apart."] * board.apart
    for colour, pair in enumerate(board.ends if board.names else []):
        facts += [f"colour({name[cell]},{colour})." for cell in pair]
    control = module.Control()
    # What no fact and no rule speaks of in this puzzle is no mistake.
    for unused in ("begin/1", "end/1", "order/2", "colour/2", "slides/0", "apart/0"):
        facts.append(f"#defined {unused}.")
    control.add("base", [], " ".join(facts))
    control.load(os.path.join(HERE, "path.lp"))
    control.ground([("base", [])])
    cells, after, first = list(name), {}, None
    with control.solve(yield_=True) as answers:
        for found in answers:
            for symbol in found.symbols(shown=True):
                cell = cells[symbol.arguments[0].number]
                if symbol.name == "from":
                    first = cell
                else:
                    after[cell] = board.next_to[cell][symbol.arguments[1].name]
            return answer(board, after, first)
    return ""


def cpsat(board: Board, program: str, text: str) -> str:
    """OR-tools' CP-SAT, one worker: one cycle, with an arc from each end to the next beginning."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    number = {cell: at for at, cell in enumerate(board.next_to, 1)}
    step = {(a, b): model.new_bool_var("") for a in number for b in board.next_to[a].values()}
    arcs = [(number[a], number[b], used) for (a, b), used in step.items()]
    if board.ends[-1][1] is None:
        # The vertex 0 comes after whatever cell is last.
        arcs += [(at, 0, model.new_bool_var("")) for at in number.values()]
        arcs.append((0, number[board.ends[0][0]], model.new_constant(1)))
    else:
        after = board.ends[1:] + board.ends[:1]
        arcs += [
            (number[pair[1]], number[then[0]], model.new_constant(1))
            for pair, then in zip(board.ends, after)
        ]
    model.add_circuit(arcs)
    if len(board.order) > 1:
        place = {cell: model.new_int_var(0, len(number) - 1, "") for cell in number}
        model.add(place[board.order[0]] == 0)
        for (a, b), used in step.items():
            if b != board.order[0]:
                model.add(place[b] == place[a] + 1).only_enforce_if(used)
        for a, b in zip(board.order, board.order[1:]):
            model.add(place[a] < place[b])
    if board.names:
        has = {cell: [model.new_bool_var("") for _ in board.names] for cell in number}
        for colours in has.values():
            model.add_exactly_one(colours)
        for colour, pair in enumerate(board.ends):
            for cell in pair:
                model.add(has[cell][colour] == 1)
        for (a, b), used in step.items():
            for one, other in zip(has[a], has[b]):
                model.add_implication(one, other).only_enforce_if(used)
                if board.apart and a < b:
                    model.add_bool_or(~one, ~other, used, step[b, a])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return ""
    return answer(board, {a: b for (a, b), used in step.items() if solver.boolean_value(used)})


def _linked(board: Board, links: Iterable[Tuple[Cell, Cell]]) -> str:
    """The answer that follows links without a direction from the beginnings of all paths."""
    beside: Dict[Cell, List[Cell]] = {}
    for a, b in links:
        for one, other in ((a, b), (b, a)):
            if other not in beside.setdefault(one, []):
                beside[one].append(other)
    after: Dict[Cell, Cell] = {}
    for begin, end in board.ends:
        before, here = None, begin
        while here != end:
            then = [cell for cell in beside.get(here, []) if cell != before]
            if not then or here in after:
                return ""
            after[here] = then[0]
            before, here = here, then[0]
    return answer(board, after)


def _run(command: List[str], text: str) -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode < 0:
        # What ended it, the limit of processor time for example, ends the adapter too.
        os.kill(os.getpid(), -done.returncode)
    return done.stdout


if __name__ == "__main__":
    level = sys.stdin.read()
    os.chdir(tempfile.gettempdir())
    call = globals()[sys.argv[1]]
    print(call(read(level), (sys.argv[2:] or [""])[0], level))
