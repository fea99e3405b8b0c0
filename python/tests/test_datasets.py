"""Items for language models, and the same in the forms of other packages."""

import asyncio
import random
from importlib import metadata

import pytest

import unicursal
from unicursal import datasets

PROSE = "I think that the path goes on to the right and then we are done, so there is no solution."


@pytest.mark.parametrize("puzzle", unicursal.puzzles())
def test_items_are_the_same_each_time_and_their_answers_are_right(puzzle: str) -> None:
    items = datasets.Dataset(puzzle, size=12, seed=3, difficulty=(0, 4), style="any")
    again = datasets.Dataset(puzzle, size=12, seed=3, difficulty=(0, 4), style="any")
    other = datasets.Dataset(puzzle, size=12, seed=4, difficulty=(0, 4), style="any")
    assert list(items) == list(again) and list(items) != list(other) and len(items[2:5]) == 3
    assert len({item.text for item in items}) > 6
    for item in items:
        assert item.score(item.answer) == 1.0
        assert item.score(f"Let me see.\n<answer>{item.answer}</answer>") == 1.0
        assert item.score(PROSE) < 0.2 and item.score("") < 0.2
        assert item.level.text == item.text and item.style in item.prompt or item.prompt
    assert items[-1] == items[11]
    with pytest.raises(IndexError):
        items[12]


@pytest.mark.parametrize("puzzle", unicursal.puzzles())
def test_difficulties_grow(puzzle: str) -> None:
    sizes = [datasets.make(puzzle, 1, difficulty) for difficulty in range(datasets.DIFFICULTIES)]
    cells = [item.level.size[0] * item.level.size[1] for item in sizes]
    assert cells == sorted(cells) and len(set(cells)) == datasets.DIFFICULTIES
    assert all(item.score(item.answer) == 1.0 for item in sizes)


def test_random_letters_are_worth_little() -> None:
    rng = random.Random(5)
    scores = []
    for item in datasets.Dataset("pellet", size=40, difficulty=5):
        scores.append(item.score("".join(rng.choice("udlr") for _ in range(40))))
    assert max(scores) < 0.5 and sum(scores) / len(scores) < 0.1


def test_what_cannot_be_is_refused() -> None:
    for wrong in [
        lambda: datasets.Dataset("chess"),
        lambda: datasets.Dataset("coil", size=-1),
        lambda: datasets.Dataset("coil", difficulty=10),
        lambda: datasets.Dataset("coil", difficulty=(3, 2)),
        lambda: datasets.Dataset("coil", style="loud"),
        lambda: datasets.Curriculum("coil", window=0),
    ]:
        with pytest.raises(unicursal.BadRequest):
            wrong()


def test_a_curriculum_goes_up_and_down() -> None:
    curriculum = datasets.Curriculum("trail", window=3)
    for _ in range(6):
        item = curriculum.next()
        curriculum.record(item.score(item.answer))
    assert curriculum.difficulty == 2
    for _ in range(9):
        curriculum.record(0.0)
    assert curriculum.difficulty == 0
    for _ in range(40):
        curriculum.record(1.0)
    assert curriculum.difficulty == datasets.DIFFICULTIES - 1


def test_reasoning_gym() -> None:
    reasoning_gym = pytest.importorskip("reasoning_gym", reason="reasoning-gym is not installed")
    import unicursal.integrations.reasoning_gym  # noqa: F401

    for puzzle in unicursal.puzzles():
        name = f"unicursal_{puzzle}"
        data = reasoning_gym.create_dataset(name, size=5, seed=7)
        again = reasoning_gym.create_dataset(name, size=5, seed=7)
        assert [entry for entry in data] == [entry for entry in again] and len(data) == 5
        for entry in data:
            assert data.score_answer(entry["answer"], entry) == 1.0
            assert data.score_answer(PROSE, entry) < 0.2
            assert data.score_answer(None, entry) == 0.0
        curriculum = reasoning_gym.factory.create_curriculum(name)
        hardest = []
        for _ in range(3):
            config = curriculum.generate_configuration({"size": 1, "seed": 1})
            hardest.append(config.max_difficulty)
            assert curriculum.increment_attr_level("difficulty")
        assert hardest == sorted(hardest) and len(set(hardest)) == 3
    composite = reasoning_gym.create_dataset("unicursal_coil")
    assert len(composite) == 500
    with pytest.raises(AssertionError):
        reasoning_gym.create_dataset("unicursal_coil", min_difficulty=5, max_difficulty=4)


def test_verifiers() -> None:
    vf = pytest.importorskip("verifiers.v1", reason="verifiers is not installed")
    from unicursal.integrations.verifiers import PathTasksetConfig, PathTaskset

    # What `vf-eval unicursal-verifiers` finds.
    from verifiers.v1.utils import loaders

    assert loaders.taskset_class("unicursal-verifiers") is PathTaskset
    taskset = PathTaskset(PathTasksetConfig(puzzle="trail", size=4, seed=2))
    tasks = list(taskset)
    assert [task.data.prompt for task in tasks] == [task.data.prompt for task in PathTaskset(taskset.config)]
    assert len(tasks) == 4 and len({task.key for task in tasks}) == 4

    def scored(task, reply: str):
        trace = vf.Trace.model_construct(root_reply=reply, rewards={}, metrics={}, info={}, nodes=[])
        asyncio.run(task.score(trace))
        return trace

    for task in tasks:
        assert asyncio.run(task.validate(None))
        right = scored(task, f"<answer>{task.data.answer}</answer>")
        assert right.rewards["score_of_reply"].value == 1.0 and right.metrics["solved"] == 1.0
        wrong = scored(task, PROSE)
        assert wrong.rewards["score_of_reply"].value < 0.2 and wrong.metrics["solved"] == 0.0


def test_inspect(tmp_path) -> None:
    inspect_ai = pytest.importorskip("inspect_ai", reason="inspect-ai is not installed")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from unicursal.integrations.inspect import unicursal as task

    # So `inspect eval unicursal/unicursal` finds it.
    found = [entry for entry in metadata.entry_points(group="inspect_ai") if entry.name == "unicursal"]
    assert found and found[0].load().unicursal is task
    items = datasets.Dataset("coil", size=3, seed=0)
    replies = [f"<answer>{items[0].answer}</answer>", PROSE, f"```\n{items[2].answer}\n```"]
    known = {item.prompt: reply for item, reply in zip(items, replies)}

    def reply(messages, *_):
        output = ModelOutput.from_content("mockllm/model", known[messages[-1].text])
        # What is not said is counted with a table from the network.
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    model = get_model("mockllm/model", custom_outputs=reply)
    logs = inspect_ai.eval(
        task(puzzle="coil", size=3), model=model, log_dir=str(tmp_path), display="none",
    )
    assert logs[0].status == "success", logs[0].error
    found = {sample.id: sample.scores["path_scorer"].value for sample in logs[0].samples}
    values = [found[item.id] for item in items]
    assert values[0] == values[2] == 1.0 and values[1] < 0.2
