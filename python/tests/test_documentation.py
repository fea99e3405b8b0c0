"""The examples in docstrings and in the README run as they are shown."""

import doctest
import pathlib

import pytest

import unicursal
from unicursal import _errors, _levels, _outcomes, datasets

FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.mark.parametrize("module", [unicursal, _errors, _levels, _outcomes, datasets])
def test_docstrings(module) -> None:
    failed, _ = doctest.testmod(module, optionflags=FLAGS)
    assert failed == 0


def test_the_examples_are_found() -> None:
    assert doctest.testmod(_levels, optionflags=FLAGS).attempted > 10


def test_readme() -> None:
    readme = pathlib.Path(__file__).parent.parent / "README.md"
    failed, attempted = doctest.testfile(str(readme), module_relative=False, optionflags=FLAGS)
    assert failed == 0 and attempted > 5
