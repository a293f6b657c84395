"""Kinds of tasks that most projects know."""

import pytest

from memtui.core.language import stop_words
from memtui.core.language.words import telling, words
from memtui.core.surveying.task_types import OVERVIEW, SAMPLES, TASK_TYPES, TaskType, label, told_by


@pytest.mark.parametrize("task", TASK_TYPES, ids=lambda task: task.id)
def test_each_usual_word_is_one_keyword(task: TaskType) -> None:
    for usual in task.usual.values():
        for word in usual.split():
            assert len(words(word)) == 1, word
            assert telling(word) or word in stop_words.NAMED


@pytest.mark.parametrize("task", TASK_TYPES, ids=lambda task: task.id)
def test_the_words_of_a_task_tell_it(task: TaskType) -> None:
    told = {told_by(word.form) for usual in task.usual.values() for word in words(usual)}
    assert task.id in told
    assert told <= {task.id, ""}


def test_no_word_tells_two_tasks() -> None:
    ids = [task.id for task in TASK_TYPES]
    assert len(ids) == len(set(ids))
    for task in TASK_TYPES:
        for sign in words(task.signs):
            assert told_by(sign.form) == task.id, sign


@pytest.mark.parametrize(
    ("form", "task"),
    [
        ("deployments", "deploy"),
        ("배포", "deploy"),
        ("部署", "deploy"),
        ("デプロイ", "deploy"),
        ("runbooks", "operations"),
        # Documents of any task have these in their titles.
        ("version", ""),
        ("upgrade", ""),
        ("migration", ""),
        ("refunds", ""),
    ],
)
def test_what_words_tell(form: str, task: str) -> None:
    assert told_by(form) == task


def test_every_label_is_there_in_english_and_in_the_languages_without_blanks() -> None:
    for labels in (OVERVIEW, SAMPLES, *(task.labels for task in TASK_TYPES)):
        assert {"en", "ko", "zh", "ja"} == set(labels)
        assert label(labels, "fr") == labels["en"]
        assert label(labels, "ko") == labels["ko"]
